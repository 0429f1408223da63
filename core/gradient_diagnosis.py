"""Which mistake explains a wrong gradient: every one that fits all the points it was given at.

The mistakes of `core.gradient_bugs` are made again, eagerly in float64 at each point, and beside
them stand mistakes with a number that is read off the gradient: a factor, a bound, a point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.diagnosis import Diagnosis, worded
from core.gradient import GradientFunction, tape_gradient
from core.gradient_bugs import BUGS
from core.loss import LOSSES
from core.problem import Problem
from core.tensorflow_import import load_tensorflow
from core.wrong_gradients import taken_for

Array = NDArray[np.float64]

FACTORS = frozenset(
    {"sign", "factor_two", "half", "factor_n", "one_over_n", "n_minus_one", "ignores_upstream",
     "zero"}
)  # fmt: skip
"""Codes that are a constant factor by name."""

FITTED = 2.0
"""How much farther a mistake may be off whose number was itself read off the gradient."""

ABOUT = 0.1
"""How far a factor may be from mean(x) to be called about mean(x)."""


@dataclass(frozen=True, eq=False)
class Claim:
    """A gradient that someone claims, at one point.

    Attributes
    ----------
    point : tuple of float
        The parameters.
    claimed : ndarray, shape (P,)
        The gradient under test; NaN where it is None.
    unconnected : tuple of bool
        Where it is None.
    right : ndarray, shape (P,)
        The right gradient.
    tolerance : ndarray, shape (P,)
        How far `right` may be from the truth.
    """

    point: tuple[float, ...]
    claimed: Array
    unconnected: tuple[bool, ...]
    right: Array
    tolerance: Array


@dataclass(frozen=True, eq=False)
class _Candidate:
    """A mistake and the gradients it would give, shape (claims, P), NaN for None."""

    diagnosis: Diagnosis
    expected: Array
    slack: float = 1.0


def diagnose(
    problem: Problem,
    claims: Sequence[Claim],
    *,
    earlier: Sequence[tuple[float, ...]] = (),
    rtol: float = 1e-9,
) -> tuple[Diagnosis, ...]:
    """Return every mistake that explains the claimed gradients.

    Parameters
    ----------
    problem : Problem
        Whose gradient it is.
    claims : sequence of Claim
        The gradients, at one or more points. The more points, the fewer mistakes explain all.
    earlier : sequence of tuple of float
        Points at which the gradient may have been computed and then kept.
    rtol : float
        Relative rounding of the claimed numbers, about 1e-3 if a person typed them.

    Returns
    -------
    tuple of Diagnosis
        Those within ``tolerance + rtol * abs(expected)`` at every claim that differ from the
        right gradient by more than that at one claim at least; the likeliest first. Empty if the
        gradient is right at all claims, and ``unknown`` alone if nothing explains it.
    """
    # Numbers that a person typed may be as large as floats go: what overflows explains nothing.
    with np.errstate(all="ignore"):
        evidence = _Evidence(problem, claims, earlier, rtol)
        return _explanations(evidence) if evidence.differs(evidence.claimed) else ()


def _explanations(evidence: _Evidence) -> tuple[Diagnosis, ...]:
    found: list[Diagnosis] = []
    for family in _FAMILIES:
        codes = {diagnosis.code for diagnosis in found}
        for candidate in family(evidence, codes):
            if evidence.supports(candidate) and candidate.diagnosis not in found:
                found.append(candidate.diagnosis)
    return tuple(found) or (Diagnosis("unknown"),)


class _Evidence:
    """The claims as arrays of shape (claims, P), and what is known beside them."""

    def __init__(
        self,
        problem: Problem,
        claims: Sequence[Claim],
        earlier: Sequence[tuple[float, ...]],
        rtol: float,
    ) -> None:
        self.problem = problem
        self.earlier = earlier
        self.points = [claim.point for claim in claims]
        none = np.array([claim.unconnected for claim in claims], bool)
        self.claimed: Array = np.where(none, np.nan, np.array([c.claimed for c in claims], float))
        self.none = none
        self.right: Array = np.array([claim.right for claim in claims], float)
        self._tolerance: Array = np.array([claim.tolerance for claim in claims], float)
        self._rtol = rtol

    def allowed(self, expected: Array) -> Array:
        """Return how far a number may be off, 0 beside one that is not finite."""
        finite = np.isfinite(expected)
        sizes = np.abs(np.where(finite, expected, 0.0))
        return np.where(finite, self._tolerance + self._rtol * sizes, 0.0)

    def off(self, values: Array) -> NDArray[np.bool_]:
        """Return where values are not the right gradient; None is right where that is 0."""
        values = np.where(np.isnan(values) & self.none, 0.0, values)
        return ~(np.abs(values - self.right) <= self.allowed(self.right))

    def differs(self, values: Array) -> bool:
        """Whether values are not the right gradient at one claim at least."""
        return bool(self.off(values).any())

    def supports(self, candidate: _Candidate) -> bool:
        """Whether the candidate gives what is claimed, and that is not the right gradient."""
        expected = candidate.expected
        distance = np.abs(self.claimed - expected)
        near = (self.claimed == expected) | (distance <= candidate.slack * self.allowed(expected))
        return bool(np.where(self.none, np.isnan(expected), near).all()) and self.differs(expected)

    @cached_property
    def wrong_columns(self) -> NDArray[np.bool_]:
        """Which parameters' derivatives are not right at one claim at least, shape (P,)."""
        return np.asarray(self.off(self.claimed).any(axis=0))

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What sentences may name."""
        names = self.problem.names
        zeros = (0.0,) * len(names)
        facts = {"first": names[0], "last": names[-1], "point": self.point_text(zeros)}
        if self.problem.fit is not None:
            facts["loss"] = taken_for(self.problem.fit.loss).name
        if self.problem.dataset is None:
            return facts
        n = len(self.problem.dataset)
        factor = n / (n - 1) if n > 1 else float("inf")
        return {**facts, "n": n, "n_factor": factor, "mean_x": float(self.problem.dataset.x.mean())}

    def point_text(self, point: Sequence[float]) -> str:
        """Return a point as ``w = 1, b = 2``."""
        pairs = zip(self.problem.names, point, strict=True)
        return ", ".join(f"{name} = {value:.6g}" for name, value in pairs)

    def derivatives_text(self, columns: NDArray[np.bool_]) -> str:
        """Return the derivatives of those columns as ``∂loss/∂w, ∂loss/∂b``."""
        names = self.problem.names
        return ", ".join(f"∂loss/∂{name}" for name, it in zip(names, columns, strict=True) if it)

    def candidate(
        self, code: str, expected: Array, slack: float = 1.0, **facts: object
    ) -> _Candidate:
        """Return a candidate with the facts its sentence names."""
        return _Candidate(worded(code, {**self.facts, **facts}), expected, slack)

    def gradients(
        self,
        gradient: GradientFunction = tape_gradient,
        problem: Problem | None = None,
        points: Sequence[tuple[float, ...]] | None = None,
    ) -> Array | None:
        """Return a gradient at the claims (or other) points; None where it cannot be computed."""
        try:
            return _evaluated(gradient, problem or self.problem, points or self.points)
        except Exception:
            # NeedsFit, and whatever an objective raises where it is not at home.
            return None

    def ratio(self, columns: NDArray[np.bool_]) -> float | None:
        """Return claimed / right in those columns where it is known best, if anywhere."""
        usable = np.isfinite(self.claimed) & (np.abs(self.right) > self.allowed(self.right))
        if not (usable & columns).any():
            return None
        doubt = np.where(usable & columns, self.allowed(self.right) / np.abs(self.right), np.inf)
        best = np.unravel_index(np.argmin(doubt), doubt.shape)
        return float(self.claimed[best] / self.right[best])


def _evaluated(
    gradient: GradientFunction, problem: Problem, points: Sequence[tuple[float, ...]]
) -> Array:
    """Return the gradients in float64, shape (points, P), NaN for None."""
    load_tensorflow()
    import tensorflow as tf

    data = tuple(tf.constant(array) for array in problem.arrays("float64"))
    rows = []
    for point in points:
        parameters = [tf.constant(value, tf.float64) for value in point]
        _, answer = gradient(problem.objective, parameters, data)
        rows.append([np.nan if g is None else float(g) for g in answer])
    return np.array(rows)


Family = Callable[[_Evidence, set[str]], Iterator[_Candidate]]
"""(evidence, codes found before) -> candidates."""


def _bugs(evidence: _Evidence, found: set[str]) -> Iterator[_Candidate]:
    for bug in BUGS.values():
        expected = None if bug.gradient is None else evidence.gradients(bug.gradient)
        if expected is not None:
            yield evidence.candidate(bug.name, expected)


def _rounded_down(evidence: _Evidence, found: set[str]) -> Iterator[_Candidate]:
    """Yield the // whose argument rounding took to the other side of a whole number."""
    right, whole = evidence.right, np.round(evidence.right)
    either = (np.abs(right - whole) <= evidence.allowed(right)) & (evidence.claimed == whole - 1.0)
    yield evidence.candidate("floor_division", np.where(either, whole - 1.0, np.floor(right)))


def _constant_factor(evidence: _Evidence, found: set[str]) -> Iterator[_Candidate]:
    factor = evidence.ratio(np.ones(len(evidence.problem.names), bool))
    if factor is not None and not found & FACTORS:
        slack = FITTED * max(1.0, abs(factor))
        yield evidence.candidate("constant_factor", factor * evidence.right, slack, factor=factor)


def _left_out(evidence: _Evidence, found: set[str]) -> Iterator[_Candidate]:
    """Yield derivatives that are 0 or None everywhere, beside right ones."""
    zero = np.all(evidence.claimed == 0.0, axis=0) & evidence.wrong_columns
    none = np.all(evidence.none, axis=0) & evidence.wrong_columns
    for code, columns, value, named in (
        ("zero_for", zero, 0.0, {"zero", "only_w", "only_b"}),
        ("none_for", none, np.nan, {"none", "stop_gradient"}),
    ):
        if columns.any() and not found & named:
            expected = np.where(columns, value, evidence.right)
            yield evidence.candidate(code, expected, names=evidence.derivatives_text(columns))


def _stale(evidence: _Evidence, found: set[str]) -> Iterator[_Candidate]:
    """At each claim the gradient of the earlier point that comes nearest."""
    earlier = evidence.earlier
    kept = evidence.gradients(points=earlier) if earlier else None
    if kept is None:
        return
    distance = np.abs(evidence.claimed[:, None, :] - kept[None, :, :]).sum(axis=2)
    nearest = np.argmin(distance, axis=1)
    points = "; ".join(evidence.point_text(earlier[i]) for i in dict.fromkeys(nearest.tolist()))
    yield evidence.candidate("stale", kept[nearest], point=points)


def _other_losses(evidence: _Evidence, found: set[str]) -> Iterator[_Candidate]:
    fit = evidence.problem.fit
    for loss in LOSSES.values() if fit else ():
        if fit and loss.name != fit.loss.name:
            expected = evidence.gradients(problem=evidence.problem.with_loss(loss))
            if expected is not None:
                yield evidence.candidate("other_loss", expected, loss=loss.name)


def _clipped(evidence: _Evidence, found: set[str]) -> Iterator[_Candidate]:
    """Clipping at a bound that shows twice, or is a round number."""
    claimed, right = evidence.claimed, evidence.right
    if not np.isfinite(claimed).all() or "clipped" in found:
        return
    bound = float(np.abs(claimed).max())
    if _is_bound(bound, np.abs(right)):
        yield evidence.candidate("clipped_at", np.clip(right, -bound, bound), FITTED, bound=bound)
    norms = np.linalg.norm(right, axis=1, keepdims=True)
    bound = float(np.linalg.norm(claimed, axis=1).max())
    if _is_bound(bound, norms):
        shortened = right * np.minimum(1.0, bound / np.maximum(norms, bound))
        yield evidence.candidate("clipped_norm", shortened, FITTED, bound=bound)


def _is_bound(bound: float, sizes: Array) -> bool:
    """Whether a bound read off the claims is more than the size of one number."""
    round_number = abs(bound - float(f"{bound:.1g}")) <= 1e-6 * bound
    return bound > 0.0 and (round_number or int((sizes > bound).sum()) > 1)


def _one_wrong(evidence: _Evidence, found: set[str]) -> Iterator[_Candidate]:
    """One derivative that is wrong by a factor, beside right ones."""
    columns = evidence.wrong_columns
    factor = evidence.ratio(columns)
    if columns.sum() != 1 or len(columns) == 1 or not factor:
        return
    facts = {
        "name": evidence.problem.names[int(np.argmax(columns))],
        "others": evidence.derivatives_text(~columns),
        "factor": factor,
        "about": _about(factor, evidence.facts.get("mean_x", 0.0)),
    }
    code = "one_wrong_about" if facts["about"] else "one_wrong"
    expected = np.where(columns, factor * evidence.right, evidence.right)
    yield evidence.candidate(code, expected, FITTED * max(1.0, abs(factor)), **facts)


def _about(factor: float, mean_x: float) -> str | None:
    for value, text in ((factor, "mean(x)"), (1.0 / factor, "1/mean(x)")):
        if abs(value - mean_x) <= ABOUT * abs(mean_x):
            return text
    return None


_FAMILIES: tuple[Family, ...] = (
    _bugs, _rounded_down, _constant_factor, _left_out, _stale, _other_losses, _clipped, _one_wrong,
)  # fmt: skip
"""The likeliest first; those after the bugs leave out what a bug explains by name."""
