from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFont, QWheelEvent
from PySide6.QtWidgets import QApplication

from gui.widgets.learning_rate_slider import LearningRateSlider

LIMIT = 0.0845241


@pytest.fixture
def slider(qtbot):
    widget = LearningRateSlider()
    qtbot.addWidget(widget)
    widget.resize(256, widget.sizeHint().height())
    widget.set_limit(LIMIT)
    widget.set_value(0.01)
    with qtbot.waitActive(widget):
        widget.show()
        widget.activateWindow()
    widget.setFocus()
    return widget


def point(slider, value):
    return QPoint(round(slider.position_of(value)), 14)


def test_range_follows_the_limit(slider):
    assert slider.range() == pytest.approx((LIMIT / 1000, LIMIT * 10))
    slider.set_limit(None)
    assert slider.range() == (1e-6, 10)
    slider.set_limit(float("inf"))
    assert slider.range() == (1e-6, 10)


def test_set_value_does_not_tell_what_its_caller_knows(slider, qtbot):
    with qtbot.assertNotEmitted(slider.valueChanged):
        slider.set_value(0.05)
    assert slider.value() == 0.05


@pytest.mark.parametrize(("value", "end"), [(1e-9, 0), (50.0, 1)])
def test_a_value_outside_stands_at_the_end_and_is_kept(slider, value, end):
    slider.set_value(value)
    assert slider.value() == value
    assert slider.position_of(value) == slider.position_of(slider.range()[end])


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (Qt.Key.Key_Right, 0.0102),
        (Qt.Key.Key_Up, 0.0102),
        (Qt.Key.Key_Left, 0.01 / 1.02),
        (Qt.Key.Key_PageUp, 0.01 * 10**0.25),
        (Qt.Key.Key_PageDown, 0.01 / 10**0.25),
        (Qt.Key.Key_End, LIMIT * 10),
        (Qt.Key.Key_Home, LIMIT / 1000),
    ],
)
def test_keys(slider, qtbot, key, value):
    with qtbot.waitSignal(slider.valueChanged) as signal:
        qtbot.keyClick(slider, key)
    assert signal.args == [slider.value()]
    assert slider.value() == pytest.approx(value, rel=1e-3)


def test_keys_bring_a_value_from_outside_back(slider, qtbot):
    slider.set_value(50.0)
    qtbot.keyClick(slider, Qt.Key.Key_Left)
    assert slider.value() == pytest.approx(LIMIT * 10, rel=1e-3)


def test_click_and_drag(slider, qtbot):
    qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=point(slider, 0.001))
    assert slider.value() == pytest.approx(0.001, rel=0.05)
    qtbot.mouseMove(slider, point(slider, 0.1))
    assert slider.value() == pytest.approx(0.1, rel=0.05)
    qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=point(slider, 0.1))
    assert slider.value() == float(f"{slider.value():.3g}")


def test_other_buttons_do_nothing(slider, qtbot):
    qtbot.mouseClick(slider, Qt.MouseButton.RightButton, pos=point(slider, 0.1))
    assert slider.value() == 0.01


def wheel(slider, notches):
    event = QWheelEvent(
        QPointF(20, 14),
        QPointF(20, 14),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(slider, event)
    return event.isAccepted()


def test_wheel_moves_only_with_the_focus(slider):
    assert wheel(slider, 1)
    assert slider.value() == pytest.approx(0.01 * 1.02**5, rel=1e-3)
    slider.clearFocus()
    assert not wheel(slider, 1)


@pytest.mark.parametrize("pixels", [13, 18])
@pytest.mark.parametrize("limit", [1.0, LIMIT, 3.04e-4, 40000.0, None])
def test_labels_are_whole_and_apart(slider, pixels, limit):
    font = QFont()
    font.setPixelSize(pixels)
    slider.setFont(font)
    slider.set_limit(limit)
    rects = [rect for rect, _ in slider.labels()]
    assert len(rects) >= 2
    assert all(rect.left() >= 0 and rect.right() <= slider.width() for rect in rects)
    assert all(a.right() < b.left() for a, b in pairwise(rects))


def test_size_follows_the_font(slider):
    font = QFont()
    font.setPixelSize(13)
    slider.setFont(font)
    small = slider.sizeHint()
    assert small.width() <= 256
    font.setPixelSize(18)
    slider.setFont(font)
    assert slider.sizeHint().height() > small.height()
    assert slider.minimumSizeHint().width() < slider.sizeHint().width()


def test_limit_tick_is_seen_above_and_below_the_thumb(slider):
    slider.set_value(LIMIT)
    picture = slider.grab().toImage()
    x = round(slider.position_of(LIMIT))
    column = [picture.pixelColor(x - dx, y).lightness() for y in (2, 25) for dx in (0, 1)]
    assert min(column[:2]) < 100 and min(column[2:]) < 100


@pytest.mark.parametrize(
    ("value", "words"), [(0.01, "below"), (0.06, "near"), (0.1, "beyond"), (LIMIT, "beyond")]
)
def test_the_zone_is_said_in_words(slider, value, words):
    slider.set_value(value)
    assert words in slider.accessibleDescription()
    assert "0.08452" in slider.accessibleDescription()
    assert slider.accessibleName() == "Learning rate"
