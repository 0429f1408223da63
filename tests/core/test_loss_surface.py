"""The loss over w and b: grid, view, levels and contour lines, against TensorFlow and NumPy."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.dataset import Dataset
from core.loss import LOSSES
from core.loss_surface import (
    COARSE,
    FLOOR,
    GRID,
    SAMPLE_ROWS,
    Bounds,
    LossSurface,
    loss_surface,
    needs_tensorflow,
    surface_in_parts,
    view_bounds,
)
from core.presets import preset_named
from core.problem import Problem, fit_problem
from core.stability import quadratic
from tests.core.helpers import Rosenbrock, linear_dataset, tf

Array = NDArray[np.float64]

FORMULAS: dict[str, Callable[[Array], Array]] = {
    "mse": lambda e: (e**2).mean(axis=-1),
    "half_mse": lambda e: (e**2).mean(axis=-1) / 2,
    "sum_squares": lambda e: (e**2).sum(axis=-1),
    "mae": lambda e: np.abs(e).mean(axis=-1),
    "huber": lambda e: np.where(np.abs(e) <= 1, e**2 / 2, np.abs(e) - 0.5).mean(axis=-1),
    "log_cosh": lambda e: (np.logaddexp(e, -e) - math.log(2.0)).mean(axis=-1),
}
"""Residuals, rows along the last axis -> loss."""

BOUNDS = ((-3.0, 5.0), (4.0, 15.0))
COUNTS = (9, 14)


def _loss_range(surface: LossSurface) -> tuple[float, float]:
    """Return the losses that the ends of the colours stand for."""
    logs = surface.log_loss()
    return 10.0 ** float(logs.min()), 10.0 ** float(logs.max())


def _problem(loss: str = "mse", start: tuple[float, float] = (1.0, 1.0)) -> Problem:
    return fit_problem(LOSSES[loss], linear_dataset(), start)


def _grid(surface: LossSurface) -> tuple[Array, Array]:
    """Return w and b of every point, rows of the grid being b."""
    return np.meshgrid(surface.first, surface.second, indexing="xy")


# The grid.


@pytest.mark.parametrize("loss", LOSSES)
def test_grid_is_the_formula_at_its_points(loss: str) -> None:
    problem = _problem(loss)
    surface = loss_surface(problem, BOUNDS, COUNTS)
    assert problem.dataset is not None
    w, b = _grid(surface)
    wanted = FORMULAS[loss](w[..., None] * problem.dataset.x + b[..., None] - problem.dataset.y)
    assert surface.loss.shape == wanted.shape == (14, 9)
    assert surface.loss.dtype == np.float64
    assert surface.loss == pytest.approx(wanted, rel=1e-12)


@settings(deadline=None, max_examples=15)
@given(seed=st.integers(0, 2**32 - 1), offset=st.sampled_from([0.0, -20.0, 1000.0]))
@pytest.mark.parametrize("loss", ["mse", "half_mse", "sum_squares"])
def test_closed_form_grid_is_tensorflows_loss(loss: str, seed: int, offset: float) -> None:
    random = np.random.default_rng(seed)
    x = offset + random.standard_normal(40)
    data = Dataset(x, 3.0 * x - 5.0 + random.standard_normal(40))
    problem = fit_problem(LOSSES[loss], data, tuple(random.standard_normal(2)))
    surface = loss_surface(problem, view_bounds(problem), COUNTS)
    w, b = _grid(surface)
    arrays = tuple(tf.constant(a) for a in problem.arrays("float64"))
    wanted = problem.objective([tf.constant(w.ravel()), tf.constant(b.ravel())], arrays).numpy()
    assert surface.loss.ravel() == pytest.approx(wanted, rel=1e-9)


@pytest.mark.parametrize("loss", LOSSES)
def test_bounds_are_the_outermost_points(loss: str) -> None:
    surface = loss_surface(_problem(loss), BOUNDS, COUNTS)
    assert (surface.first[0], surface.first[-1]) == BOUNDS[0]
    assert (surface.second[0], surface.second[-1]) == BOUNDS[1]
    assert np.diff(surface.first) == pytest.approx(np.full(8, 1.0))


@pytest.mark.parametrize("loss", LOSSES)
def test_lowest_point_is_within_half_a_cell_of_the_optimum(loss: str) -> None:
    # Without noise, so that all losses have their optimum at (2, 10).
    data = preset_named("tape").make(0.0, 0)
    problem = fit_problem(LOSSES[loss], data, (1.0, 1.0))
    surface = loss_surface(problem, ((-1.7, 4.4), (3.0, 15.1)), (60, 90))
    j, i = np.unravel_index(surface.loss.argmin(), surface.loss.shape)
    assert abs(surface.first[i] - 2.0) <= 0.5 * np.diff(surface.first)[0]
    assert abs(surface.second[j] - 10.0) <= 0.5 * np.diff(surface.second)[0]


@pytest.mark.parametrize("loss", ["mse", "mae"])
def test_default_grid(loss: str) -> None:
    assert loss_surface(_problem(loss), BOUNDS).loss.shape == (GRID, GRID)


def test_bare_function_has_a_surface() -> None:
    problem = Problem(Rosenbrock(), (-1.0, 1.0))
    surface = loss_surface(problem, ((-2.0, 2.0), (-1.0, 3.0)), COUNTS)
    u, v = _grid(surface)
    wanted = (1.0 - u) ** 2 + 100.0 * (v - u**2) ** 2
    assert surface.loss == pytest.approx(wanted, rel=1e-12)
    assert needs_tensorflow(problem)


def test_only_losses_without_closed_form_need_tensorflow() -> None:
    needing = {name for name in LOSSES if needs_tensorflow(_problem(name))}
    assert needing == {"mae", "huber", "log_cosh"}


def test_surface_of_other_data_is_not_that_of_the_first() -> None:
    first = loss_surface(_problem("mae"), BOUNDS, COUNTS)
    other = fit_problem(LOSSES["mae"], linear_dataset(33, seed=7))
    assert other.dataset is not None
    second = loss_surface(other, BOUNDS, COUNTS)
    w, b = _grid(second)
    wanted = FORMULAS["mae"](w[..., None] * other.dataset.x + b[..., None] - other.dataset.y)
    assert second.loss == pytest.approx(wanted, rel=1e-12)
    assert not np.array_equal(first.loss, second.loss)


# The view.


def _holds(bounds: Bounds, point: tuple[float, float]) -> bool:
    return all(low <= value <= high for (low, high), value in zip(bounds, point, strict=True))


def _is_drawable(bounds: Bounds) -> bool:
    """Whether a grid in the bounds is finite and has distinct points along both axes."""
    axes = [np.linspace(*ends, GRID) for ends in bounds]
    return all(bool(np.isfinite(a).all() and (np.diff(a) > 0.0).all()) for a in axes)


@st.composite
def _problems(draw: st.DrawFn) -> Problem:
    """Problems of any unit, with starts near, at and far from the optimum."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    count = draw(st.integers(1, 8))
    scales = [10.0 ** draw(st.integers(-12, 12)) for _ in range(3)]
    offsets = [draw(st.sampled_from([0.0, 1.0, -1e3, 1e9])) for _ in range(2)]
    x, y = (
        scale * (random.standard_normal(count) + offset)
        for scale, offset in zip(scales, offsets, strict=False)
    )
    problem = fit_problem(LOSSES[draw(st.sampled_from(["mse", "mae"]))], Dataset(x, y))
    kind = draw(st.sampled_from(["zero", "random", "optimum", "near"]))
    surface = quadratic(problem.with_loss(LOSSES["mse"]))
    optimum = (0.0, 0.0) if surface is None or surface.optimum is None else surface.optimum
    starts = {
        "zero": np.zeros(2),
        "random": scales[2] * random.standard_normal(2),
        "optimum": np.array(optimum),
        "near": np.array(optimum) * (1.0 + 1e-9 * random.standard_normal(2)),
    }
    return problem.started_at(starts[kind])


@settings(deadline=None, max_examples=400)
@given(problem=_problems())
def test_view_holds_start_and_optimum(problem: Problem) -> None:
    bounds = view_bounds(problem)
    assert _is_drawable(bounds)
    assert _holds(bounds, (problem.start[0], problem.start[1]))
    surface = quadratic(problem.with_loss(LOSSES["mse"]))
    if surface is not None and surface.optimum is not None:
        assert _holds(bounds, surface.optimum)


DEGENERATE = {
    "constant x": ([2.0, 2.0, 2.0], [1.0, 3.0, 2.0]),
    "single row": ([3.0], [7.0]),
    "single row at the origin": ([0.0], [0.0]),
    "constant y": ([0.0, 1.0, 2.0], [2.0, 2.0, 2.0]),
    "all zero": ([0.0, 0.0], [0.0, 0.0]),
    "two rows": ([1.0, 3.0], [2.0, 5.0]),
    "huge": ([1e12, 2e12, 4e12], [1e12, 3e12, 2e12]),
    "tiny": ([1e-12, 2e-12, 4e-12], [1e-12, 3e-12, 2e-12]),
    "huge over tiny": ([1e-12, 2e-12, 4e-12], [1e12, 3e12, 2e12]),
    "seconds since 1970": ([1.7e9, 1.7e9 + 60.0, 1.7e9 + 120.0], [1.0, 3.0, 2.0]),
    "beyond the closed form": ([1e150, 2e150], [1.0, 2.0]),
    "largest numbers": ([1.0, 2.0], [1e308, -1e308]),
}


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("name", DEGENERATE)
@pytest.mark.parametrize("start", [(0.0, 0.0), (1.0, 2.0), (-1e12, 1e-12)])
def test_degenerate_data_have_a_view_colours_levels_and_contours(
    name: str, loss: str, start: tuple[float, float]
) -> None:
    x, y = DEGENERATE[name]
    problem = fit_problem(LOSSES[loss], Dataset(np.array(x), np.array(y)), start)
    bounds = view_bounds(problem)
    assert _is_drawable(bounds) and _holds(bounds, start)
    _check_picture(loss_surface(problem, bounds, COUNTS))


def _check_picture(surface: LossSurface) -> None:
    assert np.isfinite(surface.log_loss()).all()
    low, high = _loss_range(surface)
    assert 0.0 < low <= high < math.inf
    levels = surface.levels()
    assert np.isfinite(levels).all() and (np.diff(levels) > 0.0).all()
    for points in surface.contours(levels):
        assert points.ndim == 2 and points.shape[1] == 2
        gap = np.isnan(points)
        assert (gap[:, 0] == gap[:, 1]).all() and np.isfinite(points[~gap]).all()


@pytest.mark.parametrize("name", ["two rows", "huge", "tiny", "constant y"])
def test_start_at_the_optimum_shows_a_bowl_around_it(name: str) -> None:
    x, y = DEGENERATE[name]
    problem = fit_problem(LOSSES["mse"], Dataset(np.array(x), np.array(y)))
    surface = quadratic(problem)
    assert surface is not None and surface.optimum is not None
    bounds = view_bounds(problem.started_at(surface.optimum))
    grid = loss_surface(problem, bounds, (51, 51))
    assert np.unravel_index(grid.loss.argmin(), grid.loss.shape) == (25, 25)
    assert len(grid.levels()) == 12
    _check_picture(grid)


def test_start_that_differs_from_the_optimum_by_its_printed_digits_still_shows_a_bowl() -> None:
    surface = quadratic(_problem())
    assert surface is not None and surface.optimum is not None
    printed = tuple(float(f"{value:.7g}") for value in surface.optimum)
    bounds = view_bounds(_problem(start=(printed[0], printed[1])))
    # Not a picture of the rounding of the loss.
    assert all(high - low > 1.0 for low, high in bounds)


def test_start_one_rounding_beside_an_exact_fit_can_be_drawn() -> None:
    problem = fit_problem(LOSSES["mse"], Dataset(np.array([1.0, 3.0]), np.array([3e6, 5e6])))
    surface = quadratic(problem)
    assert surface is not None and surface.optimum is not None
    w, b = surface.optimum
    start = (float(np.nextafter(w, math.inf)), b)
    bounds = view_bounds(problem.started_at(start))
    assert surface.rise(np.float64(start[0]), np.float64(start[1])) > 0.0 == surface.minimum
    assert _is_drawable(bounds) and _holds(bounds, start)


def test_start_far_up_a_valley_can_be_drawn() -> None:
    data = Dataset(np.array([0.0]), np.array([1e18]))
    problem = fit_problem(LOSSES["mse"], data, (0.0, 1e18))
    assert _is_drawable(view_bounds(problem)) and _holds(view_bounds(problem), (0.0, 1e18))


def test_view_of_the_presets_has_the_start_inside_and_the_bowl_in_view() -> None:
    for name in ("tape", "checker"):
        problem = preset_named(name).config().problem
        (w_low, w_high), (b_low, b_high) = view_bounds(problem)
        w, b = problem.start
        assert w_low < w < w_high and b_low < b < b_high
        surface = quadratic(problem)
        assert surface is not None and surface.optimum is not None
        grid = loss_surface(problem, ((w_low, w_high), (b_low, b_high)))
        # Every edge rises above the optimum, and some above the start.
        edges = (grid.loss[0], grid.loss[-1], grid.loss[:, 0], grid.loss[:, -1])
        assert min(edge.min() for edge in edges) > surface.minimum
        assert max(edge.max() for edge in edges) > problem.loss(problem.start)


# Colours, levels, lines.


def _made(loss: list[list[float]]) -> LossSurface:
    array = np.array(loss)
    height, width = array.shape
    return LossSurface(np.arange(float(width)), np.arange(float(height)), array)


def test_log_loss_is_the_logarithm_above_its_floor() -> None:
    surface = _made([[1.0, 10.0, 100.0], [1e-3, 0.0, 1e3]])
    wanted = np.array([[0.0, 1.0, 2.0], [-3.0, math.log10(FLOOR * 1e3), 3.0]])
    assert surface.log_loss() == pytest.approx(wanted, abs=1e-12)
    assert _loss_range(surface) == pytest.approx((FLOOR * 1e3, 1e3))


@pytest.mark.parametrize(
    "loss",
    [
        [[1.0, math.inf], [2.0, 3.0]],
        [[1.0, math.nan], [2.0, math.inf]],
        [[math.inf, math.inf], [math.inf, math.inf]],
        [[math.nan, math.inf], [math.nan, math.nan]],
        [[0.0, 0.0], [0.0, 0.0]],
        [[5.0, 5.0], [5.0, 5.0]],
        [[5.0, 5.0], [5.0, np.nextafter(5.0, 6.0)]],
        [[0.0, 5e-324], [5e-324, 1e-323]],
        [[0.0, 1e-308], [5e-324, 1e-320]],
        [[0.0, 1.7e308], [1.0, 1e300]],
        [[-1.0, -2.0], [-3.0, -0.5]],
        [[-1.0, 0.0], [3.0, 0.5]],
    ],
    ids=str,
)
def test_picture_is_finite_whatever_the_losses(loss: list[list[float]]) -> None:
    _check_picture(_made(loss))


def test_overflow_is_coloured_as_the_highest() -> None:
    logs = _made([[1.0, math.inf], [100.0, math.nan]]).log_loss()
    assert logs.tolist() == [[0.0, 2.0], [2.0, 2.0]]


def test_lines_of_a_round_bowl_are_circles_closer_together_at_its_bottom() -> None:
    x = np.array([-1.0, 1.0])
    problem = fit_problem(LOSSES["mse"], Dataset(x, 4.0 * x + 1.0))
    surface = loss_surface(problem, ((2.0, 6.0), (-1.0, 3.0)), (201, 201))
    levels = surface.levels(10)
    assert len(levels) == 10 and surface.loss.min() < levels[0]
    assert (np.diff(np.sqrt(levels), n=2) > 0.0).all()
    assert levels[-1] < surface.loss.max()
    # The loss is the squared distance from (4, 1): each line is a circle of that radius.
    for level, points in zip(levels, surface.contours(levels), strict=True):
        points = points[np.isfinite(points[:, 0])]
        radius = np.hypot(points[:, 0] - 4.0, points[:, 1] - 1.0)
        assert len(points) > 10
        assert radius == pytest.approx(np.full(len(points), math.sqrt(level)), abs=1e-3)


def test_contours_have_w_first_on_a_grid_that_is_not_square() -> None:
    surface = loss_surface(_problem(), ((1.0, 2.0), (5.0, 15.0)), COUNTS)
    for points in surface.contours(surface.levels()):
        finite = points[np.isfinite(points[:, 0])]
        assert np.all((finite[:, 0] >= 1.0) & (finite[:, 0] <= 2.0))
        assert np.all((finite[:, 1] >= 5.0) & (finite[:, 1] <= 15.0))


def test_no_line_at_a_level_off_the_grid() -> None:
    surface = loss_surface(_problem(), BOUNDS, COUNTS)
    below, above = surface.contours([surface.loss.min() / 2.0, surface.loss.max() * 2.0])
    assert below.shape == above.shape == (0, 2)


def test_path_of_a_bare_function_gets_a_square_view_around_its_start() -> None:
    problem = replace(_problem(), objective=Rosenbrock(), dataset=None).started_at((-1.0, 7.0))
    assert view_bounds(problem) == ((-2.5, 0.5), (5.5, 8.5))


def test_in_parts_a_coarse_surface_comes_first_and_the_last_is_the_whole() -> None:
    problem = fit_problem(LOSSES["mae"], Dataset(np.arange(5.0), np.arange(5.0)))
    parts = list(surface_in_parts(problem, BOUNDS))
    coarse, whole = (part for part in parts if part is not None)
    assert parts.index(coarse) < len(parts) / 4 and parts[-1] is whole
    assert coarse.loss.shape == (GRID, COARSE) and whole.loss.shape == (GRID, GRID)
    for surface in (coarse, whole):
        assert (surface.first[[0, -1]] == BOUNDS[0]).all()
        assert (surface.second[[0, -1]] == BOUNDS[1]).all()
        w, b = surface.first[7], surface.second[30]
        assert surface.loss[30, 7] == pytest.approx(problem.loss((w, b)), rel=1e-12)
    assert (whole.loss == loss_surface(problem, BOUNDS).loss).all()


def test_many_rows_are_sampled_evenly_and_that_is_said() -> None:
    count = 3 * SAMPLE_ROWS
    # Sorted: taking the first rows only would be far off.
    x = np.linspace(-1.0, 1.0, count)
    whole = fit_problem(LOSSES["mae"], Dataset(x, 3.0 * x + 1.0))
    surface = loss_surface(whole, ((0.0, 4.0), (0.0, 2.0)), (5, 5))
    assert surface.rows == SAMPLE_ROWS
    for i, w in enumerate(surface.first):
        for j, b in enumerate(surface.second):
            assert surface.loss[j, i] == pytest.approx(whole.loss((w, b)), abs=1e-4)
    few = fit_problem(LOSSES["mae"], Dataset(x[:SAMPLE_ROWS], x[:SAMPLE_ROWS]))
    assert loss_surface(few, ((0.0, 4.0), (0.0, 2.0)), (5, 5)).rows is None
    exact = whole.with_loss(LOSSES["mse"])
    assert loss_surface(exact, ((0.0, 4.0), (0.0, 2.0)), (5, 5)).rows is None
