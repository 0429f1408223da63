"""Between the controls and the runner: what the person wants, and what there is to show."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from core.config import RunConfig
from core.loss_surface import Bounds
from core.run_view import RunState
from core.snapshot import Snapshot
from core.worked_step import TapeChoices
from gui.examiner import Examiner
from gui.playback import Playback
from gui.run_list import RunList
from gui.session_controller import SessionController
from gui.shown import Shown
from gui.surface_source import SurfaceSource
from gui.sweep_source import SweepSource

POLL_MS = 16
MORE_STEPS = 20
"""How many steps "Run 20 more" adds to the limit."""

FLAT_OUT_PAUSE = 0.015
"""Seconds between two pictures of a run as fast as it goes: what the person does comes between."""

PATIENCE = 0.05
"""Seconds that the pictures wait for a new run before they are drawn without one."""


class Controller(SessionController):
    """Holds settings, shown step and runs, polls the runner, and tells what to draw."""

    shown_changed = Signal(object)
    """Something is to be drawn: a `Shown`. At most once a tick."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._playback: Playback | None = None
        self._branched_from: int | None = None
        self._hand: tuple[float, ...] | None = None
        self._surface = SurfaceSource(self._runner)
        self._seen = Snapshot(version=-1)
        self._loaded_at = self._drawn_at = 0.0
        self._newest_before: int | None = None
        self._failure_before: object = None
        self._examiner = Examiner(self._runner)
        self.sweeps = SweepSource(self._runner)
        self.runs = RunList(self._runner, self._runs_changed)
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MS)
        self._timer.timeout.connect(self.refresh)
        self._timer.start()
        self._surface.show(self._config.problem)

    # What there is.

    @property
    def shown(self) -> Shown:
        """What is to be drawn now."""
        snapshot = self._runner.snapshot
        if self._awaiting(snapshot):
            # The run on record belongs to other settings: draw the start point without it.
            snapshot = replace(snapshot, active=None, ghost=None, failure=None)
        return Shown(
            self._config, snapshot, self._step, self._surface.surface, self._examiner.own,
            self._examiner.curvature, self._hand, self.runs.listed(snapshot),
        )  # fmt: skip

    @property
    def is_drawn(self) -> bool:
        """Whether all that there is has been told."""
        return not self._changed and self._runner.snapshot.version == self._seen.version

    # Life.

    def start(self) -> None:
        """Start the runner's thread, which imports TensorFlow."""
        self._runner.start()
        self._runner.set_pace(self._pace)
        self._load(keep_ghost=False)

    def close(self) -> bool:
        """Stop polling and end the threads; True once they have ended."""
        self._timer.stop()
        self._end_reading()
        return self._runner.close()

    def refresh(self) -> None:
        """Tell what to draw if anything has changed since the last time."""
        self._take_table()
        self._take_read_session()
        self._play()
        snapshot = self._runner.snapshot
        self._take_session(snapshot)
        if self._branched_from not in (None, snapshot.active):
            # The branch is there: it is followed.
            self._step, self._branched_from, self._changed = None, None, True
        if snapshot.version == self._seen.version and not self._changed:
            return
        if self._awaiting(snapshot) and time.monotonic() < self._loaded_at + PATIENCE:
            return
        flat_out = snapshot.state is RunState.RUNNING and self._pace is None
        if flat_out and not self._changed and time.monotonic() < self._drawn_at + FLAT_OUT_PAUSE:
            return
        self._drawn_at = time.monotonic()
        self._seen, self._changed = snapshot, self._awaiting(snapshot)
        self._surface.take(snapshot)
        self.sweeps.take(snapshot)
        if not self._awaiting(snapshot):
            self._examiner.take(snapshot)
        if not self._in_hand:
            self._examiner.examine(self.shown)
        self.shown_changed.emit(self.shown)

    # Going on.

    def toggle_run(self) -> None:
        """Pause what runs; else run on, run 20 more, or run again, as the run's state says."""
        self._playback = None
        state = self.shown.state
        if state is RunState.RUNNING:
            self._runner.pause()
            return
        self._show(None)
        if state is RunState.STOPPED:
            self.run_more()
        elif state.over:
            self.run_again()
        else:
            self._runner.run()

    def run_more(self) -> None:
        """Raise the step limit and run on."""
        run = self.shown.run
        if run is not None:
            self.set_limit(run.history.last_step + MORE_STEPS)
            self._runner.run()

    def run_again(self, rate: float | None = None) -> None:
        """Begin anew, at another learning rate if one is given, and run; a race races again."""
        snapshot = self._runner.snapshot
        if snapshot.racing and rate is None:
            self.race([snapshot.runs[number].config for number in snapshot.racing])
            return
        config = self._config if rate is None else self._config.with_learning_rate(rate)
        self._begin(config, keep_ghost=True)
        self._runner.run()

    def step(self, count: int = 1) -> None:
        """Show later steps of the record; make updates where the newest is shown."""
        shown = self.shown
        run = shown.run
        if run is None or shown.step is None or run.state is RunState.RUNNING:
            self._show(None)
            self._runner.step(count)
        else:
            self.go_to(shown.at + count)

    def back(self, count: int = 1) -> None:
        """Show earlier steps; the run stays where it is."""
        self._pause()
        self.go_to(self.shown.at - count)

    def go_to(self, step: int) -> None:
        """Show a step; the newest one means to follow the run."""
        self._playback = None
        self._go_to(step)

    def home(self) -> None:
        """Show the start."""
        self._pause()
        self.go_to(0)

    def end(self) -> None:
        """Show the newest step, and those to come."""
        self._show(None)

    @property
    def playing(self) -> bool:
        """Whether the recorded steps are shown one after the other."""
        return self._playback is not None

    def toggle_play(self) -> None:
        """Show the recorded steps one after the other, at the speed of a run; or stop that.

        From the shown step on; from the start where the newest is shown.
        """
        run = self.shown.run
        if self.playing or run is None:
            self._playback, self._changed = None, True
            return
        self._pause()
        first = 0 if self._step is None else self._step
        self._playback = Playback(first, run.last_finite, self._pace)
        self._go_to(first)

    def go_on_from_here(self) -> None:
        """Go on from the shown step, with the present settings; the old run stays visible."""
        if self._at_an_older_step():
            self._playback = None
            self._branch(self._config, self._step)

    def keep_run(self) -> None:
        """Let the active run stay as an overlay when others begin."""
        run = self._runner.snapshot.active_run
        if run is not None:
            self.runs.keep(run)

    def race(self, configs: Sequence[RunConfig]) -> None:
        """Let runs of several settings advance together from the start; the first is shown."""
        self._follow(configs[0])
        self._note_loading()
        self.runs.race(configs)
        self._runner.run()

    def activate(self, number: int) -> None:
        """Show another kept run in all panels; the one shown so far is kept."""
        snapshot = self._runner.snapshot
        if number not in snapshot.kept:
            return
        self.keep_run()
        config = snapshot.runs[number].config
        self._follow(config)
        self._changed = True
        self._runner.activate(number)

    def reset(self) -> None:
        """Go back to the start point; the run stays visible as a ghost until the next reset."""
        run = self._runner.snapshot.active_run
        self._begin(self._config, keep_ghost=run is not None and len(run.history) > 1)

    # Looking closer.

    def show_by_hand(self, *point: float) -> None:
        """Show other parameters than those of a step, until the next step is shown."""
        self._pause()
        self._hand, self._changed = point, True

    def leave_hand(self) -> None:
        """Show the step again that was shown before."""
        self._hand, self._changed = None, True

    def choose_view(self, bounds: Bounds | None) -> None:
        """Show another part of the loss surface; None: all that matters."""
        self._surface.choose(self._config.problem, bounds)
        self._changed = True

    def set_tape_choices(self, choices: TapeChoices) -> None:
        """Ask the tape for gradients in another way; the run itself is not touched."""
        self._examiner.choices = choices
        self._examiner.examine(self.shown)

    def make_calls(self) -> None:
        """Make the calls of the tutorials at the shown step."""
        self._examiner.examine(self.shown, calls=True)

    def compare_own(self, claimed: tuple[float, ...] | None) -> None:
        """Compare a person's own gradient at the shown step; None: forget the last one."""
        if claimed is None:
            self._examiner.own, self._changed = None, True
        else:
            self._examiner.examine(self.shown, claimed=claimed)

    # Inside.

    def _pause(self) -> None:
        if self.shown.state is RunState.RUNNING:
            self._runner.pause()

    def _go_to(self, step: int) -> None:
        run = self.shown.run
        if run is None:
            return
        at = min(max(step, 0), run.history.last_step)
        self._show(None if at == run.last_finite else at)
        if run.history.row(run.history.index_of(at)).step != at:
            self._runner.visit(run.id, at)

    def _play(self) -> None:
        """Show the step that playing has come to."""
        if self._playback is None:
            return
        step, last = self._playback.step(), self._playback.last
        if step != self._step:
            self._go_to(min(step, last))
        if step >= last:
            self._playback, self._changed = None, True

    def _show(self, step: int | None) -> None:
        self._step, self._hand, self._changed = step, None, True

    def _branch(self, config: RunConfig, step: int | None) -> None:
        self._config, self._hand, self._changed = config, None, True
        self._opening = None
        self._branched_from = self._runner.snapshot.active
        self._runner.branch(config, step)

    def _begin(self, config: RunConfig, keep_ghost: bool = False) -> None:
        self._follow(_with_batch_that_fits(config))
        self._load(keep_ghost)

    def _follow(self, config: RunConfig) -> None:
        """Take over the settings of another run, and show its newest step."""
        if config.problem is not self._config.problem:
            self._examiner.forget()
        self._config, self._step, self._hand = config, None, None
        self._playback = self._branched_from = self._newest_before = None
        self._surface.show(config.problem)

    def _load(self, keep_ghost: bool) -> None:
        self._note_loading()
        self._runner.load(self._config, keep_ghost)

    def _stay(self) -> None:
        snapshot = self._runner.snapshot
        if snapshot.active is None or self._awaiting(snapshot):
            self._load(keep_ghost=False)

    def _note_loading(self) -> None:
        snapshot = self._runner.snapshot
        # Something else was chosen than the session that was to be opened.
        self._opening = None
        self._loaded_at, self._changed = time.monotonic(), True
        self._newest_before, self._failure_before = snapshot.active, snapshot.failure

    def _runs_changed(self) -> None:
        self._changed = True

    def _awaiting(self, snapshot: Snapshot) -> bool:
        """Whether the run on record is not yet the one that was asked for last."""
        run = snapshot.active_run
        failed = snapshot.failure is not None and snapshot.failure is not self._failure_before
        if run is None or failed:
            return False
        asked = self._config
        return (
            run.id == self._newest_before
            or run.config.problem is not asked.problem
            or run.config.dtype != asked.dtype
            or run.config.optimizer.name != asked.optimizer.name
            or run.config.bug != asked.bug
        )


def _with_batch_that_fits(config: RunConfig) -> RunConfig:
    """Return the settings with all rows in a batch where there are no more than it would hold."""
    data, batch = config.problem.dataset, config.batch
    if batch is None or (data is not None and batch.size < len(data)):
        return config
    return replace(config, batch=None)
