"""The surface in its box: heights, and lines that lie on it."""

from __future__ import annotations

import numpy as np
import pytest

from core.loss_surface import LossSurface, loss_surface, view_bounds
from core.stability import quadratic
from gui.surface_relief import HALF, HEIGHT, Relief
from tests.gui.panels.canned import fit_config, preset

LARGEST = float(np.finfo(np.float64).max)


def relief_of(config, logarithmic: bool = True) -> Relief:
    problem = config.problem
    surface = loss_surface(problem, view_bounds(problem))
    return Relief(surface, quadratic(problem), logarithmic)


def plane(loss: np.ndarray, logarithmic: bool = False) -> Relief:
    rows, columns = loss.shape
    surface = LossSurface(np.linspace(0.0, 10.0, columns), np.linspace(5.0, 6.0, rows), loss)
    return Relief(surface, None, logarithmic)


@pytest.fixture
def checker() -> Relief:
    return relief_of(preset("checker"))


def test_the_box_holds_the_surface_first_parameter_along_x() -> None:
    relief = plane(np.arange(20.0)[None, :] + np.zeros((30, 1)))
    assert relief.lift([[0.0, 5.0], [10.0, 6.0], [5.0, 5.5]]) == pytest.approx(
        np.array([[-HALF[0], -HALF[1], 0.0], [HALF[0], HALF[1], HEIGHT], [0.0, 0.0, HEIGHT / 2]])
    )
    assert relief.heights.shape == relief.mesh.loss.shape == relief.colour_levels.shape
    x, y = relief.corners
    assert relief.heights.shape == (len(y), len(x))
    assert (x[0], x[-1], y[0], y[-1]) == pytest.approx((-HALF[0], HALF[0], -HALF[1], HALF[1]))


def test_heights_are_losses_or_their_logarithms() -> None:
    losses = np.array([[1.0, 10.0, 100.0, 1000.0]] * 4)
    linear, log = plane(losses), plane(losses, logarithmic=True)
    assert linear.height_of([1.0, 100.0, 1000.0]) == pytest.approx([0.0, 99 / 999 * HEIGHT, HEIGHT])
    assert log.height_of([1.0, 10.0, 100.0]) == pytest.approx([0.0, HEIGHT / 3, HEIGHT * 2 / 3])
    assert linear.ends == (1.0, 1000.0)
    assert log.ends == pytest.approx((0.0, 3.0))


def test_colours_are_those_of_the_flat_picture(checker: Relief) -> None:
    flat = checker.surface.log_loss()
    level = (flat - flat.min()) / np.ptp(flat)
    i = [0, 3, 99]  # points of the grid that are corners of the mesh
    at = np.searchsorted(checker.mesh.first, checker.surface.first[i])
    across = np.searchsorted(checker.mesh.second, checker.surface.second[i])
    assert checker.colour_levels[np.ix_(across, at)] == pytest.approx(level[np.ix_(i, i)])
    linear = relief_of(preset("checker"), logarithmic=False)
    assert np.array_equal(linear.colour_levels, checker.colour_levels)


@pytest.mark.parametrize("logarithmic", [False, True])
@pytest.mark.parametrize("loss", ["mse", "mae"])
def test_the_lowest_point_is_a_corner_of_the_mesh(loss: str, logarithmic: bool) -> None:
    relief = relief_of(fit_config([1, 2, 3], [2, 3, 5], loss=loss), logarithmic)
    assert relief.mesh.loss.min() <= relief.surface.loss.min()
    assert relief.mesh.loss.size < relief.surface.loss.size / 4
    assert relief.heights.min() == 0.0 and relief.heights.max() == pytest.approx(HEIGHT)


@pytest.mark.parametrize("logarithmic", [False, True])
def test_points_lie_on_the_surface(logarithmic: bool) -> None:
    """Nowhere under what is drawn nor under what is true, and nowhere far above both."""
    config = fit_config([1, 2, 3], [2, 3, 5])
    relief = relief_of(config, logarithmic)
    exact = quadratic(config.problem)
    rng = np.random.default_rng(1)
    (left, right), (low, high) = view_bounds(config.problem)
    points = rng.uniform([left, low], [right, high], (500, 2))
    heights = relief.lift(points)[:, 2]
    true = relief.height_of(exact.loss(*points.T))
    assert (heights >= true - 1e-12).all()
    assert heights == pytest.approx(true, abs=0.03)
    assert relief.lift(exact.optimum)[0, 2] == 0.0


def test_without_a_closed_form_heights_are_interpolated() -> None:
    relief = plane(np.add.outer(np.arange(31.0), np.arange(31.0)))
    points = np.array([[1.23, 5.61], [9.99, 5.001]])
    wanted = (points[:, 0] * 3 + (points[:, 1] - 5) * 30) / 60 * HEIGHT
    assert relief.lift(points)[:, 2] == pytest.approx(wanted)


@pytest.mark.parametrize("logarithmic", [False, True])
@pytest.mark.parametrize(
    "losses",
    [[1.0, np.inf], [np.nan, 2.0], [np.inf, np.inf], [0.0, 0.0], [3.0, 3.0], [-2.0, -1.0],
     [0.0, LARGEST], [-LARGEST, LARGEST], [5e-324, 1e-323]],
)  # fmt: skip
def test_any_losses_stay_in_the_box(losses: list[float], logarithmic: bool) -> None:
    relief = plane(np.resize(np.array(losses), (12, 9)), logarithmic)
    for values in (relief.heights, relief.colour_levels, relief.lift([[5.0, 5.5]]), relief.ends):
        assert np.isfinite(values).all()
    assert relief.heights.min() >= 0.0 and relief.heights.max() <= HEIGHT + 1e-12


@pytest.mark.parametrize("far", [1e16, 1e300, np.inf, np.nan])
def test_a_wild_path_stays_in_the_box(checker: Relief, far: float) -> None:
    steps = np.array([[1.0, 2.0], [0.5, 1.0], [far, 1.0], [1.0, -far], [-far, far], [1.0, 1.0]])
    pieces = checker.path(steps)
    assert np.isfinite(pieces).all() and len(pieces) % 2 == 0 and len(pieces)
    assert (np.abs(pieces[:, :2]) <= HALF).all()
    assert pieces[0] == pytest.approx(checker.lift(steps[0])[0])


def test_a_long_step_follows_the_surface(checker: Relief) -> None:
    pieces = checker.path([[-1.0, 2.0], [3.0, 2.0]]).reshape(-1, 2, 3)
    assert len(pieces) > 50
    assert pieces[1:, 0] == pytest.approx(pieces[:-1, 1])
    w = np.interp(pieces[:, 0, 0], checker.corners[0], checker.mesh.first)
    assert pieces[:, 0] == pytest.approx(checker.lift(np.column_stack([w, np.full_like(w, 2.0)])))


def test_a_path_of_many_long_steps_has_a_limit(checker: Relief) -> None:
    steps = np.resize([[-1.0, 2.0], [3.0, 2.0]], (3000, 2))
    assert len(checker.path(steps)) < 2 * 10_000


def test_a_path_of_one_point_or_none_is_empty(checker: Relief) -> None:
    assert checker.path(np.empty((0, 2))).shape == checker.path([[1.0, 2.0]]).shape == (0, 3)


def test_the_valley_is_dashed_and_lies_at_the_bottom() -> None:
    relief = relief_of(fit_config([2, 2], [1, 3], start=(1.0, 1.0)))
    pieces = relief.valley().reshape(-1, 2, 3)
    assert pieces[:, :, 2] == pytest.approx(0.0, abs=0.02)
    assert not np.allclose(pieces[1:, 0], pieces[:-1, 1])
    assert relief_of(preset("checker")).valley().shape == (0, 3)


def test_contour_lines_lie_at_their_heights(checker: Relief) -> None:
    heights = checker.contours()[:, 2]
    levels = checker.height_of(checker.surface.levels())
    assert np.abs(heights[:, None] - levels).min(axis=1).max() < 0.05


def test_what_is_hidden_behind_the_front_of_the_surface() -> None:
    relief = plane(np.abs(np.linspace(-1, 1, 61))[None, :] + np.zeros((61, 1)))
    bottom = relief.lift([[5.0, 5.5]])[0]
    assert not relief.hides(bottom, np.array([0.0, 0.0, 10.0]))
    assert relief.hides(bottom, np.array([10.0, 0.0, 1.0]))
    assert not relief.hides(bottom, np.array([0.0, -10.0, 1.0]))


def test_far_from_the_origin_nothing_is_lost() -> None:
    surface = LossSurface(1e9 + np.linspace(0, 1e-3, 50), np.linspace(0, 1, 50), np.eye(50))
    relief = Relief(surface, None, False)
    assert np.unique(relief.corners[0].astype(np.float32)).size == len(relief.mesh.first)
    assert relief.holds([1e9 + 5e-4, 0.5]) and not relief.holds([1e9 - 1e-3, 0.5])
