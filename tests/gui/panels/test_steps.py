from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTableView

from core.history import History
from gui.panels.steps import StepsPanel
from tests.gui.panels.canned import fit_config, not_begun, preset, shown_of, trained, with_path


@pytest.fixture
def panel(qtbot):
    panel = StepsPanel()
    qtbot.addWidget(panel)
    panel.resize(560, 250)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


@pytest.fixture(scope="module")
def tape():
    return trained(preset("tape"), 20)


def cells(panel, row):
    model = panel._model
    return [model.data(model.index(row, j)) for j in range(model.columnCount())]


def selected(panel):
    return [index.row() for index in panel._view.selectionModel().selectedRows()]


def test_before_the_first_run_it_is_empty_with_a_note(panel):
    panel.draw(not_begun(preset("tape"), surface=False))
    assert panel.findChild(QTableView, "stepsTable") is panel._view
    assert panel._model.rowCount() == 0
    assert "step 19" in panel._note.text()


def test_columns_and_values(panel, tape):
    panel.draw(shown_of(tape, surface=False))
    model = panel._model
    heads = [model.headerData(j, Qt.Orientation.Horizontal) for j in range(model.columnCount())]
    assert heads == ["step", "w", "b", "loss", "∂loss/∂w", "∂loss/∂b", "verdict"]
    assert model.rowCount() == 21
    # The tutorial prints w = 1.70152, b = 9.88975 as epoch 19.
    assert cells(panel, 19)[:3] == ["19", "1.70152", "9.88975"]
    assert cells(panel, 0)[-1] == "✓ agrees"
    whole = model.data(model.index(19, 1), Qt.ItemDataRole.ToolTipRole)
    assert float(whole) == tape.history.row(19).parameters[0]


def test_it_follows_the_shown_step(panel, tape):
    panel.draw(shown_of(tape, 3, surface=False))
    assert selected(panel) == [3]
    panel.draw(shown_of(tape, 18, surface=False))
    assert selected(panel) == [18]
    rect = panel._view.visualRect(panel._model.index(18, 0))
    assert panel._view.viewport().rect().intersects(rect)


def test_a_click_picks_the_step(panel, tape, qtbot):
    panel.draw(shown_of(tape, 3, surface=False))
    spot = panel._view.visualRect(panel._model.index(4, 2)).center()
    with qtbot.waitSignal(panel.step_picked) as caught:
        qtbot.mouseClick(panel._view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert caught.args == [4]


def test_copy_gives_the_selected_rows_with_whole_values(panel, tape, qtbot):
    panel.draw(shown_of(tape, 3, surface=False))
    chosen, flags = panel._view.selectionModel(), QItemSelectionModel.SelectionFlag
    chosen.select(panel._model.index(5, 0), flags.Select | flags.Rows)
    panel.draw(shown_of(tape, 3, surface=False))
    assert sorted(selected(panel)) == [3, 5]
    panel.activateWindow()
    panel._view.setFocus()
    qtbot.waitUntil(panel._view.hasFocus)
    qtbot.keyClick(panel._view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert [line[0] for line in lines] == ["step", "3", "5"]
    assert float(lines[2][3]) == tape.history.row(5).loss


def test_a_growing_record_keeps_the_table_and_a_new_run_resets_it(panel, tape, qtbot):
    panel.draw(shown_of(trained(preset("tape"), 5, 2), surface=False))
    with qtbot.waitSignal(panel._model.modelReset):
        panel.draw(shown_of(tape, surface=False))
    longer = History(tape.history.layout)
    longer.append(np.stack([tape.history.row(k).values for k in range(10)]))
    part = replace(tape, id=3, history=longer.view, last_finite=9)
    panel.draw(shown_of(part, surface=False))
    longer.append(np.stack([tape.history.row(k).values for k in range(10, 21)]))
    with qtbot.waitSignal(panel._model.rowsInserted):
        panel.draw(shown_of(replace(part, history=longer.view), 9, surface=False))
    assert panel._model.rowCount() == 21
    assert selected(panel) == [9]


def test_every_verdict_has_a_sign(panel):
    view = trained(fit_config([-1, 1], [-2, 4], 0.5), 5)
    panel.draw(shown_of(view, surface=False))
    assert cells(panel, 5)[-1] == "✓ gradient ≈ 0"


def test_a_million_rows_are_read_only_where_they_are_seen(panel, monkeypatch):
    run = with_path(trained(preset("tape"), 0), np.zeros(1_000_000), np.zeros(1_000_000))
    read = []
    kept = panel._model.row
    monkeypatch.setattr(panel._model, "row", lambda i: read.append(i) or kept(i))
    panel.draw(shown_of(run, surface=False))
    panel.grab()
    assert panel._model.rowCount() == 1_000_000
    assert cells(panel, 999_999)[0] == "999999"
    assert len(set(read)) < 200
