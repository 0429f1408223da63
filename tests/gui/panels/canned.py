"""States to draw, made from real runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.columns import Role
from core.config import RunConfig
from core.dataset import Dataset
from core.full_check import error_curve, full_check, own_check
from core.history import History
from core.inspection import Inspection, Wanted
from core.loss import loss_named
from core.loss_surface import loss_surface, view_bounds
from core.optimizer import OptimizerConfig
from core.presets import preset_named
from core.problem import fit_problem
from core.run import Run
from core.run_view import RunView
from core.snapshot import Snapshot
from core.worked_step import state_at, worked_step
from gui.shown import Shown


def preset(name: str, rate: float = 0.1, dtype: str = "float32", noise: float | None = None):
    config = preset_named(name).config(noise)
    return replace(config, dtype=dtype).with_learning_rate(rate)


def fit_config(x: Sequence[float], y: Sequence[float], rate: float = 0.1, **changes):
    loss = loss_named(changes.pop("loss", "mse"))
    names = changes.pop("names", ("x", "y"))
    start = changes.pop("start", (0.0, 0.0))
    data = Dataset(np.asarray(x, float), np.asarray(y, float), *names)
    changes.setdefault("dtype", "float64")
    return RunConfig(fit_problem(loss, data, start), optimizer=OptimizerConfig("sgd", rate),
                     **changes)  # fmt: skip


def trained(config: RunConfig, steps: int, run_id: int = 1) -> RunView:
    run = Run(run_id, config)
    while run.step < steps and run.advance(steps - run.step):
        pass
    return run.view()


def shown_of(
    view: RunView, step: int | None = None, ghost: RunView | None = None, *, surface: bool = True
) -> Shown:
    runs = {view.id: view} | ({} if ghost is None else {ghost.id: ghost})
    snapshot = Snapshot(1, runs, view.id, None if ghost is None else ghost.id)
    problem = view.config.problem
    found = loss_surface(problem, view_bounds(problem)) if surface else None
    return Shown(view.config, snapshot, step, found)


def examined(shown: Shown, own: Sequence[float] | None = None) -> Shown:
    """The same state once the shown step is examined, and a person's own gradient."""
    run, row, config = shown.run, shown.row, shown.config
    assert run is not None and row is not None
    state = state_at(config, row)
    full = full_check(config, state)
    curve = error_curve(config.problem, full.at)
    wanted = Wanted(run.id, row.step, config.optimizer.learning_rate)
    found = Inspection(wanted, full, curve, worked_step(config, state))
    claim = None if own is None else own_check(config, shown.point, own)
    return replace(shown, snapshot=replace(shown.snapshot, inspection=found), own=claim)


def not_examined(shown: Shown) -> Shown:
    """The same state before the shown step is examined."""
    return replace(shown, snapshot=replace(shown.snapshot, inspection=None))


def found(shown: Shown, **changes: object) -> Shown:
    """The same state with something else in the whole check, or another error curve."""
    inspection = shown.inspection
    assert inspection is not None
    curve = changes.pop("curve", inspection.curve)
    other = replace(inspection, curve=curve, full=replace(inspection.full, **changes))
    return replace(shown, snapshot=replace(shown.snapshot, inspection=other))


def at_a_kink(rate: float = 0.1) -> RunConfig:
    """Preset checker with the absolute error, where all residuals are 0."""
    config = preset("checker", rate)
    problem = fit_problem(loss_named("mae"), config.problem.dataset, (1.0, -1.0))
    return replace(config, problem=problem)


def with_errors(view: RunView, errors: np.ndarray, tolerances: np.ndarray) -> RunView:
    """A run whose record holds these differences and allowed errors, both of shape (k, P)."""
    rows = np.tile(view.history.row(0).values, (len(errors), 1))
    rows[:, 0] = np.arange(len(errors))
    rows[:, view.history.layout.slices[Role.ERROR]] = errors
    rows[:, view.history.layout.slices[Role.TOLERANCE]] = tolerances
    history = History(view.history.layout)
    history.append(rows)
    return replace(view, history=history.view, last_finite=len(errors) - 1)


def not_begun(config: RunConfig, *, surface: bool = True) -> Shown:
    """The state of the first paint, before TensorFlow is there."""
    found = loss_surface(config.problem, view_bounds(config.problem)) if surface else None
    return Shown(config, surface=found)


def with_losses(view: RunView, losses: Sequence[float], *, steps: int = 20) -> RunView:
    """A run whose record holds these losses, all else as at its start."""
    row = view.history.row(0)
    rows = np.tile(row.values, (len(losses), 1))
    rows[:, 0] = np.arange(len(losses))
    rows[:, view.history.layout.slices[Role.LOSS]] = np.asarray(losses, float)[:, None]
    history = History(view.history.layout)
    history.append(rows)
    finite = np.flatnonzero(np.isfinite(losses))
    last = int(finite[-1]) if len(finite) else 0
    return replace(view, history=history.view, limit=steps, last_finite=last)


def with_path(view: RunView, w: np.ndarray, b: np.ndarray) -> RunView:
    """A run whose record holds these parameters."""
    rows = np.tile(view.history.row(0).values, (len(w), 1))
    rows[:, 0] = np.arange(len(w))
    rows[:, view.history.layout.slices[Role.PARAMETER]] = np.column_stack([w, b])
    history = History(view.history.layout)
    history.append(rows)
    return replace(view, history=history.view, last_finite=len(w) - 1)
