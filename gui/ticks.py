"""Where the ticks of an axis go, linear or logarithmic; a log axis holds log10 of its values."""

from __future__ import annotations

import math

from gui.number_format import short

_FEW_DECADES = 1.5
_WIDEST = 1e300  # beyond, the arithmetic of ticks overflows
_STEPS = (1.0, 2.0, 5.0, 10.0)


def linear_ticks(low: float, high: float, room: float) -> tuple[float, list[float]]:
    """Return the spacing (1, 2 or 5 times a power of ten) and at most `room` ticks, but two."""
    if not (-_WIDEST < low < high < _WIDEST) or (high - low) < 1e-13 * max(abs(low), abs(high)):
        return 0.0, [value for value in [low] if abs(value) < _WIDEST]
    spacing = _round_up((high - low) / max(room, 1.0))
    ticks = _multiples(spacing, low, high)
    # A single tick would not tell the scale.
    while len(ticks) < 2:
        room = 2 * max(room, 1.0)
        spacing = _round_up((high - low) / room)
        ticks = _multiples(spacing, low, high)
    return spacing, ticks


def log_ticks(low: float, high: float, room: float) -> list[float]:
    """Return log10 of the tick values: decades, or parts of decades where few are in view."""
    if not (-_WIDEST < low < high < _WIDEST):
        return [value for value in [low] if abs(value) < _WIDEST]
    if high - low >= _FEW_DECADES:
        decades = _decades(low, high, room)
        if len(decades) >= 2:
            return decades
    parts = _parts_of_decades(low, high)
    if len(parts) >= 2:
        return parts[:: math.ceil(len(parts) / max(room, 2.0))]
    return _values_between(low, high, room) or parts or [low]


def log_label(log_value: float) -> str:
    """Write the value whose log10 is `log_value`, also where it is too large for a float."""
    if log_value == round(log_value) and not -4 <= log_value <= 6:
        return f"1e{log_value:.0f}"
    if abs(log_value) > 300:
        return f"{short(10 ** (log_value % 1), 3)}e{math.floor(log_value)}"
    return short(10.0**log_value, 6)


def _round_up(number: float) -> float:
    """Return the next 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(number))
    return next((step * power for step in _STEPS if step * power >= number), 10.0 * power)


def _multiples(spacing: float, low: float, high: float) -> list[float]:
    first, last = math.ceil(low / spacing - 1e-9), math.floor(high / spacing + 1e-9)
    return [k * spacing for k in range(first, last + 1)]


def _decades(low: float, high: float, room: float) -> list[float]:
    """Return every decade, or every second, fifth, tenth … so that `room` is enough."""
    spacing, _ = linear_ticks(low, high, room)
    return _multiples(max(1.0, float(round(spacing))), low, high)


def _parts_of_decades(low: float, high: float) -> list[float]:
    exponents = range(math.floor(low), math.ceil(high) + 1)
    values = (exponent + math.log10(part) for exponent in exponents for part in (1, 2, 5))
    return [value for value in values if low <= value <= high]


def _values_between(low: float, high: float, room: float) -> list[float]:
    """Return evenly spaced values, for a view so narrow that a decade looks linear."""
    if max(abs(low), abs(high)) > 300:
        return []
    _, values = linear_ticks(10.0**low, 10.0**high, room)
    return [math.log10(value) for value in values if value > 0]
