"""Kept runs: the table, the overlays, and the race."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox, QPushButton
from pytestqt.qtbot import QtBot

from core.run_view import RunState
from gui.main_window import MainWindow
from gui.race_dialog import RaceDialog
from gui.run_list import RUN_COLOURS, racers_of
from gui.runs_model import COLOUR, DISTANCE, LOSS, NAME, RATE
from gui.theme import DARK, LIGHT

RATES = (0.05, 0.2, 0.4)


def press(window: MainWindow, qtbot: QtBot, name: str) -> None:
    button = window.findChild(QPushButton, name)
    assert button.isEnabled()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.fixture
def raced(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """Return the window after a race of three rates."""
    window.body.tabs.setCurrentWidget(window.body.runs)
    controller = window.controller
    controller.set_speed(None)
    controller.race(racers_of(controller.config, [], RATES))
    qtbot.waitUntil(lambda: len(controller.shown.listed) == 3, timeout=20_000)
    qtbot.waitUntil(lambda: controller.shown.state is RunState.STOPPED, timeout=20_000)
    qtbot.waitUntil(lambda: controller.is_drawn)
    return window


def cells(window: MainWindow, column: int) -> list[str]:
    view = window.body.runs.view
    return [view.model().index(row, column).data() for row in range(view.model().rowCount())]


def test_a_run_is_kept_and_stays_beside_the_next(window: MainWindow, qtbot: QtBot) -> None:
    controller, panel = window.controller, window.body.runs
    window.body.tabs.setCurrentWidget(panel)
    assert "kept run" in panel._note.text() and panel._note.isVisible()
    controller.step(5)
    qtbot.waitUntil(lambda: controller.shown.at == 5)
    press(window, qtbot, "keepButton")
    qtbot.waitUntil(lambda: cells(window, NAME) == ["SGD 0.1"])
    # The shown run is no overlay of itself.
    assert controller.shown.overlays == ()
    controller.reset()
    qtbot.waitUntil(lambda: len(controller.shown.overlays) == 1, timeout=20_000)
    ((run, _),) = controller.shown.overlays
    assert run.view.history.last_step == 5
    qtbot.waitUntil(lambda: len(window.body._loss._runs._lines) == 1)
    press(window, qtbot, "keepButton")
    qtbot.waitUntil(lambda: cells(window, NAME) == ["SGD 0.1", "SGD 0.1 (2)"])


def test_racers_are_listed_and_drawn_in_colours_of_their_own(
    raced: MainWindow, qtbot: QtBot
) -> None:
    assert cells(raced, NAME) == ["SGD 0.05", "SGD 0.2", "SGD 0.4"]
    body, shown = raced.body, raced.controller.shown
    assert len({run.colour for run in shown.listed}) == 3
    assert [run.active for run in shown.listed] == [True, False, False]
    others = {run.view.id for run, _ in shown.overlays}
    for overlays in (body._loss._runs._lines, body._surface._runs._lines, body._fit._runs._lines):
        assert set(overlays) == others
    x, y = body._surface._runs._marks.getData()
    wanted = [run.view.history.row(index).parameters for run, index in shown.overlays]
    assert np.array_equal(np.column_stack([x, y]), wanted)
    assert "SGD 0.2" in body._loss._overlay.note.text().replace("&nbsp;", " ")
    # At an earlier step all are at that step.
    raced.controller.go_to(3)
    assert {run.view.history.row(index).step for run, index in raced.controller.shown.overlays} == {
        3
    }


def test_the_table_sorts_with_what_is_missing_last(raced: MainWindow, qtbot: QtBot) -> None:
    view = raced.body.runs.view
    view.sortByColumn(LOSS, Qt.SortOrder.AscendingOrder)
    losses = [view.model().index(row, LOSS).data(Qt.ItemDataRole.UserRole) for row in range(3)]
    assert losses == sorted(losses)
    view.sortByColumn(RATE, Qt.SortOrder.DescendingOrder)
    assert cells(raced, RATE) == ["0.4", "0.2", "0.05"]
    arrived = DISTANCE + 1
    for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
        view.sortByColumn(arrived, order)
        assert cells(raced, arrived)[-1] == "—"


def test_runs_are_renamed_hidden_shown_and_removed(raced: MainWindow, qtbot: QtBot) -> None:
    panel, controller = raced.body.runs, raced.controller
    model = panel.view.model()
    model.setData(model.index(1, NAME), "mine")
    assert controller.shown.listed[1].name == "mine"
    check = Qt.ItemDataRole.CheckStateRole
    model.setData(model.index(1, COLOUR), Qt.CheckState.Unchecked, check)
    assert [run.name for run, _ in controller.shown.overlays] == ["SGD 0.4"]
    controller.runs.recolour(controller.shown.listed[2].view.id, "#123456")
    assert controller.shown.overlays[0][0].colour == "#123456"
    panel.view.selectRow(2)
    press(raced, qtbot, "showRunButton")
    qtbot.waitUntil(lambda: controller.shown.listed[2].active)
    assert controller.config.optimizer.learning_rate == pytest.approx(0.4)
    panel.view.selectRow(0)
    panel.copy()
    head, line = QGuiApplication.clipboard().text().splitlines()
    assert head.split("\t")[:3] == ["run", "loss", "distance"]
    cells_of = line.split("\t")
    assert cells_of[0] == "SGD 0.05" and cells_of[5:7] == ["SGD", "0.05"]
    press(raced, qtbot, "removeRunButton")
    qtbot.waitUntil(lambda: cells(raced, NAME) == ["mine", "SGD 0.4"])


def test_run_again_races_again(raced: MainWindow, qtbot: QtBot) -> None:
    controller = raced.controller
    before = controller.shown.snapshot.racing
    controller.run_again()
    qtbot.waitUntil(lambda: controller.shown.snapshot.racing not in ((), before), timeout=20_000)
    assert len(controller.shown.listed) == 6


def test_the_dialog_says_why_a_race_cannot_begin(window: MainWindow, qtbot: QtBot) -> None:
    window.body.tabs.setCurrentWidget(window.body.runs)
    press(window, qtbot, "raceButton")
    qtbot.waitUntil(lambda: window.body.findChild(RaceDialog) is not None)
    dialog = window.body.findChild(RaceDialog)
    ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    for box in dialog.boxes.values():
        box.setChecked(True)
    assert not ok.isEnabled() and "at most 8" in dialog.why_not.text()
    for box in dialog.boxes.values():
        box.setChecked(False)
    assert not ok.isEnabled() and "at least two" in dialog.why_not.text()
    for name in ("sgd", "adam"):
        dialog.boxes[name].setChecked(True)
    assert ok.isEnabled() and dialog.why_not.text() == ""
    dialog.own_rates.setChecked(True)
    with qtbot.waitSignal(dialog.chosen) as chosen:
        qtbot.mouseClick(ok, Qt.MouseButton.LeftButton)
    optimizers = [config.optimizer for config in chosen.args[0]]
    assert [(o.name, o.learning_rate) for o in optimizers] == [("sgd", 0.01), ("adam", 0.001)]
    qtbot.waitUntil(
        lambda: (
            window.controller.shown.state is RunState.STOPPED
            or window.controller.shown.state is RunState.RUNNING
        ),
        timeout=30_000,
    )


def test_rates_race_too(window: MainWindow, qtbot: QtBot) -> None:
    dialog = RaceDialog(window.controller.config, 1.0, window)
    dialog.by_rate.setChecked(True)
    assert (dialog.low.value(), dialog.high.value()) == (0.01, 1.0)
    dialog.count.setValue(3)
    with qtbot.waitSignal(dialog.chosen) as chosen:
        dialog._begin()
    rates = [config.optimizer.learning_rate for config in chosen.args[0]]
    assert rates == [0.01, 0.1, 1.0]


@pytest.mark.parametrize("colour", RUN_COLOURS)
def test_colours_can_be_seen_on_light_and_dark(colour: str) -> None:
    for theme in (LIGHT, DARK):
        assert contrast(colour, theme.plot_background) >= 3.0
        assert colour not in (theme.data, theme.line, theme.loss, theme.ghost)


def contrast(first: str, second: str) -> float:
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
