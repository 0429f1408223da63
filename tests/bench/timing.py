"""How a speed is measured: several rounds in turn, the median of each."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping


def rates(work: Mapping[str, Callable[[], int]], rounds: int = 7) -> dict[str, float]:
    """Return the median rate (units per second) of each piece of work.

    The pieces run in turn, round after round, so that a drift of the machine's speed reaches
    all of them; each has one warm-up. A piece returns how many units it did.
    """
    measured: dict[str, list[float]] = {name: [] for name in work}
    for name in work:
        work[name]()
    for _ in range(rounds):
        for name, piece in work.items():
            begun = time.perf_counter()
            units = piece()
            measured[name].append(units / (time.perf_counter() - begun))
    return {name: statistics.median(values) for name, values in measured.items()}
