"""The kept runs as a table."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from core.run_summary import RunSummary, Summaries
from gui.number_format import short, whole
from gui.run_list import ListedRun
from gui.wording import state_words

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole

COLOUR, NAME, LOSS, DISTANCE, ARRIVED, STEPS, OPTIMIZER, RATE, STATE = range(9)
NUMBERS = (LOSS, DISTANCE, ARRIVED, STEPS, RATE)


class RunsModel(QAbstractTableModel):
    """One row a run: colour and whether it is seen, name, settings, and how far it has come."""

    shown = Signal(int, bool)
    """The person wants a run, by its number, to be seen or not."""

    renamed = Signal(int, str)
    """The person gave a run another name."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = parent
        self._runs: tuple[ListedRun, ...] = ()
        self._rows: tuple[RunSummary, ...] = ()
        self._summaries = Summaries()

    def show_runs(self, runs: tuple[ListedRun, ...]) -> None:
        """Show runs as they stand; what is selected or being edited stays so."""
        self._remove_others({run.view.id for run in runs})
        rows = tuple(self._summaries.of(run.view) for run in runs)
        count = len(self._runs)
        looks_before, rows_before = [_look(run) for run in self._runs], self._rows
        if len(runs) > count:
            self.beginInsertRows(QModelIndex(), count, len(runs) - 1)
        self._runs, self._rows = runs, rows
        if len(runs) > count:
            self.endInsertRows()
        # An editor is filled anew with what changes beneath it: the names change rarely.
        looks = [_look(run) for run in runs[:count]]
        if looks_before != looks:
            self._tell(count, COLOUR, NAME)
        if looks_before != looks or rows_before != rows[:count]:
            # Of the active run all is bold.
            self._tell(count, LOSS, STATE)

    def _remove_others(self, numbers: set[int]) -> None:
        for row in reversed(range(len(self._runs))):
            if self._runs[row].view.id not in numbers:
                self.beginRemoveRows(QModelIndex(), row, row)
                self._runs = self._runs[:row] + self._runs[row + 1 :]
                self._rows = self._rows[:row] + self._rows[row + 1 :]
                self.endRemoveRows()

    def _tell(self, count: int, first: int, last: int) -> None:
        if count:
            self.dataChanged.emit(self.index(0, first), self.index(count - 1, last))

    def run(self, row: int) -> ListedRun:
        """Return a run."""
        return self._runs[row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of runs."""
        return 0 if parent.isValid() else len(self._runs)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() else STATE + 1

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let the name be edited, and the run be hidden."""
        flags = super().flags(index)
        if index.column() == NAME:
            return flags | Qt.ItemFlag.ItemIsEditable
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == COLOUR else flags

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """Return what the view asks for."""
        run, column = self._runs[index.row()], index.column()
        if column == COLOUR:
            return self._seen(run, role)
        value = self.value(index.row(), column)
        if role == Role.TextAlignmentRole and column in NUMBERS:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Role.FontRole and run.active:
            font = self._view.font()
            font.setBold(True)
            return font
        if role in (Role.DisplayRole, Role.EditRole):
            return "—" if value is None else short(value, 4) if _is_number(value) else value
        if role == Role.ToolTipRole and _is_number(value):
            return whole(value)
        return value if role == Role.UserRole else None

    def value(self, row: int, column: int) -> Any:
        """Return what a cell holds: a number, a text, or None for what there is not (yet)."""
        run, of = self._runs[row], self._rows[row]
        return {
            COLOUR: run.colour,
            NAME: run.name,
            OPTIMIZER: of.optimizer,
            RATE: of.learning_rate,
            STEPS: of.steps,
            LOSS: of.loss,
            DISTANCE: of.distance,
            ARRIVED: of.arrived,
            STATE: state_words(run.view.state),
        }[column]

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        """Rename or hide a run."""
        number = self._runs[index.row()].view.id
        if role == Role.CheckStateRole and index.column() == COLOUR:
            self.shown.emit(number, Qt.CheckState(value) is Qt.CheckState.Checked)
            return True
        if role == Role.EditRole and index.column() == NAME and str(value).strip():
            self.renamed.emit(number, str(value))
            return True
        return False

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        """Return a column's title, and what it means."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Role.DisplayRole:
            return self._titles()[section]
        return self._tooltips().get(section) if role == Role.ToolTipRole else None

    def _titles(self) -> tuple[str, ...]:
        return (
            self.tr("seen"), self.tr("run"), self.tr("loss"), self.tr("distance"),
            self.tr("to 1 %"), self.tr("steps"), self.tr("optimizer"), self.tr("rate"),
            self.tr("status"),
        )  # fmt: skip

    def _tooltips(self) -> dict[int, str]:
        return {
            COLOUR: self.tr("Draw it or not; click the colour to choose another"),
            NAME: self.tr("Double-click to rename"),
            DISTANCE: self.tr("How far w and b are from the optimum"),
            ARRIVED: self.tr("After how many steps that distance was 1 % of the one at the start"),
        }

    def _seen(self, run: ListedRun, role: int) -> Any:
        if role == Role.DecorationRole:
            return QColor(run.colour)
        if role == Role.CheckStateRole:
            return Qt.CheckState.Checked if run.visible else Qt.CheckState.Unchecked
        return run.colour if role == Role.UserRole else None


def _look(run: ListedRun) -> tuple[object, ...]:
    return run.name, run.colour, run.visible, run.active


class SortedRuns(QSortFilterProxyModel):
    """The runs in the order of a column, those without a value last both ways."""

    def lessThan(self, left: Index, right: Index) -> bool:
        """Compare numbers as numbers."""
        a, b = (self.sourceModel().data(index, Role.UserRole) for index in (left, right))
        missing_a, missing_b = _is_missing(a), _is_missing(b)
        if missing_a or missing_b:
            descending = self.sortOrder() is Qt.SortOrder.DescendingOrder
            return (missing_a and not missing_b) if descending else (missing_b and not missing_a)
        return bool(a < b)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))
