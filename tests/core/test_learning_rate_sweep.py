"""Many learning rates at once give what single runs give."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core.columns import Role
from core.config import RunConfig
from core.learning_rate_sweep import (
    Sweep,
    SweepRequest,
    default_rates,
    learning_rate_sweep,
    rates_between,
    sweep_in_parts,
)
from core.loss import LOSSES
from core.optimizer import OPTIMIZERS, OptimizerConfig
from core.problem import fit_problem
from core.program import ROWS
from core.run import Run
from core.run_view import RunState
from core.schedule import Schedule
from core.stability import learning_rate_limit, quadratic
from core.stop_rules import StopRules
from core.trainer import Trainer
from tests.core.helpers import linear_dataset, preset_config

STEPS = 200


def _sweep(config: RunConfig, rates: Any, steps: int = STEPS, **changes: Any) -> Sweep:
    request = SweepRequest(config.problem, config.optimizer, np.asarray(rates), steps, **changes)
    return learning_rate_sweep(request)


def _single(config: RunConfig, rate: float, steps: int = STEPS) -> Run:
    run = Run(1, replace(config.with_learning_rate(rate), dtype="float64", stop=StopRules(steps)))
    while run.advance(ROWS):
        pass
    return run


def _same(found: Sweep, config: RunConfig) -> None:
    for i, rate in enumerate(found.request.rates):
        run = _single(config, float(rate), found.request.steps)
        assert found.diverged[i] == (run.state is RunState.DIVERGED)
        loss = run.newest.loss
        if np.isfinite(loss) and not found.sensitive[i]:
            assert abs(found.final_loss[i] - loss) <= max(1e-6 * abs(loss), 1e-12)
        elif not np.isfinite(loss):
            assert not np.isfinite(found.final_loss[i])


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_every_column_is_a_single_run(name: str) -> None:
    config = preset_config("tape", "float64", OptimizerConfig(name))
    # Where these two come to the bottom, rounding decides.
    highest = 0.03 if name in ("adafactor", "rmsprop") else 3.0
    found = _sweep(config, rates_between(1e-3, highest, 5))
    _same(found, config)
    # Enough of them say something.
    assert found.sensitive.sum() <= 3
    assert found.one_by_one == (name in ("adafactor", "lamb", "schedulefreeadamw"))


@pytest.mark.parametrize(
    "optimizer",
    [
        OptimizerConfig("sgd", 0.1, (("momentum", 0.9), ("nesterov", True))),
        OptimizerConfig("sgd", 0.1, (("clipnorm", 1.0),)),
        OptimizerConfig("sgd", 0.1, (("clipvalue", 1.0),)),
        OptimizerConfig("adam", 0.1, (), Schedule("cosine")),
    ],
    ids=["nesterov", "clipnorm", "clipvalue", "cosine"],
)
def test_hyperparameters_and_schedules_too(optimizer: OptimizerConfig) -> None:
    config = preset_config("tape", "float64", optimizer)
    found = _sweep(config, rates_between(1e-2, 1.0, 4), 60)
    _same(found, config)
    assert found.one_by_one == ("clipnorm" in dict(optimizer.hyperparameters))


@pytest.mark.parametrize("loss", LOSSES)
def test_every_loss(loss: str) -> None:
    problem = fit_problem(LOSSES[loss], linear_dataset(23), (1.0, -2.0))
    config = replace(preset_config("tape", "float64"), problem=problem)
    _same(_sweep(config, rates_between(1e-3, 0.2, 4), 50), config)


def test_where_rounding_decides_it_is_said() -> None:
    """RMSprop ends in a limit cycle; plain descent on a parabola cannot."""
    config = preset_config("tape", "float64", OptimizerConfig("rmsprop"))
    found = _sweep(config, rates_between(1e-3, 1.0, 8))
    assert found.sensitive[3:].any() and not found.sensitive[:2].any()
    plain = _sweep(replace(config, optimizer=OptimizerConfig()), rates_between(1e-3, 1.0, 8))
    assert not plain.sensitive.any()


@pytest.mark.parametrize("momentum", [0.0, 0.5, 0.9])
def test_the_edge_of_stability_is_where_theory_has_it(momentum: float) -> None:
    values = (("momentum", momentum),) if momentum else ()
    config = preset_config("checker", "float64", OptimizerConfig("sgd", 0.1, values))
    surface = quadratic(config.problem)
    assert surface is not None
    limit = learning_rate_limit(surface, config.optimizer)
    assert limit is not None
    found = _sweep(config, default_rates(config.problem, config.optimizer), 1000)
    rates, first = found.request.rates, int(np.argmax(found.diverged))
    assert found.diverged[first:].all() and not found.diverged[:first].any()
    # Within one cell of the grid.
    assert rates[first - 2] < limit < rates[first + 1]
    assert found.best_rate is not None and found.best_rate < limit


def test_the_plane_of_rate_and_momentum_has_the_same_edge_and_the_same_cells() -> None:
    config = preset_config("checker", "float64")
    surface = quadratic(config.problem)
    assert surface is not None
    rates = default_rates(config.problem, config.optimizer, 32)
    momenta = np.linspace(0.0, 0.95, 8)
    found = _sweep(config, np.tile(rates, 8), 1000, momenta=np.repeat(momenta, 32))
    for row, momentum in zip(found.diverged.reshape(8, 32), momenta, strict=True):
        optimizer = OptimizerConfig("sgd", 0.1, (("momentum", float(momentum)),))
        limit = learning_rate_limit(surface, optimizer)
        first = int(np.argmax(row))
        assert limit is not None and rates[first - 2] < limit < rates[first + 1]
    cell = 3 * 32 + 12
    values = (("momentum", float(momenta[3])),)
    config = replace(config, optimizer=OptimizerConfig("sgd", 0.1, values))
    run = _single(config, float(rates[12]), 1000)
    assert found.final_loss[cell] == pytest.approx(run.newest.loss, rel=1e-6, abs=1e-12)


def test_it_comes_in_parts_and_of_large_data_from_some_rows() -> None:
    problem = fit_problem(LOSSES["mse"], linear_dataset(5000), (0.0, 0.0))
    request = SweepRequest(problem, OptimizerConfig(), rates_between(1e-3, 1.0, 256), 300)
    *parts, found = sweep_in_parts(request)
    assert found is not None and found.rows is None
    # So that other work can come between.
    assert len(parts) > 3 and set(parts) == {None}
    some = learning_rate_sweep(replace(request, most_rows=500))
    assert some.rows == 500
    assert some.best_rate == pytest.approx(found.best_rate, rel=0.3)


def test_no_steps_leave_the_loss_of_the_start() -> None:
    config = preset_config("checker", "float64")
    found = _sweep(config, [0.01, 0.1], 0)
    assert found.final_loss.tolist() == [9.0, 9.0] and not found.diverged.any()


def test_rates_are_those_that_keras_holds() -> None:
    rates = rates_between(1e-4, 1.0, 9)
    assert (rates == rates.astype(np.float32)).all() and (np.diff(rates) > 0.0).all()
    trainer = Trainer(preset_config("tape", "float64").with_learning_rate(float(rates[3])))
    block = trainer.evaluate()
    assert block.rows[0, block.layout.slices[Role.LEARNING_RATE]][0] == rates[3]
