"""Data to fit: x and y with their names."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from core.scaling import Scaling, ScalingKind, scaling_of
from core.table.choices import Account


@dataclass(frozen=True, eq=False)
class Dataset:
    """Rows of (x, y).

    Attributes
    ----------
    x, y : ndarray of float64, shape (n,)
        The values, finite, in the order of the source; x as `scaling` says.
    x_name, y_name : str
        Column names, shown on the axes.
    formula : str or None
        How synthetic data were made, e.g. ``y = 2x + 10``.
    path : str or None
        The file they came from.
    noise : float
        Standard deviation of the normal noise added to y.
    seed : int
        Seed of that noise.
    scaling : Scaling
        What was done to x.
    source : Dataset or None
        The data before that; None where nothing was done.
    account : Account or None
        What became of the rows of the table they were read from.
    """

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    x_name: str = "x"
    y_name: str = "y"
    formula: str | None = None
    path: str | None = None
    noise: float = 0.0
    seed: int = 0
    scaling: Scaling = field(default_factory=Scaling)
    source: Dataset | None = None
    account: Account | None = None

    def __len__(self) -> int:
        """Return the number of rows n."""
        return len(self.x)

    @property
    def original(self) -> Dataset:
        """The data as they came."""
        return self if self.source is None else self.source

    def taken(self, rows: NDArray[np.integer]) -> Dataset:
        """Return some of the rows, as scaled as they are."""
        return replace(self, x=self.x[rows], y=self.y[rows], source=None)

    def scaled(self, kind: ScalingKind) -> Dataset:
        """Return the data as they came with x scaled in that way."""
        source = self.original
        if kind is ScalingKind.NONE:
            return source
        scaling = scaling_of(source.x, kind)
        return replace(source, x=scaling.apply(source.x), scaling=scaling, source=source)


def noisy_line(
    x: NDArray[np.float64], w: float, b: float, noise: float, seed: int, formula: str
) -> Dataset:
    """Return y = w x + b + noise * standard normal.

    The noise is ``numpy.random.RandomState(seed).randn(n)``, so that a program that calls
    ``np.random.seed(seed)`` and ``np.random.randn`` has the same numbers.
    """
    y = w * x + b
    if noise:
        y = y + noise * np.random.RandomState(seed).randn(len(x))
    return Dataset(x, y, formula=formula, noise=noise, seed=seed)
