"""Data made by formula: each is what it says, by numbers worked out apart from it."""

from __future__ import annotations

import numpy as np
import pytest

from core.dataset import Dataset
from core.presets import PRESETS, PresetGroup

NAMES = [name for name, preset in PRESETS.items() if preset.group is PresetGroup.GENERATOR]


def _made(name: str, noise: float, seed: int = 0, size: int = 40) -> Dataset:
    return PRESETS[name].make(noise, seed, size)


def _least_squares(data: Dataset) -> tuple[float, float]:
    slope, intercept = np.polyfit(data.x, data.y, 1)
    return float(slope), float(intercept)


@pytest.mark.parametrize("name", NAMES)
def test_same_seed_same_numbers_and_another_seed_others(name: str) -> None:
    first, again, other = (_made(name, 0.3, seed) for seed in (5, 5, 6))
    assert first.x.tolist() == again.x.tolist() and first.y.tolist() == again.y.tolist()
    assert first.y.tolist() != other.y.tolist()
    assert (first.noise, first.seed) == (0.3, 5)


@pytest.mark.parametrize("name", NAMES)
def test_noise_is_in_proportion_to_its_standard_deviation(name: str) -> None:
    still, once, twice = (_made(name, noise).y for noise in (0.0, 1.0, 2.0))
    assert twice - still == pytest.approx(2.0 * (once - still), abs=1e-12)


@pytest.mark.parametrize("name", ["line", "outliers", "curved", "clusters", "constant_x"])
def test_noise_is_that_of_a_terminal(name: str) -> None:
    noise = _made(name, 1.0, 4).y - _made(name, 0.0, 4).y
    np.random.seed(4)
    assert noise == pytest.approx(np.random.randn(40), abs=1e-12)


def test_line_without_noise_is_the_line() -> None:
    assert _least_squares(_made("line", 0.0)) == pytest.approx((2.0, 1.0))


@pytest.mark.parametrize(("size", "count"), [(2, 1), (19, 1), (20, 2), (40, 4), (1000, 100)])
def test_one_point_of_ten_is_an_outlier(size: int, count: int) -> None:
    data = _made("outliers", 0.0, size=size)
    above = data.y - (2.0 * data.x + 1.0)
    assert sorted(np.round(above, 12).tolist()) == [0.0] * (size - count) + [5.0] * count


def test_outliers_pull_the_line_up_by_their_share() -> None:
    data = _made("outliers", 0.0, size=1000)
    assert data.y.mean() == pytest.approx(1.0 + 0.1 * 5.0)


def test_within_a_cluster_x_says_nothing_and_the_line_joins_the_two() -> None:
    data = _made("clusters", 0.0, size=1000)
    left, right = data.x[data.y == 0.0], data.x[data.y == 2.0]
    assert len(left) == len(right) == 500
    assert left.mean() == pytest.approx(-0.6, abs=0.03)
    assert right.mean() == pytest.approx(0.6, abs=0.03)
    slope, intercept = _least_squares(data)
    # Between clusters cov(x, y) = 0.6 and var(x) = 0.36, and 0.0225 within them.
    assert slope == pytest.approx(0.6 / 0.3825, abs=0.05)
    assert intercept == pytest.approx(1.0, abs=0.05)


def test_curved_bends_as_it_says() -> None:
    data = _made("curved", 0.0)
    assert np.polyfit(data.x, data.y, 2) == pytest.approx([2.0, 1.0, 0.0], abs=1e-12)


def test_spread_has_more_noise_on_the_right() -> None:
    data = _made("spread", 0.5, size=20_000)
    off = data.y - (2.0 * data.x + 1.0)
    for middle in (-0.5, 0.0, 0.5):
        near = abs(data.x - middle) < 0.05
        assert off[near].std() == pytest.approx(0.5 * (1.0 + middle), rel=0.1)


def test_constant_x_has_one_x() -> None:
    data = _made("constant_x", 0.5)
    assert set(data.x.tolist()) == {1.0}
    assert data.y.mean() == pytest.approx(2.0, abs=0.3)
