"""A row of small buttons of which one is pressed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from gui.widgets.naming import unfocused_button


class ChoiceButtons(QWidget):
    """Buttons for a few short names, such as those of the parameters."""

    chosen = Signal(int)
    """The index of the button that was pressed."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._names: tuple[str, ...] = ()
        self._buttons: list[QPushButton] = []
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self.chosen)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(2)

    def current(self) -> int:
        """Return the index of the pressed button; 0 where there is none."""
        return max(self._group.checkedId(), 0)

    def set_names(self, names: Sequence[str]) -> None:
        """Offer these names; the first is pressed where they are new."""
        if tuple(names) == self._names:
            return
        self._names = tuple(names)
        for button in self._buttons:
            self._group.removeButton(button)
            self._layout.removeWidget(button)
            button.deleteLater()
        self._buttons = [self._button(index, name) for index, name in enumerate(names)]
        if self._buttons:
            self._buttons[0].setChecked(True)

    def set_help(self, texts: Sequence[str]) -> None:
        """Set what each button is for, already translated: tooltip and accessible name."""
        for button, text in zip(self._buttons, texts, strict=True):
            button.setToolTip(text)
            button.setAccessibleName(text)

    def _button(self, index: int, name: str) -> QPushButton:
        button = unfocused_button(f"{self.objectName()}{index + 1}", checkable=True)
        # A single & would underline the next letter.
        button.setText(name.replace("&", "&&"))
        button.setProperty("small", True)
        self._group.addButton(button, index)
        self._layout.addWidget(button)
        return button
