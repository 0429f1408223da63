"""Files that are no table: one sentence each on the command line, and nothing is executed."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.cli import main
from core.errors import InputError
from core.table.choices import Choices
from core.table.reading import open_table, read_table
from core.table.sources import Source
from tests.hostile_tables import EACH, HOSTILE, build


def test_there_are_forty() -> None:
    assert len(HOSTILE) >= 40


@pytest.mark.parametrize("what", EACH)
def test_each_is_one_sentence_and_exit_status_2(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = build(what, tmp_path)
    assert main(["train", "--data", str(path)]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.startswith("descent-lab: ")
    assert printed.err.count("\n") == 1 and printed.err.rstrip().endswith(".")
    assert len(printed.err) < 1000 and "Traceback" not in printed.err
    assert not (tmp_path / "executed").exists()


@pytest.mark.parametrize("what", [what for what in EACH if HOSTILE[what][2]])
def test_each_has_its_own_reason(what: str, tmp_path: Path) -> None:
    path, code = build(what, tmp_path)
    with pytest.raises(InputError) as caught:
        read_table(path)
    assert caught.value.code == code


def test_a_file_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.csv"
    path.write_text("x,y\n1,2\n")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    # Nothing is forbidden to the user that tests may run as.
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(InputError) as caught:
        read_table(path)
    assert caught.value.code == "file_unreadable" and "Permission denied" in str(caught.value)


def test_a_file_that_vanishes_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("x,y\n" + "1,2\n" * 100)
    open_table(Source(path=path), Choices()).preview()

    class Vanishing(Source):
        def head(self) -> bytes:
            found = super().head()
            path.unlink()
            return found

    with pytest.raises(InputError) as caught:
        read_table(Vanishing(path=path))
    assert caught.value.code == "file_not_found"


def test_a_file_that_is_cut_off_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("x,y\n" + "1,2\n" * 100)

    class Shrinking(Source):
        def head(self) -> bytes:
            found = super().head()
            path.write_text("x,y\n1,")
            return found

    with pytest.raises(InputError):
        read_table(Shrinking(path=path))
