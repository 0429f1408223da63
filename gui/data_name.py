"""What data are called in the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication

from core.dataset import Dataset


def data_name(data: Dataset) -> str:
    """Return the name of the file, or where else the rows come from."""
    if data.by_hand:
        return QCoreApplication.translate("DataName", "by hand")
    if data.path is None:
        return QCoreApplication.translate("DataName", "clipboard")
    return Path(data.path).name
