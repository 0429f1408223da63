import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.rounding import rounded_down
from gui.number_format import axis_tick, parse_number, short, whole

finite = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-0.64676812, "-0.646768"),
        (81.773, "81.773"),
        (172.8642, "172.864"),
        (123456.7, "123457"),
        (1e6, "1000000"),
        (1234567.0, "1.23457e6"),
        (999999.99, "1000000"),
        (1e-4, "0.0001"),
        (0.00009999, "9.999e-5"),
        (3.04e-4, "0.000304"),
        (1.02e38, "1.02e38"),
        (-2.835e18, "-2.835e18"),
        (5e-324, "4.94066e-324"),
        (math.nan, "nan"),
        (math.inf, "∞"),
        (-math.inf, "-∞"),
    ],
)
def test_short(value, text):
    assert short(value) == text


def test_short_with_fewer_digits_keeps_the_whole_part():
    assert short(0.0423456, 3) == "0.0423"
    assert short(12345.6, 4) == "12346"


@given(finite)
def test_short_is_near_and_can_be_read_back(value):
    assert parse_number(short(value)) == pytest.approx(value, rel=5e-6, abs=1e-323)


@given(finite)
def test_whole_is_exact(value):
    assert float(whole(value)) == value


def test_whole_of_an_integer_has_no_point():
    assert whole(1.0) == "1"
    assert whole(0.1) == "0.1"


@pytest.mark.parametrize(
    ("value", "down"),
    [
        (0.0845241, 0.08452),
        (0.084529, 0.08452),
        (0.3, 0.3),
        (1.0, 1.0),
        (0.0, 0.0),
        (-1.23456, -1.235),
    ],
)
def test_rounded_down(value, down):
    assert rounded_down(value) == down


@given(finite)
def test_rounded_down_is_never_above(value):
    down = rounded_down(value)
    assert down <= value
    assert down == pytest.approx(value, rel=1.001e-3, abs=1e-322) or math.isinf(down)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1e-3", 1e-3),
        ("0.001", 1e-3),
        (".5", 0.5),
        ("5.", 5.0),
        ("  +2E3 ", 2000.0),
        ("-1", -1.0),
        ("−1", -1.0),
        ("0.1", 0.1),
        ("∞", math.inf),
        ("1e999", math.inf),
        ("0x10", None),
        ("1_000", None),
        ("1 2", None),
        ("0,1", None),
        ("1e", None),
        (".", None),
        ("", None),
        ("abc", None),
    ],
)
def test_parse_number(text, value):
    assert parse_number(text) == value


def test_parse_number_rejects_only_what_it_is_asked_to():
    assert math.isnan(parse_number("nan"))
    assert parse_number("nan", finite=True) is None
    assert parse_number("inf", finite=True) is None
    assert parse_number("-1", finite=True) == -1
    assert parse_number("-1", positive=True) is None
    assert parse_number("0", positive=True) is None
    assert parse_number("nan", positive=True) is None


@pytest.mark.parametrize(
    ("value", "spacing", "text"),
    [
        (0.1 * 3, 0.1, "0.3"),
        (0.3 - 3 * 0.1, 0.1, "0"),
        (1000000.5, 0.5, "1.0000005e6"),
        (1e10, 0.0, "1e10"),
        (-2.0, 2.0, "-2"),
        (0.0, 1.0, "0"),
    ],
)
def test_axis_tick(value, spacing, text):
    assert axis_tick(value, spacing) == text
