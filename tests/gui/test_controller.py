"""The controller: what settings and buttons do to the run, without a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.columns import Role
from core.errors import InputError
from core.run_view import RunState
from core.scaling import ScalingKind
from core.stability import local_curvature
from core.table.choices import Choices
from core.table.sources import Source
from core.worked_step import TapeChoices
from gui.controller import Controller

Until = Callable[..., None]


@pytest.fixture
def controller(qtbot: QtBot) -> Iterator[Controller]:
    controller = Controller()
    controller.set_speed(None)
    controller.start()
    qtbot.waitUntil(lambda: controller.shown.state is RunState.READY, timeout=60_000)
    yield controller
    assert controller.close()


@pytest.fixture
def until(controller: Controller, qtbot: QtBot) -> Until:
    """Wait for a state of the run."""

    def wait(*states: RunState) -> None:
        qtbot.waitUntil(lambda: controller.shown.state in states, timeout=20_000)

    return wait


def test_before_tensorflow_the_surface_and_the_limit_are_there() -> None:
    controller = Controller()
    shown = controller.shown
    assert shown.state is RunState.LOADING
    assert shown.surface is not None
    assert shown.learning_rate_limit == pytest.approx(1.0)
    assert shown.point == (1.0, 1.0)
    assert controller.close()


def test_run_stops_at_the_limit_and_runs_20_more(
    controller: Controller, until: Until, qtbot: QtBot
) -> None:
    controller.toggle_run()
    until(RunState.STOPPED)
    assert controller.shown.run.history.last_step == 20
    controller.toggle_run()
    qtbot.waitUntil(lambda: controller.shown.run.history.last_step == 40)
    assert controller.config.stop.steps == 40


def test_step_does_not_die_at_the_limit(controller: Controller, until: Until, qtbot: QtBot) -> None:
    controller.toggle_run()
    until(RunState.STOPPED)
    controller.step()
    qtbot.waitUntil(lambda: controller.shown.run.history.last_step == 21)


def test_back_moves_the_shown_step_only_and_step_goes_forward_again(
    controller: Controller, until: Until
) -> None:
    controller.step(5)
    until(RunState.PAUSED)
    newest = controller.shown.row.step
    controller.back(2)
    assert (newest, controller.shown.row.step, controller.shown.run.history.last_step) == (5, 3, 5)
    controller.step()
    assert controller.shown.row.step == 4
    controller.step(10)
    assert controller.shown.step is None
    assert controller.shown.run.history.last_step == 5


def test_run_returns_to_the_newest_step(controller: Controller, until: Until) -> None:
    controller.step(5)
    until(RunState.PAUSED)
    controller.home()
    assert controller.shown.row.step == 0
    controller.toggle_run()
    assert controller.shown.step is None
    until(RunState.STOPPED)
    controller.end()
    assert controller.shown.row.step == 20


def test_back_at_the_start_stays_there(controller: Controller) -> None:
    controller.back()
    assert controller.shown.row.step == 0


def test_a_rate_acts_on_the_next_step(controller: Controller, until: Until, qtbot: QtBot) -> None:
    controller.step()
    until(RunState.PAUSED)
    controller.set_learning_rate(0.5)
    controller.step()
    qtbot.waitUntil(lambda: controller.shown.run.history.last_step == 2)
    run = controller.shown.run
    assert run.history.values(Role.LEARNING_RATE)[-1] == 0.5
    assert [(e.step, e.kind, e.value) for e in run.events] == [(1, "learning_rate", 0.5)]


def test_a_rate_before_the_first_step_needs_no_new_run(
    controller: Controller, until: Until
) -> None:
    number = controller.shown.run.id
    controller.set_learning_rate(0.2)
    controller.toggle_run()
    until(RunState.STOPPED)
    assert controller.shown.run.id == number
    assert controller.shown.config.optimizer.learning_rate == 0.2


def test_a_rate_after_the_end_begins_anew_with_a_ghost(
    controller: Controller, until: Until
) -> None:
    controller.toggle_run()
    until(RunState.STOPPED)
    old = controller.shown.run.id
    controller.set_learning_rate(0.3)
    controller.set_learning_rate(0.4)
    until(RunState.READY)
    shown = controller.shown
    assert shown.ghost is not None
    assert shown.ghost.id == old
    assert shown.run.config.optimizer.learning_rate in (0.3, 0.4)
    controller.step()
    until(RunState.PAUSED)
    assert controller.shown.row.learning_rate == pytest.approx(0.4)


def test_reset_keeps_a_ghost_until_the_next_reset(controller: Controller, until: Until) -> None:
    controller.step(3)
    until(RunState.PAUSED)
    controller.reset()
    until(RunState.READY)
    assert len(controller.shown.ghost.history) == 4
    controller.reset()
    until(RunState.READY)
    assert controller.shown.ghost is None


@pytest.mark.parametrize(
    ("change", "ghost"),
    [
        (lambda c: c.set_start(0.0, 0.0), False),
        (lambda c: c.set_loss("half_mse"), False),
        (lambda c: c.make_data(0.0, 1), False),
        (lambda c: c.set_optimizer("adam"), True),
        (lambda c: c.set_dtype("float64"), True),
        (lambda c: c.set_bug("factor_two"), True),
    ],
    ids=["start", "loss", "noise", "optimizer", "precision", "bug"],
)
def test_other_settings_begin_anew(
    controller: Controller, until: Until, change: Callable[[Controller], None], ghost: bool
) -> None:
    controller.step(3)
    until(RunState.PAUSED)
    old = controller.shown.run.id
    change(controller)
    assert controller.shown.point == controller.config.problem.start
    until(RunState.READY)
    shown = controller.shown
    assert shown.run.id > old
    assert shown.row.step == 0
    assert (shown.ghost is not None) is ghost


def test_a_start_in_view_keeps_the_surface(controller: Controller, until: Until) -> None:
    before = controller.shown.surface
    controller.set_start(1.5, 3.0)
    until(RunState.READY)
    assert controller.shown.surface is before
    controller.set_start(500.0, 3.0)
    assert controller.shown.surface is not before
    assert controller.shown.surface.first[-1] >= 500.0


def test_the_surface_of_another_loss_comes_from_tensorflow(
    controller: Controller, qtbot: QtBot
) -> None:
    controller.set_loss("mae")
    assert controller.shown.surface is None
    qtbot.waitUntil(lambda: controller.shown.surface is not None, timeout=20_000)
    assert controller.shown.learning_rate_limit is None


def test_a_lower_limit_than_the_steps_done_stops(
    controller: Controller, until: Until, qtbot: QtBot
) -> None:
    controller.set_learning_rate(1e-6)
    controller.set_limit(1_000_000_000)
    controller.toggle_run()
    qtbot.waitUntil(lambda: controller.shown.run.history.last_step > 100)
    controller.set_limit(50)
    until(RunState.STOPPED)
    done = controller.shown.run.history.last_step
    controller.set_limit(done + 10)
    until(RunState.PAUSED)
    controller.toggle_run()
    qtbot.waitUntil(lambda: controller.shown.run.history.last_step == done + 10)


def test_checker_diverges_and_runs_again_at_half_the_limit(
    controller: Controller, until: Until, qtbot: QtBot
) -> None:
    controller.load_preset("checker")
    until(RunState.READY)
    controller.toggle_run()
    until(RunState.DIVERGED)
    assert controller.shown.run.stop.step == 137
    assert controller.shown.row.finite
    controller.run_again(0.0423)
    until(RunState.CONVERGED, RunState.STOPPED)
    assert controller.shown.row.loss < 1e-6
    assert controller.shown.ghost.stop.step == 137


def test_a_table_keeps_the_rate_and_begins_at_zero_in_float64(
    controller: Controller, until: Until, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "line.csv"
    path.write_text("a,b\n" + "\n".join(f"{i},{2 * i + 1}" for i in range(100)))
    controller.set_learning_rate(0.01)
    controller.load_table(Source(path=path), Choices())
    qtbot.waitUntil(lambda: controller.preset is None, timeout=20_000)
    until(RunState.READY)
    config = controller.config
    assert config.optimizer.learning_rate == 0.01
    assert config.problem.start == (0.0, 0.0)
    assert config.dtype == "float64"
    assert config.stop.steps == 1000
    assert controller.shown.learning_rate_limit == pytest.approx(3.04e-4, rel=1e-2)


def test_a_table_that_cannot_be_read_leaves_all_as_it_was(
    controller: Controller, tmp_path: Path, qtbot: QtBot
) -> None:
    before = controller.config
    with qtbot.waitSignal(controller.read_failed, timeout=20_000) as failed:
        controller.load_table(Source(path=tmp_path / "none.csv"), Choices())
    assert isinstance(failed.args[0], InputError)
    assert controller.config is before
    assert controller.preset == "tape"


def test_at_most_one_drawing_a_change(controller: Controller, until: Until, qtbot: QtBot) -> None:
    controller.refresh()
    drawn: list[object] = []
    controller.shown_changed.connect(drawn.append)
    controller.back()
    controller.home()
    controller.end()
    qtbot.waitUntil(lambda: bool(drawn))
    controller.refresh()
    assert len(drawn) == 1


def test_dragging_the_start_ends_at_the_last_one(controller: Controller, until: Until) -> None:
    for i in range(50):
        controller.set_start(i / 50.0, 2.0)
    until(RunState.READY)
    assert controller.shown.run.config.problem.start == (0.98, 2.0)


def test_the_shown_step_is_examined_and_only_that(
    controller: Controller, until: Until, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: controller.shown.full is not None)
    controller.step(5)
    until(RunState.PAUSED)
    qtbot.waitUntil(lambda: controller.shown.worked is not None)
    assert controller.shown.worked.step == 5
    controller.back(3)
    # Until the new step has been examined nothing of the old one is shown.
    assert controller.shown.inspection is None
    qtbot.waitUntil(lambda: controller.shown.worked is not None)
    assert controller.shown.worked.step == 2
    assert controller.shown.full.at.point == controller.shown.point
    controller.set_learning_rate(0.02)
    qtbot.waitUntil(
        lambda: (
            controller.shown.inspection is not None
            and controller.shown.inspection.wanted.rate == 0.02
        )
    )
    # The step from there is another one now; those before it keep the rate of their time.
    assert controller.shown.worked.step == 2
    assert controller.shown.worked.learning_rate == pytest.approx(0.02)
    controller.back(1)
    qtbot.waitUntil(lambda: controller.shown.worked is not None)
    assert controller.shown.worked.learning_rate == pytest.approx(0.1)


def test_a_run_under_way_is_not_held_up(controller: Controller, until: Until) -> None:
    controller.set_limit(10**9)
    controller.toggle_run()
    until(RunState.RUNNING)
    assert controller.shown.inspection is None
    controller.toggle_run()
    until(RunState.PAUSED)


def test_tape_choices_stay_and_calls_are_made_on_demand(
    controller: Controller, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: controller.shown.worked is not None)
    assert controller.shown.calls is None
    plain = controller.shown.worked.gradients
    controller.set_tape_choices(TapeChoices(output_gradients=2.0))
    qtbot.waitUntil(lambda: controller.shown.worked.gradients != plain)
    assert controller.shown.worked.gradients == pytest.approx([2.0 * g for g in plain])
    controller.make_calls()
    qtbot.waitUntil(lambda: controller.shown.calls is not None)
    assert controller.shown.worked.choices.output_gradients == 2.0


def test_own_numbers_stay_until_they_are_cleared_or_the_problem_changes(
    controller: Controller, until: Until, qtbot: QtBot
) -> None:
    controller.load_preset("checker")
    qtbot.waitUntil(lambda: controller.shown.full is not None and controller.preset == "checker")
    for forget in (lambda: controller.compare_own(None), lambda: controller.set_loss("mae")):
        controller.compare_own((90.0, 30.0))
        qtbot.waitUntil(lambda: controller.shown.own is not None)
        assert [d.code for d in controller.shown.own.diagnoses][0] == "factor_n"
        controller.step()
        until(RunState.PAUSED)
        assert controller.shown.own.check.point == (1.0, 2.0)
        controller.home()
        forget()
        assert controller.shown.own is None
    qtbot.waitUntil(lambda: controller.shown.full is not None)
    assert controller.shown.own is None


def test_close_while_running_flat_out(controller: Controller, until: Until) -> None:
    controller.set_limit(9_999_999)
    controller.toggle_run()
    until(RunState.RUNNING)
    assert controller.close()


def test_scaling_keeps_the_line_and_comes_back(
    controller: Controller, until: Until, qtbot: QtBot
) -> None:
    controller.load_preset("checker")
    controller.set_scaling(ScalingKind.STANDARDISE)
    until(RunState.READY)
    problem = controller.config.problem
    assert problem.original_parameters(problem.start) == pytest.approx((1.0, 2.0))
    assert controller.shown.quadratic.condition_number == pytest.approx(1.0)
    controller.make_data(0.5, 3)
    assert controller.config.problem.dataset.scaling.kind is ScalingKind.STANDARDISE
    controller.set_scaling(ScalingKind.NONE)
    qtbot.waitUntil(lambda: controller.shown.run is not None)
    assert controller.config.problem.dataset.source is None
    assert controller.config.problem.start == pytest.approx((1.0, 2.0))


def test_parameters_by_hand_last_until_another_step_is_shown(
    controller: Controller, until: Until
) -> None:
    controller.step(3)
    until(RunState.PAUSED)
    row = controller.shown.row
    controller.show_by_hand(1.5, 8.0)
    shown = controller.shown
    assert shown.point == (1.5, 8.0) and shown.row.step == row.step
    assert shown.loss == pytest.approx(shown.config.problem.loss((1.5, 8.0)), rel=1e-12)
    controller.leave_hand()
    assert controller.shown.point == tuple(row.parameters)
    controller.show_by_hand(1.5, 8.0)
    controller.back()
    assert controller.shown.hand is None and controller.shown.row.step == 2
    controller.show_by_hand(1.5, 8.0)
    controller.reset()
    assert controller.shown.hand is None


def test_another_view_of_the_surface(controller: Controller) -> None:
    bounds = ((0.0, 1.0), (2.0, 5.0))
    controller.choose_view(bounds)
    surface = controller.shown.surface
    assert (surface.first[0], surface.first[-1]) == bounds[0]
    assert (surface.second[0], surface.second[-1]) == bounds[1]
    controller.choose_view(None)
    assert controller.shown.surface.first[0] != 0.0


def test_the_curvature_of_another_loss_follows_the_shown_step(
    controller: Controller, until: Until, qtbot: QtBot
) -> None:
    controller.set_loss("log_cosh")
    until(RunState.READY)
    qtbot.waitUntil(lambda: controller.shown.local is not None)
    first = controller.shown.learning_rate_limit
    assert first is not None and controller.shown.limit_is_local
    controller.step(12)
    until(RunState.PAUSED)
    qtbot.waitUntil(lambda: controller.shown.learning_rate_limit != first)
    shown = controller.shown
    wanted = local_curvature(shown.config.problem, shown.point)
    assert shown.local.eigenvalues == pytest.approx(wanted.eigenvalues, rel=1e-9)
    controller.set_loss("mse")
    assert controller.shown.local is None and not controller.shown.limit_is_local
