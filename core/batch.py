"""Mini-batches: which rows of the data each update sees.

The rows of one epoch after the other form an endless stream, which is cut into batches of equal
size, as ``dataset.shuffle(n).repeat().batch(size)`` of tf.data does: no row is left out and every
row is used equally often, though a batch may reach from one epoch into the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError

BLOCK_ROWS = 2**16
"""About so many rows are shuffled at once."""


@dataclass(frozen=True)
class Batch:
    """How the data are cut into batches.

    Attributes
    ----------
    size : int
        Rows of a batch.
    shuffle : bool
        Another order of the rows in every epoch; else always the data's own.
    seed : int
        Of the shuffling; the order of an epoch follows from the seed and its number alone.
    """

    size: int
    shuffle: bool = True
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse a size that is no number of rows.

        Raises
        ------
        InputError
            If the size is below 1.
        """
        if self.size < 1:
            raise InputError("bad_batch_size", size=self.size)

    def rows(self, first: int, count: int, n: int) -> NDArray[np.int32]:
        """Return the rows of the data that the batches of some steps hold.

        Parameters
        ----------
        first : int
            The first step; its batch is that of the update from `first` to `first` + 1.
        count : int
            How many steps.
        n : int
            Rows of the data.

        Returns
        -------
        ndarray of int32, shape (count, size)
        """
        epochs = max(1, BLOCK_ROWS // n)
        begin, end = first * self.size, (first + count) * self.size
        blocks = range(begin // (epochs * n), -(-end // (epochs * n)))
        stream = np.concatenate([_block(self, n, epochs, number) for number in blocks])
        begin -= blocks.start * epochs * n
        return stream[begin : begin + count * self.size].reshape(count, self.size)

    def epoch(self, step: int, n: int) -> float:
        """Return how many times the data have been seen after so many updates."""
        return step * self.size / n


@lru_cache(maxsize=8)
def _block(batch: Batch, n: int, epochs: int, number: int) -> NDArray[np.int32]:
    """Return the order of some epochs one after the other, shape (epochs * n,)."""
    order = np.tile(np.arange(n, dtype=np.int32), (epochs, 1))
    if batch.shuffle:
        order = np.random.default_rng([batch.seed, n, number]).permuted(order, axis=1)
    return order.reshape(-1)
