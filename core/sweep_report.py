"""What ``sweep`` does and says."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.config import RunConfig
from core.errors import InputError
from core.files import written_atomically
from core.learning_rate_sweep import (
    Array,
    Sweep,
    SweepRequest,
    default_rates,
    learning_rate_sweep,
    rates_between,
)
from core.report import finite_or_none
from core.stability import exact_limit

LINES = 25
"""Most rates the text report prints."""


def chosen_rates(config: RunConfig, low: float | None, high: float | None, count: int) -> Array:
    """Return learning rates from `low` to `high`, by default around the limit, shape (count,).

    Raises
    ------
    InputError
        If there are fewer than two, or they do not rise.
    """
    if count < 2:
        raise InputError("too_few_rates", count=count)
    usual = default_rates(config.problem, config.optimizer, 2)
    ends = float(usual[0]) if low is None else low, float(usual[-1]) if high is None else high
    if not np.float32(ends[0]) < np.float32(ends[1]):
        raise InputError("bad_rates", low=ends[0], high=ends[1])
    return rates_between(*ends, count)


def swept(config: RunConfig, rates: Array, steps: int) -> Sweep:
    """Train at every rate, on all rows of the data."""
    return learning_rate_sweep(SweepRequest(config.problem, config.optimizer, rates, steps))


def of_sweep(found: Sweep) -> dict[str, Any]:
    """Return the JSON object of ``sweep``."""
    request = found.request
    return {
        "rates": [float(rate) for rate in request.rates],
        "final_loss": [finite_or_none(loss) for loss in found.final_loss],
        "diverged": [bool(value) for value in found.diverged],
        "sensitive": [bool(value) for value in found.sensitive],
        "best_rate": found.best_rate,
        "learning_rate_limit": exact_limit(request.problem, request.optimizer),
        "optimizer": request.optimizer.name,
        "steps": request.steps,
        "one_by_one": found.one_by_one,
    }


def sweep_lines(found: Sweep) -> list[str]:
    """Return the text report of ``sweep``."""
    request = found.request
    count = len(request.rates)
    lines = [f"{'rate':>14}  {f'loss after {request.steps} steps':>24}"]
    for index in sorted({round(i) for i in np.linspace(0, count - 1, min(LINES, count))}):
        remark = "diverged" if found.diverged[index] else ""
        remark = "rounding decides" if found.sensitive[index] else remark
        line = f"{request.rates[index]:14.6g}  {found.final_loss[index]:24.9g}  {remark}"
        lines.append(line.rstrip())
    best, limit = found.best, exact_limit(request.problem, request.optimizer)
    if best is not None:
        lines.append(f"best rate: {found.best_rate:.9g}, loss {found.final_loss[best]:.9g}")
    if limit is not None:
        lines.append(f"limit: {limit:.9g}")
    if found.one_by_one:
        lines.append(f"{request.optimizer.name} was trained at one rate after the other")
    return lines


def write_table(path: str, found: Sweep) -> None:
    """Write rates, losses and what became of them as CSV.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    import pandas as pd

    frame = pd.DataFrame(
        {
            "rate": found.request.rates,
            "final_loss": found.final_loss,
            "diverged": found.diverged,
            "sensitive": found.sensitive,
        }
    )
    with written_atomically(path) as temporary:
        frame.to_csv(temporary, index=False, na_rep="nan")
