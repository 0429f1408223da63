from dataclasses import dataclass, replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QPushButton, QTableWidget, QWidget

from core.optimizer import OptimizerConfig
from core.problem import Problem
from core.reference_calls import ReferenceCall, reference_calls
from core.run_view import RunState
from core.worked_step import TapeChoices, WorkedStep, state_at, worked_step
from gui.panels import worked_step as module
from gui.panels.worked_step import APPLY, PHASES, WorkedStepPanel
from gui.shown import Shown
from gui.theme import DARK, LIGHT, apply_theme
from gui.translation import set_language
from gui.widgets.number_edit import NumberEdit
from tests.core.helpers import Root, doubled
from tests.gui.cut_text import cut_widgets
from tests.gui.panels.canned import not_begun, preset, shown_of, trained

MOMENTUM = OptimizerConfig("sgd", 0.1, (("momentum", 0.9),))
ADAM = OptimizerConfig("adam", 0.1)


@dataclass(frozen=True, eq=False)
class Given(Shown):
    """A state with a step taken apart by the test."""

    worked: WorkedStep | None = None
    calls: tuple[ReferenceCall, ...] | None = None


@pytest.fixture
def panel(qtbot):
    panel = WorkedStepPanel()
    qtbot.addWidget(panel)
    panel.resize(560, 250)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


@pytest.fixture
def appearance(qapp):
    yield qapp
    set_language(qapp, "en")
    apply_theme(qapp, dark=False)


def worked_shown(config=None, step=0, choices=None, calls=False):
    config = config or preset("tape")
    shown = shown_of(trained(config, max(step, 1) + 1), step, surface=False)
    state = state_at(config, shown.row)
    worked = worked_step(config, state, choices or TapeChoices())
    made = reference_calls(config, state) if calls else None
    return Given(shown.config, shown.snapshot, shown.step, worked=worked, calls=made)


def texts(panel) -> list[str]:
    """What the five phases say, with plain spaces."""
    parts = [(row.code.text(), row.result.text(), row.remark.text()) for row in panel.rows]
    return ["\n".join(filter(None, part)).replace("\u00a0", " ") for part in parts]


def waiting(panel) -> str:
    assert not panel._scroll.isVisible()
    return panel._waiting.text()


def button(panel, name) -> QPushButton:
    return panel.findChild(QPushButton, name)


# Why there is nothing yet.


def test_before_tensorflow_a_sentence(panel):
    assert waiting(panel) == "The step is taken apart once TensorFlow is loaded."
    panel.draw(not_begun(preset("tape"), surface=False))
    assert waiting(panel) == "The step is taken apart once TensorFlow is loaded."
    assert not button(panel, "phasePlayButton").isEnabled()


def test_during_a_run_a_sentence(panel):
    shown = shown_of(replace(trained(preset("tape"), 2), state=RunState.RUNNING), surface=False)
    panel.draw(shown)
    assert waiting(panel) == "The step is taken apart when the run pauses."


def test_never_the_numbers_of_another_step(panel):
    shown = worked_shown(step=2)
    panel.draw(shown)
    assert panel._scroll.isVisible() and not panel._waiting.isVisible()
    panel.draw(replace(shown, step=1))
    assert waiting(panel) == "The step is being taken apart…"
    assert panel._heading.text() == ""


# The five lines.


def test_plain_descent_shows_the_sum(panel):
    panel.draw(worked_shown())
    one, two, three, four, five = texts(panel)
    assert one.splitlines()[0] == "with tf.GradientTape() as tape: loss = loss_fn(y, w * x + b)"
    assert "target: loss,  sources: [w, b]" in one
    assert two == "gradients = tape.gradient(loss, [w, b])\n[-0.6468, -18.04]"
    assert three.startswith("pairs = list(zip(gradients, [w, b]))\n[(-0.6468, w), (-18.04, b)]")
    assert "compute_gradients" in three
    assert "w: 1 − 0.1 × (−0.6468) = 1.06468" in four
    assert "optimizer.iterations: 0 → 1" in four
    assert five.startswith("w.assign_sub(0.1 * gradient_w)") and "w = 1.06468" in five
    assert five.endswith("✓ equal to what the optimizer did")
    assert panel._heading.text() == "From step 0 to step 1"


def test_the_line_that_changes_the_parameters_is_marked(panel):
    panel.draw(worked_shown())
    tags = [row.tag.isVisible() for row in panel.rows]
    assert tags == [number == APPLY for number in range(1, PHASES + 1)]
    assert panel.rows[APPLY - 1].tag.text() == "◀ changes w, b"
    looks = [row.styleSheet() for row in panel.rows]
    assert LIGHT.line in looks[APPLY - 1] and looks.count(looks[0]) == PHASES - 1


def test_without_scrolling_one_sees_how_w_changes(panel):
    panel.draw(worked_shown())
    panel.grab()
    row = panel.rows[APPLY - 1]
    bottom = row.mapTo(panel, row.rect().bottomLeft()).y()
    assert bottom < panel.height()


@pytest.mark.parametrize(
    ("optimizer", "kept"),
    [(MOMENTUM, ("momentum_w", "momentum_b")), (ADAM, ("momentum_w", "velocity_w"))],
)
def test_an_optimizer_that_remembers(panel, optimizer, kept):
    config = replace(preset("tape"), optimizer=optimizer)
    shown = worked_shown(config, step=1)
    panel.draw(shown)
    four, five = texts(panel)[3:]
    name = shown.worked.optimizer
    assert "learning rate × gradient:  0.1 × (−" in four and "w: 1.0" in four or "w: 1.1" in four
    assert "what the optimizer remembers:" in four
    assert all(f"{slot}: " in four for slot in kept)
    assert f"≠ {name} also uses what it remembers." in five
    assert "✓" not in five


def test_a_step_that_is_wrong_on_purpose_is_not_explained_away(panel):
    def climbs(optimizer, gradients, parameters, now):
        optimizer.apply_gradients(zip([-g for g in gradients], parameters, strict=True))

    panel.draw(worked_shown(replace(preset("checker", 0.01), update=climbs)))
    four, five = texts(panel)[3:]
    assert "w: 1 → 1.18" in four and "1 − 0.01 × 18" not in four
    assert "≠ SGD did not just subtract this." in five


def test_whole_numbers_on_hover(panel):
    shown = worked_shown()
    panel.draw(shown)
    assert f"w = {shown.worked.after[0]!r}" in panel.rows[3].result.toolTip()
    assert f"w = {shown.worked.gradients[0]!r}" in panel.rows[1].result.toolTip()


def test_what_keras_says_without_gradients(panel):
    def untaped(objective, parameters, data):
        return objective(parameters, data), [None for _ in parameters]

    panel.draw(worked_shown(replace(preset("checker"), gradient=untaped)))
    two, three, four, five = texts(panel)[1:]
    assert two.endswith("[None, None]") and "[(None, w), (None, b)]" in three
    assert "✗ Keras: No gradients provided for any variable." in four
    assert five.endswith("? There is no gradient to subtract.")
    assert panel.findChild(QComboBox, "unconnectedBox").isEnabled()


def test_one_parameter_without_a_gradient(panel):
    config = replace(preset("checker"), problem=Problem(Root(), (4.0, 1.0)))
    panel.draw(worked_shown(config))
    texts_of = texts(panel)
    assert texts_of[1].endswith("[0.25, None]")
    assert "loss = f(u, v)" in texts_of[0]
    assert "✗ Keras: Gradients do not exist" in texts_of[3]


def test_numbers_that_are_not_finite(panel):
    panel.draw(worked_shown(preset("checker", 3e38)))
    assert "w: 1 → −∞" in texts(panel)[3]
    assert "? The numbers are no longer finite." in texts(panel)[4]


def test_a_replaced_gradient(panel):
    panel.draw(worked_shown(replace(preset("checker", 0.01), gradient=doubled)))
    assert texts(panel)[1].endswith("[36, 12]")


# What is asked of the tape.


def test_the_choices_are_told(panel, qtbot):
    panel.draw(worked_shown())
    unused = panel.findChild(QCheckBox, "unusedSourceBox")
    combo = panel.findChild(QComboBox, "unconnectedBox")
    factor = panel.findChild(NumberEdit, "outputGradientsBox")
    assert unused.text() == "with a source c that the loss does not use"
    assert not combo.isEnabled()
    told = []
    panel.choices_changed.connect(told.append)
    unused.click()
    assert told[-1] == TapeChoices(unused_source=True) and combo.isEnabled()
    combo.setCurrentIndex(combo.findData("zero"))
    combo.activated.emit(combo.currentIndex())
    assert told[-1] == TapeChoices(unconnected_zero=True, unused_source=True)
    factor.setText("2")
    qtbot.keyClick(factor, Qt.Key.Key_Return)
    assert told[-1] == TapeChoices(2.0, True, True)
    unused.click()
    assert told[-1] == TapeChoices(2.0) and not combo.isEnabled()
    factor.setText("1")
    qtbot.keyClick(factor, Qt.Key.Key_Return)
    assert told[-1] == TapeChoices()


def test_the_code_says_what_was_asked(panel):
    panel.draw(worked_shown(choices=TapeChoices(2.0, False, True)))
    two, three, four = texts(panel)[1:4]
    assert two.startswith("gradients = tape.gradient(loss, [w, b, c], output_gradients=")
    assert 'unconnected_gradients="none"' in two and two.endswith("[-1.294, -36.08, None]")
    assert "None" not in three
    assert "w: 1 − 0.1 × (−1.294) = 1.12935" in four
    assert panel._choice_note.isVisible()
    panel.draw(worked_shown(choices=TapeChoices(None, True, True)))
    assert texts(panel)[1].endswith("[-0.6468, -18.04, 0]")
    assert not panel._choice_note.isVisible()


# One line after the other.


def test_the_lines_are_stepped(panel, qtbot):
    panel.draw(worked_shown())
    told = []
    panel.phase_changed.connect(told.append)
    back, on = button(panel, "phaseBackButton"), button(panel, "phaseOnButton")
    assert not back.isEnabled()
    for _ in range(PHASES):
        on.click()
    assert told == [1, 2, 3, 4, 5] and not on.isEnabled()
    assert LIGHT.equation_background in panel.rows[4].styleSheet()
    assert LIGHT.equation_background not in panel.rows[3].styleSheet()
    back.click()
    assert told[-1] == panel.phase == 4


def test_the_lines_are_played_to_the_end(panel, qtbot):
    panel._timer.setInterval(1)
    panel.draw(worked_shown())
    told = []
    panel.phase_changed.connect(told.append)
    play = button(panel, "phasePlayButton")
    play.click()
    assert play.text() == "❚❚"
    qtbot.waitUntil(lambda: not play.isChecked())
    assert told == [1, 2, 3, 4, 5] and not panel._timer.isActive()
    play.click()
    assert panel.phase == 1
    play.click()
    assert not panel._timer.isActive()


def test_playing_stops_when_it_is_hidden_or_has_nothing_to_show(panel):
    shown = worked_shown()
    play = button(panel, "phasePlayButton")
    panel.draw(shown)
    play.click()
    panel.draw(replace(shown, worked=None))
    assert not panel._timer.isActive() and not play.isChecked()
    panel.draw(shown)
    play.click()
    told = []
    panel.phase_changed.connect(told.append)
    panel.hide()
    assert not panel._timer.isActive() and told == [0] and panel.phase == 0


def test_the_line_explained_is_in_sight(panel):
    panel.draw(worked_shown(replace(preset("tape"), optimizer=ADAM), step=1))
    panel.grab()
    panel._explain(PHASES)
    row = panel.rows[-1]
    top = row.mapTo(panel._scroll.viewport(), row.rect().topLeft()).y()
    assert 0 <= top < panel._scroll.viewport().height()


# The table.


def open_table(panel) -> QTableWidget:
    panel._section.set_open(True)
    return panel.findChild(QTableWidget, "callTable")


def test_the_table_is_asked_for_once_it_is_open(panel, qtbot):
    shown = worked_shown()
    wanted = []
    panel.calls_wanted.connect(lambda: wanted.append(1))
    panel.draw(shown)
    assert not wanted
    open_table(panel)
    assert wanted == [1] and panel._calls_note.isVisible()
    panel.draw(shown)
    assert wanted == [1]
    panel.draw(worked_shown(step=1))
    assert wanted == [1, 1]
    panel.draw(worked_shown(step=1, calls=True))
    assert wanted == [1, 1] and panel._table.isVisible() and not panel._calls_note.isVisible()


def test_each_call_of_the_tutorial_then_and_now(panel):
    table = open_table(panel)
    shown = worked_shown(preset("checker"), calls=True)
    panel.draw(shown)
    assert table.rowCount() == len(shown.calls)
    cells = {
        table.item(i, 0).toolTip().split("\n")[0]: [table.item(i, j).toolTip() for j in range(3)]
        for i in range(table.rowCount())
    }
    session = cells["✗ tf.Session().run(loss)"]
    assert "gone: AttributeError" in session[0] and session[1:] == ["loss.numpy()", "9.0"]
    assert cells["✓ tape.gradient(loss, [w, b])"][1:] == ["unchanged", "[18.0, 6.0]"]
    assert "RuntimeError" in cells["✗ tf.gradients(loss, [w, b])"][0]
    slip = cells["✗ w.assign_sub(0.1 * w)"]
    assert slip[2] == "w = 0.9\nthe parameter in place of its gradient"


def test_the_table_is_seen_whole_and_scrolls_with_the_rest(panel, qtbot):
    table = open_table(panel)
    panel.draw(worked_shown(preset("checker"), calls=True))
    for size in ((560, 250), (1200, 620)):
        panel.resize(*size)
        qtbot.waitUntil(lambda: table.width() <= panel._scroll.viewport().width())
        panel.grab()
        header = table.horizontalHeader().height()
        assert table.height() >= header + table.verticalHeader().length()
        for i in range(table.rowCount()):
            assert table.rowHeight(i) >= table.sizeHintForRow(i)


def test_copy_gives_code_that_can_be_pasted(panel, qtbot):
    table = open_table(panel)
    shown = worked_shown(preset("checker"), calls=True)
    panel.draw(shown)
    panel.activateWindow()
    table.setFocus()
    qtbot.waitUntil(table.hasFocus)
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert lines[0][:3] == ["in the tutorial", "today", "result"]
    assert [line[:3] for line in lines[1:]] == [[c.code, c.today, c.result] for c in shown.calls]
    assert lines[1:][-2][3].startswith("AttributeError")


# Look and words.


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("font_px", [13, 18])
@pytest.mark.parametrize("optimizer", [OptimizerConfig("sgd", 0.1), ADAM])
def test_nothing_is_cut_off(panel, appearance, language, font_px, optimizer):
    set_language(appearance, language)
    panel.restyle(apply_theme(appearance, dark=False, font_px=font_px))
    panel.retranslate()
    choices = TapeChoices(2.0, True, True)
    panel.draw(worked_shown(replace(preset("tape"), optimizer=optimizer), 1, choices))
    panel.grab()
    QApplication.processEvents()
    bar = panel._scroll.horizontalScrollBar()
    assert bar.maximum() == 0
    inside = [text for text in cut_widgets(panel) if "outside of the window" not in text]
    assert not inside


def test_another_language_and_back(panel, appearance):
    panel.draw(worked_shown())
    before = texts(panel)
    set_language(appearance, "zh_CN")
    panel.retranslate()
    set_language(appearance, "en")
    panel.retranslate()
    assert texts(panel) == before


def test_dark_and_light(panel):
    panel.draw(worked_shown())
    panel.restyle(DARK)
    assert DARK.line in panel.rows[APPLY - 1].styleSheet()
    assert DARK.ok_text in panel.rows[4].remark.styleSheet()


def test_every_control_has_names_and_a_tooltip(panel):
    panel.draw(worked_shown())
    kinds = (QPushButton, QCheckBox, QComboBox, NumberEdit, QTableWidget)
    controls = [w for kind in kinds for w in panel.findChildren(kind)]
    assert len(controls) >= 8
    for control in controls:
        assert control.objectName() and control.accessibleName(), control
        if control.objectName() != "foldedHeading":
            assert control.toolTip(), control.objectName()
    for row in panel.rows:
        assert row.accessibleName() and isinstance(row, QWidget)


def test_words_that_are_not_used(panel):
    panel.draw(worked_shown(replace(preset("tape"), optimizer=ADAM), step=1))
    said = "\n".join(texts(panel)).lower()
    assert not [word for word in ("cursor", "slot", "probe", "witness") if word in said]
    assert module.PLAY_MS == 1000
