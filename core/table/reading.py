"""A table read as data: every row is there, or named with the reason why it is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset
from core.errors import InputError
from core.table.choices import (
    LEFT_OUT_UNASKED,
    PREVIEW_ROWS,
    Account,
    Choices,
    Format,
    Problem,
    Progress,
)
from core.table.columns import Found, chosen_columns, found_columns, tied_readings
from core.table.conversion import Column, numbers_of, times_of
from core.table.grid import GridTable, arrays, parquet, workbook
from core.table.numbers import Marks, differing, undecided, values_of_words
from core.table.sources import Source, kind_of
from core.table.text import Cells, TextTable

QUESTIONS = ("ambiguous_number", "ambiguous_dates", "ambiguous_date_order", "doubtful_title")
"""Codes of errors that ask how a table is meant."""


@dataclass(frozen=True)
class Preview:
    """The first rows of a table, and what was found out about it.

    Attributes
    ----------
    names : tuple of str
        Names of the columns.
    rows : tuple of tuple of str
        Cells of the first rows.
    numeric, dates : tuple of str
        Names of the columns that x and y can be chosen from.
    x, y : str
        The columns taken.
    format : Format
        How the table is read.
    sheets : tuple of str
        All sheets of a workbook.
    """

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[str, ...]
    dates: tuple[str, ...]
    x: str
    y: str
    format: Format
    sheets: tuple[str, ...] = ()


def read_table(
    source: Source | str | Path, choices: Choices | None = None, progress: Progress | None = None
) -> Dataset:
    """Read x and y from a table.

    Parameters
    ----------
    source : Source, str or Path
        Pasted text, or a file: text with any delimiter, Excel, Parquet, ``.npy`` or ``.npz``.
    choices : Choices, optional
        How it is to be read; what is not said is found out.
    progress : callable, optional
        Hears how much is done.

    Returns
    -------
    Dataset
        The rows in order, in float64, with the account of all rows.

    Raises
    ------
    InputError
        If the file cannot be read, a column is missing, the table can be read in two ways that
        give other numbers, or more rows than one in a hundred cannot be read and `choices` does
        not say that they may be left out.
    """
    origin = source if isinstance(source, Source) else Source(path=Path(source))
    return open_table(origin, choices or Choices()).dataset(progress or _ignore)


def _ignore(_: float) -> None:
    """Hear nothing."""


def open_table(source: Source, choices: Choices) -> OpenTable:
    """Return a table with its columns and marks found out, before it is read whole.

    Raises
    ------
    InputError
        If it is no table, or something the person named is not there.
    """
    head = source.head()
    kind = "text" if source.path is None else kind_of(head, source.name)
    table: TextTable | GridTable
    if source.path is None or kind == "text":
        table = TextTable(source, head, choices)
    elif kind == "excel":
        table = workbook(source.path, choices)
    elif kind == "parquet":
        table = parquet(source.path, choices)
    else:
        table = arrays(source.path, kind)
    delimiter = table.format(Marks(".", "")).delimiter
    found = found_columns(table.names, table.unnamed, table.sample, choices, delimiter)
    columns = chosen_columns(table.names, found, choices, source.name)
    return OpenTable(source, choices, table, found, columns)


@dataclass(frozen=True)
class OpenTable:
    """A table of which it is known how it is read; made by `open_table`."""

    source: Source
    choices: Choices
    table: TextTable | GridTable
    found: Found
    columns: list[int]

    def preview(self) -> Preview:
        """Return the first rows, and how they are read."""
        table, found, (x, y) = self.table, self.found, self._names
        rows = tuple(tuple(row) for row in table.sample[:PREVIEW_ROWS])
        pick = tuple(table.names[i] for i in found.numeric)
        dates = tuple(table.names[i] for i in found.dates)
        sheets = table.sheets if isinstance(table, GridTable) else ()
        return Preview(table.names, rows, pick, dates, x, y, table.format(found.tied[0]), sheets)

    def dataset(self, progress: Progress) -> Dataset:
        """Return the data: at once where every row is whole, else with a look at each cell.

        Raises
        ------
        InputError
            As for `read_table`.
        """
        tied = self.found.tied
        sample = [[row[i] for row in self.table.sample if i < len(row)] for i in self.columns]
        if not any(self._is_date) and not any(differing(column, tied) for column in sample):
            quick = self._quick(progress)
            if quick is not None:
                account = self._account(len(quick[0]), (), 0, tied[0])
                return self._made(list(zip(self._names, quick, strict=True)), account)
        return self._row_by_row(self.table.cells(self.columns, progress))

    def _quick(self, progress: Progress) -> list[NDArray[np.float64]] | None:
        """Return the columns where no cell needs a look, else None."""
        found = self.table.quick(self.columns, self.found.tied, progress)
        absent = values_of_words(self.choices.missing)
        if found is None or (absent and any(np.isin(column, absent).any() for column in found)):
            return None
        return found

    def _row_by_row(self, cells: Cells) -> Dataset:
        count = len(cells.lines)
        if not count:
            raise InputError("file_empty", file=self.source.name)
        marks = self._marks_of(cells)
        columns = [self._column(cells, i, marks) for i in range(2)]
        problems = self._merged(cells, columns)
        self._refuse_too_many(problems, count)
        keep = np.ones(count, bool)
        keep[list(problems)] = False
        if not keep.any():
            raise InputError("file_empty", file=self.source.name)
        left_out = tuple(problems[i] for i in sorted(problems))
        account = self._account(count, left_out, cells.comments, marks)
        return self._made([column.kept(keep) for column in columns], account)

    def _made(
        self, columns: Sequence[tuple[str, NDArray[np.float64]]], account: Account
    ) -> Dataset:
        (x_name, x), (y_name, y) = columns
        path = None if self.source.path is None else str(self.source.path)
        return Dataset(x, y, x_name, y_name, path=path, account=account)

    def _account(
        self, rows: int, left_out: tuple[Problem, ...], comments: int, marks: Marks
    ) -> Account:
        names, found = self.table.names, self.found
        return Account(
            rows, left_out, comments, self.table.format(marks),
            tuple(names[i] for i in found.numeric), tuple(names[i] for i in found.row_numbers),
            replace(self.choices, x=self._names[0], y=self._names[1]),
        )  # fmt: skip

    @property
    def _names(self) -> list[str]:
        return [self.table.names[i] for i in self.columns]

    @property
    def _is_date(self) -> list[bool]:
        return [i in self.found.dates for i in self.columns]

    def _column(self, cells: Cells, at: int, marks: Marks) -> Column:
        found, name, missing = cells.columns[at], self._names[at], self.choices.missing
        if not self._is_date[at]:
            return numbers_of(found, cells.lines, name, marks, missing)
        way = self.choices.dates
        if way is None:
            raise InputError("ambiguous_dates", file=self.source.name, column=name)
        return times_of(found, cells.lines, name, missing, self.choices.date_order, way,
                        self.source.name)  # fmt: skip

    def _marks_of(self, cells: Cells) -> Marks:
        """Return how the numbers are read by all cells of the columns.

        Raises
        ------
        InputError
            If several ways fit equally well and give other numbers.
        """
        tied: Sequence[Marks] = self.found.tied
        if len(tied) == 1:
            return tied[0]
        missing = self.choices.missing
        texts = {
            name: undecided((c for c in column if c is not None and c.strip() not in missing), tied)
            for name, column, date in zip(self._names, cells.columns, self._is_date, strict=True)
            if isinstance(column, list) and not date
        }
        delimiter = self.table.format(tied[0]).delimiter
        tied = tied_readings(list(texts.values()), tied, delimiter)
        for name, column in texts.items():
            ways = differing(column, tied)
            if ways:
                (first, one, text), (second, other, _) = ways[:2]
                raise InputError(
                    "ambiguous_number", file=self.source.name, column=name, text=text,
                    one=f"{one:.15g}", other=f"{other:.15g}",
                    first=first.decimal, second=second.decimal,
                )  # fmt: skip
        return tied[0]

    def _merged(self, cells: Cells, columns: Sequence[Column]) -> dict[int, Problem]:
        """Return the first trouble of each row."""
        problems = {
            i: Problem(cells.lines[i], "", "row_length", str(count))
            for i, count in cells.long.items()
        }
        for column in columns:
            for i, problem in column.problems.items():
                problems.setdefault(i, problem)
        return problems

    def _refuse_too_many(self, problems: dict[int, Problem], count: int) -> None:
        if not problems or self.choices.drop_rows or len(problems) <= LEFT_OUT_UNASKED * count:
            return
        first = problems[min(problems)]
        raise InputError(
            first.code, file=self.source.name, line=first.line, column=first.column,
            text=first.text, bad=len(problems), rows=count, width=len(self.table.names),
        )  # fmt: skip
