"""One run: a training with its record, its events, its verdict and how it ended."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.branching import (
    Event,
    Segment,
    by_detour,
    carried_state,
    exact_state,
    segment_at,
)
from core.columns import Layout, Role, Row, finite_rows
from core.config import RunConfig
from core.full_check import FullCheck, full_check
from core.history import DEFAULT_BUDGET, History
from core.program import program_for
from core.run_view import AT_LIMIT, RULES, RunState, RunView, Stop
from core.state import TrainerState
from core.stop_rules import StopRules, first_fired
from core.trainer import StepBlock, Trainer
from core.verdict import CheckSummary, Verdict, combine, summarise

GROWTH = 1e3
"""A loss this many times the start's, still rising at the step limit, has diverged."""

FLAT = 1e-6
"""A gradient norm below this times max(1, norm at the start) at the step limit has converged."""


@dataclass(frozen=True, eq=False)
class Origin:
    """What a run goes on from.

    Attributes
    ----------
    parent : tuple of int
        The run and the step.
    state : TrainerState
        The state at that step, for the new settings.
    history : History
        The rows before it.
    segments : tuple of Segment
        The settings until then, and the new ones.
    events : tuple of Event
        Changes of the learning rate before it.
    first_rise : int or None
        The first step until then whose loss is above the one before.
    start_check : CheckSummary
        The verdict at the start point.
    start_full : FullCheck or None
        The whole check there.
    """

    parent: tuple[int, int]
    state: TrainerState
    history: History
    segments: tuple[Segment, ...]
    events: tuple[Event, ...]
    first_rise: int | None
    start_check: CheckSummary
    start_full: FullCheck | None


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
    origin : Origin or RunView, optional
        What it goes on from, or what it was when it was saved; see `restored`.
    """

    def __init__(
        self,
        run_id: int,
        config: RunConfig,
        budget: int = DEFAULT_BUDGET,
        origin: Origin | RunView | None = None,
    ) -> None:
        self.id = run_id
        self.config = config
        self.trainer = Trainer(config)
        self.limit = config.stop.steps
        self.state = RunState.READY
        self.stop: Stop | None = None
        self.parent: tuple[int, int] | None = None
        self.events: tuple[Event, ...] = ()
        self.segments: tuple[Segment, ...] = (Segment(0, 0, config),)
        self._first_rise: int | None = None
        self._last_finite = 0
        self.start_full: FullCheck | None = None
        if origin is None:
            self.history = History(self.trainer.layout, budget)
            self._begin()
        elif isinstance(origin, RunView):
            self.history = History.holding(origin.history, origin.notable, budget)
            self._take_up(origin)
        else:
            self.history = origin.history
            self._go_on(origin)

    def _begin(self) -> None:
        block = self.trainer.evaluate()
        self.start_check = self.check = summarise(self.trainer.layout, block.rows)
        if block.finite and (self.config.gate or self.config.bug is not None):
            self._examine_start()
        self._record(block)
        if not block.finite or not self.refused:
            self._end_early(block)

    def _go_on(self, origin: Origin) -> None:
        self.parent, self.segments, self.events = origin.parent, origin.segments, origin.events
        self.start_check, self.start_full = origin.start_check, origin.start_full
        self._first_rise = origin.first_rise
        self.trainer.restore(origin.state)
        block = self.trainer.evaluate()
        self.check = combine(self.start_check, summarise(self.trainer.layout, block.rows))
        if self.step > 0:
            self.state = RunState.PAUSED
        self._record(block)
        self.history.notable.add(self.step)
        if self.step >= self.limit:
            self._classify_at_limit()

    @classmethod
    def restored(cls, view: RunView, budget: int = DEFAULT_BUDGET) -> Run:
        """Return the run that a view shows; it goes on bit for bit as that one would.

        The record may have been thinned, but for the view's notable steps.
        """
        return cls(view.id, view.config, budget, view)

    def _take_up(self, view: RunView) -> None:
        self.parent, self.segments, self.events = view.parent, view.segments, view.events
        self.state, self.stop, self.limit = view.state, view.stop, view.limit
        self.check, self.start_check, self.start_full = (
            view.check,
            view.start_check,
            view.start_full,
        )
        self._first_rise, self._last_finite = view.first_rise, view.last_finite
        last = view.history.last_step
        _, now = exact_state(self.segments[-1], view.history, self.events, last, self.trainer)
        self.trainer.restore(now)

    def branch(self, run_id: int, step: int, config: RunConfig) -> Run:
        """Return a new run that goes on from a recorded step with other settings.

        With the same settings it repeats this one bit for bit. The data must be the same.
        """
        row, state = self.exact(step)
        old = self.segments[segment_at(self.segments, step)]
        carried, new = carried_state(old.config, state, config)
        if not new:
            carried = carried.with_learning_rate(config.optimizer.learning_rate)
        layout = program_for(config).layout
        begun, detour = step if new else old.begun, by_detour(old, step, config)
        segment = Segment(step, begun, config, detour=detour)
        origin = Origin(
            (self.id, step), carried, self.history.before(step, layout),
            (*self._segments_before(step, layout), segment),
            tuple(event for event in self.events if event.step < step),
            self._first_rise if self._first_rise is not None and self._first_rise <= step else None,
            self.start_check, self.start_full,
        )  # fmt: skip
        return Run(run_id, config, self.history.budget, origin)

    def _segments_before(self, step: int, layout: Layout) -> Iterator[Segment]:
        """Yield the segments before a step; their rows as they are where the layout changes."""
        for segment in self.segments:
            own = program_for(segment.config).layout
            if segment.begin < step:
                kept = segment.view is None and own != layout
                view = self.history.view if kept else segment.view
                yield replace(segment, view=view)

    def exact(self, step: int) -> tuple[Row, TrainerState]:
        """Return the row of a step, kept or not, and the state that leaves it, to the last bit.

        Raises
        ------
        IndexError
            If the run has not come to that step.
        """
        if not 0 <= step <= self.step:
            raise IndexError(step)
        at = segment_at(self.segments, step)
        segment = self.segments[at]
        view = self.history.view if segment.view is None else segment.view
        if at < len(self.segments) - 1:
            return exact_state(segment, view, self.events, step, Trainer(segment.config))
        now = self.trainer.state()
        try:
            return exact_state(segment, view, self.events, step, self.trainer)
        finally:
            self.trainer.restore(now)

    def settings_at(self, step: int) -> RunConfig:
        """Return the settings of the update that leaves a step."""
        return self.segments[segment_at(self.segments, step)].config

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
        """End by other rules; a run that had ended by one of the old ones may go on."""
        limit_too = rules.steps != self.limit
        self.config = replace(self.config, stop=rules)
        if self.stop is not None and self.stop.code in RULES:
            self.state, self.stop = RunState.PAUSED, None
            self._end_by_rule()
        if limit_too:
            self.raise_limit(rules.steps)

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
        before = self.trainer.state()
        block = self.trainer.advance(min(count, self.limit - self.step))
        block = self._cut_at_rule(before, block)
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
            self._last_finite, self.parent, self.segments[-1].begun, self.segments,
        )  # fmt: skip

    def _examine_start(self) -> None:
        """Check the gradient at the start and around it: one point can hide a wrong one."""
        self.start_full = full_check(self.config)
        found = self.start_full.gradient_summary
        # Agreement elsewhere does not make the start itself conclusive.
        if found.verdict is Verdict.DISAGREE:
            self.start_check = self.check = combine(self.start_check, found)

    def _cut_at_rule(self, before: TrainerState, block: StepBlock) -> StepBlock:
        """End the block at the first step that a stop rule holds for."""
        rules = self.config.stop
        if not rules.any:
            return block
        fired = first_fired(rules, block.layout, block.rows, self.newest.loss)
        if fired is None or fired.index + 1 >= len(block.rows):
            return block
        # The same program from the same state gives the same bits, so going back is exact.
        self.trainer.restore(before)
        return self.trainer.advance(fired.index + 1)

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

    def _rise_in(self, rows: NDArray[np.float64]) -> int | None:
        view, loss = self.history.view, rows[:, self.trainer.layout.slices[Role.LOSS]][:, 0]
        before = view.row(-1).loss if len(view) else math.inf
        risen = np.flatnonzero(loss > np.concatenate([[before], loss[:-1]]))
        return int(rows[risen[0], 0]) if len(risen) else None

    def _end_early(self, block: StepBlock) -> None:
        """End, whatever the limit, at a row that is not finite or that a stop rule holds for."""
        if not block.finite:
            self._end(RunState.DIVERGED, "nonfinite", what=nonfinite_part(self.newest))
        else:
            self._end_by_rule()

    def _end_by_rule(self) -> None:
        rules, view = self.config.stop, self.history.view
        if not rules.any:
            return
        # The row before the newest is never thinned away before the newest is recorded.
        before = view.row(-2).loss if len(view) > 1 else math.nan
        newest = self.newest
        fired = first_fired(rules, newest.layout, newest.values[None, :], before)
        if fired is not None:
            self._end(RunState.CONVERGED, fired.code, **fired.values)

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
        # Exact, so that it does not depend on how much of the record was thinned away.
        earlier = self.exact(self.step - max(self.step // 10, 1))[0].loss
        return self.newest.loss > earlier

    def _norm(self, index: int) -> float:
        return float(np.hypot.reduce(self.history.view.row(index).full_gradient))

    def _end(self, state: RunState, code: str, **values: Any) -> None:
        self.state = state
        self.stop = Stop(code, self.step, values)


def nonfinite_part(row: Row) -> str:
    """Return what of a row is not finite: 'parameter', 'loss' or 'gradient'."""
    if not np.isfinite(row.parameters).all():
        return "parameter"
    return "gradient" if math.isfinite(row.loss) else "loss"
