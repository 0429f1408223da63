"""What the experiment is about: a preset, a table, or the runs of a session."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal

from core.loss import loss_named
from core.presets import preset_named
from core.problem import fit_problem
from core.stop_rules import StopRules
from gui.settings_controller import SettingsController
from gui.table_reader import TableReader


class DataController(SettingsController):
    """Loads what is fitted; what there was stays until the new is there."""

    read_failed = Signal(object)
    """A table could not be read: the exception, mostly an InputError."""

    _reader: TableReader | None = None

    @property
    def reading(self) -> str | None:
        """The table that is being read."""
        return None if self._reader is None else self._reader.path

    def load_preset(self, name: str) -> None:
        """Begin a preset anew, with its own settings."""
        self.cancel_reading()
        self._preset = name
        self._begin(preset_named(name).config())

    def load_table(self, path: str) -> None:
        """Read a table in the background and begin with it; what is there stays until then."""
        self.cancel_reading()
        self._reader = TableReader(path)
        self._changed = True

    def cancel_reading(self) -> None:
        """Forget the table that is being read."""
        if self._reader is not None:
            self._reader = None
            self._changed = True

    def _end_reading(self) -> None:
        if self._reader is not None:
            self._reader.join()
            self._reader = None

    def _take_table(self) -> None:
        """Begin with the table once it has been read."""
        reader = self._reader
        if reader is None or not reader.done:
            return
        self._reader, self._changed = None, True
        if reader.dataset is None:
            self.read_failed.emit(reader.error)
            return
        self._preset = None
        fit = self._config.problem.fit
        loss = loss_named("mse") if fit is None else fit.loss
        problem = fit_problem(loss, reader.dataset)
        self._begin(replace(self._config, problem=problem, dtype="float64", stop=StopRules()))
