"""Centring and standardising x: the same line, the same loss, a round valley."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import cli
from core.dataset import Dataset
from core.loss import LOSSES
from core.problem import Problem, fit_problem
from core.scaling import Scaling, ScalingKind, scaling_of
from core.stability import quadratic
from tests.core.helpers import Parabola, linear_dataset

CASES = Path(__file__).parents[1] / "cases"
SCALED = (ScalingKind.CENTRE, ScalingKind.STANDARDISE)
numbers = st.floats(-1e6, 1e6)


@settings(deadline=None)
@given(
    w=numbers, b=numbers, offset=numbers, factor=st.floats(1e-3, 1e3),
    kind=st.sampled_from(list(ScalingKind)),
)  # fmt: skip
def test_there_and_back_is_the_same_line(
    w: float, b: float, offset: float, factor: float, kind: ScalingKind
) -> None:
    scaling = Scaling(kind, offset, factor)
    back = scaling.original(*scaling.chosen(w, b))
    assert back == pytest.approx((w, b), rel=1e-12, abs=1e-15 * (abs(b) + abs(w * offset) + 1))
    x = np.array([-3.0, 0.5, 1e3])
    inner_w, inner_b = scaling.chosen(w, b)
    terms = np.abs(w) * (np.abs(x) + abs(offset)) + abs(b)
    assert np.all(np.abs(inner_w * scaling.apply(x) + inner_b - (w * x + b)) <= 1e-14 * terms)


@pytest.mark.parametrize("kind", SCALED)
@pytest.mark.parametrize("loss", sorted(LOSSES))
def test_the_loss_of_a_line_is_the_same_in_both_coordinates(kind: ScalingKind, loss: str) -> None:
    data = linear_dataset()
    problem = fit_problem(LOSSES[loss], Dataset(data.x + 7.0, data.y), (1.5, -2.0))
    scaled = problem.scaled(kind)
    assert scaled.loss(scaled.start) == pytest.approx(problem.loss(problem.start), rel=1e-12)
    assert scaled.original_parameters(scaled.start) == pytest.approx(problem.start, rel=1e-13)


def test_standardised_x_has_mean_0_deviation_1_and_a_round_valley() -> None:
    data = Dataset(np.arange(2000.0, 2014.0), np.arange(14.0) ** 1.1)
    scaled = data.scaled(ScalingKind.STANDARDISE)
    assert np.mean(scaled.x) == pytest.approx(0.0, abs=1e-12)
    assert np.std(scaled.x) == pytest.approx(1.0, rel=1e-14)
    surface = quadratic(fit_problem(LOSSES["mse"], scaled))
    assert surface is not None and surface.condition_number == pytest.approx(1.0, abs=1e-12)
    centred = data.scaled(ScalingKind.CENTRE)
    assert centred.scaling == Scaling(ScalingKind.CENTRE, 2006.5, 1.0)
    assert (centred.x == data.x - 2006.5).all()


def test_what_is_scaled_again_is_scaled_from_the_source() -> None:
    data = linear_dataset()
    there = data.scaled(ScalingKind.CENTRE).scaled(ScalingKind.STANDARDISE)
    assert (there.x == data.scaled(ScalingKind.STANDARDISE).x).all()
    back = there.scaled(ScalingKind.NONE)
    assert back is data and back.original is data and there.original is data


@pytest.mark.parametrize("value", [3.0, 0.0, -1e9])
def test_x_that_does_not_vary_is_only_centred(value: float) -> None:
    data = Dataset(np.full(3, value), np.arange(3.0)).scaled(ScalingKind.STANDARDISE)
    assert data.scaling.factor == 1.0 and (data.x == 0.0).all()


@pytest.mark.parametrize("kind", SCALED)
@pytest.mark.parametrize("size", [1e-300, 1e300])
def test_extreme_values_neither_overflow_nor_warn(kind: ScalingKind, size: float) -> None:
    x = size * np.array([1.0, 2.0, 4.0])
    scaling = scaling_of(x, kind)
    assert scaling.offset == pytest.approx(size * 7.0 / 3.0)
    assert np.isfinite(scaling.apply(x)).all() and 0.0 < scaling.factor < np.inf


def test_only_lines_are_scaled() -> None:
    from core.problem import FitObjective

    parabola = Problem(FitObjective(Parabola(), LOSSES["mse"]), (1.0, 2.0, 3.0), linear_dataset())
    assert parabola.scaled(ScalingKind.STANDARDISE) is parabola
    assert parabola.original_parameters((1.0, 2.0, 3.0)) == (1.0, 2.0, 3.0)


def _trained(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, object]:
    cli.main(["train", *options, "--json"])
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_case_div_tf3148_trains_on_standardised_x(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(CASES / "data" / "line_0_99.csv")
    options = ("--data", path, "--learning-rate", "0.5", "--steps", "2000")
    found = _trained(capsys, *options, "--scale", "standardise")
    assert found["status"] == "converged" and found["diagnosis"] == []
    assert found["original_parameters"] == pytest.approx({"w": 0.1, "b": 0.3}, rel=1e-9)
    assert found["scaling"] == {
        "kind": "standardise", "offset": 49.5, "factor": pytest.approx(28.86607004772212)
    }  # fmt: skip
    plain = _trained(capsys, *options)
    assert plain["status"] == "diverged" and plain["scaling"]["kind"] == "none"  # type: ignore[index]


def test_case_div_years_trains_on_centred_x(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    right = {c["id"]: c for c in json.loads((CASES / "cases.json").read_text("utf-8"))["cases"]}[
        "div_years_gbk"
    ]["right"]
    text = (CASES / "data" / "city_price_gbk.csv").read_bytes().decode("gbk")
    (tmp_path / "years.csv").write_text(text, "utf-8")
    options = ("--data", str(tmp_path / "years.csv"), "--learning-rate", "0.03")
    found = _trained(capsys, *options, "--scale", "centre")
    wanted = right["centred_lr_0_03_1000"]
    assert found["parameters"] == pytest.approx(
        {"w": wanted["w"], "b": wanted["b_at_mean_year"]}, rel=1e-12
    )
    assert found["original_parameters"] == pytest.approx(
        {"w": wanted["w"], "b": wanted["b_raw"]}, rel=1e-12
    )
    plain = _trained(capsys, *options)
    assert plain["stability"]["condition_number"] == pytest.approx(  # type: ignore[index]
        right["condition_number"], rel=1e-9
    )
    assert plain["stability"]["learning_rate_limit"] == pytest.approx(  # type: ignore[index]
        right["lr_limit_mse"], rel=1e-12
    )
    codes = {d["code"]: d["message"] for d in plain["diagnosis"]}  # type: ignore[attr-defined]
    assert "centre x" in codes["ill_conditioned"]


def test_the_text_report_names_the_original_units(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["train", "--preset", "checker", "--scale", "centre", "--steps", "1"])
    assert "x is (x - 3) / 1; in the original units: w 1, b 1.4" in capsys.readouterr().out
