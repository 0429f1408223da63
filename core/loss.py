"""The loss functions, by their Keras names, each a mean or sum of a term per row.

With the residual e = prediction - y and n rows:

==============  =======================  ============================================
name            Keras                    formula
==============  =======================  ============================================
``mse``         ``MeanSquaredError``     (1/n) sum e^2
``half_mse``    (none)                   (1/(2n)) sum e^2
``sum_squares`` (none)                   sum e^2
``mae``         ``MeanAbsoluteError``    (1/n) sum abs(e)
``huber``       ``Huber`` (delta = 1)    (1/n) sum (e^2/2 if abs(e) <= 1 else abs(e) - 1/2)
``log_cosh``    ``LogCosh``              (1/n) sum log(cosh(e))
==============  =======================  ============================================
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.errors import InputError

if TYPE_CHECKING:
    import tensorflow as tf


@dataclass(frozen=True)
class Loss:
    """A loss function of the residuals.

    Attributes
    ----------
    name : str
        The key used on the command line and in files.
    formula : str
        The formula in plain text, e being the residual; it names the 1/n convention.
    term : callable
        Residuals, shape (n, ...) -> loss of each row, same shape.
    scale : float
        Factor on the reduced term (1/2 for the half mean squared error).
    mean : bool
        Whether the terms are averaged (else summed).
    squared : bool
        Whether the term is e^2: with a linear model the loss is then exactly quadratic.
    slope : callable
        Upper bound of the mean of abs(d term / d e), as a function of the mean term (Jensen);
        it says how strongly rounding of the residuals reaches the loss.
    step : callable
        (mean term, magnitude) -> how far a central difference may best move the residuals.
    absolute : float
        What a term loses to rounding however small it is, in units of the unit roundoff.
    """

    name: str
    formula: str
    term: Callable[[tf.Tensor], tf.Tensor]
    slope: Callable[[tf.Tensor], tf.Tensor]
    step: Callable[[tf.Tensor, tf.Tensor], tf.Tensor]
    scale: float = 1.0
    mean: bool = True
    squared: bool = False
    absolute: float = 0.0
    joint: Callable[[Sequence[tf.Tensor]], tf.Tensor] | None = None

    def __call__(self, prediction: tf.Tensor, y: tf.Tensor) -> tf.Tensor:
        """Return the loss of predictions against targets.

        Parameters
        ----------
        prediction, y : tf.Tensor
            Shape (n,), or (n, k) for k sets of parameters at once with y of shape (n, 1).

        Returns
        -------
        tf.Tensor
            Shape () or (k,), in the dtype of the predictions.

        Raises
        ------
        InputError
            If the term per row is not of length n: (n,) against (n, 1) would broadcast to n x n.
        """
        import tensorflow as tf

        self._refuse_broadcast(prediction, y)
        terms = self.term(prediction - y)
        reduced = tf.reduce_mean(terms, axis=0) if self.mean else tf.reduce_sum(terms, axis=0)
        return reduced if self.scale == 1.0 else self.scale * reduced

    def term_sum(self, residuals: Sequence[tf.Tensor]) -> tf.Tensor:
        """Return the sum of the terms of some rows, each residual of the same shape."""
        if self.joint is not None:
            return self.joint(residuals)
        total = self.term(residuals[0])
        for residual in residuals[1:]:
            total = total + self.term(residual)
        return total

    def _refuse_broadcast(self, prediction: tf.Tensor, y: tf.Tensor) -> None:
        one_per_row = (
            y.shape.rank == prediction.shape.rank
            and y.shape[:1].is_compatible_with(prediction.shape[:1])
            and (y.shape.rank == 1 or y.shape[1:] == [1])
        )
        if not one_per_row:
            shapes = f"{prediction.shape} - {y.shape}"
            raise InputError("per_sample_shape", loss=self.name, shape=shapes, count=y.shape[0])

    def rounding(self, loss: tf.Tensor, magnitude: tf.Tensor, count: tf.Tensor) -> tf.Tensor:
        """Return a bound of the rounding error of the loss, in units of the unit roundoff.

        Parameters
        ----------
        loss : tf.Tensor
            The loss, shape ().
        magnitude : tf.Tensor
            Bound of abs(prediction terms) + abs(y) over the rows, shape ().
        count : tf.Tensor
            Number of rows n, shape ().

        Returns
        -------
        tf.Tensor
            Shape (): loss + (mean slope) * magnitude, in the loss' own convention.
        """
        size = self._size(count)
        return loss + size * (self.slope(loss / size) * magnitude + self.absolute)

    def central_step(self, loss: tf.Tensor, magnitude: tf.Tensor, count: tf.Tensor) -> tf.Tensor:
        """Return by how much a central difference should move the residuals, shape ().

        It grows with the data, so that the check does not depend on their unit. Parameters as
        for `rounding`.
        """
        return self.step(loss / self._size(count), magnitude)

    def _size(self, count: tf.Tensor) -> Any:
        return self.scale * (1.0 if self.mean else count)


def _square(e: tf.Tensor) -> tf.Tensor:
    import tensorflow as tf

    return tf.square(e)


def _absolute(e: tf.Tensor) -> tf.Tensor:
    import tensorflow as tf

    return tf.abs(e)


def _huber(e: tf.Tensor) -> tf.Tensor:
    import tensorflow as tf

    size = tf.abs(e)
    return tf.where(size <= 1.0, 0.5 * tf.square(e), size - 0.5)


def _log_cosh(e: tf.Tensor) -> tf.Tensor:
    import tensorflow as tf

    # log(cosh e) without overflow: the form Keras uses.
    return e + tf.math.softplus(-2.0 * e) - math.log(2.0)


def _log_cosh_sum(residuals: Sequence[tf.Tensor]) -> tf.Tensor:
    """Return the sum of log(cosh e) = |e| + log(1 + exp(-2|e|)) - log 2 with a single logarithm.

    The product of k factors from 1 to 2 is at most 2^k.
    """
    import tensorflow as tf

    total, product = 0.0, 1.0
    for residual in residuals:
        size = tf.abs(residual)
        total = total + size
        product = product * (1.0 + tf.exp(-2.0 * size))
    return total + tf.math.log(product) - len(residuals) * math.log(2.0)


def _square_slope(mean: tf.Tensor) -> tf.Tensor:
    import tensorflow as tf

    return 2.0 * tf.sqrt(mean)


def _unit_slope(mean: tf.Tensor) -> tf.Tensor:
    import tensorflow as tf

    return tf.ones_like(mean)


def _capped_slope(mean: tf.Tensor) -> tf.Tensor:
    import tensorflow as tf

    # Rounding can make the mean of log cosh negative.
    return tf.minimum(tf.sqrt(2.0 * tf.abs(mean)), 1.0)


def _relative_step(mean: tf.Tensor, magnitude: tf.Tensor) -> tf.Tensor:
    # A quadratic has no truncation, so this need only be large against rounding.
    return 2.0**-17 * magnitude


def _fine_step(mean: tf.Tensor, magnitude: tf.Tensor) -> tf.Tensor:
    # Straight pieces have no truncation either, but as few rows as can be may pass their kink.
    return 2.0**-30 * magnitude


def _balanced_step(mean: tf.Tensor, magnitude: tf.Tensor) -> tf.Tensor:
    """Return the step at which rounding, magnitude/step, equals truncation, (step/reach)^2."""
    import tensorflow as tf

    # The curvature reaches over residuals of size 1, or over most rows where they are larger.
    reach = tf.maximum(mean, 1.0)
    step = 2.0**-17 * tf.pow(tf.maximum(magnitude, 1.0) * tf.square(reach), 1 / 3)
    return tf.maximum(step, _fine_step(mean, magnitude))


LOSSES: dict[str, Loss] = {
    loss.name: loss
    for loss in (
        Loss("mse", "(1/n) Σ e²", _square, _square_slope, _relative_step, squared=True),
        Loss("half_mse", "(1/2n) Σ e²", _square, _square_slope, _relative_step, scale=0.5,
             squared=True),
        Loss("sum_squares", "Σ e²", _square, _square_slope, _relative_step, mean=False,
             squared=True),
        Loss("mae", "(1/n) Σ |e|", _absolute, _unit_slope, _fine_step),
        Loss("huber", "(1/n) Σ huber(e), δ = 1", _huber, _capped_slope, _balanced_step),
        # log cosh e is a difference of numbers about 1 where e is small.
        Loss("log_cosh", "(1/n) Σ log cosh e", _log_cosh, _capped_slope, _balanced_step,
             absolute=1.0, joint=_log_cosh_sum),
    )
}  # fmt: skip


def loss_named(name: str) -> Loss:
    """Return the loss of that name.

    Raises
    ------
    InputError
        If there is none of that name.
    """
    if name not in LOSSES:
        raise InputError("unknown_name", kind="loss", name=name, choices=", ".join(LOSSES))
    return LOSSES[name]
