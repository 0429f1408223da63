"""What ``check`` says, below its options."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from core import check_report
from core.config import RunConfig
from core.dataset import Dataset
from core.full_check import full_check, own_check
from core.gradient_bugs import BUGS, with_bug
from tests.core.helpers import doubled, fit_config, preset_config, tf


def _found(config: RunConfig) -> dict[str, Any]:
    found = check_report.of_check(full_check(config))
    json.dumps(found, allow_nan=False)
    return found


def test_check_looks_at_the_point_and_around_it() -> None:
    found = _found(preset_config("checker", "float64"))
    assert found["verdict"] == "agree" and found["reason"] is None
    points = [tuple(probe["parameters"].values()) for probe in found["probes"]]
    # In units that move the prediction by its own size: (1 * 5 + 2) + 4 = 11 of x up to 5.
    assert points == [(3.2, 7.5), (pytest.approx(-0.65), 15.75), (pytest.approx(2.1), -14.5)]
    assert [e["analytical"] for e in found["elements"]] == pytest.approx([18.0, 6.0], rel=1e-15)
    for e in found["elements"]:
        assert e["numerical"] == pytest.approx(e["analytical"], rel=1e-9)
        assert abs(e["difference"]) <= e["tolerance"] < 1e-6
        assert e["left"] < e["numerical"] < e["right"] and e["step"] > 0.0
    assert found["witness"]["numerical"] == pytest.approx({"w": 18.0, "b": 6.0})
    assert found["witness"]["why"] == {"w": "same", "b": "same"}


def _right_at_the_start_only(objective: Any, parameters: Any, data: Any) -> Any:
    """Return mean(residual) mean(x), which is the gradient where all residuals are equal."""
    x, y = data
    loss = objective(parameters, data)
    residual = tf.reduce_mean(parameters[0] * x + parameters[1] - y)
    return loss, [2.0 * residual * tf.reduce_mean(x), 2.0 * residual]


def test_gradient_that_is_right_at_the_start_alone_disagrees_by_the_other_points() -> None:
    config = preset_config("checker")
    object.__setattr__(config, "gradient", _right_at_the_start_only)
    found = _found(config)
    assert {e["verdict"] for e in found["elements"]} == {"agree"}
    assert found["verdict"] == "disagree"
    assert "disagree" in {probe["verdict"] for probe in found["probes"]}
    assert [d["code"] for d in found["diagnoses"]] == ["mean_product"]
    lines = check_report.check_lines(found)
    assert "verdict: disagree" in lines and lines[-1].startswith("maybe: ∂loss/∂w is ∂loss/∂b")


def test_wrong_gradient_disagrees_at_the_point() -> None:
    config = preset_config("checker")
    object.__setattr__(config, "gradient", doubled)
    found = _found(config)
    assert found["verdict"] == "disagree"
    assert [e["analytical"] for e in found["elements"]] == [36.0, 12.0]
    assert found["max_relative_error"] == pytest.approx(1.0)


def test_wrong_update_disagrees_though_the_gradient_is_right() -> None:
    found = _found(with_bug(preset_config("checker", "float64"), "parameter_for_gradient"))
    assert found["verdict"] == "disagree"
    assert {e["verdict"] for e in found["elements"]} == {"agree"}
    (update,) = found["updates"]
    assert update["after"] == pytest.approx({"w": 0.9, "b": 1.8})
    assert update["meant"] == pytest.approx({"w": -0.8, "b": 1.4})
    assert "not to its gradient" in found["diagnoses"][0]["message"]
    assert any(
        line.startswith("step from w = 1, b = 2") for line in check_report.check_lines(found)
    )


def test_own_numbers_stand_in_the_place_of_the_tape_s() -> None:
    config = preset_config("checker")
    full = full_check(config)
    wrong = check_report.of_own(own_check(config, (1, 2), (90, 30)), full)
    assert (wrong["verdict"], wrong["probes"]) == ("disagree", [])
    assert [e["analytical"] for e in wrong["elements"]] == [90.0, 30.0]
    assert wrong["diagnoses"][0]["code"] == "factor_n"
    # Three digits suffice.
    assert check_report.of_own(own_check(config, (1, 2), (18.0, 6.002)), full)["verdict"] == "agree"


def test_text_has_a_line_for_each_parameter_and_point() -> None:
    lines = check_report.check_lines(_found(preset_config("checker", "float64")))
    assert lines[0].split() == ["tape.gradient", "numerical", "difference", "allowed"]
    assert lines[1].split()[:2] == ["d/dw", "18"] and lines[1].endswith("agree")
    assert lines[2].split()[:2] == ["d/db", "6"]
    assert lines[3] == "also at w = 3.2, b = 7.5: agree"
    assert lines[6].startswith("tf.test.compute_gradient in float64, step 0.000976")
    assert lines[-1] == "verdict: agree" and len(lines) == 8


def test_loss_that_is_not_finite_is_said_in_words() -> None:
    data = Dataset(np.array([1.0, 2.0]), np.array([1e300, -1e300]))
    found = _found(fit_config(data, (0, 0)))
    assert (found["verdict"], found["reason"]) == ("inconclusive", "nonfinite_loss")
    assert found["witness"] is None
    assert "not finite" in "\n".join(check_report.check_lines(found))


def test_bugs_are_listed_with_kind_and_sentence() -> None:
    listed = check_report.of_bugs()
    assert [bug["name"] for bug in listed] == list(BUGS)
    assert {bug["kind"] for bug in listed} == {"gradient", "update"}
    assert all(set(bug) == {"name", "kind", "summary"} for bug in listed)
    for line, bug in zip(check_report.bug_lines(), listed, strict=True):
        assert line.split()[:2] == [bug["name"], bug["kind"]] and line.endswith(bug["summary"])
