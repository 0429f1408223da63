"""The optimizer of a script: its hyperparameters, its learning rate, its schedule."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.optimizer import OPTIMIZERS, OptimizerConfig
from core.schedule import Schedule
from core.script_format import Arguments, call_text, indented, shortest

CHANGEABLE = "base_rate"
"""The variable from which a schedule starts that must follow changes of the learning rate."""

_CLASSES = {
    "exponential": "ExponentialDecay",
    "inverse_time": "InverseTimeDecay",
    "polynomial": "PolynomialDecay",
    "cosine": "CosineDecay",
    "piecewise": "PiecewiseConstantDecay",
}


def optimizer_text(config: OptimizerConfig, changes: bool) -> str:
    """Return the lines that make the optimizer.

    Parameters
    ----------
    config : OptimizerConfig
        The optimizer, with the learning rate of the first update.
    changes : bool
        Whether that is changed on the way.
    """
    name = OPTIMIZERS[config.name]
    before, rate = _rate_text(config, changes)
    settings = [(key, repr(value)) for key, value in config.hyperparameters]
    made = call_text(f"optimizer = keras.optimizers.{name}", [("learning_rate", rate), *settings])
    # Muon updates scalars by AdamW, which surprises who reads its name.
    note = ["# Muon is for matrices; single numbers it updates as AdamW does."]
    built = "optimizer.build([w, b])  # makes its variables: the compiled step cannot"
    return "\n".join([*before, *(note if name == "Muon" else []), made, built])


def change_text(config: OptimizerConfig, rate: str) -> str:
    """Return the statement that changes the learning rate."""
    if config.schedule.constant:
        return f"optimizer.learning_rate = {rate}"
    return f"{CHANGEABLE}.assign({rate})"


def _rate_text(config: OptimizerConfig, changes: bool) -> tuple[list[str], str]:
    """Return the lines that come before the optimizer, and its learning rate."""
    schedule, rate = config.schedule, config.learning_rate
    if schedule.constant:
        return [], repr(rate)
    if not changes and not _rounded_otherwise(schedule):
        return [f"schedule = {_schedule_text(schedule, rate)}"], "schedule"
    lines = [
        f"{CHANGEABLE} = tf.Variable({rate!r})",
        "",
        "",
        "class Schedule(keras.optimizers.schedules.LearningRateSchedule):",
        '    """Keras\' own schedule, from a learning rate that is a variable."""',
        "",
        "    def __call__(self, step):",
        f"        rate = tf.convert_to_tensor({CHANGEABLE})",
        *indented(f"schedule = {_schedule_text(schedule, None)}".splitlines(), 2),
        *indented(_asked_text(schedule), 2),
        "",
        "",
    ]
    return lines, "Schedule()"


def _rounded_otherwise(schedule: Schedule) -> bool:
    """Return whether XLA rounds a schedule of plain numbers otherwise than the run's loop does.

    By one float32 step, which shows in float64. It works a warm-up's slope out beforehand where
    the rate is a number, and a polynomial's end where nothing else has clipped the step.
    """
    values = schedule.values
    warmed = schedule.kind == "cosine" and values["warmup_steps"] > 0
    return warmed or _clipped(schedule)


def _clipped(schedule: Schedule) -> bool:
    return schedule.kind == "polynomial" and not schedule.values["cycle"]


def _asked_text(schedule: Schedule) -> list[str]:
    """Return the lines that ask Keras' schedule for the rate."""
    if not _clipped(schedule):
        return ["return schedule(step)"]
    return [
        "# Keras clips the step too, but XLA would then round the last rate otherwise.",
        f"return schedule(tf.minimum(step, {schedule.values['decay_steps']}))",
    ]


def _schedule_text(schedule: Schedule, rate: float | None) -> str:
    """Return the call that makes Keras' schedule, from a number or from the variable `rate`."""
    arguments = _arguments(schedule.kind, schedule.values, rate)
    return call_text(f"keras.optimizers.schedules.{_CLASSES[schedule.kind]}", arguments)


def _arguments(kind: str, values: dict[str, Any], rate: float | None) -> Arguments:
    start = "rate" if rate is None else repr(rate)
    if kind == "piecewise":
        pieces = _pieces(values["factors"], rate)
        return [("boundaries", repr(list(values["boundaries"]))), ("values", pieces)]
    settings = {name: repr(value) for name, value in values.items()}
    if kind != "cosine":
        return [("initial_learning_rate", start), *settings.items()]
    warmup = settings.pop("warmup_steps")
    if values["warmup_steps"] == 0:
        return [("initial_learning_rate", start), *settings.items()]
    risen = [("warmup_target", start), ("warmup_steps", warmup)]
    return [("initial_learning_rate", "0.0"), *settings.items(), *risen]


def _pieces(factors: tuple[float, ...], rate: float | None) -> str:
    if rate is None:
        return f"[factor * rate for factor in {list(factors)!r}]"
    # The run multiplies in float32, as Keras holds the learning rate; so few digits say the same.
    held = [np.float32(factor) * np.float32(rate) for factor in factors]
    return f"[{', '.join(shortest(float(value), 'float32') for value in held)}]"
