"""Synthetic lines."""

from __future__ import annotations

import numpy as np

from core.dataset import Dataset, noisy_line


def test_noise_is_that_of_the_tutorial() -> None:
    x = np.linspace(-1.0, 1.0, 100)
    data = noisy_line(x, 2.0, 10.0, 0.33, 0, "y = 2x + 10")
    np.random.seed(0)
    assert data.y.tolist() == (2.0 * x + 10.0 + 0.33 * np.random.randn(100)).tolist()
    assert (data.formula, data.noise, data.seed) == ("y = 2x + 10", 0.33, 0)


def test_noise_leaves_the_global_generator_alone() -> None:
    np.random.seed(5)
    wanted = np.random.randn()
    np.random.seed(5)
    noisy_line(np.arange(9.0), 1.0, 2.0, 1.0, 3, "")
    assert np.random.randn() == wanted


def test_without_noise_the_line_is_exact_and_the_seed_plays_no_part() -> None:
    x = np.arange(5.0)
    first, second = (noisy_line(x, 3.0, -1.0, 0.0, seed, "") for seed in (1, 2))
    assert first.y.tolist() == second.y.tolist() == (3.0 * x - 1.0).tolist()


def test_length_is_the_number_of_rows() -> None:
    assert len(Dataset(np.arange(7.0), np.zeros(7))) == 7
