"""Files that are either whole or not there."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from core.errors import InputError
from core.files import written_atomically


def test_block_writes_beside_and_takes_the_place_at_its_end(tmp_path: Path) -> None:
    target = tmp_path / "年 份.csv"
    target.write_text("old")
    with written_atomically(target) as temporary:
        temporary.write_text("half")
        assert temporary.parent == tmp_path and temporary.suffix == ".csv"
        assert target.read_text() == "old"
        temporary.write_text("new")
    assert target.read_text() == "new"
    assert list(tmp_path.iterdir()) == [target]


def test_path_may_be_text(tmp_path: Path) -> None:
    with written_atomically(str(tmp_path / "a.txt")) as temporary:
        temporary.write_text("new")
    assert (tmp_path / "a.txt").read_text() == "new"


@pytest.mark.parametrize("error", [ValueError("no"), KeyboardInterrupt()])
def test_error_in_the_block_leaves_the_old_file(tmp_path: Path, error: BaseException) -> None:
    target = tmp_path / "a.txt"
    target.write_text("old")
    with pytest.raises(type(error)), written_atomically(target) as temporary:
        temporary.write_text("half")
        raise error
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_full_disk_is_an_input_error_and_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_text("old")
    with pytest.raises(InputError) as caught, written_atomically(target):
        raise OSError(28, "No space left on device")
    assert caught.value.code == "cannot_write"
    assert "a.txt: the file cannot be written (No space left on device)" in str(caught.value)
    assert target.read_text() == "old" and list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("where", ["missing/a.txt", "file.txt/a.txt", "folder"])
def test_place_that_cannot_be_written(tmp_path: Path, where: str) -> None:
    (tmp_path / "file.txt").write_text("old")
    (tmp_path / "folder").mkdir()
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(InputError) as caught, written_atomically(tmp_path / where) as temporary:
        temporary.write_text("new")
    assert caught.value.code == "cannot_write" and caught.value.values["file"] == tmp_path / where
    assert sorted(tmp_path.rglob("*")) == before


def test_permissions_are_those_of_any_new_file(tmp_path: Path) -> None:
    with written_atomically(tmp_path / "a.txt") as temporary:
        temporary.write_text("new")
    (tmp_path / "b.txt").write_text("new")
    first, second = (stat.S_IMODE(os.stat(tmp_path / n).st_mode) for n in ("a.txt", "b.txt"))
    assert first == second
