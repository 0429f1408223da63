"""Ranges and paths cut down to what a plot can show: numbers only, nothing of Qt."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

DISPLAY_LIMIT = 1e300  # pyqtgraph's own arithmetic overflows near 1e308
_WILD = 1e3  # a few points this many times farther out than all the others are left out
_FAR = 1e150  # so far out that only the direction counts; squares still fit in a float

Array = NDArray[np.float64]
Ends = NDArray[np.int_]


def finite_range(values: ArrayLike, *, robust: bool = False) -> tuple[float, float] | None:
    """Return (lowest, highest) of the finite values, or None if there is none.

    With `robust`, single points (at most a twentieth) that lie 1000 times farther out than the
    rest are left out, so that one wild value does not flatten all the others.
    """
    data = np.asarray(values, dtype=np.float64).ravel()
    data = np.sort(np.clip(data[np.isfinite(data)], -DISPLAY_LIMIT, DISPLAY_LIMIT))
    if not data.size:
        return None
    if not robust or data.size < 3:
        return float(data[0]), float(data[-1])
    return -_robust_top(-data[::-1]), _robust_top(data)


def _robust_top(data: Array) -> float:
    """Return the highest of sorted values, or the one below the few wild ones."""
    few = max(1, data.size // 20)
    rest = data[-1 - few]
    size = max(rest - data[0], abs(rest))
    # Where the rest is zero throughout (17, 0, 0, 0) there is no size to compare with.
    wild = size > 0 and data[-1] - rest > _WILD * size
    return float(rest if wild else data[-1])


def log10_or_nan(values: ArrayLike) -> Array:
    """Return log10 for a log axis; zero, negative and infinite values, which have no place, NaN."""
    data = np.asarray(values, dtype=np.float64)
    placed = np.isfinite(data) & (data > 0)
    return np.log10(data, out=np.full(data.shape, np.nan), where=placed)


def clip_path(
    x: ArrayLike,
    y: ArrayLike,
    view: tuple[float, float, float, float],
    factor: float = 3.0,
    *,
    through: bool = True,
) -> tuple[Array, Array]:
    """Cut a path to the box `factor` times the view (left, bottom, width, height) about its centre.

    Qt paints white slabs from coordinates of 1e16. A segment that leaves the box ends at its edge,
    in its true direction; NaN stands where the path is broken, for `connect="finite"`.
    Without `through`, segments that only cross the box, with both ends outside, are left out: a
    diverging path crosses it again at every step and would cover everything.
    """
    left, bottom, width, height = view
    centre = np.array([left + width / 2, bottom + height / 2])
    half = np.maximum(np.array([width, height]) * (factor / 2), np.finfo(float).tiny)
    points = np.column_stack([np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)])
    if len(points) < 2:
        inside = np.all(np.abs(points - centre) <= half, axis=1)
        return points[inside, 0], points[inside, 1]
    with np.errstate(all="ignore"):  # NaN and infinity are breaks, parallels divide by zero
        scaled = (_brought_near(points) - centre) / half
        enter, leave, first, last = _clip_segments(scaled[:-1], scaled[1:])
    if not through:
        crossing = (first == 0) & (last == 0)
        first, last = np.where(crossing, -1, first), np.where(crossing, -1, last)
    kept = _join(enter * half + centre, leave * half + centre, points, first, last)
    return kept[:, 0], kept[:, 1]


def _brought_near(points: Array) -> Array:
    """Pull points that are too far for arithmetic towards the origin; infinity becomes NaN."""
    size = np.max(np.abs(points), axis=1, keepdims=True)
    near = np.where(size > _FAR, points / size * _FAR, points)
    return np.asarray(np.where(np.isfinite(size), near, np.nan))


def _clip_segments(p: Array, q: Array) -> tuple[Array, Array, Ends, Ends]:
    """Clip the segments p → q to the square from -1 to 1 (Liang and Barsky).

    Returns where they enter and leave, and for both ends 1 if it is the end of the segment itself,
    0 if it lies on the edge, -1 if nothing of the segment is inside.
    The line is measured from its point nearest to the centre: measured from p, the part inside the
    square would be lost in rounding where p is at 1e16.
    """
    length = np.hypot(*(q - p).T)
    direction = np.where(length[:, None] > 0, (q - p) / length[:, None], [1.0, 0.0])
    normal = np.column_stack([-direction[:, 1], direction[:, 0]])
    from_p = np.hypot(*p.T) <= np.hypot(*q.T)
    base = np.where(from_p[:, None], p, q)  # the nearer end has the smaller rounding error
    foot = normal * np.sum(base * normal, axis=1, keepdims=True)
    along = np.sum(base * direction, axis=1)
    start = np.where(from_p, along, along - length)
    end = np.where(from_p, along + length, along)

    edges = np.stack([(-1 - foot) / direction, (1 - foot) / direction])
    parallel = direction == 0
    beside = np.any(parallel & (np.abs(foot) > 1), axis=1)
    low = np.max(np.where(parallel, -np.inf, np.min(edges, axis=0)), axis=1)
    high = np.min(np.where(parallel, np.inf, np.max(edges, axis=0)), axis=1)

    seen = (np.maximum(start, low) <= np.minimum(end, high)) & ~beside
    enter = np.clip(foot + np.maximum(start, low)[:, None] * direction, -1, 1)
    leave = np.clip(foot + np.minimum(end, high)[:, None] * direction, -1, 1)
    first = np.where(seen, start >= low, -1)
    last = np.where(seen, end <= high, -1)
    return enter, leave, first, last


def _join(enter: Array, leave: Array, points: Array, first: Ends, last: Ends) -> Array:
    """String clipped segments together: a point shared by two appears once, a gap is NaN."""
    # Ends that were not cut keep their exact coordinates.
    enter = np.where((first == 1)[:, None], points[:-1], enter)
    leave = np.where((last == 1)[:, None], points[1:], leave)
    rows = np.stack([enter, leave, np.full_like(enter, np.nan)], axis=1)
    seen = first >= 0
    joined = np.append((last[:-1] == 1) & (first[1:] == 1), False)
    keep = np.column_stack([seen & ~np.roll(joined, 1), seen, seen & ~joined])
    path: Array = rows[keep]
    return path[:-1]  # without the break after the end
