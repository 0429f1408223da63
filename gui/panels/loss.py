"""The loss against the step."""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from core.columns import Role
from core.history import HistoryView
from core.run_view import RunView
from gui.curve import Envelope
from gui.overlay import Overlay
from gui.panel import Panel
from gui.plotting import (
    NumberAxis,
    finite_range,
    log10_or_nan,
    make_plot,
    mark_pen,
    pressed_place,
    set_axis_labels,
    set_logarithmic,
    style_plot,
)
from gui.rate_curve import RateCurve
from gui.run_overlays import LossOverlays, legend
from gui.shown import Shown
from gui.theme import Colours

FIRST_STEPS = 20
"""The axis of steps is at least this long, and at first no longer."""

FLOAT32_MAX = float(np.finfo(np.float32).max)
NEAR_FLOAT32_MAX = 1e-10
"""The end of float32 is drawn once the loss is above this part of it."""

NOTE_ROOM = 0.22
"""Part of the height that is kept free above the end of float32 for its name."""

MOST_COVERED = 0.6
"""Notes keep so much of the height free above the curves at most."""

SMOOTH = 1000
"""Points up to which the curve has smooth edges: with more they cost too much at every frame."""

FAINT = "80"
"""Opacity of the loss of mini-batches."""

LARGEST_PLAIN = 1e20
"""Beyond it a plain axis fails; the log axis shows more."""

Array = NDArray[np.float64]


class LossPanel(Panel):
    """Loss curve of the run, with a mark at the shown step and the last run in grey."""

    step_picked = Signal(int)
    """The person clicked on a step."""

    def __init__(self, parent: QWidget | None = None) -> None:
        right = NumberAxis("right")
        self._plot = make_plot(log_y=True, right=right)
        super().__init__(self._plot, "lossPanel", parent)
        self._overlay = Overlay(self._plot)
        self._log_y, self._log_x = QPushButton(), QPushButton()
        for button, checked in ((self._log_y, True), (self._log_x, False)):
            button.setCheckable(True)
            button.setChecked(checked)
            button.toggled.connect(self._axes_changed)
            self.add_header_button(button)
        self._ghost, self._curve = pg.PlotCurveItem(), pg.PlotCurveItem()
        self._batch = pg.PlotCurveItem()
        self._rates = RateCurve(self._plot, right)
        self._runs = LossOverlays()
        self._end = pg.InfiniteLine(angle=0)
        self._end_text = pg.TextItem(anchor=(0.5, 0.0))
        self._mark = pg.ScatterPlotItem(size=11)
        self._lone = pg.ScatterPlotItem(size=6, pen=None)
        for item in (
            self._ghost,
            self._runs.layer,
            self._batch,
            self._curve,
            self._lone,
            self._end,
            self._end_text,
            self._mark,
        ):
            self._plot.addItem(item, ignoreBounds=True)
        self._show_float32_end(False)
        # The range follows the run; the person's own would have no way back.
        self._plot.setMouseEnabled(x=False, y=False)
        self._envelopes = (Envelope(), Envelope(), Envelope(Role.BATCH_LOSS))
        self._drawn: tuple[object, ...] = ()
        self._range: tuple[float, ...] = ()
        self._last = float(FIRST_STEPS)
        self._plot.viewport().installEventFilter(self)
        self.restyle(self.colours)
        self.retranslate()

    def restyle(self, colours: Colours) -> None:
        """Take over the colours and the font of the application."""
        style_plot(self._plot, colours)
        self._overlay.restyle(colours)
        self._rates.restyle(colours)
        self._curve.setPen(mark_pen(colours.loss, 2))
        self._batch.setPen(mark_pen(colours.loss + FAINT))
        self._lone.setBrush(colours.loss)
        self._ghost.setPen(mark_pen(colours.ghost, 1.5))
        self._end.setPen(mark_pen(colours.line_text, 1, Qt.PenStyle.DashLine))
        self._end_text.setColor(colours.line_text)
        self._end_text.setFont(self._plot.font())
        self._mark.setBrush(colours.path)
        self._mark.setPen(mark_pen(colours.plot_text))
        super().restyle(colours)

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self.set_title(self.tr("Loss curve"))
        for button, text, tip in (
            (self._log_y, self.tr("log y"), self.tr("Loss on a logarithmic axis")),
            (self._log_x, self.tr("log x"), self.tr("Steps on a logarithmic axis")),
        ):
            button.setText(text)
            button.setAccessibleName(text)
            button.setToolTip(tip)
        self._plot.setToolTip(self.tr("Click to show a step"))
        self._end_text.setText(self.tr("float32 ends here"))
        set_axis_labels(self._plot, self.tr("step"), self.tr("loss"))
        self._rates.retranslate()
        # The note is written together with the curve.
        self._drawn = ()
        super().retranslate()

    def redraw(self, shown: Shown) -> None:
        """Draw both curves, the mark and the notes."""
        run = shown.run
        if run is None:
            self._curve.setData([], [])
            self._mark.setData([], [])
            self._ghost.setData([], [])
            self._lone.setData([], [])
            self._batch.setData([], [])
            self._rates.draw(None, 0.0, self._x)
            self._show_float32_end(False)
            self._drawn = ()
            self._set_range(0.0, self._x(np.array([FIRST_STEPS]))[0], -1.0, 1.0)
            self._overlay.set_texts("", "")
            return
        overlays = tuple((kept.name, kept.colour, kept.view.id) for kept, _ in shown.overlays)
        state = (run.id, len(run.history), shown.ghost and shown.ghost.id, run.stop, run.limit,
                 overlays)  # fmt: skip
        if state != self._drawn:
            self._drawn = state
            words = (
                legend(shown.overlays, self.colours.plot_text),
                self._batch_words(run),
                self._note(run),
            )
            note = "<br>".join(filter(None, words))
            self._overlay.set_texts("", note)
            self._draw_curves(run, shown.ghost)
        self._runs.draw(shown, self._x, self._y)
        self._draw_mark(shown)

    def _axes_changed(self) -> None:
        set_logarithmic(self._plot, "left", self._log_y.isChecked())
        set_logarithmic(self._plot, "bottom", self._log_x.isChecked())
        self._drawn, self._range = (), ()
        self._runs.forget_drawn()
        self.redraw_last()

    def _draw_curves(self, run: RunView, ghost: RunView | None) -> None:
        steps, losses = self._envelopes[0].points(run.history)
        x, y = self._x(steps), self._y(losses)
        old_y = np.empty(0)
        if ghost is not None:
            old_steps, old = self._envelopes[1].points(ghost.history)
            old_y = self._y(old)
            self._ghost.setData(self._x(old_steps), old_y, connect="finite")
        else:
            self._ghost.setData([], [])
        self._fit_range(run, y, old_y)
        # Qt draws lines wider than a pixel, and smooth ones, many times as slowly.
        short = len(x) <= SMOOTH
        self._curve.setPen(mark_pen(self.colours.loss, 2 if short else 1))
        self._curve.setData(x, y, connect="finite", antialias=short)
        lone = _lone(y)
        self._lone.setData(x[lone], y[lone])
        self._draw_float32_end(run, losses)
        self._draw_batch_loss(run)
        self._rates.draw(run, self._last, self._x)

    def _draw_batch_loss(self, run: RunView) -> None:
        """Draw the loss that each update saw, thin beneath that of all rows."""
        if not run.history.layout.batched:
            self._batch.setData([], [])
            return
        steps, losses = self._envelopes[2].points(run.history)
        self._batch.setData(self._x(steps), self._y(losses), connect="finite")

    def _batch_words(self, run: RunView) -> str:
        if not run.history.layout.batched:
            return ""
        return self.tr("bold: all rows, thin: mini-batch")

    def _fit_range(self, run: RunView, y: Array, old_y: Array) -> None:
        last = run.history.last_step
        right = max(min(run.limit, FIRST_STEPS), last, 1)
        if right > FIRST_STEPS:
            # In few jumps rather than with every step.
            right = min(math.ceil(last * 1.25), max(run.limit, last))
        self._last = float(right)
        low, high = self._heights(y, old_y)
        margin = max(0.08 * (high - low), 0.15 if self._log_y.isChecked() else 1e-9 + abs(high) / 9)
        covered = min(self._overlay.covered(), MOST_COVERED)
        high += covered / (1.0 - covered) * (high - low + 2 * margin)
        left = 0.0 if self._log_x.isChecked() else -0.03 * right
        end = self._x(np.array([float(right)]))[0]
        self._set_range(left, end + 0.02 * abs(end - left), low - margin, high + margin)

    def _heights(self, y: Array, old_y: Array) -> tuple[float, float]:
        """Return the range of the curve; the last run in grey may widen it to twice its height."""
        robust = not self._log_y.isChecked()
        low, high = finite_range(y, robust=robust) or (-1.0, 1.0)
        old = finite_range(old_y, robust=robust)
        if old is None:
            return low, high
        room = (high - low) / 2 or 1.0
        return min(low, max(old[0], low - room)), max(high, min(old[1], high + room))

    def _set_range(self, left: float, right: float, low: float, high: float) -> None:
        # Only a changed range is set: it lays the axes out anew.
        wanted = (left, right, low, high)
        if wanted != self._range:
            self._range = wanted
            self._plot.setRange(
                xRange=(left, right), yRange=(low, high), padding=0.0, disableAutoRange=True
            )

    def _draw_float32_end(self, run: RunView, losses: Array) -> None:
        finite = losses[np.isfinite(losses)]
        near = len(finite) > 0 and float(finite.max()) > NEAR_FLOAT32_MAX * FLOAT32_MAX
        seen = near and run.config.dtype == "float32" and self._log_y.isChecked()
        self._show_float32_end(seen)
        if seen:
            y = math.log10(FLOAT32_MAX)
            left, right, low, _ = self._range
            height = self._range[3] - low
            self._set_range(left, right, low, max(self._range[3], y + NOTE_ROOM * height))
            self._end.setValue(y)
            self._end_text.setPos((left + right) / 2, y)

    def _show_float32_end(self, seen: bool) -> None:
        self._end.setVisible(seen)
        self._end_text.setVisible(seen)

    def _draw_mark(self, shown: Shown) -> None:
        row = shown.row
        assert row is not None
        x = self._x(np.array([float(row.step)]))
        y = self._y(np.array([row.loss]))
        placed = np.isfinite(x) & np.isfinite(y)
        self._mark.setData(x[placed], y[placed])

    def _note(self, run: RunView) -> str:
        """Say where the curve stops and why."""
        history = run.history
        last = history.row(-1)
        if not math.isfinite(last.loss):
            text = self.tr("the loss is not finite from step {step} on")
            first = _last_stretch(~np.isfinite(history.values(Role.LOSS)))
            return text.format(step=history.row(first).step)
        if last.loss <= 0.0 and self._log_y.isChecked():
            text = self.tr("loss 0 from step {step} on: it has no place on a logarithmic axis")
            first = _last_stretch(history.values(Role.LOSS) <= 0.0)
            return text.format(step=history.row(first).step)
        if not self._log_y.isChecked() and last.loss > LARGEST_PLAIN:
            return self.tr("the loss leaves this axis; log y shows it")
        return ""

    def _x(self, steps: Array) -> Array:
        return log10_or_nan(steps) if self._log_x.isChecked() else steps.astype(np.float64)

    def _y(self, losses: Array) -> Array:
        if self._log_y.isChecked():
            return log10_or_nan(losses)
        placed = np.isfinite(losses) & (np.abs(losses) <= LARGEST_PLAIN)
        return np.where(placed, losses, np.nan)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the step that is clicked on."""
        place, shown = pressed_place(self._plot, event), self.last
        if place is None or shown is None or shown.run is None:
            return False
        step = 10.0 ** place.x() if self._log_x.isChecked() else place.x()
        self.step_picked.emit(_nearest_step(shown.run.history, step))
        return True


def _last_stretch(holds: NDArray[np.bool_]) -> int:
    """Return from which index on a condition holds to the end."""
    broken = np.flatnonzero(~holds)
    return int(broken[-1]) + 1 if len(broken) else 0


def _lone(y: Array) -> NDArray[np.bool_]:
    """Return which points no line reaches: those between gaps."""
    placed = np.concatenate([[False], np.isfinite(y), [False]])
    return np.asarray(placed[1:-1] & ~placed[:-2] & ~placed[2:])


def _nearest_step(history: HistoryView, step: float) -> int:
    """Return the recorded step nearest to a number: of a long run, only some are kept."""
    index = history.index_of(math.floor(min(max(step, 0.0), history.last_step)))
    around = [history.row(i).step for i in (index, index + 1) if i < len(history)]
    return min(around, key=lambda kept: abs(kept - step))
