"""The loss after some steps against the learning rate: many trainings by the real optimizer."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.optimizer import OptimizerConfig
from core.problem import Problem
from core.run import GROWTH
from core.stability import exact_limit, momentum_of
from core.sweep_program import COLUMNS, SweepProgram, sweep_program, works_by_entry
from core.tensorflow_import import load_tensorflow

if TYPE_CHECKING:
    import tensorflow as tf

CALL_SECONDS = 0.02
"""About how long one call may take: commands wait at most that long."""

FIRST_SPEED = 2e8
"""Rows times columns times steps a second that are expected before any was measured."""

OTHERWISE = ((2.0**-44, True), (-(2.0**-46), False), (2.0**-50, True))
"""How every training is made again, with other rounding: so much farther off, relatively, than
the start, and whether with the rows in the opposite order. A limit cycle has few ends, so that one
more training could by chance come to the same."""

SAME, FLOOR = 1e-9, 1e-12
"""Final losses that differ by less, relatively or absolutely, are the same."""

DECADES = (3.0, 1.0)
"""The rates go from so many decades below the limit to so many above it."""

NO_LIMIT = (1e-5, 10.0)
"""The rates where no limit is known."""

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SweepRequest:
    """What is to be trained.

    Attributes
    ----------
    problem : Problem
        What is minimised, with its start and data.
    optimizer : OptimizerConfig
        Its own learning rate plays no part.
    rates : ndarray, shape (k,)
        The learning rates.
    steps : int
        How many updates.
    momenta : ndarray, shape (k,), or None
        A momentum for each rate, for SGD; None: that of the optimizer.
    most_rows : int or None
        Of larger data so many rows are taken, evenly.
    """

    problem: Problem
    optimizer: OptimizerConfig
    rates: Array
    steps: int
    momenta: Array | None = None
    most_rows: int | None = None


@dataclass(frozen=True, eq=False)
class Sweep:
    """What came of it.

    Attributes
    ----------
    request : SweepRequest
        What was asked.
    final_loss : ndarray of float64, shape (k,)
        The loss after the steps; not finite where a training overflowed on the way.
    diverged : ndarray of bool, shape (k,)
        Whether a single run would be called diverged.
    sensitive : ndarray of bool, shape (k,)
        Whether rounding decides: started as far off as rounding adds up to, it ends elsewhere.
    one_by_one : bool
        Whether the rates had to be trained one after the other.
    rows : int or None
        How many rows of the data were used, where those are not all.
    """

    request: SweepRequest
    final_loss: Array
    diverged: NDArray[np.bool_]
    sensitive: NDArray[np.bool_]
    one_by_one: bool
    rows: int | None

    @cached_property
    def best(self) -> int | None:
        """Index of the smallest loss of those that have not diverged; None where all have."""
        fine = np.isfinite(self.final_loss) & ~self.diverged
        return int(np.argmin(np.where(fine, self.final_loss, np.inf))) if fine.any() else None

    @property
    def best_rate(self) -> float | None:
        """The learning rate with the smallest loss."""
        return None if self.best is None else float(self.request.rates[self.best])


def default_rates(problem: Problem, optimizer: OptimizerConfig, count: int = COLUMNS) -> Array:
    """Return learning rates around the limit where one is known, evenly on a log axis, (count,)."""
    limit = exact_limit(problem, optimizer)
    low, high = NO_LIMIT
    if limit is not None:
        low, high = limit / 10.0 ** DECADES[0], limit * 10.0 ** DECADES[1]
    return rates_between(low, high, count)


def rates_between(low: float, high: float, count: int) -> Array:
    """Return learning rates evenly on a log axis, rounded to float32 as Keras holds them."""
    return np.geomspace(low, high, count).astype(np.float32).astype(np.float64)


def learning_rate_sweep(request: SweepRequest) -> Sweep:
    """Train every rate of a request; see `sweep_in_parts`."""
    *_, found = sweep_in_parts(request)
    assert found is not None
    return found


def sweep_in_parts(request: SweepRequest) -> Iterator[Sweep | None]:
    """Train bit by bit, so that other work can come between; the last part is the whole.

    In float64. Where the loss is quadratic and the optimizer linear, rounding cannot decide;
    else every training is made again with other rounding, see `OTHERWISE`.
    """
    problem, optimizer = request.problem, request.optimizer
    linear = problem.objective.quadratic and momentum_of(optimizer) is not None
    start = np.asarray(problem.start, np.float64)
    training = _Training(request)
    yield from training.all(start, backwards=False)
    loss, diverged = training.result()
    sensitive = np.zeros(len(loss), bool)
    for nudge, backwards in () if linear else OTHERWISE:
        nudged = start * (1.0 + nudge) + np.where(start == 0.0, nudge, 0.0)
        yield from training.all(nudged, backwards)
        other, _ = training.result()
        with np.errstate(invalid="ignore"):
            apart = ~(np.abs(other - loss) <= np.maximum(SAME * np.abs(loss), FLOOR))
        sensitive |= apart & np.isfinite(loss)
    one_by_one = not works_by_entry(optimizer)
    yield Sweep(request, loss, diverged, sensitive, one_by_one, training.rows)


class _Training:
    """Trains columns and keeps how they end."""

    def __init__(self, request: SweepRequest) -> None:
        load_tensorflow()
        problem = request.problem
        self._request, self._steps = request, request.steps
        self._program = sweep_program(
            problem.objective, _with_momentum(request), request.momenta is not None
        )
        arrays = problem.arrays("float64")
        count = len(arrays[0]) if arrays else 0
        self.rows = None
        if request.most_rows is not None and count > request.most_rows:
            self.rows = count = request.most_rows
            evenly = np.linspace(0, len(arrays[0]) - 1, count).round().astype(int)
            arrays = tuple(array[evenly] for array in arrays)
        self._arrays = arrays
        self._pace = _Pace(max(count, 1))
        self._losses: list[tuple[Array, Array, Array, NDArray[np.bool_]]] = []

    def all(self, start: Array, backwards: bool) -> Iterator[None]:
        """Train all columns from a start, yielding between the calls."""
        import tensorflow as tf

        self._losses = []
        rates, momenta = self._request.rates, self._request.momenta
        order = slice(None, None, -1 if backwards else 1)
        data = [tf.constant(array[order]) for array in self._arrays]
        size = COLUMNS if self._program.shape else 1
        for begin in range(0, len(rates), size):
            part = slice(begin, begin + size)
            chosen = None if momenta is None else momenta[part]
            yield from self._some(start, rates[part], chosen, data)

    def _some(
        self, start: Array, rates: Array, momenta: Array | None, data: Sequence[tf.Tensor]
    ) -> Iterator[None]:
        program, steps = self._program, self._steps
        columns = program.begin(*_padded(program, start, rates, momenta))
        columns, loss = program.run(columns, 0, data)
        found, done = [loss], 0
        for target in (max(steps - max(steps // 10, 1), 0), steps):
            while done < target:
                count = min(self._pace.steps(rates.size), target - done)
                begun = time.perf_counter()
                columns, loss = program.run(columns, count, data)
                self._pace.took(count, rates.size, time.perf_counter() - begun)
                done += count
                yield
            found.append(loss)
        ended = [np.ravel(loss)[: rates.size] for loss in found]
        self._losses.append((*ended, np.ravel(columns.finite)[: rates.size]))  # type: ignore[arg-type]

    def result(self) -> tuple[Array, NDArray[np.bool_]]:
        """Return final losses, and which columns a single run would call diverged."""
        first, earlier, last, finite = (
            np.concatenate(parts) for parts in zip(*self._losses, strict=True)
        )
        with np.errstate(invalid="ignore", over="ignore"):
            grown = (last > GROWTH * np.abs(first)) & (last > earlier)
        last = np.where(finite | ~np.isfinite(last), last, np.inf)
        return last, ~finite | grown


class _Pace:
    """How many steps a call may make."""

    def __init__(self, rows: int) -> None:
        self._rows, self._speed = rows, FIRST_SPEED

    def steps(self, columns: int) -> int:
        """Return how many steps take about `CALL_SECONDS`."""
        return max(1, int(CALL_SECONDS * self._speed / (self._rows * columns)))

    def took(self, steps: int, columns: int, seconds: float) -> None:
        """Take over what was measured, half of it: the first call compiles."""
        measured = self._rows * columns * steps / seconds
        self._speed = 0.5 * self._speed + 0.5 * min(measured, 100.0 * self._speed)


def _padded(
    program: SweepProgram, start: Array, rates: Array, momenta: Array | None
) -> tuple[Sequence[Array], Array, Array | None]:
    """Return the columns in the shape of the program, the last one repeated."""

    def shaped(values: Array) -> Array:
        if not program.shape:
            return np.asarray(values[0])
        return np.pad(values, (0, program.shape[0] - len(values)), mode="edge")

    starts = [np.full(program.shape, value) for value in start]
    return starts, shaped(rates), None if momenta is None else shaped(momenta)


def _with_momentum(request: SweepRequest) -> OptimizerConfig:
    """Return the optimizer with some momentum: else Keras would make no room for one."""
    if request.momenta is None:
        return request.optimizer
    values = {**dict(request.optimizer.hyperparameters), "momentum": 0.5}
    return replace(request.optimizer, hyperparameters=tuple(sorted(values.items())))
