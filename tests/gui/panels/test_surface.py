import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from core.loss_surface import loss_surface
from core.run_view import RunState
from core.table.reading import read_table
from gui.panels.surface import SurfacePanel
from tests.gui.panels.canned import (
    fit_config,
    not_begun,
    preset,
    shown_of,
    trained,
    with_path,
)

CASES = Path(__file__).parents[2] / "cases"


@pytest.fixture
def panel(qtbot):
    panel = SurfacePanel()
    qtbot.addWidget(panel)
    panel.resize(570, 370)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


def pixel(panel: SurfacePanel, w: float, b: float) -> QPoint:
    plot = panel._plot
    return plot.mapFromScene(plot.getViewBox().mapViewToScene(pg.Point(w, b)))


def mouse(panel: SurfacePanel, kind: QEvent.Type, at: QPoint, down: bool = True) -> None:
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    moves = kind is QEvent.Type.MouseMove
    held = left if down and kind is not QEvent.Type.MouseButtonRelease else none
    viewport = panel._plot.viewport()
    event = QMouseEvent(
        kind, QPointF(at), QPointF(viewport.mapToGlobal(at)), none if moves else left, held,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(viewport, event)


def mark(item) -> tuple[float, float] | None:
    points = item._layers[0].data
    return (float(points["x"][0]), float(points["y"][0])) if len(points) else None


def path_points(item) -> np.ndarray:
    layer = item._layers[0] if hasattr(item, "_layers") else item
    return np.column_stack(layer.getData())


def view_rect(panel: SurfacePanel) -> QRectF:
    return panel._plot.getViewBox().viewRect()


def test_case_surf_transposed_halfcell(panel):
    """Argmin, optimum mark and end of the path agree on a grid that is not square."""
    cases = json.loads((CASES / "cases.json").read_text("utf-8"))["cases"]
    right = next(c for c in cases if c["id"] == "surf_transposed_halfcell")["right"]
    data = read_table(CASES / "data/ex1data1.csv")
    config = fit_config(data.x, data.y, 0.02)
    surface = loss_surface(config.problem, ((-1.0, 4.0), (-10.0, 10.0)), (51, 81))
    exact = not_begun(config, surface=False).quadratic
    panel.draw(replace(shown_of(trained(config, 1000), surface=False), surface=surface))

    at = panel._image.mapToParent(QPointF(0.0, 0.0)), panel._image.mapToParent(QPointF(1.0, 1.0))
    cell_w, cell_b = at[1].x() - at[0].x(), at[1].y() - at[0].y()
    assert (cell_w, cell_b) == pytest.approx((0.1, 0.25))
    assert panel._image.image.shape == (81, 51)
    row, column = np.unravel_index(np.argmin(panel._image.image), panel._image.image.shape)
    # argmin_index counts w first.
    assert [column, row] == right["argmin_index"]
    centre = panel._image.mapToParent(QPointF(column + 0.5, row + 0.5))
    assert (centre.x(), centre.y()) == pytest.approx(tuple(right["argmin"].values()))
    assert surface.loss[0, -1] == pytest.approx(right["J_wmax_bmin"], rel=1e-9)
    assert surface.loss[-1, 0] == pytest.approx(right["J_wmin_bmax"], rel=1e-9)
    w, b = mark(panel._optimum)
    assert abs(w - centre.x()) < cell_w / 2 and abs(b - centre.y()) < cell_b / 2
    contours = path_points(panel._contours)
    assert np.nanmin(contours[:, 0]) >= -1 and np.nanmax(contours[:, 1]) <= 10
    loss = panel.last.row.loss
    assert exact.loss(*panel.last.point) == pytest.approx(loss, rel=1e-9)


def test_before_the_surface_is_there_a_text_says_so(panel):
    panel.draw(not_begun(preset("tape"), surface=False))
    assert "TensorFlow" in panel._overlay.note.text()
    assert not panel._bar.isVisible()
    assert not any(label.isVisible() for label in panel._labels.values())


def test_start_and_optimum_are_marked_and_named(panel):
    panel.draw(shown_of(trained(preset("checker"), 0)))
    assert mark(panel._start) == (1, 2)
    assert mark(panel._optimum) == pytest.approx((1, -1))
    assert panel._labels["start"].isVisible() and panel._labels["optimum"].isVisible()
    assert panel._labels["optimum"].toPlainText() == "optimum"
    assert not panel._labels["step"].isVisible()
    for w, b in (mark(panel._start), mark(panel._optimum)):
        assert view_rect(panel).contains(QPointF(w, b))


def test_path_and_point_follow_the_shown_step(panel):
    view = trained(preset("checker", 0.05), 20)
    panel.draw(shown_of(view, 7))
    row = view.history.row(7)
    assert mark(panel._point) == pytest.approx(tuple(row.parameters))
    assert panel._labels["step"].toPlainText() == "step 7"
    assert path_points(panel._path.path)[-1] == pytest.approx(row.parameters)
    assert len(np.unique(panel._path.dots.data["x"])) == 7
    panel.draw(shown_of(view, 0))
    assert mark(panel._point) is None
    assert len(path_points(panel._path.path)) <= 1


def test_ghost_is_drawn_below(panel):
    config = preset("checker", 0.05)
    panel.draw(shown_of(trained(config, 0, 2), ghost=trained(config, 6)))
    assert len(path_points(panel._path.ghost)) >= 6


def test_a_diverged_run_stays_near_the_view(panel):
    config = preset("checker", 0.1, "float64")
    before = None
    for shown in (shown_of(trained(config, 0)), shown_of(trained(config, 1000, 2))):
        panel.draw(shown)
        before = before or QRectF(view_rect(panel))
    view = view_rect(panel)
    assert view == before
    points = path_points(panel._path.path)
    centre = [view.center().x(), view.center().y()]
    reach = np.abs(points - centre) / [view.width(), view.height()]
    assert np.nanmax(reach) <= 1.5 + 1e-9
    assert mark(panel._point) is None
    # The name tells where the point went.
    label = panel._labels["step"]
    assert label.isVisible() and label.toPlainText()[0] in "▸◂▴▾"
    assert label.toPlainText().endswith("diverged, step 1000")


@pytest.mark.parametrize("step", range(12))
def test_names_are_inside_the_plot(panel, step):
    panel.draw(shown_of(trained(preset("checker"), 20), step))
    panel.grab()
    area = panel._plot.getViewBox().sceneBoundingRect().adjusted(-1, -1, 1, 1)
    for label in panel._labels.values():
        if label.isVisible():
            assert area.contains(label.mapRectToScene(label.boundingRect()))


def test_constant_x_has_a_valley_and_no_star(panel):
    panel.draw(shown_of(trained(fit_config([2, 2, 2], [1, 2, 6], 0.05), 30)))
    assert mark(panel._optimum) is None
    assert panel._overlay.note.text().startswith("not unique")
    w, b = panel._valley.getData()
    assert b == pytest.approx(3 - 2 * w)


def test_another_loss_has_neither_star_nor_valley(panel):
    x = np.linspace(-1, 1, 20)
    panel.draw(shown_of(trained(fit_config(x, 3 * x + 1, 0.1, loss="mae"), 10)))
    assert mark(panel._optimum) is None
    assert not len(panel._valley.getData()[0])
    assert panel._image.isVisible()
    assert not panel._overlay.note.text()


def test_a_zigzag_keeps_both_sides_and_its_first_steps(panel):
    run = trained(preset("checker"), 0)
    steps = np.arange(300_000)
    w = 1 + np.where(steps % 2, 1.0, -1.0)
    w[:100] = np.linspace(3, 2, 100)
    panel.draw(shown_of(with_path(run, w, np.full(len(w), 2.0))))
    drawn = path_points(panel._path.path)
    assert len(drawn) <= 4100
    assert (drawn[200:, 0] == 0).any() and (drawn[200:, 0] == 2).any()
    assert ((drawn[:, 0] > 2.2) & (drawn[:, 0] < 2.8)).any()
    assert drawn[-1] == pytest.approx([w[-1], 2.0])


def test_press_and_drag_pick_the_start(panel, qtbot):
    panel.draw(shown_of(trained(preset("checker"), 0)))
    picked = []
    panel.start_picked.connect(lambda w, b: picked.append((w, b)))
    mouse(panel, QEvent.Type.MouseButtonPress, pixel(panel, 2.0, 1.0))
    mouse(panel, QEvent.Type.MouseMove, pixel(panel, 0.0, -2.0))
    mouse(panel, QEvent.Type.MouseButtonRelease, pixel(panel, 0.0, -2.0))
    mouse(panel, QEvent.Type.MouseMove, pixel(panel, 1.0, 1.0), down=False)
    view = view_rect(panel)
    per_pixel = view.width() / 400, view.height() / 200
    assert len(picked) == 2
    for found, wanted in zip(picked, [(2.0, 1.0), (0.0, -2.0)], strict=True):
        assert np.abs(np.subtract(found, wanted)) == pytest.approx(0, abs=max(per_pixel))


def test_the_view_does_not_move_while_the_start_is_dragged(panel):
    config = preset("checker")
    panel.draw(not_begun(config))
    before = QRectF(view_rect(panel))
    mouse(panel, QEvent.Type.MouseButtonPress, pixel(panel, 3.0, 5.0))
    moved = replace(config, problem=config.problem.started_at((3.0, 5.0)))
    panel.draw(not_begun(moved))
    assert view_rect(panel) == before
    assert mark(panel._start) == (3.0, 5.0)
    mouse(panel, QEvent.Type.MouseButtonRelease, pixel(panel, 3.0, 5.0))
    assert view_rect(panel) != before


def test_the_mouse_reads_the_loss(panel):
    panel.draw(shown_of(trained(preset("checker"), 0)))
    mouse(panel, QEvent.Type.MouseMove, pixel(panel, 1.0, 2.0), down=False)
    words = panel._overlay.note.text().split()
    values = dict(zip(words[0::2], map(float, words[1::2]), strict=True))
    exact = panel.last.quadratic.loss(values["w"], values["b"])
    assert values["loss"] == pytest.approx(float(exact), rel=0.02)
    QApplication.sendEvent(panel._plot.viewport(), QEvent(QEvent.Type.Leave))
    assert not panel._overlay.note.text()


def test_fit_all_undoes_a_zoom(panel):
    panel.draw(shown_of(trained(preset("checker"), 0)))
    before = QRectF(view_rect(panel))
    panel._plot.setRange(xRange=(0, 1), yRange=(0, 1), padding=0)
    panel._fit_all.click()
    assert view_rect(panel) == before


def test_colour_bar_is_in_loss_values(panel):
    panel.draw(shown_of(trained(preset("checker"), 0)))
    assert panel._bar.isVisible()
    assert "1" in panel._bar.labels() and "100" in panel._bar.labels()


def test_what_has_not_changed_is_not_drawn_again(panel):
    shown = shown_of(trained(preset("checker", 0.05), 30))
    panel.draw(shown)
    changes = []
    panel._image.sigImageChanged.connect(lambda *_: changes.append(1))
    for item in (panel._contours, *panel._path.path._layers):
        item.sigPlotChanged.connect(lambda *_: changes.append(1))
    panel.draw(shown)
    assert not changes


# Views, and parameters by hand.


def test_the_shown_point_is_dragged_by_hand_and_the_start_elsewhere(panel):
    panel.draw(shown_of(trained(preset("checker", 0.05), 3)))
    started, dragged = [], []
    panel.start_picked.connect(lambda w, b: started.append((w, b)))
    panel.point_dragged.connect(lambda w, b: dragged.append((w, b)))
    at = pixel(panel, *panel.last.point)
    mouse(panel, QEvent.Type.MouseButtonPress, at + QPoint(4, 3))
    assert not dragged and not started
    mouse(panel, QEvent.Type.MouseMove, pixel(panel, 2.0, -3.0))
    mouse(panel, QEvent.Type.MouseButtonRelease, pixel(panel, 2.0, -3.0))
    assert dragged[-1] == pytest.approx((2.0, -3.0), abs=0.05) and not started
    mouse(panel, QEvent.Type.MouseButtonPress, pixel(panel, 3.0, 2.0))
    mouse(panel, QEvent.Type.MouseButtonRelease, pixel(panel, 3.0, 2.0))
    assert started[-1] == pytest.approx((3.0, 2.0), abs=0.05) and len(dragged) == 1


def test_a_point_by_hand_is_named_and_the_path_stays(panel):
    shown = shown_of(trained(preset("checker", 0.05), 3))
    panel.draw(shown)
    before = path_points(panel._path.path)
    panel.draw(replace(shown, hand=(2.0, -3.0)))
    assert mark(panel._point) == (2.0, -3.0)
    assert panel._labels["step"].toPlainText() == "by hand"
    assert (path_points(panel._path.path) == before).all()


def test_the_wheel_asks_for_what_comes_into_view(panel, qtbot):
    panel.draw(shown_of(trained(preset("checker"), 0)))
    wanted = []
    panel.view_wanted.connect(wanted.append)
    view = panel._plot.getViewBox()
    view.scaleBy((0.5, 0.5))
    view.sigRangeChangedManually.emit(view.state["mouseEnabled"])
    qtbot.waitUntil(lambda: len(wanted) == 1)
    rect = view_rect(panel)
    assert wanted[0] == ((rect.left(), rect.right()), (rect.top(), rect.bottom()))
    problem = panel.last.config.problem
    panel.draw(replace(panel.last, surface=loss_surface(problem, wanted[0])))
    assert view_rect(panel) == rect


def test_a_surface_that_comes_while_the_wheel_turns_does_not_throw_the_view_back(panel, qtbot):
    shown = shown_of(trained(preset("checker"), 0))
    panel.draw(shown)
    view = panel._plot.getViewBox()
    view.scaleBy((0.5, 0.5))
    view.sigRangeChangedManually.emit(view.state["mouseEnabled"])
    rect = view_rect(panel)
    late = loss_surface(shown.config.problem, ((-9.0, 9.0), (-9.0, 9.0)))
    panel.draw(replace(shown, surface=late))
    assert view_rect(panel) == rect
    with qtbot.waitSignal(panel.view_wanted):
        pass


def test_fit_all_and_around_the_optimum_ask_for_their_view(panel):
    view = trained(preset("checker", 0.05), 200)
    panel.draw(shown_of(view))
    wanted = []
    panel.view_wanted.connect(wanted.append)
    panel._around.click()
    ((left, right), (low, high)) = wanted[-1]
    assert left < 1 < right and low < -1 < high
    assert right - left < view_rect(panel).width() / 5
    panel._fit_all.click()
    assert wanted[-1] is None


def test_following_moves_the_view_with_the_point_and_keeps_its_size(panel):
    shown = shown_of(trained(preset("checker", 0.05), 30), 0)
    problem = shown.config.problem
    panel.draw(replace(shown, surface=loss_surface(problem, ((0.9, 1.1), (1.9, 2.1)))))
    wanted = []
    panel.view_wanted.connect(wanted.append)
    panel._follow.setChecked(True)
    assert not wanted
    panel.draw(replace(panel.last, step=30))
    rect = view_rect(panel)
    assert len(wanted) == 1
    assert (rect.center().x(), rect.center().y()) == pytest.approx(panel.last.point)
    assert (rect.width(), rect.height()) == pytest.approx((0.2, 0.2))
    # Until the new part is there, it is not asked for again; fit all ends it.
    panel.draw(replace(panel.last, step=29))
    assert len(wanted) == 1
    panel._fit_all.click()
    assert not panel._follow.isChecked()


def test_principal_axes_are_shown_where_they_are_wanted(panel):
    panel.draw(shown_of(trained(preset("checker"), 0)))
    assert not len(panel._principal._steep.getData()[0])
    panel._axes_button.click()
    ends = np.column_stack(panel._principal._steep.getData())
    assert ends.mean(axis=0) == pytest.approx((1.0, -1.0))


def test_a_sample_of_the_rows_is_said(panel):
    x = np.linspace(-1, 1, 30)
    shown = shown_of(trained(fit_config(x, 3 * x + 1, 0.1, loss="mae"), 0))
    panel.draw(replace(shown, surface=replace(shown.surface, rows=20)))
    assert panel._overlay.note.text() == "surface of 20 of 30 rows, taken evenly"


def test_a_diverged_run_is_marked_where_it_is_in_sight(panel):
    run = with_path(trained(preset("checker"), 0), np.array([1.0, 2.0, 2.5]), np.full(3, 2.0))
    panel.draw(shown_of(replace(run, state=RunState.DIVERGED)))
    assert mark(panel._end) == (2.5, 2.0)
    assert panel._labels["step"].toPlainText() == "diverged, step 2"
    panel.draw(shown_of(replace(run, state=RunState.DIVERGED), 1))
    assert mark(panel._end) is None


def test_a_view_moved_away_from_the_path_shows_none_of_it(panel):
    shown = shown_of(trained(preset("checker", 0.05), 30))
    far = loss_surface(shown.config.problem, ((500.0, 501.0), (500.0, 501.0)))
    panel.draw(replace(shown, surface=far))
    assert not len(path_points(panel._path.path)) and mark(panel._point) is None
    panel.draw(shown)
    assert len(path_points(panel._path.path)) > 10
