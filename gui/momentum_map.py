"""The loss after some steps over learning rate and momentum, drawn into a plot."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QRectF, Qt

from core.learning_rate_sweep import Sweep
from core.stability import learning_rate_limit, momentum_of
from gui.plotting import cased_scatter, finite_range, mark_pen, surface_colours
from gui.shown import Shown
from gui.theme import Colours

BEYOND = (150, 150, 150, 255)
"""Colour of what diverges."""

MOST_DECADES = 40.0

BELOW = 0.06
"""So much lower than momentum 0 the view goes: a mark there is seen whole."""


class MomentumMap:
    """A heat map, the theoretical limit, and the present place.

    Parameters
    ----------
    plot : pyqtgraph.PlotWidget
        Where; the x axis holds log10 of the rate, the y axis the momentum.
    """

    def __init__(self, plot: pg.PlotWidget) -> None:
        self._plot = plot
        self._image = pg.ImageItem()
        self._limit = pg.PlotCurveItem()
        self._limit_text = pg.TextItem(anchor=(1.0, 0.5))
        self._best = cased_scatter("#009E73", "star", 15)
        self._now = cased_scatter("#E69F00", "o", 11)
        self._items = (self._image, self._limit, self._limit_text, self._best, self._now)
        for item in self._items:
            plot.addItem(item, ignoreBounds=True)
        self._lookup = surface_colours(alpha=True)
        self.show(False)

    def show(self, on: bool) -> None:
        """Show all of it, or nothing."""
        for item in self._items:
            item.setVisible(on)

    def restyle(self, colours: Colours) -> None:
        """Take over the colours."""
        self._limit.setPen(mark_pen("#e0202a", 2.5, Qt.PenStyle.DashLine))
        self._limit_text.setColor("#000000")
        self._limit_text.setFont(self._plot.font())

    def draw(self, shown: Shown, found: Sweep) -> None:
        """Draw a sweep over the plane."""
        momenta = found.request.momenta
        assert momenta is not None
        y = np.unique(momenta)
        shape = (len(y), len(momenta) // len(y))
        x = np.log10(found.request.rates[: shape[1]])
        fine = (~found.diverged & np.isfinite(found.final_loss)).reshape(shape)
        self._image.setImage(self._colours(found.final_loss.reshape(shape), fine), autoLevels=False)
        half_x, half_y = (x[1] - x[0]) / 2, (y[1] - y[0]) / 2
        area = QRectF(x[0] - half_x, y[0] - half_y, x[-1] - x[0] + 2 * half_x, y[-1] + 2 * half_y)
        self._image.setRect(area)
        self._draw_limit(shown, y, float(x[-1]))
        best = found.best
        place = [] if best is None else [best]
        self._best.setData(np.log10(found.request.rates[place]), momenta[place])
        now = shown.config.optimizer
        beta = momentum_of(now)
        self._now.setData([np.log10(now.learning_rate)], [0.0 if beta is None else beta[0]])
        whole = area.adjusted(0.0, -BELOW, 0.0, 0.0)
        self._plot.setRange(whole, padding=0.0, disableAutoRange=True)

    def _colours(self, loss: NDArray[np.float64], fine: NDArray[np.bool_]) -> NDArray[np.uint8]:
        """Return the colours of the losses, dark for small ones, and grey where it diverges."""
        height = np.log10(np.where(fine & (loss > 0.0), loss, np.nan))
        low, high = finite_range(height) or (0.0, 1.0)
        low = max(low, high - MOST_DECADES)
        share = np.nan_to_num((height - low) / max(high - low, 1e-9), nan=0.0)
        colours = self._lookup[np.clip(share * 255.0, 0, 255).astype(int)]
        colours[~fine] = BEYOND
        return np.asarray(colours)

    def _draw_limit(self, shown: Shown, momenta: NDArray[np.float64], right: float) -> None:
        curved, optimizer = shown.curved, shown.config.optimizer
        values = dict(optimizer.hyperparameters)
        limits = [
            None if curved is None else learning_rate_limit(curved, replace(
                optimizer, hyperparameters=tuple(sorted({**values, "momentum": beta}.items()))))
            for beta in map(float, momenta)
        ]  # fmt: skip
        known = [(np.log10(limit), beta) for limit, beta in zip(limits, momenta, strict=True)
                 if limit is not None]  # fmt: skip
        x, y = np.array(known).T if known else (np.empty(0), np.empty(0))
        self._limit.setData(x, y)
        self._limit_text.setText(
            QCoreApplication.translate("MomentumMap", "diverges") if known else ""
        )
        self._limit_text.setPos(right, float(momenta.mean()))
