"""A person's own gradient, computed elsewhere, against the one of the program."""

from __future__ import annotations

import html

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from core.full_check import OwnCheck
from core.gradient_check import ElementCheck
from core.verdict import CheckCode
from gui.check_view import CheckView
from gui.check_words import partial, point_words, verdict_colour
from gui.diagnosis_wording import diagnosis_words, sentence
from gui.number_format import parse_number, short
from gui.shown import Shown
from gui.theme import Colours
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.naming import named, unfocused_button
from gui.wording import reason_words


class OwnNumbers(CheckView):
    """A field for each derivative, a button that compares them, and the answer."""

    entered = Signal(object)
    """The numbers as a tuple of float, one per parameter; None to forget them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        body = QWidget()
        super().__init__("ownNumbers", body, parent)
        self._names: tuple[str, ...] = ()
        self._labels: list[QLabel] = []
        self._fields: list[QLineEdit] = []
        self._where = ElidedLabel()
        self._compare = unfocused_button("ownCompareButton")
        self._clear = unfocused_button("ownClearButton")
        for button in (self._compare, self._clear):
            button.setProperty("small", True)
        self._compare.clicked.connect(self._enter)
        self._clear.clicked.connect(self._forget)
        self._answer = named(QTextEdit(), "ownAnswer")
        self._answer.setReadOnly(True)
        self._answer.setFrameShape(QFrame.Shape.NoFrame)
        self._answer.document().setDocumentMargin(0)
        # It scrolls: the window must not grow for it.
        self._answer.setMinimumHeight(20)
        self._grid = QGridLayout()
        self._grid.setSpacing(3)
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        layout.addWidget(self._where)
        layout.addLayout(self._grid)
        layout.addWidget(self._answer, stretch=1)
        self._last: Shown | None = None
        self._problem = ""
        self._written = ""
        self.retranslate()

    def title(self) -> str:
        """Return the view's name in the current language."""
        return self.tr("My own numbers")

    def restyle(self, colours: Colours) -> None:
        """Take over the colours of the application."""
        super().restyle(colours)
        self._written = ""

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        super().retranslate()
        self._compare.setText(self.tr("Compare"))
        self._compare.setToolTip(self.tr("Compare these numbers with the derivative of the loss"))
        self._clear.setText(self.tr("Clear"))
        self._clear.setToolTip(self.tr("Empty the fields and forget the answer"))
        for button in (self._compare, self._clear):
            button.setAccessibleName(button.text())
        self._answer.setAccessibleName(self.tr("How your own numbers compare"))
        self._name_fields()

    def redraw(self, shown: Shown) -> None:
        """Say where to compute, and how the numbers compare."""
        self._last = shown
        names = shown.config.problem.names
        if names != self._names:
            self._make_fields(names)
        where = self.tr("For {point}:").format(point=point_words(names, shown.point))
        self._where.set_text(where)
        self._compare.setEnabled(shown.run is not None)
        self._write(self._answer_html(shown))

    def _make_fields(self, names: tuple[str, ...]) -> None:
        for widget in (*self._labels, *self._fields):
            self._grid.removeWidget(widget)
            widget.deleteLater()
        self._names = names
        self._labels = [QLabel(partial(name)) for name in names]
        self._fields = [named(QLineEdit(), f"ownField{i + 1}") for i in range(len(names))]
        for i, (label, field) in enumerate(zip(self._labels, self._fields, strict=True)):
            field.setMinimumWidth(60)
            field.returnPressed.connect(self._enter)
            self._grid.addWidget(label, i, 0)
            self._grid.addWidget(field, i, 1)
        self._grid.addWidget(self._compare, 0, 2)
        self._grid.addWidget(self._clear, 1, 2)
        self._grid.setColumnStretch(1, 1)
        self._name_fields()

    def _name_fields(self) -> None:
        for field, name in zip(self._fields, self._names, strict=True):
            field.setAccessibleName(partial(name))
            field.setToolTip(
                self.tr(
                    "Your {name}, such as 18 or 1.8e1; three digits suffice. Enter compares"
                ).format(name=partial(name))
            )

    def _enter(self) -> None:
        values = [parse_number(field.text(), finite=True) for field in self._fields]
        if not self._compare.isEnabled():
            return
        missing = [
            field for field, value in zip(self._fields, values, strict=True) if value is None
        ]
        self._problem = missing[0].text().strip() or " " if missing else ""
        if missing:
            missing[0].setFocus()
            missing[0].selectAll()
        else:
            self.entered.emit(tuple(values))
        self._redraw_last()

    def _forget(self) -> None:
        for field in self._fields:
            field.clear()
        self._problem = ""
        self.entered.emit(None)
        self._redraw_last()

    def _redraw_last(self) -> None:
        if self._last is not None:
            self.redraw(self._last)

    def _write(self, text: str) -> None:
        if text != self._written:
            self._written = text
            self._answer.setHtml(text)

    def _answer_html(self, shown: Shown) -> str:
        if self._problem.strip():
            text = self.tr("“{text}” is not a number: type one such as 18 or 1.8e1.")
            lines = [(text.format(text=self._problem), self.colours.warning_text)]
        elif self._problem:
            text = self.tr("Type a number in every field.")
            lines = [(text, self.colours.warning_text)]
        elif shown.own is None:
            lines = [(self._invitation(), self.colours.text)]
        else:
            lines = self._lines(shown, shown.own)
        return "".join(
            f'<p style="margin:0; color:{colour}">{html.escape(text)}</p>' for text, colour in lines
        )

    def _invitation(self) -> str:
        return self.tr(
            "Type the gradient that you computed: in NumPy, in PyTorch, in a spreadsheet, or by "
            "hand. Three digits suffice."
        )

    def _lines(self, shown: Shown, own: OwnCheck) -> list[tuple[str, str]]:
        names, plain = shown.config.problem.names, self.colours.text
        lines = []
        if not _same_point(shown, own):
            text = self.tr("For {point}, another point than the shown one; Compare asks anew:")
            where = point_words(names, own.check.point)
            lines.append((text.format(point=where), self.colours.warning_text))
        kinks = _kinks(shown, own)
        for i, (claimed, element) in enumerate(zip(own.claimed, own.check.elements, strict=True)):
            text = self._words(claimed, element, kinks[i])
            lines.append((text, verdict_colour(element.code, self.colours)))
        for i, diagnosis in enumerate(own.diagnoses):
            words = diagnosis_words(diagnosis)
            also = self.tr("Also possible: {cause}.").format(cause=words)
            lines.append((also if i else sentence(words), plain))
        return lines

    def _words(self, claimed: float, element: ElementCheck, kink: bool) -> str:
        values = {
            "name": partial(element.name),
            "claimed": short(claimed),
            "right": short(element.numerical),
            "first": short(min(element.left, element.right)),
            "last": short(max(element.left, element.right)),
            "reason": reason_words(element.code),
        }
        if element.code is CheckCode.AGREE:
            text = self.tr("✓ {name} = {claimed} is right")
        elif element.code is CheckCode.VANISHING:
            text = self.tr("✓ {name} = {claimed}: the gradient is about 0")
        elif element.code is CheckCode.DISAGREE and kink:
            text = self.tr(
                "✗ {name} = {claimed} is wrong: at this kink it is from {first} to {last}"
            )
        elif element.code is CheckCode.DISAGREE:
            text = self.tr("✗ {name} = {claimed} is wrong: {right} is right")
        else:
            text = self.tr("? {name} = {claimed}: {reason}")
        return text.format(**values)


def _kinks(shown: Shown, own: OwnCheck) -> list[bool]:
    """Return at which parameters the loss is known to have a kink there: no number is right."""
    if shown.full is None or not _same_point(shown, own):
        return [False] * len(own.claimed)
    return [e.code is CheckCode.NONDIFFERENTIABLE for e in shown.full.at.elements]


def _same_point(shown: Shown, own: OwnCheck) -> bool:
    """Return whether the answer is for the shown point, which may not be cast to float32 yet."""
    dtype = shown.config.dtype
    return np.array_equal(np.asarray(shown.point, dtype), np.asarray(own.check.point, dtype))
