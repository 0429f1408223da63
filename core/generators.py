"""Data made by formula, in any size: what a straight line fits well, badly, or in many ways.

x lies about in [-1, 1], so that the curvatures of the loss are near 1. All that is random is
drawn from one ``numpy.random.RandomState(seed)``, the standard normal noise of y first.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset, noisy_line

OUTLIER_SHARE = 10
"""One point in so many is an outlier, and at least one."""

OUTLIER_HEIGHT = 5.0
CLUSTER_X, CLUSTER_Y = 0.6, (0.0, 2.0)
CLUSTER_WIDTH = 0.15
"""Standard deviation of x in a cluster."""


def line(noise: float, seed: int, size: int) -> Dataset:
    """Return y = 2x + 1 with the same noise everywhere."""
    return noisy_line(_even(size), 2.0, 1.0, noise, seed, "y = 2x + 1")


def outliers(noise: float, seed: int, size: int) -> Dataset:
    """Return y = 2x + 1 with noise, and y + 5 in one point of ten, chosen by the seed."""
    random = np.random.RandomState(seed)
    x = _even(size)
    y = 2.0 * x + 1.0 + noise * random.randn(size)
    y[random.permutation(size)[: max(1, size // OUTLIER_SHARE)]] += OUTLIER_HEIGHT
    return Dataset(x, y, formula="y = 2x + 1 (+ 5)", noise=noise, seed=seed)


def clusters(noise: float, seed: int, size: int) -> Dataset:
    """Return two clusters, about (-0.6, 0) and (0.6, 2): within each x says nothing of y."""
    random = np.random.RandomState(seed)
    second = np.arange(size) >= size // 2
    y = np.where(second, CLUSTER_Y[1], CLUSTER_Y[0]) + noise * random.randn(size)
    x = np.where(second, CLUSTER_X, -CLUSTER_X) + CLUSTER_WIDTH * random.randn(size)
    return Dataset(x, y, formula="(−0.6, 0), (0.6, 2)", noise=noise, seed=seed)


def curved(noise: float, seed: int, size: int) -> Dataset:
    """Return y = 2x^2 + x with noise: no line follows it."""
    x = _even(size)
    y = 2.0 * x**2 + x + noise * np.random.RandomState(seed).randn(size)
    return Dataset(x, y, formula="y = 2x² + x", noise=noise, seed=seed)


def spread(noise: float, seed: int, size: int) -> Dataset:
    """Return y = 2x + 1 with noise that grows with x: (1 + x) times its standard deviation."""
    x = _even(size)
    y = 2.0 * x + 1.0 + noise * (1.0 + x) * np.random.RandomState(seed).randn(size)
    return Dataset(x, y, formula="y = 2x + 1 ± σ(x)", noise=noise, seed=seed)


def constant_x(noise: float, seed: int, size: int) -> Dataset:
    """Return y = 2 with noise at x = 1 alone: all lines through one point fit equally well."""
    return noisy_line(np.ones(size), 0.0, 2.0, noise, seed, "x = 1, y = 2")


def _even(size: int) -> NDArray[np.float64]:
    return np.linspace(-1.0, 1.0, size)
