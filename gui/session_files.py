"""Sessions in the window: saved, opened, named in the title, and recovered after a crash."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QMainWindow, QTabWidget

from core.session_file import SUFFIX
from gui import session_messages as message
from gui.autosave import Autosave, discard, recoverable
from gui.controller import Controller
from gui.file_menu import FileMenu
from gui.message_parts import Action, Message
from gui.session_threads import SessionWriter
from gui.session_view import SessionView
from gui.settings import Settings

POLL_MS = 16
PROGRAM = "Descent Lab"


class SessionFiles(QObject):
    """What the window does with sessions.

    Parameters
    ----------
    window : QMainWindow
        The window, over which dialogs open and whose title names the session.
    controller : Controller
        Holds the runs.
    menu : FileMenu
        Where the entries are added.
    settings : Settings
        What remembers the files.
    tabs : QTabWidget
        The panels of which one is on top.
    """

    said = Signal(object)
    """Something is to be said that goes with the next change: a function that returns it."""

    changed = Signal()
    """`message` returns another one than before."""

    def __init__(
        self,
        window: QMainWindow,
        controller: Controller,
        menu: FileMenu,
        settings: Settings,
        tabs: QTabWidget,
    ) -> None:
        super().__init__(window)
        self._window, self._controller = window, controller
        self._settings, self._tabs = settings, tabs
        self._path: str | None = None
        self._saved: object = None
        self._writer: SessionWriter | None = None
        self._writing: object = None
        self._left: list[Path] = []
        self._recovering: Path | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MS)
        self._timer.timeout.connect(self._look_after_writer)
        self.autosave = Autosave(lambda: controller.snapshot, self._view, parent=self)
        self.autosave.failed.connect(self._say_not_kept)
        self._fill(menu)
        controller.session_opened.connect(self._take_opened)
        controller.shown_changed.connect(self._mark_changes)

    def _fill(self, menu: FileMenu) -> None:
        menu.addSeparator()
        self._entries = (
            menu.add(
                "saveSessionAction", lambda: self.tr("Save session"),
                lambda: self.tr("Save all kept runs, their data and what is shown in one file"),
                self.save, "Ctrl+S",
            ),
            menu.add(
                "saveSessionAsAction", lambda: self.tr("Save session as…"),
                lambda: self.tr("Save the session in another file"), self.save_as, "Ctrl+Shift+S",
            ),
        )  # fmt: skip
        for entry in self._entries:
            entry.setEnabled(False)

    # Life.

    def begin(self) -> None:
        """Save now and then from now on, and offer what a crash has left."""
        self._left = recoverable()
        self.autosave.start()
        self.changed.emit()

    def close(self) -> None:
        """End what is being saved; the window ends as it should."""
        self._end_writer()
        self.autosave.close()

    # Saving and opening.

    def save(self) -> None:
        """Save where it was saved or opened, or ask where."""
        if self._path is None:
            self.save_as()
        else:
            self._write(self._path)

    def save_as(self) -> None:
        """Ask for a file, and save there."""
        path = self._ask(self._path or f"session{SUFFIX}")
        if path:
            self._write(path)

    def open(self, path: str) -> None:
        """Open a session; if it cannot be had, all stays as it is."""
        self._recovering = None
        self._controller.load_session(path)

    def _ask(self, path: str) -> str:
        """Return the file that was chosen, with our suffix, or an empty text."""
        kinds = self.tr("Sessions (*{suffix})").format(suffix=SUFFIX)
        title = self.tr("Save the session")
        path, _ = QFileDialog.getSaveFileName(self._window, title, path, kinds)
        while path and not path.lower().endswith(SUFFIX):
            path = path.removesuffix(".json").removesuffix(".descent") + SUFFIX
            if Path(path).exists():
                # The dialog did not ask whether this one may be overwritten.
                path, _ = QFileDialog.getSaveFileName(self._window, title, path, kinds)
        return path

    def _write(self, path: str) -> None:
        self._end_writer()
        self._writing = self._state()
        self._writer = SessionWriter(path, self._controller.snapshot, self._view())
        self._timer.start()
        self.changed.emit()

    def _look_after_writer(self) -> None:
        if self._writer is not None and self._writer.done:
            self._end_writer()

    def _end_writer(self) -> None:
        """Wait for what is being written, and say what became of it."""
        self._timer.stop()
        writer, self._writer = self._writer, None
        if writer is None:
            return
        writer.join()
        self.changed.emit()
        error = writer.error
        if error is not None:
            self.said.emit(lambda: message.not_saved(error))
            return
        self._saved = self._writing
        self._name(writer.path)
        self.said.emit(lambda: message.saved(Path(writer.path).name))

    def _take_opened(self, path: str, view: SessionView) -> None:
        for panel in map(self._tabs.widget, range(self._tabs.count())):
            if panel is not None and view.tab and panel.objectName() == view.tab:
                self._tabs.setCurrentWidget(panel)
        shown = self._controller.shown
        runs, step = len({*shown.snapshot.kept, shown.snapshot.active}), shown.at
        if self._recovering is not None and path == str(self._recovering):
            self._take_recovered()
            self.said.emit(lambda: message.recovered(runs, step))
            return
        self._saved = self._state()
        self._name(path)
        self.said.emit(lambda: message.opened(Path(path).name, runs, step))

    # The title.

    def _name(self, path: str) -> None:
        self._path = path
        self._settings.remember(path)
        name = Path(path).name
        name = name[: -len(SUFFIX)] if name.lower().endswith(SUFFIX) else name
        # Doubled it is no place for Qt's mark of changes.
        name = name.replace("[*]", "[*][*]")
        self._window.setWindowTitle(f"{name}[*] – {PROGRAM}")
        self._mark_changes()

    def _mark_changes(self) -> None:
        for entry in self._entries:
            entry.setEnabled(self._controller.snapshot.active is not None)
        changed = self._path is not None and self._state() != self._saved
        if changed is not self._window.isWindowModified():
            self._window.setWindowModified(changed)

    def _state(self) -> object:
        """Return something that is another one when the session is: looking around is no change."""
        snapshot = self._controller.snapshot
        runs = tuple(
            (run.id, run.config, run.limit, run.history.last_step)
            for run in snapshot.runs.values()
            if run.id != snapshot.ghost
        )
        looks = tuple(
            (number, astuple(look)) for number, look in self._controller.runs.looks().items()
        )
        return snapshot.active, snapshot.kept, snapshot.racing, runs, looks

    def _view(self) -> dict[str, object]:
        panel = self._tabs.currentWidget()
        return self._controller.session_view("" if panel is None else panel.objectName())

    # What the message bar says.

    @property
    def message(self) -> Message | None:
        """What is being done with a session now."""
        if self._writer is not None:
            return message.saving(Path(self._writer.path).name)
        return message.opening() if self._controller.opening else None

    @property
    def offer(self) -> Message | None:
        """The offer to recover what a crash has left; it stays until it is answered."""
        while self._left:
            try:
                written = self._left[0].stat().st_mtime
            except OSError:
                # Another window has answered it.
                del self._left[0]
                continue
            return message.recovery(datetime.fromtimestamp(written), datetime.now())
        return None

    def act(self, action: Action) -> bool:
        """Do what a button of the message bar says, if it is about sessions."""
        acts: dict[Action, Callable[[], None]] = {
            Action.RECOVER: self._recover, Action.DISCARD: self._discard,
        }  # fmt: skip
        if action in acts and self._left:
            acts[action]()
        return action in acts

    def _recover(self) -> None:
        self._recovering = self._left[0]
        self._controller.load_session(str(self._recovering))

    def _take_recovered(self) -> None:
        """Let the file go once this window has saved what was in it."""
        path, self._recovering, self._path = self._recovering, None, None
        self._mark_changes()
        self._window.setWindowTitle(PROGRAM)
        if path is not None and self.autosave.save_now():
            discard(path)
        self._left = [other for other in self._left if other != path]

    def _discard(self) -> None:
        discard(self._left.pop(0))
        self.changed.emit()

    def _say_not_kept(self, error: Exception) -> None:
        self.said.emit(lambda: message.not_kept(error))
