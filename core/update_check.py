"""Whether the step that was taken is the one that was meant, and else what explains it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.diagnosis import Diagnosis, worded
from core.verdict import CheckCode, point_codes

Array = NDArray[np.float64]

VISIBLE = 0.01
"""An agreement counts only where an error of this part of the step would have been seen."""

RATE_ROUNDING = 2.0**-24
"""Keras holds the learning rate in float32, whatever the dtype of the parameters."""

PLAIN = 4.0
"""Unit roundoffs of the few operations of plain descent, each made here and there."""

REMEMBERED = 1024.0
"""Those of an optimizer with memory: Adam in float32 takes 1 - 0.999^t, which cancels."""

EXPLAINED = 1e-3
"""How much of the difference a mistake may leave over: gradients anew have rounding too."""


@dataclass(frozen=True, eq=False)
class UpdateCheck:
    """The check of one step; all arrays are float64 of shape (P,).

    Attributes
    ----------
    names : tuple of str
        Parameter names.
    before, after, meant : ndarray
        The parameters before the step, after it, and where it should have led.
    difference : ndarray
        ``after - meant``.
    tolerance : ndarray
        How much of it rounding can explain.
    codes : tuple of CheckCode
        One answer per parameter.
    diagnoses : tuple of Diagnosis
        Every mistake that explains a wrong step; ``unknown`` alone if none does.
    """

    names: tuple[str, ...]
    before: Array
    after: Array
    meant: Array
    difference: Array
    tolerance: Array
    codes: tuple[CheckCode, ...]
    diagnoses: tuple[Diagnosis, ...]

    @property
    def code(self) -> CheckCode:
        """The answer over all parameters: one disagreement wins."""
        return CheckCode(int(point_codes(np.array([self.codes], float))[0]))


def check_update(
    before: ArrayLike,
    after: ArrayLike,
    gradients: ArrayLike,
    learning_rate: float,
    *,
    names: Sequence[str] = ("w", "b"),
    meant: ArrayLike | None = None,
    dtype: str = "float64",
    gradient_at: Callable[[Array], ArrayLike] | None = None,
) -> UpdateCheck:
    """Compare the step that was taken with the step that was meant.

    The meant step is plain descent, made in `dtype`,

        meant = before - learning_rate * gradients,

    unless `meant` is given. With step = meant - before and the unit roundoff u of `dtype`,
    the tolerance is ``4 u (abs(before) + abs(step)) + 2^-24 abs(step)``, the last term for a
    learning rate that Keras rounds to float32. For a given `meant` it is
    ``4 u abs(before) + 1024 u (abs(step) + learning_rate)``.

    Per parameter the answer is DISAGREE where ``abs(after - meant)`` is above the tolerance (for
    a given `meant`: NOISE as long as it is below ``tolerance + 2 u learning_rate abs(gradient)``,
    since a velocity may have cancelled), VANISHING where 1 % of the step is not above the
    tolerance, so that agreement proves nothing, and else AGREE. A step that is meant to be
    infinite or NaN proves nothing either.

    Parameters
    ----------
    before, after : array_like, shape (P,)
        The parameters before and after the step.
    gradients : array_like, shape (P,)
        The gradients at `before`.
    learning_rate : float
        The learning rate of the step.
    names : sequence of str
        Parameter names.
    meant : array_like, shape (P,), optional
        Where a real Keras optimizer goes from the same state; needed for one with memory.
    dtype : str
        'float32' or 'float64': in which the step was made.
    gradient_at : callable, optional
        point, shape (P,) -> gradients there; needed to find updates one after the other.
    """
    held, taken, g = (np.asarray(v, np.float64) for v in (before, after, gradients))
    plain = meant is None
    goal = _descent(held, g, learning_rate, dtype) if meant is None else np.asarray(meant, float)
    step = _Step(tuple(names), held, taken, g, learning_rate, goal, plain, dtype, gradient_at)
    codes = tuple(CheckCode(int(code)) for code in step.codes)
    diagnoses = _diagnose(step) if CheckCode.DISAGREE in codes else ()
    return UpdateCheck(
        step.names, held, taken, goal, step.difference, step.tolerance(goal), codes, diagnoses
    )


def _descent(before: Array, gradients: Array, rate: float, dtype: str) -> Array:
    """Return the plain step in a dtype, so that it overflows where the real one does."""
    kind = np.dtype(dtype).type
    with np.errstate(all="ignore"):
        return np.asarray(
            before.astype(kind) - kind(rate) * gradients.astype(kind), dtype=np.float64
        )


@dataclass(frozen=True, eq=False)
class _Step:
    """What is known of one step."""

    names: tuple[str, ...]
    before: Array
    after: Array
    gradients: Array
    rate: float
    meant: Array
    plain: bool
    dtype: str
    gradient_at: Callable[[Array], ArrayLike] | None

    @property
    def unit(self) -> float:
        """The unit roundoff."""
        return 0.5 * float(np.finfo(self.dtype).eps)

    @property
    def size(self) -> Array:
        """The step that was meant."""
        with np.errstate(invalid="ignore"):
            return self.meant - self.before

    @property
    def difference(self) -> Array:
        """After less meant."""
        with np.errstate(invalid="ignore"):
            return self.after - self.meant

    def tolerance(self, goal: Array) -> Array:
        """Return how far rounding may end from a goal."""
        with np.errstate(invalid="ignore"):
            way = np.abs(goal - self.before)
        unit = self.unit
        # The smallest normal number: compilers may take less than that for 0.
        least = PLAIN * unit * np.abs(self.before) + 2.0 * float(np.finfo(self.dtype).tiny)
        if self.plain:
            return least + (PLAIN * unit + RATE_ROUNDING) * way
        return least + REMEMBERED * unit * (way + self.rate)

    @property
    def codes(self) -> Array:
        """The answer per parameter, as numbers."""
        tolerance, error = self.tolerance(self.meant), np.abs(self.difference)
        size = np.abs(self.gradients)
        cancelled = 0.0 if self.plain else 2.0 * self.unit * self.rate * size
        seen = VISIBLE * np.abs(self.size) > tolerance
        code = np.where(seen, CheckCode.AGREE, CheckCode.VANISHING)
        code = np.where(error > tolerance, CheckCode.NOISE, code)
        code = np.where(~(error <= tolerance + cancelled), CheckCode.DISAGREE, code)
        return np.where(np.isfinite(self.meant), code, CheckCode.VANISHING)

    def explained_by(self, goal: Array) -> bool:
        """Whether a goal is where the step ended, and not where it was meant to."""
        away = np.abs(goal - self.meant)
        near = np.abs(self.after - goal) <= self.tolerance(goal) + EXPLAINED * away
        return bool(near.all() and (away > self.tolerance(self.meant)).any())

    def with_gradients(self, others: ArrayLike) -> Array:
        """Return the goal with other gradients: exact for SGD, with momentum or without."""
        return self.meant - self.rate * (np.asarray(others, np.float64) - self.gradients)


Candidate = tuple[str, Array, dict[str, Any]]
"""(code, where it leads, what its sentence names)."""

FACTORS = frozenset({"wrong_sign", "step_twice", "without_learning_rate", "not_updated"})
"""Codes that are a factor on the step by name."""


def _diagnose(step: _Step) -> tuple[Diagnosis, ...]:
    found: list[Diagnosis] = []
    with np.errstate(all="ignore"):
        for code, goal, facts in _candidates(step):
            diagnosis = worded(code, facts)
            if step.explained_by(goal) and diagnosis not in found:
                found.append(diagnosis)
        if not {diagnosis.code for diagnosis in found} & FACTORS:
            found += _step_factor(step)
    return tuple(found) or (Diagnosis("unknown"),)


def _candidates(step: _Step) -> Iterator[Candidate]:
    """Yield the mistakes, the likeliest first."""
    before, gradients, rate = step.before, step.gradients, step.rate
    yield "wrong_sign", before - step.size, {}
    yield "wrong_sign", step.with_gradients(-gradients), {}
    yield "without_learning_rate", before - gradients, {"learning_rate": rate}
    yield from _one_after_the_other(step)
    yield "parameter_for_gradient", step.with_gradients(before), {}
    if len(before) > 1:
        yield "swapped_pairs", step.with_gradients(gradients[::-1]), {}
    yield "assigned", rate * gradients, {}
    yield "step_twice", step.meant + step.size, {}
    yield from _single_parameters(step)


def _one_after_the_other(step: _Step) -> Iterator[Candidate]:
    """Yield each order in which the parameters may have been updated."""
    if step.gradient_at is None:
        return
    base = np.asarray(step.gradient_at(step.before), np.float64)
    for order in permutations(range(len(step.names))):
        point = step.before.copy()
        for i in order:
            # Changes only: the gradients of the step have the rounding of its dtype.
            change = np.asarray(step.gradient_at(point.copy()), np.float64) - base
            point[i] = step.with_gradients(step.gradients + change)[i]
        yield "not_simultaneous", point, {"order": ", ".join(step.names[i] for i in order)}


def _single_parameters(step: _Step) -> Iterator[Candidate]:
    """Yield mistakes of some parameters only."""
    if len(step.names) > 1:
        for i, name in enumerate(step.names):
            goal = step.meant.copy()
            goal[i] += step.size[i]
            yield "updated_twice", goal, {"name": name}
    still = (step.after == step.before) & (step.codes == CheckCode.DISAGREE)
    if still.any():
        names = ", ".join(n for n, it in zip(step.names, still, strict=True) if it)
        yield "not_updated", np.where(still, step.before, step.meant), {"names": names}


def _step_factor(step: _Step) -> list[Diagnosis]:
    """Return the factor on the whole step, read off where rounding matters least."""
    doubt = step.tolerance(step.meant) / np.abs(step.size)
    best = int(np.nanargmin(doubt)) if np.isfinite(doubt).any() else 0
    factor = float((step.after[best] - step.before[best]) / step.size[best])
    if np.isfinite(factor) and step.explained_by(step.before + factor * step.size):
        return [worded("step_factor", {"factor": factor})]
    return []
