"""Tables of the person's own: chosen, dropped, pasted, or opened again."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

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

    def __init__(self, window: QWidget, controller: Controller, menu: FileMenu) -> None:
        super().__init__(window)
        self._window, self._controller = window, controller
        menu.add(
            "openAction", lambda: self.tr("Open…"), lambda: self.tr("Open a table of your own"),
            self.ask, "Ctrl+O",
        )  # fmt: skip

    def ask(self) -> None:
        """Let a table be chosen, and open it."""
        kinds = self.tr("Tables (*.csv *.txt);;All files (*)")
        path, _ = QFileDialog.getOpenFileName(self._window, self.tr("Open a table"), "", kinds)
        if path:
            self.open(path)

    def open(self, path: str) -> None:
        """Open a table."""
        self._controller.load_table(path)
