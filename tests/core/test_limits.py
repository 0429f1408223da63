"""Limits of the learning rate, growth per step and local curvature, against simulation.

The limits hold for Keras' convention, v <- beta v - a g, then w <- w + v, or with Nesterov's
momentum w <- w + beta v - a g. It is written out here again in NumPy.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core import report
from core.columns import Role
from core.dataset import Dataset
from core.loss import LOSSES
from core.optimizer import OptimizerConfig
from core.problem import Problem, fit_problem
from core.stability import (
    Quadratic,
    best_learning_rate,
    best_momentum,
    factor_per_step,
    learning_rate_limit,
    local_curvature,
    momentum_of,
    quadratic,
)
from core.stop_rules import StopRules
from tests.core.helpers import Rosenbrock, fit_config, linear_dataset

Array = NDArray[np.float64]

SQUARED = ("mse", "half_mse", "sum_squares")
COUNT = 200
TRAINED = 10
ROWS = 30
STEPS = 4000
"""Enough for momentum 0.99, whose error shrinks by half a percent per step below its limit."""

THOUSAND = 1e3


@dataclass(frozen=True, eq=False)
class Descent:
    """A data set with its loss and an optimizer, whose rate does not matter."""

    data: Dataset
    loss: str
    optimizer: OptimizerConfig

    @property
    def surface(self) -> Quadratic:
        return _surface(self.data, self.loss)

    @property
    def limit(self) -> float:
        limit = learning_rate_limit(self.surface, self.optimizer)
        assert limit is not None
        return limit

    @property
    def sharpest(self) -> Array:
        """The sharpest direction, from the singular vectors of the design matrix."""
        return np.linalg.svd(_design(self.data))[2][0]

    @property
    def momentum(self) -> tuple[float, bool]:
        found = momentum_of(self.optimizer)
        assert found is not None
        return found

    @property
    def start(self) -> Array:
        """The optimum, but for an error along the sharpest direction alone."""
        optimum = np.array(self.surface.optimum)
        return np.asarray(optimum + self.sharpest * self.size)

    @property
    def size(self) -> float:
        """The error at the start: not below the rounding of the optimum."""
        return max(1.0, float(np.abs(self.surface.optimum).max()))


def _surface(data: Dataset, loss: str = "mse") -> Quadratic:
    surface = quadratic(fit_problem(LOSSES[loss], data))
    assert surface is not None
    return surface


def _design(data: Dataset) -> Array:
    return np.stack([data.x, np.ones(len(data))], axis=1)


def _factor(data: Dataset, loss: str) -> float:
    """Return the factor of the sum of squares."""
    return {"mse": 1.0 / len(data), "half_mse": 0.5 / len(data), "sum_squares": 1.0}[loss]


def _sgd(rate: float = 0.1, beta: float = 0.0, nesterov: bool = False) -> OptimizerConfig:
    given = (("momentum", beta),) if beta else ()
    return OptimizerConfig("sgd", rate, (*given, ("nesterov", True)) if nesterov else given)


def _random_data(random: np.random.Generator, count: int) -> Dataset:
    """Return data of any unit, off the origin by up to 10^4 times their spread."""
    columns = []
    for _ in range(2):
        offset = random.choice([-1.0, 0.0, 1.0]) * 10.0 ** random.uniform(0.0, 4.0)
        scale = 10.0 ** random.uniform(-6.0, 6.0)
        columns.append(scale * (offset + random.standard_normal(count)))
    return Dataset(*columns)


@cache
def _descents() -> tuple[Descent, ...]:
    random = np.random.default_rng(20)
    found = []
    for i in range(COUNT):
        # Plain, momentum and Nesterov's by turns; both ends of the range among them.
        beta = (0.0, 0.99, 0.9)[i] if i < 3 else float(random.uniform(0.0, 0.99))
        optimizer = _sgd(0.1, beta if i % 4 else 0.0, nesterov=bool(i % 2))
        # The trainer compiles anew for another number of rows: those it is asked about have 5.
        count = 5 if i < TRAINED else int(random.integers(2, ROWS + 1))
        found.append(Descent(_random_data(random, count), str(random.choice(SQUARED)), optimizer))
    return tuple(found)


def _padded(column: Sequence[Array]) -> Array:
    """Return columns of any length as rows of equal length, filled up with zeros."""
    return np.stack([np.pad(values, (0, ROWS - len(values))) for values in column])


def _simulated(descents: Sequence[Descent], part: float) -> tuple[Array, Array]:
    """Return by what the errors along the sharpest directions have changed: at the end, at most.

    Each descent goes on, at that part of its limit, until its error is far beyond the question.
    """
    x, y = _padded([d.data.x for d in descents]), _padded([d.data.y for d in descents])
    rows = _padded([np.ones(len(d.data)) for d in descents])
    factor = np.array([2.0 * _factor(d.data, d.loss) for d in descents])
    beta, nesterov = (np.array(v)[:, None] for v in zip(*(d.momentum for d in descents),
                                                        strict=True))  # fmt: skip
    rate = np.array([part * d.limit for d in descents])[:, None]
    sharpest = np.stack([d.sharpest for d in descents])
    best = np.array([d.surface.optimum for d in descents])
    size = np.array([d.size for d in descents])
    point = np.stack([d.start for d in descents])
    velocity = np.zeros_like(point)
    largest = changed = np.ones(len(descents))
    for _ in range(STEPS):
        residual = (point[:, :1] * x + point[:, 1:] - y) * rows
        gradient = factor[:, None] * np.stack(
            [(residual * x).sum(axis=1), residual.sum(axis=1)], axis=1
        )
        going = (changed < THOUSAND**2)[:, None]
        velocity = np.where(going, beta * velocity - rate * gradient, velocity)
        moved = np.where(nesterov, beta * velocity - rate * gradient, velocity)
        point = np.where(going, point + moved, point)
        changed = np.abs(((point - best) * sharpest).sum(axis=1)) / size
        largest = np.maximum(largest, changed)
    return changed, largest


def test_error_shrinks_a_thousandfold_just_below_the_limit() -> None:
    changed, _ = _simulated(_descents(), 0.99)
    assert len(changed) == COUNT and changed.max() < 1.0 / THOUSAND


def test_error_grows_a_thousandfold_just_above_the_limit() -> None:
    _, largest = _simulated(_descents(), 1.01)
    assert len(largest) == COUNT and largest.min() > THOUSAND


def test_descents_are_of_all_kinds() -> None:
    conditions = [d.surface.condition_number for d in _descents()]
    assert min(conditions) < 10.0 and max(conditions) > 1e8
    assert {d.loss for d in _descents()} == set(SQUARED)
    kinds = [(beta > 0.0, nesterov) for beta, nesterov in (d.momentum for d in _descents())]
    assert all(kinds.count((a, b)) > 20 for a in (True, False) for b in (True, False) if a or not b)


def _trained_errors(descent: Descent, part: float) -> Array:
    """Return by what the error has changed at each step of the real trainer."""
    optimizer = OptimizerConfig("sgd", part * descent.limit, descent.optimizer.hyperparameters)
    config = fit_config(
        descent.data, descent.start, descent.loss, "float64", optimizer, stop=StopRules(STEPS)
    )
    view = report.trained(config)[0].history.view
    points = np.stack([view.values(Role.PARAMETER, i) for i in range(2)], axis=1)
    best = np.array(descent.surface.optimum)
    return np.abs((points - best) @ descent.sharpest) / descent.size


@pytest.mark.parametrize("index", range(TRAINED))
def test_limit_parts_growth_from_decay_in_the_trainer(index: int) -> None:
    # Few losses and momenta: what is compiled serves several of them.
    kinds = (_sgd(), _sgd(0.1, 0.9), _sgd(0.1, 0.9, nesterov=True), _sgd(0.1, 0.99))
    descent = replace(_descents()[index], loss="mse", optimizer=kinds[index % len(kinds)])
    assert _trained_errors(descent, 0.99)[-20:].max() < 1.0 / THOUSAND
    above = _trained_errors(descent, 1.01)
    assert above[np.isfinite(above)].max() > THOUSAND


# The factor per step.


def _update_matrix(product: Any, beta: Any, nesterov: bool) -> list[list[Any]]:
    """Return what a step makes of (error, velocity), `product` being rate times curvature."""
    if nesterov:
        return [[1.0 - product - beta * product, beta * beta], [-product, beta]]
    return [[1.0 - product, beta], [-product, beta]]


def _radius(products: Array, betas: Array, nesterov: bool = False) -> Array:
    """Return the spectral radii of the update matrices, over arrays of equal shape."""
    matrices = np.array(_update_matrix(products, betas, nesterov))
    return np.abs(np.linalg.eigvals(np.moveaxis(matrices, (0, 1), (-2, -1)))).max(axis=-1)


@settings(deadline=None, max_examples=300)
@given(
    beta=st.floats(0.0, 0.999),
    rate=st.floats(1e-6, 1e3),
    curvature=st.floats(0.0, 1e6),
    nesterov=st.booleans(),
)
def test_factor_per_step_is_the_spectral_radius(
    beta: float, rate: float, curvature: float, nesterov: bool
) -> None:
    found = factor_per_step(curvature, _sgd(rate, beta, nesterov))
    matrix = np.array(_update_matrix(rate * curvature, beta, nesterov))
    wanted = np.abs(np.linalg.eigvals(matrix)).max()
    # Of a double root half the digits are lost, in whichever way it is found.
    assert found == pytest.approx(wanted, rel=1e-6, abs=1e-6)


@settings(deadline=None, max_examples=300)
@given(beta=st.floats(0.0, 0.99), curvature=st.floats(1e-6, 1e6), nesterov=st.booleans())
def test_factor_is_one_exactly_at_the_limit(beta: float, curvature: float, nesterov: bool) -> None:
    limit = _limit_of(curvature, beta, nesterov)
    at, below, above = (
        factor_per_step(curvature, _sgd(part * limit, beta, nesterov)) for part in (1.0, 0.99, 1.01)
    )
    assert at is not None and below is not None and above is not None
    assert at == pytest.approx(1.0, abs=1e-12)
    assert below < 1.0 - 1e-4 and above > 1.0 + 1e-4


def _limit_of(curvature: float, beta: float, nesterov: bool) -> float:
    @dataclass(frozen=True)
    class Bowl:
        hessian: Array
        eigenvalues: tuple[float, ...]

    bowl = Bowl(np.diag([0.5 * curvature, curvature]), (0.5 * curvature, curvature))
    limit = learning_rate_limit(bowl, _sgd(0.1, beta, nesterov))
    assert limit is not None
    return limit


@pytest.mark.parametrize("name", ["adam", "rmsprop", "lion"])
def test_other_optimizers_have_no_factor(name: str) -> None:
    assert factor_per_step(1.0, OptimizerConfig(name)) is None


# Best rate and best momentum, against grids of the slower direction's spectral radius.


def _slower(surface: Quadratic, rates: Array, betas: Array) -> Array:
    """Return the spectral radius of the slower direction."""
    rates, betas = np.broadcast_arrays(rates, betas)
    return np.maximum(*(_radius(rates * c, betas) for c in surface.eigenvalues))


def _some_data(seed: int, offset: float) -> Dataset:
    random = np.random.default_rng(seed)
    x = random.standard_normal(10) * 10.0 ** random.uniform(-1.0, 1.0) + offset
    return Dataset(x, random.standard_normal(10))


BOWLS = [pytest.param(_some_data(i, o), id=f"{i}-{o}") for i in range(4) for o in (0.0, 3.0, 30.0)]


@pytest.mark.parametrize("data", BOWLS)
def test_nothing_on_a_grid_beats_the_best_momentum(data: Dataset) -> None:
    surface = _surface(data)
    found = best_momentum(surface)
    assert found is not None
    rate, beta = found
    best = float(_slower(surface, np.array(rate), np.array(beta)))
    # Both directions have a double root there, sqrt(beta).
    assert best == pytest.approx(math.sqrt(beta), abs=1e-6)
    rates, betas = rate * np.linspace(0.3, 2.0, 171)[:, None], np.linspace(0.0, 0.999, 150)
    grid = _slower(surface, rates, betas)
    assert grid.min() >= best - 1e-6


@pytest.mark.parametrize("beta", [0.0, 0.3, 0.9, 0.99])
@pytest.mark.parametrize("data", BOWLS)
def test_nothing_on_a_grid_beats_the_best_rate(data: Dataset, beta: float) -> None:
    surface = _surface(data)
    rate = best_learning_rate(surface, _sgd(0.1, beta))
    assert rate is not None
    best = float(_slower(surface, np.array(rate), np.array(beta)))
    limit = learning_rate_limit(surface, _sgd(0.1, beta))
    assert limit is not None and best < 1.0
    rates = limit * np.linspace(1e-3, 1.1, 4000)
    grid = _slower(surface, rates, np.array(beta))
    assert grid.min() >= best - 1e-6
    # The grid comes as near: what it finds is no worse than its own spacing allows.
    assert grid.min() <= best + 0.02


def test_best_rate_along_a_valley_needs_no_bounce() -> None:
    surface = _surface(Dataset(np.array([3.0, 3.0]), np.array([1.0, 2.0])))
    assert best_momentum(surface) is None
    rate = best_learning_rate(surface, _sgd(0.1, 0.5))
    assert rate is not None
    rates = rate * np.linspace(0.2, 1.3, 1000)
    grid = _radius(rates * surface.eigenvalues[1], np.full(1000, 0.5))
    best = factor_per_step(surface.eigenvalues[1], _sgd(rate, 0.5))
    assert best == pytest.approx(math.sqrt(0.5), rel=1e-12)
    assert grid.min() >= best - 1e-6


# Curvature at a point.


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 2**32 - 1), loss=st.sampled_from(SQUARED))
def test_local_curvature_of_squared_losses_is_the_closed_form(seed: int, loss: str) -> None:
    random = np.random.default_rng(seed)
    problem = fit_problem(LOSSES[loss], _random_data(random, 12))
    point = 10.0 ** random.uniform(-3.0, 3.0) * random.standard_normal(2)
    surface = quadratic(problem)
    assert surface is not None
    found = local_curvature(problem, point)
    # Mixed terms may cancel: relative to what the diagonal allows.
    size = np.sqrt(np.outer(np.diag(surface.hessian), np.diag(surface.hessian)))
    assert np.abs((found.hessian - surface.hessian) / size).max() <= 1e-10
    assert found.eigenvalues[-1] == pytest.approx(surface.eigenvalues[-1], rel=1e-10)


def _gradient(loss: str, data: Dataset, point: Array) -> Array:
    """Return the gradient by its formula: the mean of loss'(e) (x, 1)."""
    residual = _design(data) @ point - data.y
    slope = np.clip(residual, -1.0, 1.0) if loss == "huber" else np.tanh(residual)
    return np.asarray(slope @ _design(data) / len(data))


@pytest.mark.parametrize("loss", ["huber", "log_cosh"])
@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 2**32 - 1))
def test_local_curvature_against_finite_differences(loss: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    data, step = linear_dataset(seed=seed), 1e-5
    point = np.array([2.0, 10.0]) + random.standard_normal(2)
    # Within the step of its kink, a difference of Huber's slope is no derivative.
    assume(np.abs(np.abs(_design(data) @ point - data.y) - 1.0).min() > 10.0 * step)
    rows = [
        (_gradient(loss, data, point + move) - _gradient(loss, data, point - move)) / (2.0 * step)
        for move in step * np.eye(2)
    ]
    found = local_curvature(fit_problem(LOSSES[loss], data), point)
    assert found.hessian == pytest.approx(np.array(rows), abs=1e-9)


@pytest.mark.parametrize("point", [(0.0, 0.0), (1.0, 1.0), (-1.2, 1.0), (3.0, -7.5)])
def test_local_curvature_of_a_bare_function(point: tuple[float, float]) -> None:
    u, v = point
    wanted = [[2.0 - 400.0 * (v - 3.0 * u * u), -400.0 * u], [-400.0 * u, 200.0]]
    found = local_curvature(Problem(Rosenbrock(), (0.0, 0.0)), point)
    assert found.hessian == pytest.approx(np.array(wanted), rel=1e-13)
    assert found.eigenvalues == pytest.approx(np.linalg.eigvalsh(wanted), rel=1e-12)


def test_limit_at_a_point_is_that_of_its_sharpest_direction() -> None:
    found = local_curvature(Problem(Rosenbrock(), (0.0, 0.0)), (1.0, 1.0))
    # At the minimum: [[802, -400], [-400, 200]].
    largest = 501.0 + math.sqrt(301.0**2 + 400.0**2)
    assert learning_rate_limit(found, _sgd()) == pytest.approx(2.0 / largest, rel=1e-13)
    assert found.condition_number == pytest.approx(largest**2 / 400.0, rel=1e-9)


def test_mean_absolute_error_has_no_curvature_and_no_limit() -> None:
    found = local_curvature(fit_problem(LOSSES["mae"], linear_dataset()), (1.0, 1.0))
    assert found.eigenvalues == (0.0, 0.0) and not found.hessian.any()
    assert found.condition_number == math.inf
    assert learning_rate_limit(found, _sgd()) is None


def test_a_saddle_has_a_limit_and_no_finite_condition_number() -> None:
    found = local_curvature(Problem(Rosenbrock(), (0.0, 0.0)), (0.0, 1.0))
    assert found.eigenvalues == pytest.approx((-398.0, 200.0))
    assert learning_rate_limit(found, _sgd()) == pytest.approx(0.01)
    assert found.condition_number == math.inf


def test_curvature_where_the_loss_overflows_is_not_a_number() -> None:
    found = local_curvature(Problem(Rosenbrock(), (0.0, 0.0)), (1e160, 0.0))
    assert all(math.isnan(value) for value in found.eigenvalues) and len(found.eigenvalues) == 2
    assert learning_rate_limit(found, _sgd()) is None
    # That of a squared loss is the same everywhere, even where the loss itself is infinite.
    problem = fit_problem(LOSSES["mse"], linear_dataset())
    assert problem.loss((1e200, 0.0)) == math.inf
    far = local_curvature(problem, (1e200, 0.0))
    assert far.hessian == pytest.approx(_surface(linear_dataset()).hessian, rel=1e-12)
