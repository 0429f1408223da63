"""A session gives back its runs to the last bit: recorded steps, thinned ones and those to come."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.batch import Batch
from core.columns import Role
from core.config import RunConfig
from core.errors import InputError
from core.gradient_bugs import with_bug
from core.optimizer import OptimizerConfig
from core.run import Run
from core.run_view import RunState
from core.runner import Runner
from core.scaling import ScalingKind
from core.schedule import Schedule
from core.session_file import Session, read_session, session_of, write_session
from core.session_record import MOST_ROWS
from core.session_runs import restored
from core.snapshot import Snapshot
from core.stop_rules import StopRules
from tests.core.helpers import Rosenbrock, bits, preset_config, state_bits

COSINE = Schedule("cosine", (("decay_steps", 4000), ("warmup_steps", 7)))
PIECES = Schedule("piecewise", (("boundaries", (5, 20)), ("factors", (1.0, 0.5, 0.25))))
LONG = 10_000


def _config(
    name: str = "sgd", rate: float = 0.05, dtype: str = "float64", steps: int = LONG, **changes: Any
) -> RunConfig:
    hyperparameters = changes.pop("hyperparameters", ())
    schedule = changes.pop("schedule", Schedule())
    optimizer = OptimizerConfig(name, rate, hyperparameters, schedule)
    config = preset_config("tape", dtype, optimizer)
    return replace(config, stop=StopRules(steps), **changes)


def _plain() -> Run:
    run = Run(1, _config("sgd", hyperparameters=(("momentum", 0.9), ("nesterov", True))))
    run.advance(30)
    return run


def _batches() -> Run:
    """Thinned, with mini-batches, a schedule, and two changes of the rate."""
    run = Run(1, _config("adam", 0.01, "float32", batch=Batch(7, seed=3), schedule=COSINE))
    run.advance(4321)
    run.set_learning_rate(0.002)
    run.advance(700)
    run.set_learning_rate(0.003)
    return run


def _scaled() -> Run:
    config = _config("nadam", 0.01, schedule=PIECES)
    run = Run(1, replace(config, problem=config.problem.scaled(ScalingKind.STANDARDISE)))
    run.advance(60)
    return run


def _branched() -> Run:
    """Three optimizers one after the other, the first again at the end; each stretch thinned."""
    first = Run(3, _config("sgd", 0.001, hyperparameters=(("momentum", 0.9), ("nesterov", True))))
    first.advance(1500)
    second = first.branch(5, 1203, _config("adagrad", 0.3))
    second.advance(1500)
    third = second.branch(8, 2222, first.config)
    third.advance(900)
    return third


def _diverged() -> Run:
    run = Run(1, _config("sgd", 3e3, "float32"))
    run.advance(200)
    assert run.state is RunState.DIVERGED and not np.isfinite(run.newest.values).all()
    return run


def _wrong() -> Run:
    """An update that counts twice."""
    run = Run(1, with_bug(_config("sgd", 0.01, schedule=PIECES), "step_twice"))
    run.advance(40)
    return run


def _refused() -> Run:
    run = Run(1, replace(with_bug(_config("sgd", 0.05), "factor_two"), gate=True))
    run.advance(1)
    assert run.state is RunState.REFUSED
    return run


def _ended() -> Run:
    rules = StopRules(LONG, tolerance=1e-3, loss_change=1e-30)
    run = Run(1, replace(_config("sgd", 0.1), stop=rules))
    run.advance(LONG)
    assert run.state is RunState.CONVERGED
    return run


def _fresh() -> Run:
    return Run(1, _config("sgd", 0.05))


MAKERS = (_plain, _batches, _scaled, _branched, _diverged, _wrong, _refused, _ended, _fresh)


def _session(run: Run, path: Path) -> Session:
    write_session(path, session_of(_snapshot(run)))
    return read_session(path)


def _snapshot(*runs: Run) -> Snapshot:
    views = {run.id: run.view() for run in runs}
    return Snapshot(runs=views, active=runs[0].id, kept=tuple(views))


@pytest.mark.parametrize("make", MAKERS)
def test_a_run_comes_back_to_the_last_bit(make: Callable[[], Run], tmp_path: Path) -> None:
    run = make()
    (again,) = restored(_session(run, tmp_path / "a.descent.json"))
    write_session(tmp_path / "b.descent.json", session_of(_snapshot(again)))
    written = (tmp_path / "a.descent.json").read_bytes()
    assert (tmp_path / "b.descent.json").read_bytes() == written
    _same_record(run, again)
    _same_way_on(run, again)


def _same_record(run: Run, again: Run) -> None:
    for name in ("id", "state", "stop", "limit", "events", "parent", "check", "start_check"):
        assert getattr(again, name) == getattr(run, name), name
    assert (run.start_full is None) == (again.start_full is None)
    if run.start_full is not None and again.start_full is not None:
        assert again.start_full.diagnoses == run.start_full.diagnoses
    assert state_bits(again.trainer.state()) == state_bits(run.trainer.state())
    view = again.history.view
    assert len(view) <= MOST_ROWS + 20
    for i in range(len(view)):
        row = view.row(i)
        assert bits(row.values) == bits(run.history.view.row(row.step).values)
    last = run.step
    steps = np.unique(np.linspace(0, last, 15).astype(int))
    for step in (*steps.tolist(), *(segment.begin for segment in run.segments), max(last - 1, 0)):
        (row, state), (wanted, left) = again.exact(step), run.exact(step)
        assert bits(row.values) == bits(wanted.values) and row.layout == wanted.layout
        assert state_bits(state) == state_bits(left)


def _same_way_on(run: Run, again: Run) -> None:
    assert again.advance(50) == run.advance(50)
    assert bits(again.newest.values) == bits(run.newest.values)
    assert (again.state, again.stop) == (run.state, run.stop)
    if run.state in (RunState.DIVERGED, RunState.REFUSED):
        return
    place = run.step // 2
    other = run.settings_at(run.step).with_learning_rate(0.004)
    one, two = run.branch(90, place, other), again.branch(90, place, other)
    one.advance(20)
    two.advance(20)
    assert bits(two.newest.values) == bits(one.newest.values)
    one.raise_limit(one.step)
    two.raise_limit(two.step)
    assert (two.state, two.stop) == (one.state, one.stop)


def test_a_long_record_is_thinned_evenly_but_for_what_is_notable(tmp_path: Path) -> None:
    run = _batches()
    (again,) = _session(run, tmp_path / "a.descent.json").runs
    steps = again.history.values(Role.STEP).astype(int)
    assert {0, 4321, 5020, 5021} <= set(steps.tolist())
    even = steps[steps % 8 == 0]
    assert np.diff(even).tolist() == [8] * (len(even) - 1) and len(even) == 5021 // 8 + 1


def test_growth_at_the_limit_is_judged_alike_by_a_thinned_record(tmp_path: Path) -> None:
    run = Run(1, _config("sgd", 1.001))
    run.advance(2000)
    (again,) = restored(_session(run, tmp_path / "a.descent.json"))
    for each in (run, again):
        each.raise_limit(2500)
        each.advance(500)
    assert run.stop is not None and run.stop.code == "growth"
    assert (again.state, again.stop) == (run.state, run.stop)


def test_runs_of_the_same_problem_share_it_again(tmp_path: Path) -> None:
    config = _config("sgd", 0.05)
    snapshot = _snapshot(Run(1, config), Run(2, config.with_learning_rate(0.1)))
    write_session(tmp_path / "a.descent.json", session_of(snapshot))
    one, two = read_session(tmp_path / "a.descent.json").runs
    assert one.config.problem is two.config.problem
    assert one.config.optimizer == config.optimizer


def test_code_without_a_name_is_not_saved() -> None:
    config = _config("sgd", 0.001)
    run = Run(
        1, replace(config, problem=replace(config.problem, objective=Rosenbrock(), dataset=None))
    )
    with pytest.raises(InputError) as caught:
        session_of(_snapshot(run))
    assert caught.value.code == "session_own_code"


def test_another_keras_whose_optimizer_remembers_other_things(tmp_path: Path) -> None:
    path = tmp_path / "a.descent.json"
    _session(_plain(), path)
    path.write_text(path.read_text("utf-8").replace("slot_momentum_w", "slot_other_w"), "utf-8")
    with pytest.raises(InputError) as caught:
        restored(read_session(path))
    assert caught.value.code == "session_columns"


# In the thread.


@pytest.fixture
def runner() -> Iterator[Runner]:
    made = Runner()
    made.start()
    yield made
    assert made.close(60.0)


def _wait(runner: Runner, condition: Callable[[Snapshot], bool]) -> Snapshot:
    end = time.monotonic() + 60.0
    while time.monotonic() < end:
        snapshot = runner.snapshot
        if condition(snapshot):
            return snapshot
        time.sleep(0.001)
    raise AssertionError(f"never came; last: {runner.snapshot}")


def test_a_session_is_saved_while_it_trains_and_opened_in_its_place(
    runner: Runner, tmp_path: Path
) -> None:
    path = tmp_path / "a.descent.json"
    runner.race([_config("sgd", rate, steps=10**9) for rate in (1e-4, 2e-4)])
    runner.run()
    snapshot = _wait(runner, lambda s: bool(s.active_run) and s.active_run.history.count > 5000)
    write_session(path, session_of(snapshot, {"shown": 3}))
    session = read_session(path)
    assert session.view == {"shown": 3} and session.kept == session.racing == snapshot.kept
    saved = session.active_run
    assert saved is not None and saved.state is RunState.PAUSED
    runner.open(session)
    opened = _wait(runner, lambda s: s.active not in (None, snapshot.active))
    assert not set(opened.runs) & set(snapshot.runs) and len(opened.racing) == 2
    active = opened.active_run
    assert active is not None and active.state is RunState.PAUSED
    assert active.config.problem is saved.config.problem
    assert bits(active.history.row(-1).values) == bits(saved.history.row(-1).values)
    runner.step(5)
    _wait(runner, lambda s: all(
        run.history.last_step == saved.history.last_step + 5 for run in s.runs.values()
    ))  # fmt: skip


def test_a_session_that_cannot_be_had_changes_nothing(runner: Runner, tmp_path: Path) -> None:
    path = tmp_path / "a.descent.json"
    _session(_plain(), path)
    path.write_text(path.read_text("utf-8").replace("slot_momentum_w", "slot_other_w"), "utf-8")
    runner.load(_config("sgd", 0.05))
    before = _wait(runner, lambda s: s.active is not None)
    runner.open(read_session(path))
    after = _wait(runner, lambda s: s.opened is not None)
    assert isinstance(after.opened and after.opened.error, InputError)
    assert after.failure is None
    assert after.active == before.active and set(after.runs) == set(before.runs)
    assert after.progress is None
