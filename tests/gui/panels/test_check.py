from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTableWidget

from core.columns import Role
from core.history import History
from core.verdict import CheckCode, CheckSummary
from gui.panels.check import CheckPanel
from tests.core.helpers import doubled
from tests.gui.panels.canned import fit_config, not_begun, preset, shown_of, trained


@pytest.fixture
def panel(qtbot):
    panel = CheckPanel()
    qtbot.addWidget(panel)
    panel.resize(560, 250)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


def table(panel) -> dict[str, list[str]]:
    found = panel.findChild(QTableWidget, "checkTable")
    return {
        found.verticalHeaderItem(i).text(): [
            found.item(i, j).text() for j in range(found.columnCount())
        ]
        for i in range(found.rowCount())
    }


def with_code(view, code: CheckCode):
    row = view.history.row(0).values.copy()
    row[view.history.layout.slices[Role.VERDICT]] = code
    history = History(view.history.layout)
    history.append(row[None, :])
    summary = CheckSummary(code, 0)
    return replace(view, history=history.view, check=summary, start_check=summary)


def test_before_tensorflow_a_sentence_and_no_table(panel):
    panel.draw(not_begun(preset("tape"), surface=False))
    assert panel._headline.text().startswith("The gradient is checked once")
    assert not panel._table.isVisible()


def test_checker_agrees_at_the_start(panel):
    panel.draw(shown_of(trained(preset("checker"), 0), surface=False))
    assert panel._headline.text() == "✓ The gradient is right at the start (w = 1, b = 2)."
    rows = table(panel)
    assert rows["tape.gradient"] == ["18", "6"]
    assert rows["verdict"] == ["✓ agrees", "✓ agrees"]
    heads = [panel._table.horizontalHeaderItem(j).text() for j in (0, 1)]
    assert heads == ["∂loss/∂w", "∂loss/∂b"]


def test_rounding_of_float32_stands_apart(panel):
    view = trained(preset("tape"), 3)
    panel.draw(shown_of(view, surface=False))
    row = view.history.row(-1)
    at = list(table(panel)).index("rounding of float32")
    exact = [float(panel._table.item(at, j).toolTip()) for j in (0, 1)]
    assert exact == pytest.approx(row.gradient - (row.numerical + row.error), rel=1e-12)
    panel.draw(shown_of(trained(preset("tape", dtype="float64"), 3, 2), surface=False))
    assert "rounding of float32" not in table(panel)


def test_the_table_follows_the_shown_step(panel):
    view = trained(preset("tape"), 20)
    for step in (0, 12):
        panel.draw(shown_of(view, step, surface=False))
        gradient = view.history.row(step).gradient
        found = [float(panel._table.item(0, j).toolTip()) for j in (0, 1)]
        assert found == gradient.tolist()


def test_a_wrong_gradient_is_named_with_its_first_step(panel):
    config = replace(preset("checker", 0.01), gradient=doubled, gate=False)
    panel.draw(shown_of(trained(config, 2), surface=False))
    assert panel._headline.text() == "✗ The gradient is wrong, first at step 0."
    assert "✗ disagrees" in table(panel)["verdict"]


def test_a_good_run_ends_with_nothing_left_to_check(panel):
    view = trained(fit_config([-1, 1], [-2, 4], 0.5), 5)
    panel.draw(shown_of(view, surface=False))
    assert panel._headline.text() == "✓ gradient ≈ 0, nothing left to check"
    assert table(panel)["verdict"] == ["✓ gradient ≈ 0"] * 2


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (CheckCode.NOISE, "rounding could explain the difference"),
        (CheckCode.NONDIFFERENTIABLE, "the loss has a kink at this point"),
        (CheckCode.NONFINITE_LOSS, "the loss is not finite at this point"),
    ],
)
def test_a_doubt_is_said_with_its_reason(panel, code, reason):
    panel.draw(shown_of(with_code(trained(preset("tape"), 0), code), surface=False))
    assert panel._headline.text() == f"? Not conclusive at the start: {reason}."
    assert table(panel)["verdict"] == ["? not conclusive"] * 2
    assert panel._table.item(panel._table.rowCount() - 1, 0).toolTip() == reason


def test_every_verdict_has_a_sign(panel):
    for code in CheckCode:
        panel.draw(shown_of(with_code(trained(preset("tape"), 0), code), surface=False))
        assert panel._headline.text()[0] in "✓✗?"
        assert all(text[0] in "✓✗?" for text in table(panel)["verdict"])


def test_copy_gives_whole_values_as_tsv(panel, qtbot):
    view = trained(preset("tape"), 3)
    panel.draw(shown_of(view, surface=False))
    panel.activateWindow()
    panel._table.setFocus()
    qtbot.waitUntil(panel._table.hasFocus)
    qtbot.keyClick(panel._table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert lines[0] == ["", "∂loss/∂w", "∂loss/∂b"]
    assert [float(v) for v in lines[1][1:]] == view.history.row(-1).gradient.tolist()
    assert len(lines) == 7


def test_it_fits_into_its_place(panel):
    config = preset("checker", dtype="float32")
    panel.draw(shown_of(trained(config, 1000), surface=False))
    panel.grab()
    table = panel._table
    assert not table.verticalScrollBar().isVisible()
    assert not table.horizontalScrollBar().isVisible()
    metrics = table.fontMetrics()
    for i in range(table.rowCount()):
        for j in range(table.columnCount()):
            assert metrics.horizontalAdvance(table.item(i, j).text()) < table.columnWidth(j)
            assert table.item(i, j).textAlignment() & Qt.AlignmentFlag.AlignRight


def test_values_that_are_not_finite(panel):
    view = trained(preset("checker"), 1000)
    shown = shown_of(view, view.history.last_step, surface=False)
    panel.draw(shown)
    assert not np.isfinite(shown.row.loss)
    assert table(panel)["verdict"] == ["? not conclusive"] * 2 or "✓ agrees" in str(table(panel))
