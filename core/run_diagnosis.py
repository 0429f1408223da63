"""Why a run diverges, crawls or stands still, as codes with the numbers that led to them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from core.config import RunConfig
from core.diagnosis import Diagnosis
from core.problem import Problem
from core.rounding import half_limit, rounded_down, times_larger
from core.run import nonfinite_part
from core.run_view import RunState, RunView
from core.scaling import ScalingKind
from core.stability import (
    Quadratic,
    factor_per_step,
    growth_per_step,
    learning_rate_limit,
    principal_axes,
    quadratic,
)
from core.verdict import Verdict

SAME = 1e-6
"""Rates closer to the limit than this part of it are the limit: Keras rounds to float32."""

NEAR = 1e-3
"""A parameter is there once it is nearer to its best value than this part of its way."""

FLAT = 1e-3
"""The loss is nearly flat when a step lowers it by less than this part of it."""

MANY = 100
"""Fewer steps still to go are not worth a word: they can simply be made."""

NARROW = 100.0
"""Condition numbers above it make descent crawl along the valley."""

ULPS = 4.0
"""A float32 parameter this near to its best value, in spacings of float32, has arrived."""


def diagnose(view: RunView) -> tuple[Diagnosis, ...]:
    """Return what hinders a run, the gravest first; nothing where all is well.

    Only what follows from the closed form of the loss and from the record is said. Where gradient
    or update are wrong, neither rate nor curvature is blamed; with mini-batches or a schedule
    the rate is not, since the error then follows no fixed law.
    """
    config, surface = view.config, quadratic(view.config.problem)
    found = [*_of_numbers(view)]
    if surface is None or found:
        return tuple(found)
    wrong = view.state is RunState.REFUSED or view.check.verdict is Verdict.DISAGREE
    if config.bug is None and not wrong:
        # At or above the limit nothing else matters, and where rounding stops the descent more
        # steps do not help.
        if config.plain:
            found += (
                [*_of_rate(view, surface)]
                or [*_float32_floor(view, surface)]
                or [*_slow_direction(view, surface)]
            )
        found += ill_conditioned(config.problem, surface)
    if not surface.unique:
        found.append(Diagnosis("not_unique", {"x": surface.mean_x, "y": surface.mean_y}))
    return tuple(found)


def _of_numbers(view: RunView) -> Iterator[Diagnosis]:
    """Say which number of the data, or what of the start, the dtype cannot hold."""
    config, data = view.config, view.config.problem.dataset
    if view.history.row(0).finite or data is None:
        return
    arrays = config.problem.arrays(config.dtype)
    for name, held, values in zip((data.x_name, data.y_name), arrays, (data.x, data.y),
                                  strict=True):  # fmt: skip
        wrong = np.flatnonzero(~np.isfinite(held))
        if len(wrong):
            row, value = int(wrong[0]) + 1, float(values[wrong[0]])
            facts = {"row": row, "column": name, "value": value, "dtype": config.dtype}
            yield Diagnosis("nonfinite_data", facts)
            return
    sizes = {"x_size": float(np.abs(data.x).max()), "y_size": float(np.abs(data.y).max())}
    what = nonfinite_part(view.history.row(0))
    yield Diagnosis("overflow_at_start", {"what": what, "dtype": config.dtype, **sizes})


def _of_rate(view: RunView, surface: Quadratic) -> Iterator[Diagnosis]:
    optimizer = view.config.optimizer
    rate, limit = optimizer.learning_rate, learning_rate_limit(surface, optimizer)
    if limit is None or rate < limit * (1.0 - SAME):
        return
    shown = rounded_down(limit, 3)
    facts: dict[str, Any] = {
        "learning_rate": rate, "limit": limit, "shown": shown, "half": half_limit(limit)
    }  # fmt: skip
    if rate <= limit * (1.0 + SAME):
        yield Diagnosis("at_limit", facts)
        return
    growth = growth_per_step(surface, optimizer) or 1.0
    facts |= {"growth": growth, "larger": times_larger(growth), "dtype": view.config.dtype}
    steps = steps_to_overflow(view.config, surface)
    yield Diagnosis("learning_rate_above_limit", {**facts, "steps": steps})


def steps_to_overflow(config: RunConfig, surface: Quadratic) -> int:
    """Return after about how many steps from the start the sum of squares overflows.

    The error c along the steepest direction grows by `growth_per_step`, so that the sum grows
    as n lambda c^2 / (2 s) times growth^(2 k); at the optimum itself rounding sets c.
    """
    growth = growth_per_step(surface, config.optimizer) or 1.0
    largest, spacing = _limits(config.dtype)
    start, data = np.asarray(config.problem.start), config.problem.dataset
    steep = principal_axes(surface)[:, -1]
    across = abs(float(steep @ (start - surface.nearest_optimum(start))))
    across = max(across, spacing * float(np.abs(start).max()), spacing * abs(surface.mean_y))
    with np.errstate(all="ignore"):
        part = 0.5 * surface.eigenvalues[1] / surface.scale * across**2 * (len(data or ()) or 1)
    if growth <= 1.0 or part <= 0.0:
        return 0
    return max(math.ceil((math.log(largest) - math.log(part)) / (2.0 * math.log(growth))), 0)


def _limits(dtype: str) -> tuple[float, float]:
    info = np.finfo(np.float32 if dtype == "float32" else np.float64)
    return float(info.max), float(info.eps)


def far_parameters(view: RunView, surface: Quadratic) -> dict[str, tuple[float, float]]:
    """Return (steps still to go, tolerance) of each parameter that is not there yet.

    Along the flattest direction the error shrinks by `factor_per_step`; there is the parameter
    whose distance from its best value is `NEAR` times that of the start. Empty where the
    optimizer follows no such law, or does not shrink the error.
    """
    optimizer, best = view.config.optimizer, surface.optimum
    limit = learning_rate_limit(surface, optimizer)
    if best is None or limit is None or optimizer.learning_rate >= limit:
        return {}
    factor = factor_per_step(surface.eigenvalues[0], optimizer) or 1.0
    if not 0.0 < factor < 1.0:
        return {}
    row = view.history.row(view.history.index_of(view.last_finite))
    flat = principal_axes(surface)[:, 0]
    left = np.abs(flat * float(flat @ (row.parameters - best)))
    start = np.asarray(view.config.problem.start) - best
    # What one parameter lacks may only grow on the way, where it starts at its best value.
    way = np.maximum(np.abs(start), np.abs(flat * float(flat @ start)))
    found = {}
    for name, part, tolerance in zip(view.config.problem.names, left, NEAR * way, strict=True):
        if part > tolerance > 0.0:
            found[name] = (math.log(part / tolerance) / -math.log(factor), float(tolerance))
    return found


def _slow_direction(view: RunView, surface: Quadratic) -> Iterator[Diagnosis]:
    index = view.history.index_of(view.last_finite)
    if index == 0 or surface.optimum is None:
        return
    row, before = view.history.row(index), view.history.row(index - 1)
    if not 0.0 <= before.loss - row.loss <= FLAT * row.loss:
        return
    far = far_parameters(view, surface)
    if not far:
        return
    name = max(far, key=lambda key: far[key][0])
    steps, tolerance = far[name]
    if steps < MANY:
        return
    at = view.config.problem.names.index(name)
    value, best = float(row.parameters[at]), surface.optimum[at]
    facts = {"name": name, "value": value, "best": best, "distance": abs(value - best)}
    yield Diagnosis(
        "slow_direction", {**facts, "steps": int(float(f"{steps:.3g}")), "tolerance": tolerance}
    )


def _float32_floor(view: RunView, surface: Quadratic) -> Iterator[Diagnosis]:
    """Say where float32 stands still: parameters that stay, or come back, short of the best."""
    history, best = view.history, surface.optimum
    index = history.index_of(view.last_finite)
    if view.config.dtype != "float32" or best is None or index < 2:
        return
    # Other optimizers make steps of a fixed size: they bounce in any precision.
    if learning_rate_limit(surface, view.config.optimizer) is None:
        return
    last, *earlier = (history.row(index - back) for back in range(3))
    consecutive = last.step - earlier[-1].step == 2
    stays = any((last.parameters == row.parameters).all() for row in earlier)
    if not (consecutive and stays and last.gradient.any()):
        return
    off = np.abs(last.parameters - best)
    spacing = np.spacing(np.abs(np.asarray(best, np.float32))).astype(np.float64)
    at = int(np.argmax(off / spacing))
    if off[at] <= ULPS * spacing[at]:
        return
    step = abs(last.learning_rate * float(last.gradient[at]))
    facts = {"name": view.config.problem.names[at], "value": float(last.parameters[at])}
    yield Diagnosis("float32_floor", {**facts, "best": best[at], "step": step})


def ill_conditioned(problem: Problem, surface: Quadratic) -> Iterator[Diagnosis]:
    """Say what scaling x would make of a long and narrow valley."""
    condition, data = surface.condition_number, problem.dataset
    if data is None or not NARROW < condition < math.inf:
        return
    centred = max(surface.variance_x, 1.0) / min(surface.variance_x, 1.0)
    remedy = ScalingKind.CENTRE if centred <= NARROW else ScalingKind.STANDARDISE
    after = centred if remedy is ScalingKind.CENTRE else 1.0
    facts = {"condition": condition, "remedy": remedy.value, "after": after}
    yield Diagnosis("ill_conditioned", facts)
