"""A line of text that ends in … where there is no room, with the whole text in its tooltip."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget


class ElidedLabel(QLabel):
    """A label that takes whatever width it is given."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def whole_text(self) -> str:
        """Return the text without the cut."""
        return self._whole

    def set_text(self, text: str) -> None:
        """Show a text; the tooltip and a screen reader have all of it."""
        if text == self._whole:
            return
        self._whole = text
        self.setAccessibleName(text)
        self.setToolTip(text)
        self._elide()

    def minimumSizeHint(self) -> QSize:
        """Return a size that forces no width on anyone."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the text anew."""
        super().resizeEvent(event)
        self._elide()

    def changeEvent(self, event: QEvent) -> None:
        """Cut the text anew in another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._elide()

    def _elide(self) -> None:
        room = self.contentsRect().width()
        cut = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, room)
        if cut != self.text():
            self.setText(cut)
