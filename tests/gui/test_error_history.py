from dataclasses import replace

import numpy as np
import pytest

from gui.error_history import ErrorHistory
from gui.theme import DARK
from tests.gui.panels.canned import not_begun, preset, shown_of, trained, with_errors


@pytest.fixture
def view(qtbot):
    view = ErrorHistory()
    qtbot.addWidget(view)
    view.resize(545, 200)
    with qtbot.waitExposed(view):
        view.show()
    return view


@pytest.fixture(scope="module")
def start():
    return trained(preset("tape"), 0)


def flat(count, size):
    return np.full((count, 2), size)


def test_difference_and_allowed_error_of_each_step(view):
    run = trained(preset("tape"), 20)
    view.redraw(shown_of(run, 7, surface=False))
    allowed, differences = (curve.getData() for curve in view._plot.curves)
    assert allowed[0].tolist() == differences[0].tolist() == list(range(21))
    rows = [run.history.row(k) for k in range(21)]
    at = [int(np.argmax(np.abs(row.error) / row.tolerance)) for row in rows]
    wanted = np.log10([row.tolerance[i] for row, i in zip(rows, at, strict=True)])
    assert allowed[1] == pytest.approx(wanted)
    assert view._plot.mark.data["x"].tolist() == [7.0]


def test_a_spike_in_a_long_run_is_seen_and_in_view(view, start):
    errors = flat(100_000, 1e-12)
    errors[77_777, 0] = 5.0
    run = with_errors(start, errors, flat(100_000, 1e-9))
    view.redraw(shown_of(run, surface=False))
    x, y = view._plot.curves[1].getData()
    assert len(x) < 3000
    assert x[np.nanargmax(y)] == 77_777 and np.nanmax(y) == pytest.approx(np.log10(5.0))
    assert view._plot.widget.viewRange()[1][1] > np.log10(5.0)


def test_zeros_stand_at_the_bottom_and_the_note_says_so(view, start):
    errors = flat(10, 1e-12)
    errors[4] = 0.0
    view.redraw(shown_of(with_errors(start, errors, flat(10, 1e-9)), 4, surface=False))
    y = view._plot.curves[1].getData()[1]
    assert y[4] < -12 and np.isfinite(y[4])
    assert view._plot.mark.data["y"][0] == y[4]
    assert view._note.whole_text() == "0: at the bottom"


def test_values_that_are_not_finite_are_gaps(view, start):
    errors = flat(10, 1e-12)
    errors[5] = np.nan
    view.redraw(shown_of(with_errors(start, errors, flat(10, 1e-9)), 5, surface=False))
    assert np.isnan(view._plot.curves[1].getData()[1][5])
    assert len(view._plot.mark.data) == 0


def test_only_what_is_new_is_drawn(view, start, monkeypatch):
    run = with_errors(start, flat(10, 1e-12), flat(10, 1e-9))
    view.redraw(shown_of(run, 3, surface=False))
    drawn = []
    monkeypatch.setattr(view, "_draw", drawn.append)
    view.redraw(shown_of(run, 6, surface=False))
    assert drawn == [] and view._plot.mark.data["x"].tolist() == [6.0]
    more = with_errors(start, flat(11, 1e-12), flat(11, 1e-9))
    view.redraw(shown_of(more, 6, surface=False))
    assert drawn == [more]
    view.redraw(shown_of(replace(more, id=2), 6, surface=False))
    assert len(drawn) == 2


def test_before_the_first_run_a_sentence(view):
    view.redraw(not_begun(preset("tape"), surface=False))
    assert view.sentence()


def test_it_takes_over_the_colours(view, start):
    view.redraw(shown_of(start, surface=False))
    view.restyle(DARK)
    view.redraw(shown_of(start, surface=False))
    assert view._plot.curves[1].opts["pen"].color().name() == DARK.loss


def test_a_single_step_has_both_marks(view, start):
    view.redraw(shown_of(start, surface=False))
    assert len(view._plot.mark.data) == len(view._plot.allowed_mark.data) == 1
