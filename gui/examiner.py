"""Which step is to be examined, and what was found."""

from __future__ import annotations

from dataclasses import replace

from core.full_check import OwnCheck
from core.inspection import Inspection, Wanted
from core.run_view import RunState
from core.runner import Runner
from core.snapshot import Snapshot
from core.stability import Curvature
from core.worked_step import TapeChoices
from gui.shown import Shown


class Examiner:
    """Asks the runner to examine the shown step, once for each, and never in a run.

    Parameters
    ----------
    runner : Runner
        Whose thread does it.
    """

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self.choices = TapeChoices()
        self.own: OwnCheck | None = None
        self.curvature: Curvature | None = None
        self._asked: Wanted | None = None
        self._taken: Inspection | None = None

    def examine(
        self, shown: Shown, claimed: tuple[float, ...] | None = None, calls: bool = False
    ) -> None:
        """Let the shown step be examined, unless that was asked for before."""
        if shown.run is None or shown.row is None or shown.state is RunState.RUNNING:
            return
        rate = shown.config.optimizer.learning_rate
        wanted = Wanted(shown.run.id, shown.row.step, rate, self.choices, claimed, calls)
        if claimed is None and not calls and self._was_asked(wanted):
            return
        self._asked = wanted
        self._runner.inspect(wanted)

    def take(self, snapshot: Snapshot) -> None:
        """Keep what outlives the shown step: the person's own numbers, and the last curvature."""
        found = snapshot.inspection
        if found is None or found is self._taken:
            return
        self._taken = found
        # What comes late, of a run that is gone, says nothing of the present problem.
        if found.wanted.run_id == snapshot.active:
            self.curvature = found.curvature
            if found.own is not None:
                self.own = found.own

    def forget(self) -> None:
        """Forget what was found: it belongs to another problem."""
        self.own = self.curvature = None

    def _was_asked(self, wanted: Wanted) -> bool:
        before = self._asked
        return before is not None and replace(before, claimed=None, calls=False) == wanted
