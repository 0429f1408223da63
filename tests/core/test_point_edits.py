"""Rows added, moved and taken out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from core.dataset import Dataset
from core.errors import InputError
from core.scaling import ScalingKind

TABLE = Dataset(
    np.array([2000.0, 2001.0, 2004.0]), np.array([1.0, 3.0, 4.0]), "year", "price",
    path="prices.csv",
)  # fmt: skip
KINDS = pytest.mark.parametrize("kind", list(ScalingKind))


def rows(data: Dataset) -> list[tuple[float, float]]:
    return list(zip(data.x, data.y, strict=True))


@KINDS
def test_edits_act_on_the_data_as_they_came(kind):
    before = rows(TABLE)
    data = TABLE.scaled(kind)
    assert rows(data.with_point(2010, 7)) == [*before, (2010, 7)]
    assert rows(data.moved(1, 2002, -5)) == [before[0], (2002, -5), before[2]]
    assert rows(data.without(0)) == before[1:]
    assert rows(TABLE) == before


@KINDS
def test_what_was_edited_has_its_names_and_nothing_that_holds_no_more(kind):
    made = Dataset(np.arange(3.0), np.arange(3.0), formula="y = x", noise=0.3, seed=7)
    for data in (TABLE.scaled(kind), made.scaled(kind)):
        for new in (data.with_point(1, 2), data.moved(0, 1, 2), data.without(0)):
            assert (new.x_name, new.y_name) == (data.x_name, data.y_name)
            assert new.by_hand and not data.by_hand
            assert (new.path, new.formula, new.noise, new.seed) == (None, None, 0.0, 0)
            assert new.source is None and new.scaling.kind is ScalingKind.NONE
            assert new.scaled(kind).by_hand and new.scaled(kind).original is new


def test_the_last_point_stays():
    one = TABLE.without(0).without(0)
    assert rows(one) == [(2004, 4)]
    with pytest.raises(InputError, match="last point"):
        one.without(0)


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_a_point_is_finite(value):
    for point in ((value, 1.0), (1.0, value)):
        with pytest.raises(InputError, match="not finite"):
            TABLE.with_point(*point)
        with pytest.raises(InputError, match="not finite"):
            TABLE.moved(0, *point)


@KINDS
def test_scaling_is_undone(kind):
    data = TABLE.scaled(kind)
    back = [data.scaling.undone(x) for x in data.x]
    assert back == pytest.approx(TABLE.x, rel=1e-15)
