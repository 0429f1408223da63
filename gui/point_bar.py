"""The line below a plot whose points are edited: what the mouse does, undo and redo."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from gui.widgets.elided_label import ElidedLabel
from gui.widgets.naming import named, unfocused_button


class PointBar(QWidget):
    """A hint, and buttons for undo and redo."""

    undo_wanted = Signal()
    redo_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hint = named(ElidedLabel(), "editPointsHint")
        self.undo, self.redo = (
            unfocused_button(name) for name in ("undoPointsButton", "redoPointsButton")
        )
        self.undo.clicked.connect(self.undo_wanted)
        self.redo.clicked.connect(self.redo_wanted)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(4, 2, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.hint, stretch=1)
        for button in (self.undo, self.redo):
            button.setProperty("small", True)
            layout.addWidget(button)
        self._count = 0
        self.show_history(False, False)
        self.retranslate()

    def show_history(self, can_undo: bool, can_redo: bool) -> None:
        """Show whether edits can be taken back, and done again."""
        self.undo.setEnabled(can_undo)
        self.redo.setEnabled(can_redo)

    def show_count(self, count: int) -> None:
        """Say what can be done to so many points."""
        self._count = count
        if count == 1:
            self.hint.set_text(self.tr("Click: add. Drag: move. The last point stays."))
        else:
            self.hint.set_text(self.tr("Click: add. Drag: move. Right click: delete."))

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        for button, sign, name, tip in (
            (self.undo, "↶", self.tr("Undo"), self.tr("Undo the last edit (Ctrl+Z)")),
            (self.redo, "↷", self.tr("Redo"), self.tr("Redo it (Ctrl+Y)")),
        ):
            button.setText(sign)
            button.setAccessibleName(name)
            button.setToolTip(tip)
        self.show_count(self._count)
