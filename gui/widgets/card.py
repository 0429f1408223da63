"""A white card with a bold title, the frame of every panel."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget


class Card(QFrame):
    """A frame with a title at the top left, small buttons at the top right, and a body."""

    def __init__(self, body: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("class", "card")
        self._title = QLabel()
        self._title.setObjectName("cardTitle")
        self._button_row = QWidget()
        self._buttons = QHBoxLayout(self._button_row)
        self._buttons.setContentsMargins(0, 0, 0, 0)
        self._buttons.setSpacing(2)
        header = QHBoxLayout()
        header.addWidget(self._title, stretch=1)
        header.addWidget(self._button_row)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(7, 4, 5, 5)
        layout.setSpacing(2)
        layout.addLayout(header)
        layout.addWidget(body, stretch=1)
        self.body = body

    def set_title(self, title: str) -> None:
        """Show a title, which is also the card's name for a screen reader."""
        self._title.setText(title)
        self.setAccessibleName(title)

    def hide_title(self) -> None:
        """Show no title: a tab bears it already. It stays the card's name."""
        self._title.hide()

    def hide_header_buttons(self) -> None:
        """Show no buttons: on paper they do nothing."""
        self._button_row.hide()

    def add_header_widget(self, widget: QWidget) -> None:
        """Put a widget at the right end of the header."""
        self._buttons.addWidget(widget)

    def add_header_button(self, button: QAbstractButton) -> None:
        """Put a button at the right end of the header."""
        button.setProperty("small", True)
        self._buttons.addWidget(button)
