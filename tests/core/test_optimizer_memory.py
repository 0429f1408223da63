"""What an optimizer remembers, against its formulas."""

from __future__ import annotations

import numpy as np
import pytest

from core.optimizer import OPTIMIZERS, OptimizerConfig
from core.optimizer_memory import averaged_step, effective_rates, gradient_sizes
from core.trainer import Trainer
from core.worked_step import WorkedStep, worked_step
from tests.core.helpers import preset_config

STEPS = 5


def _worked(name: str, **values: float) -> tuple[WorkedStep, np.ndarray]:
    """Return a step taken apart, and the gradients up to it."""
    optimizer = OptimizerConfig(name, 0.05, tuple(sorted(values.items())))
    config = preset_config("tape", "float64", optimizer)
    trainer = Trainer(config)
    rows = [trainer.evaluate().row(0), *(trainer.advance(1).row(0) for _ in range(STEPS))]
    return worked_step(config, trainer.state()), np.array([row.gradient for row in rows])


def test_adam_divides_by_the_root_of_the_averaged_squares() -> None:
    worked, gradients = _worked("adam")
    first, second = np.zeros(2), np.zeros(2)
    for gradient in gradients:
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
    assert gradient_sizes(worked) == pytest.approx(np.sqrt(second), rel=1e-5)
    assert averaged_step(worked) == pytest.approx(-worked.learning_rate * first, rel=1e-5)


def test_adamax_divides_by_the_largest_gradient() -> None:
    worked, gradients = _worked("adamax")
    assert gradient_sizes(worked) == pytest.approx(np.abs(gradients).max(axis=0), rel=0.01)


def test_descent_has_neither_and_its_momentum_is_part_of_the_step() -> None:
    for values in ({}, {"momentum": 0.9}):
        worked, _ = _worked("sgd", **values)
        assert gradient_sizes(worked) is None and averaged_step(worked) is None
    assert _worked("sgd")[0].learning_rate == pytest.approx(0.05)
    assert effective_rates(_worked("sgd")[0]) == pytest.approx((0.05, 0.05), rel=1e-6)


def test_rmsprop_has_the_rate_in_its_momentum_already() -> None:
    worked, _ = _worked("rmsprop", momentum=0.5)
    assert averaged_step(worked) == pytest.approx(worked.step_taken, rel=1e-9)


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_the_effective_rate_is_what_plain_descent_would_need(name: str) -> None:
    worked, _ = _worked(name)
    for rate, gradient, step in zip(
        effective_rates(worked), worked.gradients, worked.step_taken, strict=True
    ):
        assert rate is not None and gradient is not None
        assert -rate * gradient == pytest.approx(step, rel=1e-9)
