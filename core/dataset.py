"""Data to fit: x and y with their names, made by formula or read from a table."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.scaling import Scaling, ScalingKind, scaling_of

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Dataset:
    """Rows of (x, y).

    Attributes
    ----------
    x, y : ndarray of float64, shape (n,)
        The values, finite, in the order of the source, none dropped; x as `scaling` says.
    x_name, y_name : str
        Column names, shown on the axes.
    formula : str or None
        How synthetic data were made, e.g. ``y = 2x + 10``.
    path : str or None
        The file they came from.
    noise : float
        Standard deviation of the normal noise added to y.
    seed : int
        Seed of that noise.
    scaling : Scaling
        What was done to x.
    source : Dataset or None
        The data before that; None where nothing was done.
    by_hand : bool
        Whether points were added, moved or taken out by hand: no file and no formula tells them.
    """

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    x_name: str = "x"
    y_name: str = "y"
    formula: str | None = None
    path: str | None = None
    noise: float = 0.0
    seed: int = 0
    scaling: Scaling = field(default_factory=Scaling)
    source: Dataset | None = None
    by_hand: bool = False

    def __len__(self) -> int:
        """Return the number of rows n."""
        return len(self.x)

    @property
    def original(self) -> Dataset:
        """The data as they came."""
        return self if self.source is None else self.source

    def taken(self, rows: NDArray[np.integer]) -> Dataset:
        """Return some of the rows, as scaled as they are."""
        return replace(self, x=self.x[rows], y=self.y[rows], source=None)

    def scaled(self, kind: ScalingKind) -> Dataset:
        """Return the data as they came with x scaled in that way."""
        source = self.original
        if kind is ScalingKind.NONE:
            return source
        scaling = scaling_of(source.x, kind)
        return replace(source, x=scaling.apply(source.x), scaling=scaling, source=source)

    def with_point(self, x: float, y: float) -> Dataset:
        """Return the data as they came with one more row at the end.

        Parameters
        ----------
        x, y : float
            The new row, in the units of the data as they came.

        Raises
        ------
        InputError
            If a value is not finite.
        """
        old = self.original
        _refuse_nonfinite(x, y)
        return old._edited(np.append(old.x, float(x)), np.append(old.y, float(y)))

    def moved(self, row: int, x: float, y: float) -> Dataset:
        """Return the data as they came with other values in one row.

        Parameters
        ----------
        row : int
            Which row, counted from 0.
        x, y : float
            Its new values, in the units of the data as they came.

        Raises
        ------
        InputError
            If a value is not finite.
        """
        old = self.original
        _refuse_nonfinite(x, y)
        new_x, new_y = old.x.copy(), old.y.copy()
        new_x[row], new_y[row] = x, y
        return old._edited(new_x, new_y)

    def without(self, row: int) -> Dataset:
        """Return the data as they came without one row.

        Parameters
        ----------
        row : int
            Which row, counted from 0.

        Raises
        ------
        InputError
            If it is the only row.
        """
        old = self.original
        if len(old) == 1:
            raise InputError("last_point")
        return old._edited(np.delete(old.x, row), np.delete(old.y, row))

    def _edited(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> Dataset:
        """Return other rows under the same names; what told how they were made holds no more."""
        return Dataset(x, y, self.x_name, self.y_name, by_hand=True)


def _refuse_nonfinite(x: float, y: float) -> None:
    if not np.isfinite([x, y]).all():
        raise InputError("nonfinite_point", x=x, y=y)


def noisy_line(
    x: NDArray[np.float64], w: float, b: float, noise: float, seed: int, formula: str
) -> Dataset:
    """Return y = w x + b + noise * standard normal.

    The noise is ``numpy.random.RandomState(seed).randn(n)``, so that a program that calls
    ``np.random.seed(seed)`` and ``np.random.randn`` has the same numbers.
    """
    y = w * x + b
    if noise:
        y = y + noise * np.random.RandomState(seed).randn(len(x))
    return Dataset(x, y, formula=formula, noise=noise, seed=seed)


def read_table(path: str | Path, x: str | None = None, y: str | None = None) -> Dataset:
    """Read x and y from a comma-separated table with or without a header line.

    Parameters
    ----------
    path : str or Path
        The file, UTF-8.
    x, y : str, optional
        Column names. Without them the first two columns of numbers are taken; a column that has
        no name and only counts the rows is passed over. Columns without a header line are named
        ``column 1``, ``column 2`` and so on.

    Returns
    -------
    Dataset
        All rows, in order, in float64.

    Raises
    ------
    InputError
        If the file cannot be read, a column is missing, or a value is not a finite number; no
        row is ever dropped.
    """
    frame, has_header = _frame(Path(path))
    if x is None or y is None:
        columns = _columns_to_choose(frame, has_header)
        others = [c for c in columns if c not in (x, y)]
        if len(others) < (x is None) + (y is None):
            count, names = len(columns), ", ".join(columns)
            raise InputError("too_few_columns", file=path, count=count, columns=names)
        x = others.pop(0) if x is None else x
        y = others.pop(0) if y is None else y
    values = [_numbers(frame, name, Path(path), has_header) for name in (x, y)]
    return Dataset(values[0], values[1], x, y, path=str(path))


def _frame(path: Path) -> tuple[pd.DataFrame, bool]:
    """Return the table as text, and whether its first line names the columns."""
    import pandas as pd

    def read(header: int | None, count: int | None = None, blank: bool = True) -> pd.DataFrame:
        return pd.read_csv(
            path, header=header, nrows=count, keep_default_na=blank, dtype=str,
            encoding="utf-8-sig", compression=None, skipinitialspace=True,
        )  # fmt: skip

    try:
        has_header = _names_columns(read(None, 1, blank=False).iloc[0].tolist())
        frame = read(0 if has_header else None)
    except FileNotFoundError:
        raise InputError("file_not_found", file=path) from None
    except IsADirectoryError:
        raise InputError("file_is_folder", file=path) from None
    except OSError as error:
        raise InputError("file_unreadable", file=path, why=error.strerror or error) from error
    except pd.errors.EmptyDataError:
        raise InputError("file_empty", file=path) from None
    except (pd.errors.ParserError, UnicodeDecodeError, ValueError) as error:
        raise InputError("file_not_a_table", file=path, why=_one_line(error)) from error
    if frame.empty:
        raise InputError("file_empty", file=path)
    if not isinstance(frame.index, pd.RangeIndex):
        # pandas took the surplus on the left for row labels, so all would be one column off.
        why = f"line {_line(path, 1)} has more values than the first line"
        raise InputError("file_not_a_table", file=path, why=why)
    if not has_header:
        frame.columns = pd.Index([f"column {i + 1}" for i in range(frame.shape[1])])
    frame.columns = frame.columns.astype(str)
    return frame, has_header


def _names_columns(first_line: list[str]) -> bool:
    """Whether the first line holds names: no numbers, or an empty cell above row numbers."""
    return first_line[0] == "" or not any(_is_number(cell) for cell in first_line)


def _line(path: Path, record: int) -> int:
    """Return on which line a record ends: blank lines are none, and quotes may hold several."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.reader(file)
        lines = (reader.line_num for cells in reader if len(cells) > 1 or "".join(cells).strip())
        return next(islice(lines, record, None))


def _columns_to_choose(frame: pd.DataFrame, has_header: bool) -> list[str]:
    """Return the columns in the order in which x and y are looked for: those of numbers first."""
    columns = [c for c in frame.columns if not _counts_rows(frame, c)]
    if not has_header:
        # Here text may be part of a number, as in 1,5;2,5, so that no column is passed over.
        return columns
    return sorted(columns, key=lambda c: not frame[c].map(_is_number).any())


def _counts_rows(frame: pd.DataFrame, name: str) -> bool:
    """Whether an unnamed column (pandas calls it ``Unnamed: 0``) only numbers the rows."""
    if not name.startswith("Unnamed:") or not frame[name].map(_is_number).all():
        return False
    return bool(np.all(np.diff(frame[name].astype(float)) == 1.0))


def _numbers(frame: pd.DataFrame, name: str, path: Path, has_header: bool) -> NDArray[np.float64]:
    if name not in frame.columns:
        raise InputError("no_such_column", file=path, column=name, columns=", ".join(frame.columns))
    texts: list[object] = frame[name].tolist()
    for row, text in enumerate(texts):
        wrong = _what_is_wrong(text)
        if wrong is not None:
            line = _line(path, row + has_header)
            raise InputError(wrong, file=path, line=line, column=name, text=text)
    return np.array([float(str(t)) for t in texts])


def _what_is_wrong(text: object) -> str | None:
    """Return the code of the error in a cell, or None if it holds a finite number."""
    if not isinstance(text, str):
        return "missing_value"
    if not _is_number(text):
        return "not_a_number"
    return None if np.isfinite(float(text)) else "nonfinite_value"


def _is_number(text: object) -> bool:
    try:
        float(str(text))
    except ValueError:
        return False
    # Python reads 1_0 as 10; in a table it is a slip of the hand.
    return isinstance(text, str) and "_" not in text


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:160]
