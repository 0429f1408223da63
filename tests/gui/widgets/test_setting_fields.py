import pytest
from PySide6.QtCore import Qt

from gui.widgets.setting_fields import CountField, ListField, NumberField, SwitchField


def typed(qtbot, field, text):
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def told(field):
    heard = []
    field.entered.connect(heard.append)
    return heard


def test_an_optional_number_is_turned_on_and_off(qtbot):
    field = NumberField(optional=True, positive=True)
    qtbot.addWidget(field)
    heard = told(field)
    assert field.setting() is None and field.text() == ""
    typed(qtbot, field, "1e-3")
    typed(qtbot, field, "")
    typed(qtbot, field, "")
    assert heard == [1e-3, None]
    assert field.is_valid()
    typed(qtbot, field, "-1")
    assert not field.is_valid() and field.setting() is None
    typed(qtbot, field, "")
    assert field.is_valid() and heard == [1e-3, None]
    field.show_setting(0.25)
    assert field.text() == "0.25" and heard == [1e-3, None]
    field.show_setting(None)
    assert field.text() == ""


def test_a_number_that_is_not_optional_stays(qtbot):
    field = NumberField(lowest=0.0, below=1.0)
    qtbot.addWidget(field)
    field.show_setting(0.9)
    heard = told(field)
    for text in ("", "1", "-0.1"):
        typed(qtbot, field, text)
        assert not field.is_valid() and field.setting() == 0.9
    assert heard == []
    assert "must not be below 0" in field.toolTip()
    typed(qtbot, field, "0.999")
    assert heard == [0.999]


def test_a_count_has_off_below_its_lowest(qtbot):
    field = CountField(2, 10, optional=True)
    qtbot.addWidget(field)
    heard = told(field)
    field.show_setting(None)
    assert field.setting() is None and field.text() == "off"
    field.stepUp()
    assert heard == [2]
    field.show_setting(5)
    field.set_most(4)
    assert heard == [2] and field.setting() == 4
    field.stepDown()
    assert heard == [2, 3]


def test_a_switch(qtbot):
    field = SwitchField()
    qtbot.addWidget(field)
    heard = told(field)
    field.show_setting(True)
    field.click()
    assert heard == [False] and field.setting() is False


@pytest.mark.parametrize(
    ("whole", "text", "wanted"),
    [
        (True, "1, 2,3", (1, 2, 3)),
        (True, "1 2", (1, 2)),
        (True, "1, 2.5", None),
        (False, "1，0.5、.1", (1.0, 0.5, 0.1)),
        (False, "", None),
        (False, "1, nan", None),
    ],
)
def test_lists_are_read(qtbot, whole, text, wanted):
    field = ListField(whole)
    qtbot.addWidget(field)
    field.show_setting((4,))
    heard = told(field)
    # QTest types no full-width commas.
    field.setText(text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert heard == [wanted] and field.text() == text


def test_an_untouched_list_keeps_digits_that_it_does_not_show(qtbot):
    field = ListField(whole=False)
    qtbot.addWidget(field)
    field.show_setting((1 / 3,))
    heard = told(field)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert heard == [] and field.text() == "0.333333"
