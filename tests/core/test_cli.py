"""The headless command line: every option, every answer, every refusal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pytest

from core import cli
from core.config import RunConfig
from core.errors import InputError
from core.gradient_bugs import BUGS
from core.loss import LOSSES
from core.optimizer import EXCLUDED, OPTIMIZERS
from core.options import run_config
from core.pictures import FigureOptions, PictureWriter
from core.presets import PRESETS
from tests.core.helpers import doubled
from tests.core.pictures import Pictures

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "cases" / "data"

TRAIN_KEYS = {
    "status", "steps", "parameters", "loss", "gradient", "gradient_check", "stability",
    "optimum", "diagnosis", "steps_per_second",
}  # fmt: skip
TRAIN_EXTRAS = {
    "last_finite", "dtype", "rows", "compiled", "bug", "scaling", "original_parameters", "stop",
    "data",
}  # fmt: skip
CHECK_KEYS = {"verdict", "reason", "elements", "probes", "diagnoses"}
CHECK_EXTRAS = {"loss", "max_relative_error", "parameters", "updates", "witness"}
ELEMENT_KEYS = {
    "name", "analytical", "numerical", "numerical_error", "tolerance", "verdict", "reason"
}  # fmt: skip
ELEMENT_EXTRAS = {"difference", "rounding", "step", "left", "right"}


class Answer(NamedTuple):
    """What a call gave."""

    status: int
    out: str
    err: str

    @property
    def object(self) -> Any:
        """The one JSON value on standard output, read strictly; nothing stands beside it."""
        # Beside it only what was taken of a table.
        assert all(": x is " in line for line in self.err.splitlines())
        assert self.out.count("\n") == 1
        return _strict(self.out)


def _strict(text: str) -> Any:
    def refuse(token: str) -> None:
        raise AssertionError(f"{token} is not JSON")

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len({name for name, _ in pairs}) == len(pairs)
        return dict(pairs)

    return json.loads(text, parse_constant=refuse, object_pairs_hook=once)


Call = Callable[..., Answer]


@pytest.fixture
def call(capfd: pytest.CaptureFixture[str]) -> Call:
    """Return a function that runs the command line in this process."""

    def run(*argv: str | Path, writer: PictureWriter | None = None) -> Answer:
        try:
            status = cli.main([str(a) for a in argv], writer)
        except SystemExit as leave:
            status = int(leave.code or 0)
        return Answer(status, *capfd.readouterr())

    return run


def _subprocess(*argv: str | Path, code: str | None = None) -> Answer:
    start = ["-c", code] if code else ["-m", "core"]
    environment = {**os.environ, "PYTHONWARNINGS": "error::DeprecationWarning:core"}
    done = subprocess.run(
        [sys.executable, *start, *map(str, argv)],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    return Answer(done.returncode, done.stdout, done.stderr)


def _table(folder: Path, text: str = "x,y\n1,2\n2,4\n3,5\n") -> Path:
    path = folder / "table.csv"
    path.write_text(text, "utf-8")
    return path


# presets


def test_presets_are_listed_with_a_sentence_each(call: Call) -> None:
    answer = call("presets")
    assert answer.status == 0 and answer.err == ""
    for line, preset in zip(answer.out.splitlines(), PRESETS.values(), strict=True):
        assert line.split(maxsplit=1) == [preset.name, preset.summary]


def test_presets_as_json(call: Call) -> None:
    found = call("presets", "--json").object
    names = [(preset.name, preset.summary) for preset in PRESETS.values()]
    assert [(one["name"], one["summary"]) for one in found] == names
    by_name = {one["name"]: one for one in found}
    assert by_name["tape"]["group"] == "experiment" and by_name["tape"]["points"] == 100
    assert by_name["hubble"]["group"] == "table" and "Hubble" in by_name["hubble"]["source"]
    assert by_name["hubble"]["points"] is by_name["hubble"]["noise"] is None


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("--preset", "checker", "--points", "9"), ["--points", "tape, line"]),
        (("--preset", "hubble", "--points", "9"), ["--points", "tape, line"]),
        (("--preset", "hubble", "--noise", "1"), ["--noise", "tape, checker, line"]),
        (("--preset", "hubble", "--seed", "1"), ["--seed", "--batch-size"]),
        (("--data", "a.csv", "--points", "9"), ["--points", "--preset"]),
        (("--preset", "line", "--points", "1"), ["--points 1", "2 to 100000"]),
        (("--points", "few"), ["--points", "'few'"]),
    ],
)
def test_options_of_data_that_a_preset_has_not(
    argv: tuple[str, ...], words: list[str], call: Call
) -> None:
    _refused(call("train", *argv), *words)


def test_points_make_the_data_of_that_size() -> None:
    arguments = cli.parser().parse_args(["train", "--preset", "line", "--points", "7"])
    data = run_config(arguments).problem.dataset
    assert data is not None and len(data) == 7


def test_a_classic_table_trains_in_batches_with_a_seed() -> None:
    words = ["train", "--preset", "cars", "--batch-size", "10", "--seed", "3"]
    config = run_config(cli.parser().parse_args(words))
    assert config.batch is not None and config.batch.seed == 3


def test_what_trains_nothing_imports_neither_tensorflow_nor_qt() -> None:
    commands = [
        ["presets"],
        ["presets", "--json"],
        ["--help"],
        ["train", "--help"],
        ["train", "--unknown"],
        ["train", "--learning-rate", "fast"],
        ["train", "--preset", "none"],
        ["train", "--loss", "none"],
        ["train", "--optimizer", "none"],
        ["train", "--data", "none.csv"],
        ["check", "--at", "w=1"],
    ]
    code = f"""
import sys
from core.cli import main
statuses = []
for command in {commands!r}:
    try:
        statuses.append(main(command))
    except SystemExit as leave:
        statuses.append(int(leave.code or 0))
heavy = {{"tensorflow", "keras", "PySide6", "pyqtgraph", "gui"}} & set(sys.modules)
print("found", statuses, sorted(heavy))
"""
    answer = _subprocess(code=code)
    assert answer.out.splitlines()[-1] == f"found {[0] * 4 + [2] * 7} []"
    assert len(answer.err.splitlines()) == 7


# The module as a program.


def test_program_prints_presets() -> None:
    answer = _subprocess("presets")
    assert answer.status == 0 and answer.err == "" and "checker" in answer.out


def test_program_trains_quietly_and_answers_by_its_status() -> None:
    answer = _subprocess("train", "--preset", "checker", "--json")
    assert answer.status == 1
    assert answer.object["status"] == "diverged"


def test_program_checks_in_a_foreign_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERAS_BACKEND", "jax")
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    answer = _subprocess("check", "--preset", "checker")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.splitlines()[-1] == "verdict: agree"


def test_program_refuses_with_one_line() -> None:
    answer = _subprocess("train", "--data", "none.csv")
    assert (answer.status, answer.out) == (2, "")
    wanted = "descent-lab: none.csv: there is no such file. Check the name and the folder.\n"
    assert answer.err == wanted


# train: the contract's object, and the numbers of the two experiments.


@pytest.mark.parametrize(
    "options",
    [
        ("--preset", "checker"),
        ("--preset", "checker", "--learning-rate", "0.05"),
        ("--preset", "tape", "--loss", "mae"),
        ("--preset", "tape", "--optimizer", "adam"),
        ("--data", str(DATA / "constant_x.csv")),
        ("--data", str(DATA / "single_row.csv"), "--steps", "0"),
        ("--data", str(DATA / "galton.csv"), "--learning-rate", "1"),
    ],
    ids=" ".join,
)
def test_object_of_train_has_the_keys_of_the_contract(options: tuple[str, ...], call: Call) -> None:
    found = call("train", *options, "--json").object
    assert set(found) == TRAIN_KEYS | TRAIN_EXTRAS
    assert found["status"] in ("converged", "stopped", "diverged", "refused")
    assert set(found["parameters"]) == set(found["gradient"]) == {"w", "b"}
    assert set(found["gradient_check"]) == {"verdict", "reason", "max_relative_error"}
    assert found["gradient_check"]["verdict"] in ("agree", "disagree", "inconclusive")
    for key, inner in (
        ("stability", {"sharpness", "condition_number", "learning_rate_limit",
                       "best_learning_rate", "best_momentum", "local"}),
        ("optimum", {"w", "b", "loss"}),
    ):  # fmt: skip
        assert found[key] is None or set(found[key]) == inner
    assert all(set(d) == {"code", "message"} for d in found["diagnosis"])
    assert isinstance(found["steps"], int)


def test_checker_diverges_at_its_own_rate_in_float32(call: Call) -> None:
    answer = call("train", "--preset", "checker", "--json")
    found = answer.object
    assert (answer.status, found["status"], found["steps"]) == (1, "diverged", 137)
    assert found["loss"] is None and found["dtype"] == "float32"
    assert found["stability"]["learning_rate_limit"] == pytest.approx(0.0845241, abs=5e-8)
    assert "0.0845" in found["diagnosis"][0]["message"]


def test_checker_diverges_at_the_step_limit_in_float64(call: Call) -> None:
    answer = call("train", "--preset", "checker", "--dtype", "float64", "--json")
    found = answer.object
    assert (answer.status, found["status"], found["steps"]) == (1, "diverged", 1000)
    assert found["loss"] == pytest.approx(8e271, rel=0.1)
    assert found["parameters"]["w"] == pytest.approx(2.5e135, rel=0.1)


def test_checker_converges_below_the_limit(call: Call) -> None:
    options = ("--learning-rate", "0.05", "--dtype", "float64", "--json")
    answer = call("train", "--preset", "checker", *options)
    found = answer.object
    assert answer.status == 0 and found["steps"] == 1000
    assert found["parameters"]["w"] == pytest.approx(0.99999997, abs=1e-8)
    assert found["parameters"]["b"] == pytest.approx(-0.9999999, abs=1e-7)
    assert found["optimum"] == {"w": 1.0, "b": -1.0, "loss": 0.0}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_tape_without_noise(dtype: str, call: Call) -> None:
    answer = call("train", "--preset", "tape", "--noise", "0", "--dtype", dtype, "--json")
    found = answer.object
    assert (answer.status, found["status"], found["steps"]) == (0, "stopped", 20)
    wanted = {"w": 1.75554849, "b": 9.89623706}
    assert found["parameters"] == pytest.approx(wanted, abs=1e-6 if dtype == "float64" else 1e-5)


def test_tape_is_the_default_and_prints_the_tutorials_last_line(call: Call, tmp_path: Path) -> None:
    assert call("train", "--seed", "0", "--history", tmp_path / "steps.csv").status == 0
    row = pd.read_csv(tmp_path / "steps.csv").set_index("step").loc[19]
    # The tutorial shows epoch 19 after its 19th update, with np.random.seed(0).
    assert (round(row["w"], 5), round(row["b"], 5)) == (1.70152, 9.88975)


# train: options.


def _trained(call: Call, *options: str | Path) -> Any:
    return call("train", *options, "--json").object


def test_noise_and_seed_change_the_data(call: Call) -> None:
    found = [
        _trained(call, "--preset", "tape", "--noise", noise, "--seed", seed)["optimum"]
        for noise, seed in (("0", "0"), ("0", "7"), ("1", "0"), ("1", "7"))
    ]
    assert found[0] == found[1] and found[0]["w"] == pytest.approx(2.0)
    assert len({f["w"] for f in found}) == 3


@pytest.mark.parametrize("loss", LOSSES)
def test_every_loss_by_name(loss: str, call: Call) -> None:
    found = _trained(call, "--preset", "checker", "--loss", loss, "--steps", "0")
    residuals = np.full(5, 3.0)
    wanted = {
        "mse": 9.0, "half_mse": 4.5, "sum_squares": 45.0, "mae": 3.0, "huber": 2.5,
        "log_cosh": np.log(np.cosh(residuals)).mean(),
    }[loss]  # fmt: skip
    assert found["loss"] == pytest.approx(wanted, rel=1e-6)


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_every_optimizer_by_name(optimizer: str, call: Call) -> None:
    found = _trained(call, "--optimizer", optimizer, "--steps", "2", "--learning-rate", "0.5")
    assert found["steps"] == 2 and found["parameters"] != {"w": 1.0, "b": 1.0}
    assert (found["stability"]["learning_rate_limit"] is not None) == (optimizer == "sgd")


def test_learning_rate_start_and_steps(call: Call) -> None:
    options = ("--start", "w=2,b=-3", "--learning-rate", "0.25", "--dtype", "float64")
    found = _trained(call, "--preset", "checker", *options, "--steps", "1")
    # At (2, -3) the residuals are x - 2: gradient 2 mean(r x) = 10, 2 mean(r) = 2.
    assert found["parameters"] == {"w": 2.0 - 0.25 * 10.0, "b": -3.0 - 0.25 * 2.0}
    assert found["steps"] == 1


def test_start_goes_by_name_not_by_order(call: Call) -> None:
    first = _trained(call, "--start", "w=2,b=-3", "--steps", "0")
    second = _trained(call, "--start", " b=-3, w=2", "--steps", "0")
    assert first["parameters"] == second["parameters"] == {"w": 2.0, "b": -3.0}


def test_no_steps_is_a_run_that_stops_at_its_start(call: Call) -> None:
    answer = call("train", "--preset", "checker", "--steps", "0", "--json")
    found = answer.object
    assert (answer.status, found["status"], found["steps"]) == (0, "stopped", 0)
    assert (found["loss"], found["gradient"]) == (9.0, {"w": 18.0, "b": 6.0})
    at_optimum = ("--start", "w=1,b=-1", "--steps", "0")
    assert _trained(call, "--preset", "checker", *at_optimum)["status"] == "converged"


def test_tolerance_ends_a_run_early(call: Call) -> None:
    options = ("--preset", "checker", "--learning-rate", "0.05")
    found = _trained(call, *options, "--tolerance", "0.01")
    assert found["status"] == "converged" and 1 < found["steps"] < 1000
    assert np.hypot(found["gradient"]["w"], found["gradient"]["b"]) < 0.01
    before = _trained(call, *options, "--steps", str(found["steps"] - 1))
    assert np.hypot(before["gradient"]["w"], before["gradient"]["b"]) >= 0.01


def test_hyperparameters_reach_keras(call: Call) -> None:
    options = ("--preset", "checker", "--steps", "3", "--learning-rate", "0.01")
    plain = _trained(call, *options)
    momentum = _trained(call, *options, "--set", "momentum=0.5")
    nesterov = _trained(call, *options, "--set", "momentum=0.5", "--set", "nesterov=true")
    limits = [f["stability"]["learning_rate_limit"] for f in (plain, momentum, nesterov)]
    assert limits == pytest.approx([0.08452405, 1.5 * 0.08452405, 0.75 * 0.08452405], rel=1e-6)
    assert len({f["loss"] for f in (plain, momentum, nesterov)}) == 3
    every_second = _trained(call, *options, "--set", "gradient_accumulation_steps=2")
    assert (
        every_second["parameters"] == _trained(call, *options[:3], "1", *options[4:])["parameters"]
    )


def test_last_of_two_settings_of_one_hyperparameter_counts(call: Call) -> None:
    options = ("--preset", "checker", "--steps", "3", "--learning-rate", "0.01")
    twice = _trained(call, *options, "--set", "momentum=0.9", "--set", "momentum=0.5")
    assert twice["parameters"] == _trained(call, *options, "--set", "momentum=0.5")["parameters"]


@pytest.fixture
def wrong_gradient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every run have twice the right gradient."""
    right = cli.stated_config

    def wrong(arguments: Any) -> RunConfig:
        return replace(right(arguments), gradient=doubled)

    monkeypatch.setattr(cli, "stated_config", wrong)


@pytest.mark.usefixtures("wrong_gradient")
def test_gate_refuses_a_wrong_gradient(call: Call) -> None:
    for options in (("--preset", "checker"), ("--preset", "tape", "--gate")):
        answer = call("train", *options, "--json")
        found = answer.object
        assert (answer.status, found["status"], found["steps"]) == (1, "refused", 0)
        assert found["gradient_check"]["verdict"] == "disagree"
        assert "the gradient is wrong" in found["diagnosis"][0]["message"]


@pytest.mark.usefixtures("wrong_gradient")
def test_without_the_gate_a_wrong_gradient_trains(call: Call) -> None:
    for options in (("--preset", "checker", "--no-gate"), ("--preset", "tape")):
        found = call("train", *options, "--steps", "3", "--json").object
        assert found["steps"] == 3 and found["gradient_check"]["verdict"] == "disagree"


def test_gate_lets_a_right_gradient_train(call: Call) -> None:
    assert _trained(call, "--preset", "tape", "--gate")["steps"] == 20


# train: tables.


def test_table_is_float64_from_zero_with_its_columns(call: Call, tmp_path: Path) -> None:
    path = _table(tmp_path, "a,b,c\n1,2,7\n2,4,8\n3,5,9\n")
    found = _trained(call, "--data", path, "--x", "a", "--y", "b", "--steps", "0")
    assert (found["dtype"], found["rows"]) == ("float64", 3)
    assert found["parameters"] == {"w": 0.0, "b": 0.0}
    assert found["optimum"] == pytest.approx({"w": 1.5, "b": 2 / 3, "loss": 1 / 18})
    other = _trained(call, "--data", path, "--x", "c", "--y", "a", "--steps", "0")
    assert other["optimum"] == pytest.approx({"w": 1.0, "b": -6.0, "loss": 0.0}, abs=1e-12)


def test_columns_that_were_not_named_are_told_beside_the_text(call: Call) -> None:
    answer = call("train", "--data", DATA / "galton.csv", "--learning-rate", "1e-4")
    assert answer.err.startswith("descent-lab: x is 'parent', y is 'child'; 'column 1' only")
    assert answer.out.splitlines()[0].split() == ["step", "w", "b", "loss", "verdict"]
    named = ("--x", "parent", "--y", "child")
    assert call("check", "--data", DATA / "galton.csv", *named).err == ""


@pytest.mark.parametrize("file", ["constant_x", "single_row", "two_rows", "constant_y"])
def test_degenerate_tables_give_strict_json(file: str, call: Call) -> None:
    answer = call("train", "--data", DATA / f"{file}.csv", "--learning-rate", "0.05", "--json")
    found = answer.object
    assert answer.status == 0
    assert (found["optimum"] is None) == (file in ("constant_x", "single_row"))


def test_numbers_that_overflow_are_a_result(call: Call, tmp_path: Path) -> None:
    path = _table(tmp_path, "x,y\n1,1e300\n2,-1e300\n")
    answer = call("train", "--data", path, "--json")
    assert answer.status == 1 and answer.object["status"] == "diverged"
    assert call("train", "--data", path).status == 1
    answer = call("check", "--data", path, "--json")
    assert answer.status == 3 and answer.object["verdict"] == "inconclusive"
    assert answer.object["reason"] == "nonfinite_loss"
    assert "verdict: inconclusive (nonfinite_loss)" in call("check", "--data", path).out


# train: text.


def test_text_of_train(call: Call) -> None:
    answer = call("train", "--preset", "tape", "--noise", "0")
    lines = answer.out.splitlines()
    assert answer.status == 0 and answer.err == ""
    assert lines[0].split() == ["step", "w", "b", "loss", "verdict"]
    assert len(lines) == 24 and lines[1].split()[:3] == ["0", "1", "1"]
    assert lines[21].split()[0] == "20" and lines[21].split()[-1] == "agree"
    assert lines[22] == "stopped at step 20; gradient check: agree"
    assert lines[23].startswith("optimum: w 2, b 10, loss ")


# Files.


def test_history_of_train_is_the_record(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "数据 steps.csv"
    found = call(
        "train", "--preset", "checker", "--dtype", "float64", "--steps", "30",
        "--history", path, "--json",
    ).object  # fmt: skip
    frame = pd.read_csv(path, dtype=str, keep_default_na=False)
    assert list(frame["step"]) == [str(i) for i in range(31)]
    last = frame.iloc[-1]
    for name in ("w", "b"):
        assert float(last[name]) == found["parameters"][name]
        assert float(last[f"gradient_{name}"]) == found["gradient"][name]
    assert float(last["loss"]) == found["loss"]
    assert set(frame["verdict_w"]) == {"agree"}
    assert list(tmp_path.iterdir()) == [path]


def test_history_of_check_is_the_point(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "point.csv"
    assert call("check", "--preset", "checker", "--at", "w=4,b=5", "--history", path).status == 0
    frame = pd.read_csv(path)
    assert len(frame) == 1 and frame[["w", "b"]].iloc[0].tolist() == [4.0, 5.0]


@pytest.mark.parametrize("verb", ["train", "check"])
def test_figure_is_handed_to_the_writer_with_the_run(verb: str, call: Call, tmp_path: Path) -> None:
    path, writer = tmp_path / "panels.png", Pictures()
    answer = call(verb, "--figure", path, "--json", writer=writer)
    ((name, view, options),) = writer.given
    data = view.config.problem.dataset
    assert (answer.status, name, options) == (0, str(path), FigureOptions())
    assert data is not None and len(data) == 100
    assert len(view.history) == (21 if verb == "train" else 1)


@pytest.mark.parametrize("verb", ["train", "check"])
def test_figure_without_a_writer_says_which_command_has_one(verb: str, call: Call) -> None:
    answer = call(verb, "--figure", "panels.png")
    assert (answer.status, answer.out) == (2, "")
    assert "--figure" in answer.err and "descent-lab" in answer.err


@pytest.mark.parametrize("verb", ["train", "check"])
@pytest.mark.parametrize("option", ["--history", "--figure"])
@pytest.mark.parametrize("place", ["missing/file", "."])
def test_place_that_cannot_be_written(
    verb: str, option: str, place: str, call: Call, tmp_path: Path
) -> None:
    answer = call(verb, option, tmp_path / place, writer=Pictures())
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith(f"descent-lab: {tmp_path / place}: the file cannot be written (")
    assert answer.err.endswith(". Choose another place.\n") and answer.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


# check


def test_object_of_check_has_the_keys_of_the_contract(call: Call) -> None:
    answer = call("check", "--preset", "checker", "--json")
    found = answer.object
    assert answer.status == 0
    assert set(found) == CHECK_KEYS | CHECK_EXTRAS
    assert (found["verdict"], found["reason"]) == ("agree", None)
    for elements in (found["elements"], *(probe["elements"] for probe in found["probes"])):
        assert [e["name"] for e in elements] == ["w", "b"]
        assert all(set(e) == ELEMENT_KEYS | ELEMENT_EXTRAS for e in elements)
    assert [e["analytical"] for e in found["elements"]] == [18.0, 6.0]
    assert [e["numerical"] for e in found["elements"]] == pytest.approx([18.0, 6.0], rel=1e-9)
    assert len(found["probes"]) == 3 and found["diagnoses"] == []


@pytest.mark.parametrize("option", ["--at", "--start"])
def test_point_of_check(option: str, call: Call) -> None:
    found = call("check", "--preset", "checker", option, "w=2,b=-3", "--json").object
    assert [e["analytical"] for e in found["elements"]] == [10.0, 2.0]


def test_check_is_at_the_point_even_where_a_start_is_given(call: Call) -> None:
    options = ("--preset", "checker", "--start", "w=9,b=9", "--at", "w=2,b=-3", "--json")
    assert call("check", *options).object["elements"][0]["analytical"] == 10.0


@pytest.mark.usefixtures("wrong_gradient")
def test_check_answers_no_by_its_status(call: Call) -> None:
    answer = call("check", "--preset", "checker", "--json")
    assert answer.status == 1 and answer.object["verdict"] == "disagree"
    assert "verdict: disagree\nmaybe: " in call("check", "--preset", "checker").out


def test_check_of_own_numbers(call: Call) -> None:
    options = ("--preset", "checker", "--at", "w=1,b=2")
    answer = call("check", *options, "--mine", "w=90,b=30", "--json")
    found = answer.object
    assert (answer.status, found["verdict"]) == (1, "disagree")
    assert found["diagnoses"][0]["code"] == "factor_n"
    assert "n = 5 times too large" in found["diagnoses"][0]["message"]
    assert call("check", *options, "--mine", "w=18,b=6").status == 0
    assert "yours" in call("check", *options, "--mine", "b=6,w=18").out


def test_check_after_some_steps(call: Call) -> None:
    found = call("check", "--steps", "3", "--json").object
    trained = _trained(call, "--steps", "3")
    assert found["parameters"] == pytest.approx(trained["parameters"], rel=1e-7)
    assert [e["analytical"] for e in found["elements"]] == pytest.approx(
        list(trained["gradient"].values()), rel=1e-6
    )
    early = call("check", "--steps", "1000", "--tolerance", "1", "--json").object
    assert abs(early["elements"][1]["analytical"]) < 1.0
    _refused(call("check", "--tolerance", "1"), "--tolerance needs --steps")
    # The gate does not hold back a check of what lies behind it.
    options = ("--preset", "checker", "--inject", "sign", "--steps", "2", "--json")
    assert call("check", *options).object["parameters"]["w"] > 1.0


@pytest.mark.parametrize("name", BUGS)
@pytest.mark.parametrize("source", [("--preset", "checker"), ("--data", DATA / "ex1data1.csv")])
def test_each_bug_is_caught_and_named(name: str, source: tuple[str, ...], call: Call) -> None:
    answer = call("check", *source, "--inject", name, "--json")
    found = answer.object
    assert (answer.status, found["verdict"]) == (1, "disagree")
    named = {"bias_twice": "updated_twice", "skips_b": "not_updated"}.get(name, name)
    assert named in [d["code"] for d in found["diagnoses"]]
    assert any(found[key] for key in ("updates", "probes"))


@pytest.mark.parametrize("source", [("--preset", "checker"), ("--data", DATA / "ex1data1.csv")])
def test_right_gradient_agrees_at_the_same_points(source: tuple[str, ...], call: Call) -> None:
    found = call("check", *source, "--json").object
    assert {probe["verdict"] for probe in found["probes"]} == {found["verdict"]} == {"agree"}
    assert found["diagnoses"] == [] and found["updates"] == []


@pytest.mark.parametrize("name", ["factor_n", "shuffled_x", "parameter_for_gradient"])
def test_training_with_a_bug_is_refused_behind_the_gate(name: str, call: Call) -> None:
    answer = call("train", "--preset", "checker", "--inject", name, "--json")
    found = answer.object
    assert (answer.status, found["status"], found["steps"]) == (1, "refused", 0)
    assert found["parameters"] == {"w": 1.0, "b": 2.0} and found["bug"] == name
    assert name in [d["code"] for d in found["diagnosis"]]
    trains = call(
        "train", "--preset", "checker", "--inject", name, "--no-gate", "--steps", "2", "--json"
    )
    assert trains.object["steps"] == 2
    honest = _trained(call, "--preset", "checker", "--learning-rate", "0.05")
    assert honest["bug"] is None and honest["status"] == "converged"


def test_bugs_are_listed(call: Call) -> None:
    answer = call("check", "--list-bugs", "--json")
    assert answer.status == 0
    assert [set(bug) for bug in answer.object] == [{"name", "kind", "summary"}] * len(BUGS)
    text = call("check", "--list-bugs").out
    assert text.count("\n") == len(BUGS)


def test_unknown_bug_names_the_choices(call: Call) -> None:
    for verb in ("train", "check"):
        answer = call(verb, "--inject", "typo")
        assert answer.status == 2 and answer.err.count("\n") == 1
        assert "'typo'" in answer.err and "factor_n" in answer.err


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_check_agrees_for_every_loss_and_dtype(loss: str, dtype: str, call: Call) -> None:
    assert call("check", "--loss", loss, "--dtype", dtype).status == 0


def test_check_takes_the_options_of_the_data(call: Call, tmp_path: Path) -> None:
    path = _table(tmp_path, "a,b\n1,2\n2,4\n")
    found = call("check", "--data", path, "--x", "b", "--y", "a", "--json").object
    # At (0, 0): -2 mean(y x) and -2 mean(y).
    assert [e["analytical"] for e in found["elements"]] == [-10.0, -3.0]
    noisy = call("check", "--preset", "checker", "--noise", "1", "--seed", "3", "--json").object
    assert noisy["elements"][0]["analytical"] != 18.0
    adam = call("check", "--preset", "checker", "--optimizer", "adam", "--learning-rate", "0.5",
                "--set", "beta_1=0.5", "--json").object  # fmt: skip
    assert adam["elements"][0]["analytical"] == 18.0


# Refusals: status 2, nothing on standard output, one line that says what to do.


def _refused(answer: Answer, *parts: str) -> None:
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith("descent-lab") and answer.err.count("\n") == 1
    assert answer.err.rstrip().endswith(".")
    for part in parts:
        assert part in answer.err


TABLES = {
    "empty": ("", ["table.csv", "no data rows", "Give at least one row"]),
    "blank lines only": ("\n\n \n", ["table.csv", "no data rows"]),
    "header only": ("x,y\n", ["table.csv", "no data rows"]),
    "one column": ("x\n1\n2\n", ["table.csv", "only 1 column", "(x)", "needs two"]),
    "text column": ("x,y\n1,a\n2,b\n", ["table.csv, line 2, column y: 'a'", "--drop-rows"]),
    "missing value": ("x,y\n1,2\n3,\n", ["table.csv, line 3, column y", "missing", "--drop-rows"]),
    "inf": ("x,y\n1,2\n3,inf\n", ["table.csv, line 3, column y: 'inf'", "--drop-rows"]),
    "decimal commas": ("x,y\n1,5,2,5\n", ["table.csv, line 1", "2 values", "4 in the rows below"]),
}


@pytest.mark.parametrize("verb", ["train", "check"])
@pytest.mark.parametrize("name", TABLES)
def test_bad_table(verb: str, name: str, call: Call, tmp_path: Path) -> None:
    text, parts = TABLES[name]
    for options in ([], ["--json"]):
        _refused(call(verb, "--data", _table(tmp_path, text), *options), *parts)


MESSY = [
    ("city_price_gbk", [], 14, 0.7990043956043956),
    ("claims_semicolon_decimal_comma", [], 63, 3.413823560066367),
    ("bom_y_first", ["--x", "x", "--y", "y"], 21, 127957.5142857143),
    ("thousands_eu", [], 4, 2.1333240223463688),
    ("thousands_swiss_nbsp", [], 4, 2.1333240223463688),
    ("thousands_us_quoted", [], 4, 2.1333240223463688),
    ("thousands_ambiguous", ["--decimal", "."], 4, 0.29),
    ("thousands_ambiguous", ["--decimal", ","], 4, 290.0),
    ("missing_tokens", ["--drop-rows"], 4, 2.057823129251701),
    ("ex1data1", [], 97, 1.193033644189594),
]


@pytest.mark.parametrize(("file", "options", "rows", "w"), MESSY)
def test_messy_table(file: str, options: list[str], rows: int, w: float, call: Call) -> None:
    answer = call("train", "--data", DATA / f"{file}.csv", "--steps", "0", "--json", *options)
    found = _strict(answer.out)
    assert found["rows"] == found["data"]["rows_read"] == rows
    assert found["optimum"]["w"] == pytest.approx(w, rel=1e-9)
    left_out = found["data"]["left_out_count"]
    assert left_out == found["data"]["rows_in_file"] - rows
    assert (f"{rows} of {rows + left_out} rows read; left out: line 3" in answer.err) == (
        left_out > 0
    )


def test_ambiguous_table_is_asked_about(call: Call) -> None:
    answer = call("train", "--data", DATA / "thousands_ambiguous.csv")
    _refused(answer, "column y: '1.100' may be 1.1 or 1100", "--decimal . for 1.1")


@pytest.mark.parametrize("file", sorted(p.name for p in DATA.iterdir()))
def test_no_file_of_the_cases_brings_a_traceback(file: str, call: Call) -> None:
    answer = call("train", "--data", DATA / file, "--steps", "3", "--json")
    if answer.status == 2:
        _refused(answer, file)
    else:
        assert answer.object["steps"] <= 3


def test_missing_file_and_folder(call: Call, tmp_path: Path) -> None:
    _refused(call("train", "--data", tmp_path / "none.csv"), "none.csv", "Check the name")
    _refused(call("train", "--data", tmp_path), str(tmp_path), "this is a folder")
    _refused(call("train", "--data", ""), "this is a folder")


@pytest.mark.parametrize("option", ["--x", "--y"])
def test_unknown_column(option: str, call: Call, tmp_path: Path) -> None:
    answer = call("train", "--data", _table(tmp_path), option, "z")
    _refused(answer, "table.csv", "'z'", "The columns are: x, y.")


MISPLACED = [
    (("--x", "a"), "--x needs --data"),
    (("--y", "a"), "--y needs --data"),
    (("--preset", "tape", "--x", "a"), "--x needs --data"),
    (("--data", str(DATA / "galton.csv"), "--noise", "0"), "--noise needs --preset"),
    (("--data", str(DATA / "galton.csv"), "--seed", "0"), "--seed needs --preset"),
]


@pytest.mark.parametrize(("options", "part"), MISPLACED)
@pytest.mark.parametrize("verb", ["train", "check"])
def test_option_that_would_do_nothing(
    verb: str, options: tuple[str, ...], part: str, call: Call
) -> None:
    _refused(call(verb, *options), part)


NAMES = [
    (("--preset", "tapes"), ["preset", "'tapes'", *PRESETS]),
    (("--preset", ""), ["preset", *PRESETS]),
    (("--loss", "l2"), ["loss", "'l2'", *LOSSES]),
    (("--optimizer", "gd"), ["optimizer", "'gd'", *OPTIMIZERS]),
    (("--optimizer", ""), ["optimizer", *OPTIMIZERS]),
    (("--optimizer", "SGD"), ["'SGD'", "sgd"]),
    *((("--optimizer", name), [f"'{name}' is not offered", why]) for name, why in EXCLUDED.items()),
    (("--set", "momentun=0.9"), ["--set momentun", "sgd has no", "momentum, nesterov"]),
    (("--set", "learning_rate=0.9"), ["--set learning_rate", "sgd has no"]),
    (("--set", "momentum=2"), ["--set", "sgd refuses"]),
    (("--optimizer", "adam", "--set", "momentum=0.9"), ["adam has no", "beta_1"]),
    (("--start", "w=1"), ["--start", "'w=1'", "w=1,b=1"]),
    (("--start", "w=1,b=2,c=3"), ["--start", "w=1,b=1"]),
    (("--start", "W=1,B=2"), ["--start", "w=1,b=1"]),
]


@pytest.mark.parametrize(("options", "parts"), NAMES)
@pytest.mark.parametrize("verb", ["train", "check"])
def test_bad_name(verb: str, options: tuple[str, ...], parts: list[str], call: Call) -> None:
    answer = call(verb, *options, "--json")
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith("descent-lab: ") and answer.err.count("\n") == 1
    for part in parts:
        assert part in answer.err


USAGE = [
    ("--learning-rate", "0", "above 0"),
    ("--learning-rate", "-0.1", "above 0"),
    ("--learning-rate", "nan", "above 0"),
    ("--learning-rate", "inf", "above 0"),
    ("--learning-rate", "fast", "above 0"),
    ("--steps", "-1", "whole number"),
    ("--steps", "1.5", "whole number"),
    ("--steps", "many", "whole number"),
    ("--tolerance", "0", "above 0"),
    ("--noise", "-1", "from 0 up"),
    ("--noise", "nan", "from 0 up"),
    ("--seed", "-1", "whole number"),
    ("--seed", "4294967296", "below 4294967296"),
    ("--dtype", "float16", "float32"),
    ("--start", "1,2", "w=1,b=2"),
    ("--start", "w=1,b=x", "w=1,b=2"),
    ("--start", "w=1,b=inf", "w=1,b=2"),
    ("--start", "w=1=2,b=2", "w=1,b=2"),
    ("--start", "", "w=1,b=2"),
    ("--set", "momentum", "momentum=0.9"),
    ("--set", "momentum=fast", "0.9"),
    ("--set", "momentum=nan", "0.9"),
    ("--set", "gradient_accumulation_steps=1.5", "whole number"),
]


@pytest.mark.parametrize(("option", "value", "part"), USAGE)
def test_bad_value(option: str, value: str, part: str, call: Call) -> None:
    _refused(call("train", f"{option}={value}"), option, part, "See descent-lab train --help.")
    _refused(call("train", option, value), option)


@pytest.mark.parametrize("point", ["w=1", "w=1,b=nan", "1,2"])
def test_bad_point(point: str, call: Call) -> None:
    _refused(call("check", "--at", point), "--at")


@pytest.mark.parametrize("verb", ["train", "check"])
@pytest.mark.parametrize("option", ["--pre", "--learning", "--learn=1", "--js", "--opt", "--hist"])
def test_abbreviations_are_not_taken(verb: str, option: str, call: Call) -> None:
    _refused(call(verb, option), option)


@pytest.mark.parametrize(
    "argv",
    [
        (), ("fly",), ("train", "extra"), ("train", "--preset"),
        ("check", "--at", "w=1,b=2", "--steps", "3"),
        ("check", "--inject", "sign", "--mine", "w=1,b=1"),
        ("train", "--preset", "tape", "--data", "a.csv"), ("presets", "--preset", "tape"),
    ],
)  # fmt: skip
def test_bad_usage(argv: tuple[str, ...], call: Call) -> None:
    _refused(call(*argv), "--help")


@pytest.mark.parametrize("argv", [("--help",), ("train", "--help"), ("check", "-h")])
def test_help(argv: tuple[str, ...], call: Call) -> None:
    answer = call(*argv)
    assert answer.status == 0 and answer.err == "" and "descent-lab" in answer.out


def test_help_names_every_option_of_the_contract_so_far(call: Call) -> None:
    for verb, own in (("train", ["--gate", "--no-gate"]),
                      ("check", ["--at", "--mine", "--list-bugs"])):  # fmt: skip
        text = call(verb, "--help").out
        for option in (*own, "--preset", "--data", "--x", "--y", "--loss", "--optimizer",
                       "--learning-rate", "--start", "--dtype", "--seed", "--noise", "--set",
                       "--steps", "--tolerance", "--inject",
                       "--history", "--figure", "--json"):  # fmt: skip
            assert option in text


def test_input_error_of_a_writer_is_one_line(call: Call) -> None:
    writer = Pictures(InputError("cannot_write", file="a.png", why="no room"))
    _refused(call("train", "--figure", "a.png", writer=writer), "a.png", "no room")


def test_interrupt_leaves_with_its_own_status(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: Any) -> RunConfig:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "stated_config", interrupt)
    assert call("train") == Answer(130, "", "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--start", "w=1,w=5,b=2"), "twice"),
        (("--start", "w=1e200,b=0"), "not within"),
        (("--learning-rate", "1e-50"), "float32"),
        (("--history", "none/steps.csv"), "there is no such folder"),
        (("--figure", "panels.png"), "descent-lab"),
    ],
)
def test_what_cannot_work_is_said_before_training(
    arguments: tuple[str, str], words: str, call: Call
) -> None:
    _refused(call("train", *arguments), words)
