"""A column of the record made small enough to draw, with its peaks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.columns import Role
from core.history import CHUNK_ROWS, HistoryView

MOST_BUCKETS = 700

HEAD = 512
"""So many first rows stay as they are: a logarithmic axis of steps spreads them out."""

Array = NDArray[np.float64]


class Envelope:
    """Smallest and largest value of each bucket of steps; only new rows are looked at again.

    Parameters
    ----------
    role : Role
        Which column, one that does not belong to a parameter.
    """

    def __init__(self, role: Role = Role.LOSS) -> None:
        self._role = role
        self._first: Array | None = None
        self._size = 0
        self._full: list[tuple[Array, Array]] = []

    def points(self, history: HistoryView) -> tuple[Array, Array]:
        """Return steps and values of the whole record, two points a bucket.

        Up to twice `MOST_BUCKETS` rows are returned as they are.
        """
        count = len(history)
        if count <= 2 * MOST_BUCKETS:
            return history.values(Role.STEP), history.values(self._role)
        size = 1 << (count // MOST_BUCKETS).bit_length()
        size = min(size, CHUNK_ROWS)
        parts = self._parts(history, size)
        low = np.concatenate([part[0] for part in parts])
        high = np.concatenate([part[1] for part in parts])
        steps = np.repeat(history.every(size, Role.STEP), 2)
        values = np.empty(2 * len(low))
        values[0::2], values[1::2] = high, low
        return self._with_head(history, steps, values, size)

    def _parts(self, history: HistoryView, size: int) -> list[tuple[Array, Array]]:
        at = history.layout.slices[self._role].start
        # Another run, or the same one thinned, has other chunks: the first one tells the record.
        if history.chunks[0] is not self._first or size != self._size:
            self._first, self._size, self._full = history.chunks[0], size, []
        full = len(history) // CHUNK_ROWS
        for chunk in history.chunks[len(self._full) : full]:
            self._full.append(_buckets(chunk[at], size))
        rest = history.chunks[full:]
        last = [_buckets(chunk[at, : len(history) - full * CHUNK_ROWS], size) for chunk in rest]
        return [*self._full, *(part for part in last if len(part[0]))]

    def _with_head(
        self, history: HistoryView, steps: Array, values: Array, size: int
    ) -> tuple[Array, Array]:
        """Replace the buckets of the first rows by the rows, and cut the one that reaches over."""
        slices = history.layout.slices
        step, value = (history.chunks[0][slices[role].start] for role in (Role.STEP, self._role))
        rest = value[HEAD:size]
        low, high = _buckets(rest, max(len(rest), 1))
        after = 2 * max(HEAD // size, 1)
        return (
            np.concatenate([step[:HEAD], np.repeat(step[HEAD], 2 * len(low)), steps[after:]]),
            np.concatenate([value[:HEAD], high, low, values[after:]]),
        )


def _buckets(values: Array, size: int) -> tuple[Array, Array]:
    if not len(values):
        return values, values
    starts = np.arange(0, len(values), size)
    return np.fmin.reduceat(values, starts), np.fmax.reduceat(values, starts)
