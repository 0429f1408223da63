"""The bottom bar: a slider over all steps, what can be done at one, and its values."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSlider, QWidget

from gui.widgets.naming import unfocused_button

_NAMES = ("stepValue", "wValue", "bValue", "lossValue", "verdictLabel")


class Timeline(QFrame):
    """A slider over the steps of a run, with step, parameters, loss and verdict as text."""

    step_chosen = Signal(int)
    """The step that a person dragged to."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setObjectName("timelineSlider")
        # Not by a click: the arrow keys then stay with the window, which steps with them.
        self._slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._slider.setMinimumWidth(120)
        self._slider.valueChanged.connect(self.step_chosen)
        self.play_button = unfocused_button("playButton")
        self.go_on_button = unfocused_button("goOnButton")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 2, 10, 2)
        layout.setSpacing(16)
        layout.addWidget(self.play_button)
        layout.addWidget(self._slider, stretch=1)
        layout.addWidget(self.go_on_button)
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

    def show_step(self, step: int, last: int, older: bool, playing: bool) -> None:
        """Put the slider on a step of so many, without telling anyone.

        Parameters
        ----------
        step, last : int
            The shown step, and the newest.
        older : bool
            Whether there are finite steps after it.
        playing : bool
            Whether the steps are being shown one after the other.
        """
        with QSignalBlocker(self._slider):
            self._slider.setRange(0, last)
            self._slider.setPageStep(max(last // 10, 1))
            self._slider.setValue(step)
        self._slider.setEnabled(last > 0)
        self.play_button.setEnabled(last > 0)
        self.go_on_button.setEnabled(older)
        sign = "❚❚" if playing else "▷"
        if self.play_button.text() != sign:
            self.play_button.setText(sign)

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
        self._slider.setToolTip(self.tr("Drag to show any step"))
        self.play_button.setAccessibleName(self.tr("Play"))
        self.play_button.setToolTip(
            self.tr("Show the steps one after the other, at the speed of a run (P)")
        )
        self.go_on_button.setText("↳ " + self.tr("Go on from here"))
        self.go_on_button.setAccessibleName(self.tr("Go on from here"))
        self.go_on_button.setToolTip(
            self.tr("Begin a branch at the shown step, with the settings on the left; "
                    "the old run stays in grey (B)")
        )  # fmt: skip

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the language or of the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
