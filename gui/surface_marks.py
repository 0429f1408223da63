"""Marks on the loss surface: names of contour lines, principal axes."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont

from core.stability import Curved, principal_axes
from gui.number_format import short
from gui.plotting import mark_pen
from gui.surface_geometry import joined_lines

EVERY = 3
"""Every third contour line bears its loss: more would hide the surface."""

INSET = 0.07
"""Labels keep this part of the view away from its edges."""

APART = (0.12, 0.1)
"""Parts of the view's width and height that lie between two labels at least."""

Points = NDArray[np.float64]


class ContourLabels:
    """The losses of some contour lines, written on them."""

    def __init__(self, plot: pg.PlotWidget) -> None:
        self._plot = plot
        self._items: list[pg.TextItem] = []

    def restyle(self, font: QFont) -> None:
        """Take over the font of the application, a little smaller."""
        self._font = QFont(font)
        self._font.setPixelSize(max(round(font.pixelSize() * 0.85), 11))
        for item in self._items:
            item.setFont(self._font)

    def draw(self, levels: Points, lines: list[Points], view: QRectF) -> None:
        """Write each label where its line comes nearest to the lower right corner."""
        placed: list[tuple[float, float, str]] = []
        for level, line in list(zip(levels, lines, strict=True))[EVERY - 1 :: EVERY]:
            spot = _free_spot(line, view, placed)
            if spot is not None:
                placed.append((*spot, short(float(level), 2)))
        while len(self._items) < len(placed):
            self._items.append(self._new())
        for item, (x, y, text) in zip(self._items, placed, strict=False):
            item.setText(text)
            item.setPos(x, y)
        for number, item in enumerate(self._items):
            item.setVisible(number < len(placed))

    def _new(self) -> pg.TextItem:
        item = pg.TextItem(color="#ffffff", fill=pg.mkBrush(0, 0, 0, 110), anchor=(0.5, 0.5))
        item.setFont(self._font)
        # Below the names of start, optimum and step.
        item.setZValue(-0.5)
        self._plot.addItem(item, ignoreBounds=True)
        return item


def _free_spot(
    line: Points, view: QRectF, placed: list[tuple[float, float, str]]
) -> tuple[float, float] | None:
    """Return the point of a line nearest to the lower right, away from edges and labels."""
    if not len(line):
        return None
    across = (line[:, 0] - view.left()) / view.width()
    up = (line[:, 1] - view.top()) / view.height()
    inside = (np.abs(across - 0.5) < 0.5 - INSET) & (np.abs(up - 0.5) < 0.5 - INSET)
    for x, y, _ in placed:
        far_x = np.abs(line[:, 0] - x) > APART[0] * view.width()
        inside &= far_x | (np.abs(line[:, 1] - y) > APART[1] * view.height())
    if not inside.any():
        return None
    best = int(np.argmax(np.where(inside, across - up, -np.inf)))
    return float(line[best, 0]), float(line[best, 1])


class PrincipalAxes:
    """The directions of steepest and of flattest curvature, as lines through a point."""

    def __init__(self) -> None:
        pens = (
            mark_pen("#000000", 2.5),
            mark_pen("#ffffff", 1.2),
            mark_pen("#ffffff", 1.2, Qt.PenStyle.DashLine),
        )
        self._casing, self._steep, self._flat = (pg.PlotCurveItem(pen=pen) for pen in pens)
        for item in self.items:
            # On the picture, below the names of contour lines.
            item.setZValue(-0.8)
        self._drawn: tuple[object, ...] = (None,)

    @property
    def items(self) -> tuple[pg.GraphicsObject, ...]:
        """All that has to be added to the plot, the lowest first."""
        return self._casing, self._steep, self._flat

    def draw(self, curved: Curved | None, centre: tuple[float, float], view: QRectF) -> None:
        """Draw both lines across the view: steepest solid, flattest dashed; None hides them."""
        state = (curved, centre, view)
        if state == self._drawn:
            return
        self._drawn = state
        if curved is None or not np.isfinite([*centre, *curved.eigenvalues]).all():
            for item in self.items:
                item.setData([], [])
            return
        axes = principal_axes(curved)
        flat, steep = (_across(axes[:, i], centre, view) for i in (0, 1))
        both = joined_lines([steep, flat])
        self._casing.setData(both[:, 0], both[:, 1], connect="finite")
        self._steep.setData(steep[:, 0], steep[:, 1])
        self._flat.setData(flat[:, 0], flat[:, 1])


def _across(direction: Points, centre: tuple[float, float], view: QRectF) -> Points:
    """Return the ends of a line through a point, both as far as the view is wide or high."""
    size = np.array([view.width(), view.height()])
    with np.errstate(divide="ignore"):
        reach = float(np.min(size / np.abs(direction)))
    return np.asarray(centre) + reach * np.outer([-1.0, 1.0], direction)
