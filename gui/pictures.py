"""The pictures and films of the command line, drawn without a window."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from core.pictures import FigureOptions, FilmAccount, FilmOptions
    from core.run_view import RunView
    from gui.shown import Shown


class Pictures:
    """Draws what the command line asks for; needs no display, and imports Qt only then."""

    def check_figure(self, path: str, options: FigureOptions) -> None:
        from gui.figure import check_figure

        check_figure(path, options.size, options.panel, unit=options.unit, dpi=options.dpi)

    def write_figure(self, path: str, view: RunView, options: FigureOptions) -> None:
        app = _application()
        from gui.figure import write_figure

        shown = _examined(view) if options.panel in (None, "check") else _shown(view)
        write_figure(path, shown, options.size, options.panel, unit=options.unit, dpi=options.dpi)
        del app

    def check_animation(self, path: str, options: FilmOptions) -> None:
        from gui.animation import check_animation

        check_animation(path, options.size, options.fps, options.frames, options.panel)

    def write_animation(
        self, path: str, view: RunView, options: FilmOptions, progress: Callable[[float], None]
    ) -> FilmAccount:
        app = _application()
        from gui.animation import write_animation

        with _interrupts_held() as ask:

            def tell(done: float) -> None:
                ask()
                progress(done)

            account = write_animation(
                path, _shown(view), options.size, options.fps, options.frames, options.panel, tell
            )
        del app
        return account


def _application() -> QApplication:
    """Return an application that needs no display."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from gui.application import make_application

    return make_application([])


def _shown(view: RunView) -> Shown:
    from core.loss_surface import loss_surface, view_bounds
    from core.snapshot import Snapshot
    from gui.shown import Shown

    problem = view.config.problem
    surface = loss_surface(problem, view_bounds(problem))
    snapshot = Snapshot(version=1, runs={view.id: view}, active=view.id)
    return Shown(view.config, snapshot, surface=surface)


def _examined(view: RunView) -> Shown:
    """Return what is shown of a run with all that the gradient check says of its last step."""
    from dataclasses import replace

    from core.inspection import Wanted, inspected
    from core.run import Run

    shown = _shown(view)
    wanted = Wanted(view.id, view.last_finite, view.config.optimizer.learning_rate)
    inspection = inspected(Run.restored(view), wanted)
    return replace(shown, snapshot=replace(shown.snapshot, inspection=inspection))


@contextmanager
def _interrupts_held() -> Iterator[Callable[[], None]]:
    """Yield what lets Ctrl+C through; until then, and until the end, it is kept back.

    An exception amid Qt's drawing would end the process at once, and leave half a file.
    """
    pressed: list[int] = []
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield lambda: None
        return

    def ask() -> None:
        if pressed:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield ask
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    ask()
