"""A colour in a cell of a table that can be clicked."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget


class SwatchDelegate(QStyledItemDelegate):
    """Tells a click on the decoration of a cell from one on its check box.

    Parameters
    ----------
    parent : QWidget
        The view.
    """

    clicked = Signal(QModelIndex)
    """The decoration of a cell was clicked."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = parent

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """Take the clicks on the decoration."""
        released = event.type() == QEvent.Type.MouseButtonRelease
        if released and isinstance(event, QMouseEvent) and self._hit(event, option, index):
            self.clicked.emit(model.index(index.row(), index.column()))
            return True
        return super().editorEvent(event, model, option, index)

    def _hit(
        self,
        event: QMouseEvent,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        own = QStyleOptionViewItem(option)
        self.initStyleOption(own, index)
        part = QStyle.SubElement.SE_ItemViewItemDecoration
        area = self._view.style().subElementRect(part, own, self._view)
        return event.button() == Qt.MouseButton.LeftButton and area.contains(
            event.position().toPoint()
        )
