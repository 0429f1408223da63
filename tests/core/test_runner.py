"""The thread that trains: commands in, snapshots out, and no dead end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from statistics import median
from typing import Any

import numpy as np
import pytest

import core.runner
from core.columns import Role
from core.config import RunConfig
from core.dataset import Dataset
from core.errors import InputError
from core.inspection import Wanted
from core.loss import LOSSES
from core.optimizer import OptimizerConfig
from core.problem import Problem, fit_problem
from core.program import ROWS
from core.run import Run
from core.run_view import RunState
from core.runner import Runner
from core.snapshot import Snapshot
from core.stop_rules import StopRules
from core.trainer import Trainer
from core.verdict import Verdict
from tests.core.helpers import bits, doubled, preset_config

PATIENCE = 60.0
"""Seconds after which a condition is taken never to come."""

ENDLESS = 10**9
RATE = 1e-4
BOUNDS = ((-1.0, 3.0), (8.0, 12.0))


def _config(steps: int = 20, rate: float = 0.1, **changes: Any) -> RunConfig:
    config = preset_config("tape", "float64", OptimizerConfig("sgd", rate))
    return replace(config, stop=StopRules(steps), **changes)


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """Compile before any latency is measured."""
    Run(0, _config()).advance(1)


@pytest.fixture
def runner() -> Iterator[Runner]:
    made = Runner()
    made.start()
    yield made
    assert made.close(PATIENCE)


def _wait(runner: Runner, condition: Callable[[Snapshot], bool]) -> Snapshot:
    """Return the first snapshot that meets a condition; versions only ever grow meanwhile."""
    end, version = time.monotonic() + PATIENCE, -1
    while time.monotonic() < end:
        snapshot = runner.snapshot
        assert snapshot.version >= version
        version = snapshot.version
        if condition(snapshot):
            return snapshot
        time.sleep(0.0005)
    raise AssertionError(f"never came; last: {runner.snapshot}")


def _wait_for_state(runner: Runner, *states: RunState) -> Snapshot:
    return _wait(runner, lambda snapshot: snapshot.state in states)


def _wait_beyond(runner: Runner, step: int) -> Snapshot:
    return _wait(runner, lambda snapshot: _step(snapshot) > step)


def _loaded(runner: Runner, config: RunConfig, keep_ghost: bool = False) -> Snapshot:
    before = runner.snapshot.active
    runner.load(config, keep_ghost)
    return _wait(runner, lambda s: s.active != before and s.state is RunState.READY)


def _running(runner: Runner, steps: int = ENDLESS, rate: float = RATE) -> Snapshot:
    """Return a snapshot of a run that goes flat out, some chunks under way."""
    _loaded(runner, _config(steps, rate))
    runner.run()
    return _wait(runner, lambda s: _step(s) > 50_000)


def _step(snapshot: Snapshot) -> int:
    run = snapshot.active_run
    return -1 if run is None else run.history.last_step


def _steps(snapshot: Snapshot) -> list[int]:
    assert snapshot.active_run is not None
    return snapshot.active_run.history.values(Role.STEP).astype(int).tolist()


# Loading and stepping.


def test_before_any_run_it_is_loading() -> None:
    snapshot = Snapshot()
    assert snapshot.state is RunState.LOADING
    assert snapshot.active_run is None and snapshot.ghost_run is None


def test_a_loaded_run_is_ready_at_its_start(runner: Runner) -> None:
    snapshot = _loaded(runner, _config())
    run = snapshot.active_run
    assert run is not None and len(run.history) == 1 and run.stop is None
    assert run.start_check.verdict is Verdict.AGREE
    assert snapshot.progress is None and snapshot.failure is None
    assert snapshot.ghost is None and snapshot.steps_per_second is None
    assert not snapshot.plain_graph


def test_step_makes_so_many_updates_and_pauses(runner: Runner) -> None:
    _loaded(runner, _config())
    for count, wanted in ((1, 1), (10, 11), (3, 14)):
        runner.step(count)
        snapshot = _wait(runner, lambda s, wanted=wanted: _step(s) >= wanted)
        snapshot = _wait_for_state(runner, RunState.PAUSED)
        assert _steps(snapshot) == list(range(wanted + 1))


def test_the_steps_are_those_of_the_trainer(runner: Runner) -> None:
    config = _config(ROWS * 3)
    _loaded(runner, config)
    runner.step(5)
    _wait_for_state(runner, RunState.PAUSED)
    runner.run()
    snapshot = _wait_for_state(runner, RunState.STOPPED, RunState.CONVERGED)
    trainer = Trainer(config)
    rows = np.concatenate([trainer.evaluate().rows, trainer.advance(ROWS * 3).rows])
    assert snapshot.active_run is not None
    history = snapshot.active_run.history
    assert len(history) == len(rows)
    for i, column in enumerate(history.layout.columns):
        first = history.layout.slices[column.role].start
        assert bits(history.values(column.role, i - first)) == bits(rows[:, i])


def test_steps_ordered_in_a_row_all_come(runner: Runner) -> None:
    """Also where they wait together, as behind a compilation."""
    _loaded(runner, _config(steps=1000))
    held = threading.Event()
    runner._commands.put(held.wait)
    for _ in range(5):
        runner.step()
    runner.step(10)
    held.set()
    snapshot = _wait(runner, lambda s: s.state is RunState.PAUSED and _step(s) >= 15)
    assert _steps(snapshot) == list(range(16))


def test_step_goes_beyond_the_limit(runner: Runner) -> None:
    _loaded(runner, _config(steps=3))
    runner.run()
    snapshot = _wait_for_state(runner, RunState.STOPPED)
    assert _step(snapshot) == 3
    for wanted in (4, 5):
        runner.step()
        snapshot = _wait(runner, lambda s, wanted=wanted: _step(s) == wanted)
        assert _wait_for_state(runner, RunState.STOPPED) and _step(runner.snapshot) == wanted


def test_step_goes_on_after_a_convergence_that_only_the_limit_declared(runner: Runner) -> None:
    _loaded(runner, _config(steps=400))
    runner.run()
    _wait_for_state(runner, RunState.CONVERGED)
    runner.step()
    snapshot = _wait(runner, lambda s: _step(s) == 401)
    assert _wait_for_state(runner, RunState.CONVERGED) and _step(snapshot) == 401


def test_run_ends_at_the_limit_and_a_higher_one_lets_it_go_on(runner: Runner) -> None:
    _loaded(runner, _config(steps=20))
    runner.run()
    assert _step(_wait_for_state(runner, RunState.STOPPED)) == 20
    runner.run()
    runner.set_limit(40)
    _wait_for_state(runner, RunState.PAUSED)
    runner.run()
    snapshot = _wait(runner, lambda s: s.state is RunState.STOPPED and _step(s) > 20)
    assert _steps(snapshot) == list(range(41))


def test_a_limit_behind_a_run_under_way_stops_it(runner: Runner) -> None:
    _running(runner)
    runner.set_limit(10)
    snapshot = _wait_for_state(runner, RunState.STOPPED, RunState.CONVERGED)
    assert _step(snapshot) > 10
    assert snapshot.failure is None


def test_run_overrides_the_steps_under_way(runner: Runner) -> None:
    _loaded(runner, _config(steps=5000))
    held = threading.Event()
    runner._commands.put(held.wait)
    runner.step(3)
    runner.run()
    held.set()
    snapshot = _wait_for_state(runner, RunState.STOPPED, RunState.CONVERGED)
    assert _step(snapshot) == 5000


def test_a_diverged_run_stays_as_it_ended(runner: Runner) -> None:
    _loaded(runner, _config(steps=5000, rate=100.0))
    runner.run()
    snapshot = _wait_for_state(runner, RunState.DIVERGED)
    step = _step(snapshot)
    for command in (runner.run, runner.step, runner.pause):
        command()
    _drained(runner)
    assert runner.snapshot.state is RunState.DIVERGED and _step(runner.snapshot) == step


def _drained(runner: Runner) -> None:
    """Wait until all that was ordered has been done."""
    done = threading.Event()
    runner._commands.put(done.set)
    assert done.wait(PATIENCE)


def test_a_refused_run_trains_once_the_gate_is_open(runner: Runner) -> None:
    _loaded(runner, _config(gate=True, gradient=doubled, rate=0.01))
    runner.run()
    snapshot = _wait_for_state(runner, RunState.REFUSED)
    assert _step(snapshot) == 0
    runner.set_gate(False)
    _wait_for_state(runner, RunState.READY)
    runner.run()
    assert _step(_wait_for_state(runner, RunState.STOPPED)) == 20


def test_commands_without_a_run_do_nothing(runner: Runner) -> None:
    for command in (runner.run, runner.step, runner.pause):
        command()
    runner.set_limit(5)
    runner.set_learning_rate(0.5)
    runner.set_gate(True)
    runner.set_pace(3.0)
    _drained(runner)
    assert runner.snapshot.state is RunState.LOADING and runner.snapshot.failure is None


# While it runs.


def test_pause_acts_within_50_ms(runner: Runner) -> None:
    _running(runner)
    seconds = []
    for _ in range(7):
        begun = time.perf_counter()
        runner.pause()
        paused = _wait_for_state(runner, RunState.PAUSED)
        seconds.append(time.perf_counter() - begun)
        runner.run()
        _wait_beyond(runner, _step(paused) + 10_000)
    assert median(seconds) < 0.05


def test_nothing_moves_while_paused(runner: Runner) -> None:
    _running(runner)
    runner.pause()
    snapshot = _wait_for_state(runner, RunState.PAUSED)
    _drained(runner)
    runner.set_pace(None)
    _drained(runner)
    assert _step(runner.snapshot) == _step(snapshot)


def test_a_new_learning_rate_acts_within_50_ms_and_on_the_very_next_step(runner: Runner) -> None:
    _running(runner)
    seconds = []
    for i in range(7):
        rate = RATE * (i + 2)
        begun = time.perf_counter()
        runner.set_learning_rate(rate)
        _wait(runner, lambda s, rate=rate: _newest_rate(s) == float(np.float32(rate)))
        seconds.append(time.perf_counter() - begun)
    assert median(seconds) < 0.05
    runner.pause()
    run = _wait_for_state(runner, RunState.PAUSED).active_run
    assert run is not None and len(run.events) == 7
    for event in run.events:
        row = run.history.row(run.history.index_of(event.step + 1))
        assert row.step == event.step + 1
        assert row.learning_rate == float(np.float32(event.value))
        before = run.history.row(run.history.index_of(event.step))
        assert before.step == event.step and before.learning_rate != row.learning_rate


def _newest_rate(snapshot: Snapshot) -> float:
    assert snapshot.active_run is not None
    return snapshot.active_run.history.row(-1).learning_rate


@pytest.mark.parametrize("pace", [0.5, 5.0, 20.0, 100.0])
def test_a_paced_run_keeps_its_pace(runner: Runner, pace: float) -> None:
    _loaded(runner, _config(steps=ENDLESS))
    runner.set_pace(pace)
    runner.run()
    _wait(runner, lambda s: _step(s) >= 1)
    # Never too fast; slow only where the machine is busy with something else meanwhile.
    assert any(_keeps_pace(runner, pace) for _ in range(5))
    assert runner.snapshot.steps_per_second == pytest.approx(pace)


def _keeps_pace(runner: Runner, pace: float) -> bool:
    """Whether the steps of a second or so were not too few; too many fail at once."""
    begun, first = time.perf_counter(), _step(runner.snapshot)
    while time.perf_counter() < begun + 1.2:
        time.sleep(0.01)
    made = _step(runner.snapshot) - first
    seconds = time.perf_counter() - begun
    # A fifth of a second may be caught up on, and a chunk is at most two steps here.
    assert made <= pace * (seconds + 0.25) + 2
    return made >= 0.8 * pace * seconds - 1


def test_a_paced_run_begins_with_one_chunk_not_a_burst(runner: Runner) -> None:
    _loaded(runner, _config(steps=ENDLESS))
    runner.set_pace(0.5)
    for step in (1, 2, 3):
        runner.run()
        snapshot = _wait(runner, lambda s, step=step: _step(s) >= step)
        runner.pause()
        _wait_for_state(runner, RunState.PAUSED)
        assert _step(snapshot) == _step(runner.snapshot) == step


def test_a_slow_pace_does_not_delay_commands(runner: Runner) -> None:
    _loaded(runner, _config(steps=ENDLESS))
    runner.set_pace(0.5)
    runner.run()
    _wait(runner, lambda s: _step(s) >= 1)
    begun = time.perf_counter()
    runner.step(7)
    _wait(runner, lambda s: _step(s) == 8 and s.state is RunState.PAUSED)
    runner.run()
    _wait(runner, lambda s: _step(s) == 9)
    runner.set_pace(None)
    _wait(runner, lambda s: _step(s) > 1000)
    assert time.perf_counter() - begun < 1.5


def test_a_pace_out_of_reach_does_not_delay_commands(runner: Runner) -> None:
    _loaded(runner, _large_config())
    runner.set_pace(1e7)
    runner.run()
    _wait(runner, lambda s: _step(s) > 100)
    begun = time.perf_counter()
    runner.pause()
    _wait_for_state(runner, RunState.PAUSED)
    assert time.perf_counter() - begun < 0.5


def _large_config() -> RunConfig:
    """A million rows: some hundred steps a second."""
    x = np.linspace(-1.0, 1.0, 1_000_000)
    problem = fit_problem(LOSSES["mse"], Dataset(x, 2.0 * x), (1.0, 1.0))
    return RunConfig(problem, "float64", OptimizerConfig("sgd", RATE), StopRules(ENDLESS))


def test_large_data_after_small_ones_do_not_delay_commands(runner: Runner) -> None:
    """The chunk that small data could take would run for half a minute on a million rows."""
    _running(runner)
    runner.pause()
    _wait_for_state(runner, RunState.PAUSED)
    _loaded(runner, _large_config())
    runner.run()
    _wait(runner, lambda s: _step(s) > 0)
    begun = time.perf_counter()
    runner.pause()
    _wait_for_state(runner, RunState.PAUSED)
    assert time.perf_counter() - begun < 0.5


def test_snapshots_read_while_it_runs_are_whole_and_only_grow(runner: Runner) -> None:
    _running(runner)
    version, step, seen = -1, -1, set()
    end = time.monotonic() + 0.5
    while time.monotonic() < end:
        snapshot = runner.snapshot
        run = snapshot.active_run
        assert run is not None and snapshot.state is RunState.RUNNING
        assert snapshot.version >= version
        steps = run.history.values(Role.STEP)
        assert steps[-1] == run.history.last_step >= step
        assert snapshot.version > version or steps[-1] == step
        assert run.last_finite == steps[-1]
        version, step = snapshot.version, int(steps[-1])
        seen.add(version)
    assert len(seen) > 3
    speed = runner.snapshot.steps_per_second
    assert speed is not None and speed > 10_000


# Another run.


def test_reset_keeps_the_last_run_as_a_ghost(runner: Runner) -> None:
    _loaded(runner, _config())
    runner.run()
    first = _wait_for_state(runner, RunState.STOPPED).active_run
    assert first is not None
    snapshot = _loaded(runner, _config(rate=0.3), keep_ghost=True)
    assert snapshot.active_run is not None and snapshot.active_run.id > first.id
    assert snapshot.ghost_run is not None and snapshot.ghost_run.id == first.id
    assert bits(snapshot.ghost_run.history.values(Role.LOSS)) == bits(
        first.history.values(Role.LOSS)
    )
    assert set(snapshot.runs) == {first.id, snapshot.active_run.id}

    runner.step(2)
    second = _wait_for_state(runner, RunState.PAUSED).active_run
    assert second is not None
    snapshot = _loaded(runner, _config(), keep_ghost=True)
    assert snapshot.ghost_run is not None and snapshot.ghost_run.id == second.id
    assert first.id not in snapshot.runs


def test_a_run_without_a_step_hides_no_ghost(runner: Runner) -> None:
    _loaded(runner, _config())
    runner.step(2)
    ghost = _wait_for_state(runner, RunState.PAUSED).active
    for rate in (0.2, 0.3):
        assert _loaded(runner, _config(rate=rate), keep_ghost=True).ghost == ghost


def test_a_new_beginning_has_no_ghost(runner: Runner) -> None:
    _loaded(runner, _config())
    runner.step(2)
    _wait_for_state(runner, RunState.PAUSED)
    snapshot = _loaded(runner, _config())
    assert snapshot.ghost is None and list(snapshot.runs) == [snapshot.active]


def test_of_settings_that_wait_only_the_newest_are_loaded(runner: Runner) -> None:
    """As while a start point is dragged."""
    first = _loaded(runner, _config()).active
    held = threading.Event()
    runner._commands.put(held.wait)
    starts = [(1.0, float(i)) for i in range(20)]
    for start in starts:
        runner.load(_config(problem=_config().problem.started_at(start)))
    held.set()
    snapshot = _wait(runner, lambda s: s.active != first)
    _drained(runner)
    assert first is not None and runner.snapshot.active == snapshot.active == first + 1
    assert runner.snapshot.active_run is not None
    assert runner.snapshot.active_run.history.row(0).parameters.tolist() == [1.0, 19.0]


def test_a_load_while_running_replaces_the_run(runner: Runner) -> None:
    _running(runner)
    snapshot = _loaded(runner, _config(steps=20))
    assert _step(snapshot) == 0
    _drained(runner)
    assert runner.snapshot.state is RunState.READY and _step(runner.snapshot) == 0


# The surface.


@pytest.mark.parametrize("loss", ["mse", "mae"])
def test_a_surface_comes_with_the_problem_and_bounds_it_belongs_to(
    runner: Runner, loss: str
) -> None:
    problem = _config().problem.with_loss(LOSSES[loss])
    runner.request_surface(problem, BOUNDS)
    result = _wait(runner, lambda s: s.surface is not None and s.progress is None).surface
    assert result is not None
    assert result.problem is problem and result.bounds is BOUNDS
    surface = result.surface
    middle = (surface.first[100], surface.second[30])
    assert surface.loss[30, 100] == pytest.approx(problem.loss(middle), rel=1e-12)


def test_of_surfaces_that_wait_only_the_newest_is_computed(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[object] = []
    genuine = core.runner.surface_in_parts

    def counted(problem: Problem, bounds: Any) -> Any:
        computed.append(bounds)
        return genuine(problem, bounds)

    monkeypatch.setattr(core.runner, "surface_in_parts", counted)
    held = threading.Event()
    runner._commands.put(held.wait)
    wanted = [((0.0, 1.0 + i), (0.0, 1.0)) for i in range(20)]
    for bounds in wanted:
        runner.request_surface(_config().problem, bounds)
    held.set()
    _wait(runner, lambda s: s.surface is not None)
    _drained(runner)
    assert computed == [wanted[-1]]


def test_training_and_commands_come_between_the_parts_of_a_surface(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[int] = []

    def slow(problem: Problem, bounds: Any) -> Iterator[None]:
        # It never ends by itself: only a run that goes on meanwhile, and stops, ends it.
        while runner.snapshot.state is RunState.RUNNING:
            steps.append(_step(runner.snapshot))
            yield None

    _running(runner)
    monkeypatch.setattr(core.runner, "surface_in_parts", slow)
    runner.request_surface(_config().problem, BOUNDS)
    _wait(runner, lambda s: s.progress == "surface" and len(steps) > 3)
    runner.pause()
    snapshot = _wait(runner, lambda s: s.progress is None)
    assert snapshot.state is RunState.PAUSED and snapshot.failure is None
    assert steps[-1] > steps[0]


def test_a_surface_that_fails_is_said_and_the_run_goes_on(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    _loaded(runner, _config())

    def broken(problem: Problem, bounds: Any) -> Iterator[None]:
        yield None
        raise RuntimeError("boom")

    monkeypatch.setattr(core.runner, "surface_in_parts", broken)
    runner.request_surface(_config().problem, BOUNDS)
    snapshot = _wait(runner, lambda s: s.failure is not None)
    assert snapshot.progress is None and snapshot.state is RunState.READY
    runner.step()
    _wait(runner, lambda s: _step(s) == 1)


def test_of_steps_that_wait_only_the_newest_is_examined(runner: Runner) -> None:
    runner.load(preset_config("tape"))
    runner.step(5)
    _wait(runner, lambda s: s.active_run is not None and s.active_run.history.last_step == 5)
    record = bits(runner.snapshot.runs[1].history.row(5).values)
    held = threading.Event()
    runner._commands.put(held.wait)
    for step in (1, 2, 3):
        runner.inspect(Wanted(1, step, 0.1))
    held.set()
    first = _wait(runner, lambda s: s.inspection is not None)
    assert first.inspection.wanted.step == 3
    # A run that is gone is not examined, and training goes on as if nothing had been asked.
    runner.inspect(Wanted(99, 1, 0.1))
    runner.step()
    found = _wait(runner, lambda s: s.active_run.history.last_step == 6)
    assert found.inspection.wanted.step == 3 and found.failure is None
    assert bits(found.active_run.history.row(5).values) == record


def test_close_does_not_wait_for_a_surface(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = threading.Event()

    def endless(*_: Any) -> Iterator[None]:
        asked.set()
        while True:
            yield None

    monkeypatch.setattr(core.runner, "surface_in_parts", endless)
    runner = Runner()
    runner.start()
    runner.request_surface(_config().problem, BOUNDS)
    assert asked.wait(PATIENCE)
    assert runner.close(PATIENCE)


# Failures.


def _boom(*_: Any, **__: Any) -> Any:
    raise RuntimeError("boom")


def test_a_load_that_fails_keeps_the_old_run(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    _loaded(runner, _config())
    runner.step(3)
    before = _wait_for_state(runner, RunState.PAUSED)
    monkeypatch.setattr(core.runner, "Run", _boom)
    runner.load(_config())
    snapshot = _wait(runner, lambda s: s.failure is not None)
    monkeypatch.undo()
    assert snapshot.failure is not None
    assert isinstance(snapshot.failure.error, RuntimeError)
    assert "boom" in snapshot.failure.traceback and "_load" in snapshot.failure.traceback
    assert snapshot.active == before.active and snapshot.state is RunState.PAUSED
    assert snapshot.progress is None
    runner.step(2)
    assert _step(_wait(runner, lambda s: _step(s) == 5)) == 5
    assert _loaded(runner, _config()).failure is None


def test_settings_that_keras_refuses_are_an_input_error_and_the_old_run_goes_on(
    runner: Runner,
) -> None:
    _running(runner)
    bad = OptimizerConfig("sgd", 0.1, (("momentum", 7.0),))
    runner.load(replace(_config(), optimizer=bad))
    snapshot = _wait(runner, lambda s: s.failure is not None)
    assert snapshot.failure is not None and isinstance(snapshot.failure.error, InputError)
    assert snapshot.state is RunState.RUNNING and snapshot.progress is None
    _wait_beyond(runner, _step(snapshot))


def test_a_first_load_that_fails_is_failed_and_another_is_possible(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(core.runner, "Run", _boom)
    runner.load(_config())
    snapshot = _wait_for_state(runner, RunState.FAILED)
    assert snapshot.failure is not None and snapshot.active_run is None
    monkeypatch.undo()
    assert _loaded(runner, _config()).failure is None


def test_a_surface_that_fails_leaves_the_run_alone(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    _running(runner)
    monkeypatch.setattr(core.runner, "surface_in_parts", _boom)
    runner.request_surface(_config().problem, BOUNDS)
    snapshot = _wait(runner, lambda s: s.failure is not None)
    assert snapshot.state is RunState.RUNNING and snapshot.progress is None
    _wait_beyond(runner, _step(snapshot))


def test_an_error_while_training_fails_the_run_once_and_a_new_one_is_possible(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    _running(runner)
    monkeypatch.setattr(Run, "advance", _boom)
    snapshot = _wait_for_state(runner, RunState.FAILED)
    assert snapshot.failure is not None and "boom" in snapshot.failure.traceback
    monkeypatch.undo()
    runner.run()
    _drained(runner)
    assert runner.snapshot.failure is snapshot.failure
    assert runner.snapshot.state is RunState.FAILED
    snapshot = _loaded(runner, _config())
    assert snapshot.failure is None
    runner.run()
    _wait_for_state(runner, RunState.STOPPED)


def test_an_input_error_while_training_does_not_repeat_for_ever(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    _running(runner)

    def refuse(*_: Any) -> int:
        raise InputError("no_figure_writer", option="--figure")

    monkeypatch.setattr(Run, "advance", refuse)
    failure = _wait_for_state(runner, RunState.FAILED).failure
    _drained(runner)
    assert runner.snapshot.failure is failure


def test_an_import_that_fails_is_said_and_the_thread_still_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing() -> None:
        raise ImportError("no tensorflow here")

    monkeypatch.setattr(core.runner, "load_tensorflow", missing)
    runner = Runner()
    runner.start()
    snapshot = _wait_for_state(runner, RunState.FAILED)
    assert snapshot.failure is not None and "no tensorflow here" in snapshot.failure.traceback
    assert _wait(runner, lambda s: s.progress is None)
    assert runner.close(PATIENCE)


# The end.


def test_close_while_running_ends_the_thread_soon() -> None:
    runner = Runner()
    runner.start()
    _running(runner)
    begun = time.perf_counter()
    assert runner.close(PATIENCE)
    assert time.perf_counter() - begun < 0.5
    assert not runner._thread.is_alive()
    version = runner.snapshot.version
    runner.run()
    assert runner.close(PATIENCE) and runner.snapshot.version == version


def test_close_while_waiting_for_a_slow_pace_ends_the_thread_soon() -> None:
    runner = Runner()
    runner.start()
    _loaded(runner, _config(steps=ENDLESS))
    runner.set_pace(0.1)
    runner.run()
    _wait(runner, lambda s: _step(s) >= 1)
    begun = time.perf_counter()
    assert runner.close(PATIENCE)
    assert time.perf_counter() - begun < 0.5


def test_close_while_importing_waits_for_the_import_and_trains_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    imported = threading.Event()
    monkeypatch.setattr(core.runner, "load_tensorflow", imported.wait)
    runner = Runner()
    runner.start()
    runner.load(_config())
    runner.run()
    assert _wait(runner, lambda s: s.progress == "importing").state is RunState.LOADING
    assert not runner.close(timeout=0.05)
    imported.set()
    assert runner.close(PATIENCE)
    assert runner.snapshot.active_run is None


def test_close_drops_what_was_ordered_and_not_yet_begun() -> None:
    runner = Runner()
    runner.start()
    _loaded(runner, _config())
    begun, held, late = threading.Event(), threading.Event(), []
    runner._commands.put(lambda: begun.set() or held.wait())
    runner._commands.put(lambda: late.append("late"))
    assert begun.wait(PATIENCE)
    assert not runner.close(timeout=0.05)
    held.set()
    assert runner.close(PATIENCE) and not late


def test_close_without_a_start_is_done() -> None:
    assert Runner().close()


def test_commands_before_the_import_is_done_are_carried_out_after_it() -> None:
    runner = Runner()
    runner.load(_config())
    runner.step(4)
    runner.start()
    assert _step(_wait(runner, lambda s: _step(s) == 4)) == 4
    assert runner.close(PATIENCE)
