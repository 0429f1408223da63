"""When a run ends by itself before its step limit: at the first row that a rule holds for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.columns import Layout, Role

Array = NDArray[np.float64]


@dataclass(frozen=True)
class StopRules:
    """When a run ends by itself.

    Attributes
    ----------
    steps : int
        The step limit.
    tolerance : float or None
        End as converged once the gradient norm is below it; None: never before the limit.
    loss_change : float or None
        End as converged once the loss has changed by less from one step to the next.
    target_loss : float or None
        End as converged once the loss is at or below it.
    """

    steps: int = 1000
    tolerance: float | None = None
    loss_change: float | None = None
    target_loss: float | None = None

    @property
    def any(self) -> bool:
        """Whether a rule can end a run before its step limit."""
        return (self.tolerance, self.loss_change, self.target_loss) != (None, None, None)


@dataclass(frozen=True)
class Fired:
    """A rule that holds.

    Attributes
    ----------
    index : int
        Of the first row that it holds for.
    code : str
        'tolerance', 'loss_change' or 'target_loss'.
    values : dict of str to float
        What the rule looks at under 'norm', 'change' or 'loss', and what it was given.
    """

    index: int
    code: str
    values: dict[str, float]


def first_fired(rules: StopRules, layout: Layout, rows: Array, before: float) -> Fired | None:
    """Return the rule that holds first, or None.

    Parameters
    ----------
    rules : StopRules
        The rules.
    layout : Layout
        The columns of the rows.
    rows : ndarray of float64, shape (k, columns)
        Rows in the order of their steps.
    before : float
        The loss of the row before them; NaN at the start.
    """
    loss = rows[:, layout.slices[Role.LOSS]][:, 0]
    with np.errstate(invalid="ignore", over="ignore"):
        change = np.abs(np.diff(loss, prepend=before))
    found = [
        _first("tolerance", "norm", gradient_norms(layout, rows), rules.tolerance),
        _first("loss_change", "change", change, rules.loss_change),
        _first("target_loss", "loss", loss, rules.target_loss),
    ]
    return min((f for f in found if f is not None), key=lambda f: f.index, default=None)


def gradient_norms(layout: Layout, rows: Array) -> Array:
    """Return the Euclidean norm of the gradient over all rows of the data, one per record row."""
    role = Role.FULL_GRADIENT if layout.batched else Role.GRADIENT
    # hypot rather than a sum of squares, which would overflow above 1e154.
    return np.asarray(np.hypot.reduce(rows[:, layout.slices[role]], axis=1))


def _first(code: str, name: str, values: Array, bound: float | None) -> Fired | None:
    if bound is None:
        return None
    holds = values <= bound if code == "target_loss" else values < bound
    at = int(np.argmax(holds)) if holds.any() else -1
    return Fired(at, code, {name: float(values[at]), code: bound}) if at >= 0 else None
