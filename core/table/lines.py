"""The lines of a text and the rows in them, with their numbers."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from typing import TextIO

from core.errors import InputError
from core.table.dates import looks_like_date
from core.table.numbers import is_missing, looks_like_number

LONGEST_LINE = 2**22
"""Characters; a longer line is no row of a table, and would fill the memory."""


class ShortLines:
    """A text for pandas that ends with an error before a line fills the memory.

    Parameters
    ----------
    file : text file
        The text.
    doubted : str
        A mark that ends the text with an error too if just three digits follow it: it may stand
        between thousands.
    """

    def __init__(self, file: TextIO, doubted: str = "") -> None:
        self._file = file
        self._open = 0
        self._doubted = doubted
        self._group = re.compile(re.escape(doubted) + r"[0-9]{3}[^0-9]")
        self._tail = ""

    def __iter__(self) -> Iterator[str]:
        """Yield lines; pandas asks whether a file has this."""
        return iter(self._file)

    def read(self, size: int = -1) -> str:
        """Return the next characters.

        Raises
        ------
        ValueError
            If too many of them stand in one line, or a number is doubtful.
        """
        text = self._file.read(size)
        end = max(text.rfind("\n"), text.rfind("\r"))
        self._open = self._open + len(text) if end < 0 else len(text) - end - 1
        if self._open > LONGEST_LINE:
            raise ValueError("a line is too long")
        if self._doubted:
            self._refuse_group(text)
        return text

    def _refuse_group(self, text: str) -> None:
        looked_at = self._tail + (text or "\n")
        if self._doubted in looked_at and self._group.search(looked_at):
            raise ValueError("a number is doubtful")
        # The mark and three digits: what follows them is still to come.
        self._tail = looked_at[-4:]


def cells_of(line: str, delimiter: str) -> list[str]:
    """Return the values in a single line; of one with values that are too long, none."""
    text = line.strip() if delimiter == " " else line
    try:
        return next(csv.reader([text], delimiter=delimiter, skipinitialspace=True), [])
    except csv.Error:
        return []


def holds_row(line: str, delimiter: str, width: int) -> bool:
    """Whether a line has the values of a row, and one of them behind the first is no mere text."""
    cells = trimmed(cells_of(line, delimiter), width)
    return len(cells) == width and any(
        looks_like_number(cell) or looks_like_date(cell) or (cell.strip() and is_missing(cell))
        for cell in cells[1:]
    )


def trimmed(row: list[str], width: int) -> list[str]:
    """Return a row without empty values beyond the width, as a delimiter at its end makes."""
    while len(row) > width and not row[-1].strip():
        row = row[:-1]
    return row


class Rows:
    """The rows of a text: lists of cells, without blank lines and comments.

    Parameters
    ----------
    file : text file
        Opened with ``newline=""``.
    name : str
        What the file is called in an error.
    delimiter : str
        What stands between two values; a space stands for any number of them.
    skip_lines : int
        Lines to pass over at first.
    comment : str
        What a comment line begins with; nothing where there are none.
    width : int
        Values in a line below the first row that is a row though it begins as a comment does.
    below : bool
        Whether the first row is among the lines passed over.
    """

    def __init__(
        self, file: TextIO, name: str, delimiter: str, skip_lines: int = 0, comment: str = "",
        width: int = 0, below: bool = False,
    ) -> None:  # fmt: skip
        self.line = 0
        self.comments = 0
        self._file, self._name, self._comment = file, name, comment
        self._delimiter, self._width, self._below = delimiter, width, below
        for _ in range(skip_lines):
            self._next_line()
        self._reader = csv.reader(
            self._lines(), delimiter=delimiter, skipinitialspace=True, strict=True
        )

    def __iter__(self) -> Iterator[list[str]]:
        """Yield rows; `line` is then the number of the last line of the row, from 1.

        Raises
        ------
        InputError
            If a line is too long, or a quotation mark is never closed.
        """
        begun = 0
        try:
            for row in self._reader:
                if len(row) > 1 or (row and row[0].strip()):
                    yield row
                begun = self.line
        except csv.Error as error:
            raise InputError(
                "bad_quotes", file=self._name, line=begun + 1, why=str(error)
            ) from error

    def _lines(self) -> Iterator[str]:
        spaces = self._delimiter == " "
        while line := self._next_line():
            if self._comment and self._is_comment(line):
                self.comments += 1
            elif spaces:
                yield line.strip() + "\n"
            else:
                yield line

    def _is_comment(self, line: str) -> bool:
        if not line.lstrip().startswith(self._comment):
            self._below = self._below or bool(line.strip())
            return False
        return not (self._below and self._width and holds_row(line, self._delimiter, self._width))

    def _next_line(self) -> str:
        line = self._file.readline(LONGEST_LINE)
        self.line += 1
        if len(line) == LONGEST_LINE and line[-1] not in "\r\n":
            raise InputError("line_too_long", file=self._name, line=self.line, most=LONGEST_LINE)
        return line
