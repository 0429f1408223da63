"""Points added, dragged and deleted with the mouse, with undo and redo."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from core.dataset import Dataset
from core.run_view import RunState
from core.scaling import ScalingKind
from gui.panels.fit import MOST_POINTS, FitPanel
from gui.point_history import PointHistory
from gui.point_tool import GRAB
from tests.gui.driver import Driver
from tests.gui.panels.canned import fit_config, not_begun, preset

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
DATA = Dataset(np.array([0.0, 1.0, 2.0, 4.0]), np.array([1.0, 3.0, 2.0, 5.0]), "age", "size")


class Hand:
    """Works the mouse on the fit panel, in the units of the data as they came."""

    def __init__(self, panel: FitPanel, qtbot) -> None:
        self.panel, self._qtbot = panel, qtbot
        self.viewport = panel._plot.viewport()

    def pixel(self, x: float, y: float) -> QPoint:
        scaled = self.panel._problem.dataset.scaling.apply(np.array([x]))[0]
        return self.panel._plot.getViewBox().mapViewToScene(QPointF(scaled, y)).toPoint()

    def click(self, x: float, y: float, button=LEFT) -> None:
        self._qtbot.mouseClick(self.viewport, button, pos=self.pixel(x, y))

    def double_click(self, x: float, y: float) -> None:
        place = self.pixel(x, y)
        self._qtbot.mouseClick(self.viewport, LEFT, pos=place)
        self._qtbot.mouseDClick(self.viewport, LEFT, pos=place)

    def press(self, pixel: QPoint) -> None:
        self._qtbot.mousePress(self.viewport, LEFT, pos=pixel)

    def release(self, pixel: QPoint) -> None:
        self._qtbot.mouseRelease(self.viewport, LEFT, pos=pixel)

    def move(self, pixel: QPoint) -> None:
        """Move the mouse; not the pointer of the screen, which sends events of its own."""
        none = Qt.MouseButton.NoButton
        everywhere = QPointF(self.viewport.mapToGlobal(pixel))
        event = QMouseEvent(QEvent.Type.MouseMove, QPointF(pixel), everywhere, none, none,
                            Qt.KeyboardModifier.NoModifier)  # fmt: skip
        QApplication.sendEvent(self.viewport, event)

    def hover(self, x: float, y: float) -> None:
        self.move(self.pixel(x, y))

    def drag(self, *places: tuple[float, float], release: bool = True) -> None:
        pixels = [self.pixel(*place) for place in places]
        self.press(pixels[0])
        for pixel in pixels[1:]:
            self.move(pixel)
        if release:
            self.release(pixels[-1])

    def size_of_pixel(self) -> tuple[float, float]:
        scaling = self.panel._problem.dataset.scaling
        width, height = self.panel._plot.getViewBox().viewPixelSize()
        return width * scaling.factor, height


@pytest.fixture
def history(controller, qtbot):
    """The history of a controller without a runner's thread, with DATA and a panel on it."""
    history = PointHistory(controller)
    history.panel = panel = FitPanel()
    qtbot.addWidget(panel)
    panel.resize(430, 360)
    controller.shown_changed.connect(panel.draw)
    tool = panel.tool
    for signal, slot in (
        (tool.added, history.add), (tool.removed, history.remove), (tool.grabbed, history.grab),
        (tool.moved, history.move), (tool.released, history.release),
        (panel.bar.undo_wanted, history.undo), (panel.bar.redo_wanted, history.redo),
    ):  # fmt: skip
        signal.connect(slot)
    history.changed.connect(lambda: panel.bar.show_history(history.can_undo, history.can_redo))
    controller.set_data(DATA)
    with qtbot.waitExposed(panel):
        panel.show()
    controller.refresh()
    panel._edit.click()
    return history


@pytest.fixture
def hand(history, qtbot):
    return Hand(history.panel, qtbot)


def data_of(controller) -> Dataset:
    return controller.config.problem.dataset.original


def rows(controller) -> list[tuple[float, float]]:
    data = data_of(controller)
    return list(zip(data.x, data.y, strict=True))


def near(hand: Hand, x: float, y: float) -> tuple[object, object]:
    width, height = hand.size_of_pixel()
    return pytest.approx(x, abs=1.6 * width), pytest.approx(y, abs=1.6 * height)


def scale(controller, kind: ScalingKind) -> None:
    controller.set_scaling(kind)
    controller.refresh()


def activate(widget, qtbot) -> None:
    """Let the keys go to a window."""
    widget.activateWindow()
    qtbot.waitUntil(widget.isActiveWindow)


KINDS = pytest.mark.parametrize("kind", list(ScalingKind))
BEFORE = list(zip(DATA.x, DATA.y, strict=True))


@KINDS
def test_a_click_on_empty_space_adds_a_point_in_the_units_of_the_data(controller, hand, kind):
    scale(controller, kind)
    wanted = near(hand, 3, 4)
    hand.click(3, 4)
    assert rows(controller) == [*BEFORE, wanted]
    assert controller.config.problem.dataset.scaling.kind is kind
    assert data_of(controller).by_hand and controller.preset is None


@KINDS
def test_a_drag_moves_a_point_and_is_one_step_of_undo(controller, history, hand, kind):
    scale(controller, kind)
    wanted = near(hand, 3, 2)
    hand.drag((1, 3), (1.5, 4), (2.5, 3.5), (3, 2))
    assert rows(controller) == [BEFORE[0], wanted, *BEFORE[2:]]
    history.undo()
    assert data_of(controller) is DATA and not history.can_undo
    history.redo()
    assert rows(controller)[1] == wanted and not history.can_redo


@KINDS
def test_the_point_stays_under_the_mouse_while_it_is_dragged(controller, hand, kind, qtbot):
    scale(controller, kind)
    places = [hand.pixel(*place) for place in ((4, 5), (3, 4), (3.9, 1.5), (4.2, 5.2))]
    hand.press(places[0])
    for place in places[1:]:
        hand.move(place)
        controller.refresh()
        controller.refresh()
        drawn = hand.panel._problem.dataset
        assert drawn is controller.config.problem.dataset
        away = hand.pixel(drawn.original.x[3], drawn.y[3]) - place
        assert max(abs(away.x()), abs(away.y())) <= 2
    hand.release(places[-1])
    controller.refresh()
    assert hand.panel._held is None
    left, right = hand.panel._plot.viewRange()[0]
    assert left < drawn.x.min() and drawn.x.max() < right


def test_a_drag_changes_the_data_once_for_each_picture(controller, history, hand, qtbot):
    taken = []
    controller_set = controller.set_data
    controller.set_data = lambda *a: (taken.append(a), controller_set(*a))
    hand.drag((1, 3), *((1 + i / 20, 3) for i in range(1, 21)), release=False)
    assert len(taken) == 1
    controller.refresh()
    assert len(taken) == 2
    assert rows(controller)[1] == near(hand, 2, 3)
    hand.release(hand.pixel(2, 3))
    assert len(taken) == 2
    history.undo()
    assert data_of(controller) is DATA


def test_no_undo_within_a_drag(controller, history, hand, qtbot):
    hand.click(3, 4)
    controller.refresh()
    hand.drag((1, 3), (1.5, 3.5), release=False)
    moved = data_of(controller)
    history.undo()
    assert data_of(controller) is moved
    hand.release(hand.pixel(1.5, 3.5))
    history.undo()
    history.undo()
    assert data_of(controller) is DATA


def test_a_press_that_does_not_move_moves_nothing(controller, history, hand):
    hand.click(2, 2)
    assert data_of(controller) is DATA and not history.can_undo


def test_a_drag_from_empty_space_adds_nothing(controller, hand):
    hand.drag((3, 4), (3.3, 4.5))
    assert data_of(controller) is DATA


@pytest.mark.parametrize("how", ["right", "double", "key"])
def test_a_point_is_deleted(controller, history, hand, how, qtbot):
    if how == "right":
        hand.click(2, 2, RIGHT)
    elif how == "double":
        hand.double_click(2, 2)
    else:
        activate(hand.panel, qtbot)
        hand.hover(2, 2)
        assert hand.panel._ring.getData()[0].tolist() == [2.0]
        qtbot.keyClick(hand.panel, Qt.Key.Key_Delete)
    assert rows(controller) == [*BEFORE[:2], BEFORE[3]]
    controller.refresh()
    history.undo()
    assert data_of(controller) is DATA


def test_delete_and_right_click_beside_the_points_delete_nothing(controller, hand, qtbot):
    activate(hand.panel, qtbot)
    hand.click(3, 4, RIGHT)
    hand.hover(3, 4)
    qtbot.keyClick(hand.panel, Qt.Key.Key_Delete)
    assert data_of(controller) is DATA


def test_a_double_click_on_empty_space_adds_one_point_and_leaves_it(controller, hand, qtbot):
    place = hand.pixel(3, 4)
    qtbot.mouseClick(hand.viewport, LEFT, pos=place)
    controller.refresh()
    qtbot.mouseDClick(hand.viewport, LEFT, pos=place)
    assert len(data_of(controller)) == 5


def test_the_last_point_stays(controller, hand):
    for x, y in BEFORE:
        hand.click(x, y, RIGHT)
        controller.refresh()
    assert rows(controller) == BEFORE[3:]
    assert "The last point stays" in hand.panel.bar.hint.whole_text()


def test_switched_off_the_mouse_does_nothing(controller, hand):
    assert hand.panel.bar.isVisible() and "Click: add" in hand.panel.bar.hint.whole_text()
    hand.panel._edit.click()
    assert not hand.panel.bar.isVisible()
    hand.click(3, 4)
    hand.drag((1, 3), (2, 4))
    hand.click(1, 3, RIGHT)
    assert data_of(controller) is DATA


def test_the_cursor_tells_what_a_press_will_do(hand, qtbot):
    shapes = []
    for place in ((3, 4), (1, 3)):
        hand.hover(*place)
        shapes.append(hand.viewport.cursor().shape())
    hand.drag((1, 3), (2, 4), release=False)
    shapes.append(hand.viewport.cursor().shape())
    hand.release(hand.pixel(2, 4))
    cursor = Qt.CursorShape
    assert shapes == [cursor.CrossCursor, cursor.OpenHandCursor, cursor.ClosedHandCursor]


def test_a_point_is_grabbed_a_few_pixels_beside_it(controller, hand, qtbot):
    place = hand.pixel(2, 2)
    for beside, grabbed in ((GRAB - 2, True), (GRAB + 3, False)):
        at = place + QPoint(round(beside), 0)
        hand.move(at)
        assert (hand.panel.tool.under == 2) is grabbed
    start = place + QPoint(6, 0)
    hand.press(start)
    hand.move(start + QPoint(0, -40))
    hand.release(start + QPoint(0, -40))
    # It does not jump to the mouse.
    assert data_of(controller).x[2] == pytest.approx(2.0, abs=0.6 * hand.size_of_pixel()[0])


def test_a_drag_ends_at_the_edge_of_the_plot(controller, hand, qtbot):
    place = hand.pixel(1, 3)
    hand.press(place)
    hand.move(place + QPoint(0, -5000))
    hand.release(place + QPoint(0, -5000))
    top = hand.panel._plot.viewRange()[1][1]
    assert data_of(controller).y[1] == pytest.approx(top, abs=hand.size_of_pixel()[1])


def test_undo_down_to_a_preset_is_the_preset_again(controller, history, hand):
    controller.load_preset("checker")
    controller.refresh()
    made = data_of(controller)
    assert not history.can_undo
    hand.click(2, 3)
    controller.refresh()
    assert controller.preset is None and data_of(controller).formula is None
    history.undo()
    assert controller.preset == "checker" and data_of(controller) is made
    history.redo()
    assert controller.preset is None and len(data_of(controller)) == 6


@pytest.mark.parametrize("drawn", [True, False])
def test_other_data_forget_the_steps(controller, history, hand, drawn):
    hand.click(3, 4)
    controller.refresh()
    controller.load_preset("tape")
    if drawn:
        controller.refresh()
        assert not history.can_undo
    history.undo()
    assert controller.preset == "tape" and len(data_of(controller)) == 100
    assert not history.can_undo and not history.can_redo


def test_scaling_between_the_steps_stays(controller, history, hand):
    hand.click(3, 4)
    scale(controller, ScalingKind.STANDARDISE)
    assert history.can_undo
    history.undo()
    assert data_of(controller) is DATA
    assert controller.config.problem.dataset.scaling.kind is ScalingKind.STANDARDISE


def test_optimizer_rate_start_and_loss_are_kept(controller, hand):
    controller.set_optimizer("adam")
    controller.set_learning_rate(0.03)
    controller.set_start(2.0, -1.0)
    controller.set_loss("huber")
    controller.set_scaling(ScalingKind.CENTRE)
    before = controller.config
    controller.refresh()
    hand.click(3, 4)
    after = controller.config
    assert after.problem.dataset is not before.problem.dataset
    assert after.problem.start == before.problem.start
    assert after.problem.objective == before.problem.objective
    assert replace(after, problem=before.problem).__dict__ == before.__dict__


def test_buttons_for_undo_and_redo(controller, hand):
    panel = hand.panel
    assert panel.bar.undo.isVisible() and not panel.bar.undo.isEnabled()
    hand.click(3, 4)
    controller.refresh()
    assert panel.bar.undo.isEnabled() and not panel.bar.redo.isEnabled()
    panel.bar.undo.click()
    assert data_of(controller) is DATA
    panel.bar.redo.click()
    assert len(data_of(controller)) == 5


def test_more_points_than_are_drawn_are_not_edited(controller, hand):
    button = hand.panel._edit
    x = np.linspace(0, 1, MOST_POINTS + 1)
    controller.set_data(Dataset(x, x))
    controller.refresh()
    assert not button.isEnabled() and not button.isChecked() and not hand.panel.tool.on
    assert str(MOST_POINTS) in button.toolTip()
    controller.set_data(DATA)
    controller.refresh()
    assert button.isEnabled() and str(MOST_POINTS) not in button.toolTip()


def test_exactly_as_many_points_as_are_drawn_can_be_edited(qtbot):
    panel = FitPanel()
    qtbot.addWidget(panel)
    x = np.linspace(0, 1, MOST_POINTS)
    panel.draw(not_begun(fit_config(x, x)))
    assert panel._edit.isEnabled()
    panel.draw(not_begun(preset("tape")))
    assert panel._edit.isEnabled()


def test_in_the_window_everything_follows_and_the_keys_work(window, qtbot):
    drive = Driver(window, qtbot)
    controller = window.controller
    drive.full_speed()
    drive.click("runButton")
    drive.until_state(RunState.STOPPED)
    panel = drive.find("fitPanel")
    hand = Hand(panel, qtbot)
    drive.click("editPointsButton")
    before = controller.shown
    hand.drag((1.0, float(panel._problem.dataset.y[-1])), (0.9, 30.0), (0.8, 15.0))
    drive.until_state(RunState.READY)
    drive.until(lambda: controller.shown.run.config.problem.dataset is data_of(controller))
    shown = controller.shown
    data = data_of(controller)
    slope, intercept = np.polyfit(data.x, data.y, 1)
    assert data.x[-1] == pytest.approx(0.8, abs=0.02)
    assert shown.quadratic.optimum == pytest.approx((slope, intercept))
    assert shown.surface is not before.surface
    assert shown.learning_rate_limit != before.learning_rate_limit
    # The checks, which wait for the end of a drag, follow as well.
    drive.until(lambda: controller.shown.inspection is not None)
    # The run before the edit stays in grey.
    assert shown.ghost.id == before.run.id
    drive.settle()
    assert len(panel._ghost.getData()[0])
    assert drive.find("presetBox").currentText() == "by hand"
    activate(window, qtbot)
    for key, modifier, edited in (
        (Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier, False),
        (Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier, True),
        (Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier, False),
        (Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
         True),
    ):  # fmt: skip
        drive.press(key, modifier)
        assert data_of(controller).by_hand is edited
        assert (controller.preset is None) is edited


def test_while_a_point_is_dragged_no_step_is_examined(controller, hand, monkeypatch):
    asked = []
    monkeypatch.setattr(controller._examiner, "examine", lambda shown: asked.append(shown))
    hand.drag((1, 3), (1.5, 4), release=False)
    controller.refresh()
    assert not asked
    hand.release(hand.pixel(1.5, 4))
    controller.refresh()
    assert len(asked) == 1
