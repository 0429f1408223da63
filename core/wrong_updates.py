"""Updates that are wrong on purpose, each by one slip, for any Keras optimizer.

Of more than two parameters, "b" stands for the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from core.gradient import keras_update

if TYPE_CHECKING:
    import keras
    import tensorflow as tf

Now = Callable[[], list["tf.Tensor"]]


def parameter_for_gradient(
    optimizer: keras.optimizers.Optimizer,
    gradients: Sequence[tf.Tensor],
    parameters: Sequence[tf.Variable],
    gradients_now: Now,
) -> None:
    """Hand the parameters to the optimizer in place of their gradients."""
    keras_update(optimizer, _values(parameters), parameters, gradients_now)


def not_simultaneous(
    optimizer: keras.optimizers.Optimizer,
    gradients: Sequence[tf.Tensor],
    parameters: Sequence[tf.Variable],
    gradients_now: Now,
) -> None:
    """Update b first, then the others with their gradients at the new b.

    The optimizer is applied once to try what b becomes, undone, and applied once for good, so
    that what it counts and remembers is that of one step.
    """
    held = [*parameters, *optimizer.variables]
    before = _values(held)
    keras_update(optimizer, gradients, parameters, gradients_now)
    (new,) = _values(parameters[-1:])
    for variable, value in zip(held, before, strict=True):
        variable.assign(value)
    parameters[-1].assign(new)
    later = gradients_now()
    parameters[-1].assign(before[len(parameters) - 1])
    keras_update(optimizer, [*later[:-1], gradients[-1]], parameters, gradients_now)


def bias_twice(
    optimizer: keras.optimizers.Optimizer,
    gradients: Sequence[tf.Tensor],
    parameters: Sequence[tf.Variable],
    gradients_now: Now,
) -> None:
    """Update b once more with the same gradient."""
    keras_update(optimizer, gradients, parameters, gradients_now)
    keras_update(optimizer, gradients[-1:], parameters[-1:], gradients_now)


def step_twice(
    optimizer: keras.optimizers.Optimizer,
    gradients: Sequence[tf.Tensor],
    parameters: Sequence[tf.Variable],
    gradients_now: Now,
) -> None:
    """Apply the same gradients twice."""
    keras_update(optimizer, gradients, parameters, gradients_now)
    keras_update(optimizer, gradients, parameters, gradients_now)


def wrong_sign(
    optimizer: keras.optimizers.Optimizer,
    gradients: Sequence[tf.Tensor],
    parameters: Sequence[tf.Variable],
    gradients_now: Now,
) -> None:
    """Climb: give the optimizer the gradients with their signs changed."""
    keras_update(optimizer, [-gradient for gradient in gradients], parameters, gradients_now)


def without_learning_rate(
    optimizer: keras.optimizers.Optimizer,
    gradients: Sequence[tf.Tensor],
    parameters: Sequence[tf.Variable],
    gradients_now: Now,
) -> None:
    """Subtract the whole gradient: ``w.assign_sub(gradient)``."""
    for gradient, parameter in zip(gradients, parameters, strict=True):
        parameter.assign_sub(gradient)


def assigned(
    optimizer: keras.optimizers.Optimizer,
    gradients: Sequence[tf.Tensor],
    parameters: Sequence[tf.Variable],
    gradients_now: Now,
) -> None:
    """Set each parameter to the step: ``w.assign(learning_rate * gradient)``."""
    import tensorflow as tf

    rate = tf.convert_to_tensor(optimizer.learning_rate)
    for gradient, parameter in zip(gradients, parameters, strict=True):
        parameter.assign(tf.cast(rate, gradient.dtype) * gradient)


def swapped_pairs(
    optimizer: keras.optimizers.Optimizer,
    gradients: Sequence[tf.Tensor],
    parameters: Sequence[tf.Variable],
    gradients_now: Now,
) -> None:
    """Pair the gradients with the parameters in the wrong order: ``zip(gradients, [b, w])``."""
    keras_update(optimizer, gradients, list(reversed(parameters)), gradients_now)


def skips_b(
    optimizer: keras.optimizers.Optimizer,
    gradients: Sequence[tf.Tensor],
    parameters: Sequence[tf.Variable],
    gradients_now: Now,
) -> None:
    """Leave b out of the update."""
    keras_update(optimizer, gradients[:-1], parameters[:-1], gradients_now)


def _values(variables: Sequence[tf.Variable]) -> list[tf.Tensor]:
    """Return what the variables hold now, whatever becomes of them."""
    import tensorflow as tf

    return [tf.identity(tf.convert_to_tensor(variable)) for variable in variables]
