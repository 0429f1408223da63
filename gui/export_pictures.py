"""What goes out of a run to be looked at: pictures for print, and films."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, QSizeF, Qt, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QComboBox, QFrame, QLabel, QWidget

from core.film import FASTEST
from gui.animation import LEAST_FRAMES, MOST_FRAMES, Animation, chosen_steps
from gui.export_jobs import FilmJob, Job, PictureJob
from gui.export_pages import ExportPage
from gui.export_runs import why_no_surface
from gui.figure import LEAST, MOST, UNITS_PER_INCH, preview, write_figure
from gui.shown import Shown
from gui.widgets.look import set_look
from gui.widgets.naming import named
from gui.widgets.setting_fields import CountField
from gui.widgets.size_chooser import Size, SizeChooser

SIDES = {unit: (LEAST[unit], MOST[unit]) for unit in LEAST}
ALL = "all"
WITH_SURFACE = (ALL, "surface")

PICTURE_SIZES = {
    "screen": Size(1280, 800),
    "one_column": Size(85, 64, "mm", 300),
    "two_columns": Size(180, 120, "mm", 300),
}
FILM_SIZES = {"hd": Size(1280, 720), "medium": Size(960, 540), "small": Size(640, 480)}

PREVIEW = QSize(320, 220)
PREVIEW_MS = 120
"""Milliseconds without a change before the preview is drawn."""

LEAST_POINTS = 6.0
"""Smaller text on paper cannot be read well."""


class _PanelPage(ExportPage):
    """Options that begin with the panel."""

    def __init__(self, name: str, suffixes: tuple[str, ...]) -> None:
        super().__init__(name, suffixes)
        self.panel_box = named(QComboBox(), f"{name}Panel")
        for key in (ALL, "fit", "surface", "loss", "check"):
            self.panel_box.addItem("", key)
        self.panel_box.activated.connect(self.changed)
        self._panel_label, self._size_label = QLabel(), QLabel()
        self.form.addRow(self._panel_label, self.panel_box)

    def panel(self) -> str | None:
        """Return the chosen panel; None for all."""
        key = self.panel_box.currentData()
        return None if key == ALL else str(key)

    def part(self) -> str:
        """Return the panel for the file's name."""
        return self.panel() or ""

    def why_not(self, shown: Shown) -> str:
        """Return why it cannot be drawn now."""
        with_surface = self.panel_box.currentData() in WITH_SURFACE
        return why_no_surface(shown) if with_surface else ""

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        super().retranslate()
        self._panel_label.setText(self.tr("Panel"))
        self._size_label.setText(self.tr("Size"))
        self.panel_box.setAccessibleName(self.tr("Panel"))
        self.panel_box.setToolTip(self.tr("Which panel is drawn, or all of them"))
        for index, name in enumerate(
            (self.all_words(), self.tr("Data and line"), self.tr("Loss surface"),
             self.tr("Loss curve"), self.tr("Gradient check"))
        ):  # fmt: skip
            self.panel_box.setItemText(index, name)

    def all_words(self) -> str:
        """Return what all panels are called."""
        return self.tr("All four panels")


class PicturePage(_PanelPage):
    """A picture of the shown step."""

    def __init__(self) -> None:
        super().__init__("exportPicture", (".png", ".svg", ".pdf"))
        self.sizes = SizeChooser("exportPicture", PICTURE_SIZES, SIDES, with_dpi=True)
        self.form.addRow(self._size_label, self.sizes)
        self.preview = named(QLabel(), "exportPreview")
        self.preview.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.preview.setFrameShape(QFrame.Shape.Box)
        self.form.addRow(QWidget(), self.preview)
        self._shown: Shown | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PREVIEW_MS)
        self._timer.timeout.connect(self.draw_preview)
        self.sizes.changed.connect(self.changed)

    def title(self) -> str:
        """Return what it is."""
        return self.tr("Picture (.png, .svg, .pdf)")

    def sentence(self) -> str:
        """Return what it is good for."""
        return self.tr("The panels at the shown step, light and labelled, for print.")

    def kinds(self) -> dict[str, str]:
        """Return the names of the kinds of file by suffix."""
        return {
            ".png": self.tr("PNG, pixels (.png)"),
            ".svg": self.tr("SVG, lines and text (.svg)"),
            ".pdf": self.tr("PDF, lines and text (.pdf)"),
        }

    def show_state(self, shown: Shown) -> None:
        """Draw a small picture of it soon."""
        self._shown = shown
        self.sizes.set_dpi_enabled(self.suffix() == ".png")
        self._timer.start()

    def stop(self) -> None:
        """Draw no preview any more."""
        self._timer.stop()

    def draw_preview(self) -> None:
        """Draw the small picture, and say how large the text comes out."""
        if self._shown is None or not self.isVisible() or self.why_not(self._shown):
            self.preview.clear()
            self.preview.hide()
            self._info.clear()
            return
        units = self._units()
        ratio = self.devicePixelRatioF()
        small = units.scaled(QSizeF(PREVIEW), Qt.AspectRatioMode.KeepAspectRatio)
        found = preview(self._shown, units, self.panel(), small.width() * ratio)
        pixmap = QPixmap.fromImage(found.image)
        pixmap.setDevicePixelRatio(ratio)
        self.preview.setPixmap(pixmap)
        self.preview.show()
        self._say(found.points)

    def job(self, path: str, shown: Shown) -> Job:
        """Begin to draw it."""
        size, panel = self.sizes.size_chosen(), self.panel()

        def draw() -> None:
            write_figure(
                path, shown, (size.width, size.height), panel, unit=size.unit, dpi=size.dpi
            )

        step = 0 if shown.row is None else shown.row.step
        words = self.tr("It shows step {step}.").format(step=step)
        return PictureJob(draw, lambda: words)

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        super().retranslate()
        self.sizes.name_sizes(
            {
                "screen": self.tr("Screen: 1280 × 800 px"),
                "one_column": self.tr("One column: 85 mm"),
                "two_columns": self.tr("Two columns: 180 mm"),
            }
        )
        self.preview.setAccessibleName(self.tr("Preview"))
        self.preview.setToolTip(self.tr("The picture, made small"))

    def _units(self) -> QSizeF:
        """Return the size in 1/96 inch, as pictures are laid out."""
        size = self.sizes.size_chosen()
        if size.unit == "mm":
            inch = size.in_unit("mm")
            return QSizeF(inch.width, inch.height) * (UNITS_PER_INCH / 25.4)
        dpi = size.dpi if self.suffix() == ".png" else UNITS_PER_INCH
        return QSizeF(size.width, size.height) * (UNITS_PER_INCH / dpi)

    def _say(self, points: float) -> None:
        size = self.sizes.size_chosen()
        if self.suffix() == ".png":
            pixels = size.in_unit("px")
            text = self.tr("{width} × {height} pixels, text {points} pt high on paper")
            sides = {"width": round(pixels.width), "height": round(pixels.height)}
        else:
            text, sides = self.tr("text {points} pt high on paper"), {}
        text = text.format(points=f"{points:.1f}", **sides)
        bad = points < LEAST_POINTS
        if bad:
            text += "\n" + self.tr("That is too small to read: choose one panel or a larger size.")
        set_look(self._info, "note", "danger" if bad else "")
        self._info.setText(text)


class FilmPage(_PanelPage):
    """The path from the start to the newest step."""

    def __init__(self) -> None:
        super().__init__("exportFilm", (".gif", ".mp4"))
        self.sizes = SizeChooser("exportFilm", FILM_SIZES, {"px": SIDES["px"]})
        self.frames = named(CountField(LEAST_FRAMES, MOST_FRAMES), "exportFilmFrames")
        self.fps = named(CountField(1, round(FASTEST[".gif"])), "exportFilmRate")
        self.frames.setValue(120)
        self.fps.setValue(20)
        self._frames_label, self._fps_label = QLabel(), QLabel()
        self.form.addRow(self._size_label, self.sizes)
        self.form.addRow(self._frames_label, self.frames)
        self.form.addRow(self._fps_label, self.fps)
        self.sizes.changed.connect(self.changed)
        for field in (self.frames, self.fps):
            field.entered.connect(lambda _: self.changed.emit())

    def title(self) -> str:
        """Return what it is."""
        return self.tr("Animation (.gif, .mp4)")

    def sentence(self) -> str:
        """Return what it is good for."""
        return self.tr("The path from the start to the newest step as a film.")

    def kinds(self) -> dict[str, str]:
        """Return the names of the kinds of file by suffix."""
        return {
            ".gif": self.tr("GIF, plays everywhere (.gif)"),
            ".mp4": self.tr("MP4, smaller and sharper (.mp4)"),
        }

    def all_words(self) -> str:
        """Return what all panels are called."""
        return self.tr("Line, surface and loss curve")

    def why_not(self, shown: Shown) -> str:
        """Return why there is nothing to film."""
        if shown.run is None:
            return ExportPage.why_not(self, shown)
        return super().why_not(shown)

    def show_state(self, shown: Shown) -> None:
        """Say how long it will be."""
        self.fps.set_most(round(FASTEST[self.suffix()]))
        if shown.run is None:
            self._info.clear()
            return
        frames = len(chosen_steps(shown, self.frames.value()))
        text = self.tr("{frames} frames of {steps} steps: {seconds} s.")
        seconds = f"{frames / self.fps.value():.1f}"
        steps = shown.run.last_finite + 1
        self._info.setText(text.format(frames=frames, steps=steps, seconds=seconds))

    def job(self, path: str, shown: Shown) -> Job:
        """Begin to draw it."""
        size = self.sizes.size_chosen()
        # The kind may have been changed in the name of the file.
        fps = min(float(self.fps.value()), FASTEST.get(Path(path).suffix.lower(), FASTEST[".gif"]))
        pixels = round(size.width), round(size.height)
        return FilmJob(Animation(path, shown, pixels, fps, self.frames.value(), self.panel()))

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        super().retranslate()
        self.sizes.name_sizes(
            {
                "hd": self.tr("Large: 1280 × 720 px"),
                "medium": self.tr("Medium: 960 × 540 px"),
                "small": self.tr("Small: 640 × 480 px"),
            }
        )
        self._frames_label.setText(self.tr("Frames at most"))
        self._fps_label.setText(self.tr("Frames per second"))
        self.frames.setAccessibleName(self.tr("Frames at most"))
        self.frames.setToolTip(self.tr("How many steps are shown at most, taken evenly"))
        self.fps.setAccessibleName(self.tr("Frames per second"))
        self.fps.setToolTip(self.tr("How fast the film is"))
