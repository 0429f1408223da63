"""The loss surface over (w, b) with the path of the descent."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from core.loss_surface import Bounds, LossSurface, bounds_around_optimum
from core.run_view import RunState
from gui.mark_label import MarkLabel
from gui.number_format import short
from gui.overlay import Overlay
from gui.panel import Panel
from gui.plotting import (
    cased_scatter,
    make_plot,
    mark_pen,
    set_axis_labels,
    style_plot,
    surface_colours,
)
from gui.run_overlays import SurfaceOverlays
from gui.shown import Shown
from gui.step_arrows import StepArrows
from gui.surface_geometry import (
    joined_lines,
    loss_near,
    picture_area,
    surface_area,
    valley_line,
)
from gui.surface_marks import ContourLabels, PrincipalAxes
from gui.surface_mouse import SurfaceMouse
from gui.surface_path import SurfacePath
from gui.theme import Colours
from gui.widgets.colour_bar import ColourBar

GRAB = 12.0
"""So many pixels around the shown point it can be grabbed."""

ZOOM_PAUSE_MS = 80
"""After the wheel has stood still for so long, what has come into view is computed."""

INNER = 0.35
"""Following, the shown point stays within this part of the view's size around its middle."""

FINEST = 1e-9
"""Narrower in relation to its place the view follows no more: the axes would lose their digits."""


class SurfacePanel(Panel):
    """Heat map of the loss with contour lines, path, start, optimum and the shown step."""

    start_picked = Signal(float, float)
    """The person clicked or dragged to new start values."""

    point_dragged = Signal(float, float)
    """The person dragged the shown point to other values."""

    view_wanted = Signal(object)
    """Another part of the surface is wanted: its bounds, or None for all that matters."""

    def __init__(self, parent: QWidget | None = None) -> None:
        body = QWidget()
        self._plot = make_plot()
        lookup = surface_colours()
        self._bar = ColourBar(lookup)
        layout = QHBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._plot, stretch=1)
        layout.addWidget(self._bar)
        super().__init__(body, "surfacePanel", parent)
        self._overlay = Overlay(self._plot)
        self._arrows = StepArrows(self._plot)
        self._legend = ""
        self._add_buttons()
        self._surface: LossSurface | None = None
        self._names: tuple[str, ...] = ()
        self._make_items(lookup)
        self._watch_mouse()
        self.restyle(self.colours)
        self.retranslate()

    def _add_buttons(self) -> None:
        self._axes_button, self._follow, self._around, self._fit_all = (
            QPushButton() for _ in range(4)
        )
        for button in (self._axes_button, self._follow):
            button.setCheckable(True)
            button.toggled.connect(self.redraw_last)
        self._around.clicked.connect(self.go_to_optimum)
        self._fit_all.clicked.connect(self.fit_all)
        for button in (self._axes_button, self._follow, self._around, self._fit_all):
            self.add_header_button(button)

    def _make_items(self, lookup: NDArray[np.uint8]) -> None:
        colours = self.colours
        self._image = pg.ImageItem()
        self._image.setLookupTable(lookup)
        self._image.setZValue(-1.0)
        self._contours = pg.PlotCurveItem(pen=mark_pen("#ffffff90"), connect="finite")
        self._valley = pg.PlotCurveItem(pen=mark_pen("#ffffff", 2, Qt.PenStyle.DashLine))
        self._path = SurfacePath()
        self._principal, self._contour_labels = PrincipalAxes(), ContourLabels(self._plot)
        self._start = cased_scatter(colours.start, "s", 12)
        self._optimum = cased_scatter(colours.optimum, "star", 17)
        self._point = cased_scatter(colours.path, "o", 12)
        self._end = cased_scatter("#e0202a", "x", 13)
        self._runs = SurfaceOverlays()
        self._labels = {name: MarkLabel() for name in ("start", "optimum", "step")}
        self._points: dict[str, QPointF | None] = {}
        for item in (
            self._image, self._contours, self._valley, *self._principal.items,
            self._runs.layer, *self._path.items,
            self._optimum, self._start, self._point, self._end, *self._labels.values(),
        ):  # fmt: skip
            self._plot.addItem(item, ignoreBounds=True)
        for label in self._labels.values():
            label.hide()
        self._bar.hide()

    def _watch_mouse(self) -> None:
        view = self._plot.getViewBox()
        # The left button is ours; the wheel zooms, the middle button moves the view.
        view.setMouseEnabled(x=True, y=True)
        view.sigResized.connect(self._align_bar)
        view.sigRangeChangedManually.connect(self._zoomed)
        self._zoom = QTimer(self)
        self._zoom.setSingleShot(True)
        self._zoom.setInterval(ZOOM_PAUSE_MS)
        self._zoom.timeout.connect(self._want_view)
        self._mouse = SurfaceMouse(self._plot, self._on_point)
        self._mouse.start_picked.connect(self.start_picked)
        self._mouse.point_dragged.connect(self.point_dragged)
        self._mouse.moved.connect(self._tell)
        self._mouse.released.connect(self.redraw_last)

    def restyle(self, colours: Colours) -> None:
        """Take over the colours and the font of the application."""
        # The grid belongs under curves, but here it would cross the picture.
        style_plot(self._plot, colours, grid=False)
        self._overlay.restyle(colours)
        self._arrows.restyle(colours)
        self._contour_labels.restyle(self._plot.font())
        font = self._plot.font()
        for label in self._labels.values():
            label.setFont(font)
        super().restyle(colours)

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self.set_title(self.tr("Loss surface"))
        for button, text, tip in (
            (self._axes_button, self.tr("axes"),
             self.tr("Directions of steepest (solid) and flattest (dashed) curvature; they are at "
                     "right angles where both axes have the same scale")),
            (self._follow, self.tr("follow"), self.tr("Keep the shown point in view")),
            (self._around, self.tr("around the optimum"),
             self.tr("Show the surroundings of the optimum, as near as the descent has come")),
            (self._fit_all, self.tr("fit all"),
             self.tr("Show start, optimum and the bowl between them")),
        ):  # fmt: skip
            button.setText(text)
            button.setAccessibleName(text)
            button.setToolTip(tip)
        self._plot.setToolTip(
            self.tr("Click or drag to set the start; drag the shown point to try other values; "
                    "the wheel zooms, the middle button moves the view")
        )  # fmt: skip
        self._labels["start"].set_name(self.tr("start"))
        self._labels["optimum"].set_name(self.tr("optimum"))
        super().retranslate()

    def redraw(self, shown: Shown) -> None:
        """Draw surface, path and marks."""
        self._name_axes(shown.config.problem.names)
        # New bounds under the mouse would carry the start away from it.
        if shown.surface is not self._surface and not self._mouse.dragging:
            self._draw_surface(shown.surface)
        self._draw_optimum(shown)
        self._mark(self._start, "start", shown.config.problem.start)
        self._runs.draw(shown, self._plot.getViewBox())
        self._path.draw(shown, self._plot.getViewBox())
        self._draw_point(shown)
        self._draw_axes(shown)
        self._place_labels()
        # The arrows belong to the step, not to what is tried by hand, nor to a point out of sight.
        seen = shown.hand is None and self._area().contains(QPointF(*shown.point[:2]))
        worked = shown.worked if seen else None
        row = shown.row
        full = tuple(row.full_gradient) if row is not None and row.layout.batched else None
        self._legend = self._arrows.draw(worked, self._area(), full)
        self._overlay.set_texts("", self._note(shown))
        self._keep_in_view(shown)

    def _name_axes(self, names: tuple[str, ...]) -> None:
        # A label lays the whole plot out anew, even if it says the same.
        if names != self._names:
            self._names = names
            set_axis_labels(self._plot, names[0], names[1])

    def fit_all(self) -> None:
        """Show start, optimum and what lies between."""
        self._follow.setChecked(False)
        self.view_wanted.emit(None)
        self._show_whole()

    def go_to_optimum(self) -> None:
        """Show the surroundings of the optimum, as near as the shown point has come."""
        self._follow.setChecked(False)
        if self.last is not None:
            self.view_wanted.emit(bounds_around_optimum(self.last.config.problem, self.last.point))

    def _show_whole(self) -> None:
        if self._surface is not None:
            self._zoom.stop()
            area = surface_area(self._surface)
            self._plot.setRange(area, padding=0.0, disableAutoRange=True)
            self.redraw_last()

    def _zoomed(self) -> None:
        self._zoom.start()
        self.redraw_last()

    def _want_view(self) -> None:
        area = self._area()
        self.view_wanted.emit(_bounds(area))

    def _keep_in_view(self, shown: Shown) -> None:
        """Move the view along with the shown point, where that is wanted."""
        area, surface = self._area(), self._surface
        if not self._follow.isChecked() or self._mouse.dragging or surface is None:
            return
        point = QPointF(*shown.point[:2])
        off = point - area.center()
        far = abs(off.x()) > INNER * area.width() or abs(off.y()) > INNER * area.height()
        fine = min(area.width() - FINEST * abs(point.x()), area.height() - FINEST * abs(point.y()))
        # A surface that is on its way is not asked for again; a NaN is nowhere.
        if far and fine > 0.0 and surface_area(surface) == area:
            area.moveCenter(point)
            self._plot.setRange(area, padding=0.0, disableAutoRange=True)
            self.view_wanted.emit(_bounds(area))

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
        levels = surface.levels()
        lines = surface.contours(list(levels))
        joined = joined_lines(lines)
        self._contours.setData(joined[:, 0], joined[:, 1], connect="finite")
        self._bar.set_range(low, high)
        # Who is still turning the wheel is not thrown back.
        if moved and not self._zoom.isActive():
            self._show_whole()
        self._contour_labels.draw(levels, lines, self._area())

    def _draw_optimum(self, shown: Shown) -> None:
        exact = shown.quadratic
        self._mark(self._optimum, "optimum", None if exact is None else exact.optimum)
        x, y = valley_line(exact, self._area())
        self._valley.setData(x, y)

    def _draw_point(self, shown: Shown) -> None:
        row, by_hand = shown.row, shown.hand is not None
        moved = by_hand or (row is not None and row.step > 0)
        over = shown.state is RunState.DIVERGED and shown.step is None and not by_hand
        self._mark(self._point, "step", shown.point if moved else None)
        x, y = self._point.data()
        if over or len(self._end.data()[0]):
            self._end.setData(x if over else [], y if over else [])
        if by_hand:
            self._labels["step"].set_name(self.tr("by hand"))
        elif row is not None:
            text = self.tr("diverged, step {step}") if over else self.tr("step {step}")
            self._labels["step"].set_name(text.format(step=row.step))

    def _draw_axes(self, shown: Shown) -> None:
        curved = shown.curved if self._axes_button.isChecked() else None
        exact = shown.quadratic
        centre = shown.point[:2] if exact is None or exact.optimum is None else exact.optimum
        self._principal.draw(curved, (centre[0], centre[1]), self._area())

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
        data = shown.config.problem.dataset
        if shown.surface.rows is not None and data is not None:
            text = self.tr("surface of {rows} of {count} rows, taken evenly")
            return text.format(rows=shown.surface.rows, count=len(data))
        return self._legend

    def _area(self) -> QRectF:
        rect = self._plot.getViewBox().viewRect()
        return QRectF(rect)

    def _align_bar(self) -> None:
        view = self._plot.getViewBox()
        top = round(view.sceneBoundingRect().top())
        self._bar.set_insets(top, self._plot.height() - round(view.sceneBoundingRect().bottom()))

    def _on_point(self, position: QPointF) -> bool:
        """Whether a place is on the shown point, unless that is the start."""
        point = self._points.get("step")
        if point is None:
            return False
        apart = self._plot.getViewBox().mapViewToScene(point) - position
        return math.hypot(apart.x(), apart.y()) <= GRAB

    def _tell(self, point: QPointF | None) -> None:
        """Tell what lies under the mouse."""
        if self._surface is None or self.last is None:
            return
        if point is None:
            self._overlay.set_texts("", self._note(self.last))
            return
        loss = loss_near(self._surface, self.last.quadratic, point)
        text = "{w} {x}   {b} {y}   {loss} {value}".format(
            w=self.last.config.problem.names[0], x=short(point.x(), 4),
            b=self.last.config.problem.names[1], y=short(point.y(), 4),
            loss=self.tr("loss"), value="?" if loss is None else short(loss, 4),
        )  # fmt: skip
        self._overlay.set_texts("", text)


def _bounds(area: QRectF) -> Bounds:
    return (area.left(), area.right()), (area.top(), area.bottom())
