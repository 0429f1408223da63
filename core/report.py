"""What the command line does and says: training, checking, and their reports."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from core.columns import Row
from core.config import RunConfig
from core.files import written_atomically
from core.history import CHUNK_ROWS, History
from core.problem import Problem
from core.program import ROWS
from core.run import Run
from core.stability import (
    Quadratic,
    best_learning_rate,
    growth_per_step,
    learning_rate_limit,
    quadratic,
)
from core.verdict import CheckCode, CheckSummary, combine, row_summary

PROBE_OFFSETS = ((1.0, 0.5), (-0.75, 1.25), (0.5, -1.5))
"""Points off the start, in units of max(abs(start), 1): a wrong gradient can pass at one point."""

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


def checked(config: RunConfig) -> tuple[Run, list[Row]]:
    """Return the run at the point, not yet trained, and the rows of the points around it."""
    run = Run(1, config)
    size = np.maximum(np.abs(config.problem.start), 1.0)
    rows = []
    for offsets in PROBE_OFFSETS:
        point = np.asarray(config.problem.start) + size * np.resize(offsets, len(size))
        rows.append(run.trainer.evaluate_at(point).row(0))
    return run, rows


def of_training(run: Run, seconds: float) -> dict[str, Any]:
    """Return the JSON object of ``train``."""
    view, row, problem = run.view(), run.newest, run.config.problem
    last_finite = view.history.row(view.history.index_of(view.last_finite))
    return {
        "status": run.state.value,
        "steps": run.step,
        "parameters": _named(problem.names, row.parameters),
        "loss": _finite(row.loss),
        "gradient": _named(problem.names, row.gradient),
        "last_finite": {
            "step": last_finite.step,
            "parameters": _named(problem.names, last_finite.parameters),
            "loss": _finite(last_finite.loss),
        }
        if last_finite.finite
        else None,
        "gradient_check": _summary(run.check),
        "stability": stability(run.config),
        "optimum": optimum(problem),
        "diagnosis": diagnosis(run),
        "steps_per_second": _finite(run.step / seconds) if seconds > 0.0 else None,
        "dtype": run.config.dtype,
        "rows": None if problem.dataset is None else len(problem.dataset),
        "compiled": run.trainer.compiled,
    }


def stability(config: RunConfig) -> dict[str, float | None] | None:
    """Return curvature and rates where the loss surface has a closed form, else None."""
    surface = quadratic(config.problem)
    if surface is None:
        return None
    return {
        "sharpness": surface.eigenvalues[1],
        "condition_number": _finite(surface.condition_number),
        "learning_rate_limit": learning_rate_limit(surface, config.optimizer),
        "best_learning_rate": best_learning_rate(surface, config.optimizer),
    }


def optimum(problem: Problem) -> dict[str, float] | None:
    """Return the closed-form optimum with its loss, or None where there is no single one."""
    surface = quadratic(problem)
    if surface is None or surface.optimum is None:
        return None
    w, b = surface.optimum
    return {"w": w, "b": b, "loss": surface.minimum}


def diagnosis(run: Run) -> list[dict[str, str]]:
    """Return why the run ended as it did, as codes with an English sentence."""
    surface = quadratic(run.config.problem)
    found = []
    if run.stop is not None and run.stop.code == "gradient_wrong":
        found.append(_message("gradient_wrong", "the gradient is wrong: look at model and loss, "
                              "or change the precision"))  # fmt: skip
    if surface is not None and run.state.value == "diverged":
        found += _above_limit(run, surface)
    if surface is not None and not surface.unique:
        found.append(_message("not_unique", "x does not vary: the slope is not determined"))
    return found


def _above_limit(run: Run, surface: Quadratic) -> Iterable[dict[str, str]]:
    rate = run.config.optimizer.learning_rate
    limit = learning_rate_limit(surface, run.config.optimizer)
    if limit is None or rate <= limit:
        return
    text = f"step {run.step}: learning rate {rate:g} is above the limit {_down(limit)}"
    if not run.config.optimizer.hyperparameters:
        growth = growth_per_step(surface, rate)
        text += f": each step makes the error {growth:.3g} times larger"
    yield _message("learning_rate_above_limit", text)


def training_lines(run: Run) -> list[str]:
    """Return the text report of ``train``."""
    names = run.config.problem.names
    view = run.history.view
    shown = sorted({round(i) for i in np.linspace(0, len(view) - 1, min(LINES, len(view)))})
    lines = ["  ".join([f"{'step':>8}", *(f"{n:>16}" for n in (*names, "loss")), "verdict"])]
    for index in shown:
        row = view.row(index)
        values = [f"{v:16.9g}" for v in (*row.parameters, row.loss)]
        lines.append("  ".join([f"{row.step:8d}", *values, _words(row_summary(row))]))
    lines.append(f"{run.state.value} at step {run.step}; gradient check: {_words(run.check)}")
    lines += [f"why: {d['message']}" for d in diagnosis(run)]
    best = optimum(run.config.problem)
    if best is not None:
        lines.append("optimum: " + ", ".join(f"{k} {v:.9g}" for k, v in best.items()))
    return lines


def of_check(run: Run, probes: Sequence[Row]) -> dict[str, Any]:
    """Return the JSON object of ``check``: one disagreement at any point wins."""
    row = run.newest
    summary = run.check
    for probe in probes:
        summary = combine(summary, row_summary(probe))
    return {
        **_summary(summary),
        "loss": _finite(row.loss),
        "elements": _elements(row),
        "probes": [
            {
                "parameters": _named(p.layout.parameters, p.parameters),
                **_summary(row_summary(p)),
                "elements": _elements(p),
            }
            for p in probes
        ],
        "diagnoses": [],
    }


def _elements(row: Row) -> list[dict[str, Any]]:
    found = []
    for i, name in enumerate(row.layout.parameters):
        code = CheckCode(row.verdicts[i])
        found.append(
            {
                "name": name,
                "analytical": _finite(row.gradient[i]),
                "numerical": _finite(row.numerical[i]),
                "numerical_error": _finite(row.tolerance[i]),
                "difference": _finite(row.error[i]),
                "rounding": _finite(row.gradient[i] - (row.numerical[i] + row.error[i])),
                "tolerance": _finite(row.tolerance[i]),
                "verdict": code.verdict.value,
                "reason": code.reason,
            }
        )
    return found


def check_lines(found: dict[str, Any]) -> list[str]:
    """Return the text report of ``check``."""
    lines = [f"{'':8}{'tape.gradient':>18}{'numerical':>18}{'difference':>14}{'allowed':>14}"]
    for e in found["elements"]:
        numbers = f"{_text(e['analytical'], 18)}{_text(e['numerical'], 18)}"
        errors = f"{_text(e['difference'], 14, 3)}{_text(e['tolerance'], 14, 3)}"
        lines.append(f"d/d{e['name']:5}{numbers}{errors}  {e['verdict']}")
    for probe in found["probes"]:
        at = ", ".join(f"{k} = {v:g}" for k, v in probe["parameters"].items())
        lines.append(f"also at {at}: {probe['verdict']}")
    reason = f" ({found['reason']})" if found["reason"] else ""
    return [*lines, f"verdict: {found['verdict']}{reason}"]


def write_history(path: str, history: History) -> None:
    """Write the record as CSV, every kept step, whole numbers of the float64 record.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    import pandas as pd

    names = [column.name for column in history.layout.columns]
    view = history.view
    with written_atomically(path) as temporary:
        for i, chunk in enumerate(view.chunks):
            frame = pd.DataFrame(chunk[:, : view.count - i * CHUNK_ROWS].T, columns=names)
            frame["step"] = frame["step"].astype("int64")
            for name in names:
                if name.startswith("verdict_"):
                    frame[name] = [_words_of(CheckCode(int(c))) for c in frame[name]]
            frame.to_csv(temporary, mode="a", header=i == 0, index=False, na_rep="nan")


def _summary(summary: CheckSummary) -> dict[str, Any]:
    return {
        "verdict": summary.verdict.value,
        "reason": summary.code.reason,
        "max_relative_error": _finite(summary.max_relative_error),
    }


def _words(summary: CheckSummary) -> str:
    return _words_of(summary.code)


def _words_of(code: CheckCode) -> str:
    return f"{code.verdict.value} ({code.reason})" if code.reason else code.verdict.value


def _named(names: Sequence[str], values: Iterable[float]) -> dict[str, float | None]:
    return {name: _finite(value) for name, value in zip(names, values, strict=True)}


def _finite(value: float | None) -> float | None:
    """Return the value for strict JSON, which has neither NaN nor infinity."""
    return float(value) if value is not None and math.isfinite(value) else None


def _text(value: float | None, width: int, digits: int = 9) -> str:
    return f"{'not finite' if value is None else format(value, f'.{digits}g'):>{width}}"


def _message(code: str, message: str) -> dict[str, str]:
    return {"code": code, "message": message}


def _down(limit: float) -> str:
    """Return a limit rounded down to three digits: the rate shown must not be above it."""
    unit = 10.0 ** (math.floor(math.log10(limit)) - 2)
    return f"{math.floor(limit / unit) * unit:.3g}"
