"""What kind of file a table is in, told by its content, and how it is opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG

from core.errors import InputError

HEAD = 2**18
"""Bytes that encoding and layout are found from."""

_ZIP = b"PK\x03\x04"
_KINDS = ((b"PAR1", "parquet"), (b"\x93NUMPY", "npy"))

_NO_TABLES = (
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"%PDF", "a PDF document"),
    (b"\x1f\x8b", "compressed (gzip)"),
    (b"BZh", "compressed (bzip2)"),
    (b"\xfd7zXZ", "compressed (xz)"),
    (b"\x28\xb5\x2f\xfd", "compressed (zstandard)"),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook (.xls)"),
    (b"SQLite format 3", "a SQLite database"),
    (b"\x89HDF", "an HDF5 file"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
)
"""First bytes of files that people take for tables, and what they are."""

_DOCUMENTS = (
    (b"word/document.xml", "a Word document (.docx)"),
    (b"ppt/presentation.xml", "a presentation (.pptx)"),
)
"""Names in a zip that looks like a workbook, and what it is."""


@dataclass(frozen=True)
class Source:
    """Where a table comes from.

    Attributes
    ----------
    path : Path or None
        The file.
    text : str or None
        The pasted text.
    """

    path: Path | None = None
    text: str | None = None

    @property
    def name(self) -> str:
        """What the source is called in an error."""
        return "clipboard" if self.path is None else str(self.path)

    def head(self) -> bytes:
        """Return the first bytes.

        Raises
        ------
        InputError
            If the file cannot be read or is empty.
        """
        if self.path is None:
            head = (self.text or "").encode("utf-8", "replace")
        else:
            with readable(self.path):
                # A pipe or a device could keep us waiting for ever.
                if not self.path.is_dir() and not S_ISREG(self.path.stat().st_mode):
                    raise InputError("file_unreadable", file=self.path, why="it is no file")
                with self.path.open("rb") as file:
                    head = file.read(HEAD)
        if not head.strip(b"\r\n\t \xef\xbb\xbf\xff\xfe"):
            raise InputError("file_empty", file=self.name)
        return head


@contextmanager
def readable(path: Path | str) -> Iterator[None]:
    """Turn what the system says of a file into an error with one clear sentence."""
    try:
        yield
    except FileNotFoundError:
        raise InputError("file_not_found", file=path) from None
    except IsADirectoryError:
        raise InputError("file_is_folder", file=path) from None
    except OSError as error:
        raise InputError("file_unreadable", file=path, why=error.strerror or error) from error


def kind_of(head: bytes, name: str) -> str:
    """Return what a file holds by its first bytes: text, excel, parquet, npy or npz.

    Raises
    ------
    InputError
        If it is none of these.
    """
    for begin, kind in _KINDS:
        if head.startswith(begin):
            return kind
    if head.startswith(_ZIP):
        return _kind_of_zip(head, name)
    for begin, what in _NO_TABLES:
        if head.startswith(begin):
            raise InputError("file_is_no_table", file=name, what=what)
    start = head[:500].lstrip(b"\xef\xbb\xbf \r\n\t").lower()
    if start.startswith((b"<!doctype", b"<html", b"<table", b"<?xml", b"<body")):
        raise InputError("file_is_page", file=name)
    return "text"


def _kind_of_zip(head: bytes, name: str) -> str:
    import zipfile

    for entry, what in _DOCUMENTS:
        if entry in head:
            raise InputError("file_is_no_table", file=name, what=what)
    # A zip names its entries as they come; a workbook's are known by their folder.
    if b"xl/" in head or b"[Content_Types].xml" in head:
        return "excel"
    if b".npy" in head[:1000] or not zipfile.is_zipfile(name):
        return "npz"
    raise InputError("file_is_no_table", file=name, what="compressed (zip)")
