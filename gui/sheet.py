"""Panels laid out as on a sheet of paper: light, unseen, apart from any open window."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pyqtgraph as pg
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from gui.application import make_application
from gui.display import why_no_window
from gui.panel import Panel
from gui.panels.check import CheckPanel
from gui.panels.fit import FitPanel
from gui.panels.loss import LossPanel
from gui.panels.surface import SurfacePanel
from gui.plotting import cut_curve, widen_lines
from gui.shown import Shown
from gui.theme import LIGHT, apply_theme, dress

PANELS: dict[str, Callable[[QWidget], Panel]] = {
    "fit": FitPanel,
    "surface": SurfacePanel,
    "loss": LossPanel,
    "check": CheckPanel,
}
"""What can be on a sheet, by name."""

PAPER = replace(LIGHT, window="#ffffff")

Rows = tuple[tuple[str, ...], ...]
"""The names of panels, row by row: one or two rows of one or two panels."""

LEAST_PANEL = QSize(360, 240)
"""A panel is laid out in at least so much; smaller pictures are this one made smaller."""

GAP = 6.0


class Sheet(QWidget):
    """Panels side by side in rows, drawn at a size of their own.

    Where the panels need more room than the picture has, they are laid out larger and the picture
    is made smaller as a whole: nothing is cut off.

    A layout of Qt would give the rows heights by the words in them; here they are always the same.
    """

    def __init__(self, rows: Rows, size: QSizeF) -> None:
        super().__init__()
        self._rows, self._wanted = rows, size
        self.panels = {name: PANELS[name](self) for row in rows for name in row}
        for panel in self.panels.values():
            panel.hide_header_buttons()
        self._dressed: set[QWidget] = set()
        self._drawn = False
        self._dress()
        self._lay_out()

    def draw(self, shown: Shown) -> None:
        """Draw a state in all panels."""
        for panel in self.panels.values():
            panel.draw(shown)
        if self._dress() or not self._drawn:
            self._drawn = True
            self._lay_out()
        _let_layouts_work()

    def image(self, size: QSize) -> QImage:
        """Return the sheet in so many pixels; a null image where there is no memory for it."""
        image = QImage(size, QImage.Format.Format_RGB32)
        if not image.isNull():
            image.fill(Qt.GlobalColor.white)
            image.setDevicePixelRatio(size.width() / self.width())
            painter = QPainter(image)
            painter.scale(1.0, size.height() / self.height() / image.devicePixelRatio())
            self.render(painter, QPoint())
            painter.end()
        return image

    def sharpen(self, pixels: float) -> None:
        """Prepare a picture with so many pixels in a width of 1: for the last state drawn.

        Without it lines would have the width of the screen's pixels, marks would be enlarged
        pictures of the screen, and lines would go on beyond the axes: Qt cuts nothing off in an
        SVG of version 1.2, and at the wrong places in one of 1.1.
        """
        for plot in self.findChildren(pg.PlotWidget):
            for item in plot.scene().items():
                widen_lines(item, pixels)
                cut_curve(item)

    def paint(self, painter: QPainter) -> None:
        """Draw lines and text rather than pixels, on the painter of a vector format."""
        scale = self._wanted.width() / self.width()
        self.sharpen(scale)
        painter.scale(scale, self._wanted.height() / self.height())
        self.render(painter, QPoint())

    def _dress(self) -> bool:
        """Give new parts the looks of paper, and return whether there are any.

        Some are built once there is something to say. The looks of the window are those of the
        application, and stay.
        """
        before = self._dressed
        while (parts := set(self.findChildren(QWidget))) != self._dressed:
            self._dressed = parts
            dress(self, PAPER)
            for plot in self.findChildren(pg.PlotWidget):
                # The background, too, is no picture of pixels.
                plot.setCacheMode(pg.PlotWidget.CacheModeFlag.CacheNone)
            for panel in self.panels.values():
                panel.restyle(PAPER)
        return self._dressed != before

    def _lay_out(self) -> None:
        """Give all plots their places at once; else that waits until something is on the screen."""
        self.ensurePolished()
        scale = max(1.0, *(self._need(name, place) for name, place in self._places(self._wanted)))
        self.resize(round(self._wanted.width() * scale), round(self._wanted.height() * scale))
        for name, place in self._places(QSizeF(self.size())):
            self.panels[name].setGeometry(place.toRect())
        self.image(QSize(1, 1))
        _let_layouts_work()

    def _need(self, name: str, place: QRectF) -> float:
        """Return how many times as large a place a panel needs."""
        least = self.panels[name].minimumSizeHint().expandedTo(LEAST_PANEL)
        return max(least.width() / place.width(), least.height() / place.height())

    def _places(self, size: QSizeF) -> Iterator[tuple[str, QRectF]]:
        """Yield where each panel stands on a sheet of a size."""
        y = GAP
        for row, height in zip(
            self._rows, _shares(len(self._rows), size.height(), 57), strict=True
        ):
            x = GAP
            for name, width in zip(row, _shares(len(row), size.width(), 43), strict=True):
                yield name, QRectF(x, y, width, height)
                x += width + GAP
            y += height + GAP


def _let_layouts_work() -> None:
    # Only these: the events of the person and the timers of the window stay where they are.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)


def _shares(count: int, whole: float, first: float) -> list[float]:
    """Return the lengths of one part, or of two of which the first has that percentage."""
    room = max(whole - (count + 1) * GAP, 1.0)
    return [room] if count == 1 else [room * first / 100.0, room * (100.0 - first) / 100.0]


@contextmanager
def open_sheet(rows: Rows, size: QSizeF) -> Iterator[Sheet]:
    """Yield a sheet for pictures of a size in units of 1/96 inch, and forget it at the end."""
    app = _application()
    sheet = Sheet(rows, size)
    try:
        yield sheet
    finally:
        shiboken6.delete(sheet)
        del app


def _application() -> QApplication:
    """Return the application; where there is none yet and no display, one that needs none."""
    if QApplication.instance() is None and why_no_window() is not None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = make_application([])
    if not app.styleSheet():
        # No window has given it its looks.
        apply_theme(app, dark=False)
    return app
