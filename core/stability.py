"""Why a rate works or not: curvature, optimum and learning-rate limit of a quadratic loss.

For the line y = w x + b and a squared loss the loss is exactly

    L = s ( rss/n + var(x) (w - w*)^2 + ((b + w mean(x)) - (b* + w* mean(x)))^2 ),

with s = 1 for ``mse`` (1/n), 1/2 for ``half_mse`` (1/(2n)) and n for ``sum_squares``. All is
computed from centred sums in float64.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset
from core.optimizer import OptimizerConfig
from core.problem import FitObjective, Problem

LARGEST = 1e140
"""Of data above this, sums of squares overflow: no closed form."""


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


def learning_rate_limit(surface: Quadratic, optimizer: OptimizerConfig) -> float | None:
    """Return the largest stable learning rate of (momentum) gradient descent.

    With lambda the largest curvature and beta the momentum, in Keras' convention: plain 2/lambda,
    momentum 2 (1 + beta)/lambda, Nesterov 2 (1 + beta)/(lambda (1 + 2 beta)). None for the other
    optimizers, for which no such limit holds.
    """
    if optimizer.name != "sgd" or set(dict(optimizer.hyperparameters)) - {"momentum", "nesterov"}:
        return None
    beta = optimizer.hyperparameter("momentum", 0.0)
    limit = 2.0 * (1.0 + beta) / surface.eigenvalues[1]
    return limit / (1.0 + 2.0 * beta) if optimizer.hyperparameter("nesterov", 0.0) else limit


def best_learning_rate(surface: Quadratic, optimizer: OptimizerConfig) -> float | None:
    """Return the rate of plain descent that is fastest in the long run: 2/(lmin + lmax).

    It zigzags at first. Along a flat valley there is nothing to find: then 1/lmax. None for
    anything but plain descent.
    """
    if optimizer.name != "sgd" or optimizer.hyperparameters:
        return None
    smallest, largest = surface.eigenvalues
    return 2.0 / (smallest + largest) if surface.unique else 1.0 / largest


def growth_per_step(surface: Quadratic, learning_rate: float) -> float:
    """Return by which factor plain descent multiplies the error along the steepest direction."""
    return abs(1.0 - learning_rate * surface.eigenvalues[1])
