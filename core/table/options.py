"""How a table is to be read, as options of the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import fields

from core.table.choices import DECIMALS, THOUSANDS, Choices
from core.table.dates import ORDERS, WAYS
from core.table.layout import DELIMITERS

_WORDS = {"tab": "\t", "space": " ", "none": "", "comma": ",", "semicolon": ";"}


def add_table_options(verb: argparse._ActionsContainer) -> None:
    """Add the options that say what the program would otherwise find out or ask."""
    verb.add_argument("--x", metavar="COLUMN", help="column of x in the table")
    verb.add_argument("--y", metavar="COLUMN", help="column of y in the table")
    verb.add_argument("--encoding", metavar="NAME", help="such as utf-8, gb18030, cp1252")
    verb.add_argument("--delimiter", type=_one_of(*DELIMITERS), metavar="MARK",
                      help="between two values: , ; | tab or space")  # fmt: skip
    verb.add_argument("--decimal", type=_one_of(*DECIMALS), metavar="MARK", help=". or ,")
    verb.add_argument("--thousands", type=_one_of(*THOUSANDS), metavar="MARK",
                      help="between thousands: , . ' space or none")  # fmt: skip
    verb.add_argument("--header", action=argparse.BooleanOptionalAction,
                      help="the first row names the columns, or is data")  # fmt: skip
    verb.add_argument("--skip-lines", type=_count, metavar="N", help="lines before the table")
    verb.add_argument("--comment", type=_plain, metavar="MARK",
                      help="what a comment line begins with; none: there are none")  # fmt: skip
    verb.add_argument("--missing", action="append", metavar="WORD",
                      help="a word for a missing value, beside NA, nan and such")  # fmt: skip
    verb.add_argument("--sheet", metavar="NAME", help="of a workbook")
    verb.add_argument("--dates", choices=WAYS, help="what dates are as x: days or months since "
                      "the first, or the number of the row")  # fmt: skip
    verb.add_argument("--date-order", choices=ORDERS, help="of dates like 3/4/2024")
    verb.add_argument("--drop-rows", action="store_const", const=True,
                      help="leave out rows that cannot be read, however many")  # fmt: skip


def given_table_options(arguments: argparse.Namespace) -> dict[str, object]:
    """Return the options of tables by their names on the command line, None where not given."""
    return {
        f"--{field.name.replace('_', '-')}": getattr(arguments, field.name)
        for field in fields(Choices)
    }


def table_choices(arguments: argparse.Namespace) -> Choices:
    """Return what the options say of a table."""
    given = {field.name: getattr(arguments, field.name) for field in fields(Choices)}
    missing = tuple(given.pop("missing") or ())
    return Choices(**given | {"missing": missing, "drop_rows": bool(given["drop_rows"])})


def _plain(text: str) -> str:
    return _WORDS.get(text, text)


def _one_of(*marks: str) -> Callable[[str], str]:
    """Return what reads one of these marks, by itself or by its name."""

    def mark(text: str) -> str:
        if _plain(text) not in marks:
            named = {"\t": "tab", " ": "space", "": "none"}
            choices = " ".join(named.get(choice, choice) for choice in marks)
            raise argparse.ArgumentTypeError(f"{text!r} is none of: {choices}")
        return _plain(text)

    return mark


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number, like 2")
    return int(text)
