"""Moving pictures, written frame by frame: GIF and MP4."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError

SUFFIXES = (".gif", ".mp4")
"""The kinds of film, by the end of the file's name."""

FASTEST = {".gif": 50.0, ".mp4": 60.0}
"""Frames per second; viewers show a GIF that asks for more slowly."""

COMMON, RARE = 192, 64
"""Of the 256 colours of a GIF, so many are frequent ones and so many of thin lines and marks."""

BT709 = 1
"""FFmpeg's number for the colours of HDTV: without it a player has to guess."""

QUALITY = "18"
"""x264's constant rate factor: nothing of lines and text is seen to be lost."""

Pixels = NDArray[np.uint8]


class Film(Protocol):
    """A film that is being written."""

    def add(self, pixels: Pixels, hold: float = 0.0) -> None:
        """Append a frame, shape (height, width, 3)."""


@contextmanager
def film(
    path: Path, size: tuple[int, int], fps: float, samples: Sequence[Pixels] = ()
) -> Iterator[Film]:
    """Yield a film to be written to `path`, whole once the block has ended.

    Parameters
    ----------
    path : Path
        Named ``*.gif`` or ``*.mp4``.
    size : tuple of int
        Width and height of every frame; even for MP4, see `film_size`.
    fps : float
        Frames per second.
    samples : sequence of ndarray
        Frames that show all colours of the film. A GIF has 256 colours: they are chosen from these,
        the same for all frames, so that nothing flickers.

    Raises
    ------
    InputError
        If the encoder cannot write the file.
    """
    if path.suffix.lower() == ".gif":
        with open(path, "wb") as file:
            yield _Gif(file, size, fps, samples)
            file.write(b";")
        return
    import av

    try:
        with av.open(str(path), "w", format="mp4", options={"movflags": "faststart"}) as container:
            mp4 = _Mp4(container, size, fps)
            yield mp4
            mp4.flush()
    except av.FFmpegError as error:
        raise InputError("cannot_write", file=path, why=str(error)) from error


def film_size(path: str | Path, size: tuple[int, int]) -> tuple[int, int]:
    """Return the nearest size that the kind of film can have: MP4 halves the colours' sides."""
    if Path(path).suffix.lower() != ".mp4":
        return size
    return max(size[0] // 2 * 2, 2), max(size[1] // 2 * 2, 2)


class _Gif:
    """A GIF of one palette; a frame holds only the rectangle that differs from the one before.

    Pillow's own way to save many frames keeps them all in memory, and drops equal ones.
    """

    def __init__(
        self, file: Any, size: tuple[int, int], fps: float, samples: Sequence[Pixels]
    ) -> None:
        self._file, self._fps, self._size = file, fps, size
        self._samples = list(samples)
        self._count, self._shown = 0, 0
        self._palette: Any = None
        self._last: Pixels | None = None

    def add(self, pixels: Pixels, hold: float = 0.0) -> None:
        """Append a frame that is shown for as long as the others, and `hold` seconds more."""
        from PIL import Image
        from PIL.GifImagePlugin import getdata

        if self._palette is None:
            self._begin(self._samples or [pixels])
        box = _changed(self._last, pixels)
        self._last = pixels
        part = Image.fromarray(np.ascontiguousarray(pixels[box[1] : box[3], box[0] : box[2]]))
        part = part.quantize(palette=self._palette, dither=Image.Dither.NONE)
        # In hundredths of a second, so that their sum is right.
        self._count += 1
        until = round(100.0 * self._count / self._fps)
        duration = 10 * (until - self._shown + round(100.0 * hold))
        self._shown = until
        # Disposal 1: what the next one does not cover stays.
        blocks = getdata(part, box[:2], duration=duration, disposal=1)
        self._file.writelines(blocks)
        # Pillow's own reference to them is a cycle.
        blocks.clear()

    def _begin(self, samples: Sequence[Pixels]) -> None:
        from PIL import Image

        whole, table = Image.fromarray(np.concatenate(samples)), b""
        for method, count in (
            (Image.Quantize.MEDIANCUT, COMMON),
            (Image.Quantize.MAXCOVERAGE, RARE),
        ):
            some = whole.quantize(count, method=method).getpalette("RGB") or []
            table += bytes(some[: 3 * count])
        table = table.ljust(3 * (COMMON + RARE), b"\0")
        self._palette = Image.new("P", (1, 1))
        self._palette.putpalette(table)
        width, height = (side.to_bytes(2, "little") for side in self._size)
        # 0xf7: a table of 256 colours of 8 bits for all frames.
        self._file.write(b"GIF89a" + width + height + b"\xf7\0\0" + table)
        # For ever.
        self._file.write(b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")


class _Mp4:
    """H.264 where FFmpeg was built with it, else MPEG-4."""

    def __init__(self, container: Any, size: tuple[int, int], fps: float) -> None:
        import av

        best = "libx264" in av.codecs_available
        rate = Fraction(fps).limit_denominator(1001)
        self._stream = container.add_stream("libx264" if best else "mpeg4", rate=rate)
        self._stream.width, self._stream.height = size
        self._stream.pix_fmt = "yuv420p"
        codec = self._stream.codec_context
        codec.colorspace = codec.color_primaries = codec.color_trc = BT709
        if best:
            self._stream.options = {"crf": QUALITY, "preset": "medium"}
        else:
            self._stream.bit_rate = 8_000_000
        self._container = container

    def add(self, pixels: Pixels, hold: float = 0.0) -> None:
        """Append a frame; a video stands still at its end anyway."""
        import av

        frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(pixels), format="rgb24")
        frame = frame.reformat(format="yuv420p", dst_colorspace="ITU709")
        self._container.mux(self._stream.encode(frame))

    def flush(self) -> None:
        """Write what the encoder has kept back."""
        self._container.mux(self._stream.encode())


def _changed(before: Pixels | None, now: Pixels) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of what differs; one pixel where nothing does."""
    height, width = now.shape[:2]
    if before is None:
        return 0, 0, width, height
    differs = (before != now).any(axis=2)
    rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    if not len(rows):
        return 0, 0, 1, 1
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
