import numpy as np
import pytest
from PySide6.QtGui import QColor, QFont

from gui.widgets.colour_bar import ColourBar

LOOKUP = np.column_stack([np.arange(256), np.zeros(256), 255 - np.arange(256)]).astype(np.uint8)


@pytest.fixture
def bar(qtbot):
    widget = ColourBar(LOOKUP)
    widget.set_range(-3.0, 2.5)
    widget.resize(widget.sizeHint().width(), 300)
    qtbot.addWidget(widget)
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def test_ticks_are_values_and_not_exponents(bar):
    assert bar.labels() == ["0.001", "0.01", "0.1", "1", "10", "100"]


def test_highest_colour_is_on_top(bar):
    picture = bar.grab().toImage()
    assert QColor(picture.pixelColor(7, 5)).red() > 240
    assert QColor(picture.pixelColor(7, 294)).blue() > 240


def test_insets_move_the_bar(bar):
    bar.set_insets(50, 20)
    picture = bar.grab().toImage()
    assert picture.pixelColor(7, 20) == picture.pixelColor(bar.width() - 1, 0)
    assert picture.pixelColor(7, 54).red() > 240


@pytest.mark.parametrize("pixels", [13, 18])
def test_width_has_room_for_the_widest_label(bar, pixels):
    font = QFont()
    font.setPixelSize(pixels)
    bar.setFont(font)
    bar.set_range(30.0, 38.5)
    widest = max(bar.fontMetrics().horizontalAdvance(text) for text in bar.labels())
    assert bar.minimumSizeHint().width() >= widest + 15


def test_a_range_that_is_none_has_no_ticks(bar):
    bar.set_range(1.0, 1.0)
    assert bar.labels() == []
    bar.grab()
    bar.set_range(float("nan"), 1.0)
    assert bar.labels() == []
    bar.grab()
