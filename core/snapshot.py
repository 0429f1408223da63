"""All that a window shows, at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.columns import Row
from core.inspection import Inspection
from core.learning_rate_sweep import Sweep
from core.loss_surface import Bounds, LossSurface
from core.problem import Problem
from core.run_view import RunState, RunView

if TYPE_CHECKING:
    from core.session_file import Session


@dataclass(frozen=True, eq=False)
class SurfaceResult:
    """A surface that was asked for, with the problem and bounds it belongs to."""

    problem: Problem
    bounds: Bounds
    surface: LossSurface


@dataclass(frozen=True, eq=False)
class Visited:
    """A step that was asked for, computed again where the record holds it no more."""

    run_id: int
    row: Row


@dataclass(frozen=True, eq=False)
class Failure:
    """An error in the thread: an InputError the person can mend, or a fault with traceback."""

    error: Exception
    traceback: str


@dataclass(frozen=True, eq=False)
class Opened:
    """A session that was to be opened, and what became of it.

    Attributes
    ----------
    session : Session
        The session.
    offset : int
        Its runs' numbers are now higher by so many.
    error : Exception or None
        Why it could not be opened; all stayed as it was then.
    """

    session: Session
    offset: int = 0
    error: Exception | None = None


@dataclass(frozen=True, eq=False)
class Snapshot:
    """All that a window shows, at one moment.

    Attributes
    ----------
    version : int
        Grows with every change.
    runs : dict of int to RunView
        The kept runs by number.
    active : int or None
        The run that commands act on.
    ghost : int or None
        The run before the last reset.
    kept : tuple of int
        The runs that stay until they are removed.
    racing : tuple of int
        The runs that advance together with the active one, which is among them; empty without
        a race.
    progress : str or None
        'importing' (TensorFlow), 'compiling' (the loop), 'surface', or None when idle.
    steps_per_second : float or None
        Measured speed of the run under way.
    surface : SurfaceResult or None
        The newest surface that was asked for.
    sweep : Sweep or None
        The newest sweep of learning rates that was asked for.
    inspection : Inspection or None
        The newest step that was examined.
    visited : Visited or None
        The newest step that was asked for.
    plain_graph : bool
        XLA is missing: training runs in the slower plain graph.
    failure : Failure or None
        The newest error in the thread.
    opened : Opened or None
        The newest session that was to be opened.
    """

    version: int = 0
    runs: dict[int, RunView] = field(default_factory=dict)
    active: int | None = None
    ghost: int | None = None
    kept: tuple[int, ...] = ()
    racing: tuple[int, ...] = ()
    progress: str | None = None
    steps_per_second: float | None = None
    surface: SurfaceResult | None = None
    sweep: Sweep | None = None
    inspection: Inspection | None = None
    visited: Visited | None = None
    plain_graph: bool = False
    failure: Failure | None = None
    opened: Opened | None = None

    @property
    def active_run(self) -> RunView | None:
        """The run that commands act on."""
        return None if self.active is None else self.runs[self.active]

    @property
    def ghost_run(self) -> RunView | None:
        """The run before the last reset."""
        return None if self.ghost is None else self.runs[self.ghost]

    @property
    def state(self) -> RunState:
        """The active run's state; without one LOADING, or FAILED where none could be made.

        Of a race that of the first racer that can go on, if any can.
        """
        run = self.active_run
        if run is None:
            return RunState.LOADING if self.failure is None else RunState.FAILED
        racers = [self.runs[number].state for number in self.racing]
        going = (RunState.RUNNING, RunState.PAUSED, RunState.READY, RunState.STOPPED)
        return next((state for state in going if state in racers), run.state)
