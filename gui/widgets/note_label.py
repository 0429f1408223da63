"""A note below some fields: a hint, or why a value was not taken."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget


class NoteLabel(QLabel):
    """A label of several lines that is hidden while it has nothing to say."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.say("")

    def say(self, text: str, *, danger: bool = False) -> None:
        """Show a text, already translated; red where something was refused."""
        self.setText(text)
        self.setProperty("note", "danger" if danger else "hint")
        self.style().unpolish(self)
        self.style().polish(self)
        self.setVisible(bool(text))
