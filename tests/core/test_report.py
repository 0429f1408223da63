"""What ``train`` does and says, below its options."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core import report
from core.columns import Role
from core.config import RunConfig
from core.dataset import Dataset
from core.optimizer import OptimizerConfig
from core.problem import Problem
from core.run_view import RunState
from core.stability import local_curvature
from core.stop_rules import StopRules
from tests.core.helpers import Rosenbrock, doubled, fit_config, linear_dataset, preset_config


def _config(steps: int = 20, rate: float = 0.1, **changes: Any) -> RunConfig:
    optimizer = OptimizerConfig("sgd", rate)
    return fit_config(
        linear_dataset(), (1, 1), optimizer=optimizer, stop=StopRules(steps), **changes
    )


def _checker(**changes: Any) -> RunConfig:
    return replace(preset_config("checker"), **changes)


# Training.


@pytest.mark.parametrize("steps", [0, 1, 20, 8192, 8193, 20_000])
def test_trains_to_the_limit_and_classifies_there(steps: int) -> None:
    run, seconds = report.trained(_config(steps))
    assert run.step == steps and len(run.history.view) == steps + 1
    wanted = "flat" if steps > 500 else "step_limit"
    assert run.stop is not None and run.stop.code == wanted
    assert seconds >= 0.0


def test_stops_at_a_row_that_is_not_finite() -> None:
    run, _ = report.trained(_checker())
    assert run.state is RunState.DIVERGED and run.step == 137


def test_stops_at_the_tolerance() -> None:
    run, _ = report.trained(_config(1000))
    norms = np.hypot(*(run.history.view.values(Role.GRADIENT, i) for i in range(2)))
    first = int(np.argmax(norms < 1e-3))
    stopped, _ = report.trained(replace(_config(), stop=StopRules(1000, 1e-3)))
    assert stopped.state is RunState.CONVERGED and stopped.step == first > 1


def test_does_not_train_on_a_wrong_gradient_behind_the_gate() -> None:
    run, _ = report.trained(_checker(gradient=doubled))
    assert run.state is RunState.REFUSED and run.step == 0
    run, _ = report.trained(_checker(gradient=doubled, gate=False))
    assert run.step > 0


def test_nothing_to_do_still_refuses() -> None:
    run, _ = report.trained(_checker(gradient=doubled, stop=StopRules(0)))
    assert run.state is RunState.REFUSED


# The JSON object of train.


def test_object_holds_what_the_record_holds() -> None:
    run, seconds = report.trained(_config(20))
    found, row = report.of_training(run, seconds), run.history.view.row(20)
    assert found["status"] == "stopped" and found["steps"] == 20
    assert list(found["parameters"].values()) == row.parameters.tolist()
    assert found["loss"] == row.loss
    assert list(found["gradient"].values()) == row.gradient.tolist()
    assert found["last_finite"]["step"] == 20
    assert found["last_finite"]["parameters"] == found["parameters"]
    assert found["steps_per_second"] == pytest.approx(20 / seconds)
    assert (found["dtype"], found["rows"]) == ("float64", 20)


def test_object_of_a_diverged_run_has_null_and_the_last_finite_row() -> None:
    run, _ = report.trained(_checker())
    found = report.of_training(run, 1.0)
    assert found["status"] == "diverged" and found["loss"] is None
    assert found["last_finite"]["step"] == 136
    assert math.isfinite(found["last_finite"]["loss"])
    assert None not in found["parameters"].values()
    json.dumps(found, allow_nan=False)


def test_start_that_is_not_finite_is_still_an_object() -> None:
    data = Dataset(np.array([1.0, 2.0]), np.array([1e300, -1e300]))
    run, _ = report.trained(fit_config(data, (0, 0)))
    found = report.of_training(run, 0.0)
    assert (found["status"], found["steps"], found["loss"]) == ("diverged", 0, None)
    assert found["optimum"] is None
    assert [d["code"] for d in found["diagnosis"]] == ["overflow_at_start"]
    assert found["gradient_check"]["verdict"] == "inconclusive"
    assert found["gradient_check"]["reason"] == "nonfinite_loss"
    assert found["steps_per_second"] is None
    json.dumps(found, allow_nan=False)


@pytest.mark.parametrize("loss", ["mae", "huber", "log_cosh"])
def test_what_has_no_closed_form_is_null_and_its_curvature_local(loss: str) -> None:
    run, _ = report.trained(_config(3, loss=loss))
    found = report.of_training(run, 1.0)
    assert found["optimum"] is None and found["diagnosis"] == []
    stability = found["stability"]
    assert stability["local"] and stability["best_learning_rate"] is None
    hessian = local_curvature(run.config.problem, run.newest.parameters)
    assert stability["sharpness"] == hessian.eigenvalues[-1]


def test_bare_function_of_two_parameters() -> None:
    config = RunConfig(Problem(Rosenbrock(), (-1.0, 1.0)), "float64", OptimizerConfig("sgd", 1e-4))
    run, _ = report.trained(config)
    found = report.of_training(run, 1.0)
    assert list(found["parameters"]) == list(found["gradient"]) == ["u", "v"]
    assert found["rows"] is None and found["scaling"] is None
    u, v = run.newest.parameters
    wanted = np.linalg.eigvalsh(
        [[2.0 - 400.0 * (v - 3.0 * u * u), -400.0 * u], [-400.0 * u, 200.0]]
    )
    assert found["stability"]["sharpness"] == pytest.approx(wanted[-1], rel=1e-12)
    assert "u" in report.training_lines(run)[0]


def test_stability_and_optimum_of_checker() -> None:
    config = preset_config("checker")
    found = report.stability(config, (1.0, 2.0))
    assert found is not None
    assert found["sharpness"] == pytest.approx(23.66190379, abs=5e-9)
    assert found["condition_number"] == pytest.approx(23.66190379 / 0.33809621, rel=1e-7)
    assert found["learning_rate_limit"] == pytest.approx(0.0845241, abs=5e-8)
    assert found["best_learning_rate"] == pytest.approx(1 / 12)
    assert report.optimum(config.problem) == {"w": 1.0, "b": -1.0, "loss": 0.0}


def test_steps_per_second_is_null_without_a_time() -> None:
    run, _ = report.trained(_config(0))
    assert report.of_training(run, 0.0)["steps_per_second"] is None


# The diagnosis.


def test_diagnosis_of_checker_has_step_rate_limit_and_growth() -> None:
    run, _ = report.trained(_checker())
    (found,) = report.diagnosis(run)
    assert found["code"] == "learning_rate_above_limit"
    assert found["message"] == (
        "learning rate 0.1 is above the limit 0.0845: each step makes the error 1.37 times "
        "larger, and from the start it takes about 137 steps until the loss is too large for "
        "float32; use half the limit, 0.0423"
    )


def test_diagnosis_with_momentum_has_its_limit() -> None:
    optimizer = OptimizerConfig("sgd", 0.2, (("momentum", 0.9),))
    run, _ = report.trained(_checker(optimizer=optimizer))
    (found,) = report.diagnosis(run)
    # 2 (1 + 0.9) / 23.66190379 = 0.16059...
    assert "the limit 0.16:" in found["message"]


def test_diagnosis_of_a_refused_run_says_what_to_look_at() -> None:
    run, _ = report.trained(_checker(gradient=doubled))
    found, named = report.diagnosis(run)
    assert (found["code"], named["code"]) == ("gradient_wrong", "factor_two")
    for text in ("the gradient is wrong", "model and loss", "precision"):
        assert text in found["message"]


def test_no_diagnosis_where_nothing_is_known_to_be_wrong() -> None:
    run, _ = report.trained(_config(20))
    assert report.diagnosis(run) == []
    # Diverged, with an optimizer that has no known limit.
    run, _ = report.trained(_checker(optimizer=OptimizerConfig("sgd", 9.0, (("clipvalue", 1e30),))))
    assert run.state is RunState.DIVERGED and report.diagnosis(run) == []


# The text of train.


@pytest.mark.parametrize("steps", [0, 3, 24, 25, 1000])
def test_text_has_first_and_last_step_and_few_lines_between(steps: int) -> None:
    run, _ = report.trained(_config(steps))
    lines = report.training_lines(run)
    rows = [line.split() for line in lines[1:] if line.split()[0].isdigit()]
    shown = [int(row[0]) for row in rows]
    assert lines[0].split() == ["step", "w", "b", "loss", "verdict"]
    assert shown[0] == 0 and shown[-1] == steps
    assert len(shown) == min(steps + 1, report.LINES) and shown == sorted(set(shown))
    for row in rows:
        record = run.history.view.row(int(row[0]))
        wanted = [*record.parameters, record.loss]
        assert [float(text) for text in row[1:4]] == pytest.approx(wanted, rel=1e-8)


def test_text_ends_with_state_reason_and_optimum() -> None:
    lines = report.training_lines(report.trained(_checker())[0])
    assert lines[-3] == "diverged at step 137; gradient check: agree"
    assert lines[-2].startswith("why: learning rate 0.1 is above the limit")
    assert lines[-1] == "optimum: w 1, b -1, loss 0"


def test_text_of_a_fit_without_closed_form_has_no_optimum() -> None:
    lines = report.training_lines(report.trained(_config(2, loss="mae"))[0])
    assert lines[-1].startswith("stopped at step 2")
