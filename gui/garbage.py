"""Collects Python's garbage in the thread of the window only."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

PAUSE_MS = 500
WHOLE = 40
"""Every so many rounds what is older is looked through as well."""


class GarbageCollector(QObject):
    """Takes the place of the automatic collection while a window is open.

    That runs in whichever thread happens to make the next object. In the runner's thread it would
    delete widgets and timers that nobody refers to any more, and Qt crashes when they are deleted
    elsewhere than in their own thread.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._was_enabled = gc.isenabled()
        self._rounds = 0
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(PAUSE_MS)
        self._timer.timeout.connect(self._collect)
        self._timer.start()

    def close(self) -> None:
        """Leave it to Python again."""
        self._timer.stop()
        gc.unfreeze()
        if self._was_enabled:
            gc.enable()

    def _collect(self) -> None:
        self._rounds += 1
        if self._rounds == WHOLE:
            # What the start has made, TensorFlow's own objects above all, stays to the end: to look
            # it through takes a quarter of a second.
            gc.freeze()
        gc.collect(2 if self._rounds % WHOLE == 0 else 1)
