"""Verdicts of a gradient check, with their reasons, and how several become one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

import numpy as np
from numpy.typing import NDArray

from core.columns import Layout, Role, Row

SMALL_TOLERANCE = 1e-3
"""An agreement counts only where the tolerance is below this part of the gradient."""


class Verdict(StrEnum):
    """The answer of a check."""

    AGREE = "agree"
    DISAGREE = "disagree"
    INCONCLUSIVE = "inconclusive"


class CheckCode(IntEnum):
    """The answer of a check of one element at one step, with the reason where inconclusive."""

    AGREE = 0
    DISAGREE = 1
    VANISHING = 2
    """The gradient is too close to zero: agreement there is weak evidence."""
    NOISE = 3
    """The error is above the tolerance, yet rounding could explain it."""
    NONDIFFERENTIABLE = 4
    """Left and right derivatives differ: a kink lies within the step."""
    NONFINITE_LOSS = 5
    """The loss is not finite at or beside the point."""
    NONDETERMINISTIC = 6
    """Two evaluations at the same point differ."""
    UNSUPPORTED_DTYPE = 7
    """The loss is not a floating-point number."""

    @property
    def verdict(self) -> Verdict:
        """The verdict, without its reason."""
        if self in (CheckCode.AGREE, CheckCode.DISAGREE):
            return Verdict[self.name]
        return Verdict.INCONCLUSIVE

    @property
    def reason(self) -> str | None:
        """Why it is inconclusive, in lower case, else None."""
        return self.name.lower() if self.verdict is Verdict.INCONCLUSIVE else None

    @property
    def words(self) -> str:
        """The verdict, with the reason where there is one: ``inconclusive (noise)``."""
        return f"{self.verdict.value} ({self.reason})" if self.reason else self.verdict.value


@dataclass(frozen=True)
class CheckSummary:
    """The check of one point, or of all steps of a run.

    Attributes
    ----------
    code : CheckCode
        One disagreement wins; else agreement if any element (any step) agreed.
    step : int or None
        The step that decided.
    max_relative_error : float or None
        Largest abs(error) / abs(numerical) among the elements that agreed or disagreed.
    """

    code: CheckCode
    step: int | None = None
    max_relative_error: float | None = None

    @property
    def verdict(self) -> Verdict:
        """The verdict, without its reason."""
        return self.code.verdict


def point_codes(codes: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return one code per point from the codes of its elements, shape (k, P) -> (k,).

    One disagreement wins. A vanishing element leaves the word to the others; any other doubt
    keeps the point inconclusive.
    """
    whole = codes.astype(np.int64)
    doubt = np.where(whole > CheckCode.VANISHING, whole, 0).max(axis=1)
    vanishing = (whole == CheckCode.VANISHING).all(axis=1)
    result = np.where(vanishing, CheckCode.VANISHING, doubt)
    return np.where((whole == CheckCode.DISAGREE).any(axis=1), CheckCode.DISAGREE, result)


def summarise(layout: Layout, rows: NDArray[np.float64]) -> CheckSummary:
    """Return the verdict over rows of the record, shape (k, columns), k >= 1."""
    codes = rows[:, layout.slices[Role.VERDICT]]
    points = point_codes(codes)
    code = _deciding(points)
    at = int(np.argmax(points == code))
    decided = codes <= CheckCode.DISAGREE
    relative = None
    if decided.any():
        error = np.abs(rows[:, layout.slices[Role.ERROR]][decided])
        size = np.abs(rows[:, layout.slices[Role.NUMERICAL]][decided])
        relative = _largest_ratio(error, size)
    step = int(rows[at, layout.slices[Role.STEP]][0])
    return CheckSummary(CheckCode(code), step, relative)


def _largest_ratio(error: NDArray[np.float64], size: NDArray[np.float64]) -> float:
    """Return the largest error/size: 0 for 0/0, infinite for an error of NaN or beside a 0."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratio = np.where(error == 0.0, 0.0, error / size)
    return float(np.max(np.where(np.isnan(ratio), np.inf, ratio)))


def _deciding(points: NDArray[np.int64]) -> int:
    for code in (CheckCode.DISAGREE, CheckCode.AGREE):
        if (points == code).any():
            return int(code)
    return int(points[0])


def combine(first: CheckSummary, second: CheckSummary) -> CheckSummary:
    """Return the verdict over both: one disagreement wins, else one agreement."""
    code = CheckCode(_deciding(np.array([first.code, second.code])))
    errors = [s.max_relative_error for s in (first, second) if s.max_relative_error is not None]
    step = first.step if first.code == code else second.step
    return CheckSummary(code, step, max(errors) if errors else None)


def row_summary(row: Row) -> CheckSummary:
    """Return the verdict of one recorded step."""
    return summarise(row.layout, row.values[None, :])
