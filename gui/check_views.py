"""Where the table of the gradient check and the views beside it stand."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QEvent, QSignalBlocker, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QWidget

from gui.check_table import CheckTable
from gui.check_view import CheckView
from gui.widgets.naming import named

TABLE = "table"
LEAST_VIEW = 18
"""A view beside the table is at least so many times as wide as the text is high."""

CHART = 3
"""Part of the height for the charts, and one less for what is below them."""

WIDE, HIGH = 76, 32
"""From this size on, in heights of the text, everything is seen at once."""


class Arrangement(Enum):
    """How much of it is seen at once."""

    ONE = "one"
    """Table or one view."""
    TWO = "two"
    """Table and one view."""
    ALL = "all"
    """Everything."""


class CheckViews(QWidget):
    """Table at the left, views at the right: one of them, which `box` chooses, or all."""

    changed = Signal()
    """Another view is seen, and has to be drawn."""

    def __init__(
        self, table: CheckTable, views: tuple[CheckView, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.table, self.views = table, views
        self.arrangement = Arrangement.TWO
        self.box = named(QComboBox(), "checkViewBox")
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for view in views:
            self.box.addItem("", view.objectName())
        self.box.currentIndexChanged.connect(self._choose)
        self._chosen = views[0].objectName()
        self._box_wanted = True
        self._right = QWidget()
        self._grid = QGridLayout(self._right)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(6)
        for i, view in enumerate(views):
            self._grid.addWidget(view, i // 2, i % 2)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(12)
        self._layout.addWidget(table)
        self._layout.addWidget(self._right)
        self._show_parts()

    def retranslate(self) -> None:
        """Write the names of the views anew in the current language."""
        names = {TABLE: self.tr("Numbers")} | {v.objectName(): v.title() for v in self.views}
        for i in range(self.box.count()):
            self.box.setItemText(i, names[self.box.itemData(i)])
        self.box.setAccessibleName(self.tr("View beside the table"))
        self.box.setToolTip(self.tr("What to see of the check besides the numbers"))

    def seen(self) -> tuple[CheckView, ...]:
        """Return the views that have to be drawn."""
        if self.arrangement is Arrangement.ALL:
            return self.views
        return tuple(view for view in self.views if view.objectName() == self.box.currentData())

    def show_view(self, key: str) -> None:
        """Choose a view by its object name, or the table where only one of them has room."""
        self.box.setCurrentIndex(self.box.findData(key))

    def show_box(self, on: bool) -> None:
        """Show the box, unless everything is seen anyway."""
        self._box_wanted = on
        wanted = on and self.arrangement is not Arrangement.ALL
        if self.box.isHidden() == wanted:
            self.box.setVisible(wanted)

    def arrange(self) -> None:
        """See as much at once as there is room for."""
        wanted = self._wanted()
        if wanted is not self.arrangement:
            self.arrangement = wanted
            self._offer_table(wanted is Arrangement.ONE)
            self._show_parts()
            self.changed.emit()
        self._share_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange anew."""
        super().resizeEvent(event)
        self.arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.arrange()

    def _wanted(self) -> Arrangement:
        unit = self.fontInfo().pixelSize()
        if self.width() >= WIDE * unit and self.height() >= HIGH * unit:
            return Arrangement.ALL
        room = self.width() - self.table.widest() - self._layout.spacing()
        return Arrangement.TWO if room >= LEAST_VIEW * unit else Arrangement.ONE

    def _offer_table(self, offered: bool) -> None:
        """Let the box choose the table as well, at first, or no longer."""
        with QSignalBlocker(self.box):
            if offered:
                self.box.insertItem(0, self.tr("Numbers"), TABLE)
                self.box.setCurrentIndex(0)
            elif self.box.itemData(0) == TABLE:
                self.box.removeItem(0)
                self.box.setCurrentIndex(self.box.findData(self._chosen))

    def _choose(self) -> None:
        key = self.box.currentData()
        if key != TABLE:
            self._chosen = key
        self._show_parts()
        self._share_width()
        self.changed.emit()

    def _show_parts(self) -> None:
        whole, key = self.arrangement is Arrangement.ALL, self.box.currentData()
        alone = self.arrangement is Arrangement.ONE
        self.show_box(self._box_wanted)
        self.table.setVisible(not alone or key == TABLE)
        self._right.setVisible(not alone or key != TABLE)
        for i, view in enumerate(self.views):
            view.show_title(whole)
            view.setVisible(whole or view.objectName() == key)
            # An empty row or column with a stretch would take its part of the room.
            self._grid.setRowStretch(i // 2, CHART - i // 2 if whole else 0)
            self._grid.setColumnStretch(i % 2, int(whole))

    def _share_width(self) -> None:
        """Give the table what it needs, and the views the rest."""
        needed = self.table.widest()
        if self.arrangement is Arrangement.TWO:
            needed = max(needed, round(0.5 * self.width()))
        self._layout.setStretch(0, needed)
        self._layout.setStretch(1, max(self.width() - needed - self._layout.spacing(), 1))
        # At once: otherwise a frame is painted with the parts of before.
        self._layout.activate()
