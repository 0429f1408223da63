"""Models: how parameters and x become a prediction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class Model(Protocol):
    """Named scalar parameters and a prediction that works element by element.

    It is written with ``+``, ``*`` and functions of the array's own library only, so that it
    serves TensorFlow (training) and NumPy (drawing the line) alike.
    """

    @property
    def names(self) -> tuple[str, ...]:
        """Parameter names, in order."""
        ...

    def predict(self, parameters: Sequence[Any], x: Any) -> Any:
        """Return the prediction at x; parameters are scalars, or (k,) with x of shape (n, 1)."""
        ...

    def magnitude(self, sizes: Sequence[Any], x_size: Any) -> Any:
        """Return a bound of the terms of the prediction, given abs(parameters) and max abs(x)."""
        ...


@dataclass(frozen=True)
class LinearModel:
    """The straight line: prediction = w * x + b."""

    names: tuple[str, ...] = ("w", "b")

    def predict(self, parameters: Sequence[Any], x: Any) -> Any:
        """Return w * x + b."""
        w, b = parameters
        return w * x + b

    def magnitude(self, sizes: Sequence[Any], x_size: Any) -> Any:
        """Return abs(w) max abs(x) + abs(b)."""
        return self.predict(sizes, x_size)
