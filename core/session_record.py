"""A run in a session file: where it stands, its segments, and some of its recorded rows.

Every row holds the whole state of parameters and optimizer, so the steps between two rows can be
computed again to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.branching import Event, Segment
from core.columns import Layout, Role, finite_rows
from core.config import RunConfig
from core.history import History, HistoryView
from core.run_view import RunState, RunView, Stop
from core.session_data import DataList
from core.session_json import plain
from core.session_settings import SettingsReader, now_json, read_now, settings_json
from core.session_values import Value
from core.verdict import CheckCode, CheckSummary

MOST_ROWS = 1000
"""Rows of a run that are written, notable ones apart."""

MOST_SLOTS = 100

PARTS = ("parameter", "loss", "gradient")
"""What may be not finite."""

STOPS: dict[str, tuple[RunState, tuple[str, ...]]] = {
    "step_limit": (RunState.STOPPED, ("limit",)),
    "tolerance": (RunState.CONVERGED, ("norm", "tolerance")),
    "loss_change": (RunState.CONVERGED, ("change", "loss_change")),
    "target_loss": (RunState.CONVERGED, ("loss", "target_loss")),
    "flat": (RunState.CONVERGED, ("norm",)),
    "nonfinite": (RunState.DIVERGED, ("what",)),
    "growth": (RunState.DIVERGED, ("factor",)),
    "gradient_wrong": (RunState.REFUSED, ()),
    "update_wrong": (RunState.REFUSED, ()),
}
"""Code of an end -> the state that it leads to, and what it tells."""

Rows = NDArray[np.float64]


def run_json(view: RunView, data: DataList) -> dict[str, Any]:
    """Return a run as a session file has it; its data are added to `data`.

    Raises
    ------
    InputError
        ``session_own_code`` if its settings hold code that has no name.
    """
    stop, parent = view.stop, view.parent
    return {
        "id": view.id,
        "parent": None if parent is None else {"run": parent[0], "step": parent[1]},
        "state": str(_resting(view)),
        "stop": stop
        and {
            "code": stop.code,
            "step": stop.step,
            "values": {
                name: plain(value) if isinstance(value, float) else value
                for name, value in stop.values.items()
            },
        },
        "limit": view.limit,
        "now": now_json(view.config),
        "check": _check_json(view.check),
        "start_check": _check_json(view.start_check),
        "start_examined": view.start_full is not None,
        "first_rise": view.first_rise,
        "last_finite": view.last_finite,
        "events": [
            {"step": event.step, "kind": event.kind, "value": float(event.value)}
            for event in view.events
        ],
        "segments": [
            _segment_json(segment, rows, data, view.id)
            for segment, rows in zip(view.segments, _kept(view), strict=True)
        ],
    }


def _resting(view: RunView) -> RunState:
    """Return the state of the run once nobody advances it."""
    if view.state not in (RunState.RUNNING, RunState.LOADING):
        return view.state
    return RunState.PAUSED if view.history.last_step > 0 else RunState.READY


def _check_json(check: CheckSummary) -> dict[str, Any]:
    error = check.max_relative_error
    return {
        "code": check.code.name.lower(),
        "step": check.step,
        "max_relative_error": None if error is None else plain(float(error)),
    }


def _segment_json(
    segment: Segment, rows: tuple[HistoryView, list[int]], data: DataList, run: int
) -> dict[str, Any]:
    view, places = rows
    names = [column.name for column in view.layout.columns]
    return {
        "begin": segment.begin,
        "begun": segment.begun,
        "detour": segment.detour,
        "settings": settings_json(segment.config, data, run),
        "columns": names,
        "rows": _rows_json(np.array([view.row(place).values for place in places])),
    }


def _rows_json(rows: Rows) -> list[list[float | str]]:
    found = [[int(values[0]), *values[1:]] for values in rows.tolist()]
    for place in np.flatnonzero(~np.isfinite(rows).all(axis=1)):
        found[place][1:] = map(plain, found[place][1:])
    return found


def _kept(view: RunView) -> list[tuple[HistoryView, list[int]]]:
    """Return of each segment its rows in its own columns, and which of them are written.

    Every 2^m-th step and the notable ones: what is read and written again is the same.
    """
    ends = [segment.begin for segment in view.segments[1:]]
    records = [view.history if s.view is None else s.view for s in view.segments]
    parts: list[NDArray[np.int64]] = []
    firsts: list[int] = []
    for segment, record, end in zip(view.segments, records, [*ends, None], strict=True):
        first = record.index_of(segment.begin)
        stop = len(record) if end is None else record.index_of(end - 1) + 1
        steps = record.values(Role.STEP, 0, first)[: stop - first]
        parts.append(steps.astype(np.int64))
        firsts.append(first)
    whole, stride = np.concatenate(parts), 1
    while np.count_nonzero(whole % stride == 0) > MOST_ROWS:
        stride *= 2
    notable = list(view.notable)
    kept = [np.flatnonzero((part % stride == 0) | np.isin(part, notable)) for part in parts]
    return [
        (record, (first + places).tolist())
        for record, first, places in zip(records, firsts, kept, strict=True)
    ]


def read_run(value: Value, settings: SettingsReader) -> tuple[RunView, bool]:
    """Return a run as it stood, and whether its gradient was examined at the start.

    Raises
    ------
    Damaged
        If a value cannot be used, or values do not fit together.
    """
    (number, parent, state, stop, limit, now, check, start_check, examined, rise, finite, events,
     segments) = value.keys(
        "id", "parent", "state", "stop", "limit", "now", "check", "start_check",
        "start_examined", "first_rise", "last_finite", "events", "segments",
    )  # fmt: skip
    stretches, history = _read_segments(segments, settings)
    last = history.last_step
    run_id = number.whole(1)
    view = RunView(
        run_id,
        read_now(now, stretches[-1].config),
        RunState(state.choice(_STATES)),
        history,
        limit.whole(),
        _read_check(check, last),
        _read_check(start_check, 0),
        None,
        None if stop.content is None else _read_stop(stop, state, last),
        _read_events(events, last),
        None if rise.content is None else rise.whole(1, last),
        finite.whole(0, last),
        _read_parent(parent, run_id),
        stretches[-1].begun,
        stretches,
    )
    ended = view.state.over or view.state is RunState.STOPPED
    if view.state is not RunState.FAILED and ended != (view.stop is not None):
        raise stop.damaged("this does not fit to the state")
    _refuse_gaps(view, value)
    return view, examined.flag()


_STATES = [str(s) for s in RunState if s not in (RunState.RUNNING, RunState.LOADING)]


def _read_check(value: Value, last: int) -> CheckSummary:
    code, step, error = value.keys("code", "step", "max_relative_error")
    names = {known.name.lower(): known for known in CheckCode}
    return CheckSummary(
        names[code.choice(names)],
        None if step.content is None else step.whole(0, last),
        None if error.content is None else error.any_number(),
    )


def _read_stop(value: Value, state: Value, last: int) -> Stop:
    code, step, values = value.keys("code", "step", "values")
    leads_to, told = STOPS[code.choice(STOPS)]
    if state.content not in (str(leads_to), str(RunState.FAILED)):
        raise state.damaged(f"with this end it is {leads_to}")
    found = dict(zip(told, values.keys(*told), strict=True))
    return Stop(code.text(), step.whole(0, last), {n: _told(n, v) for n, v in found.items()})


def _told(name: str, value: Value) -> Any:
    if name == "limit":
        return value.whole()
    return value.choice(PARTS) if name == "what" else value.any_number()


def _read_events(value: Value, last: int) -> tuple[Event, ...]:
    found: list[Event] = []
    for each in value.each():
        step, kind, rate = each.keys("step", "kind", "value")
        lowest = found[-1].step + 1 if found else 0
        found.append(
            Event(step.whole(lowest, last), kind.choice(("learning_rate",)), rate.number(0.0))
        )
        if not 0.0 < np.float32(min(found[-1].value, 1e39)) < np.inf:
            raise rate.damaged("float32 cannot hold this learning rate")
    return tuple(found)


def _read_parent(value: Value, run_id: int) -> tuple[int, int] | None:
    if value.content is None:
        return None
    run, step = value.keys("run", "step")
    return run.whole(1, run_id - 1), step.whole()


def _read_segments(
    value: Value, settings: SettingsReader
) -> tuple[tuple[Segment, ...], HistoryView]:
    found: list[Segment] = []
    records: list[HistoryView] = []
    history: History | None = None
    for each in value.each():
        begin, begun, detour, config, columns, rows = each.keys(
            "begin", "begun", "detour", "settings", "columns", "rows"
        )
        first = begin.whole(history.view.last_step + 1 if history else 0)
        segment = Segment(first, begun.whole(0, first), settings.read(config), detour=detour.flag())
        layout = _read_layout(columns, segment.config)
        read = _read_rows(rows, layout, segment.config, segment.begin)
        own = History(layout)
        own.append(read)
        history = history.before(segment.begin, layout) if history else History(layout)
        history.append(read)
        found.append(segment)
        records.append(own.view)
    if history is None or found[0].begin != 0:
        raise value.damaged("the segments do not begin at step 0")
    return tuple(_with_records(found, records)), history.view


def _with_records(segments: Sequence[Segment], records: Sequence[HistoryView]) -> list[Segment]:
    """Give rows of their own to the segments whose columns do not last to the end."""
    found, last = list(segments), records[-1].layout
    lasting = True
    for place in reversed(range(len(found))):
        lasting = lasting and records[place].layout == last
        if not lasting:
            found[place] = replace(found[place], view=records[place])
    return found


def _read_layout(value: Value, config: RunConfig) -> Layout:
    names = [each.text() for each in value.each(MOST_SLOTS)]
    scheduled = not config.optimizer.schedule.constant
    layout = Layout(config.problem.names, (), config.batched, scheduled)
    prefix = f"{Role.SLOT}_"
    slots = tuple(name.removeprefix(prefix) for name in names[len(layout) :])
    layout = replace(layout, slots=slots)
    if [column.name for column in layout.columns] != names or len(set(names)) < len(names):
        raise value.damaged("these are not the columns of the settings")
    return layout


def _read_rows(value: Value, layout: Layout, config: RunConfig, begin: int) -> Rows:
    rows = value.each()
    if not rows:
        raise value.damaged("at least one row is needed here")
    found = []
    for each in rows:
        numbers = each.any_numbers()
        if len(numbers) != len(layout):
            raise each.damaged(f"{len(layout)} numbers are needed here")
        found.append(numbers)
    read = np.array(found)
    _refuse_steps(value, read[:, 0], begin)
    _refuse_values(rows, read, layout, config)
    return read


def _refuse_steps(value: Value, steps: Rows, begin: int) -> None:
    whole = np.isfinite(steps).all() and (steps == np.floor(steps)).all() and steps[-1] < 2**53
    if not whole or steps[0] != begin or not (np.diff(steps) > 0.0).all():
        raise value.damaged(f"the steps do not rise from {begin}")


def _refuse_values(rows: list[Value], read: Rows, layout: Layout, config: RunConfig) -> None:
    """Refuse codes that there are not, and numbers that training could not have had."""
    codes = read[:, layout.slices[Role.VERDICT]]
    wrong = ~np.isin(codes, [int(code) for code in CheckCode]).all(axis=1)
    held = [*range(len(read[0]))[layout.slices[Role.LEARNING_RATE]]]
    held += range(len(read[0]))[layout.slices[Role.BASE_RATE]]
    if config.dtype == "float32":
        for role in (Role.PARAMETER, Role.LOSS, Role.GRADIENT, Role.SLOT):
            held += range(len(read[0]))[layout.slices[role]]
    with np.errstate(over="ignore", invalid="ignore"):
        short = read[:, held].astype(np.float32).astype(np.float64)
    wrong |= ((short != read[:, held]) & ~np.isnan(read[:, held])).any(axis=1)
    # A row that is not finite ends a run.
    wrong[:-1] |= ~finite_rows(layout, read[:-1])
    if wrong.any():
        raise rows[int(np.argmax(wrong))].damaged("training cannot have had these numbers")


def _refuse_gaps(view: RunView, value: Value) -> None:
    """Refuse a run without the rows that other steps are computed from."""
    last = view.history.last_step
    needed = view.notable - {max(last - 1, 0)}
    steps = set(view.history.values(Role.STEP).astype(np.int64).tolist())
    missing = sorted(needed - steps)
    if missing:
        raise value.key("segments").damaged(f"the row of step {missing[0]} is missing")
