"""Keys of the window that never take a letter or an arrow from a field being typed in."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QTabBar,
    QWidget,
)

from gui.widgets.learning_rate_slider import LearningRateSlider

_TYPED_IN = (QLineEdit, QAbstractSpinBox, QComboBox)
_MOVED_IN = (QAbstractSlider, LearningRateSlider, QAbstractItemView, QTabBar)
_MOVES = {"Left", "Right", "Shift+Right", "Shift+Left", "Home", "End", "PgUp", "PgDown"}
_PRESSES = "Space"

Bindings = Mapping[str, Callable[[], object]]


class Keys(QObject):
    """Shortcuts of a window.

    Parameters
    ----------
    window : QWidget
        The window.
    always : mapping of str to callable
        Keys with a modifier, and function keys: they work wherever the focus is.
    plain : mapping of str to callable
        Keys that an input widget may need; they rest while one has the focus.
    run_button : QAbstractButton
        The button that Space presses even while it has the focus.
    """

    def __init__(
        self, window: QWidget, always: Bindings, plain: Bindings, run_button: QAbstractButton
    ) -> None:
        super().__init__(window)
        self._run_button = run_button
        for key, action in always.items():
            _shortcut(window, key, action)
        self._plain = {key: _shortcut(window, key, action) for key, action in plain.items()}
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow_focus)

    def _follow_focus(self, _: QWidget | None, focus: QWidget | None) -> None:
        typed, moved = isinstance(focus, _TYPED_IN), isinstance(focus, _MOVED_IN)
        pressed = isinstance(focus, QAbstractButton) and focus is not self._run_button
        for key, shortcut in self._plain.items():
            needed = typed or (moved and key in _MOVES) or (pressed and key == _PRESSES)
            shortcut.setEnabled(not needed)


def _shortcut(window: QWidget, key: str, action: Callable[[], object]) -> QShortcut:
    shortcut = QShortcut(QKeySequence(key), window)
    shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
    shortcut.activated.connect(lambda: action())
    # Held down, an arrow repeats; a toggle must not.
    shortcut.setAutoRepeat(key in _MOVES)
    return shortcut
