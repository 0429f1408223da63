"""Numbers as they stand in sums, in code and in lists of what changed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gui.number_format import short, whole


def short4(value: float | None) -> str:
    return "None" if value is None else short(value, 4)


def minus(value: float, digits: int = 6) -> str:
    """Write a number with the minus of arithmetic, not that of code."""
    return re.sub("^-", "−", short(value, digits))


def factor(value: float) -> str:
    text = minus(value, 4)
    return f"({text})" if text.startswith("−") else text


def flow(pieces: Iterable[str]) -> str:
    """Join pieces so that a line is broken between them only."""
    return "   ".join(piece.replace(" ", "\u00a0") for piece in pieces)


def code_list(pieces: Iterable[str]) -> str:
    return f"[{', '.join(pieces)}]"


def exactly(names: Iterable[str], values: Iterable[float | None]) -> str:
    pairs = zip(names, values, strict=False)
    return "\n".join(f"{name} = {'None' if v is None else whole(v)}" for name, v in pairs)
