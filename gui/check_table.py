"""The table of the gradient check: both gradients at the shown step, and how far they differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtWidgets import QWidget

from core.columns import Row
from core.full_check import FullCheck, Witness, WitnessCode
from core.gradient_check import ElementCheck
from core.verdict import CheckCode
from gui.check_words import partial, verdict_colour, verdict_words, waiting_words
from gui.number_format import short, whole
from gui.shown import Shown
from gui.theme import LIGHT, Colours
from gui.widgets.number_table import PADDING, Cell, NumberTable
from gui.wording import reason_words

ERROR_DIGITS = 2
"""Errors are estimates: more digits would say nothing."""


class Numbers(NamedTuple):
    """The check of one partial derivative, from the record or from the whole examination."""

    tested: float | None
    numerical: float
    rounding: float
    difference: float
    allowed: float
    code: CheckCode
    reason: str
    sides: tuple[float, float] | None = None


class CheckTable(NumberTable):
    """A row per number, a column per parameter."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("checkTable", parent)
        self._colours = LIGHT
        self.retranslate()

    def restyle(self, colours: Colours) -> None:
        """Take over the colours."""
        self._colours = colours

    def retranslate(self) -> None:
        """Write the name and the tooltip anew; the rows follow when they are drawn."""
        self.setAccessibleName(self.tr("Gradient check of the shown step"))
        self.setToolTip(
            self.tr(
                "The numerical gradient is a central difference in float64. Whole numbers on "
                "hover; Ctrl+C copies the table"
            )
        )

    def draw(self, shown: Shown) -> bool:
        """Write the table; return whether it has other rows or columns than before."""
        run, row = shown.run, shown.row
        if run is None or row is None:
            return False
        full = shown.full
        numbers = of_record(row) if full is None else of_check(full)
        heads = [partial(name) for name in row.layout.parameters]
        lines = self._lines(numbers, run.config.dtype)
        own = self._own_line(full, heads)
        lines.append((self.tr("TensorFlow's own"), own))
        lines.append((self.tr("verdict"), [self._verdict(each) for each in numbers]))
        return self.fill(heads, [title for title, _ in lines], [cells for _, cells in lines])

    def widest(self) -> int:
        """Return the width at which no text is cut, whatever the numbers: it does not change."""
        metrics = self.fontMetrics()
        texts = (*(verdict_words(code) for code in CheckCode), "≈ -8.88888e-88")
        column = max(map(metrics.horizontalAdvance, texts)) + PADDING
        return self.title_width() + max(self.columnCount(), 2) * column + 2

    def _lines(self, numbers: Sequence[Numbers], dtype: str) -> list[tuple[str, list[Cell]]]:
        lines = [
            (self.tr("tape.gradient"), _cells(numbers, lambda n: n.tested)),
            (self.tr("numerical gradient"), _cells(numbers, lambda n: n.numerical)),
        ]
        if any(each.sides for each in numbers):
            left = _cells(numbers, lambda n: n.sides[0] if n.sides else n.numerical)
            right = _cells(numbers, lambda n: n.sides[1] if n.sides else n.numerical)
            lines += [(self.tr("left derivative"), left), (self.tr("right derivative"), right)]
        if dtype == "float32":
            # The check itself is in float64; what float32 adds stands apart.
            cells = _cells(numbers, lambda n: n.rounding, ERROR_DIGITS)
            lines.append((self.tr("rounding of float32"), cells))
        difference = _cells(numbers, lambda n: n.difference, ERROR_DIGITS)
        allowed = _cells(numbers, lambda n: n.allowed, ERROR_DIGITS)
        return [*lines, (self.tr("difference"), difference), (self.tr("allowed"), allowed)]

    def _own_line(self, full: FullCheck | None, heads: Sequence[str]) -> list[Cell]:
        if full is None:
            # The row stays while the run is running: the table would jump at every pause.
            return [Cell("…", "", waiting_words())] * len(heads)
        if full.witness is None:
            return [Cell("—", "", reason_words(CheckCode.NONFINITE_LOSS))] * len(heads)
        return [self._own_cell(full.witness, i) for i in range(len(heads))]

    def _own_cell(self, witness: Witness, index: int) -> Cell:
        value, code = float(witness.numerical[index]), witness.codes[index]
        close = {WitnessCode.SAME: "", WitnessCode.ROUNDING: "≈ "}.get(code, "≠ ")
        why = {
            WitnessCode.SAME: self.tr("it says the same."),
            WitnessCode.STEP_LOST: self.tr(
                "that step is too small to change a parameter of this size."
            ),
            WitnessCode.ROUNDING: self.tr(
                "that step is so short that rounding of the loss explains the difference."
            ),
            WitnessCode.TRUNCATION: self.tr(
                "that step is long for this curvature, or passes a kink."
            ),
        }[code]
        tip = self.tr("{value}\ntf.test.compute_gradient in {dtype} with its fixed step {step}: ")
        step = f"1/{round(1.0 / witness.step)}"
        text = tip.format(value=whole(value), dtype=witness.dtype, step=step) + why
        return Cell(close + short(value), whole(value), text)

    def _verdict(self, numbers: Numbers) -> Cell:
        text = verdict_words(numbers.code)
        colour = verdict_colour(numbers.code, self._colours)
        return Cell(text, text, reason_words(numbers.reason) or text, colour)


def of_record(row: Row) -> list[Numbers]:
    """Return the check of a recorded step."""
    exact = row.numerical + row.error
    codes = [CheckCode(value) for value in row.verdicts]
    return [
        Numbers(
            float(row.gradient[i]),
            float(row.numerical[i]),
            float(row.gradient[i] - exact[i]),
            float(row.error[i]),
            float(row.tolerance[i]),
            code,
            code.reason or "",
        )
        for i, code in enumerate(codes)
    ]


def of_check(full: FullCheck) -> list[Numbers]:
    """Return the check of the point in question."""
    return [_of_element(element) for element in full.at.elements]


def _of_element(element: ElementCheck) -> Numbers:
    kink = element.code is CheckCode.NONDIFFERENTIABLE
    tested = None if element.analytical is None else element.trained
    return Numbers(
        tested,
        element.numerical,
        element.rounding,
        element.difference,
        element.tolerance,
        element.code,
        element.reason or "",
        (element.left, element.right) if kink else None,
    )


def _cells(
    numbers: Sequence[Numbers], value: Callable[[Numbers], float | None], digits: int = 6
) -> list[Cell]:
    return [_cell(value(each), digits) for each in numbers]


def _cell(value: float | None, digits: int) -> Cell:
    if value is None:
        return Cell("None", "None", reason_words("unconnected"))
    return Cell(short(value, digits), whole(value))
