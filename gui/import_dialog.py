"""Opening a table: its first rows, how it is read, and what becomes of its rows, before it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyqtgraph as pg
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from core.config import RunConfig
from core.dataset import Dataset
from core.errors import InputError
from core.table.choices import Choices
from core.table.reading import QUESTIONS
from core.table.sources import Source
from gui.import_choices import ImportChoices
from gui.plotting import make_plot, set_axis_labels
from gui.preview_table import PreviewTable
from gui.table_reader import TableReader
from gui.table_words import account_words, columns_words, format_words, rate_words
from gui.theme import colours_of
from gui.widgets.naming import named
from gui.widgets.note_label import NoteLabel
from gui.wording import error_words

POLL_MS = 30
MOST_POINTS = 2000
WIDTH, HEIGHT = 1060, 600
CHOICES_WIDTH = 330


class ImportDialog(QDialog):
    """Shows how a table would be read, and reads it anew at every choice.

    Parameters
    ----------
    source : Source
        Where the table comes from.
    choices : Choices
        What is known already of how it is read.
    config_for : callable
        Returns the settings with which data would be fitted.
    parent : QWidget
        The window.
    """

    taken = Signal(object)
    """The person takes the table: a Dataset."""

    def __init__(
        self,
        source: Source,
        choices: Choices,
        config_for: Callable[[Dataset], RunConfig],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("importDialog")
        self._name = self.tr("clipboard") if source.path is None else Path(source.path).name
        self.setWindowTitle(self.tr("Open a table: {name}").format(name=self._name))
        self._source, self._config_for = source, config_for
        self._reader: TableReader | None = None
        self._wanted = False
        self._make_widgets(choices)
        self._lay_out()
        self.choices.changed.connect(self._read)
        self.buttons.accepted.connect(self._take)
        self.buttons.rejected.connect(self.reject)
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MS)
        self._timer.timeout.connect(self._look)
        self._read()

    def _make_widgets(self, choices: Choices) -> None:
        self.choices = ImportChoices(choices)
        self.preview = PreviewTable()
        self.preview.setAccessibleName(self.tr("First rows"))
        self.preview.setToolTip(self.tr("The first rows, as they stand in the file"))
        self._plot = make_plot(colours_of(self.palette()))
        self._plot.setMouseEnabled(x=False, y=False)
        self._points = pg.ScatterPlotItem(symbol="+", size=8, pen=None)
        self._points.setBrush(colours_of(self.palette()).data)
        self._plot.addItem(self._points)
        self.found, self.columns = NoteLabel("importFound"), NoteLabel("importColumns")
        self.account = NoteLabel("importAccount")
        self.rate = NoteLabel("importRate")
        self.progress = named(QProgressBar(), "importProgress")
        self.progress.setRange(0, 100)
        self.progress.setAccessibleName(self.tr("How much has been read"))
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel
        )
        self.open_button = named(
            self.buttons.button(QDialogButtonBox.StandardButton.Open), "importOpen"
        )
        self.open_button.setText(self.tr("Use these data"))
        self.open_button.setProperty("primary", True)
        cancel = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
        cancel.setText(self.tr("Cancel"))
        for button in (self.open_button, cancel):
            button.setIcon(QIcon())

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        for widget, stretch in ((self.found, 0), (self.preview, 3), (self.columns, 0),
                                (self._plot, 3)):  # fmt: skip
            left.addWidget(widget, stretch)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(self.choices)
        area.setFixedWidth(CHOICES_WIDTH * self.fontMetrics().height() // 16)
        body = QHBoxLayout()
        body.addLayout(left, stretch=1)
        body.addWidget(area)
        layout = QVBoxLayout(self)
        layout.addLayout(body, stretch=1)
        for widget in (self.account, self.rate):
            layout.addWidget(widget)
        last = QHBoxLayout()
        last.addWidget(self.progress, stretch=1)
        last.addWidget(self.buttons)
        layout.addLayout(last)
        self.resize(WIDTH, HEIGHT)

    # Reading.

    def _read(self) -> None:
        """Read the table anew in the way that is chosen."""
        if self._reader is not None:
            self._reader.cancel()
        self._reader = TableReader(self._source, self.choices.choices(), self._config_for)
        self._told = False
        self._timer.start()
        self._look()

    def _look(self) -> None:
        """Show what the reader has found until now."""
        reader = self._reader
        if reader is None:
            return
        done, found = reader.done, reader.preview
        if found is not None and not self._told:
            self._told = True
            self.choices.show_found(found)
            self.preview.show_preview(found, colours_of(self.palette()))
            template = self.tr("{name}: {format}")
            self.found.say(template.format(name=self._name, format=format_words(found.format)))
            self.columns.say(columns_words(found))
        self.progress.setVisible(not done)
        self.progress.setValue(round(100 * reader.progress))
        self.open_button.setEnabled(reader.error is None)
        if done:
            self._timer.stop()
            self._show_end(reader)

    def _show_end(self, reader: TableReader) -> None:
        data, error = reader.dataset, reader.error
        if data is None:
            self._show_error(error)
            return
        self.choices.ask(None)
        step = -(-len(data) // MOST_POINTS)
        self._points.setData(data.x[::step], data.y[::step])
        set_axis_labels(self._plot, data.x_name, data.y_name)
        self._plot.autoRange()
        account = data.account
        text = "" if account is None else account_words(account)
        if step > 1:
            text += " " + self.tr("Every {step}th is drawn above.").format(step=step)
        self.account.say(text, "warning" if account and account.left_out else "hint")
        self._plot.show()
        text, above = rate_words(self._config_for(data))
        self.rate.say(text, "warning" if above else "hint")
        if self._wanted:
            self._take()

    def _show_error(self, error: Exception | None) -> None:
        self._wanted = False
        self._plot.hide()
        self.rate.say("")
        if self._reader is not None and self._reader.preview is None:
            self.preview.show_preview(None, colours_of(self.palette()))
            self.choices.show_sheets(self._reader.sheets)
        code = error.code if isinstance(error, InputError) else None
        words = "" if error is None else error_words(error)
        self.account.say(words, "warning" if code in QUESTIONS else "danger")
        self.choices.ask(code)

    # The end.

    def _take(self) -> None:
        """Hand the data on; while they are being read, as soon as they are there."""
        self._wanted = True
        if self._reader is not None and self._reader.dataset is not None:
            self.taken.emit(self._reader.dataset)
            self.accept()

    def done(self, result: int) -> None:
        """Stop reading."""
        self._timer.stop()
        if self._reader is not None:
            self._reader.cancel()
        super().done(result)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return in a field ends typing there; it does not take the table."""
        entered = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not (entered and isinstance(self.focusWidget(), (QComboBox, QLineEdit))):
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop reading."""
        self.done(QDialog.DialogCode.Rejected)
        super().closeEvent(event)
