"""The runs that were kept: their names and colours, and which of them are seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.config import RunConfig
from core.optimizer import OPTIMIZERS, OptimizerConfig
from core.run_view import RunView
from core.runner import Runner
from core.snapshot import Snapshot
from gui.number_format import short

RUN_COLOURS = (
    "#aa4499", "#228833", "#e0576b", "#999933", "#2e9e8e", "#8b6bd0", "#b5651d", "#6b7b8c",
)  # fmt: skip
"""Told apart by most eyes, and on light and dark; none is that of the data, line or loss."""

MOST_RACERS = 8


@dataclass(frozen=True, eq=False)
class ListedRun:
    """A kept run with what the person sees of it.

    Attributes
    ----------
    view : RunView
        The run.
    name : str
        Its name.
    colour : str
        Its colour, as #rrggbb.
    visible : bool
        Whether it is drawn.
    active : bool
        Whether all panels show it.
    """

    view: RunView
    name: str
    colour: str
    visible: bool
    active: bool


@dataclass
class Look:
    """What a person sees of a kept run, as in `ListedRun`."""

    name: str
    colour: str
    visible: bool = True


class RunList:
    """Keeps, names, colours, hides and removes runs, and lets them race.

    Parameters
    ----------
    runner : Runner
        Who holds the runs.
    changed : callable
        Called when something is to be drawn anew.
    """

    def __init__(self, runner: Runner, changed: Callable[[], None]) -> None:
        self._runner, self._changed = runner, changed
        self._looks: dict[int, Look] = {}

    def listed(self, snapshot: Snapshot) -> tuple[ListedRun, ...]:
        """Return the kept runs in the order in which they were kept."""
        self._looks = {n: look for n, look in self._looks.items() if n in snapshot.kept}
        return tuple(
            self._listed(snapshot.runs[number], number == snapshot.active)
            for number in snapshot.kept
        )

    def keep(self, run: RunView) -> None:
        """Let a run stay when others begin."""
        self._look(run)
        self._runner.keep(run.id)

    def remove(self, number: int) -> None:
        """Let a run go."""
        self._runner.forget(number)

    def race(self, configs: Sequence[RunConfig]) -> None:
        """Begin a run of each settings; they advance together."""
        self._runner.race(tuple(configs))

    def rename(self, number: int, name: str) -> None:
        """Give a run another name."""
        if number in self._looks and name.strip():
            self._looks[number].name = name.strip()
            self._changed()

    def recolour(self, number: int, colour: str) -> None:
        """Give a run another colour."""
        if number in self._looks:
            self._looks[number].colour = colour
            self._changed()

    def show(self, number: int, visible: bool) -> None:
        """Draw a run, or not."""
        if number in self._looks:
            self._looks[number].visible = visible
            self._changed()

    def looks(self) -> dict[int, Look]:
        """Return name, colour and visibility of each kept run."""
        return {number: replace(look) for number, look in self._looks.items()}

    def take_looks(self, looks: Mapping[int, Look]) -> None:
        """Let runs look as they did; those of other runs are forgotten."""
        self._looks = {number: replace(look) for number, look in looks.items()}
        self._changed()

    def _listed(self, view: RunView, active: bool) -> ListedRun:
        look = self._look(view)
        return ListedRun(view, look.name, look.colour, look.visible, active)

    def _look(self, run: RunView) -> Look:
        if run.id not in self._looks:
            names = {look.name for look in self._looks.values()}
            self._looks[run.id] = Look(_unique(_name(run), names), self._free_colour())
        return self._looks[run.id]

    def _free_colour(self) -> str:
        used = [look.colour for look in self._looks.values()]
        return min(RUN_COLOURS, key=used.count)


def racers_of(config: RunConfig, names: Sequence[str], rates: Sequence[float]) -> list[RunConfig]:
    """Return settings for a race: of optimizers with Keras' hyperparameters, or of rates.

    Parameters
    ----------
    config : RunConfig
        What they have in common.
    names : sequence of str
        Optimizers, each at the one rate or at its own of as many.
    rates : sequence of float
        Learning rates; for no names those of the present optimizer.
    """
    if not names:
        return [config.with_learning_rate(rate) for rate in rates]
    each = list(rates) if len(rates) == len(names) else [rates[0]] * len(names)
    return [
        replace(config, optimizer=replace(_optimizer(config, name), learning_rate=rate))
        for name, rate in zip(names, each, strict=True)
    ]


def _optimizer(config: RunConfig, name: str) -> OptimizerConfig:
    present = config.optimizer
    return present if name == present.name else replace(present, name=name, hyperparameters=())


def _name(run: RunView) -> str:
    optimizer = run.config.optimizer
    return f"{OPTIMIZERS[optimizer.name]} {short(optimizer.learning_rate)}"


def _unique(name: str, taken: set[str]) -> str:
    count, found = 2, name
    while found in taken:
        found, count = f"{name} ({count})", count + 1
    return found
