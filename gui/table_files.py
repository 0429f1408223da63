"""Tables of the person's own: chosen, dropped, pasted, or opened again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from core.dataset import Dataset
from core.errors import InputError
from core.table.choices import Choices
from core.table.reading import QUESTIONS
from core.table.sources import Source
from gui import message
from gui.controller import Controller
from gui.file_menu import FileMenu
from gui.import_dialog import ImportDialog
from gui.message_parts import Message

Notify = Callable[[Callable[[], Message]], None]


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
    notify : callable
        Says something in the message bar.
    """

    def __init__(
        self, window: QWidget, controller: Controller, menu: FileMenu, notify: Notify
    ) -> None:
        super().__init__(window)
        self._window, self._controller, self._notify = window, controller, notify
        self.dialog: ImportDialog | None = None
        menu.add(
            "openAction", lambda: self.tr("Open…"), lambda: self.tr("Open a table of your own"),
            self.ask, "Ctrl+O",
        )  # fmt: skip
        menu.add(
            "pasteAction", lambda: self.tr("Paste a table"),
            lambda: self.tr("Take the cells that were copied in a spreadsheet"),
            self.paste, "Ctrl+V",
        )  # fmt: skip
        controller.read_failed.connect(self._say_not_loaded)
        controller.table_loaded.connect(self._say_account)

    def ask(self) -> None:
        """Let a table be chosen, and open it."""
        kinds = self.tr(
            "Tables (*.csv *.tsv *.txt *.dat *.xlsx *.parquet *.npy *.npz);;All files (*)"
        )
        path, _ = QFileDialog.getOpenFileName(self._window, self.tr("Open a table"), "", kinds)
        if path:
            self.open(path)

    def open(self, path: str) -> None:
        """Show how a table would be read, and let the person take it."""
        self._show(Source(path=Path(path)), Choices())

    def load(self, path: str, choices: Choices | None = None) -> None:
        """Read a table as it was read before; only what is asked is shown."""
        self._controller.load_table(Source(path=Path(path)), choices or Choices())

    def paste(self) -> None:
        """Take what is on the clipboard: a file, or the cells of a spreadsheet."""
        content = QGuiApplication.clipboard().mimeData()
        paths = [url.toLocalFile() for url in content.urls() if url.isLocalFile()]
        if paths:
            self.open(paths[0])
        elif content.hasText() and content.text().strip():
            self._show(Source(text=content.text()), Choices())
        else:
            self._notify(message.nothing_to_paste)

    def _show(self, source: Source, choices: Choices) -> None:
        if self.dialog is not None:
            self.dialog.close()
        self.dialog = dialog = ImportDialog(
            source, choices, self._controller.config_for, self._window
        )
        dialog.taken.connect(self._controller.load_data)
        dialog.finished.connect(self._forget)
        dialog.open()

    def _forget(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _say_not_loaded(self, error: Exception, source: Source, choices: Choices) -> None:
        if isinstance(error, InputError) and error.code in QUESTIONS:
            self._show(source, choices)
        else:
            self._notify(lambda: message.not_loaded(error))

    def _say_account(self, data: Dataset) -> None:
        account = data.account
        if account is not None and account.left_out:
            self._notify(lambda: message.rows_left_out(account))
