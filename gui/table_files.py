"""Tables of the person's own: chosen, dropped, pasted, or opened again."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from core.session_file import SUFFIX, is_session
from gui.controller import Controller
from gui.file_menu import FileMenu


class TableFiles(QObject):
    """What the window does with tables.

    Parameters
    ----------
    window : QWidget
        The window, over which dialogs open.
    controller : Controller
        Fits the data.
    menu : FileMenu
        Where the entries are added.
    """

    session_chosen = Signal(str)
    """A file was to be opened that is a session."""

    def __init__(self, window: QWidget, controller: Controller, menu: FileMenu) -> None:
        super().__init__(window)
        self._window, self._controller = window, controller
        menu.add(
            "openAction", lambda: self.tr("Open…"),
            lambda: self.tr("Open a table of your own, or a session"), self.ask, "Ctrl+O",
        )  # fmt: skip

    def ask(self) -> None:
        """Let a table or session be chosen, and open it."""
        kinds = self.tr("Tables and sessions (*.csv *.txt *{suffix});;All files (*)")
        kinds, title = kinds.format(suffix=SUFFIX), self.tr("Open a table or session")
        path, _ = QFileDialog.getOpenFileName(self._window, title, "", kinds)
        if path:
            self.open(path)

    def open(self, path: str) -> None:
        """Open a table; a session is for others to open."""
        if is_session(path):
            self.session_chosen.emit(path)
        else:
            self._controller.load_table(path)
