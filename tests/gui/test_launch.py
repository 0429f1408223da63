"""The command: verbs, the window, and what happens without a display."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from PySide6.QtGui import QGuiApplication, QImage

from gui.launch import main

ROOT = Path(__file__).resolve().parents[2]


def launch(*arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Start the command without a display."""
    inherited = {k: v for k, v in os.environ.items() if k not in _DISPLAY}
    return subprocess.run(
        [sys.executable, "-m", "gui.launch", *arguments],
        cwd=folder,
        env=inherited | environment,
        capture_output=True,
        text=True,
        timeout=180,
    )


_DISPLAY = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XAUTHORITY")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is a display")
@pytest.mark.parametrize("environment", [{}, {"DISPLAY": ":4711"}], ids=["none", "refused"])
def test_without_a_display_it_says_so_trains_and_writes_the_picture(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    done = launch(folder=tmp_path, **environment)
    assert done.returncode == 0, done.stderr
    (sentence,) = done.stderr.splitlines()
    assert "no window can be opened" in sentence
    picture = tmp_path / "descent-lab.png"
    assert str(picture) in done.stdout
    assert not QImage(str(picture)).isNull()
    assert "1.718" in done.stdout  # w after 20 steps of tape


def test_presets_need_neither_qt_nor_tensorflow(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["presets"]) == 0
    assert "checker" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--preset", "nosuch"], "nosuch"),
        (["--colour", "red"], "--colour"),
        (["nosuch"], "nosuch"),
    ],
)
def test_wrong_usage_is_one_line(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert words in line


@pytest.mark.parametrize("delay", [0.0, 1.0, 8.0], ids=["at once", "importing", "running"])
def test_an_interrupted_window_leaves_no_process(
    tmp_path: Path, delay: float, qapp: QGuiApplication
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", _CLOSING.format(delay=delay)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")
    assert out.strip() == "closed"
    assert not psutil.pid_exists(process.pid)


_CLOSING = """
import faulthandler
faulthandler.enable()
from PySide6.QtCore import QTimer
from gui.app import build_window
app, window = build_window([])
controller = window.controller
controller.set_speed(None)
controller.set_limit(9_999_999)
QTimer.singleShot(int({delay} * 1000), window.close)
QTimer.singleShot(int({delay} * 700), controller.toggle_run)
status = app.exec()
print("closed")
raise SystemExit(status)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a process there")
def test_control_c_closes_the_window(qapp: QGuiApplication) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")


_INTERRUPTED = """
import os, signal
# Ignored by what runs in the background, as tests may.
signal.signal(signal.SIGINT, signal.default_int_handler)
from PySide6.QtCore import QTimer
from gui import app
build = app.build_window
def build_and_interrupt(argv):
    built = build(argv)
    QTimer.singleShot(500, lambda: os.kill(os.getpid(), signal.SIGINT))
    return built
app.build_window = build_and_interrupt
raise SystemExit(app.run([]))
"""
