"""The only place that styles pyqtgraph: plots, axes and marks look the same in every panel."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pyqtgraph as pg
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QMouseEvent, QPen
from PySide6.QtWidgets import QWidget

from gui import plot_ranges
from gui.number_format import axis_tick
from gui.plot_ranges import Array, finite_range, log10_or_nan
from gui.theme import LIGHT, Colours
from gui.ticks import linear_ticks, log_label, log_ticks

__all__ = [
    "CasedCurve",
    "CasedScatter",
    "LogAxis",
    "NumberAxis",
    "cased_curve",
    "cased_scatter",
    "clip_path",
    "configure",
    "cut_curve",
    "finite_range",
    "log10_or_nan",
    "make_plot",
    "mark_pen",
    "pressed_place",
    "set_axis_labels",
    "set_logarithmic",
    "style_plot",
    "surface_colours",
    "widen_lines",
]

LEAST_TICK_PX = 12
_SMOOTH = 500  # points of a cased curve up to which its edges are smoothed
_AXES = ("left", "bottom", "top", "right")
# log10 of the smallest and largest float64, with a margin; and the narrowest view of a log axis
_LOG_LOW, _LOG_HIGH, _LOG_NARROWEST = -330.0, 315.0, 1e-3


class NumberAxis(pg.AxisItem):
    """An axis with one level of ticks, each with its number: no prefixes, no unlabelled grid."""

    def tickValues(
        self, minVal: float, maxVal: float, size: float
    ) -> list[tuple[float, list[float]]]:
        """Return the ticks that have room, as pyqtgraph asks for them."""
        return [linear_ticks(minVal, maxVal, self._room(size))]

    def tickStrings(self, values: Iterable[float], scale: float, spacing: float) -> list[str]:
        """Write the tick labels."""
        return [axis_tick(value * scale, spacing) for value in values]

    def boundingRect(self) -> QRectF:
        """Return the area of the axis, with room for half of a label beyond its ends."""
        rect: QRectF = super().boundingRect()
        across, along = _margins(self.style["tickFont"] or QFont())
        if self.orientation in ("left", "right"):
            return rect.adjusted(0, -across, 0, across)
        return rect.adjusted(-along, 0, along, 0)

    def _room(self, size: float) -> float:
        """Return how many labels have room on `size` pixels."""
        metrics = QFontMetricsF(self.style["tickFont"] or QFont())
        if self.orientation in ("left", "right"):
            return size / (2.5 * metrics.height())
        return size / metrics.horizontalAdvance("-0.00001")


class LogAxis(NumberAxis):
    """An axis whose coordinates are log10 of the values it is labelled with.

    Only the labelled ticks are drawn, never none. It can be switched to plain numbers and back.
    """

    def __init__(self, orientation: str, logarithmic: bool = True) -> None:
        super().__init__(orientation)
        self._logarithmic = logarithmic

    @property
    def logarithmic(self) -> bool:
        """Whether the coordinates are log10 of the values."""
        return self._logarithmic

    def set_logarithmic(self, on: bool) -> None:
        """Say whether the coordinates are log10 of the values (the curves are the caller's)."""
        self._logarithmic = on
        self.picture = None
        self.update()

    def tickValues(
        self, minVal: float, maxVal: float, size: float
    ) -> list[tuple[float, list[float]]]:
        """Return the ticks that have room, as pyqtgraph asks for them."""
        if not self._logarithmic:
            return super().tickValues(minVal, maxVal, size)
        return [(1.0, log_ticks(minVal, maxVal, self._room(size)))]

    def tickStrings(self, values: Iterable[float], scale: float, spacing: float) -> list[str]:
        """Write the tick labels."""
        if not self._logarithmic:
            return super().tickStrings(values, scale, spacing)
        return [log_label(value) for value in values]


class CasedScatter(pg.ItemGroup):
    """Marks with a white and a black casing, to be seen on any colour of the surface."""

    def __init__(self, colour: str, symbol: str = "o", size: float = 11.0) -> None:
        super().__init__()
        self._layers = [
            pg.ScatterPlotItem(symbol=symbol, size=size, brush=colour, pen=mark_pen("#000000", 5)),
            pg.ScatterPlotItem(symbol=symbol, size=size, brush=colour, pen=mark_pen("#ffffff", 2)),
        ]
        for layer in self._layers:
            self.addItem(layer)

    def data(self) -> tuple[Array, Array]:
        """Return where the marks are."""
        x, y = self._layers[0].getData()
        return np.asarray(x, np.float64), np.asarray(y, np.float64)

    def setData(self, x: ArrayLike, y: ArrayLike) -> None:
        """Move the marks."""
        for layer in self._layers:
            layer.setData(x=x, y=y)


class CasedCurve(pg.ItemGroup):
    """A line with a white and a black casing, to be seen on any colour of the surface."""

    def __init__(self, colour: str, width: float = 2.0) -> None:
        super().__init__()
        layers = (("#000000", width + 3), ("#ffffff", width + 1.5), (colour, width))
        self._layers = [
            pg.PlotCurveItem(pen=mark_pen(name, line), connect="finite") for name, line in layers
        ]
        for layer in self._layers:
            self.addItem(layer)

    def setData(self, x: ArrayLike, y: ArrayLike) -> None:
        """Redraw the line; NaN breaks it."""
        # Smooth edges and the inner casing cost too much where a long path crosses the whole plot.
        smooth = len(np.asarray(x)) <= _SMOOTH
        self._layers[1].setVisible(smooth)
        for layer in self._layers:
            layer.setData(x=x, y=y, connect="finite", antialias=smooth)


def configure() -> None:
    """Set pyqtgraph's global options; once, before the first plot."""
    pg.setConfigOptions(imageAxisOrder="row-major", antialias=True)


def make_plot(
    colours: Colours = LIGHT,
    *,
    log_x: bool = False,
    log_y: bool = False,
    top: NumberAxis | None = None,
    right: NumberAxis | None = None,
    parent: QWidget | None = None,
) -> pg.PlotWidget:
    """Return an empty plot in the style of the window; the axes are named by `set_axis_labels`.

    An axis given for the top or the right stays hidden until it is shown.
    """
    axes = {"left": LogAxis("left", log_y), "bottom": LogAxis("bottom", log_x)}
    more = {name: axis for name, axis in (("top", top), ("right", right)) if axis is not None}
    plot = pg.PlotWidget(parent, axisItems={**axes, **more})
    for axis in more.values():
        axis.enableAutoSIPrefix(False)
    for name, axis in axes.items():
        axis.enableAutoSIPrefix(False)
        set_logarithmic(plot, name, axis.logarithmic)
    plot.setMenuEnabled(False)
    plot.hideButtons()
    plot.setFrameShape(pg.PlotWidget.Shape.NoFrame)
    # Beside an OpenGL view, parts of a plot that are brought to the screen alone can get lost.
    plot.setViewportUpdateMode(pg.PlotWidget.ViewportUpdateMode.FullViewportUpdate)
    style_plot(plot, colours)
    return plot


def pressed_place(plot: pg.PlotWidget, event: QEvent) -> QPointF | None:
    """Return where the left button was pressed within the axes of a plot; None for other events."""
    if event.type() != QEvent.Type.MouseButtonPress or not isinstance(event, QMouseEvent):
        return None
    view = plot.getViewBox()
    inside = view.sceneBoundingRect().contains(event.position())
    if event.button() != Qt.MouseButton.LeftButton or not inside:
        return None
    return QPointF(view.mapSceneToView(event.position()))


def surface_colours(alpha: bool = False) -> NDArray[np.uint8]:
    """Return the colours of losses, from low to high, shape (256, 3), with alpha (256, 4)."""
    return np.asarray(pg.colormap.get("viridis").getLookupTable(nPts=256, alpha=alpha))


def style_plot(plot: pg.PlotWidget, colours: Colours, *, grid: bool = True) -> None:
    """Give a plot the colours and the application's font anew, after either has changed."""
    plot.setBackground(colours.plot_background)
    font = QFont(plot.font())
    label = {"color": colours.plot_text, "font-size": f"{_pixels(font)}px"}
    font.setPixelSize(max(LEAST_TICK_PX, _pixels(font) - 1))
    top, right = _margins(font)
    plot.getPlotItem().layout.setContentsMargins(2, top, right, 2)
    for name in _AXES:
        axis = plot.getAxis(name)
        if not isinstance(axis, NumberAxis):
            continue
        axis.setPen(colours.plot_text)
        axis.setTextPen(colours.plot_text)
        axis.setTickPen(colours.grid)
        axis.setStyle(tickFont=font, tickAlpha=255)
        axis.setGrid(255 if grid and name in ("left", "bottom") else False)
        axis.setLabel(axis.labelText, **label)
        # Behind the curves, or the grid would cross them.
        axis.setZValue(-1000)


def set_axis_labels(plot: pg.PlotWidget, x: str, y: str) -> None:
    """Name both axes, in the style they already have."""
    for name, text in (("bottom", x), ("left", y)):
        axis = plot.getAxis(name)
        axis.setLabel(text, **axis.labelStyle)
        # Puts the label, whose length has changed, in the middle again.
        axis.resizeEvent()


def set_logarithmic(plot: pg.PlotWidget, name: str, on: bool) -> None:
    """Switch the "left" or "bottom" axis of a plot between log10 and plain coordinates.

    A log axis cannot be zoomed beyond the floats: farther out, pyqtgraph can lock up.
    """
    plot.getAxis(name).set_logarithmic(on)
    letter = "y" if name == "left" else "x"
    limits = (_LOG_LOW, _LOG_HIGH, _LOG_NARROWEST) if on else (None, None, None)
    names = (f"{letter}Min", f"{letter}Max", f"min{letter.upper()}Range")
    plot.getViewBox().setLimits(**dict(zip(names, limits, strict=True)))


def cased_scatter(colour: str, symbol: str = "o", size: float = 11.0) -> CasedScatter:
    """Return marks for the loss surface."""
    return CasedScatter(colour, symbol, size)


def cased_curve(colour: str, width: float = 2.0) -> CasedCurve:
    """Return a line for the loss surface."""
    return CasedCurve(colour, width)


def clip_path(
    x: ArrayLike, y: ArrayLike, view_rect: QRectF, factor: float = 3.0, *, through: bool = True
) -> tuple[Array, Array]:
    """Cut a path to `factor` times the view, NaN where it is broken; see `plot_ranges`."""
    view = (view_rect.x(), view_rect.y(), view_rect.width(), view_rect.height())
    return plot_ranges.clip_path(x, y, view, factor, through=through)


def mark_pen(colour: str, width: float = 1.0, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """Return a pen of constant width on the screen, with round joins."""
    pen = QPen(pg.mkPen(colour, width=width, style=style))
    pen.setCosmetic(True)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen


def widen_lines(item: object, factor: float) -> None:
    """Make lines and borders so many times as wide, and let marks be drawn rather than copied.

    They are of constant width on the screen, so that a picture of more pixels has thinner ones.
    """
    if isinstance(item, pg.ScatterPlotItem):
        # Marks lose every scale of the painter.
        item.setExportMode(True, {"antialias": True, "resolutionScale": 1.0})
        item.setPen(_wider(item.opts["pen"], factor))
    elif isinstance(item, pg.PlotCurveItem):
        item.setPen(_wider(item.opts["pen"], factor))
    elif isinstance(item, pg.InfiniteLine):
        item.setPen(_wider(item.pen, factor))
    elif isinstance(item, pg.AxisItem):
        item.setPen(_wider(item.pen(), factor))
        item.setTickPen(_wider(item.tickPen(), factor))


def cut_curve(item: object) -> None:
    """Let a curve end where the axes do."""
    if not isinstance(item, pg.PlotCurveItem) or item.getViewBox() is None:
        return
    x, y = item.getData()
    if x is not None and len(x):
        x, y = clip_path(x, y, QRectF(item.getViewBox().viewRect()), 1.0)
        item.setData(x, y, connect="finite")


def _wider(pen: QPen, factor: float) -> QPen:
    wider = QPen(pen)
    wider.setWidthF(max(pen.widthF(), 1.0) * factor)
    return wider


def _pixels(font: QFont) -> int:
    """Return the size of a font in pixels, also where it was given in points."""
    return font.pixelSize() if font.pixelSize() > 0 else round(QFontMetricsF(font).height() * 0.8)


def _margins(font: QFont) -> tuple[int, int]:
    """Return half the height and half the width of a tick label at the end of an axis."""
    metrics = QFontMetricsF(font)
    return round(metrics.height() / 2), round(metrics.horizontalAdvance("1000") / 2)
