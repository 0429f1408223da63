"""What the command line asks of whoever can draw: pictures and films of a run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from core.run_view import RunView

PANELS = ("fit", "surface", "loss", "check")
"""What a picture or a film can show by itself."""


@dataclass(frozen=True)
class FigureOptions:
    """How a picture is to be.

    Attributes
    ----------
    size : tuple of float
        Width and height.
    unit : str
        Of the size: 'px' or 'mm'.
    dpi : float
        Pixels per inch of a PNG.
    panel : str or None
        One of `PANELS`, or None for all.
    """

    size: tuple[float, float] = (1280, 800)
    unit: str = "px"
    dpi: float = 96.0
    panel: str | None = None


@dataclass(frozen=True)
class FilmOptions:
    """How a film of the path is to be.

    Attributes
    ----------
    size : tuple of int
        Width and height in pixels.
    fps : float
        Frames per second.
    frames : int
        How many frames at most.
    panel : str or None
        One of `PANELS`, or None for line and surface.
    """

    size: tuple[int, int] = (1280, 720)
    fps: float = 20.0
    frames: int = 120
    panel: str | None = None


class FilmAccount(Protocol):
    """What a film shows: so many of the steps, each in a frame; and the size it came to."""

    @property
    def frames(self) -> int:
        """How many steps are shown."""

    @property
    def steps(self) -> int:
        """How many there are to the newest finite one."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""


class PictureWriter(Protocol):
    """Draws a run to a file; the window's package has one, and the core none.

    Each method raises `InputError` where a name, a size or a place cannot be; no part of a file
    is left then.
    """

    def check_figure(self, path: str, options: FigureOptions) -> None:
        """Say before long work that there can be no such picture."""

    def write_figure(self, path: str, view: RunView, options: FigureOptions) -> None:
        """Write a picture of the panels."""

    def check_animation(self, path: str, options: FilmOptions) -> None:
        """Say before long work that there can be no such film."""

    def write_animation(
        self, path: str, view: RunView, options: FilmOptions, progress: Callable[[float], None]
    ) -> FilmAccount:
        """Write a film of the path; `progress` is told the part that is done."""
