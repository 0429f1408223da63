"""A recorded step examined."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.inspection import Wanted, inspected
from core.optimizer import OptimizerConfig
from core.run import Run
from core.verdict import Verdict
from core.worked_step import TapeChoices
from tests.core.helpers import preset_config, state_bits


def _run(steps: int = 5, optimizer: OptimizerConfig | None = None) -> Run:
    run = Run(1, preset_config("tape", optimizer=optimizer))
    run.advance(steps)
    return run


@pytest.mark.parametrize("step", [0, 2, 5])
def test_step_is_taken_apart_and_checked_where_it_was(step: int) -> None:
    run = _run(optimizer=OptimizerConfig("sgd", 0.05, (("momentum", 0.9),)))
    before = state_bits(run.trainer.state())
    found = inspected(run, Wanted(1, step, 0.05))
    row = run.history.view.row(step)
    assert found.full.at.point == tuple(row.parameters)
    assert found.full.summary.verdict is Verdict.AGREE
    assert found.worked.step == step and found.worked.before == tuple(row.parameters)
    if step < 5:
        later = run.history.view.row(step + 1)
        assert found.worked.after == pytest.approx(tuple(later.parameters), rel=1e-6)
    assert found.curve is not None and found.own is None and found.calls is None
    assert state_bits(run.trainer.state()) == before


def test_update_is_that_with_the_rate_that_leaves_the_step() -> None:
    run = _run()
    run.set_learning_rate(0.02)
    run.advance(2)
    run.set_learning_rate(0.5)
    rates = [inspected(run, Wanted(1, k, 0.5)).worked.learning_rate for k in (4, 5, 6, 7)]
    assert rates == pytest.approx([0.1, 0.02, 0.02, 0.5], rel=1e-6)


def test_what_is_known_of_a_step_is_not_computed_again() -> None:
    run = _run()
    first = inspected(run, Wanted(1, 2, 0.1))
    asked = Wanted(1, 2, 0.1, TapeChoices(output_gradients=2.0), (0.0, 0.0), True)
    second = inspected(run, asked, first)
    assert second.full is first.full and second.curve is first.curve
    assert second.worked.gradients == pytest.approx([2.0 * g for g in first.worked.gradients])
    assert second.own is not None and second.own.check.verdict is Verdict.DISAGREE
    assert second.calls
    other = inspected(run, replace(asked, step=3), second)
    assert other.full is not second.full
    assert inspected(run, Wanted(1, 2, 0.2), first).full is not first.full
