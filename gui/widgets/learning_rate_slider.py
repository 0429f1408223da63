"""A logarithmic slider for the learning rate, with zones around the limit."""

from __future__ import annotations

import math
from itertools import pairwise

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleValueChangeEvent,
    QBrush,
    QColor,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.rounding import rounded_down
from gui.number_format import short
from gui.theme import Colours, colours_of
from gui.ticks import log_label, log_ticks

NEAR = 0.5  # from this part of the limit on, a rate counts as near to it
UNKNOWN_RANGE = (1e-6, 10.0)
_ARROW = 1.02
_PAGE = 10**0.25
_TRACK, _THUMB, _LIMIT_TICK = 9, 8, 13  # height, radius, and half the height of the tick
_FACTORS = {
    Qt.Key.Key_Right: _ARROW,
    Qt.Key.Key_Up: _ARROW,
    Qt.Key.Key_Left: 1 / _ARROW,
    Qt.Key.Key_Down: 1 / _ARROW,
    Qt.Key.Key_PageUp: _PAGE,
    Qt.Key.Key_PageDown: 1 / _PAGE,
    Qt.Key.Key_Home: 0.0,  # as far as it goes
    Qt.Key.Key_End: math.inf,
}


class LearningRateSlider(QWidget):
    """A slider from limit/1000 to 10 × limit, or from 1e-6 to 10 where no limit is known.

    `valueChanged` tells what a person chose with mouse, wheel or keys, never what `set_value` set.
    A value outside the range is kept; the thumb then stands at the end.
    """

    valueChanged = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value = 0.1
        self._limit: float | None = None
        self._local = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.retranslate()

    def value(self) -> float:
        """Return the learning rate."""
        return self._value

    def set_value(self, value: float) -> None:
        """Show a learning rate, in or out of the range."""
        if value == self._value:
            return
        self._value = value
        self._describe()
        QAccessible.updateAccessibility(QAccessibleValueChangeEvent(self, value))
        self.update()

    def limit(self) -> float | None:
        """Return the limit, or None where none is known."""
        return self._limit

    def set_limit(self, limit: float | None, local: bool = False) -> None:
        """Set the largest stable learning rate; the range follows it.

        A local limit differs from step to step: then the range follows in whole decades only.
        """
        self._local = local
        known = limit is not None and math.isfinite(limit) and limit > 0
        self._limit = limit if known else None
        self._describe()
        self.update()

    def range(self) -> tuple[float, float]:
        """Return the learning rates at the left and at the right end."""
        if self._limit is None:
            return UNKNOWN_RANGE
        middle = 10.0 ** round(math.log10(self._limit)) if self._local else self._limit
        return middle / 1000, middle * 10

    def position_of(self, value: float) -> float:
        """Return where a learning rate stands, in pixels from the left; at an end if beyond."""
        low, high = (math.log10(end) for end in self.range())
        log_value = math.log10(value) if value > 0 else low
        part = min(max((log_value - low) / (high - low), 0.0), 1.0)
        track = self._track()
        return track.left() + part * track.width()

    def value_at(self, position: float) -> float:
        """Return the learning rate at a position, with no more digits than a pixel can tell."""
        low, high = (math.log10(end) for end in self.range())
        track = self._track()
        part = min(max((position - track.left()) / max(track.width(), 1.0), 0.0), 1.0)
        return float(f"{10 ** (low + part * (high - low)):.3g}")

    def labels(self) -> list[tuple[QRectF, str]]:
        """Return the decade labels and where they stand: all inside, none over another."""
        low, high = (math.log10(end) for end in self.range())
        kept: list[tuple[QRectF, str]] = []
        for room in range(round(high - low) + 1, 1, -1):
            placed = self._place(log_ticks(low, high, room))
            kept = []
            # From the right: a long small number at the left end is the one to lose.
            for rect, text in reversed(placed):
                if not kept or rect.right() + 5 <= kept[0][0].left():
                    kept.insert(0, (rect, text))
            if kept in (placed, placed[1:]):
                break
        return kept

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self.setAccessibleName(self.tr("Learning rate"))
        self._describe()

    def sizeHint(self) -> QSize:
        """Return a size at which the decades have room."""
        return QSize(round(self._metrics().horizontalAdvance("0.0001") * 5), self._height())

    def minimumSizeHint(self) -> QSize:
        """Return a size at which at least a few decades have room."""
        return QSize(round(self._metrics().horizontalAdvance("0.0001") * 3), self._height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by 2 % with the arrows, by a quarter of a decade with Page Up and Down."""
        factor = _FACTORS.get(Qt.Key(event.key()))
        if factor is None:
            super().keyPressEvent(event)
        else:
            self._multiply(factor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Jump to where the button was pressed."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(self.value_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the thumb."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._choose(self.value_at(event.position().x()))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Move by five arrow steps a notch; without the focus the wheel is the page's."""
        if not self.hasFocus():
            event.ignore()
            return
        self._multiply(_ARROW ** (5 * event.angleDelta().y() / 120))
        event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus ring."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the focus ring."""
        super().focusOutEvent(event)
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the language or of the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the zones, the limit, the thumb and the decades."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = colours_of(self.palette())
        self._paint_zones(painter, colours)
        self._paint_labels(painter, colours)
        self._paint_limit(painter, colours)
        self._paint_thumb(painter, colours)

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(self.font())

    def _height(self) -> int:
        return 2 * _LIMIT_TICK + 2 + self._metrics().height()

    def _track(self) -> QRectF:
        margin = _THUMB + 3  # the thumb and its focus ring are never cut off
        top = 1 + _LIMIT_TICK - _TRACK / 2
        return QRectF(margin, top, max(self.width() - 2 * margin, 1), _TRACK)

    def _place(self, ticks: list[float]) -> list[tuple[QRectF, str]]:
        """Put a label beneath each tick; at an end it moves inwards rather than being cut off."""
        metrics = self._metrics()
        height = metrics.height()
        placed = []
        for tick in ticks:
            text = log_label(tick)
            width = metrics.horizontalAdvance(text) + 1
            left = min(max(self.position_of(10**tick) - width / 2, 0), self.width() - width)
            placed.append((QRectF(left, self.height() - height, width, height), text))
        return placed

    def _choose(self, value: float) -> None:
        if value != self._value:
            self.set_value(value)
            self.valueChanged.emit(value)

    def _multiply(self, factor: float) -> None:
        low, high = self.range()
        value = min(max(self._value * factor, low), high) if self._value > 0 else low
        self._choose(float(f"{value:.4g}"))

    def _describe(self) -> None:
        """Say the value in words: colour alone would not reach everybody."""
        value = short(self._value)
        if self._limit is None:
            text = self.tr("{value}; no limit is known").format(value=value)
        else:
            limit = short(rounded_down(self._limit))
            if self._value < NEAR * self._limit:
                text = self.tr("{value}, below the limit {limit}")
            elif self._value < self._limit:
                text = self.tr("{value}, near the limit {limit}")
            else:
                text = self.tr("{value}, beyond the limit {limit}")
            text = text.format(value=value, limit=limit)
        self.setAccessibleDescription(text)
        self.setToolTip(text)

    def _paint_zones(self, painter: QPainter, colours: Colours) -> None:
        track = self._track()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.zone_unknown))
        painter.drawRect(track)
        if self._limit is not None:
            near, limit = self.position_of(NEAR * self._limit), self.position_of(self._limit)
            edges = (track.left(), near, limit, track.right())
            names = (colours.zone_fine, colours.zone_near, colours.zone_beyond)
            for (left, right), name in zip(pairwise(edges), names, strict=True):
                painter.fillRect(QRectF(left, track.top(), right - left, _TRACK), QColor(name))
            beyond = QRectF(limit, track.top(), track.right() - limit, _TRACK)
            hatching = QBrush(QColor(colours.text), Qt.BrushStyle.BDiagPattern)
            painter.fillRect(beyond, hatching)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colours.muted), 1))
        painter.drawRect(track)

    def _paint_labels(self, painter: QPainter, colours: Colours) -> None:
        painter.setPen(QColor(colours.text))
        for rect, text in self.labels():
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, text)

    def _paint_limit(self, painter: QPainter, colours: Colours) -> None:
        """Draw the tick of the limit, so long that it is seen above and below the thumb."""
        if self._limit is None:
            return
        x, middle = self.position_of(self._limit), self._track().center().y()
        painter.setPen(QPen(QColor(colours.text), 2))
        painter.drawLine(QPointF(x, middle - _LIMIT_TICK), QPointF(x, middle + _LIMIT_TICK))

    def _paint_thumb(self, painter: QPainter, colours: Colours) -> None:
        centre = QPointF(self.position_of(self._value), self._track().center().y())
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.link), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(centre, _THUMB + 2, _THUMB + 2)
        painter.setPen(QPen(QColor("#ffffff"), 1.5))
        painter.setBrush(QColor(colours.accent))
        painter.drawEllipse(centre, _THUMB - 1, _THUMB - 1)
