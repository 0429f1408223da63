"""The learning-rate map in the window: asked for, drawn, and clicked on."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton, QSpinBox
from pytestqt.qtbot import QtBot

from core.learning_rate_sweep import Sweep
from core.run_view import RunState
from gui.main_window import MainWindow
from gui.panels.learning_rate_map import LearningRateMapPanel


@pytest.fixture
def panel(window: MainWindow, qtbot: QtBot) -> LearningRateMapPanel:
    """Return the map of preset checker, drawn."""
    window.controller.load_preset("checker")
    window.body.tabs.setCurrentWidget(window.body.map)
    qtbot.waitUntil(lambda: window.body.map._drawn != (), timeout=30_000)
    return window.body.map


def found(window: MainWindow) -> Sweep | None:
    return window.controller.shown.snapshot.sweep


def click(panel: LearningRateMapPanel, qtbot: QtBot, x: float, y: float) -> None:
    view = panel._plot.getViewBox()
    place = view.mapViewToScene(view.viewRect().center())
    place.setX(view.mapViewToScene(pg_point(x, y)).x())
    place.setY(view.mapViewToScene(pg_point(x, y)).y())
    at = QPoint(round(place.x()), round(place.y()))
    qtbot.mouseClick(panel._plot.viewport(), Qt.MouseButton.LeftButton, pos=at)


def pg_point(x: float, y: float):
    import pyqtgraph as pg

    return pg.Point(x, y)


def test_it_says_which_rates_diverge_and_names_limit_and_best(
    window: MainWindow, panel: LearningRateMapPanel
) -> None:
    sweep = found(window)
    assert sweep is not None and len(sweep.request.rates) == 256 and sweep.request.steps == 1000
    crosses, _ = panel._line._crosses.getData()
    assert len(crosses) == np.count_nonzero(sweep.diverged) > 0
    assert 10.0 ** crosses.min() == pytest.approx(0.0845, rel=0.05)
    names = {name: item.toPlainText() for name, item in panel._line._names.items()}
    assert names == {"limit": "limit 0.08452", "fastest": "fastest 0.08333", "present": "now 0.1"}
    star, _ = panel._line._best.getData()
    assert 10.0 ** star[0] == pytest.approx(sweep.best_rate)
    assert "smallest loss at" in panel._overlay.note.text()


def test_a_click_takes_the_rate(
    window: MainWindow, panel: LearningRateMapPanel, qtbot: QtBot
) -> None:
    low, high = panel._plot.getViewBox().viewRange()[1]
    click(panel, qtbot, np.log10(0.02), 0.5 * (low + high))
    rate = window.controller.config.optimizer.learning_rate
    assert rate == pytest.approx(0.02, rel=0.03)
    qtbot.waitUntil(lambda: panel._line._names["present"].toPlainText() == f"now {rate:g}")


def test_it_follows_start_data_and_number_of_steps(
    window: MainWindow, panel: LearningRateMapPanel, qtbot: QtBot
) -> None:
    first = found(window)
    window.controller.set_start(5.0, -3.0)
    qtbot.waitUntil(lambda: found(window) is not first, timeout=20_000)
    second = found(window)
    assert second is not None and second.request.problem.start == (5.0, -3.0)
    box = panel.findChild(QSpinBox, "mapStepsBox")
    box.setValue(50)
    qtbot.waitUntil(lambda: found(window).request.steps == 50, timeout=20_000)
    window.controller.load_preset("tape")
    qtbot.waitUntil(
        lambda: found(window).request.problem is window.controller.config.problem, timeout=20_000
    )
    # What was chosen stays.
    assert found(window).request.steps == 50


def test_rate_and_momentum_are_a_map_of_which_a_click_takes_both(
    window: MainWindow, panel: LearningRateMapPanel, qtbot: QtBot
) -> None:
    button = panel.findChild(QPushButton, "mapMomentumButton")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel._plane._image.isVisible(), timeout=30_000)
    assert not panel._line._curve.isVisible()
    x, y = panel._plane._limit.getData()
    assert 10.0 ** x[0] == pytest.approx(0.0845, rel=1e-2) and y[0] == 0.0
    assert 10.0 ** x[-1] == pytest.approx(0.0845 * 1.99, rel=1e-2)
    click(panel, qtbot, np.log10(0.03), 0.5)
    optimizer = window.controller.config.optimizer
    assert optimizer.learning_rate == pytest.approx(0.03, rel=0.05)
    assert dict(optimizer.hyperparameters)["momentum"] == pytest.approx(0.5, abs=0.03)
    qtbot.waitUntil(lambda: window.controller.shown.state is RunState.READY, timeout=20_000)
    window.controller.set_optimizer("adam")
    qtbot.waitUntil(lambda: not button.isEnabled() and not button.isChecked())


def test_unseen_it_asks_for_nothing(window: MainWindow, qtbot: QtBot) -> None:
    asked = []
    window.body.map.sweep_wanted.connect(asked.append)
    window.controller.set_start(2.0, 2.0)
    qtbot.waitUntil(lambda: window.controller.is_drawn)
    assert asked == []
    window.body.tabs.setCurrentWidget(window.body.map)
    qtbot.waitUntil(lambda: len(asked) == 1)


def test_names_do_not_lie_on_the_curve_and_marks_at_momentum_0_are_seen_whole(
    panel: LearningRateMapPanel, qtbot: QtBot
) -> None:
    # At the left of the limit the curve comes down; at the right there is nothing.
    assert all(name.anchor.x() == 0.0 for name in panel._line._names.values())
    assert panel._line._diverges.isVisible() and panel._line._diverges.toPlainText() == "diverges"
    qtbot.mouseClick(panel.findChild(QPushButton, "mapMomentumButton"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel._plane._image.isVisible(), timeout=30_000)
    assert panel._plot.getViewBox().viewRange()[1][0] < -0.05
    assert not panel._line._diverges.isVisible()
