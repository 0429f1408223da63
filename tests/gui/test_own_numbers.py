from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton

from core.diagnosis import Diagnosis
from core.full_check import own_check
from gui.own_numbers import OwnNumbers
from tests.gui.panels.canned import (
    at_a_kink,
    examined,
    fit_config,
    not_begun,
    preset,
    shown_of,
    trained,
)


@pytest.fixture
def view(qtbot):
    view = OwnNumbers()
    qtbot.addWidget(view)
    view.resize(545, 200)
    with qtbot.waitExposed(view):
        view.show()
    return view


@pytest.fixture(scope="module")
def checker():
    return shown_of(trained(preset("checker", 0.01), 3), 0, surface=False)


def fields(view):
    return [view.findChild(QLineEdit, f"ownField{i}") for i in (1, 2)]


def button(view, name):
    return view.findChild(QPushButton, name)


def answer(view):
    return view._answer.toPlainText()


def compared(shown, *numbers):
    return replace(shown, own=own_check(shown.config, shown.point, numbers))


def type_in(qtbot, view, *texts):
    for field, text in zip(fields(view), texts, strict=True):
        field.clear()
        qtbot.keyClicks(field, text)


def test_what_to_type_and_where(view, checker):
    view.redraw(checker)
    assert view._where.text() == "For w = 1, b = 2:"
    assert "NumPy" in answer(view) and "Three digits" in answer(view)
    for field, name in zip(fields(view), ("∂loss/∂w", "∂loss/∂b"), strict=True):
        assert field.accessibleName() == name
        assert field.toolTip().startswith(f"Your {name}")


@pytest.mark.parametrize("by_key", [True, False])
def test_compare_by_button_and_by_enter(view, checker, qtbot, by_key):
    view.redraw(checker)
    type_in(qtbot, view, "18", "6e0")
    with qtbot.waitSignal(view.entered) as told:
        if by_key:
            qtbot.keyClick(fields(view)[1], Qt.Key.Key_Return)
        else:
            qtbot.mouseClick(button(view, "ownCompareButton"), Qt.MouseButton.LeftButton)
    assert told.args == [(18.0, 6.0)]


def test_a_text_that_is_no_number_is_said_and_not_passed_on(view, checker, qtbot):
    view.redraw(checker)
    told = []
    view.entered.connect(told.append)
    type_in(qtbot, view, "18", "<b>six")
    view._enter()
    assert "“<b>six” is not a number" in answer(view)
    type_in(qtbot, view, "18", "")
    view._enter()
    assert answer(view) == "Type a number in every field."
    assert told == []


def test_right_numbers_of_three_digits(view, checker):
    shown = shown_of(trained(preset("tape"), 0), surface=False)
    view.redraw(compared(shown, -0.647, -18.04))
    assert answer(view).splitlines() == [
        "✓ ∂loss/∂w = -0.647 is right", "✓ ∂loss/∂b = -18.04 is right"
    ]  # fmt: skip


def test_a_wrong_number_stands_beside_the_right_one(view, checker):
    view.redraw(compared(checker, 18.0, 7.0))
    first, second, *_ = answer(view).splitlines()
    assert first == "✓ ∂loss/∂w = 18 is right"
    assert second == "✗ ∂loss/∂b = 7 is wrong: 6 is right"


def test_the_causes_are_named(view, checker):
    shown = compared(checker, 36.0, 12.0)
    causes = (Diagnosis("factor_two", {}), Diagnosis("same_for_both", {"first": "w", "last": "b"}))
    view.redraw(replace(shown, own=replace(shown.own, diagnoses=causes)))
    lines = answer(view).splitlines()
    assert lines[2].startswith("The gradient is 2 times too large") and lines[2].endswith(".")
    assert lines[3].startswith("Also possible: ∂loss/∂b is ∂loss/∂w")


def test_a_kink_and_a_gradient_of_zero(view):
    view.redraw(compared(shown_of(trained(at_a_kink(), 0), surface=False), 1.0, 0.0))
    assert answer(view).splitlines()[0] == "? ∂loss/∂w = 1: the loss has a kink at this point"
    flat = shown_of(trained(fit_config([-1, 1], [-2, 2], start=(2, 0)), 0), surface=False)
    view.redraw(compared(flat, 0.0, 0.0))
    assert answer(view).splitlines()[0] == "✓ ∂loss/∂w = 0: the gradient is about 0"


def test_at_a_kink_no_single_number_is_called_right(view):
    view.redraw(examined(shown_of(trained(at_a_kink(), 0), surface=False), (7.0, 0.5)))
    first, second, *_ = answer(view).splitlines()
    assert first == "✗ ∂loss/∂w = 7 is wrong: at this kink it is from -3 to 3"
    assert second == "? ∂loss/∂b = 0.5: the loss has a kink at this point"


def test_at_another_step_the_answer_says_for_which_point_it_is(view, checker, qtbot):
    shown = compared(checker, 18.0, 6.0)
    view.redraw(shown)
    type_in(qtbot, view, "18", "6")
    assert "another point" not in answer(view)
    later = shown_of(shown.run, 2, surface=False)
    view.redraw(replace(later, own=shown.own))
    assert answer(view).startswith("For w = 1, b = 2, another point than the shown one")
    assert [field.text() for field in fields(view)] == ["18", "6"]


def test_the_start_in_float32_is_the_same_point(view):
    config = fit_config([0, 1, 3], [0.5, 1, 2], start=(0.1, 0.3), dtype="float32")
    shown = compared(shown_of(trained(config, 0), surface=False), 1.0, 1.0)
    view.redraw(replace(shown, snapshot=not_begun(config, surface=False).snapshot))
    assert "another point" not in answer(view)
    assert not button(view, "ownCompareButton").isEnabled()


def test_clear_empties_and_forgets(view, checker, qtbot):
    view.redraw(compared(checker, 18.0, 6.0))
    type_in(qtbot, view, "18", "6")
    with qtbot.waitSignal(view.entered) as told:
        qtbot.mouseClick(button(view, "ownClearButton"), Qt.MouseButton.LeftButton)
    assert told.args == [None]
    assert [field.text() for field in fields(view)] == ["", ""]
    view.redraw(checker)
    assert "NumPy" in answer(view)


def test_an_answer_takes_the_place_of_a_complaint(view, checker, qtbot):
    view.redraw(checker)
    type_in(qtbot, view, "18", "x")
    view._enter()
    type_in(qtbot, view, "18", "6")
    view.entered.connect(lambda numbers: view.redraw(compared(checker, *numbers)))
    view._enter()
    assert answer(view).startswith("✓")
