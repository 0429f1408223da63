"""The one QApplication of the process."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.resources import files

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from gui.opengl import share_contexts
from gui.plotting import configure

SWITCH_SECONDS = 1e-3


def make_application(arguments: Sequence[str]) -> QApplication:
    """Return the one application, made if there is none yet."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    share_contexts()
    # The window waits at most this long for Python's lock while the runner trains.
    sys.setswitchinterval(SWITCH_SECONDS)
    app = QApplication(["descent-lab", *arguments])
    app.setApplicationName("descent-lab")
    app.setApplicationDisplayName("Descent Lab")
    app.setDesktopFileName("descent-lab")
    app.setWindowIcon(QIcon(str(files("assets") / "icon.svg")))
    configure()
    return app
