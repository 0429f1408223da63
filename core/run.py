"""One run: a training with its record, its events, its verdict and how it ended."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.columns import Role, Row, finite_rows
from core.config import RunConfig, StopRules
from core.full_check import FullCheck, full_check
from core.history import DEFAULT_BUDGET, History, HistoryView
from core.state import TrainerState
from core.trainer import StepBlock, Trainer
from core.verdict import CheckSummary, Verdict, combine, summarise

CHECKPOINT_SECONDS = 0.02
"""Work after which a checkpoint is due: with chunks of 10 ms they lie at most 30 ms apart."""

GROWTH = 1e3
"""A loss this many times the start's, still rising at the step limit, has diverged."""

AT_LIMIT = ("step_limit", "flat", "growth")
"""Ends that only classify a run at its step limit: with a higher limit it can go on."""

FLAT = 1e-6
"""A gradient norm below this times max(1, norm at the start) at the step limit has converged."""


class RunState(StrEnum):
    """Where a run stands."""

    LOADING = "loading"
    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"
    CONVERGED = "converged"
    STOPPED = "stopped"
    DIVERGED = "diverged"
    REFUSED = "refused"
    FAILED = "failed"

    @property
    def over(self) -> bool:
        """Whether a further run has to start anew."""
        return self in (RunState.CONVERGED, RunState.DIVERGED, RunState.REFUSED, RunState.FAILED)


@dataclass(frozen=True)
class Stop:
    """How a run ended.

    Attributes
    ----------
    code : str
        'step_limit', 'tolerance', 'flat' (gradient negligible at the step limit),
        'nonfinite', 'growth' (still rising at the step limit), 'gradient_wrong', 'update_wrong'.
    step : int
        At which step.
    values : dict
        What the sentence needs; for 'nonfinite': what ('loss', 'gradient' or 'parameter').
    """

    code: str
    step: int
    values: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Event:
    """A change that acts on the update from `step` to `step` + 1."""

    step: int
    kind: str
    value: float


@dataclass(frozen=True, eq=False)
class RunView:
    """A run at one moment, for readers in other threads.

    Attributes
    ----------
    id : int
        Its number in the experiment.
    config : RunConfig
        Its settings; the learning rate is the present one.
    state : RunState
        Where it stands.
    history : HistoryView
        Its record.
    limit : int
        Its present step limit.
    check : CheckSummary
        The verdict over all its steps so far.
    start_check : CheckSummary
        The verdict at the start point; disagreement at a point around it counts.
    start_full : FullCheck or None
        What the gate looked at: the whole check at the start; None where nothing asked for it.
    stop : Stop or None
        How it ended, where it has.
    events : tuple of Event
        Changes on the way.
    first_rise : int or None
        The first step whose loss is above the one before.
    last_finite : int
        The newest step whose parameters, loss and gradient are finite.
    """

    id: int
    config: RunConfig
    state: RunState
    history: HistoryView
    limit: int
    check: CheckSummary
    start_check: CheckSummary
    start_full: FullCheck | None
    stop: Stop | None
    events: tuple[Event, ...]
    first_rise: int | None
    last_finite: int


class Run:
    """A run under way; used by one thread.

    Parameters
    ----------
    run_id : int
        Its number in the experiment.
    config : RunConfig
        Its settings.
    budget : int
        Bytes its record may take.
    """

    def __init__(self, run_id: int, config: RunConfig, budget: int = DEFAULT_BUDGET) -> None:
        self.id = run_id
        self.config = config
        self.trainer = Trainer(config)
        self.history = History(self.trainer.layout, budget)
        self.limit = config.stop.steps
        self.state = RunState.READY
        self.stop: Stop | None = None
        self.events: tuple[Event, ...] = ()
        self._first_rise: int | None = None
        self._last_finite = 0
        self._work = 0.0
        block = self.trainer.evaluate()
        self.start_full: FullCheck | None = None
        self.start_check = self.check = summarise(self.trainer.layout, block.rows)
        if block.finite and (config.gate or config.bug is not None):
            self._examine_start()
        self.history.add_checkpoint(self.trainer.state())
        self._record(block)
        if not block.finite or not self.refused:
            self._end_early(block)

    @property
    def step(self) -> int:
        """Updates done so far."""
        return self.trainer.state().step

    @property
    def newest(self) -> Row:
        """The newest row."""
        return self.history.view.row(-1)

    @property
    def refused(self) -> bool:
        """Whether the gate is on, and gradient or update are wrong at the start."""
        if not self.config.gate or self.step > 0:
            return False
        checks = [self.start_check.verdict]
        if self.start_full is not None:
            checks.append(self.start_full.summary.verdict)
        return Verdict.DISAGREE in checks

    def set_learning_rate(self, rate: float) -> None:
        """Use another learning rate from the next update on."""
        self.config = self.config.with_learning_rate(rate)
        self.trainer.set_learning_rate(rate)
        # Of several changes before the next update only the last one acts.
        earlier = tuple(event for event in self.events if event.step != self.step)
        self.events = (*earlier, Event(self.step, "learning_rate", rate))
        self.history.notable.add(self.step)

    def set_stop(self, rules: StopRules) -> None:
        """Use other rules from the next update on."""
        self.config = replace(self.config, stop=rules)

    def set_gate(self, gate: bool) -> None:
        """Train only if the gradient is right at the start, or whatever it is."""
        self.config = replace(self.config, gate=gate)
        if gate and self.step == 0 and self.start_full is None:
            self._examine_start()
        if not gate and self.state is RunState.REFUSED:
            self.state, self.stop = RunState.READY, None

    def raise_limit(self, limit: int) -> None:
        """Allow steps up to a new limit; a run that had ended at the old one is paused.

        A run that is already past a lower limit ends there.
        """
        self.limit = limit
        ended_there = self.stop is not None and self.stop.code in AT_LIMIT
        if ended_there and self.step < limit:
            self.state, self.stop = RunState.PAUSED, None
        elif not self.state.over and self.step > 0 and limit <= self.step:
            self._classify_at_limit()

    def advance(self, count: int) -> int:
        """Make up to `count` updates, never beyond the limit; end where an end is reached.

        Returns
        -------
        int
            Updates made.
        """
        if self.state.over:
            return 0
        if self.refused:
            wrong = self.start_check.verdict is Verdict.DISAGREE
            self._end(RunState.REFUSED, "gradient_wrong" if wrong else "update_wrong")
            return 0
        before, begun = self.trainer.state(), time.perf_counter()
        block = self.trainer.advance(min(count, self.limit - self.step))
        block = self._cut_at_tolerance(before, block)
        self._work += time.perf_counter() - begun
        if len(block.rows):
            self.check = combine(self.check, summarise(self.trainer.layout, block.rows))
            self._record(block)
            self._end_early(block)
        if not self.state.over and self.step >= self.limit:
            self._classify_at_limit()
        return len(block.rows)

    def view(self) -> RunView:
        """Return the run as it stands."""
        return RunView(
            self.id, self.config, self.state, self.history.view, self.limit, self.check,
            self.start_check, self.start_full, self.stop, self.events, self._first_rise,
            self._last_finite,
        )  # fmt: skip

    def _examine_start(self) -> None:
        """Check the gradient at the start and around it: one point can hide a wrong one."""
        self.start_full = full_check(self.config)
        found = self.start_full.gradient_summary
        # Agreement elsewhere does not make the start itself conclusive.
        if found.verdict is Verdict.DISAGREE:
            self.start_check = self.check = combine(self.start_check, found)

    def _cut_at_tolerance(self, before: TrainerState, block: StepBlock) -> StepBlock:
        """End the block at the first step whose gradient norm is below the tolerance."""
        tolerance = self.config.stop.tolerance
        if tolerance is None:
            return block
        below = np.flatnonzero(self._gradient_norms(block.rows) < tolerance)
        if len(below) == 0:
            return block
        wanted = int(below[0]) + 1
        if wanted < len(block.rows):
            # The same program from the same state gives the same bits, so going back is exact.
            self.trainer.restore(before)
            block = self.trainer.advance(wanted)
        return block

    def _gradient_norms(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        gradient = rows[:, self.trainer.layout.slices[Role.GRADIENT]]
        # hypot rather than a sum of squares, which would overflow above 1e154.
        return np.asarray(np.hypot.reduce(gradient, axis=1))

    def _record(self, block: StepBlock) -> None:
        layout, rows = self.trainer.layout, block.rows
        if self._first_rise is None:
            self._first_rise = self._rise_in(rows)
        finite = np.flatnonzero(finite_rows(layout, rows[-2:]))
        if len(finite):
            self._last_finite = int(rows[-2:][finite[-1], 0])
        if not block.finite:
            self.history.notable.add(self._last_finite)
        # The steps that the window names must outlive a thinning of the record.
        named = (self._first_rise, self.check.step)
        self.history.notable.update(step for step in named if step is not None)
        self.history.append(rows)
        if self._work >= CHECKPOINT_SECONDS:
            self.history.add_checkpoint(self.trainer.state())
            self._work = 0.0

    def _rise_in(self, rows: NDArray[np.float64]) -> int | None:
        view, loss = self.history.view, rows[:, self.trainer.layout.slices[Role.LOSS]][:, 0]
        before = view.row(-1).loss if len(view) else math.inf
        risen = np.flatnonzero(loss > np.concatenate([[before], loss[:-1]]))
        return int(rows[risen[0], 0]) if len(risen) else None

    def _end_early(self, block: StepBlock) -> None:
        """End, whatever the limit, at a row that is not finite or below the tolerance."""
        tolerance = self.config.stop.tolerance
        if not block.finite:
            self._end(RunState.DIVERGED, "nonfinite", what=nonfinite_part(self.newest))
        elif tolerance is not None and self._norm(-1) < tolerance:
            self._end(RunState.CONVERGED, "tolerance", norm=self._norm(-1), tolerance=tolerance)

    def _classify_at_limit(self) -> None:
        first, last = self.history.view.row(0).loss, self.newest.loss
        if last > GROWTH * abs(first) and self._rising():
            self._end(RunState.DIVERGED, "growth", factor=last / first if first else math.inf)
        elif self._norm(-1) <= FLAT * max(1.0, self._norm(0)):
            self._end(RunState.CONVERGED, "flat", norm=self._norm(-1))
        else:
            self._end(RunState.STOPPED, "step_limit", limit=self.limit)

    def _rising(self) -> bool:
        """Whether the loss is higher at the end than a tenth of the steps before it."""
        view = self.history.view
        earlier = view.row(view.index_of(self.step - max(self.step // 10, 1))).loss
        return self.newest.loss > earlier

    def _norm(self, index: int) -> float:
        return float(np.hypot.reduce(self.history.view.row(index).gradient))

    def _end(self, state: RunState, code: str, **values: Any) -> None:
        self.state = state
        self.stop = Stop(code, self.step, values)


def nonfinite_part(row: Row) -> str:
    """Return what of a row is not finite: 'parameter', 'loss' or 'gradient'."""
    if not np.isfinite(row.parameters).all():
        return "parameter"
    return "gradient" if math.isfinite(row.loss) else "loss"
