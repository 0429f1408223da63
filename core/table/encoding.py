"""The encoding of a text of unknown origin."""

from __future__ import annotations

import codecs
import re

MARKS_AT_START = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""The byte order marks; that of UTF-32 begins like that of UTF-16."""

OFFERED = (
    "utf-8", "utf-16", "gb18030", "big5", "shift_jis", "euc_kr", "cp1252", "cp1250", "cp1251",
    "latin-1",
)  # fmt: skip
"""What a person can choose from."""

COMMON = 0.8
"""The share of common Chinese characters in Chinese text; Western letters look like rare ones."""

_HIGH = re.compile(rb"[\x80-\xff]+")


def detected_encoding(head: bytes, whole: bool) -> str:
    """Return the encoding of a text by its first bytes.

    Parameters
    ----------
    head : bytes
        The first bytes.
    whole : bool
        Whether they are all; else a character may be cut at their end.
    """
    for mark, name in MARKS_AT_START:
        if head.startswith(mark):
            return name
    wide = _utf16_without_mark(head)
    if wide is not None:
        return wide
    if _decodes(head, "utf-8", whole):
        return "utf-8"
    return _of_non_unicode(head, whole)


def _utf16_without_mark(head: bytes) -> str | None:
    """Return UTF-16 for Latin text, where every other byte is 0."""
    even, odd = head[0:2000:2], head[1:2000:2]
    if len(odd) > 3 and odd.count(0) > 0.8 * len(odd) and even.count(0) == 0:
        return "utf-16-le"
    if len(even) > 3 and even.count(0) > 0.8 * len(even) and odd.count(0) == 0:
        return "utf-16-be"
    return None


def _of_non_unicode(head: bytes, whole: bool) -> str:
    runs = _HIGH.findall(head)
    if not whole:
        runs = runs[:-1] or runs
    if _is_chinese(b"".join(runs), runs):
        return "gb18030"
    if _decodes(head, "shift_jis", whole) and _has_kana(head):
        return "shift_jis"
    return "cp1252" if _decodes(head, "cp1252", whole) else "latin-1"


def _is_chinese(letters: bytes, runs: list[bytes]) -> bool:
    """Whether the bytes are pairs, and the characters mostly those of the first 3,755."""
    if any(len(run) % 2 for run in runs):
        return False
    firsts = [byte for byte in letters[::2] if byte >= 0xB0]
    common = sum(byte <= 0xD7 for byte in firsts)
    return bool(firsts) and common >= COMMON * len(firsts) and _decodes(letters, "gb18030", True)


def _has_kana(head: bytes) -> bool:
    return any("\u3040" <= letter <= "\u30ff" for letter in head.decode("shift_jis", "ignore"))


def _decodes(head: bytes, encoding: str, whole: bool) -> bool:
    try:
        codecs.getincrementaldecoder(encoding)().decode(head, whole)
    except UnicodeDecodeError:
        return False
    return True
