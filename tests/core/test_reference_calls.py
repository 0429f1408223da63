"""The calls of the two tutorials, made in the installed TensorFlow."""

from __future__ import annotations

import pytest

from core.config import RunConfig
from core.problem import Problem
from core.reference_calls import LONGEST, ReferenceCall, reference_calls
from core.trainer import Trainer
from tests.core.helpers import Rosenbrock, keras, preset_config, state_bits, tf

V1 = "optimizer.compute_gradients(lambda: loss_fn(y, w * x + b), [w, b]"
TEST = "tf.test.compute_gradient(f, [w, b])"


@pytest.fixture(scope="module")
def calls() -> dict[str, ReferenceCall]:
    config = preset_config("checker")
    return {call.code: call for call in reference_calls(config, Trainer(config).state())}


@pytest.mark.parametrize(
    ("code", "result"),
    [
        ("with tf.GradientTape() as tape: loss = loss_fn(y, w * x + b)", "loss = 9.0"),
        ("tape.gradient(loss, [w, b])", "[18.0, 6.0]"),
        (
            "tape.gradient(loss, [w, b, c], unconnected_gradients=tf.UnconnectedGradients.NONE)",
            "[18.0, 6.0, None]",
        ),
        (
            "tape.gradient(loss, [w, b, c], unconnected_gradients=tf.UnconnectedGradients.ZERO)",
            "[18.0, 6.0, 0.0]",
        ),
        (f"{V1}, gate_gradients=optimizer.GATE_GRAPH)", "[(18.0, w), (6.0, b)]"),
        (f"{V1}, aggregation_method=tf.AggregationMethod.ADD_N)", "[(18.0, w), (6.0, b)]"),
        (f"{V1}, colocate_gradients_with_ops=True)", "[(18.0, w), (6.0, b)]"),
        ("optimizer.apply_gradients(zip(gradients, [w, b]))", "iterations = 1, w = -0.8, b = 1.4"),
        ("w.assign_sub(0.1 * gradient_w)", "w = -0.8"),
        (TEST, "([18.0, 6.0], [18.0, 6.0])"),
    ],
)
def test_what_still_works(calls: dict[str, ReferenceCall], code: str, result: str) -> None:
    call = calls[code]
    assert (call.today, call.result) == (code, result)
    assert call.error is None and not call.gone


@pytest.mark.parametrize(
    ("code", "today", "result"),
    [
        ("tf.train.GradientDescentOptimizer(0.1)", "tf.keras.optimizers.SGD(0.1)",
         "SGD, learning_rate = 0.1"),
        ("tf.keras.optimizers.SGD(0.1).compute_gradients(loss, [w, b])",
         "list(zip(gradients, [w, b]))", "[(18.0, w), (6.0, b)]"),
        ("tf.keras.optimizers.SGD(0.1).minimize(loss, [w, b])",
         "tf.keras.optimizers.SGD(0.1).apply_gradients(zip(gradients, [w, b]))",
         "iterations = 1, w = -0.8, b = 1.4"),
        ("tf.Session().run(loss)", "loss.numpy()", "9.0"),
        ("tf.test.GradientChecker", TEST, "([18.0, 6.0], [18.0, 6.0])"),
    ],
)  # fmt: skip
def test_what_is_gone(calls: dict[str, ReferenceCall], code: str, today: str, result: str) -> None:
    call = calls[code]
    assert (call.today, call.result, call.gone) == (today, result, True)
    assert call.error is not None and call.error.startswith("AttributeError: ")


def test_tensorflow_really_has_lost_them() -> None:
    assert not hasattr(tf.train, "GradientDescentOptimizer")
    assert not hasattr(tf, "Session")
    assert not hasattr(tf.test, "GradientChecker")
    assert not hasattr(keras.optimizers.SGD, "compute_gradients")
    assert not hasattr(keras.optimizers.SGD, "minimize")


@pytest.mark.parametrize(
    ("code", "today", "result", "error"),
    [
        ("tf.gradients(loss, [w, b])", "tape.gradient(loss, [w, b])", "[18.0, 6.0]",
         "RuntimeError: tf.gradients is not supported when eager execution is enabled."),
        ("optimizer.compute_gradients(loss, [w, b])",
         "tf.compat.v1.train.GradientDescentOptimizer(0.1).compute_gradients("
         "lambda: loss_fn(y, w * x + b), [w, b])", "[(18.0, w), (6.0, b)]",
         "RuntimeError: `loss` passed to Optimizer.compute_gradients should be a function"),
        (f"{V1}, grad_loss=2)", f"{V1}, grad_loss=tf.constant(2.0))", "[(36.0, w), (12.0, b)]",
         "InvalidArgumentError: "),
        ("tape.gradient(loss, [w, b], output_gradients=2)",
         "tape.gradient(loss, [w, b], output_gradients=tf.constant(2.0))", "[36.0, 12.0]",
         "InvalidArgumentError: "),
        ("optimizer.apply_gradients(zip(gradients, [w, b]), global_step=step)",
         "optimizer.iterations", "1", "TypeError: "),
    ],
)  # fmt: skip
def test_what_is_there_and_has_to_be_written_otherwise(
    calls: dict[str, ReferenceCall], code: str, today: str, result: str, error: str
) -> None:
    call = calls[code]
    assert (call.today, call.result, call.gone) == (today, result, False)
    assert call.error is not None and call.error.startswith(error)


def test_the_slip_of_the_tutorial_is_run_and_named(calls: dict[str, ReferenceCall]) -> None:
    call = calls["w.assign_sub(0.1 * w)"]
    assert (call.result, call.note) == ("w = 0.9", "slip")
    assert call.today == "w.assign_sub(0.1 * gradient_w)" and call.error is None


def test_three_arguments_change_placement_only(calls: dict[str, ReferenceCall]) -> None:
    assert sum(call.note == "placement" for call in calls.values()) == 3


def test_each_error_is_one_short_line(calls: dict[str, ReferenceCall]) -> None:
    for call in calls.values():
        assert call.result and call.result != call.error
        assert "\n" not in (call.error or "") and len(call.error or "") <= LONGEST


def test_in_float64_a_plain_number_does() -> None:
    config = preset_config("checker", "float64")
    calls = {c.code: c for c in reference_calls(config, Trainer(config).state())}
    call = calls[f"{V1}, grad_loss=2)"]
    assert call.error is None and call.result == "[(36.0, w), (12.0, b)]"
    assert call.today == call.code


def test_at_another_point_and_rate_without_touching_the_run() -> None:
    config = preset_config("checker").with_learning_rate(0.05)
    trainer = Trainer(config)
    trainer.advance(3)
    before = state_bits(trainer.state())
    calls = {c.code: c for c in reference_calls(config, trainer.state())}
    w, b = (float(p) for p in trainer.state().parameters)
    assert calls["w.assign_sub(0.05 * w)"].result == f"w = {0.95 * w:.6g}"
    assert calls["tf.Session().run(loss)"].result == f"{config.problem.loss((w, b)):.6g}"
    assert state_bits(trainer.state()) == before


def test_a_function_with_other_names() -> None:
    config = RunConfig(Problem(Rosenbrock(), (-1.0, 1.0)))
    calls = {c.code: c for c in reference_calls(config, Trainer(config).state())}
    assert calls["tape.gradient(loss, [u, v])"].result == "[-4.0, 0.0]"
    assert calls["with tf.GradientTape() as tape: loss = f(u, v)"].result == "loss = 4.0"
    assert all(call.result for call in calls.values())
