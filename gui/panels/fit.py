"""The data with the line of the shown step."""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from core.dataset import Dataset
from core.problem import Problem
from gui.number_format import short
from gui.overlay import Overlay
from gui.panel import Panel
from gui.plotting import clip_path, make_plot, mark_pen, set_axis_labels, style_plot
from gui.point_bar import PointBar
from gui.point_tool import PointTool
from gui.run_overlays import FitOverlays
from gui.scaled_axis import OriginalAxis, scaled_name
from gui.shown import Shown
from gui.theme import Colours
from gui.widgets.naming import unfocused_button

MOST_POINTS = 5000
"""More rows than this are drawn as a sample that says so, and cannot be edited."""

FEW_POINTS = 50
"""Up to so many rows the marks are large."""

GROWTH = 1.0
"""How far the view follows the line up and down, in heights of the view at the start."""

FAR = 4.0
"""The first view holds the line at the start up to so many heights of the data away."""

STEEP = 0.03
"""A line that crosses the whole height within this part of the width is too steep to show."""


class FitPanel(Panel):
    """Data, the line at the shown step, at the start, at the optimum, and of the last run.

    Attributes
    ----------
    tool : PointTool
        What the mouse does to the points, while editing is switched on.
    bar : PointBar
        What can be done to them, below the plot.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        self._original = OriginalAxis()
        self._plot = make_plot(top=self._original)
        self.bar = PointBar()
        self.bar.hide()
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._plot, stretch=1)
        # Not over the plot: there it would lie on points that are to be grabbed.
        layout.addWidget(self.bar)
        super().__init__(body, "fitPanel", parent)
        self._overlay = Overlay(self._plot)
        self._residuals = QPushButton()
        self._residuals.setCheckable(True)
        self._residuals.toggled.connect(self.redraw_last)
        self._add_editing()
        self.add_header_button(self._residuals)
        self._ghost, self._start, self._optimum, self._line, self._misses = (
            pg.PlotCurveItem() for _ in range(5)
        )
        self._marks = pg.ScatterPlotItem(symbol="+", size=9)
        self._ring = pg.ScatterPlotItem(symbol="o", size=18, brush=None)
        self._runs = FitOverlays()
        for item in (
            self._ghost, self._start, self._optimum, self._runs.layer, self._misses,
            self._marks, self._line, self._ring,
        ):  # fmt: skip
            self._plot.addItem(item, ignoreBounds=True)
        # The view follows the line; the person's own would have no way back.
        self._plot.setMouseEnabled(x=False, y=False)
        self._problem: Problem | None = None
        self._view: QRectF | None = None
        self._view_of: tuple[object, ...] = ()
        self._held: QRectF | None = None
        self._names: tuple[str, str] = ("", "")
        self._lines: dict[pg.PlotCurveItem, tuple[object, ...]] = {}
        self.restyle(self.colours)
        self.retranslate()

    def _add_editing(self) -> None:
        self.tool = PointTool(self._plot)
        self._edit = unfocused_button("editPointsButton", checkable=True)
        self.add_header_button(self._edit)
        self._edit.toggled.connect(self._switch_editing)
        self.tool.hovered.connect(self._draw_ring)
        self.tool.grabbed.connect(self._hold_view)
        self.tool.released.connect(self._let_view_go)

    def restyle(self, colours: Colours) -> None:
        """Take over the colours and the font of the application."""
        style_plot(self._plot, colours)
        self._overlay.restyle(colours)
        self._marks.setBrush(colours.data)
        self._marks.setPen(None)
        self._line.setPen(mark_pen(colours.line, 3))
        self._start.setPen(mark_pen(colours.start, 1.5, Qt.PenStyle.DashLine))
        self._optimum.setPen(mark_pen(colours.optimum, 1.5, Qt.PenStyle.DashLine))
        self._ghost.setPen(mark_pen(colours.ghost, 2))
        self._misses.setPen(mark_pen(colours.plot_text, 1, Qt.PenStyle.DotLine))
        self._ring.setPen(mark_pen(colours.plot_text, 1.5))
        super().restyle(colours)

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self.set_title(self.tr("Data and line"))
        self._residuals.setText(self.tr("residuals"))
        self._residuals.setAccessibleName(self.tr("residuals"))
        self._residuals.setToolTip(self.tr("Show the distance of each point from the line"))
        # Short: at the largest text the header must not widen the window.
        self._edit.setText(self.tr("edit"))
        self._edit.setAccessibleName(self.tr("edit points"))
        self._name_editing()
        self.bar.retranslate()
        super().retranslate()

    def redraw(self, shown: Shown) -> None:
        """Draw the data and all lines."""
        data = shown.config.problem.dataset
        if data is None or shown.config.problem.fit is None:
            self._edit.setChecked(False)
            self._edit.setEnabled(False)
            return
        if shown.config.problem is not self._problem:
            self._draw_data(shown, data)
        self._follow(shown)
        self._draw_line(self._line, shown, shown.point)
        self._draw_line(self._start, shown, shown.config.problem.start)
        optimum = None if shown.quadratic is None else shown.quadratic.optimum
        self._draw_line(self._optimum, shown, optimum)
        self._draw_line(self._ghost, shown, _ghost_point(shown))
        self._runs.draw(shown, lambda point: self._ends(shown, point))
        self._draw_residuals(shown, data)
        notes = (_original_equation(shown), self._note(shown, len(data)))
        self._overlay.set_texts(_equation(shown), "   ".join(filter(None, notes)))

    def _draw_data(self, shown: Shown, data: Dataset) -> None:
        self._problem = shown.config.problem
        sample = slice(None, None, -(-len(data) // MOST_POINTS))
        self._marks.setData(data.x[sample], data.y[sample])
        self._marks.setSize(13 if len(data) <= FEW_POINTS else 9)
        # Where many lie on one place, it shows.
        self._marks.setOpacity(1.0 if len(data) <= 200 else 0.5)
        names = scaled_name(data.x_name, data.scaling), data.y_name
        # Laying out the axes takes time, and a dragged point comes at every picture.
        if names != self._names:
            self._names = names
            set_axis_labels(self._plot, *names)
        self._original.set_scaling(data.scaling)
        self._original.setLabel(data.x_name, **self._original.labelStyle)
        self._plot.showAxis("top", data.source is not None)
        self._view = None
        self._allow_editing(len(data) <= MOST_POINTS)
        self.tool.set_data(data)
        self.bar.show_count(len(data))
        self._draw_ring()

    def _follow(self, shown: Shown) -> None:
        """Let the view hold data and line; in a run it only grows, up to `GROWTH` either way.

        While a point is dragged it stays: what moves under the mouse cannot be placed.
        """
        if self._held is not None:
            self._set_view(_scaled_view(self._held, shown.config.problem.dataset))
            return
        base = _view_at_start(shown)
        of = (shown.config.problem, shown.run and shown.run.id)
        old = self._view if self._view is not None and of == self._view_of else base
        line = _values(shown, shown.point, np.array([base.left(), base.right()]))
        room = GROWTH * base.height()
        low, high = old.top(), old.bottom()
        for value in line[np.isfinite(line)]:
            low = min(low, max(float(value), base.top() - room))
            high = max(high, min(float(value), base.bottom() + room))
        view = QRectF(base.left(), low, base.width(), high - low)
        self._set_view(view)
        self._view_of = of

    def _set_view(self, view: QRectF) -> None:
        # Only a changed range is set: it lays the axes out anew.
        if view != self._view:
            self._plot.setRange(view, padding=0.02, disableAutoRange=True)
        self._view = view

    def _draw_line(
        self, item: pg.PlotCurveItem, shown: Shown, point: tuple[float, ...] | None
    ) -> None:
        if self._lines.get(item) == (point, self._view, self._problem):
            return
        self._lines[item] = (point, QRectF(self._view or QRectF()), self._problem)
        if point is None or self._view is None:
            item.setData([], [])
            return
        x, y = self._ends(shown, point)
        item.setData(x, y, connect="finite")

    def _ends(
        self, shown: Shown, point: tuple[float, ...]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return where the line of some parameters crosses the view."""
        view = self._view or QRectF()
        ends = np.array([view.left(), view.right()])
        return clip_path(ends, _values(shown, point, ends), view)

    def _draw_residuals(self, shown: Shown, data: Dataset) -> None:
        if not self._residuals.isChecked() or self._view is None:
            self._misses.setData([], [])
            return
        sample = slice(None, None, -(-len(data) // MOST_POINTS))
        x = np.repeat(data.x[sample], 2)
        y = np.repeat(data.y[sample], 2)
        reach = 3.0 * self._view.height()
        line = _values(shown, shown.point, data.x[sample])
        y[1::2] = np.clip(
            np.nan_to_num(line), self._view.top() - reach, self._view.bottom() + reach
        )
        self._misses.setData(x, y, connect="pairs")

    def _note(self, shown: Shown, count: int) -> str:
        if self._view is None:
            return ""
        ends = np.array([self._view.left(), self._view.right()])
        low, high = sorted(_values(shown, shown.point, ends))
        if not (math.isfinite(low) and math.isfinite(high)):
            return self.tr("the line is not finite")
        if high < self._view.top():
            return self.tr("▼ the line is below")
        if low > self._view.bottom():
            return self.tr("▲ the line is above")
        if high - low > self._view.height() / STEEP:
            return self.tr("the line is too steep to show")
        if count > MOST_POINTS:
            stride = -(-count // MOST_POINTS)
            return self.tr("every {stride}th of {count} points is drawn").format(
                stride=stride, count=count
            )
        return ""

    # Editing.

    def _allow_editing(self, allowed: bool) -> None:
        if allowed == self._edit.isEnabled():
            return
        self._edit.setEnabled(allowed)
        if not allowed:
            self._edit.setChecked(False)
        self._name_editing()

    def _name_editing(self) -> None:
        tip = self.tr("Add, move and delete points with the mouse")
        if not self._edit.isEnabled():
            tip = self.tr("Up to {count} points can be edited by hand: more are not all drawn")
            tip = tip.format(count=MOST_POINTS)
        self._edit.setToolTip(tip)

    def _switch_editing(self, on: bool) -> None:
        self.tool.set_on(on)
        self.bar.setVisible(on)

    def _draw_ring(self) -> None:
        """Draw a ring around the point that the mouse is on."""
        data, row = None if self._problem is None else self._problem.dataset, self.tool.under
        if data is None or row is None:
            self._ring.setData([], [])
        else:
            self._ring.setData([data.x[row]], [data.y[row]])

    def _hold_view(self) -> None:
        """Keep the view, in the units of the data as they came: scaled x shifts with each move."""
        data = None if self._problem is None else self._problem.dataset
        if data is not None and self._view is not None:
            view, undone = self._view, data.scaling.undone
            self._held = QRectF(view)
            self._held.setLeft(undone(view.left()))
            self._held.setRight(undone(view.right()))

    def _let_view_go(self) -> None:
        self._held = self._view = None
        self.redraw_last()


def _scaled_view(held: QRectF, data: Dataset | None) -> QRectF:
    """Return an area in the units of the data as they came in the coordinates of x."""
    if data is None:
        return held
    left, right = data.scaling.apply(np.array([held.left(), held.right()]))
    return QRectF(left, held.top(), right - left, held.height())


def _values(shown: Shown, point: tuple[float, ...], x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the prediction of the model at x."""
    fit = shown.config.problem.fit
    assert fit is not None
    with np.errstate(all="ignore"):
        return np.asarray(fit.model.predict(point, x))


def _view_at_start(shown: Shown) -> QRectF:
    """Return the area that holds the data and the line at the start."""
    data = shown.config.problem.dataset
    assert data is not None
    left, right, least, greatest = data.bounds
    margin = 0.1 * (right - left) or 0.5 * abs(left) or 1.0
    ends = np.array([left - margin, right + margin])
    line = _values(shown, shown.config.problem.start, ends)
    low, high = least, greatest
    # A start far away must not press the data flat.
    room = FAR * ((high - low) or abs(low) or 1.0)
    for value in line[np.isfinite(line)]:
        low = min(low, max(float(value), least - room))
        high = max(high, min(float(value), greatest + room))
    height = (high - low) or abs(low) or 1.0
    return QRectF(ends[0], low - 0.05 * height, ends[1] - ends[0], 1.1 * height)


def _ghost_point(shown: Shown) -> tuple[float, ...] | None:
    ghost, data = shown.ghost, shown.config.problem.dataset
    before = None if ghost is None else ghost.config.problem.dataset
    if ghost is None or before is None or data is None:
        return None
    # Edited by hand, the data are others, but the line means the same.
    edited = (data.by_hand or before.by_hand) and before.scaling == data.scaling
    if before is not data and not edited:
        return None
    history = ghost.history
    return tuple(history.row(history.index_of(ghost.last_finite)).parameters)


def _equation(shown: Shown) -> str:
    data = shown.config.problem.dataset
    scaled = data is not None and data.source is not None
    return _line_text(shown.point, "x′" if scaled else "x")


def _original_equation(shown: Shown) -> str:
    """Return the line in the units of the data as they came, where x is scaled."""
    problem = shown.config.problem
    if problem.dataset is None or problem.dataset.source is None:
        return ""
    line = _line_text(problem.original_parameters(shown.point), "x", 6)
    return QCoreApplication.translate("FitPanel", "original units: {line}").format(line=line)


def _line_text(point: tuple[float, ...], x: str, digits: int = 4) -> str:
    w, b = point
    sign = "−" if b < 0 else "+"
    return f"ŷ = {short(w, digits)} {x} {sign} {short(abs(b), digits)}"
