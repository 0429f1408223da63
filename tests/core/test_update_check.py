"""The check of one step: honest ones are never called wrong, wrong ones are named."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.columns import Role
from core.diagnosis import Diagnosis
from core.gradient_bugs import BUGS, BugKind, with_bug
from core.optimizer import OptimizerConfig
from core.table.reading import read_table
from core.trainer import Trainer
from core.update_check import UpdateCheck, check_update
from core.verdict import CheckCode
from tests.core.helpers import fit_config, tf

Array = NDArray[np.float64]
AGREE, DISAGREE, VANISHING = CheckCode.AGREE, CheckCode.DISAGREE, CheckCode.VANISHING
FOLDER = Path(__file__).parents[1] / "cases"
FLAVOURS: dict[str, tuple[str, tuple[tuple[str, Any], ...]]] = {
    "sgd": ("sgd", ()),
    "momentum": ("sgd", (("momentum", 0.9),)),
    "nesterov": ("sgd", (("momentum", 0.9), ("nesterov", True))),
    "adam": ("adam", ()),
}
DTYPES = ["float32", "float64"]


class Bench:
    """Two scalars and a Keras optimizer whose step can be made from any state."""

    def __init__(self, flavour: str, dtype: str) -> None:
        name, hyperparameters = FLAVOURS[flavour]
        self.dtype = dtype
        self.optimizer = OptimizerConfig(name, 1.0, hyperparameters).build()
        self.variables = [tf.Variable(0.0, dtype=dtype, name=name) for name in ("w", "b")]
        self.optimizer.build(self.variables)
        self.held = [*self.variables, *self.optimizer.variables]
        self.compiled = tf.function(self.step, jit_compile=True, autograph=False)

    def step(self, values: Sequence[Any], gradients: Sequence[Any]) -> list[Any]:
        """Set everything, make a step, and return the parameters."""
        for variable, value in zip(self.held, values, strict=True):
            variable.assign(value)
        self.optimizer.apply_gradients(zip(gradients, self.variables, strict=True))
        return [tf.identity(variable) for variable in self.variables]

    def values(self, numbers: Sequence[float]) -> list[Any]:
        return [
            tf.constant(n, v.dtype) for n, v in zip(numbers, self.held[: len(numbers)], strict=True)
        ]


@cache
def _bench(flavour: str, dtype: str) -> Bench:
    return Bench(flavour, dtype)


@dataclass(frozen=True)
class State:
    """Where a step is made from; sizes are powers of ten."""

    before: tuple[float, float]
    gradients: tuple[float, float]
    memory: tuple[float, float]
    rate: float
    count: int
    cancels: bool


sizes = st.floats(-6, 6).map(lambda power: 10.0**power)
signed = st.one_of(st.just(0.0), sizes, sizes.map(lambda size: -size))
pairs = st.tuples(signed, signed)
states = st.builds(
    State,
    before=pairs,
    gradients=pairs,
    memory=pairs,
    rate=st.floats(-6, 1).map(lambda power: 10.0**power),
    count=st.integers(0, 3000),
    cancels=st.booleans(),
)


def _slots(flavour: str, state: State) -> list[float]:
    """Return the optimizer's memory, which may nearly cancel the gradient."""
    g = state.gradients
    if flavour == "sgd":
        return []
    if flavour == "adam":
        first = [-value / 9.0 for value in g] if state.cancels else state.memory
        second = [max(a * a, 0.1 * b * b) for a, b in zip(first, g, strict=True)]
        return [*first, *second]
    return [state.rate * value / 0.9 for value in g] if state.cancels else list(state.memory)


def _honest(flavour: str, dtype: str, state: State) -> UpdateCheck:
    """Check a compiled step, whose operations may be fused, against Keras' eager one."""
    bench = _bench(flavour, dtype)
    start = bench.values([*state.before, state.count, state.rate])
    slots = [tf.constant(v, dtype) for v in _slots(flavour, state)]
    gradients = [tf.constant(g, dtype) for g in state.gradients]
    values = [*start, *_ordered(bench, slots)]
    after = np.array([float(v) for v in bench.compiled(values, gradients)])
    meant = np.array([float(v) for v in bench.step(values, gradients)])
    before, g = ([float(v) for v in tensors] for tensors in (start[:2], gradients))
    given = {} if flavour == "sgd" else {"meant": meant}
    return check_update(before, after, g, state.rate, dtype=dtype, **given)


def _ordered(bench: Bench, slots: Sequence[Any]) -> list[Any]:
    """Return Adam's memory in Keras' order: both of w, then both of b."""
    paths = [v.path for v in bench.optimizer.variables[2:]]
    if len(paths) == 4 and "velocity" in paths[1]:
        return [slots[i] for i in (0, 2, 1, 3)]
    return list(slots)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("flavour", FLAVOURS)
@settings(deadline=None, max_examples=150)
@given(state=states)
def test_an_honest_keras_step_is_never_called_wrong(flavour: str, dtype: str, state: State) -> None:
    found = _honest(flavour, dtype, state)
    assert DISAGREE not in found.codes and found.diagnoses == ()
    assert (found.difference == found.after - found.meant).all()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("flavour", FLAVOURS)
@settings(deadline=None, max_examples=100)
@given(state=states, part=st.sampled_from([0.01, -0.01, 0.5, -1.0, 1.0, 30.0]))
def test_a_step_off_by_one_percent_is_called_wrong_where_that_is_visible(
    flavour: str, dtype: str, state: State, part: float
) -> None:
    right = _honest(flavour, dtype, state)
    step = right.meant - right.before
    after = right.meant + 1.02 * part * step
    given_ = {} if flavour == "sgd" else {"meant": right.meant}
    g = np.asarray(state.gradients, dtype).astype(float)
    found = check_update(right.before, after, g, state.rate, dtype=dtype, **given_)
    unit = 0.5 * np.finfo(dtype).eps
    noise = 8 * unit * np.abs(right.before) + 1100 * unit * (np.abs(step) + state.rate)
    noise += 2 * unit * state.rate * np.abs(g)
    visible = 0.01 * np.abs(step) > noise
    assert all(c is DISAGREE for c, seen in zip(found.codes, visible, strict=True) if seen)
    assert (DISAGREE in found.codes) == bool(found.diagnoses)


# Injected update bugs.

CODES = {"bias_twice": "updated_twice", "skips_b": "not_updated"}
"""Bug -> code of its diagnosis where that is not its name."""

CURVATURE = np.array([[2.0, 0.7], [0.7, 1.3]])


def _gradient_at(point: Array) -> Array:
    return CURVATURE @ point + [3.0, -5.0]


def _injected(bug: str, dtype: str, before: Sequence[float], rate: float) -> UpdateCheck:
    optimizer = OptimizerConfig("sgd", rate).build()
    variables = [tf.Variable(value, dtype=dtype) for value in before]
    optimizer.build(variables)

    def now() -> list[Any]:
        held = np.array([float(v.numpy()) for v in variables])
        return [tf.constant(g, dtype) for g in _gradient_at(held)]

    start, gradients = [float(v.numpy()) for v in variables], now()
    update = BUGS[bug].update
    assert update is not None
    update(optimizer, gradients, variables, now)
    after = [float(v.numpy()) for v in variables]
    return check_update(
        start, after, [float(g) for g in gradients], rate, dtype=dtype, gradient_at=_gradient_at
    )


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("bug", [b.name for b in BUGS.values() if b.kind is BugKind.UPDATE])
@settings(deadline=None, max_examples=60)
@given(w=st.floats(0.5, 20.0), b=st.floats(-40.0, -8.0), rate=st.floats(0.005, 0.3))
def test_an_injected_update_bug_is_found_and_named(
    bug: str, dtype: str, w: float, b: float, rate: float
) -> None:
    found = _injected(bug, dtype, (w, b), rate)
    step = np.abs(found.meant - found.before)
    visible = np.abs(found.difference) >= 0.01 * step
    visible &= 0.01 * step > 2 * found.tolerance
    if visible.any():
        assert found.code is DISAGREE
        assert CODES.get(bug, bug) in [diagnosis.code for diagnosis in found.diagnoses]
        assert all(diagnosis.message for diagnosis in found.diagnoses)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("bug", [b.name for b in BUGS.values() if b.kind is BugKind.UPDATE])
def test_at_a_common_point_each_update_bug_is_the_only_explanation(bug: str, dtype: str) -> None:
    found = _injected(bug, dtype, (3.0, -10.0), 0.1)
    (diagnosis,) = found.diagnoses
    assert found.code is DISAGREE and diagnosis.code == CODES.get(bug, bug)


def test_sentences_name_what_they_are_about() -> None:
    at = (3.0, -10.0)
    assert _injected("bias_twice", "float64", at, 0.1).diagnoses == (
        Diagnosis("updated_twice", {"name": "b"}),
    )
    assert _injected("skips_b", "float64", at, 0.1).diagnoses == (
        Diagnosis("not_updated", {"names": "b"}),
    )
    (order,) = _injected("not_simultaneous", "float64", at, 0.1).diagnoses
    assert order == Diagnosis("not_simultaneous", {"order": "b, w"})
    assert order.message.startswith(
        "the parameters were not updated together but in the order b, w"
    )
    (rate,) = _injected("without_learning_rate", "float64", at, 0.1).diagnoses
    assert "learning rate = 0.1" in rate.message


def test_w_first_is_told_from_b_first() -> None:
    before, rate = np.array([3.0, -10.0]), 0.1
    g = _gradient_at(before)
    w = before[0] - rate * g[0]
    b = before[1] - rate * _gradient_at(np.array([w, before[1]]))[1]
    found = check_update(before, [w, b], g, rate, gradient_at=_gradient_at)
    assert found.diagnoses == (Diagnosis("not_simultaneous", {"order": "w, b"}),)
    assert check_update(before, [w, b], g, rate).diagnoses == (Diagnosis("unknown"),)


@pytest.mark.parametrize("factor", [0.5, 1.01, 7.0, -3.0])
def test_a_constant_factor_on_the_step_is_read_off(factor: float) -> None:
    before, g = np.array([3.0, -10.0]), np.array([1.5, -4.0])
    (found,) = check_update(before, before - factor * 0.1 * g, g, 0.1).diagnoses
    assert found == Diagnosis("step_factor", {"factor": pytest.approx(factor)})


def test_without_any_step_all_are_named() -> None:
    before, g = np.array([3.0, -10.0]), np.array([1.5, -4.0])
    found = check_update(before, before, g, 0.1, names=("u", "v"))
    assert found.diagnoses == (Diagnosis("not_updated", {"names": "u, v"}),)
    assert found.codes == (DISAGREE, DISAGREE)


def test_nonsense_is_unknown() -> None:
    before, g = np.array([3.0, -10.0]), np.array([1.5, -4.0])
    assert check_update(before, [17.0, 4.0], g, 0.1).diagnoses == (Diagnosis("unknown"),)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_step_to_what_is_not_finite_is_wrong_unless_it_was_meant(bad: float) -> None:
    before, g = np.array([3.0, -10.0]), np.array([1.5, -4.0])
    found = check_update(before, [bad, -9.6], g, 0.1)
    assert found.codes == (DISAGREE, AGREE) and found.diagnoses == (Diagnosis("unknown"),)
    meant = check_update(before, [bad, -9.6], g, 0.1, meant=[bad, -9.6])
    assert meant.codes == (VANISHING, AGREE) and meant.diagnoses == ()


def test_an_overflow_of_float32_is_not_the_fault_of_the_step() -> None:
    found = check_update([1.0, 1.0], [-np.inf, 0.9], [3e38, 1.0], 10.0, dtype="float32")
    assert found.codes[0] is VANISHING


def test_a_step_below_rounding_proves_nothing() -> None:
    found = check_update([1.0, 1.0], [1.0, 1.0], [1e-17, 0.0], 0.1)
    assert found.codes == (VANISHING, VANISHING) and found.code is VANISHING
    found = check_update([1.0, 1.0], [1.0, 0.9], [1e-9, 1.0], 0.1, dtype="float32")
    assert found.codes == (VANISHING, AGREE) and found.code is AGREE


def test_one_parameter_alone() -> None:
    def codes(after: float) -> list[str]:
        found = check_update([4.0], [after], [1.5], 0.1, names=("w",))
        return [diagnosis.code for diagnosis in found.diagnoses]

    assert codes(4.0 - 0.15) == []
    assert codes(4.0 - 0.3) == ["step_twice"]
    assert codes(4.0 + 0.15) == ["wrong_sign"]
    assert codes(4.0 - 0.45) == ["step_factor"]


# Through the compiled loop.


def _rows(config: Any, count: int) -> tuple[Array, Array, Trainer]:
    trainer = Trainer(config)
    rows = np.concatenate([trainer.evaluate().rows, trainer.advance(count).rows])
    at = trainer.layout.slices
    return rows[:, at[Role.PARAMETER]], rows[:, at[Role.GRADIENT]], trainer


@pytest.mark.parametrize("dtype", DTYPES)
def test_each_step_of_a_run_agrees_or_vanishes_and_of_a_wrong_one_does_not(dtype: str) -> None:
    dataset = read_table(FOLDER / "data" / "ex1data1.csv")
    config = fit_config(dataset, (1.0, 1.0), dtype=dtype, optimizer=OptimizerConfig("sgd", 0.01))
    for bug, allowed in ((None, {AGREE, VANISHING}), ("bias_twice", {DISAGREE})):
        points, gradients, _ = _rows(with_bug(config, bug), 100)
        for before, after, g in zip(points, points[1:], gradients, strict=False):
            found = check_update(before, after, g, 0.01, dtype=dtype)
            assert found.code in allowed


def _momentum_meant(
    velocity: Array, gradients: Array, before: Array, rate: float
) -> tuple[Array, Array]:
    velocity = float(np.float32(0.9)) * velocity - float(np.float32(rate)) * gradients
    return before + velocity, velocity


@pytest.mark.parametrize("bug", ["not_simultaneous", "wrong_sign", "swapped_pairs"])
def test_wrong_steps_with_momentum_are_named_beside_the_meant_one(bug: str) -> None:
    dataset = read_table(FOLDER / "data" / "ex1data1.csv")
    optimizer = OptimizerConfig("sgd", 0.01, (("momentum", 0.9),))
    config = with_bug(fit_config(dataset, (1.0, 1.0), optimizer=optimizer), bug)
    points, gradients, trainer = _rows(config, 3)

    def gradient_at(point: Array) -> Array:
        e = point[0] * dataset.x + point[1] - dataset.y
        return np.array([2 * np.mean(e * dataset.x), 2 * np.mean(e)])

    velocity = points[2] - points[1]  # What the wrong update left in the optimizer's memory.
    meant, _ = _momentum_meant(velocity, gradients[2], points[2], 0.01)
    rate = float(np.float32(0.01))
    found = check_update(
        points[2], points[3], gradients[2], rate, meant=meant, gradient_at=gradient_at
    )
    assert bug in [diagnosis.code for diagnosis in found.diagnoses]


def test_case_upd_not_simultaneous() -> None:
    cases = json.loads((FOLDER / "cases.json").read_text("utf-8"))["cases"]
    right = next(case["right"] for case in cases if case["id"] == "upd_not_simultaneous")
    dataset = read_table(FOLDER / "data" / "ex1data1.csv")
    config = fit_config(dataset, (0.0, 0.0), "half_mse", optimizer=OptimizerConfig("sgd", 0.01))

    def gradient_at(point: Array) -> Array:
        e = point[0] * dataset.x + point[1] - dataset.y
        return np.array([np.mean(e * dataset.x), np.mean(e)])

    expected: dict[str | None, Callable[[UpdateCheck], bool]] = {
        None: lambda found: found.code is AGREE and found.diagnoses == (),
        "not_simultaneous": lambda found: (
            found.diagnoses == (Diagnosis("not_simultaneous", {"order": "b, w"}),)
        ),
    }
    for bug, wanted in expected.items():
        points, gradients, _ = _rows(with_bug(config, bug), 1500)
        kind = "bug" if bug else "right"
        for step in (1, 1500):
            numbers = [right[f"{kind}_{'step1' if step == 1 else step}"][name] for name in "wb"]
            # Keras holds the rate in float32.
            assert points[step] == pytest.approx(numbers, rel=1e-7)
        for step in (0, 1, 700):
            found = check_update(
                points[step], points[step + 1], gradients[step], 0.01, gradient_at=gradient_at
            )
            assert wanted(found)
