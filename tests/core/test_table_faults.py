"""Tables that were once misread, refused without cause, or crashed the reader."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.dataset import Dataset
from core.errors import InputError
from core.table.choices import Choices
from core.table.reading import read_table
from core.table.report import lines


def _read(folder: Path, text: str, choices: Choices | None = None) -> Dataset:
    path = folder / "table.csv"
    path.write_text(text, encoding="utf-8", newline="")
    return read_table(path, choices)


# Dates.


def test_dates_that_contradict_each_other_are_asked_about(tmp_path: Path) -> None:
    text = "d,y\n13/01/2024,1\n01/13/2024,2\n"
    with pytest.raises(InputError) as caught:
        _read(tmp_path, text, Choices(dates="days"))
    assert caught.value.code == "ambiguous_date_order"
    chosen = Choices(dates="days", date_order="dmy", drop_rows=True)
    data = _read(tmp_path, text, chosen)
    assert data.account is not None and data.y.tolist() == [1.0]
    assert [(p.line, p.code) for p in data.account.left_out] == [(3, "not_a_date")]


@pytest.mark.parametrize("zones", [("Z", "Z"), ("+00:00", "+00"), ("+05:30", "+0530")])
def test_dates_with_a_zone(tmp_path: Path, zones: tuple[str, str]) -> None:
    text = "d,y\n" + "".join(f"2024-01-0{i + 1}T06:00:00{z},{i}\n" for i, z in enumerate(zones))
    assert _read(tmp_path, text, Choices(dates="days")).x.tolist() == [0.0, 1.0]


def test_dates_in_two_zones_are_compared_in_utc(tmp_path: Path) -> None:
    text = "d,y\n2024-01-01 00:00-06:00,1\n2024-01-01 12:00+06:00,2\n2024-01-02 06:00Z,3\n"
    assert _read(tmp_path, text, Choices(dates="days")).x.tolist() == [0.0, 0.0, 1.0]


def test_dates_with_a_zone_in_parquet(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    times = pd.date_range("2024-01-01", periods=3, tz="UTC")
    pd.DataFrame({"t": times, "y": [2.0, 4.0, 6.0]}).to_parquet(path)
    data = read_table(path, Choices(dates="days"))
    assert data.x.tolist() == [0.0, 1.0, 2.0] and data.x_name == "t (days since 2024-01-01)"
