"""What is drawn on a loss surface, in its own coordinates: areas, path, valley and loss."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF

from core.columns import Role
from core.loss_surface import LossSurface
from core.run_view import RunView
from core.stability import Quadratic

PATH_POINTS = 2000
"""Most points of the path taken from the record by a stride, besides the first ones."""

FIRST_ROWS = 1000
"""So many rows at the start of the path are all drawn: there the descent turns and zigzags."""


def surface_area(surface: LossSurface) -> QRectF:
    """Return the area between the outermost grid points."""
    first, second = surface.first, surface.second
    return QRectF(first[0], second[0], first[-1] - first[0], second[-1] - second[0])


def picture_area(surface: LossSurface) -> QRectF:
    """Return where the image lies: half a cell wider, so that pixel centres are grid points."""
    half_x = (surface.first[1] - surface.first[0]) / 2
    half_y = (surface.second[1] - surface.second[0]) / 2
    return surface_area(surface).adjusted(-half_x, -half_y, half_x, half_y)


def joined_lines(lines: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return lines, each of shape (k, 2), as one that NaN breaks between them."""
    gap = np.full((1, 2), np.nan)
    return np.concatenate([part for line in lines for part in (line, gap)] or [gap])


def path_points(run: RunView, index: int) -> NDArray[np.float64]:
    """Return the steps up to a row, shape (k, 2): the first ones, then some by a stride.

    The stride is odd: an even one would show only one side of a zigzag. It is a power of three,
    so that no point wanders while the path grows.
    """
    columns = [_along(run, index, Role.PARAMETER, i) for i in (0, 1)]
    return np.vstack([np.column_stack(columns), run.history.row(index).parameters[:2]])


def path_steps(run: RunView, index: int) -> NDArray[np.float64]:
    """Return the step numbers of `path_points`, shape (k,)."""
    return np.append(_along(run, index, Role.STEP, 0), run.history.row(index).step)


def _along(run: RunView, index: int, role: Role, which: int) -> NDArray[np.float64]:
    history, stride = run.history, 1
    while index / stride > PATH_POINTS + FIRST_ROWS:
        stride *= 3
    head = min(FIRST_ROWS, index + 1)
    first = history.every(1, role, which, head)
    later = history.every(stride, role, which, index + 1)[-(-head // stride) :]
    return np.concatenate([first, later])


def valley_line(
    exact: Quadratic | None, view: QRectF
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the line of best points where x does not vary: b = mean(y) - w mean(x)."""
    if exact is None or exact.unique:
        return np.empty(0), np.empty(0)
    w = np.array([view.left(), view.right()])
    return w, exact.mean_y - w * exact.mean_x


def loss_near(surface: LossSurface, exact: Quadratic | None, point: QPointF) -> float | None:
    """Return the loss at a point: exact in closed form, else that of the nearest grid point."""
    if exact is not None:
        return float(exact.loss(np.array(point.x()), np.array(point.y())))
    if not picture_area(surface).contains(point):
        return None
    i = int(np.argmin(np.abs(surface.first - point.x())))
    j = int(np.argmin(np.abs(surface.second - point.y())))
    return float(surface.loss[j, i])
