"""What readers in other threads see of a run: where it stands, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from core.branching import Event, Segment
from core.config import RunConfig
from core.full_check import FullCheck
from core.history import HistoryView
from core.verdict import CheckSummary

RULES = ("tolerance", "loss_change", "target_loss")
"""Ends by a rule that the person set: without it the run can go on."""

AT_LIMIT = ("step_limit", "flat", "growth")
"""Ends that only classify a run at its step limit: with a higher limit it can go on."""


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


def can_go_on(state: RunState, stop: Stop | None) -> bool:
    """Whether a further update can be made: a run that ended at its step limit can go on."""
    return not state.over or (stop is not None and stop.code in AT_LIMIT)


@dataclass(frozen=True)
class Stop:
    """How a run ended.

    Attributes
    ----------
    code : str
        'step_limit', 'tolerance', 'loss_change', 'target_loss', 'flat' (gradient negligible at
        the step limit),
        'nonfinite', 'growth' (still rising at the step limit), 'gradient_wrong', 'update_wrong'.
    step : int
        At which step.
    values : dict
        What the sentence needs; for 'nonfinite': what ('loss', 'gradient' or 'parameter').
    """

    code: str
    step: int
    values: dict[str, Any] = field(default_factory=dict)


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
    parent : tuple of int or None
        The run and the step that this one goes on from.
    begun : int
        The step at which its optimizer was new: the learning-rate schedule counts from there.
    segments : tuple of Segment
        The settings from the start on, the newest last.
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
    parent: tuple[int, int] | None = None
    begun: int = 0
    segments: tuple[Segment, ...] = ()
