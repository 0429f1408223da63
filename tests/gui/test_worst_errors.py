import numpy as np
import pytest

from core.columns import Layout, Role
from core.history import History
from gui.worst_errors import MOST_POINTS, WorstErrors, worst_of

LAYOUT = Layout(("w", "b"))


def record(errors, tolerances) -> History:
    rows = np.zeros((len(errors), len(LAYOUT)))
    rows[:, 0] = np.arange(len(errors))
    rows[:, LAYOUT.slices[Role.ERROR]] = errors
    rows[:, LAYOUT.slices[Role.TOLERANCE]] = tolerances
    history = History(LAYOUT)
    history.append(rows)
    return history


def test_a_short_record_is_drawn_row_by_row():
    errors = [[1.0, -2.0], [0.0, 0.0], [-5.0, 1.0]]
    found = WorstErrors().points(record(errors, [[10.0, 10.0]] * 3).view)
    assert found.steps.tolist() == [0, 1, 2]
    assert found.differences.tolist() == [2, 0, 5]
    assert found.allowed.tolist() == [10, 10, 10]


def test_the_parameter_that_is_farthest_off_counts_not_the_larger_difference():
    found = WorstErrors().points(record([[3.0, 100.0]], [[1.0, 1000.0]]).view)
    assert (found.differences[0], found.allowed[0]) == (3.0, 1.0)


@pytest.mark.parametrize("count", [MOST_POINTS + 1, 8192, 50_000, 200_000])
def test_no_spike_is_lost_and_the_points_stay_few(count):
    errors = np.full((count, 2), 1e-12)
    spikes = [0, count // 3, count - 1]
    errors[spikes, 1] = -7.0
    found = WorstErrors().points(record(errors, np.full((count, 2), 1e-9)).view)
    assert len(found.steps) <= 2 * MOST_POINTS
    assert found.steps[found.differences == 7.0].tolist() == spikes


def test_a_growing_record_gives_the_same_as_a_whole_one():
    random = np.random.default_rng(0)
    errors, allowed = random.normal(size=(40_000, 2)), random.uniform(1, 2, (40_000, 2))
    whole, growing = record(errors, allowed), History(LAYOUT)
    worst, at = WorstErrors(), 0
    rows = np.concatenate([c[:, : len(whole.view) - 8192 * i].T
                           for i, c in enumerate(whole.view.chunks)])  # fmt: skip
    while at < len(rows):
        growing.append(rows[at : at + 3000])
        at += 3000
        found = worst.points(growing.view)
    for part, wanted in zip(found, WorstErrors().points(whole.view), strict=True):
        np.testing.assert_array_equal(part, wanted)


def test_another_record_is_not_taken_for_the_same():
    worst = WorstErrors()
    worst.points(record(np.ones((9000, 2)), np.ones((9000, 2))).view)
    found = worst.points(record(np.full((9000, 2), 3.0), np.ones((9000, 2))).view)
    assert set(found.differences) == {3.0}


def test_what_is_not_finite_gives_way_to_what_is():
    errors = [[np.nan, 2.0], [np.nan, np.nan], [0.0, 1.0]]
    found = WorstErrors().points(record(errors, [[1.0, 1.0], [1.0, 1.0], [0.0, 0.0]]).view)
    assert found.differences[[0, 2]].tolist() == [2.0, 1.0]
    assert np.isnan(found.differences[1])


def test_no_record_no_points():
    assert all(len(part) == 0 for part in WorstErrors().points(History(LAYOUT).view))


def test_one_row():
    history = record([[1.0, -4.0]], [[1.0, 2.0]]).view
    assert worst_of(LAYOUT, history.row(0).values) == (4.0, 2.0)
