"""How a table is to be read: what the person chose, and what was used in the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

PREVIEW_ROWS = 50
"""Rows that a preview shows."""

DECIMALS = (".", ",")
THOUSANDS = (",", ".", "'", " ", "")

LEFT_OUT_UNASKED = 0.01
"""The share of rows that may be left out without the person's word."""

Progress = Callable[[float], None]
"""Hears now and then how much is done, from 0 to 1; what it raises ends the reading."""


@dataclass(frozen=True)
class Choices:
    """What the person said of a table; None is found out.

    Attributes
    ----------
    encoding : str or None
        A name that Python knows, like ``gb18030``.
    delimiter : str or None
        What stands between two values; a space stands for any number of spaces.
    decimal : str or None
        ``.`` or ``,``.
    thousands : str or None
        ``,``, ``.``, ``'``, a space, or nothing where the table has no such mark.
    header : bool or None
        Whether the first row names the columns.
    skip_lines : int or None
        Lines before the table.
    comment : str or None
        What a line begins with that is no row; nothing where there are no such lines.
    missing : tuple of str
        Words for a missing value beside the usual ones.
    sheet : str or None
        Of a workbook.
    x, y : str or None
        Names of columns.
    dates : str or None
        What dates are as x: ``days`` or ``months`` since the first, or ``row``, the row's number.
    date_order : str or None
        ``dmy`` or ``mdy``.
    drop_rows : bool
        Leave out rows that cannot be read, however many.
    """

    encoding: str | None = None
    delimiter: str | None = None
    decimal: str | None = None
    thousands: str | None = None
    header: bool | None = None
    skip_lines: int | None = None
    comment: str | None = None
    missing: tuple[str, ...] = ()
    sheet: str | None = None
    x: str | None = None
    y: str | None = None
    dates: str | None = None
    date_order: str | None = None
    drop_rows: bool = False


@dataclass(frozen=True)
class Format:
    """How a table was read; text has all of it, a workbook or an array only some.

    Attributes
    ----------
    kind : str
        ``text``, ``excel``, ``parquet``, ``npy`` or ``npz``.
    encoding, delimiter, decimal, thousands, comment, sheet : str
        As in `Choices`; empty where there is none.
    header : bool
        Whether a row names the columns.
    skip_lines : int
        Lines before the table.
    """

    kind: str
    encoding: str = ""
    delimiter: str = ""
    decimal: str = "."
    thousands: str = ""
    comment: str = ""
    sheet: str = ""
    header: bool = True
    skip_lines: int = 0


@dataclass(frozen=True)
class Problem:
    """Why a row is left out.

    Attributes
    ----------
    line : int
        Line of the file, or row of the sheet or array, from 1.
    column : str
        The column; empty where the row as a whole is wrong.
    code : str
        ``missing_value``, ``not_a_number``, ``nonfinite_value``, ``not_a_date``, ``row_length``.
    text : str
        What stands there.
    """

    line: int
    column: str
    code: str
    text: str


@dataclass(frozen=True)
class Account:
    """What became of the rows of a table.

    Attributes
    ----------
    rows : int
        Rows of the table, without names, comments and blank lines.
    left_out : tuple of Problem
        The first trouble of each row that was left out, in the order of the rows.
    comments : int
        Comment lines.
    format : Format
        How it was read.
    numeric : tuple of str
        The columns that x and y can be chosen from.
    row_numbers : tuple of str
        Columns passed over because they only number the rows.
    choices : Choices
        What to say so that the table is read this way again.
    """

    rows: int
    left_out: tuple[Problem, ...]
    comments: int
    format: Format
    numeric: tuple[str, ...]
    row_numbers: tuple[str, ...] = ()
    choices: Choices = Choices()

    @property
    def read(self) -> int:
        """Rows that became data."""
        return self.rows - len(self.left_out)
