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

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.problem import Data, Objective
from core.verdict import SMALL_TOLERANCE, CheckCode

if TYPE_CHECKING:
    import tensorflow as tf

UNIT_ROUNDOFF = 2.0**-53
SMOOTH = 2.0**-20
"""A jump below this part of the second difference: no kinks cancel so well by chance."""


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
