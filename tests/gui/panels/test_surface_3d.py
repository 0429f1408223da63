from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import shiboken6
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtWidgets import QApplication, QToolButton, QVBoxLayout, QWidget

from gui.camera import ABOVE, HOME
from gui.gl_items import projected
from gui.opengl import opengl_ready
from gui.panels import surface_3d
from gui.panels.surface_3d import Surface3dPanel
from gui.surface_geometry import surface_area
from gui.theme import DARK, LIGHT, apply_theme
from gui.translation import set_language
from tests.gui.panels.canned import fit_config, not_begun, preset, shown_of, trained, with_path

ROOT = Path(__file__).parents[3]


@pytest.fixture
def opengl(qapp):
    if not opengl_ready():
        pytest.skip("needs a display with OpenGL: run make test, which starts Xvfb")


@pytest.fixture
def no_opengl(monkeypatch):
    monkeypatch.setattr(surface_3d, "opengl_ready", lambda: False)


@pytest.fixture
def themed(qapp):
    """Before the first widget: Qt does not tell those about a first style sheet."""
    apply_theme(qapp, False)


@pytest.fixture
def shown():
    return shown_of(trained(preset("checker", 0.05), 30))


@pytest.fixture
def host(qtbot):
    """A main window with the panel in it."""
    host = QWidget()
    layout = QVBoxLayout(host)
    layout.setContentsMargins(0, 0, 0, 0)
    host.panel = Surface3dPanel()
    layout.addWidget(host.panel)
    qtbot.addWidget(host)
    host.resize(560, 300)
    host.move(0, 0)
    return host


def show(qtbot, host, shown=None) -> Surface3dPanel:
    if shown is not None:
        host.panel.draw(shown)
    with qtbot.waitExposed(host):
        host.show()
    if host.panel._view is not None:
        settle(qtbot, host.panel)
    return host.panel


def settle(qtbot, panel: Surface3dPanel) -> None:
    """Wait until everything is drawn."""
    qtbot.waitUntil(lambda: not panel._pause.isActive())
    panel._view.grabFramebuffer()


def on_view(view, places) -> np.ndarray:
    viewport = view.getViewport()
    matrix = view.projectionMatrix(viewport, viewport) * view.viewMatrix()
    return projected(np.asarray(places, float), matrix, view.width(), view.height())


def pixel(image: QImage, view, place) -> QColor:
    x, y = on_view(view, place) * view.devicePixelRatioF()
    return image.pixelColor(round(float(x)), round(float(y)))


def colours_in(image: QImage) -> int:
    return len({image.pixel(x, y) for x in range(0, image.width(), 7)
                for y in range(0, image.height(), 7)})  # fmt: skip


def near(colour: QColor, other: QColor, by: int = 12) -> bool:
    return all(abs(a - b) <= by for a, b in zip(colour.toTuple(), other.toTuple(), strict=True))


def button(panel: QWidget, name: str) -> QToolButton:
    return panel.findChild(QToolButton, name)


@pytest.mark.usefixtures("opengl")
class TestView:
    def test_from_above_it_lies_as_the_flat_picture(self, qtbot, host):
        """A grid that is not square, with its highest and lowest point off the diagonal."""
        config = fit_config([1, 2, 3], [2, 3, 5])
        flat = not_begun(config)
        loss = np.full((40, 70), 10.0)
        loss[:8, :12], loss[-8:, :12] = 1000.0, 1.0
        first, second = np.linspace(0.0, 7.0, 70), np.linspace(0.0, 4.0, 40)
        other = replace(config.problem, start=(3.5, 2.0))
        surface = replace(flat.surface, first=first, second=second, loss=loss)
        shown = replace(flat, config=replace(config, problem=other), surface=surface)
        # No closed form, or that would be drawn instead.
        shown.__dict__["quadratic"] = None
        panel = show(qtbot, host, shown)
        button(panel, "above").click()
        view, relief = panel._view, panel._relief
        image = view.grabFramebuffer()
        corners = on_view(view, relief.lift([[0.0, 0.0], [7.0, 0.0], [0.0, 4.0], [7.0, 4.0]]))
        assert (corners[1] - corners[0])[0] > 200 and (corners[0] - corners[2])[1] > 100
        assert corners[0] == pytest.approx([corners[2][0], corners[1][1]], abs=4)
        assert corners[3] == pytest.approx([corners[1][0], corners[2][1]], abs=4)
        colours = {
            place: pixel(image, view, relief.lift([place])[0])
            for place in ((0.6, 0.4), (0.6, 3.6), (6.0, 0.4))
        }
        yellow, violet, between = colours.values()
        assert near(yellow, QColor("#fde725")) and near(violet, QColor("#440154"))
        assert not near(between, yellow, 50) and not near(between, violet, 50)

    def test_path_and_marks_lie_on_the_surface(self, qtbot, host, shown):
        panel = show(qtbot, host, shown)
        view, relief = panel._view, panel._relief
        history = shown.run.history
        steps = np.array([history.row(k).parameters[:2] for k in range(31)])
        inside = [relief.lift(step)[0] for step in steps if relief.holds(step)]
        gaps = [np.abs(view.path.pos - place).max(axis=1).min() for place in inside]
        assert len(inside) > 20 and max(gaps) < 1e-4
        marks = {mark.name: mark.place for mark in view.marks.marks}
        assert marks["start"] == pytest.approx(relief.lift(shown.config.problem.start)[0])
        assert marks["step 30"] == pytest.approx(relief.lift(steps[-1])[0])
        assert marks["optimum"] == pytest.approx(relief.lift(shown.quadratic.optimum)[0])
        exact = shown.quadratic.loss(steps[:, 0], steps[:, 1])
        assert [place[2] for place in inside] == pytest.approx(
            relief.height_of(exact)[[relief.holds(step) for step in steps]], abs=0.01
        )

    def test_the_path_is_seen(self, qtbot, host, shown):
        panel = show(qtbot, host, shown)
        start, after = (panel._relief.lift(shown.run.history.row(k).parameters[:2])[0]
                        for k in (0, 1))  # fmt: skip
        image = panel._view.grabFramebuffer()
        x, y = on_view(panel._view, (start + after) / 2) * panel._view.devicePixelRatioF()
        around = [image.pixelColor(round(float(x)) + i, round(float(y)) + j)
                  for i in (-1, 0, 1) for j in (-2, -1, 0, 1, 2)]  # fmt: skip
        assert any(near(colour, QColor(LIGHT.path), 40) for colour in around)

    def test_a_chosen_step_ends_the_path(self, qtbot, host, shown):
        panel = show(qtbot, host, shown)
        whole = len(panel._view.path.pos)
        panel.draw(replace(shown, step=1))
        qtbot.waitUntil(lambda: 0 < len(panel._view.path.pos) < whole)
        assert panel._view.marks.marks[-1].name == "step 1"
        panel.draw(replace(shown, step=0))
        qtbot.waitUntil(lambda: len(panel._view.path.pos) == 0)
        assert [mark.name for mark in panel._view.marks.marks] == ["optimum", "start"]

    @pytest.mark.parametrize("far", [1e16, 1e300, np.inf, np.nan])
    def test_wild_values_are_drawn(self, qtbot, host, shown, far):
        w = np.array([1.0, 0.5, far, -far, 0.7, far])
        wild = replace(shown_of(with_path(shown.run, w, w[::-1])), surface=shown.surface)
        loss = shown.surface.loss.copy()
        loss[:50] = np.inf
        loss[3, 3] = np.nan
        wild = replace(wild, surface=replace(shown.surface, loss=loss))
        wild.__dict__["quadratic"] = None
        panel = show(qtbot, host, wild)
        assert np.isfinite(panel._view.path.pos).all()
        assert colours_in(panel._view.grabFramebuffer()) > 50

    def test_a_valley_instead_of_an_optimum(self, qtbot, host):
        flat = shown_of(trained(fit_config([2, 2], [1, 3], 0.05, start=(1.0, 1.0)), 5))
        panel = show(qtbot, host, flat)
        assert len(panel._view.valley.pos)
        assert "optimum" not in [mark.name for mark in panel._view.marks.marks]
        assert panel._note.isVisible() and "not unique" in panel._note.text()

    def test_log_and_linear_heights(self, qtbot, host, shown):
        panel = show(qtbot, host, shown)
        log = panel._relief
        texts = [text for text, _ in panel._view.axes.texts]
        assert log.logarithmic and "0.01" in texts
        button(panel, "logHeight").click()
        qtbot.waitUntil(lambda: panel._relief is not log)
        settle(qtbot, panel)
        assert not panel._relief.logarithmic
        assert panel._relief.heights.mean() < log.heights.mean()
        assert "0.01" not in [text for text, _ in panel._view.axes.texts]

    def test_axes_are_ticked_and_named_and_nothing_is_cut(self, qtbot, host, shown):
        panel = show(qtbot, host, shown)
        for click, names in (("reset", {"w", "b", "loss"}), ("above", {"w", "b"})):
            for size in ((560, 300), (1100, 800), (400, 700)):
                host.resize(*size)
                button(panel, click).click()
                view = panel._view
                qtbot.waitUntil(lambda view=view, size=size: view.width() > size[0] - 30)
                view.grabFramebuffer()
                texts = view.axes.texts
                assert names <= {text for text, _ in texts}
                assert len(texts) >= len(names) + 4
                assert view.axes._font.pixelSize() >= 12
                for text, rect in texts:
                    assert view.rect().toRectF().contains(rect), text
                places = on_view(view, panel._relief.lift(shown.config.problem.start))
                assert view.rect().toRectF().contains(*places[0])

    def test_ticks_stand_where_their_values_are(self, qtbot, host, shown):
        panel = show(qtbot, host, shown)
        button(panel, "above").click()
        panel._view.grabFramebuffer()
        rects = dict(reversed(panel._view.axes.texts))
        low = surface_area(shown.surface).top()
        at_2 = on_view(panel._view, panel._relief.lift([[2.0, low]]))[0]
        labels = [rect for text, rect in panel._view.axes.texts if text == "2"]
        assert min(abs(rect.center().x() - at_2[0]) for rect in labels) < 6
        assert rects["w"].top() > at_2[1]

    def test_the_mouse_turns_and_the_wheel_zooms(self, qtbot, host, shown):
        panel = show(qtbot, host, shown)
        view, before = panel._view, panel._view.camera
        qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(200, 100))
        drag(view, QPoint(260, 120))
        qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(260, 120))
        assert view.camera.azimuth != before.azimuth and view.camera.elevation != before.elevation
        wheel(view, 240)
        assert view.camera.distance < before.distance
        for _ in range(50):
            wheel(view, 1200)
        assert colours_in(view.grabFramebuffer()) > 50
        for _ in range(50):
            wheel(view, -1200)
        button(panel, "reset").click()
        assert view.camera == before

    def test_seen_from_anywhere_it_is_drawn(self, qtbot, host, shown):
        panel = show(qtbot, host, shown)
        for azimuth in range(0, 360, 45):
            for elevation in (-90, -20, 0, 45, 90):
                for distance in (2.5, 10.0):
                    panel._view.look_from(replace(HOME, azimuth=azimuth, elevation=elevation,
                                                  distance=distance))  # fmt: skip
                    assert not panel._view.grabFramebuffer().isNull()

    def test_arrow_keys_turn_until_the_focus_goes(self, qtbot, host, shown):
        panel = show(qtbot, host, shown)
        before = panel._view.camera
        qtbot.keyPress(panel._view, Qt.Key.Key_Left)
        assert panel._view.keyTimer.isActive()
        assert panel._view.camera.azimuth != before.azimuth
        panel._close_view()

    def test_hidden_there_is_no_view_and_the_camera_is_kept(self, qtbot, host, shown):
        panel = show(qtbot, host, shown)
        view = panel._view
        view.look_from(replace(HOME, azimuth=10.0, distance=7.0))
        camera = view.camera
        panel.draw(replace(shown, step=3))
        assert panel._pause.isActive()
        panel.hide()
        assert panel._view is None and not panel._pause.isActive()
        qtbot.waitUntil(lambda: not shiboken6.isValid(view))
        panel.draw(replace(shown, step=4))
        assert panel._view is None and not panel._pause.isActive()
        panel.show()
        settle(qtbot, panel)
        assert panel._view is not view and panel._view.camera == camera
        assert panel._view.marks.marks[-1].name == "step 4"
        assert colours_in(panel._view.grabFramebuffer()) > 50

    def test_while_training_at_most_fifteen_pictures_a_second(
        self, qtbot, host, shown, monkeypatch
    ):
        panel = show(qtbot, host, shown)
        paths = []
        monkeypatch.setattr(panel._view, "set_path", lambda pieces: paths.append(len(pieces)))
        mesh = panel._view._mesh
        for step in range(20):
            panel.draw(replace(shown, step=step))
        assert len(paths) == 1
        qtbot.waitUntil(lambda: len(paths) == 2)
        settle(qtbot, panel)
        assert len(paths) == 2 and panel._view.marks.marks[-1].name == "step 19"
        assert panel._view._mesh is mesh

    def test_what_has_not_changed_is_not_drawn_again(self, qtbot, host, shown, monkeypatch):
        panel = show(qtbot, host, shown)
        monkeypatch.setattr(panel._view, "set_path", lambda _: pytest.fail("drawn again"))
        panel.draw(replace(shown))
        assert not panel._pause.isActive()

    def test_a_surface_that_is_being_computed_empties_the_view(self, qtbot, host, shown):
        panel = show(qtbot, host, not_begun(preset("checker"), surface=False))
        assert panel._view is None and "computed" in panel._note.text()
        panel.draw(shown)
        settle(qtbot, panel)
        assert not panel._note.isVisible()
        full = colours_in(panel._view.grabFramebuffer())
        panel.draw(replace(shown, surface=None))
        settle(qtbot, panel)
        assert colours_in(panel._view.grabFramebuffer()) == 1 and panel._note.isVisible()
        panel.draw(shown)
        settle(qtbot, panel)
        assert colours_in(panel._view.grabFramebuffer()) == full

    def test_it_floats_and_docks_with_picture_and_camera(self, qtbot, host, shown):
        panel = show(qtbot, host, shown)
        wheel(panel._view, 120)
        camera, docked = panel._view.camera, panel._view
        assert button(panel, "float").text() == "float"
        button(panel, "float").click()
        window = panel._window
        with qtbot.waitExposed(window):
            pass
        settle(qtbot, panel)
        assert panel._view is not docked and panel._view.window() is window
        assert panel._view.camera == camera
        assert colours_in(panel._view.grabFramebuffer()) > 50
        assert panel._note.isVisible() and "window of its own" in panel._note.text()
        assert button(panel, "float").text() == button(window, "float").text() == "dock"
        assert window.windowTitle()
        panel.hide()
        assert panel._view is not None, "it is seen beside the other tabs"
        panel.show()
        button(window, "above").click()
        assert panel._view.camera == ABOVE
        button(window, "float").click()
        qtbot.waitUntil(lambda: not shiboken6.isValid(window))
        settle(qtbot, panel)
        assert panel._view.window() is host and panel._view.camera == ABOVE
        assert colours_in(panel._view.grabFramebuffer()) > 50
        assert not panel._note.isVisible() and button(panel, "float").text() == "float"

    def test_closing_the_floating_window_docks(self, qtbot, host, shown):
        panel = show(qtbot, host, shown)
        button(panel, "float").click()
        panel._window.close()
        assert panel._window is None and panel._view.window() is host

    def test_docked_while_its_tab_is_hidden_there_is_no_view(self, qtbot, host, shown):
        panel = show(qtbot, host, shown)
        button(panel, "float").click()
        panel.hide()
        panel._window.close()
        assert panel._view is None and not panel._pause.isActive()

    def test_the_floating_window_closes_with_the_main_one(self, qtbot, host, shown):
        panel = show(qtbot, host, shown)
        button(panel, "float").click()
        window = panel._window
        panel.hide()
        host.close()
        assert not window.isVisible() and panel._view is None

    def test_dark_theme(self, qapp, qtbot, host, shown):
        panel = show(qtbot, host, shown)
        panel.restyle(DARK)
        settle(qtbot, panel)
        image = panel._view.grabFramebuffer()
        assert near(image.pixelColor(1, 1), QColor(DARK.plot_background), 1)
        corner = [image.pixelColor(x, y) for x in range(image.width() // 2)
                  for y in range(image.height() // 2, image.height())]  # fmt: skip
        assert sum(near(pixel, QColor(DARK.plot_text), 40) for pixel in corner) > 20
        assert panel._view.marks.marks[-1].colour == DARK.path

    def test_texts_follow_the_language_and_the_font(self, qapp, qtbot, themed, host, shown):
        panel = show(qtbot, host, shown)
        try:
            apply_theme(qapp, False, 20)
            set_language(qapp, "zh_CN")
            panel.restyle(LIGHT)
            panel.retranslate()
            settle(qtbot, panel)
            assert panel._view.axes._font.pixelSize() == 19
        finally:
            apply_theme(qapp, False)

    def test_every_control_has_a_name_and_a_tip(self, qtbot, host, shown):
        panel = show(qtbot, host, shown)
        button(panel, "float").click()
        for widget in (*panel._tools, *panel._window.buttons, panel._view):
            assert widget.accessibleName() and widget.toolTip()
        panel._window.close()

    def test_errors_while_drawing_are_errors_here(self, qtbot, host, shown, monkeypatch):
        panel = show(qtbot, host, shown)
        with monkeypatch.context() as broken:
            broken.setattr(panel._view.marks, "draw", lambda painter: 1 / 0)
            with pytest.raises(RuntimeWarning, match="ZeroDivisionError"):
                panel._view.grabFramebuffer()


def drag(view, to: QPoint) -> None:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QMouseEvent

    left = Qt.MouseButton.LeftButton
    event = QMouseEvent(QEvent.Type.MouseMove, QPointF(to), QPointF(view.mapToGlobal(to)),
                        Qt.MouseButton.NoButton, left, Qt.KeyboardModifier.NoModifier)  # fmt: skip
    QApplication.sendEvent(view, event)


def wheel(view, angle: int) -> None:
    at = QPointF(100.0, 100.0)
    event = QWheelEvent(at, QPointF(view.mapToGlobal(at)), QPoint(), QPoint(0, angle),
                        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
                        Qt.ScrollPhase.NoScrollPhase, False)  # fmt: skip
    QApplication.sendEvent(view, event)


@pytest.mark.usefixtures("no_opengl")
class TestWithoutOpenGL:
    def test_a_sentence_and_the_flat_picture(self, qtbot, host, shown):
        panel = show(qtbot, host, shown)
        assert panel._view is None and panel._note.isVisible()
        assert "no OpenGL" in panel._note.text()
        picture = panel._picture
        assert picture.plot.isVisible()
        area = picture.plot.getViewBox().viewRect()
        assert area == surface_area(shown.surface)
        assert np.array_equal(picture.image.image, shown.surface.log_loss())
        path = np.column_stack(picture.path._layers[0].getData())
        assert path[-1] == pytest.approx(shown.point)
        assert len(picture.optimum._layers[0].data) == len(picture.point._layers[0].data) == 1
        assert colours_in(picture.grab().toImage()) > 50

    def test_no_control_does_anything(self, qtbot, host, shown):
        panel = show(qtbot, host, shown)
        for tool in panel._tools:
            assert not tool.isEnabled()
            tool.click()
        panel._float.trigger()
        assert panel._window is None

    @pytest.mark.parametrize("far", [1e16, np.inf])
    def test_wild_values_are_drawn(self, qtbot, host, shown, far):
        w = np.array([1.0, 0.5, far, -far, 0.7, far])
        panel = show(qtbot, host, replace(shown_of(with_path(shown.run, w, w[::-1]))))
        panel.draw(not_begun(preset("checker")))
        panel.draw(not_begun(preset("checker"), surface=False))
        assert not panel._picture.plot.isVisible() and "computed" in panel._note.text()

    def test_dark_theme_and_language(self, qtbot, host, shown):
        panel = show(qtbot, host, shown)
        panel.restyle(DARK)
        panel.retranslate()
        background = panel._picture.plot.backgroundBrush().color().name()
        assert background == DARK.plot_background

    def test_hidden_and_shown_again(self, qtbot, host, shown):
        panel = show(qtbot, host, shown)
        panel.hide()
        panel.draw(replace(shown, step=3))
        panel.show()
        assert panel._picture.isVisible()


@pytest.mark.usefixtures("opengl")
def test_opengl_that_comes_later_takes_the_place_of_the_picture(qtbot, host, shown, monkeypatch):
    monkeypatch.setattr(surface_3d, "opengl_ready", lambda: False)
    panel = show(qtbot, host, shown)
    monkeypatch.undo()
    panel.draw(shown)
    assert panel._view is not None and panel._picture is None and not panel._note.isVisible()
    assert all(tool.isEnabled() for tool in panel._tools)


def test_without_a_library_for_opengl_there_is_the_picture(qtbot, host, shown, monkeypatch):
    monkeypatch.setattr(surface_3d, "opengl_ready", lambda: True)
    monkeypatch.setitem(sys.modules, "gui.surface_view", None)
    panel = show(qtbot, host, shown)
    assert panel._view is None and "no OpenGL" in panel._note.text()


def test_it_can_be_restyled_and_translated_before_anything_is_drawn(host):
    host.panel.restyle(DARK)
    host.panel.retranslate()
    assert host.panel.objectName() == "surface3dPanel"


def test_opengl_is_imported_only_when_it_is_seen():
    script = (
        "import sys; from gui.application import make_application; app = make_application([]);"
        "from gui.panels.surface_3d import Surface3dPanel; panel = Surface3dPanel();"
        "import json; print(json.dumps([m for m in sys.modules if m.split('.')[0] in"
        " ('OpenGL', 'tensorflow') or m.startswith('pyqtgraph.opengl')]))"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []
