"""Many learning rates at once against single runs of the trainer."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import replace

from core.learning_rate_sweep import SweepRequest, learning_rate_sweep, rates_between
from core.optimizer import OptimizerConfig
from core.presets import preset_named
from core.trainer import Trainer

RATES, STEPS = 256, 1000
ROUNDS = 7


def seconds(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Return the median time of some work that was done once before."""
    work()
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def main() -> None:
    """Print the table."""
    config = replace(preset_named("tape").config(), dtype="float64")
    rates = rates_between(1e-3, 10.0, RATES)
    trainer = Trainer(config)
    start = trainer.state()

    def single() -> None:
        for rate in rates:
            trainer.restore(start.with_learning_rate(float(rate)))
            trainer.advance(STEPS)

    base = seconds(single, 3)
    print(f"{RATES} rates x {STEPS} steps, {len(config.problem.dataset or ())} points, float64:")
    print(f"  single runs by Trainer.advance, rows not kept {1000 * base:8.0f} ms   (baseline)")
    for name in ("sgd", "adam", "rmsprop", "lamb"):
        request = SweepRequest(config.problem, OptimizerConfig(name), rates, STEPS)
        found = learning_rate_sweep(request)
        taken = seconds(lambda request=request: learning_rate_sweep(request), 3)
        how = "one by one" if found.one_by_one else "at once"
        print(f"  sweep, {name:8} {how:10} {1000 * taken:23.0f} ms   {base / taken:6.1f} x")
