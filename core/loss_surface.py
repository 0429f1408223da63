"""The loss over two parameters: grid, view bounds, levels and contour lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.compiled import Compiled
from core.problem import FitObjective, Objective, Problem
from core.stability import Quadratic, quadratic

if TYPE_CHECKING:
    import tensorflow as tf

GRID = 200
"""Points along each axis."""

SLAB = 20
"""Columns computed at once; between two slabs the work can be put off or left."""

BLOCK_ROWS = 8
"""Rows that are added at once."""

COARSE = 20
"""Columns of the first, coarse picture where the loss has no closed form."""

SAMPLE_ROWS = 20_000
"""Of more rows than this, so many taken evenly make the surface where there is no closed form."""

FLOOR = 1e-6
"""Losses below this part of the highest on the grid share one colour: an exact fit has loss 0."""

SMALLEST = float(np.finfo(np.float64).tiny)

VISIBLE = 1e-6
"""A start whose loss is above the minimum by less than this part of it counts as the optimum."""

FINEST = 1e-12
"""Narrowest view in relation to the parameters: a grid in it still has distinct points."""

CLOSEST = 100.0
"""How much narrower than the first view the one around the optimum gets."""

Bounds = tuple[tuple[float, float], tuple[float, float]]
"""((lowest, highest) first parameter, (lowest, highest) second parameter)."""


@dataclass(frozen=True, eq=False)
class LossSurface:
    """The loss on a grid.

    Attributes
    ----------
    first, second : ndarray of float64, shape (m,) and (n,)
        Values of the first (w) and second (b) parameter; the loss is given *at* these points.
    loss : ndarray of float64, shape (n, m)
        Row j, column i is the loss at (first[i], second[j]); may hold inf.
    rows : int or None
        How many rows of data it was computed from, where those are not all.
    """

    first: NDArray[np.float64]
    second: NDArray[np.float64]
    loss: NDArray[np.float64]
    rows: int | None = None

    def log_loss(self) -> NDArray[np.float64]:
        """Return log10 of the loss for colours, floored at `FLOOR` of the highest finite one."""
        finite = self.loss[np.isfinite(self.loss)]
        if not len(finite) or finite.max() <= 0.0:
            return np.zeros_like(self.loss)
        highest = float(finite.max())
        lowest = max(FLOOR * highest, SMALLEST)
        return np.log10(np.clip(np.nan_to_num(self.loss, nan=highest), lowest, highest))

    def levels(self, count: int = 12) -> NDArray[np.float64]:
        """Return losses for contour lines, spaced so that bowl and walls both show.

        They rise above the minimum with the cube of their number, so that the lines of a
        quadratic bowl lie closer together at its bottom; increasing, at most `count`.
        """
        finite = self.loss[np.isfinite(self.loss)]
        if not len(finite) or finite.max() <= finite.min():
            return np.empty(0)
        low, high = float(finite.min()), float(finite.max())
        levels = low + (high - low) * (np.arange(1, count + 1) / (count + 0.5)) ** 3
        # On a surface that is flat to the last digits, some are the same number. They are in order;
        # np.unique would import numpy.ma, which holds up the first picture of the window.
        return levels[np.diff(levels, prepend=low) > 0.0]

    def contours(self, levels: Sequence[float]) -> list[NDArray[np.float64]]:
        """Return for each level its lines as points, shape (k, 2), broken by NaN rows."""
        import contourpy

        generator = contourpy.contour_generator(
            self.first, self.second, self.loss, line_type=contourpy.LineType.ChunkCombinedNan
        )
        lines = [generator.lines(float(level))[0] for level in levels]
        return [np.empty((0, 2)) if points[0] is None else points[0] for points in lines]


def view_bounds(problem: Problem) -> Bounds:
    """Return bounds around the optimum that hold the start and the bowl between them.

    Each half width is at least 1.3 times the distance of the start, and 1.3 times the reach of a
    descent along that axis: where the loss is back at the start's value, on the level set or
    straight across the valley, whichever is nearer.
    """
    start = np.asarray(problem.start[:2], float)
    surface = _least_squares(problem)
    if surface is None or surface.optimum is None:
        return _square_bounds(start, start if surface is None else surface.nearest_optimum(start))
    centre = np.asarray(surface.optimum)
    distance = np.abs(start - centre)
    hessian = surface.hessian
    rise = surface.rise(*start)
    level_set = np.sqrt(rise) * surface.reach
    across = 2.0 * np.abs(hessian @ (start - centre)) / np.diag(hessian)
    reach = np.minimum(level_set, across)
    # A slanting valley is wider than the distance along one axis tells: twice where it is upright.
    slant = np.maximum(reach - 2.0 * distance, 0.0)
    half = 1.3 * np.maximum.reduce([distance, reach, level_set / 8.0]) + slant
    # Starting at the optimum, or so close that rounding would blur the picture: a view of its size.
    wide = (half > FINEST * np.abs(centre)) & (rise > VISIBLE * surface.minimum)
    half = np.where(wide, half, np.maximum.reduce([half, np.abs(centre), np.ones(2)]))
    low, high = centre - half, centre + half
    return (float(low[0]), float(high[0])), (float(low[1]), float(high[1]))


def bounds_around_optimum(problem: Problem, point: Sequence[float]) -> Bounds:
    """Return bounds like `view_bounds` for a descent that has come to a point already.

    They close in on the optimum down to 1/`CLOSEST` of the first view.
    """
    surface = _least_squares(problem)
    start, at = np.asarray(problem.start[:2], float), np.asarray(point[:2], float)
    if surface is None or not np.isfinite(at).all():
        return view_bounds(problem)
    centre = surface.nearest_optimum(start)
    nearest = centre + (start - centre) / CLOSEST
    near = surface.rise(*at) < surface.rise(*nearest)
    return view_bounds(problem.started_at(tuple(map(float, nearest if near else at))))


def _least_squares(problem: Problem) -> Quadratic | None:
    """Return the squared loss' surface, which shows where to look for other losses too."""
    from core.loss import LOSSES
    from core.problem import fit_problem

    exact = quadratic(problem)
    if exact is not None or problem.fit is None or problem.dataset is None:
        return exact
    return quadratic(fit_problem(LOSSES["mse"], problem.dataset, problem.start))


def _square_bounds(start: NDArray[np.float64], centre: NDArray[np.float64]) -> Bounds:
    half = 1.5 * max(np.abs(start - centre).max(), 1.0, FINEST * np.abs(centre).max())
    low, high = centre - half, centre + half
    return (float(low[0]), float(high[0])), (float(low[1]), float(high[1]))


def loss_surface(
    problem: Problem, bounds: Bounds, counts: tuple[int, int] = (GRID, GRID)
) -> LossSurface:
    """Return the loss on a grid over the first two parameters, in float64.

    A quadratic loss comes from moments of the data, at a cost that does not grow with them and
    without TensorFlow; any other is computed by TensorFlow, of more than `SAMPLE_ROWS` rows from
    that many.
    """
    first, second = (np.linspace(*ends, count) for ends, count in zip(bounds, counts, strict=True))
    exact = quadratic(problem)
    if exact is not None:
        with np.errstate(over="ignore"):
            return LossSurface(first, second, exact.loss(first[None, :], second[:, None]))
    *_, surface = _in_slabs(problem, first, second)
    assert surface is not None
    return surface


def surface_in_parts(problem: Problem, bounds: Bounds) -> Iterator[LossSurface | None]:
    """Compute a surface that has no closed form bit by bit, so that other work can come between.

    Yields None after each slab; after some of them a coarse surface, at the end the whole one.
    """
    first, second = (np.linspace(*ends, GRID) for ends in bounds)
    yield from _in_slabs(problem, np.linspace(*bounds[0], COARSE), second)
    yield from _in_slabs(problem, first, second)


def _in_slabs(
    problem: Problem, first: NDArray[np.float64], second: NDArray[np.float64]
) -> Iterator[LossSurface | None]:
    import tensorflow as tf

    arrays = problem.arrays("float64")
    count = len(arrays[0]) if arrays else 0
    rows = SAMPLE_ROWS if count > SAMPLE_ROWS else None
    if rows is not None:
        evenly = np.linspace(0, count - 1, rows).round().astype(int)
        arrays = tuple(array[evenly] for array in arrays)
    data = [tf.constant(array) for array in arrays]
    slabs = []
    for part in np.array_split(first, -(-len(first) // SLAB)):
        points = [tf.constant(grid.ravel()) for grid in np.meshgrid(part, second, indexing="ij")]
        losses = _grid_function(problem.objective)(*points, data)
        slabs.append(losses.numpy().reshape(len(part), -1))
        yield None
    yield LossSurface(first, second, np.concatenate(slabs).T, rows)


@cache
def _grid_function(objective: Objective) -> Compiled:
    """Return a function of parameter values, both of shape (k,), and data: the losses (k,)."""

    def grid(first: tf.Tensor, second: tf.Tensor, data: list[tf.Tensor]) -> tf.Tensor:
        if isinstance(objective, FitObjective):
            return _row_by_row(objective, [first, second], data)
        return objective([first, second], tuple(data))

    return Compiled(grid, free=3)


def _row_by_row(
    objective: FitObjective, parameters: list[tf.Tensor], data: list[tf.Tensor]
) -> tf.Tensor:
    """Return the loss for each of many parameters: all of them at one row after the other.

    The sums stay in the cache, and XLA computes several parameters at once: measured five to ten
    times as fast as one reduction over the rows for each of them.
    """
    import tensorflow as tf

    x, y = data
    count, model, loss = tf.shape(x)[0], objective.model, objective.loss

    def add(begin: tf.Tensor, total: tf.Tensor, rows: int) -> tuple[tf.Tensor, tf.Tensor]:
        some_x, some_y = tf.slice(x, [begin], [rows]), tf.slice(y, [begin], [rows])
        residuals = [model.predict(parameters, some_x[i]) - some_y[i] for i in range(rows)]
        return begin + rows, total + loss.term_sum(residuals)

    state = (tf.constant(0), tf.zeros_like(parameters[0]))
    for rows in (BLOCK_ROWS, 1):
        state = tf.while_loop(
            lambda begin, total, rows=rows: begin + rows <= count, partial(add, rows=rows), state
        )
    size = tf.cast(count, x.dtype) if loss.mean else 1.0
    return loss.scale * state[1] / size


def needs_tensorflow(problem: Problem) -> bool:
    """Whether the surface has no closed form."""
    return quadratic(problem) is None
