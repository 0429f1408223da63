"""A note below some fields: a hint, or why a value was not taken."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from gui.widgets.look import set_look


class NoteLabel(QLabel):
    """A label of several lines that is hidden while it has nothing to say."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.say("")

    def say(self, text: str, kind: str = "hint") -> None:
        """Show a text, already translated, in the colours of "hint", "warning" or "danger"."""
        self.setText(text)
        set_look(self, "note", kind)
        self.setVisible(bool(text))
