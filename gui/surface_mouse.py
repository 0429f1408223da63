"""What the mouse does on the loss surface: set the start, drag the shown point, tell a value."""

from __future__ import annotations

from collections.abc import Callable

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal, SignalInstance
from PySide6.QtGui import QMouseEvent

DIGITS = 4
"""Significant digits of a point that is picked: a pixel tells no more."""


class SurfaceMouse(QObject):
    """Left button: the start follows the mouse, or the shown point where it was grabbed.

    Parameters
    ----------
    plot : PlotWidget
        Where the mouse is watched; the wheel and the other buttons stay the plot's own.
    on_point : callable
        Whether a place, in pixels of the plot, is on the shown point.
    """

    start_picked = Signal(float, float)
    point_dragged = Signal(float, float)
    moved = Signal(object)
    """The mouse is at a point of the surface (a QPointF), or has left it (None)."""

    released = Signal()

    def __init__(self, plot: pg.PlotWidget, on_point: Callable[[QPointF], bool]) -> None:
        super().__init__(plot)
        self._plot, self._on_point = plot, on_point
        self._takes: SignalInstance | None = None
        plot.viewport().setMouseTracking(True)
        plot.viewport().installEventFilter(self)
        plot.setCursor(Qt.CursorShape.CrossCursor)

    @property
    def dragging(self) -> bool:
        """Whether the button is held."""
        return self._takes is not None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the left button; let all else through."""
        kind = event.type()
        if kind == QEvent.Type.Leave:
            self.moved.emit(None)
        if not isinstance(event, QMouseEvent) or kind == QEvent.Type.MouseButtonDblClick:
            return False
        left = event.button() == Qt.MouseButton.LeftButton
        if kind == QEvent.Type.MouseButtonRelease and left:
            return self._let_go()
        if kind == QEvent.Type.MouseButtonPress and left:
            return self._press(event.position())
        if kind == QEvent.Type.MouseMove and self.dragging:
            return self._pick(event.position())
        if kind == QEvent.Type.MouseMove:
            self.moved.emit(self._point(event.position()))
        return False

    def _press(self, position: QPointF) -> bool:
        if self._point(position) is None:
            return False
        grabbed = self._on_point(position)
        self._takes = self.point_dragged if grabbed else self.start_picked
        # A click on the point alone moves nothing.
        return True if grabbed else self._pick(position)

    def _pick(self, position: QPointF) -> bool:
        point = self._point(position)
        if point is not None and self._takes is not None:
            self._takes.emit(*(float(f"{v:.{DIGITS}g}") for v in (point.x(), point.y())))
        return True

    def _let_go(self) -> bool:
        held, self._takes = self.dragging, None
        if held:
            self.released.emit()
        return held

    def _point(self, position: QPointF) -> QPointF | None:
        view = self._plot.getViewBox()
        if not view.sceneBoundingRect().contains(position):
            return None
        return QPointF(view.mapSceneToView(position))
