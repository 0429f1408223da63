"""The loss surface as a relief in a box of fixed size: numbers only, nothing of OpenGL.

OpenGL computes in float32. In the box every parameter and every loss is of the order of 1, whatever
its size was before.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.loss_surface import FLOOR, SMALLEST, LossSurface
from core.stability import Quadratic
from gui.plotting import clip_path
from gui.surface_geometry import joined_lines, surface_area, valley_line

HALF = np.array([1.3, 1.0])
"""Half of the box's width and depth; wider than deep, as the panel is."""

HEIGHT = 0.875
"""Height of the box; its half is exact in float32, in which pyqtgraph keeps the camera."""

CORNERS = np.array([[x, y, z] for x in (-1.3, 1.3) for y in (-1.0, 1.0) for z in (0.0, HEIGHT)])
"""The eight corners of the box."""

_STRIDE = 3
"""Every third point of the grid is a corner of the mesh: much faster, and looks the same."""

_FINEST, _MOST = 0.02, 6000
"""Shortest piece of a draped line in units of the box, and about how many pieces at most."""

_REACH = 3.0
"""The path is cut as in the flat picture: what only crosses so many times the view is left out."""

_LOOKS, _THICK = 200, 0.01
"""So many places between a mark and the eye are looked at; what rises so little hides nothing."""

_DASH = 2
"""Pieces in a dash, and in the gap after it."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Relief:
    """The surface in its box: x is the first parameter, y the second and z the loss.

    Attributes
    ----------
    surface : LossSurface
        The loss on its grid.
    exact : Quadratic or None
        Its closed form, where there is one.
    logarithmic : bool
        Whether the height is the logarithm of the loss.
    """

    surface: LossSurface
    exact: Quadratic | None
    logarithmic: bool

    def shows(self, surface: LossSurface, exact: Quadratic | None, logarithmic: bool) -> bool:
        """Return whether this is the relief of that surface."""
        return surface is self.surface and (exact, logarithmic) == (self.exact, self.logarithmic)

    @cached_property
    def mesh(self) -> LossSurface:
        """The part of the grid that is drawn; it has the lowest point among its corners."""
        first, second, loss = self.surface.first, self.surface.second, self.surface.loss
        lowest = np.unravel_index(int(np.argmin(np.nan_to_num(loss, nan=np.inf))), loss.shape)
        rows, columns = (_thinned(n, int(k)) for n, k in zip(loss.shape, lowest, strict=True))
        if self.exact is None or self.exact.optimum is None:
            return LossSurface(first[columns], second[rows], loss[np.ix_(rows, columns)])
        # With an exact fit the logarithm has a spike between the points of the grid.
        w, b = self.exact.optimum
        first, second = _with(first[columns], w), _with(second[rows], b)
        with np.errstate(over="ignore"):
            return LossSurface(first, second, self.exact.loss(first[None, :], second[:, None]))

    @cached_property
    def lowest_and_highest(self) -> tuple[float, float]:
        """The losses at the floor and at the ceiling of the box."""
        finite = self.mesh.loss[np.isfinite(self.mesh.loss)]
        if not len(finite):
            return 0.0, 0.0
        low, high = float(finite.min()), float(finite.max())
        if not self.logarithmic:
            return low, high
        # As in the colours, losses of nearly nothing share one height.
        return (max(low, FLOOR * high, SMALLEST), high) if high > 0.0 else (0.0, 0.0)

    @property
    def ends(self) -> tuple[float, float]:
        """What the vertical axis begins and ends with: losses, or their logarithms."""
        low, high = self.lowest_and_highest
        if self.logarithmic and low > 0.0:
            return float(np.log10(low)), float(np.log10(high))
        return low, high

    @cached_property
    def heights(self) -> Floats:
        """Heights of the mesh, shape (n, m) as its losses."""
        return self.height_of(self.mesh.loss)

    @cached_property
    def colour_levels(self) -> Floats:
        """Colours of the mesh from 0 to 1, the same as in the flat picture; shape (n, m)."""
        flat = self.surface.log_loss()
        low, high = float(flat.min()), float(flat.max())
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.log10(np.maximum(self.mesh.loss, 0.0))
        logs = np.nan_to_num(logs, nan=high, posinf=high, neginf=low)
        return np.clip((logs - low) / max(high - low, 1e-9), 0.0, 1.0)

    @property
    def corners(self) -> tuple[Floats, Floats]:
        """The columns and rows of the mesh in the box, shape (m,) and (n,)."""
        first, second = self.mesh.first, self.mesh.second
        return (
            self._across(np.column_stack([first, np.zeros_like(first)]))[:, 0],
            self._across(np.column_stack([np.zeros_like(second), second]))[:, 1],
        )

    def height_of(self, loss: ArrayLike) -> Floats:
        """Return how high above the floor of the box a loss lies; never outside the box."""
        low, high = self.lowest_and_highest
        values = np.clip(np.nan_to_num(np.asarray(loss, float), nan=high), low, high)
        if not high > low:
            return np.zeros_like(values)
        if self.logarithmic:
            return np.asarray(HEIGHT * np.log(values / low) / np.log(high / low))
        # Divided first: the difference of two of the largest floats is infinite.
        size = max(abs(low), abs(high))
        return np.asarray(HEIGHT * (values / size - low / size) / (high / size - low / size))

    def holds(self, point: ArrayLike) -> bool:
        """Return whether (w, b) lies above the floor of the box."""
        across = np.abs(self._across(np.asarray(point, float)[None, :]))
        return bool(np.all(across <= HALF * (1 + 1e-9)))

    def lift(self, points: ArrayLike) -> Floats:
        """Put points (w, b) on the surface, shape (k, 3).

        Between the corners of the mesh the surface that is drawn differs from the true one; the
        upper of both is taken, on which a line is seen.
        """
        flat = np.asarray(points, float).reshape(-1, 2)
        heights = self._interpolated(flat)
        if self.exact is not None:
            with np.errstate(over="ignore"):
                true = self.exact.loss(flat[:, 0], flat[:, 1])
            heights = np.maximum(heights, self.height_of(true))
        return np.column_stack([np.clip(self._across(flat), -HALF, HALF), heights])

    def hides(self, place: Floats, eye: Floats) -> bool:
        """Return whether a place on the surface is hidden from an eye above it, both in the box."""
        sight = (eye - place) / np.linalg.norm(eye - place)
        way = place + np.linspace(0.0, 2 * float(np.hypot(*HALF)), _LOOKS)[:, None] * sight
        way = way[(np.abs(way[:, :2]) <= HALF).all(axis=1)]
        return bool(np.any(self._interpolated_at(way) > way[:, 2] + _THICK))

    def drape(self, line: ArrayLike) -> Floats:
        """Lay a line over the surface, as pairs of ends of its pieces, shape (2k, 3).

        NaN breaks the line.
        """
        points = np.asarray(line, float).reshape(-1, 2)
        p, q = points[:-1], points[1:]
        kept = np.isfinite(p).all(axis=1) & np.isfinite(q).all(axis=1) & (p != q).any(axis=1)
        p, q = p[kept], q[kept]
        lengths = np.hypot(*(self._across(q) - self._across(p)).T)
        piece = max(_FINEST, float(lengths.sum()) / _MOST)
        counts = np.maximum(1, np.ceil(lengths / piece)).astype(int)
        segment = np.repeat(np.arange(len(p)), counts)
        number = np.arange(len(segment)) - np.repeat(np.cumsum(counts) - counts, counts)
        parts = np.stack([number, number + 1], axis=1) / counts[segment][:, None]
        ends = p[segment][:, None] + parts[:, :, None] * (q - p)[segment][:, None]
        return self.lift(ends)

    def path(self, steps: ArrayLike) -> Floats:
        """Lay the path of the descent, shape (k, 2), over the surface, cut at its edges."""
        points = np.asarray(steps, float).reshape(-1, 2)
        if len(points) < 2:
            return np.empty((0, 3))
        area = surface_area(self.surface)
        near = clip_path(points[:, 0], points[:, 1], area, _REACH, through=False)
        return self.drape(np.column_stack(clip_path(*near, area, 1.0)))

    def valley(self) -> Floats:
        """Return the line of best points in dashes, where the optimum is not unique."""
        area = surface_area(self.surface)
        w, b = valley_line(self.exact, area)
        if not len(w):
            return np.empty((0, 3))
        pieces = self.drape(np.column_stack(clip_path(w, b, area, 1.0))).reshape(-1, 2, 3)
        return pieces[np.arange(len(pieces)) % (2 * _DASH) < _DASH].reshape(-1, 3)

    def contours(self) -> Floats:
        """Return the contour lines of the flat picture, on the surface."""
        return self.drape(joined_lines(self.mesh.contours(list(self.surface.levels()))))

    def _across(self, points: Floats) -> Floats:
        """Return where points (w, b) lie above the floor, in units of the box."""
        area = surface_area(self.surface)
        size = np.array([area.width(), area.height()])
        with np.errstate(over="ignore", invalid="ignore"):
            return np.asarray((points - [area.left(), area.top()]) / size * (2 * HALF) - HALF)

    def _interpolated_at(self, places: Floats) -> Floats:
        """Return the height of the mesh at places (x, y) of the box."""
        area = surface_area(self.surface)
        parts = (places[:, :2] + HALF) / (2 * HALF)
        return self._interpolated(parts * [area.width(), area.height()] + [area.left(), area.top()])

    def _interpolated(self, points: Floats) -> Floats:
        """Return the height of the mesh at points (w, b), bilinear between its corners."""
        (i, s), (j, t) = _cell(self.mesh.first, points[:, 0]), _cell(self.mesh.second, points[:, 1])
        z = self.heights
        lower = (1 - s) * z[j, i] + s * z[j, i + 1]
        upper = (1 - s) * z[j + 1, i] + s * z[j + 1, i + 1]
        return np.asarray((1 - t) * lower + t * upper)


def _thinned(count: int, kept: int) -> NDArray[np.int_]:
    """Return every `_STRIDE`th index, and the last and `kept` besides."""
    return np.array(sorted({*range(0, count, _STRIDE), count - 1, kept}))


def _with(grid: Floats, value: float) -> Floats:
    """Return a grid with one more value in its place, unless it lies outside or is there."""
    if not grid[0] < value < grid[-1] or value in grid:
        return grid
    return np.insert(grid, int(np.searchsorted(grid, value)), value)


def _cell(grid: Floats, values: Floats) -> tuple[NDArray[np.int_], Floats]:
    """Return the cell of the grid in which each value lies, and where in it, from 0 to 1."""
    index = np.clip(np.searchsorted(grid, values) - 1, 0, len(grid) - 2)
    return index, np.clip((values - grid[index]) / (grid[index + 1] - grid[index]), 0.0, 1.0)
