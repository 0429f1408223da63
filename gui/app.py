"""Start-up of the window: language, theme, size, and what happens to errors."""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Sequence
from types import TracebackType

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from gui import message
from gui.application import make_application
from gui.controller import Controller
from gui.main_window import MainWindow
from gui.options import window_options
from gui.settings import Settings
from gui.translation import set_language, system_language

LEAST_WIDTH, LEAST_HEIGHT, PART_OF_SCREEN = 1280, 800, 0.75


def build_window(argv: Sequence[str]) -> tuple[QApplication, MainWindow]:
    """Build the window and show it, without entering the event loop.

    Parameters
    ----------
    argv : sequence of str
        As in `sys.argv`; the program's name may be missing.
    """
    arguments = list(argv[1:] if argv and not argv[0].startswith("-") else argv)
    options, rest = window_options(arguments)
    app = make_application(rest)
    settings = Settings()
    language = options.lang or settings.language or system_language()
    set_language(app, language)
    controller = Controller()
    if options.preset is not None:
        controller.load_preset(options.preset)
    dark, file = _dark(app, settings), options.session or options.data
    window = MainWindow(app, controller, settings, dark, language, file, bool(options.session))
    _give_size(window)
    window.show()
    return app, window


def run(argv: Sequence[str]) -> int:
    """Open the window, and return the exit status once it is closed."""
    app, window = build_window(argv)
    reporter = ErrorReporter(window)
    reporter.install()
    return app.exec()


class ErrorReporter(QObject):
    """Prints what nobody caught, and says it once in the window.

    Parameters
    ----------
    window : MainWindow
        Where it is said.
    """

    _caught = Signal(str)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._said: set[str] = set()
        self._caught.connect(self._say)

    def install(self) -> None:
        """Catch what slots and threads let through."""
        sys.excepthook = self._of_slot
        threading.excepthook = self._of_thread

    def _of_slot(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._window.close()
            return
        traceback.print_exception(kind, error, trace)
        # A signal: the error may come from another thread.
        self._caught.emit(f"{kind.__name__}: {error}")

    def _of_thread(self, caught: threading.ExceptHookArgs) -> None:
        if caught.exc_value is not None:
            self._of_slot(caught.exc_type, caught.exc_value, caught.exc_traceback)

    def _say(self, text: str) -> None:
        if text not in self._said:
            self._said.add(text)
            self._window.show_notice(lambda: message.unexpected(text))


def _dark(app: QApplication, settings: Settings) -> bool:
    if settings.dark is not None:
        return settings.dark
    hints = app.styleHints()
    hints.unsetColorScheme()
    return hints.colorScheme() is Qt.ColorScheme.Dark


def _give_size(window: MainWindow) -> None:
    available = window.screen().availableSize()
    width = max(LEAST_WIDTH, round(available.width() * PART_OF_SCREEN))
    height = max(LEAST_HEIGHT, round(available.height() * PART_OF_SCREEN))
    window.resize(min(width, available.width()), min(height, available.height()))
