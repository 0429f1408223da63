"""The command ``descent-lab``: verbs go to the command line, everything else to the window."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from gui.display import why_no_window
from gui.options import window_options

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QApplication

    from core.pictures import FigureOptions, FilmAccount, FilmOptions
    from core.run_view import RunView
    from gui.shown import Shown


def main(argv: list[str] | None = None) -> int:
    """Run a verb, or open the window, and return the exit status."""
    arguments = sys.argv[1:] if argv is None else argv
    # A verb comes first and has no dash; help is the command line's too.
    if arguments and (arguments[0] in ("-h", "--help") or not arguments[0].startswith("-")):
        from core.cli import main as command_line

        return command_line(arguments, Pictures())
    options, _ = window_options(arguments)
    obstacle = why_no_window()
    if obstacle is not None:
        print(f"descent-lab: no window can be opened ({obstacle}); training without it.",
              file=sys.stderr)  # fmt: skip
        return _without_window(options.preset, options.data)
    from gui.app import run

    return run([sys.argv[0], *arguments])


class Pictures:
    """Draws what the command line asks for; needs no display, and imports Qt only then."""

    def check_figure(self, path: str, options: FigureOptions) -> None:
        from gui.figure import check_figure

        check_figure(path, options.size, options.panel, unit=options.unit, dpi=options.dpi)

    def write_figure(self, path: str, view: RunView, options: FigureOptions) -> None:
        app = _application()
        from gui.figure import write_figure

        write_figure(
            path, _shown(view), options.size, options.panel, unit=options.unit, dpi=options.dpi
        )
        del app

    def check_animation(self, path: str, options: FilmOptions) -> None:
        from gui.animation import check_animation

        check_animation(path, options.size, options.fps, options.frames, options.panel)

    def write_animation(
        self, path: str, view: RunView, options: FilmOptions, progress: Callable[[float], None]
    ) -> FilmAccount:
        app = _application()
        from gui.animation import write_animation

        account = write_animation(
            path, _shown(view), options.size, options.fps, options.frames, options.panel, progress
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


def _without_window(preset: str | None, data: str | None) -> int:
    """Train the experiment that the window would show, and write its picture."""
    from core.cli import main as command_line

    folder = Path.cwd()
    if not os.access(folder, os.W_OK):
        folder = Path(tempfile.gettempdir())
    path = str(folder / "descent-lab.png")
    source = ["--data", data] if data else ["--preset", preset or "tape"]
    status = command_line(["train", *source, "--figure", path], Pictures())
    if status != 2:
        print(f"picture: {path}")
    return status


if __name__ == "__main__":
    sys.exit(main())
