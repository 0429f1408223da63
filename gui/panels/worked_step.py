"""The shown step taken apart: which line of code does what to the parameters."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor, QHideEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from core.reference_calls import ReferenceCall
from core.run_view import RunState
from core.worked_step import TapeChoices, WorkedStep, step_code, unused_name
from gui.number_format import short, whole
from gui.panel import Panel
from gui.shown import Shown
from gui.step_scales import scale_lines
from gui.sums import code_list, exactly, factor, flow, minus, short4
from gui.theme import Colours, code_font
from gui.widgets.call_table import CallTable
from gui.widgets.folded_section import FoldedSection
from gui.widgets.naming import named, unfocused_button
from gui.widgets.number_edit import NumberEdit
from gui.widgets.phase_row import PhaseRow, Words

PHASES = 5
APPLY = 4
"""The phase whose line of code changes the parameters."""

PLAY_MS = 1000


class WorkedStepPanel(Panel):
    """Five lines of code with this step's numbers, what can be asked of the tape, and a table."""

    choices_changed = Signal(object)
    """The person asks the tape otherwise: a `core.worked_step.TapeChoices`."""

    calls_wanted = Signal()
    """The table of the tutorials' calls is open, and there is none for the shown step."""

    phase_changed = Signal(int)
    """The phase that is explained now, from 1; 0 for none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        body = QWidget()
        super().__init__(body, "workedStepPanel", parent)
        self.hide_title()
        self.phase = 0
        self._code_font = self.font()
        self._asked: WorkedStep | None = None
        self._filled: tuple[object, ...] = ()
        # Whether there is no gradient for one of the parameters themselves.
        self._lacks_one = False
        self._timer = QTimer(self, interval=PLAY_MS)
        self._timer.timeout.connect(self._play_on)
        self._make_widgets()
        self._lay_out(body)
        self._connect()
        self.retranslate()

    def _make_widgets(self) -> None:
        self._heading, self._waiting = QLabel(), named(QLabel(), "workedStepWaiting")
        self._waiting.setWordWrap(True)
        self._back = unfocused_button("phaseBackButton")
        self._on = unfocused_button("phaseOnButton")
        self._play = unfocused_button("phasePlayButton", checkable=True)
        for button, text in ((self._back, "◂"), (self._on, "▸"), (self._play, "")):
            button.setProperty("small", True)
            button.setText(text)
        self.rows = [PhaseRow(number) for number in range(1, PHASES + 1)]
        self.rows[APPLY - 1].tag.show()
        self._unused = named(QCheckBox(), "unusedSourceBox")
        self._unconnected_label, self._factor_label = QLabel(), QLabel()
        self._unconnected = named(QComboBox(), "unconnectedBox")
        for key in ("none", "zero"):
            self._unconnected.addItem(key, key)
        self._factor = named(NumberEdit(1.0), "outputGradientsBox")
        self._choice_note, self._calls_note = QLabel(), QLabel()
        for note in (self._choice_note, self._calls_note):
            note.setWordWrap(True)
        self._table = CallTable()

    def _lay_out(self, body: QWidget) -> None:
        header = QHBoxLayout()
        header.addWidget(self._heading, stretch=1)
        for button in (self._back, self._play, self._on):
            header.addWidget(button)
        choices = QFormLayout()
        choices.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        choices.addRow(self._unused)
        choices.addRow(self._unconnected_label, self._unconnected)
        choices.addRow(self._factor_label, self._factor)
        choices.addRow(self._choice_note)
        folded = QWidget()
        self._section = FoldedSection(folded)
        self._section.setObjectName("callSection")
        inside, column = QVBoxLayout(folded), QVBoxLayout()
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self._calls_note)
        inside.addWidget(self._table)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(2)
        for row in self.rows:
            column.addWidget(row)
        column.addLayout(choices)
        column.addWidget(self._section)
        column.addStretch(1)
        content = QWidget()
        content.setLayout(column)
        self._scroll = QScrollArea(widgetResizable=True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidget(content)
        for see_through in (content, self._scroll.viewport()):
            see_through.setAutoFillBackground(False)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(header)
        layout.addWidget(self._waiting)
        layout.addWidget(self._scroll, stretch=1)
        layout.addStretch(0)

    def _connect(self) -> None:
        self._back.clicked.connect(lambda: self._explain(self.phase - 1))
        self._on.clicked.connect(lambda: self._explain(self.phase + 1))
        self._play.toggled.connect(self._set_playing)
        self._unused.toggled.connect(self._choose)
        self._unconnected.activated.connect(self._choose)
        self._factor.valueEntered.connect(self._choose)
        self._section.toggled.connect(self.redraw_last)

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self.set_title(self.tr("Inside one step"))
        self._section.set_heading(self.tr("In the tutorial / today"))
        self._unconnected_label.setText("unconnected_gradients")
        self._factor_label.setText("output_gradients")
        self._choice_note.setText(self.tr("The run itself takes the gradient without this factor."))
        self._calls_note.setText(self.tr("The calls are being made…"))
        self._table.setHorizontalHeaderLabels(
            [self.tr("in the tutorial"), self.tr("today"), self.tr("result")]
        )
        self._name_widgets()
        if self.last is None:
            self._wait(self.tr("The step is taken apart once TensorFlow is loaded."))
        super().retranslate()

    def _name_widgets(self) -> None:
        for widget, name, tooltip in (
            (self._back, self.tr("Line before"), self.tr("Explain the line of code before")),
            (self._on, self.tr("Next line"), self.tr("Explain the next line of code")),
            (self._unconnected, "unconnected_gradients",
             self.tr("What tape.gradient returns for a source that the loss does not use")),
            (self._table, self.tr("Calls of the tutorials, then and now"),
             self.tr("Every call was made just now, at this step; Ctrl+C copies the table")),
        ):  # fmt: skip
            widget.setAccessibleName(name)
            widget.setToolTip(tooltip)
        self._factor.setAccessibleName("output_gradients")
        self._factor.set_help(self.tr("Factor by which tape.gradient multiplies the gradient"))
        self._unused.setToolTip(self.tr("Asks tape.gradient for one source more"))
        self._name_unused(unused_name(()))
        self._name_play()

    def _name_unused(self, name: str) -> None:
        text = self.tr("with a source {name} that the loss does not use").format(name=name)
        self._unused.setText(text)
        self._unused.setAccessibleName(text)

    def _name_play(self) -> None:
        playing = self._play.isChecked()
        self._play.setText("❚❚" if playing else self.tr("▶ Play"))
        self._play.setAccessibleName(self.tr("Pause") if playing else self.tr("Play the lines"))
        self._play.setToolTip(self.tr("Explain one line of code after the other"))

    def restyle(self, colours: Colours) -> None:
        """Take over the colours and the font of the application."""
        self._factor.setFixedWidth(self.fontMetrics().horizontalAdvance("0" * 11))
        self._code_font = code_font()
        for row in self.rows:
            row.code.setFont(self._code_font)
        super().restyle(colours)
        self._mark_phase()

    def redraw(self, shown: Shown) -> None:
        """Write the step, or why it is not there."""
        worked, row = shown.worked, shown.row
        if worked is None or row is None or worked.step != row.step:
            self._wait(self._why_not(shown))
            return
        self._waiting.hide()
        self._scroll.show()
        text = self.tr("From step {step} to step {next}")
        self._heading.setText(text.format(step=worked.step, next=worked.step + 1))
        self._say(worked, step_code(worked, shown.config.problem))
        self._show_choices(worked)
        self._show_calls(worked, shown.calls)
        self._mark_phase()

    def _why_not(self, shown: Shown) -> str:
        if shown.row is None:
            return self.tr("The step is taken apart once TensorFlow is loaded.")
        if shown.state is RunState.RUNNING:
            return self.tr("The step is taken apart when the run pauses.")
        return self.tr("The step is being taken apart…")

    def _wait(self, why: str) -> None:
        self._heading.setText("")
        self._waiting.setText(why)
        self._waiting.show()
        self._scroll.hide()
        self._play.setChecked(False)
        self._mark_phase()

    # The five lines.

    def _say(self, worked: WorkedStep, codes: Sequence[str]) -> None:
        names, gradients = worked.names, worked.gradients
        asked = code_list(map(short4, gradients))
        pairs = [f"({short4(g)}, {name})" for g, name in zip(gradients, names, strict=False)]
        loss = self.tr("loss = {loss};  target: loss,  sources: {sources}")
        words = (
            Words(codes[0],
                  loss.format(loss=short(worked.loss), sources=code_list(worked.sources)),
                  whole(worked.loss)),
            Words(codes[1], asked, exactly(worked.sources, gradients)),
            Words(codes[2], self.tr("{pairs}  (what compute_gradients returned)").format(
                  pairs=code_list(pairs)), exactly(names, gradients)),
            self._applied(worked, codes[3]),
            self._by_hand(worked, codes[4]),
        )  # fmt: skip
        changes = self.tr("◀ changes {names}").format(names=", ".join(names))
        self.rows[APPLY - 1].tag.setText(changes)
        for row, one in zip(self.rows, words, strict=True):
            row.say(one)

    def _applied(self, worked: WorkedStep, code: str) -> Words:
        pieces = list(
            zip(worked.names, worked.before, worked.gradients, worked.after, strict=False)
        )
        rate = short(worked.learning_rate)
        if _is_plain(worked):
            lines = [flow(
                f"{name}: {minus(w)} − {rate} × {factor(g)} = {minus(new)}"
                for name, w, g, new in pieces if g is not None
            )]  # fmt: skip
        else:
            products = flow(
                f"{rate} × {factor(g)} = {minus(worked.learning_rate * g, 4)} ({name})"
                for name, _, g, _ in pieces if g is not None
            )  # fmt: skip
            lines = [
                flow(f"{name}: {minus(w)} → {minus(new)}" for name, w, _, new in pieces),
                self.tr("learning rate × gradient:  {products}").format(products=products),
            ]
        if worked.slots:
            kept = flow(
                f"{s.name}: {minus(s.before, 4)} → {minus(s.after, 4)}" for s in worked.slots
            )
            lines.append(self.tr("what the optimizer remembers:  {kept}").format(kept=kept))
            lines += scale_lines(worked)
        counter = f"{worked.iteration_before} → {worked.iteration_after}"
        lines.append(self.tr("returns optimizer.iterations: {counter}").format(counter=counter))
        exact = "\n".join([exactly(worked.names, worked.after),
                           *(f"{s.name} = {whole(s.after)}" for s in worked.slots)])  # fmt: skip
        remark = f"✗ Keras: {worked.apply_error}" if worked.apply_error else ""
        return Words(code, "\n".join(lines), exact, remark, self.colours.danger_text)

    def _by_hand(self, worked: WorkedStep, code: str) -> Words:
        found = [(n, v) for n, v in zip(worked.names, worked.by_hand, strict=True) if v is not None]
        result = flow(f"{name} = {minus(value)}" for name, value in found)
        exact = exactly(worked.names, worked.by_hand)
        colours = self.colours
        if not found:
            text = self.tr("? There is no gradient to subtract.")
            return Words(code, result, exact, text, colours.warning_text)
        if not all(math.isfinite(v) for v in (*worked.after, *(v for _, v in found))):
            text = self.tr("? The numbers are no longer finite.")
            return Words(code, result, exact, text, colours.warning_text)
        if worked.equals_hand:
            text = self.tr("✓ equal to what the optimizer did")
            return Words(code, result, exact, text, colours.ok_text)
        pairs = zip(worked.names, worked.difference, strict=True)
        off = ", ".join(f"{name}\u00a0{minus(d, 4)}" for name, d in pairs if d is not None)
        reason = (
            self.tr("≠ {optimizer} also uses what it remembers. Its result minus this one: {off}")
            if worked.slots
            else self.tr(
                "≠ {optimizer} did not just subtract this. Its result minus this one: {off}"
            )
        )
        text = reason.format(off=off, optimizer=worked.optimizer)
        return Words(code, result, exact, text, colours.info_text)

    # What is asked of the tape.

    def _choose(self) -> None:
        by, unused = self._factor.value(), self._unused.isChecked()
        self._unconnected.setEnabled(unused or self._lacks_one)
        zero = self._unconnected.isEnabled() and self._unconnected.currentData() == "zero"
        self.choices_changed.emit(TapeChoices(None if by == 1.0 else by, zero, unused))

    def _show_choices(self, worked: WorkedStep) -> None:
        self._name_unused(unused_name(worked.names))
        own = worked.gradients[: len(worked.names)]
        asked_without = worked.choices.unconnected_zero and not worked.choices.unused_source
        self._lacks_one = None in own or asked_without
        self._unconnected.setEnabled(self._unused.isChecked() or self._lacks_one)
        self._choice_note.setVisible(worked.choices.output_gradients is not None)

    # The table.

    def _show_calls(self, worked: WorkedStep, calls: tuple[ReferenceCall, ...] | None) -> None:
        is_open = self._section.is_open()
        self._calls_note.setVisible(calls is None)
        self._table.setVisible(calls is not None)
        if is_open and calls is None and self._asked is not worked:
            self._asked = worked
            self.calls_wanted.emit()
        state = (calls, self.colours, self._code_font, self.tr("unchanged"))
        if is_open and calls is not None and state != self._filled:
            self._filled = state
            bad = QColor(self.colours.danger_text)
            self._table.fill(calls, [self._cells(call) for call in calls], bad, self._code_font)

    def _cells(self, call: ReferenceCall) -> list[str]:
        notes = {
            "placement": self.tr("changes placement, not numbers"),
            "slip": self.tr("the parameter in place of its gradient"),
        }
        note = notes.get(call.note, "")
        gone = self.tr("gone:") + " " if call.gone else ""
        error = f"\n{gone}{call.error}" if call.error else ""
        sign = "✗" if call.error or call.note == "slip" else "✓"
        same = call.today == call.code
        return [
            f"{sign} {call.code}{error}",
            self.tr("unchanged") if same else call.today,
            f"{call.result}\n{note}".strip(),
        ]

    # One line after the other.

    def _explain(self, phase: int) -> None:
        self.phase = min(max(phase, 0), PHASES)
        self._mark_phase()
        if self.phase:
            self._scroll.ensureWidgetVisible(self.rows[self.phase - 1], 0, 0)
        self.phase_changed.emit(self.phase)

    def _mark_phase(self) -> None:
        for number, row in enumerate(self.rows, 1):
            row.look(self.colours, number == self.phase)
        there = self._waiting.isHidden()
        self._play.setEnabled(there)
        self._back.setEnabled(there and self.phase > 0)
        self._on.setEnabled(there and self.phase < PHASES)

    def _set_playing(self, on: bool) -> None:
        self._name_play()
        if on:
            self._timer.start()
            self._explain(1 if self.phase == PHASES else self.phase + 1)
        else:
            self._timer.stop()

    def _play_on(self) -> None:
        if self.phase == PHASES:
            self._play.setChecked(False)
        else:
            self._explain(self.phase + 1)

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop playing: nobody sees it."""
        super().hideEvent(event)
        self._play.setChecked(False)
        if self.phase:
            self._explain(0)


def _is_plain(worked: WorkedStep) -> bool:
    return not worked.slots and worked.equals_hand and worked.apply_error is None
