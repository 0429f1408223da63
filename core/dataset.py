"""Data to fit: x and y with their names."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
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
    by_hand : bool
        Whether points were added, moved or taken out by hand: no file and no formula tells them.
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
    by_hand: bool = False

    def __len__(self) -> int:
        """Return the number of rows n."""
        return len(self.x)

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Least and greatest x, least and greatest y."""
        return (
            float(self.x.min()), float(self.x.max()), float(self.y.min()), float(self.y.max()),
        )  # fmt: skip

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

    def with_point(self, x: float, y: float) -> Dataset:
        """Return the data as they came with one more row at the end.

        Parameters
        ----------
        x, y : float
            The new row, in the units of the data as they came.

        Raises
        ------
        InputError
            If a value is not finite.
        """
        old = self.original
        _refuse_nonfinite(x, y)
        return old._edited(np.append(old.x, float(x)), np.append(old.y, float(y)))

    def moved(self, row: int, x: float, y: float) -> Dataset:
        """Return the data as they came with other values in one row.

        Parameters
        ----------
        row : int
            Which row, counted from 0.
        x, y : float
            Its new values, in the units of the data as they came.

        Raises
        ------
        InputError
            If a value is not finite.
        """
        old = self.original
        _refuse_nonfinite(x, y)
        new_x, new_y = old.x.copy(), old.y.copy()
        new_x[row], new_y[row] = x, y
        return old._edited(new_x, new_y)

    def without(self, row: int) -> Dataset:
        """Return the data as they came without one row.

        Parameters
        ----------
        row : int
            Which row, counted from 0.

        Raises
        ------
        InputError
            If it is the only row.
        """
        old = self.original
        if len(old) == 1:
            raise InputError("last_point")
        return old._edited(np.delete(old.x, row), np.delete(old.y, row))

    def _edited(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> Dataset:
        """Return other rows under the same names; what told how they were made holds no more."""
        return Dataset(x, y, self.x_name, self.y_name, by_hand=True)


def _refuse_nonfinite(x: float, y: float) -> None:
    if not np.isfinite([x, y]).all():
        raise InputError("nonfinite_point", x=x, y=y)


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
