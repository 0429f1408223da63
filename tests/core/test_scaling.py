"""Centring and standardising x: the same line in other coordinates, and back."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core import cli, report
from core.config import RunConfig
from core.dataset import Dataset
from core.loss import LOSSES
from core.optimizer import OptimizerConfig
from core.problem import FitObjective, Problem, fit_problem
from core.run_diagnosis import diagnose
from core.run_view import RunState
from core.scaling import Scaling, ScalingKind, scaling_of
from core.stability import quadratic
from core.stop_rules import StopRules
from core.table.reading import read_table
from tests.core.helpers import Parabola, Rosenbrock, linear_dataset

CASES = Path(__file__).parents[1] / "cases"
DATA = CASES / "data"
EPS = float(np.finfo(np.float64).eps)
DONE = (ScalingKind.CENTRE, ScalingKind.STANDARDISE)

kinds = st.sampled_from(ScalingKind)
done = st.sampled_from(DONE)
numbers = st.floats(-1e6, 1e6)


@st.composite
def _data(draw: st.DrawFn, size: int = 12) -> Dataset:
    """Data of any unit, x off the origin by up to 1000 times its spread."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    x, y = random.standard_normal((2, draw(st.integers(2, 30))))
    offset = draw(st.sampled_from([0.0, 1.0, -30.0, 1e3]))
    return Dataset(10.0 ** draw(st.integers(-size, size)) * (x + offset), y)


def _deviation(values: NDArray[np.float64]) -> tuple[float, float]:
    """Return mean and standard deviation (1/n) in exact fractions, but for the last root."""
    exact = [Fraction(v) for v in values.tolist()]
    mean = sum(exact) / len(exact)
    return float(mean), math.sqrt(sum((v - mean) ** 2 for v in exact) / len(exact))


def _rounding(data: Dataset) -> float:
    """Return how much of the spread of x may be lost in the rounding of x itself."""
    return float(64.0 * EPS * np.abs(data.x).max() / _deviation(data.x)[1])


# Offset and factor.


@settings(deadline=None)
@given(data=_data())
def test_offset_is_the_mean_and_factor_the_standard_deviation(data: Dataset) -> None:
    mean, deviation = _deviation(data.x)
    largest = np.abs(data.x).max()
    centred, standard = (scaling_of(data.x, kind) for kind in DONE)
    assert centred.offset == standard.offset == pytest.approx(mean, abs=8.0 * EPS * largest)
    assert centred.factor == 1.0
    assert standard.factor == pytest.approx(deviation, rel=_rounding(data))


@settings(deadline=None)
@given(data=_data())
def test_standardised_x_has_mean_zero_deviation_one_and_a_round_valley(data: Dataset) -> None:
    scaled = data.scaled(ScalingKind.STANDARDISE)
    mean, deviation = _deviation(scaled.x)
    # The mean is off by the rounding of x, which the factor enlarges.
    assert abs(mean) <= 8.0 * EPS * np.abs(data.x).max() / scaled.scaling.factor
    assert deviation == pytest.approx(1.0, rel=_rounding(data))
    surface = quadratic(fit_problem(LOSSES["mse"], scaled))
    assert surface is not None
    assert surface.condition_number == pytest.approx(1.0, abs=_rounding(data))


@settings(deadline=None)
@given(data=_data())
def test_centred_x_has_mean_zero_and_its_old_spread(data: Dataset) -> None:
    scaled = data.scaled(ScalingKind.CENTRE)
    mean, deviation = _deviation(scaled.x)
    assert abs(mean) <= 8.0 * EPS * np.abs(data.x).max()
    assert deviation == pytest.approx(_deviation(data.x)[1], rel=_rounding(data))


@pytest.mark.parametrize("kind", DONE)
@pytest.mark.parametrize("x", [[0.1, 0.1, 0.1], [3.0], [0.0, 0.0], [-1e9, -1e9], [1e300, 1e300]])
def test_constant_x_is_only_centred(x: list[float], kind: ScalingKind) -> None:
    data = Dataset(np.array(x), np.arange(len(x), dtype=float))
    scaled = data.scaled(kind)
    assert scaled.scaling.factor == 1.0
    assert scaled.scaling.offset == pytest.approx(x[0], rel=4.0 * EPS)
    # But for the rounding of the mean nothing is left, and certainly no NaN.
    assert np.abs(scaled.x).max() <= 4.0 * EPS * abs(x[0])
    assert np.ptp(scaled.x) == 0.0


@pytest.mark.parametrize("kind", DONE)
@pytest.mark.parametrize("size", [1e-300, 1e150, 4e307])
def test_extreme_units_neither_overflow_nor_warn(size: float, kind: ScalingKind) -> None:
    units = np.array([-1.0, 1.0, 2.0, 4.0])
    data = Dataset(size * units, np.zeros(4))
    scaled = data.scaled(kind)
    plain = Dataset(units, np.zeros(4)).scaled(kind)
    factor = 1.0 if kind is ScalingKind.STANDARDISE else size
    assert scaled.x == pytest.approx(plain.x * factor, rel=1e-14, abs=0.0)
    assert scaled.scaling.offset == pytest.approx(1.5 * size, rel=1e-15)


def test_columns_come_from_the_source_untouched() -> None:
    data = replace(linear_dataset(), x_name="year", y_name="price", path="prices.csv")
    scaled = data.scaled(ScalingKind.STANDARDISE)
    assert scaled.y is data.y and scaled.source is data and scaled.original is data
    assert (scaled.x_name, scaled.y_name, scaled.path) == ("year", "price", "prices.csv")
    assert len(scaled) == len(data)


@settings(deadline=None)
@given(data=_data(), path=st.lists(kinds, max_size=5))
def test_scaling_always_starts_from_the_source(data: Dataset, path: list[ScalingKind]) -> None:
    walked = data
    for kind in path:
        walked = walked.scaled(kind)
    assert walked.scaled(ScalingKind.NONE) is data
    for kind in DONE:
        direct, other = data.scaled(kind), walked.scaled(kind)
        assert other.x.tobytes() == direct.x.tobytes()
        assert other.scaling == direct.scaling and other.source is data


def test_nothing_is_scaled_unless_asked_for() -> None:
    data = linear_dataset()
    assert data.scaling == Scaling() and data.source is None
    assert scaling_of(data.x, ScalingKind.NONE) == Scaling()
    assert Scaling().apply(data.x) is data.x
    # Bit for bit: 0 · offset is not added to b.
    assert Scaling().original(0.1, -0.0) == Scaling().chosen(0.1, -0.0) == (0.1, -0.0)


# The parameters.


@given(kind=kinds, w=numbers, b=numbers, offset=numbers, factor=st.floats(1e-6, 1e6))
def test_there_and_back_is_the_same_line(
    kind: ScalingKind, w: float, b: float, offset: float, factor: float
) -> None:
    scaling = Scaling(kind, offset, factor if kind is ScalingKind.STANDARDISE else 1.0)
    for one, other in ((scaling.chosen, scaling.original), (scaling.original, scaling.chosen)):
        back_w, back_b = other(*one(w, b))
        assert back_w == pytest.approx(w, rel=4.0 * EPS, abs=1e-300)
        # b and w·offset may cancel: relative to the larger one.
        slope = w / scaling.factor if one == scaling.original else w
        assert abs(back_b - b) <= 8.0 * EPS * max(abs(b), abs(slope * offset))


@given(kind=done, w=numbers, b=numbers, x=numbers, offset=numbers, factor=st.floats(1e-3, 1e3))
def test_both_coordinates_predict_the_same(
    kind: ScalingKind, w: float, b: float, x: float, offset: float, factor: float
) -> None:
    scaling = Scaling(kind, offset, factor if kind is ScalingKind.STANDARDISE else 1.0)
    slope, intercept = (Fraction(value) for value in scaling.original(w, b))
    found = slope * Fraction(x) + intercept
    wanted = Fraction(w) * (Fraction(x) - Fraction(offset)) / Fraction(scaling.factor) + Fraction(b)
    size = abs(slope) * (abs(Fraction(x)) + abs(Fraction(offset))) + abs(Fraction(b))
    assert abs(found - wanted) <= Fraction(8.0 * EPS) * size + Fraction(1e-300)


@settings(deadline=None, max_examples=40)
@given(data=_data(size=3), kind=done, loss=st.sampled_from(sorted(LOSSES)), start=st.tuples(
    st.floats(-3.0, 3.0), st.floats(-3.0, 3.0)
))  # fmt: skip
def test_loss_and_line_stay_where_they_are(
    data: Dataset, kind: ScalingKind, loss: str, start: tuple[float, float]
) -> None:
    problem = fit_problem(LOSSES[loss], data, start)
    scaled = problem.scaled(kind)
    assert scaled.dataset is not None and scaled.dataset.scaling.kind is kind
    w, b = start
    line = w * data.x + b
    terms = np.abs(w * data.x).max() + abs(b) + abs(w * scaled.dataset.scaling.offset)
    size = 1.0 + terms + np.abs(data.y).max()
    # The start is the same line, in the coordinates of the scaled x.
    moved_w, moved_b = scaled.start
    assert np.abs(moved_w * scaled.dataset.x + moved_b - line).max() <= 32.0 * EPS * size
    assert scaled.original_parameters(scaled.start) == pytest.approx(start, abs=32.0 * EPS * size)
    # So is the loss there: no term changes more than a square does.
    count = len(data) if loss == "sum_squares" else 1
    allowed = 256.0 * EPS * size**2 * count
    assert scaled.loss(scaled.start) == pytest.approx(problem.loss(start), abs=allowed)


@settings(deadline=None, max_examples=40)
@given(data=_data(size=2), kind=done, loss=st.sampled_from(["mse", "half_mse", "sum_squares"]))
def test_the_best_line_stays_the_same(data: Dataset, kind: ScalingKind, loss: str) -> None:
    problem = fit_problem(LOSSES[loss], data)
    scaled = problem.scaled(kind)
    found, wanted = quadratic(scaled), quadratic(problem)
    assert found is not None and wanted is not None
    assert found.optimum is not None and wanted.optimum is not None
    slope, intercept = scaled.original_parameters(found.optimum)
    allowed = _rounding(data) * (abs(slope) + data.y.std() / data.x.std())
    assert slope == pytest.approx(wanted.optimum[0], abs=allowed)
    largest = np.abs(data.x).max()
    size = np.abs(data.y).max() + abs(slope) * largest
    assert intercept == pytest.approx(wanted.optimum[1], abs=64.0 * EPS * size + allowed * largest)
    # The root of the sum of squares changes by no more than that of what rounding adds.
    root = math.sqrt(len(data)) * 64.0 * EPS * size
    assert math.sqrt(found.minimum) == pytest.approx(math.sqrt(wanted.minimum), abs=root)


def test_scaling_back_restores_the_start() -> None:
    problem = fit_problem(LOSSES["mse"], linear_dataset(), (1.25, -3.5))
    there = problem.scaled(ScalingKind.CENTRE).scaled(ScalingKind.STANDARDISE)
    back = there.scaled(ScalingKind.NONE)
    assert back.dataset is problem.dataset
    assert back.start == pytest.approx(problem.start, rel=1e-14)
    assert there.start != problem.start


def test_what_is_no_straight_line_stays_as_it_is() -> None:
    curve = Problem(FitObjective(Parabola(), LOSSES["mse"]), (1.0, 2.0, 3.0), linear_dataset())
    bare = Problem(Rosenbrock(), (1.0, 2.0))
    for problem in (curve, bare):
        assert problem.scaled(ScalingKind.STANDARDISE) is problem
        assert problem.original_parameters(problem.start) == problem.start


# What it is for: calendar years, and the line of 0 to 99.


class TestYears:
    right = next(
        case["right"]
        for case in json.loads((CASES / "cases.json").read_text("utf-8"))["cases"]
        if case["id"] == "div_years_gbk"
    )

    @pytest.fixture
    def problem(self, tmp_path: Path) -> Problem:
        text = (DATA / "city_price_gbk.csv").read_bytes().decode("gbk")
        (tmp_path / "years.csv").write_text(text, "utf-8")
        return fit_problem(LOSSES["mse"], read_table(tmp_path / "years.csv"))

    @staticmethod
    def _config(problem: Problem, rate: float, steps: int) -> RunConfig:
        return RunConfig(problem, "float64", OptimizerConfig("sgd", rate), StopRules(steps))

    def test_centred_years_converge_at_the_usual_rate(self, problem: Problem) -> None:
        run, seconds = report.trained(self._config(problem.scaled(ScalingKind.CENTRE), 0.03, 1000))
        wanted = self.right["centred_lr_0_03_1000"]
        assert run.state is RunState.CONVERGED
        w, b = run.newest.parameters
        assert (w, b) == pytest.approx((wanted["w"], wanted["b_at_mean_year"]), rel=1e-12)
        found = report.of_training(run, seconds)
        assert found["scaling"] == {"kind": "centre", "offset": 2006.5, "factor": 1.0}
        original = found["original_parameters"]
        assert original["w"] == pytest.approx(wanted["w"], rel=1e-12)
        assert original["b"] == pytest.approx(wanted["b_raw"], rel=1e-12)
        assert found["diagnosis"] == []
        # What the line is for: the price of the year after the data.
        price = original["w"] * 2014.0 + original["b"]
        assert price == pytest.approx(self.right["prediction_2014"], rel=1e-10)
        line = report.training_lines(run)[-1]
        assert line == (
            "x is (x - 2006.5) / 1; in the original units: w 0.799004396, b -1596.87382"
        )

    def test_raw_years_are_told_to_centre(self, problem: Problem) -> None:
        run, _ = report.trained(self._config(problem, 2e-7, 100_000))
        slow, narrow = diagnose(run.view())
        assert slow.code == "slow_direction" and slow.values["name"] == "b"
        assert slow.values["best"] == pytest.approx(self.right["b"], rel=1e-12)
        assert narrow.code == "ill_conditioned" and narrow.values["remedy"] == "centre"
        wanted = self.right["condition_number"]
        assert narrow.values["condition"] == pytest.approx(wanted, rel=1e-9)
        assert "condition number 9.97e+11: centre x" in narrow.message


def _cli(capsys: pytest.CaptureFixture[str], *argv: str) -> Any:
    assert cli.main(["train", *argv, "--json"]) == cli.DONE
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("kind", ["standardise", "standardise-float32"])
def test_command_line_standardises(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    scale, _, dtype = kind.partition("-")
    found = _cli(
        capsys, "--data", str(DATA / "line_0_99.csv"), "--scale", scale,
        "--learning-rate", "0.5", "--dtype", dtype or "float64",
    )  # fmt: skip
    assert found["status"] == "converged" and found["diagnosis"] == []
    original = found["original_parameters"]
    allowed = 1e-6 if dtype else 1e-13
    assert (original["w"], original["b"]) == pytest.approx((0.1, 0.3), abs=allowed)
    # 0 to 99: mean 49.5, variance (100^2 - 1)/12.
    assert found["scaling"]["kind"] == "standardise"
    assert found["scaling"]["offset"] == pytest.approx(49.5, rel=1e-15)
    assert found["scaling"]["factor"] == pytest.approx(math.sqrt(9999.0 / 12.0), rel=1e-14)
    assert found["stability"]["condition_number"] == pytest.approx(1.0, rel=1e-12)
    assert found["parameters"]["w"] == pytest.approx(0.1 * math.sqrt(9999.0 / 12.0), rel=1e-5)


def test_command_line_starts_in_the_chosen_coordinates(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--data", str(DATA / "line_0_99.csv"), "--steps", "0", "--start", "w=2,b=7")
    found = _cli(capsys, *options, "--scale", "centre")
    assert found["parameters"] == {"w": 2.0, "b": 7.0}
    assert found["original_parameters"] == {"w": 2.0, "b": 7.0 - 2.0 * 49.5}
    plain = _cli(capsys, *options)
    assert plain["original_parameters"] == plain["parameters"] == {"w": 2.0, "b": 7.0}
    assert plain["scaling"] == {"kind": "none", "offset": 0.0, "factor": 1.0}
