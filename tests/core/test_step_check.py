"""The check of the gradient: right ones are never called wrong, wrong ones never right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.columns import Layout, Role
from core.config import RunConfig
from core.gradient import tape_gradient
from core.loss import LOSSES
from core.model import LinearModel
from core.optimizer import OptimizerConfig
from core.problem import Data, FitObjective, Objective, Problem
from core.step_check import step_check
from core.trainer import Trainer
from core.verdict import (
    CheckCode,
    CheckSummary,
    Verdict,
    combine,
    point_codes,
    row_summary,
    summarise,
)
from tests.core.helpers import Parabola, Rosenbrock, fit_config, linear_dataset, preset_config, tf
from tests.core.line_fits import LineFit, line_fits

Array = NDArray[np.float64]
AGREE, DISAGREE, VANISHING = CheckCode.AGREE, CheckCode.DISAGREE, CheckCode.VANISHING
NOISE, KINK, NONFINITE = CheckCode.NOISE, CheckCode.NONDIFFERENTIABLE, CheckCode.NONFINITE_LOSS

SQUARED = ["mse", "half_mse", "sum_squares"]
OTHERS = ["mae", "huber", "log_cosh"]


@dataclass(frozen=True)
class Checked:
    """The check of one point."""

    gradient: Array
    numerical: Array
    error: Array
    tolerance: Array
    codes: list[CheckCode]


@cache
def _compiled(objective: Objective, jit_compile: bool) -> Callable[..., list[tf.Tensor]]:
    arrays = [tf.TensorSpec([None], tf.float64)] * (2 if isinstance(objective, FitObjective) else 0)
    vector = tf.TensorSpec([len(objective.names)], tf.float64)

    def check(point: tf.Tensor, factor: tf.Tensor, shift: tf.Tensor, data: Data) -> list[tf.Tensor]:
        loss, gradients = tape_gradient(objective, tf.unstack(point), data)
        gradient = factor * tf.stack(gradients) + shift
        return [gradient, *step_check(objective, point, gradient, loss, data)]

    return tf.function(
        check,
        input_signature=[vector, vector, vector, tuple(arrays)],
        jit_compile=jit_compile,
        autograph=False,
    )


def _check(
    objective: Objective,
    point: Sequence[float] | Array,
    data: Sequence[Array] = (),
    factor: float | Sequence[float] | Array = 1.0,
    shift: float | Sequence[float] | Array = 0.0,
    jit_compile: bool = False,
) -> Checked:
    """Check factor * right gradient + shift at a point."""
    count = len(objective.names)
    vectors = [np.broadcast_to(np.asarray(v, float), count) for v in (point, factor, shift)]
    found = _compiled(objective, jit_compile)(*vectors, tuple(data))
    *numbers, codes = [np.asarray(tensor) for tensor in found]
    return Checked(*numbers, [CheckCode(int(code)) for code in codes])


def _line(loss: str) -> FitObjective:
    return FitObjective(LinearModel(), LOSSES[loss])


# Right gradients.


def _assert_not_called_wrong(loss: str, found: Checked) -> None:
    doubts = {VANISHING} if loss in SQUARED else {VANISHING, KINK, NOISE}
    assert set(found.codes) <= {AGREE, *doubts}, found


@pytest.mark.parametrize("loss", LOSSES)
@settings(deadline=None, max_examples=400)
@given(fit=line_fits([1, 2, 5, 20, 100, 1000]))
def test_right_gradients_of_lines_are_never_called_wrong(loss: str, fit: LineFit) -> None:
    _assert_not_called_wrong(loss, _check(_line(loss), *fit.made()))


@pytest.mark.parametrize("loss", LOSSES)
@settings(deadline=None, max_examples=200)
@given(fit=line_fits([20]))
def test_nor_are_they_when_compiled(loss: str, fit: LineFit) -> None:
    _assert_not_called_wrong(loss, _check(_line(loss), *fit.made(), jit_compile=True))


@pytest.mark.parametrize("loss", LOSSES)
@settings(deadline=None, max_examples=100)
@given(
    seed=st.integers(0, 2**32 - 1), spread=st.floats(-3, 6), count=st.sampled_from([20, 200, 2000])
)
def test_years_and_many_kinks_within_a_step_are_never_called_wrong(
    loss: str, seed: int, spread: float, count: int
) -> None:
    """With x about 2000 a step passes many residuals, whose kinks cancel in second differences."""
    random = np.random.default_rng(seed)
    x = random.uniform(1990, 2030, count)
    y = 3.0 * x - 5000.0 + 10.0 ** (spread - 5) * random.standard_normal(count)
    point = np.array([3.0, -5000.0]) + 1e-9 * random.standard_normal(2)
    _assert_not_called_wrong(loss, _check(_line(loss), point, (x, y)))


def test_kinks_that_cancel_within_a_step_are_never_called_wrong() -> None:
    """A step of some 1e-5 among residuals of that size, whose kinks are on either side."""
    found = []
    for seed in range(300):
        random = np.random.default_rng(seed)
        x = random.uniform(1990, 2030, 20)
        y = 3.0 * x - 5000.0 + 3e-5 * random.uniform(-1, 1, 20)
        found += _check(_line("mae"), (3.0, -5000.0), (x, y)).codes
    assert DISAGREE not in found
    assert found.count(KINK) > 500


@pytest.mark.parametrize("loss", SQUARED)
@settings(deadline=None, max_examples=200)
@given(
    x_unit=st.floats(-15, 15), y_unit=st.floats(-15, 15), seed=st.integers(0, 2**32 - 1),
    offset=st.sampled_from([0.0, 1.0, 10.0]),
)  # fmt: skip
def test_right_gradients_agree_in_any_unit(
    loss: str, x_unit: float, y_unit: float, seed: int, offset: float
) -> None:
    point, data = _generic(seed, 10.0**x_unit, 10.0**y_unit, offset)
    found = _check(_line(loss), point, data)
    assert found.codes == [AGREE, AGREE]
    assert np.abs(found.error / found.numerical).max() < 1e-6


def _generic(
    seed: int, x_unit: float, y_unit: float, offset: float = 0.0
) -> tuple[Array, tuple[Array, Array]]:
    """Return data and a point far from every optimum, both in those units."""
    random = np.random.default_rng(seed)
    x = x_unit * (random.standard_normal(20) + offset)
    y = y_unit * (random.standard_normal(20) + 3.0)
    return np.array([-y_unit / x_unit, -2.0 * y_unit]), (x, y)


@pytest.mark.parametrize("loss", OTHERS)
@pytest.mark.parametrize("unit", [1e-3, 1.0, 1e3, 1e9])
@pytest.mark.parametrize("seed", range(10))
def test_right_gradients_of_the_other_losses_agree_far_from_kinks(
    loss: str, unit: float, seed: int
) -> None:
    found = _check(_line(loss), *_generic(seed, 1.0, unit))
    assert found.codes == [AGREE, AGREE]


@pytest.mark.parametrize("size", [1e3, 1e12])
@pytest.mark.parametrize("loss", ["mse", "mae", "huber", "log_cosh"])
def test_large_targets_do_not_hide_the_check_at_the_start(loss: str, size: float) -> None:
    """A gross domestic product by year, from (0, 0): the gradient is anything but vanishing."""
    x = np.arange(1990.0, 2020.0)
    y = size * (1.0 + 0.03 * (x - 1990.0))
    found = _check(_line(loss), (0.0, 0.0), (x, y))
    assert found.codes == [AGREE, AGREE]
    assert _check(_line(loss), (0.0, 0.0), (x, y), factor=1.01).codes == [DISAGREE, DISAGREE]
    assert _check(_line(loss), (0.0, 0.0), (x, y), factor=0.0).codes == [DISAGREE, DISAGREE]


@pytest.mark.parametrize("loss", LOSSES)
def test_numerical_derivatives_are_those_of_the_formula(loss: str) -> None:
    (w, b), (x, y) = _generic(1, 2.0, 3.0)
    e = w * x + b - y
    slope = {
        "mse": 2 * e, "half_mse": e, "sum_squares": 2 * e * len(e), "mae": np.sign(e),
        "huber": np.clip(e, -1, 1), "log_cosh": np.tanh(e),
    }[loss]  # fmt: skip
    found = _check(_line(loss), (w, b), (x, y))
    wanted = np.array([np.mean(slope * x), np.mean(slope)])
    assert found.gradient == pytest.approx(wanted, rel=1e-13)
    assert np.abs(found.numerical - wanted).max() <= found.tolerance.max()
    assert found.numerical == pytest.approx(wanted, rel=1e-6)


def test_numerical_derivatives_of_a_bare_function_are_those_of_its_formula() -> None:
    for u, v in np.random.default_rng(0).uniform(-3, 3, (50, 2)):
        found = _check(Rosenbrock(), (u, v))
        wanted = [-2 * (1 - u) - 400 * u * (v - u * u), 200 * (v - u * u)]
        assert found.codes == [AGREE, AGREE]
        assert found.gradient == pytest.approx(wanted, rel=1e-11)
        assert found.numerical == pytest.approx(wanted, rel=1e-6)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("model", [LinearModel(), Parabola()], ids=["line", "parabola"])
def test_tensorflow_s_own_checker_is_a_second_witness(
    loss: str, model: LinearModel | Parabola
) -> None:
    """`tf.test.compute_gradient` steps by 1/1024, so it truncates unless the loss is quadratic."""
    dataset = linear_dataset()
    objective = FitObjective(model, LOSSES[loss])
    data = (tf.constant(dataset.x), tf.constant(dataset.y))
    point = np.array([0.7, -1.3, 0.4])[: len(model.names)]
    theirs, numerical = tf.test.compute_gradient(
        lambda *p: objective(p, data), [tf.constant(v, tf.float64) for v in point]
    )
    found = _check(objective, point, (dataset.x, dataset.y))
    assert found.codes == [AGREE] * len(point)
    assert found.gradient == pytest.approx(np.ravel(theirs), rel=1e-14)
    assert found.numerical == pytest.approx(np.ravel(numerical), abs=1e-6)


# Wrong gradients.

BUGS: dict[str, Callable[[Array, Array], Array]] = {
    "factor 1.01": lambda g, p: 1.01 * g,
    "factor 2": lambda g, p: 2.0 * g,
    "factor n": lambda g, p: 20.0 * g,
    "sign": lambda g, p: -g,
    "swapped": lambda g, p: g[::-1],
    "missing x": lambda g, p: np.array([g[1], g[1]]),
    "unconnected": lambda g, p: 0.0 * g,
    "only w": lambda g, p: g * [1.01, 1.0],
    "only b": lambda g, p: g * [1.0, 0.99],
    "parameter instead": lambda g, p: p,
}


def _assert_wrong_elements_disagree(found: Checked, right: Array, wrong: Array) -> None:
    codes = np.array(found.codes)
    assert (codes[_off(right, wrong)] == DISAGREE).all()
    assert (codes[wrong == right] == AGREE).all()


def _off(right: Array, wrong: Array) -> NDArray[np.bool_]:
    """Return which elements are wrong by more than the check calls small."""
    return np.abs(wrong - right) > 2e-3 * np.abs(right)


@pytest.mark.parametrize("loss", SQUARED)
@pytest.mark.parametrize("bug", BUGS)
@settings(deadline=None, max_examples=60)
@given(
    x_unit=st.floats(-15, 15), y_unit=st.floats(-15, 15), seed=st.integers(0, 2**32 - 1),
    offset=st.sampled_from([0.0, 1.0, 10.0]),
)  # fmt: skip
def test_wrong_gradients_disagree_in_any_unit(
    loss: str, bug: str, x_unit: float, y_unit: float, seed: int, offset: float
) -> None:
    point, data = _generic(seed, 10.0**x_unit, 10.0**y_unit, offset)
    right = _check(_line(loss), point, data).gradient
    wrong = BUGS[bug](right, point)
    found = _check(_line(loss), point, data, factor=0.0, shift=wrong)
    assume(_off(right, wrong).any())
    _assert_wrong_elements_disagree(found, right, wrong)


@pytest.mark.parametrize("loss", OTHERS)
@pytest.mark.parametrize("bug", BUGS)
@pytest.mark.parametrize("unit", [1.0, 1e3, 1e9])
def test_wrong_gradients_of_the_other_losses_disagree(loss: str, bug: str, unit: float) -> None:
    point, data = _generic(3, 2.0, unit)
    right = _check(_line(loss), point, data).gradient
    wrong = BUGS[bug](right, point)
    found = _check(_line(loss), point, data, factor=0.0, shift=wrong)
    assert _off(right, wrong).any()
    _assert_wrong_elements_disagree(found, right, wrong)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("bug", BUGS)
@settings(deadline=None, max_examples=30)
@given(fit=line_fits([5, 20, 100]))
def test_wrong_gradients_never_agree_anywhere(loss: str, bug: str, fit: LineFit) -> None:
    point, data = fit.made()
    right = _check(_line(loss), point, data)
    wrong = BUGS[bug](right.gradient, point)
    found = _check(_line(loss), point, data, factor=0.0, shift=wrong)
    # Beyond what the check calls small, and beyond what rounding may have done to the right one.
    off = np.abs(wrong - right.gradient) > 3e-3 * np.abs(right.gradient) + 2 * right.tolerance
    assert not any(code is AGREE and wrong for code, wrong in zip(found.codes, off, strict=True))


@pytest.mark.parametrize("factor", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("loss", LOSSES)
def test_a_gradient_that_is_not_finite_beside_a_finite_loss_disagrees(
    loss: str, factor: float
) -> None:
    found = _check(_line(loss), *_generic(0, 1.0, 1.0), factor=[factor, 1.0])
    assert found.codes == [DISAGREE, AGREE]


# Where there is no clear answer.


@pytest.mark.parametrize("loss", ["mse", "half_mse", "sum_squares", "huber", "log_cosh"])
def test_zero_gradient_at_the_optimum_vanishes(loss: str) -> None:
    x = np.arange(1.0, 6.0)
    found = _check(_line(loss), (1.0, -1.0), (x, x - 1.0))
    assert found.codes == [VANISHING, VANISHING]


@pytest.mark.parametrize("loss", SQUARED)
def test_optimum_of_noisy_data_vanishes_too(loss: str) -> None:
    dataset = linear_dataset(200)
    best = np.polyfit(dataset.x, dataset.y, 1)
    assert _check(_line(loss), best, (dataset.x, dataset.y)).codes == [VANISHING, VANISHING]


def test_one_vanishing_derivative_leaves_the_other_to_be_judged() -> None:
    x, y = np.array([-1.0, 1.0]), np.array([-2.0, 2.0])
    assert _check(_line("mse"), (1.0, 0.0), (x, y)).codes == [AGREE, VANISHING]
    wrong = _check(_line("mse"), (1.0, 0.0), (x, y), shift=[0.0, 0.1])
    assert wrong.codes == [AGREE, DISAGREE]


@dataclass(frozen=True)
class Bare(Rosenbrock):
    """A function that the tests give."""

    function: Callable[[tf.Tensor, tf.Tensor], tf.Tensor] = lambda u, v: u + v

    def __call__(self, parameters: Sequence[tf.Tensor], data: Data) -> tf.Tensor:
        return self.function(*parameters)

    def rounding(self, parameters: Sequence[tf.Tensor], data: Data, loss: tf.Tensor) -> tf.Tensor:
        return 8.0 * tf.abs(loss)


def test_a_function_that_does_not_move_vanishes_rather_than_agrees() -> None:
    assert _check(Bare(function=lambda u, v: 0.0 * (u + v)), (1.0, 1.0)).codes == [VANISHING] * 2
    line = _check(_line("mse"), (1.0, 0.0), (np.zeros(3), np.ones(3)))
    assert line.codes == [VANISHING, AGREE]


@pytest.mark.parametrize("off", [0.0, 1e-12, -1e-12])
def test_absolute_error_at_a_kink_is_nondifferentiable(off: float) -> None:
    x = np.arange(1.0, 6.0)
    assert _check(_line("mae"), (1.0, -1.0 + off), (x, x - 1.0)).codes == [KINK, KINK]


@settings(deadline=None, max_examples=200)
@given(
    seed=st.integers(0, 2**32 - 1), count=st.sampled_from([1, 2, 5, 20]),
    unit=st.floats(-15, 15), hit=st.integers(0, 20),
)  # fmt: skip
def test_absolute_error_exactly_at_a_kink_never_disagrees(
    seed: int, count: int, unit: float, hit: int
) -> None:
    """One row, or more, lies exactly on the line."""
    random = np.random.default_rng(seed)
    x = np.round(8 * random.standard_normal(count)) * 2.0 ** round(3 * unit)
    y = 2.0 * x + 1.0 + np.where(np.arange(count) < hit, 0.0, random.standard_normal(count))
    found = _check(_line("mae"), (2.0, 1.0), (x, y))
    assert not {DISAGREE, NOISE} & set(found.codes)


def test_a_kink_does_not_excuse_a_slope_of_neither_side() -> None:
    x = np.array([1.0])
    codes = [
        _check(_line("mae"), (0.0, 0.0), (x, 0.0 * x), factor=0.0, shift=slope).codes[1]
        for slope in (-3.1, -1.0, -0.1, 0.0, 0.9, 1.0, 3.1)
    ]
    assert codes == [DISAGREE, *[KINK] * 5, DISAGREE]


@pytest.mark.parametrize(
    ("function", "point"),
    [
        (lambda u, v: tf.math.log(u) + v, (-1.0, 0.0)),
        (lambda u, v: tf.sqrt(u) + v, (0.0, 0.0)),
        (lambda u, v: 1.0 / u + v, (0.0, 0.0)),
        (lambda u, v: tf.exp(u) + v, (1000.0, 0.0)),
    ],
    ids=["log(-1)", "sqrt(0)", "1/0", "overflow"],
)
def test_a_loss_that_is_not_finite_is_no_verdict(
    function: Callable[[tf.Tensor, tf.Tensor], tf.Tensor], point: tuple[float, float]
) -> None:
    assert _check(Bare(function=function), point).codes[0] is NONFINITE


@pytest.mark.parametrize("scale", [1e-12, 1e-8, 1.0])
def test_log_cosh_of_tiny_residuals_has_a_finite_answer(scale: float) -> None:
    """Rounding can make its mean negative."""
    dataset = linear_dataset()
    y = 2.0 * dataset.x + 10.0 + scale * np.random.default_rng(0).standard_normal(20)
    assert not set(_check(_line("log_cosh"), (2.0, 10.0), (dataset.x, y)).codes) - {
        AGREE, VANISHING,
    }  # fmt: skip


# Recorded runs.


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", ["sgd", "adam"])
def test_whole_runs_are_never_called_wrong_and_agree(loss: str, dtype: str, name: str) -> None:
    """From the first step into the minimum, where rounding is all there is."""
    rate = {"sum_squares": 1e-3}.get(loss, 0.1)
    config = fit_config(linear_dataset(), (1.0, 1.0), loss, dtype, OptimizerConfig(name, rate))
    trainer = Trainer(config)
    rows = np.concatenate([trainer.evaluate().rows, trainer.advance(4000).rows])
    codes = rows[:, trainer.layout.slices[Role.VERDICT]]
    assert not np.isin(codes, [DISAGREE, NOISE, NONFINITE]).any()
    assert (codes[0] == AGREE).all()
    assert summarise(trainer.layout, rows).verdict is Verdict.AGREE


def test_float32_rounding_is_no_disagreement() -> None:
    """The check judges the tape in float64; the recorded gradient is the float32 one."""
    trainer = Trainer(preset_config("tape", "float32"))
    row = trainer.advance(20).row(-1)
    assert row_summary(row).verdict is Verdict.AGREE
    assert np.abs(row.gradient - row.numerical).max() > 10 * row.tolerance.max()
    assert np.abs(row.error).max() <= row.tolerance.max()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_wrong_gradient_function_disagrees_at_the_start(dtype: str) -> None:
    def without_b(objective: Objective, parameters: Sequence[tf.Variable], data: Data) -> tuple:
        loss, (w, b) = tape_gradient(objective, parameters, data)
        return loss, [w, tf.zeros_like(b)]

    config = fit_config(linear_dataset(), (1.0, 1.0), dtype=dtype, gradient=without_b)
    row = Trainer(config).evaluate().row(0)
    assert row.verdicts.tolist() == [AGREE, DISAGREE]
    assert row.gradient[1] == 0.0
    assert row.error[1] == pytest.approx(-row.numerical[1])


# Verdicts over elements, steps and runs.

codes_of_points = st.lists(st.sampled_from(CheckCode), min_size=1, max_size=4)


@given(codes=codes_of_points)
def test_a_point_is_wrong_by_one_element_and_right_by_all_that_do_not_vanish(
    codes: list[CheckCode],
) -> None:
    found = point_codes(np.array([codes], float))
    assert found.shape == (1,)
    if DISAGREE in codes:
        wanted = DISAGREE
    elif set(codes) == {VANISHING}:
        wanted = VANISHING
    elif set(codes) <= {AGREE, VANISHING}:
        wanted = AGREE
    else:
        wanted = max(code for code in codes if code > VANISHING)
    assert found[0] == wanted


@given(points=st.lists(st.tuples(*[st.sampled_from(CheckCode)] * 2), min_size=1, max_size=8))
def test_points_are_judged_one_by_one(points: list[tuple[CheckCode, CheckCode]]) -> None:
    together = point_codes(np.array(points, float))
    assert together.tolist() == [point_codes(np.array([p], float))[0] for p in points]


LAYOUT = Layout(("w", "b"))


def _record(points: Sequence[Sequence[CheckCode]], first_step: int = 0) -> Array:
    rows = np.zeros((len(points), len(LAYOUT)))
    rows[:, LAYOUT.slices[Role.STEP]] = first_step + np.arange(len(points))[:, None]
    rows[:, LAYOUT.slices[Role.VERDICT]] = points
    rows[:, LAYOUT.slices[Role.NUMERICAL]] = 4.0
    rows[:, LAYOUT.slices[Role.ERROR]] = -0.5 - np.arange(len(points))[:, None]
    return rows


@given(points=st.lists(st.tuples(*[st.sampled_from(CheckCode)] * 2), min_size=1, max_size=8))
def test_a_run_is_wrong_by_one_step_else_right_by_one_else_as_at_its_first(
    points: list[tuple[CheckCode, CheckCode]],
) -> None:
    summary = summarise(LAYOUT, _record(points, first_step=5))
    each = [CheckCode(code) for code in point_codes(np.array(points, float))]
    wanted = next((c for c in (DISAGREE, AGREE) if c in each), each[0])
    assert summary.code is wanted and summary.verdict is wanted.verdict
    assert summary.step == 5 + each.index(wanted)
    decided = [k for k, point in enumerate(points) if {AGREE, DISAGREE} & set(point)]
    largest = (0.5 + decided[-1]) / 4.0 if decided else None
    assert summary.max_relative_error == largest


@given(
    points=st.lists(st.tuples(*[st.sampled_from(CheckCode)] * 2), min_size=2, max_size=8),
    data=st.data(),
)
def test_combining_the_parts_is_the_whole(
    points: list[tuple[CheckCode, CheckCode]], data: st.DataObject
) -> None:
    rows, at = _record(points), data.draw(st.integers(1, len(points) - 1))
    whole = combine(summarise(LAYOUT, rows[:at]), summarise(LAYOUT, rows[at:]))
    assert whole == summarise(LAYOUT, rows)


def test_combine_prefers_the_earlier_of_two_equal_answers() -> None:
    first, second = CheckSummary(AGREE, 3, 1e-9), CheckSummary(AGREE, 7, 1e-8)
    assert combine(first, second) == CheckSummary(AGREE, 3, 1e-8)
    assert combine(first, CheckSummary(DISAGREE, 9, 0.5)) == CheckSummary(DISAGREE, 9, 0.5)
    assert combine(CheckSummary(KINK, 0), CheckSummary(NOISE, 1)) == CheckSummary(KINK, 0)


@pytest.mark.parametrize(
    ("error", "numerical", "wanted"),
    [(0.0, 0.0, 0.0), (18.0, 0.0, np.inf), (np.nan, 2.0, np.inf), (1e300, 1e-300, np.inf),
     (-3.0, 2.0, 1.5)],
)  # fmt: skip
def test_relative_error_is_a_number_without_a_warning(
    error: float, numerical: float, wanted: float
) -> None:
    rows = _record([(DISAGREE, DISAGREE)])
    rows[:, LAYOUT.slices[Role.ERROR]] = error
    rows[:, LAYOUT.slices[Role.NUMERICAL]] = numerical
    assert summarise(LAYOUT, rows).max_relative_error == wanted


def test_only_inconclusive_codes_have_a_reason() -> None:
    assert {code: (code.verdict, code.reason) for code in CheckCode} == {
        AGREE: (Verdict.AGREE, None),
        DISAGREE: (Verdict.DISAGREE, None),
        VANISHING: (Verdict.INCONCLUSIVE, "vanishing"),
        NOISE: (Verdict.INCONCLUSIVE, "noise"),
        KINK: (Verdict.INCONCLUSIVE, "nondifferentiable"),
        NONFINITE: (Verdict.INCONCLUSIVE, "nonfinite_loss"),
        CheckCode.NONDETERMINISTIC: (Verdict.INCONCLUSIVE, "nondeterministic"),
        CheckCode.UNSUPPORTED_DTYPE: (Verdict.INCONCLUSIVE, "unsupported_dtype"),
    }


def test_a_bare_function_is_checked_like_a_fit() -> None:
    config = RunConfig(Problem(Rosenbrock(), (-1.2, 1.0)), "float64", OptimizerConfig("sgd", 1e-3))
    rows = Trainer(config).advance(2000).rows
    codes = rows[:, Trainer(config).layout.slices[Role.VERDICT]]
    assert (codes == AGREE).all()
