"""The named experiments: the two reference ones, data made by formula, and classic tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import numpy as np

from core import generators
from core.classic_tables import CLASSIC_TABLES, ClassicTable
from core.config import RunConfig
from core.dataset import Dataset, noisy_line
from core.errors import InputError
from core.loss import loss_named
from core.optimizer import OptimizerConfig
from core.problem import fit_problem
from core.stop_rules import StopRules

FEWEST_POINTS, MOST_POINTS = 2, 100_000


class PresetGroup(Enum):
    """What kind of experiment a preset is."""

    EXPERIMENT = "experiment"
    GENERATOR = "generator"
    TABLE = "table"


@dataclass(frozen=True)
class Preset:
    """A named experiment.

    Attributes
    ----------
    name : str
        Key on the command line and in the window.
    summary : str
        One English sentence.
    noise : float or None
        Default standard deviation of the noise on y; None: the data take no noise.
    steps : int
        Step limit.
    gate : bool
        Whether training waits for a right gradient.
    start : tuple of float
        Start values w, b.
    maker : callable
        (noise, seed, size) -> Dataset.
    size : int or None
        Default number of points; None: it cannot be chosen.
    group : PresetGroup
        What kind it is.
    dtype : str
        'float32' or 'float64'.
    learning_rate : float
        Of plain gradient descent.
    source : str
        Where the data were published; empty for those made by formula.
    """

    name: str
    summary: str
    noise: float | None
    steps: int
    gate: bool
    start: tuple[float, ...]
    maker: Callable[[float, int, int], Dataset]
    size: int | None = None
    group: PresetGroup = PresetGroup.EXPERIMENT
    dtype: str = "float32"
    learning_rate: float = 0.1
    source: str = ""

    def make(self, noise: float | None = None, seed: int = 0, size: int | None = None) -> Dataset:
        """Return the data, with other noise, seed or number of points where given.

        Raises
        ------
        InputError
            If noise or size is given and these data have none, or the size is out of range.
        """
        if noise is not None and self.noise is None:
            raise _misplaced("--noise", [p.name for p in PRESETS.values() if p.noise is not None])
        if size is not None and self.size is None:
            raise _misplaced("--points", [p.name for p in PRESETS.values() if p.size is not None])
        if size is not None and not FEWEST_POINTS <= size <= MOST_POINTS:
            raise InputError("bad_points", size=size, fewest=FEWEST_POINTS, most=MOST_POINTS)
        own = self.noise if noise is None else noise
        return self.maker(own or 0.0, seed, (self.size if size is None else size) or 0)

    def config(
        self, noise: float | None = None, seed: int = 0, size: int | None = None
    ) -> RunConfig:
        """Return the run's settings, with other noise, seed or number of points where given.

        Raises
        ------
        InputError
            As `make`.
        """
        data = self.make(noise, seed, size)
        return RunConfig(
            problem=fit_problem(loss_named("mse"), data, self.start),
            dtype=self.dtype,
            optimizer=OptimizerConfig("sgd", self.learning_rate),
            stop=StopRules(self.steps),
            gate=self.gate,
        )


def _misplaced(option: str, names: list[str]) -> InputError:
    owner = f"one of the presets {', '.join(names)}"
    return InputError("misplaced_option", option=option, owner=owner)


def _tape_data(noise: float, seed: int, size: int) -> Dataset:
    return noisy_line(np.linspace(-1.0, 1.0, size), 2.0, 10.0, noise, seed, "y = 2x + 10")


def _checker_data(noise: float, seed: int, _: int) -> Dataset:
    return noisy_line(np.arange(1.0, 6.0), 1.0, -1.0, noise, seed, "y = x − 1")


def _generated(
    name: str, summary: str, noise: float, maker: Callable[[float, int, int], Dataset]
) -> Preset:
    return Preset(
        name, summary, noise, steps=100, gate=False, start=(0.0, 0.0), maker=maker, size=60,
        group=PresetGroup.GENERATOR,
    )  # fmt: skip


def _classic(table: ClassicTable) -> Preset:
    return Preset(
        table.name, table.summary, noise=None, steps=1000, gate=False, start=(0.0, 0.0),
        maker=lambda *_: table.read(), group=PresetGroup.TABLE, dtype="float64",
        learning_rate=table.learning_rate, source=table.source,
    )  # fmt: skip


_EXPERIMENTS = (
    Preset(
        "tape",
        "100 noisy points of y = 2x + 10: tape, optimizer and update, 20 steps at 0.1.",
        noise=0.33,
        steps=20,
        gate=False,
        start=(1.0, 1.0),
        maker=_tape_data,
        size=100,
    ),
    Preset(
        "checker",
        "5 points of y = x - 1: the gradient is checked first, then 1000 steps at 0.1.",
        noise=0.0,
        steps=1000,
        gate=True,
        start=(1.0, 2.0),
        maker=_checker_data,
    ),
)

_GENERATORS = (
    _generated("line", "Noisy points of y = 2x + 1.", 0.3, generators.line),
    _generated(
        "outliers", "y = 2x + 1, with one point of ten 5 too high: they pull the line up.", 0.3,
        generators.outliers,
    ),
    _generated(
        "clusters", "Two clusters: the line joins them, and within each x says nothing of y.", 0.3,
        generators.clusters,
    ),
    _generated("curved", "Noisy points of y = 2x^2 + x: no line follows it.", 0.2,
               generators.curved),
    _generated("spread", "y = 2x + 1 with noise that grows with x.", 0.5, generators.spread),
    _generated(
        "constant_x", "All points at x = 1: many lines fit equally well, and the start decides.",
        0.5, generators.constant_x,
    ),
)  # fmt: skip

PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (*_EXPERIMENTS, *_GENERATORS, *(_classic(table) for table in CLASSIC_TABLES))
}


def preset_named(name: str) -> Preset:
    """Return the preset of that name.

    Raises
    ------
    InputError
        If there is none of that name.
    """
    if name not in PRESETS:
        raise InputError("unknown_name", kind="preset", name=name, choices=", ".join(PRESETS))
    return PRESETS[name]
