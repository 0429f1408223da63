"""How a text is laid out as a table: delimiter, lines before it, names, comments."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.errors import InputError
from core.table.choices import Choices
from core.table.dates import looks_like_date
from core.table.lines import Rows, cells_of, holds_row, trimmed
from core.table.numbers import is_infinite, is_missing, looks_like_number

DELIMITERS = (",", ";", "\t", "|", " ")
"""In the order in which they are preferred where nothing speaks for one."""

COMMENTS = ("#", "%")

MOST_CELLS = 2000
"""Cells that are looked at for each delimiter."""

MOSTLY = 0.5
"""The share of numbers from which spaces are taken for delimiters."""

SAMPLE_ROWS = 200
"""Rows that the layout is found from."""

LONGEST_TEXT = 200
"""Characters of a name, and of a cell where it is told about."""

_SEP_LINE = re.compile(r'"?sep=(.)"?\s*', re.IGNORECASE)


@dataclass(frozen=True)
class Sample:
    """The first lines of a text.

    Attributes
    ----------
    text : str
        The lines.
    name : str
        What the file is called in an error.
    cut : bool
        Whether more follows.
    """

    text: str
    name: str
    cut: bool

    def lines(self) -> list[str]:
        """Return the lines with their ends."""
        return list(io.StringIO(self.text, newline=""))

    def rows(
        self, delimiter: str, skip: int, comment: str, width: int = 0, below: bool = False
    ) -> list[tuple[int, list[str]]]:
        """Return rows with the numbers of their last lines; all is said as to `Rows`."""
        file = io.StringIO(self.text, newline="")
        rows = Rows(file, self.name, delimiter, skip, comment, width, below)
        found = []
        try:
            for row in rows:
                found.append((rows.line, row))
                if len(found) == SAMPLE_ROWS:
                    break
        except InputError:
            # A quoted value may go on where the sample ends.
            if not self.cut or not found:
                raise
        return found


@dataclass(frozen=True)
class Layout:
    """Where in a text the cells are.

    Attributes
    ----------
    delimiter, comment : str
        As in `Choices`.
    skip_lines : int
        Lines before the table.
    header : bool
        Whether the first row names the columns.
    width : int
        Values in a row.
    names : tuple of str
        Names of the columns, all different.
    unnamed : tuple of int
        Columns that a row of names has no name for.
    before : int
        Lines before the first row of values.
    marked : int
        Values in a row that begins as a comment does: the width, or 0 where none can be a row.
    """

    delimiter: str
    comment: str
    skip_lines: int
    header: bool
    width: int
    names: tuple[str, ...]
    unnamed: tuple[int, ...]
    before: int
    marked: int = 0


def found_layout(sample: Sample, choices: Choices) -> tuple[Layout, list[list[str]]]:
    """Return how a text is laid out by its first lines, and the rows below the names in them.

    Raises
    ------
    InputError
        If it is no table of two columns or more.
    """
    name = sample.name
    lines = sample.lines()
    announced = _SEP_LINE.fullmatch(lines[0]) if lines else None
    skipped = choices.skip_lines if choices.skip_lines is not None else int(bool(announced))
    comment = _comment(lines[skipped:]) if choices.comment is None else choices.comment
    delimiter = choices.delimiter or (announced and announced[1])
    if delimiter is None:
        delimiter = _likeliest(sample, skipped, comment)
    numbered = sample.rows(delimiter, skipped, comment)
    if not numbered:
        raise InputError("file_empty", file=name)
    width = _width([row for _, row in numbered])
    if width < 2:
        raise InputError("too_few_columns", file=name, count=1, columns=numbered[0][1][0].strip())
    first = 0 if choices.skip_lines is not None else _first_row(numbered, width, name)
    rows = [trimmed(row, width) for _, row in numbered[first:]]
    header = names_columns(rows[0]) if choices.header is None else choices.header
    _refuse_doubtful_title(numbered, first, header, delimiter, name)
    if first:
        skipped = numbered[first - 1][0]
    if header and len(rows[0]) != width:
        raise InputError("header_width", file=name, line=numbered[first][0],
                         count=len(rows[0]), width=width)  # fmt: skip
    unnamed = tuple(i for i, cell in enumerate(rows[0]) if header and not cell.strip())
    before = numbered[first][0] if header else skipped
    named = rows[0] if header else []
    if comment and choices.comment is None and not header and choices.header is None:
        named = _names_in_comment(
            lines[skipped : numbered[first][0] - 1], comment, delimiter, width
        )
        before = numbered[first][0] - 1 if named else skipped
    names = column_names(named, width)
    layout = Layout(delimiter, comment, skipped, header, width, names, unnamed, before)
    rows = rows[1:] if header else rows
    if not comment or choices.comment is not None:
        return layout, rows
    return _with_marked_rows(sample, layout, rows)


def _names_in_comment(above: Sequence[str], comment: str, delimiter: str, width: int) -> list[str]:
    """Return the names in a comment just above the data, nothing where there are none."""
    if not above or not above[-1].lstrip().startswith(comment):
        return []
    cells = trimmed(cells_of(above[-1].strip().lstrip(comment), delimiter), width)
    return cells if len(cells) == width and names_columns(cells) else []


def _with_marked_rows(
    sample: Sample, layout: Layout, rows: list[list[str]]
) -> tuple[Layout, list[list[str]]]:
    """Return a layout in which rows that begin as a comment does are rows."""
    at = replace(layout, marked=layout.width)
    lines = sample.lines()[at.before :]
    begun = [line for line in lines if line.lstrip().startswith(at.comment)]
    kept = [line for line in begun if holds_row(line, at.delimiter, at.width)]
    if not kept:
        return at, rows
    numbered = sample.rows(at.delimiter, at.before, at.comment, at.marked, at.header)
    return at, [trimmed(row, at.width) for _, row in numbered]


def names_columns(row: Sequence[str]) -> bool:
    """Whether a row holds names: no numbers or dates, or an empty cell above row numbers."""
    if row[0].strip() == "" and not all(is_missing(c) or looks_like_number(c) for c in row[1:]):
        return True
    return not any(
        looks_like_number(cell) or looks_like_date(cell) or (cell.strip() and is_missing(cell))
        for cell in row
    )


def column_names(row: Sequence[str], width: int) -> tuple[str, ...]:
    """Return names for all columns, all different, from a row of names or from none."""
    names: dict[str, None] = {}
    last: dict[str, int] = {}
    for i in range(width):
        name = row[i].strip() if i < len(row) else ""
        name = shortened(" ".join(name.split())) or f"column {i + 1}"
        unique = name
        while unique in names:
            last[name] = last.get(name, 0) + 1
            ending = f".{last[name]}"
            unique = name[: LONGEST_TEXT - len(ending)] + ending
        names[unique] = None
    return tuple(names)


def shortened(text: str) -> str:
    """Return a text, cut where it is too long to be told."""
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


def _comment(lines: Sequence[str]) -> str:
    """Return what comment lines begin with, where the text has some."""
    for mark in COMMENTS:
        begun = [line.lstrip() for line in lines if line.lstrip().startswith(mark)]
        # A column that is called "#" is no comment.
        if not begun or re.match(rf"{mark}\s*[,;\t|]", begun[0]):
            continue
        if not _mostly_marked_rows(lines, mark):
            return mark
    return ""


def _mostly_marked_rows(lines: Sequence[str], mark: str) -> bool:
    """Whether most lines below the first without a mark are as long as it, but for their mark."""
    filled = [line for line in lines if line.strip()]
    first = next((i for i, x in enumerate(filled) if not x.lstrip().startswith(mark)), len(filled))
    below = filled[first + 1 :]
    begun = [line for line in below if line.lstrip().startswith(mark)]
    if 2 * len(begun) <= len(below):
        return False
    widths = {delimiter: len(cells_of(filled[first], delimiter)) for delimiter in DELIMITERS}
    rows = sum(any(holds_row(x, d, n) for d, n in widths.items() if n > 1) for x in begun)
    return 2 * rows > len(below)


def _likeliest(sample: Sample, skip: int, comment: str) -> str:
    """Return the delimiter that makes rows of equal length, of as many numbers as can be."""
    best, delimiter = 0.0, ","
    refusal: InputError | None = None
    for candidate in DELIMITERS:
        try:
            rows = [row for _, row in sample.rows(candidate, skip, comment)]
        except InputError as error:
            refusal = refusal or error
            continue
        quality = _quality(rows, candidate)
        if quality > best:
            best, delimiter = quality, candidate
    if best == 0.0 and refusal is not None:
        raise refusal
    return delimiter


def _quality(rows: Sequence[list[str]], delimiter: str) -> float:
    width = _width(rows)
    if width < 2:
        return 0.0
    even = [row for row in rows if len(trimmed(row, width)) == width]
    cells = [cell for row in even[:100] for cell in row[:width]][:MOST_CELLS]
    known = sum(
        looks_like_number(c) or is_missing(c) or is_infinite(c) or looks_like_date(c) for c in cells
    )
    share = known / len(cells)
    if delimiter == " " and share < MOSTLY:
        # These are sentences.
        return 0.0
    return len(even) / len(rows) * (0.25 + share)


def _width(rows: Sequence[Sequence[str]]) -> int:
    """Return how many values most rows have, without the empty one behind a last delimiter.

    Rows of ever other lengths are no table: 1.
    """
    counts = Counter(len(row) for row in rows)
    width = max(counts, key=lambda width: (counts[width], width), default=0)
    if 2 * counts[width] < len(rows):
        return 1
    if width > 2 and counts[width - 1] and not any(r[-1].strip() for r in rows if len(r) == width):
        return width - 1
    return width


def _first_row(numbered: Sequence[tuple[int, Sequence[str]]], width: int, name: str) -> int:
    """Return the index of the first row of the table: lines with one text stand before it."""
    for i, (line, row) in enumerate(numbered):
        values = [cell for cell in row if cell.strip()]
        title = len(values) == 1 and not (looks_like_number(values[0]) or is_missing(values[0]))
        if len(row) == width and not (title and _stands_above_names(numbered[i + 1 :], row)):
            return i
        if not title:
            raise InputError("header_width", file=name, line=line, count=len(row), width=width)
    return 0


def _stands_above_names(below: Sequence[tuple[int, Sequence[str]]], row: Sequence[str]) -> bool:
    """Whether a row with a single text, padded with delimiters, is a title: names come below."""
    return bool(row[0].strip() and below and not any(map(looks_like_number, below[0][1])))


def _refuse_doubtful_title(
    numbered: Sequence[tuple[int, Sequence[str]]], first: int, header: bool, delimiter: str,
    name: str,
) -> None:  # fmt: skip
    """Refuse ``x`` above ``1,5``: a title above two columns, or a name above decimal commas."""
    if first == 1 and not header and delimiter == "," and len(numbered[0][1]) == 1:
        line, row = numbered[0]
        raise InputError("doubtful_title", file=name, line=line, text=row[0].strip())
