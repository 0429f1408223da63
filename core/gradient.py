"""One step's two halves: the tape's gradient, and the optimizer's update."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from core.problem import Data, Objective

if TYPE_CHECKING:
    import keras
    import tensorflow as tf

GradientFunction = Callable[
    [Objective, Sequence["tf.Variable"], Data], tuple["tf.Tensor", list["tf.Tensor"]]
]
"""(objective, parameters, data) -> (loss, gradients), in the dtype of the parameters."""

UpdateFunction = Callable[
    ["keras.optimizers.Optimizer", Sequence["tf.Tensor"], Sequence["tf.Variable"]], None
]
"""(optimizer, gradients, parameters): changes the parameters in place."""


def tape_gradient(
    objective: Objective, parameters: Sequence[tf.Variable], data: Data
) -> tuple[tf.Tensor, list[tf.Tensor]]:
    """Return the loss and its gradient by ``tf.GradientTape``."""
    import tensorflow as tf

    with tf.GradientTape() as tape:
        tape.watch(parameters)
        loss = objective(parameters, data)
    return loss, tape.gradient(loss, parameters, unconnected_gradients=tf.UnconnectedGradients.ZERO)


def keras_update(
    optimizer: keras.optimizers.Optimizer,
    gradients: Sequence[tf.Tensor],
    parameters: Sequence[tf.Variable],
) -> None:
    """Apply the gradients as the tutorial does: ``apply_gradients(zip(gradients, parameters))``."""
    optimizer.apply_gradients(zip(gradients, parameters, strict=True))
