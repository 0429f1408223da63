"""What the tests of the core share: TensorFlow by its one door, problems, and eager Keras."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.config import RunConfig
from core.dataset import Dataset
from core.gradient import tape_gradient
from core.loss import loss_named
from core.model import LinearModel
from core.optimizer import OPTIMIZERS, OptimizerConfig
from core.presets import preset_named
from core.problem import Data, Objective, Problem, fit_problem, relative_steps
from core.state import TrainerState
from core.tensorflow_import import load_tensorflow

load_tensorflow()

import keras  # noqa: E402
import tensorflow as tf  # noqa: E402

__all__ = [
    "EAGER_TOLERANCE", "Parabola", "Root", "Rosenbrock", "bits", "copy_state", "deviation",
    "doubled", "eager_rows", "fit_config", "fresh_optimizer", "keras", "linear_dataset",
    "preset_config", "state_bits", "tf",
]  # fmt: skip

EAGER_TOLERANCE = {"float32": 1e-6, "float64": 1e-12}
"""How far one compiled step may be from one eager step, relative to max(1, abs(value))."""


def preset_config(
    name: str,
    dtype: str = "float32",
    optimizer: OptimizerConfig | None = None,
    noise: float | None = None,
    seed: int = 0,
) -> RunConfig:
    """Return a preset's settings with another dtype or optimizer."""
    config = preset_named(name).config(noise, seed)
    return replace(config, dtype=dtype, optimizer=optimizer or config.optimizer)


def fit_config(
    dataset: Dataset,
    start: Sequence[float],
    loss: str = "mse",
    dtype: str = "float64",
    optimizer: OptimizerConfig | None = None,
    **changes: Any,
) -> RunConfig:
    """Return the settings of fitting a line to data."""
    problem = fit_problem(loss_named(loss), dataset, start)
    return RunConfig(problem, dtype, optimizer or OptimizerConfig(), **changes)


def linear_dataset(count: int = 20, seed: int = 0) -> Dataset:
    """Return noisy points of y = 2x + 10."""
    random = np.random.default_rng(seed)
    x = random.uniform(-1.0, 1.0, count)
    return Dataset(x, 2.0 * x + 10.0 + 0.3 * random.standard_normal(count))


def doubled(objective: Objective, parameters: Sequence[tf.Variable], data: Data) -> Any:
    """Return the loss with a wrong gradient: twice the right one."""
    loss, gradients = tape_gradient(objective, parameters, data)
    return loss, [2.0 * gradient for gradient in gradients]


def bits(array: NDArray[Any]) -> bytes:
    """Return the exact content, so that NaN equals NaN and 0 differs from -0."""
    return np.ascontiguousarray(array).tobytes()


def state_bits(state: TrainerState) -> list[tuple[str, bytes]]:
    """Return dtype and exact content of all that a state holds."""
    arrays = (np.asarray(state.step), *state.parameters, *state.optimizer_variables)
    return [(str(array.dtype), bits(array)) for array in arrays]


def deviation(found: Any, wanted: Any) -> float:
    """Return the largest difference relative to max(1, abs(wanted))."""
    found, wanted = np.asarray(found, np.float64), np.asarray(wanted, np.float64)
    return float(np.max(np.abs(found - wanted) / np.maximum(1.0, np.abs(wanted)), initial=0.0))


def fresh_optimizer(
    config: RunConfig, start: Sequence[float] | None = None
) -> tuple[list[tf.Variable], keras.optimizers.Optimizer]:
    """Return variables at the start and a Keras optimizer made here, not by the core."""
    values = config.problem.start if start is None else start
    variables = [
        tf.Variable(value, dtype=config.dtype, name=name)
        for name, value in zip(config.problem.names, values, strict=True)
    ]
    kind = getattr(keras.optimizers, OPTIMIZERS[config.optimizer.name])
    hyperparameters = dict(config.optimizer.hyperparameters)
    optimizer = kind(learning_rate=config.optimizer.learning_rate, **hyperparameters)
    optimizer.build(variables)
    return variables, optimizer


def copy_state(
    state: TrainerState,
    variables: Sequence[tf.Variable],
    optimizer: keras.optimizers.Optimizer,
) -> None:
    """Set variables and optimizer to a recorded state."""
    held = [*variables, *optimizer.variables]
    values = [*state.parameters, *state.optimizer_variables]
    for variable, value in zip(held, values, strict=True):
        variable.assign(value)


def eager_rows(config: RunConfig, steps: int) -> Iterator[tuple[NDArray[np.float64], float]]:
    """Yield parameters and loss at steps 0, 1, ... of the tutorial's eager loop.

    A tape, Keras' own loss where the problem is a fit, and Keras' ``apply_gradients``.
    """
    variables, optimizer = fresh_optimizer(config)
    data = tuple(tf.constant(array) for array in config.problem.arrays(config.dtype))
    for step in range(steps + 1):
        with tf.GradientTape() as tape:
            loss = _eager_loss(config.problem, variables, data)
        yield np.array([float(v.numpy()) for v in variables]), float(loss.numpy())
        if step < steps:
            gradients = tape.gradient(loss, variables)
            optimizer.apply_gradients(zip(gradients, variables, strict=True))


def _eager_loss(problem: Problem, variables: Sequence[tf.Variable], data: Data) -> tf.Tensor:
    fit = problem.fit
    if fit is None or not isinstance(fit.model, LinearModel):
        return problem.objective(variables, data)
    assert fit.loss.name == "mse"
    (w, b), (x, y) = variables, data
    return keras.losses.MeanSquaredError(dtype=x.dtype.name)(y, w * x + b)


@dataclass(frozen=True)
class Rosenbrock:
    """A bare function of two parameters: (1 - u)^2 + 100 (v - u^2)^2, without data."""

    names: tuple[str, ...] = ("u", "v")
    quadratic: bool = False

    def __call__(self, parameters: Sequence[tf.Tensor], data: Data) -> tf.Tensor:
        u, v = parameters
        return tf.square(1.0 - u) + 100.0 * tf.square(v - u * u)

    def rounding(self, parameters: Sequence[tf.Tensor], data: Data, loss: tf.Tensor) -> tf.Tensor:
        u, v = parameters
        inner = 2.0 * tf.abs(1.0 - u) * (1.0 + tf.abs(u))
        return 8.0 * (loss + inner + 200.0 * tf.abs(v - u * u) * (tf.abs(v) + u * u))

    def steps(self, parameters: Sequence[tf.Tensor], data: Data, loss: tf.Tensor) -> tf.Tensor:
        return relative_steps(parameters)


class Root(Rosenbrock):
    """The square root of u, whatever v: at 0 it is finite and its derivative is not."""

    def __call__(self, parameters: Sequence[tf.Tensor], data: Data) -> tf.Tensor:
        return tf.sqrt(parameters[0])


@dataclass(frozen=True)
class Parabola:
    """A model of three parameters: prediction = p + q x + r x^2."""

    names: tuple[str, ...] = ("p", "q", "r")

    def predict(self, parameters: Sequence[Any], x: Any) -> Any:
        p, q, r = parameters
        return p + q * x + r * x * x

    def magnitude(self, sizes: Sequence[Any], x_size: Any) -> Any:
        return self.predict(sizes, x_size)
