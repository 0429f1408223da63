"""Problems: objectives of fits and of bare functions, for any number of parameters."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.dataset import Dataset
from core.loss import LOSSES
from core.model import LinearModel
from core.problem import FitObjective, Problem, fit_problem, relative_steps
from tests.core.helpers import Parabola, Rosenbrock, linear_dataset, tf


def _tensors(*values: float) -> list[tf.Tensor]:
    return [tf.constant(value, tf.float64) for value in values]


def _data(dataset: Dataset) -> tuple[tf.Tensor, ...]:
    return tf.constant(dataset.x), tf.constant(dataset.y)


def test_checker_has_loss_9_at_its_start() -> None:
    x = np.arange(1.0, 6.0)
    problem = fit_problem(LOSSES["mse"], Dataset(x, x - 1.0), (1.0, 2.0))
    assert problem.loss(problem.start) == 9.0
    assert problem.loss(problem.start, "float32") == 9.0
    assert problem.loss((1.0, -1.0)) == 0.0


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_arrays_are_the_data_in_the_dtype_of_training(dtype: str) -> None:
    dataset = linear_dataset()
    x, y = fit_problem(LOSSES["mse"], dataset).arrays(dtype)
    assert x.dtype == y.dtype == np.dtype(dtype)
    assert x == pytest.approx(dataset.x, rel=1e-7)
    assert y == pytest.approx(dataset.y, rel=1e-7)


def test_started_at_changes_only_the_start() -> None:
    problem = fit_problem(LOSSES["mae"], linear_dataset(), (1.0, 2.0))
    moved = problem.started_at([3, -4])
    assert moved.start == (3.0, -4.0)
    assert moved.objective is problem.objective and moved.dataset is problem.dataset
    assert problem.start == (1.0, 2.0)


def test_with_loss_changes_only_the_loss_of_a_fit() -> None:
    problem = fit_problem(LOSSES["mae"], linear_dataset(), (1.0, 2.0))
    other = problem.with_loss(LOSSES["huber"])
    assert other.fit == FitObjective(LinearModel(), LOSSES["huber"])
    assert other.dataset is problem.dataset and other.start == problem.start


def test_bare_function_has_neither_data_nor_fit() -> None:
    problem = Problem(Rosenbrock(), (-1.0, 1.0))
    assert problem.names == ("u", "v")
    assert problem.arrays("float64") == ()
    assert problem.fit is None
    assert problem.with_loss(LOSSES["mae"]) is problem
    assert problem.loss((-1.0, 1.0)) == 4.0
    assert problem.loss((1.0, 1.0)) == 0.0


def test_equal_objectives_are_one_key_whatever_the_data() -> None:
    first = fit_problem(LOSSES["mse"], linear_dataset(seed=1)).objective
    second = fit_problem(LOSSES["mse"], linear_dataset(seed=2), (5.0, 5.0)).objective
    assert first == second and hash(first) == hash(second)
    assert first != fit_problem(LOSSES["mae"], linear_dataset()).objective


def test_only_a_line_with_a_squared_loss_is_known_to_be_quadratic() -> None:
    squared = {n for n, loss in LOSSES.items() if FitObjective(LinearModel(), loss).quadratic}
    assert squared == {"mse", "half_mse", "sum_squares"}
    assert not FitObjective(Parabola(), LOSSES["mse"]).quadratic


@pytest.mark.parametrize("name", LOSSES)
def test_sets_of_parameters_give_the_losses_of_each(name: str) -> None:
    objective, data = FitObjective(Parabola(), LOSSES[name]), _data(linear_dataset())
    sets = np.random.default_rng(0).standard_normal((3, 4))
    together = objective([tf.constant(row) for row in sets], data)
    one_by_one = [float(objective(_tensors(*point), data)) for point in sets.T]
    assert together.numpy() == pytest.approx(one_by_one, rel=1e-14)


@settings(deadline=None)
@given(x_power=st.integers(-40, 40), y_power=st.integers(-40, 40), seed=st.integers(0, 99))
def test_steps_of_a_fit_follow_the_units_of_the_data(x_power: int, y_power: int, seed: int) -> None:
    """x in units of 2^x_power and y in units of 2^y_power: the same steps in those units."""
    objective = FitObjective(LinearModel(), LOSSES["mse"])
    dataset, one = linear_dataset(seed=seed), tf.constant(1.0, tf.float64)
    x_unit, y_unit = 2.0**x_power, 2.0**y_power
    plain = objective.steps(_tensors(0.5, -3.0), _data(dataset), one).numpy()
    other = Dataset(dataset.x * x_unit, dataset.y * y_unit)
    point = _tensors(0.5 * y_unit / x_unit, -3.0 * y_unit)
    assert np.all(plain > 0.0)
    found = objective.steps(point, _data(other), one).numpy()
    assert found.tolist() == [plain[0] * y_unit / x_unit, plain[1] * y_unit]


def test_steps_move_the_largest_prediction_equally_far() -> None:
    objective = FitObjective(Parabola(), LOSSES["mse"])
    dataset = Dataset(np.array([-4.0, 1.0]), np.array([3.0, 0.0]))
    steps = objective.steps(_tensors(1.0, 0.0, 2.0), _data(dataset), tf.constant(1.0, tf.float64))
    moved = 2.0**-17 * (1.0 + 2.0 * 16.0 + 3.0)
    assert steps.numpy().tolist() == [moved, moved / 4.0, moved / 16.0]


@pytest.mark.parametrize("name", LOSSES)
def test_data_that_set_no_scale_get_relative_steps(name: str) -> None:
    objective = FitObjective(LinearModel(), LOSSES[name])
    zeros = Dataset(np.zeros(3), np.zeros(3))
    point = _tensors(0.0, 0.0)
    steps = objective.steps(point, _data(zeros), tf.constant(0.0, tf.float64)).numpy()
    assert steps[0] == relative_steps(point).numpy()[0] == 2.0**-17
    assert steps[1] > 0.0


def test_relative_steps_follow_large_parameters_only() -> None:
    steps = relative_steps(_tensors(0.0, -0.5, 1.0, -1024.0)).numpy()
    assert steps.tolist() == [2.0**-17, 2.0**-17, 2.0**-17, 2.0**-7]
