"""The learning-rate schedule in the left column."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from core.schedule import SCHEDULES, Schedule
from gui.controller import Controller
from gui.schedule_section import ScheduleSection
from gui.shown import Shown
from gui.widgets.note_label import NoteLabel


@pytest.fixture
def section(controller: Controller, qtbot: QtBot) -> ScheduleSection:
    section = ScheduleSection(controller)
    qtbot.addWidget(section)
    section.set_open(True)
    return section


def choose(section: ScheduleSection, kind: str) -> None:
    box = section._kind
    box.setCurrentIndex(box.findData(kind))
    box.activated.emit(box.currentIndex())
    section.draw(Shown(section._controller.config))


def retype(section: ScheduleSection, name: str, text: str) -> None:
    field = section.field(name)
    field.setText(text)
    field._commit()
    section.draw(Shown(section._controller.config))


def note(section: ScheduleSection) -> str:
    return section.findChild(NoteLabel, "scheduleNote").text()


@pytest.mark.parametrize("kind", SCHEDULES)
def test_every_schedule_has_its_fields(section, controller, kind) -> None:
    choose(section, kind)
    assert controller.config.optimizer.schedule == Schedule(kind)
    assert list(section._fields) == list(SCHEDULES[kind])
    for name, value in SCHEDULES[kind].items():
        field = section.field(name)
        assert field.setting() == value
        assert field.accessibleName() == name and field.toolTip()


def test_headings(section, controller) -> None:
    assert section.heading() == "Schedule: constant"
    choose(section, "cosine")
    assert section.heading() == "Schedule: cosine, 100 steps"
    choose(section, "piecewise")
    assert section.heading() == "Schedule: in pieces, at 50, 100"


def test_values_reach_the_settings(section, controller) -> None:
    choose(section, "exponential")
    section.field("decay_steps").setValue(30)
    retype(section, "decay_rate", "0.9")
    section.field("staircase").click()
    wanted = {"decay_steps": 30, "decay_rate": 0.9, "staircase": True}
    assert controller.config.optimizer.schedule.values == wanted
    section.draw(Shown(controller.config))
    assert section.heading() == "Schedule: exponential, 30 steps"
    retype(section, "decay_rate", "-1")
    assert controller.config.optimizer.schedule.values == wanted
    assert "must not be below 0" in section.field("decay_rate").toolTip()


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("boundaries", "50, x", "boundaries: type rising whole numbers"),
        ("boundaries", "50, 60.5", "boundaries: type rising whole numbers"),
        ("boundaries", "60, 50", "boundaries: type rising whole numbers"),
        ("factors", "", "factors: type numbers from 0 up"),
        ("factors", "1, -1, 0", "factors: type numbers from 0 up"),
        ("factors", "1, 0.5", "2 factors for 2 boundaries: type one factor more"),
    ],
)
def test_a_bad_list_is_not_taken_and_says_why(section, controller, name, text, why) -> None:
    choose(section, "piecewise")
    retype(section, name, text)
    assert controller.config.optimizer.schedule == Schedule("piecewise")
    assert why in note(section)
    assert section.field(name).text() == text, "it stays to be mended"


def test_lists_reach_the_settings(section, controller) -> None:
    choose(section, "piecewise")
    retype(section, "boundaries", "10")
    assert "3 factors for 1 boundaries" in note(section)
    retype(section, "factors", "1，0.1")
    assert controller.config.optimizer.schedule.values == {
        "boundaries": (10,), "factors": (1.0, 0.1)
    }  # fmt: skip
    assert note(section) == ""


def test_another_optimizer_keeps_the_schedule(section, controller) -> None:
    choose(section, "cosine")
    controller.set_hyperparameters((("momentum", 0.5),))
    controller.set_optimizer("adam")
    assert controller.config.optimizer.schedule == Schedule("cosine")
    assert controller.config.optimizer.hyperparameters == ()
