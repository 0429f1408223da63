"""How the error of a numerical gradient depends on its step size."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.full_check import MOST_ROWS, ErrorCurve
from core.gradient_check import ElementCheck
from core.verdict import CheckCode
from gui.check_view import CheckView
from gui.check_words import partial, waiting_words
from gui.error_plot import ErrorPlot
from gui.plot_ranges import Array
from gui.plotting import mark_pen
from gui.shown import Shown
from gui.theme import Colours
from gui.widgets.choice_buttons import ChoiceButtons
from gui.widgets.elided_label import ElidedLabel


class ErrorChart(CheckView):
    """|numerical − tape| against the step size h, for the loss in float32 and in float64."""

    def __init__(self, parent: QWidget | None = None) -> None:
        body = QWidget()
        super().__init__("errorChart", body, parent)
        self._plot = ErrorPlot("errorPlot", 2, log_x=True)
        self._allowed = pg.InfiniteLine(angle=0)
        self._names = [pg.TextItem(text) for text in ("float32", "float64")]
        self._allowed_name = pg.TextItem()
        for item in (self._allowed, *self._names, self._allowed_name):
            self._plot.widget.addItem(item, ignoreBounds=True)
        self._buttons = ChoiceButtons("errorParameter")
        self._buttons.chosen.connect(self._redraw_last)
        self._note = ElidedLabel()
        bottom = QHBoxLayout()
        bottom.setSpacing(6)
        bottom.addWidget(self._buttons)
        bottom.addWidget(self._note, stretch=1)
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self._plot.widget, stretch=1)
        layout.addLayout(bottom)
        self._last: Shown | None = None
        self._drawn: tuple[object, ...] = ()
        self.restyle(self.colours)
        self.retranslate()

    def title(self) -> str:
        """Return the view's name in the current language."""
        return self.tr("Error and step")

    def restyle(self, colours: Colours) -> None:
        """Take over the colours and the font of the application."""
        super().restyle(colours)
        self._plot.restyle(colours)
        self._allowed.setPen(mark_pen(colours.optimum, 1.5, Qt.PenStyle.DashLine))
        names = (*self._names, self._allowed_name)
        texts = (colours.line_text, colours.info_text, colours.ok_text)
        for item, colour in zip(names, texts, strict=True):
            item.setColor(colour)
            item.setFont(self._plot.widget.font())
        self._drawn = ()

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        super().retranslate()
        self._allowed_name.setText(self.tr("allowed"))
        self._plot.set_labels(
            self.tr("step size h"),
            self.tr("|difference|"),
            self.tr(
                "|numerical − tape| for each step size h; the mark is the step that was chosen.\n"
                "To the left rounding grows, as 1/h; to the right truncation grows, as h².\n"
                "A squared loss has no truncation: there is no right branch.\n"
                "An error of exactly 0 is drawn at the bottom."
            ),
        )
        self._drawn = ()

    def redraw(self, shown: Shown) -> None:
        """Draw both curves, the chosen step and the error allowed."""
        self._last = shown
        full, curve = shown.full, shown.curve
        if full is None or curve is None:
            self._drawn = ()
            self.say(self._why_none(shown))
            return
        self.say("")
        self._offer(shown.config.problem.names)
        state = (full, curve, self._buttons.current())
        if state != self._drawn:
            self._drawn = state
            self._draw(full.at.elements[state[2]], curve, state[2])

    def _why_none(self, shown: Shown) -> str:
        dataset = shown.config.problem.dataset
        if shown.full is None or dataset is None or len(dataset) <= MOST_ROWS:
            return waiting_words()
        text = self.tr("Not drawn for more than {count} rows of data: it would take too long.")
        return text.format(count=MOST_ROWS)

    def _offer(self, names: tuple[str, ...]) -> None:
        self._buttons.set_names(names)
        if not self._drawn:
            text = self.tr("Show the errors of {name}")
            self._buttons.set_help([text.format(name=partial(name)) for name in names])

    def _redraw_last(self) -> None:
        if self._last is not None:
            self.redraw(self._last)

    def _draw(self, element: ElementCheck, curve: ErrorCurve, index: int) -> None:
        errors = (curve.float32[index], curve.float64[index])
        steps, chosen = np.log10(curve.steps[index]), _log10(element.step)
        others = np.array([element.tolerance, abs(element.difference)])
        ends = np.append(steps, [chosen] if np.isfinite(chosen) else [])
        self._plot.fit(float(ends.min()), float(ends.max()), [*errors, others])
        # The dashes tell the curves apart without their colours.
        styles = (Qt.PenStyle.DotLine, Qt.PenStyle.SolidLine)
        for i, colour in enumerate((self.colours.line, self.colours.loss)):
            placed = self._plot.place(errors[i])
            self._plot.set_curve(i, steps, placed, colour, styles[i])
            self._name(i, steps, placed)
        self._draw_allowed(element.tolerance, float(ends.max()))
        self._plot.set_mark(chosen, abs(element.difference))
        self._note.set_text(self._words(element, np.concatenate(errors)))

    def _name(self, index: int, steps: Array, placed: Array) -> None:
        """Put a curve's name above its left end."""
        known = np.flatnonzero(np.isfinite(placed))
        self._names[index].setVisible(len(known) > 0)
        if len(known):
            x, y = float(steps[known[-1]]), float(placed[known[-1]])
            self._plot.stand(self._names[index], x, y, 0.0)

    def _draw_allowed(self, tolerance: float, right: float) -> None:
        at = self._plot.height_of(tolerance)
        for item in (self._allowed, self._allowed_name):
            item.setVisible(bool(np.isfinite(at)))
        if np.isfinite(at):
            self._allowed.setValue(at)
            self._plot.stand(self._allowed_name, right, at, 1.0)

    def _words(self, element: ElementCheck, errors: Array) -> str:
        if not np.isfinite(errors).any():
            return self.tr("The loss is not finite at any of these steps.")
        if element.code is CheckCode.DISAGREE:
            return self.tr("✗ No step size makes the difference small: it is not the step's fault.")
        if element.code is CheckCode.NONDIFFERENTIABLE:
            return self.tr("? At a kink both sides cancel: a small difference shows nothing here.")
        if (errors == 0.0).any():
            return self.tr("Exactly 0 is drawn at the bottom.")
        return ""


def _log10(value: float) -> float:
    return float(np.log10(value)) if value > 0.0 else float("nan")
