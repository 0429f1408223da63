"""The first rows of a table as they stand in the file, with the columns of x and y marked."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from core.table.reading import Preview
from gui.theme import Colours

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole

COLUMN_PX = 90
ROW_ROOM = 6


class _Model(QAbstractTableModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._found: Preview | None = None
        self._tint = QColor()

    def show_preview(self, found: Preview | None, tint: QColor) -> None:
        self.beginResetModel()
        self._found, self._tint = found, tint
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if self._found is None or (parent and parent.isValid()) else len(self._found.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if self._found is None or (parent and parent.isValid()) else len(self._found.names)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        found = self._found
        if found is None:
            return None
        if role == Role.DisplayRole:
            row = found.rows[index.row()]
            return row[index.column()] if index.column() < len(row) else ""
        if role == Role.BackgroundRole and self._used(index.column()):
            return self._tint
        if role == Role.TextAlignmentRole and found.names[index.column()] in found.numeric:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if self._found is None or role != Role.DisplayRole:
            return None
        if orientation is Qt.Orientation.Vertical:
            return str(section + 1)
        name = self._found.names[section]
        used = [letter for letter in ("x", "y") if getattr(self._found, letter) == name]
        return f"{name} = {', '.join(used)}" if used else name

    def _used(self, column: int) -> bool:
        found = self._found
        return found is not None and found.names[column] in (found.x, found.y)


class PreviewTable(QTableView):
    """Shows cells, and lets none be changed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("importPreview")
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._model = _Model(self)
        self.setModel(self._model)
        self.horizontalHeader().setDefaultSectionSize(COLUMN_PX)
        rows = self.verticalHeader()
        rows.setMinimumSectionSize(1)
        rows.setDefaultSectionSize(self.fontMetrics().height() + ROW_ROOM)

    def show_preview(self, found: Preview | None, colours: Colours) -> None:
        """Show the first rows; None: there are none."""
        self._model.show_preview(found, QColor(colours.ok_background))
        if found is not None:
            column = found.names.index(found.x)
            self.scrollTo(self._model.index(0, column))
