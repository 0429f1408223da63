"""A writer of pictures that draws nothing and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.errors import InputError
from core.files import written_atomically
from core.pictures import FigureOptions, FilmOptions
from core.run_view import RunView


@dataclass(frozen=True)
class Film:
    frames: int
    steps: int
    size: tuple[int, int]


class Pictures:
    def __init__(self, error: InputError | None = None) -> None:
        self.given: list[tuple[str, RunView, FigureOptions | FilmOptions]] = []
        self._error = error

    def check_figure(self, path: str, options: FigureOptions) -> None:
        pass

    def write_figure(self, path: str, view: RunView, options: FigureOptions) -> None:
        self._write(path, view, options)

    def check_animation(self, path: str, options: FilmOptions) -> None:
        pass

    def write_animation(
        self, path: str, view: RunView, options: FilmOptions, progress: Callable[[float], None]
    ) -> Film:
        for i in range(options.frames):
            progress(i / options.frames)
        self._write(path, view, options)
        return Film(options.frames, len(view.history), options.size)

    def _write(self, path: str, view: RunView, options: FigureOptions | FilmOptions) -> None:
        if self._error is not None:
            raise self._error
        self.given.append((path, view, options))
        with written_atomically(path) as temporary:
            temporary.write_bytes(b"picture")
