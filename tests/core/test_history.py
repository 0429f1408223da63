"""The record: views that stay valid, thinning within the budget, and lookup by step."""

from __future__ import annotations

import threading
import tracemalloc
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.columns import Layout, Role
from core.history import CHUNK_ROWS, DEFAULT_BUDGET, History, HistoryView

LAYOUT = Layout(("w",))
WIDTH = len(LAYOUT)
CHUNK_BYTES = CHUNK_ROWS * WIDTH * 8


def _rows(first: int, count: int, layout: Layout = LAYOUT) -> NDArray[np.float64]:
    """Return rows whose every value tells step and column."""
    steps = np.arange(first, first + count, dtype=float)
    rows = steps[:, None] + np.arange(len(layout)) / 1024.0
    return rows


def _filled(count: int, budget: int = DEFAULT_BUDGET, notable: Sequence[int] = ()) -> History:
    history = History(LAYOUT, budget, set(notable))
    for first in range(0, count, 5000):
        history.append(_rows(first, min(5000, count - first)))
    return history


def _steps(view: HistoryView) -> list[int]:
    return view.values(Role.STEP).astype(int).tolist()


def _assert_whole(view: HistoryView, steps: Sequence[int]) -> None:
    """Every row of the view is the row of its step, in every column."""
    assert _steps(view) == list(steps)
    for i, column in enumerate(LAYOUT.columns):
        element = [c for c in LAYOUT.columns if c.role is column.role].index(column)
        assert view.values(column.role, element).tolist() == [s + i / 1024.0 for s in steps]


# Reading.


def test_an_empty_record_is_empty() -> None:
    view = History(LAYOUT).view
    assert len(view) == 0
    assert view.values(Role.LOSS).shape == (0,)
    with pytest.raises(IndexError):
        view.row(0)
    with pytest.raises(IndexError):
        view.row(-1)


@settings(deadline=None, max_examples=30)
@given(blocks=st.lists(st.sampled_from([0, 1, 7, 100, 8191, 8192, 8193, 20_000]), max_size=6))
def test_blocks_of_any_length_come_back_whole(blocks: list[int]) -> None:
    history, first = History(LAYOUT), 0
    for count in blocks:
        history.append(_rows(first, count))
        first += count
    assert len(history.view) == first
    _assert_whole(history.view, range(first))
    if first:
        assert history.view.last_step == first - 1
        assert history.view.row(first // 2).values.tolist() == _rows(first // 2, 1)[0].tolist()
        assert history.view.row(-1).step == first - 1
    for wrong in (first, -first - 1):
        with pytest.raises(IndexError):
            history.view.row(wrong)


@pytest.mark.parametrize("count", [1, 100, CHUNK_ROWS, CHUNK_ROWS + 1, 3 * CHUNK_ROWS])
def test_values_from_a_row_on_are_the_tail(count: int) -> None:
    view = _filled(count).view
    for start in {0, 1, count // 2, count - 1, count, CHUNK_ROWS - 1, CHUNK_ROWS, count + 99_999}:
        assert view.values(Role.STEP, start=start).tolist() == list(range(start, count))


@settings(deadline=None, max_examples=100)
@given(
    steps=st.lists(st.integers(0, 50_000), min_size=1, max_size=300, unique=True),
    copies=st.sampled_from([1, 40]),
    asked=st.lists(st.integers(-5, 100_000), max_size=30),
)
def test_index_of_a_step_is_the_last_row_at_or_before_it(
    steps: list[int], copies: int, asked: list[int]
) -> None:
    """Also over the border of a chunk: 40 copies of up to 300 steps, one behind another."""
    once = np.array(sorted(steps))
    known = np.concatenate([once + i * 50_001 for i in range(copies)])
    rows = np.zeros((len(known), WIDTH))
    rows[:, 0] = known
    history = History(LAYOUT)
    history.append(rows)
    for step in [*asked, *once[:5], int(known[-1]), int(known[-1]) + 1]:
        at_or_before = np.flatnonzero(known <= step)
        wanted = at_or_before[-1] if len(at_or_before) else 0
        assert history.view.index_of(step) == wanted


# Views while rows come in.


def test_a_view_stays_as_it_was_while_rows_are_added_and_thinned() -> None:
    history, views = History(LAYOUT, 3 * CHUNK_BYTES), []
    for first in range(0, 60_000, 1000):
        history.append(_rows(first, 1000))
        views.append((history.view, _steps(history.view)))
    assert history.stride > 1
    for view, steps in views:
        _assert_whole(view, steps)


def test_views_are_whole_while_another_thread_appends() -> None:
    history, done = History(LAYOUT, 6 * CHUNK_BYTES), threading.Event()

    def append() -> None:
        for first in range(0, 400_000, 137):
            history.append(_rows(first, 137))
        done.set()

    writer = threading.Thread(target=append)
    writer.start()
    seen, newest = 0, -1
    while True:
        last_round = done.is_set()
        view = history.view
        steps = view.values(Role.STEP)
        assert len(steps) == len(view)
        loss = view.values(Role.LOSS)
        at = LAYOUT.slices[Role.LOSS].start
        assert np.array_equal(loss, steps + at / 1024.0)
        if len(view):
            assert (np.diff(steps) > 0).all() and steps[0] == 0
            assert view.last_step == steps[-1] >= newest
            newest = view.last_step
        seen += 1
        if last_round:
            break
    writer.join()
    assert seen > 10
    assert newest == 400_000 // 137 * 137 + 136


# Thinning.


def test_a_record_within_its_budget_keeps_every_step() -> None:
    history = _filled(3 * CHUNK_ROWS, budget=3 * CHUNK_BYTES)
    assert history.stride == 1
    _assert_whole(history.view, range(3 * CHUNK_ROWS))


@settings(deadline=None, max_examples=25)
@given(
    count=st.integers(1, 150_000),
    chunks=st.integers(2, 6),
    notable=st.sets(st.integers(0, 150_000), max_size=20),
)
def test_thinning_keeps_ends_and_notable_steps_evenly_within_the_budget(
    count: int, chunks: int, notable: set[int]
) -> None:
    history = _filled(count, chunks * CHUNK_BYTES, sorted(notable))
    view = history.view
    steps = _steps(view)
    held = sum(chunk.nbytes for chunk in view.chunks)
    assert held <= chunks * CHUNK_BYTES
    assert steps[0] == 0 and steps[-1] == count - 1
    assert {s for s in notable if s < count} <= set(steps)
    _assert_whole(view, steps)
    _assert_evenly_thinned(steps, history.stride, notable)
    if count > chunks * CHUNK_ROWS:
        # Far more than a few are left: thinning halves, it does not empty.
        assert len(steps) >= (chunks * CHUNK_ROWS) // 2 - CHUNK_ROWS


def _assert_evenly_thinned(steps: list[int], stride: int, notable: set[int]) -> None:
    """All multiples of the stride are there; others only if notable or newer than the thinning."""
    assert stride & (stride - 1) == 0
    assert set(range(0, steps[-1] + 1, stride)) <= set(steps)
    others = [s for s in steps if s % stride and s not in notable]
    # What came after the newest row of the last thinning is whole.
    if others:
        assert set(range(others[0], steps[-1] + 1)) <= set(steps)


def test_a_notable_step_outlives_many_thinnings() -> None:
    history = _filled(1_000_000, 4 * CHUNK_BYTES, notable=[12_345, 77_777])
    # As fine as half of the budget allows, not finer and not coarser than that.
    assert history.stride == 64
    view = history.view
    for step in (0, 12_345, 77_777, 999_999):
        assert view.row(view.index_of(step)).step == step


@pytest.mark.parametrize("slots", [0, 6])
def test_a_million_rows_take_less_than_256_megabytes(slots: int) -> None:
    layout = Layout(("w", "b"), tuple(f"slot{i}" for i in range(slots)))
    history = History(layout)
    block = _rows(0, CHUNK_ROWS, layout)
    tracemalloc.start()
    try:
        for first in range(0, 1_000_000, CHUNK_ROWS):
            block[:, 0] = np.arange(first, first + CHUNK_ROWS)
            history.append(block)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert history.view.last_step >= 999_999
    assert sum(chunk.nbytes for chunk in history.view.chunks) <= DEFAULT_BUDGET
    assert 50e6 < peak < 256 * 2**20


def test_ten_million_rows_of_three_parameters_do_too() -> None:
    layout = Layout(("p", "q", "r"), ("slot",) * 9)
    history = History(layout)
    block = _rows(0, CHUNK_ROWS, layout)
    tracemalloc.start()
    try:
        for first in range(0, 10_000_000, CHUNK_ROWS):
            block[:, 0] = np.arange(first, first + CHUNK_ROWS)
            history.append(block)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert history.view.last_step >= 9_999_999
    assert peak < 256 * 2**20


def test_a_run_of_fifty_budgets_stays_even() -> None:
    """The stride grows with the length of the run, not with every overflow."""
    layout = Layout(("w", "b"))
    rows_of_budget = 4 * CHUNK_ROWS
    history = History(layout, budget=rows_of_budget * len(layout) * 8)
    total = 50 * rows_of_budget
    for first in range(0, total, CHUNK_ROWS):
        rows = np.zeros((CHUNK_ROWS, len(layout)))
        rows[:, 0] = np.arange(first, first + CHUNK_ROWS)
        history.append(rows)
    steps = history.view.values(Role.STEP)
    assert steps[0] == 0 and steps[-1] == total - 1
    assert np.diff(steps).max() <= history.stride <= 4 * total / rows_of_budget
    assert len(steps) >= rows_of_budget / 4
