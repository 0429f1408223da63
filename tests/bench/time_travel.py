"""Visiting any step of a run of ten million steps, and the memory of a hundred million."""

from __future__ import annotations

import random
import time
from dataclasses import replace

from core.presets import preset_named
from core.program import ROWS
from core.run import Run
from core.stop_rules import StopRules
from tests.bench.memory import resident

LONG, LONGEST = 10**7, 10**8
VISITS = 200


def main() -> None:
    """Print the table."""
    config = preset_named("tape").config().with_learning_rate(1e-3)
    config = replace(config, stop=StopRules(LONGEST))
    run = Run(1, config)
    run.advance(1)
    before = resident()
    peak = 0.0
    begun = time.perf_counter()
    while run.step < LONGEST:
        run.advance(ROWS)
        if run.step % (100 * ROWS) < ROWS:
            peak = max(peak, resident() - before)
        if run.step - ROWS < LONG <= run.step:
            _visit(run)
    seconds = time.perf_counter() - begun
    print(
        f"{run.step:,} steps in {seconds:.0f} s: process grew by {resident() - before:.0f} MB, "
        f"at most {peak:.0f} MB; every {run.history.stride}th step kept"
    )


def _visit(run: Run) -> None:
    chosen = random.Random(0)
    times = []
    for _ in range(VISITS):
        step = chosen.randrange(run.step)
        begun = time.perf_counter()
        row, _ = run.exact(step)
        times.append(1000.0 * (time.perf_counter() - begun))
        assert row.step == step
    times.sort()
    print(
        f"visiting {VISITS} steps of {run.step:,}, every {run.history.stride}th kept: "
        f"median {times[VISITS // 2]:.1f} ms, slowest {times[-1]:.1f} ms"
    )
