from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from core.full_check import MOST_ROWS
from gui.error_chart import ErrorChart
from gui.theme import DARK, LIGHT
from tests.core.helpers import doubled
from tests.gui.panels.canned import (
    at_a_kink,
    examined,
    fit_config,
    found,
    not_examined,
    preset,
    shown_of,
    trained,
)


@pytest.fixture
def chart(qtbot):
    chart = ErrorChart()
    qtbot.addWidget(chart)
    chart.resize(545, 200)
    with qtbot.waitExposed(chart):
        chart.show()
    return chart


@pytest.fixture(scope="module")
def honest():
    return examined(shown_of(trained(preset("tape"), 8), surface=False))


def data(chart, i):
    return chart._plot.curves[i].getData()


def test_both_curves_are_log_log_over_the_step_size(chart, honest):
    chart.redraw(honest)
    curve = honest.curve
    for i, errors in enumerate((curve.float32[0], curve.float64[0])):
        x, y = data(chart, i)
        assert x == pytest.approx(np.log10(curve.steps[0]))
        placed = errors > 0
        assert y[placed] == pytest.approx(np.log10(errors[placed]))
        assert np.isnan(y[np.isnan(errors)]).all()
    assert chart.sentence() == ""


def test_the_chosen_step_and_the_error_allowed_are_marked(chart, honest):
    chart.redraw(honest)
    element = honest.full.at.elements[0]
    mark = chart._plot.mark.data
    assert mark["x"][0] == pytest.approx(np.log10(element.step))
    assert chart._allowed.value() == pytest.approx(np.log10(element.tolerance))
    (left, right), (bottom, top) = chart._plot.widget.viewRange()
    assert left < mark["x"][0] < right
    assert bottom < mark["y"][0] < top


def test_the_buttons_choose_the_parameter(chart, honest, qtbot):
    chart.redraw(honest)
    button = chart.findChild(QPushButton, "errorParameter2")
    assert button.text() == "b" and button.accessibleName() and button.toolTip()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    tolerance = honest.full.at.elements[1].tolerance
    assert chart._allowed.value() == pytest.approx(np.log10(tolerance))


def test_exact_zeros_stand_at_the_bottom_and_the_note_says_so(chart):
    shown = examined(shown_of(trained(preset("checker"), 0), surface=False))
    chart.redraw(shown)
    errors = shown.curve.float64[0]
    assert (errors == 0.0).any()
    heights = data(chart, 1)[1][errors == 0.0]
    bottom = chart._plot.widget.viewRange()[1][0]
    assert (heights > bottom).all()
    assert heights.max() < np.log10(errors[errors > 0.0].min())
    assert chart._note.whole_text() == "Exactly 0 is drawn at the bottom."


def test_a_wrong_gradient_stays_wrong_at_every_step_size(chart):
    config = replace(preset("checker", 0.01), gradient=doubled, gate=False)
    shown = examined(shown_of(trained(config, 0), surface=False))
    chart.redraw(shown)
    assert np.ptp(data(chart, 1)[1]) < 0.1
    assert chart._note.whole_text().startswith("✗ No step size")


def test_a_kink_is_said(chart):
    chart.redraw(examined(shown_of(trained(at_a_kink(), 0), surface=False)))
    assert chart._note.whole_text().startswith("? At a kink")


def test_float64(chart):
    config = preset("tape", dtype="float64")
    chart.redraw(examined(shown_of(trained(config, 0), surface=False)))
    assert np.isfinite(data(chart, 0)[1]).any() and np.isfinite(data(chart, 1)[1]).all()


def test_before_the_examination_a_sentence(chart, honest):
    chart.redraw(not_examined(honest))
    assert chart.sentence() == "Comes when the run pauses."
    assert not chart._plot.widget.isVisible()
    chart.redraw(honest)
    assert chart.sentence() == "" and chart._plot.widget.isVisible()


def test_too_many_rows_are_said(chart, honest):
    x = np.arange(MOST_ROWS + 1.0)
    shown = examined(shown_of(trained(fit_config(x, x, 1e-12), 0), surface=False))
    assert shown.full is not None and shown.curve is None
    chart.redraw(shown)
    assert chart.sentence().startswith("Not drawn for more than 100000 rows")


def test_a_loss_that_is_nowhere_finite(chart, honest):
    nothing = np.full_like(honest.curve.float64, np.nan)
    curve = replace(honest.curve, float32=nothing, float64=nothing)
    element = replace(honest.full.at.elements[0], numerical=np.nan, tolerance=np.nan, step=np.nan)
    at = replace(honest.full.at, elements=(element, element))
    chart.redraw(found(honest, at=at, curve=curve))
    assert chart._note.whole_text().startswith("The loss is not finite")
    assert not chart._allowed.isVisible()
    assert len(chart._plot.mark.data) == 0


def test_the_same_is_not_drawn_twice(chart, honest, monkeypatch):
    chart.redraw(honest)
    drawn = []
    monkeypatch.setattr(chart, "_draw", lambda *arguments: drawn.append(arguments))
    chart.redraw(replace(honest, step=honest.step))
    assert drawn == []


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_it_takes_over_the_colours(chart, honest, colours):
    chart.restyle(colours)
    chart.redraw(honest)
    assert chart._plot.curves[0].opts["pen"].color().name() == colours.line
    assert chart._plot.curves[1].opts["pen"].color().name() == colours.loss


def test_curves_differ_by_more_than_their_colour(chart, honest):
    chart.redraw(honest)
    styles = {curve.opts["pen"].style() for curve in chart._plot.curves}
    assert len(styles) == 2
    assert [item.isVisible() for item in chart._names] == [True, True]


def test_no_name_is_cut_at_the_top_in_a_low_or_a_high_chart(chart, qtbot):
    config = replace(preset("checker", 0.01), gradient=doubled, gate=False)
    chart.redraw(examined(shown_of(trained(config, 0), surface=False)))
    view = chart._plot.widget.getViewBox()
    for height in (400, 130, 400):
        chart.resize(545, height)
        qtbot.waitUntil(lambda: chart.height() == height)  # noqa: B023
        qtbot.wait(20)
        for name in chart._names:
            top = name.mapRectToScene(name.boundingRect()).top()
            assert top >= view.sceneBoundingRect().top() - 1


def test_the_tooltip_explains_the_branches(chart):
    tip = chart._plot.widget.toolTip()
    assert "rounding" in tip and "truncation" in tip and "no right branch" in tip
