"""The fourteen optimizers: which they are, and that each of their steps is Keras' own."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.errors import InputError
from core.optimizer import EXCLUDED, OPTIMIZERS, OptimizerConfig, hyperparameter_defaults
from core.trainer import Trainer
from tests.core.helpers import (
    EAGER_TOLERANCE,
    copy_state,
    deviation,
    eager_rows,
    fresh_optimizer,
    keras,
    preset_config,
    tf,
)

STEPS = 20
FREE_STEPS = 20
FREE_TOLERANCE = {"float32": 1e-5, "float64": 1e-6}
BASES = {"Optimizer", "OptimizerMap"}
"""Classes beside the optimizers: their base, and a table of one per variable."""

VARIANTS = {
    **{name: OptimizerConfig(name, 0.1) for name in OPTIMIZERS},
    "momentum": OptimizerConfig("sgd", 0.05, (("momentum", 0.9),)),
    "nesterov": OptimizerConfig("sgd", 0.05, (("momentum", 0.9), ("nesterov", True))),
    "centered": OptimizerConfig("rmsprop", 0.01, (("centered", True), ("momentum", 0.5))),
    "amsgrad": OptimizerConfig("adam", 0.3, (("amsgrad", True), ("clipnorm", 1.0))),
}


def test_offered_and_excluded_are_all_that_keras_has() -> None:
    public = {
        name
        for name, value in vars(keras.optimizers).items()
        if inspect.isclass(value) and not name.startswith("_")
    }
    assert len(OPTIMIZERS) == 14
    offered = set(OPTIMIZERS.values())
    assert {name.lower() for name in public - offered - BASES} == set(EXCLUDED)
    assert offered <= public
    assert all(key == name.lower() for key, name in OPTIMIZERS.items())


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", VARIANTS)
def test_every_recorded_step_is_one_eager_step_of_keras(name: str, dtype: str) -> None:
    """From each of 20 recorded states one ``apply_gradients`` gives the next state and row."""
    config = preset_config("tape", dtype, VARIANTS[name])
    trainer = Trainer(config)
    variables, optimizer = fresh_optimizer(config)
    held = [*variables, *optimizer.variables]
    gradient, recorded, found, wanted = trainer.evaluate().row(0).gradient, [], [], []
    for _ in range(STEPS):
        copy_state(trainer.state(), variables, optimizer)
        gradients = [tf.constant(value, dtype) for value in gradient]
        optimizer.apply_gradients(zip(gradients, variables, strict=True))
        wanted.append([np.asarray(variable.numpy()) for variable in held])
        row, state = trainer.advance(1).row(0), trainer.state()
        found.append([*state.parameters, *state.optimizer_variables])
        recorded.append(row.parameters)
        gradient = row.gradient
    assert [[v.dtype for v in values] for values in found] == [
        [v.dtype for v in values] for values in wanted
    ]
    assert deviation(_flat(found), _flat(wanted)) <= EAGER_TOLERANCE[dtype]
    assert deviation(recorded, [values[:2] for values in wanted]) <= EAGER_TOLERANCE[dtype]
    assert [int(values[2]) for values in found] == list(range(1, STEPS + 1))


def _flat(values: list[list[NDArray[Any]]]) -> NDArray[np.float64]:
    return np.array([np.concatenate([np.ravel(v) for v in row]) for row in values], np.float64)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", VARIANTS)
def test_free_running_is_the_eager_loop_over_20_steps(name: str, dtype: str) -> None:
    config = preset_config("tape", dtype, VARIANTS[name])
    trainer = Trainer(config)
    rows = np.concatenate([trainer.evaluate().rows, trainer.advance(FREE_STEPS).rows])
    eager = list(eager_rows(config, FREE_STEPS))
    parameters = rows[:, 1:3]
    assert np.ptp(parameters, axis=0).min() > 0.0
    assert deviation(parameters, [values for values, _ in eager]) <= FREE_TOLERANCE[dtype]
    losses = rows[:, trainer.layout.slices["loss"]][:, 0]
    assert deviation(losses, [loss for _, loss in eager]) <= FREE_TOLERANCE[dtype]


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_slots_of_the_start_are_those_of_a_fresh_keras_optimizer(name: str) -> None:
    """Never zeros: Nadam's product starts at 1, Adagrad's and Ftrl's accumulators at 0.1."""
    config = preset_config("tape", "float64", OptimizerConfig(name, 0.1))
    _, optimizer = fresh_optimizer(config)
    trainer = Trainer(config)
    wanted = [np.ravel(v.numpy()) for v in optimizer.variables[2:]]
    assert trainer.evaluate().row(0).slots.tolist() == [x for part in wanted for x in part]


@pytest.mark.parametrize("name", EXCLUDED)
def test_excluded_optimizers_are_refused_by_name_with_the_reason(name: str) -> None:
    with pytest.raises(InputError, match=EXCLUDED[name]) as caught:
        OptimizerConfig(name)
    assert caught.value.code == "excluded_optimizer"


@pytest.mark.parametrize("name", ["SGD", "momentum", "optimizer", ""])
def test_unknown_optimizers_are_refused_with_the_choices(name: str) -> None:
    with pytest.raises(InputError, match="schedulefreeadamw") as caught:
        OptimizerConfig(name)
    assert caught.value.code == "unknown_name"


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_defaults_are_those_of_keras(name: str) -> None:
    defaults = hyperparameter_defaults(name)
    assert not {"learning_rate", "name", "kwargs"} & set(defaults)
    ours = OptimizerConfig(name, 0.25).build().get_config()
    theirs = getattr(keras.optimizers, OPTIMIZERS[name])(learning_rate=0.25).get_config()
    # Keras numbers the names of its optimizers.
    assert {**ours, "name": ""} == {**theirs, "name": ""}
    shared = set(defaults) & set(theirs)
    # A missing list of layers to leave out is an empty one to Keras.
    assert {k: defaults[k] or None for k in shared} == {k: theirs[k] or None for k in shared}


def test_hyperparameters_reach_keras() -> None:
    config = OptimizerConfig("adam", 0.1, (("beta_1", 0.5), ("epsilon", 1e-3)))
    built = config.build()
    assert (built.beta_1, built.epsilon) == (0.5, 1e-3)
    assert config.hyperparameter("beta_1", 0.9) == 0.5
    assert config.hyperparameter("beta_2", 0.999) == 0.999


def test_unknown_hyperparameters_are_refused_with_the_choices() -> None:
    with pytest.raises(InputError, match="momentum, nesterov") as caught:
        OptimizerConfig("sgd", 0.1, (("beta_1", 0.5),)).build()
    assert caught.value.code == "bad_hyperparameter"


@pytest.mark.parametrize(
    ("name", "setting"), [("sgd", ("momentum", 1.5)), ("ftrl", ("initial_accumulator_value", -1.0))]
)
def test_values_that_keras_refuses_are_an_input_error(
    name: str, setting: tuple[str, float]
) -> None:
    with pytest.raises(InputError, match="refuses") as caught:
        OptimizerConfig(name, 0.1, (setting,)).build()
    assert caught.value.code == "hyperparameter_refused"


@pytest.mark.parametrize("rate", [0.0, -0.1, 1e-60, 1e39, np.inf, np.nan])
def test_rates_that_float32_cannot_hold_are_refused(rate: float) -> None:
    with pytest.raises(InputError) as caught:
        OptimizerConfig("sgd", rate)
    assert caught.value.code == "rate_out_of_range"


def test_learning_rate_is_held_in_float32_as_keras_does() -> None:
    config = preset_config("tape", "float64", OptimizerConfig("sgd", 0.1))
    row = Trainer(config).evaluate().row(0)
    assert row.learning_rate == float(np.float32(0.1)) != 0.1


@pytest.mark.parametrize("rate", [1e-50, 1e300, 0.0, -0.1, float("nan"), float("inf")])
def test_a_rate_that_float32_cannot_hold_is_refused(rate: float) -> None:
    with pytest.raises(InputError) as caught:
        OptimizerConfig("sgd", rate)
    assert caught.value.code == "rate_out_of_range"
