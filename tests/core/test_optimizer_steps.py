"""Each of 500 recorded steps is one step of Keras, for every optimizer, setting and schedule.

The step is made by a Keras optimizer and schedule built here, without XLA and without the core,
from each recorded state; the gradients are those of NumPy on the rows of the batch.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.batch import Batch
from core.columns import Layout, Role
from core.config import RunConfig
from core.optimizer import OPTIMIZERS, OptimizerConfig
from core.schedule import SCHEDULES, Schedule
from core.trainer import Trainer
from tests.core.helpers import EAGER_TOLERANCE, deviation, keras, preset_config, tf

STEPS = 500
ROUNDING_OF_RATE = 4e-7
"""XLA and TensorFlow may round a schedule's rate differently in the last place of float32."""

SETTINGS: dict[str, tuple[dict[str, Any], ...]] = {
    "sgd": ({}, {"momentum": 0.9}, {"momentum": 0.5, "nesterov": True, "clipvalue": 3.0}),
    "rmsprop": ({}, {"centered": True, "momentum": 0.5}, {"rho": 0.5, "weight_decay": 0.01}),
    "adam": ({}, {"amsgrad": True, "beta_1": 0.5}, {"clipnorm": 1.0, "use_ema": True}),
    "adamw": ({}, {"weight_decay": 0.1}, {"beta_2": 0.9, "global_clipnorm": 2.0}),
    "adamax": ({}, {"beta_1": 0.5}, {"epsilon": 1e-3, "weight_decay": 0.01}),
    "nadam": ({}, {"beta_1": 0.5}, {"beta_2": 0.9, "clipvalue": 1.0}),
    "adagrad": ({}, {"initial_accumulator_value": 1.0}, {"epsilon": 1e-2, "weight_decay": 0.01}),
    "adadelta": ({}, {"rho": 0.5}, {"epsilon": 1e-3}),
    "adafactor": ({}, {"relative_step": False}, {"clip_threshold": 0.5, "beta_2_decay": -0.5}),
    "ftrl": ({}, {"l1_regularization_strength": 0.1}, {"beta": 0.5, "learning_rate_power": -0.3}),
    "lion": ({}, {"beta_1": 0.5}, {"weight_decay": 0.01}),
    "lamb": ({}, {"beta_1": 0.5}, {"weight_decay": 0.01}),
    "muon": ({}, {"adam_beta_1": 0.5}, {"adam_weight_decay": 0.1, "clipvalue": 2.0}),
    "schedulefreeadamw": ({}, {"warmup_steps": 50}, {"beta_1": 0.5, "weight_decay": 0.01}),
}
KERAS_SCHEDULES = {
    "exponential": lambda rate: keras.optimizers.schedules.ExponentialDecay(rate, 100, 0.5),
    "inverse_time": lambda rate: keras.optimizers.schedules.InverseTimeDecay(rate, 100, 1.0),
    "polynomial": lambda rate: keras.optimizers.schedules.PolynomialDecay(rate, 100, 1e-4),
    "cosine": lambda rate: keras.optimizers.schedules.CosineDecay(
        0.0, 100, warmup_target=rate, warmup_steps=10
    ),
    "piecewise": lambda rate: keras.optimizers.schedules.PiecewiseConstantDecay(
        [50, 100], [rate, 0.5 * rate, 0.1 * rate]
    ),
}
RATE = 0.05
BATCH = Batch(7, seed=3)
Rows = NDArray[np.float64]


def _config(name: str, setting: int, dtype: str, schedule: str, batch: Batch | None) -> RunConfig:
    values = tuple(sorted(SETTINGS[name][setting].items()))
    optimizer = OptimizerConfig(name, RATE, values, Schedule(schedule))
    return replace(preset_config("tape", dtype, optimizer), batch=batch)


def _recorded(config: RunConfig) -> tuple[Layout, Rows]:
    trainer = Trainer(config)
    rows = np.concatenate([trainer.evaluate().rows, trainer.advance(STEPS).rows])
    return trainer.layout, rows


def _keras_steps(config: RunConfig, layout: Layout, rows: Rows) -> tuple[Rows, Rows]:
    """Return rate, and parameters with slots after one Keras step from each but the last row."""
    schedule = config.optimizer.schedule
    planned = (lambda _: RATE) if schedule.constant else KERAS_SCHEDULES[schedule.kind](RATE)
    kind = getattr(keras.optimizers, OPTIMIZERS[config.optimizer.name])
    optimizer = kind(learning_rate=RATE, **dict(config.optimizer.hyperparameters))
    variables = [tf.Variable(0.0, dtype=config.dtype, name=name) for name in ("w", "b")]
    optimizer.build(variables)
    slots = optimizer.variables[2:]
    ends = np.cumsum([int(np.prod(slot.shape)) for slot in slots])[:-1]
    before = rows[:-1]
    parts = np.split(before[:, layout.slices[Role.SLOT]], ends, axis=1) if slots else []
    columns = [
        *before[:, layout.slices[Role.PARAMETER]].T,
        *(part.reshape(-1, *slot.shape) for part, slot in zip(parts, slots, strict=True)),
    ]
    held = [*variables, *slots]
    values = [tf.cast(c, v.dtype) for c, v in zip(columns, held, strict=True)]
    steps = tf.constant(before[:, 0], tf.int64)
    gradients = [tf.cast(g, config.dtype) for g in before[:, layout.slices[Role.GRADIENT]].T]

    def one(row: Any) -> tuple[Any, Any]:
        step, used, state, gradient = row
        optimizer.iterations.assign(tf.cast(step, optimizer.iterations.dtype))
        for variable, value in zip(held, state, strict=True):
            variable.assign(value)
        # At the recorded rate; whether that is the schedule's is compared beside it.
        optimizer.learning_rate.assign(used)
        optimizer.apply_gradients(zip(gradient, variables, strict=True))
        after = [tf.reshape(tf.cast(tf.convert_to_tensor(v), tf.float64), [-1]) for v in held]
        return tf.cast(planned(step), tf.float64), tf.concat(after, 0)

    @tf.function(autograph=False)
    def every(*arguments: Any) -> Any:
        signature = (tf.float64, tf.float64)
        return tf.map_fn(one, arguments, fn_output_signature=signature, parallel_iterations=1)

    used = tf.cast(before[:, layout.slices[Role.LEARNING_RATE]][:, 0], tf.float32)
    rates, after = every(steps, used, values, gradients)
    return rates.numpy(), after.numpy()


def _compare(config: RunConfig) -> None:
    layout, rows = _recorded(config)
    finite = np.isfinite(rows[:, 1:3]).all(axis=1)
    # Ftrl divides by the learning rate, which a warm-up begins at 0.
    assert len(rows) == STEPS + 1 or config.optimizer.name == "ftrl"
    rows = rows[finite]
    if len(rows) < 2:
        return
    rates, wanted = _keras_steps(config, layout, rows)
    found = np.hstack([rows[1:, layout.slices[Role.PARAMETER]], rows[1:, layout.slices[Role.SLOT]]])
    used = rows[:-1, layout.slices[Role.LEARNING_RATE]][:, 0]
    assert deviation(used / RATE, rates / RATE) <= ROUNDING_OF_RATE
    assert deviation(found, wanted) <= EAGER_TOLERANCE[config.dtype]


@pytest.mark.parametrize("batch", [None, BATCH], ids=["whole", "batches"])
@pytest.mark.parametrize("schedule", ["constant", "exponential"])
@pytest.mark.parametrize("setting", range(3))
@pytest.mark.parametrize("name", OPTIMIZERS)
def test_every_step_is_one_step_of_keras(
    name: str, setting: int, schedule: str, batch: Batch | None
) -> None:
    _compare(_config(name, setting, "float64", schedule, batch))


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_so_it_is_in_float32(name: str) -> None:
    _compare(_config(name, 1, "float32", "constant", None))


@pytest.mark.parametrize("schedule", [kind for kind in SCHEDULES if kind != "constant"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_so_it_is_with_every_schedule(schedule: str, dtype: str) -> None:
    _compare(_config("adam", 0, dtype, schedule, BATCH))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_losses_and_gradients_are_those_of_the_rows_of_the_batch_and_of_all(dtype: str) -> None:
    config = _config("adam", 0, dtype, "constant", BATCH)
    layout, rows = _recorded(config)
    x, y = (array.astype(np.float64) for array in config.problem.arrays(dtype))
    chosen = BATCH.rows(0, STEPS + 1, len(x))
    w, b = rows[:, 1], rows[:, 2]
    for places, loss, gradient in (
        (chosen, Role.BATCH_LOSS, Role.GRADIENT),
        (np.tile(np.arange(len(x)), (STEPS + 1, 1)), Role.LOSS, Role.FULL_GRADIENT),
    ):
        e = w[:, None] * x[places] + b[:, None] - y[places]
        wanted = np.column_stack([2.0 * (e * x[places]).mean(axis=1), 2.0 * e.mean(axis=1)])
        assert deviation(rows[:, layout.slices[loss]][:, 0], (e**2).mean(axis=1)) < 2e-6
        assert deviation(rows[:, layout.slices[gradient]], wanted) < 2e-5


@pytest.mark.parametrize("kind", KERAS_SCHEDULES)
def test_the_plan_is_what_keras_will_use(kind: str) -> None:
    steps = np.arange(260)
    theirs = [float(KERAS_SCHEDULES[kind](RATE)(tf.constant(int(step)))) for step in steps]
    assert np.abs(Schedule(kind).plan(RATE, steps) - theirs).max() < 1e-7 * RATE + 1e-8
