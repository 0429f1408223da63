"""The one thread that trains: commands go in by methods, snapshots are read out.

Nothing is pushed: a reader asks for `Runner.snapshot` as often as it likes. It costs no lock and
no copy of the record.
"""

from __future__ import annotations

import queue
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from core.background import Background
from core.config import RunConfig
from core.history import DEFAULT_BUDGET
from core.inspection import Wanted, inspected
from core.learning_rate_sweep import SweepRequest, sweep_in_parts
from core.loss_surface import Bounds, surface_in_parts
from core.problem import Problem
from core.run import Run
from core.run_set import RunSet
from core.run_view import RunState, RunView, can_go_on
from core.session_file import Session
from core.session_runs import restored
from core.snapshot import Failure, Opened, Snapshot, SurfaceResult, Visited
from core.stop_rules import StopRules
from core.tempo import Tempo
from core.tensorflow_import import load_tensorflow

PACED_TICK = 0.02
"""Shortest pause between two chunks of a paced run."""


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
        self._runs = RunSet()
        self._wanted: object = None
        self._wanted_surface: tuple[Problem, Bounds] | None = None
        self._wanted_sweep: SweepRequest | None = None
        self._background = Background()
        self._wanted_inspection: Wanted | None = None
        self._wanted_visit: tuple[int, int] | None = None
        self._next_id = 1
        self._left: int | None = None
        self._pace: float | None = None
        self._due = 0.0
        self._tempo = Tempo()
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

    def race(self, configs: Sequence[RunConfig]) -> None:
        """Begin a run of each settings at once; they advance together, and all are kept."""
        self._wanted = configs
        self._commands.put(lambda: self._race(configs))

    def open(self, session: Session) -> None:
        """Put the runs of a session in the place of all that there are, with new numbers.

        They come in the session's order; if one cannot be had, all stays as it is. What became of
        it appears as `Snapshot.opened`.
        """
        self._wanted = session
        self._commands.put(lambda: self._open(session))

    def keep(self, run_id: int) -> None:
        """Let a run stay when another one begins."""
        self._commands.put(lambda: self._with_runs(lambda runs: runs.keep(run_id)))

    def forget(self, run_id: int) -> None:
        """Let a kept run go."""
        self._commands.put(lambda: self._with_runs(lambda runs: runs.forget(run_id)))

    def activate(self, run_id: int) -> None:
        """Make a kept run the active one."""
        self._commands.put(lambda: self._with_runs(lambda runs: runs.activate(run_id)))

    def branch(self, config: RunConfig, step: int | None = None) -> None:
        """Go on from a step of the active run, by default the newest, with other settings."""
        self._wanted = config
        self._commands.put(lambda: self._branch(config, step))

    def visit(self, run_id: int, step: int) -> None:
        """Have a step of the active run that the record may hold no more."""
        # While the timeline is dragged, only the newest of the waiting steps is worth it.
        wanted = self._wanted_visit = (run_id, step)
        self._commands.put(lambda: self._visit(wanted))

    def run(self) -> None:
        """Run on until the step limit; of a race all that have not ended."""
        self._commands.put(lambda: self._begin(None))

    def step(self, count: int = 1) -> None:
        """Make `count` updates at once, beyond the step limit if need be; each racer as many."""
        self._commands.put(lambda: self._begin(count))

    def pause(self) -> None:
        """Stop after the chunk under way."""
        self._commands.put(self._pause)

    def set_limit(self, limit: int) -> None:
        """Set the step limit of the active run, or of all that race."""
        self._commands.put(lambda: self._with_each(lambda run: run.raise_limit(limit)))

    def set_stop(self, rules: StopRules) -> None:
        """Set the rules by which the active run ends."""
        self._commands.put(lambda: self._with_each(lambda run: run.set_stop(rules)))

    def set_learning_rate(self, rate: float) -> None:
        """Use another learning rate from the next update on."""
        self._commands.put(lambda: self._with_run(lambda run: run.set_learning_rate(rate)))

    def set_gate(self, gate: bool) -> None:
        """Train only if the gradient is right, or whatever it is."""
        self._commands.put(lambda: self._with_each(lambda run: run.set_gate(gate)))

    def set_pace(self, steps_per_second: float | None) -> None:
        """Pace runs; None: as fast as it goes."""
        self._commands.put(lambda: self._set_pace(steps_per_second))

    def request_surface(self, problem: Problem, bounds: Bounds) -> None:
        """Compute a surface that has no closed form; it appears as `Snapshot.surface`.

        First a coarse one, then the whole; training and commands come between.
        """
        wanted = self._wanted_surface = (problem, bounds)
        self._commands.put(lambda: self._surface(wanted))

    def request_sweep(self, request: SweepRequest) -> None:
        """Train at many learning rates; the result appears as `Snapshot.sweep`."""
        self._wanted_sweep = request
        self._commands.put(lambda: self._sweep(request))

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
                for run in self._runs.running:
                    run.state = RunState.FAILED
                self._fail(error)
            try:
                self._do_background()
            except Exception as error:
                self._fail(error)

    def _obey(self) -> None:
        """Carry out what was asked; wait for it while there is nothing to train."""
        wait = max(self._due - time.perf_counter(), 0.0) if self._runs.running else None
        if self._background.busy:
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
        """Make a chunk of updates; racers make the same number, within the time of one."""
        running, now = self._runs.running, time.perf_counter()
        if not running or now < self._due:
            return
        count = self._chunk()
        done = max(run.advance(count) for run in running)
        if done:
            self._tempo.made(done, time.perf_counter() - now)
        self._count_down(count)
        if self._pace is not None and self._left is None:
            self._due = max(self._due, now - 0.2) + done / self._pace
        rate = self._tempo.rate
        self._publish(steps_per_second=min(rate, self._pace or rate))

    def _chunk(self) -> int:
        most = self._tempo.most()
        if self._left is not None:
            return min(most, self._left)
        if self._pace is None:
            return most
        return min(most, max(1, round(self._pace * PACED_TICK)))

    def _count_down(self, count: int) -> None:
        """Pause all that advance once they have made as many updates as were asked for."""
        if self._left is None:
            return
        self._left -= count
        if self._left <= 0:
            self._runs.park()

    def _load(self, config: RunConfig, keep_ghost: bool) -> None:
        if config is not self._wanted:
            return
        self._publish(progress="compiling")
        run = Run(self._new_id(), config, self._budget)
        self._show(run, self._ghost() if keep_ghost else None)

    def _race(self, configs: Sequence[RunConfig]) -> None:
        if configs is not self._wanted:
            return
        racers: list[Run] = []
        for config in configs:
            self._publish(progress="compiling")
            racers.append(Run(self._new_id(), config, self._budget // len(configs)))
            if configs is not self._wanted:
                # Something else was chosen while they were being compiled.
                self._publish(progress=None)
                return
        self._runs.begin_race(racers)
        self._begun(all(run.trainer.compiled for run in racers))

    def _open(self, session: Session) -> None:
        if session is not self._wanted:
            return
        self._publish(progress="compiling")
        offset = self._next_id - 1
        try:
            runs = restored(session, self._budget, offset)
        except Exception as error:
            self._publish(progress=None, opened=Opened(session, error=error))
            return
        self._next_id += max((run.id for run in session.runs), default=0)
        self._left = None
        self._runs.open(session, runs, offset)
        compiled = all(run.trainer.compiled for run in runs)
        self._begun(compiled, opened=Opened(session, offset))

    def _branch(self, config: RunConfig, step: int | None) -> None:
        old = self._runs.active
        if config is not self._wanted or old is None:
            return
        self._publish(progress="compiling")
        place = old.step if step is None else min(step, old.step)
        new = old.branch(self._new_id(), place, config)
        # What was recorded after the step stays visible; else the new run holds all of the old.
        ghost = old.view() if place < old.step else self._snapshot.ghost_run
        if old.state is RunState.RUNNING and step is None and not new.state.over:
            new.state = RunState.RUNNING
        self._show(new, ghost)

    def _new_id(self) -> int:
        self._next_id += 1
        return self._next_id - 1

    def _show(self, run: Run, ghost: RunView | None) -> None:
        """Publish a new active run, with the last one in grey."""
        self._runs.begin(run, ghost)
        self._begun(run.trainer.compiled)

    def _begun(self, compiled: bool, **changes: Any) -> None:
        self._tempo.begin()
        self._publish(
            progress=None, steps_per_second=None, plain_graph=not compiled, failure=None, **changes
        )

    def _visit(self, wanted: tuple[int, int]) -> None:
        run_id, step = wanted
        run = self._runs.active
        if wanted is self._wanted_visit and run is not None and run.id == run_id:
            self._publish(visited=Visited(run_id, run.exact(min(step, run.step))[0]))

    def _ghost(self) -> RunView | None:
        """Return the last run that made a step: another change of settings must not hide it."""
        old = self._snapshot.active_run
        return old if old is not None and len(old.history) > 1 else self._snapshot.ghost_run

    def _begin(self, count: int | None) -> None:
        runs = self._runs.racers
        if not runs:
            return
        left = None if count is None else count + self._pending()
        for run in runs:
            if left is not None and can_go_on(run.state, run.stop):
                run.raise_limit(max(run.limit, run.step + left))
            if not run.state.over and run.step < run.limit:
                run.state = RunState.RUNNING
        if self._runs.running:
            self._left = left
            self._due = time.perf_counter()
        self._publish()

    def _pending(self) -> int:
        """Return how many updates are still to be made: two orders in a row make two steps."""
        return (self._left or 0) if self._runs.running else 0

    def _pause(self) -> None:
        self._runs.park()
        self._publish()

    def _set_pace(self, steps_per_second: float | None) -> None:
        self._pace = steps_per_second
        self._due = time.perf_counter()

    def _with_run(self, change: Callable[[Run], None]) -> None:
        if self._runs.active is not None:
            change(self._runs.active)
            self._publish()

    def _with_each(self, change: Callable[[Run], None]) -> None:
        self._runs.each(change)
        self._publish()

    def _with_runs(self, change: Callable[[RunSet], None]) -> None:
        change(self._runs)
        self._publish()

    def _surface(self, wanted: tuple[Problem, Bounds]) -> None:
        if wanted is self._wanted_surface:
            self._background.begin("surface", _results(*wanted))
            self._publish(progress="surface")

    def _sweep(self, request: SweepRequest) -> None:
        if request is self._wanted_sweep:
            self._background.begin("sweep", sweep_in_parts(request))

    def _do_background(self) -> None:
        """Compute a bit of what is wanted beside the training."""
        if not self._background.busy:
            return
        found = self._background.advance()
        if found or not self._background.busy:
            progress = self._snapshot.progress if self._background.busy else None
            self._publish(**found, progress=progress)

    def _inspect(self, wanted: Wanted) -> None:
        run = self._runs.active
        if wanted is self._wanted_inspection and run is not None and run.id == wanted.run_id:
            self._publish(inspection=inspected(run, wanted, self._snapshot.inspection))

    def _fail(self, error: Exception) -> None:
        self._publish(failure=Failure(error, traceback.format_exc()), progress=None)

    def _publish(self, **changes: Any) -> None:
        old, runs = self._snapshot, self._runs
        self._snapshot = replace(
            old,
            version=old.version + 1,
            runs=runs.views(),
            active=None if runs.active is None else runs.active.id,
            ghost=None if runs.ghost is None else runs.ghost.id,
            kept=runs.kept,
            racing=runs.racing,
            **changes,
        )


def _results(problem: Problem, bounds: Bounds) -> Iterator[SurfaceResult | None]:
    for surface in surface_in_parts(problem, bounds):
        yield None if surface is None else SurfaceResult(problem, bounds, surface)
