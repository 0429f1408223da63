"""Data: synthetic lines, and tables that are read right or refused, never misread."""

from __future__ import annotations

import csv
import io
import os
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.dataset import Dataset, noisy_line, read_table
from core.errors import InputError

FOLDER = Path(__file__).parents[1] / "cases" / "data"

READ = {
    "anscombe.csv": ("x1", "x2", 11),
    "bom_y_first.csv": ("y", "x", 21),
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
    "two_column_crlf.csv": ("column 1", "column 2", 100),
    "two_rows.csv": ("x", "y", 2),
}
"""File -> x, y and number of rows."""

REFUSED = {
    "blank_lines_only.csv": ("file_empty", None),
    "city_price_gbk.csv": ("file_not_a_table", None),
    "claims_semicolon_decimal_comma.csv": ("file_not_a_table", None),
    "empty.csv": ("file_empty", None),
    "header_only.csv": ("file_empty", None),
    "missing_tokens.csv": ("missing_value", (5, "x")),
    "one_column.csv": ("too_few_columns", None),
    "one_column_text.csv": ("file_not_a_table", None),
    "thousands_ambiguous.csv": ("too_few_columns", None),
    "thousands_eu.csv": ("file_not_a_table", None),
    "thousands_swiss_nbsp.csv": ("too_few_columns", None),
    "thousands_us_quoted.csv": ("not_a_number", (2, "steps")),
}
"""File -> code, line and column of the error. A later issue reads some of them."""


def _written(folder: Path, content: str | bytes, name: str = "table.csv") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def _refusal(path: Path, x: str | None = None, y: str | None = None) -> InputError:
    with pytest.raises(InputError) as caught:
        read_table(path, x, y)
    assert str(path) in str(caught.value) and "\n" not in str(caught.value)
    return caught.value


def test_every_file_of_the_cases_is_named_here() -> None:
    assert sorted(READ | REFUSED) == sorted(p.name for p in FOLDER.iterdir())


@pytest.mark.parametrize("file", READ)
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
    header = (FOLDER / file).read_bytes().decode("gbk").strip().splitlines()[:1] or ["x"]
    for separator in (",", ";"):
        names = [name.strip() for name in header[0].split(separator)]
        _refusal(FOLDER / file, names[0], names[1] if len(names) > 1 else None)


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
    data = read_table(path, "column 3", "column 2")
    assert data.x.tolist() == [2.0, 4.0] and data.y.tolist() == [1.0, 3.0]


def test_duplicate_names_stay_apart(tmp_path: Path) -> None:
    path = _written(tmp_path, "x,x\n1,2\n3,4\n")
    data = read_table(path)
    assert data.x_name != data.y_name
    assert data.x.tolist() == [1.0, 3.0] and data.y.tolist() == [2.0, 4.0]
    assert read_table(path, data.y_name, data.x_name).x.tolist() == [2.0, 4.0]


def test_names_may_hold_spaces_commas_and_any_script(tmp_path: Path) -> None:
    content = 'city population,"profit, in $",年份\n1,2,5\n3,4,6\n'
    path = _written(tmp_path, content, "数据 table (1).csv")
    data = read_table(path, "city population", "profit, in $")
    assert data.x.tolist() == [1.0, 3.0] and data.y.tolist() == [2.0, 4.0]
    assert data.path == str(path)
    assert read_table(path, "年份").x.tolist() == [5.0, 6.0]


def test_one_name_leaves_the_other_to_the_order(tmp_path: Path) -> None:
    path = _written(tmp_path, "a,b,c\n1,2,3\n4,5,6\n")
    assert read_table(path, x="b").y_name == "a"
    assert read_table(path, y="a").x_name == "b"
    assert read_table(path, y="c").x_name == "a"


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
    "dates": ("day,y\n2020-01-01,1\n2020-01-02,2\n", "not_a_number", 2, "day", "2020-01-01"),
    "unit": ("x,y\n1 m,2\n3 m,4\n", "not_a_number", 2, "x", "1 m"),
    "per cent": ("x,y\n1,2\n3,4%\n", "not_a_number", 3, "y", "4%"),
    "decimal comma in quotes": ('x,y\n"1,5",2\n', "not_a_number", 2, "x", "1,5"),
    "hexadecimal": ("x,y\n0x10,2\n", "not_a_number", 2, "x", "0x10"),
    "comma and semicolon": ("1,5;2,5\n2,5;3,7\n", "not_a_number", 1, "column 2", "5;2"),
    "comma and tab": ("1,5\t2,5\n2,5\t3,7\n", "not_a_number", 1, "column 2", "5\t2"),
    "inf": ("x,y\n1,2\n3,inf\n", "nonfinite_value", 3, "y", "inf"),
    "-Infinity": ("x,y\n-Infinity,2\n", "nonfinite_value", 2, "x", "-Infinity"),
    "overflow": ("x,y\n1,1e999\n", "nonfinite_value", 2, "y", "1e999"),
    "after blank lines": ("\nx,y\n\n1,2\n\n3,?\n", "not_a_number", 6, "y", "?"),
    "after a line break in quotes": ('"x\n1",y\n1,2\n3,?\n', "not_a_number", 4, "y", "?"),
    "text above numbers and no names": ("1,2\nx,4\n", "not_a_number", 2, "column 1", "x"),
    "a name and a number above": ("x,7\n3,4\n", "not_a_number", 1, "column 1", "x"),
    "NUL": ("x,y\n1,\x002\n", "not_a_number", 2, "y", "\x002"),
}


@pytest.mark.parametrize("name", AT_A_CELL)
def test_bad_cell_is_named(name: str, tmp_path: Path) -> None:
    content, code, line, column, text = AT_A_CELL[name]
    error = _refusal(_written(tmp_path, content))
    assert error.code == code
    assert (error.values["line"], error.values["column"]) == (line, column)
    assert error.values["text"] == text
    for part in (f"line {line}, column {column}: {text!r}", "Correct or remove it."):
        assert part in str(error)


MISSING = ("", "NA", "n/a", "#N/A", "nan", "NaN", "null", "None")


@pytest.mark.parametrize("text", MISSING)
def test_missing_value_is_named_and_its_row_not_dropped(text: str, tmp_path: Path) -> None:
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
    "decimal commas": "x,y\n1,5,2,5\n2,5,3,5\n",
    "one value more in every row": "x,y\n1,2,3\n4,5,6\n",
    "comma at the end of every row": "x,y\n1,2,\n3,4,\n",
    "one value more in one row": "x,y\n1,2\n3,4,5\n",
    "one value more in one row, no names": "1,2\n3,4,5\n",
    "quote that never ends": 'x,y\n"1,2\n3,4\n',
}


@pytest.mark.parametrize("content", SURPLUS.values(), ids=SURPLUS)
@pytest.mark.parametrize("names", [(None, None), ("x", "y")])
def test_surplus_values_do_not_shift_the_columns(
    content: str, names: tuple[str | None, str | None], tmp_path: Path
) -> None:
    assert _refusal(_written(tmp_path, content), *names).code == "file_not_a_table"


@pytest.mark.parametrize(
    "content", ["a\n1\n2\n", "1\n2\n", "x;y\n1;2\n", "x\ty\n1\t2\n", "1 2\n3 4\n"]
)
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


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("x,y\n1,2\n".encode("utf-16"), id="UTF-16"),
        pytest.param("ü,y\n1,2\n".encode("latin-1"), id="Latin-1"),
        pytest.param(b"\x89PNG\r\n\x1a\n\x00\x00", id="picture"),
        pytest.param(b"x,y\n1,2\n\xff\n", id="one wrong byte"),
    ],
)
@pytest.mark.parametrize("name", ["t.csv", "t.zip", "t.xz", "t.gz", "t.zst"])
def test_what_is_not_text_is_refused(content: bytes, name: str, tmp_path: Path) -> None:
    error = _refusal(_written(tmp_path, content, name))
    assert error.code == "file_not_a_table" and "UTF-8" in str(error)


def test_missing_file_and_folder(tmp_path: Path) -> None:
    assert _refusal(tmp_path / "none.csv").code == "file_not_found"
    assert _refusal(tmp_path / "none" / "t.csv").code == "file_not_found"
    assert _refusal(tmp_path).code == "file_is_folder"


def test_file_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _written(tmp_path, "x,y\n1,2\n")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    # The person who runs the tests may be allowed everything.
    monkeypatch.setattr(pd, "read_csv", refuse)
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


# Synthetic lines.


def test_noise_is_that_of_the_tutorial() -> None:
    x = np.linspace(-1.0, 1.0, 100)
    data = noisy_line(x, 2.0, 10.0, 0.33, 0, "y = 2x + 10")
    np.random.seed(0)
    assert data.y.tolist() == (2.0 * x + 10.0 + 0.33 * np.random.randn(100)).tolist()
    assert (data.formula, data.noise, data.seed) == ("y = 2x + 10", 0.33, 0)


def test_noise_leaves_the_global_generator_alone() -> None:
    np.random.seed(5)
    wanted = np.random.randn()
    np.random.seed(5)
    noisy_line(np.arange(9.0), 1.0, 2.0, 1.0, 3, "")
    assert np.random.randn() == wanted


def test_without_noise_the_line_is_exact_and_the_seed_plays_no_part() -> None:
    x = np.arange(5.0)
    first, second = (noisy_line(x, 3.0, -1.0, 0.0, seed, "") for seed in (1, 2))
    assert first.y.tolist() == second.y.tolist() == (3.0 * x - 1.0).tolist()


def test_length_is_the_number_of_rows() -> None:
    assert len(Dataset(np.arange(7.0), np.zeros(7))) == 7
