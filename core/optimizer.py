"""Keras optimizers by name: which are offered, and how one is built."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any

import numpy as np

from core.errors import InputError
from core.schedule import CONSTANT, Schedule, scheduled

if TYPE_CHECKING:
    import keras
    import tensorflow as tf

OPTIMIZERS: dict[str, str] = {
    name.lower(): name
    for name in (
        "SGD", "RMSprop", "Adam", "AdamW", "Adamax", "Nadam", "Adagrad", "Adadelta",
        "Adafactor", "Ftrl", "Lion", "Lamb", "Muon", "ScheduleFreeAdamW",
    )
}  # fmt: skip
"""Key -> Keras class name: the fourteen that train scalar variables."""

EXCLUDED: dict[str, str] = {
    "multioptimizer": "it does not accept plain variables",
    "lossscaleoptimizer": "it scales the gradients and would shrink the updates unseen",
}
"""Key -> why it is not offered."""


WHOLE = frozenset({"ema_overwrite_frequency", "gradient_accumulation_steps"})
"""Hyperparameters that Keras takes as int only; all other numbers as float only."""


@dataclass(frozen=True)
class OptimizerConfig:
    """Which Keras optimizer, at which learning rate.

    Attributes
    ----------
    name : str
        Key in `OPTIMIZERS`.
    learning_rate : float
        Keras holds it in float32, whatever the dtype of the parameters.
    hyperparameters : tuple of (str, value)
        Keyword arguments of the Keras class that differ from its defaults, sorted by name.
    schedule : Schedule
        How the learning rate changes with the iteration.
    """

    name: str = "sgd"
    learning_rate: float = 0.1
    hyperparameters: tuple[tuple[str, Any], ...] = ()
    schedule: Schedule = CONSTANT

    def __post_init__(self) -> None:
        """Refuse names that are not offered.

        Raises
        ------
        InputError
            If the optimizer does not exist or is excluded, or float32 cannot hold the rate.
        """
        with np.errstate(over="ignore"):
            held = np.float32(self.learning_rate)
        if not (np.isfinite(held) and held > 0.0):
            raise InputError("rate_out_of_range", rate=self.learning_rate)
        if self.name in EXCLUDED:
            raise InputError("excluded_optimizer", name=self.name, why=EXCLUDED[self.name])
        if self.name not in OPTIMIZERS:
            raise InputError(
                "unknown_name", kind="optimizer", name=self.name, choices=", ".join(OPTIMIZERS)
            )

    def hyperparameter(self, name: str, default: float) -> float:
        """Return a hyperparameter's value where it was set, else the default given."""
        return float(dict(self.hyperparameters).get(name, default))

    def build(self, rates: tf.Variable | None = None) -> keras.optimizers.Optimizer:
        """Return a fresh Keras optimizer.

        Parameters
        ----------
        rates : tf.Variable, optional
            A learning rate for each entry of the variables, float32, in place of the one.

        Raises
        ------
        InputError
            If Keras has no such hyperparameter or refuses its value.
        """
        import keras

        kind = getattr(keras.optimizers, OPTIMIZERS[self.name])
        self._refuse_unknown(hyperparameter_defaults(self.name))
        rate, base = self._rate(rates)
        try:
            optimizer = kind(learning_rate=rate, **dict(self.hyperparameters))
        except (TypeError, ValueError) as error:
            why = " ".join(str(error).split())
            raise InputError("hyperparameter_refused", optimizer=self.name, why=why) from error
        optimizer.base_rate = base
        return optimizer

    def _rate(self, base: tf.Variable | None) -> tuple[Any, tf.Variable | None]:
        """Return the rate that Keras is given, and what a schedule starts from."""
        if base is None and self.schedule.constant:
            return self.learning_rate, None
        import tensorflow as tf

        if base is None:
            # Not a Keras variable: the optimizer would take that for one of its own.
            base = tf.Variable(self.learning_rate, dtype=tf.float32, name="base_learning_rate")
        return scheduled(self.schedule, lambda: tf.convert_to_tensor(base)), base

    def _refuse_unknown(self, defaults: Mapping[str, object]) -> None:
        for name, _ in self.hyperparameters:
            if name not in defaults:
                raise InputError(
                    "bad_hyperparameter",
                    name=name,
                    optimizer=self.name,
                    choices=", ".join(defaults),
                )


def state_variables(optimizer: keras.optimizers.Optimizer) -> list[Any]:
    """Return the variables of a built optimizer: the iteration, the learning rate, the slots.

    With a schedule the learning rate is the one that the schedule starts from: Keras itself keeps
    no variable for it.
    """
    if optimizer.base_rate is None:
        return list(optimizer.variables)
    iteration, *slots = optimizer.variables
    return [iteration, optimizer.base_rate, *slots]


def default_learning_rate(name: str) -> float:
    """Return the learning rate of an optimizer that Keras takes where none is given."""
    return float(_signature(name)["learning_rate"].default)


def hyperparameter_defaults(name: str) -> dict[str, Any]:
    """Return the hyperparameters of an optimizer and their defaults, read from Keras."""
    skipped = {"learning_rate", "name", "kwargs"}
    return {k: p.default for k, p in _signature(name).items() if k not in skipped}


def _signature(name: str) -> Mapping[str, Parameter]:
    import keras

    return signature(getattr(keras.optimizers, OPTIMIZERS[name])).parameters
