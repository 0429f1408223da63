"""A colour bar whose ticks are loss values, on a log scale."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.theme import colours_of
from gui.ticks import log_label, log_ticks

_WIDTH = 15
_TICK = 4
_GAP = 3


class ColourBar(QWidget):
    """A thin vertical bar; its colours run from the lowest value below to the highest on top."""

    def __init__(self, lookup: NDArray[np.uint8], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._low, self._high = 0.0, 1.0  # log10 of the values
        # A copy: QImage only points to the rows, from top to bottom.
        self._pixels = np.ascontiguousarray(lookup[::-1, :3])
        self._insets = (0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def set_range(self, log_low: float, log_high: float) -> None:
        """Set log10 of the values at the lower and upper end, as the surface is drawn in them."""
        if (log_low, log_high) == (self._low, self._high):
            return
        self._low, self._high = log_low, log_high
        self.updateGeometry()
        self.update()

    def set_insets(self, top: int, bottom: int) -> None:
        """Keep the bar this far from the widget's ends, so that it stands beside the plot area."""
        self._insets = (top, bottom)
        self.update()

    def labels(self) -> list[str]:
        """Return the texts of the ticks, from below."""
        return [log_label(tick) for tick in self._ticks()]

    def sizeHint(self) -> QSize:
        """Return the width that the widest label needs."""
        widest = max((self._metrics().horizontalAdvance(text) for text in self.labels()), default=0)
        return QSize(_WIDTH + _TICK + 2 * _GAP + widest, 160)

    def minimumSizeHint(self) -> QSize:
        """Return the least size at which no label is cut off."""
        return QSize(self.sizeHint().width(), 4 * self._metrics().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the colours, their frame, and the ticks."""
        colours = colours_of(self.palette())
        painter = QPainter(self)
        bar = self._bar()
        rows = len(self._pixels)
        painter.drawImage(bar, QImage(self._pixels.data, 1, rows, 3, QImage.Format.Format_RGB888))
        painter.setPen(QPen(QColor(colours.plot_text)))
        painter.drawRect(bar)
        height = self._metrics().height()
        for tick, text in zip(self._ticks(), self.labels(), strict=True):
            y = bar.bottom() - (tick - self._low) / (self._high - self._low) * bar.height()
            painter.drawLine(round(bar.right()), round(y), round(bar.right()) + _TICK, round(y))
            left = bar.right() + _TICK + _GAP
            # A label at an end moves inwards rather than being cut off.
            top = min(max(y - height / 2, 0.0), float(self.height() - height))
            flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRectF(left, top, self.width() - left, height), flags, text)

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(self.font())

    def _bar(self) -> QRectF:
        top, bottom = self._insets
        return QRectF(0.5, top + 0.5, _WIDTH, max(self.height() - top - bottom - 1, 1))

    def _ticks(self) -> list[float]:
        if not self._low < self._high:
            return []
        return log_ticks(
            self._low, self._high, self._bar().height() / (2 * self._metrics().height())
        )
