"""Pictures of the panels for print, as PNG, SVG and PDF; with or without a window."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from core.errors import InputError
from core.files import written_atomically
from gui.sheet import PANELS, Rows, Sheet, open_sheet
from gui.shown import Shown
from gui.svg_strokes import scaling_strokes
from gui.theme import DEFAULT_FONT_PX

SUFFIXES = (".png", ".svg", ".pdf")
"""The kinds of picture, by the end of the file's name."""

ALL: Rows = (("fit", "surface"), ("loss", "check"))

UNITS_PER_INCH = 96.0
"""A vector picture's unit is that of the web; text is 13 of them high."""

MM_PER_INCH = 25.4

LEAST, MOST = {"px": 16.0, "mm": 10.0}, {"px": 16384.0, "mm": 4000.0}
"""How long a side of a picture can be."""

MOST_PIXELS = 2**27
"""More pixels than that (half a gigabyte) a PNG is not given."""


def write_figure(
    path: str | Path,
    shown: Shown,
    size: tuple[float, float] = (1280, 800),
    panel: str | None = None,
    *,
    unit: str = "px",
    dpi: float = UNITS_PER_INCH,
) -> None:
    """Draw line, surface, loss and gradient check, or one of them, and save the picture.

    It is light, whatever the window's theme, and an open window is not touched. In SVG and PDF
    lines are lines and text is text; only the colours of the surface are pixels.

    Parameters
    ----------
    path : str or Path
        The file, named ``*.png``, ``*.svg`` or ``*.pdf``; it is written whole or not at all.
    shown : Shown
        What to draw.
    size : tuple of float
        Width and height.
    panel : str or None
        One of 'fit', 'surface', 'loss', 'check', or None for all four.
    unit : str
        Of the size: 'px' or 'mm'. A pixel of SVG and PDF is 1/96 inch.
    dpi : float
        Pixels per inch of a PNG. With more of them text and lines have more pixels: they stay as
        large on paper.

    Raises
    ------
    InputError
        If the file cannot be written, is not named as one of these kinds of picture, or the size
        is none that a picture can have.
    ValueError
        If there is no such panel or unit.
    """
    write = check_figure(path, size, panel, unit=unit, dpi=dpi)
    inches = _inches(size, unit, dpi if write is _write_png else UNITS_PER_INCH)
    pixels = QSize(*(round(side * dpi) for side in inches))
    units = QSizeF(*(side * UNITS_PER_INCH for side in inches))
    with written_atomically(path) as temporary, open_sheet(_rows(panel), units) as sheet:
        sheet.draw(shown)
        if not write(str(temporary), sheet, units, pixels):
            raise InputError("cannot_write", file=path, why="the picture could not be saved")


@dataclass(frozen=True)
class Preview:
    """A picture on the screen, and how it comes out.

    Attributes
    ----------
    image : QImage
        The picture.
    scale : float
        How large text and lines are: 1 where they have their usual size, less where the panels
        need more room than there is.
    """

    image: QImage
    scale: float

    @property
    def points(self) -> float:
        """The height of the text on paper in points, 1/72 inch."""
        return self.scale * DEFAULT_FONT_PX / UNITS_PER_INCH * 72.0


def preview(
    shown: Shown, size: QSizeF, panel: str | None = None, pixels: float | None = None
) -> Preview:
    """Return a picture as `write_figure` makes it.

    Parameters
    ----------
    shown : Shown
        What to draw.
    size : QSizeF
        Width and height in units of 1/96 inch.
    panel : str or None
        One panel, or None for all four.
    pixels : float or None
        The width of the image; None: a pixel a unit.
    """
    wide = size.width() if pixels is None else pixels
    area = QSize(max(round(wide), 1), max(round(wide * size.height() / size.width()), 1))
    with open_sheet(_rows(panel), size) as sheet:
        sheet.draw(shown)
        sheet.sharpen(area.width() / sheet.width())
        return Preview(sheet.image(area), size.width() / sheet.width())


def check_figure(
    path: str | Path,
    size: tuple[float, float],
    panel: str | None = None,
    *,
    unit: str = "px",
    dpi: float = UNITS_PER_INCH,
) -> _Writer:
    """Return what writes such a picture, or raise as `write_figure` does where none can be."""
    if unit not in LEAST or (panel is not None and panel not in PANELS):
        raise ValueError(f"no such unit or panel: {unit}, {panel}")
    write = _writer(path)
    check_size(size, unit)
    if write is _write_png:
        width, height = (side * dpi for side in _inches(size, unit, dpi))
        if width * height > MOST_PIXELS:
            raise _bad_size(size, unit)
    return write


def check_size(size: tuple[float, float], unit: str = "px") -> None:
    """Say so where no picture can have that size.

    Raises
    ------
    InputError
        If a side is too short or too long.
    """
    if not all(LEAST[unit] <= side <= MOST[unit] for side in size):
        raise _bad_size(size, unit)


_Writer = Callable[[str, Sheet, QSizeF, QSize], bool]


def _writer(path: str | Path) -> _Writer:
    writers: dict[str, _Writer] = dict(
        zip(SUFFIXES, (_write_png, _write_svg, _write_pdf), strict=True)
    )
    found = writers.get(Path(path).suffix.lower())
    if found is None:
        raise InputError("wrong_suffix", file=path, names="*.png, *.svg or *.pdf")
    return found


def _rows(panel: str | None) -> Rows:
    return ALL if panel is None else ((panel,),)


def _inches(size: tuple[float, float], unit: str, dpi: float) -> tuple[float, float]:
    per_inch = MM_PER_INCH if unit == "mm" else dpi
    return size[0] / per_inch, size[1] / per_inch


def _bad_size(size: tuple[float, float], unit: str) -> InputError:
    low, high = LEAST[unit], MOST[unit]
    return InputError(
        "bad_picture_size", width=f"{size[0]:g}", height=f"{size[1]:g}", unit=unit,
        low=f"{low:g}", high=f"{high:g}",
    )  # fmt: skip


def _write_png(path: str, sheet: Sheet, units: QSizeF, pixels: QSize) -> bool:
    if pixels != sheet.size():
        sheet.sharpen(pixels.width() / sheet.width())
    image = sheet.image(pixels)
    per_metre = round(pixels.width() / units.width() * UNITS_PER_INCH / MM_PER_INCH * 1000.0)
    image.setDotsPerMeterX(per_metre)
    image.setDotsPerMeterY(per_metre)
    return image.save(path)


def _write_svg(path: str, sheet: Sheet, units: QSizeF, pixels: QSize) -> bool:
    generator = QSvgGenerator()
    generator.setFileName(path)
    generator.setTitle("Descent Lab")
    generator.setResolution(round(UNITS_PER_INCH))
    generator.setSize(units.toSize())
    generator.setViewBox(QRectF(0.0, 0.0, units.width(), units.height()))
    painter = QPainter()
    if not painter.begin(generator):
        return False
    sheet.paint(painter)
    painter.end()
    # The generator knows whole units only.
    mm = units * (MM_PER_INCH / UNITS_PER_INCH)
    exact = f'<svg width="{mm.width():.3f}mm" height="{mm.height():.3f}mm"'
    file = Path(path)
    text = re.sub(r'<svg width="\S*" height="\S*"', exact, file.read_text("utf-8"), count=1)
    file.write_text(scaling_strokes(text), "utf-8")
    return True


def _write_pdf(path: str, sheet: Sheet, units: QSizeF, pixels: QSize) -> bool:
    writer = QPdfWriter(path)
    writer.setTitle("Descent Lab")
    writer.setCreator("Descent Lab")
    # Lines have a width in the writer's pixels.
    writer.setResolution(round(UNITS_PER_INCH))
    points = units * (72.0 / UNITS_PER_INCH)
    match = QPageSize.SizeMatchPolicy.ExactMatch
    writer.setPageSize(QPageSize(points, QPageSize.Unit.Point, "", match))
    writer.setPageMargins(QMarginsF())
    painter = QPainter()
    if not painter.begin(writer):
        return False
    sheet.paint(painter)
    return painter.end()
