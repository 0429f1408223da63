"""The path of the descent on the loss surface, coloured by step, and that of the last run."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from gui.plotting import clip_path, mark_pen
from gui.shown import Shown
from gui.surface_geometry import path_points, path_steps

DOTS = 60
"""So many first steps of the path are shown as dots."""

SMOOTH = 500
"""Points of the path up to which its edges are smoothed."""

PARTS = 8
"""Colours along a path, from its first step to its last."""

EARLY, LATE = "#fff0b3", "#b34a00"
"""Colours of the first and last steps: pale to dark orange."""

Points = NDArray[np.float64]


class SurfacePath:
    """Path, dots and the grey path of the last run; only what has changed is drawn anew."""

    def __init__(self) -> None:
        self.ghost = pg.PlotCurveItem(pen=mark_pen("#d0d0d0", 1.5), connect="finite")
        self.path = SteppedPath()
        self.dots = pg.ScatterPlotItem(size=8, pen=mark_pen("#000000"))
        self._brushes = [pg.mkBrush(colour) for colour in step_colours(PARTS)]
        self._drawn_path: tuple[object, ...] = ()
        self._drawn_ghost: tuple[object, ...] = ()

    @property
    def items(self) -> tuple[pg.GraphicsObject, ...]:
        """All that has to be added to the plot, the lowest first."""
        return self.ghost, self.path, self.dots

    def draw(self, shown: Shown, view: pg.ViewBox) -> None:
        """Draw the steps up to the shown one, and the whole last run."""
        area, pixel = QRectF(view.viewRect()), view.viewPixelSize()
        self._draw_path(shown, area, pixel)
        self._draw_ghost(shown, area, pixel)

    def _draw_path(self, shown: Shown, area: QRectF, pixel: tuple[float, float]) -> None:
        run = shown.run
        state = (run and (run.id, len(run.history)), shown.index, area, pixel)
        if state == self._drawn_path:
            return
        self._drawn_path = state
        points, steps = np.empty((0, 2)), np.empty(0)
        if run is not None:
            points, steps = path_points(run, shown.index), path_steps(run, shown.index)
        progress = steps / max(float(steps[-1]) if len(steps) else 1.0, 1.0)
        x, y, whence = thinned_path(points, area, pixel)
        self.path.setData(x, y, progress[whence], smooth=len(x) <= SMOOTH)
        dots, shares = points[1:DOTS], progress[1:DOTS]
        centre = area.center().x(), area.center().y()
        near = (np.abs(dots - centre) < [2 * area.width(), 2 * area.height()]).all(axis=1)
        colours = np.minimum((shares[near] * PARTS).astype(int), PARTS - 1)
        brushes = [self._brushes[colour] for colour in colours]
        self.dots.setData(x=dots[near, 0], y=dots[near, 1], brush=brushes)

    def _draw_ghost(self, shown: Shown, area: QRectF, pixel: tuple[float, float]) -> None:
        ghost = shown.ghost
        same = ghost is not None and ghost.config.problem.dataset is shown.config.problem.dataset
        state = (ghost.id if ghost is not None and same else None, area, pixel)
        if state == self._drawn_ghost:
            return
        self._drawn_ghost = state
        last = np.empty((0, 2))
        if ghost is not None and same:
            last = path_points(ghost, ghost.history.index_of(ghost.last_finite))
        x, y, _ = thinned_path(last, area, pixel)
        self.ghost.setData(x, y, connect="finite")


def thinned_path(
    points: Points, area: QRectF, pixel: tuple[float, float]
) -> tuple[Points, Points, NDArray[np.intp]]:
    """Return the path as it is drawn, near the view and a point a pixel at most, and whence.

    The last array tells for each drawn point about which one of the path it belongs to.
    """
    x, y = np.empty(0), np.empty(0)
    if len(points) >= 2:
        x, y = clip_path(points[:, 0], points[:, 1], area, through=False)
    # Nothing is near a view that was moved away.
    if not len(x):
        return x, y, np.empty(0, np.intp)
    with np.errstate(all="ignore"):
        cells = np.column_stack([np.floor(x / pixel[0]), np.floor(y / pixel[1])])
    # NaN differs from itself, so gaps stay.
    new = np.concatenate([[True], (cells[1:] != cells[:-1]).any(axis=1)])
    # Where the path leaves the view, clipping adds or drops points.
    whence = np.linspace(0, len(points) - 1, len(x)).astype(np.intp)
    return x[new], y[new], whence[new]


class SteppedPath(pg.ItemGroup):
    """A line with a casing whose colour goes from pale to dark with the steps."""

    def __init__(self, width: float = 2.0) -> None:
        super().__init__()
        self._layers = [
            pg.PlotCurveItem(pen=mark_pen(name, width + wider), connect="finite")
            for name, wider in (("#000000", 3.0), ("#ffffff", 1.5))
        ]
        self._parts = [
            pg.PlotCurveItem(pen=mark_pen(colour, width), connect="finite")
            for colour in step_colours(PARTS)
        ]
        for item in (*self._layers, *self._parts):
            self.addItem(item)

    def setData(self, x: Points, y: Points, progress: Points, smooth: bool) -> None:
        """Redraw the line; NaN breaks it.

        Parameters
        ----------
        x, y : ndarray, shape (k,)
            The points.
        progress : ndarray, shape (k,)
            How far along its steps the path is at each, from 0 to 1, increasing.
        smooth : bool
            Whether its edges are smoothed and cased in white as well: costly where it is long.
        """
        self._layers[1].setVisible(smooth)
        for layer in self._layers:
            layer.setData(x=x, y=y, connect="finite", antialias=smooth)
        ends = np.searchsorted(progress, np.linspace(0.0, 1.0, PARTS + 1)[1:-1])
        ends = np.array([0, *ends, len(x)])
        for part, begin, end in zip(self._parts, ends[:-1], ends[1:], strict=True):
            # One point more joins it to the next part.
            piece = slice(begin, min(end + 1, len(x)))
            part.setData(x=x[piece], y=y[piece], connect="finite", antialias=smooth)


def step_colours(count: int) -> list[str]:
    """Return colours from the first steps to the last ones."""
    early, late = QColor(EARLY), QColor(LATE)
    first, last = (np.array([c.red(), c.green(), c.blue()]) for c in (early, late))
    shares = np.linspace(0.0, 1.0, count)[:, None]
    mixed = np.round(first + shares * (last - first)).astype(int)
    return [QColor(*map(int, rgb)).name() for rgb in mixed]
