"""The mini-batch in the left column."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from core.batch import Batch
from core.dataset import Dataset
from gui.batch_section import BatchSection
from gui.controller import Controller
from gui.shown import Shown


@pytest.fixture
def section(controller: Controller, qtbot: QtBot) -> BatchSection:
    section = BatchSection(controller)
    qtbot.addWidget(section)
    section.set_open(True)
    section.draw(Shown(controller.config))
    return section


def test_all_rows_at_first(section) -> None:
    assert section.heading() == "Mini-batch: all rows"
    assert section._size.text() == "all rows"
    assert section._size.maximum() == 99
    assert not section._shuffle.isEnabled() and not section._seed.isEnabled()


def test_values_reach_the_settings(section, controller) -> None:
    section._size.setValue(10)
    section.draw(Shown(controller.config))
    assert controller.config.batch == Batch(10)
    assert section.heading() == "Mini-batch: 10 of 100, shuffled"
    section._seed.setValue(7)
    section.draw(Shown(controller.config))
    assert controller.config.batch == Batch(10, True, 7)
    section._shuffle.click()
    section.draw(Shown(controller.config))
    assert controller.config.batch == Batch(10, False, 7)
    assert section.heading() == "Mini-batch: 10 of 100, in order"
    assert not section._seed.isEnabled()
    section._size.setValue(0)
    section.draw(Shown(controller.config))
    assert controller.config.batch is None
    assert section.heading() == "Mini-batch: all rows"


def test_it_is_all_rows_where_the_data_have_no_more(section, controller) -> None:
    controller.set_batch(Batch(10))
    data = Dataset(np.arange(10.0), np.arange(10.0))
    problem = replace(controller.config.problem, dataset=data)
    controller._begin(replace(controller.config, problem=problem))
    section.draw(Shown(controller.config))
    assert controller.config.batch is None
    assert section.heading() == "Mini-batch: all rows"
    assert section._size.maximum() == 9
