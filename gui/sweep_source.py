"""Which learning rates are to be tried, and what came of it."""

from __future__ import annotations

import time

from core.learning_rate_sweep import Sweep, SweepRequest
from core.runner import Runner
from core.snapshot import Snapshot
from core.sweep_program import works_by_entry

PATIENCE = 0.5
"""Seconds that a sweep may take before a newer one takes its place."""


class SweepSource:
    """Lets sweeps be made one after the other, the newest wanted next.

    A start that is dragged would else replace each one before it is done, and none would come.

    Parameters
    ----------
    runner : Runner
        Whose thread makes them.
    """

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._under_way: SweepRequest | None = None
        self._next: SweepRequest | None = None
        self._begun = 0.0

    def want(self, request: SweepRequest) -> None:
        """Make a sweep as soon as the one under way is done, or takes too long."""
        self._next, now = request, self._under_way
        slow = now is not None and not works_by_entry(now.optimizer)
        if now is None or slow or time.monotonic() > self._begun + PATIENCE:
            self._begin()

    def take(self, snapshot: Snapshot) -> None:
        """Begin the next sweep once the last one has come."""
        if snapshot.sweep is not None and snapshot.sweep.request is self._under_way:
            self._under_way = None
            self._begin()

    def _begin(self) -> None:
        if self._next is not None:
            self._under_way, self._next = self._next, None
            self._begun = time.monotonic()
            self._runner.request_sweep(self._under_way)


def belongs(found: Sweep, request: SweepRequest | None) -> bool:
    """Whether a sweep is that of a request, or one before of the same kind: better than none."""
    if request is None:
        return False
    asked = found.request
    same = asked.problem.dataset is request.problem.dataset
    return same and (asked.momenta is None) == (request.momenta is None)
