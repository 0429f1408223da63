"""Cells of a column as numbers, with what is wrong with those that are none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.table.choices import Problem
from core.table.dates import as_time, dates_as_numbers, order_of, year_last
from core.table.layout import shortened
from core.table.numbers import Marks, is_missing, number, trouble, values_of_words

NAMES_OF_DATES = {
    "days": "{name} (days since {first})",
    "months": "{name} (months since {first})",
    "row": "{name} (row)",
}
"""What a column of dates is called once it is numbers."""


@dataclass(frozen=True)
class Column:
    """A column as numbers.

    Attributes
    ----------
    name : str
        Its name.
    values : ndarray of float64 or datetime64, shape (n,)
        Its numbers, or the moments in it.
    problems : dict
        Index of a row -> what is wrong with it.
    way : str
        What dates become; empty for numbers.
    """

    name: str
    values: NDArray[np.float64] | NDArray[np.datetime64]
    problems: dict[int, Problem]
    way: str = ""

    def kept(self, keep: NDArray[np.bool_]) -> tuple[str, NDArray[np.float64]]:
        """Return name and numbers of some rows; dates count from the first of these."""
        values = self.values[keep]
        if not self.way:
            return self.name, np.asarray(values, np.float64)
        times = np.asarray(values, "datetime64[ms]")
        name = NAMES_OF_DATES[self.way].format(name=self.name, first=str(times[0])[:10])
        return name, dates_as_numbers(times, self.way)


def numbers_of(
    cells: Sequence[str | None] | NDArray[np.float64], lines: Sequence[int], name: str,
    marks: Marks, missing: Sequence[str],
) -> Column:  # fmt: skip
    """Return a column of numbers."""
    if isinstance(cells, np.ndarray):
        return _of_array(cells, lines, name, missing)
    values = np.full(len(cells), np.nan)
    problems = {}
    for i, cell in enumerate(cells):
        value = None if cell is None or is_missing(cell, missing) else number(cell, marks)
        wrong = trouble(cell, value, missing)
        if wrong is not None:
            problems[i] = Problem(lines[i], name, wrong, shortened((cell or "").strip()))
        elif value is not None:
            values[i] = value
    return Column(name, values, problems)


def _of_array(
    cells: NDArray[np.float64], lines: Sequence[int], name: str, missing: Sequence[str]
) -> Column:
    problems = {}
    absent = np.isnan(cells) | np.isin(cells, values_of_words(missing))
    for i in map(int, np.flatnonzero(absent | np.isinf(cells))):
        code = "missing_value" if absent[i] else "nonfinite_value"
        problems[i] = Problem(lines[i], name, code, str(cells[i]))
    return Column(name, cells, problems)


def times_of(
    cells: Sequence[str | None] | NDArray[np.float64], lines: Sequence[int], name: str,
    missing: Sequence[str], order: str | None, way: str, file: str,
) -> Column:  # fmt: skip
    """Return a column of dates.

    Raises
    ------
    InputError
        If no date settles whether day or month comes first, or two contradict each other, and
        nobody said which.
    """
    texts = [str(cell or "").strip() for cell in cells]
    known = order or order_of(texts)
    if not known:
        example = next(filter(year_last, texts))
        raise InputError("ambiguous_date_order", file=file, column=name, text=example)
    values = np.full(len(texts), np.datetime64("NaT"), "datetime64[ms]")
    problems = {}
    for i, text in enumerate(texts):
        time = as_time(text, known)
        if time is not None:
            values[i] = time
        else:
            code = "missing_value" if is_missing(text, missing) else "not_a_date"
            problems[i] = Problem(lines[i], name, code, shortened(text))
    return Column(name, values, problems, way)
