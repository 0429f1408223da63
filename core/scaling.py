"""Centring and standardising x, and what the parameters are in the original units."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray


class ScalingKind(StrEnum):
    """What is done to x before training; nothing unless a person asks for it."""

    NONE = "none"
    CENTRE = "centre"
    STANDARDISE = "standardise"


@dataclass(frozen=True)
class Scaling:
    """x' = (x - offset) / factor.

    The line y = w' x' + b' is the line y = w x + b with w = w'/factor and b = b' - w offset.

    Attributes
    ----------
    kind : ScalingKind
        Which of the choices it is.
    offset : float
        The mean of x, in the units of x; 0 without scaling.
    factor : float
        The standard deviation of x (1/n), in the units of x; 1 unless standardised, and where x
        does not vary.
    """

    kind: ScalingKind = ScalingKind.NONE
    offset: float = 0.0
    factor: float = 1.0

    def apply(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return x in the chosen coordinates, shape as given."""
        return x if self.kind is ScalingKind.NONE else (x - self.offset) / self.factor

    def undone(self, x: float) -> float:
        """Return x in the original units; the inverse of `apply`."""
        return x if self.kind is ScalingKind.NONE else x * self.factor + self.offset

    def original(self, w: float, b: float) -> tuple[float, float]:
        """Return slope and intercept in the original units."""
        if self.kind is ScalingKind.NONE:
            return w, b
        slope = w / self.factor
        return slope, b - slope * self.offset

    def chosen(self, w: float, b: float) -> tuple[float, float]:
        """Return slope and intercept in the chosen coordinates; the inverse of `original`."""
        if self.kind is ScalingKind.NONE:
            return w, b
        return w * self.factor, b + w * self.offset


def scaling_of(x: NDArray[np.float64], kind: ScalingKind) -> Scaling:
    """Return the scaling of that kind for x, shape (n,)."""
    if kind is ScalingKind.NONE:
        return Scaling()
    # Divided first: neither the sum nor the squares of large values may overflow.
    size = float(np.abs(x).max()) or 1.0
    offset = float(np.mean(x / size)) * size
    if kind is ScalingKind.CENTRE:
        return Scaling(kind, offset)
    varies = np.ptp(x / size) > 0.0
    factor = float(np.std(x / size)) * size if varies else 1.0
    return Scaling(kind, offset, factor)
