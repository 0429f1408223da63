"""Is a gradient the derivative of the loss? A check that can be used alone, on any problem.

Loss and tape are evaluated in float64 at the exactly cast values; what float32 adds is reported
apart, as rounding. The numerical derivative comes from a ladder of central differences (see
`core.differences`), and is compared with a tolerance that is an estimate of its own error, never
a fixed number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from core.differences import Evaluate, Floats, Ladder, climb
from core.gradient import GradientFunction, tape_gradient
from core.problem import Data, Problem
from core.random_state import random_state_kept
from core.tensorflow_import import load_tensorflow
from core.verdict import SMALL_TOLERANCE, CheckCode, Verdict, point_codes

if TYPE_CHECKING:
    import tensorflow as tf

SMOOTH = 2.0**-20
"""A jump below this part of the difference of both sides: no kinks cancel so well by chance."""

CUBIC = 256.0
"""At a step 16 times as long a smooth loss bends 4096 times as much; kinks do not come near it."""

CELLS = 4_000_000
"""Most numbers that one evaluation of several points may hold: rows times points."""


@dataclass(frozen=True, eq=False)
class ElementCheck:
    """The check of one partial derivative.

    Attributes
    ----------
    name : str
        The parameter.
    analytical : float or None
        The gradient under test, in float64; None where the tape says it is not connected.
    trained : float or None
        The same in the dtype of training; its distance from `analytical` is rounding.
    numerical : float
        The derivative by central difference; NaN where there is none.
    tolerance : float
        The estimated error: truncation, and rounding of the loss and of the gradient.
    step : float
        Its step.
    left, right : float
        The differences to either side with that step.
    code : CheckCode
        The answer.
    ladder : Ladder or None
        All steps that were tried; None where the loss could not be evaluated.
    """

    name: str
    analytical: float | None
    trained: float | None
    numerical: float
    tolerance: float
    step: float
    left: float
    right: float
    code: CheckCode
    ladder: Ladder | None

    @property
    def verdict(self) -> Verdict:
        """The answer without its reason."""
        return self.code.verdict

    @property
    def reason(self) -> str | None:
        """Why inconclusive, or 'unconnected' where the tape gave None, else None."""
        return "unconnected" if self.analytical is None else self.code.reason

    @property
    def difference(self) -> float:
        """Analytical minus numerical; None counts as 0."""
        return (self.analytical or 0.0) - self.numerical

    @property
    def rounding(self) -> float:
        """What the dtype of training adds to the gradient."""
        if self.analytical is None or self.trained is None:
            return 0.0
        return self.trained - self.analytical


@dataclass(frozen=True, eq=False)
class GradientCheck:
    """The check of a gradient at one point.

    Attributes
    ----------
    point : tuple of float
        The parameters, exact in the dtype of training.
    loss : float
        The loss there, in float64.
    elements : tuple of ElementCheck
        One per parameter.
    """

    point: tuple[float, ...]
    loss: float
    elements: tuple[ElementCheck, ...]

    @property
    def code(self) -> CheckCode:
        """The answer for the point: one disagreement wins, a vanishing element leaves the word."""
        codes = np.array([[float(element.code) for element in self.elements]])
        return CheckCode(point_codes(codes)[0])

    @property
    def verdict(self) -> Verdict:
        """The answer without its reason."""
        return self.code.verdict

    @property
    def numerical(self) -> Floats:
        """The numerical gradient, shape (P,)."""
        return np.array([element.numerical for element in self.elements])

    @property
    def tolerance(self) -> Floats:
        """Its estimated error, shape (P,)."""
        return np.array([element.tolerance for element in self.elements])

    @property
    def analytical(self) -> tuple[float | None, ...]:
        """The gradient under test."""
        return tuple(element.analytical for element in self.elements)

    @property
    def max_relative_error(self) -> float | None:
        """Largest abs(difference) / abs(numerical) among the elements that were decided."""
        decided = [e for e in self.elements if e.code <= CheckCode.DISAGREE]
        ratios = [_ratio(e.difference, e.numerical) for e in decided]
        return max(ratios) if ratios else None


def check_gradients(
    problem: Problem,
    point: Sequence[float] | None = None,
    *,
    gradient: GradientFunction = tape_gradient,
    dtype: str = "float64",
    claimed: Sequence[float | None] | None = None,
    allowance: float = 0.0,
) -> GradientCheck:
    """Compare a gradient with central differences of the loss.

    Parameters
    ----------
    problem : Problem
        Whose loss.
    point : sequence of float, optional
        Where; by default at the problem's start. It is rounded to `dtype` first.
    gradient : GradientFunction
        The gradient under test; by default the tape's.
    dtype : str
        The dtype of training, 'float32' or 'float64'. The check itself is in float64.
    claimed : sequence of float or None, optional
        A gradient computed elsewhere, to be tested in place of the function.
    allowance : float
        How far, relatively, it may be off besides: for numbers that were written by hand.

    Returns
    -------
    GradientCheck
        Parameters, data and random state are as before, also where the loss raises.
    """
    load_tensorflow()
    where = np.asarray(problem.start if point is None else point, dtype).astype(np.float64)
    with random_state_kept():
        return _checked(problem, where, gradient, dtype, claimed, allowance)


def _checked(
    problem: Problem,
    point: Floats,
    gradient: GradientFunction,
    dtype: str,
    claimed: Sequence[float | None] | None,
    allowance: float,
) -> GradientCheck:
    loss, tested, data = _evaluated(problem, point, gradient, "float64")
    again, repeated, _ = _evaluated(problem, point, gradient, "float64")
    trained = tested if dtype == "float64" else _evaluated(problem, point, gradient, dtype)[1]
    if claimed is not None:
        tested = trained = repeated = [None if v is None else np.float64(v) for v in claimed]
    failed = None
    if not np.issubdtype(np.asarray(loss).dtype, np.floating):
        failed = CheckCode.UNSUPPORTED_DTYPE
    elif not _same([loss, *tested], [again, *repeated]):
        failed = CheckCode.NONDETERMINISTIC
    elif not np.isfinite(loss):
        failed = CheckCode.NONFINITE_LOSS
    values = zip(problem.names, _floats(tested), _floats(trained), strict=True)
    if failed is not None:
        nan = np.nan
        elements = [ElementCheck(*v, nan, nan, nan, nan, nan, failed, None) for v in values]
    else:
        ladders = _ladders(problem, point, loss, data)
        kinks = not problem.objective.quadratic
        elements = [_judged(*v, ladders[i], kinks, allowance) for i, v in enumerate(values)]
    return GradientCheck(tuple(map(float, point)), float(loss), tuple(elements))


def _evaluated(
    problem: Problem, point: Floats, gradient: GradientFunction, dtype: str
) -> tuple[Any, list[Any], Data]:
    """Return loss and gradients as NumPy numbers of their own dtype, and the data."""
    import tensorflow as tf

    data = tuple(tf.constant(array) for array in problem.arrays(dtype))
    parameters = [
        tf.Variable(v, dtype=dtype, name=n) for n, v in zip(problem.names, point, strict=True)
    ]
    loss, gradients = gradient(problem.objective, parameters, data)
    found = [None if g is None else tf.convert_to_tensor(g).numpy() for g in gradients]
    return tf.convert_to_tensor(loss).numpy(), found, data


def evaluator(problem: Problem, data: Data, dtype: str = "float64") -> Evaluate:
    """Return losses and their rounding errors at points, computed in a dtype, as is the data."""
    import tensorflow as tf

    objective = problem.objective
    slab = max(1, CELLS // max([1, *(int(array.shape[0]) for array in data)]))

    def one_slab(points: Floats) -> tuple[Floats, Floats]:
        parameters = [tf.constant(points[:, i], dtype) for i in range(points.shape[1])]
        losses = objective(parameters, data)
        sizes = [tf.abs(p) for p in parameters]
        unit = np.finfo(losses.dtype.as_numpy_dtype).eps / 2.0
        roundings = unit * objective.rounding(sizes, data, tf.abs(losses))
        exact = [np.asarray(t, np.float64) for t in (losses, roundings)]
        return exact[0], np.broadcast_to(exact[1], exact[0].shape)

    def evaluate(points: Floats) -> tuple[Floats, Floats]:
        parts = [one_slab(points[i : i + slab]) for i in range(0, len(points), slab)]
        return np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])

    return evaluate


def base_steps(problem: Problem, point: Floats, loss: tf.Tensor, data: Data) -> Floats:
    """Return a step of the right size along each parameter, shape (P,)."""
    import tensorflow as tf

    parameters = [tf.constant(value, tf.float64) for value in point]
    return np.asarray(problem.objective.steps(parameters, data, loss), np.float64)


def _ladders(problem: Problem, point: Floats, loss: Any, data: Data) -> list[Ladder]:
    import tensorflow as tf

    steps = base_steps(problem, point, tf.constant(loss, tf.float64), data)
    scales, quadratic = problem.scales(tuple(point)), problem.objective.quadratic
    evaluate = evaluator(problem, data)
    return [
        climb(evaluate, point, i, float(steps[i]), float(scales[i]), quadratic)
        for i in range(len(point))
    ]


def _judged(
    name: str,
    analytical: float | None,
    trained: float | None,
    ladder: Ladder,
    kinks: bool,
    allowance: float,
) -> ElementCheck:
    rung = ladder.best
    kinked = kinks and ladder.usable and _kinked(ladder, rung)
    left, right, error = ladder.left, ladder.right, ladder.tolerance(rung)
    if kinked:
        left, right, errors = ladder.sides()
        rung = int(np.argmin(errors))
        error = float(errors[rung])
    found = _Derivative(
        float(ladder.numerical[rung]),
        error + allowance * abs(float(ladder.numerical[rung])),
        float(ladder.step[rung]),
        float(left[rung]),
        float(right[rung]),
    )
    code = _code(0.0 if analytical is None else analytical, found, ladder, rung, kinked)
    if analytical is None:
        code = _unconnected_code(ladder, code)
    return ElementCheck(name, analytical, trained, *found, code, ladder)


class _Derivative(NamedTuple):
    """What is known of a derivative; the attributes of `ElementCheck`."""

    numerical: float
    tolerance: float
    step: float
    left: float
    right: float


def _code(tested: float, found: _Derivative, ladder: Ladder, rung: int, kinked: bool) -> CheckCode:
    if not np.isfinite(tested):
        return CheckCode.DISAGREE
    if not ladder.usable:
        return CheckCode.NONFINITE_LOSS
    if kinked:
        return _code_at_kink(tested, found)
    off = abs(tested - found.numerical)
    if off > 3.0 * found.tolerance:
        return CheckCode.NOISE if _excused(tested, ladder, rung) else CheckCode.DISAGREE
    if off > found.tolerance:
        return CheckCode.NOISE
    # Strictly: where nothing moves the loss, all three are 0 and nothing was shown.
    convincing = found.tolerance < SMALL_TOLERANCE * abs(found.numerical)
    return CheckCode.AGREE if convincing else CheckCode.VANISHING


def _kinked(ladder: Ladder, rung: int) -> bool:
    """Return whether the derivative jumps at the point: by as much however short the step."""
    jump = abs(ladder.jump(rung))
    if not jump > 8.0 * ladder.rounding[rung] or jump <= SMOOTH * abs(_sides_apart(ladder, rung)):
        return False
    shorter = abs(ladder.jump(rung - 1))
    return bool(shorter > 0.5 * jump or 8.0 * ladder.rounding[rung - 1] > jump)


def _sides_apart(ladder: Ladder, rung: int) -> float:
    return float(ladder.right[rung] - ladder.left[rung])


def _code_at_kink(tested: float, found: _Derivative) -> CheckCode:
    outside = max(min(found.left, found.right) - tested, tested - max(found.left, found.right))
    if outside > 3.0 * found.tolerance:
        return CheckCode.DISAGREE
    return CheckCode.NONDIFFERENTIABLE if outside <= found.tolerance else CheckCode.NOISE


def _excused(tested: float, ladder: Ladder, rung: int) -> bool:
    """Return whether kinks that cancel within the step, rather than the gradient, may be at fault.

    Every right derivative of a convex loss lies between the differences to either side.
    """
    apart, noise = abs(_sides_apart(ladder, rung)), float(ladder.rounding[rung])
    between = abs(tested - ladder.numerical[rung]) <= noise + 0.5 * apart
    return bool(between and not _smooth(ladder, rung, apart))


def _smooth(ladder: Ladder, rung: int, apart: float) -> bool:
    """Return whether no kink lies within a rung's step.

    What is left of the difference of both sides grows with the cube of the step then.
    """
    jump, longer = abs(ladder.jump(rung)), abs(ladder.jump(rung + 1))
    return jump <= SMOOTH * apart or jump <= longer / CUBIC + 8.0 * ladder.rounding[rung]


def _unconnected_code(ladder: Ladder, code: CheckCode) -> CheckCode:
    """Return the answer for None: right only where nothing moves the loss."""
    still = (ladder.left == 0.0) & (ladder.right == 0.0)
    if bool(still.all()):
        return CheckCode.AGREE
    return CheckCode.VANISHING if code is CheckCode.AGREE else code


def _floats(values: Sequence[Any]) -> list[float | None]:
    return [None if value is None else float(value) for value in values]


def _same(first: Sequence[Any], second: Sequence[Any]) -> bool:
    return all(
        (a is None) == (b is None)
        and (a is None or np.array_equal(a, b, equal_nan=np.issubdtype(a.dtype, np.floating)))
        for a, b in zip(first, second, strict=True)
    )


def _ratio(error: float, size: float) -> float:
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratio = 0.0 if error == 0.0 else abs(np.float64(error) / np.float64(size))
    return float("inf") if np.isnan(ratio) else float(ratio)
