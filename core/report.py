"""What ``train`` does and says."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from core.config import RunConfig
from core.problem import Problem
from core.program import ROWS
from core.run import Run
from core.run_diagnosis import diagnose
from core.stability import (
    best_learning_rate,
    best_momentum,
    learning_rate_limit,
    local_curvature,
    quadratic,
)
from core.table.report import of_table
from core.verdict import CheckSummary, row_summary

REFUSALS = {
    "gradient_wrong": "the gradient is wrong: look at model and loss, or change the precision",
    "update_wrong": "the step that is taken is not the one that is meant: look at the update",
}
"""Why a run behind the gate did not begin."""

LINES = 25
"""Most rows the text report prints."""


def trained(config: RunConfig) -> tuple[Run, float]:
    """Return a run trained to its end, and the seconds that took without compiling."""
    run = Run(1, config)
    begun = time.perf_counter()
    # At least once: with no step to make, too, a run is classified where it stands.
    while run.advance(ROWS) and run.step < run.limit:
        pass
    return run, time.perf_counter() - begun


def of_training(run: Run, seconds: float) -> dict[str, Any]:
    """Return the JSON object of ``train``."""
    view, row, problem = run.view(), run.newest, run.config.problem
    last_finite = view.history.row(view.history.index_of(view.last_finite))
    return {
        "status": run.state.value,
        "steps": run.step,
        "stop": None if run.stop is None else {"code": run.stop.code, "step": run.stop.step},
        "parameters": named(problem.names, row.parameters),
        "scaling": scaling(problem),
        "original_parameters": named(problem.names, problem.original_parameters(row.parameters)),
        "loss": finite_or_none(row.loss),
        "gradient": named(problem.names, row.gradient),
        "last_finite": {
            "step": last_finite.step,
            "parameters": named(problem.names, last_finite.parameters),
            "loss": finite_or_none(last_finite.loss),
        }
        if last_finite.finite
        else None,
        "gradient_check": of_summary(run.check),
        "stability": stability(run.config, last_finite.parameters),
        "optimum": optimum(problem),
        "diagnosis": diagnosis(run),
        "steps_per_second": finite_or_none(run.step / seconds) if seconds > 0.0 else None,
        "bug": run.config.bug,
        "dtype": run.config.dtype,
        "rows": None if problem.dataset is None else len(problem.dataset),
        "data": of_table(problem.dataset),
        "compiled": run.trainer.compiled,
    }


def stability(config: RunConfig, point: Iterable[float]) -> dict[str, Any] | None:
    """Return curvature and rates; of a loss that is not quadratic those at a point.

    None where the curvature is not finite. A value is None where it does not exist: no learning
    rate limit holds for Adam and its kin.
    """
    exact = quadratic(config.problem)
    surface = local_curvature(config.problem, point) if exact is None else exact
    sharpness = surface.eigenvalues[-1]
    if not math.isfinite(sharpness):
        return None
    pair = None if exact is None else best_momentum(exact)
    return {
        "sharpness": sharpness,
        "condition_number": finite_or_none(surface.condition_number),
        "learning_rate_limit": finite_or_none(learning_rate_limit(surface, config.optimizer)),
        "best_learning_rate": None
        if exact is None
        else best_learning_rate(exact, config.optimizer),
        "best_momentum": pair and {"learning_rate": pair[0], "momentum": pair[1]},
        "local": exact is None,
    }


def optimum(problem: Problem) -> dict[str, float] | None:
    """Return the closed-form optimum with its loss, or None where there is no single one."""
    surface = quadratic(problem)
    if surface is None or surface.optimum is None:
        return None
    w, b = surface.optimum
    return {"w": w, "b": b, "loss": surface.minimum}


def scaling(problem: Problem) -> dict[str, Any] | None:
    """Return what was done to x, or None without data."""
    if problem.dataset is None:
        return None
    done = problem.dataset.scaling
    return {"kind": done.kind.value, "offset": done.offset, "factor": done.factor}


def diagnosis(run: Run) -> list[dict[str, str]]:
    """Return why the run ended as it did, as codes with an English sentence."""
    found = []
    if run.stop is not None and run.stop.code in REFUSALS:
        found.append(_message(run.stop.code, REFUSALS[run.stop.code]))
    if run.start_full is not None:
        found += [_message(d.code, d.message) for d in run.start_full.diagnoses]
    found += [_message(d.code, d.message) for d in diagnose(run.view())]
    return found


def training_lines(run: Run) -> list[str]:
    """Return the text report of ``train``."""
    names = run.config.problem.names
    view = run.history.view
    shown = sorted({round(i) for i in np.linspace(0, len(view) - 1, min(LINES, len(view)))})
    lines = ["  ".join([f"{'step':>8}", *(f"{n:>16}" for n in (*names, "loss")), "verdict"])]
    for index in shown:
        row = view.row(index)
        values = [f"{v:16.9g}" for v in (*row.parameters, row.loss)]
        lines.append("  ".join([f"{row.step:8d}", *values, row_summary(row).code.words]))
    lines.append(f"{run.state.value} at step {run.step}; gradient check: {run.check.code.words}")
    lines += [f"why: {d['message']}" for d in diagnosis(run)]
    best = optimum(run.config.problem)
    if best is not None:
        lines.append("optimum: " + ", ".join(f"{k} {v:.9g}" for k, v in best.items()))
    lines += _original_lines(run)
    return lines


def _original_lines(run: Run) -> list[str]:
    """Say the line in the units of the data as they came, where x was scaled."""
    problem = run.config.problem
    if problem.dataset is None or problem.dataset.source is None:
        return []
    done = problem.dataset.scaling
    values = problem.original_parameters(run.newest.parameters)
    units = ", ".join(f"{n} {v:.9g}" for n, v in zip(problem.names, values, strict=True))
    return [f"x is (x - {done.offset:.9g}) / {done.factor:.9g}; in the original units: {units}"]


def of_summary(summary: CheckSummary) -> dict[str, Any]:
    """Return a verdict with its reason as a JSON object."""
    return {
        "verdict": summary.verdict.value,
        "reason": summary.code.reason,
        "max_relative_error": finite_or_none(summary.max_relative_error),
    }


def named(names: Sequence[str], values: Iterable[float]) -> dict[str, float | None]:
    """Return numbers under the names of their parameters, null where they are not finite."""
    return {name: finite_or_none(value) for name, value in zip(names, values, strict=True)}


def finite_or_none(value: float | None) -> float | None:
    """Return the value for strict JSON, which has neither NaN nor infinity."""
    return float(value) if value is not None and math.isfinite(value) else None


def _message(code: str, message: str) -> dict[str, str]:
    return {"code": code, "message": message}
