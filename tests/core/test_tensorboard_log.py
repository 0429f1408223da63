"""The log, as TensorBoard's own reader reads it."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from core.columns import Role
from core.errors import InputError
from core.history import History
from core.run_view import RunView
from core.tensorboard_log import FILE, LogAccount, write_tensorboard
from tests.core.session_sample import sample_view

TAGS = ("w", "b", "loss", "gradient_w", "gradient_b", "learning_rate")


def _read(folder: Path) -> dict[str, list[Any]]:
    log = EventAccumulator(str(folder), size_guidance={"scalars": 0, "tensors": 0})
    log.Reload()
    return {tag: log.Scalars(tag) for tag in log.Tags()["scalars"]}


def _recorded(view: RunView, tag: str) -> np.ndarray[Any, Any]:
    names = [column.name for column in view.history.layout.columns]
    rows = [view.history.row(i).values for i in range(len(view.history))]
    return np.stack(rows)[:, names.index(tag)]


def _floats(events: list[Any]) -> bytes:
    return np.array([event.value for event in events], np.float32).tobytes()


def test_every_step_is_read_back_with_its_values(tmp_path: Path) -> None:
    view, before = sample_view(steps=30, diverged=True), time.time()
    account = write_tensorboard(tmp_path / "log", view)
    assert account == LogAccount(tmp_path / "log" / FILE, 31, 31, TAGS)
    found = _read(tmp_path / "log")
    assert tuple(found) == TAGS
    for tag, events in found.items():
        assert [event.step for event in events] == list(range(31))
        assert _floats(events) == _recorded(view, tag).astype(np.float32).tobytes()
        assert all(before <= event.wall_time <= time.time() for event in events)
    assert not np.isfinite([found[tag][-1].value for tag in ("w", "b", "loss")]).any()


def test_what_float32_cannot_hold_is_infinite(tmp_path: Path) -> None:
    view = sample_view(steps=2)
    view.history.chunks[0][view.history.layout.slices[Role.LOSS].start, 1] = 1e39
    write_tensorboard(tmp_path, view)
    assert _read(tmp_path)["loss"][1].value == np.inf


def test_of_a_long_record_even_steps_are_written_with_first_and_last(tmp_path: Path) -> None:
    view = sample_view(steps=1000)
    account = write_tensorboard(tmp_path, view, most_steps=11)
    assert (account.written, account.steps) == (11, 1001)
    events = _read(tmp_path)["loss"]
    assert [event.step for event in events] == list(range(0, 1001, 100))
    assert _floats(events) == _recorded(view, "loss")[::100].astype(np.float32).tobytes()


def test_of_a_thinned_record_only_what_is_there(tmp_path: Path) -> None:
    view = sample_view(steps=100)
    kept = History(view.history.layout)
    rows = [view.history.row(i).values for i in (0, 50, 97, 98, 99, 100)]
    kept.append(np.stack(rows))
    account = write_tensorboard(tmp_path, replace(view, history=kept.view), most_steps=3)
    assert (account.written, account.steps) == (3, 101)
    assert [event.step for event in _read(tmp_path)["loss"]] == [0, 50, 100]


def test_an_older_log_is_replaced_and_another_is_not_mixed_with(tmp_path: Path) -> None:
    write_tensorboard(tmp_path, sample_view(steps=30))
    write_tensorboard(tmp_path, sample_view(2, steps=5))
    assert [file.name for file in tmp_path.iterdir()] == [FILE]
    assert len(_read(tmp_path)["loss"]) == 6
    (tmp_path / "events.out.tfevents.1700000000.host").touch()
    with pytest.raises(InputError) as caught:
        write_tensorboard(tmp_path, sample_view())
    assert caught.value.code == "another_log" and len(_read(tmp_path)["loss"]) == 6


def test_what_cannot_be_written_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    for folder in ("file", "missing/log"):
        with pytest.raises(InputError) as caught:
            write_tensorboard(tmp_path / folder, sample_view())
        assert caught.value.code == "cannot_write" and str(tmp_path / folder) in str(caught.value)

    def interrupt(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("core.tensorboard_log._event", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_tensorboard(tmp_path / "log", sample_view())
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_tensorboard_itself_is_not_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "tensorboard", None)
        write_tensorboard(tmp_path, sample_view())
    assert len(_read(tmp_path)["loss"]) == 13
