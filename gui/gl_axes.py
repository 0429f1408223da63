"""The axes of the 3-D surface: the walls behind it, and ticks and names along their edges."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QPainter, QPen

from gui.gl_items import Floats, StillItem
from gui.number_format import axis_tick
from gui.plotting import LEAST_TICK_PX
from gui.surface_geometry import surface_area
from gui.surface_relief import CORNERS, Relief
from gui.theme import LIGHT, Colours
from gui.ticks import linear_ticks, log_label, log_ticks

_TICK, _GAP = 4.0, 3.0
_SHORTEST = 40.0  # pixels: an edge seen nearly end on has no ticks
_EVEN = 1e-6  # a camera straight in front of an edge stands on neither side
_LOW, _HIGH = CORNERS[0], CORNERS[-1]
_MIDDLE = (_LOW + _HIGH) / 2


@dataclass(frozen=True)
class Scale:
    """What one axis says.

    Attributes
    ----------
    name : str
        Its name.
    low, high : float
        The values at the two ends of the box.
    logarithmic : bool
        Whether they are log10 of what is written.
    """

    name: str
    low: float
    high: float
    logarithmic: bool = False

    def ticks(self, room: float) -> list[tuple[float, str]]:
        """Return where at most `room` ticks stand, from 0 to 1 along the axis, and their texts."""
        if not self.high > self.low:
            return []
        if self.logarithmic:
            texts = {value: log_label(value) for value in log_ticks(self.low, self.high, room)}
        else:
            spacing, values = linear_ticks(self.low, self.high, room)
            texts = {value: axis_tick(value, spacing) for value in values}
        # Divided first: the difference of two of the largest floats is infinite.
        size = max(abs(self.low), abs(self.high))
        low, length = self.low / size, self.high / size - self.low / size
        return [((value / size - low) / length, text) for value, text in texts.items()]


class BoxAxes(StillItem):
    """Walls, ticks and names; drawn before the surface, which is in front of all of them."""

    def __init__(self) -> None:
        super().__init__()
        self.setDepthValue(-10)
        self._scales: tuple[Scale, ...] = ()
        self._colours, self._font = LIGHT, QFont()
        self.texts: list[tuple[str, QRectF]] = []
        """What was written last, and where."""

    def set_box(self, relief: Relief, names: tuple[str, str, str]) -> None:
        """Take over what the surface extends over, and the names of the three axes."""
        area = surface_area(relief.surface)
        self._scales = (
            Scale(names[0], area.left(), area.right()),
            Scale(names[1], area.top(), area.bottom()),
            Scale(names[2], *relief.ends, relief.logarithmic),
        )
        self.renew()

    def restyle(self, colours: Colours, font: QFont) -> None:
        """Take over colours and font."""
        self._colours, self._font = colours, QFont(font)
        self._font.setPixelSize(max(LEAST_TICK_PX, QFontInfo(font).pixelSize() - 1))
        self.renew()

    def draw_still(self, painter: QPainter) -> None:
        """Draw the walls that are behind the surface, and the axes along their edges."""
        self.texts = []
        painter.setFont(self._font)
        front = self._front()
        back = np.array([*(_LOW + _HIGH - front)[:2], 0.0])
        for index, scale in enumerate(self._scales):
            start = self._edge(index, front)
            end = start.copy()
            end[index] = _HIGH[index]
            self._draw_axis(painter, index, scale, np.array([start, end]), back)

    def _front(self) -> Floats:
        """Return the lower corner of the box on the side of the camera."""
        angle = math.radians(self.view().opts["azimuth"])
        # From straight in front, the second axis is at the left, as in the flat picture.
        towards = np.array([math.cos(angle), math.sin(angle)]) > _EVEN
        return np.array([*np.where(towards, _HIGH[:2], _LOW[:2]), 0.0])

    def _edge(self, index: int, front: Floats) -> Floats:
        """Return where the edge of an axis begins: at the front, the height at the left."""
        start = front.copy()
        if index == 2:
            floor = CORNERS[CORNERS[:, 2] == 0.0]
            across = np.nan_to_num(self.on_screen(floor)[:, 0], nan=np.inf)
            start = floor[int(np.argmin(across))].copy()
        start[index] = _LOW[index]
        return start

    def _draw_axis(
        self, painter: QPainter, index: int, scale: Scale, edge: Floats, back: Floats
    ) -> None:
        ends = self.on_screen(edge)
        along = ends[1] - ends[0]
        length = float(np.hypot(*along))
        metrics = QFontMetricsF(self._font)
        # Not so where the edge is seen nearly end on, nor where an end is behind the camera.
        seen = length > _SHORTEST
        ticks = scale.ticks(length / _demand(metrics, along / length)) if seen else []
        values = [_LOW[index] + part * (_HIGH - _LOW)[index] for part, _ in ticks]
        self._draw_walls(painter, self._colours.grid, index, values, back)
        self._draw_walls(painter, self._colours.ghost, index, [_LOW[index], _HIGH[index]], back)
        if not seen:
            return
        painter.setPen(QPen(QColor(self._colours.plot_text), 1.0))
        self._draw_line(painter, ends)
        away = self._away(ends, along / length)
        farthest = 0.0
        for part, text in ticks:
            at = ends[0] + part * along
            self._draw_line(painter, np.array([at, at + _TICK * away]))
            farthest = max(farthest, self._write(painter, text, at + (_TICK + _GAP) * away, away))
        if index == 2:  # above its edge: beside it there is little room
            self._write(painter, scale.name, ends[1] - [0.0, 3 * _GAP], np.array([0.0, -1.0]))
            return
        place = ends[0] + along / 2 + (_TICK + 2 * _GAP + farthest) * away
        self._write(painter, scale.name, place, away)

    def _draw_walls(
        self, painter: QPainter, colour: str, index: int, values: Sequence[float], back: Floats
    ) -> None:
        """Draw the lines of one value each along the two walls that an axis runs along."""
        painter.setPen(QPen(QColor(colour), 1.0))
        for value in values:
            for across in {0, 1, 2} - {index}:
                line = np.array([back, back])
                line[:, index] = value
                line[:, across] = _LOW[across], _HIGH[across]
                self._draw_line(painter, self.on_screen(line))

    def _away(self, ends: Floats, direction: Floats) -> Floats:
        """Return the direction on the screen, at a right angle to an edge, out of the box."""
        normal = np.array([-direction[1], direction[0]])
        outwards = ends.mean(axis=0) - self.on_screen(_MIDDLE)
        return normal if normal @ outwards > 0 else -normal

    def _draw_line(self, painter: QPainter, ends: Floats) -> None:
        if np.isfinite(ends).all():
            painter.drawLine(QLineF(*ends[0], *ends[1]))

    def _write(self, painter: QPainter, text: str, place: Floats, away: Floats) -> float:
        """Write a text that touches a place from outside; return how far outwards it reaches.

        A text that would cover another is left out.
        """
        metrics = QFontMetricsF(self._font)
        size = np.array([metrics.horizontalAdvance(text), metrics.height()])
        reach = float(np.abs(away) @ size)
        corner = place + away * reach / 2 - size / 2
        rect = QRectF(*corner, *size)
        if not any(rect.intersects(other) for _, other in self.texts):
            self.texts.append((text, rect))
            painter.drawText(QPointF(corner[0], corner[1] + metrics.ascent()), text)
        return reach


def _demand(metrics: QFontMetricsF, direction: Floats) -> float:
    """Return how many pixels along an edge of that direction one tick needs."""
    size = np.array([metrics.horizontalAdvance("-0.001"), 1.8 * metrics.height()])
    return float(np.abs(direction) @ size)
