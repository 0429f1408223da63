"""What a session keeps of the window beside its runs: shown step, speed, tab, names and colours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from core.presets import PRESETS
from gui.run_list import Look
from gui.widgets.speed_box import AS_FAST_AS_IT_GOES, SPEEDS

LONGEST_NAME = 200
LARGEST_NUMBER = 2**53


@dataclass(frozen=True)
class SessionView:
    """A view as it was saved.

    Attributes
    ----------
    step : int or None
        The shown step; None: the newest.
    paced : bool
        Whether `pace` is known.
    pace : float or None
        Steps per second; None: as fast as it goes.
    tab : str or None
        Object name of the panel on top of the others; None where it is not known.
    preset : str or None
        The preset that the data come from.
    looks : dict of int to Look
        What is seen of the kept runs, by number.
    """

    step: int | None = None
    paced: bool = False
    pace: float | None = None
    tab: str | None = None
    preset: str | None = None
    looks: dict[int, Look] = field(default_factory=dict)

    def json(self) -> dict[str, Any]:
        """Return the view as a session file has it."""
        looks = {str(number): asdict(look) for number, look in self.looks.items()}
        found = {"step": self.step, "tab": self.tab, "preset": self.preset, "runs": looks}
        return {**found, "pace": self.pace} if self.paced else found


def read_view(view: Mapping[str, Any], offset: int = 0) -> SessionView:
    """Return a view; what cannot be used is as if it were not there: the file may be anyone's.

    Parameters
    ----------
    view : mapping
        What `SessionView.json` returned.
    offset : int
        Added to the runs' numbers.
    """
    pace, preset, tab = view.get("pace"), view.get("preset"), view.get("tab")
    paced = "pace" in view and (pace is None or _is_pace(pace))
    return SessionView(
        _whole(view.get("step")),
        paced,
        float(pace) if paced and pace is not None else None,
        tab if isinstance(tab, str) else None,
        preset if isinstance(preset, str) and preset in PRESETS else None,
        _looks(view.get("runs"), offset),
    )


def _whole(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 <= value <= LARGEST_NUMBER else None


def _is_pace(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return SPEEDS[0] <= value < AS_FAST_AS_IT_GOES


def _looks(value: object, offset: int) -> dict[int, Look]:
    if not isinstance(value, dict):
        return {}
    found = {}
    for number, look in value.items():
        read = _look(look)
        if read is not None and re.fullmatch(r"[0-9]{1,15}", number):
            found[int(number) + offset] = read
    return found


def _look(value: object) -> Look | None:
    if not isinstance(value, dict):
        return None
    name, colour, visible = value.get("name"), value.get("colour"), value.get("visible")
    # A name is one line: it stands in tables and legends.
    name = " ".join(name.split())[:LONGEST_NAME] if isinstance(name, str) else ""
    if not name or not isinstance(colour, str) or not re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
        return None
    return Look(name, colour, visible is not False)
