"""Kept runs drawn beside the active one: their loss curves, paths and lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from html import escape

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF

from gui.curve import Array, Envelope
from gui.plotting import mark_pen
from gui.run_list import ListedRun
from gui.shown import Shown
from gui.surface_geometry import path_points
from gui.surface_path import thinned_path

SMOOTH = 300
"""Points up to which a line has smooth edges and is wide: with more it costs too much."""

CASING = "#ffffff"

Row = tuple[ListedRun, int]


def legend(rows: Iterable[Row], text: str) -> str:
    """Return the names of runs, in the colour of text, each with a line in its own; rich text."""
    return " &nbsp;".join(
        f'<span style="color:{run.colour}">━</span>'
        f'<span style="color:{text}">&nbsp;{escape(run.name).replace(" ", "&nbsp;")}</span>'
        for run, _ in rows
    )


class _Overlays:
    """Items for each kept run, all on one layer: what is added to the plot after it lies above.

    Parameters
    ----------
    count : int
        Lines of each run.
    """

    def __init__(self, count: int = 1) -> None:
        self.layer = pg.ItemGroup()
        self._count = count
        self._lines: dict[int, tuple[pg.PlotCurveItem, ...]] = {}
        self._drawn: dict[int, tuple[object, ...]] = {}

    def forget_drawn(self) -> None:
        """Draw all anew the next time: the axes have changed."""
        self._drawn.clear()

    def _rows(self, shown: Shown) -> list[Row]:
        """Return the runs to draw; each has its lines, and no other run has."""
        numbers = {run.view.id for run, _ in shown.overlays}
        for number in self._lines.keys() - numbers:
            for item in self._lines.pop(number):
                _remove(item)
            self._drawn.pop(number, None)
        for number in numbers - self._lines.keys():
            self._lines[number] = tuple(pg.PlotCurveItem() for _ in range(self._count))
            for item in self._lines[number]:
                self.layer.addItem(item)
        return list(shown.overlays)

    def _is_new(self, number: int, *state: object) -> bool:
        """Whether what a run's lines show has changed since the last time."""
        if state == self._drawn.get(number):
            return False
        self._drawn[number] = state
        return True


class LossOverlays(_Overlays):
    """Loss curves."""

    def __init__(self) -> None:
        super().__init__()
        self._envelopes: defaultdict[int, Envelope] = defaultdict(Envelope)

    def draw(self, shown: Shown, x: Callable[[Array], Array], y: Callable[[Array], Array]) -> None:
        """Draw the curves; `x` and `y` turn steps and losses into places."""
        for run, _ in self._rows(shown):
            number, history = run.view.id, run.view.history
            if self._is_new(number, len(history), run.colour):
                steps, losses = self._envelopes[number].points(history)
                _draw_line(self._lines[number][0], run.colour, x(steps), y(losses))
        for number in self._envelopes.keys() - self._lines.keys():
            del self._envelopes[number]


class SurfaceOverlays(_Overlays):
    """Paths, each with a mark at its shown step that tells its name to the mouse."""

    def __init__(self) -> None:
        super().__init__(count=2)
        self._drawn_marks: list[tuple[object, ...]] = []
        self._marks = pg.ScatterPlotItem(
            size=9, pen=mark_pen(CASING, 1.5), hoverable=True, tip=_name_of_mark
        )
        self._marks.setZValue(1.0)
        self.layer.addItem(self._marks)

    def draw(self, shown: Shown, view: pg.ViewBox) -> None:
        """Draw the paths up to the shown step."""
        area, pixel = QRectF(view.viewRect()), view.viewPixelSize()
        rows = self._rows(shown)
        for run, index in rows:
            number = run.view.id
            if self._is_new(number, index, len(run.view.history), run.colour, area, pixel):
                x, y, _ = thinned_path(path_points(run.view, index), area, pixel)
                casing, line = self._lines[number]
                _draw_line(casing, CASING, x, y, wider=2.0)
                _draw_line(line, run.colour, x, y)
        self._draw_marks(rows)

    def _draw_marks(self, rows: Iterable[Row]) -> None:
        marks = [
            (run.name, run.colour, *run.view.history.row(index).parameters[:2])
            for run, index in rows
        ]
        if marks == self._drawn_marks:
            return
        self._drawn_marks = [*marks]
        self._marks.setData(
            x=np.array([mark[2] for mark in marks]),
            y=np.array([mark[3] for mark in marks]),
            brush=[pg.mkBrush(mark[1]) for mark in marks],
            data=[mark[0] for mark in marks],
        )


class FitOverlays(_Overlays):
    """Lines."""

    def draw(self, shown: Shown, ends: Callable[[tuple[float, ...]], tuple[Array, Array]]) -> None:
        """Draw the lines; `ends` returns where the line of some parameters crosses the view."""
        for run, index in self._rows(shown):
            x, y = ends(tuple(run.view.history.row(index).parameters))
            if self._is_new(run.view.id, run.colour, *x, *y):
                _draw_line(self._lines[run.view.id][0], run.colour, x, y)


def _draw_line(item: pg.PlotCurveItem, colour: str, x: Array, y: Array, wider: float = 0.0) -> None:
    short = len(x) <= SMOOTH
    item.setPen(mark_pen(colour, (1.5 if short else 1.0) + wider))
    item.setData(x, y, connect="finite", antialias=short)


def _remove(item: pg.PlotCurveItem) -> None:
    item.setParentItem(None)
    if item.scene() is not None:
        item.scene().removeItem(item)


def _name_of_mark(x: float, y: float, data: str) -> str:
    return data
