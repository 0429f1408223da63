"""The files of late, to be opened again."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from gui.settings import Recent, Settings


class RecentMenu(QObject):
    """Fills a menu with the files of late each time it is opened.

    Parameters
    ----------
    menu : QMenu
        The menu.
    settings : Settings
        What remembers the files.
    """

    chosen = Signal(str, object)
    """A file is to be opened: its path, and how it was read if it is a table, else None."""

    def __init__(self, menu: QMenu, settings: Settings) -> None:
        super().__init__(menu)
        self._menu, self._settings = menu, settings
        menu.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        self._menu.clear()
        files = self._settings.recent
        for number, file in enumerate(files, 1):
            self._add(number, file)
        if not files:
            self._menu.addAction(self.tr("nothing yet")).setEnabled(False)
        self._menu.addSeparator()
        clear = self._menu.addAction(self.tr("Clear list"))
        clear.setObjectName("clearRecentAction")
        clear.setToolTip(self.tr("Forget these files; the files themselves stay"))
        clear.setEnabled(bool(files))
        clear.triggered.connect(self._settings.forget_recent)

    def _add(self, number: int, file: Recent) -> QAction:
        path = Path(file.path)
        # Qt takes the letter after an ampersand for a key.
        name = path.name.replace("&", "&&")
        entry = self._menu.addAction(f"&{number % 10}  {name}")
        entry.setObjectName(f"recentAction{number}")
        entry.triggered.connect(lambda: self.chosen.emit(file.path, file.how))
        there = _is_there(path)
        entry.setEnabled(there)
        gone = self.tr("{file} is not there any more").format(file=path)
        entry.setToolTip(str(path) if there else gone)
        return entry


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
