"""Whether a window can be opened; asking Qt itself would abort the process."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path


def why_no_window() -> str | None:
    """Return what keeps a window from opening, in a few words, or None if nothing does."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return None  # elsewhere there is a display; or the person chose a platform
    if _wayland():
        return None
    display = os.environ.get("DISPLAY")
    if not display:
        return "no display"
    return _refused_by_x(display) or _missing_library()


def _wayland() -> bool:
    name = os.environ.get("WAYLAND_DISPLAY")
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    return bool(name) and Path(folder, str(name)).is_socket()


def _refused_by_x(display: str) -> str | None:
    """Connect with libxcb, which knows the authority file, as Qt will."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as error:
        return str(error)
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(None, None)
    refused = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return f"display {display} refuses the connection" if refused else None


def _missing_library() -> str | None:
    """Load Qt's plugin for X: the loader names the system library that it lacks."""
    from PySide6.QtCore import QLibraryInfo
    from PySide6.QtGui import QGuiApplication  # noqa: F401, the plugin's own libraries

    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)
    try:
        ctypes.CDLL(f"{folder}/platforms/libqxcb.so")
    except OSError as error:
        return str(error)
    return None
