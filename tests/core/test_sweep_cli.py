"""``descent-lab sweep``, and the options of ``train`` that came with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from core import cli
from core.options import run_config

CHECKER = ("sweep", "--preset", "checker")


def _call(capfd: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    try:
        status = cli.main(argv)
    except SystemExit as leave:
        status = int(leave.code or 0)
    return status, *capfd.readouterr()


def _object(capfd: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    status, out, err = _call(capfd, *argv, "--json")
    assert (status, err) == (0, "") and "NaN" not in out and "Infinity" not in out
    found: dict[str, Any] = json.loads(out)
    return found


def test_one_object_with_the_loss_at_every_rate(capfd: pytest.CaptureFixture[str]) -> None:
    found = _object(capfd, *CHECKER, "--count", "64", "--steps", "500")
    assert set(found) >= {
        "rates", "final_loss", "diverged", "sensitive", "best_rate", "learning_rate_limit",
        "optimizer", "steps", "one_by_one",
    }  # fmt: skip
    assert found["learning_rate_limit"] == pytest.approx(0.0845240526)
    assert len(found["rates"]) == len(found["final_loss"]) == len(found["diverged"]) == 64
    first = found["diverged"].index(True)
    assert found["rates"][first - 2] < found["learning_rate_limit"] < found["rates"][first + 1]
    assert found["final_loss"][-1] is None
    fine = [loss for loss, d in zip(found["final_loss"], found["diverged"], strict=True) if not d]
    assert found["final_loss"][found["rates"].index(found["best_rate"])] == min(fine)


def test_range_optimizer_and_hyperparameters(capfd: pytest.CaptureFixture[str]) -> None:
    options = ("--from", "0.001", "--to", "1", "--count", "4", "--steps", "20")
    found = _object(capfd, *CHECKER, *options, "--optimizer", "lamb")
    assert found["one_by_one"] and found["learning_rate_limit"] is None
    assert found["rates"] == [float(np.float32(rate)) for rate in (0.001, 0.01, 0.1, 1.0)]
    found = _object(capfd, *CHECKER, *options, "--set", "momentum=0.5")
    assert found["learning_rate_limit"] == pytest.approx(1.5 * 0.0845240526)


def test_a_table_and_a_text(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "sweep.csv"
    assert _call(capfd, *CHECKER, "--count", "5", "--csv", str(path)) == (0, "", "")
    table = pd.read_csv(path)
    assert list(table) == ["rate", "final_loss", "diverged", "sensitive"] and len(table) == 5
    status, out, _ = _call(capfd, *CHECKER, "--count", "5")
    assert status == 0 and "diverged" in out and "limit: 0.0845240526" in out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--from", "1", "--to", "0.1"), "Give a lower one and a higher one"),
        (("--from", "1e6"), "Give a lower one and a higher one"),
        (("--count", "1"), "Give 2 or more"),
        (("--count", "some"), "'some' is not a whole number"),
        (("--from", "-1"), "'-1' is not a number above 0"),
        (("--optimizer", "sdg"), "there is no 'sdg'"),
        (("--set", "beta=1"), "no hyperparameter"),
        (("--schedule", "linear"), "there is no 'linear'"),
        (("--schedule", "cosine:decay_steps"), "is not understood"),
        (("--schedule", "piecewise:boundaries=5/9,factors=1/2"), "2 factors for 2 boundaries"),
        (("--learning-rate", "0.1"), "unrecognized arguments: --learning-rate"),
        (("--csv", "/no/such/folder/a.csv"), "there is no such folder"),
    ],
)
def test_bad_input_is_one_sentence(
    capfd: pytest.CaptureFixture[str], options: tuple[str, ...], words: str
) -> None:
    status, out, err = _call(capfd, *CHECKER, *options)
    assert status == 2 and out == "" and err.count("\n") == 1 and words in err


def test_batches_schedules_and_stop_rules_reach_the_run(
    capfd: pytest.CaptureFixture[str],
) -> None:
    line = (
        "train", "--batch-size", "10", "--seed", "3", "--target-loss", "0.5", "--loss-change",
        "1e-9", "--schedule", "piecewise:boundaries=50/90,factors=1/0.5/0.1",
    )  # fmt: skip
    config = run_config(cli.parser().parse_args(line))
    assert config.batch is not None and (config.batch.size, config.batch.seed) == (10, 3)
    assert config.optimizer.schedule.values == {"boundaries": (50, 90), "factors": (1, 0.5, 0.1)}
    assert (config.stop.target_loss, config.stop.loss_change) == (0.5, 1e-9)
    found = _object(capfd, *line, "--steps", "100")
    assert found["status"] == "converged" and found["stop"]["code"] == "target_loss"
    status, _, err = _call(capfd, "train", "--batch-size", "0")
    assert status == 2 and "at least one row" in err
