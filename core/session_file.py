"""Sessions: the runs of a window in one file that people can read and other versions can refuse.

The file is JSON. Nothing in it is code, and opening it runs none but ours.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.files import written_atomically
from core.run_view import RunView
from core.session_data import DataList, Reader, data_json, read_data
from core.session_json import Broken, read, written
from core.session_record import read_run, run_json
from core.session_settings import SettingsReader
from core.session_values import Damaged, Value
from core.snapshot import Snapshot
from core.table.reading import read_table

FORMAT = "descent-lab session"
VERSION = 1
SUFFIX = ".descent.json"

LARGEST_FILE = 2**29
"""Bytes: a larger file is none of ours."""

MOST_RUNS = 1000

HEAD = 4096
"""Within so many characters a session says that it is one."""


@dataclass(frozen=True, eq=False)
class Session:
    """What a session file holds.

    Attributes
    ----------
    runs : tuple of RunView
        The runs as they stood, their records thinned.
    active : int or None
        The number of the active one.
    kept : tuple of int
        The kept ones, in the order in which they were kept.
    racing : tuple of int
        Those that advance together.
    view : dict
        What the window added, untouched.
    written_by : str
        The version of the program that wrote it.
    examined : frozenset of int
        The runs whose gradient was examined at the start.
    """

    runs: tuple[RunView, ...]
    active: int | None
    kept: tuple[int, ...]
    racing: tuple[int, ...] = ()
    view: dict[str, Any] = field(default_factory=dict)
    written_by: str = ""
    examined: frozenset[int] = frozenset()

    @property
    def active_run(self) -> RunView | None:
        """The active run."""
        return next((run for run in self.runs if run.id == self.active), None)


def session_of(snapshot: Snapshot, view: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the kept runs and the active one as a session file has them.

    Any thread may ask: what a snapshot holds does not change.

    Parameters
    ----------
    snapshot : Snapshot
        The runs.
    view : mapping, optional
        What else is to be kept: texts, finite numbers, lists and mappings of them.

    Raises
    ------
    InputError
        ``session_own_code`` if settings hold code that has no name.
    """
    numbers = dict.fromkeys(snapshot.kept)
    if snapshot.active is not None:
        numbers[snapshot.active] = None
    data = DataList()
    runs = [run_json(snapshot.runs[number], data) for number in numbers]
    return {
        "format": FORMAT,
        "version": VERSION,
        "written_by": _own_version(),
        "active": snapshot.active,
        "kept": list(snapshot.kept),
        "racing": list(snapshot.racing),
        "view": dict(view or {}),
        "data": [data_json(each) for each in data.found],
        "runs": runs,
    }


@cache
def _own_version() -> str:
    try:
        return version("descent-lab")
    except PackageNotFoundError:
        return "unknown"


def write_session(path: str | Path, session: Mapping[str, Any]) -> None:
    """Write what `session_of` returned: the file is the old or the new one, never a part.

    Raises
    ------
    InputError
        ``cannot_write``; an older file then stays as it was.
    """
    content = written(dict(session)).encode()
    with written_atomically(path) as temporary, temporary.open("wb") as file:
        file.write(content)
        file.flush()
        # On the disk before it takes the old one's place: the power may fail, too.
        os.fsync(file.fileno())


def is_session(path: str | Path) -> bool:
    """Whether a file is to be read as a session: by its name, or by what it says it is."""
    place = Path(path)
    if place.name.lower().endswith(SUFFIX):
        return True
    try:
        # Nothing but a file: a pipe could keep us waiting.
        if not place.is_file():
            return False
        with place.open("rb") as file:
            head = file.read(HEAD).decode("utf-8-sig", "replace").lstrip()
    except (OSError, ValueError):
        return False
    return head.startswith("{") and f'"{FORMAT}"' in head


def read_session(path: str | Path, read_data_file: Reader = read_table) -> Session:
    """Read a session; no TensorFlow is needed.

    Parameters
    ----------
    path : str or Path
        The file.
    read_data_file : callable
        How data are read that stayed in their own file.

    Raises
    ------
    InputError
        ``file_not_found``, ``file_is_folder`` or ``file_unreadable``; ``session_not`` for another
        kind of file, ``session_newer`` for one of a later program, ``session_broken`` or
        ``session_damaged`` where something in it cannot be used; ``session_data_missing`` or
        ``session_data_changed`` for data in a file of their own.
    """
    place = Path(path)
    text = _text(place)
    try:
        content = read(text)
    except Broken as broken:
        if FORMAT not in text[:HEAD]:
            raise InputError("session_not", file=path) from None
        raise InputError(
            "session_broken", file=path, line=broken.line, column=broken.column, why=broken.why
        ) from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError("session_not", file=path)
    try:
        _refuse_newer(Value(content), path)
        return _session(Value(content), place, read_data_file)
    except Damaged as damage:
        raise InputError(
            "session_damaged", file=path, where=damage.where, found=damage.found, why=damage.why
        ) from None


def _text(path: Path) -> str:
    try:
        if path.is_dir():
            raise InputError("file_is_folder", file=path)
        if path.exists() and not path.is_file():
            raise InputError("file_unreadable", file=path, why="it is no file")
        if path.exists() and path.stat().st_size > LARGEST_FILE:
            raise InputError("session_not", file=path)
        return path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise InputError("file_not_found", file=path) from None
    except OSError as error:
        raise InputError("file_unreadable", file=path, why=error.strerror or error) from error
    except ValueError:
        # Not UTF-8, or no name that a file could have.
        raise InputError("session_not", file=path) from None


def _refuse_newer(value: Value, path: str | Path) -> None:
    if value.key("version").whole(1) > VERSION:
        by = value.key("written_by").text()
        raise InputError("session_newer", file=path, version=value.content["version"], by=by)


def _session(value: Value, path: Path, read_data_file: Reader) -> Session:
    (_, _, by, active, kept, racing, view, data, runs) = value.keys(
        "format", "version", "written_by", "active", "kept", "racing", "view", "data", "runs"
    )
    found = [read_data(each, path, read_data_file) for each in data.each(MOST_RUNS)]
    settings = SettingsReader(found)
    read_runs = [read_run(each, settings) for each in runs.each(MOST_RUNS)]
    numbers = [run.id for run, _ in read_runs]
    if len(set(numbers)) < len(numbers):
        raise runs.damaged("two runs have the same number")
    session = Session(
        tuple(run for run, _ in read_runs),
        None if active.content is None else _number(active, numbers),
        _numbers(kept, numbers),
        _numbers(racing, numbers),
        {name: part.free() for name, part in view.pairs()},
        by.text(),
        frozenset(run.id for run, examined in read_runs if examined),
    )
    if session.active is None and numbers:
        raise active.damaged("one of the runs must be active")
    if set(numbers) - {*session.kept, session.active}:
        raise kept.damaged("a run is neither active nor kept")
    if session.racing and session.active not in session.racing:
        raise racing.damaged("the active run is not among them")
    return session


def _number(value: Value, numbers: list[int]) -> int:
    if value.whole() not in numbers:
        raise value.damaged("there is no run of this number")
    return value.whole()


def _numbers(value: Value, numbers: list[int]) -> tuple[int, ...]:
    found = tuple(_number(each, numbers) for each in value.each(MOST_RUNS))
    if len(set(found)) < len(found):
        raise value.damaged("a run is named twice")
    return found
