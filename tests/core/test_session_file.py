"""Session files: what is written is read again; all else is refused, and harms nothing."""

from __future__ import annotations

import copy
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core.session_data
from core.dataset import Dataset
from core.errors import InputError
from core.session_file import Session, read_session, session_of, write_session
from core.session_json import NOT_FINITE, plain, read, written
from core.snapshot import Snapshot
from core.table.choices import Choices
from core.table.reading import read_table
from tests.core.session_sample import sample_config, sample_session, sample_view

ROOT = Path(__file__).parents[2]
KILLS = 100


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "会话.descent.json"


def _refusal(path: Path, text: str | bytes) -> InputError:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InputError) as caught:
        read_session(path)
    assert "\n" not in str(caught.value)
    return caught.value


def _changed(change: Callable[[dict[str, Any]], object]) -> str:
    session = json.loads(written(sample_session()))
    change(session)
    return json.dumps(session)


# Reading and writing.


def test_what_is_written_is_read_and_written_alike(path: Path) -> None:
    extra = {"shown": 3, "names": {"1": "Läufer"}, "colours": ["#aa4499"], "dark": None}
    write_session(path, sample_session(extra))
    session = read_session(path)
    views = {run.id: run for run in session.runs}
    again = session_of(
        Snapshot(runs=views, active=session.active, kept=session.kept, racing=session.racing),
        session.view,
    )
    assert written(again) == path.read_text("utf-8")
    assert session.view == extra and session.written_by not in ("", "unknown")
    one, other = session.runs
    assert one.config.problem is other.config.problem
    saved = sample_view(1)
    assert one.config.optimizer == saved.config.optimizer and one.config.bug == "half"
    assert one.config.gradient is saved.config.gradient and one.config.gate
    dataset, before = one.config.problem.dataset, saved.config.problem.dataset
    assert dataset is not None and before is not None
    assert dataset.x.tobytes() == before.x.tobytes() and dataset.scaling == before.scaling
    assert dataset.original.x.tobytes() == before.original.x.tobytes()
    assert (dataset.x_name, dataset.noise, dataset.seed) == ("年份", 0.5, 7)
    row = other.history.row(-1)
    assert np.isnan(row.values[1]) and row.values[2] == -np.inf and row.values[3] == np.inf


def test_a_person_can_read_it(path: Path) -> None:
    write_session(path, sample_session())
    lines = path.read_text("utf-8").splitlines()
    assert lines[:4] == [
        "{", '  "format": "descent-lab session",', '  "version": 1,', lines[3],
    ]  # fmt: skip
    assert any(line.startswith('      "x": [-1.0, -0.6') for line in lines)
    assert '      "x_name": "年份",' in lines
    json.loads("\n".join(lines), parse_constant=pytest.fail)


@pytest.mark.parametrize("text", NOT_FINITE)
def test_numbers_that_are_not_finite_keep_their_sign(text: str) -> None:
    assert plain(float(text)) == text
    with pytest.raises(ValueError, match="not JSON compliant"):
        written({"a": float(text)})


@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
))  # fmt: skip
@settings(max_examples=60, deadline=None)
def test_any_json_is_written_and_read_alike(value: Any) -> None:
    assert repr(read(written(value))) == repr(value)


def test_settings_do_not_need_tensorflow(path: Path) -> None:
    write_session(path, sample_session())
    program = (
        "import sys\nfrom core.session_file import read_session\n"
        "read_session(sys.argv[1])\nassert 'tensorflow' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program, path], check=True, cwd=ROOT)


# Data in a file of their own.


@pytest.fixture
def outside(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Save a session whose data stay in their file, and return that."""
    monkeypatch.setattr(core.session_data, "MOST_INLINE", 5)
    table = path.with_name("data.csv")
    x = [0.1 * i for i in range(6)]
    table.write_text("t,v\n" + "".join(f"{v!r},{2 * v!r}\n" for v in x))
    _save_with(read_table(table), path)
    return table


def _save_with(data: Dataset, path: Path) -> None:
    config = sample_config(scaled=False)
    object.__setattr__(config.problem, "dataset", data)
    write_session(path, session_of(Snapshot(runs={1: sample_view(1, config=config)}, active=1)))


def _data(session: Session) -> Dataset:
    found = session.runs[0].config.problem.dataset
    assert found is not None
    return found


def test_many_rows_stay_in_their_file(path: Path, outside: Path, tmp_path: Path) -> None:
    text = path.read_text("utf-8")
    assert '"sha256": "' in text and '"x": [' not in text
    assert _data(read_session(path)).x.tolist() == [0.1 * i for i in range(6)]
    # Both moved to another place.
    other = tmp_path / "other"
    other.mkdir()
    for file in (path, outside):
        file.rename(other / file.name)
    assert _data(read_session(other / path.name)).path == str(other / "data.csv")


def test_many_rows_with_dates_are_found_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core.session_data, "MOST_INLINE", 5)
    table = path.with_name("dates.csv")
    table.write_text("d,v\n" + "".join(f"2000-01-0{i},{i * i}\n" for i in range(1, 8)))
    _save_with(read_table(table, Choices(dates="days")), path)
    data = _data(read_session(path))
    assert data.x.tolist() == list(range(7)) and data.x_name == "d (days since 2000-01-01)"


def test_what_became_of_the_rows_is_kept(path: Path, tmp_path: Path) -> None:
    table = tmp_path / "messy.csv"
    table.write_text("# of the lab\nn;t;v\n1;1,5;2,5\n2;2,5;?\n4;4;5\n", "utf-16")
    data = read_table(table, Choices(y="v", missing=("?",), drop_rows=True))
    _save_with(data, path)
    found = _data(read_session(path))
    assert found.account == data.account and found.account is not None
    assert found.account.left_out[0].line == 4 and found.account.choices.x == "n"
    assert read_table(table, found.account.choices).x.tolist() == found.x.tolist()


def test_points_by_hand_stay_so(path: Path) -> None:
    _save_with(Dataset(np.arange(3.0), np.arange(3.0)).with_point(1.5, 9.0), path)
    assert _data(read_session(path)).by_hand


def test_data_that_are_gone_or_changed_are_refused(path: Path, outside: Path) -> None:
    old = outside.read_text()
    for new in (old.replace("0.1,", "0.1000001,"), old + "9,9\n", "nothing", ""):
        outside.write_text(new)
        assert _refusal(path, path.read_bytes()).code == "session_data_changed"
    outside.write_text(old.replace("\n", "\r\n"))
    read_session(path)
    outside.unlink()
    error = _refusal(path, path.read_bytes())
    assert error.code == "session_data_missing" and "data.csv" in str(error)
    if hasattr(os, "mkfifo"):
        # Reading it would wait for ever.
        os.mkfifo(outside)
        assert _refusal(path, path.read_bytes()).code == "session_data_missing"


# Refusals.


@pytest.mark.parametrize(
    "text",
    [b"", b"\xff\xfe\x00", b"x,y\n1,2\n", b"[]", b"17", b'"descent-lab session"', b"{}",
     b'{"format": "another"}', b"\x00" * 100, b"{" * 100_000],
)  # fmt: skip
def test_what_is_no_session(path: Path, text: bytes) -> None:
    assert _refusal(path, text).code in ("session_not", "session_broken")


def test_what_is_no_file(path: Path, tmp_path: Path) -> None:
    for place, code in ((path, "file_not_found"), (tmp_path, "file_is_folder")):
        with pytest.raises(InputError) as caught:
            read_session(place)
        assert caught.value.code == code


def test_a_newer_one_is_refused_whatever_else_it_holds(path: Path) -> None:
    error = _refusal(path, '{"format": "descent-lab session", "version": 2, "written_by": "9.1"}')
    assert error.code == "session_newer" and "Descent Lab 9.1" in str(error)


def test_a_part_of_one_names_line_and_column(path: Path) -> None:
    text = written(sample_session())
    end = text.index('"stop"')
    error = _refusal(path, text[:end])
    line, column = text.count("\n", 0, end) + 1, end - text.rindex("\n", 0, end)
    assert error.code == "session_broken"
    assert (error.values["line"], error.values["column"]) == (line, column)


@pytest.mark.parametrize(
    ("old", "new"),
    [('"id": 1,', '"id": 1, "id": 2,'), ('"version": 1', '"version": NaN'),
     ('"noise": 0.5', '"noise": 1e999'), ('"seed": 7', f'"seed": {"9" * 5000}'),
     ('"seed": 7', f'"seed": {"9" * 400}'), ('"x_name": "年份"', '"x_name": "\\ud800"'),
     ('"view": {}', '"view": ' + "[" * 5000 + "]" * 5000),
     ('"view": {}', '"view": {"a": ' + "[" * 60 + "]" * 60 + "}")],
)  # fmt: skip
def test_json_that_is_not_strict_is_refused(path: Path, old: str, new: str) -> None:
    text = written(sample_session())
    assert old in text
    assert _refusal(path, text.replace(old, new, 1)).code in ("session_broken", "session_damaged")


def _at(session: Any, place: list[Any], value: Any) -> None:
    for key in place[:-1]:
        session = session[key]
    session[place[-1]] = value


SEGMENT = ["runs", 0, "segments", 1]
SETTINGS = [*SEGMENT, "settings"]


@pytest.mark.parametrize(
    ("place", "value", "where"),
    [
        ([*SETTINGS, "optimizer"], "os.system", "runs[0].segments[1].settings.optimizer"),
        ([*SETTINGS, "optimizer"], "multioptimizer", "runs[0].segments[1].settings.optimizer"),
        ([*SETTINGS, "learning_rate"], 1e39, "runs[0].segments[1].settings.learning_rate"),
        ([*SETTINGS, "loss"], "__class__", "runs[0].segments[1].settings.loss"),
        ([*SETTINGS, "data"], 1, "runs[0].segments[1].settings.data"),
        ([*SETTINGS, "start"], {"w": 1}, "runs[0].segments[1].settings.start.b"),
        ([*SETTINGS, "bug"], "eval", "runs[0].segments[1].settings.bug"),
        ([*SETTINGS, "schedule", "settings", "boundaries"], [5, 2],
         "runs[0].segments[1].settings.schedule"),
        ([*SETTINGS, "hyperparameters", "momentum"], 2.0,
         "runs[0].segments[1].settings.hyperparameters.momentum"),
        ([*SETTINGS, "hyperparameters", "name"], "x",
         "runs[0].segments[1].settings.hyperparameters.name"),
        ([*SETTINGS, "hyperparameters"], {"clipnorm": 1.0, "clipvalue": 1.0},
         "runs[0].segments[1].settings.hyperparameters"),
        ([*SETTINGS, "batch"], {"size": 10**12, "shuffle": True, "seed": 1},
         "runs[0].segments[1].settings.batch.size"),
        ([*SETTINGS, "scaling", "factor"], 0.0, "runs[0].segments[1].settings.scaling.factor"),
        ([*SETTINGS, "extra"], 1, "runs[0].segments[1].settings"),
        ([*SEGMENT, "begin"], 4, "runs[0].segments[1].begin"),
        ([*SEGMENT, "begun"], 7, "runs[0].segments[1].begun"),
        ([*SEGMENT, "columns", 1], "loss", "runs[0].segments[1].columns"),
        ([*SEGMENT, "rows", 2], [1.0], "runs[0].segments[1].rows[2]"),
        ([*SEGMENT, "rows", 2, 0], 7, "runs[0].segments[1].rows"),
        ([*SEGMENT, "rows", 2, 1], "nan", "runs[0].segments[1].rows[2]"),
        ([*SEGMENT, "rows", 2, 1], [], "runs[0].segments[1].rows[2][1]"),
        ([*SEGMENT, "rows", 2, 12], 9, "runs[0].segments[1].rows[2]"),
        (["runs", 0, "state"], "running", "runs[0].state"),
        (["runs", 0, "state"], "diverged", "runs[0].stop"),
        (["runs", 1, "stop", "code"], "step_limit", "runs[1].state"),
        (["runs", 0, "check", "step"], 13, "runs[0].check.step"),
        (["runs", 0, "events", 0, "kind"], "import", "runs[0].events[0].kind"),
        (["runs", 0, "events", 0, "value"], 0.0, "runs[0].events[0].value"),
        (["runs", 0, "id"], 4, "runs"),
        (["runs", 1, "parent", "run"], 4, "runs[1].parent.run"),
        (["runs"], {}, "runs"),
        (["active"], None, "active"),
        (["kept"], [4], "kept"),
        (["racing"], [1], "racing"),
        (["data", 0, "x", 3], "nan", "data[0].x[3]"),
        (["data", 0, "rows"], 5, "data[0].x"),
        (["version"], True, "version"),
    ],
)  # fmt: skip
def test_each_value_is_checked_and_named(
    path: Path, place: list[Any], value: Any, where: str
) -> None:
    error = _refusal(path, _changed(lambda session: _at(session, place, value)))
    assert error.code == "session_damaged" and error.values["where"] == where


def test_a_run_needs_the_rows_that_others_are_computed_from(path: Path) -> None:
    text = _changed(lambda session: session["runs"][0]["segments"][0]["rows"].pop(3))
    error = _refusal(path, text)
    assert error.values["where"] == "runs[0].segments" and "step 3" in str(error)


HOSTILE = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.integers(-3, 30),
    st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=5),
    st.sampled_from(["nan", "inf", "__import__('os')", "adam", "float32", 10**400, 1e308, [], {}]),
    st.lists(st.integers(0, 20), max_size=3), st.dictionaries(st.text(max_size=3), st.none()),
)  # fmt: skip


def _somewhere(data: st.DataObject, session: Any) -> tuple[Any, Any]:
    """Return an object or list somewhere in a session, and one of its keys."""
    at = session
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        key = data.draw(st.sampled_from(keys))
        inner = at[key]
        if not isinstance(inner, (dict, list)) or not inner or data.draw(st.integers(0, 5)) == 0:
            return at, key
        at = inner


SAMPLE = json.loads(written(sample_session({"shown": [1, {"a": None}]}, steps=6)))


@given(st.data())
@settings(max_examples=120, deadline=None)
def test_whatever_a_value_becomes_it_is_used_or_refused(data: st.DataObject) -> None:
    session = copy.deepcopy(SAMPLE)
    for _ in range(data.draw(st.integers(1, 2))):
        holder, key = _somewhere(data, session)
        if data.draw(st.integers(0, 4)) == 0:
            del holder[key]
        else:
            holder[key] = data.draw(HOSTILE)
    _used_or_refused(json.dumps(session))


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_becomes_of_the_text_it_is_used_or_refused(data: st.DataObject) -> None:
    text = json.dumps(SAMPLE)
    begin = data.draw(st.integers(0, len(text)))
    end = begin + data.draw(st.integers(0, 40))
    _used_or_refused(text[:begin] + data.draw(st.text(max_size=6)) + text[end:])


def _used_or_refused(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.descent.json"
        path.write_bytes(text.encode("utf-8", "replace"))
        try:
            session = read_session(path)
        except InputError:
            return
        runs = {run.id: run for run in session.runs}
        snapshot = Snapshot(runs=runs, active=session.active, kept=session.kept)
        write_session(path, session_of(snapshot, session.view))
        read_session(path)


# Killed while saving.


def test_a_save_that_is_killed_leaves_the_old_or_the_new_file_whole(path: Path) -> None:
    write_session(path, sample_session({"number": -1, "again": -1}))
    program = [sys.executable, "-m", "tests.core.session_sample", str(path)]
    chance, saved = random.Random(0), list[int]()
    with subprocess.Popen(
        program, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as nursery:
        assert nursery.stdin is not None and nursery.stdout is not None
        for _ in range(KILLS):
            nursery.stdin.write("\n")
            nursery.stdin.flush()
            child = int(nursery.stdout.readline())
            threading.Event().wait(chance.uniform(0.0, 0.03))
            os.kill(child, signal.SIGKILL)
            assert nursery.stdout.readline() == "ended False\n"
            session = read_session(path)
            assert session.view["number"] == session.view["again"] and len(session.runs) == 2
            saved.append(session.view["number"])
        nursery.stdin.close()
    # They did come to write.
    assert max(saved) >= 0
