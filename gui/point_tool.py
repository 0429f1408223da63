"""What the mouse does to the points of a plot: add, drag, delete."""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QKeySequence, QMouseEvent, QShortcut

from core.dataset import Dataset

GRAB = 9.0
"""So many pixels around a point it can be grabbed."""

STILL = 3.0
"""A press that moves no farther than so many pixels is a click."""


class PointTool(QObject):
    """Left click: add. Drag: move. Right click, double click or Delete on a point: delete.

    All values that are told are in the units of the data as they came, rounded to what a pixel
    tells.

    Parameters
    ----------
    plot : PlotWidget
        Where the mouse is watched, while the tool is on.
    """

    added = Signal(float, float)
    grabbed = Signal(int)
    """A row begins to be moved."""

    moved = Signal(float, float)
    """The grabbed row is here now."""

    released = Signal()
    """The grabbed row stays where it is."""

    removed = Signal(int)
    hovered = Signal()
    """The mouse is on another point than before, or on none."""

    def __init__(self, plot: pg.PlotWidget) -> None:
        super().__init__(plot)
        self._plot, self._on = plot, False
        self._data: Dataset | None = None
        self._pressed: QPointF | None = None
        self._from: QPointF | None = None
        self._row: int | None = None
        self._under: int | None = None
        self._just_added = False
        self._delete = QShortcut(QKeySequence(Qt.Key.Key_Delete), plot)
        self._delete.setAutoRepeat(False)
        self._delete.setEnabled(False)
        self._delete.activated.connect(self._remove_hovered)
        plot.viewport().setMouseTracking(True)
        plot.viewport().installEventFilter(self)

    @property
    def on(self) -> bool:
        """Whether it works."""
        return self._on

    @property
    def dragging(self) -> bool:
        """Whether a point is being moved."""
        return self._row is not None

    @property
    def under(self) -> int | None:
        """The row that the mouse is on."""
        return self._under

    def set_on(self, on: bool) -> None:
        """Let it work, or leave the mouse alone."""
        self._on = on
        self._let_go()
        self._hover(None)
        if not on:
            self._plot.viewport().unsetCursor()

    def set_data(self, data: Dataset) -> None:
        """Take over the data that are drawn."""
        self._data = data
        if self._row is not None and self._row < len(data):
            return
        self._let_go()
        self._hover(None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the mouse within the axes while the tool is on; let all else through."""
        if not self._on or self._data is None:
            return False
        if event.type() == QEvent.Type.Leave and not self.dragging:
            self._hover(None)
        if not isinstance(event, QMouseEvent):
            return False
        kind, place = event.type(), event.position()
        if kind == QEvent.Type.MouseMove:
            return self._move(place)
        if kind == QEvent.Type.MouseButtonRelease:
            return self._release(event.button(), place)
        if not self._inside(place):
            return False
        if kind == QEvent.Type.MouseButtonPress:
            return self._press(event.button(), place)
        if kind == QEvent.Type.MouseButtonDblClick:
            return self._press_twice(event.button(), place)
        return False

    # The mouse.

    def _press(self, button: Qt.MouseButton, place: QPointF) -> bool:
        row = self._row_at(place)
        if button == Qt.MouseButton.RightButton and not self.dragging:
            self._remove(row)
        elif button == Qt.MouseButton.LeftButton:
            self._pressed, self._just_added = place, False
            self._from = None if row is None else self._place_of(row)
            self._hover(row)
        return True

    def _press_twice(self, button: Qt.MouseButton, place: QPointF) -> bool:
        """Delete the point; not the one that the first click of the two has just added."""
        if button == Qt.MouseButton.LeftButton:
            self._pressed = None
            if not self._just_added:
                self._remove(self._row_at(place))
        else:
            self._press(button, place)
        return True

    def _move(self, place: QPointF) -> bool:
        if self._pressed is None:
            self._hover(self._row_at(place) if self._inside(place) else None)
            return False
        if self._from is None:
            return True
        if not self.dragging and _distance(place, self._pressed) > STILL:
            self._row = self._under
            self._show_cursor()
            self.grabbed.emit(self._row)
        if self.dragging:
            # Grabbed beside its middle, the point does not jump under the mouse.
            point = self._point(self._within(place - self._pressed + self._from))
            if point is not None:
                self.moved.emit(*point)
        return True

    def _release(self, button: Qt.MouseButton, place: QPointF) -> bool:
        if button != Qt.MouseButton.LeftButton or self._pressed is None:
            return False
        pressed, empty = self._pressed, self._from is None
        if self._let_go():
            return True
        point = self._point(pressed)
        if empty and point is not None and _distance(place, pressed) <= STILL:
            self._just_added = True
            self.added.emit(*point)
        return True

    def _let_go(self) -> bool:
        """End a drag; False if there was none."""
        held = self.dragging
        self._row = self._pressed = self._from = None
        self._show_cursor()
        if held:
            self.released.emit()
        return held

    def _remove_hovered(self) -> None:
        if not self.dragging:
            self._remove(self._under)

    def _remove(self, row: int | None) -> None:
        # A line needs at least one point.
        if row is not None and self._data is not None and len(self._data) > 1:
            self._hover(None)
            self.removed.emit(row)

    def _hover(self, row: int | None) -> None:
        if row != self._under:
            self._under = row
            self._delete.setEnabled(row is not None)
            self.hovered.emit()
        self._show_cursor()

    def _show_cursor(self) -> None:
        if not self._on:
            return
        shape = Qt.CursorShape.CrossCursor
        if self._under is not None:
            shape = Qt.CursorShape.OpenHandCursor
        if self.dragging:
            shape = Qt.CursorShape.ClosedHandCursor
        if self._plot.viewport().cursor().shape() != shape:
            self._plot.viewport().setCursor(shape)

    # Pixels and points.

    def _inside(self, place: QPointF) -> bool:
        return bool(self._plot.getViewBox().sceneBoundingRect().contains(place))

    def _within(self, place: QPointF) -> QPointF:
        """Return the nearest place within the axes."""
        area = self._plot.getViewBox().sceneBoundingRect()
        return QPointF(
            min(max(place.x(), area.left()), area.right()),
            min(max(place.y(), area.top()), area.bottom()),
        )

    def _place_of(self, row: int) -> QPointF:
        """Return where a point is drawn, in pixels."""
        assert self._data is not None
        place = QPointF(float(self._data.x[row]), float(self._data.y[row]))
        return QPointF(self._plot.getViewBox().mapViewToScene(place))

    def _row_at(self, place: QPointF) -> int | None:
        """Return the row whose point is nearest, if it is near enough."""
        assert self._data is not None
        view = self._plot.getViewBox()
        at, (width, height) = view.mapSceneToView(place), view.viewPixelSize()
        with np.errstate(over="ignore"):
            away = np.hypot((self._data.x - at.x()) / width, (self._data.y - at.y()) / height)
        row = int(np.argmin(away))
        return row if away[row] <= GRAB else None

    def _point(self, place: QPointF) -> tuple[float, float] | None:
        """Return the values at a place, in the units of the data as they came."""
        assert self._data is not None
        view, scaling = self._plot.getViewBox(), self._data.scaling
        at, (width, height) = view.mapSceneToView(place), view.viewPixelSize()
        x = _rounded(scaling.undone(at.x()), width * scaling.factor)
        y = _rounded(at.y(), height)
        return (x, y) if math.isfinite(x) and math.isfinite(y) else None


def _distance(one: QPointF, other: QPointF) -> float:
    return math.hypot(one.x() - other.x(), one.y() - other.y())


def _rounded(value: float, pixel: float) -> float:
    """Return a value without the digits that are finer than a pixel."""
    if not (math.isfinite(value) and math.isfinite(pixel) and pixel > 0.0):
        return value
    return round(value, -math.floor(math.log10(pixel)))
