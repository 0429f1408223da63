"""The path of the descent as a film: GIF or MP4, drawn frame by frame beside a living window."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QSize, QSizeF

from core.errors import InputError
from core.files import written_atomically
from core.film import FASTEST, SUFFIXES, Film, Pixels, film, film_size
from gui.figure import check_size
from gui.sheet import PANELS, Rows, Sheet, open_sheet
from gui.shown import Shown

LEAST_FRAMES, MOST_FRAMES = 1, 5000
SLOWEST = 0.1
"""Frames per second."""

HOLD = 1.5
"""Seconds that a GIF shows its last frame longer, before it begins again."""

WAIT = 0.02
"""Seconds that a call waits at most for the encoder."""

SURVEY = 0.02
"""Seconds of a call that are spent on seeing how far the line moves."""

LOSS_FROM = 0.5
"""The loss curve has room beneath from this height on, in widths of the film."""


@dataclass(frozen=True)
class Account:
    """What a film shows.

    Attributes
    ----------
    frames : int
        How many steps are shown, each in a frame of its own.
    steps : int
        How many there are, from the start to the newest finite one.
    size : tuple of int
        Width and height in pixels.
    """

    frames: int
    steps: int
    size: tuple[int, int]


class Animation:
    """A film of a run that is drawn and encoded in small parts, so that a window stays alive.

    Call `advance` until it says False, for example by a timer of 0 ms; each call takes some tens
    of milliseconds. Frames are encoded in a thread of its own, and at most two are in memory.

    Parameters
    ----------
    path : str or Path
        The file, named ``*.gif`` or ``*.mp4``; it is written whole or not at all.
    shown : Shown
        The run, with all around it. It may run on meanwhile: the film ends where it was.
    size : tuple of int
        Width and height in pixels; those of an MP4 are made even.
    fps : float
        Frames per second.
    frames : int
        How many frames at most.
    panel : str or None
        One of 'fit', 'surface', 'loss', 'check', or None for line and surface side by side, with
        the loss beneath where there is room.

    Raises
    ------
    InputError
        If the file is not named as one of these kinds of film, or size, fps or frames are out of
        range.
    ValueError
        If there is no such panel.
    """

    def __init__(
        self,
        path: str | Path,
        shown: Shown,
        size: tuple[int, int] = (1280, 720),
        fps: float = 20.0,
        frames: int = 120,
        panel: str | None = None,
    ) -> None:
        check_animation(path, size, fps, frames, panel)
        self._path, self._shown, self._fps = Path(path), shown, fps
        self._rows = _rows(shown, size, panel)
        self._steps = chosen_steps(shown, frames)
        last = 0 if shown.run is None else shown.run.last_finite
        self.account = Account(len(self._steps), last + 1, film_size(path, size))
        self.progress = 0.0
        self._work = self._write()

    def advance(self) -> bool:
        """Do a small part of the work; False once the file is there.

        Raises
        ------
        InputError
            If the file cannot be written; none is left.
        """
        return next(self._work, None) is not None

    def cancel(self) -> None:
        """Stop; no file is left, and an older one of that name stays as it was."""
        self._work.close()

    def _write(self) -> Generator[float, None, None]:
        width, height = self.account.size
        with (
            written_atomically(self._path) as temporary,
            open_sheet(self._rows, QSizeF(width, height)) as sheet,
        ):
            yield self.progress
            yield from self._survey(sheet)
            samples = []
            for step in {self._steps[0], self._steps[-1]}:
                samples.append((yield from self._frame(sheet, step)))
            # The encoder comes last, to be ended first: its thread must not write any more.
            with (
                film(temporary, (width, height), self._fps, samples) as reel,
                _encoder(reel) as encoder,
            ):
                yield from self._encode(sheet, encoder)

    def _survey(self, sheet: Sheet) -> Iterator[float]:
        """Draw the line of every frame unseen: the axes then hold them all from the start."""
        begun = time.monotonic()
        for step in self._steps if "fit" in sheet.panels else ():
            sheet.panels["fit"].draw(_at(self._shown, step))
            if time.monotonic() > begun + SURVEY:
                yield self.progress
                begun = time.monotonic()

    def _encode(self, sheet: Sheet, encoder: _Encoder) -> Generator[float, None, None]:
        count = len(self._steps)
        for done, step in enumerate(self._steps):
            frame = yield from self._frame(sheet, step)
            while not encoder.ready():
                yield self.progress
            encoder.add(frame, HOLD if done == count - 1 else 0.0)
            self.progress = (done + 0.5) / count
            yield self.progress
        while not encoder.ready():
            yield self.progress
        self.progress = 1.0

    def _frame(self, sheet: Sheet, step: int | None) -> Generator[float, None, Pixels]:
        sheet.draw(_at(self._shown, step))
        yield self.progress
        image = sheet.image(QSize(*self.account.size))
        bytes_ = np.frombuffer(image.constBits(), np.uint8)
        lines = bytes_.reshape(image.height(), image.bytesPerLine())[:, : 4 * image.width()]
        # Blue, green, red and nothing, as they lie in memory.
        return np.ascontiguousarray(lines.reshape(image.height(), image.width(), 4)[:, :, 2::-1])


def write_animation(
    path: str | Path,
    shown: Shown,
    size: tuple[int, int] = (1280, 720),
    fps: float = 20.0,
    frames: int = 120,
    panel: str | None = None,
    progress: Callable[[float], None] | None = None,
) -> Account:
    """Write a film in one go, and return what it shows; see `Animation`.

    An interruption leaves no part of it.
    """
    animation = Animation(path, shown, size, fps, frames, panel)
    try:
        while animation.advance():
            if progress is not None:
                progress(animation.progress)
    finally:
        animation.cancel()
    return animation.account


def check_animation(
    path: str | Path, size: tuple[int, int], fps: float, frames: int, panel: str | None = None
) -> None:
    """Say so where there can be no such film; raises as `Animation` does."""
    if panel is not None and panel not in PANELS:
        raise ValueError(f"no such panel: {panel}")
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError("wrong_suffix", file=path, names="*.gif or *.mp4")
    check_size(size)
    if not SLOWEST <= fps <= FASTEST[suffix]:
        raise InputError(
            "bad_frame_rate", fps=f"{fps:g}", low=f"{SLOWEST:g}", high=f"{FASTEST[suffix]:g}"
        )
    if not LEAST_FRAMES <= frames <= MOST_FRAMES:
        raise InputError("bad_frame_count", count=frames, low=LEAST_FRAMES, high=MOST_FRAMES)


def account_words(account: Account) -> str:
    """Return a sentence on how many of the steps a film shows."""
    translate = QCoreApplication.translate
    if account.frames == account.steps:
        return translate("Animation", "All {steps} steps are shown, each in a frame.").format(
            steps=account.steps
        )
    return translate(
        "Animation", "{frames} of {steps} steps are shown, taken evenly, with first and last."
    ).format(frames=account.frames, steps=account.steps)


def chosen_steps(shown: Shown, frames: int) -> tuple[int | None, ...]:
    """Return which recorded steps are shown: as even as the record has them, with first and last.

    The last is None, which follows the run: a mark then says so where it diverged.
    """
    run = shown.run
    if run is None or run.last_finite == 0 or frames < 2:
        return (None,)
    history, last = run.history, run.history.index_of(run.last_finite)
    if last < frames:
        chosen = set(range(last))
    else:
        wanted = np.linspace(0, run.last_finite, frames).round().astype(int)
        chosen = {history.index_of(int(step)) for step in wanted} - {last}
    return (*(history.row(index).step for index in sorted(chosen)), None)


def _at(shown: Shown, step: int | None) -> Shown:
    """Return the state at another step, without what was found of the present one."""
    snapshot = replace(shown.snapshot, inspection=None, visited=None)
    return replace(shown, snapshot=snapshot, step=step, hand=None, own=None)


def _rows(shown: Shown, size: tuple[int, int], panel: str | None) -> Rows:
    if panel is not None:
        return ((panel,),)
    above = ("surface",) if shown.config.problem.fit is None else ("fit", "surface")
    return (above, ("loss",)) if size[1] >= LOSS_FROM * size[0] else (above,)


class _Encoder:
    """Adds frames to a film in a thread, one after the other."""

    def __init__(self, reel: Film, pool: ThreadPoolExecutor) -> None:
        self._reel, self._pool = reel, pool
        self._pending: Future[None] | None = None

    def ready(self) -> bool:
        """Wait a moment for the frame before; whether it is in the film."""
        if self._pending is None:
            return True
        if not wait([self._pending], WAIT).done:
            return False
        self._pending.result()
        self._pending = None
        return True

    def add(self, frame: Pixels, hold: float) -> None:
        """Begin to add a frame, once the one before is in the film."""
        self._pending = self._pool.submit(self._reel.add, frame, hold)


@contextmanager
def _encoder(reel: Film) -> Iterator[_Encoder]:
    with ThreadPoolExecutor(1, "film") as pool:
        yield _Encoder(reel, pool)
