"""A striped bar that says that something is wrong on purpose, with a button that ends it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPolygon
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from gui.theme import colours_of
from gui.widgets.naming import unfocused_button

STRIPE = 14
"""Width of the slanted stripes at the left, in pixels."""

STRIPES = 4


class Banner(QFrame):
    """Hidden while there is nothing to say."""

    ended = Signal()
    """The button was pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("bugBanner")
        self._text = QLabel()
        self._text.setObjectName("bugBannerText")
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._button: QPushButton = unfocused_button("bugOffButton")
        self._button.setProperty("small", True)
        self._button.clicked.connect(self.ended)
        layout = QHBoxLayout(self)
        layout.setContentsMargins((STRIPES * 2 + 1) * STRIPE, 2, 10, 2)
        layout.addWidget(self._text, stretch=1)
        layout.addWidget(self._button)
        self.hide()

    def say(self, text: str, button: str, tooltip: str) -> None:
        """Show a text, already translated; an empty one hides the bar."""
        self._text.setText(f"<b>{text}</b>" if text else "")
        self._text.setAccessibleName(text)
        self._button.setText(button)
        self._button.setAccessibleName(button)
        self._button.setToolTip(tooltip or button)
        self.setToolTip(tooltip)
        self.setVisible(bool(text))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the stripes: the warning must be seen without colour as well."""
        super().paintEvent(event)
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colours.danger_background))
        painter.setPen(QColor(0, 0, 0, 0))
        painter.setBrush(QColor(colours.danger_text))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        height = self.height()
        painter.setClipRect(QRect(0, 0, STRIPES * 2 * STRIPE, height))
        for i in range(-1, STRIPES):
            left = 2 * i * STRIPE
            corners = ((left, height), (left + height, 0), (left + height + STRIPE, 0),
                       (left + STRIPE, height))  # fmt: skip
            painter.drawPolygon(QPolygon([QPoint(x, y) for x, y in corners]))
        painter.end()
