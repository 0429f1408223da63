"""The record of a run as a log that TensorBoard shows."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from core.columns import Role
from core.errors import InputError
from core.files import refuse_unwritable, written_atomically
from core.history import HistoryView
from core.run_view import RunView
from core.tensorflow_import import load_tensorflow

FILE = "events.out.tfevents.0.descent-lab"
"""The log's name in its folder: TensorBoard reads what has ``tfevents`` in its name."""

MOST_STEPS = 10_000
"""So many steps are written at most: TensorBoard draws some thousand points of a curve."""

_SHOWN = (
    Role.PARAMETER, Role.LOSS, Role.BATCH_LOSS, Role.FULL_GRADIENT, Role.GRADIENT,
    Role.LEARNING_RATE,
)  # fmt: skip


@dataclass(frozen=True)
class LogAccount:
    """What a log holds.

    Attributes
    ----------
    file : Path
        The file in the folder.
    written : int
        How many steps it holds.
    steps : int
        How many there are, from step 0 to the newest.
    tags : tuple of str
        The names of the curves.
    """

    file: Path
    written: int
    steps: int
    tags: tuple[str, ...]


def write_tensorboard(
    folder: str | Path, view: RunView, most_steps: int = MOST_STEPS
) -> LogAccount:
    """Write loss, parameters, gradients and learning rate as scalars.

    TensorBoard holds scalars in float32, so the numbers of the record are rounded to that; one
    beyond its range becomes infinite. The record knows no clock: all events have the time of
    writing.

    Parameters
    ----------
    folder : str or Path
        The folder of the log, made where there is none. An older log of ours in it is replaced.
    view : RunView
        The run.
    most_steps : int
        Of more recorded steps so many are written, as even as the record has them, with first and
        last.

    Raises
    ------
    InputError
        ``another_log`` if the folder holds a log that is not ours, ``cannot_write`` if it cannot
        be written; nothing is left then.
    """
    place = Path(folder)
    check_log_folder(place)
    new = not place.exists()
    try:
        place.mkdir(exist_ok=True)
        with written_atomically(place / FILE) as temporary:
            written, tags = _write(temporary, view.history, most_steps)
    except BaseException as error:
        if new and place.exists():
            place.rmdir()
        if isinstance(error, OSError):
            raise InputError("cannot_write", file=folder, why=error.strerror or error) from error
        raise
    return LogAccount(place / FILE, written, view.history.last_step + 1, tags)


def check_log_folder(folder: str | Path) -> None:
    """Say so where a log cannot be written to a folder.

    TensorBoard reads all the logs in a folder as one: it must not hold another.

    Raises
    ------
    InputError
        ``another_log``, or ``cannot_write``.
    """
    place = Path(folder)
    if not place.is_dir():
        refuse_unwritable(place)
        if place.exists():
            raise InputError("cannot_write", file=folder, why="it is no folder")
        return
    refuse_unwritable(place / FILE, folder)
    if any("tfevents" in file.name and file.name != FILE for file in place.iterdir()):
        raise InputError("another_log", file=folder)


def _write(path: Path, history: HistoryView, most: int) -> tuple[int, tuple[str, ...]]:
    load_tensorflow()
    import tensorflow as tf

    # Not tf.summary.scalar: that needs TensorBoard itself, and knows the present time only.
    tags, columns = _curves(history)
    rows = chosen_rows(history, most)
    steps = history.values(Role.STEP)[rows].astype(np.int64).tolist()
    values = np.stack([column[rows] for column in columns], axis=1)
    now = time.time()
    with tf.io.TFRecordWriter(str(path)) as file:
        file.write(_event(now, file_version="brain.Event:2").SerializeToString())
        for step, row in zip(steps, values.tolist(), strict=True):
            event = _event(now, step=step)
            for tag, value in zip(tags, row, strict=True):
                event.summary.value.add(tag=tag, simple_value=value)
            file.write(event.SerializeToString())
    return len(steps), tags


def _event(now: float, **fields: Any) -> Any:
    import tensorflow as tf

    return tf.compat.v1.Event(wall_time=now, **fields)


def chosen_rows(history: HistoryView, most: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return the indices of at most so many rows, even in steps, with first and last."""
    if len(history) <= most:
        return np.arange(len(history))
    steps = history.values(Role.STEP)
    wanted = np.linspace(steps[0], steps[-1], max(most, 2))
    return np.unique(np.searchsorted(steps, np.round(wanted)).astype(np.int64))


def _curves(history: HistoryView) -> tuple[tuple[str, ...], list[np.ndarray[Any, Any]]]:
    found = list(_found(history))
    return tuple(name for name, _ in found), [values for _, values in found]


def _found(history: HistoryView) -> Iterator[tuple[str, np.ndarray[Any, Any]]]:
    for role in _SHOWN:
        slot = history.layout.slices[role]
        for i, column in enumerate(history.layout.columns[slot]):
            with np.errstate(over="ignore"):
                yield column.name, history.values(role, i).astype(np.float32)
