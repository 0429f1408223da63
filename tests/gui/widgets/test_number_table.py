import pytest
from PySide6.QtGui import QGuiApplication

from gui.widgets.number_table import Cell, NumberTable


@pytest.fixture
def table(qtbot):
    table = NumberTable("numbers")
    qtbot.addWidget(table)
    table.resize(300, 120)
    with qtbot.waitExposed(table):
        table.show()
    return table


def cell(text, **changes):
    return Cell(text, f"{text}.000", **changes)


def test_it_says_whether_its_shape_is_new(table):
    assert table.fill(["w"], ["a", "b"], [[cell("1")], [cell("2")]])
    assert not table.fill(["w"], ["a", "b"], [[cell("1")], [cell("3")]])
    assert table.item(1, 0).text() == "3"
    assert table.fill(["w", "b"], ["a"], [[cell("1"), cell("2")]])
    assert (table.rowCount(), table.columnCount()) == (1, 2)


def test_only_changed_cells_are_written(table, monkeypatch):
    table.fill(["w"], ["a", "b"], [[cell("1")], [cell("2")]])
    written = []
    monkeypatch.setattr(table, "_write", lambda i, j, cell: written.append((i, j)))
    table.fill(["w"], ["a", "b"], [[cell("1")], [cell("3")]])
    assert written == [(1, 0)]


def test_tooltip_colour_and_copy(table):
    table.fill(["w"], ["a", "b"], [[cell("1", colour="#ff0000")], [cell("2", tip="why")]])
    assert table.item(0, 0).toolTip() == "1.000" and table.item(1, 0).toolTip() == "why"
    assert table.item(0, 0).foreground().color().name() == "#ff0000"
    table.copy()
    assert QGuiApplication.clipboard().text() == "\tw\na\t1.000\nb\t2.000"
    table.fill(["w"], ["a", "b"], [[cell("1")], [cell("2")]])
    assert table.item(0, 0).foreground().color().name() != "#ff0000"


def test_rows_become_lower_where_the_height_is_scarce(table, qtbot):
    table.fill(["w"], list("abcdefgh"), [[cell("1")]] * 8)
    text = table.fontMetrics().height()
    table.resize(300, 8 * (text + 2) + table.horizontalHeader().height() + 2)
    qtbot.waitUntil(lambda: table.rowHeight(0) == text + 2)
    qtbot.waitUntil(lambda: not table.verticalScrollBar().isVisible())
    table.resize(300, 600)
    qtbot.waitUntil(lambda: table.rowHeight(0) > text + 2)
    table.resize(300, 60)
    qtbot.waitUntil(lambda: table.rowHeight(0) == text)


def test_the_needed_width_leaves_hidden_columns_out(table):
    table.fill(["w", "b"], ["a"], [[cell("1" * 30), cell("2")]])
    wide = table.needed_width()
    table.setColumnHidden(0, True)
    assert table.needed_width() < wide / 2
