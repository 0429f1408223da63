"""How values stand in a script: calls, arrays, numbers and comments as a person writes them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

WIDTH = 88
"""Characters of a line of the script."""

Arguments = Sequence[tuple[str, str]]
"""Names of keyword arguments, and their values as Python writes them."""


def call_text(function: str, arguments: Arguments) -> str:
    """Return a call on one line, or with one argument a line where it would be too long."""
    parts = [f"{name}={value}" for name, value in arguments]
    line = f"{function}({', '.join(parts)})"
    if len(line) <= WIDTH:
        return line
    return "\n".join([f"{function}(", *(f"    {part}," for part in parts), ")"])


def array_text(name: str, values: NDArray[np.float64]) -> str:
    """Return an assignment of an array with every digit of its values."""
    numbers = ", ".join(repr(float(value)) for value in values)
    line = f"{name} = np.array([{numbers}])"
    if len(line) <= WIDTH:
        return line
    indent = " " * 4
    body = textwrap.fill(
        f"{numbers},", WIDTH, initial_indent=indent, subsequent_indent=indent,
        break_on_hyphens=False, break_long_words=False,
    )  # fmt: skip
    return f"{name} = np.array([\n{body}\n])"


def shortest(value: float, dtype: str) -> str:
    """Return the fewest digits that give the same number in that dtype."""
    return repr(float(str(np.float32(value)))) if dtype == "float32" else repr(float(value))


def string_text(text: str) -> str:
    """Return a string as Python writes it, in double quotes where that needs no escapes."""
    written = repr(text)
    return f'"{written[1:-1]}"' if written[0] == "'" and '"' not in written else written


def comment_lines(text: str) -> list[str]:
    """Return a comment of one or more lines; what is not printable becomes a space.

    Names of columns and files come from outside: none may end the comment and begin a statement.
    """
    plain = "".join(c if c.isprintable() else " " for c in text)
    return textwrap.wrap(plain, WIDTH, initial_indent="# ", subsequent_indent="# ")


def indented(lines: Iterable[str], levels: int = 1) -> list[str]:
    """Return lines moved to the right; empty ones stay empty."""
    return textwrap.indent("\n".join(lines), " " * 4 * levels).splitlines()
