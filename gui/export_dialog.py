"""The window's dialog for all that can be taken out of a run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QRect, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from gui.controller import Controller
from gui.export_jobs import Job, unused
from gui.export_pages import ExportPage, LogPage, ScriptPage, StepsPage
from gui.export_pictures import FilmPage, PicturePage
from gui.export_place import ask_file, ask_folder
from gui.export_runs import file_stem, shown_with
from gui.shown import Shown
from gui.widgets.look import set_look
from gui.widgets.naming import named
from gui.wording import error_words

SHOWN_RUN = -1
"""Key of the run that the window shows."""

LIST_CHARACTERS = 32
"""Width of the list."""

ITEM_MARGIN = 4
"""Pixels around the text of an item."""


class ExportDialog(QDialog):
    """What can be had on the left, its options on the right; it is made beside a living window.

    It stays with the window once it was opened, and with it what was chosen.

    Parameters
    ----------
    controller : Controller
        Has the runs.
    parent : QWidget
        The window.
    """

    written = Signal(str, bool)
    """What became of it, in a sentence, and whether it is there."""

    def __init__(self, controller: Controller, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("exportDialog")
        self._controller = controller
        self._job: Job | None = None
        self._path = ""
        self._folder = Path.cwd()
        self._last: tuple[object, ...] = ()
        self.pages: tuple[ExportPage, ...] = (
            ScriptPage(), StepsPage(), PicturePage(), FilmPage(), LogPage(),
        )  # fmt: skip
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._advance)
        self._make_widgets()
        self._lay_out()
        self._connect()
        self.retranslate()

    def _make_widgets(self) -> None:
        self.list = named(QListWidget(), "exportList")
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self._stack = QStackedWidget()
        for page in self.pages:
            self.list.addItem(QListWidgetItem())
            self._stack.addWidget(page)
        self._run_label = QLabel()
        self.run_box = named(QComboBox(), "exportRun")
        self._why = named(QLabel(), "exportWhyNot")
        self._why.setProperty("note", "danger")
        self._result = named(QLabel(), "exportResult")
        self._result.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for label in (self._why, self._result):
            label.setWordWrap(True)
        # A long path must not widen the window.
        self._result.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.bar = named(QProgressBar(), "exportProgress")
        self.cancel_button = named(QPushButton(), "exportCancel")
        self.export_button = named(QPushButton(), "exportButton")
        self.export_button.setProperty("primary", True)
        self.export_button.setDefault(True)
        self.close_button = named(QPushButton(), "exportClose")
        self.cancel_button.setAutoDefault(False)
        self.close_button.setAutoDefault(False)

    def _lay_out(self) -> None:
        runs = QHBoxLayout()
        runs.addWidget(self._run_label)
        runs.addWidget(self.run_box, stretch=1)
        right = QVBoxLayout()
        right.addLayout(runs)
        right.addWidget(self._stack, stretch=1)
        right.addWidget(self._why)
        buttons = QHBoxLayout()
        buttons.addWidget(self.bar, stretch=1)
        buttons.addWidget(self.cancel_button)
        buttons.addStretch(1)
        buttons.addWidget(self.export_button)
        buttons.addWidget(self.close_button)
        grid = QGridLayout(self)
        grid.addWidget(self.list, 0, 0)
        grid.addLayout(right, 0, 1)
        grid.addWidget(self._result, 1, 0, 1, 2)
        grid.addLayout(buttons, 2, 0, 1, 2)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(0, 1)

    def _connect(self) -> None:
        self.list.currentRowChanged.connect(self._stack.setCurrentIndex)
        self.list.currentRowChanged.connect(self.refresh)
        self.run_box.activated.connect(self.refresh)
        for page in self.pages:
            page.changed.connect(self.refresh)
        self.export_button.clicked.connect(self.ask)
        self.cancel_button.clicked.connect(self.cancel)
        self.close_button.clicked.connect(self.close)
        self._controller.shown_changed.connect(self._follow)
        self.list.setCurrentRow(0)

    # What there is.

    @property
    def page(self) -> ExportPage:
        """The chosen kind."""
        return self.pages[max(self.list.currentRow(), 0)]

    @property
    def busy(self) -> bool:
        """Whether something is being written."""
        return self._job is not None

    def shown(self) -> Shown:
        """Return the state of the chosen run."""
        key = self.run_box.currentData()
        shown = self._controller.shown
        return shown if key in (None, SHOWN_RUN) else shown_with(shown, key)

    def refresh(self) -> None:
        """Say what can be had of the chosen run."""
        if not self.isVisible():
            return
        self._fill_runs(self._controller.shown)
        shown = self.shown()
        why = self.page.why_not(shown)
        self._why.setText(why)
        self._why.setVisible(bool(why))
        self.page.show_state(shown)
        self._enable()

    def _follow(self, shown: Shown) -> None:
        """Look again where a run has come, gone or paused, not at every step."""
        listed = tuple((run.view.id, run.name, run.active) for run in shown.listed)
        number = None if shown.run is None else shown.run.id
        ready = shown.surface is not None
        now = (number, shown.config, shown.state, shown.step, ready, listed)
        if self.isVisible() and now != self._last:
            self._last = now
            self.refresh()

    def _fill_runs(self, shown: Shown) -> None:
        names = {SHOWN_RUN: self.tr("The shown run")}
        for run in shown.listed:
            if run.active:
                names[SHOWN_RUN] = self.tr("The shown run: {name}").format(name=run.name)
            else:
                names[run.view.id] = run.name
        box, chosen = self.run_box, self.run_box.currentData()
        with QSignalBlocker(box):
            box.clear()
            for key, name in names.items():
                box.addItem(name, key)
            box.setCurrentIndex(max(box.findData(chosen), 0))
        for part in (box, self._run_label):
            part.setVisible(len(names) > 1)

    def _enable(self) -> None:
        job = self._job
        self.export_button.setEnabled(job is None and not self._why.text())
        self.bar.setVisible(job is not None)
        self.cancel_button.setVisible(job is not None and job.can_cancel)

    # Writing.

    def ask(self) -> None:
        """Ask for the place, and write what there is now."""
        page, shown = self.page, self.shown()
        stem = file_stem(shown, self._preset_of(shown), page.part())
        title = page.title()
        if page.suffix():
            proposed = self._folder / f"{stem}{page.suffix()}"
            ask_file(self, title, proposed, page.kinds(), self._writer(page, shown))
        else:
            ask_folder(self, title, self._folder, self._writer(page, shown, stem))

    def cancel(self) -> None:
        """End the work; what is half done is gone."""
        job, self._job = self._job, None
        if job is not None:
            self._timer.stop()
            job.cancel()
            self._tell(self.tr("Cancelled: nothing was written."), good=False)

    def end(self) -> None:
        """End all work, for the window closes."""
        self._timer.stop()
        if self._job is not None:
            self._job.cancel()
            self._job = None
        for page in self.pages:
            if isinstance(page, PicturePage):
                page.stop()

    def _writer(self, page: ExportPage, shown: Shown, stem: str = "") -> Callable[[str], None]:
        """Return what writes to the chosen place; with a stem, that is a folder of many."""

        def write(chosen: str) -> None:
            place = Path(chosen)
            self._folder = place if stem else place.parent
            self._path = str(unused(place / stem) if stem else place)
            try:
                job = page.job(self._path, shown)
            except Exception as error:
                self._tell(error_words(error), good=False)
                return
            self._begin(job)

        return write

    def _begin(self, job: Job) -> None:
        self._job = job
        self._say(self.tr("Writing {file} …").format(file=Path(self._path).name), "")
        self._show_progress(job.progress)
        self._enable()
        self._timer.start(job.pause)

    def _advance(self) -> None:
        job = self._job
        if job is None:
            self._timer.stop()
            return
        try:
            if job.advance():
                self._show_progress(job.progress)
                return
            text = self.tr("Written: {file}.").format(file=Path(self._path).name)
            text, good = f"{text} {job.account()}", True
        except Exception as error:
            # Whatever it is, it is said, and the window goes on.
            text, good = error_words(error), False
        self._timer.stop()
        self._job = None
        self._tell(text, good)

    def _tell(self, text: str, good: bool) -> None:
        self._say(text, "" if good else "danger")
        self._enable()
        self.written.emit(text, good)

    def _say(self, text: str, note: str) -> None:
        set_look(self._result, "note", note)
        self._result.setText(text)
        where = self.tr("Folder: {folder}").format(folder=self._folder)
        self._result.setToolTip(f"{text}\n{where}")

    def _show_progress(self, progress: float | None) -> None:
        self.bar.setRange(0, 0 if progress is None else 1000)
        self.bar.setValue(0 if progress is None else round(1000 * progress))

    def _preset_of(self, shown: Shown) -> str | None:
        present = self._controller.config.problem.dataset
        same = shown.config.problem.dataset is present
        return self._controller.preset if same else None

    # Looks.

    def showEvent(self, event: QShowEvent) -> None:
        """Look at what there is."""
        super().showEvent(event)
        self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the language or of the text's size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._scale()

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self.setWindowTitle(self.tr("Export"))
        self._run_label.setText(self.tr("Run"))
        self.list.setAccessibleName(self.tr("What can be had"))
        self.list.setToolTip(self.tr("What can be taken out of a run"))
        self.bar.setAccessibleName(self.tr("Progress"))
        self.bar.setToolTip(self.tr("How much is written"))
        self.run_box.setAccessibleName(self.tr("Run"))
        self.run_box.setToolTip(self.tr("Which of the kept runs goes out"))
        for button, text, tip in (
            (self.export_button, self.tr("Export…"), self.tr("Choose a place, and write it there")),
            (self.cancel_button, self.tr("Cancel"), self.tr("End the work; no file is left")),
            (self.close_button, self.tr("Close"), self.tr("Close this window; work goes on")),
        ):
            button.setText(text)
            button.setAccessibleName(text)
            button.setToolTip(tip)
        for row, page in enumerate(self.pages):
            page.retranslate()
            item = self.list.item(row)
            item.setText(f"{page.title()}\n{page.sentence()}")
            item.setToolTip(page.sentence())
        self._scale()
        self.refresh()

    def _scale(self) -> None:
        """Give the list room for all that it says, so that it never scrolls."""
        metrics, spacing = self.fontMetrics(), self.fontMetrics().height() // 6
        edge = 2 * (self.list.frameWidth() + spacing + ITEM_MARGIN)
        titles = [metrics.horizontalAdvance(page.title()) for page in self.pages]
        width = max(LIST_CHARACTERS * metrics.averageCharWidth(), *titles)
        texts = [self.list.item(row).text() for row in range(self.list.count())]
        room = QRect(0, 0, width, 10_000)
        lines = [metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, text) for text in texts]
        height = sum(line.height() + 2 * spacing + ITEM_MARGIN for line in lines)
        self.list.setSpacing(spacing)
        self.list.setFixedWidth(width + edge)
        self.list.setMinimumHeight(height + edge)
        self.list.doItemsLayout()
