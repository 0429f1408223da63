"""What ``descent-lab export`` does: a run, of a session or newly trained, to files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from core import report
from core.errors import InputError
from core.export_options import check_outputs, figure_options, film_options, refuse_run_options
from core.history_export import write_history
from core.options import stated_config
from core.pictures import PictureWriter
from core.run_view import RunView
from core.script_export import write_script
from core.session_file import Session, read_session, session_of, write_session
from core.session_runs import restored
from core.snapshot import Snapshot
from core.tensorboard_log import write_tensorboard


class _Written(NamedTuple):
    """A file: what a line says of it, and what JSON does."""

    words: str
    fields: dict[str, Any]


def export(arguments: argparse.Namespace, pictures: PictureWriter | None) -> dict[str, Any]:
    """Write what is asked for, with a line on each file, and return the JSON object.

    A file that cannot be written ends it; those before it stay, and none is written in part.

    Raises
    ------
    InputError
        If nothing is asked for, options do not fit together, the session cannot be read, the run
        cannot be repeated by a script, or a file cannot be written.
    """
    check_outputs(arguments, pictures)
    if arguments.source is None:
        view = report.trained(stated_config(arguments))[0].view()
    else:
        refuse_run_options(arguments)
        view = _run_of_session(arguments)
    written = []
    for file in _write(arguments, view, pictures):
        written.append(file.fields)
        if not arguments.json:
            print(f"{file.fields['file']}: {file.words}", flush=True)
    return {"written": written, "status": view.state.value, "steps": view.history.last_step}


def _run_of_session(arguments: argparse.Namespace) -> RunView:
    """Return a run as it stands in the session; nothing of it is trained."""
    session = read_session(arguments.source)
    number = session.active if arguments.run is None else arguments.run
    view = next((run for run in session.runs if run.id == number), None)
    if view is None and not session.runs:
        raise InputError("session_without_run", file=arguments.source)
    if view is None:
        choices = ", ".join(str(run.id) for run in session.runs)
        raise InputError("no_such_run", run=number, choices=choices)
    if arguments.to_session and view.id in session.examined:
        # That its start was examined goes along.
        view = restored(Session((view,), view.id, (), examined=session.examined))[0].view()
    return view


def _write(
    arguments: argparse.Namespace, view: RunView, pictures: PictureWriter | None
) -> Iterator[_Written]:
    # The script first: it can be refused for what the run is.
    if arguments.script:
        yield from _script(arguments.script, view)
    if arguments.history:
        yield _history(arguments.history, view)
    if arguments.tensorboard:
        yield _log(arguments.tensorboard, view)
    if arguments.to_session:
        yield _session(arguments.to_session, view)
    if arguments.figure and pictures is not None:
        yield _figure(arguments, view, pictures)
    if arguments.animation and pictures is not None:
        yield _animation(arguments, view, pictures)


def _script(path: str, view: RunView) -> Iterator[_Written]:
    script, *beside = write_script(path, view)
    steps = view.history.last_step
    yield _Written(f"script of {_many(steps, 'step')}", _fields("script", script, steps=steps))
    for data in beside:
        rows = len(view.config.problem.dataset or ())
        words = f"data of the script, {_many(rows, 'row')}"
        yield _Written(words, _fields("script data", data, rows=rows))


def _history(path: str, view: RunView) -> _Written:
    account = write_history(path, view)
    words = f"history, {_of(account.rows, account.steps, 'step')}"
    if account.thinned:
        words += "; the record holds no more"
    return _Written(words, _fields(
        "history", path, rows=account.rows, steps=account.steps, thinned=account.thinned
    ))  # fmt: skip


def _log(folder: str, view: RunView) -> _Written:
    account = write_tensorboard(folder, view)
    words = (
        f"TensorBoard log of {', '.join(account.tags)}, "
        f"{_of(account.written, account.steps, 'step')}"
    )
    return _Written(words, _fields(
        "tensorboard", folder, rows=account.written, steps=account.steps, tags=list(account.tags)
    ))  # fmt: skip


def _session(path: str, view: RunView) -> _Written:
    write_session(path, session_of(Snapshot(runs={view.id: view}, active=view.id)))
    return _Written(f"session of run {view.id}", _fields("session", path, run=view.id))


def _figure(arguments: argparse.Namespace, view: RunView, pictures: PictureWriter) -> _Written:
    options = figure_options(arguments)
    pictures.write_figure(arguments.figure, view, options)
    size = " x ".join(f"{side:g}" for side in options.size)
    what = "all panels" if options.panel is None else f"panel {options.panel}"
    return _Written(f"picture of {what}, {size} {options.unit}", _fields(
        "figure", arguments.figure, size=list(options.size), unit=options.unit,
        panel=options.panel,
    ))  # fmt: skip


def _animation(arguments: argparse.Namespace, view: RunView, pictures: PictureWriter) -> _Written:
    options = film_options(arguments)
    path = arguments.animation
    try:
        account = pictures.write_animation(path, view, options, _progress(arguments.animation))
    finally:
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)
    width, height = account.size
    words = (
        f"film of {_of(account.frames, account.steps, 'step')}, {width} x {height} px, "
        f"{options.fps:g} frames per second"
    )
    return _Written(words, _fields(
        "animation", path, size=[width, height], frames=account.frames, steps=account.steps,
        fps=options.fps, panel=options.panel,
    ))  # fmt: skip


def _progress(path: str) -> Callable[[float], None]:
    """Return what tells a person at a terminal how far it is."""
    terminal, last = sys.stderr.isatty(), -1

    def tell(done: float) -> None:
        nonlocal last
        if terminal and int(100 * done) != last:
            last = int(100 * done)
            print(f"\r{path}: {last} %", end="", file=sys.stderr, flush=True)

    return tell


def _fields(kind: str, file: object, **values: Any) -> dict[str, Any]:
    return {"kind": kind, "file": str(file), **values}


def _of(some: int, every: int, what: str) -> str:
    return f"all {_many(every, what)}" if some == every else f"{some} of {_many(every, what)}"


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
