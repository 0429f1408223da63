"""Training: the reference numbers, the eager loop beside it, and the same bits however called."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.columns import Role
from core.config import RunConfig
from core.loss import LOSSES
from core.optimizer import OptimizerConfig
from core.problem import FitObjective, Problem
from core.program import ROWS
from core.trainer import Trainer
from core.verdict import CheckCode
from tests.core.helpers import (
    EAGER_TOLERANCE,
    Parabola,
    Root,
    Rosenbrock,
    bits,
    copy_state,
    deviation,
    eager_rows,
    fit_config,
    fresh_optimizer,
    linear_dataset,
    preset_config,
    state_bits,
    tf,
)

STATEFUL = [
    OptimizerConfig("sgd", 0.05, (("momentum", 0.9), ("nesterov", True))),
    OptimizerConfig("rmsprop", 0.1),
    OptimizerConfig("adam", 0.1),
    OptimizerConfig("nadam", 0.1),
    OptimizerConfig("adafactor", 0.1),
    OptimizerConfig("schedulefreeadamw", 0.1),
]
DTYPES = ["float32", "float64"]
every_configuration = pytest.mark.parametrize(
    ("optimizer", "dtype"),
    [pytest.param(o, d, id=f"{o.name}-{d}") for o in STATEFUL for d in DTYPES],
)


def _sgd(rate: float) -> OptimizerConfig:
    return OptimizerConfig("sgd", rate)


def _rows(trainer: Trainer, *counts: int) -> NDArray[np.float64]:
    return np.concatenate([trainer.evaluate().rows, *(trainer.advance(n).rows for n in counts)])


# The reference numbers.


@pytest.mark.parametrize("dtype", DTYPES)
def test_checker_starts_with_loss_9_and_the_gradient_18_6_which_agrees(dtype: str) -> None:
    row = Trainer(preset_config("checker", dtype)).evaluate().row(0)
    assert row.loss == 9.0
    assert row.gradient == pytest.approx([18.0, 6.0], rel=1e-15)
    assert row.numerical == pytest.approx([18.0, 6.0], rel=1e-10)
    assert row.verdicts.tolist() == [CheckCode.AGREE, CheckCode.AGREE]


def test_checker_at_a_tenth_overflows_in_float32_at_step_137() -> None:
    block = Trainer(preset_config("checker", "float32")).advance(1000)
    assert len(block.rows) == 137 and not block.finite
    assert block.row(-1).step == 137
    assert block.row(-1).loss == np.inf
    assert np.isfinite(block.row(-1).parameters).all()
    assert all(block.row(i).finite for i in range(136))


def test_checker_at_a_tenth_stays_finite_in_float64_with_a_loss_of_8e271() -> None:
    block = Trainer(preset_config("checker", "float64")).advance(1000)
    assert len(block.rows) == 1000 and block.finite
    assert block.row(-1).loss == pytest.approx(8e271, rel=0.05)
    assert block.row(-1).parameters[0] == pytest.approx(2.5e135, rel=0.02)
    assert block.row(39).parameters[0] == pytest.approx(203_200, rel=1e-3)


def test_checker_at_a_twentieth_finds_the_line_in_float64() -> None:
    config = preset_config("checker", "float64", _sgd(0.05))
    w, b = Trainer(config).advance(1000).row(-1).parameters
    assert w == pytest.approx(0.99999997, abs=5e-9)
    assert b == pytest.approx(-0.9999999, abs=5e-8)


@pytest.mark.parametrize("dtype", DTYPES)
def test_tape_without_noise_after_20_steps(dtype: str) -> None:
    config = preset_config("tape", dtype, noise=0.0)
    assert Trainer(config).advance(20).row(-1).parameters == pytest.approx(
        [1.7555485, 9.8962371], abs=1e-6
    )


def test_tape_with_seed_0_is_the_last_line_that_the_tutorial_prints() -> None:
    """The tutorial prints before it updates: its line ``epoch: 19`` is our step 19."""
    np.random.seed(0)
    x = np.linspace(-1, 1, 100)
    y = x * 2.0 + 10.0 + np.random.randn(100) * 0.33
    config = preset_config("tape", "float32", seed=0)
    assert config.problem.dataset is not None
    assert bits(config.problem.dataset.y) == bits(y)
    row = Trainer(config).advance(20).row(18)
    assert row.step == 19
    assert [f"{value:.5f}" for value in row.parameters] == ["1.70152", "9.88975"]


@pytest.mark.parametrize("noise", [0.0, 0.33])
def test_tape_in_float32_is_the_eager_tutorial_loop_step_by_step(noise: float) -> None:
    config = preset_config("tape", "float32", noise=noise)
    rows = _rows(Trainer(config), 20)
    for step, (parameters, loss) in enumerate(eager_rows(config, 20)):
        assert rows[step, 0] == step
        assert rows[step, 1:3] == pytest.approx(parameters, abs=1e-5)
        assert rows[step, 3] == pytest.approx(loss, abs=1e-5 * max(1.0, loss))


# Row k is the state after k updates.


@pytest.mark.parametrize("dtype", DTYPES)
def test_loss_and_gradient_of_a_row_are_those_at_its_parameters(dtype: str) -> None:
    config = preset_config("tape", dtype, OptimizerConfig("adam", 0.3))
    x, y = (a.astype(np.float64) for a in config.problem.arrays(dtype))
    eps = float(np.finfo(dtype).eps)
    block = Trainer(config).advance(30)
    for k in range(30):
        row = block.row(k)
        assert row.step == k + 1
        w, b = row.parameters
        e = w * x + b - y
        loss, gradient = np.mean(e**2), [2.0 * np.mean(e * x), 2.0 * np.mean(e)]
        # Predictions and y are about 10, and that is what rounds.
        assert row.loss == pytest.approx(loss, abs=20 * eps * np.sqrt(loss))
        assert row.gradient == pytest.approx(gradient, abs=20 * eps)
        assert row.numerical == pytest.approx(gradient, abs=1e-8)


# The same bits however the training is cut.


@every_configuration
@settings(deadline=None, max_examples=15)
@given(cuts=st.lists(st.integers(1, 60), unique=True, max_size=8))
def test_chunk_lengths_do_not_change_a_bit(
    optimizer: OptimizerConfig, dtype: str, cuts: list[int]
) -> None:
    config = preset_config("tape", dtype, optimizer)
    whole, split = Trainer(config), Trainer(config)
    ends = [0, *sorted(cuts), 61]
    rows = _rows(split, *(end - begin for begin, end in pairwise(ends)))
    assert bits(rows) == bits(_rows(whole, 61))
    assert state_bits(split.state()) == state_bits(whole.state())


@every_configuration
def test_single_steps_do_not_change_a_bit(optimizer: OptimizerConfig, dtype: str) -> None:
    config = preset_config("tape", dtype, optimizer)
    whole, single = Trainer(config), Trainer(config)
    assert bits(_rows(single, *[1] * 200)) == bits(_rows(whole, 200))
    assert state_bits(single.state()) == state_bits(whole.state())


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["sgd", "adam"])
def test_the_longest_call_of_the_program_is_no_boundary(name: str, dtype: str) -> None:
    config = preset_config("tape", dtype, OptimizerConfig(name, 1e-3))
    whole, split = Trainer(config), Trainer(config)
    rows = _rows(whole, 2 * ROWS + 3)
    assert rows[:, 0].tolist() == list(range(2 * ROWS + 4))
    assert bits(rows) == bits(_rows(split, ROWS - 1, 2, ROWS, 2))
    assert state_bits(split.state()) == state_bits(whole.state())


@every_configuration
@settings(deadline=None, max_examples=15)
@given(at=st.integers(0, 60))
def test_a_state_restored_into_a_fresh_trainer_goes_on_with_the_same_bits(
    optimizer: OptimizerConfig, dtype: str, at: int
) -> None:
    config = preset_config("tape", dtype, optimizer)
    whole = Trainer(config)
    rows = _rows(whole, 80)
    branched = Trainer(config)
    branched.advance(at)
    state, before = branched.state(), state_bits(branched.state())
    # Other start, other rate: both are part of the state that is restored.
    fresh = Trainer(
        replace(config, problem=config.problem.started_at((7.0, -7.0))).with_learning_rate(0.7)
    )
    fresh.restore(state)
    assert bits(_rows(fresh, 80 - at)) == bits(rows[at:])
    assert state_bits(fresh.state()) == state_bits(whole.state())
    assert state_bits(state) == before


@every_configuration
def test_evaluating_leaves_the_training_as_it_was(optimizer: OptimizerConfig, dtype: str) -> None:
    config = preset_config("tape", dtype, optimizer)
    asked, plain = Trainer(config), Trainer(config)
    for _ in range(5):
        before = state_bits(asked.state())
        here = asked.evaluate().row(0)
        elsewhere = asked.evaluate_at((3.0, -4.0)).row(0)
        assert state_bits(asked.state()) == before
        assert elsewhere.parameters.tolist() == [3.0, -4.0]
        assert elsewhere.loss != here.loss
        assert bits(asked.advance(3).rows) == bits(plain.advance(3).rows)


def test_evaluate_is_the_row_that_advance_gave() -> None:
    trainer = Trainer(preset_config("tape", "float32", OptimizerConfig("adam", 0.1)))
    last = trainer.advance(17).row(-1)
    assert bits(trainer.evaluate().row(0).values) == bits(last.values)


# Learning rate.


@every_configuration
def test_a_new_learning_rate_acts_on_the_next_step(optimizer: OptimizerConfig, dtype: str) -> None:
    config = preset_config("tape", dtype, optimizer)
    trainer = Trainer(config)
    row = trainer.advance(10).row(-1)
    trainer.set_learning_rate(0.37)
    state = trainer.state()
    block = trainer.advance(5)
    assert row.learning_rate == float(np.float32(config.optimizer.learning_rate))
    assert [block.row(i).learning_rate for i in range(5)] == [float(np.float32(0.37))] * 5

    variables, keras_optimizer = fresh_optimizer(config)
    copy_state(state, variables, keras_optimizer)
    keras_optimizer.learning_rate = 0.37
    gradients = [tf.constant(value, dtype) for value in row.gradient]
    keras_optimizer.apply_gradients(zip(gradients, variables, strict=True))
    wanted = [v.numpy() for v in variables]
    assert deviation(block.row(0).parameters, wanted) <= EAGER_TOLERANCE[dtype]


def test_a_new_learning_rate_and_back_within_no_step_changes_nothing() -> None:
    config = preset_config("tape", "float64")
    changed, plain = Trainer(config), Trainer(config)
    changed.set_learning_rate(5.0)
    changed.set_learning_rate(0.1)
    assert bits(changed.advance(10).rows) == bits(plain.advance(10).rows)


# Ends.


@pytest.mark.parametrize("count", [0, -1, -1000])
def test_no_steps_are_no_rows(count: int) -> None:
    trainer = Trainer(preset_config("tape"))
    before = state_bits(trainer.state())
    block = trainer.advance(count)
    assert block.rows.shape == (0, len(trainer.layout)) and not block.finite
    assert state_bits(trainer.state()) == before


@pytest.mark.parametrize("counts", [[1000], [136, 1], [137], [50, 500], [1] * 150])
def test_a_diverged_state_gives_no_more_rows(counts: list[int]) -> None:
    trainer = Trainer(preset_config("checker", "float32"))
    rows = np.concatenate([trainer.advance(count).rows for count in counts])
    assert rows[:, 0].tolist() == list(range(1, 138))
    before = state_bits(trainer.state())
    assert trainer.state().step == 137
    for count in (1, 10, ROWS + 1):
        assert trainer.advance(count).rows.shape == (0, len(trainer.layout))
        assert state_bits(trainer.state()) == before


def test_a_restored_state_from_before_the_end_diverges_at_the_same_step() -> None:
    trainer = Trainer(preset_config("checker", "float32"))
    trainer.advance(100)
    state = trainer.state()
    first = trainer.advance(1000).rows
    trainer.restore(state)
    assert bits(trainer.advance(1000).rows) == bits(first)


@pytest.mark.parametrize("start", [(np.nan, 1.0), (1.0, np.inf)])
def test_a_start_that_is_not_finite_is_a_row_and_no_more(start: tuple[float, float]) -> None:
    trainer = Trainer(fit_config(linear_dataset(), start))
    assert not trainer.evaluate().finite
    assert len(trainer.advance(10).rows) == 0


def test_a_gradient_that_is_not_finite_is_not_applied() -> None:
    """At u = 0 the square root is finite and its derivative is not."""
    trainer = Trainer(RunConfig(Problem(Root(), (0.0, 0.0)), "float64", _sgd(1.0)))
    row = trainer.evaluate().row(0)
    assert row.loss == 0.0 and np.isinf(row.gradient[0]) and not row.finite
    assert len(trainer.advance(5).rows) == 0
    assert trainer.state().parameters[0] == 0.0


# The same loop for problems that are no line.


ROSENBROCK = Problem(Rosenbrock(), (-1.2, 1.0))
PARABOLA = Problem(FitObjective(Parabola(), LOSSES["mse"]), (0.0, 0.0, 0.0), linear_dataset(50))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("problem", [ROSENBROCK, PARABOLA], ids=["rosenbrock", "parabola"])
@pytest.mark.parametrize("name", ["sgd", "adam", "nadam"])
def test_other_problems_train_by_the_same_loop_as_eager_keras_does(
    problem: Problem, name: str, dtype: str
) -> None:
    rate = 1e-3 if name == "sgd" else 0.05
    config = RunConfig(problem, dtype, OptimizerConfig(name, rate))
    trainer = Trainer(config)
    rows = _rows(trainer, 20)
    parameters = rows[:, trainer.layout.slices[Role.PARAMETER]]
    eager = list(eager_rows(config, 20))
    tolerance = {"float32": 1e-5, "float64": 1e-11}[dtype]
    assert trainer.layout.parameters == problem.names
    assert trainer.compiled
    assert deviation(parameters, [values for values, _ in eager]) <= tolerance
    assert deviation(rows[:, trainer.layout.slices[Role.LOSS]][:, 0], [x for _, x in eager]) <= (
        tolerance
    )
    verdicts = rows[:, trainer.layout.slices[Role.VERDICT]]
    assert not (verdicts == CheckCode.DISAGREE).any()
    assert (verdicts[0] == CheckCode.AGREE).all()


def test_rosenbrock_reaches_its_minimum() -> None:
    config = RunConfig(ROSENBROCK, "float64", OptimizerConfig("adam", 0.02))
    row = Trainer(config).advance(20_000).row(-1)
    assert row.parameters == pytest.approx([1.0, 1.0], abs=1e-3)


def test_parabola_reaches_the_least_squares_of_numpy() -> None:
    dataset = PARABOLA.dataset
    assert dataset is not None
    row = Trainer(RunConfig(PARABOLA, "float64", _sgd(0.3))).advance(5000).row(-1)
    wanted = np.polynomial.polynomial.polyfit(dataset.x, dataset.y, 2)
    assert row.parameters == pytest.approx(wanted, abs=1e-6)


def test_a_problem_of_one_parameter_trains() -> None:
    config = RunConfig(Problem(_Square(("only",)), (8.0,)), "float64", _sgd(0.25))
    parameters = Trainer(config).advance(3).rows[:, 1]
    assert parameters.tolist() == [4.0, 2.0, 1.0]


class _Square(Rosenbrock):
    """only^2."""

    def __call__(self, parameters: list[tf.Tensor], data: tuple[tf.Tensor, ...]) -> tf.Tensor:
        return tf.square(parameters[0])

    def rounding(
        self, parameters: list[tf.Tensor], data: tuple[tf.Tensor, ...], loss: tf.Tensor
    ) -> tf.Tensor:
        return 4.0 * loss
