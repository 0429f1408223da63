"""Numbers as text, and text as numbers, the same everywhere in the window."""

from __future__ import annotations

import math
import re
import unicodedata

PLAIN_LOW, PLAIN_HIGH = 1e-4, 1e6  # beyond these a number is written as 1.5e7
_NUMBER = re.compile(r"[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|nan|inf|∞)", re.ASCII)


def short(value: float, digits: int = 6) -> str:
    """Write a value with at most `digits` significant digits; a large whole part stays whole."""
    if not math.isfinite(value):
        return "nan" if math.isnan(value) else "∞" if value > 0 else "-∞"
    if value == 0:
        return "0"
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    if PLAIN_LOW <= abs(float(f"{mantissa}e{exponent}")) <= PLAIN_HIGH:
        return _without_trailing_zeros(f"{value:.{max(0, digits - 1 - int(exponent))}f}")
    return f"{_without_trailing_zeros(mantissa)}e{int(exponent)}"


def whole(value: float) -> str:
    """Write a value with every digit it has, so that `float` gives the same number back."""
    return repr(float(value)).removesuffix(".0")


def parse_number(text: str, *, finite: bool = False, positive: bool = False) -> float | None:
    """Read a number such as 1e-3, 0.001 or .5; None if it is none, or not of the asked kind."""
    # NFKC: an input method for Chinese types full-width digits and points.
    plain = unicodedata.normalize("NFKC", text).strip().lower().replace("−", "-")
    if not _NUMBER.fullmatch(plain):
        return None
    value = float(plain.replace("∞", "inf"))
    if finite and not math.isfinite(value):
        return None
    return None if positive and not value > 0 else value


def axis_tick(value: float, spacing: float = 0.0) -> str:
    """Write a tick label with just the digits that tell it from a tick `spacing` away."""
    if spacing <= 0 or value == 0 or not math.isfinite(value):
        return short(value)
    if abs(value) < spacing * 1e-6:
        return "0"  # what is left of 0.3 - 3 * 0.1
    digits = math.floor(math.log10(abs(value))) - math.floor(math.log10(spacing)) + 1
    return short(value, min(max(digits, 1), 15))


def _without_trailing_zeros(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text
