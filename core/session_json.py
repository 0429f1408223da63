"""Strict JSON as session files have it: read without mercy, written for people.

Numbers that are not finite are texts (``"nan"``, ``"-nan"``, ``"inf"``, ``"-inf"``), keys come
once, and what holds no further list or object stands on one line.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

NOT_FINITE = ("nan", "-nan", "inf", "-inf")
"""How such numbers are written; the sign of NaN is one of its bits."""

DEEPEST = 50
"""Most levels of lists and objects in each other."""


class Broken(ValueError):
    """A text that is no strict JSON, with what is wrong and where that is seen."""

    def __init__(self, why: str, line: int = 1, column: int = 1) -> None:
        super().__init__(why)
        self.why, self.line, self.column = why, line, column


def plain(value: float) -> float | str:
    """Return a number as JSON can hold it."""
    if math.isfinite(value):
        return value
    sign = "-" if math.copysign(1.0, value) < 0.0 else ""
    return sign + ("nan" if math.isnan(value) else "inf")


def written(value: Any) -> str:
    """Return JSON text with one key a line, and a line for each list of numbers.

    Raises
    ------
    ValueError
        If a number is not finite.
    """
    return "".join(_parts(value, "")) + "\n"


def _parts(value: Any, indent: str) -> Iterator[str]:
    inner = indent + "  "
    if isinstance(value, dict) and any(isinstance(v, (dict, list)) for v in value.values()):
        marks, pairs = "{}", [(f"{_line(str(key))}: ", part) for key, part in value.items()]
    elif isinstance(value, list) and any(isinstance(v, (dict, list)) for v in value):
        marks, pairs = "[]", [("", part) for part in value]
    else:
        yield _line(value)
        return
    yield marks[0]
    for number, (key, part) in enumerate(pairs):
        yield f"{',' if number else ''}\n{inner}{key}"
        yield from _parts(part, inner)
    yield f"\n{indent}{marks[1]}"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def read(text: str) -> Any:
    """Return what strict JSON text holds.

    Raises
    ------
    Broken
        If it is none: bad syntax, a key twice, a number that is not finite, or nested too deep.
    """
    try:
        found = json.loads(text, object_pairs_hook=_once, parse_constant=_refused)
    except Broken:
        raise
    except json.JSONDecodeError as error:
        raise Broken(error.msg, error.lineno, error.colno) from None
    except RecursionError:
        raise Broken("it is nested too deep") from None
    except ValueError:
        # Python itself refuses whole numbers of thousands of digits.
        raise Broken("a number is too long") from None
    _refuse_depth(found)
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise Broken(f"the key {key[:40]!r} comes twice")
            seen.add(key)
    return found


def _refused(name: str) -> Any:
    raise Broken(f"{name} is no number in JSON")


def _refuse_depth(value: Any) -> None:
    level = [value]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _held(outer)]
        if not level:
            return
    raise Broken("it is nested too deep")


def _held(value: Any) -> Iterator[Any]:
    """Yield the lists and objects that a value holds."""
    if isinstance(value, (dict, list)):
        inside = value.values() if isinstance(value, dict) else value
        yield from (inner for inner in inside if isinstance(inner, (dict, list)))
