"""Edits of the data by hand, with undo and redo."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from core.dataset import Dataset
from gui.controller import Controller
from gui.shown import Shown

MOST_STEPS = 200
"""So many edits can be undone."""

Version = tuple[Dataset, str | None]
"""The data as they came, and the preset that they come from."""


class PointHistory(QObject):
    """Adds, moves and removes points; each of it can be undone, a drag as a whole.

    What was undone down to the data that were loaded is these data again, with their file or
    preset. Loading others forgets all steps.

    Parameters
    ----------
    controller : Controller
        Whose data are edited.
    """

    changed = Signal()
    """Something else can be undone or redone than before."""

    def __init__(self, controller: Controller) -> None:
        super().__init__(controller)
        self._controller = controller
        self._stack = QUndoStack(self)
        self._stack.setUndoLimit(MOST_STEPS)
        self._stack.indexChanged.connect(self.changed)
        self._at: Dataset | None = None
        self._base: Version | None = None
        self._row = 0
        self._waiting: Dataset | None = None
        self._undrawn = False
        controller.shown_changed.connect(self._follow)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to undo."""
        return self._stack.canUndo()

    @property
    def can_redo(self) -> bool:
        """Whether there is something to do again."""
        return self._stack.canRedo()

    def add(self, x: float, y: float) -> None:
        """Add a point, in the units of the data as they came."""
        now = self._now()
        if now is not None and self._base is None:
            self._push(now, now[0].with_point(x, y))

    def remove(self, row: int) -> None:
        """Remove a point; the last one stays."""
        now = self._now()
        if now is not None and self._base is None and len(now[0]) > 1:
            self._push(now, now[0].without(row))

    def grab(self, row: int) -> None:
        """Begin to move a point."""
        now = self._now()
        if now is not None and row < len(now[0]):
            self._base, self._row = now, row
            self._controller.take_in_hand(True)

    def move(self, x: float, y: float) -> None:
        """Move the grabbed point: at once, or as soon as its last place has been drawn."""
        if self._base is None:
            return
        data = self._base[0].moved(self._row, x, y)
        if self._undrawn:
            self._waiting = data
        else:
            self._show(data)

    def release(self) -> None:
        """Leave the grabbed point where it is."""
        base, waiting = self._base, self._waiting
        self._base = self._waiting = None
        self._controller.take_in_hand(False)
        if base is None:
            return
        data = self._at if waiting is None else waiting
        if data is not None and data is not base[0]:
            self._push(base, data)

    def undo(self) -> None:
        """Take back the last edit."""
        if self._now() is not None and self._base is None:
            self._stack.undo()

    def redo(self) -> None:
        """Do again what was taken back last."""
        if self._now() is not None and self._base is None:
            self._stack.redo()

    def _now(self) -> Version | None:
        """Return what there is; if it is none of the edits, these are forgotten."""
        problem = self._controller.config.problem
        data = None if problem.dataset is None or problem.fit is None else problem.dataset.original
        if data is not self._at:
            self._at, self._base, self._waiting = data, None, None
            self._stack.clear()
        return None if data is None else (data, self._controller.preset)

    def _push(self, old: Version, data: Dataset) -> None:
        self._stack.push(_Edit(self._set, old, (data, None)))

    def _show(self, data: Dataset) -> None:
        self._undrawn = True
        self._set((data, None))

    def _set(self, version: Version) -> None:
        # The place where a drag ends is there already.
        if version[0] is not self._at:
            self._at = version[0]
            self._controller.set_data(*version)

    def _follow(self, shown: Shown) -> None:
        """Show where the mouse has moved a point meanwhile."""
        self._undrawn = False
        self._now()
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._show(waiting)


class _Edit(QUndoCommand):
    """From one version of the data to another."""

    def __init__(self, take: Callable[[Version], None], old: Version, new: Version) -> None:
        super().__init__()
        self._take, self._old, self._new = take, old, new

    def undo(self) -> None:
        """Take the old data."""
        self._take(self._old)

    def redo(self) -> None:
        """Take the new data."""
        self._take(self._new)
