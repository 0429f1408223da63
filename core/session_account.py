"""How a session's data were read from their table, and what became of its rows."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from core.session_values import LARGEST_WHOLE, Value
from core.table.choices import DECIMALS, THOUSANDS, Account, Choices, Format, Problem
from core.table.dates import ORDERS, WAYS
from core.table.layout import DELIMITERS

_MARKS = {"delimiter": DELIMITERS, "decimal": DECIMALS, "thousands": THOUSANDS, "dates": WAYS,
          "date_order": ORDERS}  # fmt: skip


def account_json(account: Account | None) -> dict[str, Any] | None:
    """Return an account as a session file has it."""
    if account is None:
        return None
    return asdict(account)


def read_account(value: Value) -> Account | None:
    """Return an account.

    Raises
    ------
    Damaged
        If a value cannot be used.
    """
    if value.content is None:
        return None
    rows, left_out, comments, form, numeric, row_numbers, choices = value.keys(*_names(Account))
    problems = tuple(_problem(each) for each in left_out.each(LARGEST_WHOLE))
    count = rows.whole(1)
    if len(problems) >= count:
        raise left_out.damaged("these are more rows than there are")
    return Account(
        count, problems, comments.whole(), _format(form), _texts(numeric), _texts(row_numbers),
        read_choices(choices),
    )  # fmt: skip


def choices_json(choices: Choices) -> dict[str, Any]:
    """Return how a table is to be read as a session file has it."""
    return {**asdict(choices), "missing": list(choices.missing)}


def read_choices(value: Value) -> Choices:
    """Return how a table is to be read.

    Raises
    ------
    Damaged
        If a value cannot be used.
    """
    found: dict[str, Any] = {}
    for name, part in zip(_names(Choices), value.keys(*_names(Choices)), strict=True):
        if name == "missing":
            found[name] = _texts(part)
        elif name == "drop_rows":
            found[name] = part.flag()
        elif part.content is None:
            found[name] = None
        elif name == "header":
            found[name] = part.flag()
        elif name == "skip_lines":
            found[name] = part.whole()
        else:
            found[name] = part.choice(_MARKS[name]) if name in _MARKS else part.text()
    return Choices(**found)


def _names(of: type[Account] | type[Choices] | type[Format] | type[Problem]) -> list[str]:
    return [field.name for field in fields(of)]


def _texts(value: Value) -> tuple[str, ...]:
    return tuple(each.text() for each in value.each())


def _problem(value: Value) -> Problem:
    line, column, code, text = value.keys(*_names(Problem))
    return Problem(line.whole(1), column.text(), code.text(), text.text())


def _format(value: Value) -> Format:
    kind, encoding, delimiter, decimal, thousands, comment, sheet, header, skip = value.keys(
        *_names(Format)
    )
    return Format(
        kind.text(), encoding.text(), delimiter.text(), decimal.text(), thousands.text(),
        comment.text(), sheet.text(), header.flag(), skip.whole(),
    )  # fmt: skip
