"""The table of the tutorials' calls."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from core.reference_calls import ReferenceCall
from gui.widgets.copying import copy_by_key


class CallTable(QTableWidget):
    """The calls of the tutorials; as high as its rows, so that it never scrolls by itself."""

    def __init__(self) -> None:
        super().__init__(0, 3)
        self.setObjectName("callTable")
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self._calls: tuple[ReferenceCall, ...] = ()
        copy_by_key(self, self.copy)

    def fill(
        self,
        calls: tuple[ReferenceCall, ...],
        texts: list[list[str]],
        bad: QColor,
        font: QFont,
    ) -> None:
        """Show the calls by the texts of their cells; those not to be written so in a colour."""
        self._calls = calls
        self.setRowCount(len(calls))
        for i, (call, cells) in enumerate(zip(calls, texts, strict=True)):
            for j, text in enumerate(cells):
                # So that code can be broken where a person would break it.
                item = QTableWidgetItem(re.sub(r"([A-Za-z_][.(=])(?=\w)", "\\1\u200b", text))
                item.setFont(font)
                item.setToolTip(text)
                if j == 0 and (call.error is not None or call.note == "slip"):
                    item.setForeground(bad)
                self.setItem(i, j, item)
        self._fit()

    def copy(self) -> None:
        """Put the table on the clipboard, tab-separated."""
        columns, way = range(self.columnCount()), Qt.Orientation.Horizontal
        titles = [str(self.model().headerData(j, way)) for j in columns]
        lines = ["\t".join([*titles, ""])]
        lines += ["\t".join([c.code, c.today, c.result, c.error or ""]) for c in self._calls]
        QGuiApplication.clipboard().setText("\n".join(lines))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the texts anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _fit(self) -> None:
        for i in range(self.rowCount()):
            # A little more than Qt asks for: it leaves out the last line if a pixel is missing.
            self.setRowHeight(i, self.sizeHintForRow(i) + 6)
        rows = self.verticalHeader().length() + self.horizontalHeader().sizeHint().height()
        self.setFixedHeight(rows + 2 * self.frameWidth() + 2)
