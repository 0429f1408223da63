"""A small table of numbers that is written anew at every frame, and costs little if it is not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from gui.widgets.copying import copy_by_key

PADDING = 10
"""Pixels beside the text of a cell."""

_ROOM = 6
"""Pixels above and below the text of a row where there is enough height."""


class Cell(NamedTuple):
    """What one cell shows, what a copy of it says, its tooltip, and its colour."""

    text: str
    exact: str
    tip: str = ""
    colour: str = ""


class NumberTable(QTableWidget):
    """Titles at the left, heads above, right-aligned cells; Ctrl+C copies all with whole numbers.

    The rows become lower where the height is scarce, down to that of the text.
    """

    resized = Signal()
    """It has another size: columns may have lost or found room."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._heads: tuple[str, ...] = ()
        self._titles: tuple[str, ...] = ()
        self._cells: list[list[Cell]] = []
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAlternatingRowColors(False)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        titles, heads = self.verticalHeader(), self.horizontalHeader()
        titles.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        titles.setStyleSheet(
            "QHeaderView, QHeaderView::section { border: none; background: transparent; }"
        )
        titles.setMinimumSectionSize(1)
        heads.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        heads.setMinimumSectionSize(20)
        copy_by_key(self, self.copy)

    def fill(
        self, heads: Sequence[str], titles: Sequence[str], cells: Sequence[Sequence[Cell]]
    ) -> bool:
        """Write the table; return whether heads or titles are new, and so its shape."""
        new = self._name(tuple(heads), tuple(titles))
        for i, line in enumerate(cells):
            for j, cell in enumerate(line):
                if new or cell != self._cells[i][j]:
                    self._write(i, j, cell)
        self._cells = [list(line) for line in cells]
        return new

    def titles(self) -> tuple[str, ...]:
        """Return the titles of the rows."""
        return self._titles

    def cells(self) -> list[list[Cell]]:
        """Return what was written last."""
        return self._cells

    def copy(self) -> None:
        """Put the table on the clipboard, tab-separated, with whole numbers."""
        lines = ["\t".join(["", *self._heads])]
        for title, line in zip(self._titles, self._cells, strict=True):
            lines.append("\t".join([title, *(cell.exact for cell in line)]))
        QGuiApplication.clipboard().setText("\n".join(lines))

    def needed_width(self) -> int:
        """Return the width at which no text is cut."""
        metrics, hidden = self.fontMetrics(), self.isColumnHidden
        columns = [j for j in range(len(self._heads)) if not hidden(j)]
        texts = [[self._heads[j], *(line[j].text for line in self._cells)] for j in columns]
        widths = [max(map(metrics.horizontalAdvance, column)) + PADDING for column in texts]
        # All columns are equally wide.
        return int(self.title_width() + len(widths) * max(widths, default=0) + 4)

    def title_width(self) -> int:
        """Return the width of the titles."""
        return self.verticalHeader().sizeHint().width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the rows the height there is."""
        super().resizeEvent(event)
        self.fit_rows()
        self.resized.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.fit_rows()

    def fit_rows(self) -> None:
        """Share the height among the rows."""
        if not self._titles:
            return
        text = self.fontMetrics().height()
        height = self.height() - self.horizontalHeader().sizeHint().height() - 2
        wanted = min(max(height // len(self._titles), text), text + _ROOM)
        for i in range(len(self._titles)):
            if self.rowHeight(i) != wanted:
                self.setRowHeight(i, wanted)

    def _name(self, heads: tuple[str, ...], titles: tuple[str, ...]) -> bool:
        # Headers and heights lay the table out anew, even if they stay the same.
        if (heads, titles) == (self._heads, self._titles):
            return False
        self._heads, self._titles = heads, titles
        self.setRowCount(len(titles))
        self.setColumnCount(len(heads))
        self.setHorizontalHeaderLabels(heads)
        self.setVerticalHeaderLabels(titles)
        self.fit_rows()
        return True

    def _write(self, i: int, j: int, cell: Cell) -> None:
        item = self.item(i, j)
        if item is None:
            item = QTableWidgetItem()
            item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.setItem(i, j, item)
        item.setText(cell.text)
        item.setToolTip(cell.tip or cell.exact)
        item.setData(Qt.ItemDataRole.ForegroundRole, QColor(cell.colour) if cell.colour else None)
        item.setData(Qt.ItemDataRole.UserRole, cell.exact)
