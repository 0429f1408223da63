"""The whole examination of a gradient: at a point, at points off the path, by a second witness.

One point is not enough: where all residuals are equal, as at the start of preset ``checker``,
several wrong gradients have the right value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce

import numpy as np

from core.config import RunConfig
from core.diagnosis import Diagnosis
from core.differences import Floats
from core.gradient import keras_update
from core.gradient_check import GradientCheck, base_steps, check_gradients, evaluator
from core.gradient_diagnosis import Claim, diagnose
from core.problem import Problem
from core.program import program_for
from core.state import TrainerState
from core.update_check import UpdateCheck, check_update
from core.verdict import CheckCode, CheckSummary, combine
from core.worked_step import worked_step

PROBE_OFFSETS = ((1.0, 0.5), (-0.75, 1.25), (0.5, -1.5))
"""Where the other points lie, in units of `Problem.scales`."""

WITNESS_STEP = 2.0**-10
"""The step of ``tf.test.compute_gradient``, whatever the size of the parameters."""

HALVINGS = 45
"""Steps of the error curve: each half of the one before."""

OWN_DIGITS = 5e-4
"""How far, relatively, numbers written by hand may be off: three digits."""

MOST_ROWS = 100_000
"""Above so many rows of data an error curve would take too long."""


class WitnessCode(StrEnum):
    """Why TensorFlow's own numerical derivative is what it is."""

    SAME = "same"
    """It differs from ours by no more than a thousandth."""
    STEP_LOST = "step_lost"
    """Its fixed step is too small to change the parameter."""
    ROUNDING = "rounding"
    """Its fixed step is so small that rounding of the loss explains the difference."""
    TRUNCATION = "truncation"
    """Its fixed step is long for the curvature, or passes a kink."""


@dataclass(frozen=True, eq=False)
class Witness:
    """What ``tf.test.compute_gradient`` says of the loss in the dtype of training.

    Attributes
    ----------
    dtype : str
        The dtype it ran in.
    numerical : ndarray of float64, shape (P,)
        Its numerical derivatives.
    codes : tuple of WitnessCode
        Why they are as they are.
    step : float
        Its step.
    """

    dtype: str
    numerical: Floats
    codes: tuple[WitnessCode, ...]
    step: float = WITNESS_STEP


@dataclass(frozen=True, eq=False)
class ErrorCurve:
    """The error of a central difference against its step.

    Attributes
    ----------
    steps : ndarray of float64, shape (P, k)
        Half the distance of the two points.
    float32, float64 : ndarray of float64, shape (P, k)
        abs(difference - gradient under test) with the loss in that dtype; NaN where the step is
        lost or the loss not finite.
    """

    steps: Floats
    float32: Floats
    float64: Floats


@dataclass(frozen=True, eq=False)
class FullCheck:
    """All that is known of a gradient function, and of the update where that was replaced.

    Attributes
    ----------
    at : GradientCheck
        The point in question.
    probes : tuple of GradientCheck
        Points off the path.
    witness : Witness or None
        TensorFlow's own checker; None where the loss is not finite.
    diagnoses : tuple of Diagnosis
        What may be wrong, all candidates; empty where nothing is.
    updates : tuple of UpdateCheck
        Where the update was replaced: the step from these points, up to the first wrong one.
    """

    at: GradientCheck
    probes: tuple[GradientCheck, ...]
    witness: Witness | None
    diagnoses: tuple[Diagnosis, ...]
    updates: tuple[UpdateCheck, ...] = ()

    @property
    def code(self) -> CheckCode:
        """One disagreement at any point wins, else one agreement."""
        return self.summary.code

    @property
    def gradient_summary(self) -> CheckSummary:
        """The answer over all points for the gradient alone."""
        found = [CheckSummary(c.code, 0, c.max_relative_error) for c in self.points]
        return reduce(combine, found)

    @property
    def summary(self) -> CheckSummary:
        """The answer over all points for gradient and update together."""
        updates = [CheckSummary(update.code, 0) for update in self.updates]
        return reduce(combine, updates, self.gradient_summary)

    @property
    def points(self) -> tuple[GradientCheck, ...]:
        """All points, the one in question first."""
        return (self.at, *self.probes)


@dataclass(frozen=True, eq=False)
class OwnCheck:
    """A person's own numbers against the derivative of the loss.

    Attributes
    ----------
    claimed : tuple of float
        The numbers.
    check : GradientCheck
        Right where they agree to `OWN_DIGITS` of the derivative: digits that were left out are
        no error.
    diagnoses : tuple of Diagnosis
        What may be wrong, all candidates.
    """

    claimed: tuple[float, ...]
    check: GradientCheck
    diagnoses: tuple[Diagnosis, ...]


def full_check(
    config: RunConfig,
    state: TrainerState | None = None,
    earlier: Sequence[tuple[float, ...]] = (),
) -> FullCheck:
    """Examine the gradient of a run, and its update where that was replaced.

    Parameters
    ----------
    config : RunConfig
        The settings: problem, dtype, gradient and update.
    state : TrainerState, optional
        Where; by default the start.
    earlier : sequence of tuple of float
        Points at which a stale gradient may have been taken.
    """
    problem = config.problem
    start = tuple(map(float, problem.start if state is None else state.parameters))
    points = [start, *probe_points(problem, start)]
    checks = [
        check_gradients(problem, point, gradient=config.gradient, dtype=config.dtype)
        for point in points
    ]
    updates = _updates(config, state, points)
    found = list(updates[-1].diagnoses) if updates else []
    if any(check.code is CheckCode.DISAGREE for check in checks):
        found += diagnose(problem, [claim_of(c) for c in checks if _usable(c)], earlier=earlier)
    usable = np.isfinite(checks[0].numerical).all()
    return FullCheck(
        checks[0],
        tuple(checks[1:]),
        second_witness(problem, checks[0], config.dtype) if usable else None,
        tuple(found),
        updates,
    )


def own_check(
    config: RunConfig,
    point: Sequence[float],
    claimed: Sequence[float],
    earlier: Sequence[tuple[float, ...]] = (),
) -> OwnCheck:
    """Examine numbers that a person computed elsewhere, like the gradient of a run.

    Parameters
    ----------
    config : RunConfig
        The settings.
    point : sequence of float
        Where they were computed.
    claimed : sequence of float
        The numbers, one per parameter.
    earlier : sequence of tuple of float
        Points at which a stale gradient may have been taken.
    """
    problem = config.problem
    check = check_gradients(
        problem, point, dtype=config.dtype, claimed=claimed, allowance=OWN_DIGITS
    )
    found: tuple[Diagnosis, ...] = ()
    if check.code is CheckCode.DISAGREE and _usable(check):
        found = diagnose(problem, [claim_of(check)], earlier=earlier, rtol=2.0 * OWN_DIGITS)
    return OwnCheck(tuple(claimed), check, found)


def _updates(
    config: RunConfig, state: TrainerState | None, points: Sequence[tuple[float, ...]]
) -> tuple[UpdateCheck, ...]:
    if config.update is keras_update:
        return ()
    program, rate = program_for(config), config.optimizer.learning_rate
    states = [program.initial_state(point, rate) for point in points]
    if state is not None:
        states[0] = state
    found: list[UpdateCheck] = []
    for each in states:
        found.append(_update(config, each))
        # One wrong step says all that there is to say.
        if found[-1].code is CheckCode.DISAGREE:
            break
    return tuple(found)


def _update(config: RunConfig, state: TrainerState) -> UpdateCheck:
    """Return whether the step taken from a state is the one a real Keras optimizer takes."""
    taken = worked_step(config, state)
    meant = worked_step(replace(config, update=keras_update), state)

    def gradient_at(point: Floats) -> list[float]:
        check = check_gradients(config.problem, tuple(point), gradient=config.gradient)
        return [0.0 if value is None else value for value in check.analytical]

    return check_update(
        taken.before,
        taken.after,
        [0.0 if value is None else value for value in taken.gradients],
        taken.learning_rate,
        names=config.problem.names,
        meant=meant.after,
        dtype=config.dtype,
        gradient_at=gradient_at,
    )


def _usable(check: GradientCheck) -> bool:
    return bool(np.isfinite(check.numerical).all())


def claim_of(check: GradientCheck) -> Claim:
    """Return a check as what is to be explained."""
    tested = check.analytical
    claimed = np.array([np.nan if value is None else value for value in tested])
    unconnected = tuple(value is None for value in tested)
    return Claim(check.point, claimed, unconnected, check.numerical, check.tolerance)


def probe_points(problem: Problem, point: Sequence[float]) -> list[tuple[float, ...]]:
    """Return points off the path, in the units of the data."""
    scale = problem.scales(point)
    return [
        tuple(map(float, np.asarray(point) + np.resize(offsets, len(scale)) * scale))
        for offsets in PROBE_OFFSETS
    ]


def second_witness(problem: Problem, check: GradientCheck, dtype: str) -> Witness:
    """Return what TensorFlow's own checker says at a point that was checked."""
    import tensorflow as tf

    data = tuple(tf.constant(array) for array in problem.arrays(dtype))
    point = [tf.constant(value, dtype) for value in check.point]
    with np.errstate(all="ignore"):
        # What is finite in float64 may overflow in the dtype of training.
        _, found = tf.test.compute_gradient(lambda *p: problem.objective(p, data), point)
    numerical = np.array([float(np.ravel(jacobian)[0]) for jacobian in found])
    evaluate = evaluator(problem, data, dtype)
    codes = []
    for i, element in enumerate(check.elements):
        off = abs(numerical[i] - element.numerical)
        points = np.tile(np.asarray(check.point), (2, 1))
        points[:, i] += [WITNESS_STEP, -WITNESS_STEP]
        moved = points.astype(dtype)[:, i]
        _, errors = evaluate(points)
        if off <= 1e-3 * abs(element.numerical):
            codes.append(WitnessCode.SAME)
        elif moved[0] == moved[1]:
            codes.append(WitnessCode.STEP_LOST)
        elif off <= 2.0 * errors.max() / WITNESS_STEP:
            codes.append(WitnessCode.ROUNDING)
        else:
            codes.append(WitnessCode.TRUNCATION)
    return Witness(dtype, numerical, tuple(codes))


def error_curve(problem: Problem, check: GradientCheck) -> ErrorCurve | None:
    """Return the error against the step at a point that was checked; None for too many rows."""
    import tensorflow as tf

    if problem.dataset is not None and len(problem.dataset) > MOST_ROWS:
        return None
    point, count = np.asarray(check.point), len(check.point)
    data = tuple(tf.constant(array) for array in problem.arrays("float64"))
    base = base_steps(problem, point, tf.constant(check.loss, tf.float64), data)
    longest = 16.0 * np.maximum(problem.scales(check.point), base)
    steps = longest[:, None] * 2.0 ** -np.arange(HALVINGS)
    tested = np.array([0.0 if v is None else v for v in check.analytical])
    curves = [_errors(problem, point, steps, tested, dtype) for dtype in ("float32", "float64")]
    assert steps.shape == (count, HALVINGS)
    return ErrorCurve(steps, *curves)


def _errors(problem: Problem, point: Floats, steps: Floats, tested: Floats, dtype: str) -> Floats:
    import tensorflow as tf

    count, many = steps.shape
    data = tuple(tf.constant(array) for array in problem.arrays(dtype))
    points = np.tile(point, (2, count, many, 1))
    for i in range(count):
        points[:, i, :, i] += [steps[i], -steps[i]]
    points = points.astype(dtype).astype(np.float64)
    losses, _ = evaluator(problem, data, dtype)(points.reshape(-1, count))
    up, down = losses.reshape(2, count, many)
    span = np.stack([points[0, i, :, i] - points[1, i, :, i] for i in range(count)])
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        errors = np.abs((up - down) / span - tested[:, None])
    return np.where(np.isfinite(errors), errors, np.nan)
