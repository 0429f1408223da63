"""Why a rate works or not: curvature, optimum and learning-rate limit.

For the line y = w x + b and a squared loss the loss is exactly

    L = s ( rss/n + var(x) (w - w*)^2 + ((b + w mean(x)) - (b* + w* mean(x)))^2 ),

with s = 1 for ``mse`` (1/n), 1/2 for ``half_mse`` (1/(2n)) and n for ``sum_squares``. All is
computed from centred sums in float64. Of any other loss the curvature is that at a point, from
nested tapes.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset
from core.optimizer import OptimizerConfig
from core.problem import FitObjective, Problem
from core.tensorflow_import import load_tensorflow

LARGEST = 1e140
"""Of data above this, sums of squares overflow: no closed form."""


class Curved(Protocol):
    """What limits are computed from: a loss surface, or the curvature at one point of it."""

    @property
    def hessian(self) -> NDArray[np.float64]:
        """Second derivatives with respect to the parameters, shape (P, P)."""
        ...

    @property
    def eigenvalues(self) -> tuple[float, ...]:
        """Curvatures along the principal axes, increasing."""
        ...

    @property
    def condition_number(self) -> float:
        """Largest over smallest curvature; infinite where one is not above 0."""
        ...


@dataclass(frozen=True)
class Quadratic:
    """The loss surface of a line with a squared loss.

    Attributes
    ----------
    scale : float
        s, see the module's formula.
    mean_x, mean_y : float
        Means of x and y.
    variance_x : float
        (1/n) sum (x - mean)^2; zero where x does not vary.
    slope : float
        w*, the least-squares slope; 0 where x does not vary.
    minimum : float
        The smallest loss.
    """

    scale: float
    mean_x: float
    mean_y: float
    variance_x: float
    slope: float
    minimum: float

    @property
    def unique(self) -> bool:
        """Whether the optimum is a single point: x varies."""
        return self.variance_x > 0.0

    @property
    def optimum(self) -> tuple[float, float] | None:
        """(w*, b*), or None where it is not unique."""
        return (self.slope, self.mean_y - self.slope * self.mean_x) if self.unique else None

    def nearest_optimum(self, point: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the optimum, or the nearest point of the valley b + w mean(x) = mean(y)."""
        if self.optimum is not None:
            return np.asarray(self.optimum)
        normal = np.array([self.mean_x, 1.0])
        off = float(normal @ point) - self.mean_y
        return np.asarray(point - off * normal / float(normal @ normal))

    @property
    def hessian(self) -> NDArray[np.float64]:
        """Second derivatives with respect to (w, b), shape (2, 2)."""
        mean_square = self.variance_x + self.mean_x**2
        return 2.0 * self.scale * np.array([[mean_square, self.mean_x], [self.mean_x, 1.0]])

    @property
    def reach(self) -> NDArray[np.float64]:
        """How far (w, b) reach where the loss has risen by 1, shape (2,); x must vary.

        The root of twice the diagonal of the inverse Hessian, without inverting it.
        """
        mean_square = self.variance_x + self.mean_x**2
        return np.sqrt(np.array([1.0, mean_square]) / self.scale / self.variance_x)

    @property
    def eigenvalues(self) -> tuple[float, float]:
        """Smallest and largest curvature, the smallest from the determinant."""
        mean_square = self.variance_x + self.mean_x**2
        # The root of trace^2 - 4 determinant, without cancellation.
        apart = math.hypot(mean_square - 1.0, 2.0 * self.mean_x)
        largest = 0.5 * (mean_square + 1.0 + apart)
        unit = 2.0 * self.scale
        return unit * self.variance_x / largest, unit * largest

    @property
    def condition_number(self) -> float:
        """Largest over smallest curvature; infinite where the optimum is not unique."""
        smallest, largest = self.eigenvalues
        return largest / smallest if smallest > 0.0 else math.inf

    def loss(self, w: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the loss at (w, b); the arrays broadcast."""
        return self.minimum + self.rise(w, b)

    def rise(self, w: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return by how much the loss at (w, b) is above the minimum; never below 0."""
        across = b + w * self.mean_x - self.mean_y
        return self.scale * (self.variance_x * (w - self.slope) ** 2 + across**2)


def quadratic(problem: Problem) -> Quadratic | None:
    """Return the closed form of a problem's loss surface, or None where there is none."""
    fit, data = problem.fit, problem.dataset
    return None if fit is None or data is None or not fit.quadratic else _closed_form(fit, data)


@lru_cache(maxsize=8)
def _closed_form(fit: FitObjective, data: Dataset) -> Quadratic | None:
    # Kept per data and loss, not per start: the start is dragged.
    if max(np.abs(data.x).max(), np.abs(data.y).max()) > LARGEST:
        return None
    mean_x, mean_y = math.fsum(data.x) / len(data), math.fsum(data.y) / len(data)
    dx, dy = data.x - mean_x, data.y - mean_y
    variance = float(dx @ dx) / len(data) if np.ptp(data.x) > 0.0 else 0.0
    slope = float(dx @ dy) / len(data) / variance if variance > 0.0 else 0.0
    residual = dy - slope * dx
    scale = fit.loss.scale * (1.0 if fit.loss.mean else len(data))
    minimum = scale * float(residual @ residual) / len(data)
    return Quadratic(scale, mean_x, mean_y, variance, slope, minimum)


@dataclass(frozen=True, eq=False)
class Curvature:
    """The second derivatives of a loss at one point.

    Attributes
    ----------
    hessian : ndarray of float64, shape (P, P)
        Second derivatives with respect to the parameters.
    """

    hessian: NDArray[np.float64]

    @cached_property
    def eigenvalues(self) -> tuple[float, ...]:
        """Curvatures along the principal axes, increasing; NaN where the loss is not finite."""
        if not np.isfinite(self.hessian).all():
            return (math.nan,) * len(self.hessian)
        return tuple(map(float, np.linalg.eigvalsh(self.hessian)))

    @property
    def condition_number(self) -> float:
        """Largest over smallest curvature; infinite where one is not above 0."""
        smallest, largest = self.eigenvalues[0], self.eigenvalues[-1]
        return largest / smallest if smallest > 0.0 else math.inf


def local_curvature(problem: Problem, point: Iterable[float]) -> Curvature:
    """Return the curvature at a point in float64: a tape on the gradient of another one.

    Where a loss has no second derivative on the tape (mean absolute error), it is 0.
    """
    load_tensorflow()
    import tensorflow as tf

    data = tuple(tf.constant(array) for array in problem.arrays("float64"))
    parameters = [tf.constant(value, "float64") for value in point]
    with tf.GradientTape(persistent=True) as outer:
        outer.watch(parameters)
        with tf.GradientTape() as inner:
            inner.watch(parameters)
            loss = problem.objective(parameters, data)
        gradient = inner.gradient(loss, parameters, unconnected_gradients="zero")
    rows = [outer.gradient(g, parameters, unconnected_gradients="zero") for g in gradient]
    hessian = np.array([[float(value) for value in row] for row in rows])
    # Symmetric but for rounding.
    return Curvature(0.5 * (hessian + hessian.T))


def principal_axes(surface: Curved) -> NDArray[np.float64]:
    """Return the directions of the eigenvalues as columns of unit length, shape (P, P)."""
    return np.asarray(np.linalg.eigh(surface.hessian)[1])


def momentum_of(optimizer: OptimizerConfig) -> tuple[float, bool] | None:
    """Return (momentum, whether Nesterov's) of gradient descent; None for other optimizers.

    Clipping, weight decay and the like change the update, so that no limit holds for it.
    """
    if optimizer.name != "sgd" or set(dict(optimizer.hyperparameters)) - {"momentum", "nesterov"}:
        return None
    beta = float(optimizer.hyperparameter("momentum", 0.0))
    return beta, bool(optimizer.hyperparameter("nesterov", 0.0))


def learning_rate_limit(surface: Curved, optimizer: OptimizerConfig) -> float | None:
    """Return the largest stable learning rate of (momentum) gradient descent.

    With lambda the largest curvature and beta the momentum, in Keras' convention: plain 2/lambda,
    momentum 2 (1 + beta)/lambda, Nesterov 2 (1 + beta)/(lambda (1 + 2 beta)). None for the other
    optimizers, for which no such limit holds, and where the loss is not curved upwards.
    """
    found, largest = momentum_of(optimizer), surface.eigenvalues[-1]
    if found is None or not largest > 0.0:
        return None
    beta, nesterov = found
    limit = 2.0 * (1.0 + beta) / largest
    return limit / (1.0 + 2.0 * beta) if nesterov else limit


def exact_limit(problem: Problem, optimizer: OptimizerConfig) -> float | None:
    """Return the limit that holds everywhere; None where there is no closed form or no limit."""
    surface = quadratic(problem)
    return None if surface is None else learning_rate_limit(surface, optimizer)


def best_learning_rate(surface: Quadratic, optimizer: OptimizerConfig) -> float | None:
    """Return the rate of gradient descent that is fastest in the long run.

    2 (1 + beta)/(lmin + lmax), which makes both principal directions equally slow; it zigzags at
    first. Along a flat valley there is nothing to find: then (1 + beta)/lmax. None for Nesterov's
    momentum and the other optimizers.
    """
    found = momentum_of(optimizer)
    if found is None or (found[0] > 0.0 and found[1]):
        return None
    smallest, largest = surface.eigenvalues
    return (1.0 + found[0]) * (2.0 / (smallest + largest) if surface.unique else 1.0 / largest)


def best_momentum(surface: Quadratic) -> tuple[float, float] | None:
    """Return learning rate and momentum that are fastest together; None along a flat valley.

    With l and L the roots of the smallest and largest curvature (Polyak 1964): rate
    (2/(L + l))^2, momentum ((L - l)/(L + l))^2.
    """
    if not surface.unique:
        return None
    least, most = (math.sqrt(value) for value in surface.eigenvalues)
    return (2.0 / (most + least)) ** 2, ((most - least) / (most + least)) ** 2


def factor_per_step(curvature: float, optimizer: OptimizerConfig) -> float | None:
    """Return by what a step multiplies the error along a direction, in the long run.

    Plain abs(1 - rate lambda); with momentum the largest root of the update's characteristic
    polynomial: z^2 - (1 + beta - rate lambda) z + beta, for Nesterov's
    z^2 - (1 + beta)(1 - rate lambda) z + beta (1 - rate lambda). None for other optimizers.
    """
    found = momentum_of(optimizer)
    if found is None:
        return None
    (beta, nesterov), left = found, 1.0 - optimizer.learning_rate * curvature
    trace, determinant = ((1.0 + beta) * left, beta * left) if nesterov else (left + beta, beta)
    root = cmath.sqrt(trace * trace - 4.0 * determinant)
    return max(abs(trace + root), abs(trace - root)) / 2.0


def growth_per_step(surface: Curved, optimizer: OptimizerConfig) -> float | None:
    """Return by what a step multiplies the error along the steepest direction."""
    return factor_per_step(surface.eigenvalues[-1], optimizer)
