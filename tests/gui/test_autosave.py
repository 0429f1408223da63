"""Autosave: what there is outlives a crash, and is gone after a clean end."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from core.errors import InputError
from core.session_file import read_session
from core.snapshot import Snapshot
from gui.autosave import DAY, Autosave, autosave_folder, discard, recoverable
from tests.core.session_sample import sample_view

ROOT = Path(__file__).parents[2]
CRASH = """
import os, sys
from pathlib import Path
from core.snapshot import Snapshot
from gui.autosave import Autosave
from tests.core.session_sample import sample_view
snapshot = Snapshot(runs={1: sample_view()}, active=1)
autosave = Autosave(lambda: snapshot, dict, Path(sys.argv[1]))
autosave.save()
autosave._thread.join()
print(autosave.path, flush=True)
sys.stdin.readline()
os._exit(1)
"""


class _Window:
    """What is saved."""

    def __init__(self) -> None:
        self.snapshot = Snapshot()
        self.asked = 0

    def view(self) -> dict[str, Any]:
        self.asked += 1
        return {"asked": self.asked}


@pytest.fixture
def window() -> _Window:
    return _Window()


@pytest.fixture
def autosave(window: _Window, tmp_path: Path) -> Iterator[Autosave]:
    made = Autosave(lambda: window.snapshot, window.view, tmp_path / "a" / "autosave")
    yield made
    made.close()


def _save(autosave: Autosave, qtbot: QtBot) -> None:
    autosave.save()
    qtbot.waitUntil(lambda: not autosave.saving)


def _with_run(version: int = 1) -> Snapshot:
    return Snapshot(version, runs={1: sample_view()}, active=1)


def test_what_changed_is_saved_and_gone_after_a_clean_end(
    window: _Window, autosave: Autosave, qtbot: QtBot
) -> None:
    _save(autosave, qtbot)
    assert autosave.path is None and window.asked == 0
    window.snapshot = _with_run()
    _save(autosave, qtbot)
    path = autosave.path
    assert path is not None and path.name == f"{os.getpid()}.descent.json"
    assert read_session(path).view == {"asked": 1}
    _save(autosave, qtbot)
    assert window.asked == 1
    window.snapshot = replace(window.snapshot, version=2)
    _save(autosave, qtbot)
    assert read_session(path).view == {"asked": 2}
    # It is ours, and we live.
    assert recoverable(path.parent) == []
    autosave.close()
    assert list(path.parent.iterdir()) == []


def test_it_saves_by_itself(window: _Window, autosave: Autosave, qtbot: QtBot) -> None:
    window.snapshot = _with_run()
    autosave._timer.setInterval(1)
    autosave.start()
    qtbot.waitUntil(lambda: autosave.path is not None and autosave.path.exists())


def test_a_crash_leaves_it_to_the_next_window(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CRASH, tmp_path], cwd=ROOT, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        path = Path(process.stdout.readline().strip())
        assert path.parent == tmp_path and recoverable(tmp_path) == []
        process.stdin.write("\n")
        process.stdin.flush()
        process.wait(60)
        assert process.returncode == 1
    assert recoverable(tmp_path) == [path]
    assert read_session(path).runs[0].id == 1
    discard(path)
    assert recoverable(tmp_path) == [] and list(tmp_path.iterdir()) == []


def test_the_session_of_a_dead_process_of_the_same_number_stays(
    window: _Window, autosave: Autosave, qtbot: QtBot, tmp_path: Path
) -> None:
    folder = tmp_path / "a" / "autosave"
    folder.mkdir(parents=True)
    old = folder / f"{os.getpid()}.descent.json"
    stray, fresh = folder / "tmpold.json", folder / "tmpnew.json"
    for file in (old, stray, fresh):
        file.write_text("old")
    os.utime(stray, (0, time.time() - 2 * DAY))
    window.snapshot = _with_run()
    _save(autosave, qtbot)
    assert autosave.path == folder / f"{os.getpid()}-2.descent.json"
    assert old.read_text() == "old" and fresh.exists() and not stray.exists()
    assert recoverable(folder) == [old]


def test_a_failure_is_told_once(
    window: _Window, autosave: Autosave, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "a").write_text("a file in the way")
    told: list[Exception] = []
    autosave.failed.connect(told.append)
    window.snapshot = _with_run()
    for _ in range(3):
        _save(autosave, qtbot)
    assert len(told) == 1 and isinstance(told[0], (InputError, OSError))
    (tmp_path / "a").unlink()
    _save(autosave, qtbot)
    assert autosave.path is not None and autosave.path.exists()


def test_its_folder_is_beside_settings_of_ones_own(tmp_path: Path) -> None:
    assert autosave_folder() == tmp_path / "autosave"
    assert recoverable() == []
