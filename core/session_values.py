"""The values of a session file: each is asked what it is, and says where it stands if it is not.

Nothing is looked up but in our own tables, and nothing is called by a name from the file.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.session_json import NOT_FINITE

LARGEST_WHOLE = 2**53
"""Up to here a float64 holds every whole number."""

LARGEST = sys.float_info.max
LONGEST_TEXT = 10_000

Made = TypeVar("Made")


class Damaged(Exception):
    """A value that cannot be used: where it stands, what is there, and why not."""

    def __init__(self, where: str, found: object, why: str) -> None:
        super().__init__(f"{where}: {why}")
        self.where, self.found, self.why = where, found, why


@dataclass(frozen=True, eq=False)
class Value:
    """A value of a session file.

    Every method raises `Damaged` where the value is not what the method is named after.

    Attributes
    ----------
    content : object
        What `json` made of it.
    where : str
        Its place, like ``runs[0].segments[1].begin``.
    """

    content: Any
    where: str = ""

    def damaged(self, why: str) -> Damaged:
        """Return the error that this value cannot be used."""
        content = self.content
        many = isinstance(content, (dict, list)) and len(content) > 8
        shown = "…" if many else "nothing" if content is Ellipsis else repr(content)
        return Damaged(self.where or "the top", shown[:60], why)

    def key(self, name: str) -> Value:
        """Return a value of an object."""
        place = f"{self.where}.{name}" if self.where else name
        if not isinstance(self.content, dict):
            raise self.damaged("keys and values are needed here")
        if name not in self.content:
            raise Value(..., place).damaged("this is missing")
        return Value(self.content[name], place)

    def keys(self, *names: str) -> tuple[Value, ...]:
        """Return the values of an object that has these keys and no others."""
        found = tuple(self.key(name) for name in names)
        for name in self.content:
            if name not in names:
                raise Value(name, self.where).damaged("there is no such key here")
        return found

    def pairs(self) -> Iterator[tuple[str, Value]]:
        """Yield the keys and values of an object."""
        if not isinstance(self.content, dict):
            raise self.damaged("keys and values are needed here")
        for name in self.content:
            yield name, self.key(name)

    def each(self, most: int = 100_000) -> list[Value]:
        """Return the values of a list."""
        if not isinstance(self.content, list):
            raise self.damaged("a list is needed here")
        if len(self.content) > most:
            raise self.damaged(f"at most {most} entries can be used here")
        return [Value(value, f"{self.where}[{i}]") for i, value in enumerate(self.content)]

    def whole(self, lowest: int = 0, highest: int = LARGEST_WHOLE) -> int:
        """Return a whole number."""
        value = self.content
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.damaged("a whole number is needed here")
        if not lowest <= value <= highest:
            raise self.damaged(f"a whole number from {lowest} to {highest} is needed here")
        return value

    def number(self, lowest: float = -math.inf) -> float:
        """Return a finite number."""
        value = self.content
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.damaged("a number is needed here")
        if not -LARGEST <= value <= LARGEST:
            raise self.damaged("a finite number is needed here")
        if value < lowest:
            raise self.damaged(f"a number from {lowest:g} up is needed here")
        return float(value)

    def any_number(self) -> float:
        """Return a number that may be infinite or none."""
        return float(self.content) if self.content in NOT_FINITE else self.number()

    def numbers(self) -> NDArray[np.float64]:
        """Return a list of finite numbers, shape (n,)."""
        return self._numbers(Value.number)

    def any_numbers(self) -> NDArray[np.float64]:
        """Return a list of numbers that may be infinite or none, shape (n,)."""
        return self._numbers(Value.any_number)

    def _numbers(self, of: Callable[[Value], float]) -> NDArray[np.float64]:
        values = self.content
        if isinstance(values, list) and set(map(type, values)) <= {float, int}:
            try:
                found = np.array(values, np.float64)
            except OverflowError:
                found = np.array([np.nan])
            if np.isfinite(found).all():
                return found
        return np.array([of(value) for value in self.each(most=LARGEST_WHOLE)], np.float64)

    def flag(self) -> bool:
        """Return true or false."""
        if not isinstance(self.content, bool):
            raise self.damaged("true or false is needed here")
        return self.content

    def text(self) -> str:
        """Return a text that can be shown and written again."""
        if not isinstance(self.content, str) or len(self.content) > LONGEST_TEXT:
            raise self.damaged("a text is needed here")
        try:
            self.content.encode()
        except UnicodeEncodeError:
            raise self.damaged("this text holds half a character") from None
        return self.content

    def optional_text(self) -> str | None:
        """Return a text, or None for null."""
        return None if self.content is None else self.text()

    def choice(self, names: Collection[str]) -> str:
        """Return one of some names."""
        if not isinstance(self.content, str) or self.content not in names:
            raise self.damaged(f"one of {', '.join(names)} is needed here")
        return self.content

    def made(self, make: Callable[[], Made]) -> Made:
        """Return what `make` returns; what it refuses stands here."""
        try:
            return make()
        except InputError as error:
            raise self.damaged(str(error).rstrip(".")) from None

    def free(self) -> Any:
        """Return the value as it is: nothing but texts, finite numbers, lists and objects."""
        if isinstance(self.content, dict):
            return {Value(name, self.where).text(): value.free() for name, value in self.pairs()}
        if isinstance(self.content, list):
            return [value.free() for value in self.each()]
        if isinstance(self.content, str):
            return self.text()
        if isinstance(self.content, float):
            return self.number()
        if isinstance(self.content, int) and abs(self.content) > LARGEST_WHOLE:
            raise self.damaged("a smaller number is needed here")
        return self.content
