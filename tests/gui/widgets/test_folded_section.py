import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton

from gui.widgets.folded_section import FoldedSection


@pytest.fixture
def section(qtbot):
    widget = FoldedSection(QLabel("content"))
    widget.set_heading("Precision: float32")
    widget.resize(300, 60)
    qtbot.addWidget(widget)
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def button(section):
    return section.findChild(QPushButton)


def test_it_starts_folded(section):
    assert not section.is_open()
    assert not section.content.isVisible()
    assert button(section).text() == "▸ Precision: float32"


def test_a_click_opens_and_closes_it(section, qtbot):
    with qtbot.waitSignal(section.toggled) as signal:
        qtbot.mouseClick(button(section), Qt.MouseButton.LeftButton)
    assert signal.args == [True]
    assert section.content.isVisible()
    assert button(section).text() == "▾ Precision: float32"
    qtbot.mouseClick(button(section), Qt.MouseButton.LeftButton)
    assert not section.content.isVisible()


def test_the_space_key_opens_it(section, qtbot):
    button(section).setFocus()
    qtbot.keyClick(button(section), Qt.Key.Key_Space)
    assert section.is_open()


def test_it_grows_when_opened(section):
    folded = section.sizeHint().height()
    section.set_open(True)
    assert section.sizeHint().height() > folded


def test_heading_is_shown_as_it_is(section):
    section.set_open(True)
    section.set_heading("A & B")
    assert section.heading() == "A & B"
    assert button(section).text() == "▾ A && B"
    assert button(section).accessibleName() == "A & B"


def test_a_long_heading_is_cut_and_widens_nothing(section):
    narrow = section.minimumSizeHint().width()
    section.set_heading("Break it on purpose: something with a very long name indeed, and more")
    assert section.minimumSizeHint().width() == narrow
    assert button(section).text().endswith("…")
    assert button(section).toolTip() == section.heading()
    metrics = button(section).fontMetrics()
    assert metrics.horizontalAdvance(button(section).text()) < section.width()
    section.resize(900, 60)
    assert not button(section).text().endswith("…") and button(section).toolTip() == ""
