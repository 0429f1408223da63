"""Why a run ended as it did: each code against what the trainer really does."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core import report
from core.columns import Role
from core.config import RunConfig
from core.dataset import Dataset
from core.diagnosis import Diagnosis
from core.gradient_bugs import with_bug
from core.loss import LOSSES
from core.optimizer import OptimizerConfig
from core.problem import Problem, fit_problem
from core.run import Run
from core.run_diagnosis import MANY, NARROW, NEAR, diagnose, far_parameters, ill_conditioned
from core.run_view import RunState
from core.scaling import ScalingKind
from core.stability import Quadratic, factor_per_step, learning_rate_limit, quadratic
from core.stop_rules import StopRules
from core.table.reading import read_table
from tests.core.helpers import Rosenbrock, doubled, fit_config, linear_dataset, preset_config

CASES = Path(__file__).parents[1] / "cases"
DATA = CASES / "data"
RIGHT: dict[str, dict[str, Any]] = {
    case["id"]: case["right"]
    for case in json.loads((CASES / "cases.json").read_text("utf-8"))["cases"]
}
RATE_CODES = {"learning_rate_above_limit", "at_limit"}


def _file(name: str) -> Dataset:
    return read_table(DATA / f"{name}.csv")


def _years() -> Dataset:
    lines = (DATA / "city_price_gbk.csv").read_bytes().decode("gbk").split()[1:]
    return Dataset(*np.array([line.split(",") for line in lines], float).T)


def _sgd(rate: float, **hyperparameters: float | bool) -> OptimizerConfig:
    return OptimizerConfig("sgd", rate, tuple(sorted(hyperparameters.items())))


def _config(
    data: Dataset,
    rate: float,
    steps: int = 1000,
    start: Sequence[float] = (0.0, 0.0),
    loss: str = "mse",
    dtype: str = "float64",
    **hyperparameters: float | bool,
) -> RunConfig:
    optimizer = _sgd(rate, **hyperparameters)
    return fit_config(data, start, loss, dtype, optimizer, stop=StopRules(steps))


def _surface(problem: Problem) -> Quadratic:
    surface = quadratic(problem)
    assert surface is not None
    return surface


def _diagnosed(config: RunConfig) -> tuple[Run, dict[str, Diagnosis]]:
    """Return the run, and its diagnoses by their code; none comes twice."""
    run, _ = report.trained(config)
    found = diagnose(run.view())
    by_code = {diagnosis.code: diagnosis for diagnosis in found}
    assert len(by_code) == len(found)
    return run, by_code


def _codes(config: RunConfig) -> list[str]:
    return list(_diagnosed(config)[1])


def _overflow(run: Run) -> int:
    """Return the step at which the loss was not finite."""
    assert run.stop is not None and run.stop.code == "nonfinite"
    assert run.stop.values["what"] == "loss"
    return run.step


# A rate above the limit: when the loss overflows.


@pytest.mark.parametrize(
    ("config", "step"),
    [
        pytest.param(preset_config("checker"), 137, id="checker"),
        pytest.param(_config(_file("line_0_99"), 0.5, dtype="float32"), 5, id="line-float32"),
        pytest.param(_config(_file("line_0_99"), 0.5), 44, id="line-float64"),
        pytest.param(_config(_years(), 0.03), 29, id="years"),
    ],
)
def test_step_of_the_overflow_is_foretold(config: RunConfig, step: int) -> None:
    run, found = _diagnosed(config)
    values = found["learning_rate_above_limit"].values
    assert _overflow(run) == step
    assert abs(values["steps"] - step) <= 1
    assert f"about {values['steps']} steps" in found["learning_rate_above_limit"].message
    limit = learning_rate_limit(_surface(config.problem), config.optimizer)
    assert values["limit"] == limit and values["shown"] <= limit < values["learning_rate"]
    assert values["half"] == pytest.approx(limit / 2.0, rel=0.005)


def _random_config(seed: int, least: float = 1.02, **hyperparameters: float | bool) -> RunConfig:
    """Return random data and start with a rate above the limit."""
    random = np.random.default_rng(seed)
    # As many rows as the checker's, so that what is compiled for one serves all.
    x, y = random.standard_normal((2, 5))
    x = 10.0 ** random.uniform(-1.0, 1.0) * x + random.choice([0.0, 1.0, 5.0])
    data = Dataset(x, 10.0 ** random.uniform(-1.0, 1.0) * y)
    loss = ("mse", "half_mse", "sum_squares")[seed % 3]
    dtype = ("float32", "float64")[seed % 2]
    limit = learning_rate_limit(
        _surface(fit_problem(LOSSES[loss], data)), _sgd(0.1, **hyperparameters)
    )
    assert limit is not None
    rate, start = random.uniform(least, 1.5) * limit, random.uniform(-3.0, 3.0, 2)
    return _config(data, rate, 20_000, start, loss, dtype, **hyperparameters)


@pytest.mark.parametrize("seed", range(12))
def test_step_of_the_overflow_is_foretold_on_random_data(seed: int) -> None:
    run, found = _diagnosed(_random_config(seed))
    steps = found["learning_rate_above_limit"].values["steps"]
    assert abs(steps - _overflow(run)) <= 1


@pytest.mark.parametrize(
    "hyperparameters",
    [{"momentum": 0.9}, {"momentum": 0.9, "nesterov": True}],
    ids=str,
)
@pytest.mark.parametrize("seed", [3, 9, 15, 21])
def test_step_of_the_overflow_is_foretold_with_momentum(
    hyperparameters: dict[str, float], seed: int
) -> None:
    run, found = _diagnosed(_random_config(seed, 1.05, **hyperparameters))
    steps = found["learning_rate_above_limit"].values["steps"]
    assert steps == pytest.approx(_overflow(run), rel=0.03, abs=1)


def test_half_the_limit_does_not_diverge() -> None:
    config = preset_config("checker")
    _, found = _diagnosed(config)
    half = found["learning_rate_above_limit"].values["half"]
    run, found = _diagnosed(config.with_learning_rate(half))
    assert run.state is RunState.CONVERGED and not RATE_CODES & set(found)


def test_start_at_the_optimum_grows_from_rounding() -> None:
    data = linear_dataset(5)
    best = _surface(fit_problem(LOSSES["mse"], data)).optimum
    assert best is not None
    run, found = _diagnosed(_config(data, 1.5, 2000, best))
    steps = found["learning_rate_above_limit"].values["steps"]
    assert steps == pytest.approx(_overflow(run), rel=0.05)


def test_along_a_valley_the_step_is_foretold_too() -> None:
    run, found = _diagnosed(_config(_file("constant_x"), 2.0))
    assert list(found) == ["learning_rate_above_limit", "not_unique"]
    assert abs(found["learning_rate_above_limit"].values["steps"] - _overflow(run)) <= 1


def test_the_present_rate_counts() -> None:
    run = Run(1, replace(preset_config("checker"), stop=StopRules(50)).with_learning_rate(0.05))
    run.advance(10)
    assert not RATE_CODES & {d.code for d in diagnose(run.view())}
    run.set_learning_rate(0.09)
    (found,) = diagnose(run.view())
    assert found.code == "learning_rate_above_limit" and found.values["learning_rate"] == 0.09


# At the limit itself.


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_at_the_limit_the_parameters_bounce_for_ever(dtype: str) -> None:
    run, found = _diagnosed(_config(_file("symmetric_pair"), 1.0, dtype=dtype))
    assert list(found) == ["at_limit"]
    assert (found["at_limit"].values["limit"], found["at_limit"].values["half"]) == (1.0, 0.5)
    losses = run.history.view.values(Role.LOSS)
    assert losses[-1] == losses[-3] > 1.0


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(
    ("rate", "codes"), [(0.999, []), (1.001, ["learning_rate_above_limit"])], ids=str
)
def test_beside_the_limit_is_not_at_it(rate: float, codes: list[str], dtype: str) -> None:
    assert _codes(_config(_file("symmetric_pair"), rate, dtype=dtype)) == codes


@pytest.mark.parametrize("name", ["adam", "lion"])
def test_other_optimizers_get_no_diagnosis_of_the_rate(name: str) -> None:
    # Lion bounces for ever, which is no matter of float32 either.
    config = preset_config("checker", optimizer=OptimizerConfig(name, 0.5))
    assert _codes(config) == []


# A flat direction.


def test_steps_still_needed_are_those_of_the_case() -> None:
    right = RIGHT["slow_42ai119"]
    config = _config(_file("line_1_100"), 1e-4, 200_000, (1.0, 1.0), "half_mse")
    run, found = _diagnosed(config)
    assert list(found) == ["slow_direction", "ill_conditioned"]
    values, surface = found["slow_direction"].values, _surface(config.problem)
    assert values["name"] == "b" and values["value"] == run.newest.parameters[1]
    assert values["best"] == pytest.approx(5.0, rel=1e-12)
    # Said for its own tolerance, 1/1000 of the way; by the same law for the case's 1e-3.
    factor = factor_per_step(surface.eigenvalues[0], config.optimizer)
    assert factor is not None
    per_step = -math.log(factor)
    wanted = math.log(values["distance"] / values["tolerance"]) / per_step
    assert values["steps"] == pytest.approx(wanted, rel=0.006)
    whole = 200_000 + math.log(values["distance"] / 1e-3) / per_step
    assert whole == pytest.approx(right["steps_b_within_1e_3_at_lr1e_4"], rel=1e-4)


@pytest.mark.parametrize("hyperparameters", [{}, {"momentum": 0.5}], ids=str)
def test_the_steps_said_really_bring_it_there(hyperparameters: dict[str, float]) -> None:
    config = _config(_file("ex1data1"), 0.01, 1500, loss="half_mse", **hyperparameters)
    run, found = _diagnosed(config)
    values = found["slow_direction"].values
    at = config.problem.names.index(values["name"])
    assert values["distance"] > 4.0 * values["tolerance"]
    needed = run.step + values["steps"]
    run.raise_limit(needed + values["steps"])
    while run.advance(8192) and run.step < run.limit:
        pass
    off = np.abs(run.history.view.values(Role.PARAMETER, at) - values["best"])
    first = int(np.argmax(off <= values["tolerance"]))
    # Three digits are said.
    assert first == pytest.approx(needed, rel=0.005)
    assert "slow_direction" not in {d.code for d in diagnose(run.view())}


def test_tolerance_is_a_part_of_the_way_from_the_start() -> None:
    config = _config(_file("ex1data1"), 0.01, 1500, (50.0, 1e4), "half_mse")
    run, _ = report.trained(config)
    surface = _surface(config.problem)
    assert surface.optimum is not None
    _, tolerance = far_parameters(run.view(), surface)["b"]
    assert tolerance == pytest.approx(NEAR * (1e4 - surface.optimum[1]), rel=1e-9)


@pytest.mark.parametrize("steps", [20, 2000])
def test_not_slow_after_few_steps_nor_where_noise_is_all_that_is_left(steps: int) -> None:
    config = replace(preset_config("tape", "float64"), stop=StopRules(steps))
    run, found = _diagnosed(config)
    assert found == {} and run.newest.loss > 0.05


def test_not_slow_while_the_loss_still_falls() -> None:
    assert _codes(_config(_file("ex1data1"), 1e-3, 10, loss="half_mse")) == ["ill_conditioned"]


def test_few_steps_are_not_worth_a_word() -> None:
    config = _config(_file("ex1data1"), 0.01, 1500, loss="half_mse")
    _, found = _diagnosed(config)
    close = 1500 + found["slow_direction"].values["steps"] - MANY // 2
    run, found = _diagnosed(replace(config, stop=StopRules(close)))
    assert list(found) == ["ill_conditioned"]
    steps, _ = far_parameters(run.view(), _surface(config.problem))["b"]
    assert 0.0 < steps < MANY


# A long and narrow valley.


def _narrow(problem: Problem) -> Diagnosis | None:
    return next(iter([*ill_conditioned(problem, _surface(problem))]), None)


@pytest.mark.parametrize(
    ("data", "remedy"),
    [
        pytest.param(_file("ex1data1"), "centre", id="ex1data1"),
        pytest.param(_file("line_0_99"), "standardise", id="line_0_99"),
        pytest.param(_years(), "centre", id="years"),
    ],
)
def test_remedy_is_the_least_that_helps(data: Dataset, remedy: str) -> None:
    found = _narrow(fit_problem(LOSSES["mse"], data))
    assert found is not None and found.values["remedy"] == remedy
    assert f": {remedy} x, and" in found.message


@settings(deadline=None, max_examples=150)
@given(
    seed=st.integers(0, 2**32 - 1),
    spread=st.floats(-4.0, 4.0),
    offset=st.sampled_from([0.0, 1.0, -20.0, 1e3]),
    loss=st.sampled_from(["mse", "half_mse", "sum_squares"]),
)
def test_what_scaling_would_make_of_it_is_what_it_makes(
    seed: int, spread: float, offset: float, loss: str
) -> None:
    x, y = np.random.default_rng(seed).standard_normal((2, 12))
    problem = fit_problem(LOSSES[loss], Dataset(10.0**spread * (x + offset), y))
    singular = np.linalg.svd(np.stack([x + offset, np.full(12, 10.0**-spread)]))[1]
    condition = float((singular[0] / singular[1]) ** 2)
    assume(abs(condition - NARROW) > 1e-3)
    found = _narrow(problem)
    assert (found is not None) == (condition > NARROW)
    if found is not None:
        assert found.values["condition"] == pytest.approx(condition, rel=1e-4)
        done = problem.scaled(ScalingKind(found.values["remedy"]))
        after = _surface(done).condition_number
        assert found.values["after"] == pytest.approx(after, rel=1e-9)
        assert after <= NARROW * (1.0 + 1e-9)
        assert _narrow(problem.scaled(ScalingKind.STANDARDISE)) is None


def test_a_wide_valley_is_not_narrow() -> None:
    assert _narrow(preset_config("tape").problem) is None


# An optimum that is not unique.


@pytest.mark.parametrize("name", ["constant_x", "single_row"])
def test_x_that_does_not_vary_has_no_single_best_line(name: str) -> None:
    data = _file(name)
    _, found = _diagnosed(_config(data, 0.01))
    assert list(found) == ["not_unique"]
    values = found["not_unique"].values
    assert values["x"] == data.x[0]
    assert values["y"] == pytest.approx(data.y.mean(), rel=1e-14)
    # Every line through that point is best.
    problem = fit_problem(LOSSES["mse"], data)
    for w in (-3.0, 0.0, 5.0):
        loss = problem.loss((w, values["y"] - w * values["x"]))
        assert loss == pytest.approx(np.var(data.y), abs=1e-13)


# Numbers that the precision cannot hold.


@pytest.mark.parametrize(("dtype", "y"), [("float32", 1e30), ("float64", 1e200)])
def test_loss_too_large_at_the_start(dtype: str, y: float) -> None:
    data = Dataset(np.array([-2.0, 0.0, 1.0]), np.array([1.0, 3.0, -4.0]) * y)
    run, found = _diagnosed(_config(data, 0.01, dtype=dtype))
    assert _overflow(run) == 0 and list(found) == ["overflow_at_start"]
    assert found["overflow_at_start"].values == {
        "what": "loss", "dtype": dtype, "x_size": 2.0, "y_size": 4.0 * y
    }  # fmt: skip
    if dtype == "float32":
        # The advice holds.
        assert "use float64" in found["overflow_at_start"].message
        run, found = _diagnosed(_config(data, 0.01, dtype="float64"))
        assert run.state is not RunState.DIVERGED and not found


@pytest.mark.parametrize("column", ["x", "y"])
@pytest.mark.parametrize("value", [1e39, -1e39])
def test_number_too_large_for_float32_is_named(column: str, value: float) -> None:
    data = replace(linear_dataset(), x_name="speed", y_name="price")
    getattr(data, column)[[6, 11]] = value
    _, found = _diagnosed(_config(data, 1e-5, dtype="float32"))
    first = next(iter(found.values()))
    name = {"x": "speed", "y": "price"}[column]
    assert first.code == "nonfinite_data" and "overflow_at_start" not in found
    assert first.values == {"row": 7, "column": name, "value": value, "dtype": "float32"}
    assert first.message.startswith(f"row 7: {name} = ")


def test_numbers_that_fit_are_not_blamed_for_a_later_overflow() -> None:
    assert _codes(preset_config("checker")) == ["learning_rate_above_limit"]


# Where float32 stands still.


def test_float32_stands_still_short_of_the_optimum() -> None:
    run, found = _diagnosed(preset_config("checker", optimizer=_sgd(0.05)))
    assert list(found) == ["float32_floor"]
    values, view = found["float32_floor"].values, run.history.view
    points = np.stack([view.values(Role.PARAMETER, i) for i in range(2)], axis=1)
    assert (points[-1] == points[-2]).all() or (points[-1] == points[-3]).all()
    at = run.config.problem.names.index(values["name"])
    assert values["value"] == points[-1][at] != values["best"]
    assert values["best"] == (1.0, -1.0)[at]
    # The step is not 0, yet the parameter cannot move by it.
    assert 0.0 < values["step"] < np.spacing(np.float32(abs(values["value"])))
    further, _ = report.trained(replace(run.config, stop=StopRules(5000)))
    assert further.newest.loss == run.newest.loss


def test_float64_goes_on_where_float32_stands_still() -> None:
    run, found = _diagnosed(preset_config("checker", "float64", _sgd(0.05)))
    assert found == {}
    assert run.newest.parameters == pytest.approx([1.0, -1.0], abs=3e-7)


def test_float32_still_under_way_has_no_floor() -> None:
    config = replace(preset_config("checker", optimizer=_sgd(0.05)), stop=StopRules(100))
    assert "float32_floor" not in _codes(config)


# What is known to be wrong is not blamed on the rate.


@pytest.mark.parametrize("bug", ["factor_two", "wrong_sign"])
def test_nothing_is_blamed_for_an_injected_bug(bug: str) -> None:
    config = replace(with_bug(preset_config("checker"), bug), gate=False)
    run, found = _diagnosed(config)
    assert run.step > 0 and found == {}


def test_nothing_is_blamed_for_a_refused_run() -> None:
    refused, found = _diagnosed(replace(preset_config("checker"), gradient=doubled))
    assert refused.state is RunState.REFUSED and found == {}


def test_nothing_is_blamed_where_the_gradient_disagrees() -> None:
    config = replace(preset_config("checker"), gradient=doubled, gate=False)
    run, found = _diagnosed(config)
    assert run.state is RunState.DIVERGED and found == {}


def test_data_are_still_judged_with_a_bug() -> None:
    config = with_bug(_config(_file("constant_x"), 2.0), "factor_two")
    assert _codes(config) == ["not_unique"]


def test_nothing_is_said_of_what_has_no_closed_form() -> None:
    assert _codes(fit_config(linear_dataset(), (0, 0), "huber", optimizer=_sgd(9.0))) == []
    bare = RunConfig(Problem(Rosenbrock(), (-1.0, 1.0)), "float64", _sgd(0.1))
    run, found = _diagnosed(bare)
    assert run.state is RunState.DIVERGED and found == {}


# The words.


def _large(y: NDArray[np.float64]) -> RunConfig:
    return _config(Dataset(np.arange(len(y), dtype=float), y), 0.01, dtype="float32")


def test_every_message_is_one_sentence() -> None:
    configs = [
        preset_config("checker"),
        _config(_file("symmetric_pair"), 1.0),
        _config(_file("ex1data1"), 0.01, 1500, loss="half_mse"),
        _config(_file("constant_x"), 0.01),
        preset_config("checker", optimizer=_sgd(0.05)),
        _large(np.array([1e30, 2e30])),
        _large(np.array([1.0, 1e39])),
    ]
    found = [d for config in configs for d in _diagnosed(config)[1].values()]
    assert {d.code for d in found} == {
        "learning_rate_above_limit", "at_limit", "slow_direction", "ill_conditioned",
        "not_unique", "overflow_at_start", "nonfinite_data", "float32_floor",
    }  # fmt: skip
    for diagnosis in found:
        message = diagnosis.message
        assert not set("{}\n") & set(message) and ". " not in message
        assert message[-1] not in ".,;: " and "  " not in message
        assert "nan" not in message.split() and "None" not in message
