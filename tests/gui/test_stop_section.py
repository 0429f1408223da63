"""The rules by which a run ends, in the left column."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from core.stop_rules import StopRules
from gui.controller import Controller
from gui.shown import Shown
from gui.stop_section import StopSection


@pytest.fixture
def section(controller: Controller, qtbot: QtBot) -> StopSection:
    section = StopSection(controller)
    qtbot.addWidget(section)
    section.draw(Shown(controller.config))
    section.set_open(True)
    return section


def retype(section: StopSection, field, text: str) -> None:
    field.setText(text)
    field._commit()
    section.draw(Shown(section._controller.config))


def test_only_the_step_limit_at_first(section, controller) -> None:
    assert section.heading() == "Stop: after 20 steps"
    assert [field.text() for field in section._fields] == ["", "", ""]
    controller.set_limit(50)
    section.draw(Shown(controller.config))
    assert section.heading() == "Stop: after 50 steps"


def test_values_reach_the_settings(section, controller) -> None:
    retype(section, section._tolerance, "1e-6")
    retype(section, section._change, "1e-9")
    retype(section, section._target, "-2")
    assert controller.config.stop == StopRules(20, 1e-6, 1e-9, -2.0)
    assert section.heading() == (
        "Stop: after 20 steps, gradient norm < 1e-6, loss change < 1e-9, loss ≤ -2"
    )
    retype(section, section._change, "")
    assert controller.config.stop == StopRules(20, 1e-6, None, -2.0)


@pytest.mark.parametrize(
    ("text", "why"), [("0", "must be above 0"), ("-1", "must be above 0"), ("x", "not a number")]
)
def test_a_bad_value_is_not_taken_and_says_why(section, controller, text, why) -> None:
    retype(section, section._tolerance, "0.5")
    retype(section, section._tolerance, text)
    assert controller.config.stop.tolerance == 0.5
    assert not section._tolerance.is_valid() and why in section._tolerance.toolTip()
