"""Runs that were kept, side by side."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QColorDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from gui.panel import Panel
from gui.runs_model import COLOUR, NAME, STATE, RunsModel, SortedRuns
from gui.shown import Shown
from gui.widgets.copying import copy_by_key
from gui.widgets.naming import named, unfocused_button
from gui.widgets.swatch import SwatchDelegate


class RunsPanel(Panel):
    """A table of the kept runs, and what can be done with them."""

    keep_wanted = Signal()
    """The shown run is to be kept."""

    race_wanted = Signal()
    """Several runs are to be chosen and to race."""

    shown_wanted = Signal(int)
    """A run, by its number, is to be shown in all panels."""

    removed = Signal(int)
    """A run is to be removed."""

    recoloured = Signal(int, str)
    """A run is to have another colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        body = QWidget()
        super().__init__(body, "runsPanel", parent)
        self.hide_title()
        self._note = QLabel()
        self._note.setWordWrap(True)
        self.model = RunsModel(self)
        self._sorted = SortedRuns(self)
        self._sorted.setSourceModel(self.model)
        self.view = named(QTableView(), "runsTable")
        self._set_up_view()
        self._keep = unfocused_button("keepButton")
        self._race = unfocused_button("raceButton")
        self._show = unfocused_button("showRunButton")
        self._remove = unfocused_button("removeRunButton")
        buttons = QHBoxLayout()
        for button in (self._keep, self._race, self._show, self._remove):
            button.setProperty("small", True)
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(buttons)
        layout.addWidget(self._note)
        layout.addWidget(self.view, stretch=1)
        self._keep.clicked.connect(self.keep_wanted)
        self._race.clicked.connect(self.race_wanted)
        self._show.clicked.connect(self._show_chosen)
        self._remove.clicked.connect(self._remove_chosen)
        self.retranslate()

    def _set_up_view(self) -> None:
        view = self.view
        view.setModel(self._sorted)
        view.setSortingEnabled(True)
        # Until a column is clicked, the order in which the runs were kept.
        view.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        view.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        view.setEditTriggers(QTableView.EditTrigger.NoEditTriggers)
        view.setShowGrid(False)
        view.verticalHeader().hide()
        view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        view.horizontalHeader().setStretchLastSection(True)
        view.doubleClicked.connect(self._open)
        swatch = SwatchDelegate(view)
        swatch.clicked.connect(self._choose_colour)
        view.setItemDelegateForColumn(COLOUR, swatch)
        view.selectionModel().selectionChanged.connect(self._name_buttons)
        copy_by_key(view, self.copy)
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), view)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self._remove_chosen)

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self.set_title(self.tr("Runs"))
        self.view.setAccessibleName(self.tr("Kept runs"))
        for button, text, tip in (
            (self._keep, self.tr("Keep this run"),
             self.tr("Let the shown run stay on all pictures when you go on with others")),
            (self._race, self.tr("Race…"),
             self.tr("Let several optimizers or learning rates advance together")),
            (self._show, self.tr("Show"), self.tr("Show the chosen run in all panels")),
            (self._remove, self.tr("Remove"), self.tr("Remove the chosen runs (Delete)")),
        ):  # fmt: skip
            button.setText(text)
            button.setAccessibleName(text)
            button.setToolTip(tip)
        self._note.setText(
            self.tr("A kept run stays on surface, line and loss curve in its own colour, so that "
                    "the next one can be compared with it.")
        )  # fmt: skip
        self.model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, STATE)
        super().retranslate()

    def redraw(self, shown: Shown) -> None:
        """Show the runs as they stand."""
        self.view.verticalHeader().setDefaultSectionSize(self.view.fontMetrics().height() + 6)
        self.model.show_runs(shown.listed)
        self._note.setVisible(not shown.listed)
        run = shown.run
        kept = run is not None and any(kept.view.id == run.id for kept in shown.listed)
        self._keep.setEnabled(run is not None and not kept)
        self._race.setEnabled(run is not None)
        self._name_buttons()

    def chosen(self) -> list[int]:
        """Return the numbers of the selected runs."""
        rows = self.view.selectionModel().selectedRows()
        return [self.model.run(self._sorted.mapToSource(row).row()).view.id for row in rows]

    def copy(self) -> None:
        """Put the selected rows on the clipboard, tab-separated, with whole numbers."""
        heads = [
            self.model.headerData(column, Qt.Orientation.Horizontal)
            for column in range(NAME, STATE + 1)
        ]
        lines = ["\t".join(heads)]
        for row in self.view.selectionModel().selectedRows():
            at = self._sorted.mapToSource(row).row()
            cells = (self.model.value(at, column) for column in range(NAME, STATE + 1))
            lines.append("\t".join("" if cell is None else str(cell) for cell in cells))
        QGuiApplication.clipboard().setText("\n".join(lines))

    def _open(self, index: QModelIndex) -> None:
        run = self.model.run(self._sorted.mapToSource(index).row())
        if index.column() == NAME:
            self.view.edit(index)
        elif index.column() != COLOUR:
            self.shown_wanted.emit(run.view.id)

    def _choose_colour(self, index: QModelIndex) -> None:
        run = self.model.run(self._sorted.mapToSource(index).row())
        dialog = QColorDialog(QColor(run.colour), self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.colorSelected.connect(
            lambda colour: self.recoloured.emit(run.view.id, colour.name())
        )
        dialog.open()

    def _show_chosen(self) -> None:
        for number in self.chosen()[:1]:
            self.shown_wanted.emit(number)

    def _remove_chosen(self) -> None:
        for number in self.chosen():
            self.removed.emit(number)

    def _name_buttons(self) -> None:
        chosen = self.chosen()
        self._show.setEnabled(len(chosen) == 1)
        self._remove.setEnabled(bool(chosen))
