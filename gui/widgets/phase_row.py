"""A numbered line of code with what it gave."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QWidget

from gui.theme import Colours


class Words(NamedTuple):
    """What a phase says: its line of code, what came of it, and a remark in a colour."""

    code: str
    result: str
    exact: str
    remark: str = ""
    colour: str = ""


class PhaseRow(QFrame):
    """A number, a line of code, and what it gave."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.setObjectName(f"phase{number}")
        self.number = QLabel(str(number), alignment=Qt.AlignmentFlag.AlignTop)
        self.code, self.result, self.remark, self.tag = QLabel(), QLabel(), QLabel(), QLabel()
        for label in (self.code, self.result, self.remark):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.code.setObjectName(f"phase{number}Code")
        self.result.setObjectName(f"phase{number}Result")
        line = QHBoxLayout()
        line.addWidget(self.code, stretch=1)
        line.addWidget(self.tag)
        grid = QGridLayout(self)
        grid.setContentsMargins(8, 1, 4, 1)
        grid.setVerticalSpacing(0)
        grid.addWidget(self.number, 0, 0)
        grid.addLayout(line, 0, 1)
        grid.addWidget(self.result, 1, 1)
        grid.addWidget(self.remark, 2, 1)
        grid.setColumnStretch(1, 1)
        self.tag.hide()

    def say(self, words: Words) -> None:
        """Show what the phase did in this step."""
        self.code.setText(words.code)
        self.result.setText(words.result)
        self.result.setToolTip(words.exact)
        self.remark.setText(words.remark)
        self.remark.setVisible(bool(words.remark))
        _style(self.remark, f"color: {words.colour};" if words.colour else "")
        self.setAccessibleName(f"{self.number.text()}: {words.code}")
        self.setAccessibleDescription(f"{words.result} {words.remark}".strip())

    def look(self, colours: Colours, is_current: bool) -> None:
        """Take over the colours; the phase that is explained now stands out."""
        changes = not self.tag.isHidden()
        plain = colours.info_background if changes else "transparent"
        back = colours.equation_background if is_current else plain
        bar = colours.accent if is_current else colours.line if changes else "transparent"
        _style(self, f"PhaseRow {{ background: {back}; border-left: 4px solid {bar}; }}")
        _style(self.number, f"font-weight: bold; color: {colours.muted};")
        _style(self.tag, f"font-weight: bold; color: {colours.line_text};")


def _style(widget: QWidget, sheet: str) -> None:
    # A style sheet is parsed at every call.
    if widget.styleSheet() != sheet:
        widget.setStyleSheet(sheet)
