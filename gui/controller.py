"""Between the controls and the runner: what the person wants, and what there is to show."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from core.batch import Batch
from core.config import RunConfig
from core.gradient_bugs import with_bug
from core.loss import loss_named
from core.loss_surface import Bounds
from core.presets import PRESETS, preset_named
from core.problem import fit_problem
from core.run_view import RunState
from core.runner import Runner
from core.scaling import ScalingKind
from core.schedule import Schedule
from core.snapshot import Snapshot
from core.stop_rules import StopRules
from core.worked_step import TapeChoices
from gui.examiner import Examiner
from gui.playback import Playback
from gui.shown import Shown
from gui.surface_source import SurfaceSource
from gui.table_reader import TableReader

POLL_MS = 16
MORE_STEPS = 20
"""How many steps "Run 20 more" adds to the limit."""

FLAT_OUT_PAUSE = 0.015
"""Seconds between two pictures of a run as fast as it goes: what the person does comes between."""

PATIENCE = 0.05
"""Seconds that the pictures wait for a new run before they are drawn without one."""

FIRST_PRESET = "tape"
FIRST_PACE = 10.0


class Controller(QObject):
    """Holds the settings and the shown step, polls the runner, and tells what to draw.

    Settings act at once: on the run under way where they can (learning rate, limit, gate), else
    by a new run at its start point.
    """

    shown_changed = Signal(object)
    """Something is to be drawn: a `Shown`. At most once a tick."""

    read_failed = Signal(object)
    """A table could not be read: the exception, mostly an InputError."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = Runner()
        self._preset: str | None = FIRST_PRESET
        self._config = PRESETS[FIRST_PRESET].config()
        self._pace: float | None = FIRST_PACE
        self._step: int | None = None
        self._playback: Playback | None = None
        self._branched_from: int | None = None
        self._hand: tuple[float, ...] | None = None
        self._surface = SurfaceSource(self._runner)
        self._seen = Snapshot(version=-1)
        self._changed = True
        self._loaded_at = self._drawn_at = 0.0
        self._newest_before: int | None = None
        self._failure_before: object = None
        self._reader: TableReader | None = None
        self._examiner = Examiner(self._runner)
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MS)
        self._timer.timeout.connect(self.refresh)
        self._timer.start()
        self._surface.show(self._config.problem)

    # What there is.

    @property
    def config(self) -> RunConfig:
        """The settings on the controls."""
        return self._config

    @property
    def preset(self) -> str | None:
        """The key of the preset that the data come from; None for a table."""
        return self._preset

    @property
    def pace(self) -> float | None:
        """Steps per second; None: as fast as it goes."""
        return self._pace

    @property
    def reading(self) -> str | None:
        """The table that is being read."""
        return None if self._reader is None else self._reader.path

    @property
    def shown(self) -> Shown:
        """What is to be drawn now."""
        snapshot = self._runner.snapshot
        if self._awaiting(snapshot):
            # The run on record belongs to other settings: draw the start point without it.
            snapshot = replace(snapshot, active=None, ghost=None, failure=None)
        return Shown(
            self._config, snapshot, self._step, self._surface.surface, self._examiner.own,
            self._examiner.curvature, self._hand,
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
        if self._reader is not None:
            self._reader.join()
            self._reader = None
        return self._runner.close()

    def refresh(self) -> None:
        """Tell what to draw if anything has changed since the last time."""
        self._take_table()
        self._play()
        snapshot = self._runner.snapshot
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
        if not self._awaiting(snapshot):
            self._examiner.take(snapshot)
        self._examiner.examine(self.shown)
        self.shown_changed.emit(self.shown)

    # Settings.

    def load_preset(self, name: str) -> None:
        """Begin a preset anew, with its own settings."""
        self.cancel_reading()
        self._preset = name
        self._begin(preset_named(name).config())

    def load_table(self, path: str) -> None:
        """Read a table in the background and begin with it; what is there stays until then."""
        self.cancel_reading()
        self._reader = TableReader(path)
        self._changed = True

    def cancel_reading(self) -> None:
        """Forget the table that is being read."""
        if self._reader is not None:
            self._reader = None
            self._changed = True

    def set_start(self, *start: float) -> None:
        """Begin at other start values."""
        if start != self._config.problem.start:
            self._begin(replace(self._config, problem=self._config.problem.started_at(start)))

    def set_loss(self, name: str) -> None:
        """Minimise another loss of the same data."""
        problem = self._config.problem.with_loss(loss_named(name))
        self._begin(replace(self._config, problem=problem))

    def set_noise_seed(self, noise: float, seed: int) -> None:
        """Make the preset's data with other noise."""
        if self._preset is None:
            return
        data = preset_named(self._preset).make(noise, seed)
        old = self._config.problem
        scaling = ScalingKind.NONE if old.dataset is None else old.dataset.scaling.kind
        problem = replace(old.scaled(ScalingKind.NONE), dataset=data).scaled(scaling)
        self._begin(replace(self._config, problem=problem))

    def set_scaling(self, kind: ScalingKind) -> None:
        """Train on x as it is, centred or standardised, from the same line."""
        problem = self._config.problem.scaled(kind)
        self._begin(replace(self._config, problem=problem))

    def set_optimizer(self, name: str) -> None:
        """Train with another Keras optimizer, at the same learning rate and schedule."""
        optimizer = replace(self._config.optimizer, name=name, hyperparameters=())
        config = replace(self._config, optimizer=optimizer)
        if self._at_an_older_step():
            self._branch(config, self._step)
        else:
            self._begin(config, keep_ghost=True)

    def set_hyperparameters(self, values: tuple[tuple[str, Any], ...]) -> None:
        """Set what differs from Keras' defaults; a run under way goes on with it."""
        optimizer = replace(self._config.optimizer, hyperparameters=values)
        self._change(replace(self._config, optimizer=optimizer))

    def set_schedule(self, schedule: Schedule) -> None:
        """Let the learning rate follow a schedule; a run under way goes on with it."""
        optimizer = replace(self._config.optimizer, schedule=schedule)
        self._change(replace(self._config, optimizer=optimizer))

    def set_batch(self, batch: Batch | None) -> None:
        """Let each update see some rows of the data; a run under way goes on with it."""
        self._change(replace(self._config, batch=batch))

    def set_stop(self, rules: StopRules) -> None:
        """End by other rules."""
        self._config, self._changed = replace(self._config, stop=rules), True
        self._runner.set_stop(rules)

    def set_dtype(self, dtype: str) -> None:
        """Train in another precision."""
        self._begin(replace(self._config, dtype=dtype), keep_ghost=True)

    def set_learning_rate(self, rate: float) -> None:
        """Use another learning rate: on the step after the shown one, or anew after an end."""
        config = self._config.with_learning_rate(rate)
        if self._at_an_older_step():
            self._branch(config, self._step)
            return
        if self._at_an_end():
            self._begin(config, keep_ghost=True)
            return
        self._config, self._changed = config, True
        self._runner.set_learning_rate(rate)

    def set_gate(self, on: bool) -> None:
        """Train only if the gradient is right at the start, or whatever it is."""
        self._config, self._changed = replace(self._config, gate=on), True
        self._runner.set_gate(on)

    def set_bug(self, name: str | None) -> None:
        """Train with a gradient or an update that is wrong on purpose; None: with right ones."""
        self._begin(with_bug(self._config, name), keep_ghost=True)

    def set_limit(self, steps: int) -> None:
        """Stop after so many steps."""
        self._config = replace(self._config, stop=replace(self._config.stop, steps=steps))
        self._changed = True
        self._runner.set_limit(steps)

    def set_speed(self, steps_per_second: float | None) -> None:
        """Pace the run; None: as fast as it goes."""
        self._pace = steps_per_second
        self._runner.set_pace(steps_per_second)

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
        """Begin anew, at another learning rate if one is given, and run."""
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

    def _change_optimizer(self, **changes: Any) -> None:
        optimizer = replace(self._config.optimizer, **changes)
        self._begin(replace(self._config, optimizer=optimizer), keep_ghost=True)

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

    def _at_an_end(self) -> bool:
        state = self.shown.state
        return state.over or state is RunState.STOPPED

    def _change(self, config: RunConfig) -> None:
        """Go on with other settings; begin anew where no update was made, or after an end."""
        run, older = self.shown.run, self._at_an_older_step()
        if run is None or (not older and (self._at_an_end() or run.history.last_step == 0)):
            self._begin(config, keep_ghost=True)
        else:
            self._branch(config, self._step if older else None)

    def _at_an_older_step(self) -> bool:
        """Whether what is changed acts on another step than the newest: on a branch."""
        return self._step is not None and self.shown.state is not RunState.RUNNING

    def _branch(self, config: RunConfig, step: int | None) -> None:
        self._config, self._hand, self._changed = config, None, True
        self._branched_from = self._runner.snapshot.active
        self._runner.branch(config, step)

    def _begin(self, config: RunConfig, keep_ghost: bool = False) -> None:
        if config.problem is not self._config.problem:
            self._examiner.forget()
        config = _with_batch_that_fits(config)
        self._config, self._step, self._hand = config, None, None
        self._playback = self._branched_from = None
        self._surface.show(config.problem)
        self._load(keep_ghost)

    def _load(self, keep_ghost: bool) -> None:
        snapshot = self._runner.snapshot
        self._loaded_at, self._changed = time.monotonic(), True
        self._newest_before, self._failure_before = snapshot.active, snapshot.failure
        self._runner.load(self._config, keep_ghost)

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

    def _take_table(self) -> None:
        """Begin with the table once it has been read."""
        reader = self._reader
        if reader is None or not reader.done:
            return
        self._reader, self._changed = None, True
        if reader.dataset is None:
            self.read_failed.emit(reader.error)
            return
        self._preset = None
        fit = self._config.problem.fit
        loss = loss_named("mse") if fit is None else fit.loss
        problem = fit_problem(loss, reader.dataset)
        self._begin(replace(self._config, problem=problem, dtype="float64", stop=StopRules()))


def _with_batch_that_fits(config: RunConfig) -> RunConfig:
    """Return the settings with all rows in a batch where there are no more than it would hold."""
    data, batch = config.problem.dataset, config.batch
    if batch is None or (data is not None and batch.size < len(data)):
        return config
    return replace(config, batch=None)
