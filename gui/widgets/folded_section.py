"""A section that shows only its heading until it is opened."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

MARGIN = 8
"""Pixels of the heading's frame and padding."""


class FoldedSection(QWidget):
    """A heading such as "▸ Precision: float32" that opens to show its content."""

    toggled = Signal(bool)

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content = content
        self._text = ""
        self._heading = QPushButton(autoDefault=False)
        self._heading.setObjectName("foldedHeading")
        self._heading.setCheckable(True)
        # A long value ends in … rather than widen the column.
        self._heading.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._heading.toggled.connect(self._show)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self._heading)
        layout.addWidget(content)
        self._show(False)

    def set_heading(self, text: str) -> None:
        """Show a heading, already translated, that says the value of what is folded away."""
        self._text = text
        self._heading.setAccessibleName(text)
        self._write()

    def heading(self) -> str:
        """Return the heading without its triangle."""
        return self._text

    def is_open(self) -> bool:
        """Return whether the content shows."""
        return self._heading.isChecked()

    def set_open(self, is_open: bool) -> None:
        """Show or hide the content."""
        self._heading.setChecked(is_open)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the heading anew."""
        super().resizeEvent(event)
        self._write()

    def retranslate(self) -> None:
        """Write all texts anew in the current language; the heading of a plain section is given."""

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _write(self) -> None:
        whole = f"{'▾' if self.is_open() else '▸'} {self._text}"
        metrics = self._heading.fontMetrics()
        room = self.width() - 2 * metrics.averageCharWidth() - MARGIN
        cut = metrics.elidedText(whole, Qt.TextElideMode.ElideRight, room)
        # A single & would underline the next letter.
        self._heading.setText(cut.replace("&", "&&"))
        self._heading.setToolTip(self._text if cut != whole else "")

    def _show(self, is_open: bool) -> None:
        self.content.setVisible(is_open)
        self.set_heading(self._text)
        self.toggled.emit(is_open)
