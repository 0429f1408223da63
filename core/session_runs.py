"""The runs of a session, to go on with."""

from __future__ import annotations

from dataclasses import replace

from core.errors import InputError
from core.full_check import FullCheck, full_check
from core.history import DEFAULT_BUDGET
from core.program import program_for
from core.run import Run
from core.run_view import RunView
from core.session_file import Session


def restored(session: Session, budget: int = DEFAULT_BUDGET, offset: int = 0) -> list[Run]:
    """Return the runs of a session; each goes on bit for bit as it would have.

    Parameters
    ----------
    session : Session
        The session.
    budget : int
        Bytes that the record of each may take; racers share those of one.
    offset : int
        Added to the runs' numbers.

    Raises
    ------
    InputError
        If Keras refuses hyperparameters, or ``session_columns`` if it has other variables for an
        optimizer than it had.
    """
    shares = max(len(session.racing), 1)
    return [
        _restored(run, run.id in session.examined, offset, _share(session, run, budget, shares))
        for run in session.runs
    ]


def _share(session: Session, run: RunView, budget: int, shares: int) -> int:
    return budget // shares if run.id in session.racing else budget


def _restored(view: RunView, examined: bool, offset: int, budget: int) -> Run:
    _refuse_other_columns(view)
    parent = view.parent and (view.parent[0] + offset, view.parent[1])
    full: FullCheck | None = full_check(view.segments[0].config) if examined else None
    moved = replace(view, id=view.id + offset, parent=parent, start_full=full)
    return Run.restored(moved, budget)


def _refuse_other_columns(view: RunView) -> None:
    for segment in view.segments:
        record = view.history if segment.view is None else segment.view
        if record.layout != program_for(segment.config).layout:
            raise InputError(
                "session_columns", run=view.id, optimizer=segment.config.optimizer.name
            )
