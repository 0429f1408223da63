"""The cases of people who do this job, with the right numbers of ``tests/cases/cases.json``.

Keras holds learning rate and momentum in float32, so a descent is compared twice: with a NumPy
loop at those rounded rates, tightly, and with the case's number, made at the exact rate, to 1e-6.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core import report
from core.columns import Role
from core.config import RunConfig
from core.dataset import Dataset
from core.errors import InputError
from core.loss import LOSSES
from core.loss_surface import LossSurface, loss_surface
from core.model import LinearModel
from core.optimizer import OptimizerConfig
from core.problem import Data, FitObjective, Problem, fit_problem, relative_steps
from core.run import Run
from core.run_view import RunState
from core.stability import growth_per_step, learning_rate_limit, quadratic
from core.stop_rules import StopRules
from core.table.choices import Choices
from core.table.reading import read_table
from tests.core.helpers import fit_config, tf

FOLDER = Path(__file__).parents[1] / "cases"
CASES: dict[str, dict[str, Any]] = {
    case["id"]: case for case in json.loads((FOLDER / "cases.json").read_text("utf-8"))["cases"]
}
RIGHT = {name: case["right"] for name, case in CASES.items()}
LOSS = {"mse": "mse", "half_mse": "half_mse", "sum": "sum_squares"}
"""The cases' names of the losses -> ours."""

COVERED = (
    "ref_ex1data1", "ref_nist_norris", "ref_anscombe", "ref_galton", "div_tf3148",
    "slow_42ai119", "div_exact_limit", "opt_momentum", "loss_sum_vs_mean", "data_degenerate",
)  # fmt: skip
"""Cases whose checks run here; the others of the plain reader have none."""

EXACT_RATE = 1e-6
"""How far Keras' float32 rate may take a descent from one at the exact rate."""

SAME_RATE = 1e-9
"""How far rounding may take it from a NumPy loop at the same rate, in float64."""


def _checks(kind: str) -> list[Any]:
    return [
        pytest.param(check, id=f"{name}-{i}")
        for name in COVERED
        for i, check in enumerate(CASES[name]["checks"])
        if check["type"] == kind
    ]


def _table(file: str, x: str | int = 0, y: str | int = 1) -> Dataset:
    """Read a case's file; columns are given by name or by number."""
    path = FOLDER / file
    names = path.read_text("utf-8").splitlines()[0].split(",")
    if names[0][0].isdigit():
        names = [f"column {i + 1}" for i in range(len(names))]
    x_name, y_name = (names[c] if isinstance(c, int) else c for c in (x, y))
    return read_table(path, Choices(x=x_name, y=y_name))


def _ex1data1() -> Dataset:
    return _table("data/ex1data1.csv")


def _sgd(rate: float, momentum: float = 0.0) -> OptimizerConfig:
    return OptimizerConfig("sgd", rate, (("momentum", momentum),) if momentum else ())


def _run(
    data: Dataset,
    rate: float,
    steps: int,
    loss: str = "mse",
    momentum: float = 0.0,
    start: tuple[float, float] = (0.0, 0.0),
    dtype: str = "float64",
) -> Run:
    """Train to the end through the real trainer."""
    config = fit_config(data, start, loss, dtype, _sgd(rate, momentum), stop=StopRules(steps))
    return report.trained(config)[0]


def _losses(run: Run) -> NDArray[np.float64]:
    return run.history.view.values(Role.LOSS)


def _parameters(run: Run) -> NDArray[np.float64]:
    view = run.history.view
    return np.stack([view.values(Role.PARAMETER, i) for i in range(2)], axis=1)


def _limit(data: Dataset, loss: str, optimizer: OptimizerConfig | None = None) -> float | None:
    surface = quadratic(fit_problem(LOSSES[loss], data))
    assert surface is not None
    return learning_rate_limit(surface, optimizer or OptimizerConfig())


def _condition(data: Dataset, loss: str = "mse") -> float:
    surface = quadratic(fit_problem(LOSSES[loss], data))
    assert surface is not None
    return surface.condition_number


def _ols(data: Dataset, loss: str = "mse") -> tuple[float, float]:
    surface = quadratic(fit_problem(LOSSES[loss], data))
    assert surface is not None and surface.optimum is not None
    return surface.optimum


def _numpy_path(
    data: Dataset,
    rate: float,
    steps: int,
    loss: str,
    momentum: float = 0.0,
    start: tuple[float, float] = (0.0, 0.0),
) -> NDArray[np.float64]:
    """Descend in NumPy at the float32-rounded rate and momentum that Keras holds."""
    scale = {"mse": 2.0 / len(data), "half_mse": 1.0 / len(data), "sum_squares": 2.0}[loss]
    rate, momentum = float(np.float32(rate)), float(np.float32(momentum))
    design = np.stack([data.x, np.ones(len(data))])
    path, velocity = [np.array(start, float)], np.zeros(2)
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(steps):
            gradient = design @ (path[-1] @ design - data.y) * scale
            velocity = momentum * velocity - rate * gradient
            path.append(path[-1] + velocity)
    return np.array(path)


def _first_overflow(data: Dataset, path: NDArray[np.float64]) -> int:
    """Return the first step whose squared errors have no finite mean."""
    with np.errstate(over="ignore", invalid="ignore"):
        losses = np.mean((path[:, :1] * data.x + path[:, 1:] - data.y) ** 2, axis=1)
    return int(np.argmin(np.isfinite(losses)))


def test_copies_are_the_cases_that_are_named_here() -> None:
    assert set(COVERED) <= set(CASES)
    assert all(CASES[name]["stage"] == "now" for name in COVERED)


@pytest.mark.parametrize("loss", LOSS.values())
@pytest.mark.parametrize("check", _checks("ols"))
def test_ols(check: dict[str, Any], loss: str) -> None:
    found = _ols(_table(check["file"], check["x"], check["y"]), loss)
    rtol, atol = check.get("rtol", 1e-11), check.get("atol", 1e-11)
    assert found == pytest.approx((check["w"], check["b"]), rel=rtol, abs=atol)


@pytest.mark.parametrize("check", _checks("lr_limit"))
def test_lr_limit(check: dict[str, Any]) -> None:
    data = _table(check["file"], check["x"], check["y"])
    assert _limit(data, LOSS[check["loss"]]) == pytest.approx(check["limit"], rel=1e-13)


@pytest.mark.parametrize("check", _checks("gd"))
def test_gd(check: dict[str, Any]) -> None:
    data = _table(check["file"], check["x"], check["y"])
    start = (check["start_w"], check["start_b"])
    settings = (check["lr"], check["steps"], LOSS[check["loss"]], check["momentum"], start)
    run = _run(data, *settings)
    assert run.step == check["steps"]
    found = run.newest.parameters
    assert found == pytest.approx(_numpy_path(data, *settings)[-1], rel=SAME_RATE, abs=SAME_RATE)
    assert found == pytest.approx((check["w"], check["b"]), rel=EXACT_RATE, abs=EXACT_RATE)


class TestRefEx1data1:
    right = RIGHT["ref_ex1data1"]

    def test_every_row_is_read(self) -> None:
        assert len(_ex1data1()) == self.right["n"]

    def test_loss_at_the_points_of_the_course_sheet(self) -> None:
        problem = fit_problem(LOSSES["half_mse"], _ex1data1())
        assert problem.loss((0, 0)) == pytest.approx(self.right["half_mse_at_0_0"], rel=1e-13)
        assert problem.loss((2, -1)) == pytest.approx(self.right["half_mse_at_w2_bm1"], rel=1e-13)

    def test_predictions_after_1500_steps(self) -> None:
        fitted = _run(_ex1data1(), 0.01, 1500, "half_mse").newest.parameters
        found = LinearModel().predict(list(fitted), np.array([3.5, 7.0]))
        wanted = (self.right["prediction_x3_5"], self.right["prediction_x7"])
        assert found == pytest.approx(wanted, rel=EXACT_RATE)

    def test_same_rate_with_the_full_mean(self) -> None:
        found = _run(_ex1data1(), 0.01, 1500, "mse").newest.parameters
        wanted = self.right["same_lr_with_full_mse_1500"]
        assert found == pytest.approx((wanted["w"], wanted["b"]), rel=EXACT_RATE)

    @pytest.mark.parametrize("loss", LOSS)
    def test_limits_and_condition_number(self, loss: str) -> None:
        limit = self.right["lr_limit"][loss]
        assert _limit(_ex1data1(), LOSS[loss]) == pytest.approx(limit, rel=1e-13)
        condition = self.right["condition_number"]
        assert _condition(_ex1data1(), LOSS[loss]) == pytest.approx(condition, rel=1e-12)


class TestRefNistNorris:
    right = RIGHT["ref_nist_norris"]
    file = "data/nist_norris_y_first.csv"

    def test_certified_digits(self) -> None:
        data = _table(self.file, "x", "y")
        certified = {name: float(text) for name, text in self.right["certified"].items()}
        assert len(data) == self.right["n"]
        assert _ols(data) == pytest.approx((certified["w"], certified["b"]), rel=1e-11)

    def test_residual_sum_of_squares(self) -> None:
        surface = quadratic(fit_problem(LOSSES["sum_squares"], _table(self.file, "x", "y")))
        assert surface is not None
        assert surface.minimum == pytest.approx(self.right["rss"], rel=1e-11)

    def test_columns_go_by_name_and_without_names_in_the_order_of_the_file(self) -> None:
        data = read_table(FOLDER / self.file)
        swapped = self.right["if_columns_taken_as_x_y"]
        assert (data.x_name, data.y_name) == ("y", "x")
        assert _ols(data) == pytest.approx((swapped["w"], swapped["b"]), rel=1e-11)


class TestRefAnscombe:
    right = RIGHT["ref_anscombe"]

    @pytest.mark.parametrize("number", [1, 2, 3, 4])
    def test_same_line_and_limit_in_all_four(self, number: int) -> None:
        data = _table("data/anscombe.csv", f"x{number}", f"y{number}")
        line = self.right[f"set{number}"]
        assert len(data) == 11
        assert _ols(data) == pytest.approx((line["w"], line["b"]), rel=1e-12)
        assert _limit(data, "mse") == pytest.approx(self.right["lr_limit_mse"], rel=1e-13)

    def test_points_stacked_in_set_4(self) -> None:
        data = _table("data/anscombe.csv", "x4", "y4")
        assert len(np.unique(data.x)) == self.right["set4_distinct_x"]


class TestRefGalton:
    right = RIGHT["ref_galton"]

    def _data(self) -> Dataset:
        return _table("data/galton.csv", "parent", "child")

    def test_rows_and_the_row_number_that_is_no_x(self) -> None:
        data = read_table(FOLDER / "data/galton.csv")
        assert (data.x_name, data.y_name, len(data)) == ("parent", "child", self.right["n"])
        assert len({*zip(data.x, data.y, strict=True)}) == self.right["distinct_pairs"]

    def test_limit_and_condition_number(self) -> None:
        assert _limit(self._data(), "mse") == pytest.approx(self.right["lr_limit_mse"], rel=1e-13)
        condition = self.right["condition_number"]
        assert _condition(self._data()) == pytest.approx(condition, rel=1e-9)

    def test_1000_steps_stop_far_from_the_optimum(self) -> None:
        run = _run(self._data(), 2e-4, 1000)
        wanted = self.right["gd_lr2e-4_1000"]
        found = run.newest.parameters
        assert run.state is RunState.STOPPED
        assert found == pytest.approx((wanted["w"], wanted["b"]), rel=EXACT_RATE, abs=EXACT_RATE)

    def test_steps_to_1_percent_of_b_follow_from_the_curvatures(self) -> None:
        surface = quadratic(fit_problem(LOSSES["mse"], self._data()))
        assert surface is not None
        smallest, largest = surface.eigenvalues
        steps = math.log(0.01) / math.log1p(-0.9 * 2.0 / largest * smallest)
        # Nearly all of the start's error lies along the valley, whose factor this is.
        assert steps == pytest.approx(self.right["steps_for_1pct_b_at_0_9_limit"], rel=1e-3)


class TestDivTf3148:
    right = RIGHT["div_tf3148"]

    def _data(self) -> Dataset:
        return _table("data/line_0_99.csv")

    @pytest.mark.parametrize("loss", LOSS)
    def test_limits_and_condition_number(self, loss: str) -> None:
        limit = self.right["lr_limit"][loss]
        assert _limit(self._data(), LOSS[loss]) == pytest.approx(limit, rel=1e-13)
        condition = self.right["condition_number"]
        assert _condition(self._data(), LOSS[loss]) == pytest.approx(condition, rel=1e-12)

    @pytest.mark.parametrize("dtype", ["float32", "float64"])
    def test_diverges_at_the_step_where_the_loss_overflows(self, dtype: str) -> None:
        run = _run(self._data(), 0.5, 1000, dtype=dtype)
        assert run.state is RunState.DIVERGED
        assert run.stop is not None and run.stop.code == "nonfinite"
        assert run.stop.values["what"] == "loss"
        assert run.step == self.right["steps_to_nonfinite"][dtype]["loss_inf_at"]
        assert run.newest.loss == math.inf

    def test_growth_factor_in_closed_form_and_in_the_record(self) -> None:
        surface = quadratic(fit_problem(LOSSES["mse"], self._data()))
        assert surface is not None
        growth = self.right["growth_per_step"]
        assert growth_per_step(surface, _sgd(0.5)) == pytest.approx(growth, rel=1e-12)
        errors = _parameters(_run(self._data(), 0.5, 20)) - np.array(surface.optimum)
        sizes = np.linalg.norm(errors[5:], axis=1)
        assert sizes[1:] / sizes[:-1] == pytest.approx(np.full(15, growth), rel=1e-9)

    def test_diagnosis_names_step_rate_limit_and_growth(self) -> None:
        found = report.diagnosis(_run(self._data(), 0.5, 1000, dtype="float32"))
        assert [d["code"] for d in found] == ["learning_rate_above_limit", "ill_conditioned"]
        for text in ("about 5 steps", "0.5", "0.000304", "3280 times larger"):
            assert text in found[0]["message"]

    def test_advice_of_the_thread_is_not_called_converged(self) -> None:
        run = _run(self._data(), 1e-4, 40_000)
        wanted = self.right["advice_lr1e_4_40000"]
        assert run.state is RunState.STOPPED
        assert run.newest.parameters == pytest.approx((wanted["w"], wanted["b"]), rel=EXACT_RATE)

    def test_dividing_x_by_100_works(self) -> None:
        data = self._data()
        run = _run(replace(data, x=data.x / 100.0), 0.5, 2000)
        wanted = self.right["x_over_100_lr_0_5_2000"]
        w, b = run.newest.parameters
        assert run.state is RunState.CONVERGED
        assert (w, b) == pytest.approx((wanted["w_scaled"], wanted["b"]), rel=1e-12)
        assert w / 100.0 == pytest.approx(wanted["w_raw"], rel=1e-12)


class TestDivExactLimit:
    right = RIGHT["div_exact_limit"]

    def _data(self) -> Dataset:
        return _table("data/symmetric_pair.csv")

    def test_limit(self) -> None:
        assert _limit(self._data(), "mse") == self.right["lr_limit_mse"]

    @pytest.mark.parametrize("dtype", ["float32", "float64"])
    @pytest.mark.parametrize("steps", [1, 2, 1000, 1001])
    def test_two_cycle_at_the_limit_is_neither_converged_nor_diverged(
        self, steps: int, dtype: str
    ) -> None:
        run = _run(self._data(), 1.0, steps, dtype=dtype)
        assert run.state is RunState.STOPPED
        assert (_losses(run) == 17.0).all()
        assert (_parameters(run)[::2] == [0.0, 0.0]).all()
        assert (_parameters(run)[1::2] == [8.0, 2.0]).all()
        assert math.hypot(*run.newest.gradient) == math.hypot(8.0, 2.0)
        assert run.view().first_rise is None

    def test_two_cycle_is_not_converged_with_a_tolerance_either(self) -> None:
        config = fit_config(self._data(), (0.0, 0.0), optimizer=_sgd(1.0), stop=StopRules(99, 1.0))
        assert report.trained(config)[0].state is RunState.STOPPED

    def test_half_the_limit_is_exact_after_one_step(self) -> None:
        run = _run(self._data(), 0.5, 1)
        assert tuple(run.newest.parameters) == (self.right["w"], self.right["b"])
        assert run.newest.loss == 0.0 and run.state is RunState.CONVERGED

    @pytest.mark.parametrize(("rate", "key"), [(0.999, "0_999"), (1.001, "1_001")])
    def test_beside_the_limit(self, rate: float, key: str) -> None:
        wanted = self.right[f"lr_{key}_after_1000"]
        found = _run(self._data(), rate, 1000).newest.parameters
        # The error is e0 (1 - 2 rate)^1000, so a rate off by d changes it by 2000 d/abs(1 - 2 rate)
        # of itself: 6e-5 of 0.54 and of 29 for d = 3e-8, far above the usual 1e-6.
        off = abs(float(np.float32(rate)) - rate)
        errors = np.array([wanted["w"] - 4.0, wanted["b"] - 1.0])
        allowed = np.abs(errors) * 2000.0 * off / (2.0 * rate - 1.0)
        assert np.all(np.abs(found - (wanted["w"], wanted["b"])) <= 1.001 * allowed)
        assert allowed.max() < 1e-4 * np.abs(errors).max()
        exact = (1.0 - 2.0 * float(np.float32(rate))) ** 1000 * np.array([-4.0, -1.0]) + (4.0, 1.0)
        assert found == pytest.approx(exact, rel=1e-11)


class TestOptMomentum:
    right = RIGHT["opt_momentum"]

    def _limit(self, momentum: float) -> float | None:
        return _limit(_ex1data1(), "half_mse", _sgd(0.01, momentum))

    def test_momentum_has_its_own_limit(self) -> None:
        assert self._limit(0.0) == pytest.approx(self.right["plain_limit"], rel=1e-13)
        limit = self.right["momentum_limit_2_1_plus_beta_over_lambda"]
        assert self._limit(0.9) == pytest.approx(limit, rel=1e-13)

    def test_loss_rises_37_times_and_w_overshoots(self) -> None:
        run = _run(_ex1data1(), 0.01, 400, "half_mse", 0.9)
        wanted = self.right["lr_0_01"]
        assert np.count_nonzero(np.diff(_losses(run)) > 0) == wanted["loss_increases_in_400"]
        assert _parameters(run)[:, 0].max() == pytest.approx(wanted["max_w"], rel=EXACT_RATE)
        assert run.state is not RunState.DIVERGED
        assert [d["code"] for d in report.diagnosis(run)] == ["ill_conditioned"]

    def test_converges_above_the_limit_of_plain_descent(self) -> None:
        run = _run(_ex1data1(), 0.03, 3000, "half_mse", 0.9)
        wanted = self.right["lr_0_03_3000"]
        assert run.state is RunState.CONVERGED
        assert run.newest.parameters == pytest.approx((wanted["w"], wanted["b"]), rel=1e-12)

    def test_plain_descent_diverges_at_that_rate(self) -> None:
        run = _run(_ex1data1(), 0.03, 3000, "half_mse")
        assert run.state is RunState.DIVERGED
        assert run.step == self.right["plain_gd_lr_0_03"]["loss_inf_at"]

    def test_momentum_diverges_above_its_limit(self) -> None:
        run = _run(_ex1data1(), 0.047, 4000, "half_mse", 0.9)
        assert run.state is RunState.DIVERGED
        path = _numpy_path(_ex1data1(), 0.047, 3300, "half_mse", 0.9)
        # The case counts to the first parameter that is not finite; the run ends at the loss.
        finite = np.isfinite(path).all(axis=1)
        assert np.argmin(finite) == self.right["momentum_lr_0_047"]["first_nonfinite_step"]
        assert run.step == _first_overflow(_ex1data1(), path)
        found = [d["code"] for d in report.diagnosis(run)]
        assert found == ["learning_rate_above_limit", "ill_conditioned"]
        assert "0.0462" in report.diagnosis(run)[0]["message"]


@dataclass(frozen=True)
class _Valley:
    """The loss (w - 1)^2 of the case's one-step example."""

    names: tuple[str, ...] = ("w",)
    quadratic: bool = True

    def __call__(self, parameters: list[tf.Tensor], data: Data) -> tf.Tensor:
        return tf.square(parameters[0] - 1.0)

    def rounding(self, parameters: list[tf.Tensor], data: Data, loss: tf.Tensor) -> tf.Tensor:
        return 8.0 * (1.0 + loss)

    def steps(self, parameters: list[tf.Tensor], data: Data, loss: tf.Tensor) -> tf.Tensor:
        return relative_steps(parameters)


class TestOptKerasLrFloat32:
    right = RIGHT["opt_keras_lr_float32"]

    def test_1500_steps_are_those_of_keras_and_of_numpy_at_the_rounded_rate(self) -> None:
        found = _run(_ex1data1(), 0.01, 1500, "half_mse").newest.parameters
        for key in ("keras", "numpy_lr_rounded_to_float32"):
            wanted = (self.right[key]["w"], self.right[key]["b"])
            assert found == pytest.approx(wanted, rel=1e-13)
        exact = self.right["numpy_exact_lr"]
        assert found[1] != pytest.approx(exact["b"], rel=1e-9)
        assert found == pytest.approx((exact["w"], exact["b"]), rel=EXACT_RATE)

    def test_one_step_example(self) -> None:
        config = RunConfig(Problem(_Valley(), (0.0,)), "float64", _sgd(0.1), StopRules(3))
        found = report.trained(config)[0].newest.parameters[0]
        assert f"Keras {found:.16g}," in self.right["one_step_example"]

    def test_momentum_is_rounded_too(self) -> None:
        settings = (0.03, 200, "half_mse", 0.9, (0.0, 0.0))
        found = _run(_ex1data1(), *settings).newest.parameters
        assert found == pytest.approx(_numpy_path(_ex1data1(), *settings)[-1], rel=1e-12)

    def test_record_holds_the_rounded_rate(self) -> None:
        run = _run(_ex1data1(), 0.01, 1, "half_mse")
        assert run.newest.learning_rate == float(np.float32(0.01))


class TestLossSumVsMean:
    right = RIGHT["loss_sum_vs_mean"]

    def test_sum_at_the_usual_rate_overflows_and_the_diagnosis_names_its_limit(self) -> None:
        run = _run(_ex1data1(), 0.01, 1500, "sum_squares")
        assert run.state is RunState.DIVERGED
        assert run.step == self.right["sum_at_0_01"]["loss_inf_at"]
        assert "0.000125" in report.diagnosis(run)[0]["message"]

    @pytest.mark.parametrize("loss", ["mse", "half_mse"])
    def test_means_at_the_same_rate(self, loss: str) -> None:
        found = _run(_ex1data1(), 0.01, 1500, loss).newest.parameters
        wanted = (self.right[loss]["w"], self.right[loss]["b"])
        assert found == pytest.approx(wanted, rel=EXACT_RATE)

    def test_dividing_twice_is_a_rate_n_times_smaller(self) -> None:
        found = _run(_ex1data1(), 0.01 / 97, 1500, "half_mse").newest.parameters
        wanted = self.right["double_division"]
        assert found == pytest.approx((wanted["w"], wanted["b"]), rel=EXACT_RATE)

    def test_limits_follow_the_convention(self) -> None:
        limits = {name: _limit(_ex1data1(), LOSS[name]) for name in LOSS}
        assert limits == pytest.approx({k: self.right["lr_limit"][k] for k in LOSS}, rel=1e-13)


class TestSurfTransposedHalfcell:
    right = RIGHT["surf_transposed_halfcell"]

    def _surface(self) -> LossSurface:
        problem = fit_problem(LOSSES["mse"], _ex1data1())
        return loss_surface(problem, ((-1.0, 4.0), (-10.0, 10.0)), (51, 81))

    def test_orientation_rows_are_b_and_columns_are_w(self) -> None:
        surface = self._surface()
        assert surface.loss.shape == (81, 51)
        corners = (surface.loss[0, 0], surface.loss[-1, -1])
        wanted = (self.right["J_corner_00"], self.right["J_corner_last"])
        assert corners == pytest.approx(wanted, rel=1e-12)
        assert surface.loss[-1, 0] == pytest.approx(self.right["J_wmin_bmax"], rel=1e-12)
        assert surface.loss[0, -1] == pytest.approx(self.right["J_wmax_bmin"], rel=1e-12)

    def test_minimum_of_the_grid(self) -> None:
        surface = self._surface()
        j, i = np.unravel_index(surface.loss.argmin(), surface.loss.shape)
        assert [i, j] == self.right["argmin_index"]
        point = (surface.first[i], surface.second[j])
        assert point == pytest.approx((self.right["argmin"]["w"], self.right["argmin"]["b"]))

    def test_surface_at_a_point_of_the_path_is_the_loss_of_the_record(self) -> None:
        run = _run(_ex1data1(), 0.01, 30)
        points = _parameters(run)
        for k in (1, 7, 30):
            (w, b), problem = points[k], run.config.problem
            surface = loss_surface(problem, ((w - 1.0, w + 1.0), (b - 3.0, b + 3.0)), (3, 5))
            assert surface.loss[2, 1] == pytest.approx(_losses(run)[k], rel=1e-12)


class TestPlotLogZero:
    right = RIGHT["plot_log_zero"]

    @pytest.mark.parametrize("dtype", ["float32", "float64"])
    def test_losses_become_exactly_zero(self, dtype: str) -> None:
        run = _run(_table("data/symmetric_pair.csv"), 0.5, 5, dtype=dtype)
        assert _losses(run).tolist() == self.right["symmetric_pair_losses"]
        assert run.state is RunState.CONVERGED

    @pytest.mark.parametrize("dtype", ["float32", "float64"])
    def test_four_points_stall_at_the_floor_of_the_dtype(self, dtype: str) -> None:
        data = Dataset(np.arange(1.0, 5.0), -np.arange(0.0, 4.0))
        run = _run(data, 0.05, 200_000, dtype=dtype)
        wanted = self.right["four_points"]
        assert run.newest.parameters == pytest.approx((wanted["w"], wanted["b"]), abs=1e-5)
        # Where exactly it stalls is a matter of rounding, that is, of the order of operations.
        floor = wanted["loss_floor"][dtype]
        assert floor / 10.0 < run.newest.loss < 10.0 * floor
        assert (_losses(run)[-1000:] == run.newest.loss).all()

    def test_surface_of_an_exact_fit_has_a_finite_logarithm(self) -> None:
        problem = fit_problem(LOSSES["mse"], _table("data/symmetric_pair.csv"))
        surface = loss_surface(problem, ((0.0, 8.0), (0.0, 2.0)), (3, 5))
        assert surface.loss[2, 1] == 0.0
        assert np.isfinite(surface.log_loss()).all()


def _strict(run: Run) -> dict[str, Any]:
    """Return the JSON of ``train`` as a strict parser reads it."""

    def refuse(token: str) -> None:
        raise AssertionError(f"{token} is not JSON")

    text = json.dumps(report.of_training(run, 1.0), allow_nan=False)
    return dict(json.loads(text, parse_constant=refuse))


class TestDataDegenerate:
    right = RIGHT["data_degenerate"]

    @pytest.mark.parametrize(("file", "rate"), [("constant_x", 0.1), ("single_row", 0.05)])
    def test_optimum_is_not_unique_and_descent_still_ends_on_the_valley(
        self, file: str, rate: float
    ) -> None:
        run = _run(_table(f"data/{file}.csv"), rate, 2000)
        found = _strict(run)
        wanted = self.right[file]["gd_from_0_0"]
        assert found["optimum"] is None and found["status"] == "converged"
        assert found["stability"]["condition_number"] is None
        assert [d["code"] for d in found["diagnosis"]] == ["not_unique"]
        assert found["parameters"] == pytest.approx(wanted, rel=EXACT_RATE)
        least = self.right[file].get("min_mse", self.right[file].get("loss"))
        assert found["loss"] == pytest.approx(least, rel=1e-12, abs=1e-25)
        surface = quadratic(run.config.problem)
        assert surface is not None and surface.minimum == pytest.approx(least, rel=1e-12)

    def test_best_rate_reaches_a_flat_valley(self) -> None:
        data = _table("data/constant_x.csv")
        best = _strict(_run(data, 0.1, 0))["stability"]["best_learning_rate"]
        # One step, but for the rounding of the rate to float32.
        rise = _run(data, best, 1).newest.loss - self.right["constant_x"]["min_mse"]
        assert rise < 1e-12

    @pytest.mark.parametrize("file", ["two_rows", "constant_y"])
    def test_unique_optimum(self, file: str) -> None:
        found = _strict(_run(_table(f"data/{file}.csv"), 0.05, 2000))
        wanted = (self.right[file]["w"], self.right[file]["b"])
        assert (found["optimum"]["w"], found["optimum"]["b"]) == pytest.approx(wanted, abs=1e-15)
        assert found["optimum"]["loss"] == pytest.approx(0.0, abs=1e-15)
        assert found["diagnosis"] == []
        assert found["parameters"] == pytest.approx({"w": wanted[0], "b": wanted[1]}, abs=1e-3)


@dataclass(frozen=True)
class _Column:
    """The line as a column of shape (n, 1), as Keras' layers give it."""

    names: tuple[str, ...] = ("w", "b")

    def predict(self, parameters: Any, x: Any) -> Any:
        return parameters[0] * tf.reshape(x, [-1, 1]) + parameters[1]

    def magnitude(self, sizes: Any, x_size: Any) -> Any:
        return sizes[0] * x_size + sizes[1]


class TestTfBroadcastNxn:
    right = RIGHT["tf_broadcast_nxn"]

    @pytest.mark.parametrize("name", LOSSES)
    @pytest.mark.parametrize("swap", [False, True])
    def test_column_against_row_is_refused_by_every_loss(self, name: str, swap: bool) -> None:
        toy = self.right["toy"]
        column, row = tf.constant(toy["target"], tf.float64), tf.constant(toy["pred"], tf.float64)
        with pytest.raises(InputError, match="broadcasts") as caught:
            LOSSES[name](*((row, column) if swap else (column, row)))
        assert caught.value.code == "per_sample_shape"

    def test_toy_has_its_right_loss_in_equal_shapes(self) -> None:
        pred = tf.constant(self.right["toy"]["pred"], tf.float64)
        target = tf.reshape(tf.constant(self.right["toy"]["target"], tf.float64), [-1])
        assert float(LOSSES["sum_squares"](pred, target)) == self.right["toy"]["right_loss"]

    def test_model_that_predicts_a_column_is_refused_before_it_trains(self) -> None:
        problem = Problem(FitObjective(_Column(), LOSSES["mse"]), (0.0, 0.0), _ex1data1())
        with pytest.raises(InputError, match=r"length 97|\(97, 1\) - \(97,\)|broadcasts"):
            Run(1, RunConfig(problem, "float64"))

    def test_our_loss_is_the_true_one(self) -> None:
        true = self.right["true"]
        problem = fit_problem(LOSSES["mse"], _ex1data1())
        assert problem.loss((true["w"], true["b"])) == pytest.approx(true["mse"], rel=1e-13)
        # What the broadcast would have shown there.
        difference = (true["w"] * _ex1data1().x + true["b"])[:, None] - _ex1data1().y
        wrong = float(np.mean(difference**2))
        assert wrong == pytest.approx(self.right["broadcast_loss_at_true_optimum"], rel=1e-12)


class TestCsvNoHeader:
    right = RIGHT["csv_no_header"]

    def test_first_row_is_data(self) -> None:
        data = read_table(FOLDER / "data/ex1data1.csv")
        assert len(data) == self.right["n"]
        assert (data.x_name, data.y_name) == ("column 1", "column 2")
        assert (data.x[0], data.y[0]) == (6.1101, 17.592)
        assert _ols(data) == pytest.approx((self.right["w"], self.right["b"]), rel=1e-12)

    def test_losing_it_would_be_seen(self) -> None:
        data = _ex1data1()
        found = _ols(replace(data, x=data.x[1:], y=data.y[1:]))
        wrong = self.right["wrong_n_96"]
        assert found == pytest.approx((wrong["w"], wrong["b"]), rel=1e-12)
