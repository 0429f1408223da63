"""What the views beside the table of the gradient check have in common."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from gui.shown import Shown
from gui.theme import LIGHT, Colours


class CheckView(QWidget):
    """A view with a title, which can be hidden, and a sentence in place of its body."""

    def __init__(self, key: str, body: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(key)
        self.colours = LIGHT
        self._heading, self._sentence = QLabel(), QLabel()
        self._heading.setStyleSheet("font-weight: bold;")
        self._heading.hide()
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.hide()
        self._body = body
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self._heading)
        layout.addWidget(self._sentence, stretch=1)
        layout.addWidget(body, stretch=1)

    def title(self) -> str:
        """Return the view's name in the current language."""
        raise NotImplementedError

    def redraw(self, shown: Shown) -> None:
        """Draw what is shown."""
        raise NotImplementedError

    def show_title(self, on: bool) -> None:
        """Show the title above the view, where no list of views names it."""
        self._heading.setText(self.title())
        self._heading.setVisible(on)

    def restyle(self, colours: Colours) -> None:
        """Take over the colours and the font of the application."""
        self.colours = colours

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self._heading.setText(self.title())
        self.setAccessibleName(self.title())

    def say(self, sentence: str) -> None:
        """Show a sentence in place of the body; an empty one shows the body."""
        if self._sentence.text() != sentence:
            self._sentence.setText(sentence)
        if self._sentence.isHidden() == bool(sentence):
            self._sentence.setVisible(bool(sentence))
            self._body.setVisible(not sentence)

    def sentence(self) -> str:
        """Return the sentence that stands in place of the body, or nothing."""
        return self._sentence.text()
