"""Tables whose cells are known one by one: workbooks, Parquet files and arrays."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.table.choices import Choices, Format, Progress
from core.table.layout import SAMPLE_ROWS, column_names, names_columns
from core.table.numbers import Marks, PlainNumber
from core.table.sources import Source, kind_of, readable
from core.table.text import Cells

Column = list[str | None] | NDArray[np.float64]


class GridTable:
    """A table of known cells.

    Parameters
    ----------
    form : Format
        What kind of file it was.
    names : sequence of str
        Names of the columns.
    columns : sequence of list of str or ndarray of float64
        Their cells; None is an empty one.
    lines : sequence of int
        Row numbers in the file.
    unnamed : tuple of int
        Columns that a row of names has no name for.
    sheets : tuple of str
        All sheets of a workbook.
    """

    def __init__(
        self,
        form: Format,
        names: Sequence[str],
        columns: Sequence[Column],
        lines: Sequence[int],
        unnamed: tuple[int, ...] = (),
        sheets: tuple[str, ...] = (),
    ) -> None:
        self._format, self.names, self.unnamed = form, tuple(names), unnamed
        self._columns, self._lines, self.sheets = columns, lines, sheets

    @cached_property
    def sample(self) -> list[list[str]]:
        """The first rows as texts."""
        firsts = [[_text(cell) or "" for cell in column[:SAMPLE_ROWS]] for column in self._columns]
        return [list(row) for row in zip(*firsts, strict=True)]

    def format(self, marks: Marks) -> Format:
        """Return how the table is read."""
        return replace(self._format, decimal=marks.decimal, thousands=marks.thousands)

    def quick(
        self, columns: Sequence[int], tied: Sequence[Marks], progress: Progress
    ) -> list[NDArray[np.float64]] | None:
        """Return columns that are numbers already and finite, or None."""
        found = [self._columns[i] for i in columns]
        numbers = [column for column in found if isinstance(column, np.ndarray)]
        whole = len(numbers) == len(found) and all(np.isfinite(c).all() for c in numbers)
        return numbers if whole and len(self._lines) else None

    def cells(self, columns: Sequence[int], progress: Progress) -> Cells:
        """Return all cells of some columns."""
        return Cells([self._columns[i] for i in columns], self._lines)


def workbook(path: Path, choices: Choices) -> GridTable:
    """Return a sheet of an Excel workbook; of formulas their last computed values.

    Raises
    ------
    InputError
        If it cannot be read, or there is no such sheet.
    """
    import pandas as pd

    with _whole(path), pd.ExcelFile(path, engine="openpyxl") as book:
        sheets = tuple(map(str, book.sheet_names))
        sheet = choices.sheet or sheets[0]
        if sheet not in sheets:
            raise InputError("no_such_sheet", file=path, sheet=sheet, sheets=", ".join(sheets))
        frame = pd.read_excel(book, sheet_name=sheet, header=None, dtype=object, na_filter=False)
    return _of_sheet(path, frame.to_numpy(), sheet, sheets, choices)


def sheets_of(source: Source) -> tuple[str, ...]:
    """Return the sheets of a workbook; nothing if it is none or cannot be read."""
    import pandas as pd

    try:
        if source.path is None or kind_of(source.head(), source.name) != "excel":
            return ()
        with _whole(source.path), pd.ExcelFile(source.path, engine="openpyxl") as book:
            return tuple(map(str, book.sheet_names))
    except InputError:
        return ()


@contextmanager
def _whole(path: Path) -> Iterator[None]:
    """Turn whatever a reader stumbles over in a file into an error with one clear sentence."""
    with readable(path):
        try:
            yield
        except (InputError, OSError):
            raise
        except Exception as error:
            # Bytes of chance make the readers raise anything, MemoryError and IndexError too.
            raise InputError("file_broken", file=path, why=_one_line(error)) from error


def _of_sheet(
    path: Path, cells: NDArray[Any], sheet: str, sheets: tuple[str, ...], choices: Choices
) -> GridTable:
    texts = [[_text(cell) for cell in row] for row in cells]
    width = max((i + 1 for row in texts for i, cell in enumerate(row) if cell), default=0)
    skip = choices.skip_lines or 0
    rows = [(i + 1, row[:width]) for i, row in enumerate(texts) if any(row) and i >= skip]
    if choices.skip_lines is None:
        # A title above the table fills a single cell.
        while width > 1 and rows and sum(map(bool, rows[0][1])) == 1:
            skip = rows.pop(0)[0]
    if not rows:
        raise InputError("file_empty", file=path)
    first = [cell or "" for cell in rows[0][1]]
    header = names_columns(first) if choices.header is None else choices.header
    names = column_names(first if header else [], width)
    unnamed = tuple(i for i, cell in enumerate(first) if header and not cell)
    body = rows[1:] if header else rows
    columns = [_column([row[i] for _, row in body], choices) for i in range(width)]
    form = Format("excel", sheet=sheet, header=header, skip_lines=skip)
    return GridTable(form, names, columns, [line for line, _ in body], unnamed, sheets)


def parquet(path: Path, choices: Choices) -> GridTable:
    """Return the table of a Parquet file.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    import pandas as pd

    with _whole(path):
        frame = pd.read_parquet(path)
        if any(name is not None for name in frame.index.names) or frame.index.nlevels > 1:
            # The columns that pandas was told to call the rows by.
            frame = frame.reset_index(allow_duplicates=True)
    columns = [_typed(frame.iloc[:, i], choices) for i in range(frame.shape[1])]
    names = column_names([str(name) for name in frame.columns], frame.shape[1])
    return GridTable(Format("parquet"), names, columns, range(1, len(frame) + 1))


def _typed(series: Any, choices: Choices) -> Column:
    import pandas as pd

    plain = pd.api.types.is_numeric_dtype(series) and not pd.api.types.is_bool_dtype(series)
    if plain and not choices.missing:
        return np.asarray(series.to_numpy(dtype=np.float64, na_value=np.nan))
    return _column([_text(cell) for cell in series], choices)


def _column(cells: list[str | None], choices: Choices) -> Column:
    """Return numbers as an array, where there is nothing else and no number means missing."""
    if choices.missing or any(not isinstance(cell, PlainNumber | None) for cell in cells):
        return cells
    return np.array([math.nan if cell is None else float(cell) for cell in cells], np.float64)


def arrays(path: Path, kind: str) -> GridTable:
    """Return the columns of a NumPy file: of an array, a record array or several arrays.

    Of arrays of several lengths, those of the length that most columns have.

    Raises
    ------
    InputError
        If it cannot be read without running code from it, or has no columns of numbers.
    """
    with _whole(path):
        loaded = np.load(path, allow_pickle=False)
        if isinstance(loaded, np.ndarray):
            parts = _columns_of("column", loaded)
        else:
            with loaded:
                parts = _columns_of_all(loaded)
    counts = Counter(map(len, parts.values()))
    length = max(counts, key=lambda length: (counts[length], length), default=0)
    even = {name: values for name, values in parts.items() if len(values) == length}
    names = column_names(list(even), len(even))
    form = Format(kind, header=any(not name.startswith("column ") for name in even))
    return GridTable(form, names, list(even.values()), range(1, length + 1))


def _columns_of_all(loaded: Any) -> dict[str, NDArray[np.float64]]:
    """Return the columns of several arrays, without those that only running code could read."""
    parts: dict[str, NDArray[np.float64]] = {}
    refusal: ValueError | None = None
    for key in loaded:
        try:
            parts |= _columns_of(key, loaded[key])
        except ValueError as error:
            if "allow_pickle" not in str(error):
                raise
            refusal = error
    if refusal is not None and not parts:
        raise refusal
    return parts


def _columns_of(name: str, array: NDArray[Any] | bytes) -> dict[str, NDArray[np.float64]]:
    """Return the columns of numbers in an array by their names."""
    if isinstance(array, bytes):
        # What NumPy hands on of an entry that is no array.
        raise ValueError("an entry is no array")
    if array.dtype.names:
        return {
            field: array[field].astype(np.float64)
            for field in array.dtype.names
            if array.ndim == 1 and array[field].dtype.kind in "iuf" and array[field].ndim == 1
        }
    if array.dtype.kind not in "iuf" or array.ndim not in (1, 2):
        return {}
    values = array.astype(np.float64)
    if array.ndim == 1:
        return {name if name != "column" else "column 1": values}
    return {f"{name} {i + 1}": values[:, i] for i in range(values.shape[1])}


def _text(cell: object) -> str | None:
    """Return a cell as text that reads back as the same number, or None if it is empty."""
    if cell is None or isinstance(cell, PlainNumber):
        return cell
    if isinstance(cell, (float, np.floating)):
        return None if math.isnan(cell) else PlainNumber(repr(float(cell)).removesuffix(".0"))
    if isinstance(cell, (int, np.integer, Decimal)) and not isinstance(cell, bool):
        return None if cell != cell else PlainNumber(cell)
    if hasattr(cell, "isoformat"):
        return None if cell != cell else str(cell.isoformat())
    text = str(cell)
    return text if text.strip() else None


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:160] or type(error).__name__
