"""Sessions: what a window saves of its runs and view, and how it takes over those of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal

from core.config import RunConfig
from core.session_file import Session
from core.snapshot import Opened, Snapshot
from gui import message
from gui.data_controller import DataController
from gui.message_parts import Message
from gui.run_list import RunList
from gui.session_threads import SessionReader
from gui.session_view import SessionView, read_view


class SessionController(DataController):
    """Reads sessions and opens them; what there was stays until all of the new is there."""

    session_opened = Signal(str, object)
    """A session is open: its file and the `SessionView`. The runs are in the snapshot."""

    runs: RunList
    _session_reader: SessionReader | None = None
    _opening: Session | None = None
    _opening_path = ""

    @property
    def snapshot(self) -> Snapshot:
        """The newest results, of settings that are no more chosen, too."""
        return self._runner.snapshot

    @property
    def reading(self) -> Message | None:
        """What is being read."""
        reader = self._session_reader
        if reader is None:
            return super().reading
        return message.reading_session(Path(reader.path).name)

    @property
    def opening(self) -> bool:
        """Whether the programs of a session's runs are being compiled."""
        return self._opening is not None

    def session_view(self, tab: str) -> dict[str, Any]:
        """Return what a session keeps beside the runs; `tab` is the panel on top."""
        looks = self.runs.looks()
        return SessionView(self._step, True, self._pace, tab, self._preset, looks).json()

    def load_session(self, path: str) -> None:
        """Read a session in the background and open it."""
        self.cancel_reading()
        self._session_reader, self._changed = SessionReader(path), True

    def open_session(self, session: Session, path: str = "") -> None:
        """Let the runs of a session take the place of all that there are.

        Parameters
        ----------
        session : Session
            The session; it has an active run.
        path : str
            The file, for `session_opened`.
        """
        self.cancel_reading()
        self._opening, self._opening_path, self._changed = session, path, True
        self._runner.open(session)

    def cancel_reading(self) -> None:
        """Forget the table or session that is being read."""
        super().cancel_reading()
        if self._session_reader is not None:
            self._session_reader, self._changed = None, True

    def _end_reading(self) -> None:
        super()._end_reading()
        if self._session_reader is not None:
            self._session_reader.join()
            self._session_reader = None

    def _take_read_session(self) -> None:
        """Open the session once it has been read."""
        reader = self._session_reader
        if reader is None or not reader.done:
            return
        self._session_reader, self._changed = None, True
        if reader.session is None:
            self.read_failed.emit(reader.error, None, None)
        else:
            self.open_session(reader.session, reader.path)

    def _take_session(self, snapshot: Snapshot) -> None:
        """Take over settings and view of the session once its runs are there."""
        opened = snapshot.opened
        if self._opening is None or opened is None or opened.session is not self._opening:
            return
        self._opening, self._changed = None, True
        if opened.error is not None:
            self._stay()
            self.read_failed.emit(opened.error, None, None)
            return
        run = snapshot.active_run
        if run is not None:
            self._follow(run.config)
            self._take_view(opened)

    def _take_view(self, opened: Opened) -> None:
        view = read_view(opened.session.view, opened.offset)
        self._preset = view.preset
        if view.paced:
            self.set_speed(view.pace)
        self.runs.take_looks(view.looks)
        if view.step is not None:
            self.go_to(view.step)
        self.session_opened.emit(self._opening_path, view)

    # Of the whole controller.

    def go_to(self, step: int) -> None:
        """Show a step."""
        raise NotImplementedError

    def _follow(self, config: RunConfig) -> None:
        """Take over the settings of another run, and show its newest step."""
        raise NotImplementedError

    def _stay(self) -> None:
        """See to it that there is a run of the present settings."""
        raise NotImplementedError
