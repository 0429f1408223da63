"""What goes to the clipboard: numbers of a step, the table of steps, the panels as a picture."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject, QSizeF, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from core.columns import Role, Row
from core.history import HistoryView
from core.verdict import CheckCode
from gui.controller import Controller
from gui.export_jobs import ThreadJob
from gui.figure import preview
from gui.file_menu import FileMenu
from gui.message_parts import Kind, Message, Notify
from gui.number_format import whole
from gui.shown import Shown
from gui.wording import error_words

translate = QCoreApplication.translate

MOST_ROWS = 100_000
"""A spreadsheet takes about a million, but not at once."""

PICTURE = QSizeF(1280, 800)
SHARPER = 2.0

_ROLES = (
    Role.STEP, Role.PARAMETER, Role.LOSS, Role.BATCH_LOSS, Role.FULL_GRADIENT, Role.GRADIENT,
    Role.LEARNING_RATE,
)  # fmt: skip


class Copying(QObject):
    """The entries of the menu that copy.

    Parameters
    ----------
    window : QWidget
        The window.
    controller : Controller
        Has what is shown.
    menu : FileMenu
        Where the entries are added.
    notify : callable
        Says something in the message bar.
    """

    def __init__(
        self, window: QWidget, controller: Controller, menu: FileMenu, notify: Notify
    ) -> None:
        super().__init__(window)
        self._controller, self._notify = controller, notify
        self._job: ThreadJob[tuple[str, int]] | None = None
        self._rows = 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._take_table)
        inner = menu.add_menu("copyMenu", lambda: self.tr("Copy"))
        menu.add(
            "copyNumbersAction", lambda: self.tr("Numbers of this step"),
            lambda: self.tr("Copy step, parameters, loss, gradients and learning rate in full "
                            "precision"),
            self.copy_numbers, "Ctrl+C", inner,
        )  # fmt: skip
        menu.add(
            "copyTableAction", lambda: self.tr("Steps as a table"),
            lambda: self.tr("Copy all recorded steps, to be pasted into a spreadsheet"),
            self.copy_table, into=inner,
        )  # fmt: skip
        menu.add(
            "copyPictureAction", lambda: self.tr("Picture"),
            lambda: self.tr("Copy the panels as a picture"),
            self.copy_picture, "Ctrl+Shift+C", inner,
        )  # fmt: skip

    def copy_numbers(self) -> None:
        """Copy the numbers of the shown step."""
        shown = self._controller.shown
        QGuiApplication.clipboard().setText(numbers_text(shown))
        step = None if shown.row is None or shown.hand is not None else shown.row.step
        self._notify(lambda: _copied(_numbers_words(step)))

    def copy_table(self) -> None:
        """Copy the recorded steps, in a thread of its own: many take a second."""
        run = self._controller.shown.run
        if self._job is not None:
            return
        if run is None:
            self._notify(lambda: _not_copied(_no_run_words()))
            return
        history = run.history
        self._rows = len(history)
        self._job = ThreadJob(lambda: (table_text(history), len(history)), lambda _: "")
        self._timer.start(self._job.pause)

    def copy_picture(self) -> None:
        """Copy the panels as a picture."""
        found = preview(self._controller.shown, PICTURE, pixels=SHARPER * PICTURE.width())
        QGuiApplication.clipboard().setImage(found.image)
        size = found.image.size()
        self._notify(lambda: _copied(_picture_words(size.width(), size.height())))

    def end(self) -> None:
        """Forget what is being copied, for the window closes."""
        self._timer.stop()
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _take_table(self) -> None:
        job = self._job
        if job is None:
            return
        try:
            if job.advance():
                return
            text, rows = job.result
            QGuiApplication.clipboard().setText(text)
            self._notify(lambda: _copied(_table_words(rows)))
        except Exception as error:
            failure = error
            self._notify(lambda: _not_copied(error_words(failure)))
        self._timer.stop()
        self._job = None


def numbers_text(shown: Shown) -> str:
    """Return a line "name<TAB>value" for each number of the shown step, in full precision.

    By hand, and before the first run, there are parameters, loss and learning rate only.
    """
    row = shown.row
    if row is not None and shown.hand is None:
        pairs = _pairs(row)
    else:
        pairs = list(zip(shown.config.problem.names, map(whole, shown.point), strict=True))
        if shown.loss is not None:
            pairs.append((str(Role.LOSS), whole(shown.loss)))
        rate = shown.config.optimizer.learning_rate
        pairs.append((str(Role.LEARNING_RATE), whole(rate)))
    return "\n".join(f"{name}\t{value}" for name, value in pairs) + "\n"


def table_text(history: HistoryView, most: int = MOST_ROWS) -> str:
    """Return a tab-separated table of the record's first rows, with the columns' names above."""
    count = min(len(history), most)
    layout = history.layout.columns
    columns = [
        list(map(_writer(column.role), values))
        for column, values in zip(layout, _columns(history, count), strict=True)
    ]
    head = "\t".join(column.name for column in layout)
    return "\n".join([head, *map("\t".join, zip(*columns, strict=True))]) + "\n"


def _writer(role: Role) -> Callable[[float], str]:
    """Return how a number of a column is written, as in a file of the same table."""
    if role is Role.STEP:
        return lambda value: str(int(value))
    return (lambda value: CheckCode(int(value)).words) if role is Role.VERDICT else repr


def _columns(history: HistoryView, count: int) -> list[list[float]]:
    parts = history.until(count).chunks
    return [
        [value for chunk in parts for value in chunk[at].tolist()][:count]
        for at in range(len(history.layout))
    ]


def _pairs(row: Row) -> list[tuple[str, str]]:
    return [
        (column.name, whole(float(value)))
        for column, value in zip(row.layout.columns, row.values, strict=True)
        if column.role in _ROLES
    ]


def _copied(sentence: str) -> Message:
    return Message(Kind.OK, translate("Copying", "✓ COPIED"), sentence)


def _not_copied(sentence: str) -> Message:
    return Message(Kind.WARNING, translate("Copying", "NOT COPIED"), sentence)


def _no_run_words() -> str:
    return translate("Copying", "There is no run yet.")


def _numbers_words(step: int | None) -> str:
    if step is None:
        return translate("Copying", "The numbers of the shown point are on the clipboard.")
    text = translate("Copying", "The numbers of step {step} are on the clipboard.")
    return text.format(step=step)


def _table_words(rows: int) -> str:
    if rows <= MOST_ROWS:
        text = translate("Copying", "{rows} rows are on the clipboard: paste into a spreadsheet.")
        return text.format(rows=rows)
    text = translate(
        "Copying",
        "The first {most} of {rows} rows are on the clipboard. Export… (Ctrl+E) writes all of "
        "them to a file.",
    )
    return text.format(most=MOST_ROWS, rows=rows)


def _picture_words(width: int, height: int) -> str:
    text = translate("Copying", "A picture of {width} × {height} pixels is on the clipboard.")
    return text.format(width=width, height=height)
