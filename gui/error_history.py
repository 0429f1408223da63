"""How far both gradients differ over the steps of a run."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from core.columns import Row
from core.run_view import RunView
from gui.check_view import CheckView
from gui.check_words import waiting_words
from gui.error_plot import ErrorPlot
from gui.shown import Shown
from gui.theme import Colours
from gui.widgets.elided_label import ElidedLabel
from gui.worst_errors import WorstErrors, worst_of

FIRST_STEPS = 20
"""The axis of steps is at least this long."""


class ErrorHistory(CheckView):
    """Difference and allowed error of the parameter that is farthest off, step by step."""

    def __init__(self, parent: QWidget | None = None) -> None:
        body = QWidget()
        super().__init__("errorHistory", body, parent)
        self._plot = ErrorPlot("errorHistoryPlot", 2, log_x=False)
        self._keys = (QLabel(), QLabel())
        self._note = ElidedLabel()
        bottom = QHBoxLayout()
        bottom.setSpacing(8)
        for key in self._keys:
            bottom.addWidget(key)
        bottom.addWidget(self._note, stretch=1)
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self._plot.widget, stretch=1)
        layout.addLayout(bottom)
        self._worst = WorstErrors()
        self._drawn: tuple[object, ...] = ()
        self.restyle(self.colours)
        self.retranslate()

    def title(self) -> str:
        """Return the view's name in the current language."""
        return self.tr("Over the run")

    def restyle(self, colours: Colours) -> None:
        """Take over the colours and the font of the application."""
        super().restyle(colours)
        self._plot.restyle(colours)
        for key, colour in zip(self._keys, (colours.info_text, colours.ok_text), strict=True):
            key.setStyleSheet(f"color: {colour};")
        self._drawn = ()

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        super().retranslate()
        self._keys[0].setText("━ " + self.tr("|difference|"))
        self._keys[1].setText("┅ " + self.tr("allowed"))
        self._plot.set_labels(
            self.tr("step"),
            self.tr("error"),
            self.tr(
                "|numerical − tape| of the parameter that is farthest off, and the error allowed\n"
                "there, at every step of the run. Of a long run the worst steps are drawn.\n"
                "An error of exactly 0 is drawn at the bottom."
            ),
        )
        self._drawn = ()

    def redraw(self, shown: Shown) -> None:
        """Draw both curves and the mark; also while the run is running."""
        run, row = shown.run, shown.row
        if run is None or row is None:
            self.say(waiting_words())
            return
        self.say("")
        state = (run.id, len(run.history), run.history.chunks[0] is self._drawn_chunk())
        if state != self._drawn[:3] or not state[2]:
            self._drawn = (run.id, len(run.history), True, run.history.chunks[0])
            self._draw(run)
        self._draw_mark(row)

    def _drawn_chunk(self) -> object:
        return self._drawn[3] if self._drawn else None

    def _draw(self, run: RunView) -> None:
        steps, differences, allowed = self._worst.points(run.history)
        last = run.history.last_step
        right = max(last, 1)
        if right > FIRST_STEPS:
            # In few jumps rather than with every step.
            right = min(math.ceil(1.25 * last), max(run.limit, last))
        else:
            right = max(min(run.limit, FIRST_STEPS), right)
        self._plot.fit(0.0, float(right), [differences, allowed])
        lines = ((allowed, self.colours.optimum, Qt.PenStyle.DashLine),
                 (differences, self.colours.loss, Qt.PenStyle.SolidLine))  # fmt: skip
        for i, (errors, colour, style) in enumerate(lines):
            self._plot.set_curve(i, steps, self._plot.place(errors), colour, style)
        zeros = bool((differences == 0.0).any())
        self._note.set_text(self.tr("0: at the bottom") if zeros else "")

    def _draw_mark(self, row: Row) -> None:
        difference, allowed = worst_of(row.layout, row.values)
        self._plot.set_mark(float(row.step), difference)
        self._plot.set_allowed_mark(float(row.step), allowed)
