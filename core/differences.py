"""Central differences on a ladder of steps, each with an estimate of its error.

On the rung of step h the derivative of L is

    d(h) = (L(theta + h) - L(theta - h)) / ((theta + h) - (theta - h)),

divided by the *realised* step. Its error is at most rounding, eta/h with eta the rounding error
of the loss, plus truncation, for which the difference to the next longer step, 16 h, stands: for
a smooth loss that is 255 times the truncation of d(h). The rung with the smallest sum wins (Press
et al., Numerical Recipes, 5.7).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

Evaluate = Callable[[Floats], tuple[Floats, Floats]]
"""Points, shape (k, P) -> losses and bounds of their rounding errors, both of shape (k,)."""

RATIO = 16.0
FIRST_RUNGS = (-1, 0, 1, 2, 3)
LOWEST_RUNG, HIGHEST_RUNG = -9, 11
"""Powers of the ratio between a rung's step and the base step; the ladder grows up to these."""


@dataclass(frozen=True, eq=False)
class Ladder:
    """Derivatives along one parameter, rung by rung from the shortest step to the longest.

    Attributes
    ----------
    step, numerical, rounding, truncation : ndarray of float64, shape (R,)
        Realised step, central difference, and the two parts of its error estimate; infinite
        where a loss beside the point is not finite.
    left, right : ndarray of float64, shape (R,)
        The differences to either side.
    """

    step: Floats
    numerical: Floats
    rounding: Floats
    truncation: Floats
    left: Floats
    right: Floats

    @property
    def error(self) -> Floats:
        """The estimated error of each rung."""
        return self.rounding + self.truncation

    @property
    def best(self) -> int:
        """The rung with the smallest estimated error; the lowest one only bears it out."""
        return 1 + int(np.argmin(self.error[1:]))

    @property
    def usable(self) -> bool:
        """Whether any rung has an error estimate at all."""
        return bool(np.isfinite(self.error).any())

    def tolerance(self, rung: int) -> float:
        """Return the error estimate of a rung, larger where the rung below contradicts it.

        A loss that rounds more than it says, such as one with a float32 inside, shows there.
        """
        own = float(self.error[rung])
        if not np.isfinite(self.error[rung - 1]):
            return own
        apart = abs(self.numerical[rung] - self.numerical[rung - 1])
        return own + max(0.0, float(apart - self.error[rung - 1] - own))

    def jump(self, rung: int) -> float:
        """Return by how much the derivative jumps within a rung's step, about 0 if it does not.

        Right minus left difference is h L'' where the loss is smooth, so that 16 times the one of
        a rung less that of the next cancels.
        """
        apart = self.right - self.left
        return float(_extrapolated(apart)[rung])

    def sides(self) -> tuple[Floats, Floats, Floats]:
        """Return the derivatives to the left and to the right, and their common error estimate.

        Extrapolated to a step of 0, shape (R,) each: the curvature beside a kink is no error.
        """
        left, right = _extrapolated(self.left), _extrapolated(self.right)
        with np.errstate(invalid="ignore"):
            moved = np.abs(np.diff(left)) + np.abs(np.diff(right))
            error = 3.0 * self.rounding + np.append(moved, np.inf)
        return left, right, np.where(np.isfinite(error), error, np.inf)


def climb(
    evaluate: Evaluate, point: Floats, index: int, base: float, scale: float, quadratic: bool
) -> Ladder:
    """Return the ladder along one parameter, grown until its best rung is not at an end.

    Parameters
    ----------
    evaluate : callable
        Losses and rounding errors at points.
    point : ndarray of float64, shape (P,)
        Where.
    index : int
        Along which parameter.
    base : float
        A step of the right size; rounded to a power of two, so that most steps are exact.
    scale : float
        The parameter's natural size: the gradient under test rounds by about eta/scale itself,
        so no difference with a longer step is taken for a better one.
    quadratic : bool
        Whether the loss is exactly quadratic: there is no truncation then.
    """
    unit = 2.0 ** np.round(np.log2(base))
    rungs = list(FIRST_RUNGS)
    while True:
        ladder = _ladder(evaluate, point, index, unit * RATIO ** np.array(rungs), scale, quadratic)
        best, last = ladder.best, len(rungs) - (1 if quadratic else 2)
        if not ladder.usable or best == 1 and ladder.truncation[1] > ladder.rounding[1]:
            below = [rungs[0] - 2, rungs[0] - 1] if rungs[0] > LOWEST_RUNG else []
            if not below:
                return ladder
            rungs = below + rungs
        elif best == last and ladder.rounding[best] > ladder.truncation[best]:
            if rungs[-1] >= HIGHEST_RUNG:
                return ladder
            rungs = [*rungs, rungs[-1] + 1, rungs[-1] + 2]
        else:
            return ladder


def _ladder(
    evaluate: Evaluate, point: Floats, index: int, steps: Floats, scale: float, quadratic: bool
) -> Ladder:
    points = np.tile(point, (2 * len(steps) + 1, 1))
    points[1:, index] += np.concatenate([steps, -steps])
    losses, errors = evaluate(points)
    (here, *_), (up, down) = losses, losses[1:].reshape(2, -1)
    above, below = (points[1:, index] - point[index]).reshape(2, -1)
    span = above - below
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        numerical = (up - down) / span
        rounding = 2.0 * errors[1:].reshape(2, -1).max(axis=0) / span + errors[0] / scale
        truncation = np.zeros_like(span) if quadratic else _truncation(numerical)
        right, left = (up - here) / above, (down - here) / below
    # A step that is lost in the parameter, or a loss that overflows, says nothing.
    known = np.isfinite(numerical) & np.isfinite(rounding) & np.isfinite(truncation)
    return Ladder(
        span / 2.0,
        numerical,
        np.where(known, rounding, np.inf),
        np.where(known, truncation, np.inf),
        left,
        right,
    )


def _truncation(numerical: Floats) -> Floats:
    """Return the difference to the next longer step; the longest one has none."""
    return np.append(np.abs(np.diff(numerical)), np.inf)


def _extrapolated(differences: Floats) -> Floats:
    """Return one-sided differences without the part that grows with the step, shape (R,).

    The longest step has no longer one to be compared with.
    """
    with np.errstate(invalid="ignore"):
        better = (RATIO * differences[:-1] - differences[1:]) / (RATIO - 1.0)
    return np.append(better, np.nan)
