"""Tables in text: comma-separated and the like, read by pandas, or row by row where it matters."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TextIO, cast

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.table.choices import Choices, Format, Progress
from core.table.encoding import detected_encoding
from core.table.layout import Layout, Sample, found_layout
from core.table.lines import Rows, ShortLines, trimmed
from core.table.numbers import Marks
from core.table.sources import HEAD, Source, readable

CHUNK_ROWS = 2**20
"""Rows that pandas reads at a time: progress is told between."""

TELL_ROWS = 2**15
"""Rows between two tellings of progress where they are read one by one."""


@dataclass
class Cells:
    """All cells of some columns.

    Attributes
    ----------
    columns : list
        For each column its cells: texts, None where a row is too short, or float64 numbers.
    lines : sequence of int
        The line of each row.
    long : dict
        Index of a row that has too many values -> how many.
    comments : int
        Comment lines.
    """

    columns: list[list[str | None] | NDArray[np.float64]]
    lines: Sequence[int]
    long: dict[int, int] = field(default_factory=dict)
    comments: int = 0


class TextTable:
    """A table in text.

    Parameters
    ----------
    source : Source
        File or pasted text.
    head : bytes
        Its first bytes.
    choices : Choices
        What the person said.

    Raises
    ------
    InputError
        If it is no text, or no table.
    """

    def __init__(self, source: Source, head: bytes, choices: Choices) -> None:
        self._source = source
        whole = len(head) < HEAD
        pasted = "utf-8" if source.path is None else None
        self.encoding = choices.encoding or pasted or detected_encoding(head, whole)
        if "\x00" in self.encoding:
            raise InputError("unknown_encoding", name=self.encoding)
        self._marked = head.startswith(codecs.BOM_UTF8)
        sample = Sample(self._start(), source.name, not whole)
        if "\x00" in sample.text:
            raise InputError("file_is_no_table", file=source.name, what="no text (it has NULs)")
        self._layout, self.sample = found_layout(sample, choices)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns."""
        return self._layout.names

    @property
    def unnamed(self) -> tuple[int, ...]:
        """Columns without a name in a table that has names."""
        return self._layout.unnamed

    def format(self, marks: Marks) -> Format:
        """Return how the table is read."""
        at: Layout = self._layout
        return Format("text", self.encoding, at.delimiter, marks.decimal, marks.thousands,
                      at.comment, "", at.header, at.skip_lines)  # fmt: skip

    @property
    def _codec(self) -> str:
        """The encoding, without the byte order mark that UTF-8 may begin with."""
        plain = self._marked and codecs.lookup(self.encoding).name == "utf-8"
        return "utf-8-sig" if plain else self.encoding

    @cached_property
    def _bytes(self) -> int:
        return 0 if self._source.path is None else self._source.path.stat().st_size

    @contextmanager
    def _opened(self) -> Iterator[TextIO]:
        """Open the text; what goes wrong with it is said in one sentence."""
        name, path = self._source.name, self._source.path
        try:
            with readable(name):
                if path is None:
                    yield io.StringIO(self._source.text, newline="")
                else:
                    with path.open(encoding=self._codec, newline="") as file:
                        yield file
        except LookupError:
            raise InputError("unknown_encoding", name=self.encoding) from None
        except UnicodeError:
            raise InputError("file_not_decoded", file=name, encoding=self.encoding) from None

    def _start(self) -> str:
        """Return the first lines."""
        with self._opened() as file:
            text = file.read(HEAD)
            if len(text) == HEAD:
                text += file.readline(HEAD)
            return text

    def quick(
        self, columns: Sequence[int], tied: Sequence[Marks], progress: Progress
    ) -> list[NDArray[np.float64]] | None:
        """Return columns as numbers where every row is whole, or None: then look at each row.

        pandas does not say which row is wrong, and takes ``1,2`` for 12 where a comma stands
        between thousands. Nor does it know of other ways to read, in which the decimal mark would
        stand between thousands: a cell like ``1.998`` is left to who knows all cells.
        """
        import pandas as pd

        at, marks = self._layout, tied[0]
        doubted = marks.decimal if any(m.thousands == marks.decimal for m in tied) else ""
        if marks.thousands or at.comment:
            return None
        parts: list[list[NDArray[np.float64]]] = []
        try:
            with self._opened() as file:
                for _ in range(at.before):
                    file.readline()
                reader = pd.read_csv(
                    # It has all that pandas asks of a file.
                    cast("TextIO", ShortLines(file, doubted)),
                    sep=r"\s+" if at.delimiter == " " else at.delimiter, header=None,
                    names=list(range(at.width)), dtype=dict.fromkeys(columns, np.float64),
                    decimal=marks.decimal, chunksize=CHUNK_ROWS,
                )  # fmt: skip
                for frame in reader:
                    if not isinstance(frame.index, pd.RangeIndex):
                        return None
                    parts.append([frame[i].to_numpy() for i in columns])
                    if not all(np.isfinite(part).all() for part in parts[-1]):
                        return None
                    self._tell(file, progress)
        except (ValueError, pd.errors.ParserError):
            return None
        if not parts or not len(parts[0][0]):
            return None
        if len(parts) == 1:
            return parts[0]
        return [np.concatenate(column) for column in zip(*parts, strict=True)]

    def cells(self, columns: Sequence[int], progress: Progress) -> Cells:
        """Return all cells of some columns, row by row.

        Raises
        ------
        InputError
            If the file cannot be decoded, or is broken as a table.
        """
        at = self._layout
        texts: list[list[str | None]] = [[] for _ in columns]
        lines: list[int] = []
        long: dict[int, int] = {}
        with self._opened() as file:
            rows = Rows(file, self._source.name, at.delimiter, at.before, at.comment, at.marked,
                        at.header)  # fmt: skip
            for row in rows:
                if len(row) > at.width and len(trimmed(row, at.width)) > at.width:
                    long[len(lines)] = len(row)
                for cells, column in zip(texts, columns, strict=True):
                    cells.append(row[column] if column < len(row) else None)
                lines.append(rows.line)
                if len(lines) % TELL_ROWS == 0:
                    self._tell(file, progress)
        return Cells(list(texts), lines, long, rows.comments)

    def _tell(self, file: TextIO, progress: Progress) -> None:
        done = file.buffer.tell() / max(self._bytes, 1) if hasattr(file, "buffer") else 0.5
        progress(min(done, 1.0))
