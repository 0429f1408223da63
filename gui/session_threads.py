"""Reading and writing a session without keeping the window waiting."""

from __future__ import annotations

import threading
from typing import Any

from core.errors import InputError
from core.session_file import Session, read_session, session_of, write_session
from core.snapshot import Snapshot


class SessionReader:
    """Reads a session in a thread of its own.

    Parameters
    ----------
    path : str
        The file.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.session: Session | None = None
        self.error: Exception | None = None
        self._thread = threading.Thread(target=self._read, name="session reader", daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether there is a session or an error."""
        return self.session is not None or self.error is not None

    def join(self) -> None:
        """Wait for the thread."""
        self._thread.join()

    def _read(self) -> None:
        try:
            session = read_session(self.path)
            if session.active is None:
                raise InputError("session_empty", file=self.path)
            self.session = session
        except Exception as error:
            # Most are an InputError; whatever it is, the window must hear of it.
            self.error = error


class SessionWriter:
    """Writes a session in a thread of its own.

    Parameters
    ----------
    path : str
        The file.
    snapshot : Snapshot
        The runs.
    view : dict
        What else is saved, see `core.session_file.session_of`.
    """

    def __init__(self, path: str, snapshot: Snapshot, view: dict[str, Any]) -> None:
        self.path = path
        self.error: Exception | None = None
        self._snapshot, self._view = snapshot, view
        # No daemon: what was to be saved is written even if the window is closed at once.
        self._thread = threading.Thread(target=self._write, name="session writer")
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether it was written, or could not be."""
        return not self._thread.is_alive()

    def join(self) -> None:
        """Wait for the thread."""
        self._thread.join()

    def _write(self) -> None:
        try:
            write_session(self.path, session_of(self._snapshot, self._view))
        except Exception as error:
            # A full disk as much as an InputError: the window must hear of it.
            self.error = error
