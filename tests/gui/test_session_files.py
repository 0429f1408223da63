"""Sessions in the window: saved, opened, recovered, and opened again from the list of late."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDropEvent
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QLabel, QMenu
from pytestqt.qtbot import QtBot

from core.run_view import RunState
from core.session_file import is_session, read_session, write_session
from gui.app import build_window
from gui.autosave import autosave_folder, recoverable
from gui.launch import main
from gui.main_window import MainWindow
from gui.session_view import SessionView, read_view
from gui.settings import MOST_RECENT, Recent, Settings
from tests.core.session_sample import sample_session
from tests.gui.conftest import Opener
from tests.gui.driver import Driver

OPEN_MS = 60_000


@pytest.fixture
def opened(qtbot: QtBot) -> Iterator[Callable[..., MainWindow]]:
    """Open windows with arguments; they may come up with a session in any state."""
    windows: list[MainWindow] = []

    def one(*arguments: str) -> MainWindow:
        _, window = build_window(["descent-lab", "--lang", "en", *arguments])
        windows.append(window)
        return window

    yield one
    for window in windows:
        window.close()
        window.deleteLater()


def _trigger(window: MainWindow, name: str) -> None:
    """Choose an entry of the file menu, a submenu's as well."""
    window.menu.aboutToShow.emit()
    for menu in window.menu.findChildren(QMenu):
        menu.aboutToShow.emit()
    entry = window.menu.findChild(QAction, name)
    assert entry is not None and entry.isEnabled(), name
    entry.trigger()


def _save_as(window: MainWindow, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    _trigger(window, "saveSessionAsAction")


def _says(window: MainWindow, text: str) -> Callable[[], bool]:
    label = window.message_bar.findChild(QLabel, "statusLabel")
    return lambda: text in label.text()


def _drop(window: MainWindow, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    left, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, left, plain))


def _lesson(drive: Driver) -> None:
    """A kept run, a branch of it, and a race that goes on."""
    window = drive.window
    controller = window.controller
    drive.full_speed()
    drive.click("runButton")
    drive.until_state(RunState.STOPPED)
    window.body.runs.keep_wanted.emit()
    drive.until(lambda: len(controller.shown.listed) == 1)
    controller.go_to(7)
    controller.set_learning_rate(0.05)
    drive.until(lambda: drive.run.parent is not None)
    window.body.runs.keep_wanted.emit()
    drive.until(lambda: len(controller.shown.listed) == 2)
    controller.race([controller.config.with_learning_rate(rate) for rate in (0.01, 0.02)])
    drive.until(lambda: len(controller.snapshot.racing) == 2)
    drive.until_state(RunState.STOPPED)
    first, branch, *_ = (run.view.id for run in controller.shown.listed)
    window.body.runs.model.renamed.emit(first, "我的 <b>run</b>")
    window.body.runs.recoloured.emit(branch, "#123456")
    window.body.runs.model.shown.emit(branch, False)
    window.body.tabs.setCurrentWidget(window.body.runs)
    controller.set_speed(50.0)
    controller.go_to(12)
    drive.settle()


def _seen(window: MainWindow) -> tuple[Any, ...]:
    shown = window.controller.shown
    return (
        [(r.name, r.colour, r.visible, r.active, len(r.view.history)) for r in shown.listed],
        [tuple(shown.row.parameters), shown.row.step, shown.state, len(shown.snapshot.racing)],
        [window.controller.preset, window.controller.pace],
        window.body.tabs.currentWidget().objectName(),
        [run.view.parent is None for run in shown.listed],
    )


def test_a_race_a_branch_and_a_kept_run_come_back(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drive = Driver(window, qtbot)
    controller = window.controller
    _lesson(drive)
    assert window.windowTitle() == "Descent Lab" and not window.isWindowModified()
    _save_as(window, tmp_path / "lesson.json", monkeypatch)
    path = tmp_path / "lesson.descent.json"
    qtbot.waitUntil(_says(window, "Saved as lesson.descent.json."))
    assert window.windowTitle() == "lesson[*] – Descent Lab" and not window.isWindowModified()
    seen, numbers = _seen(window), set(controller.snapshot.runs)
    written = path.read_text("utf-8")

    # Looking around is no change; a step is, and goes into the same file without a question.
    controller.go_to(3)
    drive.settle()
    assert not window.isWindowModified()
    controller.end()
    drive.click("stepButton")
    drive.until_step(21)
    assert window.isWindowModified()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", None)
    _trigger(window, "saveSessionAction")
    qtbot.waitUntil(lambda: not window.isWindowModified())
    assert path.read_text("utf-8") != written
    path.write_text(written, "utf-8")

    drive.choose("presetBox", "checker")
    drive.until_state(RunState.READY)
    window.body.tabs.setCurrentIndex(0)
    controller.set_speed(None)
    _drop(window, path)
    qtbot.waitUntil(_says(window, "Opened lesson.descent.json: 4 runs, step 12."), timeout=OPEN_MS)
    drive.settle()
    assert _seen(window) == seen
    assert not numbers & set(controller.snapshot.runs)
    assert drive.find("stepsPerSecondBox").value() == 50.0
    assert not window.isWindowModified()

    # All racers go on.
    controller.end()
    drive.click("stepButton")
    drive.until_step(21)
    assert {len(r.history) for r in controller.shown.racers} == {22}
    assert [file.path for file in Settings().recent] == [str(path)]
    _hostile_files_change_nothing(drive, tmp_path, written)
    _a_full_disk_is_told(window, qtbot, tmp_path, monkeypatch)


def _hostile_files_change_nothing(drive: Driver, tmp_path: Path, written: str) -> None:
    """Of the window that has the lesson."""
    window, controller = drive.window, drive.window.controller
    before, snapshot, title = _seen(window), controller.snapshot, window.windowTitle()
    # Keras remembers no such thing: only the runner's thread finds out.
    other = json.loads(written)
    for run in other["runs"]:
        for record in run["segments"]:
            record["settings"]["optimizer"] = "adam"
    hostile = {
        "kind": (written.replace('"seed"', '"sead"', 1), "is damaged at"),
        "newer": (written.replace('"version": 1', '"version": 2'), "of format 2"),
        "cut": (written[:-30], "is damaged here"),
        "other": (json.dumps(other), "Open it with the version of Keras"),
        "page": ("<html></html>", "is no session of Descent Lab"),
        "none": (None, "there is no such file"),
    }
    for name, (text, words) in hostile.items():
        path = tmp_path / f"{name}.descent.json"
        if text is not None:
            path.write_text(text, "utf-8")
        window.tables.open(str(path))
        drive.until(_says(window, words))
        assert "NOT LOADED" in window.message_bar.findChild(QLabel, "stateLabel").text()
        drive.settle()
        assert _seen(window) == before and window.windowTitle() == title, name
        assert controller.snapshot.runs.keys() == snapshot.runs.keys()
        assert controller.snapshot.failure is None


def _a_full_disk_is_told(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _save_as(window, tmp_path / "nosuch" / "a.descent.json", monkeypatch)
    qtbot.waitUntil(_says(window, "a.descent.json: the file cannot be written"))
    assert window.windowTitle() == "lesson[*] – Descent Lab"


def test_nonsense_in_the_view_is_passed_over(tmp_path: Path) -> None:
    looks = {"1": {"name": " a\nb ", "colour": "#AA0000", "visible": 3}, "2": {"name": "x"},
             "x": 1, "3": {"name": "", "colour": "#000000"}, "-1": [],
             "4": {"name": "x", "colour": "url(evil)"}}  # fmt: skip
    view = {"step": True, "pace": "fast", "tab": 3, "preset": "__class__", "runs": looks, "x": {}}
    path = tmp_path / "a.descent.json"
    write_session(path, sample_session(view))
    found = read_view(read_session(path).view, offset=10)
    assert list(found.looks) == [11]
    look = found.looks[11]
    assert (look.name, look.colour, look.visible) == ("a b", "#AA0000", True)
    assert found == SessionView(looks=found.looks)
    for view in ({"runs": []}, {"step": -1}, {"step": 2**60}, {"pace": 0.0}, {"pace": True}):
        assert read_view(view) == SessionView()
    assert read_view({"pace": None}) == SessionView(paced=True)
    whole = SessionView(3, True, 2.0, "runsPanel", "tape", found.looks)
    assert read_view(json.loads(json.dumps(whole.json()))) == whole


def test_a_session_is_known_by_its_name_or_its_first_words(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_session(path, sample_session())
    table = tmp_path / "t.csv"
    table.write_text("x,y\n1,descent-lab session\n")
    assert is_session(path) and is_session("no/such/A.descent.json")
    assert not is_session(table) and not is_session(tmp_path) and not is_session("\0")


def test_it_is_opened_from_the_command_line(
    opened: Callable[..., MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    # It has a table's name, and a view that nobody wrote.
    path = tmp_path / "lesson.txt"
    session = sample_session({"step": 5, "tab": "nosuch", "runs": {"4": {}}, "evil": ["os"]})
    write_session(path, session)
    window = opened("--session", str(path))
    qtbot.waitUntil(_says(window, "Opened lesson.txt: 2 runs, step 5."), timeout=OPEN_MS)
    assert window.windowTitle() == "lesson.txt[*] – Descent Lab"
    assert [run.name for run in window.controller.shown.listed] == ["SGD 0.2", "SGD 0.2 (2)"]


def _state(window: MainWindow) -> str:
    return window.message_bar.findChild(QLabel, "stateLabel").text()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is a display")
def test_without_a_display_it_says_so_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gui.launch.why_no_window", lambda: "no display")
    assert main(["--session", "a.descent.json"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "--session needs" in line


CRASH = """
import os, sys
from pathlib import Path
from core.session_file import read_session
from core.snapshot import Snapshot
from gui.autosave import Autosave
session = read_session(sys.argv[1])
snapshot = Snapshot(1, {run.id: run for run in session.runs}, session.active, kept=session.kept)
autosave = Autosave(lambda: snapshot, lambda: session.view)
assert autosave.save_now()
os._exit(1)
"""


def test_what_a_crash_has_left_is_offered_until_it_is_answered(
    open_window: Opener, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window()
    assert window.sessions.offer is None
    drive = Driver(window, qtbot)
    drive.click("stepButton")
    drive.until_step(1)
    window.body.runs.keep_wanted.emit()
    drive.until(lambda: len(window.controller.shown.listed) == 1)
    saved = tmp_path / "left.descent.json"
    _save_as(window, saved, monkeypatch)
    qtbot.waitUntil(_says(window, "Saved as"))
    w = window.controller.shown.row.parameters[0]
    window.close()
    _crash(saved)
    shutil.copy(*recoverable(), autosave_folder() / "999999.descent.json")
    assert len(recoverable()) == 2

    window = open_window("--preset", "checker")
    drive = Driver(window, qtbot)
    assert _says(window, "ended without a word last time. Its runs of ")()
    # It stays until it is answered.
    drive.choose("optimizerBox", "adam")
    drive.until_state(RunState.READY)
    assert _says(window, "can be had again")() and "RECOVERY" in _state(window)
    assert drive.text_of("remedyButton2") == "Discard"
    _press(window, "remedyButton1")
    qtbot.waitUntil(_says(window, "1 run is back, at step 1."), timeout=OPEN_MS)
    drive.settle()
    assert drive.run.history.row(1).parameters[0] == w
    assert window.controller.preset == "tape" and len(window.controller.shown.listed) == 1
    assert window.windowTitle() == "Descent Lab"
    # What was recovered is this window's to keep; the other file is offered next.
    assert len(list(autosave_folder().glob("*.descent.json"))) == 2
    drive.click("stepButton")
    drive.until_step(2)
    assert _says(window, "can be had again")()
    _press(window, "remedyButton2")
    assert not _says(window, "can be had again")() and recoverable() == []
    window.close()
    assert list(autosave_folder().iterdir()) == []


def _crash(session: Path) -> None:
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", CRASH, session], cwd=root, timeout=60)
    assert done.returncode == 1


def _press(window: MainWindow, name: str) -> None:
    window.message_bar.findChild(QAbstractButton, name).click()


def test_a_failing_autosave_is_told(window: MainWindow, qtbot: QtBot) -> None:
    autosave_folder().write_text("a file in the way")
    for _ in range(2):
        window.sessions.autosave.save()
        qtbot.waitUntil(lambda: not window.sessions.autosave.saving)
    assert _says(window, "After a crash your runs would be lost: ")()
    assert "NO AUTOSAVE" in _state(window)


def test_files_of_late(tmp_path: Path) -> None:
    settings = Settings()
    how = {"delimiter": ";", "x": "年 份", "header": None}
    settings.remember(str(tmp_path / "a.csv"), how)
    for number in range(12):
        settings.remember(str(tmp_path / f"{number},&.csv"))
    settings.remember(str(tmp_path / "a.csv"), how)
    found = Settings().recent
    assert len(found) == MOST_RECENT and found[0] == Recent(str(tmp_path / "a.csv"), how)
    assert found[1:3] == [Recent(str(tmp_path / f"{number},&.csv")) for number in (11, 10)]
    for damaged in ("{", "[" * 9999, "3", '[1, ["a"], ["a", 3], ["", null], [2, null]]'):
        settings._stored.setValue("recent", damaged)
        assert settings.recent == []
    settings._stored.setValue("recent", ["x", "y"])
    assert settings.recent == []


def test_the_menu_of_late(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    table = tmp_path / "a&b.csv"
    table.write_text("x,y\n1,2\n2,3\n3,5\n")
    settings = Settings()
    settings.remember(str(tmp_path / "gone.descent.json"))
    settings.remember(str(table))
    window._settings._stored.sync()
    menu = window.menu.findChild(QMenu, "recentMenu")
    menu.aboutToShow.emit()
    texts = [(entry.text(), entry.isEnabled()) for entry in menu.actions()]
    assert texts == [("&1  a&&b.csv", True), ("&2  gone.descent.json", False), ("", True),
                     ("Clear list", True)]  # fmt: skip
    assert "is not there any more" in menu.actions()[1].toolTip()
    _trigger(window, "recentAction1")
    qtbot.waitUntil(lambda: window.controller.preset is None)
    assert window.controller.config.problem.dataset.path == str(table)
    qtbot.waitUntil(lambda: window.controller.shown.state is RunState.READY)
    _trigger(window, "clearRecentAction")
    menu.aboutToShow.emit()
    assert [entry.isEnabled() for entry in menu.actions()] == [False, True, False]
    assert Settings().recent == []


def test_the_snapshot_of_a_window_without_runs_cannot_be_saved(
    opened: Callable[..., MainWindow], tmp_path: Path, qtbot: QtBot
) -> None:
    window = opened()
    assert not window.menu.findChild(QAction, "saveSessionAction").isEnabled()
    path = tmp_path / "empty.descent.json"
    session = sample_session()
    write_session(path, {**session, "runs": [], "data": [], "active": None, "kept": [],
                         "racing": []})  # fmt: skip
    window.tables.open(str(path))
    qtbot.waitUntil(_says(window, "this session holds no run"))
