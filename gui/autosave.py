"""Saving the session now and then, so that a crash costs no more than the last half minute."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLockFile, QObject, QStandardPaths, QTimer, Signal

from core.errors import InputError
from core.session_file import SUFFIX, session_of, write_session
from core.snapshot import Snapshot
from gui.settings import ENVIRONMENT

INTERVAL_MS = 30_000
DAY = 86_400.0
MOST_NAMES = 1000


def autosave_folder() -> Path:
    """Return where autosaved sessions lie; beside the settings where those have a place of own."""
    settings = os.environ.get(ENVIRONMENT)
    if settings:
        return Path(settings).parent / "autosave"
    place = QStandardPaths.StandardLocation.AppDataLocation
    return Path(QStandardPaths.writableLocation(place)) / "autosave"


def recoverable(folder: Path | None = None) -> list[Path]:
    """Return the sessions of windows that ended without a word, the newest first."""
    found = [path for path in (folder or autosave_folder()).glob(f"*{SUFFIX}") if _is_left(path)]
    return sorted(found, key=_written_at, reverse=True)


def discard(path: Path) -> None:
    """Remove a session that was recovered, or is not wanted."""
    path.unlink(missing_ok=True)


def _is_left(path: Path) -> bool:
    """Whether the process that wrote a session lives no more."""
    lock = _lock(path)
    if not lock.tryLock(0):
        return False
    lock.unlock()
    return True


def _lock(path: Path) -> QLockFile:
    lock = QLockFile(str(path.with_name(path.name.removesuffix(SUFFIX) + ".lock")))
    # However old it is, it holds as long as its process lives.
    lock.setStaleLockTime(0)
    return lock


def _written_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


class Autosave(QObject):
    """Saves what there is every half minute in a thread of its own, if anything has changed.

    Parameters
    ----------
    snapshot : callable
        Returns the newest snapshot.
    view : callable
        Returns what else is to be saved, see `core.session_file.session_of`.
    folder : Path, optional
        Where; by default `autosave_folder`.
    """

    failed = Signal(object)
    """The session could not be saved: the exception. Once, until it succeeds again."""

    def __init__(
        self,
        snapshot: Callable[[], Snapshot],
        view: Callable[[], dict[str, Any]],
        folder: Path | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._snapshot, self._view = snapshot, view
        self._folder = folder or autosave_folder()
        self._path: Path | None = None
        self._lock: QLockFile | None = None
        self._thread: threading.Thread | None = None
        self._saved = -1
        self._error: Exception | None = None
        self._told = False
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self.save)

    @property
    def path(self) -> Path | None:
        """The file, once there was something to save."""
        return self._path

    @property
    def saving(self) -> bool:
        """Whether it is being written."""
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        """Save from now on, every half minute."""
        self._timer.start()

    def save(self) -> None:
        """Begin to save, unless nothing has changed or the last time is not over."""
        if self.saving:
            return
        self._tell()
        snapshot = self._snapshot()
        if snapshot.active is None or snapshot.version == self._saved:
            return
        self._saved, view = snapshot.version, self._view()
        self._thread = threading.Thread(
            target=self._write, args=(snapshot, view), name="descent-lab autosave"
        )
        self._thread.start()

    def save_now(self) -> bool:
        """Save, and wait for it; whether there is a file of what there is."""
        for _ in range(2):
            # The first time what is being saved may be older.
            if self._thread is not None:
                self._thread.join()
            self.save()
        if self._thread is not None:
            self._thread.join()
        return self._path is not None and self._error is None

    def close(self) -> None:
        """Save no more, and remove the file: the window ends as it should."""
        self._timer.stop()
        if self._thread is not None:
            self._thread.join()
        if self._path is not None:
            self._path.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.unlock()
        self._path = self._lock = None

    def _tell(self) -> None:
        if self._error is not None and not self._told:
            self._told = True
            self.failed.emit(self._error)

    def _write(self, snapshot: Snapshot, view: dict[str, Any]) -> None:
        try:
            write_session(self._place(), session_of(snapshot, view))
        except (InputError, OSError) as error:
            self._error, self._saved = error, -1
        else:
            self._error, self._told = None, False

    def _place(self) -> Path:
        """Return the file of this process, locked; the name of a dead one's may be the same."""
        if self._path is not None:
            return self._path
        self._folder.mkdir(parents=True, exist_ok=True)
        _remove_strays(self._folder)
        for number in range(1, MOST_NAMES):
            name = str(os.getpid()) if number == 1 else f"{os.getpid()}-{number}"
            path = self._folder / f"{name}{SUFFIX}"
            lock = _lock(path)
            if not path.exists() and lock.tryLock(0):
                self._path, self._lock = path, lock
                return path
            if lock.error() == QLockFile.LockError.PermissionError:
                break
        raise InputError("cannot_write", file=self._folder, why="it cannot be locked")


def _remove_strays(folder: Path) -> None:
    """Remove what saves that were killed have left half written."""
    for stray in folder.glob("tmp*.json"):
        if _written_at(stray) < time.time() - DAY:
            stray.unlink(missing_ok=True)
