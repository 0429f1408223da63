"""Which columns of a table are x and y, and what marks their numbers have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import InputError
from core.table.choices import Choices
from core.table.dates import looks_like_date
from core.table.numbers import Marks, best_readings, is_infinite, is_missing, number, readings

MOST_COLUMNS = 100
"""Columns that are evidence of the marks in numbers."""

ROW_NAMES = frozenset(
    ("", "index", "id", "#", "no", "no.", "nr", "nr.", "row", "rownames", "序号", "编号", "行号")
)
"""Names, in small letters, of columns that may only number the rows."""


@dataclass(frozen=True)
class Found:
    """What the columns of a table hold, by their first rows.

    Attributes
    ----------
    numeric, dates, row_numbers : tuple of int
        The columns of numbers, of dates, and of numbers that only count the rows.
    tied : tuple of Marks
        The ways to read numbers that fit best; several where they fit equally well.
    """

    numeric: tuple[int, ...]
    dates: tuple[int, ...]
    row_numbers: tuple[int, ...]
    tied: tuple[Marks, ...]


def found_columns(
    names: Sequence[str], unnamed: Sequence[int], sample: Sequence[Sequence[str]],
    choices: Choices, delimiter: str,
) -> Found:  # fmt: skip
    """Return what the columns of a table hold."""
    columns = [
        [row[i] for row in sample if i < len(row) and not is_missing(row[i], choices.missing)]
        for i in range(len(names))
    ]
    allowed = readings(choices.decimal, choices.thousands)
    if not allowed:
        raise InputError("bad_marks", decimal=choices.decimal, thousands=choices.thousands)
    tied = tied_readings(columns[:MOST_COLUMNS], allowed, delimiter)
    kinds = [_kind(cells, tied[0]) for cells in columns]
    numeric = [i for i, kind in enumerate(kinds) if kind == "number"]
    counting = [
        i
        for i in numeric
        if (i in unnamed or names[i].lower() in ROW_NAMES) and _counts(columns[i], tied[0])
    ]
    # A named one may be meant after all, where there is nothing else to take.
    if len(numeric) - len(counting) < 2:
        counting = [i for i in counting if i in unnamed]
    dates = [i for i, kind in enumerate(kinds) if kind == "date"]
    return Found(tuple(numeric), tuple(dates), tuple(counting), tuple(tied))


def tied_readings(
    columns: Sequence[Sequence[str]], allowed: Sequence[Marks], delimiter: str
) -> list[Marks]:
    """Return the ways to read numbers that fit best.

    Where commas stand between the values, a point that could be either is the decimal point:
    who writes decimal commas puts semicolons or tabs between the values.
    """
    tied = best_readings(columns, allowed)
    if delimiter == "," and len({marks.decimal for marks in tied}) > 1:
        tied = [marks for marks in tied if marks.decimal == "."]
    return tied


def chosen_columns(names: Sequence[str], found: Found, choices: Choices, file: str) -> list[int]:
    """Return the columns of x and y.

    Raises
    ------
    InputError
        If there is no such column, or there are too few of them.
    """
    for name in (choices.x, choices.y):
        if name is not None and name not in names:
            shown = ", ".join(names[:30]) + (" …" if len(names) > 30 else "")
            raise InputError("no_such_column", file=file, column=name, columns=shown)
    x, y = (None if n is None else names.index(n) for n in (choices.x, choices.y))
    passed = set(found.row_numbers)
    usable = [i for i in range(len(names)) if i not in passed]
    numbers = [i for i in found.numeric if i not in passed]
    # Dates make a good x, but only if numbers are left for y; text comes last, to be refused.
    if x is None and len([i for i in numbers if i != y]) < 2 - (y is not None) and found.dates:
        x = found.dates[0]
    order = [i for i in (*numbers, *usable) if i not in (x, y)]
    order = list(dict.fromkeys(order))
    if len(order) < (x is None) + (y is None):
        listed = ", ".join(names[i] for i in usable)
        raise InputError("too_few_columns", file=file, count=len(usable), columns=listed)
    x = order.pop(0) if x is None else x
    y = order.pop(0) if y is None else y
    return [x, y]


def _kind(cells: Sequence[str], marks: Marks) -> str:
    """Return what most of the cells that are not missing are."""
    if not cells:
        return "text"
    numbers = sum(number(cell, marks) is not None or is_infinite(cell) for cell in cells)
    if 2 * numbers >= len(cells):
        return "number"
    dates = sum(looks_like_date(cell) for cell in cells)
    return "date" if 2 * dates >= len(cells) else "text"


def _counts(cells: Sequence[str], marks: Marks) -> bool:
    values = [number(cell, marks) for cell in cells]
    if None in values or not values:
        return False
    steps = np.diff(np.array(values, np.float64))
    return values[0] in (0.0, 1.0) and bool(np.all(steps == 1.0))
