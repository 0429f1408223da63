"""Well-known small tables that ship with the program; assets/tables/SOURCES.md has the notes."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from importlib.resources import files

import numpy as np

from core.dataset import Dataset


@dataclass(frozen=True)
class ClassicTable:
    """Two columns of a table in assets/tables.

    Attributes
    ----------
    name : str
        Key of its preset.
    summary : str
        One English sentence.
    source : str
        Where it was published.
    learning_rate : float
        Half of the limit for these data, to one digit.
    file : str
        The table's file there, without its ending.
    x, y : str
        Column names.
    """

    name: str
    summary: str
    source: str
    learning_rate: float
    file: str
    x: str
    y: str

    def read(self) -> Dataset:
        """Return all rows, in the order of the source, in float64."""
        text = (files("assets") / "tables" / f"{self.file}.csv").read_text("utf-8")
        rows = list(csv.DictReader(text.splitlines()))
        x, y = (np.array([float(row[name]) for row in rows]) for name in (self.x, self.y))
        return Dataset(x, y, self.x, self.y)


_ANSCOMBE = (
    "F. J. Anscombe, Graphs in Statistical Analysis, The American Statistician 27 (1973), 17-21"
)


def _anscombe(number: int, what: str) -> ClassicTable:
    return ClassicTable(
        f"anscombe{number}",
        f"Anscombe's quartet, {number} of 4, {what}: all four have the same line.",
        _ANSCOMBE,
        0.005,
        "anscombe",
        f"x{number}",
        f"y{number}",
    )


CLASSIC_TABLES = (
    _anscombe(1, "an honest line"),
    _anscombe(2, "a curve"),
    _anscombe(3, "a line and an outlier"),
    _anscombe(4, "one point that sets the slope"),
    ClassicTable(
        "hubble",
        "24 nebulae, distance and velocity: the farther, the faster they recede.",
        "E. Hubble, A relation between distance and radial velocity among extra-galactic nebulae, "
        "Proceedings of the National Academy of Sciences 15 (1929), 168-173",
        0.2,
        "hubble",
        "distance (Mpc)",
        "velocity (km/s)",
    ),
    ClassicTable(
        "forbes",
        "17 boiling points of water and air pressures in the Alps and Scotland.",
        "J. D. Forbes, Further experiments and remarks on the measurement of heights by the "
        "boiling point of water, Transactions of the Royal Society of Edinburgh 21 (1857), "
        "235-243",
        1e-5,
        "forbes",
        "boiling point (°F)",
        "pressure (inHg)",
    ),
    ClassicTable(
        "cars",
        "50 cars of the 1920s, speed and stopping distance.",
        "M. Ezekiel, Methods of Correlation Analysis, Wiley (1930)",
        0.002,
        "cars",
        "speed (mph)",
        "distance (ft)",
    ),
    ClassicTable(
        "norris",
        "36 readings of an ozone monitor against the reference: NIST certifies slope and "
        "intercept.",
        "J. Norris, Calibration of Ozone Monitors, NIST Statistical Reference Datasets, "
        "www.itl.nist.gov/div898/strd/lls/data/Norris.shtml",
        2e-6,
        "norris",
        "reference",
        "ozone monitor",
    ),
)
