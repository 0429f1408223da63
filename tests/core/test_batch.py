"""Which rows a mini-batch holds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.batch import Batch
from core.errors import InputError


@given(
    st.integers(1, 40), st.booleans(), st.integers(0, 5), st.integers(1, 60), st.integers(0, 500)
)
def test_every_row_is_seen_once_an_epoch(
    size: int, shuffle: bool, seed: int, n: int, epoch: int
) -> None:
    """Whatever the size: the stream of the epochs is cut, nothing is left out or repeated."""
    batch = Batch(size, shuffle, seed)
    first, last = epoch * n // size, -(-(epoch + 1) * n // size)
    stream = batch.rows(first, last - first, n).ravel()
    begin = epoch * n - first * size
    assert sorted(stream[begin : begin + n]) == list(range(n))


@given(st.integers(1, 30), st.integers(1, 50), st.integers(0, 10**7), st.integers(1, 200))
def test_a_batch_depends_on_its_step_alone(size: int, n: int, first: int, count: int) -> None:
    batch = Batch(size, seed=3)
    together = batch.rows(first, count, n)
    assert together.shape == (count, size) and together.dtype == np.int32
    for k in (0, count // 2, count - 1):
        assert together[k].tolist() == batch.rows(first + k, 1, n)[0].tolist()


def test_epochs_have_orders_of_their_own_and_seeds_too() -> None:
    rows = Batch(50, seed=0).rows(0, 4, 50)
    assert len({tuple(row) for row in rows}) == 4
    assert rows[0].tolist() != Batch(50, seed=1).rows(0, 1, 50)[0].tolist()
    assert Batch(3, shuffle=False).rows(1, 2, 5).tolist() == [[3, 4, 0], [1, 2, 3]]


def test_epochs_are_counted() -> None:
    assert Batch(10).epoch(25, 100) == 2.5


def test_a_batch_of_no_rows_is_refused() -> None:
    with pytest.raises(InputError, match="at least one row"):
        Batch(0)
