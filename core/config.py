"""The frozen settings of a run."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from core.batch import Batch
from core.gradient import GradientFunction, UpdateFunction, keras_update, tape_gradient
from core.optimizer import OptimizerConfig
from core.problem import Problem
from core.stop_rules import StopRules


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
    batch : Batch or None
        Which rows each update sees; None: all.
    """

    problem: Problem
    dtype: str = "float32"
    optimizer: OptimizerConfig = field(default_factory=OptimizerConfig)
    stop: StopRules = field(default_factory=StopRules)
    gate: bool = False
    gradient: GradientFunction = tape_gradient
    update: UpdateFunction = keras_update
    bug: str | None = None
    batch: Batch | None = None

    @property
    def batched(self) -> bool:
        """Whether the updates see mini-batches of the data."""
        return self.batch is not None and self.problem.dataset is not None

    @property
    def plain(self) -> bool:
        """Whether every update sees all rows at the same rate: then the laws of descent hold."""
        return not self.batched and self.optimizer.schedule.constant

    def seen_at(self, step: int) -> RunConfig:
        """Return the settings with the data that the update from a step sees, all of them."""
        data = self.problem.dataset
        if self.batch is None or data is None:
            return self
        rows = self.batch.rows(step, 1, len(data))[0]
        return replace(self, batch=None, problem=replace(self.problem, dataset=data.taken(rows)))

    def with_learning_rate(self, rate: float) -> RunConfig:
        """Return the same settings with another learning rate."""
        return replace(self, optimizer=replace(self.optimizer, learning_rate=rate))
