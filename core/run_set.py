"""The runs that there are: the active one, those that were kept, and those that race."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from core.run import Run
from core.run_view import RunState, RunView
from core.session_file import Session


class RunSet:
    """Keeps runs by number; used by one thread.

    The racers are the active run and those that advance together with it; without a race the
    active run alone.
    """

    def __init__(self) -> None:
        self.active: Run | None = None
        self.ghost: RunView | None = None
        self.kept: tuple[int, ...] = ()
        self.racing: tuple[int, ...] = ()
        self._runs: dict[int, Run] = {}

    @property
    def racers(self) -> tuple[Run, ...]:
        """The runs that advance, the active one among them."""
        if self.racing:
            return tuple(self._runs[number] for number in self.racing)
        return () if self.active is None else (self.active,)

    @property
    def running(self) -> tuple[Run, ...]:
        """Those of them that are training."""
        return tuple(run for run in self.racers if run.state is RunState.RUNNING)

    def begin(self, run: Run, ghost: RunView | None) -> None:
        """Make a new run the active one; a race is over."""
        self.active, self.ghost, self.racing = run, ghost, ()
        self._runs[run.id] = run
        self._drop_others()

    def begin_race(self, runs: Iterable[Run]) -> None:
        """Let runs race; the first one is active, and all are kept."""
        racers = tuple(runs)
        self._runs |= {run.id: run for run in racers}
        self.active, self.ghost = racers[0], None
        self.racing = tuple(run.id for run in racers)
        self.kept = (*self.kept, *self.racing)
        self._drop_others()

    def open(self, session: Session, runs: Iterable[Run], offset: int) -> None:
        """Put a session's runs, their numbers raised by `offset`, in the place of all there are."""
        self._runs = {run.id: run for run in runs}
        self.active = None if session.active is None else self._runs[session.active + offset]
        self.ghost = None
        self.kept = tuple(number + offset for number in session.kept)
        self.racing = tuple(number + offset for number in session.racing)
        self._drop_others()

    def park(self, *, others: bool = False) -> None:
        """Pause all that advance, or all `others`: nothing would make them advance."""
        racers = self.racers
        for run in self._runs.values():
            if run.state is RunState.RUNNING and (run in racers) is not others:
                run.state = RunState.PAUSED

    def keep(self, number: int) -> None:
        """Let a run stay when another becomes active."""
        if number in self._runs and number not in self.kept:
            self.kept = (*self.kept, number)

    def forget(self, number: int) -> None:
        """Keep a run no longer; the active one stays, and goes on racing, until the next."""
        self.kept = tuple(kept for kept in self.kept if kept != number)
        self._drop_others()

    def activate(self, number: int) -> None:
        """Make another of the runs the active one; a race goes on if it belongs to it."""
        if number not in self._runs:
            return
        if number not in self.racing:
            self.racing = ()
        self.active = self._runs[number]
        self._drop_others()

    def each(self, change: Callable[[Run], None]) -> None:
        """Change every racer."""
        for run in self.racers:
            change(run)

    def views(self) -> dict[int, RunView]:
        """Return all runs as they stand, the ghost too."""
        views = {} if self.ghost is None else {self.ghost.id: self.ghost}
        return {**views, **{number: run.view() for number, run in self._runs.items()}}

    def _drop_others(self) -> None:
        wanted = set(self.kept)
        if self.active is not None:
            wanted.add(self.active.id)
        racing = tuple(number for number in self.racing if number in wanted)
        # One alone does not race.
        self.racing = racing if len(racing) > 1 else ()
        self.park(others=True)
        self._runs = {number: run for number, run in self._runs.items() if number in wanted}
