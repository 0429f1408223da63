"""Object names, by which scripts and tests find a widget."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

W = TypeVar("W", bound=QWidget)


def named(widget: W, name: str) -> W:
    """Give a widget its object name and return it."""
    widget.setObjectName(name)
    return widget


def unfocused_button(name: str, checkable: bool = False) -> QPushButton:
    """Return a button that a click does not focus: Space then stays the key of Run."""
    button = named(QPushButton(), name)
    button.setAutoDefault(False)
    button.setCheckable(checkable)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
