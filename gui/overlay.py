"""Short texts that lie over a plot."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QLabel

from gui.theme import Colours

HEADING = 15 / 13
"""Size of the heading relative to the text around it."""

_MARGIN, _GAP = 8, 4


class Overlay(QObject):
    """A heading and a note at the top left of a plot, above its curves.

    They are widgets rather than items of the plot: a screen reader finds them, and they stay in
    their place whatever the plot's range is.
    """

    def __init__(self, plot: pg.PlotWidget) -> None:
        super().__init__(plot)
        self.heading, self.note = QLabel(plot), QLabel(plot)
        for label in (self.heading, self.note):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            label.hide()
        self._plot = plot
        plot.getViewBox().sigResized.connect(self._place)

    def set_texts(self, heading: str, note: str) -> None:
        """Show two texts; an empty one is hidden."""
        for label, text in ((self.heading, heading), (self.note, note)):
            if label.text() != text or label.isHidden() == bool(text):
                label.setText(text)
                label.setVisible(bool(text))
                self._place()

    def covered(self) -> float:
        """Return what part of the plot's height, from the top, the texts lie over."""
        area = self._plot.getViewBox().sceneBoundingRect()
        ends = [label.geometry().bottom() for label in (self.heading, self.note) if label.text()]
        return (max(ends) - area.top()) / area.height() if ends and area.height() > 0.0 else 0.0

    def restyle(self, colours: Colours) -> None:
        """Take over the colours."""
        background = colours.equation_background
        large = round(self._plot.fontInfo().pixelSize() * HEADING)
        self.heading.setStyleSheet(
            f"color: {colours.line_text}; background: {background}; font-weight: bold;"
            f" font-size: {large}px; padding: 1px 6px;"
        )
        self.note.setStyleSheet(
            f"color: {colours.line_text}; background: {background}; padding: 1px 6px;"
        )
        self._place()

    def _place(self) -> None:
        area = self._plot.getViewBox().sceneBoundingRect()
        left, top = round(area.left()) + _MARGIN, round(area.top()) + _GAP
        room = max(round(area.width()) - 2 * _MARGIN, 40)
        for label in (self.heading, self.note):
            label.setWordWrap(False)
            wanted = label.sizeHint()
            width, height = min(wanted.width(), room), wanted.height()
            if wanted.width() > room:
                label.setWordWrap(True)
                height = label.heightForWidth(width)
            label.setGeometry(left, top, width, height)
            if not label.isHidden():
                top += height + _GAP
