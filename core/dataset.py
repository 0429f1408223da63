"""Data to fit: x and y with their names, made by formula or read from a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Dataset:
    """Rows of (x, y).

    Attributes
    ----------
    x, y : ndarray of float64, shape (n,)
        The values, finite, in the order of the source; never scaled or dropped.
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
    """

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    x_name: str = "x"
    y_name: str = "y"
    formula: str | None = None
    path: str | None = None
    noise: float = 0.0
    seed: int = 0

    def __len__(self) -> int:
        """Return the number of rows n."""
        return len(self.x)


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
        no name and only counts the rows is passed over.

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
    frame, first_line = _frame(Path(path))
    numbers = _number_columns(frame)
    if x is None or y is None:
        chosen = [c for c in numbers if c not in (x, y)]
        missing = (x is None) + (y is None)
        if len(chosen) < missing:
            raise InputError(
                "too_few_columns",
                file=path,
                count=len(numbers),
                columns=", ".join(numbers) or "none",
            )
        x = chosen.pop(0) if x is None else x
        y = chosen.pop(0) if y is None else y
    columns = [_numbers(frame, name, Path(path), first_line) for name in (x, y)]
    return Dataset(columns[0], columns[1], x, y, path=str(path))


def _frame(path: Path) -> tuple[pd.DataFrame, int]:
    """Return the table as text, and the line number of its first row."""
    import pandas as pd

    def read(header: int | None) -> pd.DataFrame:
        return pd.read_csv(path, header=header, dtype=str, encoding="utf-8-sig")

    try:
        first = pd.read_csv(path, header=None, dtype=str, nrows=1, encoding="utf-8-sig")
        has_header = not all(_is_number(v) for v in first.iloc[0])
        frame = read(0 if has_header else None)
    except FileNotFoundError:
        raise InputError("file_not_found", file=path) from None
    except OSError as error:
        raise InputError("file_unreadable", file=path, why=error.strerror) from error
    except pd.errors.EmptyDataError:
        raise InputError("file_empty", file=path) from None
    except (pd.errors.ParserError, UnicodeDecodeError, ValueError) as error:
        raise InputError("file_not_a_table", file=path, why=_one_line(error)) from error
    if frame.empty:
        raise InputError("file_empty", file=path)
    if not has_header:
        frame.columns = pd.Index([f"column {i + 1}" for i in range(frame.shape[1])])
    frame.columns = frame.columns.astype(str)
    return frame, 2 if has_header else 1


def _number_columns(frame: pd.DataFrame) -> list[str]:
    names = [c for c in frame.columns if frame[c].map(_is_number).any()]
    return [c for c in names if not _counts_rows(frame, c)]


def _counts_rows(frame: pd.DataFrame, name: str) -> bool:
    """Whether an unnamed column (pandas calls it ``Unnamed: 0``) only numbers the rows."""
    if not name.startswith("Unnamed:") or not frame[name].map(_is_number).all():
        return False
    return bool(np.all(np.diff(frame[name].astype(float)) == 1.0))


def _numbers(frame: pd.DataFrame, name: str, path: Path, first_line: int) -> NDArray[np.float64]:
    if name not in frame.columns:
        raise InputError("no_such_column", file=path, column=name, columns=", ".join(frame.columns))
    texts: Sequence[object] = frame[name].tolist()
    for row, text in enumerate(texts):
        where = {"file": path, "line": first_line + row, "column": name, "text": text}
        if not isinstance(text, str):
            raise InputError("missing_value", **where)
        if not _is_number(text):
            raise InputError("not_a_number", **where)
        if not np.isfinite(float(text)):
            raise InputError("nonfinite_value", **where)
    return np.array([float(str(t)) for t in texts])


def _is_number(text: object) -> bool:
    try:
        float(str(text))
    except ValueError:
        return False
    return isinstance(text, str)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:160]
