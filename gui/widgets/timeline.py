"""The bottom bar: a slider over all recorded steps, and the values of the shown one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSlider, QWidget

_NAMES = ("stepValue", "wValue", "bValue", "lossValue", "verdictLabel")


class Timeline(QFrame):
    """A slider over the rows of the record, with step, parameters, loss and verdict as text."""

    row_chosen = Signal(int)
    """The index of the row that a person dragged to."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setObjectName("timelineSlider")
        # Not by a click: the arrow keys then stay with the window, which steps with them.
        self._slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._slider.setMinimumWidth(120)
        self._slider.valueChanged.connect(self.row_chosen)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 2, 10, 2)
        layout.setSpacing(16)
        layout.addWidget(self._slider, stretch=1)
        self._labels: dict[str, QLabel] = {}
        self._subject: object = None
        for name in _NAMES:
            label = self._labels[name] = QLabel()
            label.setObjectName(name)
            label.setProperty("large", True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            layout.addWidget(label)
        self.retranslate()

    def begin(self, subject: object) -> None:
        """Say which record is shown; the labels take new widths where it is another one."""
        if subject != self._subject:
            self._subject = subject
            self.forget_widths()

    def show_rows(self, index: int, count: int) -> None:
        """Put the slider on a row of so many, without telling anyone."""
        with QSignalBlocker(self._slider):
            self._slider.setRange(0, max(count - 1, 0))
            self._slider.setValue(index)
        self._slider.setEnabled(count > 1)

    def show_text(self, name: str, text: str, tooltip: str) -> None:
        """Write one of the labels; the tooltip has the whole value."""
        label = self._labels[name]
        if label.text() == text and label.toolTip() == tooltip:
            return
        label.setText(text)
        label.setToolTip(tooltip)
        label.setAccessibleName(text)
        # Only ever wider within one record: otherwise the slider would twitch.
        label.setMinimumWidth(max(label.minimumWidth(), label.sizeHint().width()))

    def show_colour(self, name: str, colour: str) -> None:
        """Colour one of the labels."""
        self._labels[name].setStyleSheet(f"color: {colour};")

    def forget_widths(self) -> None:
        """Give the labels the room of the texts to come, after font or language changed."""
        for label in self._labels.values():
            label.setMinimumWidth(0)

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self._slider.setAccessibleName(self.tr("Timeline"))
        self._slider.setToolTip(self.tr("Drag to show any recorded step"))

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the language or of the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
