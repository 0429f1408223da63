from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QTableWidget

from core.columns import Role
from core.diagnosis import Diagnosis
from core.full_check import WitnessCode
from core.gradient_bugs import BUGS, with_bug
from core.history import History
from core.update_check import UpdateCheck
from core.verdict import CheckCode, CheckSummary
from gui.check_views import Arrangement
from gui.diagnosis_wording import diagnosis_words
from gui.panels.check import CheckPanel
from gui.theme import DARK, LIGHT, apply_theme
from gui.translation import set_language
from tests.core.helpers import doubled
from tests.gui.cut_text import cut_widgets
from tests.gui.panels.canned import (
    at_a_kink,
    examined,
    fit_config,
    found,
    not_begun,
    not_examined,
    preset,
    shown_of,
    trained,
    with_errors,
)

VIEWS = ("errorChart", "errorHistory", "otherPoints", "ownNumbers")


@pytest.fixture
def panel(qtbot):
    panel = CheckPanel()
    qtbot.addWidget(panel)
    panel.resize(560, 250)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


def table(panel) -> dict[str, list[str]]:
    shown = panel.findChild(QTableWidget, "checkTable")
    return {
        shown.verticalHeaderItem(i).text(): [
            shown.item(i, j).text() for j in range(shown.columnCount())
        ]
        for i in range(shown.rowCount())
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
    panel.draw(shown_of(trained(preset("tape"), 0), surface=False))
    assert panel._table.isVisible()
    panel.draw(not_begun(preset("tape"), surface=False))
    assert not panel._table.isVisible() and not panel._views.box.isVisible()


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
        exact = [float(panel._table.item(0, j).toolTip()) for j in (0, 1)]
        assert exact == gradient.tolist()


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
    assert len(lines) == 8


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


def wrong_everywhere():
    return replace(preset("checker", 0.01), gradient=doubled, gate=False)


def states():
    return {
        "honest": examined(shown_of(trained(preset("tape"), 8), surface=False), (-0.6, 2.0)),
        "float64": examined(shown_of(trained(preset("tape", dtype="float64"), 0), surface=False)),
        "doubled": examined(shown_of(trained(wrong_everywhere(), 2), surface=False), (36.0, 12.0)),
        "kink": examined(shown_of(trained(at_a_kink(), 0), surface=False), (1.0, 0.0)),
    }


@pytest.fixture(scope="module")
def examinations():
    return states()


def test_the_whole_examination_fills_the_table(panel, examinations):
    shown = examinations["honest"]
    panel.draw(shown)
    w, b = shown.full.at.elements
    exact = {
        title: [cell.exact for cell in line]
        for title, line in zip(panel._table.titles(), panel._table.cells(), strict=True)
    }
    assert list(map(float, exact["tape.gradient"])) == [w.trained, b.trained]
    assert list(map(float, exact["numerical gradient"])) == [w.numerical, b.numerical]
    assert list(map(float, exact["rounding of float32"])) == [w.rounding, b.rounding]
    assert list(map(float, exact["difference"])) == [w.difference, b.difference]
    assert list(map(float, exact["allowed"])) == [w.tolerance, b.tolerance]
    witness = shown.full.witness.numerical.tolist()
    assert list(map(float, exact["TensorFlow's own"])) == witness
    tip = panel._table.item(panel._table.titles().index("TensorFlow's own"), 0).toolTip()
    assert "tf.test.compute_gradient in float32 with its fixed step 1/1024: " in tip


def test_while_running_the_record_is_shown_and_no_row_jumps(panel, examinations):
    shown = examinations["honest"]
    panel.draw(shown)
    titles = panel._table.titles()
    panel.draw(not_examined(shown))
    assert panel._table.titles() == titles
    assert table(panel)["TensorFlow's own"] == ["…", "…"]
    row = shown.row
    assert [float(cell.exact) for cell in panel._table.cells()[0]] == row.gradient.tolist()


def test_a_kink_shows_both_sides(panel, examinations):
    panel.draw(examinations["kink"])
    rows = table(panel)
    assert rows["left derivative"] == ["-3", "-1"]
    assert rows["right derivative"] == ["3", "1"]
    assert rows["verdict"] == ["? not conclusive"] * 2
    assert panel._headline.text().startswith("? Not conclusive at the start: the loss has a kink")
    panel.draw(examinations["honest"])
    assert "left derivative" not in table(panel)


def test_without_a_finite_loss_tensorflow_says_nothing(panel, examinations):
    shown = examinations["honest"]
    panel.draw(found(shown, witness=None))
    assert table(panel)["TensorFlow's own"] == ["—", "—"]


@pytest.mark.parametrize(
    ("code", "sign"),
    [(WitnessCode.SAME, "-"), (WitnessCode.ROUNDING, "≈"),
     (WitnessCode.TRUNCATION, "≠"), (WitnessCode.STEP_LOST, "≠")],
)  # fmt: skip
def test_a_sign_says_where_tensorflow_s_own_differs(panel, examinations, code, sign):
    shown = examinations["honest"]
    witness = replace(shown.full.witness, codes=(code, code))
    panel.draw(found(shown, witness=witness))
    assert [text[0] for text in table(panel)["TensorFlow's own"]] == [sign, sign]


def test_none_is_written_as_none(panel, examinations):
    shown = examinations["honest"]
    w, b = shown.full.at.elements
    lost = replace(w, analytical=None, trained=None, code=CheckCode.DISAGREE)
    at = replace(shown.full.at, elements=(lost, b))
    panel.draw(found(shown, at=at))
    assert table(panel)["tape.gradient"][0] == "None"
    last = panel._table.rowCount() - 1
    assert "None" in panel._table.item(last, 0).toolTip()
    assert panel._headline.text().startswith("✗ The gradient is wrong")


def test_the_causes_of_a_wrong_gradient_are_named(panel, examinations):
    shown = examinations["doubled"]
    causes = tuple(Diagnosis(code, {}) for code in ("factor_two", "zero", "clipped"))
    panel.draw(found(shown, diagnoses=causes))
    text = panel._headline.text()
    assert text.startswith("✗ The gradient is wrong: the gradient is 2 times too large")
    also = panel._also.whole_text()
    assert also.startswith("Also possible: the whole gradient is 0")
    assert "; each derivative is clipped" in also
    assert panel._also.isVisible() and panel._also.toolTip() == also
    panel.draw(found(shown, diagnoses=()))
    assert panel._headline.text() == "✗ The gradient is wrong, first at step 0."
    assert not panel._also.isVisible()


def test_a_gradient_wrong_off_the_path_only(panel, examinations):
    shown, wrong = examinations["honest"], examinations["doubled"].full.probes[0]
    panel.draw(found(shown, probes=(shown.full.probes[0], wrong)))
    assert panel._headline.text().startswith("✗ The gradient is wrong at w = ")


def update(code, diagnoses=()):
    nan = np.full(2, np.nan)
    return UpdateCheck(("w", "b"), nan, nan, nan, nan, nan, (code, code), diagnoses)


def test_the_update_is_judged_as_well(panel, examinations):
    shown = examinations["honest"]
    panel.draw(found(shown, updates=(update(CheckCode.AGREE),)))
    assert panel._headline.text().endswith("✓ The step taken is the step meant.")
    cause = Diagnosis("wrong_sign", {})
    wrong = found(shown, updates=(update(CheckCode.DISAGREE, (cause,)),), diagnoses=(cause,))
    panel.draw(wrong)
    start = "✗ The step taken is not the step meant: the step has the wrong sign"
    assert panel._headline.text().startswith(start)


@pytest.fixture
def look(panel, qtbot):
    """Set the panel's text size, theme and size as the window would."""
    app = QApplication.instance()

    def set_look(font_px: int, width: int, height: int, dark: bool = False):
        panel.restyle(apply_theme(app, dark, font_px))
        panel.setMinimumSize(0, 0)
        panel.resize(width, height)
        qtbot.waitUntil(lambda: panel.width() == width)

    yield set_look
    apply_theme(app, False)
    set_language(app, "en")


def cut_cells(panel) -> list[str]:
    """The texts that have no room in their columns, heads among them."""
    cut: list[str] = []
    for shown in panel.findChildren(QTableWidget):
        metrics = shown.fontMetrics()
        columns = [j for j in range(shown.columnCount()) if not shown.isColumnHidden(j)]
        for j in columns if shown.isVisible() else ():
            cells = [shown.item(i, j) for i in range(shown.rowCount())]
            texts = [cell.text() for cell in (*cells, shown.horizontalHeaderItem(j))]
            room = shown.columnWidth(j) - 6
            cut += [text for text in texts if metrics.horizontalAdvance(text) > room]
    return cut


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize(
    ("font_px", "width", "height"),
    [(13, 560, 240), (18, 560, 240), (18, 775, 332), (13, 820, 330), (13, 1200, 620)],
)
def test_nothing_is_cut(panel, look, qtbot, examinations, language, font_px, width, height):
    set_language(QApplication.instance(), language)
    panel.retranslate()
    look(font_px, width, height)
    for shown in examinations.values():
        panel.draw(shown)
        box = panel._views.box
        for key in [box.itemData(i) for i in range(box.count())]:
            panel._views.show_view(key)
            qtbot.wait(1)
            assert cut_widgets(panel) == []
            assert cut_cells(panel) == []
    # A larger text in the smallest place may scroll the table, never sideways.
    scaled = (font_px, width) != (18, 560)
    assert not panel._table.horizontalScrollBar().isVisible()
    assert not (scaled and panel._table.verticalScrollBar().isVisible())


@pytest.mark.parametrize("bug", BUGS)
def test_every_mistake_made_on_purpose_is_named_and_readable(panel, look, qtbot, bug):
    look(13, 560, 240)
    config = with_bug(replace(preset("tape"), gate=False), bug)
    shown = examined(shown_of(trained(config, 0), surface=False))
    panel.draw(shown)
    causes = [diagnosis_words(cause) for cause in shown.full.diagnoses]
    if shown.full.code is CheckCode.DISAGREE:
        assert panel._headline.text().startswith("✗ The ")
        said = panel._headline.text() + panel._also.whole_text()
        assert causes and all(cause in said for cause in causes)
    qtbot.wait(1)
    assert cut_widgets(panel) == []
    assert not panel._table.verticalScrollBar().isVisible()


def test_as_much_is_seen_at_once_as_there_is_room_for(panel, look, examinations):
    panel.draw(examinations["honest"])
    for (width, height), arrangement, count in (
        ((560, 240), Arrangement.ONE, 1),
        ((820, 330), Arrangement.TWO, 2),
        ((1200, 620), Arrangement.ALL, 5),
        ((560, 240), Arrangement.ONE, 1),
    ):
        look(13, width, height)
        views = panel._views
        assert views.arrangement is arrangement
        parts = (views.table, *views.views)
        assert sum(part.isVisible() for part in parts) == count
        assert views.box.isVisible() == (arrangement is not Arrangement.ALL)
    assert panel._table.isVisible()


def test_the_box_chooses_the_view_and_the_view_is_drawn(panel, look, examinations):
    look(13, 820, 330)
    panel.draw(examinations["honest"])
    assert [panel._views.box.itemData(i) for i in range(4)] == list(VIEWS)
    for i, key in enumerate(VIEWS):
        panel._views.box.setCurrentIndex(i)
        seen = [view.objectName() for view in panel._views.views if view.isVisible()]
        assert seen == [key]
    # The choice outlives a time in which only one of them has room.
    look(13, 560, 240)
    panel._views.show_view("otherPoints")
    look(13, 820, 330)
    assert panel._views.box.currentData() == "otherPoints"


def test_a_switch_of_the_language_writes_everything_anew(panel, look, examinations):
    look(13, 820, 330)
    panel.draw(examinations["honest"])
    set_language(QApplication.instance(), "zh_CN")
    panel.retranslate()
    assert panel._headline.text().startswith("✓ 初始值处梯度正确")
    assert panel.accessibleName() == "梯度检验"
    set_language(QApplication.instance(), "en")
    panel.retranslate()
    assert panel._headline.text().startswith("✓ The gradient is right")
    assert [panel._views.box.itemText(i) for i in range(4)] == [
        "Error and step", "Over the run", "Other points", "My own numbers"
    ]  # fmt: skip


def test_a_switch_of_the_theme_colours_the_verdicts(panel, look, examinations):
    panel.draw(examinations["doubled"])
    last = panel._table.rowCount() - 1
    for dark, colours in ((True, DARK), (False, LIGHT)):
        look(13, 560, 240, dark)
        assert panel._table.item(last, 0).foreground().color().name() == colours.danger_text
        assert colours.danger_text in panel._headline.styleSheet()


def test_own_numbers_are_passed_on(panel, qtbot, examinations):
    panel.draw(replace(examinations["honest"], own=None))
    with qtbot.waitSignal(panel.own_numbers_entered) as told:
        panel._views.views[-1].entered.emit((1.0, 2.0))
    assert told.args == [(1.0, 2.0)]


def test_a_running_frame_writes_only_what_changed(panel, look, monkeypatch):
    look(13, 820, 330)
    view = trained(preset("tape"), 3)
    shown = shown_of(view, surface=False)
    panel.draw(shown)
    panel._views.show_view("errorHistory")
    written = []
    monkeypatch.setattr(panel._table, "_write", lambda *cell: written.append(cell))
    monkeypatch.setattr(panel._headline, "setText", written.append)
    monkeypatch.setattr(panel._views.views[1]._plot.curves[0], "setData", written.append)
    panel.draw(shown)
    assert written == []


def test_over_the_run_is_drawn_while_the_run_is_running(panel, look):
    look(13, 820, 330)
    view = trained(preset("tape"), 0)
    panel.draw(shown_of(view, surface=False))
    panel._views.show_view("errorHistory")
    many = with_errors(view, np.full((5000, 2), 1e-12), np.full((5000, 2), 1e-9))
    panel.draw(shown_of(many, 40, surface=False))
    assert panel._views.views[1]._plot.mark.data["x"].tolist() == [40.0]


def test_values_that_are_not_finite(panel):
    view = trained(preset("checker"), 1000)
    shown = shown_of(view, view.history.last_step, surface=False)
    panel.draw(shown)
    assert not np.isfinite(shown.row.loss)
    assert table(panel)["verdict"] == ["? not conclusive"] * 2 or "✓ agrees" in str(table(panel))
