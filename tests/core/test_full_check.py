"""The whole examination: points off the path, the second witness, the error curve, own numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.dataset import Dataset
from core.full_check import (
    HALVINGS,
    WitnessCode,
    error_curve,
    full_check,
    own_check,
    probe_points,
    second_witness,
)
from core.gradient_bugs import BUGS, BugKind, with_bug
from core.gradient_check import check_gradients
from core.loss import LOSSES
from core.optimizer import OptimizerConfig
from core.problem import Problem, fit_problem
from core.program import program_for
from core.run import Run
from core.run_view import RunState
from core.verdict import CheckCode, Verdict
from tests.core.helpers import Rosenbrock, linear_dataset, preset_config
from tests.core.test_cases import _ex1data1


def _large(loss: str = "mse", dtype: str = "float32", offset: float = 1e5) -> Problem:
    """Parameters so large that a step of 1/1024 is lost in float32."""
    data = Dataset(np.array([1.0, 2.0]), np.array([0.0, 0.0]))
    return fit_problem(LOSSES[loss], data, (offset, 1.0))


# Points off the path.


def test_points_lie_in_the_units_of_the_data() -> None:
    """A gross domestic product of 1e12 by year, from (0, 0): steps of 1 would show nothing."""
    data = Dataset(np.arange(1990.0, 2020.0), np.linspace(1e12, 2e12, 30))
    for w, b in probe_points(fit_problem(LOSSES["mse"], data), (0.0, 0.0)):
        assert 2e8 < abs(w) < 2e9 and 5e11 < abs(b) < 4e12
    assert probe_points(Problem(Rosenbrock(), (0.0, 4.0)), (0.0, 4.0))[0] == (1.0, 6.0)


@pytest.mark.parametrize("name", [None, *BUGS])
def test_one_point_can_hide_what_the_others_show(name: str | None) -> None:
    config = with_bug(preset_config("checker", "float64"), name)
    full = full_check(config)
    if name is None:
        assert {c.code for c in full.points} == {CheckCode.AGREE}
        assert full.updates == () and full.diagnoses == ()
        return
    assert full.summary.verdict is Verdict.DISAGREE
    if BUGS[name].kind is BugKind.UPDATE:
        assert full.gradient_summary.verdict is Verdict.AGREE
        assert full.updates[-1].code is CheckCode.DISAGREE
    else:
        hidden = name in ("mean_product", "shuffled_x", "floor_division")
        assert (full.at.verdict is Verdict.AGREE) == hidden and full.updates == ()


@pytest.mark.parametrize("optimizer", ["sgd", "adam", "nadam", "adagrad"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_honest_updates_of_optimizers_with_memory_are_not_suspected(
    optimizer: str, dtype: str
) -> None:
    """A replaced update that does what Keras does is right, from any state."""

    def copied(optimizer, gradients, parameters, _):  # type: ignore[no-untyped-def]
        optimizer.apply_gradients(zip(gradients, parameters, strict=True))

    momentum = (("momentum", 0.9),) if optimizer == "sgd" else ()
    config = preset_config("tape", dtype, OptimizerConfig(optimizer, 0.1, momentum))
    run = Run(1, replace(config, update=copied))
    run.advance(5)
    full = full_check(run.config, run.trainer.state())
    assert len(full.updates) == 4
    assert {update.code for update in full.updates} == {CheckCode.AGREE}


# The second witness.


def test_witness_says_the_same_at_a_usual_point() -> None:
    problem = preset_config("checker").problem
    witness = second_witness(problem, check_gradients(problem), "float32")
    assert witness.numerical == pytest.approx([18.0, 6.0])
    assert witness.codes == (WitnessCode.SAME, WitnessCode.SAME) and witness.step == 2.0**-10


def test_witness_is_explained_where_it_differs() -> None:
    far = _large()
    codes = second_witness(far, check_gradients(far, dtype="float32"), "float32").codes
    assert codes[0] in (WitnessCode.ROUNDING, WitnessCode.STEP_LOST)
    farther = _large(offset=1e6)
    witness = second_witness(farther, check_gradients(farther, dtype="float32"), "float32")
    assert witness.codes[0] is WitnessCode.STEP_LOST and witness.numerical[0] == 0.0
    # A step of 1/1024 in w moves the prediction by up to 97 at x = 1e5.
    data = Dataset(np.array([1e5, -7e4, 3.0]), np.array([1.0, 2.0, 3.0]))
    steep = fit_problem(LOSSES["log_cosh"], data, (0.0, 0.0))
    codes = second_witness(steep, check_gradients(steep), "float64").codes
    assert codes[0] is WitnessCode.TRUNCATION


def test_loss_that_is_not_finite_has_no_witness() -> None:
    data = Dataset(np.array([1.0, 2.0]), np.array([1e300, -1e300]))
    config = replace(preset_config("checker", "float64"), problem=fit_problem(LOSSES["mse"], data))
    full = full_check(config)
    assert full.witness is None and full.summary.code is CheckCode.NONFINITE_LOSS


# The error against the step.


def test_error_curve_is_a_v_whose_left_side_rises_sooner_in_float32() -> None:
    problem = Problem(Rosenbrock(), (0.37, 1.9))
    curve = error_curve(problem, check_gradients(problem))
    assert curve is not None and curve.steps.shape == (2, HALVINGS)
    assert (np.diff(curve.steps, axis=1) < 0.0).all()
    longest, best = curve.float64[0, 0], np.nanmin(curve.float64[0])
    # Truncation is 400 u h^2 for the Rosenbrock valley: a quarter at half the step.
    ratios = curve.float64[0, :5] / curve.float64[0, 1:6]
    assert ratios == pytest.approx(4.0, rel=0.01)
    assert best < 1e-7 * longest and np.nanmax(curve.float64[0, -8:]) > 1e2 * best
    # Rounding is 2^29 times as large in float32: at a step of 1e-4 that is all there is.
    small = np.searchsorted(-curve.steps[0], -1e-4)
    assert np.nanmedian(curve.float32[0, small:]) > 1e5 * np.median(curve.float64[0, small:])


def test_error_curve_of_a_wrong_gradient_never_comes_down() -> None:
    problem = preset_config("checker").problem
    curve = error_curve(problem, check_gradients(problem, claimed=[90.0, 6.0]))
    assert curve is not None
    assert np.nanmin(curve.float64[0]) > 71.0 and np.nanmin(curve.float64[1]) < 1e-9


def test_too_many_rows_have_no_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = preset_config("tape").problem
    monkeypatch.setattr("core.full_check.MOST_ROWS", 99)
    assert error_curve(problem, check_gradients(problem)) is None


# A person's own numbers.


@pytest.mark.parametrize(
    ("claimed", "code", "named"),
    [
        ((18.0, 6.0), CheckCode.AGREE, None),
        ((18.004, 6.001), CheckCode.AGREE, None),
        ((90.0, 30.0), CheckCode.DISAGREE, "factor_n"),
        ((9.0, 3.0), CheckCode.DISAGREE, "half"),
        ((-18.0, -6.0), CheckCode.DISAGREE, "sign"),
        ((6.0, 18.0), CheckCode.DISAGREE, "swapped"),
        ((18.0, 18.0), CheckCode.DISAGREE, "same_for_both"),
        ((7.5, 123.0), CheckCode.DISAGREE, "unknown"),
        ((1e300, -1e308), CheckCode.DISAGREE, "unknown"),
    ],
)
def test_own_numbers_are_compared_to_three_digits_and_named(
    claimed: tuple[float, float], code: CheckCode, named: str | None
) -> None:
    own = own_check(preset_config("checker"), (1.0, 2.0), claimed)
    assert own.check.code is code and own.claimed == claimed
    codes = [d.code for d in own.diagnoses]
    assert codes == [] if named is None else named in codes


def test_case_grad_factor_two() -> None:
    """mean(e x), mean(e): still converges to the right line, so the check must say it."""
    problem = fit_problem(LOSSES["mse"], _ex1data1())
    config = replace(preset_config("checker", "float64"), problem=problem)
    own = own_check(config, (1.0, 1.0), (24.2349, 3.32066))
    assert own.check.code is CheckCode.DISAGREE and own.diagnoses[0].code == "half"
    assert "0.5 times" in own.diagnoses[0].message and "1/n" in own.diagnoses[0].message
    assert own.check.max_relative_error == pytest.approx(0.5, rel=1e-4)


# The gate.


@pytest.mark.parametrize("name", ["shuffled_x", "factor_n", "not_simultaneous"])
def test_gate_refuses_what_only_another_point_or_the_update_shows(name: str) -> None:
    run = Run(1, with_bug(preset_config("checker"), name))
    assert run.advance(10) == 0 and run.state is RunState.REFUSED
    assert run.stop is not None
    wanted = "update_wrong" if BUGS[name].kind is BugKind.UPDATE else "gradient_wrong"
    assert run.stop.code == wanted and run.view().start_full is run.start_full
    run.set_gate(False)
    assert run.advance(2) == 2


def test_gate_that_is_closed_later_looks_before_the_first_step() -> None:
    run = Run(1, replace(with_bug(preset_config("checker"), "shuffled_x"), gate=False))
    honest = Run(2, replace(preset_config("checker"), gate=False))
    assert honest.start_full is None and run.start_full is not None
    honest.set_gate(True)
    assert honest.start_full is not None and honest.advance(1) == 1
    run.set_gate(True)
    assert run.advance(1) == 0


def test_an_injected_bug_leaves_no_trace_in_an_honest_run() -> None:
    config = replace(preset_config("tape"), gate=False)
    before = Run(1, config)
    before.advance(20)
    for name in ("factor_n", "bias_twice", "ignores_upstream"):
        Run(2, with_bug(config, name)).advance(20)
    after = Run(3, with_bug(with_bug(config, "factor_n"), None))
    after.advance(20)
    assert program_for(after.config) is program_for(config)
    rows = [
        np.array([run.history.view.row(i).values for i in range(21)]) for run in (before, after)
    ]
    assert rows[0].tobytes() == rows[1].tobytes()


def test_full_check_costs_little() -> None:
    """Its evaluations are counted, not timed: per point the ladder and three of the tape."""
    calls = []

    class Counted(Rosenbrock):
        def __call__(self, parameters, data):  # type: ignore[no-untyped-def]
            calls.append(1)
            return super().__call__(parameters, data)

    check_gradients(Problem(Counted(), (0.5, 2.0)))
    assert len(calls) <= 12


def test_linear_dataset_is_checked_at_any_recorded_state() -> None:
    run = Run(
        1, replace(preset_config("tape"), problem=fit_problem(LOSSES["mse"], linear_dataset()))
    )
    run.advance(3)
    full = full_check(run.config, run.trainer.state())
    assert full.at.point == tuple(map(float, run.newest.parameters))
    assert full.summary.verdict is Verdict.AGREE
