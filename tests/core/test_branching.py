"""Time travel: any step is had again exactly, and a branch follows the laws of its settings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.batch import Batch
from core.columns import Role
from core.config import RunConfig
from core.optimizer import OPTIMIZERS, OptimizerConfig
from core.run import Run
from core.run_view import RunState
from core.schedule import Schedule
from core.stop_rules import StopRules
from core.trainer import Trainer
from tests.core.helpers import (
    EAGER_TOLERANCE,
    bits,
    deviation,
    fresh_optimizer,
    preset_config,
    state_bits,
    tf,
)

BATCH = Batch(7, seed=1)
COSINE = Schedule("cosine", (("decay_steps", 50),))
# Two optimizers that remember, so that few programs are compiled.
HYPERPARAMETERS: dict[str, tuple[tuple[tuple[str, Any], ...], ...]] = {
    "sgd": ((), (("momentum", 0.9),)),
    "adam": ((), (("beta_1", 0.5),)),
}


def _config(
    name: str = "sgd", dtype: str = "float64", batch: Batch | None = None, **changes: Any
) -> RunConfig:
    optimizer = OptimizerConfig(name, 0.05, **changes)
    config = preset_config("tape", dtype, optimizer)
    return replace(config, batch=batch, stop=StopRules(1000))


def _rows(run: Run) -> NDArray[np.float64]:
    view = run.history.view
    return np.array([view.row(i).values for i in range(len(view))])


# Exactness.


@pytest.mark.parametrize("batch", [None, BATCH], ids=["whole", "batches"])
@pytest.mark.parametrize("name", OPTIMIZERS)
def test_a_branch_with_the_same_settings_repeats_the_run_bit_for_bit(
    name: str, batch: Batch | None
) -> None:
    """With a schedule; the chunks are of other lengths."""
    decay = Schedule("exponential", (("decay_steps", 40),))
    config = _config(name, batch=batch, schedule=decay)
    run = Run(1, config)
    for _ in range(3):
        run.advance(37)
    branch = run.branch(2, 41, config)
    branch.advance(5)
    branch.advance(111 - branch.step)
    assert bits(_rows(branch)) == bits(_rows(run))
    assert state_bits(branch.trainer.state()) == state_bits(run.trainer.state())
    assert branch.view().parent == (1, 41)


def test_every_step_of_a_thinned_record_is_had_again_to_the_last_bit() -> None:
    config = _config("adam", "float32", BATCH, schedule=COSINE)
    config = replace(config, stop=StopRules(100_000))
    small, whole = Run(1, config, budget=2**21), Run(2, config)
    for run in (small, whole):
        while run.advance(5000):
            pass
        assert run.step == 100_000
    view = whole.history.view
    assert small.history.stride > 4 and len(whole.history.view) == 100_001
    before = state_bits(small.trainer.state())
    for step in (0, 1, 777, 12_345, 77_777, 99_999, 100_000):
        row, state = small.exact(step)
        assert bits(row.values) == bits(view.row(step).values)
        assert state.step == step
    assert state_bits(small.trainer.state()) == before
    with pytest.raises(IndexError):
        small.exact(100_001)


def test_a_changed_rate_is_part_of_what_is_computed_again() -> None:
    config = replace(_config("adam", "float32"), stop=StopRules(60_000))
    small, whole = Run(1, config, budget=2**21), Run(2, config)
    for run in (small, whole):
        for _ in range(3):
            run.advance(20_000)
            run.set_learning_rate(0.001 * (1 + run.step))
    assert small.history.stride > 1
    for step in (20_000, 20_001, 20_007, 39_999, 40_003):
        row, state = small.exact(step)
        assert bits(row.values) == bits(whole.history.view.row(step).values)
        assert state_bits(state) == state_bits(whole.exact(step)[1])


# Other settings.


def test_what_an_optimizer_remembers_goes_along() -> None:
    run = Run(1, _config("sgd", hyperparameters=(("momentum", 0.9),)))
    run.advance(10)
    branch = run.branch(2, 6, _config("sgd", hyperparameters=(("momentum", 0.5),)))
    row = run.history.view.row(6)
    assert branch.newest.slots.tolist() == row.slots.tolist() != [0.0, 0.0]
    assert int(branch.trainer.state().optimizer_variables[0]) == 6
    assert bits(_rows(branch)[:6]) == bits(_rows(run)[:6])


def test_what_it_begins_to_remember_begins_fresh() -> None:
    run = Run(1, _config("adam"))
    run.advance(10)
    values = (("amsgrad", True), ("use_ema", True))
    branch = run.branch(2, 10, _config("adam", hyperparameters=values))
    held = dict(zip(branch.trainer.layout.slots, branch.newest.slots, strict=True))
    assert held["velocity_hat_w"] == 0.0 and held["momentum_w"] != 0.0
    # A moving average that began at 0 would be far off for hundreds of steps.
    assert held["average_w"] == branch.newest.parameters[0]
    earlier = dict(zip(branch.trainer.layout.slots, branch.history.view.row(3).slots, strict=True))
    assert np.isnan(earlier["average_w"]) and earlier["momentum_w"] != 0.0


def test_another_optimizer_begins_anew_where_the_old_one_was() -> None:
    run = Run(1, _config("adam"))
    run.advance(30)
    branch = run.branch(2, 20, _config("adagrad", schedule=COSINE))
    assert int(branch.trainer.state().optimizer_variables[0]) == 0
    assert branch.newest.parameters.tolist() == run.history.view.row(20).parameters.tolist()
    # The schedule, too, begins at the branch: with its warm-up.
    assert branch.newest.learning_rate == 0.0 and branch.view().begun == 20
    branch.advance(5)
    for step in (3, 20, 22):
        source = run if step < 20 else branch
        row = source.history.view.row(step)
        assert branch.exact(step)[0].parameters.tolist() == row.parameters.tolist()


def test_a_branch_of_a_branch_knows_all_that_was_before() -> None:
    first = Run(1, _config("sgd"))
    first.advance(30)
    second = first.branch(2, 20, _config("adam"))
    second.advance(20)
    third = second.branch(3, 10, _config("sgd", hyperparameters=(("momentum", 0.9),)))
    assert third.step == 10 and len(third.segments) == 2
    third.advance(3)
    assert third.exact(4)[1].parameters == first.exact(4)[1].parameters
    assert third.settings_at(9).optimizer.hyperparameters == ()
    assert third.settings_at(10).optimizer.hyperparameters == (("momentum", 0.9),)


def test_the_run_that_is_left_stays_as_it_is() -> None:
    run = Run(1, _config("sgd"))
    run.advance(50)
    before = bits(_rows(run))
    branch = run.branch(2, 25, _config("sgd").with_learning_rate(0.5))
    branch.advance(100)
    run.advance(50)
    assert bits(_rows(run)[:51]) == before
    assert branch.newest.learning_rate == pytest.approx(0.5)


# Any sequence of actions.

ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("run"), st.integers(1, 40)),
        st.tuples(st.just("step"), st.just(1)),
        st.tuples(st.just("seek"), st.floats(0.0, 1.0)),
        st.tuples(st.just("branch"), st.floats(0.0, 1.0)),
        st.tuples(st.just("rate"), st.sampled_from([0.01, 0.05, 0.2])),
        st.tuples(st.just("setting"), st.floats(0.0, 1.0)),
        st.tuples(st.just("reset"), st.just(0)),
    ),
    min_size=1,
    max_size=12,
)


class _Session:
    """A run, the same actions applied to it that a person applies."""

    def __init__(self, config: RunConfig) -> None:
        self.config = config
        self.run = Run(1, config)

    def act(self, action: str, value: float) -> None:
        run, step = self.run, round(value * self.run.step)
        if action in ("run", "step"):
            run.advance(int(value))
        elif action == "seek":
            row, _ = run.exact(step)
            assert row.step == step
        elif action == "rate":
            run.set_learning_rate(value)
        elif action == "reset":
            self.run = Run(run.id + 1, self.config)
        elif action == "branch":
            self.run = run.branch(run.id + 1, step, run.config)
        else:
            choices = HYPERPARAMETERS[self.config.optimizer.name]
            values = choices[step % 2]
            optimizer = replace(run.config.optimizer, hyperparameters=values)
            self.run = run.branch(run.id + 1, step, replace(run.config, optimizer=optimizer))


def _follows(run: Run) -> None:
    """Every row follows from the one before by one eager Keras step of its settings."""
    view = run.history.view
    wanted, found = [], []
    for step in range(run.step):
        config = run.settings_at(step)
        row, state = run.exact(step)
        assert row.step == view.row(step).step == step
        variables, optimizer = _keras(config)
        held = [*variables, *optimizer.variables]
        values = [*state.parameters, *state.optimizer_variables]
        for variable, value in zip(held, values, strict=True):
            variable.assign(value)
        gradients = [tf.constant(g, config.dtype) for g in row.gradient]
        optimizer.apply_gradients(zip(gradients, variables, strict=True))
        wanted.append([float(variable.numpy()) for variable in variables])
        found.append(view.row(step + 1).parameters)
    assert deviation(found, wanted) <= EAGER_TOLERANCE[run.config.dtype]


_built: dict[OptimizerConfig, Any] = {}


def _keras(config: RunConfig) -> Any:
    key = (replace(config.optimizer, learning_rate=1.0), config.dtype)
    if key not in _built:
        _built[key] = fresh_optimizer(config)
    return _built[key]


@pytest.mark.parametrize("batch", [None, BATCH], ids=["whole", "batches"])
@pytest.mark.parametrize(("name", "dtype"), [("sgd", "float32"), ("adam", "float64")])
def test_whatever_is_done_every_row_follows_from_the_one_before(
    name: str, dtype: str, batch: Batch | None
) -> None:
    @settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
    @given(ACTIONS)
    def explore(actions: list[tuple[str, float]]) -> None:
        session = _Session(_config(name, dtype, batch))
        for action, value in actions:
            session.act(action, value)
        _follows(session.run)

    explore()


# Stop rules.


def _ended(rules: StopRules, chunk: int) -> Run:
    run = Run(1, replace(_config("sgd"), stop=rules))
    while run.advance(chunk):
        pass
    return run


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (StopRules(500, tolerance=1e-3), "tolerance"),
        (StopRules(500, loss_change=1e-3), "loss_change"),
        (StopRules(500, target_loss=1.0), "target_loss"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_rule_ends_the_run_at_the_first_step_it_holds_for(rules: StopRules, code: str) -> None:
    runs = [_ended(rules, chunk) for chunk in (1, 7, 500)]
    steps = {run.step for run in runs}
    assert len(steps) == 1 and 0 < runs[0].step < 500
    for run in runs:
        assert run.state is RunState.CONVERGED and run.stop is not None and run.stop.code == code
    rows = _rows(_ended(StopRules(500), 500))
    layout = runs[0].trainer.layout
    loss = rows[:, layout.slices[Role.LOSS]][:, 0]
    holds = {
        "tolerance": np.linalg.norm(rows[:, layout.slices[Role.GRADIENT]], axis=1) < 1e-3,
        "loss_change": np.abs(np.diff(loss, prepend=np.nan)) < 1e-3,
        "target_loss": loss <= 1.0,
    }[code]
    assert steps == {int(np.argmax(holds))}


def test_without_the_rule_that_ended_it_a_run_goes_on() -> None:
    run = _ended(StopRules(500, target_loss=1.0), 100)
    at = run.step
    run.set_stop(StopRules(500, target_loss=50.0))
    assert run.state is RunState.CONVERGED
    run.set_stop(StopRules(500, target_loss=0.2))
    assert run.state is RunState.PAUSED
    run.advance(500)
    assert run.step > at and run.stop is not None and run.stop.code == "target_loss"
    run.set_stop(StopRules(500))
    assert run.state is RunState.PAUSED and run.stop is None


def test_with_mini_batches_the_norm_is_that_of_all_rows() -> None:
    run = Run(1, replace(_config("sgd", batch=BATCH), stop=StopRules(2000, tolerance=0.2)))
    while run.advance(100):
        pass
    assert run.stop is not None and run.stop.code == "tolerance"
    assert np.linalg.norm(run.newest.full_gradient) < 0.2 != np.linalg.norm(run.newest.gradient)
    assert len(Trainer(run.config).layout) == len(run.newest.values)
