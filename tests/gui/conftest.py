"""The window under test, and that it leaves nothing behind."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.run_view import RunState
from gui.app import build_window
from gui.controller import Controller
from gui.main_window import MainWindow
from gui.translation import set_language

LOADING_MS = 60_000

Opener = Callable[..., MainWindow]


@pytest.fixture(autouse=True)
def _english_at_first(qapp: QApplication) -> None:
    """Whatever language the test before left the application in."""
    set_language(qapp, "en")


@pytest.fixture(autouse=True)
def _no_timer_left() -> Iterator[None]:
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    timers = [t for t in gc.get_objects() if type(t) is QTimer and shiboken6.isValid(t)]
    assert not [timer for timer in timers if timer.isActive()], "a timer is left running"


@pytest.fixture
def controller() -> Iterator[Controller]:
    """Return a controller without a runner's thread."""
    controller = Controller()
    yield controller
    controller._timer.stop()


@pytest.fixture
def open_window(qtbot: QtBot) -> Iterator[Opener]:
    """Open windows with the given arguments; they are closed at the end."""
    opened: list[MainWindow] = []

    def open_one(*arguments: str, language: str = "en") -> MainWindow:
        _, window = build_window(["descent-lab", "--lang", language, *arguments])
        opened.append(window)
        window.resize(1280, 680)
        qtbot.waitUntil(lambda: window.controller.shown.state is RunState.READY, timeout=LOADING_MS)
        qtbot.waitUntil(lambda: window.toolbar.run_button.isEnabled())
        return window

    yield open_one
    for window in opened:
        window.close()
        window.deleteLater()


@pytest.fixture
def window(open_window: Opener) -> MainWindow:
    """Return the window with the first preset, ready to run."""
    return open_window()
