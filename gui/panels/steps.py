"""The step table."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHeaderView, QLabel, QTableView, QVBoxLayout, QWidget

from core.columns import Row
from core.history import HistoryView
from core.run_view import RunView
from core.verdict import CheckCode, Verdict, row_summary
from gui.number_format import short, whole
from gui.panel import Panel
from gui.shown import Shown
from gui.widgets.copying import copy_by_key
from gui.wording import reason_words

Index = QModelIndex | QPersistentModelIndex


class StepsModel(QAbstractTableModel):
    """The record as a table that reads a row when it is looked at; nothing is copied."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._history: HistoryView | None = None
        self._run_id: int | None = None
        self._names: tuple[str, ...] = ()

    def show_record(self, run: RunView | None) -> None:
        """Show the rows of a run; a record that has only grown keeps the selection."""
        old, new = self._history, None if run is None else run.history
        same = (
            run is not None
            and run.id == self._run_id
            and old is not None
            and new is not None
            and len(new) >= len(old)
            and old.chunks[0] is new.chunks[0]
        )
        if same and new is not None and old is not None:
            if len(new) > len(old):
                self.beginInsertRows(QModelIndex(), len(old), len(new) - 1)
                self._history = new
                self.endInsertRows()
            return
        self.beginResetModel()
        self._history, self._run_id = new, None if run is None else run.id
        self._names = () if new is None else new.layout.parameters
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of recorded steps."""
        return 0 if self._history is None or parent.isValid() else len(self._history)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() or not self._names else 2 * len(self._names) + 3

    def row(self, index: int) -> Row:
        """Return one row of the record."""
        assert self._history is not None
        return self._history.row(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what the view asks for."""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        shows = role == Qt.ItemDataRole.DisplayRole
        if not shows and role not in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.UserRole):
            return None
        row = self.row(index.row())
        if index.column() == 0:
            return str(row.step)
        numbers = (*row.parameters, row.loss, *row.gradient)
        if index.column() <= len(numbers):
            value = float(numbers[index.column() - 1])
            return short(value) if shows else whole(value)
        return self._verdict(row, shows)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Return a column's title."""
        if role != Qt.ItemDataRole.DisplayRole or orientation != Qt.Orientation.Horizontal:
            return None
        gradients = [f"∂loss/∂{name}" for name in self._names]
        titles = [self.tr("step"), *self._names, self.tr("loss"), *gradients, self.tr("verdict")]
        return titles[section]

    def _verdict(self, row: Row, short_form: bool) -> str:
        code = row_summary(row).code
        if code is CheckCode.VANISHING:
            return "✓ " + self.tr("gradient ≈ 0")
        words = {
            Verdict.AGREE: self.tr("✓ agrees"),
            Verdict.DISAGREE: self.tr("✗ disagrees"),
            Verdict.INCONCLUSIVE: self.tr("? not conclusive"),
        }[code.verdict]
        reason = "" if short_form else reason_words(code)
        return f"{words}: {reason}" if reason else words


class StepsPanel(Panel):
    """Every recorded step with its numbers; the shown one is selected."""

    step_picked = Signal(int)
    """The person clicked on a step."""

    def __init__(self, parent: QWidget | None = None) -> None:
        body = QWidget()
        super().__init__(body, "stepsPanel", parent)
        self.hide_title()
        self._note = QLabel()
        self._note.setWordWrap(True)
        self._model = StepsModel(self)
        self._view = QTableView()
        self._view.setObjectName("stepsTable")
        self._view.setModel(self._model)
        self._view.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self._view.verticalHeader().hide()
        self._view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        # As wide as what is seen needs: looking at a million rows would take too long.
        self._view.horizontalHeader().setResizeContentsPrecision(0)
        self._view.horizontalHeader().setStretchLastSection(True)
        self._view.setShowGrid(False)
        self._view.selectionModel().selectionChanged.connect(self._selection_changed)
        copy_by_key(self._view, self.copy)
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._note)
        layout.addWidget(self._view, stretch=1)
        self._selected = -1
        self._following = False
        self.retranslate()

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self.set_title(self.tr("Step table"))
        self._note.setText(
            self.tr(
                "Step 0 is the start. A tutorial that prints before each update prints step 19 "
                "as epoch: 19."
            )
        )
        self._view.setAccessibleName(self.tr("Step table"))
        self._view.setToolTip(self.tr("Click to show a step; Ctrl+C copies the selected rows"))
        self._model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 0)
        super().retranslate()

    def redraw(self, shown: Shown) -> None:
        """Show the record, and select the shown step."""
        self._view.verticalHeader().setDefaultSectionSize(self._view.fontMetrics().height() + 4)
        self._model.show_record(shown.run)
        if shown.run is None:
            return
        if self._model.rowCount() <= shown.index:
            return
        index = self._model.index(shown.index, 0)
        chosen = self._view.selectionModel()
        # A selection of several rows, made to be copied, stays while the shown step stays.
        if shown.index != self._selected or not chosen.hasSelection():
            self._selected = shown.index
            flags = QItemSelectionModel.SelectionFlag
            self._following = True
            chosen.setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self._following = False
            self._view.scrollTo(index)

    def copy(self) -> None:
        """Put the selected rows on the clipboard, tab-separated, with whole numbers."""
        columns = range(self._model.columnCount())
        heads = [self._model.headerData(j, Qt.Orientation.Horizontal) for j in columns]
        lines = ["\t".join(heads)]
        for i in sorted(index.row() for index in self._view.selectionModel().selectedRows()):
            cells = [self._model.index(i, j) for j in columns]
            values = [self._model.data(cell, Qt.ItemDataRole.UserRole) for cell in cells]
            lines.append("\t".join(values))
        QGuiApplication.clipboard().setText("\n".join(lines))

    def _selection_changed(self) -> None:
        """Show the row that the person chose by mouse or keyboard."""
        rows = self._view.selectionModel().selectedRows()
        # Of several rows, chosen with Ctrl or Shift, none is to be shown: they are to be copied.
        if len(rows) == 1 and not self._following:
            self._selected = rows[0].row()
            self.step_picked.emit(self._model.row(rows[0].row()).step)
