from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from core.update_check import UpdateCheck
from core.verdict import CheckCode
from gui.other_points import OtherPoints
from gui.theme import DARK
from tests.core.helpers import doubled
from tests.gui.panels.canned import (
    at_a_kink,
    examined,
    found,
    not_examined,
    preset,
    shown_of,
    trained,
)


@pytest.fixture
def view(qtbot):
    view = OtherPoints()
    qtbot.addWidget(view)
    view.resize(545, 200)
    with qtbot.waitExposed(view):
        view.show()
    return view


@pytest.fixture(scope="module")
def honest():
    return examined(shown_of(trained(preset("tape"), 8), surface=False))


def heads(view):
    return [view._table.horizontalHeaderItem(j).text() for j in range(view._table.columnCount())]


def test_a_row_per_point_with_place_differences_and_verdict(view, honest):
    view.redraw(honest)
    assert heads(view) == ["w", "b", "difference w", "difference b", "gradient"]
    assert view._table.titles() == ("shown", "1", "2", "3")
    for cells, point in zip(view._table.cells(), honest.full.points, strict=True):
        exact = [float(cell.exact) for cell in cells[:4]]
        assert exact == [*point.point, *(element.difference for element in point.elements)]
        assert cells[4].text == "✓ agrees"
        assert str(point.elements[0].analytical) in cells[4].tip


def test_a_wrong_gradient_and_a_kink(view):
    wrong = replace(preset("checker", 0.01), gradient=doubled, gate=False)
    view.redraw(examined(shown_of(trained(wrong, 0), surface=False)))
    assert [line[-1].text for line in view._table.cells()] == ["✗ disagrees"] * 4
    view.redraw(examined(shown_of(trained(at_a_kink(), 0), surface=False)))
    assert [line[-1].text[0] for line in view._table.cells()] == list("?✓✓✓")
    assert "kink" in view._table.cells()[0][-1].tip


def test_the_update_has_a_column_where_it_was_replaced(view, honest):
    nan = np.full(2, np.nan)
    right, wrong = (
        UpdateCheck(("w", "b"), nan, nan, nan, nan, nan, (CheckCode.AGREE, code), ())
        for code in (CheckCode.AGREE, CheckCode.DISAGREE)
    )
    view.redraw(found(honest, updates=(right, wrong)))
    assert heads(view)[-1] == "update"
    # After the first wrong one no other step is taken.
    assert [line[-1].text for line in view._table.cells()] == ["✓ agrees", "✗ disagrees", "", ""]


def test_where_the_width_is_scarce_the_differences_go(view, honest, qtbot):
    view.redraw(honest)
    assert not view._table.isColumnHidden(2)
    view.resize(330, 200)
    qtbot.waitUntil(lambda: view._table.isColumnHidden(2) and view._table.isColumnHidden(3))
    assert not any(view._table.isColumnHidden(j) for j in (0, 1, 4))
    view.resize(545, 200)
    qtbot.waitUntil(lambda: not view._table.isColumnHidden(2))


def test_copy_gives_whole_values_also_of_hidden_columns(view, honest, qtbot):
    view.redraw(honest)
    view.resize(330, 200)
    view.activateWindow()
    view._table.setFocus()
    qtbot.waitUntil(view._table.hasFocus)
    qtbot.keyClick(view._table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert lines[0] == ["", *heads(view)]
    assert float(lines[2][1]) == honest.full.probes[0].point[0]
    assert float(lines[2][3]) == honest.full.probes[0].elements[0].difference


def test_before_the_examination_a_sentence(view, honest):
    view.redraw(not_examined(honest))
    assert view.sentence() == "Comes when the run pauses."
    view.redraw(honest)
    assert view.sentence() == ""


def test_the_same_is_not_written_twice(view, honest, monkeypatch):
    view.redraw(honest)
    written = []
    monkeypatch.setattr(view._table, "fill", lambda *arguments: written.append(arguments))
    view.redraw(honest)
    assert written == []


def test_it_takes_over_the_colours(view, honest):
    view.redraw(honest)
    view.restyle(DARK)
    view.redraw(honest)
    assert view._table.cells()[0][-1].colour == DARK.ok_text
