"""The exported script: run by a Python of its own, it comes to the numbers of the run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.batch import Batch
from core.config import RunConfig
from core.dataset import Dataset
from core.errors import InputError
from core.gradient_bugs import with_bug
from core.loss import LOSSES
from core.optimizer import OPTIMIZERS, OptimizerConfig
from core.run import Run
from core.scaling import ScalingKind
from core.schedule import Schedule
from core.script_export import INLINE_ROWS, script_of, write_script
from core.script_text import _round_interval
from core.stop_rules import StopRules
from tests.core.helpers import Rosenbrock, fit_config, linear_dataset

STEPS = 20
TOLERANCE = {"float32": 1e-5, "float64": 1e-12}

RUN_ALL = """
import contextlib, io, json, runpy, sys
printed = []
for path in sys.argv[1:]:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        runpy.run_path(path, run_name="__main__")
    printed.append(out.getvalue())
print(json.dumps(printed))
"""
"""Runs scripts one after the other: TensorFlow is imported once for all of them."""


def _config(
    optimizer: str, dtype: str, loss: str = "mse", rate: float = 0.05, schedule: Schedule | None = None,
    batch: Batch | None = None, scaling: ScalingKind = ScalingKind.NONE, rows: int = 12,
    **hyperparameters: Any,
) -> RunConfig:  # fmt: skip
    settings = tuple(sorted(hyperparameters.items()))
    chosen = OptimizerConfig(optimizer, rate, settings, schedule or Schedule())
    config = fit_config(linear_dataset(rows), (0.3, -0.7), loss, dtype, chosen, batch=batch)
    return replace(config, problem=config.problem.scaled(scaling))


def _schedule(kind: str, **settings: Any) -> Schedule:
    return Schedule(kind, tuple(sorted(settings.items())))


EXPONENTIAL = _schedule("exponential", decay_steps=7, decay_rate=0.7)
COSINE = _schedule("cosine", decay_steps=15, warmup_steps=5, alpha=0.1)
PIECEWISE = _schedule("piecewise", boundaries=(4, 9), factors=(1.0, 0.3, 0.07))
CENTRE, STANDARDISE = ScalingKind.CENTRE, ScalingKind.STANDARDISE

# Every optimizer, loss, schedule, scaling, clipping and kind of batch at least once.
CASES: dict[str, tuple[RunConfig, dict[int, float]]] = {
    "plain": (_config("sgd", "float32", rate=0.1), {}),
    "sgd": (_config("sgd", "float64", "half_mse", momentum=0.9, nesterov=True), {0: 0.2, 8: 0.03}),
    "rmsprop": (_config("rmsprop", "float64", "log_cosh", schedule=COSINE, centered=True), {}),
    "adam": (_config("adam", "float64", batch=Batch(5, seed=3), scaling=STANDARDISE), {5: 0.1}),
    "adamw": (_config("adamw", "float32", "huber", schedule=EXPONENTIAL, beta_1=0.8), {6: 0.3}),
    "adamax": (_config("adamax", "float32", "mae", clipvalue=0.1), {}),
    "nadam": (_config("nadam", "float64", "huber", rows=INLINE_ROWS + 1, scaling=CENTRE), {}),
    "adagrad": (_config("adagrad", "float64", "sum_squares", clipnorm=2.0,
                        initial_accumulator_value=0.5), {}),
    "adadelta": (_config("adadelta", "float64", batch=Batch(5, shuffle=False)), {}),
    "adafactor": (_config("adafactor", "float32", use_ema=True, ema_overwrite_frequency=3), {}),
    "ftrl": (_config("ftrl", "float64", schedule=_schedule("inverse_time", decay_steps=6)), {}),
    "lion": (_config("lion", "float64", weight_decay=0.1), {k: 0.05 / k for k in range(2, 9)}),
    "lamb": (_config("lamb", "float64", schedule=PIECEWISE), {9: 0.1}),
    "muon": (_config("muon", "float32", schedule=_schedule("polynomial", decay_steps=15)), {}),
    "schedulefreeadamw": (_config("schedulefreeadamw", "float64", warmup_steps=4,
                                  gradient_accumulation_steps=2), {}),
}  # fmt: skip


def _run(config: RunConfig, changes: dict[int, float], steps: int = STEPS) -> Run:
    run = Run(1, replace(config, stop=StopRules(steps=steps)))
    for step, rate in sorted(changes.items()):
        run.advance(step - run.step)
        run.set_learning_rate(rate)
    run.advance(steps - run.step)
    return run


def _python(*arguments: str | Path, folder: Path) -> str:
    """Return what a Python prints that sees neither this folder nor the user's settings."""
    done = subprocess.run(
        [sys.executable, "-I", *map(str, arguments)],
        capture_output=True, text=True, cwd=folder, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def _final(printed: str) -> list[float]:
    return [float(re.findall(rf"^{name} = (.+)$", printed, re.M)[-1]) for name in ("w", "b")]


def _table(printed: str) -> np.ndarray:
    """Return step, w, b and loss of every line that was printed on the way."""
    rows = [line.split() for line in printed.splitlines() if re.match(r"\s+\d", line)]
    return np.array(rows, dtype=np.float64)


@pytest.fixture(scope="module")
def repeated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Run, str]]:
    """Each case's run, and what its script printed."""
    folder = tmp_path_factory.mktemp("scripts")
    runs = {name: _run(*case) for name, case in CASES.items()}
    for name, run in runs.items():
        write_script(folder / f"{name}.py", run)
    paths = [folder / f"{name}.py" for name in runs]
    printed = json.loads(_python("-c", RUN_ALL, *paths, folder=folder.parent))
    return {name: (runs[name], text) for name, text in zip(runs, printed, strict=True)}


def test_the_cases_cover_what_there_is() -> None:
    assert {config.optimizer.name for config, _ in CASES.values()} == set(OPTIMIZERS)
    fits = [config.problem.fit for config, _ in CASES.values()]
    assert {fit.loss.name for fit in fits if fit is not None} == set(LOSSES)


@pytest.mark.parametrize("name", CASES)
def test_a_script_comes_to_the_parameters_of_its_run(
    name: str, repeated: dict[str, tuple[Run, str]]
) -> None:
    run, printed = repeated[name]
    tolerance = TOLERANCE[run.config.dtype]
    np.testing.assert_allclose(_final(printed), run.newest.parameters, rtol=tolerance, atol=0.0)
    table = _table(printed)
    rows = [run.history.view.row(k) for k in range(STEPS + 1)]
    wanted = [[row.step, *row.parameters, row.loss] for row in rows]
    np.testing.assert_allclose(table, wanted, rtol=max(tolerance, 1e-6), atol=1e-7)
