"""The command ``descent-lab``: verbs go to the command line, everything else to the window."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from gui.display import why_no_window
from gui.options import window_options
from gui.pictures import Pictures


def main(argv: list[str] | None = None) -> int:
    """Run a verb, or open the window, and return the exit status."""
    arguments = sys.argv[1:] if argv is None else argv
    # A verb comes first and has no dash; help is the command line's too.
    if arguments and (arguments[0] in ("-h", "--help") or not arguments[0].startswith("-")):
        from core.cli import main as command_line

        return command_line(arguments, Pictures())
    options, _ = window_options(arguments)
    obstacle = why_no_window()
    if obstacle is not None and options.session:
        print(f"descent-lab: no window can be opened ({obstacle}), and --session needs one.",
              file=sys.stderr)  # fmt: skip
        return 2
    if obstacle is not None:
        print(f"descent-lab: no window can be opened ({obstacle}); training without it.",
              file=sys.stderr)  # fmt: skip
        return _without_window(options.preset, options.data)
    from gui.app import run

    return run([sys.argv[0], *arguments])


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
