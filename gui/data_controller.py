"""What the experiment is about: a preset, a table, or the runs of a session."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal

from core.config import RunConfig
from core.dataset import Dataset
from core.loss import loss_named
from core.presets import preset_named
from core.problem import fit_problem
from core.stop_rules import StopRules
from core.table.choices import Choices
from core.table.sources import Source
from gui import message
from gui.message_parts import Message
from gui.settings_controller import SettingsController
from gui.table_reader import TableReader


class DataController(SettingsController):
    """Loads what is fitted; what there was stays until the new is there."""

    read_failed = Signal(object, object, object)
    """A file could not be read: the exception, mostly an InputError, and of a table its source
    and choices."""

    table_loaded = Signal(object)
    """A table is fitted now: its Dataset."""

    _reader: TableReader | None = None
    _told_percent = 0

    @property
    def reading(self) -> Message | None:
        """What is being read, and how much of it has been."""
        reader = self._reader
        if reader is None:
            return None
        return message.reading(Path(reader.source.name).name, reader.progress)

    def load_preset(self, name: str) -> None:
        """Begin a preset anew, with its own settings."""
        self.cancel_reading()
        self._preset = name
        self._begin(preset_named(name).config())

    def load_table(self, source: Source, choices: Choices) -> None:
        """Read a table in the background and begin with it; what is there stays until then."""
        self.cancel_reading()
        self._reader = TableReader(source, choices, self.config_for)
        self._changed = True

    def cancel_reading(self) -> None:
        """Forget the table that is being read."""
        if self._reader is not None:
            self._reader.cancel()
            self._reader = None
            self._changed = True

    def load_data(self, data: Dataset) -> None:
        """Begin with the data of a table."""
        self.cancel_reading()
        self._preset = None
        self._begin(self.config_for(data))
        self.table_loaded.emit(data)

    def config_for(self, data: Dataset) -> RunConfig:
        """Return the settings with which the data of a table are fitted."""
        fit = self._config.problem.fit
        loss = loss_named("mse") if fit is None else fit.loss
        problem = fit_problem(loss, data)
        return replace(self._config, problem=problem, dtype="float64", stop=StopRules())

    def _end_reading(self) -> None:
        if self._reader is not None:
            self._reader.join()
            self._reader = None

    def _take_table(self) -> None:
        """Begin with the table once it has been read."""
        reader = self._reader
        if reader is None:
            return
        if not reader.done:
            percent = round(100 * reader.progress)
            self._changed = self._changed or percent != self._told_percent
            self._told_percent = percent
            return
        self._reader, self._changed = None, True
        if reader.dataset is None:
            self.read_failed.emit(reader.error, reader.source, reader.choices)
        else:
            self.load_data(reader.dataset)
