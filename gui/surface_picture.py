"""The loss surface as a flat picture, for where there is no OpenGL."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.loss_surface import LossSurface
from gui.plotting import (
    CasedScatter,
    cased_curve,
    cased_scatter,
    clip_path,
    make_plot,
    mark_pen,
    set_axis_labels,
    style_plot,
    surface_colours,
)
from gui.shown import Shown
from gui.surface_geometry import joined_lines, path_points, picture_area, surface_area
from gui.theme import LIGHT, Colours


class SurfacePicture(QWidget):
    """Colours and contour lines of the loss, with path, start, optimum and the shown point."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plot = make_plot()
        self.plot.setMouseEnabled(x=False, y=False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.plot)
        self._surface: LossSurface | None = None
        self.image = pg.ImageItem()
        self.image.setLookupTable(surface_colours())
        self._contours = pg.PlotCurveItem(pen=mark_pen("#ffffff90"), connect="finite")
        self.path = cased_curve(LIGHT.path)
        self.start = cased_scatter(LIGHT.start, "s", 12)
        self.optimum = cased_scatter(LIGHT.optimum, "star", 17)
        self.point = cased_scatter(LIGHT.path, "o", 12)
        for item in (
            self.image, self._contours, self.path, self.optimum, self.start, self.point
        ):  # fmt: skip
            self.plot.addItem(item, ignoreBounds=True)

    def restyle(self, colours: Colours) -> None:
        """Take over the colours and the font of the application."""
        style_plot(self.plot, colours, grid=False)

    def draw(self, shown: Shown) -> None:
        """Draw everything for that state."""
        if shown.surface is not self._surface:
            set_axis_labels(self.plot, *shown.config.problem.names[:2])
            self._draw_surface(shown.surface)
        if shown.surface is None:
            return
        steps = np.empty((0, 2)) if shown.run is None else path_points(shown.run, shown.index)
        area = surface_area(shown.surface)
        self.path.setData(*clip_path(steps[:, 0], steps[:, 1], area, through=False))
        exact, moved = shown.quadratic, shown.row is not None and shown.row.step > 0
        _move(self.start, shown.config.problem.start, area)
        _move(self.optimum, None if exact is None else exact.optimum, area)
        _move(self.point, shown.point if moved else None, area)

    def _draw_surface(self, surface: LossSurface | None) -> None:
        self._surface = surface
        self.plot.setVisible(surface is not None)
        if surface is None:
            return
        self.image.setImage(surface.log_loss())
        self.image.setRect(picture_area(surface))
        points = joined_lines(surface.contours(list(surface.levels())))
        self._contours.setData(points[:, 0], points[:, 1], connect="finite")
        self.plot.setRange(surface_area(surface), padding=0.0, disableAutoRange=True)


def _move(item: CasedScatter, point: Sequence[float] | None, area: QRectF) -> None:
    """Put a mark at a point; away with it if there is none, or it is outside."""
    x, y = (math.nan, math.nan) if point is None else point[:2]
    # To Qt, every rectangle contains NaN.
    inside = math.isfinite(x) and math.isfinite(y) and area.contains(x, y)
    item.setData([x] if inside else [], [y] if inside else [])
