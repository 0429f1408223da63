"""The update of the shown step as arrows on the loss surface."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QRectF

from core.optimizer_memory import averaged_step
from core.worked_step import WorkedStep
from gui.plotting import CasedCurve, cased_curve
from gui.theme import Colours

translate = QCoreApplication.translate

Floats = NDArray[np.float64]

SHORTEST, LONGEST = 0.06, 0.6
"""Parts of the view that the longest arrow takes; it is scaled by a power of ten, and says so."""

HEAD = 9.0
"""Length of an arrow's head, in pixels."""


@dataclass(frozen=True)
class Arrow:
    """One arrow: what it shows, where it begins relative to the point, and where it leads."""

    kind: str
    base: tuple[float, float]
    tip: tuple[float, float]


def arrows_of(worked: WorkedStep, full: Sequence[float] | None = None) -> tuple[Arrow, ...]:
    """Return the arrows of an update; none where a number is missing or not finite.

    Gradients point uphill and are drawn as long as learning rate times gradient: that of the
    update, and with mini-batches that of all rows, `full`. With momentum the two parts of the
    step are drawn one after the other; of Adam and its kin where their average alone would lead.
    """
    step, plain = worked.step_taken[:2], worked.plain_step[:2]
    if len(step) < 2 or None in plain or not np.isfinite([*step, *(v or 0.0 for v in plain)]).all():
        return ()
    down = (float(plain[0] or 0.0), float(plain[1] or 0.0))
    taken = (float(step[0]), float(step[1]))
    found = [Arrow("gradient", (0.0, 0.0), (-down[0], -down[1]))]
    if full is not None and np.isfinite(full).all():
        rate = worked.learning_rate
        found.append(Arrow("full", (0.0, 0.0), (rate * full[0], rate * full[1])))
    average = averaged_step(worked)
    if average is not None and np.isfinite(average).all():
        found.append(Arrow("memory", (0.0, 0.0), (average[0], average[1])))
    if worked.optimizer == "SGD" and worked.slots:
        found += [Arrow("part", (0.0, 0.0), down), Arrow("memory", down, taken)]
    found.append(Arrow("step", (0.0, 0.0), taken))
    return tuple(arrow for arrow in found if arrow.base != arrow.tip)


def factor_of(arrows: Sequence[Arrow], view: QRectF) -> float:
    """Return the power of ten that makes the longest arrow visible within the view."""
    longest = max(
        math.hypot(arrow.tip[0] / view.width(), arrow.tip[1] / view.height()) for arrow in arrows
    )
    if not longest > 0.0:
        return 1.0
    if SHORTEST <= longest <= LONGEST:
        return 1.0
    return 10.0 ** math.floor(math.log10(LONGEST / longest))


class StepArrows:
    """Draws arrows into a plot.

    Parameters
    ----------
    plot : pyqtgraph.PlotWidget
        Where.
    """

    def __init__(self, plot: pg.PlotWidget) -> None:
        self._plot = plot
        self._curves: dict[str, CasedCurve] = {}
        self._drawn: tuple[object, ...] = ()

    def restyle(self, colours: Colours) -> None:
        """Take over the colours."""
        self._colours = {
            "gradient": colours.data,
            "full": colours.optimum,
            "part": colours.data,
            "memory": colours.start,
            "step": colours.path,
        }
        self._drawn = ()
        for kind, colour in self._colours.items():
            if kind in self._curves:
                self._plot.removeItem(self._curves[kind])
            self._curves[kind] = cased_curve(colour, 2.5)
            self._plot.addItem(self._curves[kind], ignoreBounds=True)

    def draw(
        self, worked: WorkedStep | None, view: QRectF, full: Sequence[float] | None = None
    ) -> str:
        """Draw the arrows of a step, or none, and return what they are, as rich text.

        `full` is the gradient over all rows, where the update sees some of them only.
        """
        arrows = () if worked is None else arrows_of(worked, full)
        factor = factor_of(arrows, view) if arrows else 1.0
        state = (arrows, None if worked is None else worked.before, factor, view)
        if state != self._drawn:
            self._drawn = state
            for kind, curve in self._curves.items():
                chosen = [arrow for arrow in arrows if arrow.kind == kind]
                lines = [self._line(arrow, worked, factor) for arrow in chosen if worked]
                points = np.vstack(lines) if lines else np.empty((0, 2))
                curve.setData(points[:, 0], points[:, 1])
        return self._legend(arrows, factor, worked is not None and worked.optimizer == "SGD")

    def _line(self, arrow: Arrow, worked: WorkedStep, factor: float) -> Floats:
        """Return shaft and head as one line, in the coordinates of the plot."""
        point = np.asarray(worked.before[:2])
        base, tip = (point + factor * np.asarray(end) for end in (arrow.base, arrow.tip))
        pixel = np.asarray(self._plot.getViewBox().viewPixelSize())
        along = (tip - base) / pixel
        length = float(np.hypot(*along))
        if length == 0.0:
            return np.vstack([base, tip])
        back = -along / length * min(HEAD, length)
        across = 0.5 * np.array([-back[1], back[0]])
        wings = [tip + pixel * (back + side) for side in (across, -across)]
        return np.vstack([base, tip, wings[0], tip, wings[1]])

    def _legend(self, arrows: Sequence[Arrow], factor: float, descent: bool) -> str:
        batched = any(arrow.kind == "full" for arrow in arrows)
        words = {
            "gradient": translate("StepArrows", "of the mini-batch")
            if batched
            else translate("StepArrows", "gradient (uphill)"),
            "full": translate("StepArrows", "gradient of all rows (uphill)"),
            "part": "",
            "memory": translate("StepArrows", "momentum")
            if descent
            else translate("StepArrows", "average gradient (downhill)"),
            "step": translate("StepArrows", "step"),
        }
        arrows = sorted(arrows, key=lambda arrow: arrow.kind != "full")
        parts = [
            f'<span style="color: {self._colours[arrow.kind]}">➤</span> {words[arrow.kind]}'
            for arrow in arrows
            if words[arrow.kind]
        ]
        if arrows and factor != 1.0:
            parts.append(translate("StepArrows", "drawn {factor} ×").format(factor=f"{factor:g}"))
        return " &nbsp;".join(parts)
