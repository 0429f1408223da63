"""The folded section with the learning-rate schedule."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QSizePolicy, QVBoxLayout, QWidget

from core.errors import InputError
from core.hyperparameters import LARGEST, LARGEST_COUNT
from core.schedule import CONSTANT, SCHEDULES, Schedule
from gui.controller import Controller
from gui.schedule_wording import (
    FORMULAS,
    SYMBOLS,
    heading_words,
    kind_sentence,
    kind_words,
    list_words,
    setting_words,
    uneven_words,
)
from gui.shown import Shown
from gui.widgets.folded_section import FoldedSection
from gui.widgets.naming import named
from gui.widgets.note_label import NoteLabel
from gui.widgets.setting_fields import (
    CountField,
    ListField,
    NumberField,
    SettingField,
    SwitchField,
)
from gui.widgets.setting_grid import SettingGrid

LISTS = ("boundaries", "factors")


class ScheduleSection(FoldedSection):
    """Which schedule, its formula, and its settings."""

    def __init__(self, controller: Controller, parent: QWidget | None = None) -> None:
        self._controller = controller
        self._schedule = CONSTANT
        self._built = ""
        self._fields: dict[str, SettingField] = {}
        self._kind = named(QComboBox(), "scheduleBox")
        for kind in SCHEDULES:
            self._kind.addItem("", kind)
        self._kind.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._formula = NoteLabel("scheduleFormula")
        self._note = NoteLabel("scheduleNote")
        self._grid = SettingGrid()
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(6, 0, 0, 4)
        self._column.setSpacing(4)
        for widget in (self._kind, self._formula, self._grid, self._note):
            self._column.addWidget(widget)
        super().__init__(content, parent)
        self._kind.activated.connect(self._choose_kind)
        self.retranslate()

    def draw(self, shown: Shown) -> None:
        """Show the schedule."""
        if shown.config.optimizer.schedule != self._schedule:
            self._schedule = shown.config.optimizer.schedule
            self._fill()

    def field(self, name: str) -> SettingField:
        """Return the field of a setting."""
        return self._fields[name]

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        for index in range(self._kind.count()):
            kind = self._kind.itemData(index)
            self._kind.setItemText(index, kind_words(kind))
            self._kind.setItemData(index, kind_sentence(kind), Qt.ItemDataRole.ToolTipRole)
        self._kind.setAccessibleName(self.tr("Learning-rate schedule"))
        self._kind.setToolTip(self.tr("How the learning rate changes with the step"))
        self._built = ""
        self._fill()

    def _fill(self) -> None:
        schedule = self._schedule
        self.set_heading(heading_words(schedule))
        self._kind.setCurrentIndex(self._kind.findData(schedule.kind))
        self._formula.say(FORMULAS[schedule.kind])
        self._formula.setToolTip(kind_sentence(schedule.kind))
        if self._built != schedule.kind:
            self._build()
        for name, value in schedule.values.items():
            self._fields[name].show_setting(value)
        self._note.say("")

    def _build(self) -> None:
        """Make the fields of the schedule in place of those of the last one."""
        self._built = self._schedule.kind
        old, self._grid = self._grid, SettingGrid()
        self._fields = {name: self._add(name, v) for name, v in self._schedule.values.items()}
        self._grid.take_place_of(old, self._column)

    def _add(self, name: str, value: Any) -> SettingField:
        field = named(_field(name, value), f"schedule_{name}")
        symbol, words = SYMBOLS.get(name, ""), setting_words(name)
        self._grid.add_named(field, name, symbol, words, wide=name in LISTS)
        field.entered.connect(self._take)
        return field

    def _choose_kind(self, index: int) -> None:
        self._controller.set_schedule(Schedule(self._kind.itemData(index)))

    def _take(self) -> None:
        kind = self._schedule.kind
        values = {name: field.setting() for name, field in self._fields.items()}
        bad = [name for name in LISTS if name in values and values[name] is None]
        if bad:
            self._note.say(list_words(bad[0]), "danger")
            return
        default = SCHEDULES[kind]
        changed = sorted((n, v) for n, v in values.items() if v != default[n])
        try:
            schedule = Schedule(kind, tuple(changed))
        except InputError as error:
            self._note.say(_refusal(error), "danger")
            return
        self._note.say("")
        self._controller.set_schedule(schedule)


def _refusal(error: InputError) -> str:
    if error.code == "uneven_pieces":
        return uneven_words(**error.values)  # type: ignore[arg-type]
    return list_words(str(error.values["name"]))


def _field(name: str, value: Any) -> SettingField:
    """Return the field that suits a setting, by the kind of its value."""
    if isinstance(value, bool):
        return SwitchField()
    if isinstance(value, tuple):
        return ListField(whole=name == "boundaries")
    if isinstance(value, int):
        return CountField(0 if name == "warmup_steps" else 1, LARGEST_COUNT)
    return NumberField(lowest=0.0, highest=1.0 if name == "alpha" else LARGEST)
