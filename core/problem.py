"""What is minimised: named scalar parameters, start values, and a loss of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset
from core.loss import Loss
from core.model import LinearModel, Model
from core.scaling import ScalingKind

if TYPE_CHECKING:
    import tensorflow as tf

Data = tuple["tf.Tensor", ...]


class Objective(Protocol):
    """The loss as a pure, hashable function of parameters and data.

    A compiled program depends on the objective but not on the data or the start, so one program
    serves every data set and every start of the same objective.
    """

    def __hash__(self) -> int:
        """Equal objectives share a program."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """Parameter names, in order."""
        ...

    @property
    def quadratic(self) -> bool:
        """Whether the loss is exactly quadratic in the parameters, whatever the data."""
        ...

    def __call__(self, parameters: Sequence[tf.Tensor], data: Data) -> tf.Tensor:
        """Return the loss: parameters of shape () give shape (), of shape (k,) give (k,)."""
        ...

    def rounding(self, parameters: Sequence[tf.Tensor], data: Data, loss: tf.Tensor) -> tf.Tensor:
        """Return a bound of the loss' rounding error in units of the unit roundoff.

        Shapes as for the loss: () or (k,).
        """
        ...

    def steps(self, parameters: Sequence[tf.Tensor], data: Data, loss: tf.Tensor) -> tf.Tensor:
        """Return the step of a central difference along each parameter, above 0, shape (P,).

        `relative_steps` where nothing better is known.
        """
        ...


def relative_steps(parameters: Sequence[tf.Tensor]) -> tf.Tensor:
    """Return 2^-17 max(abs(theta), 1): about the cube root of the float64 spacing."""
    import tensorflow as tf

    return 2.0**-17 * tf.maximum(tf.abs(tf.stack(parameters)), 1.0)


@dataclass(frozen=True)
class FitObjective:
    """The loss of a model against data (x, y), both of shape (n,)."""

    model: Model
    loss: Loss

    @property
    def names(self) -> tuple[str, ...]:
        """The model's parameter names."""
        return self.model.names

    @property
    def quadratic(self) -> bool:
        """True for a linear model with a squared loss."""
        return isinstance(self.model, LinearModel) and self.loss.squared

    def __call__(self, parameters: Sequence[tf.Tensor], data: Data) -> tf.Tensor:
        """Return the loss; sets of parameters run along the last axis, rows along the first."""
        x, y = data
        if parameters[0].shape.rank == 1:
            x, y = x[:, None], y[:, None]
        return self.loss(self.model.predict(parameters, x), y)

    def rounding(self, parameters: Sequence[tf.Tensor], data: Data, loss: tf.Tensor) -> tf.Tensor:
        """Return the loss' rounding bound: terms of the prediction and y may cancel in e."""
        import tensorflow as tf

        count = _rows(data)
        # Summing n terms loses a random walk of roundings on top of each term's own.
        terms = 8.0 + tf.sqrt(count)
        return terms * self.loss.rounding(loss, self._magnitude(parameters, data), count)

    def steps(self, parameters: Sequence[tf.Tensor], data: Data, loss: tf.Tensor) -> tf.Tensor:
        """Return steps that all move the largest prediction equally far, in the data's units."""
        import tensorflow as tf

        x_size = tf.reduce_max(tf.abs(data[0]))
        units = np.eye(len(parameters))
        reach = tf.stack([self.model.magnitude(list(unit), x_size) for unit in units])
        moved = self.loss.central_step(loss, self._magnitude(parameters, data), _rows(data))
        # Data that are all zero set no scale.
        return tf.where((reach > 0.0) & (moved > 0.0), moved / reach, relative_steps(parameters))

    def _magnitude(self, parameters: Sequence[tf.Tensor], data: Data) -> tf.Tensor:
        """Return a bound of abs(terms of the prediction) + abs(y) over the rows, shape ()."""
        import tensorflow as tf

        x_size, y_size = (tf.reduce_max(tf.abs(array)) for array in data)
        return self.model.magnitude([tf.abs(p) for p in parameters], x_size) + y_size


def _rows(data: Data) -> tf.Tensor:
    import tensorflow as tf

    return tf.cast(tf.shape(data[0])[0], data[0].dtype)


@dataclass(frozen=True, eq=False)
class Problem:
    """What is minimised, from where, on which data.

    Attributes
    ----------
    objective : Objective
        The loss as a function of parameters and data.
    start : tuple of float
        Start values, one per name.
    dataset : Dataset or None
        The data; None for a bare function of the parameters.
    """

    objective: Objective
    start: tuple[float, ...]
    dataset: Dataset | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Parameter names, in order."""
        return self.objective.names

    @property
    def fit(self) -> FitObjective | None:
        """The objective where it is a model fitted to data, else None."""
        return self.objective if isinstance(self.objective, FitObjective) else None

    def arrays(self, dtype: str) -> tuple[NDArray[np.floating], ...]:
        """Return the data in a dtype ('float32' or 'float64'): (x, y), or () without data."""
        if self.dataset is None:
            return ()
        # What float32 cannot hold becomes infinite, and the run says so.
        with np.errstate(over="ignore"):
            return (self.dataset.x.astype(dtype), self.dataset.y.astype(dtype))

    def loss(self, parameters: Sequence[float], dtype: str = "float64") -> float:
        """Return the loss at a point, computed by TensorFlow in that dtype."""
        import tensorflow as tf

        data = tuple(tf.constant(a) for a in self.arrays(dtype))
        return float(self.objective([tf.constant(p, dtype) for p in parameters], data))

    def scales(self, point: Sequence[float]) -> NDArray[np.float64]:
        """Return how far each parameter goes to move the prediction by its own size, shape (P,).

        For a bare function of the parameters max(abs(theta), 1).
        """
        sizes = np.abs(np.asarray(point, np.float64))
        plain = np.maximum(sizes, 1.0)
        if self.fit is None or self.dataset is None:
            return plain
        model, x_size = self.fit.model, float(np.abs(self.dataset.x).max())
        whole = model.magnitude(list(sizes), x_size) + float(np.abs(self.dataset.y).max())
        reach = np.array([model.magnitude(list(unit), x_size) for unit in np.eye(len(sizes))])
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            scale = whole / reach
        return np.where(np.isfinite(scale) & (scale > 0.0), scale, plain)

    def started_at(self, start: Sequence[float]) -> Problem:
        """Return the same problem with other start values."""
        return replace(self, start=tuple(float(v) for v in start))

    def original_parameters(self, parameters: Iterable[float]) -> tuple[float, ...]:
        """Return parameters in the units of the data as they came."""
        return self._converted(parameters, to_chosen=False)

    def scaled(self, kind: ScalingKind) -> Problem:
        """Return the same fit with x scaled in that way, starting with the same line.

        Of what is no straight line the parameters could not be converted: it stays as it is.
        """
        if self.dataset is None or not self._linear:
            return self
        start = self.original_parameters(self.start)
        other = replace(self, dataset=self.dataset.scaled(kind))
        return other.started_at(other._converted(start, to_chosen=True))

    @property
    def _linear(self) -> bool:
        return self.fit is not None and isinstance(self.fit.model, LinearModel)

    def _converted(self, parameters: Iterable[float], to_chosen: bool) -> tuple[float, ...]:
        values = tuple(map(float, parameters))
        if self.dataset is None or not self._linear:
            return values
        scaling = self.dataset.scaling
        return scaling.chosen(*values) if to_chosen else scaling.original(*values)

    def with_loss(self, loss: Loss) -> Problem:
        """Return the same fit under another loss; a bare function of parameters has none."""
        return self if self.fit is None else replace(self, objective=replace(self.fit, loss=loss))


def fit_problem(loss: Loss, dataset: Dataset, start: Sequence[float] = (0.0, 0.0)) -> Problem:
    """Return the problem of fitting the line y = w x + b to data."""
    return Problem(FitObjective(LinearModel(), loss), tuple(map(float, start)), dataset)
