"""The window, driven by its real widgets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from core.gradient_bugs import BUGS, with_bug
from core.presets import PRESETS
from core.run_view import RunState
from gui.main_window import MainWindow
from gui.settings import Settings
from gui.shown import Shown
from gui.widgets.learning_rate_slider import LearningRateSlider
from tests.gui.conftest import Opener
from tests.gui.cut_text import cut_widgets
from tests.gui.driver import Driver

ENGLISH = re.compile(
    r"(?!float|tape|epoch|TensorFlow|Keras|\w*_\w+|momentum|nesterov|clip(norm|value))\b[A-Za-z]{4,}"
)
"""A word of a sentence; names of the API stay as they are."""

ENDS = (RunState.STOPPED, RunState.CONVERGED, RunState.DIVERGED)
CONTRACT = (
    "presetBox", "optimizerBox", "lossBox", "learningRateBox", "learningRateSlider", "runButton",
    "stepButton", "stepBackButton", "resetButton", "stepsPerSecondBox", "stepBudgetBox",
    "timelineSlider", "wValue", "bValue", "lossValue", "stepValue", "statusLabel", "verdictLabel",
    "checkTable", "messageBar", "fitPanel", "surfacePanel", "lossPanel", "checkPanel",
)  # fmt: skip


@pytest.fixture
def drive(window: MainWindow, qtbot: QtBot) -> Driver:
    driver = Driver(window, qtbot)
    driver.full_speed()
    return driver


def test_the_contract_s_names_are_there(drive: Driver) -> None:
    for name in CONTRACT:
        drive.find(name)
    assert drive.window.findChildren(QWidget, "stepsTable")


def test_every_control_has_a_name_and_a_tooltip(drive: Driver) -> None:
    kinds = (QAbstractButton, QComboBox, QAbstractSlider, QLineEdit, LearningRateSlider)
    controls = [c for c in drive.window.findChildren(QWidget) if isinstance(c, kinds)]
    for control in controls:
        inner = isinstance(control.parent(), QTabBar | QAbstractSpinBox | QAbstractItemView)
        if control.objectName() and not inner:
            name, folded = control.objectName(), control.objectName() == "foldedHeading"
            unused = name.startswith("remedyButton") and not control.isVisible()
            assert unused or control.accessibleName(), name
            assert unused or folded or control.toolTip(), name


def test_start_step_run_and_back(drive: Driver) -> None:
    assert drive.text("stepValue") == "step 0 of 0"
    assert drive.window.toolbar.run_button.hasFocus() or not drive.window.isActiveWindow()
    drive.click("stepButton")
    drive.until_step(1)
    assert drive.text("verdictLabel") == "✓ gradient"
    drive.click("runButton")
    drive.until_state(RunState.STOPPED)
    assert drive.text("stepValue") == "step 20 of 20"
    assert drive.text("wValue") == "w 1.7185"
    assert "Run 20 more" in drive.window.toolbar.run_button.text()
    drive.click("stepBackButton")
    drive.until_step(19)
    assert (drive.text("wValue"), drive.text("bValue")) == ("w 1.7015", "b 9.8897")
    drive.click("stepButton")
    drive.until_step(20)


def test_the_timeline_shows_any_step(drive: Driver) -> None:
    drive.click("runButton")
    drive.until_state(RunState.STOPPED)
    drive.find("timelineSlider").setValue(5)
    drive.until_step(5)
    assert drive.text("stepValue") == "step 5 of 20"


def test_a_rate_typed_in_acts_on_the_next_step(drive: Driver) -> None:
    drive.click("stepButton")
    drive.until_step(1)
    drive.type("learningRateBox", "5e-2")
    drive.click("stepButton")
    drive.until_step(2)
    assert drive.run.events[0].value == 0.05
    assert drive.window.controller.shown.row.learning_rate == pytest.approx(0.05)


@pytest.mark.parametrize(
    ("link", "rate"), [("limitLink", 0.08452), ("halfLink", 0.0423), ("fastestLink", 0.08333)]
)
def test_the_links_set_the_rate_that_they_name(drive: Driver, link: str, rate: float) -> None:
    drive.choose("presetBox", "checker")
    drive.until_state(RunState.READY)
    drive.click(link)
    assert drive.window.controller.config.optimizer.learning_rate == rate
    assert str(rate) in drive.text_of(link)


def test_the_links_go_where_no_limit_is_known(drive: Driver) -> None:
    drive.choose("optimizerBox", "adam")
    drive.until_state(RunState.READY)
    for name in ("limitLink", "halfLink", "fastestLink"):
        assert not drive.window.findChild(QWidget, name).isVisible()


def test_diverge_and_recover(drive: Driver) -> None:
    drive.choose("presetBox", "checker")
    drive.until_state(RunState.READY)
    drive.click("runButton")
    drive.until_state(RunState.DIVERGED)
    sentence = drive.text("statusLabel")
    assert sentence.startswith("Step 137: the loss is too large for float32. Learning rate 0.1 is")
    assert "above the limit 0.0845: each step makes the error 1.37 times larger." in sentence
    assert "w = nan b = nan" in sentence
    assert drive.window.findChild(QWidget, "messageBar").property("kind") == "danger"
    assert "Run again" in drive.window.toolbar.run_button.text()
    assert drive.text_of("remedyButton1") == "Use 0.0423, run again"
    drive.click("remedyButton1")
    drive.until_state(*ENDS)
    assert drive.run.state is not RunState.DIVERGED
    assert drive.window.controller.shown.ghost is not None


def test_reset_shows_the_start_and_the_ghost(drive: Driver) -> None:
    drive.click("runButton")
    drive.until_state(RunState.STOPPED)
    drive.click("resetButton")
    drive.until_state(RunState.READY)
    assert drive.text("stepValue") == "step 0 of 0"
    assert drive.window.controller.shown.ghost is not None


@pytest.mark.parametrize(
    ("box", "key"),
    [("lossBox", "mae"), ("lossBox", "half_mse"), ("optimizerBox", "adam"),
     ("optimizerBox", "muon"), ("precisionBox", "float64")],
)  # fmt: skip
def test_other_settings_train_too(drive: Driver, box: str, key: str) -> None:
    drive.window.body.controls.open_all()
    drive.choose(box, key)
    drive.until_state(RunState.READY)
    drive.click("runButton")
    drive.until_state(*ENDS)
    assert drive.run.history.last_step == 20


def test_noise_and_seed_make_other_data(drive: Driver) -> None:
    before = drive.window.controller.config.problem.dataset
    drive.find("seedBox").setValue(3)
    drive.until_state(RunState.READY)
    data = drive.window.controller.config.problem.dataset
    assert data.seed == 3
    assert not (data.y == before.y).all()
    drive.type("noiseBox", "0")
    drive.until_state(RunState.READY)
    assert drive.window.controller.config.problem.dataset.noise == 0.0


def test_the_number_of_points_makes_other_data_and_keeps_noise_and_seed(drive: Driver) -> None:
    drive.find("seedBox").setValue(3)
    drive.find("pointsBox").setValue(30)
    drive.until_state(RunState.READY)
    data = drive.window.controller.config.problem.dataset
    assert (len(data), data.noise, data.seed) == (30, 0.33, 3)
    drive.type("noiseBox", "0")
    drive.until_state(RunState.READY)
    data = drive.window.controller.config.problem.dataset
    assert (len(data), data.noise, data.seed) == (30, 0.0, 3)


def test_only_what_the_data_can_have_is_offered(drive: Driver) -> None:
    def offered() -> list[str]:
        controls = drive.window.body.controls
        names = ("pointsBox", "noiseBox", "seedBox")
        return [n for n in names if controls.findChild(QWidget, n).isVisibleTo(controls)]

    for preset, wanted in (
        ("outliers", ["pointsBox", "noiseBox", "seedBox"]),
        ("checker", ["noiseBox", "seedBox"]),
        ("hubble", []),
    ):
        drive.choose("presetBox", preset)
        drive.until_state(RunState.READY)
        assert offered() == wanted
    texts = [label.text() for label in drive.window.body.controls.findChildren(QLabel)]
    assert any("24 points, distance (Mpc) → velocity (km/s)" in text for text in texts)


def test_the_box_lists_each_preset_in_its_group_with_help(drive: Driver) -> None:
    box = drive.find("presetBox", QComboBox)
    keys = [box.itemData(index) for index in range(box.count())]
    assert keys[:3] == ["tape", "checker", None] and keys[9:11] == [None, "anscombe1"]
    assert [key for key in keys if key is not None] == list(PRESETS)
    for index, key in enumerate(keys):
        if key is not None:
            tip = box.itemData(index, Qt.ItemDataRole.ToolTipRole)
            assert PRESETS[key].source in tip and tip[0].isalnum()


def test_a_narrow_classic_table_is_said_to_be_so_at_a_rate_that_works(drive: Driver) -> None:
    drive.choose("presetBox", "cars")
    drive.until_state(RunState.READY)
    assert "condition number 2572" in drive.text("statusLabel")
    drive.click("runButton")
    drive.until(lambda: drive.step >= 2)
    losses = drive.losses()
    assert losses[2] < losses[1] < losses[0]


def test_the_gate_is_on_in_checker(drive: Driver) -> None:
    gate = drive.find("gateBox", QAbstractButton)
    assert not gate.isChecked()
    drive.choose("presetBox", "checker")
    drive.until_state(RunState.READY)
    assert gate.isChecked()
    assert drive.run.config.gate


def test_what_is_broken_on_purpose_is_seen_and_can_be_turned_off(drive: Driver) -> None:
    banner = drive.window.banner
    assert banner.isHidden()
    open_section(drive, "Break it on purpose: off")
    drive.choose("bugBox", "factor_two")
    drive.until_state(RunState.READY)
    assert drive.text("bugBannerText") == "<b>Broken on purpose: gradient × 2</b>"
    assert "2 times too large" in drive.text("statusLabel")
    drive.click("bugOffButton")
    drive.until(lambda: drive.window.controller.shown.config.bug is None)
    drive.until_state(RunState.READY)
    assert banner.isHidden() and drive.run.config.bug is None
    drive.click("stepButton")
    drive.until_step(1)
    assert drive.run.history.row(1).parameters[0] == pytest.approx(1.06467676)


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_no_mistake_s_name_is_cut_or_widens_the_column(
    open_window: Opener, qtbot: QtBot, language: str
) -> None:
    drive = Driver(open_window(language=language), qtbot)
    open_section(drive, {"en": "Break it on purpose", "zh_CN": "故意改错"}[language])
    controls = drive.window.body.controls
    for name in BUGS:
        controls.draw(Shown(with_bug(drive.window.controller.config, name)))
        drive.until_nothing_is_cut()
        assert controls.widget().width() <= controls.viewport().width(), name


def open_section(drive: Driver, heading: str) -> None:
    """Open a folded section by its heading."""
    buttons = drive.window.findChildren(QAbstractButton, "foldedHeading")
    (found,) = [button for button in buttons if heading in button.text()]
    found.click()


def test_a_run_can_be_paused_and_goes_on(drive: Driver) -> None:
    drive.find("stepBudgetBox").setValue(9_999_999)
    drive.click("runButton")
    drive.until_state(RunState.RUNNING)
    assert "Pause" in drive.window.toolbar.run_button.text()
    drive.click("runButton")
    drive.until_state(RunState.PAUSED)
    done = drive.run.history.last_step
    drive.click("runButton")
    drive.until(lambda: drive.run.history.last_step > done)


def test_close_while_running_flat_out(drive: Driver) -> None:
    drive.find("stepBudgetBox").setValue(9_999_999)
    drive.click("runButton")
    drive.until(lambda: drive.run.history.last_step > 1000)
    assert drive.window.close()


KEYS = [
    (Qt.Key.Key_Right, 4),
    (Qt.Key.Key_Left, 2),
    (Qt.Key.Key_Home, 0),
    (Qt.Key.Key_End, 3),
]


@pytest.mark.parametrize(("key", "step"), KEYS)
def test_keys_move_the_shown_step(drive: Driver, qtbot: QtBot, key: Qt.Key, step: int) -> None:
    for done in (1, 2, 3):
        drive.click("stepButton")
        drive.until_step(done)
    _activate(drive, qtbot)
    drive.press(key)
    drive.until_step(step)


def test_space_runs_r_resets_and_shift_makes_ten(drive: Driver, qtbot: QtBot) -> None:
    _activate(drive, qtbot)
    drive.press(Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    drive.until_step(10)
    drive.press(Qt.Key.Key_Space)
    drive.until_state(RunState.STOPPED)
    drive.press(Qt.Key.Key_R)
    drive.until_state(RunState.READY)


def test_a_field_keeps_its_keys(drive: Driver, qtbot: QtBot) -> None:
    _activate(drive, qtbot)
    drive.press(Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    field = drive.find("learningRateBox", QLineEdit)
    qtbot.waitUntil(field.hasFocus)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_1):
        drive.press(key)
    assert drive.window.controller.shown.row.step == 0
    assert field.text() == "10.1"
    drive.press(Qt.Key.Key_Escape)
    assert field.text() == "0.1"


def test_panels_are_enlarged_by_number(drive: Driver, qtbot: QtBot) -> None:
    _activate(drive, qtbot)
    for number, panel in enumerate(drive.window.body.panels, 1):
        drive.press(Qt.Key(Qt.Key.Key_0 + number))
        qtbot.waitUntil(panel.isVisible)
        others = [p for p in drive.window.body.panels if p is not panel]
        assert not any(other.isVisible() for other in others)
        drive.press(Qt.Key.Key_Escape)
    for panel in drive.window.body.panels[:4]:
        drive.window.body.tabs.setCurrentIndex(0)
        assert panel.isVisible()


def test_columns_are_hidden_and_come_back(drive: Driver, qtbot: QtBot) -> None:
    _activate(drive, qtbot)
    for key, part in (
        (Qt.Key.Key_F9, drive.window.body.controls),
        (Qt.Key.Key_F10, drive.window.body.tabs),
    ):
        drive.press(key)
        assert not part.isVisible()
        drive.press(key)
        assert part.isVisible()


def test_present_view_shows_what_a_class_needs(drive: Driver, qtbot: QtBot) -> None:
    drive.click("presentButton")
    for name in ("fitPanel", "surfacePanel", "learningRateBox", "learningRateSlider", "runButton",
                 "stepValue", "messageBar"):  # fmt: skip
        assert drive.find(name).isVisible(), name
    assert not drive.window.body.controls.isVisible()
    assert not drive.window.body.tabs.isVisible()
    qtbot.waitUntil(lambda: cut_widgets(drive.window) == [])
    _activate(drive, qtbot)
    drive.press(Qt.Key.Key_PageDown)
    drive.until_step(1)
    drive.press(Qt.Key.Key_PageUp)
    drive.until_step(0)
    drive.press(Qt.Key.Key_Escape)
    assert drive.window.body.controls.isVisible()
    assert drive.find("learningRateBox").isVisible()


def test_the_message_can_be_covered(drive: Driver) -> None:
    drive.click("coverButton")
    assert not drive.window.findChild(QWidget, "statusLabel").isVisible()
    drive.click("coverButton")
    assert drive.find("statusLabel").isVisible()


def test_language_theme_and_size_are_remembered(drive: Driver) -> None:
    drive.click("languageButton")
    drive.until(lambda: drive.text("stepValue") == "第 0 / 0 步")
    drive.click("themeButton")
    drive.window.set_font_px(16)
    settings = Settings()
    assert (settings.language, settings.dark, settings.font_px) == ("zh_CN", True, 16)


def write_line(folder: Path) -> Path:
    path = folder / "line.csv"
    path.write_text("x,y\n" + "\n".join(f"{i},{3 * i + 1}" for i in range(100)))
    return path


def test_a_dropped_table_is_opened_and_the_limit_said_before_any_step(
    drive: Driver, tmp_path: Path
) -> None:
    count = drive.find("presetBox", QComboBox).count()
    drive.type("learningRateBox", "0.01")
    _drop(drive.window, write_line(tmp_path))
    drive.click("importOpen")
    drive.until(lambda: drive.window.controller.preset is None)
    drive.until_state(RunState.READY)
    assert "33 × the limit for these data, 0.000304" in drive.text("statusLabel")
    assert drive.find("presetBox", QComboBox).currentText() == "line.csv"
    drive.click("remedyButton1")
    drive.click("runButton")
    drive.until_state(*ENDS)
    assert drive.run.state is not RunState.DIVERGED
    drive.choose("presetBox", "tape")
    drive.until_state(RunState.READY)
    assert drive.find("presetBox", QComboBox).count() == count


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "line 3, column y: “abc” is not a number"), ("zh_CN", "abc")],
)
def test_a_bad_table_is_explained_and_leaves_all_as_it_was(
    open_window: Opener, qtbot: QtBot, tmp_path: Path, language: str, words: str
) -> None:
    path = tmp_path / "bad.csv"
    path.write_text("x,y\n1,2\n2,abc\n")
    window = open_window("--data", str(path), language=language)
    drive = Driver(window, qtbot)
    before = window.controller.config
    drive.until(lambda: words in drive.text("statusLabel"))
    assert window.controller.config is before
    drive.click("stepButton")
    drive.until_step(1)
    assert words not in drive.text("statusLabel")


def test_a_table_can_be_named_at_the_start(
    open_window: Opener, qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_window("--data", str(write_line(tmp_path)))
    qtbot.waitUntil(lambda: window.controller.preset is None, timeout=20_000)


def test_help_lists_the_keys(drive: Driver, qtbot: QtBot) -> None:
    drive.click("helpButton")
    dialog = drive.window.findChild(QWidget, "helpDialog")
    qtbot.waitUntil(dialog.isVisible)
    dialog.close()


SIZES = [("en", 13), ("zh_CN", 13), ("en", 18), ("zh_CN", 18)]


@pytest.mark.parametrize(("language", "font_px"), SIZES)
def test_no_text_is_cut_off_at_1280_by_680(
    open_window: Opener, qtbot: QtBot, language: str, font_px: int
) -> None:
    window = open_window("--preset", "checker", language=language)
    drive = Driver(window, qtbot)
    drive.full_speed()
    window.set_font_px(font_px)
    window.resize(1280, 680)
    window.controller.step(3)
    drive.until_state(RunState.PAUSED)
    for _ in range(2):
        drive.until_nothing_is_cut()
        assert (window.width(), window.height()) == (1280, 680)
        drive.click("runButton")
        drive.until_state(RunState.DIVERGED)


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_least_size(open_window: Opener, language: str) -> None:
    window = open_window(language=language)
    window.resize(1250, 570)
    assert (window.width(), window.height()) == (1250, 570)
    assert cut_widgets(window) == []


def _activate(drive: Driver, qtbot: QtBot) -> None:
    drive.window.activateWindow()
    qtbot.waitUntil(drive.window.isActiveWindow)
    drive.window.toolbar.run_button.setFocus()


def _drop(window: MainWindow, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    actions, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    plain = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), actions, data, left, plain)
    window.dragEnterEvent(enter)
    assert enter.isAccepted()
    window.dropEvent(QDropEvent(QPointF(5, 5), actions, data, left, plain))


def test_no_english_word_is_left_in_chinese(open_window: Opener) -> None:
    window = open_window(language="zh_CN")
    window.body.controls.open_all()
    texts = [label.text() for label in window.findChildren(QLabel)]
    texts += [button.text() for button in window.findChildren(QAbstractButton)]
    left = {text for text in texts if ENGLISH.search(re.sub(r"<[^>]*>|\u200b", "", text))}
    assert not left, left
