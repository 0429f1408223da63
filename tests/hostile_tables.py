"""Forty files that are no table of two columns of numbers, and what is wrong with each."""

from __future__ import annotations

import gzip
import io
import os
import pickle
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

Builder = Callable[[Path], object]

GIGABYTE = 2**30


def _text(content: str | bytes) -> Builder:
    data = content.encode() if isinstance(content, str) else content
    return lambda path: path.write_bytes(data)


def _array(array: object) -> Builder:
    return lambda path: path.write_bytes(_npy(array))


def _npy(array: object) -> bytes:
    file = io.BytesIO()
    np.save(file, array, allow_pickle=True)
    return file.getvalue()


def _zipped(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("table.csv", "x,y\n1,2\n")


def _long_line(path: Path) -> None:
    """One line of a gigabyte, of which the disk holds only the beginning."""
    path.write_bytes(b"1,2," * 2_000_000)
    os.truncate(path, GIGABYTE)


def _workbook(frame: pd.DataFrame, keep: float = 1.0, header: bool = True) -> Builder:
    def build(path: Path) -> None:
        file = io.BytesIO()
        frame.to_excel(file, index=False, header=header)
        content = file.getvalue()
        path.write_bytes(content[: int(keep * len(content))])

    return build


def _parquet(path: Path) -> None:
    file = io.BytesIO()
    pd.DataFrame({"x": [1.0, 2.0], "y": [3.0, 4.0]}).to_parquet(file)
    path.write_bytes(file.getvalue()[:60])


def _no_arrays(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x.npy", b"nothing")


class _Touch:
    """What a pickled array would do if it were loaded."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self.path),)


def _pickled(path: Path) -> None:
    path.write_bytes(_npy(np.array([[_Touch(path.with_name("executed"))] * 2], dtype=object)))


def _bare_pickle(path: Path) -> None:
    path.write_bytes(pickle.dumps(_Touch(path.with_name("executed"))))


ROWS = "".join(f"{i},{2 * i}\n" for i in range(30))

HOSTILE: dict[str, tuple[str, Builder, str]] = {
    "empty": ("a.csv", _text(""), "file_empty"),
    "blank lines": ("a.csv", _text("\n \r\n\t\n"), "file_empty"),
    "only a byte order mark": ("a.csv", _text(b"\xef\xbb\xbf"), "file_empty"),
    "only names": ("a.csv", _text("x,y\n"), "file_empty"),
    "only comments": ("a.csv", _text("# x,y\n# 1,2\n"), "file_empty"),
    "a folder": ("a.csv", Path.mkdir, "file_is_folder"),
    "nothing there": ("a.csv", lambda path: None, "file_not_found"),
    "a link to itself": ("a.csv", lambda path: path.symlink_to(path), "file_unreadable"),
    "a pipe": ("a.csv", lambda path: os.mkfifo(path), "file_unreadable"),
    "a device": ("a.csv", lambda path: path.symlink_to("/dev/zero"), "file_unreadable"),
    "random bytes": ("a.csv", _text(random.Random(1).randbytes(5000)), "file_is_no_table"),
    "NUL bytes": ("a.csv", _text("x,y\n1,2\x00\n3,4\n"), "file_is_no_table"),
    "a PNG": ("a.csv", _text(b"\x89PNG\r\n\x1a\n" + bytes(50)), "file_is_no_table"),
    "a JPEG": ("a.csv", _text(b"\xff\xd8\xff\xe0" + bytes(50)), "file_is_no_table"),
    "a PDF": ("a.csv", _text(b"%PDF-1.7\n1 0 obj\n"), "file_is_no_table"),
    "a gzip": ("a.csv", _text(gzip.compress(b"x,y\n1,2\n")), "file_is_no_table"),
    "a zip": ("a.csv", _zipped, "file_is_no_table"),
    "an old workbook": ("a.xls", _text(b"\xd0\xcf\x11\xe0" + bytes(600)), "file_is_no_table"),
    "a database": ("a.csv", _text(b"SQLite format 3\x00" + bytes(90)), "file_is_no_table"),
    "a web page": ("a.csv", _text("<!DOCTYPE html><html><table><tr><td>1"), "file_is_page"),
    "XML": ("a.csv", _text('<?xml version="1.0"?><r><x>1</x></r>'), "file_is_page"),
    "JSON": ("a.csv", _text('[{"x": 1, "y": 2}, {"x": 2, "y": 3}]'), ""),
    "half a workbook": (
        "a.xlsx", _workbook(pd.DataFrame({"x": range(50), "y": range(50)}), 0.6), "file_broken",
    ),
    "an empty workbook": ("a.xlsx", _workbook(pd.DataFrame(), header=False), "file_empty"),
    "a workbook of text": (
        "a.xlsx", _workbook(pd.DataFrame({"a": ["b", "c"], "d": ["e", "f"]})), "not_a_number",
    ),
    "half a Parquet": ("a.parquet", _parquet, "file_broken"),
    "half an array": (
        "a.npy", lambda path: path.write_bytes(_npy(np.ones((50, 2)))[:200]), "file_broken",
    ),
    "an array of objects": ("a.npy", _pickled, "file_broken"),
    "a pickle": ("a.npy", _bare_pickle, ""),
    "an array without axes": ("a.npy", _array(np.float64(3.0)), ""),
    "complex numbers": ("a.npy", _array(np.ones((5, 2)) * 1j), ""),
    "broken arrays": ("a.npz", _no_arrays, "file_broken"),
    "one column": ("a.csv", _text("x\n1\n2\n3\n"), "too_few_columns"),
    "text only": ("a.csv", _text("name,town\nAnn,Rome\nBob,Oslo\n"), "not_a_number"),
    "infinite values": ("a.csv", _text("x,y\n1,inf\n2,-inf\n"), "nonfinite_value"),
    "beyond float64": ("a.csv", _text("x,y\n1,1e999\n2,2\n"), "nonfinite_value"),
    "one value in fifty is text": ("a.csv", _text("x,y\n" + ROWS + "?,1\n"), "not_a_number"),
    "rows of another length": ("a.csv", _text("x,y\n1,2\n3,4,5\n6,7\n"), "row_length"),
    "a line of a gigabyte": ("a.csv", _long_line, "line_too_long"),
    "an open quotation": ("a.csv", _text('x,y\n1,2\n"3,4\n5,6\n'), "bad_quotes"),
    "5,000 columns of words": (
        "a.csv", _text("\n".join(",".join(["w"] * 5000) for _ in range(3))), "not_a_number",
    ),
    "names of 5,000 other columns": (
        "a.csv", _text(",".join(f"c{i}" for i in range(5000)) + "\n1,2\n3,4\n"), "header_width",
    ),
    "half of UTF-16": ("a.csv", _text("x,y\n1,2\n".encode("utf-16")[:-1]), "file_not_decoded"),
    "numbers that may be thousands": (
        "a.csv", _text("a;b\n1.100;2.200\n3.300;4.400\n"), "ambiguous_number",
    ),
    "dates": ("a.csv", _text("day,v\n2020-01-01,2\n2020-01-02,3\n"), "ambiguous_dates"),
}  # fmt: skip
"""What it is -> name of the file, what makes it, and the code of its error (empty: any)."""
EACH = sorted(HOSTILE)


def build(what: str, folder: Path) -> tuple[Path, str]:
    """Make a file, and return its path and the code of its error."""
    name, builder, code = HOSTILE[what]
    path = folder / name
    builder(path)
    return path, code
