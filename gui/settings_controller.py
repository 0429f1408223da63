"""What the person sets, and what each setting acts on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject

from core.batch import Batch
from core.config import RunConfig
from core.dataset import Dataset
from core.gradient_bugs import with_bug
from core.loss import loss_named
from core.presets import PRESETS, preset_named
from core.run_view import RunState
from core.runner import Runner
from core.scaling import ScalingKind
from core.schedule import Schedule
from core.stop_rules import StopRules
from gui.shown import Shown

FIRST_PRESET = "tape"
FIRST_PACE = 10.0


class SettingsController(QObject):
    """The part of the controller that holds the settings.

    Settings act at once: on the run under way where they can (learning rate, limit, gate,
    hyperparameters, schedule, mini-batch), on a branch where an older step is shown, else by a
    new run at the start point.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = Runner()
        self._preset: str | None = FIRST_PRESET
        self._config = PRESETS[FIRST_PRESET].config()
        self._pace: float | None = FIRST_PACE
        self._step: int | None = None
        self._changed = True
        self._in_hand = False

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
    def shown(self) -> Shown:
        """What is to be drawn now."""
        raise NotImplementedError

    def set_start(self, *start: float) -> None:
        """Begin at other start values."""
        if start != self._config.problem.start:
            self._begin(replace(self._config, problem=self._config.problem.started_at(start)))

    def set_loss(self, name: str) -> None:
        """Minimise another loss of the same data."""
        problem = self._config.problem.with_loss(loss_named(name))
        self._begin(replace(self._config, problem=problem))

    def make_data(self, noise: float, seed: int, size: int | None = None) -> None:
        """Make the preset's data with other noise, and in another size where it has one.

        None: as many points as there are.
        """
        preset = None if self._preset is None else preset_named(self._preset)
        old = self._config.problem
        if preset is None or preset.noise is None or old.dataset is None:
            return
        size = len(old.dataset) if size is None else size
        data = preset.make(noise, seed, None if preset.size is None else size)
        problem = replace(old.scaled(ScalingKind.NONE), dataset=data)
        problem = problem.scaled(old.dataset.scaling.kind)
        self._begin(replace(self._config, problem=problem))

    def set_data(self, data: Dataset, preset: str | None = None) -> None:
        """Fit other data with the same settings; the last run stays visible in grey.

        Parameters
        ----------
        data : Dataset
            The data as they came; x is scaled in the same way as before.
        preset : str or None
            The preset that they come from.
        """
        old = self._config.problem
        kind = ScalingKind.NONE if old.dataset is None else old.dataset.scaling.kind
        self._preset = preset
        problem = replace(old, dataset=data.scaled(kind))
        self._begin(replace(self._config, problem=problem), keep_ghost=True)

    def take_in_hand(self, on: bool) -> None:
        """Say that the data change with the mouse: the checks of a step wait for its end.

        They take many times as long as a picture.
        """
        self._in_hand, self._changed = on, True

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

    def set_rate_and_momentum(self, rate: float, momentum: float) -> None:
        """Use another learning rate and momentum of SGD; a run under way goes on with them."""
        optimizer = self._config.optimizer
        values = {**dict(optimizer.hyperparameters), "momentum": momentum}
        if momentum == 0.0:
            del values["momentum"]
        chosen = tuple(sorted(values.items()))
        optimizer = replace(optimizer, learning_rate=rate, hyperparameters=chosen)
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

    # Inside.

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

    def _begin(self, config: RunConfig, keep_ghost: bool = False) -> None:
        """Begin a new run at its start point."""
        raise NotImplementedError

    def _branch(self, config: RunConfig, step: int | None) -> None:
        """Go on with the run from a step with other settings; None: from the newest."""
        raise NotImplementedError
