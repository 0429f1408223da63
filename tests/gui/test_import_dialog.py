"""The import dialog: what is found, asked, chosen and left out, before a table is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import openpyxl
import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from core.dataset import Dataset
from core.errors import InputError
from core.table.choices import Choices
from core.table.reading import QUESTIONS, read_table
from core.table.sources import Source
from gui.controller import Controller
from gui.file_menu import FileMenu
from gui.import_dialog import ImportDialog
from gui.message_parts import Message
from gui.table_files import TableFiles
from tests.hostile_tables import EACH, build

FOLDER = Path(__file__).parents[1] / "cases" / "data"
TIMEOUT_MS = 20_000

Opened = Callable[..., ImportDialog]


class _Window:
    """A window's part that opens tables, with what it said and loaded."""

    def __init__(self, qtbot: QtBot, controller: Controller) -> None:
        self.widget = QWidget()
        qtbot.addWidget(self.widget)
        self.said: list[Message] = []
        self.loaded: list[Dataset] = []
        self.menu = FileMenu(self.widget)
        self.files = TableFiles(
            self.widget, controller, self.menu, lambda words: self.said.append(words())
        )
        controller.table_loaded.connect(self.loaded.append)


@pytest.fixture
def window(qtbot: QtBot, controller: Controller) -> _Window:
    return _Window(qtbot, controller)


@pytest.fixture
def dialog_of(window: _Window, qtbot: QtBot) -> Iterator[Opened]:
    """Open a file's dialog and wait until it has read or refused it."""

    def opened(path: Path | None = None) -> ImportDialog:
        if path is not None:
            window.files.open(str(path))
        dialog = window.files.dialog
        assert dialog is not None
        until_read(dialog, qtbot)
        return dialog

    yield opened
    if window.files.dialog is not None:
        window.files.dialog.reject()


def until_read(dialog: ImportDialog, qtbot: QtBot) -> None:
    reader = dialog._reader
    assert reader is not None
    qtbot.waitUntil(lambda: reader.done and not dialog._timer.isActive(), timeout=TIMEOUT_MS)


def choose(dialog: ImportDialog, name: str, value: object, qtbot: QtBot) -> None:
    """Choose in a box as a person does, and wait for the new reading."""
    box = dialog.findChild(QComboBox, name)
    assert box is not None and box.isVisibleTo(dialog)
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())
    until_read(dialog, qtbot)


def text(dialog: ImportDialog, name: str) -> str:
    label = dialog.findChild(QLabel, name)
    assert label is not None
    return label.text()


def take(dialog: ImportDialog) -> None:
    button = dialog.findChild(QPushButton, "importOpen")
    assert button is not None and button.isEnabled()
    button.click()


def line(data: Dataset) -> tuple[float, float]:
    design = np.stack([data.x - data.x.mean(), np.ones(len(data))], axis=1)
    w, b = np.linalg.lstsq(design, data.y, rcond=None)[0]
    return float(w), float(b - w * data.x.mean())


# The cases.


@pytest.mark.parametrize(
    ("file", "count", "w", "b"),
    [
        ("city_price_gbk.csv", 14, 0.7990043956043956, -1596.8738197802197),
        ("claims_semicolon_decimal_comma.csv", 63, 3.413823560066367, 19.99448575911481),
        ("thousands_us_quoted.csv", 4, 2.1333240223463688, 38554.4720670391),
        ("thousands_eu.csv", 4, 2.1333240223463688, 38554.4720670391),
        ("thousands_swiss_nbsp.csv", 4, 2.1333240223463688, 38554.4720670391),
        ("ex1data1.csv", 97, 1.193033644189594, -3.8957808783118537),
    ],
)
def test_case_is_read_by_opening_it(
    file: str, count: int, w: float, b: float, dialog_of: Opened, window: _Window
) -> None:
    dialog = dialog_of(FOLDER / file)
    assert text(dialog, "importAccount") == f"{count} of {count} rows read."
    take(dialog)
    (data,) = window.loaded
    assert len(data) == count and line(data) == pytest.approx((w, b), rel=1e-9)
    assert window.files.dialog is None and window.said == []


def test_case_with_y_first_is_read_by_choosing_the_columns(
    dialog_of: Opened, window: _Window, qtbot: QtBot
) -> None:
    dialog = dialog_of(FOLDER / "bom_y_first.csv")
    choose(dialog, "importX", "x", qtbot)
    choose(dialog, "importY", "y", qtbot)
    take(dialog)
    assert line(window.loaded[0]) == pytest.approx((127957.5142857143, -655614.8095238096))


@pytest.mark.parametrize(("mark", "w", "b"), [(".", 0.29, 0.75), (",", 290.0, 750.0)])
def test_ambiguous_case_is_asked(
    mark: str, w: float, b: float, dialog_of: Opened, window: _Window, qtbot: QtBot
) -> None:
    dialog = dialog_of(FOLDER / "thousands_ambiguous.csv")
    button = dialog.findChild(QPushButton, "importOpen")
    assert button is not None and not button.isEnabled()
    assert "Choose the decimal mark" in text(dialog, "importAccount")
    assert dialog.choices._labels["decimal"].property("asked")
    choose(dialog, "importDecimal", mark, qtbot)
    assert not dialog.choices._labels["decimal"].property("asked")
    take(dialog)
    assert line(window.loaded[0]) == pytest.approx((w, b))


def test_case_of_missing_values_needs_the_persons_word(
    dialog_of: Opened, window: _Window, qtbot: QtBot
) -> None:
    dialog = dialog_of(FOLDER / "missing_tokens.csv")
    assert "7 of 11 rows cannot be read" in text(dialog, "importAccount")
    dialog.choices.drop_rows.click()
    until_read(dialog, qtbot)
    account = text(dialog, "importAccount")
    assert account.startswith("4 of 11 rows read. Left out: line 3 (y is missing)")
    assert account.endswith("and 2 more.")
    take(dialog)
    assert len(window.loaded[0]) == 4
    (said,) = window.said
    assert said.sentence == account


@pytest.mark.parametrize(
    "file",
    ["blank_lines_only.csv", "empty.csv", "header_only.csv", "one_column.csv",
     "one_column_text.csv"],
)  # fmt: skip
def test_case_without_two_columns_is_refused(file: str, dialog_of: Opened) -> None:
    dialog = dialog_of(FOLDER / file)
    button = dialog.findChild(QPushButton, "importOpen")
    assert button is not None and not button.isEnabled()
    assert text(dialog, "importAccount").startswith(f"{file}: ")


def test_what_is_typed_in_the_case_of_years_is_said_before_any_step(
    dialog_of: Opened, controller: Controller
) -> None:
    controller.set_learning_rate(0.01)
    dialog = dialog_of(FOLDER / "city_price_gbk.csv")
    assert text(dialog, "importFound").endswith("Text in gb18030, delimiter: comma ,")
    assert "The learning rate 0.01 is above the limit 2.4" in text(dialog, "importRate")


# What goes wrong.


@pytest.mark.parametrize("what", EACH)
def test_each_hostile_file_keeps_what_there_was(
    what: str, tmp_path: Path, dialog_of: Opened, window: _Window, controller: Controller
) -> None:
    path, _ = build(what, tmp_path)
    before = controller.config
    dialog = dialog_of(path)
    words = text(dialog, "importAccount")
    assert words.endswith((".", "?")) and "\n" not in words and "--" not in words
    button = dialog.findChild(QPushButton, "importOpen")
    assert button is not None and not button.isEnabled()
    dialog.reject()
    assert controller.config is before and window.loaded == []
    assert not (tmp_path / "executed").exists()


def test_what_is_wrong_is_mended_by_a_choice(
    tmp_path: Path, dialog_of: Opened, window: _Window, qtbot: QtBot
) -> None:
    path = tmp_path / "a.csv"
    path.write_text("made by hand; in May\nx;y\n1,5;2\n2,5;4\n")
    dialog = dialog_of(path)
    encoding = dialog.findChild(QComboBox, "importEncoding")
    assert encoding is not None
    encoding.setEditText("klingon")
    dialog.choices.changed.emit()
    until_read(dialog, qtbot)
    assert "There is no encoding klingon" in text(dialog, "importAccount")
    encoding.setCurrentIndex(0)
    choose(dialog, "importSkipLines", 1, qtbot)
    take(dialog)
    assert window.loaded[0].x.tolist() == [1.5, 2.5]


def test_dates_are_asked_about(
    tmp_path: Path, dialog_of: Opened, window: _Window, qtbot: QtBot
) -> None:
    path = tmp_path / "a.csv"
    path.write_text("day,v\n2020-01-01,2\n2020-01-03,3\n2020-02-01,5\n")
    dialog = dialog_of(path)
    assert "Choose what x is" in text(dialog, "importAccount")
    choose(dialog, "importDates", "days", qtbot)
    take(dialog)
    assert window.loaded[0].x.tolist() == [0.0, 2.0, 31.0]


def test_one_of_many_columns_is_chosen(
    tmp_path: Path, dialog_of: Opened, window: _Window, qtbot: QtBot
) -> None:
    path = tmp_path / "a.csv"
    path.write_text(",a,b,c\n0,1,2,3\n1,4,5,7\n2,8,9,1\n")
    dialog = dialog_of(path)
    assert text(dialog, "importColumns").startswith("4 columns hold numbers.")
    x = dialog.findChild(QComboBox, "importX")
    assert x is not None and x.currentText() == "a (taken)"
    choose(dialog, "importX", "c", qtbot)
    model = dialog.preview.model()
    heads = [model.headerData(i, Qt.Orientation.Horizontal) for i in range(4)]
    assert heads[3] == "c = x" and heads[1] == "a = y"
    take(dialog)
    assert (window.loaded[0].x_name, window.loaded[0].x.tolist()) == ("c", [3.0, 7.0, 1.0])


def test_return_in_a_field_does_not_take_the_table(
    tmp_path: Path, dialog_of: Opened, window: _Window, qtbot: QtBot
) -> None:
    path = tmp_path / "a.csv"
    path.write_text("x,y\n1,2\n2,?\n3,4\n")
    dialog = dialog_of(path)
    dialog.choices.missing.setFocus()
    qtbot.keyClicks(dialog.choices.missing, "?")
    qtbot.keyClick(dialog.choices.missing, Qt.Key.Key_Return)
    until_read(dialog, qtbot)
    assert dialog.isVisible() and window.loaded == []
    assert "the value is missing (1 of 3 rows" in text(dialog, "importAccount")


# Where tables come from.


def test_cells_are_pasted(window: _Window, dialog_of: Opened, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("年\t值\n1\t2,5\n2\t3,5\n")
    window.files.paste()
    dialog = dialog_of()
    assert text(dialog, "importFound").startswith("clipboard: Text")
    take(dialog)
    (data,) = window.loaded
    assert data.path is None and data.y.tolist() == [2.5, 3.5]


def test_nothing_to_paste_is_said(window: _Window) -> None:
    QGuiApplication.clipboard().clear()
    window.files.paste()
    assert window.files.dialog is None
    assert "holds no text" in window.said[0].sentence


def test_a_copied_file_is_pasted(window: _Window, dialog_of: Opened, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("x,y\n1,2\n2,4\n")
    content = QMimeData()
    content.setUrls([QUrl.fromLocalFile(str(path))])
    QGuiApplication.clipboard().setMimeData(content)
    window.files.paste()
    take(dialog_of())
    assert window.loaded[0].path == str(path)


def test_a_table_is_opened_again_as_it_was_read(
    window: _Window, dialog_of: Opened, controller: Controller, qtbot: QtBot
) -> None:
    remembered: list[tuple[str, object]] = []
    window.files.remember.connect(lambda path, how: remembered.append((path, how)))
    dialog = dialog_of(FOLDER / "thousands_ambiguous.csv")
    choose(dialog, "importDecimal", ",", qtbot)
    take(dialog)
    window.files.open_again(*remembered[0])
    qtbot.waitUntil(lambda: len(window.loaded) == 2, timeout=TIMEOUT_MS)
    assert window.files.dialog is None
    assert window.loaded[1].x.tolist() == window.loaded[0].x.tolist()
    # Without what is remembered, the question is asked.
    window.files.open_again(remembered[0][0], {"encoding": 3})
    qtbot.waitUntil(lambda: window.files.dialog is not None, timeout=TIMEOUT_MS)
    assert "Choose the decimal mark" in text(dialog_of(), "importAccount")


def test_closing_while_a_table_is_read_takes_nothing(
    window: _Window, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "a.csv"
    path.write_text("x,y\n" + "1.5,2\n2.5,NA\n" * 150_000)
    window.files.open(str(path))
    dialog = window.files.dialog
    assert dialog is not None and dialog._reader is not None
    thread = dialog._reader._thread
    take(dialog)
    dialog.reject()
    qtbot.waitUntil(lambda: not thread.is_alive(), timeout=TIMEOUT_MS)
    assert window.loaded == [] and window.files.dialog is None


def test_questions_are_those_that_the_dialog_can_settle() -> None:
    from gui.import_choices import ASKED

    assert set(QUESTIONS) <= set(ASKED)
    with pytest.raises(InputError) as caught:
        read_table(Source(path=FOLDER / "thousands_ambiguous.csv"), Choices())
    assert caught.value.code in QUESTIONS


# Sheets, and what is typed.


@pytest.mark.parametrize("first", [[("a", "b"), (1, 2), (3, 4)], [("made in May",)]])
def test_another_sheet_is_chosen(
    first: list[tuple[object, ...]], tmp_path: Path, dialog_of: Opened, window: _Window,
    qtbot: QtBot,
) -> None:  # fmt: skip
    path = tmp_path / "a.xlsx"
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in (("Notes", first), ("Data", [("x", "y"), (1.5, 2), (3, 5)])):
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(path)
    dialog = dialog_of(path)
    box = dialog.findChild(QComboBox, "importSheet")
    assert box is not None
    assert [box.itemText(i) for i in range(box.count())] == ["Notes (found)", "Notes", "Data"]
    choose(dialog, "importSheet", "Data", qtbot)
    assert box.currentText() == "Data" and box.itemText(0) == "Notes (found)"
    take(dialog)
    assert window.loaded[0].x.tolist() == [1.5, 3.0]


def test_lines_before_and_comments_are_typed(
    tmp_path: Path, dialog_of: Opened, window: _Window, qtbot: QtBot
) -> None:
    path = tmp_path / "a.csv"
    path.write_text("1,2\n" * 30 + "x,y\n1,2\nrem 5,5\n2,4\n")
    dialog = dialog_of(path)
    for name, typed in (("importSkipLines", "30"), ("importComment", "rem")):
        box = dialog.findChild(QComboBox, name)
        assert box is not None and box.isEditable()
        edit = box.lineEdit()
        assert edit is not None
        edit.selectAll()
        qtbot.keyClicks(edit, typed)
        edit.editingFinished.emit()
        until_read(dialog, qtbot)
        assert box.currentText() == typed
    take(dialog)
    assert [data.x.tolist() for data in window.loaded] == [[1.0, 2.0]]
    box = dialog.choices._boxes["skip_lines"]
    box.setEditText("many")
    assert dialog.choices.choices().skip_lines is None
