"""A run as a program: a short TensorFlow script that repeats it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from core.branching import Segment
from core.columns import Row
from core.config import RunConfig
from core.dataset import Dataset
from core.errors import InputError
from core.files import refuse_same, written_atomically
from core.gradient import keras_update, tape_gradient
from core.loss import Loss
from core.model import LinearModel
from core.run import Run
from core.run_view import RunView
from core.script_text import Recipe, data_line, script_text

INLINE_ROWS = 200
"""Up to so many rows of data stand in the script itself."""

_ACCUMULATING = {"adagrad": 0.1, "ftrl": 0.1}
"""Optimizers whose slots start at a hyperparameter's value, and its default."""


def script_of(run: RunView | Run, data_file: str = "script_data.npz") -> str:
    """Return a Python program that repeats a run with TensorFlow and prints what it came to.

    It makes as many steps as the run has made so far.

    Parameters
    ----------
    run : RunView or Run
        The run.
    data_file : str
        The name of the file beside the script that holds the data, where they are more than
        `INLINE_ROWS` rows; see `write_script`.

    Raises
    ------
    InputError
        ``script_of_bug`` if gradient or update were replaced, ``script_of_branch`` if other
        settings than the learning rate changed on the way, ``script_of_function`` if no line is
        fitted to data: so short a program would not repeat them.
    """
    view = run.view() if isinstance(run, Run) else run
    segments = view.segments or (Segment(0, view.begun, view.config),)
    config, start, newest = segments[0].config, view.history.row(0), view.history.row(-1)
    loss, data = _refuse_unrepeatable(segments)
    _refuse_carried_start(config, start)
    rate, changes = _rates(view, segments)
    return script_text(
        Recipe(
            config=config.with_learning_rate(rate),
            loss=loss,
            data=data,
            start=tuple(map(float, start.parameters)),
            steps=newest.step,
            changes=changes,
            reached=tuple(map(float, newest.parameters)),
            data_file=data_file if len(data) > INLINE_ROWS else None,
        )
    )


def write_script(path: str | Path, run: RunView | Run) -> tuple[Path, ...]:
    """Write the script of a run, and beside it ``<stem>_data.npz`` where it needs that.

    Where a file of that name belongs to something else, its name gets a number.

    Returns
    -------
    tuple of Path
        The files that were written.

    Raises
    ------
    InputError
        As for `script_of`, or if a file cannot be written or is the run's own data.
    """
    script = Path(path)
    view = run.view() if isinstance(run, Run) else run
    data = view.config.problem.dataset
    beside = _place_beside(script, data)
    text = script_of(view, beside.name)
    written: tuple[Path, ...] = ()
    # The data come first: a script without them would be of no use.
    if data is not None and len(data) > INLINE_ROWS:
        with written_atomically(beside) as temporary:
            np.savez(temporary, x=data.original.x, y=data.original.y)
        written = (beside,)
    with written_atomically(script) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")
    return (script, *written)


def _place_beside(script: Path, data: Dataset | None) -> Path:
    """Return where the data go: a new file, or the one that the older script reads."""
    first = beside = script.with_name(f"{script.stem}_data.npz")
    if data is not None and len(data) > INLINE_ROWS:
        refuse_same(first, data.original.path)
    older = script.read_text("utf-8", "replace") if script.is_file() else ""
    number = 1
    while beside.exists() and data_line(beside.name) not in older:
        number += 1
        beside = first.with_name(f"{first.stem}-{number}.npz")
    return beside


def _refuse_unrepeatable(segments: tuple[Segment, ...]) -> tuple[Loss, Dataset]:
    """Return loss and data of a run that a short script can repeat."""
    first = segments[0].config
    for segment in segments:
        config = segment.config
        if config.gradient is not tape_gradient or config.update is not keras_update:
            raise InputError("script_of_bug", bug=config.bug or "own gradient or update")
        if segment.begun != 0 or segment.detour or not _alike(first, config):
            raise InputError("script_of_branch", step=segment.begin)
    fit, data = first.problem.fit, first.problem.dataset
    if fit is None or not isinstance(fit.model, LinearModel) or data is None:
        raise InputError("script_of_function")
    return fit.loss, data


def _alike(one: RunConfig, other: RunConfig) -> bool:
    """Return whether updates are made in the same way, but for the learning rate."""
    return (
        one.problem.objective == other.problem.objective
        and _same_data(one.problem.dataset, other.problem.dataset)
        and one.dtype == other.dtype
        and one.batch == other.batch
        and replace(one.optimizer, learning_rate=1.0) == replace(other.optimizer, learning_rate=1.0)
    )


def _same_data(one: Dataset | None, other: Dataset | None) -> bool:
    if one is None or other is None:
        return one is other
    return one is other or (np.array_equal(one.x, other.x) and np.array_equal(one.y, other.y))


def _refuse_carried_start(config: RunConfig, start: Row) -> None:
    """Refuse a run that took its accumulators over from one with another start value of them."""
    default = _ACCUMULATING.get(config.optimizer.name)
    if default is None:
        return
    wanted = config.optimizer.hyperparameter("initial_accumulator_value", default)
    names = start.layout.slots
    held = [v for n, v in zip(names, start.slots, strict=True) if n.startswith("accumulator")]
    if not np.allclose(held, wanted, rtol=1e-6, atol=0.0):
        raise InputError("script_of_branch", step=0)


def _rates(view: RunView, segments: tuple[Segment, ...]) -> tuple[float, Mapping[int, float]]:
    """Return the learning rate at the start, and the others by the step from which they act."""
    chosen = {segment.begin: segment.config.optimizer.learning_rate for segment in segments}
    chosen |= {event.step: event.value for event in view.events}
    made = view.history.row(-1).step
    rate = now = chosen.pop(0)
    changes: dict[int, float] = {}
    for step in sorted(chosen):
        if step < made and chosen[step] != now:
            now = changes[step] = chosen[step]
    return rate, changes
