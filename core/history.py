"""The record of a run: columns by step, appended by one thread, read by others without a lock.

Rows are only ever added behind the count that a reader holds, and a thinned record is a new one
put in place of the old, so a view stays valid and unchanged for as long as it is held.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.columns import Layout, Role, Row

CHUNK_ROWS = 8192
DEFAULT_BUDGET = 160 * 2**20
"""Bytes of rows a history may hold before its middle is thinned; half as much again meanwhile."""


@dataclass(frozen=True, eq=False)
class HistoryView:
    """The rows recorded at one moment.

    Attributes
    ----------
    layout : Layout
        The columns.
    chunks : tuple of ndarray, each of shape (columns, CHUNK_ROWS)
        The rows, a column contiguous; the last chunk is filled in part.
    count : int
        Number of rows.
    """

    layout: Layout
    chunks: tuple[NDArray[np.float64], ...] = ()
    count: int = 0

    def __len__(self) -> int:
        """Return the number of rows."""
        return self.count

    def values(self, role: Role, element: int = 0, start: int = 0) -> NDArray[np.float64]:
        """Return a column from row index `start` on, shape (count - start,)."""
        at = self.layout.slices[role].start + element
        first = start // CHUNK_ROWS
        parts = [chunk[at] for chunk in self.chunks[first:]]
        if not parts:
            return np.empty(0)
        joined = parts[0] if len(parts) == 1 else np.concatenate(parts)
        return joined[start - first * CHUNK_ROWS : self.count - first * CHUNK_ROWS]

    def every(
        self, stride: int, role: Role, element: int = 0, stop: int | None = None
    ) -> NDArray[np.float64]:
        """Return every `stride`-th value of a column before row index `stop`, for drawing."""
        at = self.layout.slices[role].start + element
        end = self.count if stop is None else min(stop, self.count)
        parts = []
        for i, chunk in enumerate(self.chunks[: -(-end // CHUNK_ROWS)]):
            begin = i * CHUNK_ROWS
            parts.append(chunk[at, -begin % stride : end - begin : stride])
        return np.concatenate(parts) if parts else np.empty(0)

    def row(self, index: int) -> Row:
        """Return the row at an index, negative ones from the end.

        Raises
        ------
        IndexError
            If there is no such row.
        """
        at = index + self.count if index < 0 else index
        if not 0 <= at < self.count:
            raise IndexError(index)
        return Row(self.layout, self.chunks[at // CHUNK_ROWS][:, at % CHUNK_ROWS])

    def index_of(self, step: int) -> int:
        """Return the index of the last row at or before a step; the first row if none is."""
        low, high = 0, self.count
        while low < high:
            middle = (low + high) // 2
            if self.chunks[middle // CHUNK_ROWS][0, middle % CHUNK_ROWS] <= step:
                low = middle + 1
            else:
                high = middle
        return max(low - 1, 0)

    def until(self, count: int) -> HistoryView:
        """Return the first rows; rows appended to either record do not reach the other."""
        chunks = self.chunks[: -(-count // CHUNK_ROWS)]
        if count % CHUNK_ROWS:
            chunks = (*chunks[:-1], chunks[-1].copy())
        return HistoryView(self.layout, chunks, count)

    def in_layout(self, layout: Layout) -> HistoryView:
        """Return the rows in another layout, NaN where there is no such column here."""
        places = {column.name: i for i, column in enumerate(self.layout.columns)}
        sources = [places.get(column.name, -1) for column in layout.columns]
        chunks = tuple(
            np.vstack([chunk, np.full(CHUNK_ROWS, np.nan)])[sources] for chunk in self.chunks
        )
        return HistoryView(layout, chunks, self.count)

    @property
    def last_step(self) -> int:
        """The newest step's number."""
        return self.row(-1).step


@dataclass(eq=False)
class History:
    """A growing record within a memory budget.

    Past the budget only every `stride`-th step stays, and the stride doubles until half of the
    rows are gone: the older part is even, the newest steps are whole. First and notable steps
    always stay.
    """

    layout: Layout
    budget: int = DEFAULT_BUDGET
    notable: set[int] = field(default_factory=set)
    stride: int = 1
    _view: HistoryView = field(init=False)

    def __post_init__(self) -> None:
        """Start empty."""
        self._view = HistoryView(self.layout)

    @classmethod
    def holding(cls, view: HistoryView, notable: set[int], budget: int = DEFAULT_BUDGET) -> History:
        """Return a record that goes on after the rows of a view; the view stays as it is."""
        new = cls(view.layout, budget, notable)
        new._view = view.until(view.count)
        return new

    def before(self, step: int, layout: Layout) -> History:
        """Return a record that goes on after the rows before a step, in another layout or this.

        What is not known in that layout is NaN.
        """
        new = History(layout, self.budget, {s for s in self.notable if s < step}, self.stride)
        view = self._view.until(self._view.index_of(step - 1) + 1 if step > 0 else 0)
        new._view = view if layout == self.layout else view.in_layout(layout)
        return new

    @property
    def view(self) -> HistoryView:
        """The rows so far; safe to read from any thread while rows are appended."""
        return self._view

    def append(self, rows: NDArray[np.float64]) -> None:
        """Add rows, shape (k, columns), in the order of their steps."""
        self._view = _appended(self._view, rows)
        if len(self._view.chunks) * CHUNK_ROWS * len(self.layout) * 8 > self.budget:
            self._thin()

    def _thin(self) -> None:
        always = {0, self._view.last_step, *self.notable}
        # Rows that came since the last time are still whole: the present stride may do.
        self.stride = max(self.stride, 2)
        steps = self._view.values(Role.STEP).astype(np.int64)
        most = len(steps) // 2 + 1
        while np.count_nonzero(steps % self.stride == 0) > most and self.stride < steps[-1]:
            self.stride *= 2
        self._view = self._at_stride(always)

    def _at_stride(self, always: set[int]) -> HistoryView:
        new = HistoryView(self.layout)
        for rows in _filled(self._view):
            steps = rows[:, 0].astype(np.int64)
            keep = (steps % self.stride == 0) | np.isin(steps, list(always))
            new = _appended(new, rows[keep])
        return new


def _filled(view: HistoryView) -> Iterable[NDArray[np.float64]]:
    for i, chunk in enumerate(view.chunks):
        yield chunk[:, : view.count - i * CHUNK_ROWS].T


def _appended(view: HistoryView, rows: NDArray[np.float64]) -> HistoryView:
    chunks, count, done = view.chunks, view.count, 0
    while done < len(rows):
        at = count % CHUNK_ROWS
        if at == 0:
            chunks = (*chunks, np.empty((len(view.layout), CHUNK_ROWS)))
        part = rows[done : done + CHUNK_ROWS - at]
        chunks[-1][:, at : at + len(part)] = part.T
        count += len(part)
        done += len(part)
    return HistoryView(view.layout, chunks, count)
