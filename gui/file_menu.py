"""The menu of what comes in and goes out; each part of the window adds its own entries."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

Words = Callable[[], str]


class FileMenu(QMenu):
    """Entries in the order in which they are added, with keys that work in the whole window.

    Parameters
    ----------
    window : QWidget
        The window that the keys belong to.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("fileMenu")
        self.setToolTipsVisible(True)
        self._window = window
        self._named: list[tuple[QAction, Words, Words]] = []

    def add(
        self,
        name: str,
        words: Words,
        help_words: Words,
        act: Callable[[], object],
        key: str = "",
        into: QMenu | None = None,
    ) -> QAction:
        """Add an entry.

        Parameters
        ----------
        name : str
            Its object name.
        words, help_words : callable
            Return its text and its tooltip in the present language.
        act : callable
            What it does.
        key : str
            Its key, such as ``Ctrl+S``.
        into : QMenu or None
            The menu within this one that it comes into; None: this one.
        """
        entry = (self if into is None else into).addAction("")
        entry.setObjectName(name)
        entry.triggered.connect(lambda: act())
        if key:
            entry.setShortcut(QKeySequence(key))
            self._window.addAction(entry)
        self._named.append((entry, words, help_words))
        return entry

    def add_menu(self, name: str, words: Words) -> QMenu:
        """Add an entry that opens entries of its own, and return them."""
        menu = self.addMenu("")
        menu.setObjectName(name)
        menu.setToolTipsVisible(True)
        self._named.append((menu.menuAction(), words, words))
        return menu

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        for entry, words, help_words in self._named:
            entry.setText(words())
            entry.setToolTip(help_words())
