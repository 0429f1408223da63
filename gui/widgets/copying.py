"""Ctrl+C in a table."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget


def copy_by_key(widget: QWidget, copy: Callable[[], None]) -> None:
    """Let the system's key for copying call `copy` while the widget has the focus."""
    widget.installEventFilter(_CopyKey(widget, copy))


class _CopyKey(QObject):
    """Takes the key before the window does, for which it copies something else."""

    def __init__(self, widget: QWidget, copy: Callable[[], None]) -> None:
        super().__init__(widget)
        self._copy = copy

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Claim the key, then act on it."""
        claims = event.type() == QEvent.Type.ShortcutOverride
        if not claims and event.type() != QEvent.Type.KeyPress:
            return False
        if not isinstance(event, QKeyEvent) or not event.matches(QKeySequence.StandardKey.Copy):
            return False
        event.accept()
        if not claims:
            self._copy()
        return True
