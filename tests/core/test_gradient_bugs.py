"""The deliberate mistakes: each is exactly the slip it is named after, eager and compiled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.columns import Role
from core.config import RunConfig
from core.dataset import Dataset
from core.errors import InputError
from core.gradient import connected, keras_update, tape_gradient
from core.gradient_bugs import BUGS, Bug, BugKind, bug_named, with_bug
from core.loss import LOSSES
from core.model import LinearModel
from core.optimizer import OptimizerConfig
from core.problem import FitObjective, Problem
from core.trainer import Trainer
from core.wrong_gradients import NeedsFit
from tests.core.helpers import (
    Parabola,
    Rosenbrock,
    bits,
    fit_config,
    fresh_optimizer,
    linear_dataset,
    preset_config,
    tf,
)

Array = NDArray[np.float64]
GRADIENTS = [bug for bug in BUGS.values() if bug.kind is BugKind.GRADIENT]
UPDATES = [bug for bug in BUGS.values() if bug.kind is BugKind.UPDATE]
NONE = np.nan


# Gradients: closed forms.

TERM_SLOPES: dict[str, Callable[[Array], Array]] = {
    "mse": lambda e: 2 * e,
    "half_mse": lambda e: 2 * e,
    "sum_squares": lambda e: 2 * e,
    "mae": np.sign,
    "huber": lambda e: np.clip(e, -1, 1),
    "log_cosh": np.tanh,
}
"""d term / d e."""


@dataclass(frozen=True)
class Fit:
    """A line, its data and a loss, with all that the closed forms are made of."""

    loss: str
    w: float
    b: float
    x: Array
    y: Array

    @property
    def n(self) -> int:
        return len(self.x)

    @property
    def factor(self) -> float:
        """What the sum of the terms is multiplied with."""
        return {"sum_squares": 1.0, "half_mse": 0.5 / self.n}.get(self.loss, 1.0 / self.n)

    @property
    def slope(self) -> Array:
        """D loss / d prediction."""
        return self.factor * TERM_SLOPES[self.loss](self.w * self.x + self.b - self.y)

    @property
    def right(self) -> Array:
        return np.array([np.sum(self.slope * self.x), np.sum(self.slope)])

    @property
    def other(self) -> Fit:
        squared = self.loss in ("mse", "half_mse", "sum_squares")
        return replace(self, loss="mae" if squared else "mse")


def _missing_x(fit: Fit) -> Any:
    return [np.sum(fit.slope)] * 2


def _mean_product(fit: Fit) -> Any:
    return [np.sum(fit.slope) * np.mean(fit.x), np.sum(fit.slope)]


def _shuffled(fit: Fit) -> Any:
    other = [fit.x[i - fit.n // 2] for i in range(fit.n)]
    return [np.dot(fit.slope, other), np.sum(fit.slope)]


WRONG: dict[str, Callable[[Fit], Any]] = {
    "sign": lambda f: -f.right,
    "factor_two": lambda f: 2 * f.right,
    "half": lambda f: f.right / 2,
    "factor_n": lambda f: f.n * f.right,
    "one_over_n": lambda f: f.right / f.n,
    "n_minus_one": lambda f: f.right * f.n / (f.n - 1),
    "missing_x": _missing_x,
    "mean_product": _mean_product,
    "shuffled_x": _shuffled,
    "off_by_one": lambda f: [np.dot(f.slope[:-1], f.x[:-1]), np.sum(f.slope[:-1])],
    "forgets_b": lambda f: replace(f, b=0.0).right,
    "swapped": lambda f: f.right[::-1],
    "same_for_both": lambda f: [f.right[0], f.right[0]],
    "only_w": lambda f: [f.right[0], 0.0],
    "only_b": lambda f: [0.0, f.right[1]],
    "zero": lambda f: [0.0, 0.0],
    "none": lambda f: [NONE, NONE],
    "stop_gradient": lambda f: [NONE, f.right[1]],
    "other_loss": lambda f: f.other.right,
    "ignores_upstream": lambda f: f.right / f.factor,
    "stale": lambda f: replace(f, w=0.0, b=0.0).right,
    "clipped": lambda f: np.clip(f.right, -1, 1),
    "floor_division": lambda f: np.floor(f.right),
}


def _random_fit(loss: str, seed: int) -> Fit:
    random = np.random.default_rng(seed)
    n = int(random.integers(2, 40))
    x = 3.0 * random.standard_normal(n) + 2.0
    y = 2.0 * x + 10.0 + 4.0 * random.standard_normal(n)
    return Fit(loss, *random.uniform(1.0, 4.0, 2), x, y)


def _eager(
    bug: Bug, objective: Any, point: Any, data: Any, dtype: str = "float64"
) -> tuple[float, Array]:
    """Return loss and gradient, with NaN for None."""
    assert bug.gradient is not None
    parameters = [tf.Variable(value, dtype=dtype) for value in point]
    loss, gradients = bug.gradient(objective, parameters, tuple(map(tf.constant, data)))
    assert loss.dtype == dtype and all(g is None or g.dtype == dtype for g in gradients)
    return float(loss), np.array([NONE if g is None else float(g) for g in gradients])


def _line(loss: str) -> FitObjective:
    return FitObjective(LinearModel(), LOSSES[loss])


def test_every_gradient_bug_has_a_closed_form_here() -> None:
    assert list(WRONG) == [bug.name for bug in GRADIENTS]


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("bug", GRADIENTS, ids=lambda bug: bug.name)
def test_a_gradient_bug_is_its_closed_form_beside_the_honest_loss(bug: Bug, loss: str) -> None:
    for seed in range(5):
        fit = _random_fit(loss, seed)
        point, data = (fit.w, fit.b), (fit.x, fit.y)
        found_loss, found = _eager(bug, _line(loss), point, data)
        if bug.name == "floor_division":
            # Rounding may take a mean of signs to either side of a whole number.
            whole = np.abs(fit.right - np.round(fit.right)) < 1e-12
            found = np.where(whole, WRONG[bug.name](fit), found)
        assert found == pytest.approx(np.array(WRONG[bug.name](fit)), rel=1e-12, nan_ok=True)
        honest = Problem(_line(loss), point, Dataset(fit.x, fit.y)).loss(point)
        assert found_loss == pytest.approx(honest, rel=1e-14)


def test_one_row_has_no_n_minus_one_and_no_other_row() -> None:
    point, data = (1.0, 1.0), (np.array([2.0]), np.array([7.0]))
    right = [-16.0, -8.0]
    assert _eager(BUGS["n_minus_one"], _line("mse"), point, data)[1].tolist() == [-np.inf] * 2
    assert _eager(BUGS["off_by_one"], _line("mse"), point, data)[1].tolist() == [0.0, 0.0]
    assert _eager(BUGS["shuffled_x"], _line("mse"), point, data)[1].tolist() == right


ANYWHERE = [
    "sign", "factor_two", "half", "forgets_b", "swapped", "same_for_both", "only_w", "only_b",
    "zero", "none", "stop_gradient", "stale", "clipped", "floor_division",
]  # fmt: skip
"""The bugs that need no fit."""


def test_bugs_of_bare_functions() -> None:
    u, v = 0.5, 2.0
    right = np.array([-2 * (1 - u) - 400 * u * (v - u * u), 200 * (v - u * u)])
    wanted = {
        "sign": -right, "factor_two": 2 * right, "half": right / 2,
        "forgets_b": [-2 * (1 - u) + 400 * u**3, -200 * u * u], "swapped": right[::-1],
        "same_for_both": [right[0]] * 2, "only_w": [right[0], 0], "only_b": [0, right[1]],
        "zero": [0, 0], "none": [NONE, NONE], "stop_gradient": [NONE, right[1]],
        "stale": [-2.0, 0.0], "clipped": [-1, 1], "floor_division": np.floor(right),
    }  # fmt: skip
    assert set(wanted) == set(ANYWHERE)
    for name, numbers in wanted.items():
        _, found = _eager(BUGS[name], Rosenbrock(), (u, v), ())
        assert found == pytest.approx(np.array(numbers), rel=1e-12, nan_ok=True), name


@pytest.mark.parametrize("name", sorted(set(WRONG) - set(ANYWHERE)))
def test_the_other_bugs_say_that_they_need_a_fit(name: str) -> None:
    with pytest.raises(NeedsFit):
        _eager(BUGS[name], Rosenbrock(), (0.5, 2.0), ())


def test_three_parameters_have_a_first_and_a_last() -> None:
    data, objective = linear_dataset(), FitObjective(Parabola(), LOSSES["mse"])
    arrays, point = (data.x, data.y), np.array([0.7, -1.3, 0.4])

    def right(p: float, q: float, r: float) -> Array:
        slope = 2 * (p + q * data.x + r * data.x**2 - data.y) / len(data)
        return np.array([np.dot(slope, data.x**k) for k in range(3)])

    g = right(*point)
    wanted = {
        "only_w": [g[0], 0, 0], "only_b": [0, 0, g[2]], "swapped": g[::-1],
        "same_for_both": [g[0]] * 3, "stop_gradient": [NONE, g[1], g[2]], "missing_x": [g[0]] * 3,
        "forgets_b": right(0.7, -1.3, 0.0), "stale": right(0.0, 0.0, 0.0),
    }  # fmt: skip
    for name, numbers in wanted.items():
        _, found = _eager(BUGS[name], objective, point, arrays)
        assert found == pytest.approx(np.array(numbers), rel=1e-12, nan_ok=True), name


def test_a_parameter_that_the_loss_does_not_use_stays_none() -> None:
    class OnlyFirst(Rosenbrock):
        def __call__(self, parameters: Any, data: Any) -> tf.Tensor:
            return tf.square(2.0 * parameters[0] - 3.0)

    for name, first in (("factor_two", -8.0), ("only_w", -4.0), ("clipped", -1.0)):
        found = _eager(BUGS[name], OnlyFirst(), (1.0, 5.0), ())[1]
        assert found == pytest.approx([first, NONE], nan_ok=True)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("bug", GRADIENTS, ids=lambda bug: bug.name)
def test_a_compiled_gradient_bug_equals_its_eager_value(bug: Bug, dtype: str) -> None:
    config = with_bug(preset_config("checker", dtype, OptimizerConfig("sgd", 0.01)), bug.name)
    trainer = Trainer(config)
    rows = [trainer.evaluate().row(0), *(trainer.advance(1).row(0) for _ in range(3))]
    for row in rows:
        point, arrays = row.parameters, config.problem.arrays(dtype)
        loss, gradient = _eager(bug, config.problem.objective, point, arrays, dtype)
        rounding = 1e-5 if dtype == "float32" else 1e-13
        assert row.loss == pytest.approx(loss, rel=rounding)
        assert row.gradient == pytest.approx(np.nan_to_num(gradient), rel=rounding)
    assert trainer.compiled


# Updates.

FLAVOURS = {
    "sgd": OptimizerConfig("sgd", 0.03),
    "momentum": OptimizerConfig("sgd", 0.03, (("momentum", 0.9),)),
    "adam": OptimizerConfig("adam", 0.03),
}


def _config(flavour: str, dtype: str = "float64") -> RunConfig:
    return fit_config(linear_dataset(), (1.0, 1.0), dtype=dtype, optimizer=FLAVOURS[flavour])


def _numpy_gradient(config: RunConfig, point: Array) -> Array:
    (x, y), (w, b) = config.problem.arrays("float64"), point
    e = w * x + b - y
    return np.array([2 * np.mean(e * x), 2 * np.mean(e)])


@dataclass
class NumpyOptimizer:
    """SGD, momentum and Adam per element, as their papers have them."""

    flavour: str
    m: Array
    v: Array
    t: int = 0

    @property
    def rate(self) -> float:
        return float(np.float32(0.03))

    def step(self, g: Array, which: Any = slice(None)) -> Array:
        """Return the change of those elements, and remember."""
        self.t += 1
        change = np.zeros(2)
        if self.flavour == "sgd":
            change[which] = -self.rate * g[which]
        elif self.flavour == "momentum":
            self.m[which] = float(np.float32(0.9)) * self.m[which] - self.rate * g[which]
            change[which] = self.m[which]
        else:
            first, second = 0.9, 0.999
            self.m[which] += (g[which] - self.m[which]) * (1 - first)
            self.v[which] += (g[which] ** 2 - self.v[which]) * (1 - second)
            # Keras takes the powers of betas rounded to float32.
            powers = [float(np.float32(beta)) ** self.t for beta in (first, second)]
            alpha = self.rate * np.sqrt(1 - powers[1]) / (1 - powers[0])
            change[which] = -alpha * self.m[which] / (np.sqrt(self.v[which]) + 1e-7)
        return change


def _not_simultaneous(o: NumpyOptimizer, p: Array, g: Array, now: Callable[[Array], Array]) -> Any:
    trial = replace(o, m=o.m.copy(), v=o.v.copy())
    new_b = p[1] + trial.step(g)[1]
    return p + o.step(np.array([now(np.array([p[0], new_b]))[0], g[1]]))


WRONG_STEPS: dict[str, Callable[..., Any]] = {
    "wrong_sign": lambda o, p, g, now: p + o.step(-g),
    "without_learning_rate": lambda o, p, g, now: p - g,
    "not_simultaneous": _not_simultaneous,
    "parameter_for_gradient": lambda o, p, g, now: p + o.step(p),
    "swapped_pairs": lambda o, p, g, now: p + o.step(g[::-1]),
    "assigned": lambda o, p, g, now: o.rate * g,
    "step_twice": lambda o, p, g, now: p + o.step(g) + o.step(g),
    "bias_twice": lambda o, p, g, now: p + o.step(g) + o.step(g, 1),
    "skips_b": lambda o, p, g, now: p + o.step(g, 0),
}


@pytest.mark.parametrize("flavour", FLAVOURS)
@pytest.mark.parametrize("bug", UPDATES, ids=lambda bug: bug.name)
def test_a_compiled_update_bug_is_its_closed_form(bug: Bug, flavour: str) -> None:
    config = with_bug(_config(flavour), bug.name)
    trainer = Trainer(config)
    rows = np.concatenate([trainer.evaluate().rows, trainer.advance(4).rows])
    points = rows[:, trainer.layout.slices[Role.PARAMETER]]
    optimizer, point = NumpyOptimizer(flavour, np.zeros(2), np.zeros(2)), points[0]
    for found in points[1:]:
        gradient = _numpy_gradient(config, point)
        point = WRONG_STEPS[bug.name](
            optimizer, point, gradient, lambda p: _numpy_gradient(config, p)
        )
        assert found == pytest.approx(point, rel=1e-8)
    assert trainer.compiled


@pytest.mark.parametrize("bug", UPDATES, ids=lambda bug: bug.name)
def test_a_compiled_update_bug_equals_the_eager_one_in_float32(bug: Bug) -> None:
    config = with_bug(_config("adam", "float32"), bug.name)
    trainer = Trainer(config)
    found = trainer.advance(1).row(0).parameters
    variables, optimizer = fresh_optimizer(config)
    data = tuple(map(tf.constant, config.problem.arrays("float32")))

    def now() -> list[Any]:
        return connected(tape_gradient(config.problem.objective, variables, data)[1], variables)

    config.update(optimizer, now(), variables, now)
    assert found == pytest.approx([float(v.numpy()) for v in variables], rel=1e-6)


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_one_step_that_is_not_simultaneous_counts_as_one(flavour: str) -> None:
    trainer = Trainer(with_bug(_config(flavour), "not_simultaneous"))
    trainer.advance(3)
    assert int(trainer.state().optimizer_variables[0]) == 3


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_an_honest_run_is_the_same_to_the_bit_after_all_wrong_ones(flavour: str) -> None:
    def rows() -> bytes:
        trainer = Trainer(with_bug(_config(flavour), None))
        return bits(np.concatenate([trainer.evaluate().rows, trainer.advance(50).rows]))

    before = rows()
    for bug in UPDATES:
        Trainer(with_bug(_config(flavour), bug.name)).advance(5)
    assert rows() == before
    assert bits(Trainer(_config(flavour)).advance(50).rows) == before[-len(before) // 51 * 50 :]


@pytest.mark.parametrize("name", ["ignores_upstream", "stale", "none", "stop_gradient"])
def test_an_honest_run_is_the_same_to_the_bit_after_a_wrong_gradient(name: str) -> None:
    config = preset_config("checker", "float32", OptimizerConfig("sgd", 0.01))
    before = bits(Trainer(config).advance(50).rows)
    Trainer(with_bug(config, name)).advance(5)
    assert bits(Trainer(with_bug(config, None)).advance(50).rows) == before


# By name.


def test_names_kinds_and_summaries() -> None:
    for name, bug in BUGS.items():
        assert bug.name == name and bug_named(name) is bug
        assert (bug.gradient is None) == (bug.kind is BugKind.UPDATE)
        assert (bug.update is None) == (bug.kind is BugKind.GRADIENT)
        assert bug.summary.endswith(".") and hash(bug) == hash(replace(bug))
    assert len({bug.summary for bug in BUGS.values()}) == len(BUGS)


def test_an_unknown_bug_is_an_input_error() -> None:
    with pytest.raises(InputError, match="bug: there is no 'nonsense'. Choose one of: sign,"):
        bug_named("nonsense")
    with pytest.raises(InputError):
        with_bug(_config("sgd"), "nonsense")


def test_with_bug_replaces_one_half_and_restores_the_other() -> None:
    honest = _config("sgd")
    wrong = with_bug(honest, "sign")
    assert (wrong.gradient, wrong.update) == (BUGS["sign"].gradient, keras_update)
    assert wrong.bug == "sign"
    update = with_bug(wrong, "skips_b")
    assert (update.gradient, update.update) == (tape_gradient, BUGS["skips_b"].update)
    again = with_bug(update, None)
    assert (again.gradient, again.update, again.bug) == (tape_gradient, keras_update, None)
    assert again.problem is honest.problem and honest.bug is None


def test_a_wrong_gradient_disagrees_with_the_check_of_the_run() -> None:
    problem = Problem(Rosenbrock(), (-1.2, 1.0))
    config = with_bug(RunConfig(problem, "float64", OptimizerConfig("sgd", 1e-4)), "swapped")
    row = Trainer(config).evaluate().row(0)
    assert row.verdicts.tolist() == [1, 1]
    assert row.gradient == pytest.approx(row.numerical[::-1])
