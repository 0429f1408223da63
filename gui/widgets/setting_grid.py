"""Settings below each other: the name on the left, the field on the right."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QGridLayout, QLabel, QSizePolicy, QWidget

from gui.widgets.setting_fields import SettingField

FIELD_CHARACTERS = 11
"""Width of the fields: room for a number such as 1.23456e-7."""

FIELD_PADDING = 10
"""Pixels of a line edit's frame and padding."""


class SettingGrid(QWidget):
    """Rows of a label and a field; a switch carries its own label."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(6)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(0, 1)

    def add(self, field: QWidget, wide: bool = False) -> QLabel | None:
        """Add a field below the others and return its label; None for a switch.

        With `wide` the field has half the width, else room for a number.
        """
        row = self._grid.rowCount()
        if isinstance(field, QCheckBox):
            self._grid.addWidget(field, row, 0, 1, 2)
            return None
        label = QLabel()
        label.setWordWrap(True)
        label.setBuddy(field)
        self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(field, row, 1)
        # The longest value must not widen the column.
        field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        # Spin boxes are as high as line edits.
        field.setMinimumHeight(self.fontMetrics().height() + FIELD_PADDING)
        if not wide:
            self._grid.setColumnMinimumWidth(1, self._field_width())
        else:
            self._grid.setColumnStretch(1, 1)
        return label

    def add_named(
        self, field: SettingField, name: str, symbol: str, help_text: str, wide: bool = False
    ) -> None:
        """Add a field with its name, perhaps a letter for it, and its help."""
        label = self.add(field, wide)
        if label is not None:
            label.setText(breakable(name, symbol))
            label.setToolTip(help_text)
        elif isinstance(field, QCheckBox):
            field.setText(name)
        field.setAccessibleName(name)
        field.explain(help_text)

    def take_place_of(self, old: SettingGrid, layout: QBoxLayout) -> None:
        """Stand in a layout where another one stood, which is deleted."""
        for field in old.findChildren(QWidget):
            # What was half typed in a field that goes is no value for the others.
            field.blockSignals(True)
        layout.replaceWidget(old, self)
        old.hide()
        old.deleteLater()
        # What comes into a window on show is else hidden until the next event.
        self.show()

    def _field_width(self) -> int:
        return FIELD_CHARACTERS * self.fontMetrics().averageCharWidth() + 8


def breakable(name: str, symbol: str = "") -> str:
    """Return a name, with its letter if it has one, that may be broken after its underscores."""
    text = f"{name}\u00a0{symbol}" if symbol else name
    return text.replace("_", "_\u200b")
