import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont

from gui import plotting
from gui.theme import DARK, LIGHT


@pytest.fixture
def plot(qtbot):
    plotting.configure()
    widget = plotting.make_plot(LIGHT)
    qtbot.addWidget(widget)
    widget.resize(400, 300)
    return widget


def shown_labels(plot: pg.PlotWidget, name: str) -> list[str]:
    axis = plot.getAxis(name)
    low, high = axis.range
    size = axis.height() if name == "left" else axis.width()
    return [
        text
        for spacing, values in axis.tickValues(low, high, size)
        for text in axis.tickStrings(values, 1.0, spacing)
    ]


def test_configure_makes_images_row_major():
    plotting.configure()
    assert pg.getConfigOption("imageAxisOrder") == "row-major"


def test_no_prefix_no_menu_no_auto_button(plot):
    assert not any(plot.getAxis(name).autoSIPrefix for name in ("left", "bottom"))
    assert not plot.getPlotItem().menuEnabled()
    assert not plot.getViewBox().menuEnabled()
    assert plot.getPlotItem().buttonsHidden


def test_axes_are_named_and_keep_their_names_when_styled(plot):
    plotting.set_axis_labels(plot, "step", "loss")
    plotting.style_plot(plot, DARK)
    assert plot.getAxis("left").labelText == "loss"
    assert plot.getAxis("bottom").labelText == "step"
    assert plot.backgroundBrush().color() == QColor(DARK.plot_background)


@pytest.mark.parametrize(("pixels", "tick"), [(8, 12), (13, 12), (18, 17)])
def test_tick_font_follows_the_font_but_is_never_tiny(plot, pixels, tick):
    font = QFont()
    font.setPixelSize(pixels)
    plot.setFont(font)
    plotting.style_plot(plot, LIGHT)
    assert plot.getAxis("left").style["tickFont"].pixelSize() == tick


def test_linear_axis_has_numbers_without_noise(plot, qtbot):
    plot.setRange(xRange=(-1.2, 1.2), yRange=(0, 1e7), padding=0)
    with qtbot.waitExposed(plot):
        plot.show()
    assert shown_labels(plot, "bottom") == ["-1", "-0.5", "0", "0.5", "1"]
    assert shown_labels(plot, "left")[-1] == "1e7"


def test_log_axis_shows_decades_and_can_be_switched(plot, qtbot):
    plotting.set_logarithmic(plot, "left", True)
    plot.setRange(xRange=(0, 1), yRange=(-2, 3), padding=0)
    with qtbot.waitExposed(plot):
        plot.show()
    assert shown_labels(plot, "left") == ["0.01", "0.1", "1", "10", "100", "1000"]
    plotting.set_logarithmic(plot, "left", False)
    assert "0" in shown_labels(plot, "left")


def test_log_axis_cannot_be_zoomed_beyond_the_floats(plot):
    plotting.set_logarithmic(plot, "left", True)
    plot.setYRange(-1e6, 1e6)
    low, high = plot.viewRange()[1]
    assert low >= -330 and high <= 315


def test_log_axis_of_the_case_plot_log_zero_shows_the_one_value(plot, qtbot):
    plotting.set_logarithmic(plot, "left", True)
    curve = plot.plot(np.arange(6), plotting.log10_or_nan([17, 0, 0, 0, 0, 0]), connect="finite")
    with qtbot.waitExposed(plot):
        plot.show()
    low, high = plot.viewRange()[1]
    assert low < np.log10(17) < high
    assert shown_labels(plot, "left")
    assert curve.getData()[1][0] == pytest.approx(np.log10(17))


def test_clip_path_takes_the_view_of_a_plot():
    x, y = plotting.clip_path([0, 1e16], [0, 0], QRectF(-1, -1, 2, 2))
    assert x.tolist() == [0, 3]
    assert y.tolist() == [0, 0]


def test_marks_have_a_white_and_a_black_casing(plot, qtbot):
    plot.setRange(xRange=(0, 1), yRange=(0, 1), padding=0)
    plot.getPlotItem().hideAxis("left")
    plot.getPlotItem().hideAxis("bottom")
    marks = plotting.cased_scatter(LIGHT.optimum, "s", 20)
    marks.setData([0.5], [0.5])
    plot.addItem(marks)
    with qtbot.waitExposed(plot):
        plot.show()
    picture = plot.grab().toImage()
    middle = plot.mapFromScene(plot.getViewBox().mapViewToScene(pg.Point(0.5, 0.5)))
    seen = [picture.pixelColor(middle.x() + dx, middle.y()).name() for dx in range(16)]
    assert seen[0] == LIGHT.optimum
    white, black = seen.index("#ffffff"), seen.index("#000000")
    assert 0 < white < black


def test_curve_has_a_casing_and_breaks_at_nan(plot, qtbot):
    line = plotting.cased_curve(LIGHT.path)
    line.setData([0, 1, np.nan, 2, 3], [0, 1, np.nan, 2, 3])
    plot.addItem(line)
    with qtbot.waitExposed(plot):
        plot.show()
    widths = [layer.opts["pen"].widthF() for layer in line.childItems()]
    assert widths == sorted(widths, reverse=True)


def test_pen_has_the_same_width_at_every_zoom():
    pen = plotting.mark_pen("#0072b2", 3, Qt.PenStyle.DashLine)
    assert pen.isCosmetic() and pen.style() == Qt.PenStyle.DashLine
