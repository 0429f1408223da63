"""Workbooks, Parquet files and arrays whose values were once lost or changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from unittest.mock import MagicMock

import numpy as np
import openpyxl
import pandas as pd
import pytest

from core.cli import BAD_INPUT, main
from core.errors import InputError
from core.script_export import INLINE_ROWS, _place_beside
from core.script_text import data_line
from core.table.choices import Choices
from core.table.reading import preview, read_table
from core.table.sources import Source
from tests.core.helpers import linear_dataset

X, Y = [1.125, 3.625, 3.875], [2.375, 4.125, 4.375]


def _book(path: Path, **sheets: Sequence[Sequence[object]]) -> Path:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    book.save(path)
    return path


# Numbers are no text.


@pytest.mark.parametrize("note", [["1,5", "2,5", "0,25"], None])
@pytest.mark.parametrize("suffix", ["xlsx", "parquet", "decimal.parquet"])
def test_numbers_with_three_decimals_are_no_thousands(
    suffix: str, note: list[str] | None, tmp_path: Path
) -> None:
    path = tmp_path / f"t.{suffix}"
    kind = Decimal if suffix.startswith("decimal") else float
    frame = pd.DataFrame({"x": list(map(kind, X)), "y": list(map(kind, Y))})
    if note is not None:
        frame["note"] = note
    if suffix == "xlsx":
        frame.to_excel(path, index=False)
    else:
        frame.to_parquet(path)
    data = read_table(path)
    assert data.x.tolist() == X and data.y.tolist() == Y
    if note is not None:
        assert read_table(path, Choices(y="note")).y.tolist() == [1.5, 2.5, 0.25]


def test_text_among_numbers_has_marks_and_numbers_have_none(tmp_path: Path) -> None:
    rows = [("x", "y"), (1.125, 10), (2.25, "1.234,5"), (3, 1234.125), (4, None), (5, True)]
    path = _book(tmp_path / "t.xlsx", only=rows)
    data = read_table(path, Choices(drop_rows=True))
    assert data.x.tolist() == [1.125, 2.25, 3.0]
    assert data.y.tolist() == [10.0, 1234.5, 1234.125]
    assert data.account is not None
    assert [p.code for p in data.account.left_out] == ["missing_value", "not_a_number"]
    rows = preview(Source(path=path), Choices()).rows
    assert rows[:3] == (("1.125", "10"), ("2.25", "1.234,5"), ("3", "1234.125"))


@pytest.mark.parametrize("suffix", ["xlsx", "parquet"])
def test_a_number_can_mean_missing(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"t.{suffix}"
    frame = pd.DataFrame({"x": [1.125, 2.125, 3.125], "y": [1.5, -999.0, 2.5]})
    if suffix == "xlsx":
        frame.to_excel(path, index=False)
    else:
        frame.to_parquet(path)
    data = read_table(path, Choices(missing=("-999",), drop_rows=True))
    assert data.x.tolist() == [1.125, 3.125] and data.y.tolist() == [1.5, 2.5]


# What is read is not written over.


@pytest.mark.parametrize(
    "verb",
    ["train --data d.csv --history d.csv", "train --data d.csv --figure d.csv",
     "check --data d.csv --history ./d.csv", "sweep --data d.csv --csv d.csv"],
)  # fmt: skip
def test_own_data_are_not_written_over(
    verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("d.csv").write_text("x,y\n1,2\n2,4\n3,6.5\n")
    assert main(verb.split(), MagicMock()) == BAD_INPUT
    assert "it is what is read" in capsys.readouterr().err
    assert Path("d.csv").read_text() == "x,y\n1,2\n2,4\n3,6.5\n"


def test_data_of_a_script_take_no_place_of_others(tmp_path: Path) -> None:
    script, name = tmp_path / "run.py", "run_data.npz"
    data = linear_dataset(INLINE_ROWS + 1)
    assert _place_beside(script, data).name == name
    np.savez(tmp_path / name, x=data.x)
    assert _place_beside(script, data).name == "run_data-2.npz"
    (tmp_path / "run_data-2.npz").touch()
    assert _place_beside(script, data).name == "run_data-3.npz"
    script.write_text(f"import numpy\n{data_line('run_data-2.npz')}\n")
    assert _place_beside(script, data).name == "run_data-2.npz"
    with pytest.raises(InputError, match="it is what is read"):
        _place_beside(script, replace(data, path=str(tmp_path / name)))
