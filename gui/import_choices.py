"""How a table is to be read: fields that show what was found, and take the person's word."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QLabel, QLineEdit, QWidget

from core.table.choices import DECIMALS, THOUSANDS, Choices, Format
from core.table.dates import ORDERS, WAYS
from core.table.encoding import OFFERED
from core.table.layout import DELIMITERS
from core.table.reading import Preview
from gui.table_wording import mark_words
from gui.widgets.look import set_look
from gui.widgets.naming import named

ASKED = {
    "ambiguous_number": ("decimal",),
    "ambiguous_dates": ("dates",),
    "ambiguous_date_order": ("date_order",),
    "doubtful_title": ("skip_lines", "delimiter"),
    "bad_marks": ("decimal", "thousands"),
    "unknown_encoding": ("encoding",),
    "file_not_decoded": ("encoding",),
    "no_such_sheet": ("sheet",),
    "header_width": ("skip_lines",),
}
"""Which fields settle what an error asks."""

MOST_SKIPPED = 20
"""Lines before the table that are offered; more can be typed."""

_Field = tuple[str, Sequence[Any], Callable[[Any], str], str, str]

EDITABLE = ("encoding", "skip_lines", "comment")
TEXT_ONLY = ("encoding", "delimiter", "comment")


class ImportChoices(QWidget):
    """The choices of a table; each box begins with what was found out."""

    changed = Signal()
    """The person chose something else."""

    def __init__(self, choices: Choices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._boxes: dict[str, QComboBox] = {}
        self._labels: dict[str, QLabel] = {}
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setVerticalSpacing(4)
        self._make_boxes()
        self.missing = named(QLineEdit(), "importMissing")
        self.missing.setPlaceholderText("NA nan null …")
        self.drop_rows = named(QCheckBox(self.tr("leave out rows that cannot be read")),
                               "importDropRows")  # fmt: skip
        self.drop_rows.setAccessibleName(self.drop_rows.text())
        self.drop_rows.setToolTip(
            self.tr("Without this, at most one row in a hundred may be left out")
        )
        tooltip = self.tr("Words for a missing value beside the usual ones, with spaces between")
        self._add("missing", self.missing, self.tr("Missing words"), tooltip)
        self._form.addRow(self.drop_rows)
        self._take(choices)
        self.missing.editingFinished.connect(self.changed)
        self.drop_rows.toggled.connect(self.changed)

    def _make_boxes(self) -> None:
        for name, values, words, text, tooltip in (*self._of_columns(), *self._of_text()):
            self._add_box(name, text, tooltip, values, words)
        for name in EDITABLE:
            self._make_editable(name)

    def _make_editable(self, name: str) -> None:
        box = self._boxes[name]
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        if name != "encoding":
            # A completion would make "1" into "12 (found)".
            box.setCompleter(None)  # type: ignore[arg-type]
        edit = box.lineEdit()
        assert edit is not None
        edit.editingFinished.connect(lambda: self._keep_typed(name))

    def _keep_typed(self, name: str) -> None:
        """Choose what was typed, as if it had been offered."""
        box = self._boxes[name]
        if not self._is_typed(box):
            return
        value = _value(name, box.currentText())
        if value is not None and box.findData(value) < 0:
            box.addItem(str(value), value)
        box.setCurrentIndex(0 if value is None else box.findData(value))
        self.changed.emit()

    @staticmethod
    def _is_typed(box: QComboBox) -> bool:
        return box.isEditable() and box.currentText() != box.itemText(box.currentIndex())

    def _of_columns(self) -> tuple[_Field, ...]:
        """Return name, values, words for a value, text and tooltip of each box."""
        return (
            ("x", (), str, self.tr("x"), self.tr("The column of x")),
            ("y", (), str, self.tr("y"), self.tr("The column of y")),
            ("dates", WAYS, self._way, self.tr("Dates as"), self.tr("What dates are as x")),
            ("date_order", ORDERS, self._order, self.tr("Date order"),
             self.tr("Of dates like 3/4/2024")),
            ("sheet", (), str, self.tr("Sheet"), self.tr("The sheet of the workbook")),
        )  # fmt: skip

    def _of_text(self) -> tuple[_Field, ...]:
        return (
            ("delimiter", DELIMITERS, mark_words, self.tr("Delimiter"),
             self.tr("What stands between two values")),
            ("decimal", DECIMALS, mark_words, self.tr("Decimal mark"),
             self.tr("Before the decimals")),
            ("thousands", THOUSANDS, mark_words, self.tr("Thousands"),
             self.tr("Between the thousands of a number")),
            ("encoding", OFFERED, str, self.tr("Encoding"),
             self.tr("How letters are written as bytes")),
            ("header", (True, False), self._header, self.tr("First row"),
             self.tr("Whether the first row names the columns")),
            ("skip_lines", range(MOST_SKIPPED), str, self.tr("Lines before"),
             self.tr("Lines to pass over before the table")),
            ("comment", ("#", "%", "//", ""), self._comment, self.tr("Comments"),
             self.tr("What a line begins with that is no row")),
        )  # fmt: skip

    def _way(self, way: str) -> str:
        return {
            "days": self.tr("days since the first"),
            "months": self.tr("months since the first"),
            "row": self.tr("number of the row"),
        }[way]

    def _order(self, order: str) -> str:
        return {"dmy": self.tr("day first"), "mdy": self.tr("month first")}[order]

    def _header(self, on: bool) -> str:
        return self.tr("names the columns") if on else self.tr("is data")

    def _comment(self, mark: str) -> str:
        return mark or self.tr("none")

    def _add_box(
        self, name: str, text: str, tooltip: str, values: Sequence[Any], words: Callable[[Any], str]
    ) -> None:
        box = named(QComboBox(), "import" + "".join(part.title() for part in name.split("_")))
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(16)
        box.addItem("", None)
        for value in values:
            box.addItem(words(value), value)
        self._boxes[name] = box
        self._add(name, box, text, tooltip)
        box.activated.connect(self.changed)

    def _add(self, name: str, field: QWidget, text: str, tooltip: str) -> None:
        field.setAccessibleName(text)
        field.setToolTip(tooltip)
        self._labels[name] = label = QLabel(text)
        self._form.addRow(label, field)

    def _take(self, choices: Choices) -> None:
        for name, box in self._boxes.items():
            value = getattr(choices, name)
            if value is not None and box.findData(value) < 0:
                box.addItem(str(value), value)
            box.setCurrentIndex(0 if value is None else box.findData(value))
        self.missing.setText(" ".join(choices.missing))
        self.drop_rows.setChecked(choices.drop_rows)

    def choices(self) -> Choices:
        """Return what the person chose; None where it is found out."""
        found = {name: box.currentData() for name, box in self._boxes.items()}
        for name, box in self._boxes.items():
            if self._is_typed(box):
                found[name] = _value(name, box.currentText())
        missing = tuple(self.missing.text().split())
        return Choices(**found, missing=missing, drop_rows=self.drop_rows.isChecked())

    def show_found(self, found: Preview) -> None:
        """Show what was found out, and the columns that can be chosen."""
        self._fill("x", (*found.numeric, *found.dates), found.x)
        self._fill("y", found.numeric, found.y)
        self.show_sheets(found.sheets)
        for name, words in self._found_words(found.format).items():
            self._boxes[name].setItemText(0, words)
        text, excel = found.format.kind == "text", found.format.kind == "excel"
        dates = found.x in found.dates
        shown = {
            **dict.fromkeys(TEXT_ONLY, text),
            **dict.fromkeys(("header", "skip_lines", "decimal", "thousands"), text or excel),
            "dates": dates,
            "date_order": dates,
        }
        for name, on in shown.items():
            self._form.setRowVisible(self._boxes[name], on)

    def _found_words(self, form: Format) -> dict[str, str]:
        template = self.tr("{found} (found)")
        found = {
            "encoding": form.encoding,
            "delimiter": mark_words(form.delimiter),
            "decimal": mark_words(form.decimal),
            "thousands": mark_words(form.thousands),
            "comment": form.comment or self.tr("none"),
            "header": self._header(form.header),
            "skip_lines": str(form.skip_lines),
        }
        return {name: template.format(found=words) for name, words in found.items()}

    def show_sheets(self, sheets: Sequence[str]) -> None:
        """Offer the sheets of a workbook; without a choice the first is read."""
        box = self._boxes["sheet"]
        self._form.setRowVisible(box, bool(sheets))
        if not sheets:
            return
        chosen = box.currentData()
        with QSignalBlocker(box):
            while box.count() > 1:
                box.removeItem(1)
            for sheet in sheets:
                box.addItem(sheet, sheet)
            box.setItemText(0, self.tr("{found} (found)").format(found=sheets[0]))
            box.setCurrentIndex(0 if chosen is None else max(box.findData(chosen), 0))

    def _fill(self, name: str, columns: Sequence[str], taken: str) -> None:
        box = self._boxes[name]
        chosen = box.currentData()
        with QSignalBlocker(box):
            while box.count() > 1:
                box.removeItem(1)
            for column in columns:
                box.addItem(column, column)
            if taken not in columns:
                box.addItem(taken, taken)
            box.setItemText(0, self.tr("{column} (taken)").format(column=taken))
            box.setCurrentIndex(0 if chosen is None else max(box.findData(chosen), 0))

    def ask(self, code: str | None) -> None:
        """Mark the fields that settle what an error asks; with None nothing is asked."""
        asked = ASKED.get(code or "", ())
        for name in asked:
            self._form.setRowVisible(self._boxes[name], True)
            self._boxes[name].setItemText(0, self.tr("choose …"))
        for name, label in self._labels.items():
            set_look(label, "asked", name in asked)
        if asked:
            self._boxes[asked[0]].setFocus()


def _value(name: str, text: str) -> str | int | None:
    """Return what a typed text means in a box, or None for what is found out."""
    stripped = text.strip()
    if name == "skip_lines":
        return int(stripped) if re.fullmatch("[0-9]{1,9}", stripped) else None
    return stripped or None
