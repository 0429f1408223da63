"""Memory: a run of a million steps, and fifty changes of data, loss and optimizer."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import psutil

from core.config import RunConfig
from core.dataset import Dataset
from core.loss import LOSSES
from core.optimizer import OPTIMIZERS, OptimizerConfig
from core.presets import preset_named
from core.problem import fit_problem
from core.program import ROWS
from core.run import Run
from core.stop_rules import StopRules
from core.tensorflow_import import load_tensorflow


def resident() -> float:
    """Return this process' resident memory in MB."""
    return float(psutil.Process().memory_info().rss) / 2**20


def changes(count: int) -> list[RunConfig]:
    """Return settings in which data, loss and optimizer change in turn."""
    random = np.random.RandomState(0)
    losses, optimizers = itertools.cycle(LOSSES.values()), itertools.cycle(OPTIMIZERS)
    found = []
    for i in range(count):
        x = random.randn(50 + 7 * i)
        data = Dataset(x, 2.0 * x + random.randn(len(x)))
        problem = fit_problem(next(losses), data)
        found.append(RunConfig(problem, optimizer=OptimizerConfig(next(optimizers), 0.01)))
    return found


def main() -> None:
    """Print the table."""
    load_tensorflow()
    config = replace(preset_named("tape").config(), stop=StopRules(1_000_000))
    run = Run(1, config.with_learning_rate(1e-3))
    before = resident()
    while run.step < run.limit:
        run.advance(ROWS)
    chunks = run.history.view.chunks
    rows = sum(chunk.nbytes for chunk in chunks) / 2**20
    print(f"1,000,000 steps: record {rows:.0f} MB, process grew by {resident() - before:.0f} MB")
    del run, chunks
    configs = changes(50)
    for name, part in (("first", configs), ("the same again", configs)):
        before = resident()
        for config in part:
            Run(1, config).advance(100)
        print(f"50 changes of data, loss and optimizer, {name}: {resident() - before:+.0f} MB")
