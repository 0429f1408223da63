"""How many updates a chunk makes."""

from __future__ import annotations

import pytest

from core.program import ROWS
from core.tempo import CHUNK_SECONDS, MORE_SECONDS, Tempo


def _settled(call: float, update: float, rounds: int = 60) -> int:
    """Return the size of chunks where calls and updates take so many seconds."""
    tempo = Tempo()
    for _ in range(rounds):
        count = tempo.most()
        tempo.made(count, call + count * update)
    return tempo.most()


def test_the_first_chunk_is_one_update() -> None:
    assert Tempo().most() == 1


@pytest.mark.parametrize("update", [1e-7, 1e-6, 1e-5, 1e-3])
@pytest.mark.parametrize("call", [1e-4, 5e-3, 4e-2])
def test_chunks_take_about_as_long_as_they_may_whatever_the_calls_cost(
    call: float, update: float
) -> None:
    """The many calls of a race must not make each chunk smaller than the one before."""
    count = _settled(call, update)
    seconds = count * update
    assert 1 <= count <= ROWS
    assert seconds <= max(2.0 * max(CHUNK_SECONDS, MORE_SECONDS), update)
    assert count == ROWS or seconds >= 0.2 * CHUNK_SECONDS


def test_what_was_measured_is_forgotten_with_other_runs() -> None:
    tempo = Tempo()
    for _ in range(20):
        tempo.made(tempo.most(), 1e-3)
    assert tempo.most() > 100
    tempo.begin()
    assert tempo.most() == 1
