"""The learning rate against the step, on an axis of its own at the right of the loss curve."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QCoreApplication, Qt

from core.columns import Role
from core.run_view import RunView
from gui.curve import Array, Envelope
from gui.plotting import NumberAxis, mark_pen
from gui.theme import Colours

POINTS = 400
"""Points of the rates to come."""

HEADROOM = 1.6
"""The rates take this part of the height from the bottom: the loss begins at the top."""


class RateCurve:
    """Draws the rates that were used and those to come, where they follow a schedule.

    Parameters
    ----------
    plot : pyqtgraph.PlotWidget
        The plot of the loss, made with `axis`.
    axis : NumberAxis
        The axis at its right.
    """

    def __init__(self, plot: pg.PlotWidget, axis: NumberAxis) -> None:
        self._plot, self._axis = plot, axis
        self._view = pg.ViewBox(enableMenu=False)
        self._view.setMouseEnabled(x=False, y=False)
        # A click belongs to the loss curve beneath.
        self._view.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._used, self._to_come = pg.PlotCurveItem(), pg.PlotCurveItem()
        for item in (self._used, self._to_come):
            self._view.addItem(item, ignoreBounds=True)
        plot.scene().addItem(self._view)
        axis.linkToView(self._view)
        self._view.setXLink(plot.getViewBox())
        plot.getViewBox().sigResized.connect(self._place)
        self._envelope = Envelope(Role.LEARNING_RATE)
        self._highest = 0.0
        self._show(False)

    def restyle(self, colours: Colours) -> None:
        """Take over the colours."""
        self._used.setPen(mark_pen(colours.optimum, 1.5))
        self._to_come.setPen(mark_pen(colours.optimum, 1.5, Qt.PenStyle.DashLine))
        self._axis.setPen(colours.optimum)
        self._axis.setTextPen(colours.optimum)
        self._axis.setLabel(**{**self._axis.labelStyle, "color": colours.optimum})

    def retranslate(self) -> None:
        """Name the axis."""
        text = QCoreApplication.translate("LossPanel", "learning rate")
        self._axis.setLabel(text, **self._axis.labelStyle)

    def draw(self, run: RunView | None, right: float, x: Callable[[Array], Array]) -> None:
        """Draw the rates of a run up to a step at the right end of the axis; none if constant.

        `x` turns steps into places on the axis.
        """
        if run is None or not run.history.layout.scheduled:
            self._show(False)
            return
        self._show(True)
        steps, rates = self._envelope.points(run.history)
        self._used.setData(x(steps), rates, connect="finite")
        optimizer, last = run.config.optimizer, run.history.last_step
        coming = np.unique(np.linspace(last, max(right, last + 1), POINTS).astype(np.int64))
        planned = optimizer.schedule.plan(optimizer.learning_rate, coming - run.begun)
        self._to_come.setData(x(coming.astype(np.float64)), planned, connect="finite")
        highest = max(float(np.nanmax(rates)), float(planned.max()))
        if highest != self._highest and highest > 0.0:
            self._highest = highest
            self._view.setYRange(0.0, HEADROOM * highest, padding=0.0)

    def _show(self, on: bool) -> None:
        if on != self._view.isVisible() or on != self._axis.isVisible():
            self._view.setVisible(on)
            self._plot.showAxis("right", on)
            self._place()

    def _place(self) -> None:
        self._view.setGeometry(self._plot.getViewBox().sceneBoundingRect())
