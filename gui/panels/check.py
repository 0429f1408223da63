"""The gradient check of the shown step."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.columns import Row
from core.run import RunView
from core.verdict import CheckCode, Verdict
from gui.number_format import short, whole
from gui.panel import Panel
from gui.shown import Shown
from gui.widgets.copying import copy_by_key
from gui.wording import reason_words


class CheckPanel(Panel):
    """A sentence about the run, and a table of both gradients at the shown step."""

    def __init__(self, parent: QWidget | None = None) -> None:
        body = QWidget()
        super().__init__(body, "checkPanel", parent)
        self.hide_title()
        self._names: tuple[str, ...] = ()
        self._titles: list[str] = []
        self._headline = QLabel()
        self._headline.setWordWrap(True)
        self._table = QTableWidget()
        self._table.setObjectName("checkTable")
        self._table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._table.setAlternatingRowColors(False)
        self._table.setShowGrid(False)
        self._table.verticalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        self._table.verticalHeader().setStyleSheet(
            "QHeaderView, QHeaderView::section { border: none; background: transparent; }"
        )
        self._table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        copy_by_key(self._table, self.copy)
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._headline)
        layout.addWidget(self._table, stretch=1)
        self.retranslate()

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self.set_title(self.tr("Gradient check"))
        self._table.setAccessibleName(self.tr("Gradient check of the shown step"))
        self._table.setToolTip(
            self.tr(
                "The numerical gradient is a central difference in float64. Whole numbers on "
                "hover; Ctrl+C copies the table"
            )
        )
        if self.last is None:
            self._headline.setText(
                self.tr("The gradient is checked once the training loop is compiled.")
            )
        super().retranslate()

    def redraw(self, shown: Shown) -> None:
        """Write the sentence and the table."""
        run, row = shown.run, shown.row
        self._table.setVisible(row is not None)
        if run is None or row is None:
            self._say(self.tr("The gradient is checked once the training loop is compiled."), "")
            return
        text, colour = self._sentence(run, row)
        self._say(text, f"font-weight: bold; color: {colour};")
        self._fill(run, row)

    def copy(self) -> None:
        """Put the table on the clipboard, tab-separated, with whole numbers."""
        columns = range(self._table.columnCount())
        heads = [f"∂loss/∂{name}" for name in self._names]
        lines = ["\t".join(["", *heads])]
        for i in range(self._table.rowCount()):
            items = [self._table.item(i, j) for j in columns]
            values = [str(item.data(Qt.ItemDataRole.UserRole)) for item in items if item]
            lines.append("\t".join([self._titles[i], *values]))
        QGuiApplication.clipboard().setText("\n".join(lines))

    def _sentence(self, run: RunView, row: Row) -> tuple[str, str]:
        """Return what to say of the run as a whole, and its colour."""
        start = run.start_check
        point = ", ".join(
            f"{name} = {short(value)}"
            for name, value in zip(run.config.problem.names, run.config.problem.start, strict=True)
        )
        if run.check.verdict is Verdict.DISAGREE:
            text = self.tr("✗ The gradient is wrong, first at step {step}.")
            return text.format(step=run.check.step), self.colours.danger_text
        if _all_vanishing(row):
            return self.tr("✓ gradient ≈ 0, nothing left to check"), self.colours.ok_text
        if start.verdict is Verdict.AGREE:
            text = self.tr("✓ The gradient is right at the start ({point}).")
            return text.format(point=point), self.colours.ok_text
        if run.check.verdict is Verdict.AGREE:
            text = self.tr("✓ The gradient is right at step {step}.")
            return text.format(step=run.check.step), self.colours.ok_text
        text = self.tr("? Not conclusive at the start: {reason}.")
        return text.format(reason=reason_words(start.code)), self.colours.warning_text

    def _fill(self, run: RunView, row: Row) -> None:
        rows = self._rows(run, row)
        self._name_cells(row.layout.parameters, [*(text for text, _ in rows), self.tr("verdict")])
        for i, (_, values) in enumerate(rows):
            digits = 2 if i >= 2 else 6
            for j, value in enumerate(values):
                self._set(i, j, short(float(value), digits), whole(float(value)))
        self._fill_verdicts(row, len(rows))

    def _name_cells(self, names: tuple[str, ...], titles: list[str]) -> None:
        table = self._table
        height = table.fontMetrics().height() + 4
        # Headers and heights lay the table out anew, even if they stay the same.
        if (names, titles) == (self._names, self._titles) and height == table.rowHeight(0):
            return
        self._names, self._titles = names, titles
        table.setRowCount(len(titles))
        table.setColumnCount(len(names))
        table.setHorizontalHeaderLabels([f"∂loss/∂{name}" for name in names])
        table.setVerticalHeaderLabels(titles)
        for i in range(len(titles)):
            table.setRowHeight(i, height)

    def _say(self, text: str, style: str) -> None:
        self._headline.setText(text)
        # A style sheet is parsed at every call.
        if self._headline.styleSheet() != style:
            self._headline.setStyleSheet(style)

    def _set(self, i: int, j: int, text: str, exact: str) -> QTableWidgetItem:
        item = self._table.item(i, j)
        if item is None:
            item = QTableWidgetItem()
            item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self._table.setItem(i, j, item)
        item.setText(text)
        item.setToolTip(exact)
        # Without float32 the table has a row less, and another one was the verdict's.
        item.setData(Qt.ItemDataRole.ForegroundRole, None)
        item.setData(Qt.ItemDataRole.UserRole, exact)
        return item

    def _rows(self, run: RunView, row: Row) -> list[tuple[str, NDArray[np.float64]]]:
        rows = [
            (self.tr("tape.gradient"), row.gradient),
            (self.tr("numerical gradient"), row.numerical),
            (self.tr("difference"), row.error),
            (self.tr("allowed"), row.tolerance),
        ]
        if run.config.dtype == "float32":
            # The check itself is in float64; what float32 adds stands apart.
            exact = row.numerical + row.error
            rows.insert(2, (self.tr("rounding of float32"), row.gradient - exact))
        return rows

    def _fill_verdicts(self, row: Row, at: int) -> None:
        words = {
            Verdict.AGREE: (self.tr("✓ agrees"), self.colours.ok_text),
            Verdict.DISAGREE: (self.tr("✗ disagrees"), self.colours.danger_text),
            Verdict.INCONCLUSIVE: (self.tr("? not conclusive"), self.colours.warning_text),
        }
        for j, value in enumerate(row.verdicts):
            code = CheckCode(value)
            text, colour = words[code.verdict]
            if code is CheckCode.VANISHING:
                text, colour = "✓ " + self.tr("gradient ≈ 0"), self.colours.ok_text
            item = self._set(at, j, text, text)
            item.setToolTip(reason_words(code) or text)
            item.setForeground(QColor(colour))


def _all_vanishing(row: Row) -> bool:
    return bool((row.verdicts == CheckCode.VANISHING).all())
