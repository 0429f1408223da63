"""Numbers that are rounded so that they still hold."""

from __future__ import annotations

import math
from decimal import ROUND_FLOOR, Decimal


def rounded_down(value: float, digits: int = 4) -> float:
    """Round to `digits` significant digits, never up: a limit that is shown must still hold."""
    if value == 0 or not math.isfinite(value):
        return value
    # The shortest text, not the binary value: 0.3 is 0.3 and not 0.2999.
    exact = Decimal(repr(float(value)))
    unit = Decimal(1).scaleb(exact.adjusted() - digits + 1)
    return float((exact / unit).to_integral_value(ROUND_FLOOR) * unit)


def half_limit(limit: float) -> float:
    """Return the learning rate to offer first: half the limit, to three digits; no zigzag."""
    return float(f"{limit / 2.0:.3g}")


def times_larger(growth: float) -> float:
    """Round a factor above 1 to three digits, or so many that it stays above 1."""
    return max(float(f"{growth:.3g}"), 1.0 + float(f"{growth - 1.0:.2g}") if growth < 1.05 else 0.0)
