"""A field for one exact number."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from gui.number_format import parse_number, short, whole
from gui.widgets.look import set_look


class NumberEdit(QLineEdit):
    """A line edit for a finite number; it shows it short and has the whole value in its tooltip.

    A new number is told on Enter and when the focus leaves. A text that is no number makes the
    field red and its tooltip says why; the last good value stays, and Esc shows it again.
    """

    valueEntered = Signal(float)

    def __init__(
        self,
        value: float = 0.0,
        *,
        positive: bool = False,
        lowest: float = -math.inf,
        highest: float = math.inf,
        below: float = math.inf,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._value = value
        self._positive = positive
        self._lowest, self._highest, self._below = lowest, highest, below
        self._help = ""
        self.textEdited.connect(self._check_again)
        self._show_value()

    def value(self) -> float:
        """Return the last good value."""
        return self._value

    def set_value(self, value: float) -> None:
        """Show a value without telling anyone; a text that is just being typed is kept."""
        if value == self._value:
            return
        self._value = value
        if not (self.hasFocus() and self.isModified()):
            self._show_value()

    def is_valid(self) -> bool:
        """Return whether the field is not marked red."""
        return not self.property("invalid")

    def set_help(self, text: str) -> None:
        """Set a tooltip, already translated, that stands above the whole value."""
        self._help = text
        self._update_tooltip()

    def retranslate(self) -> None:
        """Write the tooltip anew in the current language."""
        self._update_tooltip()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter, and Esc where there is something to restore."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._commit()
        elif event.key() == Qt.Key.Key_Escape and self._is_dirty():
            self._show_value()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take what was typed, unless only a menu or another window has opened."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._commit()

    def event(self, event: QEvent) -> bool:
        """Keep Esc from the window's shortcut while it restores the value here."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.key() == Qt.Key.Key_Escape
            and self._is_dirty()
        ):
            event.accept()
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _is_dirty(self) -> bool:
        return self.text() != self._written()

    def _written(self) -> str:
        """Return the value as the field shows it."""
        return short(self._value)

    def _commit(self) -> None:
        # The short text of an untouched field must not replace its longer value.
        if not self._is_dirty():
            self._show_value()
            return
        value = parse_number(self.text(), finite=True, positive=self._positive)
        inside = value is not None and self._lowest <= value <= self._highest
        if value is None or not inside or value >= self._below:
            self._mark(invalid=True)
            return
        is_new = value != self._value
        self._value = value
        self._show_value()
        if is_new:
            self.valueEntered.emit(value)

    def _check_again(self) -> None:
        """Take the red away as soon as the text is good."""
        if not self.is_valid() and self._problem() == "":
            self._mark(invalid=False)

    def _show_value(self) -> None:
        self.setText(self._written())
        self.setModified(False)
        self._mark(invalid=False)

    def _mark(self, *, invalid: bool) -> None:
        set_look(self, "invalid", invalid)
        self._update_tooltip()

    def _update_tooltip(self) -> None:
        if not self.is_valid():
            self.setToolTip(self._problem())
            return
        text = self._whole_text()
        self.setToolTip(f"{self._help}\n{text}" if self._help else text)

    def _whole_text(self) -> str:
        return whole(self._value)

    def _problem(self) -> str:
        """Return in one sentence what is wrong with the text and what to type; or nothing."""
        text = self.text().strip()
        value = parse_number(text)
        if not text:
            return self.tr("The field is empty: type a number such as 0.001 or 1e-3.")
        if value is None or math.isnan(value):
            return self.tr("“{text}” is not a number: type one such as 0.001 or 1e-3.").format(
                text=text
            )
        if math.isinf(value):
            return self.tr("“{text}” is too large: type a number below 1e308.").format(text=text)
        if self._positive and value <= 0:
            return self.tr("The number must be above 0: type one such as 0.001 or 1e-3.")
        if value < self._lowest:
            text = self.tr("The number must not be below {lowest}.")
            return text.format(lowest=short(self._lowest))
        if value > self._highest:
            text = self.tr("The number must not be above {highest}.")
            return text.format(highest=short(self._highest))
        if value >= self._below:
            return self.tr("The number must be below {limit}.").format(limit=short(self._below))
        return ""
