"""What an optimizer remembers of the gradients before, read from its slots after an update.

Adam and its kin keep an average of the gradients (first moment) and one of their squares (second
moment); others keep one of them or a sum. Names of slots are those of the record.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from core.worked_step import WorkedStep

Values = tuple[float, ...]

SQUARES = ("velocity", "accumulator", "accumulated_grad")
"""Slots that average or sum squares of gradients; only RMSprop's and Adam's are averages."""

SIZES = ("norm",)
"""Slots that are as large as a gradient: Adamax' largest one, decaying."""


def averaged_step(worked: WorkedStep) -> Values | None:
    """Return where the remembered average of the gradients alone would lead.

    Minus learning rate times the average; RMSprop has the learning rate in its average already.
    None for gradient descent, whose momentum is a part of the step itself, and where no average
    is kept.
    """
    kept = _slots(worked, "momentum")
    if kept is None or worked.optimizer == "SGD":
        return None
    factor = 1.0 if worked.optimizer == "RMSprop" else worked.learning_rate
    return tuple(-factor * value for value in kept)


def gradient_sizes(worked: WorkedStep) -> Values | None:
    """Return the size of the gradients so far of each parameter, by which a step is divided.

    The root of the second moment, or what takes its place; None where none is kept.
    """
    for name in SQUARES:
        kept = _slots(worked, name)
        if kept is not None:
            return tuple(math.sqrt(value) if value >= 0.0 else math.nan for value in kept)
    return next((kept for name in SIZES if (kept := _slots(worked, name)) is not None), None)


def effective_rates(worked: WorkedStep) -> tuple[float | None, ...]:
    """Return at which learning rate plain descent would have made the same step.

    Minus step over gradient, of each parameter; None where there is no gradient.
    """
    pairs = zip(worked.step_taken, worked.gradients, strict=False)
    return tuple(-step / g if g else None for step, g in pairs)


def _slots(worked: WorkedStep, name: str) -> Values | None:
    held = {slot.name: slot.after for slot in worked.slots}
    wanted: Sequence[str] = [f"{name}_{parameter}" for parameter in worked.names]
    return tuple(held[n] for n in wanted) if all(n in held for n in wanted) else None
