"""The named experiments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.config import RunConfig
from core.dataset import Dataset, noisy_line
from core.errors import InputError
from core.loss import loss_named
from core.optimizer import OptimizerConfig
from core.problem import fit_problem
from core.stop_rules import StopRules


@dataclass(frozen=True)
class Preset:
    """A reference experiment.

    Attributes
    ----------
    name : str
        Key on the command line and in the window.
    summary : str
        One English sentence.
    noise : float
        Default standard deviation of the noise on y.
    steps : int
        Step limit.
    gate : bool
        Whether training waits for a right gradient.
    start : tuple of float
        Start values w, b.
    make : callable
        (noise, seed) -> Dataset.
    """

    name: str
    summary: str
    noise: float
    steps: int
    gate: bool
    start: tuple[float, ...]
    make: Callable[[float, int], Dataset]

    def config(self, noise: float | None = None, seed: int = 0) -> RunConfig:
        """Return the run's settings, with other noise or seed where given."""
        data = self.make(self.noise if noise is None else noise, seed)
        return RunConfig(
            problem=fit_problem(loss_named("mse"), data, self.start),
            dtype="float32",
            optimizer=OptimizerConfig("sgd", 0.1),
            stop=StopRules(self.steps),
            gate=self.gate,
        )


def _tape_data(noise: float, seed: int) -> Dataset:
    return noisy_line(np.linspace(-1.0, 1.0, 100), 2.0, 10.0, noise, seed, "y = 2x + 10")


def _checker_data(noise: float, seed: int) -> Dataset:
    return noisy_line(np.arange(1.0, 6.0), 1.0, -1.0, noise, seed, "y = x − 1")


PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset(
            "tape",
            "100 noisy points of y = 2x + 10: tape, optimizer and update, 20 steps at 0.1.",
            noise=0.33,
            steps=20,
            gate=False,
            start=(1.0, 1.0),
            make=_tape_data,
        ),
        Preset(
            "checker",
            "5 points of y = x - 1: the gradient is checked first, then 1000 steps at 0.1.",
            noise=0.0,
            steps=1000,
            gate=True,
            start=(1.0, 2.0),
            make=_checker_data,
        ),
    )
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
