"""Where the loss surface is seen from in 3-D, and the lens that shows the whole box."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QMatrix4x4, QVector3D

from gui.surface_relief import CORNERS, HEIGHT

_MIDDLE = (0.0, 0.0, HEIGHT / 2)

RADIUS = float(np.max(np.hypot(np.hypot(*CORNERS[:, :2].T), CORNERS[:, 2] - HEIGHT / 2)))
"""From the middle of the box to its corners."""

_CLOSEST, _FARTHEST = 1.3 * RADIUS, 6.0
"""Nearest distance, outside the box; farthest in units of the first one."""


@dataclass(frozen=True)
class Camera:
    """A camera that looks at a point of the box.

    Attributes
    ----------
    distance : float
        From the camera to that point.
    elevation, azimuth : float
        Where the camera stands, in degrees, as pyqtgraph counts them.
    centre : tuple of float
        The point.
    upright : bool
        Whether it began as the camera straight above, whose lens it has.
    """

    distance: float
    elevation: float
    azimuth: float
    centre: tuple[float, float, float] = _MIDDLE
    upright: bool = False

    @property
    def first(self) -> Camera:
        """The camera this one began as."""
        return ABOVE if self.upright else HOME

    def matrix(self) -> QMatrix4x4:
        """Return the view matrix, as pyqtgraph builds it."""
        matrix = QMatrix4x4()
        matrix.translate(0.0, 0.0, -self.distance)
        matrix.rotate(self.elevation - 90.0, 1.0, 0.0, 0.0)
        matrix.rotate(self.azimuth + 90.0, 0.0, 0.0, -1.0)
        matrix.translate(-QVector3D(*self.centre))
        return matrix

    def lens(self, size: QSizeF, margins: QMarginsF) -> float:
        """Return the horizontal angle, in degrees, in which the whole box fits within margins."""
        room = QRectF(0.0, 0.0, size.width(), size.height()).marginsRemoved(margins)
        wide, high = max(room.width(), 20.0) / size.width(), max(room.height(), 20.0) / size.width()
        corners = [self.matrix().map(QVector3D(*corner)) for corner in CORNERS.tolist()]
        tangent = max(max(abs(c.x()) / wide, abs(c.y()) / high) / -c.z() for c in corners)
        return math.degrees(2.0 * math.atan(tangent))

    def within_reach(self, distance: float) -> float:
        """Return the nearest distance to a wanted one that neither enters the box nor loses it."""
        return float(np.clip(distance, _CLOSEST, _FARTHEST * self.first.distance))


HOME = Camera(10.0, 36.0, -62.0)
"""The first camera: the first parameter runs to the right, the second away from the person."""

# So far away that near and distant parts of the surface look alike, as on a map.
ABOVE = Camera(200.0, 90.0, -90.0, upright=True)
"""Straight above, the first parameter to the right and the second up."""
