"""Numbers as people write them: decimal points and commas, and marks between thousands."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

SPACES = "'’ \u00a0\u202f\u2009"
"""Marks between thousands that can be nothing else: apostrophes and kinds of space."""

MISSING = frozenset(
    ("", "na", "n/a", "#n/a", "#na", "nan", "-nan", "null", "none", "nil", "-", "--", "—", "–")
)
"""Words for a missing value, in small letters."""

_INFINITE = frozenset(
    sign + word for sign in ("", "+", "-", "−") for word in ("inf", "infinity", "∞")
)


class PlainNumber(str):
    """A number as Python writes it: a file held it as a number, so it has no marks to find."""

    __slots__ = ()


@dataclass(frozen=True)
class Marks:
    """The marks in the numbers of a table.

    Attributes
    ----------
    decimal : str
        ``.`` or ``,``.
    thousands : str
        The characters that may stand between groups of three digits; one of them in a number.
    """

    decimal: str
    thousands: str


READINGS = (
    Marks(".", ""), Marks(",", ""), Marks(".", SPACES), Marks(",", SPACES),
    Marks(".", ","), Marks(",", "."),
)  # fmt: skip
"""All ways to read a number; of those that read the same, the first is taken."""


def readings(decimal: str | None, thousands: str | None) -> list[Marks]:
    """Return the ways to read numbers that fit what the person chose."""
    wanted = SPACES if thousands and thousands in SPACES else thousands
    return [
        marks
        for marks in READINGS
        if decimal in (None, marks.decimal) and wanted in (None, marks.thousands)
    ]


@cache
def _pattern(marks: Marks) -> re.Pattern[str]:
    point = re.escape(marks.decimal)
    whole = "[0-9]+"
    if marks.thousands:
        # The first group has no leading 0: 0.125 is a decimal number, whatever the others are.
        group = f"(?P<mark>[{re.escape(marks.thousands)}])[0-9]{{3}}(?:(?P=mark)[0-9]{{3}})*"
        whole = f"(?:[1-9][0-9]{{0,2}}{group}|[0-9]+)"
    return re.compile(f"[+\\-−]?(?:{whole}(?:{point}[0-9]*)?|{point}[0-9]+)(?:[eE][+\\-]?[0-9]+)?")


def number(text: str, marks: Marks) -> float | None:
    """Return the number that a text is, to the last bit, or None if it is none."""
    if isinstance(text, PlainNumber):
        return float(text)
    stripped = text.strip()
    if _pattern(marks).fullmatch(stripped) is None:
        return None
    for mark in marks.thousands:
        stripped = stripped.replace(mark, "")
    return float(stripped.replace(marks.decimal, ".").replace("−", "-"))


def is_missing(text: str, more: Sequence[str] = ()) -> bool:
    """Whether a text stands for a missing value."""
    stripped = text.strip()
    return stripped.lower() in MISSING or stripped in more


def values_of_words(words: Sequence[str]) -> list[float]:
    """Return the numbers among words for a missing value, in every way to read them."""
    found = (number(word, marks) for word in words for marks in READINGS)
    return [value for value in dict.fromkeys(found) if value is not None]


def is_infinite(text: str) -> bool:
    """Whether a text is a word for an infinite number."""
    return text.strip().lower() in _INFINITE


def looks_like_number(text: str) -> bool:
    """Whether a text is a number in some way of writing."""
    return any(number(text, marks) is not None for marks in READINGS)


def best_readings(columns: Iterable[Sequence[str]], allowed: Sequence[Marks]) -> list[Marks]:
    """Return the ways to read that make the most of the cells numbers, more than one if equal."""
    counts = dict.fromkeys(allowed, 0)
    for cells in columns:
        for marks in allowed:
            counts[marks] += sum(number(cell, marks) is not None for cell in cells)
    most = max(counts.values(), default=0)
    return [marks for marks, count in counts.items() if count == most]


def undecided(cells: Iterable[str], tied: Sequence[Marks]) -> list[str]:
    """Return the cells that some ways read otherwise than others, or not at all."""
    return [
        cell
        for cell in cells
        # All ways agree on digits alone.
        if not cell.isdecimal() and len({number(cell, marks) for marks in tied}) > 1
    ]


def differing(cells: Sequence[str], tied: Sequence[Marks]) -> list[tuple[Marks, float, str]]:
    """Return ways to read that differ in a cell, each with the number and the cell's text.

    Nothing where all agree on every cell.
    """
    for cell in cells:
        found: dict[float, Marks] = {}
        for marks in tied:
            value = number(cell, marks)
            if value is not None:
                found.setdefault(value, marks)
        if len(found) > 1:
            return [(marks, value, cell.strip()) for value, marks in found.items()]
    return []


def trouble(cell: object, value: float | None, missing: Sequence[str]) -> str | None:
    """Return what is wrong with a cell that was read as this value, or None."""
    if value is not None:
        return None if math.isfinite(value) else "nonfinite_value"
    if cell is None:
        return "missing_value"
    text = str(cell)
    if is_missing(text, missing):
        return "missing_value"
    return "nonfinite_value" if is_infinite(text) else "not_a_number"
