"""One step taken apart: the record is the oracle, and what the tape and Keras really answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core.config import RunConfig
from core.gradient import keras_update
from core.optimizer import OPTIMIZERS, OptimizerConfig
from core.problem import Problem
from core.program import program_for
from core.trainer import StepBlock, Trainer
from core.worked_step import TapeChoices, WorkedStep, state_at, step_code, worked_step
from tests.core.helpers import (
    EAGER_TOLERANCE,
    Root,
    Rosenbrock,
    deviation,
    doubled,
    keras,
    preset_config,
    state_bits,
    tf,
)

DTYPES = ["float32", "float64"]
APPLIED = 4
"""How many of the five lines lead to the update; the fifth makes it by hand."""
MOMENTUM = OptimizerConfig("sgd", 0.05, (("momentum", 0.9),))
every_optimizer = pytest.mark.parametrize(
    "optimizer",
    [*(OptimizerConfig(name, 0.05) for name in OPTIMIZERS), MOMENTUM],
    ids=[*OPTIMIZERS, "momentum"],
)


def recorded(config: RunConfig, steps: int) -> StepBlock:
    trainer = Trainer(config)
    first = trainer.evaluate()
    rest = trainer.advance(steps)
    return replace(rest, rows=[*first.rows, *rest.rows])


def at_start(config: RunConfig, choices: TapeChoices | None = None) -> WorkedStep:
    state = Trainer(config).state()
    return worked_step(config, state) if choices is None else worked_step(config, state, choices)


def twice(
    optimizer: Any, gradients: Sequence[Any], parameters: Sequence[tf.Variable], now: Any
) -> None:
    keras_update(optimizer, gradients, parameters, now)
    keras_update(optimizer, gradients, parameters, now)


def untaped(objective: Any, parameters: Sequence[Any], data: Any) -> Any:
    return objective(parameters, data), [None for _ in parameters]


# From a recorded row to the next one.


@pytest.mark.parametrize("dtype", DTYPES)
@every_optimizer
def test_it_leads_from_each_recorded_row_to_the_next(
    optimizer: OptimizerConfig, dtype: str
) -> None:
    config = preset_config("tape", dtype, optimizer)
    block = recorded(config, 6)
    for k in (0, 1, 5):
        row, following = block.row(k), block.row(k + 1)
        worked = worked_step(config, state_at(config, row))
        tolerance = EAGER_TOLERANCE[dtype]
        assert worked.step == k and worked.before == tuple(row.parameters)
        assert deviation(worked.loss, row.loss) < tolerance
        assert deviation(worked.gradients, row.gradient) < 10 * tolerance
        assert deviation(worked.after, following.parameters) < tolerance
        assert [slot.name for slot in worked.slots] == list(row.layout.slots)
        assert [slot.before for slot in worked.slots] == row.slots.tolist()
        # Slots hold squares of gradients about 18.
        assert deviation([slot.after for slot in worked.slots], following.slots) < 10 * tolerance
        assert (worked.iteration_before, worked.iteration_after) == (k, k + 1)
        assert worked.apply_error is None


@pytest.mark.parametrize("dtype", DTYPES)
@every_optimizer
def test_the_state_of_a_row_is_exact_to_the_last_bit(
    optimizer: OptimizerConfig, dtype: str
) -> None:
    config = preset_config("tape", dtype, optimizer)
    trainer = Trainer(config)
    row = trainer.evaluate().row(0)
    assert state_bits(state_at(config, row)) == state_bits(trainer.state())
    row = trainer.advance(7).row(-1)
    assert state_bits(state_at(config, row)) == state_bits(trainer.state())


@pytest.mark.parametrize("optimizer", [MOMENTUM, OptimizerConfig("adam", 0.05)])
def test_the_counter_is_right_where_a_wrong_update_counts_twice(optimizer: OptimizerConfig) -> None:
    config = replace(preset_config("tape", optimizer=optimizer), update=twice)
    trainer = Trainer(config)
    row = trainer.advance(4).row(-1)
    assert state_bits(state_at(config, row)) == state_bits(trainer.state())
    worked = worked_step(config, state_at(config, row))
    assert (worked.iteration_before, worked.iteration_after) == (8, 10)
    assert deviation(worked.after, trainer.advance(1).row(-1).parameters) < 1e-6


def test_the_run_goes_on_as_if_nobody_had_looked() -> None:
    config = preset_config("tape", optimizer=OptimizerConfig("adam", 0.05))
    trainer = Trainer(config)
    trainer.advance(3)
    before = state_bits(trainer.state())
    worked_step(config, trainer.state())
    assert state_bits(trainer.state()) == before
    fresh = program_for(config).initial_state(config.problem.start, 0.05)
    assert state_bits(fresh) == state_bits(Trainer(config).state())


def test_a_changed_learning_rate_is_that_of_the_state() -> None:
    config = preset_config("checker")
    worked = worked_step(config, Trainer(config).state().with_learning_rate(0.01))
    assert worked.learning_rate == pytest.approx(0.01, rel=1e-7)
    assert worked.after == pytest.approx((0.82, 1.94), rel=1e-6)


# The tutorial's numbers.


def test_the_first_step_of_tape_with_seed_0() -> None:
    worked = at_start(preset_config("tape"))
    assert worked.gradients[0] == pytest.approx(-0.6468, abs=5e-5)
    assert worked.after[0] == pytest.approx(1.06468, abs=5e-6)
    assert worked.optimizer == "SGD" and worked.learning_rate == pytest.approx(0.1, rel=1e-7)


def test_plain_sgd_is_the_update_by_hand_to_the_last_bit() -> None:
    for dtype in DTYPES:
        worked = at_start(preset_config("tape", dtype))
        assert worked.by_hand == worked.after
        assert worked.difference == (0.0, 0.0)
        assert worked.plain_step == pytest.approx(worked.step_taken, rel=1e-6)
        assert worked.slots == ()


def test_momentum_remembers_the_last_step_and_the_hand_does_not() -> None:
    config = preset_config("checker", "float64", MOMENTUM)
    rate = at_start(config).learning_rate
    worked = worked_step(config, state_at(config, recorded(config, 1).row(1)))
    w = worked.slots[0]
    assert w.name == "momentum_w" and w.before == pytest.approx(-rate * 18.0, rel=1e-12)
    gradient = worked.gradients[0]
    assert gradient is not None
    momentum = float(np.float32(0.9))  # Keras holds it in float32
    assert w.after == pytest.approx(momentum * w.before - rate * gradient, rel=1e-12)
    assert worked.step_taken[0] == pytest.approx(w.after, rel=1e-12)
    assert worked.difference[0] == pytest.approx(momentum * w.before, rel=1e-9)


# How the tape is asked.


def test_a_source_that_the_loss_does_not_use() -> None:
    config = preset_config("checker")
    none = at_start(config, TapeChoices(unused_source=True))
    assert none.sources == ("w", "b", "c") and none.gradients == (18.0, 6.0, None)
    zero = at_start(config, TapeChoices(unused_source=True, unconnected_zero=True))
    assert zero.gradients == (18.0, 6.0, 0.0)
    assert none.after == zero.after == at_start(config).after
    assert len(none.by_hand) == len(none.plain_step) == 2
    assert none.apply_error is None


@pytest.mark.parametrize("dtype", DTYPES)
def test_output_gradients_scale_the_gradient_and_the_step(dtype: str) -> None:
    worked = at_start(preset_config("checker", dtype), TapeChoices(output_gradients=2.0))
    assert worked.gradients == pytest.approx((36.0, 12.0), rel=1e-12)
    assert worked.after == pytest.approx((-2.6, 0.8), rel=1e-6)
    assert worked.choices.output_gradients == 2.0


def test_a_replaced_gradient_takes_the_choices_too() -> None:
    config = replace(preset_config("checker"), gradient=doubled)
    assert at_start(config).gradients == (36.0, 12.0)
    choices = TapeChoices(output_gradients=0.5, unused_source=True)
    assert at_start(config, choices).gradients == (18.0, 6.0, None)
    choices = replace(choices, unconnected_zero=True)
    assert at_start(config, choices).gradients == (18.0, 6.0, 0.0)


def test_without_any_gradient_keras_says_why_it_refuses() -> None:
    config = replace(preset_config("checker"), gradient=untaped)
    worked = at_start(config)
    assert worked.gradients == worked.by_hand == worked.plain_step == (None, None)
    assert worked.apply_error == "No gradients provided for any variable."
    assert worked.after == worked.before and worked.iteration_after == 0
    zero = at_start(config, TapeChoices(unconnected_zero=True))
    assert zero.gradients == (0.0, 0.0) and zero.apply_error is None
    assert zero.after == zero.before and zero.iteration_after == 1


def test_a_parameter_that_the_loss_does_not_use_is_left_out_with_a_warning() -> None:
    config = RunConfig(Problem(Root(), (4.0, 1.0)), dtype="float64")
    worked = at_start(config)
    assert worked.gradients == (0.25, None)
    assert worked.apply_error is not None and worked.apply_error.startswith(
        "Gradients do not exist for variables"
    )
    assert worked.after[1] == 1.0 and worked.after[0] == worked.by_hand[0] != 4.0
    assert worked.difference[1] is None


def test_a_function_without_data_and_with_other_names() -> None:
    config = RunConfig(Problem(Rosenbrock(), (-1.0, 1.0)), optimizer=OptimizerConfig("adam", 0.01))
    worked = at_start(config, TapeChoices(unused_source=True))
    assert worked.names == ("u", "v") and worked.loss == 4.0
    assert worked.gradients == (-4.0, 0.0, None)


# The lines of code.


def test_the_five_lines_of_code() -> None:
    config = preset_config("checker")
    assert step_code(at_start(config), config.problem) == (
        "with tf.GradientTape() as tape: loss = loss_fn(y, w * x + b)",
        "gradients = tape.gradient(loss, [w, b])",
        "pairs = list(zip(gradients, [w, b]))",
        "optimizer.apply_gradients(pairs)",
        "w.assign_sub(0.1 * gradient_w); b.assign_sub(0.1 * gradient_b)",
    )


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    "choices", [TapeChoices(), TapeChoices(2.0, False, True), TapeChoices(0.5, True, True)]
)
def test_the_lines_of_code_can_be_run_and_give_the_numbers(
    choices: TapeChoices, dtype: str
) -> None:
    config = preset_config("checker", dtype)
    worked = at_start(config, choices)
    values = zip(worked.sources, (*worked.before, 1.0), strict=False)
    names: dict[str, Any] = {name: tf.Variable(value, dtype=dtype) for name, value in values}
    x, y = (tf.constant(array) for array in config.problem.arrays(dtype))
    optimizer = keras.optimizers.SGD(0.1)
    names |= {"tf": tf, "x": x, "y": y, "optimizer": optimizer}
    names["loss_fn"] = lambda y, prediction: tf.reduce_mean(tf.square(prediction - y))
    lines = step_code(worked, config.problem)
    for line in lines[:APPLIED]:
        exec(line, names)
    found = [None if g is None else float(g) for g in names["gradients"]]
    assert tuple(found) == worked.gradients
    assert (float(names["w"]), float(names["b"])) == worked.after
    for name, value in zip(worked.names, worked.before, strict=True):
        names[name].assign(value)
    names["gradient_w"], names["gradient_b"], *_ = names["gradients"]
    exec(lines[APPLIED], names)
    # By hand the text's 0.1 is a float64 in float64, Keras' is not.
    assert (float(names["w"]), float(names["b"])) == pytest.approx(
        worked.by_hand, rel=1e-7, abs=1e-7
    )


def test_the_lines_of_code_of_a_function_without_data() -> None:
    config = RunConfig(Problem(Rosenbrock(), (-1.0, 1.0)))
    lines = step_code(at_start(config), config.problem)
    assert lines[0] == "with tf.GradientTape() as tape: loss = f(u, v)"
    assert lines[4] == "u.assign_sub(0.1 * gradient_u); v.assign_sub(0.1 * gradient_v)"
