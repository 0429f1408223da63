"""What is taken out of the window, through its own dialog, menu and keys."""

import re

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QLabel, QLineEdit, QPushButton

from core.columns import Role
from core.config import RunConfig
from core.history import History
from core.run_view import RunState
from gui.copying import table_text
from gui.export_dialog import ExportDialog
from gui.export_runs import file_stem, rows_words, shown_with
from tests.gui.cut_text import cut_widgets
from tests.gui.driver import Driver
from tests.gui.panels.canned import fit_config, preset, shown_of, trained

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
SCRIPT, STEPS, PICTURE, FILM, LOG = range(5)


class Hands:
    """Hands on the dialog."""

    def __init__(self, window, qtbot) -> None:
        self.window, self.qtbot = window, qtbot
        self.driver = Driver(window, qtbot)
        self.dialog = None

    def ran(self, steps: int = 20):
        controller = self.window.controller
        controller.set_speed(None)
        controller.step(steps)
        self.driver.until(lambda: self.driver.run.history.last_step == steps)
        self.driver.settle()
        return self

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = CTRL) -> None:
        """Press a key in the window."""
        self.window.activateWindow()
        self.driver.until(self.window.isActiveWindow)
        self.driver.press(key, modifier)

    def open(self, kind: int):
        self.key(Qt.Key.Key_E)
        self.dialog = self.window.findChild(ExportDialog)
        assert self.dialog.isVisible()
        self.dialog.list.setCurrentRow(kind)
        return self

    def find(self, name, kind):
        return self.dialog.findChild(kind, name)

    def choose(self, name, key):
        box = self.find(name, QComboBox)
        box.setCurrentIndex(box.findData(key))
        box.activated.emit(box.currentIndex())

    def place(self, path) -> QFileDialog:
        """Press Export…, and give the place in the dialog for it."""
        self.qtbot.mouseClick(self.find("exportButton", QPushButton), Qt.MouseButton.LeftButton)
        asked = next(d for d in self.dialog.findChildren(QFileDialog) if d.isVisible())
        proposed = asked.selectedFiles()[0]
        asked.setDirectory(str(path if path.is_dir() else path.parent))
        asked.selectFile(path.name if not path.is_dir() else str(path))
        asked.accept()
        return proposed

    def written(self, path) -> str:
        """Write, wait, and return what was proposed."""
        proposed = self.place(path)
        self.until_done()
        return proposed.rpartition("/")[2]

    def until_done(self) -> None:
        self.driver.until(lambda: not self.dialog.busy)

    def said(self) -> str:
        return self.find("exportResult", QLabel).text()


@pytest.fixture
def hands(window, qtbot):
    return Hands(window, qtbot)


def test_every_kind_is_written_and_read_back(hands, tmp_path):
    import pandas as pd

    history = hands.ran().driver.run.history

    hands.open(SCRIPT)
    assert hands.written(tmp_path / "run.py") == "tape-20-steps.py"
    compile((tmp_path / "run.py").read_text("utf-8"), "run.py", "exec")
    assert hands.said().startswith("Written: run.py. Run it with: python run.py")

    hands.open(STEPS)
    assert hands.written(tmp_path / "run.csv") == "tape-20-steps.csv"
    assert hands.said() == "Written: run.csv. 21 rows: every step."
    for name, read in (("run.csv", pd.read_csv), ("run.parquet", pd.read_parquet)):
        if name.endswith("parquet"):
            hands.choose("exportStepsFormat", ".parquet")
            assert hands.written(tmp_path / name) == "tape-20-steps.parquet"
        table = read(tmp_path / name)
        assert list(table["loss"]) == list(history.values(Role.LOSS))
        assert list(table["w"]) == list(history.values(Role.PARAMETER))

    hands.open(LOG)
    hands.written(tmp_path)
    assert "21 of 21 steps" in hands.said()
    assert list((tmp_path / "tape-20-steps").glob("*tfevents*"))
    # A second one gets a folder of its own.
    hands.written(tmp_path)
    assert list((tmp_path / "tape-20-steps-2").glob("*tfevents*"))


def test_pictures_have_the_chosen_panel_and_size(hands, tmp_path):
    hands.ran().open(PICTURE)
    page = hands.dialog.page
    assert hands.written(tmp_path / "all.png") == "tape-20-steps.png"
    image = QImage(str(tmp_path / "all.png"))
    assert (image.width(), image.height()) == (1280, 800)
    assert "step 20" in hands.said()

    hands.choose("exportPicturePanel", "loss")
    hands.choose("exportPictureSizeBox", "one_column")
    hands.choose("exportPictureFormat", ".pdf")
    assert hands.written(tmp_path / "loss.pdf") == "tape-loss-20-steps.pdf"
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", (tmp_path / "loss.pdf").read_bytes())
    points = [float(side) for side in box.groups()]
    assert points == pytest.approx([85 / 25.4 * 72, 64 / 25.4 * 72], abs=0.6)

    # Text of all four panels in one column would be too small, and that is said.
    page.draw_preview()
    assert "too small" not in hands.find("exportPictureInfo", QLabel).text()
    hands.choose("exportPicturePanel", "all")
    page.draw_preview()
    assert "too small" in hands.find("exportPictureInfo", QLabel).text()
    assert not hands.find("exportPreview", QLabel).pixmap().isNull()

    # What was chosen stays, and a number of one's own makes a size of one's own.
    hands.dialog.close()
    hands.open(PICTURE)
    assert page.sizes.box.currentData() == "one_column" and page.suffix() == ".pdf"
    page.sizes._sides[0].setValue(90)
    assert page.sizes.box.currentData() == "own"
    page.stop()


def test_a_film_is_made_beside_a_living_window_and_can_be_cancelled(hands, tmp_path):
    from PIL import Image

    hands.ran(5).open(FILM)
    hands.choose("exportFilmPanel", "loss")
    hands.choose("exportFilmSizeBox", "small")
    path = tmp_path / "path.gif"
    hands.place(path)
    hands.driver.until(lambda: hands.dialog.bar.value() > 0)
    assert not hands.find("exportButton", QPushButton).isEnabled()
    hands.qtbot.mouseClick(hands.find("exportCancel", QPushButton), Qt.MouseButton.LeftButton)
    assert hands.said() == "Cancelled: nothing was written."
    assert not list(tmp_path.iterdir())

    assert hands.written(path) == "tape-loss-5-steps.gif"
    assert hands.said() == "Written: path.gif. All 6 steps are shown, each in a frame."
    with Image.open(path) as film:
        assert (film.size, film.n_frames) == ((640, 480), 6)

    import av

    hands.choose("exportFilmFormat", ".mp4")
    hands.written(tmp_path / "path.mp4")
    with av.open(str(tmp_path / "path.mp4")) as container:
        assert sum(1 for _ in container.decode(video=0)) == 6


def test_what_cannot_be_written_is_said_and_the_dialog_stays(hands, tmp_path):
    hands.ran(3).open(STEPS)
    hands.dialog._writer(hands.dialog.page, hands.dialog.shown())(str(tmp_path / "no" / "run.csv"))
    hands.until_done()
    assert "run.csv: the file cannot be written" in hands.said()
    assert hands.dialog.isVisible() and hands.find("exportButton", QPushButton).isEnabled()
    hands.dialog.list.setCurrentRow(FILM)
    hands.dialog._writer(hands.dialog.page, hands.dialog.shown())(str(tmp_path / "run.avi"))
    assert "*.mp4" in hands.said() and not hands.dialog.busy
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_had_says_why_and_another_run_can_be_chosen(hands, tmp_path):
    driver, controller = hands.ran(4).driver, hands.window.controller
    hands.open(SCRIPT)
    box = hands.find("exportRun", QComboBox)
    why = hands.find("exportWhyNot", QLabel)
    assert not box.isVisible() and not why.isVisible()
    controller.keep_run()
    first = driver.run.id
    controller.set_bug("factor_n")
    driver.until(lambda: driver.run.id != first and driver.run.state is RunState.READY)
    driver.until(lambda: why.isVisible())
    assert "deliberate mistake" in why.text()
    assert not hands.find("exportButton", QPushButton).isEnabled()
    hands.choose("exportRun", first)
    assert not why.isVisible()
    assert hands.written(tmp_path / "run.py") == "tape-4-steps.py"


def test_nothing_is_cut_in_either_language_and_large_text(hands):
    hands.ran(1).open(SCRIPT)
    dialog = hands.dialog
    hands.window.set_font_px(18)
    hands.window.switch_language()
    for row in range(len(dialog.pages)):
        dialog.list.setCurrentRow(row)
        QApplication.processEvents()
        dialog.adjustSize()
        hands.driver.until(lambda: not cut_widgets(dialog))
        assert dialog.width() <= 1280 and dialog.height() <= 680
    named = dialog.findChildren(QPushButton) + dialog.findChildren(QComboBox)
    assert all(w.objectName() and w.accessibleName() and w.toolTip() for w in named)


def test_the_numbers_of_the_shown_step_are_copied(hands, window):
    driver = hands.ran(3).driver
    window.controller.go_to(2)
    driver.settle()
    window.setFocus()
    hands.key(Qt.Key.Key_C)
    row = driver.run.history.row(2)
    lines = dict(line.split("\t") for line in clipboard().text().splitlines())
    assert list(lines) == ["step", "w", "b", "loss", "gradient_w", "gradient_b", "learning_rate"]
    assert float(lines["step"]) == 2 and float(lines["loss"]) == row.loss
    assert [float(lines[f"gradient_{name}"]) for name in "wb"] == list(row.gradient)
    assert "step 2" in driver.text("statusLabel")
    # What the run has to say comes back.
    window._notice_timer.timeout.emit()
    assert "clipboard" not in driver.text("statusLabel")


def test_a_field_and_a_table_keep_their_own_key(hands, window):
    driver = hands.ran(1).driver
    field = driver.find("learningRateBox", QLineEdit)
    field.setFocus()
    field.selectAll()
    hands.key(Qt.Key.Key_C)
    assert clipboard().text() == field.text() == "0.1"
    table = driver.find("checkTable")
    table.setFocus()
    hands.key(Qt.Key.Key_C)
    assert "tape.gradient" in clipboard().text()


def test_table_and_picture_are_copied(hands, window):
    driver = hands.ran(5).driver
    window.exports.copying.copy_table()
    driver.until(lambda: "6 rows" in driver.text("statusLabel"))
    lines = [line.split("\t") for line in clipboard().text().splitlines()]
    at = lines[0].index("loss")
    assert [float(line[at]) for line in lines[1:]] == driver.losses()
    assert lines[1][lines[0].index("verdict_w")] == "agree"

    window.setFocus()
    hands.key(Qt.Key.Key_C, CTRL | SHIFT)
    image = clipboard().image()
    assert (image.width(), image.height()) == (2560, 1600)
    assert image.pixelColor(QPoint(2, 2)).name() == "#ffffff"


def clipboard():
    return QGuiApplication.clipboard()


def test_a_long_table_stops():
    view = trained(fit_config([0, 1], [0, 1]), 9)
    lines = table_text(view.history, most=4).splitlines()
    assert [line.split("\t")[0] for line in lines] == ["step", "0", "1", "2", "3"]


def test_thinned_records_say_so():
    view = trained(fit_config([0, 1], [0, 1]), 40)
    assert rows_words(view.history) == "41 rows: every step."
    thin = History(view.history.layout, budget=1)
    for i in range(41):
        thin.append(view.history.row(i).values[None])
    text = rows_words(thin.view)
    stride = np.diff(thin.view.values(Role.STEP)).max()
    assert text.startswith(f"{len(thin.view)} rows for 41 steps") and f"one in {stride:.0f}" in text


def test_another_run_is_shown_with_its_own_surface():
    def other(settings: RunConfig):
        return trained(settings, 3, run_id=2)

    config = preset("tape")
    one = shown_of(trained(config, 2), ghost=other(config.with_learning_rate(0.2)))
    same = shown_with(one, 2)
    assert same.run is not None and same.run.id == 2 and same.surface is one.surface
    assert same.config.optimizer.learning_rate == 0.2 and same.ghost is None
    assert file_stem(same, "tape") == "tape-3-steps"
    two = shown_of(trained(config, 2), ghost=other(fit_config([0, 1, 2], [0, 1, 5])))
    assert shown_with(two, 2).surface not in (None, two.surface)
    slow = shown_of(trained(config, 2), ghost=other(fit_config([0, 1], [0, 1], loss="mae")))
    assert shown_with(slow, 2).surface is None
    assert shown_with(one, 77) is one
