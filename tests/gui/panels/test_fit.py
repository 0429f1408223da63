from dataclasses import replace

import numpy as np
import pytest

from core.scaling import ScalingKind
from gui.number_format import short
from gui.panels.fit import MOST_POINTS, FitPanel
from gui.scaled_axis import scaled_name
from gui.theme import DARK
from tests.gui.panels.canned import fit_config, not_begun, preset, shown_of, trained


@pytest.fixture
def panel(qtbot):
    panel = FitPanel()
    qtbot.addWidget(panel)
    panel.resize(430, 360)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


def ends(item) -> list[tuple[float, float]]:
    x, y = item.getData()
    return list(zip(x, y, strict=True))


def test_before_the_first_draw_there_is_a_title_and_no_line(panel):
    assert panel.objectName() == "fitPanel"
    assert panel.accessibleName() == "Data and line"
    assert panel._overlay.heading.isHidden()


def test_at_first_the_data_and_the_line_at_the_start_are_in_view(panel):
    shown = not_begun(preset("tape"))
    panel.draw(shown)
    (left, right), (low, high) = panel._plot.viewRange()
    data = shown.config.problem.dataset
    assert left < data.x.min() and data.x.max() < right
    assert low < 1 - right and data.y.max() < high
    assert panel._overlay.heading.text() == "ŷ = 1 x + 1"


def test_axes_are_named_like_the_columns(panel):
    panel.draw(not_begun(fit_config([1, 2], [3, 5], names=("area", "price"))))
    assert panel._plot.getAxis("bottom").labelText == "area"
    assert panel._plot.getAxis("left").labelText == "price"


def test_line_start_optimum_and_ghost_are_where_they_belong(panel):
    config = preset("checker", 0.05)
    ghost = trained(config, 3)
    panel.draw(shown_of(trained(config, 5, run_id=2), ghost=ghost))
    w, b = panel.last.point
    w_old, b_old = ghost.history.row(3).parameters
    for item, slope, intercept in (
        (panel._line, w, b), (panel._start, 1, 2), (panel._optimum, 1, -1),
        (panel._ghost, w_old, b_old),
    ):  # fmt: skip
        points = ends(item)
        assert len(points) >= 2
        assert all(y == pytest.approx(slope * x + intercept, abs=1e-6) for x, y in points)


def test_going_back_moves_the_line(panel):
    view = trained(preset("tape", noise=0.0), 20)
    panel.draw(shown_of(view))
    assert panel._overlay.heading.text() == "ŷ = 1.756 x + 9.896"
    panel.draw(shown_of(view, 0))
    assert panel._overlay.heading.text() == "ŷ = 1 x + 1"


def test_the_sign_of_b_stands_between(panel):
    panel.draw(shown_of(trained(preset("checker", 0.05), 1000)))
    assert panel._overlay.heading.text() == "ŷ = 1 x − 1"


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_divergence_leaves_the_view_at_three_heights_at_most(panel, dtype):
    config = preset("checker", 0.1, dtype)
    panel.draw(not_begun(config))
    low, high = panel._plot.viewRange()[1]
    view = trained(config, 1000)
    for step in (0, 3, 20, view.last_finite):
        panel.draw(shown_of(view, step))
    low_end, high_end = panel._plot.viewRange()[1]
    assert high_end - low_end <= 3.1 * (high - low)
    assert panel._overlay.note.text()
    for item in (panel._line, panel._start, panel._optimum):
        values = np.concatenate(item.getData())
        assert np.nanmax(np.abs(values), initial=0.0) < 1e3


def test_too_steep_a_line_is_named(panel):
    panel.draw(not_begun(fit_config([-1, 1], [0, 1], start=(0, 0))))
    view = trained(fit_config([-1, 1], [-2e5, 2e5], 0.5), 1)
    shown = shown_of(view, 1, surface=False)
    flat = fit_config([-1, 1], [0, 1]).problem
    config = type(shown.config)(flat)
    panel.draw(type(shown)(config, shown.snapshot, 1))
    assert panel._overlay.note.text() == "the line is too steep to show"
    assert np.abs(np.concatenate(panel._line.getData())).max() < 1e3


def test_residuals_reach_from_each_point_to_the_line(panel):
    view = trained(preset("checker", 0.05), 1)
    panel.draw(shown_of(view))
    assert not len(panel._misses.getData()[0])
    panel._residuals.click()
    x, y = panel._misses.getData()
    data, (w, b) = view.config.problem.dataset, panel.last.point
    assert y[0::2].tolist() == data.y.tolist()
    assert y[1::2] == pytest.approx(w * data.x + b)
    assert x[0::2].tolist() == x[1::2].tolist()


def test_a_large_table_is_drawn_as_a_sample_that_says_so(panel):
    x = np.linspace(0, 1, 4 * MOST_POINTS)
    panel.draw(not_begun(fit_config(x, x)))
    assert len(panel._marks.data) <= MOST_POINTS
    assert panel._overlay.note.text() == "every 4th of 20000 points is drawn"


@pytest.mark.parametrize(
    ("x", "y"),
    [([2, 2, 2], [1, 2, 3]), ([5], [7]), ([0, 0], [0, 0]), ([1e8, 1e8 + 1], [1e-9, 2e-9])],
)
def test_degenerate_data_have_a_view(panel, x, y):
    panel.draw(not_begun(fit_config(x, y)))
    (left, right), (low, high) = panel._plot.viewRange()
    assert left < min(x) and max(x) < right
    assert low <= min(y) and max(y) <= high
    panel.grab()


def test_dark_theme(panel):
    panel.draw(not_begun(preset("tape")))
    panel.restyle(DARK)
    assert panel._line.opts["pen"].color().name() == DARK.line
    assert panel._overlay.heading.text()


def test_what_has_not_changed_is_not_drawn_again(panel):
    shown = shown_of(trained(preset("tape"), 3))
    panel.draw(shown)
    changes = []
    panel._line.sigPlotChanged.connect(lambda *_: changes.append(1))
    panel._plot.getViewBox().sigRangeChanged.connect(lambda *_: changes.append(1))
    panel.draw(shown)
    assert not changes


@pytest.mark.parametrize("kind", [ScalingKind.CENTRE, ScalingKind.STANDARDISE])
def test_scaled_x_is_drawn_in_both_coordinates(panel, kind):
    config = fit_config([2000, 2001, 2002, 2003], [1, 3, 4, 7], names=("year", "price"))
    config = replace(config, problem=config.problem.scaled(kind).started_at((2.0, 4.0)))
    panel.draw(not_begun(config))
    scaling = config.problem.dataset.scaling
    assert panel._plot.getAxis("bottom").labelText == scaled_name("year", scaling)
    top = panel._plot.getAxis("top")
    assert top.isVisible() and top.labelText == "year"
    assert panel._overlay.heading.text() == "ŷ = 2 x′ + 4"
    slope = 2.0 / scaling.factor
    wanted = f"original units: ŷ = {short(slope)} x − {short(-(4.0 - slope * 2001.5))}"
    assert panel._overlay.note.text() == wanted
    panel.draw(not_begun(replace(config, problem=config.problem.scaled(ScalingKind.NONE))))
    assert not top.isVisible() and panel._overlay.note.text() == ""
