"""The folded section with the optimizer's update and all its hyperparameters."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from core.hyperparameters import (
    Hyperparameter,
    Kind,
    clips_together,
    hyperparameters,
    idle,
    settings_of,
    withheld,
)
from core.optimizer import OptimizerConfig
from core.update_formula import update_formula
from gui.controller import Controller
from gui.hyperparameter_wording import (
    clash_words,
    help_text,
    idle_words,
    settings_words,
    withheld_words,
)
from gui.shown import Shown
from gui.widgets.folded_section import FoldedSection
from gui.widgets.naming import named, unfocused_button
from gui.widgets.note_label import NoteLabel
from gui.widgets.setting_fields import CountField, NumberField, SettingField, SwitchField
from gui.widgets.setting_grid import SettingGrid, breakable

translate = QCoreApplication.translate


class OptimizerSection(FoldedSection):
    """Controls made from the table of hyperparameters, for the optimizer that is chosen.

    They appear once TensorFlow is there, as the defaults are Keras' own.
    """

    def __init__(self, controller: Controller, parent: QWidget | None = None) -> None:
        self._controller = controller
        self._optimizer = OptimizerConfig()
        self._keras_is_there = False
        self._built = ""
        self._entries: tuple[Hyperparameter, ...] = ()
        self._fields: dict[str, SettingField] = {}
        self._formula = named(QLabel(), "updateFormula")
        self._formula.setTextFormat(Qt.TextFormat.PlainText)
        self._formula.setWordWrap(True)
        self._formula.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._note = NoteLabel("hyperparameterNote")
        self._back = unfocused_button("hyperparameterDefaults")
        self._back.setProperty("link", True)
        self._left_out = NoteLabel("withheldNote")
        self._grid = SettingGrid()
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(6, 0, 0, 4)
        self._column.setSpacing(4)
        for widget in (self._formula, self._grid, self._note, self._back, self._left_out):
            self._column.addWidget(widget)
        super().__init__(content, parent)
        self._back.clicked.connect(lambda: self._controller.set_hyperparameters(()))
        self.toggled.connect(self._fill)
        self.retranslate()

    def draw(self, shown: Shown) -> None:
        """Show the settings."""
        optimizer, there = shown.config.optimizer, shown.run is not None
        if optimizer == self._optimizer and (self._keras_is_there or not there):
            return
        self._optimizer, self._keras_is_there = optimizer, self._keras_is_there or there
        self._write_heading()
        self._fill()

    def field(self, name: str) -> SettingField:
        """Return the field of a hyperparameter."""
        return self._fields[name]

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self._back.setText(translate("Hyperparameter", "back to Keras' defaults"))
        self._back.setAccessibleName(self._back.text())
        self._back.setToolTip(translate("Hyperparameter", "Set all of these as Keras has them"))
        self._built = ""
        self._write_heading()
        self._fill()

    def _write_heading(self) -> None:
        settings = self._optimizer.hyperparameters
        if settings:
            text = translate("Hyperparameter", "Settings: {settings}")
            self.set_heading(text.format(settings=settings_words(settings)))
        else:
            self.set_heading(translate("Hyperparameter", "Settings: Keras' defaults"))

    def _fill(self) -> None:
        """Show formula and values; what is folded away costs nothing."""
        if not self.is_open():
            return
        self._formula.setText("\n".join(update_formula(self._optimizer)))
        if self._keras_is_there:
            if self._built != self._optimizer.name:
                self._build()
            self._show_values()
        self._back.setVisible(bool(self._optimizer.hyperparameters))

    def _build(self) -> None:
        """Make the fields of the optimizer in place of those of the last one."""
        self._built = self._optimizer.name
        self._entries = hyperparameters(self._built)
        old, self._grid = self._grid, SettingGrid()
        self._fields = {entry.name: self._add(entry) for entry in self._entries}
        self._grid.take_place_of(old, self._column)
        reasons = withheld(self._built)
        text = translate("Hyperparameter", "Not offered: {names}")
        self._left_out.say(text.format(names=", ".join(map(breakable, reasons))))
        self._left_out.setToolTip(
            "\n".join(f"{name}: {withheld_words(code)}" for name, code in reasons.items())
        )

    def _add(self, entry: Hyperparameter) -> SettingField:
        field = _field(entry)
        self._grid.add_named(field, entry.name, entry.symbol, help_text(entry))
        field.entered.connect(self._take)
        return field

    def _show_values(self) -> None:
        chosen = dict(self._optimizer.hyperparameters)
        for entry in self._entries:
            self._fields[entry.name].show_setting(chosen.get(entry.name, entry.default))
        found = idle(self._entries, chosen)
        self._note.say("\n".join(idle_words(name, needs) for name, needs in found.items()))

    def _take(self) -> None:
        values: dict[str, Any] = {name: field.setting() for name, field in self._fields.items()}
        clash = clips_together(values)
        if clash:
            self._show_values()
            self._note.say(clash_words(clash), "danger")
            return
        self._controller.set_hyperparameters(settings_of(self._optimizer.name, values))


def _field(entry: Hyperparameter) -> SettingField:
    """Return the field that suits a hyperparameter."""
    name = f"hyperparameter_{entry.name}"
    if entry.kind is Kind.SWITCH:
        return named(SwitchField(), name)
    if entry.kind is Kind.WHOLE:
        lowest, highest = int(entry.lowest), int(entry.highest)
        return named(CountField(lowest, highest, entry.optional), name)
    limits: dict[str, Any] = {"lowest": entry.lowest, "highest": entry.highest}
    if entry.below:
        limits["below"] = entry.highest
    # What must be above its lowest value must be above 0, for all of them.
    return named(NumberField(optional=entry.optional, positive=entry.above, **limits), name)
