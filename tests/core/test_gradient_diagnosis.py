"""The diagnosis of a wrong gradient: every deliberate mistake is named, a right one is not."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.dataset import Dataset
from core.diagnosis import Diagnosis
from core.gradient import tape_gradient
from core.gradient_bugs import BUGS, BugKind, with_bug
from core.gradient_diagnosis import Claim, diagnose
from core.loss import LOSSES
from core.optimizer import OptimizerConfig
from core.presets import preset_named
from core.problem import FitObjective, Problem, fit_problem
from core.table.reading import read_table
from core.trainer import Trainer
from tests.core.helpers import Parabola, Rosenbrock, fit_config, linear_dataset, tf
from tests.core.test_gradient_bugs import WRONG, Fit

Array = NDArray[np.float64]
FOLDER = Path(__file__).parents[1] / "cases"
CASES: dict[str, Any] = {
    case["id"]: case for case in json.loads((FOLDER / "cases.json").read_text("utf-8"))["cases"]
}
POINTS = ((1.0, 2.0), (0.3, -0.7), (-2.0, 1.5), (4.0, 0.25))
"""The start of checker and three more."""


def _table(name: str) -> Dataset:
    return read_table(FOLDER / "data" / name)


DATASETS: dict[str, Callable[[], Dataset]] = {
    "checker": lambda: preset_named("checker").config().problem.dataset or linear_dataset(),
    "ex1data1": lambda: _table("ex1data1.csv"),
}


def _claim(
    point: Sequence[float], claimed: Sequence[float | None], right: Sequence[float] | Array
) -> Claim:
    """Return a claim with None where it is None, to the rounding of a central difference."""
    numbers = np.array([np.nan if c is None or np.isnan(c) else c for c in claimed])
    none = tuple(c is None or bool(np.isnan(c)) for c in claimed)
    wanted = np.asarray(right, float)
    return Claim(tuple(point), numbers, none, wanted, 1e-9 * np.abs(wanted) + 1e-12)


def _claims(
    dataset: Dataset,
    wrong: Callable[[Fit], Any],
    loss: str = "mse",
    points: Sequence[Sequence[float]] = POINTS,
) -> list[Claim]:
    fits = [Fit(loss, w, b, dataset.x, dataset.y) for w, b in points]
    return [_claim((fit.w, fit.b), wrong(fit), fit.right) for fit in fits]


def _problem(dataset: Dataset, loss: str = "mse") -> Problem:
    return fit_problem(LOSSES[loss], dataset)


def _codes(found: Sequence[Diagnosis]) -> list[str]:
    return [diagnosis.code for diagnosis in found]


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("data", DATASETS)
def test_a_right_gradient_has_no_diagnosis(data: str, loss: str) -> None:
    dataset = DATASETS[data]()
    assert diagnose(_problem(dataset, loss), _claims(dataset, lambda fit: fit.right, loss)) == ()


def test_no_claims_have_no_diagnosis() -> None:
    assert diagnose(_problem(linear_dataset()), []) == ()


SAME = {
    "mse": {"factor_n": {"ignores_upstream", "other_loss"}, "half": {"other_loss"},
            "ignores_upstream": {"factor_n", "other_loss"}},
    "huber": {"factor_n": {"ignores_upstream"}, "ignores_upstream": {"factor_n"}},
}  # fmt: skip
"""Loss -> bug -> codes of bugs that give the same numbers."""


@pytest.mark.parametrize("loss", SAME)
@pytest.mark.parametrize("bug", WRONG)
@pytest.mark.parametrize("data", DATASETS)
def test_each_bug_is_named_alone_from_four_points(data: str, bug: str, loss: str) -> None:
    dataset = DATASETS[data]()
    found = diagnose(_problem(dataset, loss), _claims(dataset, WRONG[bug], loss))
    extra = SAME[loss].get(bug, set())
    if (data, loss, bug) == ("checker", "huber", "floor_division"):
        extra = {"other_loss"}  # Slopes of -1 and 1 have the whole means of mae rounded down.
    assert set(_codes(found)) == {bug, *extra}
    assert all(diagnosis.message for diagnosis in found)


@pytest.mark.parametrize("loss", ["half_mse", "sum_squares", "mae", "log_cosh"])
@pytest.mark.parametrize("bug", WRONG)
def test_each_bug_of_the_other_losses_is_named(bug: str, loss: str) -> None:
    dataset = linear_dataset()
    claims = _claims(dataset, WRONG[bug], loss)
    found = diagnose(_problem(dataset, loss), claims)
    if bug == "ignores_upstream" and loss == "sum_squares":
        assert found == ()  # There the upstream gradient is 1.
    elif np.allclose([c.claimed for c in claims], [c.right for c in claims]):
        assert found == ()  # A mean of signs is not above 1.
    else:
        assert bug in _codes(found)


@pytest.mark.parametrize("bug", WRONG)
def test_each_bug_is_named_from_numbers_typed_with_four_digits(bug: str) -> None:
    dataset = _table("ex1data1.csv")

    def typed(fit: Fit) -> list[float]:
        return [float(f"{value:.4g}") for value in WRONG[bug](fit)]

    found = diagnose(_problem(dataset), _claims(dataset, typed), rtol=1e-3)
    assert bug in _codes(found)


def test_typed_right_numbers_are_right() -> None:
    dataset = _table("ex1data1.csv")
    typed = _claims(dataset, lambda fit: [float(f"{v:.4g}") for v in fit.right])
    assert diagnose(_problem(dataset), typed, rtol=1e-3) == ()


# What no bug by name explains.


def _found(wrong: Callable[[Fit], Any], **options: Any) -> tuple[Diagnosis, ...]:
    dataset = linear_dataset()
    return diagnose(_problem(dataset), _claims(dataset, wrong), **options)


@pytest.mark.parametrize("factor", [3.0, -2.0, 0.1, 1.01, 1e6])
def test_a_constant_factor_is_read_off(factor: float) -> None:
    (found,) = _found(lambda fit: factor * fit.right)
    assert found.code == "constant_factor"
    assert found.values == {"factor": pytest.approx(factor, rel=1e-8)}


@pytest.mark.parametrize("bound", [5.0, 0.37])
def test_clipping_is_read_off(bound: float) -> None:
    assert _found(lambda fit: np.clip(fit.right, -bound, bound)) == (
        Diagnosis("clipped_at", {"bound": pytest.approx(bound)}),
    )

    def shortened(fit: Fit) -> Array:
        return fit.right * min(1.0, bound / float(np.linalg.norm(fit.right)))

    assert _found(shortened) == (Diagnosis("clipped_norm", {"bound": pytest.approx(bound)}),)


@pytest.mark.parametrize("loss", ["half_mse", "sum_squares", "mae", "huber", "log_cosh"])
def test_another_loss_is_named(loss: str) -> None:
    dataset = linear_dataset()
    found = _found(lambda fit: Fit(loss, fit.w, fit.b, dataset.x, dataset.y).right)
    assert Diagnosis("other_loss", {"loss": loss}) in found


def test_a_gradient_of_earlier_points_is_named() -> None:
    dataset = linear_dataset()
    rows = [(0.5, 0.5), *POINTS]
    late = {here: before for before, here in zip(rows, POINTS, strict=False)}

    def kept(fit: Fit) -> Array:
        return Fit("mse", *late[fit.w, fit.b], dataset.x, dataset.y).right

    (found,) = _found(kept, earlier=rows)
    assert found.code == "stale" and found.values["point"].startswith("w = 0.5, b = 0.5; w = 1")
    assert _codes(_found(kept)) == ["unknown"]
    (one,) = _found(lambda fit: Fit("mse", 7, 8, dataset.x, dataset.y).right, earlier=[(7.0, 8.0)])
    assert one == Diagnosis("stale", {"point": "w = 7, b = 8"})


def test_one_wrong_derivative_is_named_with_its_factor() -> None:
    (found,) = _found(lambda fit: fit.right * [1.0, 3.0])
    assert found.code == "one_wrong"
    assert found.values == {"name": "b", "factor": pytest.approx(3.0), "others": "∂loss/∂w"}
    assert found.message == "only ∂loss/∂b is wrong, by a factor 3; ∂loss/∂w is right"


def test_nonsense_is_unknown() -> None:
    assert _found(lambda fit: [fit.w + 17.0, fit.b - 3.0]) == (Diagnosis("unknown"),)
    assert _found(lambda fit: [np.inf, fit.right[1]]) == (Diagnosis("unknown"),)
    dataset = linear_dataset()
    (claim,) = _claims(dataset, lambda fit: fit.right, points=[(1.0, 2.0)])
    nan = Claim(claim.point, claim.right * [np.nan, 1.0], (False, False), claim.right, claim.right)
    assert diagnose(_problem(dataset), [nan]) == (Diagnosis("unknown"),)


def test_left_out_derivatives_of_three_parameters_are_named() -> None:
    dataset, point = linear_dataset(), (0.7, -1.3, 0.4)
    problem = Problem(FitObjective(Parabola(), LOSSES["mse"]), point, dataset)
    slope = 2 * (point[0] + point[1] * dataset.x + point[2] * dataset.x**2 - dataset.y) / 20
    p, q, r = (float(np.dot(slope, dataset.x**k)) for k in range(3))
    zero = diagnose(problem, [_claim(point, [p, 0.0, 0.0], [p, q, r])])
    assert _codes(zero)[0] == "only_w"
    zero = diagnose(problem, [_claim(point, [p, 0.0, r], [p, q, r])])
    assert zero == (Diagnosis("zero_for", {"names": "∂loss/∂q"}),)
    none = diagnose(problem, [_claim(point, [p, None, None], [p, q, r])])
    assert none == (Diagnosis("none_for", {"names": "∂loss/∂q, ∂loss/∂r"}),)


def test_bare_functions_are_diagnosed_too() -> None:
    problem, claims = Problem(Rosenbrock(), (0.0, 0.0)), []
    for u, v in ((0.5, 2.0), (-1.2, 1.0)):
        right = np.array([-2 * (1 - u) - 400 * u * (v - u * u), 200 * (v - u * u)])
        claims.append(_claim((u, v), right[::-1].tolist(), right))
    assert diagnose(problem, claims) == (Diagnosis("swapped", {"first": "u", "last": "v"}),)


def test_a_candidate_that_fails_is_left_out() -> None:
    class Picky(Rosenbrock):
        def __call__(self, parameters: Any, data: Any) -> tf.Tensor:
            if float(parameters[1]) == 0.0:
                raise ValueError("not here")
            return super().__call__(parameters, data)

    u, v = 0.5, 2.0
    right = np.array([-2 * (1 - u) - 400 * u * (v - u * u), 200 * (v - u * u)])
    found = diagnose(Problem(Picky(), (u, v)), [_claim((u, v), (2.0 * right).tolist(), right)])
    assert "factor_two" in _codes(found)


def test_all_sentences_are_whole() -> None:
    facts = dict.fromkeys(
        ("n", "factor", "n_factor", "mean_x", "bound", "learning_rate"), 2.0
    ) | dict.fromkeys(
        ("first", "last", "loss", "point", "names", "name", "others", "about", "order"), "w"
    )
    for name, bug in BUGS.items():
        if bug.kind is BugKind.GRADIENT:
            assert "{" not in Diagnosis(name, facts).message


# The cases.


def _case_claim(name: str) -> tuple[Problem, Claim]:
    dataset, right = _table("ex1data1.csv"), CASES[name]["right"]
    g, bad = ([right[k]["w"], right[k]["b"]] for k in ("right_gradient", "bad_gradient"))
    return _problem(dataset), _claim((1.0, 1.0), bad, g)


def test_case_grad_factor_two() -> None:
    problem, claim = _case_claim("grad_factor_two")
    first, *others = diagnose(problem, [claim])
    assert first.code == "half"
    assert "0.5" in first.message and "2" in first.message and "1/n" in first.message
    assert others == [Diagnosis("other_loss", {"loss": "half_mse"})]


def test_case_grad_wrong_sign() -> None:
    problem, claim = _case_claim("grad_wrong_sign")
    assert _codes(diagnose(problem, [claim])) == ["sign"]
    config = with_bug(
        fit_config(_table("ex1data1.csv"), (1.0, 1.0), optimizer=OptimizerConfig("sgd", 1e-9)),
        "sign",
    )
    trainer = Trainer(config)
    assert trainer.advance(1).row(0).loss > trainer.evaluate_at((1.0, 1.0)).row(0).loss


def test_case_grad_same_for_both() -> None:
    right = CASES["grad_same_for_both"]["right"]
    dataset = _table("two_column_crlf.csv")
    config = fit_config(dataset, (0.0, 0.0), optimizer=OptimizerConfig("sgd", 1e-4))
    for name, wanted in (("same_for_both", "bug_result"), (None, "right_after_same_steps")):
        row = Trainer(with_bug(config, name)).advance(1000).row(-1)
        # Keras holds the rate in float32.
        assert row.parameters == pytest.approx([right[wanted]["w"], right[wanted]["b"]], rel=1e-6)
    wrong = Trainer(with_bug(config, "same_for_both")).advance(1000).row(-1)
    assert wrong.loss == pytest.approx(right["mse_bug"], rel=1e-9)
    (claim,) = _claims(dataset, WRONG["same_for_both"], points=[(0.0, 0.0)])
    first, second = diagnose(_problem(dataset), [claim])
    assert first.code == "same_for_both"
    assert second.code == "one_wrong_about" and second.values["name"] == "b"
    assert second.values["factor"] == pytest.approx(49.0, rel=0.1)
    assert "about mean(x)" in second.message and "∂loss/∂w is right" in second.message


def test_case_gc_false_pass() -> None:
    right, dataset = CASES["gc_false_pass"]["right"], _table("ex1data1.csv")
    hidden, shown = _claims(dataset, WRONG["forgets_b"], points=[(1.0, 0.0), (1.0, 1.0)])
    assert hidden.claimed[0] == pytest.approx(right["at_b0"]["bug_dw"], rel=1e-12)
    assert shown.claimed[0] == pytest.approx(right["at_b1"]["bug_dw"], rel=1e-12)
    assert shown.right[0] == pytest.approx(right["at_b1"]["true_dw"], rel=1e-12)
    assert diagnose(_problem(dataset), [hidden]) == ()
    (found,) = diagnose(_problem(dataset), [hidden, shown])
    assert found == Diagnosis("forgets_b", {"last": "b"})


def test_case_tf_gradient_none() -> None:
    dataset = _table("ex1data1.csv")
    (none,) = _claims(dataset, lambda fit: [None, None], points=[(1.0, 1.0)])
    assert _codes(diagnose(_problem(dataset), [none])) == ["none"]
    (unused,) = _claims(dataset, lambda fit: [fit.right[0], None], points=[(1.0, 1.0)])
    (found,) = diagnose(_problem(dataset), [unused])
    assert found == Diagnosis("none_for", {"names": "∂loss/∂b"})
    config = with_bug(fit_config(dataset, (1.0, 1.0)), "none")
    row = Trainer(config).advance(1).row(0)
    assert row.parameters.tolist() == [1.0, 1.0] and row.gradient.tolist() == [0.0, 0.0]


def test_none_for_a_parameter_that_the_loss_does_not_use_is_right() -> None:
    class OnlyFirst(Rosenbrock):
        def __call__(self, parameters: Any, data: Any) -> tf.Tensor:
            return tf.square(2.0 * parameters[0] - 3.0)

    variables = [tf.Variable(1.0), tf.Variable(5.0)]
    gradients = tape_gradient(OnlyFirst(), variables, ())[1]
    assert [None if g is None else float(g) for g in gradients] == [-4.0, None]
    problem = Problem(OnlyFirst(), (1.0, 5.0))
    assert diagnose(problem, [_claim((1.0, 5.0), [-4.0, None], [-4.0, 0.0])]) == ()
    found = diagnose(problem, [_claim((1.0, 5.0), [-8.0, None], [-4.0, 0.0])])
    assert "factor_two" in _codes(found)
