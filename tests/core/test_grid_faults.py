"""Workbooks, Parquet files and arrays whose values were once lost or changed."""

from __future__ import annotations

import random
import warnings
import zipfile
from collections.abc import Sequence
from contextlib import suppress
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
from core.table.reading import open_table, read_table
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
    rows = open_table(Source(path=path), Choices()).preview().rows
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


# Damaged files.


def _refused(path: Path) -> InputError:
    with pytest.raises(InputError) as caught:
        read_table(path)
    assert "\n" not in str(caught.value)
    return caught.value


def _repacked(path: Path, entry: str, content: bytes) -> None:
    """Write a workbook anew with another content of an entry."""
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    with zipfile.ZipFile(path, "w") as new:
        for name, part in (parts | {entry: content}).items():
            new.writestr(name, part)


@pytest.mark.parametrize("entry", ["xl/worksheets/sheet1.xml", "xl/workbook.xml"])
@pytest.mark.parametrize("content", [b"<a><b></a>", b"", b"<work"])
def test_a_workbook_of_wrong_xml_is_damaged(entry: str, content: bytes, tmp_path: Path) -> None:
    path = _book(tmp_path / "t.xlsx", only=[("x", "y"), (1, 2)])
    _repacked(path, entry, content)
    assert _refused(path).code == "file_broken"


@pytest.mark.parametrize("suffix", ["xlsx", "npz", "npy"])
def test_whatever_byte_is_wrong_there_is_no_other_error(suffix: str, tmp_path: Path) -> None:
    path, values = tmp_path / f"t.{suffix}", np.arange(40.0)
    if suffix == "xlsx":
        _book(path, only=[("x", "y"), *zip(values, values, strict=True)])
    elif suffix == "npz":
        np.savez_compressed(path, x=values, y=values)
    else:
        np.save(path, np.stack([values, values], axis=1))
    whole, chance = path.read_bytes(), random.Random(1)
    for _ in range(40):
        content = bytearray(whole)
        # The beginning says what kind of file it is.
        for place in chance.sample(range(8, min(len(whole), 4000)), 3):
            content[place] = chance.randrange(256)
        path.write_bytes(content)
        with suppress(InputError), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            read_table(path, Choices(drop_rows=True))


@pytest.mark.parametrize(
    "shape", ["(99999999999999, 2), }", "(3, 2, }", "(3, 2), '''"],
)  # fmt: skip
def test_an_array_with_a_wrong_header_is_damaged(shape: str, tmp_path: Path) -> None:
    path = tmp_path / "t.npy"
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}".ljust(117) + "\n"
    begin = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little")
    path.write_bytes(begin + header.encode() + bytes(48))
    assert _refused(path).code == "file_broken"


def test_a_document_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "t.docx"
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("[Content_Types].xml", "_rels/.rels", "word/document.xml"):
            archive.writestr(name, "<a/>")
    error = _refused(path)
    assert error.code == "file_is_no_table" and "Word" in str(error)


# Columns that were lost.


def test_arrays_of_another_length_do_not_take_the_place_of_the_table(tmp_path: Path) -> None:
    path = tmp_path / "t.npz"
    np.savez(path, x=np.arange(5.0), y=np.arange(5.0) ** 2, hist=np.arange(50.0))
    data = read_table(path)
    assert (data.x_name, data.y_name, data.y.tolist()) == ("x", "y", [0.0, 1.0, 4.0, 9.0, 16.0])


def test_an_entry_of_objects_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "t.npz"
    words = np.array(["a", None], dtype=object)
    np.savez(path, words=words, x=np.arange(2.0), y=np.arange(2.0))
    assert len(read_table(path)) == 2
    np.savez(path, words=words, more=words)
    assert _refused(path).code == "file_broken"


@pytest.mark.parametrize("index", [["t"], ["t", "u"]])
def test_the_index_of_a_frame_is_a_column(index: list[str], tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    frame = pd.DataFrame({"t": [0.5, 1.5], "u": [7.0, 9.0], "y": [3.0, 5.0]})
    frame.set_index(index).to_parquet(path)
    data = read_table(path, Choices(x="t", y="y"))
    assert data.x.tolist() == [0.5, 1.5] and data.y.tolist() == [3.0, 5.0]
    assert open_table(Source(path=path), Choices()).preview().names == ("t", "u", "y")
