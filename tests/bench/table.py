"""A table of a million rows: read beside plain pandas, and opened in the window and trained on."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from tests.bench.timing import rates
from tests.bench.window import percentile

ROWS = 1_000_000

PEAK = """
import resource, sys, psutil
import numpy, pandas
import core.table.reading
pandas.read_csv({small!r})
core.table.reading.read_table({small!r})
before = psutil.Process().memory_info().rss
kept = {read}
unit = 1 if sys.platform == "darwin" else 1024
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
print((peak - before) / 2**20)
"""


def write_rows(path: Path, rows: int) -> None:
    """Write x and y = 3 x + 1 + noise as CSV with full precision."""
    import pandas as pd

    random = np.random.RandomState(0)
    x = random.rand(rows)
    y = 3.0 * x + 1.0 + 0.1 * random.randn(rows)
    pd.DataFrame({"x": x, "y": y}).to_csv(path, index=False)


def peak(read: str, small: str) -> float:
    """Return the MB by which reading lets a fresh process grow at most (median of 3)."""
    script = PEAK.format(read=read, small=small)
    grown = [
        float(
            subprocess.run(
                [sys.executable, "-c", script], capture_output=True, text=True, check=True
            ).stdout
        )
        for _ in range(3)
    ]
    return statistics.median(grown)


def reading(path: Path, small: Path) -> None:
    """Print time and peak memory beside pandas."""
    import pandas as pd

    from core.table.reading import read_table

    found = rates(
        {
            "pandas": lambda: len(pd.read_csv(path)),
            "ours": lambda: len(read_table(path)),
        }
    )
    seconds = {name: ROWS / rate for name, rate in found.items()}
    print(f"a CSV of {ROWS:,} rows, {path.stat().st_size / 1e6:.0f} MB (median of 7 in turn):")
    print(f"  pandas.read_csv {seconds['pandas']:.3f} s, read_table {seconds['ours']:.3f} s: "
          f"{seconds['ours'] / seconds['pandas']:.2f} x")  # fmt: skip
    plain = peak(f"pandas.read_csv({str(path)!r})", str(small))
    ours = peak(f"core.table.reading.read_table({str(path)!r})", str(small))
    print(f"  peak memory above the start: pandas {plain:.0f} MB, ours {ours:.0f} MB: "
          f"{ours / plain:.2f} x")  # fmt: skip


def gaps_in_window(path: Path, seconds: float = 10.0) -> tuple[list[float], list[float], int]:
    """Return the gaps between 16 ms ticks while a table is opened and while it trains, in ms."""
    from PySide6.QtCore import QElapsedTimer, Qt, QTimer

    from core.run_view import RunState
    from gui.app import build_window

    app, window = build_window([])
    controller = window.controller
    while controller.shown.state is RunState.LOADING:
        app.processEvents()
    clock, gaps = QElapsedTimer(), []
    timer = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=16)
    timer.timeout.connect(lambda: gaps.append(clock.nsecsElapsed() / 1e6) or clock.restart())

    def run_until(condition: object) -> None:
        look = QTimer(interval=5)
        look.timeout.connect(lambda: condition() and app.exit())
        look.start()
        app.exec()
        look.stop()

    clock.start()
    timer.start()
    window.tables.open(str(path))
    window.tables.dialog.open_button.click()
    run_until(lambda: controller.preset is None and controller.shown.state is RunState.READY)
    opening = list(gaps)
    controller.set_limit(10**9)
    controller.set_speed(None)
    # Too small to converge meanwhile.
    controller.set_learning_rate(1e-6)
    controller.toggle_run()
    run_until(lambda: controller.shown.state is RunState.RUNNING)
    gaps.clear()
    clock.restart()
    QTimer.singleShot(int(seconds * 1000), app.exit)
    app.exec()
    timer.stop()
    steps = controller.shown.run.history.last_step
    window.close()
    app.processEvents()
    return opening, list(gaps), steps


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        path, small = Path(folder, "rows.csv"), Path(folder, "small.csv")
        write_rows(path, ROWS)
        write_rows(small, 100)
        reading(path, small)
        opening, training, steps = gaps_in_window(path)
        for words, gaps in (("opened", opening), (f"trained on, {steps:,} steps", training)):
            print(f"frame gaps while it is {words}: median {statistics.median(gaps):.1f} ms, "
                  f"99th percentile {percentile(gaps, 0.99):.1f} ms, "
                  f"largest {max(gaps):.1f} ms")  # fmt: skip
