"""The loss after some steps against the learning rate, drawn into a plot."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QCoreApplication, Qt

from core.learning_rate_sweep import Sweep
from core.optimizer import OPTIMIZERS
from core.rounding import rounded_down
from gui.number_format import short
from gui.plot_ranges import Array
from gui.plotting import finite_range, log10_or_nan, mark_pen
from gui.shown import Shown
from gui.theme import Colours

translate = QCoreApplication.translate

MOST_DECADES = 40.0
"""Losses smaller than the largest one by more than so many decades are drawn at the bottom."""

TOP = 0.26
"""Part of the height above the losses, for the rates that diverge and for notes."""

PLACES = {"limit": 0.42, "fastest": 0.62, "present": 0.24}
"""How high a name stands beside its line, so that those of two close lines can be read."""


class RateMap:
    """A curve, crosses where rates diverge, and lines at the rates that have a name.

    Parameters
    ----------
    plot : pyqtgraph.PlotWidget
        Where; both axes hold log10.
    """

    def __init__(self, plot: pg.PlotWidget) -> None:
        self._plot = plot
        self._curve = pg.PlotCurveItem()
        self._open = pg.ScatterPlotItem(size=6, brush=None)
        self._crosses = pg.ScatterPlotItem(size=5, symbol="x")
        self._diverges = pg.TextItem(anchor=(1.0, 0.0))
        self._best = pg.ScatterPlotItem(size=13, symbol="star")
        self._lines = {name: pg.InfiniteLine(angle=90) for name in PLACES}
        self._names = {name: pg.TextItem() for name in PLACES}
        self._items = (
            self._curve, self._open, self._crosses, *self._lines.values(), self._best,
            self._diverges, *self._names.values(),
        )  # fmt: skip
        for item in self._items:
            plot.addItem(item, ignoreBounds=True)
        self.show(False)

    def show(self, on: bool) -> None:
        """Show all of it, or nothing."""
        for item in self._items:
            item.setVisible(on)

    def restyle(self, colours: Colours) -> None:
        """Take over the colours."""
        self._curve.setPen(mark_pen(colours.loss, 2))
        self._open.setPen(mark_pen(colours.loss, 1.5))
        self._crosses.setPen(mark_pen(colours.danger_text))
        self._diverges.setColor(colours.danger_text)
        self._diverges.setFont(self._plot.font())
        self._best.setBrush(colours.optimum)
        self._best.setPen(mark_pen(colours.plot_text))
        dashed = Qt.PenStyle.DashLine
        for name, colour, style in (
            ("limit", colours.danger_text, dashed),
            ("fastest", colours.optimum, dashed),
            ("present", colours.path, Qt.PenStyle.SolidLine),
        ):
            self._lines[name].setPen(mark_pen(colour, 1.5, style))
            self._names[name].setColor(colours.plot_text)
            self._names[name].setFont(self._plot.font())
            self._names[name].fill = pg.mkBrush(colours.plot_background + "c0")

    def optimizer_name(self, found: Sweep) -> str:
        """Return the name of the Keras class that was trained."""
        return OPTIMIZERS[found.request.optimizer.name]

    def draw(self, shown: Shown, found: Sweep) -> None:
        """Draw a sweep."""
        x = np.log10(found.request.rates)
        fine = ~found.diverged & np.isfinite(found.final_loss)
        y = log10_or_nan(np.where(fine, found.final_loss, np.nan))
        low, high = finite_range(y) or (-1.0, 1.0)
        low = max(low, high - MOST_DECADES)
        # A loss of exactly 0 has no logarithm: it lies at the bottom.
        y = np.where(fine & (found.final_loss <= 0.0), low, np.maximum(y, low))
        height = max(high - low, 0.5)
        top = high + TOP * height
        self._curve.setData(x, y, connect="finite", antialias=True)
        sensitive = found.sensitive & fine
        self._open.setData(x[sensitive], y[sensitive])
        self._draw_crosses(x[~fine], top)
        best = found.best
        self._best.setData([] if best is None else [x[best]], [] if best is None else [y[best]])
        ends = low - 0.05 * height, top + 0.06 * height
        self._plot.setRange(xRange=(x[0], x[-1]), yRange=ends, padding=0.02, disableAutoRange=True)
        self._draw_lines(shown, ends)

    def _draw_crosses(self, x: Array, top: float) -> None:
        self._crosses.setData(x, np.full(len(x), top))
        self._diverges.setVisible(len(x) > 0)
        if len(x):
            self._diverges.setText(translate("MomentumMap", "diverges"))
            self._diverges.setPos(float(x[-1]), top)

    def _draw_lines(self, shown: Shown, ends: tuple[float, float]) -> None:
        rates = {
            "limit": shown.learning_rate_limit,
            "fastest": shown.best_learning_rate,
            "present": shown.config.optimizer.learning_rate,
        }
        words = {
            "limit": translate("RateMap", "limit {rate}"),
            "fastest": translate("RateMap", "fastest {rate}"),
            "present": translate("RateMap", "now {rate}"),
        }
        for name, rate in rates.items():
            line, text = self._lines[name], self._names[name]
            line.setVisible(rate is not None)
            text.setVisible(rate is not None)
            if rate is not None:
                shown_rate = rate if name == "present" else rounded_down(rate, 4)
                x, place = float(np.log10(rate)), PLACES[name]
                line.setValue(x)
                text.setText(words[name].format(rate=short(shown_rate)))
                text.setAnchor((0.0 if self._has_room(text, x) else 1.0, 0.5))
                text.setPos(x, ends[0] + place * (ends[1] - ends[0]))

    def _has_room(self, text: pg.TextItem, x: float) -> bool:
        """Whether a name fits at the right of its line: at its left the curve comes down."""
        view = self._plot.getViewBox()
        per_pixel = float(view.viewPixelSize()[0])
        right = float(view.viewRect().right())
        width = float(text.textItem.boundingRect().width())
        return x + width * per_pixel < right
