"""A plot of errors on a logarithmic axis, where an error of exactly 0 stands at the bottom."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt

from gui.plot_ranges import Array, finite_range, log10_or_nan
from gui.plotting import make_plot, mark_pen, set_axis_labels, style_plot
from gui.theme import Colours

HEADROOM = 0.16
"""Part of the height that is kept free above the curves for their names."""

SMOOTH = 500
"""Points up to which curves have wide and smooth edges: with more they cost too much."""

EMPTY = (-16.0, 0.0)
"""The range of log10 of the errors where there are none."""


class ErrorPlot:
    """A plot with named curves and a mark; `widget` is what is laid out."""

    def __init__(self, name: str, curves: int, *, log_x: bool) -> None:
        self.widget = make_plot(log_x=log_x, log_y=True)
        self.widget.setObjectName(name)
        self.widget.setMouseEnabled(x=False, y=False)
        self.curves = [pg.PlotCurveItem() for _ in range(curves)]
        self.mark = pg.ScatterPlotItem(size=11)
        self.allowed_mark = pg.ScatterPlotItem(size=13, symbol="_")
        self._bottom = EMPTY[0]
        self._range: tuple[float, ...] = ()
        self._names: dict[pg.TextItem, tuple[float, float, float]] = {}
        self.widget.getViewBox().sigResized.connect(self._stand_anew)
        for item in (*self.curves, self.allowed_mark, self.mark):
            self.widget.addItem(item, ignoreBounds=True)

    def restyle(self, colours: Colours) -> None:
        """Take over the colours and the font of the application."""
        style_plot(self.widget, colours)
        self.mark.setBrush(colours.path)
        self.mark.setPen(mark_pen(colours.plot_text))
        self.allowed_mark.setPen(mark_pen(colours.optimum, 2))

    def set_labels(self, x: str, y: str, tip: str) -> None:
        """Name the axes and say what the plot shows."""
        set_axis_labels(self.widget, x, y)
        self.widget.setToolTip(tip)
        self.widget.setAccessibleName(y)

    def fit(self, left: float, right: float, errors: Iterable[Array]) -> None:
        """Show all errors: zeros at the bottom, room for names at the top."""
        found = np.concatenate([np.ravel(each) for each in errors])
        low, high = finite_range(log10_or_nan(found)) or EMPTY
        span = max(high - low, 1.0)
        zeros = bool((found == 0.0).any())
        self._bottom = low - 0.2 * span if zeros else low
        top = high + HEADROOM * (high - self._bottom + 1.0)
        bottom = self._bottom - 0.05 * (top - self._bottom)
        margin = 0.02 * (right - left)
        self._set_range(left - margin, right + margin, bottom, top)

    def place(self, errors: Array) -> Array:
        """Return where errors stand on the axis: 0 at the bottom, no number nowhere."""
        return np.where(errors == 0.0, self._bottom, log10_or_nan(errors))

    def height_of(self, error: float) -> float:
        """Return where one error stands on the axis."""
        return float(self.place(np.array([error]))[0])

    def set_curve(
        self,
        index: int,
        x: Array,
        y: Array,
        colour: str,
        style: Qt.PenStyle = Qt.PenStyle.SolidLine,
    ) -> None:
        """Draw one curve; NaN breaks it."""
        # Qt draws lines wider than a pixel, and smooth ones, many times as slowly.
        short = len(x) <= SMOOTH
        self.curves[index].setPen(mark_pen(colour, 2 if short else 1, style))
        self.curves[index].setData(x, y, connect="finite", antialias=short)

    def stand(self, name: pg.TextItem, x: float, y: float, side: float) -> None:
        """Put a curve's name above a point of it, or below where the plot ends above.

        `side` is 0 for a name that goes on to the right of the point, and 1 for the left.
        """
        self._names[name] = (x, y, side)
        _, _, bottom, top = self._range
        room = self.widget.getViewBox().height() * (top - y) / (top - bottom)
        below = room < name.boundingRect().height()
        name.setAnchor((side, 0.0 if below else 1.0))
        name.setPos(x, y)

    def set_mark(self, x: float, error: float) -> None:
        """Move the mark; it is not drawn where there is no number."""
        _move(self.mark, x, self.height_of(error))

    def set_allowed_mark(self, x: float, error: float) -> None:
        """Move the mark of the error allowed."""
        _move(self.allowed_mark, x, self.height_of(error))

    def _stand_anew(self) -> None:
        for name, place in self._names.items():
            self.stand(name, *place)

    def _set_range(self, left: float, right: float, low: float, high: float) -> None:
        # Only a changed range is set: it lays the axes out anew.
        wanted = (left, right, low, high)
        if wanted != self._range:
            self._range = wanted
            self.widget.setRange(
                xRange=(left, right), yRange=(low, high), padding=0.0, disableAutoRange=True
            )


def _move(mark: pg.ScatterPlotItem, x: float, y: float) -> None:
    placed = np.isfinite(x) and np.isfinite(y)
    mark.setData([x] if placed else [], [y] if placed else [])
