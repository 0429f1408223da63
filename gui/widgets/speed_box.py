"""A field for steps per second, from one step in two seconds to as fast as it goes."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox, QWidget

from gui.number_format import parse_number, short

SPEEDS = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0)
AS_FAST_AS_IT_GOES = 10_000.0
"""The field's highest value; it stands for no pace at all."""

LADDER = (*SPEEDS, AS_FAST_AS_IT_GOES)


class SpeedBox(QDoubleSpinBox):
    """A spin box that climbs 1, 2, 5, 10 … and whose top is "full speed"."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDecimals(3)
        self.setRange(LADDER[0], LADDER[-1])
        self.setKeyboardTracking(False)
        self.retranslate()

    def pace(self) -> float | None:
        """Return the steps per second; None: as fast as it goes."""
        return None if self.value() >= AS_FAST_AS_IT_GOES else self.value()

    def set_pace(self, pace: float | None) -> None:
        """Show a pace."""
        self.setValue(AS_FAST_AS_IT_GOES if pace is None else pace)

    def place(self) -> int:
        """Return the place of the value on the ladder, from 0."""
        return max(i for i, speed in enumerate(LADDER) if speed <= self.value())

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        # The text is made from the value only when that changes.
        self.setSuffix("")
        self.lineEdit().setText(self.textFromValue(self.value()))

    def stepBy(self, steps: int) -> None:
        """Climb the ladder."""
        at = self.place() + steps
        self.setValue(LADDER[min(max(at, 0), len(LADDER) - 1)])

    def textFromValue(self, value: float) -> str:
        """Write a value with its unit."""
        if value >= AS_FAST_AS_IT_GOES:
            return self.tr("full speed")
        return self.tr("{speed} steps/s").format(speed=short(value))

    def valueFromText(self, text: str) -> float:
        """Read a number, with or without the unit."""
        value = parse_number(text.split(" ")[0], finite=True, positive=True)
        return self.value() if value is None else value

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Let anything be typed; what is no number leaves the value as it was."""
        return QValidator.State.Acceptable, text, position

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
