"""What the window remembers between two starts."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QSettings

from gui.theme import DEFAULT_FONT_PX

ENVIRONMENT = "DESCENT_LAB_SETTINGS"
"""Name of the variable that puts the settings into a file of one's own."""

MOST_RECENT = 10

LEAST_FONT_PX, LARGEST_FONT_PX = 10, 28


@dataclass(frozen=True)
class Recent:
    """A file that was opened or saved.

    Attributes
    ----------
    path : str
        Where it was.
    how : dict or None
        How a table was read, see `core.session_account.choices_json`; None for a session.
    """

    path: str
    how: dict[str, Any] | None = None


class Settings:
    """Language, size of the text, theme, and the files of late, kept by the system."""

    def __init__(self) -> None:
        path = os.environ.get(ENVIRONMENT)
        self._stored = (
            QSettings(path, QSettings.Format.IniFormat)
            if path
            else QSettings("descent-lab", "descent-lab")
        )

    @property
    def language(self) -> str | None:
        """Return 'en' or 'zh_CN'; None where the person never chose."""
        value = self._stored.value("language")
        return value if isinstance(value, str) else None

    @language.setter
    def language(self, code: str) -> None:
        self._stored.setValue("language", code)

    @property
    def dark(self) -> bool | None:
        """Return whether the theme is dark; None where the system decides."""
        value = self._stored.value("dark")
        return None if value is None else str(value).lower() == "true"

    @dark.setter
    def dark(self, on: bool) -> None:
        self._stored.setValue("dark", on)

    @property
    def font_px(self) -> int:
        """Return the size of the text in pixels."""
        try:
            value = int(str(self._stored.value("font_px", DEFAULT_FONT_PX)))
        except ValueError:
            return DEFAULT_FONT_PX
        return min(max(value, LEAST_FONT_PX), LARGEST_FONT_PX)

    @font_px.setter
    def font_px(self, size: int) -> None:
        self._stored.setValue("font_px", size)

    @property
    def recent(self) -> list[Recent]:
        """Return the files of late, the newest first."""
        try:
            found = json.loads(str(self._stored.value("recent", "[]")))
        except (ValueError, RecursionError):
            return []
        files = [_recent(each) for each in found] if isinstance(found, list) else []
        return [file for file in files if file is not None][:MOST_RECENT]

    def remember(self, path: str, how: dict[str, Any] | None = None) -> None:
        """Put a file first among those of late, with how it was read if it is a table."""
        path = os.path.abspath(path)
        others = [file for file in self.recent if file.path != path]
        kept = [Recent(path, how), *others][:MOST_RECENT]
        self._stored.setValue("recent", json.dumps([[file.path, file.how] for file in kept]))

    def forget_recent(self) -> None:
        """Forget the files of late."""
        self._stored.remove("recent")


def _recent(value: Any) -> Recent | None:
    """Return a remembered file; None for what is none."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    path, how = value
    usable = isinstance(path, str) and path and isinstance(how, dict | None)
    return Recent(path, how) if usable else None
