"""Is the tape's gradient the derivative of the loss? Central differences with error bounds.

The numerical derivative of parameter i is, in float64 at the exactly cast values,

    d = (L(theta + h e_i) - L(theta - h e_i)) / ((theta_i + h) - (theta_i - h)),

divided by the *realised* step. The step h (`Objective.steps`) follows the size of the data, so
that the check answers the same in any unit. Its error is bounded by rounding, 2 eta / (2 h) with
eta the rounding error of the loss (`Objective.rounding`), plus truncation. A quadratic loss has
no truncation; for the others it is estimated from a second difference of twice the step. That
estimate can be far too small where several kinks cancel in it, so unless the loss is smooth a
gradient between the differences to the left and to the right, as every right one of a convex loss
is, is not called wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.columns import Layout, Role, Row
from core.problem import Data, Objective

if TYPE_CHECKING:
    import tensorflow as tf

UNIT_ROUNDOFF = 2.0**-53
SMALL_TOLERANCE = 1e-3
"""An agreement counts only where the tolerance is below this part of the gradient."""


SMOOTH = 2.0**-20
"""A jump below this part of the second difference: no kinks cancel so well by chance."""


class Verdict(StrEnum):
    """The answer of a check."""

    AGREE = "agree"
    DISAGREE = "disagree"
    INCONCLUSIVE = "inconclusive"


class CheckCode(IntEnum):
    """The answer of a check of one element at one step, with the reason where inconclusive."""

    AGREE = 0
    DISAGREE = 1
    VANISHING = 2
    """The gradient is too close to zero: agreement there is weak evidence."""
    NOISE = 3
    """The error is above the tolerance, yet rounding could explain it."""
    NONDIFFERENTIABLE = 4
    """Left and right derivatives differ: a kink lies within the step."""
    NONFINITE_LOSS = 5
    """The loss is not finite at or beside the point."""

    @property
    def verdict(self) -> Verdict:
        """The verdict, without its reason."""
        if self in (CheckCode.AGREE, CheckCode.DISAGREE):
            return Verdict[self.name]
        return Verdict.INCONCLUSIVE

    @property
    def reason(self) -> str | None:
        """Why it is inconclusive, in lower case, else None."""
        return self.name.lower() if self.verdict is Verdict.INCONCLUSIVE else None


@dataclass(frozen=True)
class CheckSummary:
    """The check of one point, or of all steps of a run.

    Attributes
    ----------
    code : CheckCode
        One disagreement wins; else agreement if any element (any step) agreed.
    step : int or None
        The step that decided.
    max_relative_error : float or None
        Largest abs(error) / abs(numerical) among the elements that agreed or disagreed.
    """

    code: CheckCode
    step: int | None = None
    max_relative_error: float | None = None

    @property
    def verdict(self) -> Verdict:
        """The verdict, without its reason."""
        return self.code.verdict


def step_check(
    objective: Objective,
    parameters: tf.Tensor,
    gradient: tf.Tensor,
    loss: tf.Tensor,
    data: Data,
) -> list[tf.Tensor]:
    """Return numerical derivative, error, tolerance and code, inside a compiled loop.

    Parameters
    ----------
    objective : Objective
        The loss.
    parameters, gradient : tf.Tensor of float64, shape (P,)
        The point, and the gradient under test, evaluated in float64 there.
    loss : tf.Tensor of float64, shape ()
        The loss at the point.
    data : tuple of tf.Tensor
        The data in float64.

    Returns
    -------
    list of tf.Tensor
        Four tensors of float64, shape (P,).
    """
    import tensorflow as tf

    count = parameters.shape[0]
    # One reduction serves all perturbed losses: they run along the last axis.
    offsets = (1.0, -1.0) if objective.quadratic else (1.0, -1.0, 2.0, -2.0)
    steps = objective.steps(tf.unstack(parameters), data, loss)
    points = parameters + _one_at_a_time(count, offsets) * steps
    flat = tf.reshape(points, [count * len(offsets), count])
    losses = tf.reshape(objective([flat[:, i] for i in range(count)], data), [count, len(offsets)])
    moved = tf.linalg.diag_part(tf.transpose(points, [1, 0, 2]))
    span = moved[0] - moved[1]
    numerical = (losses[:, 0] - losses[:, 1]) / span
    highest = tf.reduce_max(losses)
    noise = 2.0 * UNIT_ROUNDOFF * objective.rounding(tf.unstack(parameters), data, highest) / span
    error = gradient - numerical
    if objective.quadratic:
        tolerance = noise
        code = _codes(numerical, error, tolerance)
    else:
        wide_span = moved[2] - moved[3]
        wide = (losses[:, 2] - losses[:, 3]) / wide_span
        right_minus_left = 2.0 * (losses[:, 0] - 2.0 * loss + losses[:, 1]) / span
        wide_right_minus_left = 2.0 * (losses[:, 2] - 2.0 * loss + losses[:, 3]) / wide_span
        # Right minus left derivative is h L'' where the loss is smooth, so that twice the
        # narrow one less the wide one vanishes; at a kink it is the jump of the derivative.
        jump = tf.abs(2.0 * right_minus_left - wide_right_minus_left)
        tolerance = noise + tf.abs(wide - numerical) + 0.5 * jump
        between = tf.abs(error) <= noise + 0.5 * tf.abs(right_minus_left)
        smooth = jump <= SMOOTH * tf.abs(right_minus_left)
        code = _codes(numerical, error, tolerance)
        code = _with_kinks(code, jump > 4.0 * noise, between & ~smooth)
    return [numerical, error, tolerance, tf.cast(code, tf.float64)]


def _one_at_a_time(count: int, offsets: tuple[float, ...]) -> NDArray[np.float64]:
    """Return which multiple of the step each parameter takes, shape (P, offsets, P)."""
    chosen = np.zeros((count, len(offsets), count))
    for i in range(count):
        chosen[i, :, i] = offsets
    return chosen


def _codes(numerical: tf.Tensor, error: tf.Tensor, tolerance: tf.Tensor) -> tf.Tensor:
    import tensorflow as tf

    size = tf.abs(error)
    # Strictly: where nothing moves the loss, all three are 0 and nothing was shown.
    convincing = tolerance < SMALL_TOLERANCE * tf.abs(numerical)
    code = tf.where(convincing, CheckCode.AGREE, CheckCode.VANISHING)
    code = tf.where(size > tolerance, CheckCode.NOISE, code)
    code = tf.where(size > 3.0 * tolerance, CheckCode.DISAGREE, code)
    # A comparison with NaN is false, so a non-finite derivative needs its own line.
    return tf.where(
        tf.math.is_finite(numerical) & tf.math.is_finite(tolerance),
        tf.where(tf.math.is_finite(error), code, CheckCode.DISAGREE),
        CheckCode.NONFINITE_LOSS,
    )


def _with_kinks(code: tf.Tensor, kinked: tf.Tensor, excused: tf.Tensor) -> tf.Tensor:
    """Return the codes with the reason where a kink, not the gradient, is behind the doubt."""
    import tensorflow as tf

    code = tf.where((code == CheckCode.DISAGREE) & excused, CheckCode.NOISE, code)
    weak = (code == CheckCode.VANISHING) | (code == CheckCode.NOISE)
    return tf.where(kinked & weak, CheckCode.NONDIFFERENTIABLE, code)


def point_codes(codes: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return one code per point from the codes of its elements, shape (k, P) -> (k,).

    One disagreement wins. A vanishing element leaves the word to the others; any other doubt
    keeps the point inconclusive.
    """
    whole = codes.astype(np.int64)
    doubt = np.where(whole > CheckCode.VANISHING, whole, 0).max(axis=1)
    vanishing = (whole == CheckCode.VANISHING).all(axis=1)
    result = np.where(vanishing, CheckCode.VANISHING, doubt)
    return np.where((whole == CheckCode.DISAGREE).any(axis=1), CheckCode.DISAGREE, result)


def summarise(layout: Layout, rows: NDArray[np.float64]) -> CheckSummary:
    """Return the verdict over rows of the record, shape (k, columns), k >= 1."""
    codes = rows[:, layout.slices[Role.VERDICT]]
    points = point_codes(codes)
    code = _deciding(points)
    at = int(np.argmax(points == code))
    decided = codes <= CheckCode.DISAGREE
    relative = None
    if decided.any():
        error = np.abs(rows[:, layout.slices[Role.ERROR]][decided])
        size = np.abs(rows[:, layout.slices[Role.NUMERICAL]][decided])
        relative = _largest_ratio(error, size)
    step = int(rows[at, layout.slices[Role.STEP]][0])
    return CheckSummary(CheckCode(code), step, relative)


def _largest_ratio(error: NDArray[np.float64], size: NDArray[np.float64]) -> float:
    """Return the largest error/size: 0 for 0/0, infinite for an error of NaN or beside a 0."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratio = np.where(error == 0.0, 0.0, error / size)
    return float(np.max(np.where(np.isnan(ratio), np.inf, ratio)))


def _deciding(points: NDArray[np.int64]) -> int:
    for code in (CheckCode.DISAGREE, CheckCode.AGREE):
        if (points == code).any():
            return int(code)
    return int(points[0])


def combine(first: CheckSummary, second: CheckSummary) -> CheckSummary:
    """Return the verdict over both: one disagreement wins, else one agreement."""
    code = CheckCode(_deciding(np.array([first.code, second.code])))
    errors = [s.max_relative_error for s in (first, second) if s.max_relative_error is not None]
    step = first.step if first.code == code else second.step
    return CheckSummary(code, step, max(errors) if errors else None)


def row_summary(row: Row) -> CheckSummary:
    """Return the verdict of one recorded step."""
    return summarise(row.layout, row.values[None, :])
