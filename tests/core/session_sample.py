"""A session made without TensorFlow; run as a program it writes such sessions until it is killed.

As a program: for each line on standard input a child is forked that saves over and over, and
tells its number once it has begun.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np

from core.branching import Event, Segment
from core.columns import Layout, Role
from core.config import RunConfig
from core.dataset import Dataset
from core.history import History
from core.loss import loss_named
from core.optimizer import OptimizerConfig
from core.problem import fit_problem
from core.run_view import RunState, RunView, Stop
from core.scaling import ScalingKind
from core.schedule import Schedule
from core.session_file import session_of, write_session
from core.snapshot import Snapshot
from core.verdict import CheckCode, CheckSummary

CHECK = CheckSummary(CheckCode.AGREE, 0, 1e-12)


def sample_config(rows: int = 6, scaled: bool = True) -> RunConfig:
    x = np.linspace(-1.0, 1.0, rows)
    data = Dataset(x, 2.0 * x + 1.0, "年份", "y", noise=0.5, seed=7)
    problem = fit_problem(loss_named("huber"), data, (0.1, -0.2))
    if scaled:
        problem = problem.scaled(ScalingKind.STANDARDISE)
    schedule = Schedule("piecewise", (("boundaries", (5,)), ("factors", (1.0, 0.5))))
    optimizer = OptimizerConfig("sgd", 0.1, (("momentum", 0.9), ("nesterov", True)), schedule)
    return RunConfig(problem, "float64", optimizer, bug="half" if scaled else None)


def sample_view(
    number: int = 1, steps: int = 12, config: RunConfig | None = None, diverged: bool = False
) -> RunView:
    """Return a run of made-up rows, the last of NaN if it diverged."""
    from core.gradient_bugs import with_bug

    config = config or sample_config()
    config = with_bug(config, config.bug)
    layout = Layout(("w", "b"), ("momentum_w", "momentum_b"), scheduled=True)
    random = np.random.default_rng(number)
    rows = random.standard_normal((steps + 1, len(layout)))
    rows[:, 0] = np.arange(steps + 1)
    rows[:, layout.slices[Role.VERDICT]] = 0.0
    for role in (Role.LEARNING_RATE, Role.BASE_RATE):
        rows[:, layout.slices[role]] = np.float32(0.1)
    if diverged:
        rows[-1, 1:4] = [np.nan, -np.inf, np.inf]
    history = History(layout)
    history.append(rows)
    begin = steps // 2
    stop = Stop("nonfinite", steps, {"what": "parameter"}) if diverged else None
    return RunView(
        number, replace(config.with_learning_rate(0.2), gate=True),
        RunState.DIVERGED if diverged else RunState.PAUSED, history.view, 1000, CHECK, CHECK, None,
        stop, (Event(3, "learning_rate", 0.2),), 2, steps - diverged,
        (number - 1, begin) if number > 1 else None, 0,
        (Segment(0, 0, config), Segment(begin, 0, config.with_learning_rate(0.3))),
    )  # fmt: skip


def sample_session(view: dict[str, Any] | None = None, steps: int = 12) -> dict[str, Any]:
    views = {1: sample_view(1, steps), 4: sample_view(4, steps, diverged=True)}
    return session_of(Snapshot(runs=views, active=4, kept=(1, 4), racing=(1, 4)), view)


def _save_for_ever(path: str, session: dict[str, Any]) -> None:
    for number in count():
        session["view"] = {"number": number, "again": number}
        write_session(path, session)


def _main(path: str) -> None:
    session = sample_session(steps=60)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            _save_for_ever(path, session)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("ended", "tensorflow" in sys.modules, flush=True)


if __name__ == "__main__":
    _main(sys.argv[1])
