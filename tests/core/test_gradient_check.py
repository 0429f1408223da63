"""The full check: right gradients are never called wrong, wrong ones always, and it says how sure.

Oracles: exact rational derivatives of polynomials, closed forms, SciPy, and TensorFlow's checker.
"""

from __future__ import annotations

import math
import random as python_random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import differentiate

from core.dataset import Dataset
from core.gradient import tape_gradient
from core.gradient_check import GradientCheck, check_gradients
from core.loss import LOSSES
from core.problem import Data, Objective, Problem, fit_problem, relative_steps
from core.verdict import CheckCode, Verdict
from tests.core.helpers import Rosenbrock, linear_dataset, preset_config, tf
from tests.core.line_fits import LineFit, line_fits
from tests.core.test_cases import _ex1data1, _table

AGREE, DISAGREE, VANISHING = CheckCode.AGREE, CheckCode.DISAGREE, CheckCode.VANISHING
NOISE, KINK, NONFINITE = CheckCode.NOISE, CheckCode.NONDIFFERENTIABLE, CheckCode.NONFINITE_LOSS

UNIT = 2.0**-53


def _codes(check: GradientCheck) -> list[CheckCode]:
    return [element.code for element in check.elements]


@dataclass(frozen=True)
class Bare:
    """A function that a test gives, whose rounding is a few units of its value."""

    function: Callable[..., tf.Tensor]
    names: tuple[str, ...] = ("u", "v")
    quadratic: bool = False
    terms: Callable[..., tf.Tensor] | None = None

    def __call__(self, parameters: Sequence[tf.Tensor], data: Data) -> tf.Tensor:
        return self.function(*parameters)

    def rounding(self, parameters: Sequence[tf.Tensor], data: Data, loss: tf.Tensor) -> tf.Tensor:
        sizes = [tf.abs(p) for p in parameters]
        return 8.0 * (tf.abs(loss) if self.terms is None else self.terms(*sizes))

    def steps(self, parameters: Sequence[tf.Tensor], data: Data, loss: tf.Tensor) -> tf.Tensor:
        return relative_steps(parameters)


def _bare(function: Callable[..., tf.Tensor], point: Sequence[float], **changes: Any) -> Problem:
    names = tuple("uvw"[: len(point)])
    return Problem(Bare(function, names, **changes), tuple(map(float, point)))


# Right gradients.


def _line(loss: str, fit: LineFit) -> Problem:
    point, (x, y) = fit.made()
    return fit_problem(LOSSES[loss], Dataset(x, y), point)


@pytest.mark.parametrize("loss", LOSSES)
@settings(deadline=None, max_examples=150)
@given(fit=line_fits([1, 2, 5, 20, 100, 1000]))
def test_right_gradients_of_lines_are_never_called_wrong(loss: str, fit: LineFit) -> None:
    codes = set(_codes(check_gradients(_line(loss, fit))))
    doubts = {VANISHING} if LOSSES[loss].squared else {VANISHING, KINK, NOISE}
    assert codes <= {AGREE, *doubts}


@settings(deadline=None, max_examples=60)
@given(fit=line_fits([5, 100]), loss=st.sampled_from(list(LOSSES)))
def test_nor_are_those_of_float32(fit: LineFit, loss: str) -> None:
    """The check is made at the point float32 holds; what float32 adds is not an error."""
    problem = _line(loss, fit)
    check = check_gradients(problem, dtype="float32")
    assert DISAGREE not in _codes(check)
    assert check.point == tuple(np.asarray(problem.start, np.float32).astype(float))


@dataclass(frozen=True)
class Polynomial:
    """Coefficients of u^i v^j, which floats hold exactly."""

    coefficients: tuple[tuple[int, int, int], ...]

    def value(self, u: Any, v: Any) -> Any:
        return self._sum(u, v, lambda i, j, c: float(c))

    def terms(self, u: Any, v: Any) -> Any:
        return self._sum(u, v, lambda i, j, c: 2.0 * (i + j + 2) * abs(c))

    def _sum(self, u: Any, v: Any, factor: Callable[[int, int, int], float]) -> Any:
        # By products: the tape's derivative of u ** 0 at 0 is NaN.
        return sum(
            factor(*term) * math.prod([u] * term[0] + [v] * term[1], start=tf.ones_like(u))
            for term in self.coefficients
        )

    def exact(self, u: float, v: float) -> tuple[Fraction, Fraction]:
        x, y = Fraction(u), Fraction(v)
        by_u = sum((c * i * x ** (i - 1) * y**j for i, j, c in self.coefficients if i), Fraction())
        by_v = sum((c * j * x**i * y ** (j - 1) for i, j, c in self.coefficients if j), Fraction())
        return by_u, by_v


polynomials = st.builds(
    Polynomial,
    st.lists(
        st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(-9, 9)), min_size=1, max_size=6
    ).map(tuple),
)
places = st.floats(-100.0, 100.0).map(lambda value: round(value, 3))


@settings(deadline=None, max_examples=200)
@given(polynomial=polynomials, u=places, v=places)
def test_derivatives_of_polynomials_are_within_the_stated_error(
    polynomial: Polynomial, u: float, v: float
) -> None:
    check = check_gradients(_bare(polynomial.value, (u, v), terms=polynomial.terms))
    assert DISAGREE not in _codes(check)
    for element, exact in zip(check.elements, polynomial.exact(u, v), strict=True):
        assert abs(Fraction(element.numerical) - exact) <= Fraction(element.tolerance)


@settings(deadline=None, max_examples=60)
@given(
    fit=line_fits([20]), loss=st.sampled_from(["mse", "mae"]), power=st.integers(-60, 60),
    factor=st.sampled_from([1.0, 1.01, -1.0, 0.0]),
)  # fmt: skip
def test_scaling_loss_and_gradient_leaves_the_verdicts(
    fit: LineFit, loss: str, power: int, factor: float
) -> None:
    problem = _line(loss, fit)
    plain, scaled = (
        Problem(Scaled(problem.objective, factor), problem.start, problem.dataset)
        for factor in (1.0, 2.0**power)
    )

    def tested(objective: Objective, parameters: Any, data: Data) -> Any:
        value, gradients = tape_gradient(objective, parameters, data)
        return value, [factor * g for g in gradients]

    assert _codes(check_gradients(plain, gradient=tested)) == _codes(
        check_gradients(scaled, gradient=tested)
    )


@dataclass(frozen=True)
class Scaled:
    """An objective times a power of two."""

    inner: Objective
    factor: float

    @property
    def names(self) -> tuple[str, ...]:
        return self.inner.names

    @property
    def quadratic(self) -> bool:
        return self.inner.quadratic

    def __call__(self, parameters: Sequence[tf.Tensor], data: Data) -> tf.Tensor:
        return self.factor * self.inner(parameters, data)

    def rounding(self, parameters: Sequence[tf.Tensor], data: Data, loss: tf.Tensor) -> tf.Tensor:
        return self.factor * self.inner.rounding(parameters, data, loss / self.factor)

    def steps(self, parameters: Sequence[tf.Tensor], data: Data, loss: tf.Tensor) -> tf.Tensor:
        return self.inner.steps(parameters, data, loss / self.factor)


@pytest.mark.parametrize("loss", LOSSES)
def test_numbers_are_those_of_the_formula(loss: str) -> None:
    data = linear_dataset()
    w, b, e = 0.7, -1.3, 0.7 * data.x - 1.3 - data.y
    slope = {
        "mse": 2 * e, "half_mse": e, "sum_squares": 2 * e * len(e), "mae": np.sign(e),
        "huber": np.clip(e, -1, 1), "log_cosh": np.tanh(e),
    }[loss]  # fmt: skip
    check = check_gradients(fit_problem(LOSSES[loss], data, (w, b)))
    assert _codes(check) == [AGREE, AGREE] and check.verdict is Verdict.AGREE
    wanted = [np.mean(slope * data.x), np.mean(slope)]
    assert [e.analytical for e in check.elements] == pytest.approx(wanted, rel=1e-13)
    assert check.numerical == pytest.approx(wanted, rel=1e-8)
    assert (np.abs(check.numerical - wanted) <= check.tolerance).all()


def test_float32_is_reported_as_rounding_apart() -> None:
    problem = preset_config("tape").problem
    check = check_gradients(problem, (0.1, 0.2), dtype="float32")
    for element in check.elements:
        assert 0.0 < abs(element.rounding) < 1e-4
        assert abs(element.difference) <= element.tolerance < 1e-10
        assert element.trained == np.float32(element.trained)


@settings(deadline=None, max_examples=40)
@given(u=places, v=places)
def test_scipy_and_tensorflow_say_the_same_within_all_errors(u: float, v: float) -> None:
    functions = (
        (lambda u, v: tf.sin(0.05 * u) * tf.exp(0.02 * v),
         lambda u, v: np.sin(0.05 * u) * np.exp(0.02 * v)),
        (lambda u, v: tf.square(u * v - 3.0) + u, lambda u, v: np.square(u * v - 3.0) + u),
    )  # fmt: skip
    for ours, theirs in functions:
        check = check_gradients(_bare(ours, (u, v)))
        along = (
            differentiate.derivative(lambda a, f=theirs: f(a, v), u),
            differentiate.derivative(lambda a, f=theirs: f(u, a), v),
        )
        _, witness = tf.test.compute_gradient(
            ours, [tf.constant(value, tf.float64) for value in (u, v)]
        )
        for element, scipy, tensorflow in zip(check.elements, along, witness, strict=True):
            spare = 1e-9 * max(1.0, abs(element.numerical))
            apart = abs(element.numerical - scipy.df)
            assert apart <= element.tolerance + 4.0 * abs(scipy.error) + spare
            # A step of 1/1024, so its truncation is about that squared times the third derivative.
            assert abs(element.numerical - tensorflow.item()) <= element.tolerance + 1e-3 * max(
                1.0, abs(element.numerical)
            )


# Wrong gradients.


@settings(deadline=None, max_examples=100)
@given(
    fit=line_fits([20, 100]), loss=st.sampled_from(["mse", "half_mse", "sum_squares"]),
    tolerances=st.floats(10.0, 1e12), sign=st.sampled_from([-1.0, 1.0]),
)  # fmt: skip
def test_a_gradient_ten_tolerances_off_is_always_wrong(
    fit: LineFit, loss: str, tolerances: float, sign: float
) -> None:
    problem = _line(loss, fit)
    right = check_gradients(problem)
    claimed = [e.analytical + sign * tolerances * e.tolerance for e in right.elements]
    assume(all(np.isfinite(claimed)) and all(e.tolerance > 0.0 for e in right.elements))
    assert _codes(check_gradients(problem, claimed=claimed)) == [DISAGREE, DISAGREE]


@settings(deadline=None, max_examples=60)
@given(u=places, v=places, tolerances=st.floats(10.0, 1e6))
def test_so_is_one_of_a_smooth_function(u: float, v: float, tolerances: float) -> None:
    problem = Problem(Rosenbrock(), (u, v))
    claimed = [e.analytical + tolerances * e.tolerance for e in check_gradients(problem).elements]
    assert _codes(check_gradients(problem, claimed=claimed)) == [DISAGREE, DISAGREE]


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_a_gradient_that_is_not_finite_beside_a_finite_loss_is_wrong(wrong: float) -> None:
    problem = preset_config("checker").problem
    assert _codes(check_gradients(problem, claimed=[wrong, 6.0])) == [DISAGREE, AGREE]
    # The derivative of the root at 0 is infinite, and there is no loss to its left.
    root = _bare(lambda u, v: tf.sqrt(u) + v, (0.0, 1.0))
    assert _codes(check_gradients(root))[0] is DISAGREE


def test_unconnected_agrees_only_where_nothing_moves_the_loss() -> None:
    check = check_gradients(_bare(lambda u, v: tf.square(2.0 * u - 3.0), (1.0, 5.0)))
    assert [e.analytical for e in check.elements] == [-4.0, None]
    assert _codes(check) == [AGREE, AGREE]
    assert check.elements[1].reason == "unconnected"
    wrong = check_gradients(preset_config("checker").problem, claimed=[18.0, None])
    assert _codes(wrong) == [AGREE, DISAGREE] and wrong.verdict is Verdict.DISAGREE
    assert wrong.elements[1].reason == "unconnected" and wrong.elements[1].difference == -6.0
    # At the bottom of a parabola the derivative is 0, yet v moves the loss.
    still = check_gradients(_bare(lambda u, v: u + v * v, (1.0, 0.0)), claimed=[1.0, None])
    assert _codes(still) == [AGREE, VANISHING]


# Where there is no clear answer.


@settings(deadline=None, max_examples=150)
@given(
    u=places, left=st.floats(-10, 10), right=st.floats(-10, 10), bend=st.floats(-5, 5),
    share=st.floats(0.0, 1.0), beyond=st.floats(1e-4, 10.0),
)  # fmt: skip
def test_at_a_kink_only_what_lies_outside_both_slopes_is_wrong(
    u: float, left: float, right: float, bend: float, share: float, beyond: float
) -> None:
    assume(abs(right - left) > 1e-3)

    def kink(a: tf.Tensor, v: tf.Tensor) -> tf.Tensor:
        off = a - u
        return tf.where(off < 0.0, left * off, right * off) + bend * off * off + tf.square(v)

    problem = _bare(kink, (u, 1.0))
    between = left + share * (right - left)
    inside = check_gradients(problem, claimed=[between, 2.0])
    assert _codes(inside) == [KINK, AGREE]
    element = inside.elements[0]
    assert element.left == pytest.approx(left, abs=1e-4)
    assert element.right == pytest.approx(right, abs=1e-4)
    for outside in (max(left, right) + beyond, min(left, right) - beyond):
        assert _codes(check_gradients(problem, claimed=[outside, 2.0]))[0] is DISAGREE


def test_case_gc_kink() -> None:
    """A pinball loss with a residual of 0: TensorFlow's answer depends on the arguments' order."""
    y = tf.constant([0.0, 1.0, 2.0], tf.float64)

    def pinball(swapped: bool) -> Callable[[tf.Tensor], tf.Tensor]:
        def loss(b: tf.Tensor) -> tf.Tensor:
            e = y - b if b.shape.rank == 0 else y[:, None] - b
            sides = (0.9 * e, -0.1 * e)
            return tf.reduce_mean(tf.maximum(*(sides[::-1] if swapped else sides)), axis=0)

        return loss

    for swapped, tape in ((False, -0.9), (True, -0.5666666666666667)):
        (element,) = check_gradients(_bare(pinball(swapped), (0.0,))).elements
        assert element.analytical == pytest.approx(tape, abs=1e-7)
        assert element.code is KINK and element.reason == "nondifferentiable"
        assert (element.left, element.right) == pytest.approx((-0.9, -0.56666667), abs=1e-6)
        assert element.numerical == pytest.approx(-0.73333333, abs=1e-6)


def test_case_gc_float32_eps() -> None:
    """Steps are chosen by the data: where fixed ones in float32 are off by 8 % to 100 %."""
    check = check_gradients(fit_problem(LOSSES["mse"], _ex1data1(), (1.0, 1.0)), dtype="float32")
    assert _codes(check) == [AGREE, AGREE]
    assert check.elements[0].numerical == pytest.approx(48.4697861530103, rel=1e-7)
    salary = fit_problem(LOSSES["mse"], _table("data/salary_30.csv"), (0.0, 0.0))
    found = check_gradients(salary, dtype="float32")
    assert _codes(found) == [AGREE, AGREE]
    assert found.elements[1].numerical == pytest.approx(-152006.0, rel=1e-10)


def test_a_loss_that_is_not_finite_is_never_judged() -> None:
    check = check_gradients(_bare(lambda u, v: tf.math.log(u) + v, (-1.0, 0.0)))
    assert _codes(check) == [NONFINITE, NONFINITE]
    assert check.elements[0].analytical == -1.0 and np.isnan(check.elements[0].numerical)


def test_a_loss_that_changes_by_itself_never_agrees() -> None:
    noise = np.random.default_rng(0)
    check = check_gradients(_bare(lambda u, v: u + v + noise.standard_normal(), (1.0, 1.0)))
    assert _codes(check) == [CheckCode.NONDETERMINISTIC] * 2
    assert check.elements[0].reason == "nondeterministic"


def test_case_tf_int_variable() -> None:
    """Whole start values and columns become floats; a loss in whole numbers is not judged."""
    whole = Dataset(np.array([1, 2, 3]), np.array([2, 4, 6]))
    check = check_gradients(fit_problem(LOSSES["mse"], whole, (1, 0)))
    assert check.loss == pytest.approx(4.666666666666667)
    assert _codes(check) == [AGREE, AGREE]
    rounded = check_gradients(_bare(lambda u, v: tf.cast(u + v, tf.int32), (1.0, 2.0)))
    assert _codes(rounded) == [CheckCode.UNSUPPORTED_DTYPE] * 2
    assert rounded.verdict is Verdict.INCONCLUSIVE


def test_a_loss_in_float32_is_known_to_round() -> None:
    """Keras' mean squared error returns float32 for float64 inputs."""
    for u, v in np.random.default_rng(1).uniform(-3, 3, (40, 2)):
        plain = _bare(lambda u, v: tf.cast(tf.sin(3.0 * u) * v, tf.float32), (u, v))
        check = check_gradients(plain)
        assert DISAGREE not in _codes(check)
        assert (check.tolerance > 1e-7 * np.abs(check.numerical)).all()


# What it leaves as it was.


@dataclass(frozen=True)
class Careless:
    """An objective that draws random numbers and may raise."""

    raises: bool
    names: tuple[str, ...] = ("u", "v")
    quadratic: bool = False
    seen: list[int] = field(default_factory=list, compare=False)

    def __call__(self, parameters: Sequence[tf.Tensor], data: Data) -> tf.Tensor:
        self.seen.append(1)
        np.random.standard_normal()  # noqa: NPY002
        python_random.random()
        tf.random.get_global_generator().normal([])
        if self.raises:
            raise ArithmeticError("on purpose")
        u, v = parameters
        return tf.square(u) + v

    rounding = Bare.rounding
    terms = None
    steps = Bare.steps


@pytest.mark.parametrize("raises", [False, True])
def test_parameters_data_and_random_states_are_as_before(raises: bool) -> None:
    dataset = linear_dataset()
    problem = Problem(Careless(raises), (1.0, 2.0), dataset)
    variable = tf.Variable(3.0)
    generator = tf.random.get_global_generator()
    before = (
        dataset.x.tobytes(), dataset.y.tobytes(), np.random.get_state()[1].tobytes(),
        python_random.getstate(), generator.state.numpy().tobytes(), variable.numpy(),
    )  # fmt: skip
    if raises:
        with pytest.raises(ArithmeticError):
            check_gradients(problem)
    else:
        assert _codes(check_gradients(problem)) == [AGREE, AGREE]
    after = (
        dataset.x.tobytes(), dataset.y.tobytes(), np.random.get_state()[1].tobytes(),
        python_random.getstate(), generator.state.numpy().tobytes(), variable.numpy(),
    )  # fmt: skip
    assert problem.objective.seen and before == after
    assert problem.start == (1.0, 2.0)


def test_many_rows_are_evaluated_in_slabs(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = preset_config("tape").problem
    whole = check_gradients(problem)
    monkeypatch.setattr("core.gradient_check.CELLS", 300)
    slabs = check_gradients(problem)
    assert slabs.numerical == pytest.approx(whole.numerical, rel=1e-12)
    assert _codes(slabs) == _codes(whole)
