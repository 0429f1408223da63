"""All that decides how a training goes on."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class TrainerState:
    """The state after `step` updates, exact to the last bit.

    Attributes
    ----------
    step : int
        Number of updates done.
    parameters : tuple of ndarray, each of shape () in the dtype of training
        The parameters.
    optimizer_variables : tuple of ndarray
        Every variable of the Keras optimizer in its own dtype and order: the iteration first,
        then the learning rate (float32), then the slots.
    """

    step: int
    parameters: tuple[NDArray[np.floating], ...]
    optimizer_variables: tuple[NDArray[np.generic], ...]

    def with_learning_rate(self, rate: float) -> TrainerState:
        """Return the state with another learning rate, rounded to float32 as Keras does."""
        iteration, _, *slots = self.optimizer_variables
        return replace(self, optimizer_variables=(iteration, np.asarray(rate, np.float32), *slots))
