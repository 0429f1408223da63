"""The losses against Keras and against their formulas, gradients included."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.errors import InputError
from core.loss import LOSSES, loss_named
from core.step_check import UNIT_ROUNDOFF
from tests.core.helpers import keras, tf

Array = NDArray[np.floating]

KERAS = {
    "mse": "MeanSquaredError",
    "mae": "MeanAbsoluteError",
    "huber": "Huber",
    "log_cosh": "LogCosh",
}
TERMS: dict[str, Callable[[Array], Array]] = {
    "mse": lambda e: e**2,
    "half_mse": lambda e: e**2 / 2,
    "sum_squares": lambda e: e**2 * len(e),
    "mae": np.abs,
    "huber": lambda e: np.where(np.abs(e) <= 1, e**2 / 2, np.abs(e) - 0.5),
    "log_cosh": lambda e: np.logaddexp(e, -e) - np.log(np.longdouble(2)),
}
"""Terms whose mean is the loss."""

SLOPES: dict[str, Callable[[Array], Array]] = {
    "mse": lambda e: 2 * e,
    "half_mse": lambda e: e,
    "sum_squares": lambda e: 2 * e * len(e),
    "mae": np.sign,
    "huber": lambda e: np.clip(e, -1, 1),
    "log_cosh": np.tanh,
}
"""Derivatives of the terms."""

CURVATURES = {"mse": 2.0, "sum_squares": 100.0, "mae": 0.0}
"""Largest second derivatives of the terms of the 50 rows of `_sample`, where they are not 1."""

RELATIVE = {"float32": 1e-6, "float64": 1e-14}
LOG_COSH_OF_KERAS = 2e-9
"""Keras computes log 2 in float32 even where the loss is float64."""


def _sample(dtype: str, seed: int = 0, scale: float = 2.0) -> tuple[Array, Array]:
    random = np.random.default_rng(seed)
    prediction, y = scale * random.standard_normal((2, 50))
    return prediction.astype(dtype), y.astype(dtype)


def _value_and_gradient(loss: Callable[..., tf.Tensor], prediction: Array) -> tuple[Array, Array]:
    variable = tf.Variable(prediction)
    with tf.GradientTape() as tape:
        value = loss(variable)
    return value.numpy(), tape.gradient(value, variable).numpy()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", LOSSES)
@pytest.mark.parametrize("scale", [0.01, 2.0, 300.0])
def test_value_and_gradient_are_those_of_the_formula(name: str, dtype: str, scale: float) -> None:
    prediction, y = _sample(dtype, scale=scale)
    value, gradient = _value_and_gradient(lambda p: LOSSES[name](p, tf.constant(y)), prediction)
    e = prediction.astype(np.longdouble) - y.astype(np.longdouble)
    eps = float(np.finfo(dtype).eps)
    # Keras' form of log cosh is a difference of numbers about 1.
    tolerance = 4 * eps if name == "log_cosh" else 0.0
    assert value == pytest.approx(float(TERMS[name](e).mean()), rel=RELATIVE[dtype], abs=tolerance)
    wanted = SLOPES[name](e).astype(float) / len(e)
    # Rounding of a residual matters in its own row where prediction and y nearly agree.
    rounding = 2 * eps * max(float(np.abs(prediction).max()), 1.0)
    tolerance = rounding * CURVATURES.get(name, 1.0) / len(e)
    assert gradient == pytest.approx(wanted, rel=RELATIVE[dtype], abs=tolerance)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", KERAS)
@pytest.mark.parametrize("seed", range(3))
def test_value_and_gradient_are_those_of_keras(name: str, dtype: str, seed: int) -> None:
    prediction, y = _sample(dtype, seed)
    target = tf.constant(y)
    theirs = getattr(keras.losses, KERAS[name])(dtype=dtype)
    value, gradient = _value_and_gradient(lambda p: LOSSES[name](p, target), prediction)
    keras_value, keras_gradient = _value_and_gradient(lambda p: theirs(target, p), prediction)
    bias = LOG_COSH_OF_KERAS if name == "log_cosh" and dtype == "float64" else 0.0
    assert value == pytest.approx(keras_value, rel=RELATIVE[dtype], abs=bias)
    assert gradient == pytest.approx(keras_gradient, rel=RELATIVE[dtype])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", LOSSES)
def test_dtype_of_loss_and_gradient_is_that_of_the_predictions(name: str, dtype: str) -> None:
    prediction, y = _sample(dtype)
    value, gradient = _value_and_gradient(lambda p: LOSSES[name](p, tf.constant(y)), prediction)
    assert value.dtype == gradient.dtype == np.dtype(dtype)
    assert value.shape == ()


@pytest.mark.parametrize("name", LOSSES)
def test_sets_of_parameters_give_a_loss_each(name: str) -> None:
    prediction, y = _sample("float64")
    predictions = np.stack([prediction, 2 * prediction, -prediction], axis=1)
    found = LOSSES[name](tf.constant(predictions), tf.constant(y[:, None])).numpy()
    wanted = [LOSSES[name](tf.constant(p), tf.constant(y)).numpy() for p in predictions.T]
    assert found == pytest.approx(wanted, rel=1e-14)


@pytest.mark.parametrize("name", LOSSES)
def test_exact_fit_has_loss_zero(name: str) -> None:
    _, y = _sample("float64")
    assert LOSSES[name](tf.constant(y), tf.constant(y)).numpy() == pytest.approx(0.0, abs=1e-16)


@pytest.mark.parametrize("name", ["mae", "huber", "log_cosh"])
@pytest.mark.parametrize("residual", [1e200, -1e200])
def test_losses_that_grow_linearly_do_not_overflow(name: str, residual: float) -> None:
    value, gradient = _value_and_gradient(
        lambda p: LOSSES[name](p, tf.zeros(1, tf.float64)), np.array([residual])
    )
    assert value == pytest.approx(1e200)
    assert gradient == pytest.approx([math.copysign(1.0, residual)])


@pytest.mark.parametrize("name", LOSSES)
@pytest.mark.parametrize(
    ("prediction", "y"),
    [((5,), (5, 1)), ((5, 1), (5,)), ((5,), (4,)), ((5, 3), (5, 3)), ((5, 3), (3,)), ((1,), (5,))],
)
def test_terms_that_would_broadcast_are_refused(
    name: str, prediction: tuple[int, ...], y: tuple[int, ...]
) -> None:
    with pytest.raises(InputError) as caught:
        LOSSES[name](tf.zeros(prediction), tf.zeros(y))
    assert caught.value.code == "per_sample_shape"
    assert caught.value.values["loss"] == name
    assert caught.value.values["count"] == y[0]


def test_broadcast_is_refused_while_tracing_rows_of_any_number() -> None:
    wrong = tf.TensorSpec([None, 1], tf.float32)
    right = tf.TensorSpec([None], tf.float32)
    traced = tf.function(lambda p, y: LOSSES["mse"](p, y), autograph=False)
    with pytest.raises(InputError, match="broadcasts"):
        traced.get_concrete_function(right, wrong)
    assert traced.get_concrete_function(right, right) is not None


def test_unknown_name_is_refused_with_the_choices() -> None:
    with pytest.raises(InputError, match="half_mse") as caught:
        loss_named("rmse")
    assert caught.value.code == "unknown_name"
    assert loss_named("huber") is LOSSES["huber"]


@pytest.mark.parametrize("name", LOSSES)
@settings(deadline=None, max_examples=100)
@given(
    exponents=st.tuples(*[st.floats(-15, 15)] * 3),
    count=st.sampled_from([1, 2, 7, 100, 3000]),
    seed=st.integers(0, 2**32 - 1),
)
def test_rounding_bound_holds(
    name: str, exponents: tuple[float, float, float], count: int, seed: int
) -> None:
    """The float64 loss of w x + b - y is within the bound of the loss in long double."""
    random = np.random.default_rng(seed)
    w, b, size = (10.0**e for e in exponents)
    x = random.standard_normal(count)
    y = w * x + b + size * random.standard_normal(count)
    found = float(LOSSES[name](tf.constant(w * x + b), tf.constant(y)))
    exact = np.longdouble(w) * x.astype(np.longdouble) + np.longdouble(b) - y
    wanted = float(TERMS[name](exact).mean())
    magnitude = w * np.abs(x).max() + b + np.abs(y).max()
    rows = tf.constant(float(count), tf.float64)
    bound = LOSSES[name].rounding(tf.constant(wanted, tf.float64), tf.constant(magnitude), rows)
    assert abs(found - wanted) <= UNIT_ROUNDOFF * (8 + math.sqrt(count)) * float(bound)


@pytest.mark.parametrize("name", ["huber", "log_cosh"])
def test_rounding_bound_of_a_loss_that_rounding_made_negative_is_a_number(name: str) -> None:
    one = tf.constant(1.0, tf.float64)
    assert 0.0 <= float(LOSSES[name].rounding(-1e-17 * one, 5.0 * one, one)) < 10.0


@pytest.mark.parametrize("name", ["mse", "half_mse", "sum_squares", "mae"])
@settings(deadline=None)
@given(power=st.integers(-100, 100))
def test_step_of_losses_without_a_scale_follows_the_unit_of_the_data(name: str, power: int) -> None:
    loss, count = LOSSES[name], tf.constant(5.0, tf.float64)
    one = loss.central_step(tf.constant(3.0, tf.float64), tf.constant(7.0, tf.float64), count)
    scaled = loss.central_step(
        tf.constant(3.0, tf.float64), tf.constant(7.0 * 2.0**power, tf.float64), count
    )
    assert float(scaled) == float(one) * 2.0**power > 0.0


@pytest.mark.parametrize("name", LOSSES)
@settings(deadline=None)
@given(exponents=st.tuples(st.floats(-15, 15), st.floats(-15, 15)))
def test_step_is_never_lost_beside_the_predictions(
    name: str, exponents: tuple[float, float]
) -> None:
    loss, magnitude = (10.0**e for e in exponents)
    one = tf.constant(1.0, tf.float64)
    step = LOSSES[name].central_step(loss * one, magnitude * one, one)
    assert float(step) >= 2.0**-30 * magnitude * (1 - 1e-15)
