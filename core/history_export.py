"""The record of a run as a table: CSV and Parquet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.columns import Role
from core.errors import InputError
from core.files import written_atomically
from core.history import CHUNK_ROWS, HistoryView
from core.run_view import RunView
from core.verdict import CheckCode

_Columns = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class HistoryAccount:
    """What a table of the record holds.

    Attributes
    ----------
    rows : int
        How many steps, each in a row; the column ``step`` says which.
    steps : int
        How many there are, from step 0 to the newest.
    """

    rows: int
    steps: int

    @property
    def thinned(self) -> bool:
        """Whether the record holds only some of the steps."""
        return self.rows < self.steps


def write_history(path: str | Path, view: RunView) -> HistoryAccount:
    """Write every recorded step: the float64 numbers to the last bit, NaN and infinity too.

    Parameters
    ----------
    path : str or Path
        The file, named ``*.csv`` or ``*.parquet``; it is written whole or not at all.
    view : RunView
        The run. A record that was thinned is written as it is.

    Raises
    ------
    InputError
        ``wrong_suffix`` for another name, ``cannot_write`` if the file cannot be written.
    """
    check_history_name(path)
    history = view.history
    with written_atomically(path) as temporary:
        _WRITERS[Path(path).suffix.lower()](temporary, _parts(history))
    return HistoryAccount(len(history), history.last_step + 1)


def check_history_name(path: str | Path) -> None:
    """Say so where a table of that name cannot be written.

    Raises
    ------
    InputError
        ``wrong_suffix``.
    """
    if Path(path).suffix.lower() not in _WRITERS:
        raise InputError("wrong_suffix", file=path, names="*.csv or *.parquet")


def _parts(view: HistoryView) -> Iterator[_Columns]:
    """Yield the columns of some thousand rows at a time."""
    words = np.array([code.words for code in CheckCode], dtype=object)
    for i, chunk in enumerate(view.chunks):
        count = min(view.count - i * CHUNK_ROWS, CHUNK_ROWS)
        part: _Columns = {}
        for column, values in zip(view.layout.columns, chunk[:, :count], strict=True):
            if column.role is Role.STEP:
                part[column.name] = values.astype(np.int64)
            elif column.role is Role.VERDICT:
                part[column.name] = words[values.astype(np.int64)]
            else:
                part[column.name] = values
        yield part


def _write_csv(path: Path, parts: Iterable[_Columns]) -> None:
    import pandas as pd

    for i, part in enumerate(parts):
        pd.DataFrame(part).to_csv(path, mode="a", header=i == 0, index=False, na_rep="nan")


def _write_parquet(path: Path, parts: Iterable[_Columns]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    # Not by pandas, which would make a missing value of NaN.
    tables = (pa.table(part) for part in parts)
    first = next(tables)
    with pq.ParquetWriter(path, first.schema) as file:
        file.write_table(first)
        for table in tables:
            file.write_table(table)


_WRITERS: dict[str, Callable[[Path, Iterable[_Columns]], None]] = {
    ".csv": _write_csv,
    ".parquet": _write_parquet,
}
