from dataclasses import replace

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import Qt

from gui.panels.loss import LossPanel
from gui.translation import set_language
from tests.gui.panels.canned import (
    fit_config,
    not_begun,
    preset,
    shown_of,
    trained,
    with_losses,
)


@pytest.fixture
def panel(qtbot):
    panel = LossPanel()
    qtbot.addWidget(panel)
    panel.resize(430, 290)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


@pytest.fixture(scope="module")
def ready():
    return trained(preset("checker", dtype="float64"), 0)


def draw(panel, view, losses, **changes):
    panel.draw(shown_of(with_losses(replace(view, **changes), losses), surface=False))


def curve(panel):
    return panel._curve.getData()


def labels(panel, name):
    axis = panel._plot.getAxis(name)
    size = axis.height() if name == "left" else axis.width()
    spacing, values = axis.tickValues(*axis.range, size)[0]
    return axis.tickStrings(values, 1.0, spacing)


def test_before_the_first_run_the_axes_are_readable(panel):
    panel.draw(not_begun(preset("tape")))
    assert labels(panel, "bottom") and labels(panel, "left")
    assert not panel._end.isVisible()
    assert panel._plot.viewRange()[0][1] >= 20


def test_log_y_is_on_and_a_true_log(panel):
    view = trained(preset("tape"), 20)
    panel.draw(shown_of(view))
    x, y = curve(panel)
    assert x.tolist() == list(range(21))
    assert y == pytest.approx(np.log10([view.history.row(k).loss for k in range(21)]))
    assert "10" in labels(panel, "left")
    panel._log_y.click()
    assert curve(panel)[1][0] == pytest.approx(view.history.row(0).loss)


def test_steps_reach_to_the_limit_at_most_20_at_first(panel):
    config = preset("checker", 0.05)
    panel.draw(shown_of(trained(config, 3)))
    assert 20 <= panel._plot.viewRange()[0][1] < 22
    panel.draw(shown_of(trained(config, 100, 2)))
    assert 100 <= panel._plot.viewRange()[0][1] < 150


def test_mark_is_at_the_shown_step(panel):
    view = trained(preset("tape"), 20)
    panel.draw(shown_of(view, 5))
    assert panel._mark.data["x"][0] == 5
    assert panel._mark.data["y"][0] == pytest.approx(np.log10(view.history.row(5).loss))


@pytest.mark.parametrize("logarithmic", [True, False])
@pytest.mark.parametrize(
    ("losses", "note"),
    [
        ([1, 2, 3, 1e27], None),
        ([1, 2, 3, 1e300], None),
        ([1, 2, 3, np.inf], "the loss is not finite from step 3 on"),
        ([1, 2, 3, np.nan], "the loss is not finite from step 3 on"),
        ([1, 2, np.inf, np.nan], "the loss is not finite from step 2 on"),
        ([np.nan] * 4, "the loss is not finite from step 0 on"),
    ],
)
def test_case_plot_nonfinite(panel, ready, losses, note, logarithmic):
    if not logarithmic:
        panel._log_y.click()
    draw(panel, ready, losses)
    (left, right), (low, high) = panel._plot.viewRange()
    assert left <= 0 and right >= 3
    finite = np.array([v for v in losses if np.isfinite(v)])
    if logarithmic:
        # The whole finite part is in view, up to 1e300.
        assert np.all((low <= np.log10(finite)) & (np.log10(finite) <= high))
    else:
        small = finite[finite <= 3]
        assert np.all((low <= small) & (small <= high))
        assert -1e21 < low < high < 1e21
    assert len(labels(panel, "left")) >= 2
    if note is not None:
        assert panel._overlay.note.text() == note
    elif not logarithmic:
        assert "log y" in panel._overlay.note.text()
    panel.grab()


def test_case_plot_log_zero(panel):
    view = trained(fit_config([-1, 1], [-2, 4], 0.5, start=(0, 5)), 5)
    losses = [view.history.row(k).loss for k in range(6)]
    assert losses[0] > 0 and losses[1:] == [0] * 5
    panel.draw(shown_of(view))
    text = "loss 0 from step 1 on: it has no place on a logarithmic axis"
    assert panel._overlay.note.text() == text
    low, high = panel._plot.viewRange()[1]
    assert low < np.log10(losses[0]) < high
    # No line reaches the single point, so it is a dot.
    assert panel._lone.data["x"].tolist() == [0]
    panel._log_y.click()
    assert not panel._overlay.note.text()
    assert curve(panel)[1].tolist() == losses


def test_case_plot_log_zero_17_then_zeros(panel, ready):
    draw(panel, ready, [17, 0, 0, 0, 0, 0])
    assert panel._lone.data["y"][0] == pytest.approx(np.log10(17))
    draw(panel, ready, [17, 0, 3, 0, 0], id=2)
    assert panel._overlay.note.text().startswith("loss 0 from step 3 on")


def test_the_end_of_float32_is_drawn_where_the_loss_comes_near(panel, ready):
    draw(panel, ready, [1, 1e30], config=replace(ready.config, dtype="float32"), id=1)
    assert panel._end.isVisible() and panel._end_text.isVisible()
    assert panel._end.value() == pytest.approx(38.53, abs=0.01)
    low, high = panel._plot.viewRange()[1]
    assert low < 38.53 < high
    draw(panel, ready, [1, 1e20], config=replace(ready.config, dtype="float32"), id=2)
    assert not panel._end.isVisible()
    draw(panel, ready, [1, 1e30], id=3)
    assert not panel._end.isVisible()


def test_a_long_curve_is_small_and_keeps_its_peaks(panel, ready):
    losses = np.full(200_000, 2.0)
    losses[123_457], losses[150_001] = 50.0, 0.01
    draw(panel, ready, losses)
    x, y = curve(panel)
    assert len(x) <= 5000
    assert y.max() == pytest.approx(np.log10(50)) and y.min() == pytest.approx(-2)
    assert abs(x[np.argmax(y)] - 123_457) < 300
    assert np.all(np.diff(x) >= 0)


@pytest.mark.parametrize("count", [3001, 5000, 100_000, 1_000_000])
def test_log_x_shows_the_first_steps_of_a_long_curve(panel, ready, count):
    losses = 1.0 / (1.0 + np.arange(count))
    draw(panel, ready, losses)
    panel._log_x.click()
    x, y = curve(panel)
    placed = np.isfinite(x)
    assert x[placed][0] == 0.0
    steps = np.round(10 ** x[placed]).astype(int)
    assert set(range(1, 512)) <= set(steps.tolist())
    exact = np.log10(losses[steps])
    # A bucket is drawn at its first step, where the falling loss is highest.
    assert np.all(y[placed] <= exact + 1e-9)
    assert np.abs(y[placed][:511] - exact[:511]).max() < 1e-9


def test_a_growing_record_is_drawn_to_its_end(panel, ready):
    losses = np.linspace(5, 1, 60_000)
    for count in (10, 4000, 20_000, 60_000):
        draw(panel, ready, losses[:count])
        x, y = curve(panel)
        assert 10 ** np.nanmin(y) == pytest.approx(losses[count - 1])
        assert np.all(np.diff(x) >= 0)


def test_ghost_is_grey_and_the_new_curve_stays_readable(panel):
    config = preset("checker")
    ghost = trained(config, 100)
    panel.draw(shown_of(trained(config.with_learning_rate(0.05), 20, 2), ghost=ghost))
    assert len(panel._ghost.getData()[0]) == 101
    low, high = panel._plot.viewRange()[1]
    assert high - low < 10


@pytest.mark.parametrize("logarithmic", [False, True])
def test_a_click_picks_the_nearest_recorded_step(panel, qtbot, logarithmic):
    view = trained(preset("tape"), 20)
    panel.draw(shown_of(view))
    if logarithmic:
        panel._log_x.click()
    at = np.log10(7) if logarithmic else 7
    plot = panel._plot
    spot = plot.mapFromScene(plot.getViewBox().mapViewToScene(pg.Point(at, 0)))
    with qtbot.waitSignal(panel.step_picked) as caught:
        qtbot.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert caught.args == [7]


def test_the_wheel_does_not_lose_the_curve(panel):
    panel.draw(shown_of(trained(preset("tape"), 20)))
    assert panel._plot.getViewBox().mouseEnabled() == [False, False]


def test_what_has_not_changed_is_not_drawn_again(panel):
    shown = shown_of(trained(preset("tape"), 20))
    panel.draw(shown)
    changes = []
    panel._curve.sigPlotChanged.connect(lambda *_: changes.append(1))
    panel.draw(shown)
    assert not changes


def test_the_note_follows_the_language(panel, ready, qapp):
    draw(panel, ready, [1, 2, 3, np.inf])
    english = panel._overlay.note.text()
    set_language(qapp, "zh_CN")
    try:
        panel.retranslate()
        assert "3" in panel._overlay.note.text() != english
    finally:
        set_language(qapp, "en")
    panel.retranslate()
    assert panel._overlay.note.text() == english
