"""``descent-lab export``: a run to files, and every refusal."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from core import cli
from core.pictures import FigureOptions, FilmOptions, PictureWriter
from core.session_file import read_session, session_of, write_session
from core.snapshot import Snapshot
from tests.core.pictures import Pictures
from tests.core.session_sample import sample_session


class Answer(NamedTuple):
    status: int
    out: str
    err: str


Call = Callable[..., Answer]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], tmp_path: Path,
         monkeypatch: pytest.MonkeyPatch) -> Call:  # fmt: skip
    monkeypatch.chdir(tmp_path)

    def run(*argv: str, writer: PictureWriter | None = None) -> Answer:
        try:
            status = cli.main(["export", *argv], writer)
        except SystemExit as leave:
            status = int(leave.code or 0)
        return Answer(status, *capsys.readouterr())

    return run


@pytest.fixture
def session(tmp_path: Path) -> str:
    """Two made-up runs, 1 and 4; the active 4 diverged, and went on from 3."""
    write_session(tmp_path / "two.descent.json", sample_session())
    return "two.descent.json"


def test_a_preset_is_trained_and_its_session_gives_the_same(call: Call, tmp_path: Path) -> None:
    files = ("--script", "a.py", "--history", "a.csv", "--tensorboard", "log")
    answer = call("--preset", "tape", *files, "--session", "tape.descent.json")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.splitlines() == [
        "a.py: script of 20 steps",
        "a.csv: history, all 21 steps",
        "log: TensorBoard log of w, b, loss, gradient_w, gradient_b, learning_rate, all 21 steps",
        "tape.descent.json: session of run 1",
    ]
    again = call("tape.descent.json", "--script", "b.py", "--history", "b.csv", "--json")
    assert (again.status, again.err) == (0, "")
    assert json.loads(again.out) == {
        "written": [
            {"kind": "script", "file": "b.py", "steps": 20},
            {"kind": "history", "file": "b.csv", "rows": 21, "steps": 21, "thinned": False},
        ],
        "status": "stopped",
        "steps": 20,
    }
    for one, other in (("a.py", "b.py"), ("a.csv", "b.csv")):
        assert (tmp_path / one).read_bytes() == (tmp_path / other).read_bytes()
    script = (tmp_path / "b.py").read_text("utf-8")
    compile(script, "b.py", "exec")
    reached = re.search(r"the run came to w = (\S+), b = (\S+)\.$", script, re.MULTILINE)
    last = pd.read_csv(tmp_path / "b.csv").iloc[-1]
    assert reached is not None
    assert [float(value) for value in reached.groups()] == pytest.approx([last.w, last.b], rel=1e-6)
    log = EventAccumulator(str(tmp_path / "log"))
    log.Reload()
    assert [event.step for event in log.Scalars("loss")] == list(range(21))


def test_the_run_is_trained_by_the_options_of_train(call: Call, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("h,v,z\n1,2,3\n2,4,5\n3,5,9\n")
    answer = call("--data", "t.csv", "--x", "v", "--steps", "3", "--optimizer", "adam",
                  "--learning-rate", "0.5", "--history", "a.parquet", "--json")  # fmt: skip
    assert answer.status == 0 and "x is 'v', y is 'h'" in answer.err
    frame = pd.read_parquet(tmp_path / "a.parquet")
    assert frame["step"].tolist() == [0, 1, 2, 3]
    # The first step of Adam is the rate.
    assert frame["w"].iloc[1] == pytest.approx(0.5, abs=1e-5) and "slot_momentum_w" in frame
    assert json.loads(answer.out)["written"][0]["rows"] == 4


def test_data_of_a_long_script_stand_beside_it(call: Call, tmp_path: Path) -> None:
    answer = call("--points", "300", "--noise", "0.1", "--steps", "0", "--script", "a.py")
    assert answer.out == "a.py: script of 0 steps\na_data.npz: data of the script, 300 rows\n"
    assert len(np.load(tmp_path / "a_data.npz")["x"]) == 300


def test_the_active_run_of_a_session_or_another(call: Call, session: str, tmp_path: Path) -> None:
    assert call(session, "--history", "a.csv").status == 0
    assert call(session, "--run", "1", "--history", "b.csv").status == 0
    losses = [pd.read_csv(tmp_path / name)["loss"].iloc[-1] for name in ("a.csv", "b.csv")]
    assert losses[0] == np.inf and np.isfinite(losses[1])


def test_a_thinned_record_says_so(call: Call, tmp_path: Path) -> None:
    write_session(tmp_path / "long.descent.json", sample_session(steps=5000))
    out = call("long.descent.json", "--history", "a.csv").out
    rows = len(pd.read_csv(tmp_path / "a.csv"))
    assert out == f"a.csv: history, {rows} of 5001 steps; the record holds no more\n"
    entry = json.loads(call("long.descent.json", "--history", "a.csv", "--json").out)
    assert entry["written"][0]["thinned"] is True and entry["written"][0]["rows"] == rows < 2000


def test_a_session_of_one_run_of_a_session(call: Call, tmp_path: Path) -> None:
    call("--gate", "--steps", "2", "--session", "a.descent.json")
    assert call("a.descent.json", "--session", "b.descent.json").status == 0
    assert (tmp_path / "a.descent.json").read_bytes() == (tmp_path / "b.descent.json").read_bytes()
    assert read_session(tmp_path / "b.descent.json").examined == {1}


def test_pictures_are_asked_for_as_the_options_say(call: Call, session: str) -> None:
    writer = Pictures()
    answer = call("--steps", "2", "--figure", "a.svg", "--size", "180x120mm", "--panel", "fit",
                  "--dpi", "300", writer=writer)  # fmt: skip
    assert answer == (0, "a.svg: picture of panel fit, 180 x 120 mm\n", "")
    answer = call(session, "--animation", "a.gif", "--size", "400×300", "--fps", "9.5",
                  "--frames", "5", writer=writer)  # fmt: skip
    assert answer == (
        0, "a.gif: film of 5 of 13 steps, 400 x 300 px, 9.5 frames per second\n", ""
    )  # fmt: skip
    (_, first, figure), (_, second, film) = writer.given
    assert figure == FigureOptions((180, 120), "mm", 300.0, "fit")
    assert film == FilmOptions((400, 300), 9.5, 5, None)
    assert (first.history.last_step, second.history.last_step) == (2, 12)
    plain = call(session, "--animation", "a.gif", "--json", writer=writer)
    assert json.loads(plain.out)["written"] == [
        {"kind": "animation", "file": "a.gif", "size": [1280, 720], "frames": 120, "steps": 13,
         "fps": 20.0, "panel": None}
    ]  # fmt: skip


def test_progress_is_shown_at_a_terminal_only(
    call: Call, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = (session, "--animation", "a.gif", "--frames", "2")
    assert call(*film, writer=Pictures()).err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert call(*film, writer=Pictures()).err == "\ra.gif: 0 %\ra.gif: 50 %\r\033[K"


REFUSED = [
    ("", "nothing is to be written. Give one or more of --script, --history"),
    ("--preset tape --json", "nothing is to be written"),
    ("--script a.txt", "Name it *.py"),
    ("--session a.json", "Name it *.descent.json"),
    ("--history a.xlsx", "Name it *.csv or *.parquet"),
    ("--script missing/a.py", "missing/a.py: the file cannot be written (there is no such folder)"),
    ("--script .", "it is a folder"),
    ("--tensorboard two.descent.json", "it is no folder"),
    ("--tensorboard missing/log", "there is no such folder"),
    ("--script a.py --fps 3", "--fps needs --animation"),
    ("--script a.py --frames 3", "--frames needs --animation"),
    ("--animation a.gif --dpi 300", "--dpi needs --figure"),
    ("--script a.py --panel fit", "--panel needs --figure or --animation"),
    ("--script a.py --size 3x3", "--size needs --figure or --animation"),
    ("--script a.py --run 1", "--run needs a session"),
    ("--figure a.png", "--figure needs the window's package"),
    ("--animation a.gif", "--animation needs the window's package"),
    ("none.descent.json --script a.py", "none.descent.json: there is no such file"),
    ("damaged.descent.json --script a.py", "damaged.descent.json: the session is damaged at"),
    ("cut.descent.json --script a.py", "cut.descent.json, line"),
    ("empty.descent.json --script a.py", "empty.descent.json: the session holds no run"),
    ("table.csv --script a.py", "table.csv: this is no session"),
    (". --script a.py", "this is a folder"),
    ("two.descent.json --run 2 --script a.py", "--run 2: the session has no run of that number. "
     "Choose one of: 1, 4."),
    ("two.descent.json --preset tape --script a.py", "Leave out --preset or the session."),
    ("two.descent.json --set momentum=0.5 --script a.py", "Leave out --set or the session."),
    ("two.descent.json --steps 0 --script a.py", "Leave out --steps or the session."),
    ("two.descent.json --no-gate --script a.py", "Leave out --no-gate"),
    ("two.descent.json --scale centre --script a.py", "Leave out --scale"),
    ("two.descent.json --session two.descent.json", "it is what is read"),
    ("--data table.csv --history table.csv", "it is what is read"),
    ("two.descent.json --script a.py --history a.csv", "script: "),
    ("--preset tapes --script a.py", "'tapes'"),
    ("--figure a.png --panel fits", "'fits'"),
    ("--figure a.png --size 300", "'300' is no size; write it like 1280x800 or 180x120mm"),
    ("--figure a.png --size 30.5x20", "is no size"),
    ("--figure a.png --size 3x4cm", "is no size"),
    ("--figure a.png --dpi 5", "'5' is not from 10 to 4800"),
    ("--script a.py --steps many", "--steps"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "words"), REFUSED)
def test_what_cannot_be_is_said_in_a_sentence(
    options: str, words: str, call: Call, session: str, tmp_path: Path
) -> None:
    text = (tmp_path / session).read_text("utf-8")
    (tmp_path / "damaged.descent.json").write_text(text.replace('"huber"', '"hub"'), "utf-8")
    (tmp_path / "cut.descent.json").write_text(text[: len(text) // 2], "utf-8")
    write_session(tmp_path / "empty.descent.json", session_of(Snapshot()))
    (tmp_path / "table.csv").write_text("x,y\n1,2\n2,3\n")
    before = sorted((file.name, file.read_bytes()) for file in tmp_path.iterdir())
    answer = call(*options.split())
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith("descent-lab") and answer.err.count("\n") == 1
    assert words in answer.err and answer.err.endswith(".\n")
    assert sorted((file.name, file.read_bytes()) for file in tmp_path.iterdir()) == before


def test_a_film_is_not_measured_in_mm(call: Call) -> None:
    answer = call("--animation", "a.gif", "--size", "90x60mm", writer=Pictures())
    assert answer.status == 2 and "not mm" in answer.err


def test_a_folder_without_permission_is_said_before_the_work(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The superuser of a test machine may write anywhere.
    monkeypatch.setattr("core.files.os.access", lambda *_: False)
    answer = call("--history", "a.csv")
    assert answer.status == 2 and "the folder cannot be written to" in answer.err


def test_an_interruption_leaves_no_half_file(
    call: Call, session: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.csv").write_text("old")

    def interrupt(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(pd.DataFrame, "to_csv", interrupt)
    assert call(session, "--history", "a.csv").status == 130
    assert (tmp_path / "a.csv").read_text() == "old"
    assert {file.name for file in tmp_path.iterdir()} == {"a.csv", session}


def test_help_names_what_can_be_written(call: Call) -> None:
    text = call("--help").out
    for word in ("SESSION.descent.json", "--run", "--script", "--history", "--figure",
                 "--animation", "--tensorboard", "--session", "--panel", "--size", "--dpi",
                 "--frames", "--fps", "--preset", "--data", "--steps", "--json"):  # fmt: skip
        assert word in text
