"""Learning-rate schedules: how Keras changes the learning rate with the optimizer's iteration.

With eta the learning rate of the settings, t the iteration and T = ``decay_steps``:

================  ==========================================  =================================
kind              Keras class                                 rate
================  ==========================================  =================================
``constant``      (none)                                      eta
``exponential``   ``ExponentialDecay``                        eta r^(t/T)
``inverse_time``  ``InverseTimeDecay``                        eta / (1 + r t/T)
``polynomial``    ``PolynomialDecay``                         (eta - end) (1 - t/T)^power + end
``cosine``        ``CosineDecay``, with warm-up               eta ((1 - alpha) (1 + cos(pi t/T))/2
                                                              + alpha), after a linear rise
``piecewise``     ``PiecewiseConstantDecay``                  eta times a factor per piece
================  ==========================================  =================================

With ``staircase`` t/T is rounded down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError

if TYPE_CHECKING:
    import keras
    import tensorflow as tf

SCHEDULES: dict[str, dict[str, Any]] = {
    "constant": {},
    "exponential": {"decay_steps": 100, "decay_rate": 0.5, "staircase": False},
    "inverse_time": {"decay_steps": 100, "decay_rate": 1.0, "staircase": False},
    "polynomial": {"decay_steps": 100, "end_learning_rate": 1e-4, "power": 1.0, "cycle": False},
    "cosine": {"decay_steps": 100, "alpha": 0.0, "warmup_steps": 10},
    "piecewise": {"boundaries": (50, 100), "factors": (1.0, 0.5, 0.1)},
}
"""Kind -> its settings, by Keras' names, and what they are where nothing else is chosen.

``factors`` are multiples of the learning rate, one more than ``boundaries``.
"""


@dataclass(frozen=True)
class Schedule:
    """One schedule.

    Attributes
    ----------
    kind : str
        Key in `SCHEDULES`.
    settings : tuple of (str, value)
        What differs from the table's values, sorted by name.
    """

    kind: str = "constant"
    settings: tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        """Refuse what Keras could not use.

        Raises
        ------
        InputError
            If the kind or a setting does not exist, or a value has no meaning.
        """
        if self.kind not in SCHEDULES:
            raise InputError(
                "unknown_name", kind="schedule", name=self.kind, choices=", ".join(SCHEDULES)
            )
        known = SCHEDULES[self.kind]
        for name, value in self.settings:
            if name not in known:
                choices = ", ".join(known) or "none"
                raise InputError(
                    "bad_schedule_setting", name=name, schedule=self.kind, choices=choices
                )
            wanted = _refusal(name, value)
            if wanted:
                raise InputError("bad_schedule_value", name=name, value=value, wanted=wanted)
        values = self.values
        if self.kind == "piecewise" and len(values["factors"]) != len(values["boundaries"]) + 1:
            raise InputError(
                "uneven_pieces",
                factors=len(values["factors"]),
                boundaries=len(values["boundaries"]),
            )

    @property
    def constant(self) -> bool:
        """Whether the rate stays as it is."""
        return self.kind == "constant"

    @property
    def values(self) -> dict[str, Any]:
        """All settings of this kind."""
        return {**SCHEDULES[self.kind], **dict(self.settings)}

    def build(self, rate: Any) -> keras.optimizers.schedules.LearningRateSchedule:
        """Return the Keras schedule that starts from (or rises to) a rate.

        Parameters
        ----------
        rate : float or tf.Tensor
            Shape (), or (k,) for k trainings at once.
        """
        import keras

        schedules, values = keras.optimizers.schedules, self.values
        if self.kind == "exponential":
            return schedules.ExponentialDecay(rate, **values)
        if self.kind == "inverse_time":
            return schedules.InverseTimeDecay(rate, **values)
        if self.kind == "polynomial":
            return schedules.PolynomialDecay(rate, **values)
        if self.kind == "cosine":
            return _cosine(rate, **values)
        factors = [factor * rate for factor in values["factors"]]
        return schedules.PiecewiseConstantDecay(list(values["boundaries"]), factors)

    def plan(self, rate: float, steps: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the rates of the updates that leave some iterations, for drawing them beforehand.

        The formulas of the module in float64; a training asks Keras, in float32.

        Parameters
        ----------
        rate : float
            The learning rate eta.
        steps : ndarray of int, shape (k,)
            Iterations t.

        Returns
        -------
        ndarray of float64, shape (k,)
        """
        values, t = self.values, steps.astype(np.float64)
        if self.constant:
            return np.full(len(t), rate)
        if self.kind == "piecewise":
            pieces = np.searchsorted(values["boundaries"], steps, side="left")
            return np.asarray(rate * np.asarray(values["factors"], np.float64)[pieces])
        if self.kind == "cosine":
            return rate * _cosine_part(t, **values)
        if self.kind == "polynomial":
            return _polynomial(rate, t, **values)
        part = t / values["decay_steps"]
        part = np.floor(part) if values["staircase"] else part
        if self.kind == "exponential":
            return rate * np.asarray(values["decay_rate"] ** part)
        return np.asarray(rate / (1.0 + values["decay_rate"] * part))


CONSTANT = Schedule()
"""The learning rate as it is."""


def scheduled(
    schedule: Schedule, rate: Callable[[], tf.Tensor]
) -> keras.optimizers.schedules.LearningRateSchedule:
    """Return a Keras schedule whose learning rate can be changed without a new program.

    Parameters
    ----------
    schedule : Schedule
        How the rate changes with the iteration; a constant one gives the rate itself.
    rate : callable
        Returns the learning rate in float32, shape () or (k,), when the schedule is asked.
    """
    import keras

    class Scheduled(keras.optimizers.schedules.LearningRateSchedule):
        """Asks Keras' own schedule anew each time: that keeps its rate as it was made."""

        def __call__(self, step: Any) -> Any:
            return rate() if schedule.constant else schedule.build(rate())(step)

    return Scheduled()


def _cosine(rate: Any, decay_steps: int, alpha: float, warmup_steps: int) -> Any:
    import keras

    if warmup_steps == 0:
        return keras.optimizers.schedules.CosineDecay(rate, decay_steps, alpha)
    return keras.optimizers.schedules.CosineDecay(
        0.0 * rate, decay_steps, alpha, warmup_target=rate, warmup_steps=warmup_steps
    )


def _cosine_part(
    t: NDArray[np.float64], decay_steps: int, alpha: float, warmup_steps: int
) -> NDArray[np.float64]:
    done = np.clip((t - warmup_steps) / decay_steps, 0.0, 1.0)
    decayed = (1.0 - alpha) * 0.5 * (1.0 + np.cos(np.pi * done)) + alpha
    return np.where(t < warmup_steps, t / max(warmup_steps, 1), decayed)


def _polynomial(
    rate: float,
    t: NDArray[np.float64],
    decay_steps: int,
    end_learning_rate: float,
    power: float,
    cycle: bool,
) -> NDArray[np.float64]:
    whole = decay_steps * np.maximum(np.ceil(t / decay_steps), 1.0) if cycle else decay_steps
    left = 1.0 - np.minimum(t / whole, 1.0)
    return np.asarray((rate - end_learning_rate) * left**power + end_learning_rate)


def _refusal(name: str, value: Any) -> str:
    """Return what a value should be instead; empty where it can be used."""
    if name in ("staircase", "cycle"):
        return "" if isinstance(value, bool) else "true or false"
    if name in ("boundaries", "factors"):
        return _pieces_refusal(name, value)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not np.isfinite(value):
        return "a number"
    if name in ("decay_steps", "warmup_steps"):
        least = 1 if name == "decay_steps" else 0
        return "" if isinstance(value, int) and value >= least else f"a whole number from {least}"
    if name == "alpha":
        return "" if 0.0 <= value <= 1.0 else "a number from 0 to 1"
    return "" if value >= 0.0 else "a number from 0 up"


def _pieces_refusal(name: str, value: Any) -> str:
    if not isinstance(value, tuple) or not value:
        return "numbers with commas between"
    if name == "factors":
        fine = all(np.isfinite(v) and v >= 0.0 for v in value)
        return "" if fine else "numbers from 0 up"
    fine = all(isinstance(v, int) and v >= 0 for v in value) and list(value) == sorted(set(value))
    return "" if fine else "rising whole numbers"
