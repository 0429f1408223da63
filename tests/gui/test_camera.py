"""Cameras of the 3-D surface: what they see fits."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import QMarginsF, QSizeF
from PySide6.QtGui import QVector3D

from gui.camera import ABOVE, HOME, Camera
from gui.surface_relief import CORNERS, HEIGHT

MARGINS = QMarginsF(50.0, 10.0, 20.0, 40.0)


@pytest.mark.parametrize("camera", [HOME, ABOVE])
@pytest.mark.parametrize("size", [(560.0, 260.0), (300.0, 900.0), (1100.0, 760.0)])
def test_the_box_fits_and_fills_the_room(camera: Camera, size: tuple[float, float]) -> None:
    tangent = math.tan(math.radians(camera.lens(QSizeF(*size), MARGINS) / 2))
    seen = [camera.matrix().map(QVector3D(*corner)) for corner in CORNERS.tolist()]
    pixels = np.array([[c.x(), c.y()] for c in seen]) / [[-c.z()] for c in seen]
    pixels *= size[0] / 2 / tangent
    room = np.array([size[0] - 70.0, size[1] - 50.0])
    parts = np.abs(pixels).max(axis=0) / (room / 2)
    assert parts.max() == pytest.approx(1.0)


def test_a_view_of_no_size_has_a_lens_all_the_same() -> None:
    assert 0.0 < HOME.lens(QSizeF(1.0, 1.0), MARGINS) < 180.0


def test_from_above_the_surface_looks_the_same_near_and_far() -> None:
    top, bottom = (ABOVE.matrix().map(QVector3D(1.3, 1.0, z)) for z in (HEIGHT, 0.0))
    assert top.x() / top.z() == pytest.approx(bottom.x() / bottom.z(), rel=0.01)
    assert (bottom.x(), bottom.y()) == pytest.approx((1.3, 1.0), abs=1e-5)


def test_the_wheel_neither_enters_the_box_nor_loses_it() -> None:
    for camera in (HOME, ABOVE):
        assert camera.within_reach(0.0) > np.linalg.norm(CORNERS[0] - [0.0, 0.0, HEIGHT / 2])
        assert camera.within_reach(1e9) == 6.0 * camera.distance
        assert camera.within_reach(camera.distance) == camera.distance
