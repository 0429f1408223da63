"""What goes out of a run as text and numbers: script, table of steps, TensorBoard log."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from core.errors import InputError
from core.history_export import write_history
from core.script_export import INLINE_ROWS, script_of, write_script
from core.tensorboard_log import LogAccount, write_tensorboard
from gui.export_jobs import Job, ThreadJob
from gui.export_runs import rows_words
from gui.shown import Shown
from gui.widgets.naming import named
from gui.wording import error_words


class ExportPage(QWidget):
    """The options of one kind of file; a base class.

    Parameters
    ----------
    name : str
        What the object names of its controls begin with.
    suffixes : sequence of str
        How its files end; none: it is a folder.
    """

    changed = Signal()
    """An option was changed."""

    def __init__(self, name: str, suffixes: Sequence[str]) -> None:
        super().__init__()
        self.setObjectName(f"{name}Page")
        self._format = named(QComboBox(), f"{name}Format")
        for suffix in suffixes:
            self._format.addItem("", suffix)
        self._format.activated.connect(self.changed)
        self._format_label = QLabel()
        self._info = named(QLabel(), f"{name}Info")
        self._info.setWordWrap(True)
        self.form = QFormLayout()
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(self.form)
        layout.addWidget(self._info)
        layout.addStretch(1)
        if len(suffixes) > 1:
            self.form.addRow(self._format_label, self._format)

    def title(self) -> str:
        """Return what it is, in two or three words."""
        raise NotImplementedError

    def sentence(self) -> str:
        """Return what it is good for."""
        raise NotImplementedError

    def job(self, path: str, shown: Shown) -> Job:
        """Begin to write it."""
        raise NotImplementedError

    def why_not(self, shown: Shown) -> str:
        """Return why it cannot be had now; or nothing."""
        return self.tr("There is no run yet.") if shown.run is None else ""

    def show_state(self, shown: Shown) -> None:
        """Say what the file will hold."""

    def part(self) -> str:
        """Return what of the whole it is, for the file's name; or nothing."""
        return ""

    def suffix(self) -> str:
        """Return how the file will end; nothing for a folder."""
        return str(self._format.currentData() or "")

    def kinds(self) -> dict[str, str]:
        """Return the names of the kinds of file by suffix."""
        return {}

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self._format_label.setText(self.tr("Format"))
        self._format.setAccessibleName(self.tr("Format"))
        self._format.setToolTip(self.tr("The kind of file"))
        for index, name in enumerate(self.kinds().values()):
            self._format.setItemText(index, name)
        self._info.setAccessibleName(self.tr("What the file will hold"))


class ScriptPage(ExportPage):
    """A program that repeats the run."""

    def __init__(self) -> None:
        super().__init__("exportScript", (".py",))

    def title(self) -> str:
        """Return what it is."""
        return self.tr("Script (.py)")

    def sentence(self) -> str:
        """Return what it is good for."""
        return self.tr("A short TensorFlow program that repeats the run.")

    def kinds(self) -> dict[str, str]:
        """Return the names of the kinds of file by suffix."""
        return {".py": self.tr("Python script (.py)")}

    def why_not(self, shown: Shown) -> str:
        """Return why there is no script of this run."""
        if shown.run is None:
            return super().why_not(shown)
        try:
            script_of(shown.run)
        except InputError as error:
            return error_words(error)
        return ""

    def show_state(self, shown: Shown) -> None:
        """Say what is beside it."""
        text = self.tr(
            "It needs TensorFlow and NumPy only, makes the same steps with tape, gradient and "
            "optimizer, and prints the same numbers."
        )
        data = shown.config.problem.dataset
        if data is not None and len(data) > INLINE_ROWS:
            more = self.tr("The {count} rows of data go into a file beside it (…_data.npz).")
            text = f"{text} {more.format(count=len(data))}"
        self._info.setText(text)

    def job(self, path: str, shown: Shown) -> Job:
        """Begin to write it."""
        run = shown.run
        assert run is not None
        return ThreadJob(lambda: write_script(path, run), self._account)

    def _account(self, files: tuple[Path, ...]) -> str:
        if len(files) == 1:
            return self.tr("Run it with: python {file}").format(file=files[0].name)
        text = self.tr("It reads its data from {file}, which has to stay beside it.")
        return text.format(file=files[1].name)


class StepsPage(ExportPage):
    """The record as a table."""

    def __init__(self) -> None:
        super().__init__("exportSteps", (".csv", ".parquet"))

    def title(self) -> str:
        """Return what it is."""
        return self.tr("Steps as a table (.csv, .parquet)")

    def sentence(self) -> str:
        """Return what it is good for."""
        return self.tr("Every recorded step with all its numbers.")

    def kinds(self) -> dict[str, str]:
        """Return the names of the kinds of file by suffix."""
        return {
            ".csv": self.tr("CSV, for any program (.csv)"),
            ".parquet": self.tr("Parquet, small and fast (.parquet)"),
        }

    def show_state(self, shown: Shown) -> None:
        """Say how many rows there are, and which columns."""
        if shown.run is None:
            self._info.clear()
            return
        history = shown.run.history
        columns = ", ".join(column.name for column in history.layout.columns)
        text = self.tr("Columns, in full precision: {columns}.").format(columns=columns)
        self._info.setText(f"{rows_words(history)}\n\n{text}")

    def job(self, path: str, shown: Shown) -> Job:
        """Begin to write it."""
        run = shown.run
        assert run is not None
        return ThreadJob(lambda: write_history(path, run), lambda _: rows_words(run.history))


class LogPage(ExportPage):
    """A log for TensorBoard."""

    def __init__(self) -> None:
        super().__init__("exportLog", ())

    def title(self) -> str:
        """Return what it is."""
        return self.tr("TensorBoard log (folder)")

    def sentence(self) -> str:
        """Return what it is good for."""
        return self.tr("The curves of the run, beside those of other programs.")

    def show_state(self, shown: Shown) -> None:
        """Say where it goes."""
        rows = "" if shown.run is None else rows_words(shown.run.history) + "\n\n"
        text = self.tr(
            "Choose the folder of all your logs: this run gets a folder of its own in it, "
            "and TensorBoard draws all of them together."
        )
        self._info.setText(rows + text)

    def job(self, path: str, shown: Shown) -> Job:
        """Begin to write it."""
        run = shown.run
        assert run is not None
        return ThreadJob(lambda: write_tensorboard(path, run), self._account)

    def _account(self, log: LogAccount) -> str:
        text = self.tr("{written} of {steps} steps. See it with: tensorboard --logdir {folder}")
        folder = f'"{log.file.parent.parent}"'
        return text.format(written=log.written, steps=log.steps, folder=folder)
