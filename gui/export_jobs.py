"""Work on a file that the window waits for without standing still."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from gui.animation import Animation, account_words

T = TypeVar("T")

LOOK_MS = 15
"""Milliseconds between two looks at a thread."""


class Job(Protocol):
    """Something that is made in small parts."""

    @property
    def pause(self) -> int:
        """Milliseconds between two parts."""

    @property
    def progress(self) -> float | None:
        """How much is done, from 0 to 1; None where nobody knows."""

    @property
    def can_cancel(self) -> bool:
        """Whether it can be given up half done."""

    def advance(self) -> bool:
        """Do a small part; False once all is done. Raises what hinders it."""

    def cancel(self) -> None:
        """End it; what is half done is gone."""

    def account(self) -> str:
        """Return a sentence on what was made."""


class ThreadJob(Generic[T]):
    """Work that is done in a thread of its own; it is always done to its end.

    Parameters
    ----------
    work : callable
        What to do; it touches no widget.
    words : callable
        Returns a sentence on its result.
    """

    pause = LOOK_MS
    progress: float | None = None
    can_cancel = False

    def __init__(self, work: Callable[[], T], words: Callable[[T], str]) -> None:
        self._work, self._words = work, words
        self._result: list[T] = []
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._do, name="export", daemon=True)
        self._thread.start()

    @property
    def result(self) -> T:
        """What the work returned."""
        return self._result[0]

    def advance(self) -> bool:
        """Look whether it is done."""
        if self._thread.is_alive():
            return True
        if self._error is not None:
            raise self._error
        return False

    def cancel(self) -> None:
        """Wait for its end."""
        self._thread.join()

    def account(self) -> str:
        """Return a sentence on the result."""
        return self._words(self.result)

    def _do(self) -> None:
        try:
            self._result.append(self._work())
        except Exception as error:
            # Whatever it is, the window must hear of it.
            self._error = error


class PictureJob:
    """A picture: widgets draw it, so it is made in one go in the window's thread."""

    pause = 0
    progress: float | None = None
    can_cancel = False

    def __init__(self, draw: Callable[[], None], words: Callable[[], str]) -> None:
        self._draw, self._words = draw, words

    def advance(self) -> bool:
        """Make it."""
        self._draw()
        return False

    def cancel(self) -> None:
        """Nothing is half done."""

    def account(self) -> str:
        """Return a sentence on it."""
        return self._words()


class FilmJob:
    """A film, frame by frame."""

    pause = 0
    can_cancel = True

    def __init__(self, animation: Animation) -> None:
        self._animation = animation

    @property
    def progress(self) -> float | None:
        """How much is done."""
        return self._animation.progress

    def advance(self) -> bool:
        """Draw a little."""
        return self._animation.advance()

    def cancel(self) -> None:
        """Leave no file."""
        self._animation.cancel()

    def account(self) -> str:
        """Return a sentence on how many of the steps it shows."""
        return account_words(self._animation.account)


def unused(path: Path) -> Path:
    """Return a path that does not exist yet: this one, or with a number after it."""
    found, count = path, 2
    while found.exists():
        found, count = path.with_name(f"{path.name}-{count}"), count + 1
    return found
