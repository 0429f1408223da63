"""The name of a mark on the loss surface."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF

_GAP = 9.0
"""Pixels between the middle of a mark and its name."""

WHITE, SHADE = "#ffffff", (0, 0, 0, 150)
"""White on any colour of the surface needs a darker ground: on yellow alone it cannot be read."""


class MarkLabel(pg.TextItem):
    """A text beside a point, always inside the plot; an arrow leads to a point outside."""

    def __init__(self) -> None:
        super().__init__(color=WHITE, fill=pg.mkBrush(*SHADE))
        self._name = self._written = ""

    def set_name(self, name: str) -> None:
        """Set the text, without an arrow."""
        self._name = name

    def place(self, point: QPointF, view: QRectF, *, left: bool, above: bool) -> None:
        """Stand beside a point; the wanted side gives way where the view ends."""
        x = min(max(point.x(), view.left()), view.right())
        y = min(max(point.y(), view.top()), view.bottom())
        arrow = _arrow(point, view)
        text = f"{arrow} {self._name}" if arrow else self._name
        if text != self._written:
            self._written = text
            self.setText(text, color=WHITE)
        size = self.textItem.boundingRect()
        pixels = self.getViewBox().sceneBoundingRect()
        across = (x - view.left()) / view.width() * pixels.width()
        down = (view.bottom() - y) / view.height() * pixels.height()
        room_x, room_y = size.width() + _GAP, size.height() + _GAP
        left = across > pixels.width() - room_x or (left and across > room_x)
        above = down > pixels.height() - room_y or (above and down > room_y)
        # The anchor is the part of the text that stands on the point.
        gap_x, gap_y = _GAP / max(size.width(), 1.0), _GAP / max(size.height(), 1.0) / 3
        anchor = (1 + gap_x if left else -gap_x, 1 + gap_y if above else -gap_y)
        if anchor != tuple(self.anchor):
            self.setAnchor(anchor)
        self.setPos(x, y)


def _arrow(point: QPointF, view: QRectF) -> str:
    """Return the direction of a point outside, the farther of the two; the y axis points up."""
    reach = point - view.center()
    x, y = 2 * reach.x() / view.width(), 2 * reach.y() / view.height()
    if max(abs(x), abs(y)) <= 1.0:
        return ""
    if abs(x) > abs(y):
        return "▸" if x > 0 else "◂"
    return "▴" if y > 0 else "▾"
