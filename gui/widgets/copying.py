"""Ctrl+C in a table."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget


def copy_by_key(widget: QWidget, copy: Callable[[], None]) -> None:
    """Let the system's key for copying call `copy` while the widget has the focus."""
    shortcut = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), widget)
    shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
    shortcut.activated.connect(copy)
