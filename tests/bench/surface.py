"""The loss surface: 200 x 200 points, closed form and computed, against NumPy in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset
from core.loss import LOSSES
from core.loss_surface import Bounds, loss_surface, surface_in_parts, view_bounds
from core.problem import Problem, fit_problem

NUMPY: dict[str, Callable[[NDArray[np.float64]], NDArray[np.float64]]] = {
    "mse": np.square,
    "mae": np.abs,
    "huber": lambda e: np.where(np.abs(e) <= 1.0, 0.5 * e * e, np.abs(e) - 0.5),
    "log_cosh": lambda e: np.logaddexp(e, -e) - np.log(2.0),
}


def _problem(loss: str, rows: int) -> Problem:
    random = np.random.default_rng(0)
    x = random.uniform(-1.0, 1.0, rows)
    data = Dataset(x, 2.0 * x + 10.0 + 0.3 * random.standard_normal(rows))
    return fit_problem(LOSSES[loss], data)


def _best(work: Callable[[], object], times: int = 3) -> float:
    """Return the best of some times in seconds, after one that compiles."""
    work()
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        found.append(time.perf_counter() - begun)
    return min(found)


def _numpy_columns(problem: Problem, loss: str, bounds: Bounds, columns: int = 10) -> float:
    """Return the seconds a NumPy loop over w takes, projected from some of its 200 columns."""
    data = problem.dataset
    assert data is not None
    b = np.linspace(*bounds[1], 200)[:, None]

    def work() -> None:
        for w in np.linspace(*bounds[0], columns):
            NUMPY[loss](w * data.x + b - data.y).mean(axis=1)

    return _best(work, 1) * 200 / columns


def _first_part(problem: Problem, bounds: Bounds) -> float:
    return _best(lambda: next(part for part in surface_in_parts(problem, bounds) if part))


def main() -> None:
    """Print the table."""
    print("surface of 200 x 200 points in float64, compiled before:")
    for loss, rows in (("mse", 100), ("mse", 1_000_000), ("mae", 10_000), ("huber", 10_000),
                       ("log_cosh", 10_000), ("mae", 1_000_000)):  # fmt: skip
        problem = _problem(loss, rows)
        bounds = view_bounds(problem)
        whole = _best(lambda problem=problem, bounds=bounds: loss_surface(problem, bounds))
        line = f"  {loss:9} {rows:9,} rows  {1e3 * whole:8.1f} ms"
        if loss != "mse":
            line += f", a coarse one after {1e3 * _first_part(problem, bounds):6.1f} ms"
        if rows <= 10_000:
            line += f", NumPy {_numpy_columns(problem, loss, bounds) / whole:7.1f} x as long"
        print(line, flush=True)
