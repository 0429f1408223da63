"""Names of contour lines, principal axes, and the path coloured by step."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from core.loss_surface import loss_surface, view_bounds
from core.stability import Curvature, quadratic
from gui.plotting import make_plot
from gui.surface_geometry import path_points, path_steps, surface_area
from gui.surface_marks import APART, INSET, ContourLabels, PrincipalAxes
from gui.surface_path import PARTS, SteppedPath, SurfacePath, step_colours
from tests.gui.panels.canned import fit_config, preset, shown_of, trained, with_path


@pytest.fixture
def plot(qtbot):
    plot = make_plot()
    qtbot.addWidget(plot)
    return plot


@pytest.mark.parametrize("name", ["tape", "checker"])
def test_each_name_lies_on_its_line_and_none_on_another(plot, name):
    problem = preset(name).problem
    surface = loss_surface(problem, view_bounds(problem))
    levels = surface.levels()
    lines = surface.contours(list(levels))
    labels, view = ContourLabels(plot), surface_area(surface)
    labels.restyle(plot.font())
    labels.draw(levels, lines, view)
    seen = [item for item in labels._items if item.isVisible()]
    assert 2 <= len(seen) <= 4
    places = np.array([(item.pos().x(), item.pos().y()) for item in seen])
    losses = quadratic(problem).loss(places[:, 0], places[:, 1])
    for loss, item in zip(losses, seen, strict=True):
        # Two digits are written, and a line runs between grid points.
        assert float(item.toPlainText()) == pytest.approx(loss, rel=0.06)
    size = np.array([view.width(), view.height()])
    parts = (places - [view.left(), view.top()]) / size
    assert (np.abs(parts - 0.5) <= 0.5 - INSET).all()
    for i, one in enumerate(parts):
        for other in parts[:i]:
            assert (np.abs(one - other) > np.array(APART) * 0.999).any()


def test_names_that_have_no_place_are_hidden_and_come_back(plot):
    problem = preset("checker").problem
    surface = loss_surface(problem, view_bounds(problem))
    levels = surface.levels()
    lines = surface.contours(list(levels))
    labels = ContourLabels(plot)
    labels.restyle(plot.font())
    labels.draw(levels, lines, surface_area(surface))
    before = sum(item.isVisible() for item in labels._items)
    labels.draw(levels, lines, QRectF(1e6, 1e6, 1, 1))
    assert not any(item.isVisible() for item in labels._items)
    labels.draw(levels, lines, surface_area(surface))
    assert sum(item.isVisible() for item in labels._items) == before > 0


def test_axes_run_along_the_eigenvectors_through_the_centre():
    hessian = np.array([[22.0, 6.0], [6.0, 2.0]])
    axes, view = PrincipalAxes(), QRectF(-4, -10, 8, 20)
    axes.draw(Curvature(hessian), (1.0, -1.0), view)
    for item, value in ((axes._steep, 23.66190379), (axes._flat, 0.33809621)):
        ends = np.column_stack(item.getData())
        assert ends.mean(axis=0) == pytest.approx((1.0, -1.0))
        along = ends[1] - ends[0]
        assert hessian @ along == pytest.approx(value * along, rel=1e-6)
        assert (np.abs(along) > [view.width(), view.height()]).any()
    axes.draw(None, (1.0, -1.0), view)
    assert all(not len(item.getData()[0]) for item in axes.items)
    axes.draw(Curvature(np.full((2, 2), np.nan)), (1.0, -1.0), view)
    assert all(not len(item.getData()[0]) for item in axes.items)


def test_colours_go_from_pale_to_dark():
    lightness = [QColor(colour).lightnessF() for colour in step_colours(PARTS)]
    assert lightness == sorted(lightness, reverse=True) and lightness[0] > lightness[-1] + 0.4


def test_each_part_of_a_path_has_its_steps_and_joins_the_next():
    path, x = SteppedPath(), np.arange(17.0)
    path.setData(x, 2 * x, x / 16, smooth=True)
    pieces = [part.getData()[0] for part in path._parts]
    for one, other in zip(pieces[:-1], pieces[1:], strict=True):
        assert one[-1] == other[0]
    assert pieces[0][0] == 0 and pieces[-1][-1] == 16
    assert all(len(piece) <= 4 for piece in pieces)
    path.setData(np.empty(0), np.empty(0), np.empty(0), smooth=True)
    assert all(not len(part.getData()[0]) for part in path._parts)


@pytest.mark.parametrize("count", [1, 2, 900, 1001, 5000, 200_000])
def test_path_has_a_step_for_each_of_its_points(count):
    run = with_path(trained(preset("checker"), 0), np.arange(float(count)), np.zeros(count))
    points, steps = path_points(run, count - 1), path_steps(run, count - 1)
    # In this run w is the step number.
    assert (points[:, 0] == steps).all() and steps[-1] == count - 1
    assert (np.diff(steps) >= 0).all()


def test_early_steps_are_pale_and_late_ones_dark(plot, qtbot):
    drawn = SurfacePath()
    with qtbot.waitExposed(plot):
        plot.show()
    view = plot.getViewBox()
    view.setRange(QRectF(-3, -8, 8, 15), padding=0)
    drawn.draw(shown_of(trained(preset("checker", 0.05), 40)), view)
    brushes = [QColor(brush.color()).lightnessF() for brush in drawn.dots.data["brush"]]
    assert brushes[0] > brushes[-1] + 0.3
    other = fit_config([1, 2], [3, 4], 0.05)
    drawn.draw(replace(shown_of(trained(other, 0)), surface=None), view)
    assert len(drawn.dots.data["x"]) <= 1
