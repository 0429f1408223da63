"""The one thread that trains: commands go in by methods, snapshots are read out.

Nothing is pushed: a reader asks for `Runner.snapshot` as often as it likes. It costs no lock and
no copy of the record.
"""

from __future__ import annotations

import queue
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from core.config import RunConfig, StopRules
from core.history import DEFAULT_BUDGET
from core.inspection import Inspection, Wanted, inspected
from core.loss_surface import Bounds, LossSurface, surface_in_parts
from core.problem import Problem
from core.program import ROWS
from core.run import Run, RunState, RunView
from core.tensorflow_import import load_tensorflow

CHUNK_SECONDS = 0.01
"""About how long one call of the compiled loop may take: commands wait at most that long."""

FIRST_RATE = 1.0 / CHUNK_SECONDS
"""Steps per second a new run is believed to make: one step in its first chunk, then more."""

PACED_TICK = 0.02
"""Shortest pause between two chunks of a paced run."""


@dataclass(frozen=True, eq=False)
class SurfaceResult:
    """A surface that was asked for, with the problem and bounds it belongs to."""

    problem: Problem
    bounds: Bounds
    surface: LossSurface


@dataclass(frozen=True, eq=False)
class Failure:
    """An error in the thread: an InputError the person can mend, or a fault with traceback."""

    error: Exception
    traceback: str


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
    progress : str or None
        'importing' (TensorFlow), 'compiling' (the loop), 'surface', or None when idle.
    steps_per_second : float or None
        Measured speed of the run under way.
    surface : SurfaceResult or None
        The newest surface that was asked for.
    inspection : Inspection or None
        The newest step that was examined.
    plain_graph : bool
        XLA is missing: training runs in the slower plain graph.
    failure : Failure or None
        The newest error in the thread.
    """

    version: int = 0
    runs: dict[int, RunView] = field(default_factory=dict)
    active: int | None = None
    ghost: int | None = None
    progress: str | None = None
    steps_per_second: float | None = None
    surface: SurfaceResult | None = None
    inspection: Inspection | None = None
    plain_graph: bool = False
    failure: Failure | None = None

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
        """The active run's state; without one LOADING, or FAILED where none could be made."""
        run = self.active_run
        if run is None:
            return RunState.LOADING if self.failure is None else RunState.FAILED
        return run.state


class Runner:
    """Runs trainings in a background thread.

    Parameters
    ----------
    budget : int
        Bytes of record each run may hold.
    """

    def __init__(self, budget: int = DEFAULT_BUDGET) -> None:
        self._budget = budget
        self._commands: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="descent-lab runner", daemon=True)
        self._snapshot = Snapshot()
        self._run: Run | None = None
        self._wanted: RunConfig | None = None
        self._wanted_surface: tuple[Problem, Bounds] | None = None
        self._surface_parts: Iterator[SurfaceResult | None] | None = None
        self._wanted_inspection: Wanted | None = None
        self._next_id = 1
        self._target: int | None = None
        self._pace: float | None = None
        self._due = 0.0
        self._rate = FIRST_RATE
        self._closing = False

    @property
    def snapshot(self) -> Snapshot:
        """The newest snapshot; any thread may read it."""
        return self._snapshot

    def start(self) -> None:
        """Start the thread; it imports TensorFlow first."""
        self._thread.start()

    def close(self, timeout: float = 30.0) -> bool:
        """End the thread and wait for it; True once it has ended."""
        self._closing = True
        self._commands.put(lambda: None)
        if self._thread.is_alive():
            self._thread.join(timeout)
        return not self._thread.is_alive()

    # Commands: each returns at once and acts within the chunk under way.

    def load(self, config: RunConfig, keep_ghost: bool = False) -> None:
        """Begin a new run at its start point; with `keep_ghost` the last run stays visible."""
        # While a start is dragged, only the newest of the waiting settings is worth a run.
        self._wanted = config
        self._commands.put(lambda: self._load(config, keep_ghost))

    def run(self) -> None:
        """Run on until the step limit."""
        self._commands.put(lambda: self._begin(None))

    def step(self, count: int = 1) -> None:
        """Make `count` updates at once, beyond the step limit if need be."""
        self._commands.put(lambda: self._begin(count))

    def pause(self) -> None:
        """Stop after the chunk under way."""
        self._commands.put(self._pause)

    def set_limit(self, limit: int) -> None:
        """Set the step limit of the active run."""
        self._commands.put(lambda: self._with_run(lambda run: run.raise_limit(limit)))

    def set_stop(self, rules: StopRules) -> None:
        """End the active run by these rules."""
        self._commands.put(lambda: self._with_run(lambda run: run.set_stop(rules)))

    def set_learning_rate(self, rate: float) -> None:
        """Use another learning rate from the next update on."""
        self._commands.put(lambda: self._with_run(lambda run: run.set_learning_rate(rate)))

    def set_gate(self, gate: bool) -> None:
        """Train only if the gradient is right, or whatever it is."""
        self._commands.put(lambda: self._with_run(lambda run: run.set_gate(gate)))

    def set_pace(self, steps_per_second: float | None) -> None:
        """Pace runs; None: as fast as it goes."""
        self._commands.put(lambda: self._set_pace(steps_per_second))

    def request_surface(self, problem: Problem, bounds: Bounds) -> None:
        """Compute a surface that has no closed form; it appears as `Snapshot.surface`.

        First a coarse one, then the whole; training and commands come between.
        """
        wanted = self._wanted_surface = (problem, bounds)
        self._commands.put(lambda: self._surface(wanted))

    def inspect(self, wanted: Wanted) -> None:
        """Examine a recorded step; what is found appears as `Snapshot.inspection`."""
        # While the timeline is dragged, only the newest of the waiting steps is worth it.
        self._wanted_inspection = wanted
        self._commands.put(lambda: self._inspect(wanted))

    # The thread.

    def _work(self) -> None:
        self._publish(progress="importing")
        try:
            load_tensorflow()
        except Exception as error:
            self._fail(error)
        self._publish(progress=None)
        while not self._closing:
            try:
                self._obey()
            except Exception as error:
                # What was asked for could not be had; the run is as it was.
                self._fail(error)
                continue
            try:
                self._advance()
            except Exception as error:
                if self._run is not None:
                    self._run.state = RunState.FAILED
                self._fail(error)
            try:
                self._add_to_surface()
            except Exception as error:
                self._surface_parts = None
                self._fail(error)

    def _obey(self) -> None:
        """Carry out what was asked; wait for it while there is nothing to train."""
        running = self._run is not None and self._run.state is RunState.RUNNING
        wait = max(self._due - time.perf_counter(), 0.0) if running else None
        if self._surface_parts is not None:
            wait = 0.0
        try:
            command = self._commands.get(timeout=wait)
        except queue.Empty:
            return
        while not self._closing:
            command()
            try:
                command = self._commands.get_nowait()
            except queue.Empty:
                return

    def _advance(self) -> None:
        run = self._run
        now = time.perf_counter()
        if run is None or run.state is not RunState.RUNNING or now < self._due:
            return
        count = self._chunk()
        if self._target is not None:
            count = min(count, self._target - run.step)
        done = run.advance(count)
        seconds = time.perf_counter() - now
        if done:
            # Half old, half new: one slow chunk (a compile) must not set the pace for long.
            self._rate = 0.5 * self._rate + 0.5 * done / seconds
        if run.state is RunState.RUNNING and run.step == self._target:
            run.state = RunState.PAUSED
        if self._pace is not None and self._target is None:
            self._due = max(self._due, now - 0.2) + done / self._pace
        self._publish(steps_per_second=min(self._rate, self._pace or self._rate))

    def _chunk(self) -> int:
        most = max(1, min(ROWS, int(self._rate * CHUNK_SECONDS)))
        if self._pace is None or self._target is not None:
            return most
        return min(most, max(1, round(self._pace * PACED_TICK)))

    def _load(self, config: RunConfig, keep_ghost: bool) -> None:
        if config is not self._wanted:
            return
        self._publish(progress="compiling")
        run = Run(self._next_id, config, self._budget)
        ghost = self._ghost() if keep_ghost else None
        self._next_id += 1
        self._run = run
        self._rate = FIRST_RATE
        self._publish(
            runs={} if ghost is None else {ghost.id: ghost},
            ghost=None if ghost is None else ghost.id,
            progress=None,
            steps_per_second=None,
            plain_graph=not run.trainer.compiled,
            failure=None,
        )

    def _ghost(self) -> RunView | None:
        """Return the last run that made a step: another change of settings must not hide it."""
        old = self._snapshot.active_run
        return old if old is not None and len(old.history) > 1 else self._snapshot.ghost_run

    def _begin(self, count: int | None) -> None:
        run = self._run
        if run is None:
            return
        target = None if count is None else self._pending_target(run) + count
        if target is not None:
            run.raise_limit(max(run.limit, target))
        if run.state.over:
            return
        if run.step < run.limit:
            run.state = RunState.RUNNING
            self._target = target
            self._due = time.perf_counter()
        self._publish()

    def _pending_target(self, run: Run) -> int:
        """Return the step from which further ones count: two orders in a row make two steps."""
        if run.state is RunState.RUNNING and self._target is not None:
            return self._target
        return run.step

    def _pause(self) -> None:
        if self._run is not None and self._run.state is RunState.RUNNING:
            self._run.state = RunState.PAUSED
            self._publish()

    def _set_pace(self, steps_per_second: float | None) -> None:
        self._pace = steps_per_second
        self._due = time.perf_counter()

    def _with_run(self, change: Callable[[Run], None]) -> None:
        if self._run is not None:
            change(self._run)
            self._publish()

    def _surface(self, wanted: tuple[Problem, Bounds]) -> None:
        if wanted is self._wanted_surface:
            self._surface_parts = _results(*wanted)
            self._publish(progress="surface")

    def _add_to_surface(self) -> None:
        """Compute a bit of the surface that is wanted."""
        if self._surface_parts is None:
            return
        try:
            result = next(self._surface_parts)
        except StopIteration:
            self._surface_parts = None
            self._publish(progress=None)
            return
        if result is not None:
            self._publish(surface=result)

    def _inspect(self, wanted: Wanted) -> None:
        run = self._run
        if wanted is self._wanted_inspection and run is not None and run.id == wanted.run_id:
            self._publish(inspection=inspected(run, wanted, self._snapshot.inspection))

    def _fail(self, error: Exception) -> None:
        self._publish(failure=Failure(error, traceback.format_exc()), progress=None)

    def _publish(self, **changes: Any) -> None:
        old = self._snapshot
        changes.setdefault("runs", old.runs)
        if self._run is not None:
            changes["runs"] = {**changes["runs"], self._run.id: self._run.view()}
            changes["active"] = self._run.id
        self._snapshot = replace(old, version=old.version + 1, **changes)


def _results(problem: Problem, bounds: Bounds) -> Iterator[SurfaceResult | None]:
    for surface in surface_in_parts(problem, bounds):
        yield None if surface is None else SurfaceResult(problem, bounds, surface)
