"""What a table of runs says of each: settings, end, and how near to the optimum it came."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.columns import Role
from core.history import HistoryView
from core.optimizer import OPTIMIZERS
from core.run_view import RunView
from core.stability import Quadratic, quadratic

NEAR = 0.01
"""A run has arrived once its distance from the optimum is this part of that at the start."""


@dataclass(frozen=True)
class RunSummary:
    """One row of the table.

    Attributes
    ----------
    optimizer : str
        Name of the Keras class.
    learning_rate : float
        The present learning rate.
    steps : int
        Updates made.
    loss : float
        The newest loss, over all rows of the data; it may not be finite.
    distance : float or None
        Euclidean distance of the last finite parameters from the optimum (the nearest one);
        None where there is no closed form.
    arrived : int or None
        The first recorded step from which that distance is at most `NEAR` times that at the
        start; None while there is none.
    """

    optimizer: str
    learning_rate: float
    steps: int
    loss: float
    distance: float | None
    arrived: int | None


class Summaries:
    """Sums runs up, looking at new rows only."""

    def __init__(self) -> None:
        self._arrived: dict[int, tuple[int, int | None]] = {}
        """The last step that was looked at, and the first one near enough, by run."""

    def of(self, run: RunView) -> RunSummary:
        """Return what there is to say of a run as it stands."""
        optimizer, history = run.config.optimizer, run.history
        surface = quadratic(run.config.problem)
        last = history.row(history.index_of(run.last_finite))
        distance = arrived = None
        if surface is not None:
            best = surface.nearest_optimum(np.asarray(run.config.problem.start, np.float64))
            distance = float(math.dist(last.parameters, best))
            arrived = self._arrival(run, surface, best)
        return RunSummary(
            OPTIMIZERS[optimizer.name], optimizer.learning_rate, history.last_step,
            history.row(-1).loss, distance, arrived,
        )  # fmt: skip

    def _arrival(self, run: RunView, surface: Quadratic, best: NDArray[np.float64]) -> int | None:
        history = run.history
        seen, found = self._arrived.get(run.id, (-1, None))
        if found is not None or history.last_step == seen:
            return found
        # By step, not by index: a thinned record holds the rows after it at other places.
        begin = history.index_of(seen) + (1 if seen >= 0 else 0)
        at_start = math.dist(history.row(0).parameters, best)
        near = np.flatnonzero(_distances(history, best, begin) <= NEAR * at_start)
        if len(near):
            found = history.row(begin + int(near[0])).step
        self._arrived[run.id] = (history.last_step, found)
        return found


def _distances(history: HistoryView, best: NDArray[np.float64], begin: int) -> NDArray[np.float64]:
    columns = [history.values(Role.PARAMETER, i, begin) for i in range(len(best))]
    with np.errstate(over="ignore", invalid="ignore"):
        off = [column - value for column, value in zip(columns, best, strict=True)]
        return np.asarray(np.hypot.reduce(off, axis=0))
