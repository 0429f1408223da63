"""A window that something from the main window stays in for a while."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

_SIZE = (900, 650)


class FloatingWindow(QWidget):
    """A row of buttons over a place for a widget.

    Parameters
    ----------
    buttons : sequence of QToolButton
        The buttons.
    parent : QWidget
        The widget it came from; the window ends with it.
    """

    closed = Signal()
    """The person closed the window."""

    def __init__(self, buttons: Sequence[QToolButton], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.buttons = tuple(buttons)
        row = QHBoxLayout()
        row.addStretch(1)
        for button in buttons:
            row.addWidget(button)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(4, 4, 4, 4)
        self._layout.addLayout(row)
        self.resize(*_SIZE)

    def hold(self, widget: QWidget) -> None:
        """Give a widget all the room under the buttons."""
        self._layout.addWidget(widget, stretch=1)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Tell who opened it."""
        super().closeEvent(event)
        self.closed.emit()
