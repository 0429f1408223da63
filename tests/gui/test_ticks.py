import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gui.ticks import linear_ticks, log_label, log_ticks

logs = st.floats(-400, 400)


def labels(low, high, room=6):
    return [log_label(tick) for tick in log_ticks(low, high, room)]


@pytest.mark.parametrize(
    ("low", "high", "room", "ticks"),
    [(0, 20, 5, [0, 5, 10, 15, 20]), (-1.3, 1.3, 6, [-1, -0.5, 0, 0.5, 1]), (0, 10, 1, [0, 10])],
)
def test_linear_ticks(low, high, room, ticks):
    assert linear_ticks(low, high, room)[1] == pytest.approx(ticks)


def test_a_single_linear_tick_would_not_tell_the_scale():
    assert len(linear_ticks(2.1, 9.9, 1)[1]) >= 2


@pytest.mark.parametrize(("low", "high"), [(1, 1), (2, 1), (math.nan, 1), (0, math.inf)])
def test_a_range_that_is_none_does_no_harm(low, high):
    assert len(linear_ticks(low, high, 5)[1]) <= 1
    assert len(log_ticks(low, high, 5)) <= 1


def test_wide_log_axis_has_decades_only():
    assert labels(-2.5, 3.2) == ["0.01", "0.1", "1", "10", "100", "1000"]
    assert labels(0, 38.5, 5) == ["1", "1e10", "1e20", "1e30"]


def test_narrow_log_axis_has_parts_of_decades():
    assert labels(0.9, 2.2) == ["10", "20", "50", "100"]


def test_very_narrow_log_axis_is_never_empty():
    assert labels(math.log10(0.0812), math.log10(0.0869)) == [
        "0.082",
        "0.083",
        "0.084",
        "0.085",
        "0.086",
    ]


def test_labels_beyond_the_floats():
    assert log_label(320.0) == "1e320"
    assert log_label(305.5) == "3.16e305"
    assert log_label(-320.0) == "1e-320"


@given(logs, logs, st.floats(0, 40))
def test_log_ticks_are_in_range_ordered_few_and_never_none(low, high, room):
    assume(high - low > 1e-6)
    ticks = log_ticks(low, high, room)
    assert 1 <= len(ticks) <= max(2 * room, 12)
    assert all(a < b for a, b in zip(ticks, ticks[1:], strict=False))
    assert low - 1e-6 <= ticks[0] <= ticks[-1] <= high + 1e-6
