"""Errors that a person can mend: one sentence each, with all of its values."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from core.errors import _ENGLISH, InputError

SOURCES = [Path(__file__).parents[2] / folder for folder in ("core", "gui")]


def _fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def _raised_codes() -> set[str]:
    """Return the codes that are raised or handed on."""
    files = [path for folder in SOURCES for path in folder.rglob("*.py")
             if path.name != "errors.py"]  # fmt: skip
    text = "".join(path.read_text("utf-8") for path in files)
    raised = re.findall(r'InputError\(\s*"(\w+)"', text)
    # A table's cells are judged by a function that returns the code.
    return {
        *raised,
        *re.findall(r'"(missing_value|not_a_number|nonfinite_value|not_a_date|row_length)"', text),
    }


@pytest.mark.parametrize("code", _ENGLISH)
def test_each_is_one_line_that_says_all_its_values(code: str) -> None:
    values = {name: f"<{name}>" for name in _fields(_ENGLISH[code])}
    error = InputError(code, **values)
    assert error.code == code and error.values == values
    assert "\n" not in str(error)
    assert all(value in str(error) for value in values.values())


@pytest.mark.parametrize("code", sorted(set(_ENGLISH) - {"hyperparameter_refused"}))
def test_each_is_a_sentence(code: str) -> None:
    # Keras ends its own reasons.
    assert _ENGLISH[code].endswith(".")


@pytest.mark.parametrize("code", [c for c in _ENGLISH if "{line}" in _ENGLISH[c]])
def test_errors_at_a_line_name_file_and_line_and_what_to_do(code: str) -> None:
    assert _ENGLISH[code].startswith(("{file}, line {line}: ", "{file}, line {line}, column "))
    assert re.search("Correct|Give|Put|Save", _ENGLISH[code])


def test_every_code_is_raised_and_every_raised_code_has_words() -> None:
    assert _raised_codes() == set(_ENGLISH)


def test_unknown_code_is_a_fault_of_ours() -> None:
    with pytest.raises(KeyError):
        InputError("no_such_code")
