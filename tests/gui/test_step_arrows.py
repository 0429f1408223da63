"""The update of a step as arrows: where they point, and how long they are drawn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot

from core.optimizer import OptimizerConfig
from core.run import Run
from core.worked_step import WorkedStep, worked_step
from gui.plotting import make_plot
from gui.step_arrows import Arrow, StepArrows, arrows_of, factor_of
from gui.theme import LIGHT
from tests.gui.panels.canned import preset

VIEW = QRectF(-5.0, -5.0, 10.0, 10.0)


def worked(optimizer: str = "sgd", steps: int = 0, **hyperparameters: float) -> WorkedStep:
    config = preset("checker", 0.05, "float64")
    object.__setattr__(
        config, "optimizer", OptimizerConfig(optimizer, 0.05, tuple(hyperparameters.items()))
    )
    run = Run(1, config)
    run.advance(steps)
    return worked_step(run.config, run.trainer.state())


def by_kind(step: WorkedStep) -> dict[str, Arrow]:
    return {arrow.kind: arrow for arrow in arrows_of(step)}


def test_plain_descent_goes_against_the_gradient() -> None:
    arrows = by_kind(worked())
    assert set(arrows) == {"gradient", "step"}
    assert arrows["gradient"].tip == pytest.approx((0.9, 0.3), rel=1e-6)
    assert arrows["step"].tip == pytest.approx((-0.9, -0.3), rel=1e-6)


def test_momentum_has_two_parts_that_add_up() -> None:
    step = worked(steps=3, momentum=0.9)
    arrows = by_kind(step)
    assert set(arrows) == {"gradient", "part", "memory", "step"}
    assert arrows["memory"].base == arrows["part"].tip
    assert arrows["memory"].tip == arrows["step"].tip == pytest.approx(step.step_taken)
    velocity = np.array([slot.before for slot in step.slots])
    memory = np.subtract(arrows["memory"].tip, arrows["memory"].base)
    assert memory == pytest.approx(0.9 * velocity, rel=1e-6)


def test_other_optimizers_have_gradient_step_and_the_average_they_remember() -> None:
    step = worked("adam", steps=2)
    arrows = by_kind(step)
    assert set(arrows) == {"gradient", "memory", "step"}
    average = [slot.after for slot in step.slots if slot.name.startswith("momentum")]
    assert arrows["memory"].tip == pytest.approx(-step.learning_rate * np.array(average))
    assert set(by_kind(worked("adagrad"))) == {"gradient", "step"}


def test_with_mini_batches_the_gradient_of_all_rows_is_drawn_too() -> None:
    step = worked()
    arrows = {arrow.kind: arrow for arrow in arrows_of(step, (3.0, -4.0))}
    assert set(arrows) == {"gradient", "full", "step"}
    assert arrows["full"].tip == pytest.approx((0.05 * 3.0, -0.05 * 4.0), rel=1e-6)


@pytest.mark.parametrize("size", [1e-12, 0.03, 1.0, 7.0, 1e9])
def test_arrows_are_scaled_by_a_power_of_ten_to_be_seen(size: float) -> None:
    factor = factor_of([Arrow("step", (0.0, 0.0), (size, 0.0))], VIEW)
    assert np.log10(factor) == pytest.approx(round(np.log10(factor)))
    assert 0.06 <= factor * size / VIEW.width() <= 0.6


def test_legend_names_what_is_drawn_and_the_scale(qtbot: QtBot) -> None:
    plot = make_plot()
    qtbot.addWidget(plot)
    arrows = StepArrows(plot)
    arrows.restyle(LIGHT)
    assert arrows.draw(None, VIEW) == ""
    legend = arrows.draw(worked(), VIEW)
    assert "gradient (uphill)" in legend and "step" in legend and "drawn" not in legend
    wide = QRectF(-1000.0, -1000.0, 2000.0, 2000.0)
    assert "drawn 1000 ×" in arrows.draw(worked(), wide)
    curve = arrows._curves["step"].childItems()[0]
    assert isinstance(curve, pg.PlotCurveItem)
    x, y = curve.getData()
    assert (x[0], y[0]) == (1.0, 2.0)
    assert (x[1], y[1]) == pytest.approx((1.0 - 900.0, 2.0 - 300.0), rel=1e-6)
    arrows.draw(None, VIEW)
    x, _ = curve.getData()
    assert x is None or len(x) == 0


def test_numbers_that_are_missing_or_not_finite_draw_nothing() -> None:
    step = worked()
    assert arrows_of(replace(step, gradients=(None, 1.0))) == ()
    assert arrows_of(replace(step, after=(float("inf"), 0.0))) == ()
    assert arrows_of(replace(step, gradients=(0.0, 0.0), after=step.before)) == ()
