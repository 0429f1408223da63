"""What a table holds, in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.config import RunConfig
from core.snapshot import Snapshot
from core.table.choices import Account, Format, Problem
from core.table.reading import Preview
from gui.message_parts import above_limit, joined, shown_limit
from gui.number_format import short, whole
from gui.shown import Shown
from gui.table_wording import mark_words

MOST_NAMED = 5
"""Most rows left out that a sentence names."""

translate = QCoreApplication.translate


def account_words(account: Account) -> str:
    """Return how many rows were read, and which were not and why."""
    text = translate("TableWords", "{read} of {rows} rows read.")
    text = text.format(read=whole(account.read), rows=whole(account.rows))
    if not account.left_out:
        return text
    named = "; ".join(map(_problem_words, account.left_out[:MOST_NAMED]))
    rest = len(account.left_out) - MOST_NAMED
    if rest > 0:
        more = translate("TableWords", "{named}; and {count} more")
        named = more.format(named=named, count=whole(rest))
    return joined([text, translate("TableWords", "Left out: {rows}.").format(rows=named)])


def _problem_words(problem: Problem) -> str:
    template = {
        "missing_value": translate("TableWords", "line {line} ({column} is missing)"),
        "not_a_number": translate("TableWords", "line {line} (“{text}” is not a number)"),
        "nonfinite_value": translate("TableWords", "line {line} (“{text}” is not finite)"),
        "not_a_date": translate("TableWords", "line {line} (“{text}” is not a date)"),
        "row_length": translate("TableWords", "line {line} ({text} values)"),
    }[problem.code]
    return template.format(line=problem.line, column=problem.column, text=problem.text)


def columns_words(found: Preview) -> str:
    """Return which columns a line can use, where there are more than two."""
    count = len(found.numeric)
    if count <= 2:
        return ""
    text = translate(
        "TableWords",
        "{count} columns hold numbers. A line is fitted to one x at a time: "
        "choose it at the right.",
    )
    return text.format(count=count)


def rate_words(config: RunConfig) -> tuple[str, bool]:
    """Return how the learning rate suits the data before any step, and whether it is too high."""
    shown = Shown(config, Snapshot())
    limit, rate = shown.learning_rate_limit, config.optimizer.learning_rate
    if limit is None or shown.limit_is_local:
        return "", False
    above = above_limit(shown)
    if above:
        text = translate(
            "TableWords",
            "The learning rate {rate} is above the limit {limit} of these data: "
            "descent would diverge.",
        )
    else:
        text = translate(
            "TableWords", "The learning rate {rate} is below the limit {limit} of these data."
        )
    return text.format(rate=short(rate), limit=shown_limit(limit)), above


def format_words(form: Format) -> str:
    """Return what kind of table was found."""
    if form.kind == "text":
        text = translate("TableWords", "Text in {encoding}, delimiter: {delimiter}")
        return text.format(encoding=form.encoding, delimiter=mark_words(form.delimiter))
    return {
        "excel": translate("TableWords", "Excel workbook, sheet {sheet}").format(sheet=form.sheet),
        "parquet": translate("TableWords", "Parquet table"),
        "npy": translate("TableWords", "NumPy array"),
        "npz": translate("TableWords", "NumPy arrays"),
    }[form.kind]
