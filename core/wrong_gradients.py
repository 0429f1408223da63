"""Gradients that are wrong on purpose, each by one slip; the loss they return is right.

All are module-level objects, so that programs are cached by them. They run eagerly and compiled,
in any dtype, for any number of rows. Those that need a model fitted to data raise `NeedsFit` for
other objectives. Of more than two parameters, "w" stands for the first and "b" for the last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from core.gradient import tape_gradient
from core.loss import LOSSES, Loss
from core.problem import Data, FitObjective, Objective

if TYPE_CHECKING:
    import tensorflow as tf

Gradients = Sequence["tf.Tensor | None"]
Answer = tuple["tf.Tensor", list["tf.Tensor | None"]]


class NeedsFit(TypeError):
    """A mistake that can be made only where a model is fitted to data."""


# The tape's gradient, changed afterwards.


@dataclass(frozen=True)
class Each:
    """The tape's gradient with every element changed alike; None stays None.

    Attributes
    ----------
    change : callable
        (element, data) -> element.
    """

    change: Callable[[Any, Data], Any]

    def __call__(self, objective: Objective, parameters: Sequence[tf.Variable], data: Data) -> Any:
        """Return the loss and the changed gradient."""
        loss, gradients = tape_gradient(objective, parameters, data)
        return loss, [None if g is None else self.change(g, data) for g in gradients]


@dataclass(frozen=True)
class Mixed:
    """The tape's gradient with its elements exchanged or left out.

    Attributes
    ----------
    change : callable
        gradients -> gradients.
    """

    change: Callable[[Gradients], list[Any]]

    def __call__(self, objective: Objective, parameters: Sequence[tf.Variable], data: Data) -> Any:
        """Return the loss and the changed gradient."""
        loss, gradients = tape_gradient(objective, parameters, data)
        return loss, self.change(gradients)


def _rows(data: Data) -> tf.Tensor:
    import tensorflow as tf

    if not data:
        raise NeedsFit("without data there is no number of rows")
    return tf.cast(tf.shape(data[0])[0], data[0].dtype)


def _clipped(gradient: tf.Tensor, data: Data) -> tf.Tensor:
    import tensorflow as tf

    return tf.clip_by_value(gradient, -1.0, 1.0)


def _floored(gradient: tf.Tensor, data: Data) -> tf.Tensor:
    import tensorflow as tf

    return tf.floor(gradient)


def _zero(gradient: tf.Tensor | None, data: Data = ()) -> tf.Tensor | None:
    import tensorflow as tf

    return None if gradient is None else tf.zeros_like(gradient)


sign = Each(lambda gradient, data: -gradient)
factor_two = Each(lambda gradient, data: 2.0 * gradient)
half = Each(lambda gradient, data: 0.5 * gradient)
factor_n = Each(lambda gradient, data: _rows(data) * gradient)
one_over_n = Each(lambda gradient, data: gradient / _rows(data))
n_minus_one = Each(lambda gradient, data: _rows(data) / (_rows(data) - 1.0) * gradient)
clipped = Each(_clipped)
floor_division = Each(_floored)
zero = Each(_zero)
only_w = Mixed(lambda gradients: [gradients[0], *map(_zero, gradients[1:])])
only_b = Mixed(lambda gradients: [*map(_zero, gradients[:-1]), gradients[-1]])
swapped = Mixed(lambda gradients: list(reversed(gradients)))
same_for_both = Mixed(lambda gradients: [gradients[0]] * len(gradients))


# The gradient of something else than the loss at this point.


@dataclass(frozen=True)
class Elsewhere:
    """The gradient at another point than the one it is asked for.

    Attributes
    ----------
    point : callable
        parameters -> the parameters it is taken at.
    """

    point: Callable[[Sequence[Any]], list[Any]]

    def __call__(self, objective: Objective, parameters: Sequence[tf.Variable], data: Data) -> Any:
        """Return the loss at the parameters and the gradient elsewhere."""
        _, gradients = tape_gradient(objective, self.point(parameters), data)
        return objective(parameters, data), gradients


def _without_last(parameters: Sequence[Any]) -> list[Any]:
    return [*parameters[:-1], _zero(parameters[-1])]


forgets_b = Elsewhere(_without_last)
stale = Elsewhere(lambda parameters: list(map(_zero, parameters)))


def none(objective: Objective, parameters: Sequence[tf.Variable], data: Data) -> Answer:
    """Compute the loss before the tape starts to record."""
    import tensorflow as tf

    loss = objective(parameters, data)
    with tf.GradientTape() as tape:
        tape.watch(parameters)
    return loss, tape.gradient(loss, parameters)


def stop_gradient(objective: Objective, parameters: Sequence[tf.Variable], data: Data) -> Answer:
    """Hide the first parameter from the tape."""
    import tensorflow as tf

    with tf.GradientTape() as tape:
        tape.watch(parameters)
        loss = objective([tf.stop_gradient(parameters[0]), *parameters[1:]], data)
    return loss, tape.gradient(loss, parameters)


def taken_for(loss: Loss) -> Loss:
    """Return the loss whose gradient `other_loss` takes."""
    return LOSSES["mae" if loss.squared else "mse"]


def other_loss(objective: Objective, parameters: Sequence[tf.Variable], data: Data) -> Answer:
    """Take the gradient of another loss."""
    fit = _fit(objective)
    _, gradients = tape_gradient(replace(fit, loss=taken_for(fit.loss)), parameters, data)
    return objective(parameters, data), gradients


def ignores_upstream(objective: Objective, parameters: Sequence[tf.Variable], data: Data) -> Answer:
    """Give the loss term a ``tf.custom_gradient`` that leaves out the upstream gradient."""
    fit = _fit(objective)
    wrong = replace(fit, loss=replace(fit.loss, term=_ignoring(fit.loss.term)))
    return tape_gradient(wrong, parameters, data)


def _ignoring(term: Callable[[tf.Tensor], tf.Tensor]) -> Callable[[tf.Tensor], tf.Tensor]:
    import tensorflow as tf

    @tf.custom_gradient
    def ignoring(e: tf.Tensor) -> tuple[tf.Tensor, Callable[[tf.Tensor], tf.Tensor]]:
        with tf.GradientTape() as tape:
            tape.watch(e)
            value = term(e)
        local = tape.gradient(value, e)
        return value, lambda upstream: local

    return ignoring  # type: ignore[no-any-return]


# The chain rule by hand.


def _unchanged(values: tf.Tensor) -> tf.Tensor:
    return values


@dataclass(frozen=True)
class Chained:
    """The chain rule by hand, with a slip in one of its factors.

    The sum over the rows of (d loss / d prediction) (d prediction / d parameter).

    Attributes
    ----------
    slope : callable
        d loss / d prediction, shape (n,) -> what is taken for it.
    x : callable
        x, shape (n,) -> what d prediction / d parameter is taken at.
    """

    slope: Callable[[tf.Tensor], tf.Tensor] = _unchanged
    x: Callable[[tf.Tensor], tf.Tensor] = _unchanged

    def __call__(self, objective: Objective, parameters: Sequence[tf.Variable], data: Data) -> Any:
        """Return the loss and the gradient with the slip."""
        import tensorflow as tf

        fit, (x, y) = _fit(objective), data
        prediction = fit.model.predict(parameters, x)
        with tf.GradientTape() as tape:
            tape.watch(prediction)
            loss = fit.loss(prediction, y)
        slope = self.slope(tape.gradient(loss, prediction))
        with tf.GradientTape() as tape:
            tape.watch(parameters)
            prediction = fit.model.predict(parameters, self.x(x))
        return loss, tape.gradient(prediction, parameters, output_gradients=slope)


def _fit(objective: Objective) -> FitObjective:
    if not isinstance(objective, FitObjective):
        raise NeedsFit("this mistake needs a model fitted to data")
    return objective


def _ones(x: tf.Tensor) -> tf.Tensor:
    import tensorflow as tf

    return tf.ones_like(x)


def _averaged(x: tf.Tensor) -> tf.Tensor:
    import tensorflow as tf

    return tf.reduce_mean(x) * tf.ones_like(x)


def _in_other_order(x: tf.Tensor) -> tf.Tensor:
    import tensorflow as tf

    # By half the rows: sorted x would hardly change by one row, and symmetric x reversed is -x.
    return tf.roll(x, tf.shape(x)[0] // 2, axis=0)


def _without_last_row(slope: tf.Tensor) -> tf.Tensor:
    import tensorflow as tf

    rows = tf.range(tf.shape(slope)[0])
    return tf.where(rows < tf.shape(slope)[0] - 1, slope, 0.0)


missing_x = Chained(x=_ones)
mean_product = Chained(x=_averaged)
shuffled_x = Chained(x=_in_other_order)
off_by_one = Chained(slope=_without_last_row)
