"""The window: time to the first paint, and frame gaps while training flat out."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

FIRST_PAINT = """
import sys, time
from PySide6.QtCore import QEvent, QObject, QTimer

class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            # The paint is on the screen once the events after it are handled.
            QTimer.singleShot(0, lambda: print(time.time(), flush=True) or app.exit())
            watched.removeEventFilter(self)
        return False

watch = Watch()
{build}
app.exec()
{close}
"""

BARE = """
from PySide6.QtWidgets import QApplication, QMainWindow
import pyqtgraph
app = QApplication([])
window = QMainWindow()
plot = pyqtgraph.PlotWidget()
plot.plot([1, 2, 3])
window.setCentralWidget(plot)
window.resize(1280, 680)
window.show()
plot.viewport().installEventFilter(watch)
"""

OURS = """
from gui.app import build_window
app, window = build_window([])
window.findChild(QObject, "fitPanel").installEventFilter(watch)
"""


def first_paint(build: str, close: str = "") -> float:
    """Return the seconds from starting the interpreter to the first painted window."""
    begun = time.time()
    script = FIRST_PAINT.format(build=build, close=close)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120
    )
    return float(done.stdout.split()[0]) - begun


RACERS = ("sgd", "rmsprop", "adam", "adamax", "nadam", "adagrad", "ftrl", "lion")


def frame_gaps(seconds: float = 10.0, *, relief: bool = False, race: bool = False) -> list[float]:
    """Return the gaps between 16 ms ticks of the window, in ms, while training flat out.

    With `relief` the surface in 3-D is open beside the flat one; with `race` eight optimizers
    train together.
    """
    from PySide6.QtCore import QElapsedTimer, Qt, QTimer
    from PySide6.QtWidgets import QWidget

    from core.run_view import RunState
    from gui.app import build_window
    from gui.run_list import racers_of

    app, window = build_window([])
    controller = window.controller
    while controller.shown.state is RunState.LOADING:
        app.processEvents()
    if relief:
        window.body.tabs.setCurrentWidget(window.findChild(QWidget, "surface3dPanel"))
    controller.set_limit(10**9)
    controller.set_speed(None)
    controller.set_learning_rate(1e-3)
    clock, gaps = QElapsedTimer(), []
    timer = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=16)
    timer.timeout.connect(lambda: gaps.append(clock.nsecsElapsed() / 1e6) or clock.restart())
    if race:
        window.body.tabs.setCurrentWidget(window.body.runs)
        controller.race(racers_of(controller.config, RACERS, [1e-3]))
        while not controller.shown.snapshot.racing:
            app.processEvents()
    else:
        controller.toggle_run()
    while controller.shown.state is not RunState.RUNNING:
        app.processEvents()
    clock.start()
    timer.start()
    QTimer.singleShot(int(seconds * 1000), app.quit)
    app.exec()
    timer.stop()
    steps = controller.shown.run.history.last_step
    print(f"{steps:,} steps recorded and checked in {seconds:.0f} s, window 1280 x 680")
    window.close()
    app.processEvents()
    return gaps


def percentile(values: list[float], part: float) -> float:
    """Return the value below which that part of the values lies."""
    return statistics.quantiles(values, n=1000)[round(part * 1000) - 1]


def main() -> None:
    """Print the table."""
    pairs = [(first_paint(BARE), first_paint(OURS, "window.close()")) for _ in range(6)][1:]
    bare, ours = (statistics.median(column) for column in zip(*pairs, strict=True))
    print("first painted window, from starting Python (median of 5 warm starts in turn):")
    print(f"  bare PySide6 + pyqtgraph window{bare:8.2f} s")
    print(f"  Descent Lab                    {ours:8.2f} s   {ours / bare:.2f} x")
    for words, options in (
        ("", {}),
        (", surface in 3-D open", {"relief": True}),
        (", race of eight", {"race": True}),
    ):
        gaps = frame_gaps(**options)
        print(
            f"frame gaps while training flat out{words}: median {statistics.median(gaps):.1f} ms, "
            f"99th percentile {percentile(gaps, 0.99):.1f} ms, largest {max(gaps):.1f} ms"
        )
