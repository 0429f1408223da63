"""Tables that are read right or refused or asked about, never misread."""

from __future__ import annotations

import csv
import io
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import InputError
from core.table.choices import Choices
from core.table.reading import read_table

FOLDER = Path(__file__).parents[1] / "cases" / "data"

READ = {
    "anscombe.csv": ("x1", "x2", 11),
    "bom_y_first.csv": ("y", "x", 21),
    "city_price_gbk.csv": ("年份", "房价(千元)", 14),
    "claims_semicolon_decimal_comma.csv": ("X", "Y", 63),
    "constant_x.csv": ("x", "y", 2),
    "constant_y.csv": ("x", "y", 3),
    "ex1data1.csv": ("column 1", "column 2", 97),
    "galton.csv": ("parent", "child", 928),
    "line_0_99.csv": ("x", "y", 100),
    "line_1_100.csv": ("x", "y", 100),
    "nist_filip_y_first.csv": ("y", "x", 82),
    "nist_norris_y_first.csv": ("y", "x", 36),
    "nist_pontius_y_first.csv": ("y", "x", 40),
    "nist_wampler1_y_first.csv": ("y", "x", 21),
    "nist_wampler2_y_first.csv": ("y", "x", 21),
    "nist_wampler3_y_first.csv": ("y", "x", 21),
    "nist_wampler4_y_first.csv": ("y", "x", 21),
    "nist_wampler5_y_first.csv": ("y", "x", 21),
    "salary_30.csv": ("YearsExperience", "Salary", 30),
    "single_row.csv": ("x", "y", 1),
    "symmetric_pair.csv": ("x", "y", 2),
    "thousands_eu.csv": ("steps", "pay", 4),
    "thousands_swiss_nbsp.csv": ("steps", "pay", 4),
    "thousands_us_quoted.csv": ("steps", "pay", 4),
    "two_column_crlf.csv": ("column 1", "column 2", 100),
    "two_rows.csv": ("x", "y", 2),
}
"""File -> x, y and number of rows."""

MESSY = {
    "city_price_gbk.csv", "claims_semicolon_decimal_comma.csv", "thousands_eu.csv",
    "thousands_swiss_nbsp.csv", "thousands_us_quoted.csv",
}  # fmt: skip
"""Those that the plain reader of this file cannot read; their numbers are those of the cases."""

REFUSED = {
    "blank_lines_only.csv": ("file_empty", None),
    "empty.csv": ("file_empty", None),
    "header_only.csv": ("file_empty", None),
    "missing_tokens.csv": ("missing_value", (3, "y")),
    "one_column.csv": ("too_few_columns", None),
    "one_column_text.csv": ("too_few_columns", None),
    "thousands_ambiguous.csv": ("ambiguous_number", None),
}
"""File -> code, line and column of the error."""


def _written(folder: Path, content: str | bytes, name: str = "table.csv") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def _refusal(path: Path, x: str | None = None, y: str | None = None) -> InputError:
    with pytest.raises(InputError) as caught:
        read_table(path, Choices(x=x, y=y))
    assert str(path) in str(caught.value) and "\n" not in str(caught.value)
    return caught.value


def test_every_file_of_the_cases_is_named_here() -> None:
    assert sorted(READ | REFUSED) == sorted(p.name for p in FOLDER.iterdir())


@pytest.mark.parametrize("file", sorted(READ.keys() - MESSY))
def test_plain_tables_give_the_numbers_that_stand_in_them(file: str) -> None:
    x_name, y_name, count = READ[file]
    data = read_table(FOLDER / file)
    assert (data.x_name, data.y_name, len(data)) == (x_name, y_name, count)
    assert data.x.dtype == data.y.dtype == np.float64
    records = list(csv.reader(io.StringIO((FOLDER / file).read_text("utf-8-sig"))))
    if x_name.startswith("column"):
        records.insert(0, ["column 1", "column 2"])
    for name, values in ((x_name, data.x), (y_name, data.y)):
        at = records[0].index(name)
        assert values.tolist() == [float(record[at]) for record in records[1:]]


@pytest.mark.parametrize("file", REFUSED)
def test_messy_tables_are_refused_not_misread(file: str) -> None:
    code, where = REFUSED[file]
    error = _refusal(FOLDER / file)
    assert error.code == code
    if where is not None:
        assert (error.values["line"], error.values["column"]) == where


@pytest.mark.parametrize("file", REFUSED)
def test_naming_the_columns_does_not_make_them_misread(file: str) -> None:
    header = (FOLDER / file).read_text("utf-8").strip().splitlines()[:1] or ["x"]
    for separator in (",", ";"):
        names = [name.strip() for name in header[0].split(separator)]
        _refusal(FOLDER / file, names[0], names[1] if len(names) > 1 else None)


def _line(x: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    w = float(np.sum((x - x.mean()) * (y - y.mean())) / np.sum((x - x.mean()) ** 2))
    return w, float(y.mean() - w * x.mean())


# What a table may look like.

PLAIN = {
    "lines end as on Windows": b"x,y\r\n1,2\r\n3,4\r\n",
    "lines end as on an old Mac": b"x,y\r1,2\r3,4\r",
    "no line end at the end": b"x,y\n1,2\n3,4",
    "byte order mark": b"\xef\xbb\xbfx,y\n1,2\n3,4\n",
    "byte order mark and quotes": b'\xef\xbb\xbf"x","y"\n1,2\n3,4\n',
    "quoted numbers": b'"x","y"\n"1","2"\n"3","4"\n',
    "blank lines": b"\nx,y\n\n1,2\n  \n3,4\n\n\n",
    "spaces after commas": b"x, y\n1, 2\n 3,  4 \n",
    "signs and exponents": b"x,y\n+1,20e-1\n.3E1,4.\n",
    "row numbers without a name": b",x,y\n0,1,2\n1,3,4\n",
    "row numbers of R": b'"","x","y"\n"1",1,2\n"2",3,4\n',
    "a column of text before": b"who,x,y\nann,1,2\nbob,3,4\n",
    "a column of text between": b"x,who,y\n1,ann,2\n3,bob,4\n",
    "comma at the end of every row": b"x,y\n1,2,\n3,4,\n",
    "semicolons": b"x;y\n1;2\n3;4\n",
    "tabs": b"x\ty\n1\t2\n3\t4\n",
    "spaces": b"x y\n1   2\n 3 4 \n",
    "bars": b"x|y\n1|2\n3|4\n",
    "decimal commas": b"x;y\n1,0;2,0\n3,0;4,0\n",
    "decimal commas in quotes": b'x,y\n"1,0",2\n"3,0",4\n',
    "the delimiter announced": b"sep=;\nx;y\n1,0;2\n3;4\n",
    "a title": b"Report, of 2020\n\nx;y\n1;2\n3;4\n",
    "a title padded with delimiters": b"Report;;\nx;y;z\n1;2;a\n3;4;b\n",
    "comments": b"# by me\nx,y\n1,2\n# half\n3,4\n",
    "a column called #": b"#,x,y\n1,1,2\n2,3,4\n",
    "row numbers with a name": b"id,x,y\n1,1,2\n2,3,4\n",
    "UTF-16": "x,y\n1,2\n3,4\n".encode("utf-16"),
    "UTF-16 without a mark": "x,y\n1,2\n3,4\n".encode("utf-16-le"),
}


@pytest.mark.parametrize("content", PLAIN.values(), ids=PLAIN)
def test_forms_of_the_same_table(content: bytes, tmp_path: Path) -> None:
    data = read_table(_written(tmp_path, content))
    assert (data.x_name, data.y_name) == ("x", "y")
    assert data.x.tolist() == [1.0, 3.0] and data.y.tolist() == [2.0, 4.0]


HEADERLESS = {
    "numbers only": "1,2\n3,4\n",
    "byte order mark": "\ufeff1,2\n3,4\n",
    "quoted": '"1","2"\n3,4\n',
    "text in a third column": "1,2,setosa\n3,4,virginica\n",
}


@pytest.mark.parametrize("content", HEADERLESS.values(), ids=HEADERLESS)
def test_first_line_of_numbers_is_data(content: str, tmp_path: Path) -> None:
    data = read_table(_written(tmp_path, content))
    assert (data.x_name, data.y_name) == ("column 1", "column 2")
    assert data.x.tolist() == [1.0, 3.0] and data.y.tolist() == [2.0, 4.0]


def test_columns_of_a_headerless_table_are_chosen_by_number(tmp_path: Path) -> None:
    path = _written(tmp_path, "ann,1,2\nbob,3,4\n")
    data = read_table(path, Choices(x="column 3", y="column 2"))
    assert data.x.tolist() == [2.0, 4.0] and data.y.tolist() == [1.0, 3.0]


def test_duplicate_names_stay_apart(tmp_path: Path) -> None:
    path = _written(tmp_path, "x,x\n1,2\n3,4\n")
    data = read_table(path)
    assert data.x_name != data.y_name
    assert data.x.tolist() == [1.0, 3.0] and data.y.tolist() == [2.0, 4.0]
    assert read_table(path, Choices(x=data.y_name, y=data.x_name)).x.tolist() == [2.0, 4.0]


def test_names_may_hold_spaces_commas_and_any_script(tmp_path: Path) -> None:
    content = 'city population,"profit, in $",年份\n1,2,5\n3,4,6\n'
    path = _written(tmp_path, content, "数据 table (1).csv")
    data = read_table(path, Choices(x="city population", y="profit, in $"))
    assert data.x.tolist() == [1.0, 3.0] and data.y.tolist() == [2.0, 4.0]
    assert data.path == str(path)
    assert read_table(path, Choices(x="年份")).x.tolist() == [5.0, 6.0]


def test_one_name_leaves_the_other_to_the_order(tmp_path: Path) -> None:
    path = _written(tmp_path, "a,b,c\n1,2,3\n4,5,6\n")
    assert read_table(path, Choices(x="b")).y_name == "a"
    assert read_table(path, Choices(y="a")).x_name == "b"
    assert read_table(path, Choices(y="c")).x_name == "a"


def test_numbers_are_read_to_the_last_bit(tmp_path: Path) -> None:
    texts = ["0.1", "31.70700584656992", "1e-323", "1.7976931348623157e308", "-0.0"]
    path = _written(tmp_path, "x,y\n" + "".join(f"{t},1\n" for t in texts))
    wanted = np.array([float(t) for t in texts])
    assert read_table(path).x.tobytes() == wanted.tobytes()


@settings(deadline=None, max_examples=50)
@given(
    rows=st.lists(
        st.tuples(*[st.floats(allow_nan=False, allow_infinity=False)] * 2), min_size=1, max_size=9
    )
)
def test_what_pandas_writes_is_read_back(
    rows: list[tuple[float, float]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("tables") / "t.csv"
    pd.DataFrame(rows, columns=["the x", "the y"]).to_csv(path, index=False)
    data = read_table(path)
    assert np.stack([data.x, data.y], axis=1).tobytes() == np.array(rows).tobytes()
    assert (data.x_name, data.y_name) == ("the x", "the y")


# What is refused, and where.

AT_A_CELL = {
    "text": ("x,y\n1,2\n3,many\n", "not_a_number", 3, "y", "many"),
    "text column": ("x,y\n1,a\n2,b\n", "not_a_number", 2, "y", "a"),
    "unit": ("x,y\n1 m,2\n3 m,4\n", "not_a_number", 2, "x", "1 m"),
    "per cent": ("x,y\n1,2\n3,4%\n", "not_a_number", 3, "y", "4%"),
    "hexadecimal": ("x,y\n0x10,2\n", "not_a_number", 2, "x", "0x10"),
    "underscore": ("x,y\n1_0,2\n", "not_a_number", 2, "x", "1_0"),
    "groups of two": ("x;y\n1,00,000;2\n", "not_a_number", 2, "x", "1,00,000"),
    "inf": ("x,y\n1,2\n3,inf\n", "nonfinite_value", 3, "y", "inf"),
    "-Infinity": ("x,y\n-Infinity,2\n", "nonfinite_value", 2, "x", "-Infinity"),
    "overflow": ("x,y\n1,1e999\n", "nonfinite_value", 2, "y", "1e999"),
    "after blank lines": ("\nx,y\n\n1,2\n\n3,?\n", "not_a_number", 6, "y", "?"),
    "after a line break in quotes": ('"x\n1",y\n1,2\n3,?\n', "not_a_number", 4, "y", "?"),
    "text above numbers and no names": ("1,2\nx,4\n", "not_a_number", 2, "column 1", "x"),
    "a name and a number above": ("x,7\n3,4\n", "not_a_number", 1, "column 1", "x"),
}


@pytest.mark.parametrize("name", AT_A_CELL)
def test_bad_cell_is_named(name: str, tmp_path: Path) -> None:
    content, code, line, column, text = AT_A_CELL[name]
    error = _refusal(_written(tmp_path, content))
    assert error.code == code
    assert (error.values["line"], error.values["column"]) == (line, column)
    assert error.values["text"] == text
    for part in (f"line {line}, column {column}: {text!r}", "--drop-rows"):
        assert part in str(error)


MISSING = ("", "NA", "n/a", "#N/A", "nan", "NaN", "null", "None")


@pytest.mark.parametrize("text", MISSING)
def test_missing_value_is_named_and_its_row_not_dropped_unasked(text: str, tmp_path: Path) -> None:
    error = _refusal(_written(tmp_path, f"x,y\n1,2\n3,{text}\n5,6\n"))
    assert error.code == "missing_value"
    assert (error.values["line"], error.values["column"]) == (3, "y")
    assert "line 3, column y" in str(error)


@pytest.mark.parametrize("text", MISSING)
def test_missing_value_in_a_first_line_of_numbers_does_not_make_it_names(
    text: str, tmp_path: Path
) -> None:
    error = _refusal(_written(tmp_path, f"7,{text}\n1,2\n3,4\n"))
    assert error.values["line"] == 1 and error.values["column"] == "column 2"


def test_short_row_is_a_missing_value(tmp_path: Path) -> None:
    error = _refusal(_written(tmp_path, "x,y\n1,2\n3\n"))
    assert error.code == "missing_value" and error.values["line"] == 3


SURPLUS = {
    "decimal commas": ("x,y\n1,5,2,5\n2,5,3,5\n", "header_width"),
    "one value more in every row": ("x,y\n1,2,3\n4,5,6\n", "header_width"),
    "one value more in one row": ("x,y\n1,2\n4,5\n3,4,5\n", "row_length"),
    "one value more in one row, no names": ("1,2\n3,4,5\n", "header_width"),
    "quote that never ends": ('x,y\n"1,2\n3,4\n', "bad_quotes"),
    "a name above decimal commas": ("x\n1,5\n2,5\n", "doubtful_title"),
}


@pytest.mark.parametrize("name", SURPLUS)
def test_surplus_values_do_not_shift_the_columns(name: str, tmp_path: Path) -> None:
    content, code = SURPLUS[name]
    assert _refusal(_written(tmp_path, content)).code == code


@pytest.mark.parametrize("content", ["a\n1\n2\n", "1\n2\n", "some words\nmore words than that\n"])
def test_one_column_is_too_few(content: str, tmp_path: Path) -> None:
    error = _refusal(_written(tmp_path, content))
    assert error.code == "too_few_columns" and "needs two: x and y" in str(error)


def test_row_numbers_are_no_second_column(tmp_path: Path) -> None:
    assert _refusal(_written(tmp_path, ",x\n0,5\n1,6\n")).code == "too_few_columns"
    # Without row numbers in it, a column without a name is one like any other.
    assert read_table(_written(tmp_path, ",x\n0,5\n7,6\n")).y.tolist() == [5.0, 6.0]


@pytest.mark.parametrize("names", [("z", "y"), ("x", "z"), ("z", None), (None, "z")])
def test_unknown_column_is_named_with_those_there_are(
    names: tuple[str | None, str | None], tmp_path: Path
) -> None:
    error = _refusal(_written(tmp_path, "x,y\n1,2\n"), *names)
    assert error.code == "no_such_column"
    assert "'z'" in str(error) and str(error).endswith("The columns are: x, y.")


@pytest.mark.parametrize("content", ["", "\n \n\r\n", "x,y\n", "x,y"])
def test_table_without_rows(content: str, tmp_path: Path) -> None:
    error = _refusal(_written(tmp_path, content))
    assert error.code == "file_empty" and "at least one row" in str(error)


def test_missing_file_and_folder(tmp_path: Path) -> None:
    assert _refusal(tmp_path / "none.csv").code == "file_not_found"
    assert _refusal(tmp_path / "none" / "t.csv").code == "file_not_found"
    assert _refusal(tmp_path).code == "file_is_folder"


def test_file_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _written(tmp_path, "x,y\n1,2\n")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    # The person who runs the tests may be allowed everything.
    monkeypatch.setattr(Path, "open", refuse)
    error = _refusal(path)
    assert error.code == "file_unreadable" and "(Permission denied)" in str(error)


def test_no_file_is_left_open(tmp_path: Path) -> None:
    descriptors = Path("/proc/self/fd")
    if not descriptors.exists():
        assert sys.platform != "linux"
        return
    before = set(os.listdir(descriptors))
    read_table(_written(tmp_path, "x,y\n1,2\n"))
    _refusal(_written(tmp_path, "x,y\n1,?\n"))
    assert len(os.listdir(descriptors)) == len(before)


# Cases of people whose tables were misread.

FITS = [
    ("city_price_gbk.csv", Choices(), 14, 0.7990043956043956, -1596.8738197802197),
    ("claims_semicolon_decimal_comma.csv", Choices(), 63, 3.413823560066367, 19.99448575911481),
    ("bom_y_first.csv", Choices(x="x", y="y"), 21, 127957.5142857143, -655614.8095238096),
    ("thousands_us_quoted.csv", Choices(), 4, 2.1333240223463688, 38554.4720670391),
    ("thousands_eu.csv", Choices(), 4, 2.1333240223463688, 38554.4720670391),
    ("thousands_swiss_nbsp.csv", Choices(), 4, 2.1333240223463688, 38554.4720670391),
    ("thousands_ambiguous.csv", Choices(decimal="."), 4, 0.29, 0.75),
    ("thousands_ambiguous.csv", Choices(decimal=","), 4, 290.0, 750.0),
    ("missing_tokens.csv", Choices(drop_rows=True), 4, 2.057823129251701, -0.14965986394557973),
    ("ex1data1.csv", Choices(), 97, 1.193033644189594, -3.8957808783118537),
    ("ex1data1.csv", Choices(header=True), 96, 1.2135472539083585, -4.211504005424091),
]


@pytest.mark.parametrize(("file", "choices", "count", "w", "b"), FITS)
def test_case_has_the_line_of_its_numbers(
    file: str, choices: Choices, count: int, w: float, b: float
) -> None:
    data = read_table(FOLDER / file, choices)
    assert len(data) == count
    assert _line(data.x, data.y) == pytest.approx((w, b), rel=1e-9)


def test_all_rows_left_out_are_named_with_their_lines() -> None:
    account = read_table(FOLDER / "missing_tokens.csv", Choices(drop_rows=True)).account
    assert account is not None and (account.rows, account.read) == (11, 4)
    assert [(p.line, p.column, p.code) for p in account.left_out] == [
        (3, "y", "missing_value"), (5, "x", "missing_value"), (6, "y", "missing_value"),
        (8, "y", "missing_value"), (9, "y", "missing_value"), (11, "y", "missing_value"),
        (12, "y", "nonfinite_value"),
    ]  # fmt: skip


@pytest.mark.parametrize(("bad", "left_out"), [(1, True), (2, False)])
def test_one_row_in_a_hundred_is_left_out_unasked(bad: int, left_out: bool, tmp_path: Path) -> None:
    rows = "".join(f"{i},{'NA' if i <= bad else i}\n" for i in range(1, 101))
    path = _written(tmp_path, "x,y\n# comments\n# do not count\n" + rows)
    if not left_out:
        assert "2 of 100 rows" in str(_refusal(path))
        return
    data = read_table(path)
    assert data.account is not None and data.account.read == len(data) == 99
    assert data.account.comments == 2 and data.account.left_out[0].line == 4


def test_a_value_far_below_settles_the_marks(tmp_path: Path) -> None:
    rows = "".join(f"{i};1.{100 + i}\n" for i in range(600))
    assert _refusal(_written(tmp_path, "x;y\n" + rows)).code == "ambiguous_number"
    data = read_table(_written(tmp_path, "x;y\n" + rows + "600;7.5\n"))
    assert data.y[0] == 1.1 and data.y[-1] == 7.5
    data = read_table(_written(tmp_path, "x;y\n" + rows + "600;7.500,5\n"))
    assert data.y[0] == 1100.0 and data.y[-1] == 7500.5


# Dates.


def test_dates_are_asked_about_and_never_become_years(tmp_path: Path) -> None:
    path = _written(tmp_path, "day,y\n2020-01-31,1\n2020-02-29,2\n2021-01-31,3\n")
    assert _refusal(path).code == "ambiguous_dates"
    days = read_table(path, Choices(dates="days"))
    assert days.x.tolist() == [0.0, 29.0, 366.0] and days.x_name == "day (days since 2020-01-31)"
    wanted = [0.0, 1.0 + 28 / 29 - 30 / 31, 12.0]
    assert read_table(path, Choices(dates="months")).x == pytest.approx(np.array(wanted))
    assert read_table(path, Choices(dates="row")).x.tolist() == [1.0, 2.0, 3.0]


def test_order_of_day_and_month_is_found_or_asked(tmp_path: Path) -> None:
    days = Choices(dates="days")
    path = _written(tmp_path, "d;y\n1/2/2021;1\n3/4/2021;2\n")
    with pytest.raises(InputError) as caught:
        read_table(path, days)
    assert caught.value.code == "ambiguous_date_order"
    assert read_table(path, Choices(dates="days", date_order="dmy")).x.tolist() == [0.0, 61.0]
    assert read_table(path, Choices(dates="days", date_order="mdy")).x.tolist() == [0.0, 61.0]
    settled = _written(tmp_path, "d;y\n1/2/2020;1\n30/4/2020;2\n")
    assert read_table(settled, days).x.tolist() == [0.0, 89.0]


def test_a_wrong_date_is_named(tmp_path: Path) -> None:
    path = _written(tmp_path, "d,y\n2020-01-01,1\n2020-02-30,2\n")
    with pytest.raises(InputError) as caught:
        read_table(path, Choices(dates="days"))
    assert caught.value.code == "not_a_date" and caught.value.values["line"] == 3


# Files that are no text.


def _frame() -> pd.DataFrame:
    return pd.DataFrame({"who": ["a", "b", "c"], "x": [1.5, 2.0, 3.25], "y": [1, 2, 7]})


@pytest.mark.parametrize("suffix", ["xlsx", "parquet", "npy", "npz"])
def test_other_files_give_the_same_numbers(suffix: str, tmp_path: Path) -> None:
    path, frame = tmp_path / f"table.{suffix}", _frame()
    if suffix == "xlsx":
        frame.to_excel(path, index=False, startrow=2)
    elif suffix == "parquet":
        frame.to_parquet(path)
    elif suffix == "npy":
        np.save(path, frame[["x", "y"]].to_records(index=False))
    else:
        np.savez(path, x=frame["x"], y=frame["y"])
    data = read_table(path)
    assert (data.x_name, data.y_name) == ("x", "y")
    assert data.x.tolist() == [1.5, 2.0, 3.25] and data.y.tolist() == [1.0, 2.0, 7.0]
    assert data.account is not None and data.account.format.kind == suffix.replace("xlsx", "excel")


def test_sheets_and_dates_of_a_workbook(tmp_path: Path) -> None:
    path = tmp_path / "t.xlsx"
    days = pd.to_datetime(["2020-01-01", "2020-01-05", None])
    with pd.ExcelWriter(path) as book:
        _frame().to_excel(book, sheet_name="one", index=False)
        pd.DataFrame({"day": days, "y": [1, 2, 3]}).to_excel(book, sheet_name="two", index=False)
    assert read_table(path).x_name == "x"
    chosen = Choices(sheet="two", dates="days", drop_rows=True)
    data = read_table(path, chosen)
    assert data.x.tolist() == [0.0, 4.0] and data.account is not None
    assert data.account.left_out[0].line == 4
    with pytest.raises(InputError) as caught:
        read_table(path, Choices(sheet="three"))
    assert "one, two" in str(caught.value)


def test_missing_values_of_parquet_are_named_by_row(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    pd.DataFrame({"x": [1.0, None, 3.0], "y": [1.0, 2.0, 3.0]}).to_parquet(path)
    error = _refusal(path)
    assert (error.code, error.values["line"]) == ("missing_value", 2)


# Any table in any dialect.

DIALECTS = st.fixed_dictionaries({
    "delimiter": st.sampled_from([",", ";", "\t", "|"]),
    "decimal": st.sampled_from([".", ","]),
    "thousands": st.sampled_from(["", "'", "\u00a0", "."]),
    "encoding": st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "gb18030", "cp1252"]),
    "quoting": st.booleans(),
    "header": st.booleans(),
    "missing": st.sampled_from(["", "NA", "-", "nan"]),
    "end": st.sampled_from(["\n", "\r\n"]),
})  # fmt: skip
NUMBERS = st.one_of(
    st.integers(-(10**9), 10**9).map(float),
    st.decimals(-(10**5), 10**5, places=2, allow_nan=False).map(float),
)


def _spelled(value: float, dialect: dict[str, Any]) -> str:
    text = f"{value:,.15g}" if dialect["thousands"] else f"{value:.15g}"
    marks = {",": dialect["thousands"], ".": dialect["decimal"]}
    return "".join(marks.get(letter, letter) for letter in text)


@settings(deadline=None, max_examples=150)
@given(
    rows=st.lists(st.tuples(NUMBERS, NUMBERS), min_size=2, max_size=30),
    lost=st.integers(0, 3),
    dialect=DIALECTS,
)
def test_any_dialect_gives_the_same_numbers_or_a_question(
    rows: list[tuple[float, float]], lost: int, dialect: dict[str, Any],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:  # fmt: skip
    if dialect["thousands"] == dialect["decimal"]:
        dialect["thousands"] = ""
    if dialect["encoding"] == "gb18030" and dialect["thousands"] == "\u00a0":
        # GB18030 writes it in four bytes that look like nothing else.
        dialect["thousands"] = "'"
    if dialect["encoding"] == "gb18030" and not dialect["header"]:
        dialect["encoding"] = "utf-8"
    cells = [[_spelled(x, dialect), _spelled(y, dialect)] for x, y in rows]
    cells += [["1", dialect["missing"]]] * lost
    out = io.StringIO(newline="")
    writer = csv.writer(
        out, delimiter=dialect["delimiter"], lineterminator=dialect["end"],
        quoting=csv.QUOTE_ALL if dialect["quoting"] else csv.QUOTE_MINIMAL,
    )  # fmt: skip
    names = ["温度", "销量"] if dialect["encoding"] == "gb18030" else ["Länge", "Größe"]
    writer.writerows([names, *cells] if dialect["header"] else cells)
    path = tmp_path_factory.mktemp("tables") / "t.csv"
    path.write_bytes(out.getvalue().encode(dialect["encoding"]))
    try:
        data = read_table(path, Choices(drop_rows=True))
    except InputError as error:
        assert error.code == "ambiguous_number", error
        marks = Choices(drop_rows=True, decimal=dialect["decimal"], thousands=dialect["thousands"])
        data = read_table(path, marks)
    assert list(zip(data.x, data.y, strict=True)) == rows
    if dialect["header"]:
        assert [data.x_name, data.y_name] == names
    assert data.account is not None and len(data.account.left_out) == lost
