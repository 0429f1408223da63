import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from gui.theme import apply_theme
from gui.widgets.number_edit import NumberEdit


@pytest.fixture
def window(qtbot):
    widget = QWidget()
    layout = QVBoxLayout(widget)
    layout.addWidget(NumberEdit(0.1, positive=True))
    layout.addWidget(QLineEdit())
    qtbot.addWidget(widget)
    with qtbot.waitActive(widget):
        widget.show()
        widget.activateWindow()
    return widget


@pytest.fixture
def edit(window):
    field = window.findChild(NumberEdit)
    field.setFocus()
    return field


def enter(qtbot, edit, text, key=Qt.Key.Key_Return):
    edit.selectAll()
    qtbot.keyClicks(edit, text)
    qtbot.keyClick(edit, key)


@pytest.mark.parametrize(("text", "value"), [("1e-3", 1e-3), ("0.001", 1e-3), (".5", 0.5)])
def test_enter_takes_the_number(edit, qtbot, text, value):
    with qtbot.waitSignal(edit.valueEntered) as signal:
        enter(qtbot, edit, text)
    assert signal.args == [value]
    assert edit.value() == value


def test_leaving_the_field_takes_the_number_once(edit, qtbot):
    entered = []
    edit.valueEntered.connect(entered.append)
    enter(qtbot, edit, "0.2", Qt.Key.Key_Tab)
    assert not edit.hasFocus()
    edit.setFocus()
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert entered == [0.2]


def test_an_untouched_field_keeps_digits_that_it_does_not_show(edit, qtbot):
    edit.set_value(1 / 3)
    assert edit.text() == "0.333333"
    with qtbot.assertNotEmitted(edit.valueEntered):
        qtbot.keyClick(edit, Qt.Key.Key_Return)
        qtbot.keyClick(edit, Qt.Key.Key_Tab)
    assert edit.value() == 1 / 3
    assert "0.3333333333333333" in edit.toolTip()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("abc", "not a number"),
        ("0,1", "not a number"),
        ("nan", "not a number"),
        ("1e999", "too large"),
        ("", "empty"),
        ("-1", "above 0"),
        ("0", "above 0"),
    ],
)
def test_bad_text_is_marked_and_explained(edit, qtbot, text, reason):
    edit.clear()
    with qtbot.assertNotEmitted(edit.valueEntered):
        enter(qtbot, edit, text)
    assert not edit.is_valid()
    assert reason in edit.toolTip()
    assert edit.value() == 0.1


def test_the_mark_goes_as_soon_as_the_text_is_good(edit, qtbot):
    enter(qtbot, edit, "1e")
    assert not edit.is_valid()
    qtbot.keyClicks(edit, "-3")
    assert edit.is_valid()


def test_esc_restores_and_only_then_reaches_the_window(window, edit, qtbot):
    heard = []
    shortcut = QShortcut(QKeySequence(Qt.Key.Key_Escape), window)
    shortcut.activated.connect(lambda: heard.append(True))
    enter(qtbot, edit, "abc")
    qtbot.keyClick(edit, Qt.Key.Key_Escape)
    assert edit.text() == "0.1" and edit.is_valid()
    assert not heard
    qtbot.keyClick(edit, Qt.Key.Key_Escape)
    assert heard


def test_set_value_tells_nobody_and_leaves_typing_alone(edit, qtbot):
    with qtbot.assertNotEmitted(edit.valueEntered):
        edit.set_value(0.3)
    assert edit.text() == "0.3"
    edit.selectAll()
    qtbot.keyClicks(edit, "0.0")
    edit.set_value(0.4)
    assert edit.text() == "0.0"
    qtbot.keyClick(edit, Qt.Key.Key_Escape)
    assert edit.text() == "0.4"


def test_negative_numbers_where_they_are_allowed(qtbot):
    edit = NumberEdit(1.0)
    qtbot.addWidget(edit)
    enter(qtbot, edit, "-2.5")
    assert edit.value() == -2.5


def test_help_stands_above_the_whole_value(edit):
    edit.set_help("How far a step goes")
    assert edit.toolTip() == "How far a step goes\n0.1"


def test_the_mark_does_not_change_the_size(qtbot, qapp):
    before = qapp.font(), qapp.palette(), qapp.styleSheet()
    apply_theme(qapp, False, 13)
    edit = NumberEdit(0.1)
    qtbot.addWidget(edit)
    edit.ensurePolished()
    good = edit.sizeHint()
    enter(qtbot, edit, "abc")
    bad = edit.sizeHint()
    qapp.setStyleSheet(before[2])
    qapp.setPalette(before[1])
    qapp.setFont(before[0])
    assert bad == good
