"""The frozen settings of a run."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from core.batch import Batch
from core.gradient import GradientFunction, UpdateFunction, keras_update, tape_gradient
from core.optimizer import OptimizerConfig
from core.problem import Problem


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


@dataclass(frozen=True, eq=False)
class RunConfig:
    """Everything a run depends on.

    Attributes
    ----------
    problem : Problem
        What is minimised, with its start and data.
    dtype : str
        'float32' or 'float64': of parameters, data and optimizer slots while training.
    optimizer : OptimizerConfig
        Which optimizer; its learning rate is the one at the start.
    batch : Batch or None
        Which rows each update sees; None: all.
    stop : StopRules
        When the run ends.
    gate : bool
        Train only if the gradient is right at the start.
    gradient : GradientFunction
        How loss and gradient are computed; the tape unless replaced.
    update : UpdateFunction
        How the optimizer is applied; Keras' ``apply_gradients`` unless replaced.
    bug : str or None
        The name of the deliberate mistake that `gradient` or `update` was replaced by, else None.
    """

    problem: Problem
    dtype: str = "float32"
    optimizer: OptimizerConfig = field(default_factory=OptimizerConfig)
    batch: Batch | None = None
    stop: StopRules = field(default_factory=StopRules)
    gate: bool = False
    gradient: GradientFunction = tape_gradient
    update: UpdateFunction = keras_update
    bug: str | None = None

    def with_learning_rate(self, rate: float) -> RunConfig:
        """Return the same settings with another learning rate."""
        return replace(self, optimizer=replace(self.optimizer, learning_rate=rate))
