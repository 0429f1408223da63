"""What goes out of the window: the dialog for files, and the clipboard."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QWidget

from gui.controller import Controller
from gui.copying import Copying
from gui.export_dialog import ExportDialog
from gui.file_menu import FileMenu
from gui.message_parts import Kind, Message, Notify


class Exports(QObject):
    """The entries of the file menu for what goes out.

    Parameters
    ----------
    window : QWidget
        The window, over which the dialog opens.
    controller : Controller
        Has the runs.
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
        self._dialog: ExportDialog | None = None
        menu.addSeparator()
        menu.add(
            "exportAction", lambda: self.tr("Export…"),
            lambda: self.tr("Script, table, picture, animation or TensorBoard log of a run"),
            self.open, "Ctrl+E",
        )  # fmt: skip
        self.copying = Copying(window, controller, menu, notify)

    def open(self) -> ExportDialog:
        """Open the dialog, or bring it to the front."""
        if self._dialog is None:
            self._dialog = ExportDialog(self._controller, self._window)
            self._dialog.written.connect(self._say)
        self._dialog.show()
        self._dialog.raise_()
        self._dialog.activateWindow()
        return self._dialog

    def close(self) -> None:
        """End all work, for the window closes."""
        self.copying.end()
        if self._dialog is not None:
            self._dialog.end()
            self._dialog.hide()

    def _say(self, text: str, good: bool) -> None:
        """Say it in the window where the dialog has been closed meanwhile."""
        if self._dialog is None or not self._dialog.isVisible():
            self._notify(lambda: _message(text, good))


def _message(text: str, good: bool) -> Message:
    translate = QCoreApplication.translate
    if good:
        return Message(Kind.OK, translate("Exports", "✓ WRITTEN"), text)
    return Message(Kind.WARNING, translate("Exports", "NOT WRITTEN"), text)
