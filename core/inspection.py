"""One recorded step examined: its gradient, its update, and a person's own numbers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from core.full_check import ErrorCurve, FullCheck, OwnCheck, error_curve, full_check, own_check
from core.reference_calls import ReferenceCall, reference_calls
from core.run import Run
from core.stability import Curvature, local_curvature, quadratic
from core.worked_step import TapeChoices, WorkedStep, worked_step


@dataclass(frozen=True)
class Wanted:
    """What is to be examined.

    Attributes
    ----------
    run_id, step : int
        Which recorded step.
    rate : float
        The learning rate on the controls: the newest step will be left with it.
    choices : TapeChoices
        How the tape is asked for its gradient.
    claimed : tuple of float or None
        A person's own gradient, to be compared.
    calls : bool
        Whether to make the calls of the tutorials.
    """

    run_id: int
    step: int
    rate: float
    choices: TapeChoices = field(default_factory=TapeChoices)
    claimed: tuple[float, ...] | None = None
    calls: bool = False

    @property
    def place(self) -> tuple[int, int]:
        """The run and the step, whatever is asked of it."""
        return self.run_id, self.step

    def same_update(self, other: Wanted) -> bool:
        """Return whether the same update leaves the same step."""
        return (self.place, self.rate) == (other.place, other.rate)


@dataclass(frozen=True, eq=False)
class Inspection:
    """What was found.

    Attributes
    ----------
    wanted : Wanted
        What was asked.
    full : FullCheck
        The gradient, and the update where that was replaced.
    curve : ErrorCurve or None
        The error of the central difference against its step.
    worked : WorkedStep
        The step taken apart.
    curvature : Curvature or None
        That of the loss at the step; None where it is everywhere the same, in closed form.
    own : OwnCheck or None
        The person's own numbers.
    calls : tuple of ReferenceCall or None
        The calls of the tutorials.
    """

    wanted: Wanted
    full: FullCheck
    curve: ErrorCurve | None
    worked: WorkedStep
    curvature: Curvature | None = None
    own: OwnCheck | None = None
    calls: tuple[ReferenceCall, ...] | None = None


def inspected(run: Run, wanted: Wanted, before: Inspection | None = None) -> Inspection:
    """Return what there is to know of a recorded step.

    Parameters
    ----------
    run : Run
        The run; it goes on as if it had not been asked.
    wanted : Wanted
        What to examine.
    before : Inspection, optional
        The last one: what it holds of the same step is not computed again.
    """
    # Of mini-batches the rows that the update sees are the data of the step.
    config = run.settings_at(wanted.step).seen_at(wanted.step)
    _, state = run.exact(wanted.step)
    earlier = _earlier(run, wanted.step)
    if before is not None and before.wanted.same_update(wanted):
        full, curve, curvature = before.full, before.curve, before.curvature
    else:
        full = full_check(config, state, earlier)
        curve = error_curve(config.problem, full.at)
        whole = run.config.problem
        exact = quadratic(whole) is not None
        curvature = None if exact else local_curvature(whole, full.at.point)
    worked = worked_step(config, state, wanted.choices)
    found = Inspection(wanted, full, curve, worked, curvature)
    if wanted.claimed is not None:
        own = own_check(config, full.at.point, wanted.claimed, earlier)
        found = replace(found, own=own)
    if wanted.calls:
        found = replace(found, calls=reference_calls(config, state))
    return found


def _earlier(run: Run, step: int) -> tuple[tuple[float, ...], ...]:
    """Return points at which a stale gradient may have been taken: the start, and the last."""
    view = run.history.view
    index = view.index_of(step)
    rows = [view.row(i) for i in (index - 1, 0) if 0 <= i < index]
    return tuple(tuple(map(float, row.parameters)) for row in rows)
