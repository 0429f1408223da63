"""What the window remembers between two starts."""

from __future__ import annotations

import os

from PySide6.QtCore import QSettings

from gui.theme import DEFAULT_FONT_PX

ENVIRONMENT = "DESCENT_LAB_SETTINGS"
"""Name of the variable that puts the settings into a file of one's own."""

LEAST_FONT_PX, LARGEST_FONT_PX = 10, 28


class Settings:
    """Language, size of the text and theme, kept by the system."""

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
