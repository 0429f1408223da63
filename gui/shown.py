"""What every panel draws: one step of one run, with the settings around it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from PySide6.QtCore import QPointF

from core.columns import Row
from core.config import RunConfig
from core.diagnosis import Diagnosis
from core.full_check import ErrorCurve, FullCheck, OwnCheck
from core.inspection import Inspection
from core.loss_surface import LossSurface
from core.reference_calls import ReferenceCall
from core.run_diagnosis import diagnose
from core.run_view import RunState, RunView
from core.snapshot import Snapshot
from core.stability import (
    Curvature,
    Curved,
    Quadratic,
    best_learning_rate,
    learning_rate_limit,
    quadratic,
)
from core.worked_step import WorkedStep
from gui.run_list import ListedRun
from gui.surface_geometry import loss_near


@dataclass(frozen=True, eq=False)
class Shown:
    """The state that all panels draw together.

    Attributes
    ----------
    config : RunConfig
        The settings on the controls. Valid from the first paint on, before TensorFlow is there.
    snapshot : Snapshot
        The newest results.
    step : int or None
        The step the person chose, or None to follow the newest finite one.
    surface : LossSurface or None
        The loss surface of `config.problem`, once it is computed.
    own : OwnCheck or None
        The person's own numbers, compared at the point where they were entered.
    local : Curvature or None
        The curvature at the last step that was examined, where the loss has no closed form.
    hand : tuple of float or None
        Parameters that the person chose by hand in place of the shown step's.
    listed : tuple of ListedRun
        The kept runs.
    """

    config: RunConfig
    snapshot: Snapshot = field(default_factory=Snapshot)
    step: int | None = None
    surface: LossSurface | None = None
    own: OwnCheck | None = None
    local: Curvature | None = None
    hand: tuple[float, ...] | None = None
    listed: tuple[ListedRun, ...] = ()

    @property
    def run(self) -> RunView | None:
        """The active run; None until the first one is ready."""
        return self.snapshot.active_run

    @property
    def racers(self) -> tuple[RunView, ...]:
        """The runs that advance: the active one, and those that race with it."""
        racing = tuple(self.snapshot.runs[number] for number in self.snapshot.racing)
        return racing or (() if self.run is None else (self.run,))

    @property
    def ghost(self) -> RunView | None:
        """The run before the last reset, drawn in grey."""
        return self.snapshot.ghost_run

    @cached_property
    def overlays(self) -> tuple[tuple[ListedRun, int], ...]:
        """The kept runs that are drawn beside the active one, each with the row that is shown.

        It is that of the shown step, or the last finite one where the run is not so far.
        """
        data = self.config.problem.dataset
        return tuple(
            (run, run.view.history.index_of(min(self.at, run.view.last_finite)))
            for run in self.listed
            if run.visible and not run.active and run.view.config.problem.dataset is data
        )

    @property
    def state(self) -> RunState:
        """The run's state; LOADING while there is none."""
        return self.snapshot.state

    @property
    def at(self) -> int:
        """The step that is wanted: the chosen one, or the newest finite one; 0 without a run."""
        if self.run is None:
            return 0
        return self.run.last_finite if self.step is None else self.step

    @cached_property
    def index(self) -> int:
        """Index of the last recorded row at or before the shown step; 0 without a run."""
        return 0 if self.run is None else self.run.history.index_of(self.at)

    @cached_property
    def row(self) -> Row | None:
        """The shown row; None until the first run is ready.

        Where a long record holds the step no more, the row before it until it is computed again.
        """
        if self.run is None:
            return None
        kept, found = self.run.history.row(self.index), self.snapshot.visited
        if kept.step != self.at and found is not None and found.run_id == self.run.id:
            return found.row if found.row.step == self.at else kept
        return kept

    @cached_property
    def inspection(self) -> Inspection | None:
        """What was found of the shown step; None until it has been examined, and in a run."""
        found, run = self.snapshot.inspection, self.run
        if found is None or run is None or self.row is None or self.state is RunState.RUNNING:
            return None
        return found if found.wanted.place == (run.id, self.row.step) else None

    @property
    def full(self) -> FullCheck | None:
        """The whole check of the shown step."""
        return None if self.inspection is None else self.inspection.full

    @property
    def curve(self) -> ErrorCurve | None:
        """The error of the central difference against its step."""
        return None if self.inspection is None else self.inspection.curve

    @property
    def worked(self) -> WorkedStep | None:
        """The shown step taken apart."""
        return None if self.inspection is None else self.inspection.worked

    @property
    def calls(self) -> tuple[ReferenceCall, ...] | None:
        """The calls of the tutorials, made at the shown step, where they were asked for."""
        return None if self.inspection is None else self.inspection.calls

    @property
    def point(self) -> tuple[float, ...]:
        """The shown parameters: by hand, of the row, or the start values before there is one."""
        if self.hand is not None:
            return self.hand
        return self.config.problem.start if self.row is None else tuple(self.row.parameters)

    @property
    def loss(self) -> float | None:
        """The loss at the shown parameters; by hand that of the nearest point of the surface.

        None before the first run, and by hand beyond a surface without closed form.
        """
        if self.hand is None:
            return None if self.row is None else self.row.loss
        if self.surface is None:
            return None
        return loss_near(self.surface, self.quadratic, QPointF(*self.hand))

    @cached_property
    def quadratic(self) -> Quadratic | None:
        """The closed form of the loss surface, where there is one."""
        return quadratic(self.config.problem)

    @property
    def curved(self) -> Curved | None:
        """What the limit follows from: the closed form, else the curvature at a step."""
        return self.local if self.quadratic is None else self.quadratic

    @cached_property
    def learning_rate_limit(self) -> float | None:
        """The largest stable learning rate, where it is known; see `limit_is_local`."""
        curved = self.curved
        return None if curved is None else learning_rate_limit(curved, self.config.optimizer)

    @property
    def limit_is_local(self) -> bool:
        """Whether curvature and limit hold near a step only."""
        return self.quadratic is None

    @cached_property
    def best_learning_rate(self) -> float | None:
        """The rate that is fastest in the long run, where it is known."""
        exact = self.quadratic
        return None if exact is None else best_learning_rate(exact, self.config.optimizer)

    @cached_property
    def diagnoses(self) -> tuple[Diagnosis, ...]:
        """What hinders the run, the gravest first."""
        return () if self.run is None else diagnose(self.run)

    def diagnosis(self, *codes: str) -> Diagnosis | None:
        """Return the gravest of what hinders the run that has one of these codes."""
        return next((found for found in self.diagnoses if found.code in codes), None)
