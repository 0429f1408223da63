"""Which part of the surface is computed when; the runner itself is tested in the core."""

from dataclasses import replace

import pytest

from core.loss import LOSSES
from core.loss_surface import view_bounds
from core.snapshot import Snapshot, SurfaceResult
from gui.surface_source import SurfaceSource
from tests.gui.panels.canned import preset


class Asked:
    """Takes note of what the runner is asked for."""

    def __init__(self):
        self.wanted = []

    def request_surface(self, problem, bounds):
        self.wanted.append((problem, bounds))


def ends(surface):
    return (surface.first[0], surface.first[-1]), (surface.second[0], surface.second[-1])


def test_what_has_a_closed_form_is_there_at_once():
    asked, problem = Asked(), preset("checker").problem
    source = SurfaceSource(asked)
    source.show(problem)
    assert ends(source.surface) == view_bounds(problem) and not asked.wanted
    bounds = ((0.5, 1.5), (-2.0, 0.0))
    source.choose(problem, bounds)
    assert ends(source.surface) == bounds
    source.choose(problem, None)
    assert ends(source.surface) == view_bounds(problem)


def test_a_view_that_was_chosen_outlives_a_new_start_but_not_new_data():
    source, problem = SurfaceSource(Asked()), preset("checker").problem
    source.show(problem)
    bounds = ((0.5, 1.5), (-2.0, 0.0))
    source.choose(problem, bounds)
    source.show(problem.started_at((99.0, 99.0)))
    assert ends(source.surface) == bounds
    other = preset("tape").problem
    source.show(other)
    assert ends(source.surface) == view_bounds(other)


def test_without_a_chosen_view_a_start_out_of_sight_moves_it():
    source, problem = SurfaceSource(Asked()), preset("checker").problem
    source.show(problem)
    before = source.surface
    source.show(problem.started_at((1.1, 1.9)))
    assert source.surface is before
    far = problem.started_at((50.0, 50.0))
    source.show(far)
    assert ends(source.surface) == view_bounds(far)


def test_what_needs_tensorflow_is_asked_for_and_the_old_part_stays_meanwhile():
    asked, problem = Asked(), preset("checker").problem.with_loss(LOSSES["mae"])
    source = SurfaceSource(asked)
    source.show(problem)
    assert source.surface is None and asked.wanted == [(problem, view_bounds(problem))]
    closed = SurfaceSource(Asked())
    closed.show(preset("checker").problem)
    first = closed.surface
    result = SurfaceResult(problem, view_bounds(problem), first)
    source.take(Snapshot(surface=result))
    assert source.surface is first
    bounds = ((0.5, 1.5), (-2.0, 0.0))
    source.choose(problem, bounds)
    # Of the same loss the old part is a better picture than none; what comes late is not taken.
    assert source.surface is first and asked.wanted[-1] == (problem, bounds)
    late = SurfaceResult(problem, view_bounds(problem), object())
    source.take(Snapshot(surface=late))
    assert source.surface is first


def test_while_points_are_edited_by_hand_the_view_stays_where_it_still_serves():
    source, problem = SurfaceSource(Asked()), preset("checker").problem
    source.show(problem)
    first, before = ends(source.surface), source.surface
    data = problem.dataset

    def show_moved(change: float):
        edited = replace(problem, dataset=data.moved(2, 3.0, float(data.y[2]) + change))
        source.show(edited)
        return edited

    # The bowl becomes a little narrower, and then wider than ever.
    show_moved(0.05)
    assert ends(source.surface) == first and source.surface is not before
    far = show_moved(50.0)
    wide = ends(source.surface)
    for (low, high), (least, most) in zip(wide, view_bounds(far), strict=True):
        assert low < least and most < high
        assert high - low == pytest.approx(1.2 * (most - least))
    show_moved(50.5)
    assert ends(source.surface) == wide
    # Much too wide is as bad.
    show_moved(0.0)
    assert ends(source.surface)[0][0] > 0.5 * wide[0][0]


def test_a_view_that_was_chosen_outlives_points_edited_by_hand():
    source, problem = SurfaceSource(Asked()), preset("checker").problem
    source.show(problem)
    chosen = ((0.5, 1.5), (-2.0, 0.0))
    source.choose(problem, chosen)
    source.show(replace(problem, dataset=problem.dataset.moved(2, 3.0, 9.0)))
    assert ends(source.surface) == chosen
