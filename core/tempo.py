"""How many updates a chunk makes: as many as keep commands from waiting long."""

from __future__ import annotations

from core.program import ROWS

CHUNK_SECONDS = 0.01
"""About how long a chunk of one run may take: commands wait at most that long."""

MORE_SECONDS = 0.015
"""How long the updates may take where the calls alone take longer than a chunk, as in a race."""

FIRST_RATE = 1.0 / CHUNK_SECONDS
"""Steps per second a new run is believed to make."""


class Tempo:
    """Chooses the size of the next chunk by how long the last ones took.

    A chunk takes a time for its calls, one for each run that advances, and a time for its updates.
    Only the second one grows with the size: were both taken together, the many calls of a race
    would look like slow updates, and each chunk would be smaller than the one before.

    Attributes
    ----------
    rate : float
        Steps per second of each run, measured.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Forget what was measured: other runs advance from now on."""
        self.rate = FIRST_RATE
        self._calls: float | None = None
        self._update = 0.0
        self._last = 0

    def most(self) -> int:
        """Return how many updates the next chunk may make: at most twice as many as the last."""
        if self._calls is None:
            return 1
        seconds = max(CHUNK_SECONDS - self._calls, min(self._calls, MORE_SECONDS))
        fit = 1 + int(min(seconds / max(self._update, 1e-9), ROWS))
        return min(ROWS, 2 * self._last, fit)

    def made(self, count: int, seconds: float) -> None:
        """Take note of a chunk of `count` updates."""
        # Half old, half new: one slow chunk (a compile) must not set the pace for long.
        self.rate = 0.5 * self.rate + 0.5 * count / seconds
        self._last = count
        if count == 1:
            self._calls = seconds if self._calls is None else 0.5 * (self._calls + seconds)
            # What looked too slow for more than one is tried again from time to time.
            self._update *= 0.9
            return
        calls = seconds if self._calls is None else min(self._calls, seconds)
        self._calls = calls
        self._update = 0.5 * self._update + 0.5 * (seconds - calls) / (count - 1)
