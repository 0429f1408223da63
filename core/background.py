"""Work that is done bit by bit between the chunks of a training."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class Background:
    """Results under way, by name; a newer order takes the place of an older one."""

    def __init__(self) -> None:
        self._parts: dict[str, Iterator[Any]] = {}

    @property
    def busy(self) -> bool:
        """Whether there is something to do."""
        return bool(self._parts)

    def begin(self, name: str, parts: Iterator[Any]) -> None:
        """Begin what yields None after each bit of work, and a result now and then."""
        self._parts[name] = parts

    def advance(self) -> dict[str, Any]:
        """Do a bit of everything, and return by name what has come of it.

        What fails is given up.
        """
        found = {}
        for name, parts in list(self._parts.items()):
            try:
                result = next(parts)
            except StopIteration:
                del self._parts[name]
                continue
            except Exception:
                del self._parts[name]
                raise
            if result is not None:
                found[name] = result
        return found
