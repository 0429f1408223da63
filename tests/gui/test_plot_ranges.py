import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui.plot_ranges import clip_path, finite_range, log10_or_nan

VIEW = (-1.0, -1.0, 2.0, 2.0)  # with factor 3 the box runs from -3 to 3


@pytest.mark.parametrize(
    ("series", "plain", "robust"),
    [
        ([1, 2, 3, 1e27], (1, 1e27), (1, 3)),
        ([1, 2, 3, 1e300], (1, 1e300), (1, 3)),
        ([1, 2, 3, np.inf], (1, 3), (1, 3)),
        ([1, 2, 3, np.nan], (1, 3), (1, 3)),
        ([-1e27, 1, 2, 3], (-1e27, 3), (1, 3)),
    ],
)
def test_finite_range_of_the_case_plot_nonfinite(series, plain, robust):
    assert finite_range(series) == plain
    assert finite_range(series, robust=True) == robust


def test_finite_range_of_nothing_finite():
    assert finite_range([np.nan] * 4) is None
    assert finite_range([]) is None


def test_finite_range_leaves_room_for_the_arithmetic_of_the_plot():
    assert finite_range([0, 1.7e308]) == (0, 1e300)


def test_robust_keeps_a_start_that_is_far_from_the_end():
    assert finite_range([17, 0, 0, 0, 0, 0], robust=True) == (0, 17)  # plot_log_zero
    falling = 81 * 0.5 ** np.arange(100)
    assert finite_range(falling, robust=True) == finite_range(falling)


def test_log10_of_the_case_plot_log_zero():
    placed = log10_or_nan([17.0, 0, 0, -1, np.inf, np.nan])
    assert placed[0] == np.log10(17)
    assert np.isnan(placed[1:]).all()


def test_a_path_inside_is_unchanged():
    x, y = clip_path([0, 1, 2], [0, 0.1, -2], VIEW)
    assert x.tolist() == [0, 1, 2]
    assert y.tolist() == [0, 0.1, -2]


def test_a_segment_ends_at_the_edge_of_the_box():
    x, y = clip_path([0, 6], [0, 3], VIEW)
    assert x.tolist() == pytest.approx([0, 3])
    assert y.tolist() == pytest.approx([0, 1.5])


def test_a_path_that_comes_back_is_broken():
    x, y = clip_path([0, 6, 6, 0], [0, 0, 1, 1], VIEW)
    np.testing.assert_allclose(x, [0, 3, np.nan, 3, 0])
    np.testing.assert_allclose(y, [0, 0, np.nan, 1, 1])


def test_nan_and_infinity_are_breaks():
    x, _ = clip_path([0, 1, np.nan, 1, 2, np.inf, 2, 1], [0] * 8, VIEW)
    np.testing.assert_array_equal(x, [0, 1, np.nan, 1, 2, np.nan, 2, 1])


def test_crossing_segments_can_be_left_out():
    assert clip_path([-9, 9], [0, 0], VIEW)[0].tolist() == [-3, 3]
    assert clip_path([-9, 9], [0, 0], VIEW, through=False)[0].tolist() == []
    assert clip_path([0, 9], [0, 0], VIEW, through=False)[0].tolist() == [0, 3]


@pytest.mark.parametrize("far", [1e3, 1e16, 1e200, 1.7e308])
def test_the_visible_part_of_a_huge_segment_keeps_its_direction(far):
    for xs, ys in (([0.5, far], [0.25, far / 2]), ([far, 0.5], [far / 2, 0.25])):
        x, y = clip_path(xs, ys, VIEW)
        assert (y[1] - y[0]) / (x[1] - x[0]) == pytest.approx(0.5, rel=1e-2)
        assert np.max(np.abs([x, y])) <= 3


def test_a_segment_with_both_ends_far_out_keeps_its_direction():
    x, y = clip_path([-3e16, 5e16], [-1.5e16, 2.5e16], VIEW)
    assert (y[1] - y[0]) / (x[1] - x[0]) == pytest.approx(0.5, rel=1e-12)


def test_single_points():
    assert [part.tolist() for part in clip_path([1], [2], VIEW)] == [[1], [2]]
    assert [part.tolist() for part in clip_path([9], [2], VIEW)] == [[], []]
    assert [part.tolist() for part in clip_path([], [], VIEW)] == [[], []]


coordinates = st.lists(
    st.tuples(st.floats(), st.floats()) | st.tuples(st.floats(-9, 9), st.floats(-9, 9)), max_size=9
)


@given(coordinates)
def test_nothing_is_ever_outside_and_no_inner_point_is_lost(points):
    xs, ys = [x for x, _ in points], [y for _, y in points]
    x, y = clip_path(xs, ys, VIEW)
    assert np.all((np.abs(x) <= 3) | np.isnan(x))
    assert np.array_equal(np.isnan(x), np.isnan(y))
    kept = set(zip(x.tolist(), y.tolist(), strict=True))
    for before, point in zip(points, points[1:], strict=False):
        if np.all(np.isfinite([*before, *point])) and max(map(abs, point)) < 3:
            assert point in kept


def test_the_diverging_run_of_the_checker_stays_in_the_box():
    x = np.arange(1.0, 6.0)
    w, b = [1.0], [2.0]
    for _ in range(137):
        residual = w[-1] * x + b[-1] - (x - 1)
        w.append(w[-1] - 0.2 * np.mean(residual * x))
        b.append(b[-1] - 0.2 * np.mean(residual))
    assert max(map(abs, w)) > 1e18
    cut, _ = clip_path(w, b, (-3, -4, 8, 8), through=False)
    assert np.nanmax(np.abs(cut)) <= 13
    assert len(cut) < 40
