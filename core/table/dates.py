"""Dates as x: days or months since the first one, or the number of the row."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

WAYS = ("days", "months", "row")
ORDERS = ("dmy", "mdy")
"""What a date can become."""

_TIME = (
    r"(?:[ T]+(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}(?:\.\d+)?))?"
    r"(?P<zone>Z|[+-]\d{2}(?::?\d{2})?)?)?"
)
_YEAR_FIRST = re.compile(
    r"(?P<year>\d{4})(?:[-/.]|年)(?P<month>\d{1,2})(?:(?:[-/.]|月)(?P<day>\d{1,2})日?|月)?" + _TIME
)
_YEAR_LAST = re.compile(r"(?P<one>\d{1,2})[-/.](?P<two>\d{1,2})[-/.](?P<year>\d{4})" + _TIME)


def looks_like_date(text: str) -> bool:
    """Whether a text is a date: 2024-03-01, 2024/3, 2024年3月1日, 1.3.2024, each with a time."""
    stripped = text.strip()
    if _YEAR_LAST.fullmatch(stripped):
        return True
    found = _YEAR_FIRST.fullmatch(stripped)
    # 2024.3 is a number.
    return found is not None and not re.fullmatch(r"\d{4}\.\d{1,2}", stripped)


def order_of(texts: Sequence[str]) -> str:
    """Return ``dmy`` or ``mdy`` where some date settles it, ``ymd`` if none needs it, or nothing.

    Nothing means that every date could be read either way, or that some contradict others.
    """
    pairs = [(int(m["one"]), int(m["two"])) for m in map(year_last, texts) if m]
    if not pairs:
        return "ymd"
    day_first = any(first > 12 for first, _ in pairs)
    month_first = any(second > 12 for _, second in pairs)
    if day_first == month_first:
        return ""
    return "dmy" if day_first else "mdy"


def year_last(text: str) -> re.Match[str] | None:
    """Return the parts of a date whose year comes last, or None."""
    return _YEAR_LAST.fullmatch(text.strip())


def as_time(text: str, order: str) -> np.datetime64 | None:
    """Return the moment that a text names, in UTC if it names a zone; None if it names none."""
    stripped = text.strip()
    found = _YEAR_FIRST.fullmatch(stripped) or _YEAR_LAST.fullmatch(stripped)
    if found is None or not looks_like_date(stripped):
        return None
    parts = found.groupdict()
    if "one" in parts:
        day, month = parts["one"], parts["two"]
        if order == "mdy":
            day, month = month, day
    else:
        month, day = parts["month"], parts["day"] or "1"
    clock = f"{int(parts['hour'] or 0):02}:{parts['minute'] or '00'}:{parts['second'] or '00'}"
    try:
        time = np.datetime64(f"{parts['year']}-{int(month):02}-{int(day):02}T{clock}", "ms")
    except ValueError:
        return None
    return time - _offset(parts["zone"] or "Z")


def _offset(zone: str) -> np.timedelta64:
    """Return by how much the clocks of a zone are ahead: +05:30, -0800, +01 or Z."""
    digits = zone.strip("Z+-").replace(":", "").ljust(4, "0")
    minutes = 60 * int(digits[:2]) + int(digits[2:])
    return np.timedelta64(-minutes if zone[0] == "-" else minutes, "m")


def dates_as_numbers(times: NDArray[np.datetime64], way: str) -> NDArray[np.float64]:
    """Return dates as numbers.

    Parameters
    ----------
    times : ndarray of datetime64, shape (n,)
        In the order of the rows.
    way : str
        ``days``: days since the first row's date; ``months``: months since then, a day being its
        month's part; ``row``: 1, 2, 3 and so on.
    """
    if way == "row":
        return np.arange(1.0, len(times) + 1.0)
    if way == "days":
        return np.asarray((times - times[0]) / np.timedelta64(1, "D"), np.float64)
    months = times.astype("datetime64[M]")
    length = (months + 1).astype("datetime64[ms]") - months.astype("datetime64[ms]")
    into = (times - months.astype("datetime64[ms]")) / length
    since = (months - months[0]).astype(np.int64) + into
    return np.asarray(since - into[0], np.float64)
