"""Which part of the loss surface is wanted, and the surface once it is there."""

from __future__ import annotations

from collections.abc import Sequence

from core.loss_surface import Bounds, LossSurface, loss_surface, needs_tensorflow, view_bounds
from core.problem import Problem
from core.runner import Runner
from core.snapshot import Snapshot

ROOMY = 2.0
"""While data are edited by hand, a view stays up to so many times as wide as it need be."""

MARGIN = 0.1
"""Where it does not, the next one gets so much of its width on either side, to stay for longer."""


class SurfaceSource:
    """Computes the surface where what is wanted changes: at once, or in the runner's thread.

    Parameters
    ----------
    runner : Runner
        Whose thread computes what has no closed form.
    """

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._of: tuple[Problem, Bounds] | None = None
        self._chosen: Bounds | None = None
        self.surface: LossSurface | None = None

    def show(self, problem: Problem) -> None:
        """Show the surface of a problem; the view stays where it still serves."""
        if self._of is not None:
            old, bounds = self._of
            same = old.objective == problem.objective and old.dataset is problem.dataset
            if same and (self._chosen is not None or _inside(problem.start, bounds)):
                return
            if _edited(old, problem):
                # While a point is dragged the picture changes, but its axes stay.
                serves = self._chosen is not None or _serves(bounds, problem)
                self._compute(problem, bounds if serves else _with_margin(view_bounds(problem)))
                return
        self._chosen = None
        self._compute(problem, view_bounds(problem))

    def choose(self, problem: Problem, bounds: Bounds | None) -> None:
        """Show another part of the surface; None: start, optimum and the bowl between them."""
        self._chosen = bounds
        self._compute(problem, view_bounds(problem) if bounds is None else bounds)

    def take(self, snapshot: Snapshot) -> None:
        """Take over what the runner has computed."""
        result = snapshot.surface
        if result is not None and (result.problem, result.bounds) == self._of:
            self.surface = result.surface

    def _compute(self, problem: Problem, bounds: Bounds) -> None:
        before, self._of = self._of, (problem, bounds)
        if not needs_tensorflow(problem):
            self.surface = loss_surface(problem, bounds)
            return
        # Of the same surface the old part is a better picture than none.
        if before is None or before[0] is not problem:
            self.surface = None
        self._runner.request_surface(problem, bounds)


def _inside(point: Sequence[float], bounds: Bounds) -> bool:
    return all(low <= value <= high for value, (low, high) in zip(point, bounds, strict=False))


def _edited(old: Problem, new: Problem) -> bool:
    """Whether the new data are the old ones edited by hand."""
    before, data = old.dataset, new.dataset
    if before is None or data is None or not data.by_hand or old.objective != new.objective:
        return False
    named_alike = (before.x_name, before.y_name) == (data.x_name, data.y_name)
    return named_alike and before.scaling.kind is data.scaling.kind


def _serves(bounds: Bounds, problem: Problem) -> bool:
    """Whether bounds hold all of the first view of a problem, and are not much wider."""
    return all(
        low <= first and last <= high and high - low <= ROOMY * (last - first)
        for (low, high), (first, last) in zip(bounds, view_bounds(problem), strict=True)
    )


def _with_margin(bounds: Bounds) -> Bounds:
    first, second = ((low - MARGIN * (high - low), high + MARGIN * (high - low))
                     for low, high in bounds)  # fmt: skip
    return first, second
