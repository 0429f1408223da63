"""Several runs: kept, racing, and summed up."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core.config import RunConfig
from core.loss import LOSSES
from core.optimizer import OptimizerConfig
from core.problem import fit_problem
from core.run import Run
from core.run_summary import NEAR, Summaries
from core.run_view import RunState
from core.runner import Runner
from core.snapshot import Snapshot
from core.stability import quadratic
from core.stop_rules import StopRules
from tests.core.helpers import bits, linear_dataset, preset_config

PATIENCE = 60.0


def _config(rate: float = 0.1, steps: int = 100, name: str = "sgd", **changes: Any) -> RunConfig:
    config = preset_config("tape", "float64", OptimizerConfig(name, rate))
    return replace(config, stop=StopRules(steps), **changes)


@pytest.fixture
def runner() -> Iterator[Runner]:
    made = Runner()
    made.start()
    yield made
    assert made.close(PATIENCE)


def _wait(runner: Runner, condition: Callable[[Snapshot], bool]) -> Snapshot:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if condition(runner.snapshot):
            return runner.snapshot
        time.sleep(0.0005)
    raise AssertionError(f"never came: {runner.snapshot.state}, {runner.snapshot.failure}")


def _raced(runner: Runner, *configs: RunConfig) -> Snapshot:
    runner.race(configs)
    return _wait(runner, lambda s: len(s.racing) == len(configs))


def _steps(snapshot: Snapshot) -> list[int]:
    return [snapshot.runs[number].history.last_step for number in snapshot.racing]


def test_racers_advance_together_and_are_as_if_alone(runner: Runner) -> None:
    configs = (_config(0.1, name="adam"), _config(0.05), _config(0.2))
    _raced(runner, *configs)
    runner.step(7)
    assert _steps(_wait(runner, lambda s: s.state is RunState.PAUSED)) == [7, 7, 7]
    runner.run()
    snapshot = _wait(runner, lambda s: s.state is RunState.STOPPED)
    assert _steps(snapshot) == [100, 100, 100]
    for number, config in zip(snapshot.racing, configs, strict=True):
        alone = Run(1, config)
        alone.advance(100)
        view = snapshot.runs[number].history
        assert bits(view.row(100).values) == bits(alone.newest.values)


def test_while_they_run_all_are_at_the_same_step(runner: Runner) -> None:
    _raced(runner, *(_config(rate, 10**7) for rate in (1e-4, 1e-3, 1e-2)))
    runner.run()
    for beyond in (1000, 20_000):
        seen = _steps(_wait(runner, lambda s, b=beyond: min(_steps(s)) > b))
        assert len(set(seen)) == 1
    runner.pause()
    snapshot = _wait(runner, lambda s: s.state is RunState.PAUSED)
    assert len(set(_steps(snapshot))) == 1


def test_one_that_ends_stays_and_the_others_go_on(runner: Runner) -> None:
    _raced(runner, _config(50.0, 5000), _config(1e-4, 5000))
    runner.run()
    snapshot = _wait(runner, lambda s: s.state not in (RunState.RUNNING, RunState.READY))
    first, second = (snapshot.runs[number] for number in snapshot.racing)
    assert first.state is RunState.DIVERGED and first.history.last_step < 200
    assert second.history.last_step == 5000
    # The active one has diverged, but the race can go on.
    assert snapshot.active == first.id and snapshot.state is not RunState.DIVERGED
    runner.step(3)
    snapshot = _wait(runner, lambda s: _steps(s)[1] == 5003)
    assert _steps(snapshot)[0] == first.history.last_step


def test_kept_runs_outlive_others_and_can_be_shown_again(runner: Runner) -> None:
    runner.load(_config(0.1))
    first = _wait(runner, lambda s: s.active is not None).active
    assert first is not None
    runner.step(5)
    _wait(runner, lambda s: s.runs[first].history.last_step == 5)
    runner.keep(first)
    runner.load(_config(0.05))
    second = _wait(runner, lambda s: s.active not in (None, first)).active
    assert second is not None and runner.snapshot.kept == (first,)
    runner.load(_config(0.02))
    snapshot = _wait(runner, lambda s: s.active not in (None, first, second))
    assert first in snapshot.runs and second not in snapshot.runs
    runner.activate(first)
    _wait(runner, lambda s: s.active == first)
    runner.step(2)
    snapshot = _wait(runner, lambda s: s.runs[first].history.last_step == 7)
    runner.forget(first)
    assert _wait(runner, lambda s: s.kept == ()).active == first


def test_a_new_run_ends_the_race_but_its_runs_stay(runner: Runner) -> None:
    racing = _raced(runner, _config(0.1), _config(0.2)).racing
    runner.load(_config(0.3))
    snapshot = _wait(runner, lambda s: s.active not in racing)
    assert snapshot.racing == () and snapshot.kept == racing
    assert set(racing) < set(snapshot.runs)


def test_a_newer_order_ends_the_preparing_of_a_race(runner: Runner) -> None:
    configs = tuple(_config(0.1, name=name) for name in ("adamax", "lion", "nadam", "adagrad"))
    runner.race(configs)
    runner.load(_config(0.3))
    snapshot = _wait(runner, lambda s: s.active is not None)
    assert snapshot.racing == () and snapshot.kept == ()


def test_branches_and_visits_come_through_the_runner(runner: Runner) -> None:
    runner.load(_config(0.1))
    _wait(runner, lambda s: s.active is not None)
    runner.step(50)
    old = _wait(runner, lambda s: s.state is RunState.PAUSED).active_run
    assert old is not None
    runner.visit(old.id, 20)
    found = _wait(runner, lambda s: s.visited is not None).visited
    assert found is not None and found.row.step == 20
    assert found.row.loss == old.history.row(20).loss
    runner.branch(_config(0.5), 20)
    snapshot = _wait(runner, lambda s: s.active != old.id)
    run = snapshot.active_run
    assert run is not None and run.parent == (old.id, 20) and snapshot.ghost == old.id
    assert run.history.last_step == 20 and run.config.optimizer.learning_rate == 0.5


def test_a_sweep_comes_between_the_steps_of_a_run(runner: Runner) -> None:
    from core.learning_rate_sweep import SweepRequest, rates_between

    config = _config(1e-4, 10**8)
    runner.load(config)
    _wait(runner, lambda s: s.active is not None)
    runner.run()
    request = SweepRequest(config.problem, config.optimizer, rates_between(1e-3, 1.0, 256), 500)
    runner.request_sweep(request)
    snapshot = _wait(runner, lambda s: s.sweep is not None)
    assert snapshot.sweep is not None and snapshot.sweep.request is request
    before = snapshot.active_run
    assert before is not None and snapshot.state is RunState.RUNNING
    _wait(runner, lambda s: s.active_run.history.last_step > before.history.last_step)


# What the table says.


def test_a_summary_is_what_numpy_finds_in_the_record() -> None:
    config = _config(0.05, 400)
    run, summaries = Run(1, config), Summaries()
    surface = quadratic(config.problem)
    assert surface is not None and surface.optimum is not None
    for count in (0, 1, 10, 100, 200):
        run.advance(count)
        view, found = run.view(), summaries.of(run.view())
        points = np.column_stack([view.history.values("parameter", i) for i in (0, 1)])
        away = np.hypot(*(points - surface.optimum).T)
        near = np.flatnonzero(away <= NEAR * away[0])
        assert found.steps == run.step and found.optimizer == "SGD"
        assert found.distance == pytest.approx(away[-1], rel=1e-12)
        assert found.arrived == (int(near[0]) if len(near) else None)
    assert found.arrived is not None
    assert Summaries().of(run.view()).arrived == found.arrived


def test_without_a_closed_form_there_is_no_distance() -> None:
    problem = fit_problem(LOSSES["mae"], linear_dataset())
    found = Summaries().of(Run(1, _config(problem=problem)).view())
    assert found.distance is None and found.arrived is None and found.loss > 0.0
