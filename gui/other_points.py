"""The gradient check at points off the path of the run."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.full_check import FullCheck
from core.gradient_check import GradientCheck
from core.verdict import CheckCode
from gui.check_view import CheckView
from gui.check_words import partial, verdict_colour, verdict_words, waiting_words
from gui.number_format import short, whole
from gui.shown import Shown
from gui.theme import Colours
from gui.widgets.number_table import Cell, NumberTable
from gui.wording import reason_words

POINT_DIGITS = 4
ERROR_DIGITS = 2


class _Column(NamedTuple):
    head: str
    cells: list[Cell]
    needed: bool


class OtherPoints(CheckView):
    """A row per point: where, how far both gradients differ, and the verdict.

    Where the width is scarce the differences are left out; they stay in the copy.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        body = QWidget()
        super().__init__("otherPoints", body, parent)
        self._table = NumberTable("pointsTable")
        self._table.resized.connect(self._fit_columns)
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._table)
        self._optional: list[int] = []
        self._drawn: FullCheck | None = None
        self.retranslate()

    def title(self) -> str:
        """Return the view's name in the current language."""
        return self.tr("Other points")

    def restyle(self, colours: Colours) -> None:
        """Take over the colours of the application."""
        super().restyle(colours)
        self._drawn = None

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        super().retranslate()
        self._table.setAccessibleName(self.tr("Gradient check at other points"))
        self._table.setToolTip(
            self.tr(
                "Where all residuals are equal, wrong gradients can have the right value: so the "
                "check is repeated away from the path. Ctrl+C copies the table"
            )
        )
        self._drawn = None

    def redraw(self, shown: Shown) -> None:
        """Write the table."""
        if shown.full is None:
            self._drawn = None
            self.say(waiting_words())
            return
        self.say("")
        if shown.full is not self._drawn:
            self._drawn = shown.full
            self._fill(shown.config.problem.names, shown.full)

    def _fill(self, names: tuple[str, ...], full: FullCheck) -> None:
        columns = self._columns(names, full)
        self._optional = [j for j, column in enumerate(columns) if not column.needed]
        titles = [self.tr("shown")] + [f"{i}" for i in range(1, len(full.points))]
        cells = [[column.cells[i] for column in columns] for i in range(len(titles))]
        self._table.fill([column.head for column in columns], titles, cells)
        self._fit_columns()

    def _columns(self, names: tuple[str, ...], full: FullCheck) -> list[_Column]:
        points = full.points
        columns = [
            _Column(name, [_number(p.point[i], POINT_DIGITS) for p in points], True)
            for i, name in enumerate(names)
        ]
        head = self.tr("difference {name}")
        for i, name in enumerate(names):
            cells = [_number(p.elements[i].difference, ERROR_DIGITS) for p in points]
            columns.append(_Column(head.format(name=name), cells, False))
        verdicts = [self._verdict(p.code, self._why(p)) for p in points]
        columns.append(_Column(self.tr("gradient"), verdicts, True))
        if full.updates:
            steps = [self._verdict(u.code, "") for u in full.updates]
            # After the first wrong one no other step was taken.
            steps += [Cell("", "")] * (len(points) - len(steps))
            columns.append(_Column(self.tr("update"), steps, True))
        return columns

    def _why(self, point: GradientCheck) -> str:
        """Return both gradients in full, and why the check is not conclusive."""
        line = self.tr("{name}: tape {tape}, numerical {numerical}")
        lines = [
            line.format(
                name=partial(e.name),
                tape="None" if e.analytical is None else whole(e.analytical),
                numerical=whole(e.numerical),
            )
            for e in point.elements
        ]
        return "\n".join([*lines, *filter(None, [reason_words(point.code)])])

    def _verdict(self, code: CheckCode, tip: str) -> Cell:
        text = verdict_words(code)
        return Cell(text, text, tip, verdict_colour(code, self.colours))

    def _fit_columns(self) -> None:
        for j in self._optional:
            self._table.setColumnHidden(j, False)
        if self._table.needed_width() > self._table.width():
            for j in self._optional:
                self._table.setColumnHidden(j, True)


def _number(value: float, digits: int) -> Cell:
    return Cell(short(float(value), digits), whole(float(value)))
