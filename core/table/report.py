"""What became of the rows of a table, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from core.dataset import Dataset
from core.table.choices import Problem

MOST_LISTED = 1000
"""Most rows left out that JSON lists one by one."""

MOST_NAMED = 5
"""Most rows left out that a sentence names."""

_REASONS = {
    "missing_value": "missing",
    "not_a_number": "not a number",
    "nonfinite_value": "not finite",
    "not_a_date": "not a date",
}


def lines(data: Dataset | None, chosen_by_order: bool) -> Iterator[str]:
    """Yield what a person should know: the columns taken unasked, comments, and rows left out."""
    if data is None or data.account is None:
        return
    account = data.account
    if chosen_by_order:
        passed = ", ".join(map(repr, account.row_numbers))
        more = f"; {passed} only numbers the rows" if passed else ""
        if len(account.numeric) > 2 + len(account.row_numbers):
            more += f"; {len(account.numeric)} columns hold numbers: choose by --x and --y"
        yield f"x is {data.x_name!r}, y is {data.y_name!r}{more}"
    if account.comments:
        many = "1 comment line" if account.comments == 1 else f"{account.comments} comment lines"
        yield f"{many} passed over"
    if account.left_out:
        named = ", ".join(map(_named, account.left_out[:MOST_NAMED]))
        rest = len(account.left_out) - MOST_NAMED
        more = f" and {rest} more" if rest > 0 else ""
        yield f"{account.read} of {account.rows} rows read; left out: {named}{more}"


def _named(problem: Problem) -> str:
    if problem.code == "row_length":
        return f"line {problem.line} ({problem.text} values)"
    return f"line {problem.line} ({problem.column} {_REASONS[problem.code]})"


def of_table(data: Dataset | None) -> dict[str, Any] | None:
    """Return where data from a table came from and what became of its rows, None without one."""
    if data is None or data.account is None:
        return None
    account = data.account
    return {
        "file": data.path,
        "x": data.x_name,
        "y": data.y_name,
        "rows_in_file": account.rows,
        "rows_read": account.read,
        "left_out": [asdict(problem) for problem in account.left_out[:MOST_LISTED]],
        "left_out_count": len(account.left_out),
        "comment_lines": account.comments,
        "format": asdict(account.format),
        "numeric_columns": list(account.numeric),
        "row_number_columns": list(account.row_numbers),
    }
