"""The worst check of each stretch of a run, few enough to draw: no spike is lost."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.columns import Layout, Role
from core.history import CHUNK_ROWS, HistoryView

MOST_POINTS = 1400

Array = NDArray[np.float64]


class Worst(NamedTuple):
    """Steps, with the difference and the error allowed of the parameter that is farthest off."""

    steps: Array
    differences: Array
    allowed: Array


class WorstErrors:
    """The rows with the largest difference relative to the error allowed.

    Only new rows are looked at again.
    """

    def __init__(self) -> None:
        self._first: Array | None = None
        self._size = 0
        self._full: list[Array] = []

    def points(self, history: HistoryView) -> Worst:
        """Return the worst row of each bucket of rows; of a short record, every row."""
        size = 1
        while len(history) > MOST_POINTS * size and size < CHUNK_ROWS:
            size *= 2
        # Another run, or the same one thinned, has other chunks: the first one tells the record.
        if not history.chunks or history.chunks[0] is not self._first or size != self._size:
            self._first, self._full = history.chunks[0] if history.chunks else None, []
            self._size = size
        full = len(history) // CHUNK_ROWS
        for chunk in history.chunks[len(self._full) : full]:
            self._full.append(_thinned(_worst(history.layout, chunk), size))
        rest = [chunk[:, : len(history) - full * CHUNK_ROWS] for chunk in history.chunks[full:]]
        parts = [*self._full, *(_thinned(_worst(history.layout, chunk), size) for chunk in rest)]
        steps, differences, allowed, _ = (
            np.concatenate(parts, axis=1) if parts else np.empty((4, 0))
        )
        return Worst(steps, differences, allowed)


def worst_of(layout: Layout, values: Array) -> tuple[float, float]:
    """Return difference and allowed error of the worst parameter of one row."""
    _, difference, allowed, _ = _worst(layout, values[:, None])[:, 0]
    return float(difference), float(allowed)


def _worst(layout: Layout, rows: Array) -> Array:
    """Return step, difference, allowed error and their ratio: columns of shape (4, k)."""
    errors = np.abs(rows[layout.slices[Role.ERROR]])
    allowed = rows[layout.slices[Role.TOLERANCE]]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratios = np.where(errors == 0.0, 0.0, errors / allowed)
    ratios = np.where(np.isnan(ratios), -1.0, ratios)
    at = np.argmax(ratios, axis=0)[None, :]
    picked = [np.take_along_axis(part, at, axis=0) for part in (errors, allowed, ratios)]
    return np.concatenate([rows[layout.slices[Role.STEP]], *picked])


def _thinned(worst: Array, size: int) -> Array:
    """Return the worst of each `size` columns."""
    count = worst.shape[1]
    if size == 1 or count == 0:
        return worst
    room = -count % size
    ratios = np.append(worst[3], np.full(room, -2.0)).reshape(-1, size)
    at = np.argmax(ratios, axis=1) + size * np.arange(len(ratios))
    return np.asarray(worst[:, at])
