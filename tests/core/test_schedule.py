"""Schedules: what is refused, and the rate that is recorded."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.errors import InputError
from core.optimizer import OptimizerConfig
from core.schedule import SCHEDULES, Schedule
from core.trainer import Trainer
from core.worked_step import state_at, worked_step
from tests.core.helpers import preset_config, state_bits


@pytest.mark.parametrize(
    ("kind", "settings", "words"),
    [
        ("linear", {}, "no 'linear'"),
        ("cosine", {"power": 1.0}, "no setting 'power'"),
        ("constant", {"alpha": 1.0}, "Choose one of: none"),
        ("cosine", {"decay_steps": 0}, "a whole number from 1"),
        ("cosine", {"decay_steps": 10.5}, "a whole number from 1"),
        ("cosine", {"warmup_steps": -1}, "a whole number from 0"),
        ("cosine", {"alpha": 1.5}, "a number from 0 to 1"),
        ("exponential", {"decay_rate": float("nan")}, "a number"),
        ("exponential", {"staircase": 1}, "true or false"),
        ("polynomial", {"power": -1.0}, "a number from 0 up"),
        ("piecewise", {"boundaries": (20, 10), "factors": (1.0, 0.5, 0.1)}, "rising whole"),
        ("piecewise", {"boundaries": (), "factors": (1.0,)}, "numbers with commas"),
        ("piecewise", {"boundaries": (10,)}, "3 factors for 1 boundaries"),
        ("piecewise", {"factors": (1.0, -0.5, 0.1)}, "numbers from 0 up"),
    ],
)
def test_what_keras_could_not_use_is_refused_in_a_sentence(
    kind: str, settings: dict[str, Any], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        Schedule(kind, tuple(sorted(settings.items())))


@pytest.mark.parametrize("kind", SCHEDULES)
def test_the_plan_begins_and_goes_on_as_it_says(kind: str) -> None:
    plan = Schedule(kind).plan(0.2, np.arange(300))
    assert plan.shape == (300,) and (plan >= 0.0).all() and plan.max() <= 0.2
    assert plan[0] == (0.0 if kind == "cosine" else 0.2)
    assert (plan[-1] < plan.max()) == (kind != "constant")


def test_staircase_and_cycle_change_the_plan() -> None:
    stairs = Schedule("exponential", (("staircase", True),)).plan(1.0, np.arange(250))
    assert set(stairs) == {1.0, 0.5, 0.25}
    cycle = Schedule("polynomial", (("cycle", True),)).plan(1.0, np.arange(250))
    assert cycle[100] < cycle[101]


def test_a_recorded_step_is_its_state_with_the_rate_that_the_schedule_started_from() -> None:
    optimizer = OptimizerConfig("adam", 0.1, (), Schedule("exponential", (("decay_steps", 5),)))
    config = preset_config("tape", "float32", optimizer)
    trainer = Trainer(config)
    row = trainer.advance(5).row(-1)
    assert row.learning_rate == pytest.approx(0.05) and row.base_rate == float(np.float32(0.1))
    assert state_bits(state_at(config, row)) == state_bits(trainer.state())
    worked = worked_step(config, trainer.state())
    assert worked.learning_rate == pytest.approx(0.05)
    assert worked.after == pytest.approx(trainer.advance(1).row(-1).parameters, rel=1e-6)
