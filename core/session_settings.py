"""The settings of a run in a session file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.batch import Batch
from core.config import RunConfig
from core.dataset import Dataset
from core.errors import InputError
from core.gradient_bugs import BUGS, with_bug
from core.hyperparameters import Kind, clips_together, offered, withheld
from core.loss import LOSSES
from core.model import LinearModel
from core.optimizer import OPTIMIZERS, OptimizerConfig
from core.problem import FitObjective, Problem
from core.schedule import SCHEDULES, Schedule
from core.session_data import DataList, read_scaling, scaled_data, scaling_json
from core.session_values import Value
from core.stop_rules import StopRules

MOST_BATCH_ROWS = 1_000_000


def settings_json(config: RunConfig, data: DataList, run: int) -> dict[str, Any]:
    """Return settings as a session file has them.

    Parameters
    ----------
    config : RunConfig
        The settings.
    data : DataList
        Where their data are entered.
    run : int
        The number of the run.

    Raises
    ------
    InputError
        ``session_own_code`` if loss, gradient or update are none that have a name.
    """
    dataset, loss = config.problem.dataset, _loss_name(config)
    if dataset is None or loss is None:
        raise InputError("session_own_code", run=run)
    optimizer, batch = config.optimizer, config.batch
    return {
        "loss": loss,
        "data": data.index(dataset.original),
        "scaling": scaling_json(dataset),
        "start": dict(zip(config.problem.names, config.problem.start, strict=True)),
        "dtype": config.dtype,
        "optimizer": optimizer.name,
        "learning_rate": float(optimizer.learning_rate),
        "hyperparameters": dict(optimizer.hyperparameters),
        "schedule": {"kind": optimizer.schedule.kind, "settings": _schedule(optimizer.schedule)},
        "batch": batch
        and {"size": batch.size, "shuffle": batch.shuffle, "seed": batch.seed},
        "bug": config.bug,
        "gate": config.gate,
        "stop": stop_rules_json(config.stop),
    }  # fmt: skip


def stop_rules_json(rules: StopRules) -> dict[str, Any]:
    """Return the rules by which a run ends."""
    return {
        "steps": rules.steps, "tolerance": rules.tolerance, "loss_change": rules.loss_change,
        "target_loss": rules.target_loss,
    }  # fmt: skip


def _loss_name(config: RunConfig) -> str | None:
    """Return the loss' name if all of the settings' code has a name."""
    fit, named = config.problem.fit, with_bug(config, config.bug)
    if fit is None or not isinstance(fit.model, LinearModel):
        return None
    known = LOSSES.get(fit.loss.name) is fit.loss and fit.model == LinearModel()
    same = (named.gradient, named.update) == (config.gradient, config.update)
    return fit.loss.name if known and same else None


def _schedule(schedule: Schedule) -> dict[str, Any]:
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in schedule.settings
    }


class SettingsReader:
    """Reads settings; equal problems are one problem, as they were.

    Parameters
    ----------
    data : sequence of Dataset
        The data of the session.
    """

    def __init__(self, data: Sequence[Dataset]) -> None:
        self._data = data
        self._scaled: dict[object, Dataset] = {}
        self._problems: dict[object, Problem] = {}

    def read(self, value: Value) -> RunConfig:
        """Return settings.

        Raises
        ------
        Damaged
            If a value cannot be used.
        """
        (loss, data, scaling, start, dtype, name, rate, hyperparameters, schedule, batch, bug,
         gate, stop) = value.keys(
            "loss", "data", "scaling", "start", "dtype", "optimizer", "learning_rate",
            "hyperparameters", "schedule", "batch", "bug", "gate", "stop",
        )  # fmt: skip
        problem = self._problem(loss.choice(LOSSES), data, scaling, start)
        key = name.choice(OPTIMIZERS)
        settings, shape = _hyperparameters(key, hyperparameters), _read_schedule(schedule)
        chosen = rate.number()
        config = RunConfig(
            problem,
            dtype.choice(("float32", "float64")),
            rate.made(lambda: OptimizerConfig(key, chosen, settings, shape)),
            read_stop_rules(stop),
            gate.flag(),
            batch=_batch(batch, len(self._data[data.whole()])),
        )
        return with_bug(config, None if bug.content is None else bug.choice(BUGS))

    def _problem(self, loss: str, data: Value, scaling: Value, start: Value) -> Problem:
        if not self._data:
            raise data.damaged("the session holds no data")
        index, kind, model = (
            data.whole(0, len(self._data) - 1),
            read_scaling(scaling),
            LinearModel(),
        )
        place = (index, kind)
        if place not in self._scaled:
            self._scaled[place] = scaled_data(self._data[index], kind, scaling)
        values = tuple(part.number() for part in start.keys(*model.names))
        key = (loss, place, tuple(map(repr, values)))
        if key not in self._problems:
            objective = FitObjective(model, LOSSES[loss])
            self._problems[key] = Problem(objective, values, self._scaled[place])
        return self._problems[key]


def read_stop_rules(value: Value) -> StopRules:
    """Return the rules by which a run ends.

    Raises
    ------
    Damaged
        If a value cannot be used.
    """
    steps, *rules = value.keys("steps", "tolerance", "loss_change", "target_loss")
    return StopRules(
        steps.whole(), *(None if rule.content is None else rule.number() for rule in rules)
    )


def _hyperparameters(optimizer: str, value: Value) -> tuple[tuple[str, Any], ...]:
    found = {name: _hyperparameter(optimizer, name, part) for name, part in value.pairs()}
    if clips_together(found):
        raise value.damaged("only one kind of clipping can be used")
    return tuple(sorted(found.items()))


def _hyperparameter(optimizer: str, name: str, value: Value) -> Any:
    entries = {entry.name: entry for entry in offered(optimizer)}
    if name not in entries and name not in withheld(optimizer):
        raise value.damaged(f"{OPTIMIZERS[optimizer]} has no such hyperparameter")
    found = value.content
    if found is not None and not isinstance(found, bool):
        number = value.number()
        whole = isinstance(found, int) and name in entries and entries[name].kind is Kind.WHOLE
        found = value.whole() if whole else number
    if name in entries and not entries[name].fits(found):
        raise value.damaged("this is outside of what it may be")
    return found


def _read_schedule(value: Value) -> Schedule:
    kind, settings = value.keys("kind", "settings")
    name = kind.choice(SCHEDULES)
    found = {key: _schedule_value(part) for key, part in settings.pairs()}
    return value.made(lambda: Schedule(name, tuple(sorted(found.items()))))


def _schedule_value(value: Value) -> Any:
    if isinstance(value.content, list):
        return tuple(_schedule_value(part) for part in value.each(1000))
    if isinstance(value.content, bool):
        # A switch, and no number in a list.
        return value.content if not value.where.endswith("]") else value.number()
    return value.whole() if isinstance(value.content, int) else value.number()


def _batch(value: Value, rows: int) -> Batch | None:
    if value.content is None:
        return None
    size, shuffle, seed = value.keys("size", "shuffle", "seed")
    return Batch(size.whole(1, max(rows, MOST_BATCH_ROWS)), shuffle.flag(), seed.whole())


def now_json(config: RunConfig) -> dict[str, Any]:
    """Return what may have changed since a run's last segment began."""
    return {
        "learning_rate": float(config.optimizer.learning_rate),
        "gate": config.gate,
        "stop": stop_rules_json(config.stop),
    }


def read_now(value: Value, config: RunConfig) -> RunConfig:
    """Return the settings of a run's last segment as they are now.

    Raises
    ------
    Damaged
        If a value cannot be used.
    """
    rate, gate, stop = value.keys("learning_rate", "gate", "stop")
    chosen = rate.number()
    changed = rate.made(lambda: config.with_learning_rate(chosen))
    return replace(changed, gate=gate.flag(), stop=read_stop_rules(stop))
