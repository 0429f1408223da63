"""A picture of the panels, without a window."""

from __future__ import annotations

import os

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication, QGridLayout, QWidget

from core.errors import InputError
from core.files import written_atomically
from gui.application import make_application
from gui.display import why_no_window
from gui.panel import Panel
from gui.panels.check import CheckPanel
from gui.panels.fit import FitPanel
from gui.panels.loss import LossPanel
from gui.panels.surface import SurfacePanel
from gui.plotting import configure
from gui.shown import Shown
from gui.theme import apply_theme


def write_figure(path: str, shown: Shown, size: tuple[int, int] = (1280, 800)) -> None:
    """Draw line, surface, loss and gradient check, and save them as a PNG.

    Parameters
    ----------
    path : str
        The file; it is written whole or not at all.
    shown : Shown
        What to draw.
    size : tuple of int
        Width and height in pixels.

    Raises
    ------
    InputError
        If the file cannot be written, or is not named as a kind of picture that Qt writes.
    """
    app = _application()
    configure()
    apply_theme(app, dark=False)
    sheet = _sheet(shown, size)
    with written_atomically(path) as temporary:
        if not sheet.grab().save(str(temporary)):
            raise InputError("cannot_write", file=path, why="name it *.png")
    sheet.deleteLater()


def _application() -> QApplication:
    """Return the application; where there is none yet and no display, one that needs none."""
    if QApplication.instance() is None and why_no_window() is not None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    return make_application([])


def _sheet(shown: Shown, size: tuple[int, int]) -> QWidget:
    sheet = QWidget()
    grid = QGridLayout(sheet)
    panels: tuple[Panel, ...] = (FitPanel(), SurfacePanel(), LossPanel(), CheckPanel())
    for i, panel in enumerate(panels):
        panel.hide_header_buttons()
        grid.addWidget(panel, i // 2, i % 2)
    for column, stretch in enumerate((43, 57)):
        grid.setColumnStretch(column, stretch)
    for row, stretch in enumerate((57, 43)):
        grid.setRowStretch(row, stretch)
    sheet.resize(*size)
    sheet.ensurePolished()
    # Plots know their size only once they are laid out; the sheet itself is never shown.
    sheet.grab()
    QApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
    for panel in panels:
        panel.draw(shown)
    return sheet
