"""One step's two halves: the tape's gradient, and the optimizer's update."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from core.problem import Data, Objective

if TYPE_CHECKING:
    import keras
    import tensorflow as tf

GradientFunction = Callable[
    [Objective, Sequence["tf.Variable"], Data], tuple["tf.Tensor", list["tf.Tensor | None"]]
]
"""(objective, parameters, data) -> (loss, gradients), in the dtype of the parameters.

None for a parameter that the loss does not depend on, as ``tape.gradient`` has it.
"""

UpdateFunction = Callable[
    [
        "keras.optimizers.Optimizer",
        Sequence["tf.Tensor"],
        Sequence["tf.Variable"],
        Callable[[], list["tf.Tensor"]],
    ],
    None,
]
"""(optimizer, gradients, parameters, gradients_now): changes the parameters in place.

`gradients_now` computes the gradients anew, at what the parameters hold when it is called.
"""


def tape_gradient(
    objective: Objective, parameters: Sequence[tf.Variable], data: Data
) -> tuple[tf.Tensor, list[tf.Tensor | None]]:
    """Return the loss and its gradient by ``tf.GradientTape``."""
    import tensorflow as tf

    with tf.GradientTape() as tape:
        tape.watch(parameters)
        loss = objective(parameters, data)
    return loss, tape.gradient(loss, parameters)


def connected(
    gradients: Sequence[tf.Tensor | None], parameters: Sequence[tf.Tensor]
) -> list[tf.Tensor]:
    """Return the gradients with zeros for None, as ``unconnected_gradients="zero"`` does."""
    import tensorflow as tf

    return [
        tf.zeros_like(parameter) if gradient is None else gradient
        for gradient, parameter in zip(gradients, parameters, strict=True)
    ]


def keras_update(
    optimizer: keras.optimizers.Optimizer,
    gradients: Sequence[tf.Tensor],
    parameters: Sequence[tf.Variable],
    gradients_now: Callable[[], list[tf.Tensor]],
) -> None:
    """Apply the gradients as the tutorial does: ``apply_gradients(zip(gradients, parameters))``."""
    optimizer.apply_gradients(zip(gradients, parameters, strict=True))
