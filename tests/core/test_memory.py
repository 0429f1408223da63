"""Memory stays bounded: what TensorFlow keeps of a program is paid once, not at every change."""

from __future__ import annotations

import itertools

import numpy as np
import psutil

from core.config import RunConfig
from core.dataset import Dataset
from core.loss import LOSSES
from core.optimizer import OptimizerConfig
from core.problem import fit_problem
from core.run import Run
from core.tensorflow_import import load_tensorflow

GROWTH_MB = 60
"""Far below fifty programs of some 8 MB each."""


def resident() -> float:
    return psutil.Process().memory_info().rss / 2**20


def test_fifty_changes_back_and_forth_leave_memory_bounded() -> None:
    load_tensorflow()
    random = np.random.RandomState(0)
    few = itertools.product(("mse", "mae"), ("sgd", "adam"))
    kinds = [(LOSSES[loss], OptimizerConfig(name, 0.01)) for loss, name in few]

    def change(i: int) -> None:
        loss, optimizer = kinds[i % len(kinds)]
        x = random.randn(64)
        Run(1, RunConfig(fit_problem(loss, Dataset(x, 2.0 * x)), optimizer=optimizer)).advance(50)

    for i in range(len(kinds)):
        change(i)
    before = resident()
    for i in range(50):
        change(i)
    assert resident() - before < GROWTH_MB
