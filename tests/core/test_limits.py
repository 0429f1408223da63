"""Learning-rate limits, factors and best rates, against simulations and eigenvalues."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.columns import Role
from core.config import RunConfig, StopRules
from core.dataset import Dataset
from core.loss import LOSSES
from core.optimizer import OptimizerConfig
from core.problem import Problem, fit_problem
from core.report import trained
from core.stability import (
    Quadratic,
    best_learning_rate,
    best_momentum,
    factor_per_step,
    learning_rate_limit,
    local_curvature,
    principal_axes,
    quadratic,
)
from tests.core.helpers import Rosenbrock, linear_dataset

COUNT = 200
"""Random data sets."""

STEPS = 3000
"""Enough steps at 1 % from the limit: with momentum 0.99 the factor is closest to 1."""


def _case(seed: int) -> tuple[Problem, Quadratic, OptimizerConfig]:
    """Return a random fit, far from the origin or not, and momentum from 0 to 0.99."""
    random = np.random.default_rng(seed)
    scale, offset = 10.0 ** random.uniform(-3, 3), random.choice([0.0, 1.0, 30.0])
    x = scale * (random.standard_normal(random.integers(2, 40)) + offset)
    y = 10.0 ** random.uniform(-3, 3) * random.standard_normal(len(x))
    loss = LOSSES[str(random.choice(["mse", "half_mse", "sum_squares"]))]
    problem = fit_problem(loss, Dataset(x, y))
    surface = quadratic(problem)
    assert surface is not None
    beta = float(random.choice([0.0, random.uniform(0.0, 0.99), 0.99]))
    settings: list[tuple[str, float | bool]] = [("momentum", beta)] if beta else []
    if random.random() < 0.5:
        settings.append(("nesterov", True))
    return problem, surface, OptimizerConfig("sgd", 0.1, tuple(settings))


def _simulated(surface: Quadratic, rate: float, beta: float, nesterov: bool) -> float:
    """Return by what the error along the steepest direction has changed, in Keras' convention.

    v <- beta v - rate g; w <- w + v, or with Nesterov w <- w + beta v - rate g; both parameters
    together, in units in which the data's own scale does not matter.
    """
    steep = principal_axes(surface)[:, -1]
    at, velocity, largest = steep.copy(), np.zeros(2), 0.0
    for step in range(STEPS):
        gradient = surface.hessian @ at
        velocity = beta * velocity - rate * gradient
        at = at + (beta * velocity - rate * gradient if nesterov else velocity)
        if step >= STEPS - 50:
            largest = max(largest, abs(float(steep @ at)))
        # The flat direction only carries rounding here.
        at = steep * float(steep @ at)
        velocity = steep * float(steep @ velocity)
    return largest


@pytest.mark.parametrize("seed", range(COUNT))
def test_the_error_shrinks_just_below_the_limit_and_grows_just_above(seed: int) -> None:
    _, surface, optimizer = _case(seed)
    limit = learning_rate_limit(surface, optimizer)
    assert limit is not None
    beta = float(optimizer.hyperparameter("momentum", 0.0))
    nesterov = bool(optimizer.hyperparameter("nesterov", 0.0))
    assert _simulated(surface, 0.99 * limit, beta, nesterov) < 1e-3
    assert _simulated(surface, 1.01 * limit, beta, nesterov) > 1e3


@pytest.mark.parametrize("seed", range(0, COUNT, 25))
@pytest.mark.parametrize("part", [0.99, 1.01])
def test_the_real_trainer_has_the_same_limit(seed: int, part: float) -> None:
    problem, surface, optimizer = _case(seed)
    limit = learning_rate_limit(surface, optimizer)
    assert limit is not None and surface.optimum is not None
    steep, size = principal_axes(surface)[:, -1], float(np.abs(surface.optimum).max())
    start = np.asarray(surface.optimum) + size * steep
    optimizer = OptimizerConfig("sgd", part * limit, optimizer.hyperparameters)
    config = RunConfig(problem.started_at(start), "float64", optimizer, StopRules(STEPS))
    run, _ = trained(config)
    rows = np.stack([run.history.view.values(Role.PARAMETER, i) for i in (0, 1)], axis=1)
    error = np.abs((rows - surface.optimum) @ steep) / size
    assert error[-50:].max() < 1e-3 if part < 1.0 else error[-50:].max() > 1e3


@settings(deadline=None, max_examples=200)
@given(
    beta=st.floats(0.0, 0.999), rate=st.floats(1e-6, 10.0), curvature=st.floats(1e-6, 10.0),
    nesterov=st.booleans(),
)  # fmt: skip
def test_factor_is_the_spectral_radius_of_the_update(
    beta: float, rate: float, curvature: float, nesterov: bool
) -> None:
    a = rate * curvature
    # (error, velocity) -> the next, from Keras' two lines.
    if nesterov:
        update = np.array([[1.0 - a * (1.0 + beta), beta * beta], [-a, beta]])
    else:
        update = np.array([[1.0 - a, beta], [-a, beta]])
    wanted = float(np.abs(np.linalg.eigvals(update)).max())
    optimizer = OptimizerConfig("sgd", rate, (("momentum", beta), ("nesterov", nesterov)))
    assert factor_per_step(curvature, optimizer) == pytest.approx(wanted, rel=1e-5, abs=1e-6)


def test_no_factor_for_other_optimizers() -> None:
    assert factor_per_step(1.0, OptimizerConfig("adam")) is None


def _slowest(surface: Quadratic, rate: float, beta: float) -> float:
    optimizer = OptimizerConfig("sgd", rate, (("momentum", beta),))
    return max(factor_per_step(value, optimizer) or 0.0 for value in surface.eigenvalues)


@pytest.mark.parametrize("seed", range(12))
def test_no_rate_beats_the_best_one_at_its_momentum(seed: int) -> None:
    surface = _case(seed)[1]
    for beta in (0.0, 0.3, 0.9):
        best = best_learning_rate(surface, OptimizerConfig("sgd", 0.1, (("momentum", beta),)))
        assert best is not None
        found = _slowest(surface, best, beta)
        for part in np.linspace(0.05, 1.2, 60):
            assert _slowest(surface, part * best, beta) >= found - 1e-9


@pytest.mark.parametrize("seed", range(12))
def test_no_pair_beats_the_best_pair(seed: int) -> None:
    surface = _case(seed)[1]
    pair = best_momentum(surface)
    assert pair is not None
    rate, beta = pair
    # There both factors are the root of the momentum (a double root: half the digits).
    assert _slowest(surface, rate, beta) == pytest.approx(beta**0.5, abs=1e-6)
    for other in np.linspace(0.0, 0.999, 25):
        for part in np.linspace(0.1, 1.5, 25):
            assert _slowest(surface, part * rate, float(other)) >= beta**0.5 - 1e-6


def test_a_flat_valley_has_no_best_pair() -> None:
    surface = quadratic(fit_problem(LOSSES["mse"], Dataset(np.ones(3), np.arange(3.0))))
    assert surface is not None and best_momentum(surface) is None


# Curvature at a point.


def _points(count: int, seed: int) -> NDArray[np.float64]:
    return np.random.default_rng(seed).normal(0.0, 3.0, (count, 2))


@pytest.mark.parametrize("loss", ["mse", "half_mse", "sum_squares"])
@pytest.mark.parametrize("point", _points(3, 0).tolist())
def test_curvature_of_squared_losses_is_the_closed_form_everywhere(
    loss: str, point: list[float]
) -> None:
    problem = fit_problem(LOSSES[loss], linear_dataset())
    exact = quadratic(problem)
    assert exact is not None
    found = local_curvature(problem, point)
    assert found.hessian == pytest.approx(exact.hessian, rel=1e-12)
    assert found.eigenvalues == pytest.approx(exact.eigenvalues, rel=1e-12)
    assert found.condition_number == pytest.approx(exact.condition_number, rel=1e-12)


@pytest.mark.parametrize("loss", ["huber", "log_cosh"])
@pytest.mark.parametrize("point", [[1.9, 10.1], [2.3, 9.7], [0.5, 8.0]])
def test_curvature_of_other_losses_is_the_sum_of_their_second_derivatives(
    loss: str, point: list[float]
) -> None:
    data = linear_dataset()
    residual = point[0] * data.x + point[1] - data.y
    second = 1.0 * (np.abs(residual) <= 1.0) if loss == "huber" else np.cosh(residual) ** -2.0
    design = np.stack([data.x, np.ones(len(data))])
    wanted = (design * second) @ design.T / len(data)
    found = local_curvature(fit_problem(LOSSES[loss], data), point)
    assert found.hessian == pytest.approx(wanted, rel=1e-10, abs=1e-14)


def test_curvature_of_a_bare_function() -> None:
    u, v = 0.3, -1.2
    mixed = -400.0 * u
    wanted = [[2.0 - 400.0 * (v - 3.0 * u * u), mixed], [mixed, 200.0]]
    found = local_curvature(Problem(Rosenbrock(), (0.0, 0.0)), (u, v))
    assert found.hessian == pytest.approx(np.array(wanted), rel=1e-12)
    # A saddle between hills has no condition number, and descent no limit where it bends down.
    hill = local_curvature(Problem(Rosenbrock(), (0.0, 0.0)), (0.0, 5.0))
    assert hill.eigenvalues[0] < 0.0 and hill.condition_number == np.inf


def test_mean_absolute_error_has_no_curvature_and_no_limit() -> None:
    found = local_curvature(fit_problem(LOSSES["mae"], linear_dataset()), (1.0, 1.0))
    assert (found.hessian == 0.0).all()
    assert learning_rate_limit(found, OptimizerConfig()) is None


def test_curvature_that_is_not_finite_is_not_a_number() -> None:
    data = Dataset(np.array([1e200, 2e200]), np.array([1.0, 2.0]))
    found = local_curvature(fit_problem(LOSSES["mse"], data), (1.0, 1.0))
    assert all(np.isnan(value) for value in found.eigenvalues)
    assert learning_rate_limit(found, OptimizerConfig()) is None
