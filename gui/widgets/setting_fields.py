"""Fields for one setting each: a number, a whole number, a switch or a list.

Each tells ``entered`` when the person has given another value, returns it as `setting`, shows one
by `show_setting` without telling anyone, and takes its help, already translated, by `explain`.
"""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QEvent, QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QSpinBox, QWidget

from gui.number_format import parse_number, short
from gui.widgets.number_edit import NumberEdit


class NumberField(NumberEdit):
    """A number; where it is optional an empty field means off."""

    entered = Signal(object)

    def __init__(
        self, *, optional: bool = False, parent: QWidget | None = None, **limits: Any
    ) -> None:
        self._optional = optional
        # Not a number stands for off: a value of its own is never one.
        super().__init__(math.nan if optional else 0.0, parent=parent, **limits)
        self.valueEntered.connect(lambda value: self.entered.emit(value))
        self.retranslate()

    def setting(self) -> float | None:
        """Return the number; None where it is off."""
        return None if math.isnan(self._value) else self._value

    def show_setting(self, value: float | None) -> None:
        """Show a number, or None for off."""
        self.set_value(math.nan if value is None else float(value))

    def explain(self, text: str) -> None:
        """Set the tooltip."""
        self.set_help(text)

    def retranslate(self) -> None:
        """Write placeholder and tooltip anew in the current language."""
        if self._optional:
            self.setPlaceholderText(self.tr("off"))
        super().retranslate()

    def _written(self) -> str:
        return "" if math.isnan(self._value) else short(self._value)

    def _whole_text(self) -> str:
        if math.isnan(self._value):
            return self.tr("off: type a number to turn it on")
        return super()._whole_text()

    def _commit(self) -> None:
        if not self._optional or self.text().strip():
            super()._commit()
            return
        was_on, self._value = not math.isnan(self._value), math.nan
        self._show_value()
        if was_on:
            self.entered.emit(None)

    def _problem(self) -> str:
        if self._optional and not self.text().strip():
            return ""
        return super()._problem()


class CountField(QSpinBox):
    """A whole number; where it is optional the value below the lowest means off."""

    entered = Signal(object)

    def __init__(
        self, lowest: int, highest: int, optional: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._optional = optional
        self.setRange(lowest - 1 if optional else lowest, highest)
        # A number half typed is no setting.
        self.setKeyboardTracking(False)
        self.valueChanged.connect(lambda _: self.entered.emit(self.setting()))
        self._name_off()

    def setting(self) -> int | None:
        """Return the number; None where it is off."""
        value = self.value()
        return None if self._optional and value == self.minimum() else value

    def show_setting(self, value: int | None) -> None:
        """Show a number, or None for off."""
        with QSignalBlocker(self):
            self.setValue(self.minimum() if value is None else value)

    def set_most(self, highest: int) -> None:
        """Set the largest number without telling anyone."""
        with QSignalBlocker(self):
            self.setMaximum(highest)

    def explain(self, text: str) -> None:
        """Set the tooltip."""
        self.setToolTip(text)

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._name_off()

    def _name_off(self) -> None:
        if self._optional:
            self.setSpecialValueText(self.tr("off"))


class SwitchField(QCheckBox):
    """On or off."""

    entered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.toggled.connect(lambda on: self.entered.emit(on))

    def setting(self) -> bool:
        """Return whether it is on."""
        return self.isChecked()

    def show_setting(self, value: bool) -> None:
        """Show on or off."""
        with QSignalBlocker(self):
            self.setChecked(value)

    def explain(self, text: str) -> None:
        """Set the tooltip."""
        self.setToolTip(text)


class ListField(QLineEdit):
    """Numbers with commas between; a text that is none is told as None and stays to be mended."""

    entered = Signal(object)

    def __init__(self, whole: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = whole
        self._numbers: tuple[float, ...] = ()
        self.editingFinished.connect(self._commit)

    def setting(self) -> tuple[float, ...] | None:
        """Return the numbers; None where the text is none."""
        # Commas of any kind, or only spaces between.
        texts = self.text().replace("，", ",").replace("、", ",").replace(",", " ").split()
        numbers = [parse_number(text, finite=True) for text in texts]
        if not numbers or any(n is None or (self._whole and n % 1) for n in numbers):
            return None
        return tuple(int(n) if self._whole else n for n in numbers if n is not None)

    def show_setting(self, value: tuple[float, ...]) -> None:
        """Show numbers."""
        self._numbers = value
        self.setText(", ".join(short(number) for number in value))

    def explain(self, text: str) -> None:
        """Set the tooltip."""
        self.setToolTip(text)

    def _commit(self) -> None:
        # The short text of an untouched field must not replace its longer values.
        shown = ", ".join(short(number) for number in self._numbers)
        if self.text() != shown:
            self.entered.emit(self.setting())


SettingField = NumberField | CountField | SwitchField | ListField
