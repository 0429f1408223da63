"""The five-minute test of the window, as far as the first version reaches.

At first start at 1280 × 680, in both languages and at two sizes of text: what a newcomer does
with preset ``tape``, then with ``checker``. (Which code changed w, and the wrong gradients, come
with later issues.)
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from core.run_view import RunState
from core.stability import quadratic
from gui.main_window import MainWindow
from tests.gui.conftest import Opener
from tests.gui.driver import Driver

PICTURES = ("fitPanel", "surfacePanel", "lossPanel", "checkPanel")


@pytest.fixture(params=[("en", 13), ("zh_CN", 13), ("en", 18), ("zh_CN", 18)], ids=str)
def drive(request: pytest.FixtureRequest, open_window: Opener, qtbot: QtBot) -> Driver:
    language, font_px = request.param
    window = open_window(language=language)
    window.set_font_px(font_px)
    window.resize(1280, 680)
    driver = Driver(window, qtbot)
    driver.settle()
    return driver


def test_first_sight(drive: Driver) -> None:
    """0:00: line, start and optimum are visible, and a sentence says what to try."""
    window = drive.window
    assert (window.width(), window.height()) == (1280, 680)
    shown = window.controller.shown
    (left, right), (low, high) = view_of(window, "fitPanel")
    data = shown.config.problem.dataset
    line = shown.point[0] * np.array([data.x.min(), data.x.max()]) + shown.point[1]
    assert left <= data.x.min() <= data.x.max() <= right
    assert low <= min(data.y.min(), line.min())
    assert max(data.y.max(), line.max()) <= high
    (left, right), (low, high) = view_of(window, "surfacePanel")
    for w, b in (shown.config.problem.start, quadratic(shown.config.problem).optimum):
        assert left <= w <= right
        assert low <= b <= high
    assert any(words in drive.text("statusLabel") for words in ("Press Step", "按“单步”"))


def test_three_steps_change_every_picture(drive: Driver) -> None:
    """0:20: line, point, mark on the loss curve and check all change each time."""
    for step in (1, 2, 3):
        before = {name: drive.picture(name) for name in PICTURES}
        drive.click("stepButton")
        drive.until_step(step)
        drive.settle()
        for name, picture in before.items():
            assert drive.picture(name) != picture, f"{name} does not show step {step}"


def test_which_code_changed_w(drive: Driver) -> None:
    """1:00: two clicks at most; with seed 0: 1 - 0.1 x (-0.6468) = 1.06468."""
    tabs = drive.window.body.tabs
    tabs.setCurrentIndex([tabs.tabText(i) for i in range(3)].index(
        "One step" if tabs.tabText(0) == "Gradient check" else "单步拆解"
    ))  # fmt: skip
    drive.until(lambda: drive.window.controller.shown.worked is not None)
    drive.settle()
    assert "apply_gradients" in drive.text("phase4Code")
    told = drive.text("phase4Result").replace("\u2212", "-").replace("\u00a0", " ")
    assert "1 - 0.1 × (-0.6468) = 1.06468" in told


def test_checker_diverges_for_a_reason_and_is_repaired(drive: Driver) -> None:
    """1:30 and 2:15: the reason by step 2, the end at step 137; one click, and it works."""
    drive.choose("presetBox", "checker")
    drive.until_state(RunState.READY)
    view = view_of(drive.window, "surfacePanel")
    drive.window.controller.set_speed(1.0)
    drive.click("runButton")
    drive.until(lambda: "0.0845" in drive.text("statusLabel"))
    assert drive.step <= 2
    assert drive.text_of("remedyButton1").count("0.0423") == 1
    drive.full_speed()
    drive.until_state(RunState.DIVERGED)
    stop = drive.run.stop
    assert (stop.step, drive.run.config.dtype) == (137, "float32")
    assert "137" in drive.text("statusLabel")
    assert "float32" in drive.text("statusLabel")
    assert view_of(drive.window, "surfacePanel") == view
    drive.until_nothing_is_cut()
    drive.click("remedyButton1")
    drive.until_state(RunState.CONVERGED, RunState.STOPPED)
    losses = list(itertools.takewhile(lambda loss: loss > 1e-6, drive.losses()))
    assert losses == sorted(losses, reverse=True)
    assert len(set(losses)) == len(losses) < len(drive.losses())
    assert drive.window.controller.shown.ghost.stop.step == 137
    assert drive.run.first_rise is None or drive.run.first_rise > len(losses)


def test_a_bug_is_refused_and_named(drive: Driver) -> None:
    """3:00: "factor n", Run: refused and named; w = 1, b = 2 untouched."""
    drive.choose("presetBox", "checker")
    drive.until_state(RunState.READY)
    section = next(
        button
        for button in drive.window.findChildren(QAbstractButton, "foldedHeading")
        if any(words in button.text() for words in ("Break it on purpose", "故意改错"))
    )
    section.click()
    drive.choose("bugBox", "factor_n")
    drive.until_state(RunState.READY)
    drive.click("runButton")
    drive.until_state(RunState.REFUSED)
    assert "n = 5" in drive.text("statusLabel")
    assert drive.window.controller.shown.point == (1.0, 2.0)
    assert len(drive.run.history) == 1
    drive.until_nothing_is_cut()


def view_of(window: MainWindow, name: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return what part of the plane a plot shows."""
    import pyqtgraph as pg

    panel = next(p for p in window.body.panels if p.objectName() == name)
    plot = panel.findChild(pg.PlotWidget)
    x, y = plot.getViewBox().viewRange()
    return (x[0], x[1]), (y[0], y[1])
