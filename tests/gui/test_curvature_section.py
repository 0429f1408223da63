"""What is said of curvature and limit."""

from dataclasses import replace

import numpy as np
import pytest

from core.optimizer import OptimizerConfig
from core.stability import local_curvature
from gui.curvature_section import CurvatureSection, curvature_note
from tests.gui.panels.canned import fit_config, not_begun, preset, shown_of, trained


@pytest.fixture
def section(qtbot):
    section = CurvatureSection()
    qtbot.addWidget(section)
    section.set_open(True)
    return section


def with_curvature(shown):
    return replace(shown, local=local_curvature(shown.config.problem, shown.point))


def test_checker_has_its_numbers_before_tensorflow_is_there(section):
    section.draw(not_begun(preset("checker")))
    assert section.heading() == "Condition number: 70"
    text = section.content.text()
    for number in ("λmax = 23.6619", "λmin = 0.338096", "69.99", "rate 0.135, momentum 0.619"):
        assert number in text
    # |1 - 0.1 * 23.66| and 1 - 0.1 * 0.338.
    assert "by 1.366 along the steepest direction and by 0.9662 along the flattest" in text


def test_the_cause_of_a_diverged_run_is_among_it(section):
    section.draw(shown_of(trained(preset("checker"), 200)))
    assert "Learning rate 0.1 is above the limit 0.0845" in section.content.text()
    assert "137 steps" in section.content.text()


def test_a_valley_is_flat_in_one_direction(section):
    section.draw(not_begun(fit_config([2, 2, 2], [1, 2, 6], 0.05)))
    assert section.heading() == "Curvature: flat in one direction"


def test_adam_has_no_limit_but_a_curvature():
    config = replace(preset("checker"), optimizer=OptimizerConfig("adam", 0.1))
    note = curvature_note(not_begun(config))
    assert note == "Adam has no fixed limit. Steepest curvature: 23.66"


def test_of_another_loss_curvature_and_limit_are_local(section):
    x = np.linspace(-1, 1, 20)
    shown = shown_of(trained(fit_config(x, 3 * x + 1, 0.1, loss="log_cosh"), 3))
    assert curvature_note(shown) == "" and shown.learning_rate_limit is None
    section.draw(shown)
    assert section.heading() == "Curvature: …"
    shown = with_curvature(shown)
    assert curvature_note(shown) == "This limit holds near the shown step only."
    steepest = np.linalg.eigvalsh(shown.local.hessian)[-1]
    assert shown.learning_rate_limit == pytest.approx(2 / steepest)
    section.draw(shown)
    assert "At the shown step; elsewhere it differs" in section.content.text()


def test_mean_absolute_error_is_not_curved(section):
    x = np.linspace(-1, 1, 20)
    shown = with_curvature(shown_of(trained(fit_config(x, 3 * x + 1, 0.1, loss="mae"), 3)))
    assert curvature_note(shown) == "No limit is known: the loss is not curved here."
    section.draw(shown)
    assert section.heading() == "Curvature: none here"
