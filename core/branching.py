"""How a run goes on with other settings, and how any of its steps is had again, exactly.

Every recorded row holds the whole state of parameters and optimizer, so any kept row is a place
to compute the steps after it again: the same program from the same state gives the same bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.columns import Row
from core.config import RunConfig
from core.history import HistoryView
from core.program import program_for
from core.state import TrainerState
from core.trainer import Trainer


@dataclass(frozen=True)
class Event:
    """A change that acts on the update from `step` to `step` + 1."""

    step: int
    kind: str
    value: float


@dataclass(frozen=True, eq=False)
class Segment:
    """A stretch of a run with the same settings, but for the learning rate.

    Attributes
    ----------
    begin : int
        Its first step; it ends before that of the next one.
    begun : int
        The step at which its optimizer was new.
    config : RunConfig
        The settings.
    view : HistoryView or None
        Its rows in its own layout, up to its end; None where the run's record has the same layout.
    detour : bool
        Whether another optimizer's settings stood at its first step for a while: what they made
        it forget is gone, though the settings before it may be the same.
    """

    begin: int
    begun: int
    config: RunConfig
    view: HistoryView | None = None
    detour: bool = False


def segment_at(segments: Sequence[Segment], step: int) -> int:
    """Return the index of the segment that a step belongs to."""
    return max(i for i, segment in enumerate(segments) if segment.begin <= step)


def by_detour(old: Segment, step: int, new: RunConfig) -> bool:
    """Return whether a segment that replaces another at its first step is a detour.

    At step 0 the optimizer has nothing to forget.
    """
    changed = replace(old.config.optimizer, learning_rate=1.0) != replace(
        new.optimizer, learning_rate=1.0
    )
    return 0 < step == old.begin and (old.detour or changed)


def exact_state(
    segment: Segment, view: HistoryView, events: Sequence[Event], step: int, trainer: Trainer
) -> tuple[Row, TrainerState]:
    """Return the row of a step, and the state with the learning rate of the update that leaves it.

    Parameters
    ----------
    segment : Segment
        That of the step.
    view : HistoryView
        The record, in the layout of the segment. Rows of events must have been kept.
    events : sequence of Event
        The changes of the learning rate.
    step : int
        The step; one that was thinned away is computed again from the last kept one before it.
    trainer : Trainer
        Of the segment's settings; it is left at the step.
    """
    row = view.row(view.index_of(step))
    state = program_for(segment.config).state_of(row, segment.begun)
    trainer.restore(_with_event(state, events))
    if row.step < step:
        row = trainer.advance(step - row.step).row(-1)
    return row, _with_event(trainer.state(), events)


def _with_event(state: TrainerState, events: Sequence[Event]) -> TrainerState:
    """Return the state with the rate that was chosen at its step, where one was."""
    rates = [event.value for event in events if event.step == state.step]
    return state.with_learning_rate(rates[-1]) if rates else state


def carried_state(old: RunConfig, state: TrainerState, new: RunConfig) -> tuple[TrainerState, bool]:
    """Return the state of a run that goes on with other settings, and if its optimizer is new.

    The same optimizer keeps its iteration and what it remembers; what it begins to remember
    begins as in a fresh one. Another optimizer begins anew.
    """
    program = program_for(new)
    fresh = program.initial_state(list(map(float, state.parameters)), new.optimizer.learning_rate)
    fresh = replace(fresh, step=state.step, parameters=state.parameters)
    if new.optimizer.name != old.optimizer.name:
        return fresh, True
    iteration, rate, *slots = fresh.optimizer_variables
    # A moving average of the parameters that began at 0 would be far off for many steps.
    known: dict[str, float] = {
        f"average_{name}": float(value)
        for name, value in zip(new.problem.names, state.parameters, strict=True)
    }
    remembered = _flat(state.optimizer_variables[2:])
    known |= dict(zip(program_for(old).layout.slots, remembered, strict=True))
    names, values = program.layout.slots, _flat(slots)
    merged = [known.get(name, value) for name, value in zip(names, values, strict=True)]
    parts = np.split(np.array(merged), np.cumsum([slot.size for slot in slots])[:-1])
    carried = tuple(
        np.asarray(part, slot.dtype).reshape(slot.shape)
        for part, slot in zip(parts, slots, strict=False)
    )
    counted = np.asarray(state.optimizer_variables[0], iteration.dtype)
    return replace(fresh, optimizer_variables=(counted, rate, *carried)), False


def _flat(slots: Sequence[NDArray[np.generic]]) -> list[float]:
    return [float(value) for slot in slots for value in np.ravel(slot)]
