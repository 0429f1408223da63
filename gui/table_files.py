"""Tables of the person's own: chosen, dropped, pasted, or opened again."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from core.dataset import Dataset
from core.errors import InputError
from core.session_account import choices_json, read_choices
from core.session_file import SUFFIX, is_session
from core.session_values import Damaged, Value
from core.table.choices import Choices
from core.table.reading import QUESTIONS
from core.table.sources import Source
from gui import message
from gui.controller import Controller
from gui.file_menu import FileMenu
from gui.import_dialog import ImportDialog
from gui.message_parts import Notify


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

    session_chosen = Signal(str)
    """A file was to be opened that is a session."""

    remember = Signal(str, object)
    """A table was opened: its path, and how it was read as JSON."""

    def __init__(
        self, window: QWidget, controller: Controller, menu: FileMenu, notify: Notify
    ) -> None:
        super().__init__(window)
        self._window, self._controller, self._notify = window, controller, notify
        self.dialog: ImportDialog | None = None
        menu.add(
            "openAction", lambda: self.tr("Open…"),
            lambda: self.tr("Open a table of your own, or a session"), self.ask, "Ctrl+O",
        )  # fmt: skip
        menu.add(
            "pasteAction", lambda: self.tr("Paste a table"),
            lambda: self.tr("Take the cells that were copied in a spreadsheet"),
            self.paste, "Ctrl+V",
        )  # fmt: skip
        controller.read_failed.connect(self._say_not_loaded)
        controller.table_loaded.connect(self._say_account)

    def ask(self) -> None:
        """Let a table or session be chosen, and open it."""
        kinds = self.tr(
            "Tables and sessions (*.csv *.tsv *.txt *.dat *.xlsx *.parquet *.npy *.npz *{suffix})"
            ";;All files (*)"
        ).format(suffix=SUFFIX)
        title = self.tr("Open a table or session")
        path, _ = QFileDialog.getOpenFileName(self._window, title, "", kinds)
        if path:
            self.open(path)

    def open(self, path: str) -> None:
        """Show how a table would be read, and let the person take it; hand on a session."""
        if is_session(path):
            self.session_chosen.emit(path)
        else:
            self._show(Source(path=Path(path)), Choices())

    def open_again(self, path: str, how: object = None) -> None:
        """Read a table at once, as it was read before; only a question opens the dialog."""
        if is_session(path):
            self.session_chosen.emit(path)
        else:
            self._controller.load_table(Source(path=Path(path)), _known(how))

    def open_first(self, content: QMimeData) -> bool:
        """Open the first file that was dropped or copied; False if there is none."""
        paths = [url.toLocalFile() for url in content.urls() if url.isLocalFile()]
        if paths:
            self.open(paths[0])
        return bool(paths)

    def paste(self) -> None:
        """Take what is on the clipboard: a file, or the cells of a spreadsheet."""
        content = QGuiApplication.clipboard().mimeData()
        if self.open_first(content):
            return
        if content.hasText() and content.text().strip():
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

    def _say_not_loaded(
        self, error: Exception, source: Source | None, choices: Choices | None
    ) -> None:
        asks = isinstance(error, InputError) and error.code in QUESTIONS
        if asks and source is not None:
            self._show(source, choices or Choices())
        else:
            self._notify(lambda: message.not_loaded(error))

    def _say_account(self, data: Dataset) -> None:
        account = data.account
        if account is None:
            return
        if data.path is not None:
            self.remember.emit(data.path, choices_json(account.choices))
        if account.left_out:
            self._notify(lambda: message.rows_left_out(account))


def _known(how: object) -> Choices:
    """Return how a table was read; what is remembered may be damaged."""
    try:
        return read_choices(Value(how))
    except Damaged:
        return Choices()
