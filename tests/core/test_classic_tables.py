"""The classic tables: their published lines, and where the numbers came from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.classic_tables import CLASSIC_TABLES
from core.dataset import Dataset
from core.presets import PRESETS
from core.stability import exact_limit, quadratic

ROOT = Path(__file__).parents[2]
TABLES = ROOT / "assets" / "tables"
CASES = ROOT / "tests" / "cases" / "data"

LINES = {
    # Rows, and slope and intercept to the digits published.
    "anscombe1": (11, "0.500", "3.00"),
    "anscombe2": (11, "0.500", "3.00"),
    "anscombe3": (11, "0.500", "3.00"),
    "anscombe4": (11, "0.500", "3.00"),
    "hubble": (24, "454.16", "-40.78"),
    "forbes": (17, "0.5229", "-81.0637"),
    "cars": (50, "3.9324", "-17.5791"),
    "norris": (36, "1.00211681802", "-0.262323073774"),
}


@pytest.mark.parametrize("table", CLASSIC_TABLES, ids=lambda table: table.name)
def test_the_line_is_the_published_one(table) -> None:
    rows, *line = LINES[table.name]
    problem = PRESETS[table.name].config().problem
    surface = quadratic(problem)
    assert problem.dataset is not None and surface is not None and surface.optimum is not None
    assert len(problem.dataset) == rows
    digits = (len(text.partition(".")[2]) for text in line)
    found = [f"{value:.{n}f}" for value, n in zip(surface.optimum, digits, strict=True)]
    assert found == line


def test_norris_is_as_nist_certifies_it() -> None:
    surface = quadratic(PRESETS["norris"].config().problem)
    assert surface is not None and surface.optimum is not None
    assert surface.optimum[0] == pytest.approx(1.00211681802045, rel=1e-13)
    assert surface.optimum[1] == pytest.approx(-0.262323073774029, rel=1e-10)
    # The residual standard deviation, on n - 2 degrees of freedom.
    assert np.sqrt(surface.minimum * 36 / 34) == pytest.approx(0.884796396144373, rel=1e-9)


def _same(ours: Dataset, path: Path, x: str, y: str) -> bool:
    """Whether the rows are those that pandas reads from a file."""
    frame = pd.read_csv(path)
    return ours.x.tolist() == frame[x].tolist() and ours.y.tolist() == frame[y].tolist()


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_quartet_is_that_of_the_reference_cases(number: int) -> None:
    ours = PRESETS[f"anscombe{number}"].make()
    assert _same(ours, CASES / "anscombe.csv", f"x{number}", f"y{number}")


def test_norris_is_that_of_the_reference_cases() -> None:
    assert _same(PRESETS["norris"].make(), CASES / "nist_norris_y_first.csv", "x", "y")


@pytest.mark.parametrize("table", CLASSIC_TABLES, ids=lambda table: table.name)
def test_the_file_is_an_ordinary_table(table) -> None:
    ours = table.read()
    assert _same(ours, TABLES / f"{table.file}.csv", table.x, table.y)
    assert (ours.x_name, ours.y_name) == (table.x, table.y)


@pytest.mark.parametrize("table", CLASSIC_TABLES, ids=lambda table: table.name)
def test_settings_are_those_of_a_table_at_half_the_limit(table) -> None:
    config = PRESETS[table.name].config()
    assert config.dtype == "float64" and config.problem.start == (0.0, 0.0)
    limit = exact_limit(config.problem, config.optimizer)
    assert limit is not None
    assert config.optimizer.learning_rate == float(f"{limit / 2:.1g}")
    assert config.optimizer.learning_rate < limit


def test_every_file_has_its_source_and_licence_in_the_notes() -> None:
    notes = (TABLES / "SOURCES.md").read_text("utf-8")
    assert "public domain" in notes
    for table in CLASSIC_TABLES:
        row = next(line for line in notes.splitlines() if f"`{table.file}.csv`" in line)
        author, year = table.source.split(",")[0], "(19" if table.file != "forbes" else "(1857)"
        assert author in row and table.source
        assert table.file == "norris" or year in row
    assert {path.stem for path in TABLES.glob("*.csv")} == {t.file for t in CLASSIC_TABLES}
