"""Showing the recorded steps one after the other, as fast as they would be made."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

FLAT_OUT_SECONDS = 10.0
"""At full speed the whole record takes so long: faster nobody could see anything."""

LEAST_PACE = 20.0
"""Steps per second that full speed is at least."""


@dataclass
class Playback:
    """Which step is to be shown now.

    Attributes
    ----------
    first, last : int
        Where playing begins and ends.
    pace : float or None
        Steps per second; None: as fast as can be followed.
    begun : float
        When it began, by ``time.monotonic``.
    """

    first: int
    last: int
    pace: float | None
    begun: float = field(default_factory=time.monotonic)

    def step(self) -> int:
        """Return the step that playing has come to."""
        pace = self.pace
        if pace is None:
            pace = max((self.last - self.first) / FLAT_OUT_SECONDS, LEAST_PACE)
        return min(self.last, self.first + int((time.monotonic() - self.begun) * pace))
