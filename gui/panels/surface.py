"""The loss surface over (w, b) with the path of the descent."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from core.loss_surface import LossSurface
from gui.mark_label import MarkLabel
from gui.number_format import short
from gui.overlay import Overlay
from gui.panel import Panel
from gui.plotting import (
    cased_curve,
    cased_scatter,
    clip_path,
    make_plot,
    mark_pen,
    set_axis_labels,
    style_plot,
)
from gui.shown import Shown
from gui.step_arrows import StepArrows
from gui.surface_geometry import (
    loss_near,
    path_points,
    picture_area,
    surface_area,
    valley_line,
)
from gui.theme import Colours
from gui.widgets.colour_bar import ColourBar

DOTS = 60
"""So many first steps of the path are shown as dots."""

COLOUR_MAP = "viridis"


class SurfacePanel(Panel):
    """Heat map of the loss with contour lines, path, start, optimum and the shown step."""

    start_picked = Signal(float, float)
    """The person clicked or dragged to new start values."""

    def __init__(self, parent: QWidget | None = None) -> None:
        body = QWidget()
        self._plot = make_plot()
        lookup = pg.colormap.get(COLOUR_MAP).getLookupTable(nPts=256)
        self._bar = ColourBar(lookup)
        layout = QHBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._plot, stretch=1)
        layout.addWidget(self._bar)
        super().__init__(body, "surfacePanel", parent)
        self._overlay = Overlay(self._plot)
        self._arrows = StepArrows(self._plot)
        self._legend = ""
        self._fit_all = QPushButton()
        self._fit_all.clicked.connect(self.fit_all)
        self.add_header_button(self._fit_all)
        self._surface: LossSurface | None = None
        self._drawn_path: tuple[object, ...] = ()
        self._drawn_ghost: tuple[object, ...] = ()
        self._names: tuple[str, ...] = ()
        self._dragging = False
        self._make_items(lookup)
        self._watch_mouse()
        self.restyle(self.colours)
        self.retranslate()

    def _make_items(self, lookup: NDArray[np.uint8]) -> None:
        colours = self.colours
        self._image = pg.ImageItem()
        self._image.setLookupTable(lookup)
        self._contours = pg.PlotCurveItem(pen=mark_pen("#ffffff90"), connect="finite")
        self._valley = pg.PlotCurveItem(pen=mark_pen("#ffffff", 2, Qt.PenStyle.DashLine))
        self._ghost = pg.PlotCurveItem(pen=mark_pen("#d0d0d0", 1.5), connect="finite")
        self._path = cased_curve(colours.path, 2)
        self._dots = pg.ScatterPlotItem(size=8, brush=colours.path, pen=mark_pen("#000000"))
        self._start = cased_scatter(colours.start, "s", 12)
        self._optimum = cased_scatter(colours.optimum, "star", 17)
        self._point = cased_scatter(colours.path, "o", 12)
        self._labels = {name: MarkLabel() for name in ("start", "optimum", "step")}
        self._points: dict[str, QPointF | None] = {}
        for item in (
            self._image, self._contours, self._valley, self._ghost, self._path, self._dots,
            self._optimum, self._start, self._point, *self._labels.values(),
        ):  # fmt: skip
            self._plot.addItem(item, ignoreBounds=True)
        for label in self._labels.values():
            label.hide()
        self._bar.hide()

    def _watch_mouse(self) -> None:
        view = self._plot.getViewBox()
        # Left drag sets the start; the wheel zooms.
        view.setMouseEnabled(x=True, y=True)
        view.sigResized.connect(self._align_bar)
        view.sigRangeChangedManually.connect(self.redraw_last)
        self._plot.viewport().setMouseTracking(True)
        self._plot.viewport().installEventFilter(self)
        self._plot.setCursor(Qt.CursorShape.CrossCursor)

    def restyle(self, colours: Colours) -> None:
        """Take over the colours and the font of the application."""
        style_plot(self._plot, colours)
        # The grid belongs under curves, but here it would cross the picture.
        for name in ("left", "bottom"):
            self._plot.getAxis(name).setGrid(False)
        self._overlay.restyle(colours)
        self._arrows.restyle(colours)
        font = self._plot.font()
        for label in self._labels.values():
            label.setFont(font)
        super().restyle(colours)

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self.set_title(self.tr("Loss surface"))
        self._fit_all.setText(self.tr("fit all"))
        self._fit_all.setAccessibleName(self.tr("fit all"))
        self._fit_all.setToolTip(self.tr("Show start, optimum and the bowl between them"))
        self._plot.setToolTip(self.tr("Click or drag to set the start; the wheel zooms"))
        self._labels["start"].set_name(self.tr("start"))
        self._labels["optimum"].set_name(self.tr("optimum"))
        super().retranslate()

    def redraw(self, shown: Shown) -> None:
        """Draw surface, path and marks."""
        self._name_axes(shown.config.problem.names)
        # New bounds under the mouse would carry the start away from it.
        if shown.surface is not self._surface and not self._dragging:
            self._draw_surface(shown.surface)
        self._draw_optimum(shown)
        self._mark(self._start, "start", shown.config.problem.start)
        self._draw_path(shown)
        self._draw_ghost(shown)
        self._draw_point(shown)
        self._place_labels()
        self._legend = self._arrows.draw(shown.worked, self._area())
        self._overlay.set_texts("", self._note(shown))

    def _name_axes(self, names: tuple[str, ...]) -> None:
        # A label lays the whole plot out anew, even if it says the same.
        if names != self._names:
            self._names = names
            set_axis_labels(self._plot, names[0], names[1])

    def fit_all(self) -> None:
        """Show the whole surface."""
        if self._surface is not None:
            self._plot.setRange(surface_area(self._surface), padding=0.0, disableAutoRange=True)
            self._drawn_path, self._drawn_ghost = (), ()
            self.redraw_last()

    def _draw_surface(self, surface: LossSurface | None) -> None:
        # A new surface mostly has new bounds; one that only moved on keeps the person's zoom.
        moved = surface is not None and (
            self._surface is None or surface_area(surface) != surface_area(self._surface)
        )
        self._surface = surface
        self._image.setVisible(surface is not None)
        self._contours.setVisible(surface is not None)
        self._bar.setVisible(surface is not None)
        if surface is None:
            return
        logs = surface.log_loss()
        low, high = float(logs.min()), float(logs.max())
        self._image.setImage(logs, levels=(low, max(high, low + 1e-9)))
        self._image.setRect(picture_area(surface))
        lines = surface.contours(list(surface.levels()))
        gap = np.full((1, 2), np.nan)
        points = np.concatenate([part for line in lines for part in (line, gap)] or [gap])
        self._contours.setData(points[:, 0], points[:, 1], connect="finite")
        self._bar.set_range(low, high)
        if moved:
            self.fit_all()

    def _draw_optimum(self, shown: Shown) -> None:
        exact = shown.quadratic
        self._mark(self._optimum, "optimum", None if exact is None else exact.optimum)
        x, y = valley_line(exact, self._area())
        self._valley.setData(x, y)

    def _draw_path(self, shown: Shown) -> None:
        run, view = shown.run, self._area()
        state = (run and (run.id, len(run.history)), shown.index, view)
        if state == self._drawn_path:
            return
        self._drawn_path = state
        steps = np.empty((0, 2)) if run is None else path_points(run, shown.index)
        self._path.setData(*self._clipped(steps, view))
        dots = steps[1:DOTS]
        inside = np.abs(dots - _centre(view)) < [2 * view.width(), 2 * view.height()]
        dots = dots[inside.all(axis=1)]
        self._dots.setData(x=dots[:, 0], y=dots[:, 1])

    def _draw_ghost(self, shown: Shown) -> None:
        ghost, view = shown.ghost, self._area()
        same = ghost is not None and ghost.config.problem.dataset is shown.config.problem.dataset
        state = (ghost.id if ghost is not None and same else None, view)
        if state == self._drawn_ghost:
            return
        self._drawn_ghost = state
        last = np.empty((0, 2))
        if ghost is not None and same:
            last = path_points(ghost, ghost.history.index_of(ghost.last_finite))
        self._ghost.setData(*self._clipped(last, view), connect="finite")

    def _clipped(
        self, steps: NDArray[np.float64], view: QRectF
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the path as it is drawn: near the view, and a point a pixel at most."""
        if len(steps) < 2:
            return np.empty(0), np.empty(0)
        x, y = clip_path(steps[:, 0], steps[:, 1], view, through=False)
        pixel = self._plot.getViewBox().viewPixelSize()
        with np.errstate(all="ignore"):
            cells = np.column_stack([np.floor(x / pixel[0]), np.floor(y / pixel[1])])
        # NaN differs from itself, so gaps stay.
        new = np.concatenate([[True], (cells[1:] != cells[:-1]).any(axis=1)])
        return x[new], y[new]

    def _draw_point(self, shown: Shown) -> None:
        point = shown.point
        moved = shown.row is not None and shown.row.step > 0
        self._mark(self._point, "step", point if moved else None)
        if shown.row is not None:
            self._labels["step"].set_name(self.tr("step {step}").format(step=shown.row.step))

    def _mark(self, item: pg.ItemGroup, label: str, point: Iterable[float] | None) -> None:
        x, y = (math.nan, math.nan) if point is None else point
        area = self._area()
        placed = math.isfinite(x) and math.isfinite(y) and self._surface is not None
        reach = QPointF(x, y) - area.center()
        near = placed and abs(reach.x()) < area.width() and abs(reach.y()) < area.height()
        item.setData([x] if near else [], [y] if near else [])
        self._points[label] = QPointF(x, y) if placed else None

    def _place_labels(self) -> None:
        """Put each name on the side of its mark where it is on no other."""
        view, best, step = self._area(), self._points["optimum"], self._points["step"]
        # Mostly the step comes up to the optimum, whose name stands to the right above it.
        near = 0.02 * view.width()
        beside = best is not None and step is not None and step.x() < best.x() - near
        for name, left, above in (("start", True, True), ("optimum", False, True),
                                  ("step", beside, False)):  # fmt: skip
            point = self._points[name]
            self._labels[name].setVisible(point is not None)
            if point is not None:
                self._labels[name].place(point, view, left=left, above=above)

    def _note(self, shown: Shown) -> str:
        if shown.surface is None:
            return self.tr("The surface of this loss is computed by TensorFlow …")
        if shown.quadratic is not None and not shown.quadratic.unique:
            return self.tr("not unique: x does not vary, every point of the dashed line is best")
        return self._legend

    def _area(self) -> QRectF:
        rect = self._plot.getViewBox().viewRect()
        return QRectF(rect)

    def _align_bar(self) -> None:
        view = self._plot.getViewBox()
        top = round(view.sceneBoundingRect().top())
        self._bar.set_insets(top, self._plot.height() - round(view.sceneBoundingRect().bottom()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Set the start with the left button; tell what lies under the mouse."""
        if isinstance(event, QMouseEvent) and event.type() != QEvent.Type.MouseButtonDblClick:
            left = Qt.MouseButton.LeftButton
            pressed = event.type() == QEvent.Type.MouseButtonPress and event.button() == left
            if event.type() == QEvent.Type.MouseButtonRelease and event.button() == left:
                return self._let_go()
            if pressed or (event.type() == QEvent.Type.MouseMove and self._dragging):
                return self._pick(event.position())
            if event.type() == QEvent.Type.MouseMove:
                self._tell(event.position())
        if event.type() == QEvent.Type.Leave:
            self._overlay.set_texts("", "" if self.last is None else self._note(self.last))
        return False

    def _pick(self, position: QPointF) -> bool:
        view = self._plot.getViewBox()
        if not view.sceneBoundingRect().contains(position):
            return self._dragging
        self._dragging = True
        point = view.mapSceneToView(position)
        digits = 4
        self.start_picked.emit(float(f"{point.x():.{digits}g}"), float(f"{point.y():.{digits}g}"))
        return True

    def _let_go(self) -> bool:
        """Show the surface around the new start, once the mouse no longer holds it."""
        held, self._dragging = self._dragging, False
        if held:
            self.redraw_last()
        return held

    def _tell(self, position: QPointF) -> None:
        view = self._plot.getViewBox()
        if self._surface is None or self.last is None:
            return
        if not view.sceneBoundingRect().contains(position):
            self._overlay.set_texts("", self._note(self.last))
            return
        point = view.mapSceneToView(position)
        loss = loss_near(self._surface, self.last.quadratic, point)
        text = "{w} {x}   {b} {y}   {loss} {value}".format(
            w=self.last.config.problem.names[0], x=short(point.x(), 4),
            b=self.last.config.problem.names[1], y=short(point.y(), 4),
            loss=self.tr("loss"), value="?" if loss is None else short(loss, 4),
        )  # fmt: skip
        self._overlay.set_texts("", text)


def _centre(view: QRectF) -> tuple[float, float]:
    return view.center().x(), view.center().y()
