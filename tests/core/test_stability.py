"""Curvature, optimum and limits: closed form against exact fractions, linear algebra and runs."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core import report
from core.columns import Role
from core.dataset import Dataset
from core.loss import LOSSES
from core.optimizer import OPTIMIZERS, OptimizerConfig
from core.presets import preset_named
from core.problem import FitObjective, Problem, fit_problem
from core.run_view import RunState
from core.stability import (
    LARGEST,
    Quadratic,
    best_learning_rate,
    growth_per_step,
    learning_rate_limit,
    quadratic,
)
from core.stop_rules import StopRules
from core.table.reading import read_table
from tests.core.helpers import Parabola, Rosenbrock, fit_config, linear_dataset, tf

CASES = Path(__file__).parents[1] / "cases"
SQUARED = ("mse", "half_mse", "sum_squares")
EPS = np.finfo(np.float64).eps


def _surface(data: Dataset, loss: str = "mse") -> Quadratic:
    surface = quadratic(fit_problem(LOSSES[loss], data))
    assert surface is not None
    return surface


def _factor(data: Dataset, loss: str) -> float:
    """Return the factor of the sum of squares."""
    return {"mse": 1.0 / len(data), "half_mse": 0.5 / len(data), "sum_squares": 1.0}[loss]


def _design(data: Dataset) -> NDArray[np.float64]:
    return np.stack([data.x, np.ones(len(data))], axis=1)


def _sgd(rate: float = 0.1, **hyperparameters: float | bool) -> OptimizerConfig:
    return OptimizerConfig("sgd", rate, tuple(sorted(hyperparameters.items())))


@st.composite
def _data(draw: st.DrawFn, offsets: int = 9) -> Dataset:
    """Data of any size, off the origin by up to 10^offsets times their spread."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    count = draw(st.integers(2, 30))
    columns = []
    for _ in range(2):
        scale = 10.0 ** draw(st.integers(-12, 12))
        offset = draw(st.sampled_from([0.0, 1.0, -1.0])) * 10.0 ** draw(st.integers(0, offsets))
        columns.append(scale * (random.standard_normal(count) + offset))
    return Dataset(*columns)


losses = st.sampled_from(SQUARED)


def _exact(data: Dataset) -> tuple[Fraction, Fraction, Fraction, Fraction, Fraction]:
    """Return slope, intercept and the centred sums of squares and products, without rounding."""
    x, y = ([Fraction(v) for v in values.tolist()] for values in (data.x, data.y))
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    sxx = sum((v - mean_x) ** 2 for v in x)
    syy = sum((v - mean_y) ** 2 for v in y)
    sxy = sum((v - mean_x) * (u - mean_y) for v, u in zip(x, y, strict=True))
    slope = sxy / sxx
    return slope, mean_y - slope * mean_x, Fraction(sxx), Fraction(syy), Fraction(sxy)


def _mean_rounding(values: NDArray[np.float64]) -> float:
    """Return the square of half a unit in the last place of the mean.

    A mean that is off by d adds d^2 to the mean square of what is centred with it, no more.
    """
    return float(np.spacing(np.abs(values).max()) / 2.0) ** 2


@settings(deadline=None, max_examples=150)
@given(data=_data(), loss=losses)
def test_optimum_and_minimum_against_exact_fractions(data: Dataset, loss: str) -> None:
    surface = _surface(data, loss)
    assert surface.optimum is not None
    slope, intercept, sxx, syy, sxy = _exact(data)
    w, b = surface.optimum
    slope_scale = math.sqrt(syy / sxx)
    assert abs(w - slope) <= 1e-13 * slope_scale
    size = np.abs(data.y).max() + slope_scale * np.abs(data.x).max()
    assert abs(b - intercept) <= 1e-13 * size
    minimum = Fraction(_factor(data, loss)) * (syy - sxy**2 / sxx)
    allowed = 1e-13 * float(syy) + len(data) * _mean_rounding(data.y)
    assert abs(surface.minimum - minimum) <= _factor(data, loss) * allowed


@settings(deadline=None, max_examples=150)
@given(data=_data(offsets=6), loss=losses)
def test_optimum_against_least_squares_of_the_design_matrix(data: Dataset, loss: str) -> None:
    surface = _surface(data, loss)
    found = np.array(surface.optimum)
    # Columns of equal length, so that lstsq loses no more than it must.
    lengths = np.linalg.norm(_design(data), axis=0)
    wanted, _, _, singular = np.linalg.lstsq(_design(data) / lengths, data.y, rcond=0.0)
    scale = np.linalg.norm(data.y) / singular[-1]
    allowed = 50.0 * EPS * singular[0] / singular[-1] * scale
    assert np.abs(found * lengths - wanted).max() <= allowed


@settings(deadline=None, max_examples=150)
@given(data=_data(offsets=6), loss=losses)
def test_curvatures_against_singular_values_of_the_design_matrix(data: Dataset, loss: str) -> None:
    surface = _surface(data, loss)
    smallest, largest = surface.eigenvalues
    singular = np.linalg.svd(_design(data), compute_uv=False)
    wanted = 2.0 * _factor(data, loss) * singular**2
    assert largest == pytest.approx(wanted[0], rel=1e-13)
    # The singular values are right to the rounding of the largest.
    ratio = singular[0] / singular[1]
    assert smallest == pytest.approx(wanted[1], rel=100.0 * EPS * ratio)
    assert surface.condition_number == pytest.approx(ratio**2, rel=100.0 * EPS * ratio)


@settings(deadline=None, max_examples=150)
@given(data=_data(), loss=losses)
def test_smallest_curvature_against_exact_fractions(data: Dataset, loss: str) -> None:
    smallest, largest = _surface(data, loss).eigenvalues
    x = [Fraction(v) for v in data.x.tolist()]
    factor = Fraction(_factor(data, loss))
    # Determinant of the Hessian: 4 factor^2 (n sum x^2 - (sum x)^2).
    determinant = 4 * factor**2 * (len(x) * sum(v * v for v in x) - sum(x) ** 2)
    rounding = 4.0 * float(factor) ** 2 * len(x) ** 2 * _mean_rounding(data.x)
    assert smallest * largest == pytest.approx(float(determinant), rel=1e-13, abs=rounding)
    trace = 2 * factor * (sum(v * v for v in x) + len(x))
    assert smallest + largest == pytest.approx(float(trace), rel=1e-14)


@settings(deadline=None, max_examples=100)
@given(data=_data(), loss=losses)
def test_hessian_is_that_of_the_design_matrix(data: Dataset, loss: str) -> None:
    wanted = 2.0 * _factor(data, loss) * _design(data).T @ _design(data)
    size = np.abs(wanted).max(axis=1, keepdims=True)
    scale = np.sqrt(np.diag(wanted)[:, None] * np.diag(wanted)[None, :])
    assert np.all(np.abs(_surface(data, loss).hessian - wanted) <= 1e-13 * scale), size


@pytest.mark.parametrize("loss", SQUARED)
@pytest.mark.parametrize("offset", [0.0, 3.0, -100.0])
def test_hessian_against_nested_tapes(loss: str, offset: float) -> None:
    data = replace(linear_dataset(), x=linear_dataset().x + offset)
    problem = fit_problem(LOSSES[loss], data)
    point = tf.Variable([1.5, -0.5], dtype="float64")
    arrays = tuple(tf.constant(array) for array in problem.arrays("float64"))
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            value = problem.objective(tf.unstack(point), arrays)
        gradient = inner.gradient(value, point)
    wanted = outer.jacobian(gradient, point).numpy()
    assert _surface(data, loss).hessian == pytest.approx(wanted, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("loss", SQUARED)
def test_hessian_against_finite_differences(loss: str) -> None:
    problem = fit_problem(LOSSES[loss], linear_dataset())
    wanted = np.empty((2, 2))
    steps = np.eye(2)
    for i in range(2):
        for j in range(2):
            # Of a quadratic the mixed difference is exact at any step.
            corners = [
                sign_i * sign_j * problem.loss(sign_i * steps[i] + sign_j * steps[j])
                for sign_i in (1, -1)
                for sign_j in (1, -1)
            ]
            wanted[i, j] = sum(corners) / 4.0
    hessian = _surface(linear_dataset(), loss).hessian
    assert hessian == pytest.approx(wanted, rel=1e-11, abs=1e-11)


@settings(deadline=None, max_examples=100)
@given(data=_data(offsets=3), loss=losses, seed=st.integers(0, 2**32 - 1))
def test_loss_is_the_formula(data: Dataset, loss: str, seed: int) -> None:
    surface = _surface(data, loss)
    unit = np.abs(data.y).max()
    w, b = np.random.default_rng(seed).standard_normal((2, 7)) * unit
    w = w / np.abs(data.x).max()
    terms = (w[:, None] * data.x + b[:, None] - data.y) ** 2
    wanted = _factor(data, loss) * terms.sum(axis=1)
    scale = _factor(data, loss) * len(data) * (3.0 * unit) ** 2
    assert np.abs(surface.loss(w, b) - wanted).max() <= 1e-13 * scale
    assert np.all(surface.rise(w, b) >= 0.0)
    assert np.all(surface.loss(w, b) >= surface.minimum)


@settings(deadline=None, max_examples=100)
@given(data=_data(offsets=3), loss=losses)
def test_reach_is_where_the_loss_has_risen_by_one(data: Dataset, loss: str) -> None:
    surface = _surface(data, loss)
    # Scaled to a unit diagonal before it is inverted.
    size = np.sqrt(np.diag(surface.hessian))
    inverse = np.linalg.inv(surface.hessian / np.outer(size, size)) / np.outer(size, size)
    wanted = np.sqrt(2.0 * np.diag(inverse))
    assert surface.reach == pytest.approx(wanted, rel=1e-6, abs=0.0)


def test_checker_has_the_numbers_of_the_mission() -> None:
    data = preset_named("checker").make(0.0, 0)
    surface = _surface(data)
    assert surface.hessian.tolist() == [[22.0, 6.0], [6.0, 2.0]]
    assert surface.eigenvalues == pytest.approx((0.33809621, 23.66190379), abs=5e-9)
    assert learning_rate_limit(surface, _sgd()) == pytest.approx(0.0845241, abs=5e-8)
    assert surface.optimum == (1.0, -1.0) and surface.minimum == 0.0
    assert best_learning_rate(surface, _sgd()) == pytest.approx(1 / 12, rel=1e-15)


def test_galton_is_badly_conditioned() -> None:
    data = read_table(CASES / "data" / "galton.csv")
    assert _surface(data).condition_number == pytest.approx(6.8e6, rel=0.01)


# Calendar years: the GBK file's rows, its text in UTF-8, which the plain reader can read.


class TestYears:
    right = {
        case["id"]: case["right"]
        for case in json.loads((CASES / "cases.json").read_text("utf-8"))["cases"]
    }["div_years_gbk"]

    @pytest.fixture
    def data(self, tmp_path: Path) -> Dataset:
        text = (CASES / "data" / "city_price_gbk.csv").read_bytes().decode("gbk")
        (tmp_path / "年份.csv").write_text(text, "utf-8")
        return read_table(tmp_path / "年份.csv")

    def test_table(self, data: Dataset) -> None:
        assert [data.x_name, data.y_name] == self.right["header"]
        assert len(data) == self.right["n"]

    def test_optimum_limit_and_condition_number(self, data: Dataset) -> None:
        surface = _surface(data)
        assert surface.optimum == pytest.approx((self.right["w"], self.right["b"]), rel=1e-12)
        limit = learning_rate_limit(surface, _sgd())
        assert limit == pytest.approx(self.right["lr_limit_mse"], rel=1e-13)
        condition = self.right["condition_number"]
        assert surface.condition_number == pytest.approx(condition, rel=1e-9)

    def test_diverges_at_the_usual_rate(self, data: Dataset) -> None:
        run, _ = report.trained(fit_config(data, (0, 0), optimizer=_sgd(0.03)))
        assert run.state is RunState.DIVERGED
        assert run.step == self.right["lr_0_03"]["float64"]["loss_inf_at"]

    def test_stable_rate_stalls_far_off(self, data: Dataset) -> None:
        config = fit_config(data, (0, 0), optimizer=_sgd(2e-7), stop=StopRules(100_000))
        run, _ = report.trained(config)
        wanted = self.right["raw_lr2e_7_100000"]
        # Keras' float32 rate: within 1e-6, of w relatively.
        assert run.newest.parameters[0] == pytest.approx(wanted["w"], rel=1e-6)
        assert run.newest.parameters[1] == pytest.approx(wanted["b"], abs=1e-6)
        optimum = report.optimum(config.problem)
        assert optimum is not None and run.newest.loss > 10.0 * optimum["loss"]

    def test_centred_years_work(self, data: Dataset) -> None:
        mean = data.x.mean()
        centred = replace(data, x=data.x - mean)
        run, _ = report.trained(fit_config(centred, (0, 0), optimizer=_sgd(0.03)))
        wanted = self.right["centred_lr_0_03_1000"]
        w, b = run.newest.parameters
        assert (w, b) == pytest.approx((wanted["w"], wanted["b_at_mean_year"]), rel=1e-12)
        assert b - w * mean == pytest.approx(wanted["b_raw"], rel=1e-12)


# Limits, against what the trainer does.

MOMENTA = [
    {},
    {"momentum": 0.5},
    {"momentum": 0.9},
    {"momentum": 0.99},
    {"momentum": 0.5, "nesterov": True},
    {"momentum": 0.9, "nesterov": True},
    {"momentum": 0.99, "nesterov": True},
    {"nesterov": True},
]


def _sharpest_part(
    data: Dataset, loss: str, optimizer: OptimizerConfig, steps: int
) -> NDArray[np.float64]:
    """Return the error's part along the sharpest direction, starting with 1 there alone."""
    surface = _surface(data, loss)
    direction = np.linalg.eigh(surface.hessian)[1][:, -1]
    start = np.array(surface.optimum) + direction
    config = fit_config(data, start, loss, "float64", optimizer, stop=StopRules(steps))
    run, _ = report.trained(config)
    view = run.history.view
    points = np.stack([view.values(Role.PARAMETER, i) for i in range(2)], axis=1)
    return np.abs((points - surface.optimum) @ direction)


@pytest.mark.parametrize("loss", SQUARED)
@pytest.mark.parametrize("hyperparameters", MOMENTA, ids=str)
def test_limit_parts_growth_from_decay(hyperparameters: dict[str, float], loss: str) -> None:
    data = linear_dataset()
    limit = learning_rate_limit(_surface(data, loss), _sgd(0.1, **hyperparameters))
    assert limit is not None
    above, below = (
        _sharpest_part(data, loss, _sgd(part * limit, **hyperparameters), 2000)
        for part in (1.01, 0.99)
    )
    assert above[-20:].max() > 1e6
    assert below[-20:].max() < 1e-3


@pytest.mark.parametrize("rate", [0.1, 0.09, 0.02])
def test_growth_per_step_is_that_of_the_record(rate: float) -> None:
    data = preset_named("checker").make(0.0, 0)
    rounded = float(np.float32(rate))
    part = _sharpest_part(data, "mse", _sgd(rate), 20)
    growth = growth_per_step(_surface(data), _sgd(rounded))
    assert part[1:] / part[:-1] == pytest.approx(np.full(20, growth), rel=1e-6)


@settings(deadline=None, max_examples=100)
@given(data=_data(offsets=2), loss=losses)
def test_best_rate_has_the_smallest_slowest_factor(data: Dataset, loss: str) -> None:
    surface = _surface(data, loss)
    best = best_learning_rate(surface, _sgd())
    assert best is not None
    curvatures = 2.0 * _factor(data, loss) * np.linalg.svd(_design(data), compute_uv=False) ** 2
    # At the best rate both directions are equally slow; any other slows one of them.
    factors = 1.0 - best * curvatures
    condition = curvatures[0] / curvatures[1]
    assert factors[0] == pytest.approx(-factors[1], abs=1e-9)
    assert abs(factors[1]) == pytest.approx((condition - 1.0) / (condition + 1.0), abs=1e-9)


def test_best_rate_reaches_the_optimum_soonest() -> None:
    data = preset_named("checker").make(0.0, 0)
    best = best_learning_rate(_surface(data), _sgd())
    assert best is not None
    ends = []
    for part in (0.9, 1.0, 1.01):
        config = fit_config(data, (1, 2), optimizer=_sgd(part * best), stop=StopRules(800))
        ends.append(report.trained(config)[0].newest.loss)
    assert ends[1] < ends[0] and ends[1] < ends[2]


@pytest.mark.parametrize("name", sorted(set(OPTIMIZERS) - {"sgd"}))
def test_other_optimizers_have_no_limit(name: str) -> None:
    surface = _surface(linear_dataset())
    assert learning_rate_limit(surface, OptimizerConfig(name)) is None
    assert best_learning_rate(surface, OptimizerConfig(name)) is None


@pytest.mark.parametrize("name", ["weight_decay", "clipnorm", "clipvalue", "use_ema"])
def test_what_changes_the_update_takes_the_limit_away(name: str) -> None:
    surface = _surface(linear_dataset())
    assert learning_rate_limit(surface, _sgd(0.1, **{name: 0.5})) is None
    assert learning_rate_limit(surface, _sgd(0.1, **{name: 0.5, "momentum": 0.9})) is None


def test_nesterov_has_no_best_rate_here() -> None:
    optimizer = _sgd(0.1, momentum=0.9, nesterov=True)
    assert best_learning_rate(_surface(linear_dataset()), optimizer) is None


# Where there is no closed form, or no single optimum.


@pytest.mark.parametrize("name", ["mae", "huber", "log_cosh"])
def test_other_losses_have_no_closed_form(name: str) -> None:
    assert quadratic(fit_problem(LOSSES[name], linear_dataset())) is None


def test_other_models_and_bare_functions_have_none() -> None:
    parabola = FitObjective(Parabola(), LOSSES["mse"])
    assert quadratic(Problem(parabola, (0.0, 0.0, 0.0), linear_dataset())) is None
    assert quadratic(Problem(Rosenbrock(), (0.0, 0.0))) is None


@pytest.mark.parametrize("x", [[3.0], [3.0, 3.0], [0.0, 0.0, 0.0], [-1e9, -1e9]])
def test_x_that_does_not_vary(x: list[float]) -> None:
    data = Dataset(np.array(x), np.arange(len(x), dtype=float) + 7.0)
    surface = _surface(data)
    assert not surface.unique and surface.optimum is None
    assert surface.condition_number == math.inf
    assert surface.eigenvalues == pytest.approx((0.0, 2.0 * (x[0] ** 2 + 1.0)), rel=1e-15)
    assert surface.minimum == pytest.approx(np.var(data.y), abs=1e-15)
    # All along the valley the loss is the smallest.
    w = np.linspace(-2.0, 2.0, 9)
    valley = data.y.mean() - w * x[0]
    assert surface.rise(w, valley) == pytest.approx(np.zeros(9), abs=1e-12)
    assert best_learning_rate(surface, _sgd()) == pytest.approx(0.5 / (x[0] ** 2 + 1.0))


@pytest.mark.parametrize("size", [1e-150, 1e-30, 1e30, 1e100, LARGEST / 4.0])
@pytest.mark.parametrize("loss", SQUARED)
def test_extreme_units_neither_overflow_nor_raise(size: float, loss: str) -> None:
    data = Dataset(size * np.array([1.0, 2.0, 4.0]), size * np.array([1.0, 3.0, 2.0]))
    surface = _surface(data, loss)
    smallest, largest = surface.eigenvalues
    assert surface.optimum == pytest.approx((_surface(_unit()).slope, 1.5 * size), rel=1e-14)
    assert 0.0 < smallest <= largest < math.inf
    assert 1.0 <= surface.condition_number < math.inf
    assert learning_rate_limit(surface, _sgd()) == 2.0 / largest > 0.0


def _unit() -> Dataset:
    return Dataset(np.array([1.0, 2.0, 4.0]), np.array([1.0, 3.0, 2.0]))


@pytest.mark.parametrize("column", ["x", "y"])
@pytest.mark.parametrize("size", [1.01 * LARGEST, 1e200, 1.7e308])
def test_data_whose_squares_overflow_have_no_closed_form(size: float, column: str) -> None:
    data = replace(_unit(), **{column: size * np.array([0.25, 1.0, -1.0])})
    assert quadratic(fit_problem(LOSSES["mse"], data)) is None
