"""The options of ``descent-lab export``, and what they ask for."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from core.errors import InputError
from core.files import refuse_same, refuse_unwritable
from core.options import add_run_options, positive, refuse, whole
from core.pictures import PANELS, FigureOptions, FilmOptions, PictureWriter

OUTPUTS = ("script", "history", "figure", "animation", "tensorboard", "to_session")
"""Where the parser puts the files that are asked for."""

_NAMES = {"script": (".py",), "to_session": (".descent.json",)}
_DPI = (10.0, 4800.0)


@dataclass(frozen=True)
class Size:
    """Width and height in a unit, 'px' or 'mm'."""

    width: float
    height: float
    unit: str


def add_export_options(verb: argparse.ArgumentParser) -> None:
    """Add which run is meant, which files are to be written, and how."""
    verb.add_argument("source", nargs="?", metavar="SESSION.descent.json",
                      help="a session; without one a run is trained, as by train")  # fmt: skip
    verb.add_argument("--run", type=whole, metavar="N",
                      help="which run of the session; by default the active one")  # fmt: skip
    add_run_options(verb)
    files = verb.add_argument_group("files to be written, one or more")
    files.add_argument("--script", metavar="FILE.py",
                       help="a TensorFlow program that repeats the run")  # fmt: skip
    files.add_argument("--history", metavar="FILE.csv",
                       help="every recorded step, as .csv or .parquet")  # fmt: skip
    files.add_argument("--figure", metavar="FILE.png",
                       help="a picture for print, as .png, .svg or .pdf")  # fmt: skip
    files.add_argument("--animation", metavar="FILE.gif",
                       help="a film of the path, as .gif or .mp4")  # fmt: skip
    files.add_argument("--tensorboard", metavar="FOLDER", help="a log for TensorBoard")
    files.add_argument("--session", metavar="FILE.descent.json", dest="to_session",
                       help="the run as a session")  # fmt: skip
    look = verb.add_argument_group("pictures and films")
    look.add_argument("--panel", choices=PANELS, help="one panel by itself")
    look.add_argument("--size", type=_size, metavar="1280x800",
                      help="in pixels, or of a figure like 180x120mm")  # fmt: skip
    look.add_argument("--dpi", type=_dpi, metavar="N", help="pixels per inch of a .png (96)")
    look.add_argument("--frames", type=whole, metavar="N", help="of a film, at most (120)")
    look.add_argument("--fps", type=positive, metavar="N", help="frames per second (20)")


def check_outputs(arguments: argparse.Namespace, pictures: PictureWriter | None) -> None:
    """Say before any work what cannot be.

    Raises
    ------
    InputError
        If nothing is asked for, options do not fit together, or a file cannot be written.
    """
    if not any(getattr(arguments, output) for output in OUTPUTS):
        raise InputError("nothing_to_export", options=", ".join(_option(o) for o in OUTPUTS))
    _refuse_misplaced(arguments)
    for path in _files(arguments):
        refuse_unwritable(path)
        refuse_same(path, arguments.source, arguments.data)
    for output, suffixes in _NAMES.items():
        path = getattr(arguments, output)
        if path and not path.endswith(suffixes):
            raise InputError("wrong_suffix", file=path, names="".join(f"*{s}" for s in suffixes))
    if arguments.history:
        from core.history_export import check_history_name

        check_history_name(arguments.history)
    if arguments.tensorboard:
        from core.tensorboard_log import check_log_folder

        check_log_folder(arguments.tensorboard)
    _check_pictures(arguments, pictures)


def _check_pictures(arguments: argparse.Namespace, pictures: PictureWriter | None) -> None:
    for option in ("figure", "animation"):
        if getattr(arguments, option) and pictures is None:
            raise InputError("no_figure_writer", option=f"--{option}")
    if pictures is not None and arguments.figure:
        pictures.check_figure(arguments.figure, figure_options(arguments))
    if pictures is not None and arguments.animation:
        pictures.check_animation(arguments.animation, film_options(arguments))


def figure_options(arguments: argparse.Namespace) -> FigureOptions:
    """Return how the picture is to be."""
    options, size = FigureOptions(panel=arguments.panel), arguments.size
    if size is not None:
        options = replace(options, size=(size.width, size.height), unit=size.unit)
    return options if arguments.dpi is None else replace(options, dpi=arguments.dpi)


def film_options(arguments: argparse.Namespace) -> FilmOptions:
    """Return how the film is to be."""
    options, size = FilmOptions(panel=arguments.panel), arguments.size
    if size is not None:
        if size.unit != "px":
            raise InputError("film_in_mm")
        options = replace(options, size=(int(size.width), int(size.height)))
    if arguments.fps is not None:
        options = replace(options, fps=arguments.fps)
    return options if arguments.frames is None else replace(options, frames=arguments.frames)


def refuse_run_options(arguments: argparse.Namespace) -> None:
    """Refuse what describes a run where a session holds one.

    Raises
    ------
    InputError
        ``session_has_settings``.
    """
    plain = argparse.ArgumentParser(add_help=False)
    add_run_options(plain)
    for name, default in vars(plain.parse_args([])).items():
        value = getattr(arguments, name)
        if name != "json" and value != default:
            option = "--set" if name == "hyperparameters" else _option(name)
            if value is False:
                option = f"--no-{name}"
            raise InputError("session_has_settings", option=option, file=arguments.source)


def _refuse_misplaced(arguments: argparse.Namespace) -> None:
    if not arguments.figure:
        refuse("--figure", {"--dpi": arguments.dpi})
    if not arguments.animation:
        refuse("--animation", {"--frames": arguments.frames, "--fps": arguments.fps})
    if not (arguments.figure or arguments.animation):
        refuse("--figure or --animation", {"--panel": arguments.panel, "--size": arguments.size})
    if arguments.source is None:
        refuse("a session", {"--run": arguments.run})


def _files(arguments: argparse.Namespace) -> Iterator[str]:
    for output in OUTPUTS:
        if output != "tensorboard" and getattr(arguments, output):
            yield getattr(arguments, output)


def _option(name: str) -> str:
    return "--session" if name == "to_session" else f"--{name.replace('_', '-')}"


def _size(text: str) -> Size:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)[x×](\d+(?:\.\d+)?)(px|mm)?", text.replace(" ", ""))
    unit = (found and found[3]) or "px"
    if found is None or (unit == "px" and "." in text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no size; write it like 1280x800 or 180x120mm"
        )
    number = int if unit == "px" else float
    return Size(number(found[1]), number(found[2]), unit)


def _dpi(text: str) -> float:
    value = positive(text)
    if not _DPI[0] <= value <= _DPI[1]:
        raise argparse.ArgumentTypeError(f"{text!r} is not from {_DPI[0]:g} to {_DPI[1]:g}")
    return value
