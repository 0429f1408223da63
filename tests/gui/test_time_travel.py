"""Playing, visiting and branching in the window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.batch import Batch
from core.columns import Role
from core.run_view import RunState
from core.schedule import Schedule
from core.stop_rules import StopRules
from core.worked_step import WorkedStep
from gui.main_window import MainWindow
from gui.message import message_of


def stopped(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.controller.shown.state is RunState.STOPPED, timeout=30_000)
    qtbot.waitUntil(lambda: window.controller.is_drawn)


@pytest.fixture
def trained(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """Return the window after the 20 steps of preset tape."""
    window.controller.set_speed(None)
    window.controller.toggle_run()
    stopped(window, qtbot)
    return window


def test_an_earlier_step_is_gone_on_from_with_the_old_run_in_grey(
    trained: MainWindow, qtbot: QtBot
) -> None:
    controller, timeline = trained.controller, trained.timeline
    assert not timeline.go_on_button.isEnabled()
    old = controller.shown.run
    controller.go_to(5)
    qtbot.waitUntil(lambda: timeline.go_on_button.isEnabled())
    qtbot.mouseClick(timeline.go_on_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: controller.shown.run.parent == (old.id, 5), timeout=20_000)
    shown = controller.shown
    assert (shown.at, shown.run.history.last_step, shown.ghost.id) == (5, 5, old.id)
    assert "branch from step 5" in message_of(shown, controller.preset).sentence
    controller.toggle_run()
    stopped(trained, qtbot)
    # The same settings repeat the run.
    new = controller.shown.run.history
    assert [new.row(i).loss for i in range(21)] == [old.history.row(i).loss for i in range(21)]


def test_a_change_at_an_earlier_step_is_a_branch(trained: MainWindow, qtbot: QtBot) -> None:
    controller = trained.controller
    old = controller.shown.run
    controller.go_to(8)
    controller.set_learning_rate(0.3)
    controller.set_learning_rate(0.25)
    qtbot.waitUntil(lambda: controller.shown.run.parent is not None, timeout=20_000)
    qtbot.waitUntil(lambda: controller.shown.run.config.optimizer.learning_rate == 0.25)
    # The branch is followed from the next look at the runner on.
    qtbot.waitUntil(lambda: controller.shown.step is None)
    assert controller.shown.at == 8 and controller.shown.ghost.id == old.id
    controller.step(1)
    qtbot.waitUntil(lambda: controller.shown.at == 9)
    row, before = controller.shown.row, old.history.row(8)
    assert row.parameters == pytest.approx(before.parameters - 0.25 * before.gradient, rel=1e-5)


def test_hyperparameters_schedule_and_batch_act_on_the_run_under_way(
    window: MainWindow, qtbot: QtBot
) -> None:
    controller = window.controller
    controller.step(4)
    qtbot.waitUntil(lambda: controller.shown.at == 4)
    for change in (
        lambda: controller.set_hyperparameters((("momentum", 0.5),)),
        lambda: controller.set_schedule(Schedule("exponential")),
        lambda: controller.set_batch(Batch(10)),
    ):
        before = controller.shown.run.id
        change()
        qtbot.waitUntil(lambda before=before: controller.shown.run.id != before, timeout=30_000)
        assert controller.shown.run.history.last_step == controller.shown.at == 4
    controller.step(2)
    qtbot.waitUntil(lambda: controller.shown.at == 6)
    row = controller.shown.row
    assert row.layout.batched and row.layout.scheduled and len(row.slots) == 2
    qtbot.waitUntil(lambda: controller.shown.worked is not None, timeout=20_000)
    # What is taken apart is the step of the mini-batch.
    assert controller.shown.worked.gradients == pytest.approx(tuple(row.gradient), rel=1e-5)
    assert window.body._loss._batch.getData()[0] is not None
    assert window.body._loss._rates._axis.isVisible()
    surface = window.body._surface
    qtbot.waitUntil(lambda: "all rows" in surface._legend and "mini-batch" in surface._legend)
    assert window.timeline._labels["stepValue"].text() == "step 6 of 6, epoch 0.6"


def test_playing_shows_the_steps_one_after_the_other(trained: MainWindow, qtbot: QtBot) -> None:
    controller, timeline = trained.controller, trained.timeline
    controller.set_speed(20.0)
    seen = []
    controller.shown_changed.connect(lambda shown: seen.append(shown.at))
    qtbot.mouseClick(timeline.play_button, Qt.MouseButton.LeftButton)
    assert controller.playing
    qtbot.waitUntil(lambda: not controller.playing, timeout=10_000)
    assert seen == sorted(seen) and controller.shown.at == 20 and len(set(seen)) > 3
    controller.set_speed(1.0)
    controller.go_to(4)
    controller.toggle_play()
    assert controller.playing
    controller.toggle_play()
    assert not controller.playing and controller.shown.at in (4, 5)


def test_every_step_of_a_thinned_record_is_shown_as_it_was(
    window: MainWindow, qtbot: QtBot
) -> None:
    controller = window.controller
    controller._runner._budget = 2**20
    controller.set_limit(30_000)
    controller.set_optimizer("adam")
    qtbot.waitUntil(lambda: controller.shown.run is not None, timeout=20_000)
    controller.set_speed(None)
    controller.toggle_run()
    stopped(window, qtbot)
    history = controller.shown.run.history
    steps = set(history.values(Role.STEP).astype(int))
    missing = next(k for k in range(10_000, 20_000) if k not in steps)
    controller.go_to(missing)
    qtbot.waitUntil(lambda: controller.shown.row.step == missing, timeout=10_000)
    kept = history.row(history.index_of(missing))
    assert kept.step < missing
    assert not np.array_equal(controller.shown.row.parameters, kept.parameters)
    qtbot.waitUntil(lambda: controller.shown.worked is not None, timeout=10_000)
    assert controller.shown.worked.before == pytest.approx(tuple(controller.shown.row.parameters))
    controller.step(1)
    qtbot.waitUntil(lambda: controller.shown.row.step == missing + 1, timeout=10_000)
    after = controller.shown.row.parameters
    controller.back(1)
    found: list[WorkedStep] = []

    def is_there() -> bool:
        # One look: the step that was examined before may still take its place.
        worked = controller.shown.worked
        if worked is not None and worked.step == missing:
            found.append(worked)
        return bool(found)

    qtbot.waitUntil(is_there, timeout=10_000)
    assert found[0].after == pytest.approx(tuple(after), rel=1e-6)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (StopRules(500, tolerance=0.01), "gradient norm"),
        (StopRules(500, loss_change=0.01), "the loss changed by"),
        (StopRules(500, target_loss=1.0), "has reached 1, as set"),
    ],
    ids=["tolerance", "loss_change", "target_loss"],
)
def test_the_message_names_the_rule_that_ended_the_run(
    window: MainWindow, qtbot: QtBot, rules: StopRules, words: str
) -> None:
    controller = window.controller
    controller.set_stop(rules)
    controller.set_speed(None)
    controller.toggle_run()
    qtbot.waitUntil(lambda: controller.shown.state is RunState.CONVERGED, timeout=20_000)
    message = message_of(controller.shown, controller.preset)
    assert words in message.sentence and "{" not in message.sentence
