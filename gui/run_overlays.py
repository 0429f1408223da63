"""Kept runs drawn beside the active one: their loss curves, paths and lines."""

from __future__ import annotations

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


class LossOverlays:
    """Loss curves, all on one layer for the plot: what is added after it lies above them."""

    def __init__(self) -> None:
        self.layer = pg.ItemGroup()
        self._curves: dict[int, tuple[pg.PlotCurveItem, Envelope]] = {}
        self._drawn: dict[int, tuple[object, ...]] = {}

    def forget_drawn(self) -> None:
        """Draw all anew the next time: the axes have changed."""
        self._drawn.clear()

    def draw(self, shown: Shown, x: Callable[[Array], Array], y: Callable[[Array], Array]) -> None:
        """Draw the curves; `x` and `y` turn steps and losses into places."""
        rows = {run.view.id: run for run, _ in shown.overlays}
        for number in [number for number in self._curves if number not in rows]:
            _remove(self._curves.pop(number)[0])
            self._drawn.pop(number, None)
        for number, run in rows.items():
            if number not in self._curves:
                self._curves[number] = (pg.PlotCurveItem(), Envelope())
                self.layer.addItem(self._curves[number][0])
            state = (len(run.view.history), run.colour)
            if state != self._drawn.get(number):
                self._drawn[number] = state
                curve, envelope = self._curves[number]
                steps, losses = envelope.points(run.view.history)
                _draw_line(curve, run.colour, x(steps), y(losses))


class SurfaceOverlays:
    """Paths, each with a mark at its shown step that tells its name to the mouse."""

    def __init__(self) -> None:
        self.layer = pg.ItemGroup()
        self._paths: dict[int, tuple[pg.PlotCurveItem, pg.PlotCurveItem]] = {}
        self._drawn: dict[int, tuple[object, ...]] = {}
        self._drawn_marks: list[tuple[object, ...]] = []
        self._marks = pg.ScatterPlotItem(
            size=9, pen=mark_pen(CASING, 1.5), hoverable=True, tip=_name_of_mark
        )
        self._marks.setZValue(1.0)
        self.layer.addItem(self._marks)

    def draw(self, shown: Shown, view: pg.ViewBox) -> None:
        """Draw the paths up to the shown step."""
        area, pixel = QRectF(view.viewRect()), view.viewPixelSize()
        rows = {run.view.id: (run, index) for run, index in shown.overlays}
        for number in [number for number in self._paths if number not in rows]:
            for item in self._paths.pop(number):
                _remove(item)
            self._drawn.pop(number, None)
        for number, (run, index) in rows.items():
            if number not in self._paths:
                self._paths[number] = (pg.PlotCurveItem(), pg.PlotCurveItem())
                for item in self._paths[number]:
                    self.layer.addItem(item)
            state = (index, len(run.view.history), run.colour, area, pixel)
            if state != self._drawn.get(number):
                self._drawn[number] = state
                x, y, _ = thinned_path(path_points(run.view, index), area, pixel)
                casing, line = self._paths[number]
                _draw_line(casing, CASING, x, y, wider=2.0)
                _draw_line(line, run.colour, x, y)
        self._draw_marks(rows.values())

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


class FitOverlays:
    """Lines."""

    def __init__(self) -> None:
        self.layer = pg.ItemGroup()
        self._lines: dict[int, pg.PlotCurveItem] = {}
        self._drawn: dict[int, tuple[object, ...]] = {}

    def draw(self, shown: Shown, ends: Callable[[tuple[float, ...]], tuple[Array, Array]]) -> None:
        """Draw the lines; `ends` returns where the line of some parameters crosses the view."""
        rows = {run.view.id: (run, index) for run, index in shown.overlays}
        for number in [number for number in self._lines if number not in rows]:
            _remove(self._lines.pop(number))
            self._drawn.pop(number, None)
        for number, (run, index) in rows.items():
            if number not in self._lines:
                self._lines[number] = pg.PlotCurveItem()
                self.layer.addItem(self._lines[number])
            x, y = ends(tuple(run.view.history.row(index).parameters))
            state = (run.colour, *x, *y)
            if state != self._drawn.get(number):
                self._drawn[number] = state
                _draw_line(self._lines[number], run.colour, x, y)


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
