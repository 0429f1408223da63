"""A run: how it ends, what it refuses, what it remembers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.branching import Event
from core.columns import Role
from core.config import RunConfig
from core.dataset import Dataset
from core.errors import InputError
from core.optimizer import OptimizerConfig
from core.problem import Problem
from core.run import FLAT, GROWTH, Run
from core.run_view import RunState, Stop
from core.stop_rules import StopRules
from core.trainer import Trainer
from core.verdict import Verdict
from tests.core.helpers import (
    Root,
    bits,
    doubled,
    fit_config,
    linear_dataset,
    preset_config,
    state_bits,
    tf,
)


def _config(
    rate: float = 0.1,
    steps: int = 1000,
    tolerance: float | None = None,
    dtype: str = "float64",
    **changes: Any,
) -> RunConfig:
    optimizer = OptimizerConfig("sgd", rate)
    config = preset_config("checker", dtype, optimizer)
    return replace(config, stop=StopRules(steps, tolerance), **changes)


def _trained(config: RunConfig, chunk: int = 500) -> Run:
    run = Run(1, config)
    while run.advance(chunk):
        pass
    return run


def _norm(run: Run, index: int) -> float:
    return float(np.linalg.norm(run.history.view.row(index).gradient))


# Before the first step.


def test_a_new_run_is_ready_with_its_start_checked_and_recorded() -> None:
    run = Run(7, _config())
    view = run.view()
    assert (view.id, view.state, view.limit, view.stop, view.events) == (
        7, RunState.READY, 1000, None, ()
    )  # fmt: skip
    assert run.step == 0 and len(view.history) == 1
    assert view.history.row(0).loss == 9.0
    assert view.check == view.start_check
    assert view.check.verdict is Verdict.AGREE and view.check.step == 0
    assert view.first_rise is None and view.last_finite == 0


def test_n_steps_are_n_plus_one_rows() -> None:
    run = Run(1, _config(rate=0.05))
    assert [run.advance(count) for count in (1, 10, 0, 100)] == [1, 10, 0, 100]
    assert run.step == 111
    assert run.history.view.values(Role.STEP).tolist() == list(range(112))
    assert run.state is RunState.READY


def test_the_record_is_that_of_the_trainer() -> None:
    config = _config(rate=0.05, steps=40)
    run, trainer = _trained(config, chunk=7), Trainer(config)
    rows = np.concatenate([trainer.evaluate().rows, trainer.advance(40).rows])
    found = np.array([run.history.view.row(i).values for i in range(41)])
    assert bits(found) == bits(rows)


# Ends.


def test_a_loss_that_overflows_is_diverged_at_its_step_and_the_last_finite_one_is_kept() -> None:
    run = _trained(_config(dtype="float32"))
    assert run.state is RunState.DIVERGED
    assert run.stop == Stop("nonfinite", 137, {"what": "loss"})
    view = run.view()
    assert view.last_finite == 136
    last = view.history.row(view.history.index_of(136))
    assert last.step == 136 and last.finite and not view.history.row(-1).finite
    assert 136 in run.history.notable
    assert run.advance(10) == 0 and run.step == 137


def test_growth_is_diverged_at_the_step_limit_only() -> None:
    run = Run(1, _config())
    run.advance(999)
    assert run.state is RunState.READY and run.newest.loss > 1e271
    run.advance(1)
    assert run.state is RunState.DIVERGED
    assert run.stop is not None and (run.stop.code, run.stop.step) == ("growth", 1000)
    assert run.stop.values["factor"] == pytest.approx(8e271 / 9.0, rel=0.05)


@pytest.mark.parametrize(("steps", "ended"), [(29, RunState.STOPPED), (30, RunState.DIVERGED)])
def test_growth_needs_a_thousand_times_the_loss_of_the_start(steps: int, ended: RunState) -> None:
    """At 0.09 each step makes the loss (0.09 * 23.66 - 1)^2 = 1.28 times larger."""
    run = _trained(_config(rate=0.09, steps=steps))
    assert (run.newest.loss / 9.0 > GROWTH) is (ended is RunState.DIVERGED)
    assert run.state is ended


def test_high_but_falling_at_the_limit_is_not_diverged() -> None:
    """Up by 10^20 at a rate above the limit, then down again at one below it."""
    run = Run(1, _config(steps=80))
    run.advance(70)
    run.set_learning_rate(0.06)
    run.advance(100)
    assert run.newest.loss > 1e3 * GROWTH * 9.0
    assert run.stop == Stop("step_limit", 80, {"limit": 80})
    assert run.state is RunState.STOPPED


def test_negligible_gradient_at_the_limit_is_converged() -> None:
    run = _trained(_config(rate=0.05, steps=1000))
    assert _norm(run, -1) <= FLAT * _norm(run, 0)
    assert run.state is RunState.CONVERGED
    assert run.stop == Stop("flat", 1000, {"norm": pytest.approx(_norm(run, -1))})


def test_gradient_that_is_not_negligible_at_the_limit_is_stopped() -> None:
    run = _trained(_config(rate=0.05, steps=100))
    assert _norm(run, -1) > FLAT * _norm(run, 0)
    assert run.stop == Stop("step_limit", 100, {"limit": 100})


def test_no_tolerance_no_convergence_before_the_limit() -> None:
    run = Run(1, _config(rate=0.05, steps=5000))
    run.advance(4999)
    assert _norm(run, -1) < 1e-12
    assert run.state is RunState.READY and run.stop is None


@pytest.fixture(scope="module")
def norms() -> np.ndarray:
    """Gradient norms by step of the run that the tolerance tests stop."""
    run = Run(1, _config(rate=0.05))
    run.advance(900)
    gradient = [run.history.view.values(Role.GRADIENT, i) for i in (0, 1)]
    return np.sqrt(gradient[0] ** 2 + gradient[1] ** 2)


@settings(deadline=None, max_examples=40)
@given(
    exponent=st.floats(-6, 1.5),
    chunks=st.lists(st.integers(1, 400), min_size=1, max_size=5),
)
def test_tolerance_ends_at_the_first_step_below_it_whatever_the_chunks(
    norms: np.ndarray, exponent: float, chunks: list[int]
) -> None:
    tolerance = 10.0**exponent
    first = int(np.argmax(norms < tolerance))
    assert norms[first] < tolerance
    run = Run(1, _config(rate=0.05, tolerance=tolerance))
    done = 0
    while not run.state.over:
        done += run.advance(chunks[done % len(chunks)])
    assert run.step == done == first
    assert run.state is RunState.CONVERGED
    assert run.stop is not None and (run.stop.code, run.stop.step) == ("tolerance", first)
    assert run.stop.values == {"norm": pytest.approx(norms[first]), "tolerance": tolerance}
    assert run.history.view.last_step == first
    trainer = Trainer(run.config)
    trainer.advance(first)
    assert state_bits(run.trainer.state()) == state_bits(trainer.state())


def test_a_start_below_the_tolerance_is_converged_at_step_0() -> None:
    run = Run(1, _config(tolerance=19.0))
    assert run.state is RunState.CONVERGED and run.stop is not None
    assert (run.stop.code, run.stop.step) == ("tolerance", 0)
    assert run.advance(5) == 0 and run.step == 0


def test_a_start_that_is_not_finite_is_diverged_at_step_0() -> None:
    run = Run(1, fit_config(linear_dataset(), (np.inf, 0.0)))
    assert run.state is RunState.DIVERGED
    assert run.stop == Stop("nonfinite", 0, {"what": "parameter"})
    assert run.check.verdict is Verdict.INCONCLUSIVE
    assert run.check.code.reason == "nonfinite_loss"
    assert run.advance(5) == 0


def test_a_gradient_that_is_not_finite_is_named() -> None:
    run = Run(1, RunConfig(Problem(Root(), (0.0, 0.0)), "float64"))
    assert run.stop == Stop("nonfinite", 0, {"what": "gradient"})


# The step limit.


@pytest.mark.parametrize("counts", [[20], [1000], [7, 7, 7, 7], [19, 1]])
def test_no_step_beyond_the_limit(counts: list[int]) -> None:
    run = Run(1, _config(rate=0.05, steps=20))
    assert sum(run.advance(count) for count in counts) == 20
    assert run.state is RunState.STOPPED and run.step == 20
    assert run.advance(5) == 0 and run.step == 20
    assert run.state is RunState.STOPPED


def test_no_steps_allowed_is_stopped_at_once() -> None:
    run = Run(1, _config(steps=0))
    assert run.advance(5) == 0
    assert run.stop == Stop("step_limit", 0, {"limit": 0})


def test_a_higher_limit_lets_a_stopped_run_go_on_as_if_it_had_not_stopped() -> None:
    run, whole = Run(1, _config(rate=0.05, steps=20)), Run(2, _config(rate=0.05, steps=50))
    run.advance(100)
    run.raise_limit(50)
    assert run.state is RunState.PAUSED and run.stop is None and run.limit == 50
    assert run.advance(100) == 30
    whole.advance(100)
    assert run.stop == whole.stop
    assert state_bits(run.trainer.state()) == state_bits(whole.trainer.state())


@pytest.mark.parametrize("rate", [0.05, 0.1], ids=["flat", "growth"])
def test_ends_that_only_classify_at_the_limit_do_not_bar_a_higher_one(rate: float) -> None:
    run = _trained(_config(rate=rate))
    assert run.state.over
    run.raise_limit(1005)
    assert run.state is RunState.PAUSED
    assert run.advance(100) == 5
    assert run.state.over and run.stop is not None and run.stop.step == 1005


def test_ends_before_the_limit_stay_whatever_the_limit() -> None:
    for run in (_trained(_config(dtype="float32")), _trained(_config(0.05, tolerance=1e-3))):
        state, stop = run.state, run.stop
        assert state.over
        run.raise_limit(5000)
        assert (run.state, run.stop) == (state, stop)


def test_a_limit_that_lies_behind_ends_the_run_where_it_is() -> None:
    run = Run(1, _config(rate=0.05, steps=100))
    run.advance(50)
    run.raise_limit(30)
    assert run.stop == Stop("step_limit", 50, {"limit": 30})
    assert run.advance(5) == 0 and run.step == 50
    run.raise_limit(60)
    assert run.state is RunState.PAUSED and run.advance(100) == 10


# The gate.


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_wrong_gradient_is_refused_before_the_first_update(dtype: str) -> None:
    run = Run(1, _config(rate=0.01, dtype=dtype, gate=True, gradient=doubled))
    before = state_bits(run.trainer.state())
    assert run.state is RunState.READY and run.refused
    assert run.advance(100) == 0
    assert run.state is RunState.REFUSED and run.state.over
    assert run.stop == Stop("gradient_wrong", 0, {})
    assert state_bits(run.trainer.state()) == before
    assert len(run.history.view) == 1
    assert run.start_check.verdict is Verdict.DISAGREE
    assert run.advance(100) == 0 and run.step == 0


def test_a_wrong_gradient_without_the_gate_trains_and_stays_wrong() -> None:
    run = _trained(_config(rate=0.01, steps=2000, gate=False, gradient=doubled))
    assert run.step == 2000
    assert run.newest.parameters == pytest.approx([1.0, -1.0], abs=1e-3)
    assert run.check.verdict is Verdict.DISAGREE
    assert run.check.step == 0
    assert run.check.max_relative_error == pytest.approx(1.0, rel=1e-6)


def test_opening_the_gate_lets_a_refused_run_train() -> None:
    run = Run(1, _config(rate=0.01, gate=True, gradient=doubled))
    run.advance(1)
    run.set_gate(False)
    assert run.state is RunState.READY and run.stop is None
    assert run.advance(3) == 3


def test_closing_the_gate_behind_a_run_under_way_stops_nothing() -> None:
    """It guards the first update; the verdict stays wrong."""
    run = Run(1, _config(rate=0.01, gate=False, gradient=doubled))
    assert run.advance(3) == 3
    run.set_gate(True)
    assert run.advance(3) == 3
    assert run.check.verdict is Verdict.DISAGREE


def test_an_end_reached_before_is_not_turned_into_a_refusal() -> None:
    run = _trained(_config(dtype="float32", gate=False, gradient=doubled))
    assert run.state is RunState.DIVERGED
    run.set_gate(True)
    run.advance(1)
    assert run.state is RunState.DIVERGED


def test_a_right_gradient_passes_the_gate() -> None:
    run = Run(1, _config(rate=0.05, gate=True))
    assert not run.refused
    assert run.advance(10) == 10


@pytest.mark.parametrize("loss", ["mse", "mae"])
def test_an_inconclusive_start_trains_through_the_gate_and_says_why(loss: str) -> None:
    x = np.arange(1.0, 6.0)
    config = fit_config(Dataset(x, x - 1.0), (1.0, -1.0), loss, gate=True)
    run = Run(1, config)
    assert run.start_check.verdict is Verdict.INCONCLUSIVE
    assert run.start_check.code.reason == {"mse": "vanishing", "mae": "nondifferentiable"}[loss]
    assert run.advance(10) == 10


def test_one_agreeing_point_makes_up_for_an_inconclusive_start() -> None:
    dataset = Dataset(np.array([-1.0, 1.0]), np.array([-2.0, 2.0]))
    config = fit_config(dataset, (2.0, 0.0), optimizer=OptimizerConfig("adamw", 0.1))
    run = Run(1, replace(config, update=_pushed))
    assert run.check.verdict is Verdict.INCONCLUSIVE
    run.advance(5)
    assert run.check.verdict is Verdict.AGREE and run.check.step == 1
    assert run.start_check.verdict is Verdict.INCONCLUSIVE


def _pushed(
    optimizer: Any, gradients: Sequence[tf.Tensor], parameters: Sequence[tf.Variable], _: Any
) -> None:
    """An update of the tests' own: away from the optimum, whatever the gradient."""
    optimizer.apply_gradients(zip(gradients, parameters, strict=True))
    for parameter in parameters:
        parameter.assign_add(tf.ones_like(parameter))


def test_a_gradient_that_goes_wrong_later_is_found_at_its_step() -> None:
    run = Run(1, fit_config(linear_dataset(), (1.0, 1.0), gradient=_wrong_beyond_two))
    assert run.check.verdict is Verdict.AGREE
    run.advance(300)
    w = run.history.view.values(Role.PARAMETER, 1)
    first = int(np.argmax(w > 2.0))
    assert 0 < first < 300
    assert run.check.verdict is Verdict.DISAGREE and run.check.step == first
    assert first in run.history.notable


def _wrong_beyond_two(
    objective: Any, parameters: Sequence[tf.Variable], data: tuple[tf.Tensor, ...]
) -> Any:
    loss, (w, b) = doubled(objective, parameters, data)
    factor = tf.where(tf.convert_to_tensor(parameters[1]) > 2.0, 0.55 * tf.ones_like(b), 0.5)
    return loss, [0.5 * w, factor * b]


# What a run remembers.


def test_first_rise_is_the_first_step_above_the_one_before() -> None:
    assert _trained(_config(rate=0.05, steps=50)).view().first_rise is None
    run = Run(1, _config(rate=0.05))
    run.advance(30)
    run.set_learning_rate(0.12)
    for _ in range(40):
        run.advance(3)
    loss = run.history.view.values(Role.LOSS)
    rises = np.flatnonzero(np.diff(loss) > 0.0) + 1
    assert rises[0] > 30
    assert run.view().first_rise == rises[0]
    assert int(rises[0]) in run.history.notable


@pytest.mark.parametrize("chunk", [1, 2, 1000])
def test_a_rise_at_the_first_step_is_found(chunk: int) -> None:
    assert _trained(_config(steps=10), chunk).view().first_rise == 1


def test_a_change_of_rate_is_an_event_that_acts_on_the_next_step() -> None:
    run = Run(1, _config(rate=0.05))
    run.advance(5)
    run.set_learning_rate(0.02)
    run.advance(5)
    rates = run.history.view.values(Role.LEARNING_RATE)
    assert run.events == (Event(5, "learning_rate", 0.02),)
    assert run.config.optimizer.learning_rate == 0.02
    assert rates.tolist() == [float(np.float32(0.05))] * 6 + [float(np.float32(0.02))] * 5
    w = run.history.view.values(Role.PARAMETER)
    gradient = run.history.view.values(Role.GRADIENT)
    assert w[6] == pytest.approx(w[5] - 0.02 * gradient[5], rel=1e-7)
    assert 5 in run.history.notable


def test_of_several_changes_before_a_step_the_last_one_is_the_event() -> None:
    run = Run(1, _config(rate=0.05))
    run.advance(5)
    for rate in (0.02, 0.03, 0.04):
        run.set_learning_rate(rate)
    run.advance(1)
    run.set_learning_rate(0.01)
    assert run.events == (Event(5, "learning_rate", 0.04), Event(6, "learning_rate", 0.01))
    assert run.newest.learning_rate == float(np.float32(0.04))


@pytest.mark.parametrize("rate", [0.0, -1.0, np.nan, 1e39])
def test_a_rate_that_is_refused_changes_nothing(rate: float) -> None:
    run = Run(1, _config(rate=0.05))
    before = state_bits(run.trainer.state())
    with pytest.raises(InputError):
        run.set_learning_rate(rate)
    assert state_bits(run.trainer.state()) == before
    assert run.events == () and run.config.optimizer.learning_rate == 0.05


def test_a_view_is_not_touched_by_what_comes_after() -> None:
    run = Run(1, _config(rate=0.05, steps=20))
    run.advance(5)
    view = run.view()
    run.set_learning_rate(0.01)
    run.advance(15)
    assert view.state is RunState.READY and len(view.history) == 6 and view.events == ()
    assert view.config.optimizer.learning_rate == 0.05
    assert run.view().state is RunState.STOPPED and len(run.view().history) == 21


def test_named_steps_outlive_a_thinning() -> None:
    run = Run(1, _config(rate=0.05, steps=100_000), budget=3 * 8192 * 15 * 8)
    run.advance(1001)
    run.set_learning_rate(0.03)
    for _ in range(12):
        run.advance(8192)
    view = run.history.view
    assert run.history.stride > 1 and len(view) < 50_000
    for step in (0, 1001, run.step):
        assert view.row(view.index_of(step)).step == step


def test_only_four_states_need_a_new_run() -> None:
    over = {state for state in RunState if state.over}
    assert over == {RunState.CONVERGED, RunState.DIVERGED, RunState.REFUSED, RunState.FAILED}
