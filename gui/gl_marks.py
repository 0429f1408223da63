"""The marks on the 3-D surface with their names, in front of everything else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from pyqtgraph.graphicsItems.ScatterPlotItem import Symbols
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from gui.gl_items import Floats, PaintedItem
from gui.mark_label import SHADE, WHITE
from gui.plotting import mark_pen
from gui.surface_relief import Relief

_GAP, _PADDING = 9.0, 3.0
_FAINT = 0.45


@dataclass(frozen=True, eq=False)
class Mark:
    """A mark at a point of the box.

    Attributes
    ----------
    place : ndarray, shape (3,)
        Where it is.
    name : str
        What is written beside it.
    symbol, size, colour : str, float and str
        What it looks like, as in a flat plot.
    """

    place: Floats
    name: str
    symbol: str
    size: float
    colour: str


class Marks(PaintedItem):
    """Marks in front of the surface; those behind a part of it shine faintly through."""

    def __init__(self) -> None:
        super().__init__()
        self.setDepthValue(10)
        self.marks: tuple[Mark, ...] = ()
        self._font = QFont()
        self._relief: Relief | None = None

    def set_marks(self, marks: Sequence[Mark], relief: Relief) -> None:
        """Take over the marks, the most important last, and the surface they stand on."""
        self.marks, self._relief = tuple(marks), relief
        self.update()

    def restyle(self, font: QFont) -> None:
        """Take over the font."""
        self._font = font
        self.update()

    def draw(self, painter: QPainter) -> None:
        """Draw the marks, then their names."""
        places = [(mark, self.on_screen(mark.place)) for mark in self.marks]
        seen = [(mark, QPointF(*place)) for mark, place in places if np.isfinite(place).all()]
        for mark, place in seen:
            painter.setOpacity(_FAINT if self._hidden(mark) else 1.0)
            _draw_symbol(painter, mark, place)
        painter.setOpacity(1.0)
        painter.setFont(self._font)
        taken = [_around(place, mark.size) for mark, place in seen]
        for mark, place in reversed(seen):
            taken.append(self._write(painter, mark.name, place, taken))

    def _hidden(self, mark: Mark) -> bool:
        eye = self.view().cameraPosition()
        place = np.array([eye.x(), eye.y(), eye.z()])
        return self._relief is not None and self._relief.hides(mark.place, place)

    def _write(
        self, painter: QPainter, text: str, place: QPointF, taken: Sequence[QRectF]
    ) -> QRectF:
        """Write a name at the first corner of its mark where it covers nothing; return where."""
        metrics = QFontMetricsF(self._font)
        width = metrics.horizontalAdvance(text) + 2 * _PADDING
        height, view = metrics.height(), self.view()
        corners = [
            QRectF(x, y, width, height)
            for y in (place.y() - height - _GAP / 3, place.y() + _GAP / 3)
            for x in (place.x() + _GAP, place.x() - _GAP - width)
        ]
        inside = QRectF(0.0, 0.0, view.width(), view.height())
        free = [
            rect for rect in corners
            if inside.contains(rect) and not any(rect.intersects(other) for other in taken)
        ]  # fmt: skip
        rect = free[0] if free else corners[0]
        painter.fillRect(rect, QColor(*SHADE))
        painter.setPen(QColor(WHITE))
        painter.drawText(QPointF(rect.left() + _PADDING, rect.top() + metrics.ascent()), text)
        return rect


def _around(place: QPointF, size: float) -> QRectF:
    half = QPointF(size, size) / 2
    return QRectF(place - half, place + half)


def _draw_symbol(painter: QPainter, mark: Mark, place: QPointF) -> None:
    """Draw a symbol with the two casings it has in a flat plot."""
    painter.save()
    painter.translate(place)
    painter.scale(mark.size, mark.size)
    painter.setBrush(QColor(mark.colour))
    for colour, width in (("#000000", 5.0), ("#ffffff", 2.0)):
        painter.setPen(mark_pen(colour, width))
        painter.drawPath(Symbols[mark.symbol])
    painter.restore()
