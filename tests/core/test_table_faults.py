"""Tables that were once misread, refused without cause, or crashed the reader."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.dataset import Dataset
from core.errors import InputError
from core.table.choices import Choices
from core.table.layout import column_names
from core.table.lines import ShortLines
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


# Marks between thousands that only come after the first rows.


def _german(number: int) -> str:
    return f"{number:,}".replace(",", ".")


def test_german_thousands_after_the_first_rows_are_asked_about(tmp_path: Path) -> None:
    text = "x;y\n" + "".join(f"{_german(i)};{_german(2 * i)}\n" for i in range(1, 3001))
    with pytest.raises(InputError) as caught:
        _read(tmp_path, text)
    assert caught.value.code == "ambiguous_number"
    data = _read(tmp_path, text, Choices(decimal=","))
    np.testing.assert_array_equal(data.y, 2.0 * np.arange(1, 3001))
    more = "".join(f"{_german(i)};0\n" for i in (10**6, 10**6 + 1))
    np.testing.assert_array_equal(_read(tmp_path, text + more).x[:3000], np.arange(1, 3001))


@pytest.mark.parametrize("ending", ["\n", ""])
@pytest.mark.parametrize("rows", [250, 30_000, 60_000])
def test_one_doubtful_number_anywhere_is_asked_about(
    tmp_path: Path, rows: int, ending: str
) -> None:
    text = "x;y\n" + "".join(f"{i};{i}\n" for i in range(rows)) + f"7;1.998{ending}"
    with pytest.raises(InputError) as caught:
        _read(tmp_path, text)
    assert caught.value.code == "ambiguous_number"


def test_a_doubtful_number_is_seen_wherever_pandas_cuts_the_text(tmp_path: Path) -> None:
    for size in range(1, 8):
        file = ShortLines(io.StringIO("1;2\n3;1.998\n4;5\n"), ".")
        with pytest.raises(ValueError, match="doubtful"):
            while file.read(size):
                pass
        plain = ShortLines(io.StringIO("1;2\n3;1.99812\n4;5.12\n"), ".")
        while plain.read(size):
            pass


def test_decimals_after_the_first_rows_are_read_unasked(tmp_path: Path) -> None:
    text = "x;y\n" + "".join(f"{i};{i}\n" for i in range(300)) + "0.5;1.998\n1;2.125\n"
    assert _read(tmp_path, text).y[-2:].tolist() == [1.998, 2.125]


@pytest.mark.parametrize("many", [5, 50])
def test_thousands_after_the_first_rows_drop_no_row(tmp_path: Path, many: int) -> None:
    rows = "".join(f"{i},5;{i}\n" for i in range(900))
    more = "".join(f"1.{i:03},5;{i}\n" for i in range(many))
    data = _read(tmp_path, "x;y\n" + rows + more)
    assert data.account is not None and not data.account.left_out
    assert data.x[900:].tolist() == [1000.5 + i for i in range(many)]
    rows = "".join(f"{i}.5,{i}\n" for i in range(900))
    more = "".join(f'"1,{i:03}.5",{i}\n' for i in range(many))
    assert _read(tmp_path, "x,y\n" + rows + more).x[900:].tolist() == data.x[900:].tolist()


# Words for a missing value that are numbers.


def _frame() -> pd.DataFrame:
    y = np.arange(300.0)
    y[50] = -999.0
    return pd.DataFrame({"x": np.arange(300.0), "y": y})


@pytest.mark.parametrize("kind", ["csv", "whole.csv", "semicolon.csv", "parquet", "xlsx", "npy"])
def test_numbers_that_mean_a_missing_value(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"t.{kind}"
    if kind == "parquet":
        _frame().to_parquet(path)
    elif kind == "xlsx":
        _frame().to_excel(path, index=False)
    elif kind == "npy":
        np.save(path, _frame().to_numpy())
    elif kind == "semicolon.csv":
        _frame().to_csv(path, index=False, sep=";", decimal=",")
    else:
        _frame().astype(int if "whole" in kind else float).to_csv(path, index=False)
    data = read_table(path, Choices(missing=("none given", "-999", "-999.0", "-999,0")))
    assert data.account is not None and len(data) == 299 and data.y.min() == 0.0
    assert [(p.line, p.code) for p in data.account.left_out] == [
        (51 if kind in ("parquet", "npy") else 52, "missing_value")
    ]


def test_a_word_for_a_missing_value_settles_no_marks(tmp_path: Path) -> None:
    text = "x;y\n" + "".join(f"{i};{i}\n" for i in range(300)) + "5;9.999\n"
    data = _read(tmp_path, text, Choices(missing=("9.999",)))
    assert len(data) == 300


# Encodings, and texts that are too long.


@pytest.mark.parametrize("encoding", ["utf-8", "UTF8", "utf-8-sig"])
def test_a_chosen_utf_8_may_begin_with_a_mark(tmp_path: Path, encoding: str) -> None:
    data = _read(tmp_path, "\ufeffx,y\n1,2\n3,4\n", Choices(encoding=encoding, x="x", y="y"))
    assert data.x_name == "x" and data.account is not None
    assert data.account.format.encoding == encoding


def test_an_encoding_with_a_nul_is_unknown(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        _read(tmp_path, "x,y\n1,2\n", Choices(encoding="a\x00b"))
    assert caught.value.code == "unknown_encoding"


def test_a_long_cell_is_told_in_short(tmp_path: Path) -> None:
    text = "x,y\n1,2\n3," + 20_000 * "a" + "\n"
    data = _read(tmp_path, text, Choices(drop_rows=True))
    assert data.account is not None
    assert data.account.left_out[0].text == 199 * "a" + "…"
    dates = "d,y\n2024-01-01,2\n" + 20_000 * "a" + ",3\n2024-01-02,4\n"
    data = _read(tmp_path, dates, Choices(dates="days", drop_rows=True))
    assert data.account is not None and len(data.account.left_out[0].text) == 200


def test_long_names_are_cut_and_stay_unlike(tmp_path: Path) -> None:
    long = 20_000 * "a"
    names = column_names([long, long, long + "b", long[:200]], 4)
    assert len(set(names)) == 4 and max(map(len, names)) == 200
    data = _read(tmp_path, f"{long},{long}\n1,2\n3,4\n")
    assert (data.x_name, data.y_name) == names[:2]


# Rows that begin as comments do.

MARKED = {
    "one id": ("name,x,y\na,1,2\n#b,2,4\nc,3,6\nd,4,8\n", ("x", "y"), [1, 2, 3, 4], 0),
    "the first id": ("name,x,y\n#a,1,2\nb,2,4\nc,3,6\n", ("x", "y"), [1, 2, 3], 0),
    "all ids": ("id,x,y\n#1,1,2\n#2,2,4\n#3,3,6\n", ("x", "y"), [1, 2, 3], 0),
    "a missing value": ("n,x,y\na,1,2\n#b,NA,NA\nc,3,6\n", ("x", "y"), [1, 3], 0),
    "spaces": ("n x y\n%a 1 2\n%b 2 4\nc 3 6\nd 4 8\ne 5 9\n", ("x", "y"), [1, 2, 3, 4, 5], 0),
    "and comments": ("n,x,y\n# a\na,1,2\n#b,2,4\n# one, two\n", ("x", "y"), [1, 2], 2),
    "comments above rows": ("# 5, 6, 7\n1,2,3\n#2,5,6\n3,5,7\n4,5,8\n5,5,9\n6,4,4\n7,3,1\n",
                            ("column 2", "column 3"), [2, 5, 5, 5, 5, 4, 3], 1),
    "names": ("#x,y\n1,2\n3,4\n", ("x", "y"), [1, 3], 0),
    "names with a space": ("# by me\n# x, y\n1,2\n3,4\n", ("x", "y"), [1, 3], 0),
    "names between spaces": ("# x y\n1 2\n3 4\n# end\n", ("x", "y"), [1, 3], 1),
    "percent": ("%x,y\n1,2\n3,4\n", ("x", "y"), [1, 3], 0),
    "no names": ("# by me\n1,2\n3,4\n", ("column 1", "column 2"), [1, 3], 1),
    "mostly comments": ("x,y\n# a\n# b\n# c\n# d\n1,2\n", ("x", "y"), [1], 4),
}  # fmt: skip
"""Text, names and x, comment lines."""


@pytest.mark.parametrize("case", MARKED)
def test_rows_that_begin_as_comments_do(tmp_path: Path, case: str) -> None:
    text, names, x, comments = MARKED[case]
    data = _read(tmp_path, text, Choices(x=names[0], y=names[1], drop_rows=True))
    assert data.x.tolist() == x
    assert data.account is not None and data.account.comments == comments
    said = [line for line in lines(data, False) if "comment" in line]
    many = "1 comment line" if comments == 1 else f"{comments} comment lines"
    assert said == ([f"{many} passed over"] if comments else [])


def test_a_row_with_a_mark_before_its_number_is_named(tmp_path: Path) -> None:
    rows = "".join(f"{i},{i}\n" for i in range(200))
    data = _read(tmp_path, "x,y\n" + rows + "#5,5\n" + rows)
    assert data.account is not None and len(data) == 400
    assert [(p.line, p.code) for p in data.account.left_out] == [(202, "not_a_number")]


def test_a_comment_that_was_named_is_one_whatever_its_length(tmp_path: Path) -> None:
    text = "name,x,y\na,1,2\n#b,2,4\nc,3,6\n"
    data = _read(tmp_path, text, Choices(comment="#"))
    assert data.account is not None and data.account.comments == 1 and data.x.tolist() == [1, 3]


def test_a_comment_may_be_long(tmp_path: Path) -> None:
    data = _read(tmp_path, "# " + 200_000 * "a" + "\nx,y\n1,2\n# " + 200_000 * "b" + "\n3,4\n")
    assert data.x.tolist() == [1, 3]
