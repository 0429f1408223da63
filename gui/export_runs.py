"""Which run goes out, what its file is called, and how many of its steps there are."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication

from core.columns import Role
from core.history import HistoryView
from core.loss_surface import loss_surface, needs_tensorflow, view_bounds
from core.problem import Problem
from gui.shown import Shown

translate = QCoreApplication.translate

MOST_NAME = 60
"""Characters of a name of data that a file's name keeps."""


def shown_with(shown: Shown, number: int) -> Shown:
    """Return the state with another kept run at its newest step; its surface if that is at hand.

    Parameters
    ----------
    shown : Shown
        What the window shows.
    number : int
        The run; one that is gone or shown already changes nothing.
    """
    view = shown.snapshot.runs.get(number)
    if view is None or number == shown.snapshot.active:
        return shown
    snapshot = replace(
        shown.snapshot, active=number, ghost=None, inspection=None, visited=None, racing=()
    )
    listed = tuple(replace(run, active=run.view.id == number) for run in shown.listed)
    surface = shown.surface
    if not _same_surface(shown.config.problem, view.config.problem):
        problem = view.config.problem
        # What takes long is computed in the runner's thread, for the shown run alone.
        slow = needs_tensorflow(problem)
        surface = None if slow else loss_surface(problem, view_bounds(problem))
    return Shown(view.config, snapshot, surface=surface, listed=listed)


def why_no_surface(shown: Shown) -> str:
    """Return why a run's surface cannot be drawn now; or nothing."""
    if shown.surface is not None:
        return ""
    return translate(
        "Export",
        "The loss surface of this run is not computed yet. Show the run in the window first.",
    )


def file_stem(shown: Shown, preset: str | None, part: str = "") -> str:
    """Return what a file is called, without its suffix: such as tape-20-steps.

    Parameters
    ----------
    shown : Shown
        What goes out.
    preset : str or None
        The preset that the data come from, where it is one.
    part : str
        What of it, where that is not all.
    """
    steps = 0 if shown.run is None else shown.run.last_finite
    return "-".join(filter(None, (_data_stem(shown, preset), part, f"{steps}-steps")))


def rows_words(history: HistoryView) -> str:
    """Return how many rows a record has, and which steps are gone from a long one."""
    rows, steps = len(history), history.last_step - history.row(0).step + 1
    if rows == steps:
        return translate("Export", "{rows} rows: every step.").format(rows=rows)
    stride = int(np.diff(history.values(Role.STEP)).max())
    text = translate(
        "Export", "{rows} rows for {steps} steps: of the older ones the record keeps one in {each}."
    )
    return text.format(rows=rows, steps=steps, each=stride)


def _same_surface(one: Problem, other: Problem) -> bool:
    return one.objective == other.objective and one.dataset is other.dataset


def _data_stem(shown: Shown, preset: str | None) -> str:
    data = shown.config.problem.dataset
    if data is not None and data.path is not None and not data.by_hand:
        # What some system does not want in the name of a file.
        return re.sub(r"[^\w.-]+", "-", Path(data.path).stem)[:MOST_NAME].strip("-.") or "run"
    return preset or "run"
