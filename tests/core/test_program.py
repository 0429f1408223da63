"""The compiled loop: traced once, named slots, and the plain graph where XLA is missing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np
import pytest

from core.gradient import keras_update, tape_gradient
from core.optimizer import OPTIMIZERS, OptimizerConfig
from core.problem import Data, FitObjective, Objective, Problem
from core.program import ROWS, Program, program_for
from core.state import TrainerState
from core.trainer import Trainer
from tests.core.helpers import (
    Rosenbrock,
    bits,
    deviation,
    fit_config,
    linear_dataset,
    preset_config,
    state_bits,
    tf,
)

ADAM = OptimizerConfig("adam", 0.1)


def _run(
    program: Program, problem: Problem, steps: int, dtype: str = "float64"
) -> tuple[np.ndarray, TrainerState]:
    data = [tf.constant(array) for array in problem.arrays(dtype)]
    return program.run(program.initial_state(problem.start, 0.1), steps, data)


class CountedGradient:
    """The tape's gradient, counting how often Python runs it: while tracing only."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, objective: Objective, parameters: Sequence[Any], data: Data) -> Any:
        self.calls += 1
        return tape_gradient(objective, parameters, data)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_nothing_is_traced_again_for_other_counts_rates_starts_or_data(dtype: str) -> None:
    counted = CountedGradient()
    config = fit_config(linear_dataset(), (1.0, 1.0), dtype=dtype, gradient=counted)
    trainer = Trainer(config)
    trainer.evaluate()
    traced = counted.calls
    # Once in the dtype of training, and once more in float64 for the check.
    assert traced == (2 if dtype == "float32" else 1)
    for count, rate in [(1, 0.1), (2, 0.01), (100, 0.3), (ROWS, 1e-3), (ROWS + 1, 1e-4)]:
        trainer.set_learning_rate(rate)
        assert len(trainer.advance(count).rows) == count
    trainer.evaluate_at((3.0, -2.0))
    other = fit_config(linear_dataset(33), (0.0, 5.0), dtype=dtype, gradient=counted)
    assert Trainer(other).advance(5).finite
    assert counted.calls == traced


def test_no_compilation_for_other_counts() -> None:
    """A compilation takes some 400 ms here, a call of a few steps less than one."""
    trainer = Trainer(fit_config(linear_dataset(), (1.0, 1.0)))
    trainer.evaluate()
    seconds = []
    for count in (3, 5, 7, 11, 13, 17, 19):
        begun = time.perf_counter()
        trainer.set_learning_rate(0.1 / count)
        trainer.advance(count)
        seconds.append(time.perf_counter() - begun)
    assert median(seconds) < 0.05


def test_equal_settings_share_a_program_whatever_data_start_and_rate() -> None:
    first = fit_config(linear_dataset(10), (1.0, 1.0), optimizer=OptimizerConfig("adam", 0.1))
    second = fit_config(linear_dataset(20), (9.0, 9.0), optimizer=OptimizerConfig("adam", 0.5))
    assert program_for(first) is program_for(second)
    for other in (
        fit_config(linear_dataset(), (1.0, 1.0), loss="mae", optimizer=ADAM),
        fit_config(linear_dataset(), (1.0, 1.0), dtype="float32", optimizer=ADAM),
        fit_config(linear_dataset(), (1.0, 1.0), optimizer=OptimizerConfig("nadam", 0.1)),
    ):
        assert program_for(first) is not program_for(other)


@pytest.mark.parametrize("name", ["sgd", "adam", "nadam"])
def test_a_program_compiled_anew_gives_the_same_bits(name: str) -> None:
    config = preset_config("tape", "float64", OptimizerConfig(name, 0.1))
    shared, (rows, state) = program_for(config), _run(program_for(config), config.problem, 50)
    anew = Program(
        config.problem.objective, "float64", config.optimizer, tape_gradient, keras_update
    )
    assert anew is not shared
    rows_anew, state_anew = _run(anew, config.problem, 50)
    assert bits(rows) == bits(rows_anew)
    assert state_bits(state) == state_bits(state_anew)


SLOTS = {
    "sgd": [],
    "adam": ["momentum_w", "velocity_w", "momentum_b", "velocity_b"],
    "nadam": ["momentum_w", "velocity_w", "momentum_b", "velocity_b", "product"],
    "adafactor": ["factor_w_0", "factor_w_1", "velocity_w"]
    + ["factor_b_0", "factor_b_1", "velocity_b"],
    "adagrad": ["accumulator_w", "accumulator_b"],
    "ftrl": ["accumulator_w", "linear_w", "accumulator_b", "linear_b"],
}


@pytest.mark.parametrize("name", SLOTS)
def test_slots_have_names_that_do_not_depend_on_what_was_made_before(name: str) -> None:
    for _ in range(2):
        program = Program(
            FitObjective(*_linear_mse()), "float64", OptimizerConfig(name), tape_gradient,
            keras_update,
        )  # fmt: skip
        assert list(program.layout.slots) == SLOTS[name]


def _linear_mse() -> tuple[Any, Any]:
    fit = preset_config("tape").problem.fit
    assert fit is not None
    return fit.model, fit.loss


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_slot_names_are_unique_and_say_whose_they_are(name: str) -> None:
    slots = program_for(preset_config("tape", "float32", OptimizerConfig(name))).layout.slots
    assert len(set(slots)) == len(slots)
    assert all("_w" in s or "_b" in s or s == "product" for s in slots)
    assert sum("_w" in s for s in slots) == sum("_b" in s for s in slots)


@dataclass(frozen=True)
class Uncompilable(Rosenbrock):
    """Rosenbrock's function, plus a zero by an operation that XLA cannot compile."""

    def __call__(self, parameters: Sequence[tf.Tensor], data: Data) -> tf.Tensor:
        loss = super().__call__(parameters, data)
        zero = tf.numpy_function(lambda: np.float64(0.0), [], tf.float64)
        return loss + tf.cast(tf.ensure_shape(zero, []), loss.dtype)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_what_xla_cannot_compile_runs_in_the_plain_graph(dtype: str) -> None:
    found = Program(Uncompilable(), dtype, ADAM, tape_gradient, keras_update)
    wanted = Program(Rosenbrock(), dtype, ADAM, tape_gradient, keras_update)
    assert found.compiled and wanted.compiled
    problem = Problem(Rosenbrock(), (-1.0, 1.5))
    rows, state = _run(found, problem, 30, dtype)
    compiled_rows, compiled_state = _run(wanted, problem, 30, dtype)
    assert wanted.compiled and not found.compiled
    assert rows.shape == compiled_rows.shape == (31, len(found.layout))
    tolerance = {"float32": 1e-5, "float64": 1e-12}[dtype]
    # In float32 the gradient's own rounding, times a curvature of 800, is above the tolerance.
    recorded = found.layout.slices["loss" if dtype == "float32" else "gradient"].stop
    assert deviation(rows[:, :recorded], compiled_rows[:, :recorded]) <= tolerance
    assert state.step == compiled_state.step == 30
    again, _ = _run(found, problem, 30, dtype)
    assert bits(again) == bits(rows)


@pytest.fixture
def without_xla(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """TensorFlow as it is built without XLA: a call of a compiled function fails."""
    asked: list[bool] = []
    genuine = tf.function

    def function(body: Callable[..., Any], *, jit_compile: bool, **options: Any) -> Any:
        asked.append(jit_compile)
        traced = genuine(body, jit_compile=False, **options)

        def call(*arguments: Any) -> Any:
            if jit_compile:
                raise tf.errors.UnimplementedError(None, None, "no XLA_CPU_JIT device")
            return traced(*arguments)

        return call

    monkeypatch.setattr(tf, "function", function)
    yield asked


@pytest.mark.parametrize("name", ["sgd", "adam", "nadam", "lamb"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_without_xla_the_numbers_are_the_same(
    name: str, dtype: str, request: pytest.FixtureRequest
) -> None:
    config = preset_config("tape", dtype, OptimizerConfig(name, 0.1))
    compiled = program_for(config)
    _run(compiled, config.problem, 0, dtype)
    without_xla = request.getfixturevalue("without_xla")
    plain = Program(config.problem.objective, dtype, config.optimizer, tape_gradient, keras_update)
    rows, state = _run(plain, config.problem, 40, dtype)
    assert not plain.compiled
    _run(plain, config.problem, 3, dtype)
    assert without_xla == [True, False]
    assert compiled.compiled
    wanted, wanted_state = _run(compiled, config.problem, 40, dtype)
    tolerance = {"float32": 1e-5, "float64": 1e-12}[dtype]
    # Step, parameters, loss, gradients.
    assert deviation(rows[:, :6], wanted[:, :6]) <= tolerance
    slots = plain.layout.slices["slot"]
    assert deviation(rows[:, slots], wanted[:, slots]) <= tolerance
    assert state.step == wanted_state.step


@dataclass(frozen=True)
class Failing(Rosenbrock):
    """A function whose own check fails with every kind of graph."""

    def __call__(self, parameters: Sequence[tf.Tensor], data: Data) -> tf.Tensor:
        loss = super().__call__(parameters, data)
        negative = tf.numpy_function(lambda: np.array([-1, -2]), [], tf.int64)
        return loss + tf.cast(tf.reduce_sum(tf.zeros(negative)), loss.dtype)


def test_an_error_of_the_function_itself_is_not_taken_for_a_missing_xla() -> None:
    program = Program(Failing(), "float64", ADAM, tape_gradient, keras_update)
    with pytest.raises(tf.errors.InvalidArgumentError):
        _run(program, Problem(Rosenbrock(), (0.0, 0.0)), 1)


def test_python_errors_of_the_function_pass_through() -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("mine")

    program = Program(Rosenbrock(), "float64", ADAM, broken, keras_update)
    with pytest.raises(ZeroDivisionError, match="mine"):
        _run(program, Problem(Rosenbrock(), (0.0, 0.0)), 1)
    assert program.compiled
