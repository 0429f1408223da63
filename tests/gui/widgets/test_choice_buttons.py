import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from gui.widgets.choice_buttons import ChoiceButtons


@pytest.fixture
def row(qtbot):
    row = ChoiceButtons("choice")
    qtbot.addWidget(row)
    row.set_names(("w", "a & b"))
    with qtbot.waitExposed(row):
        row.show()
    return row


def button(row, i):
    return row.findChild(QPushButton, f"choice{i}")


def test_the_first_is_pressed_and_a_click_chooses(row, qtbot):
    assert row.current() == 0
    with qtbot.waitSignal(row.chosen) as told:
        qtbot.mouseClick(button(row, 2), Qt.MouseButton.LeftButton)
    assert told.args == [1] and row.current() == 1
    assert not button(row, 1).isChecked()


def test_the_same_names_keep_the_choice_and_new_ones_do_not(row):
    button(row, 2).click()
    row.set_names(("w", "a & b"))
    assert row.current() == 1
    row.set_names(("u", "v", "z"))
    assert row.current() == 0
    assert button(row, 3).text() == "z"


def test_every_button_has_a_name_and_a_tooltip(row):
    row.set_help(["errors of w", "errors of a & b"])
    assert button(row, 2).accessibleName() == button(row, 2).toolTip() == "errors of a & b"
    assert button(row, 2).text() == "a && b"
