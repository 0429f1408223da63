"""Which sentence and which buttons go with which state of a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from core.config import RunConfig
from core.dataset import Dataset
from core.errors import InputError
from core.gradient import tape_gradient
from core.gradient_bugs import BUGS, with_bug
from core.loss import LOSSES
from core.loss_surface import loss_surface
from core.presets import PRESETS
from core.problem import fit_problem
from core.run import Run
from core.run_view import RunState
from core.snapshot import Failure, Snapshot
from core.stop_rules import StopRules
from gui.bug_wording import bug_sentence, bug_title
from gui.message import message_of
from gui.message_parts import Action, Kind
from gui.shown import Shown
from gui.translation import set_language
from gui.wording import error_words


@pytest.fixture(autouse=True)
def _english(qapp: QApplication) -> Iterator[None]:
    set_language(qapp, "en")
    yield
    set_language(qapp, "en")


def twice(objective: object, parameters: Sequence[object], data: object) -> tuple[object, list]:
    """Return the loss with twice its gradient."""
    loss, gradients = tape_gradient(objective, parameters, data)
    return loss, [2.0 * gradient for gradient in gradients]


def shown_after(config: RunConfig, steps: int, state: RunState | None = None) -> Shown:
    """Return what is shown after so many steps."""
    run = Run(1, config)
    if steps:
        run.advance(steps)
    view = run.view() if state is None else replace(run.view(), state=state)
    return Shown(run.config, Snapshot(version=1, runs={1: view}, active=1))


def preset(name: str, rate: float | None = None, **changes: object) -> RunConfig:
    config = replace(PRESETS[name].config(), **changes)
    return config if rate is None else config.with_learning_rate(rate)


def test_first_sight_says_what_to_try() -> None:
    message = message_of(shown_after(preset("tape"), 0), "tape")
    assert message.state == "READY"
    assert message.sentence == (
        "Press Step and watch the line and the point move together. "
        "Then try a larger learning rate."
    )


def test_loading_says_what_is_there_already() -> None:
    message = message_of(Shown(preset("tape"), Snapshot(progress="importing")), "tape")
    assert message.state == "LOADING"
    assert "TensorFlow is being loaded" in message.sentence


def test_the_first_rise_names_the_limit_while_the_run_goes_on() -> None:
    message = message_of(shown_after(preset("checker"), 2, RunState.RUNNING), "checker")
    assert message.kind is Kind.DANGER
    assert message.sentence == (
        "Loss rises: 9 → 15.5 → 27.7 …: learning rate 0.1 is above the limit 0.0845."
    )
    (remedy,) = message.remedies
    assert (remedy.action, remedy.text, remedy.value) == (Action.USE_RATE, "Use 0.0423", 0.0423)


def test_one_step_is_enough_for_the_reason() -> None:
    message = message_of(shown_after(preset("checker"), 1, RunState.PAUSED), "checker")
    assert "9 → 15.5 …" in message.sentence


def test_divergence_names_step_cause_and_remedy() -> None:
    message = message_of(shown_after(preset("checker"), 1000), "checker")
    assert message.sentence == (
        "Step 137: the loss is too large for float32. Learning rate 0.1 is above the limit 0.0845: "
        "each step makes the error 1.37 times larger. "
        "The tutorial's own program would print w = nan b = nan."
    )
    (remedy,) = message.remedies
    assert (remedy.action, remedy.value) == (Action.RUN_AGAIN, 0.0423)
    assert remedy.text == "Use 0.0423, run again"


def test_growth_to_the_limit_in_float64() -> None:
    message = message_of(shown_after(preset("checker", dtype="float64"), 1000), "checker")
    assert "Step 1000: the loss is" in message.sentence
    assert "still rises. Learning rate 0.1 is above the limit 0.0845" in message.sentence
    assert "nan" not in message.sentence


def test_divergence_without_a_known_limit_claims_none() -> None:
    data = Dataset(np.arange(100.0), np.arange(100.0))
    config = RunConfig(fit_problem(LOSSES["mae"], data), dtype="float32").with_learning_rate(1e38)
    message = message_of(shown_after(config, 50), None)
    assert "limit" not in message.sentence
    assert "Try a smaller learning rate." in message.sentence
    assert message.remedies[0].value == pytest.approx(1e37)


def test_a_good_end() -> None:
    message = message_of(shown_after(preset("checker", 0.05, dtype="float64"), 1000), "checker")
    assert (message.kind, message.state) == (Kind.OK, "✓ CONVERGED")


def test_the_step_limit_offers_20_more() -> None:
    message = message_of(shown_after(preset("tape"), 20), "tape")
    assert message.state == "STOPPED"
    assert [remedy.action for remedy in message.remedies] == [Action.RUN_MORE]


def test_a_table_beyond_the_limit_is_told_before_any_step() -> None:
    x = np.arange(100.0)
    config = RunConfig(fit_problem(LOSSES["mse"], Dataset(x, 3 * x, path="line.csv")))
    message = message_of(shown_after(config, 0), None)
    assert message.sentence == ("Learning rate 0.1 is 330 × the limit for these data, 0.000304.")
    assert message.remedies[0].value == 0.000152


def test_a_wrong_gradient_is_refused_with_both_remedies() -> None:
    message = message_of(shown_after(preset("checker", gradient=twice), 10), "checker")
    assert message.state == "✗ REFUSED"
    assert message.sentence.startswith("The gradient is wrong: the gradient is 2 times too large")
    actions = [remedy.action for remedy in message.remedies]
    assert actions == [Action.LOOK_AT_LOSS, Action.PRECISION]


def test_a_wrong_gradient_in_chinese(qapp: QApplication) -> None:
    set_language(qapp, "zh_CN")
    message = message_of(shown_after(preset("checker", gradient=twice), 10), "checker")
    assert message.sentence.startswith("梯度计算有误")


def broken(name: str, steps: int, **changes: object) -> Shown:
    return shown_after(with_bug(preset("checker", **changes), name), steps)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("factor_n", "The gradient is wrong: the gradient is n = 5 times too large"),
        ("shuffled_x", "The gradient is wrong: ∂loss/∂w multiplies each residual"),
        ("parameter_for_gradient", "The update is wrong: the step is proportional to the param"),
    ],
)
def test_what_is_broken_on_purpose_is_refused_and_named(name: str, words: str) -> None:
    for steps in (0, 10):
        message = message_of(broken(name, steps), "checker")
        assert message.kind is Kind.DANGER and message.sentence.startswith(words)
        assert [r.action for r in message.remedies] == [Action.BUG_OFF, Action.GATE_OFF]


def test_what_is_broken_on_purpose_is_not_put_down_to_the_learning_rate() -> None:
    ready = message_of(broken("sign", 0, gate=False), "checker")
    assert ready.sentence.endswith("Training goes on all the same.")
    rises = message_of(shown_after(with_bug(preset("checker", 0.001, gate=False), "sign"), 3,
                                   RunState.PAUSED), "checker")  # fmt: skip
    assert rises.state == "▲ LOSS RISES"
    assert rises.sentence.endswith("it is broken on purpose (wrong sign).")
    ended = message_of(broken("sign", 1000, gate=False), "checker")
    assert "wrong sign" in ended.sentence and "limit" not in ended.sentence
    assert [r.action for r in ended.remedies] == [Action.BUG_OFF]


@pytest.mark.parametrize("name", BUGS)
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_every_mistake_has_words_in_both_languages(
    name: str, language: str, qapp: QApplication
) -> None:
    set_language(qapp, language)
    sentence = bug_sentence(name)
    assert bug_title(name) != name
    assert (sentence == BUGS[name].summary) == (language == "en")


def test_an_inconclusive_start_says_why_and_trains() -> None:
    config = replace(preset("checker"), problem=preset("checker").problem.started_at((1.0, -1.0)))
    message = message_of(shown_after(config, 0), "checker")
    assert message.sentence == (
        "The check at the start is not conclusive: the gradient is too close to 0. "
        "Training goes on all the same."
    )


def test_a_failure_is_one_line() -> None:
    failure = Failure(ImportError("no module\nand a long story"), "Traceback …")
    message = message_of(Shown(preset("tape"), Snapshot(failure=failure)), "tape")
    assert (message.kind, message.sentence) == (Kind.DANGER, "no module")


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_errors_of_the_core_are_worded(qapp: QApplication, language: str) -> None:
    set_language(qapp, language)
    error = InputError(
        "not_a_number", file="/a/b.csv", line=3, column="y", text="abc", bad=2, rows=9
    )
    words = error_words(error)
    for part in ("b.csv", "3", "y", "abc"):
        assert part in words
    assert "/a/" not in words
    assert ("不是数字" in words) is (language == "zh_CN")


def test_a_shown_step_is_compared_with_the_one_before() -> None:
    shown = shown_after(preset("tape", stop=StopRules(20)), 3, RunState.PAUSED)
    fell = message_of(shown, "tape").sentence
    assert fell == "Step 3: the loss fell from 33.6651 to 21.6382."
    start = replace(shown, step=0)
    assert message_of(start, "tape").sentence == "This is the start."


# What hinders a run.


def line_config(x: np.ndarray, rate: float, steps: int, **changes: object) -> RunConfig:
    data = Dataset(x, 0.1 * x + 0.3)
    config = RunConfig(fit_problem(LOSSES["mse"], data), "float64", stop=StopRules(steps))
    return replace(config, **changes).with_learning_rate(rate)


def test_a_long_valley_is_said_before_any_step_and_can_be_scaled() -> None:
    config = line_config(np.arange(100.0), 1e-4, 100)
    message = message_of(shown_after(config, 0), None)
    assert message.kind is Kind.WARNING
    assert "long and narrow, condition number 12945" in message.sentence
    assert [r.action for r in message.remedies] == [Action.STANDARDISE]
    too_fast = message_of(shown_after(config.with_learning_rate(0.1), 0), None)
    assert [r.action for r in too_fast.remedies] == [Action.USE_RATE, Action.STANDARDISE]
    years = message_of(shown_after(line_config(np.arange(2000.0, 2014.0), 1e-7, 100), 0), None)
    assert [r.action for r in years.remedies] == [Action.CENTRE]


def test_a_run_that_crawls_names_the_parameter_and_the_steps() -> None:
    message = message_of(shown_after(line_config(np.arange(100.0), 1e-4, 5000), 5000), None)
    assert (message.kind, message.state) == (Kind.WARNING, "STOPPED")
    assert "But b = " in message.sentence and "more steps." in message.sentence
    assert [r.action for r in message.remedies] == [Action.STANDARDISE, Action.RUN_MORE]


def test_the_limit_itself_is_named() -> None:
    data = Dataset(np.array([-1.0, 1.0]), np.array([-3.0, 5.0]))
    config = RunConfig(fit_problem(LOSSES["mse"], data), "float64", stop=StopRules(10))
    message = message_of(shown_after(config.with_learning_rate(1.0), 10), None)
    assert "Learning rate 1 is the limit itself" in message.sentence
    assert [r.action for r in message.remedies] == [Action.RUN_AGAIN]
    assert message.remedies[0].value == 0.5


def test_what_float32_cannot_hold_offers_float64() -> None:
    x = np.array([1.0, 2.0, 3.0])
    for data in (Dataset(1e39 * x, x), Dataset(x, 1e30 * x)):
        config = RunConfig(fit_problem(LOSSES["mse"], data), "float32")
        message = message_of(shown_after(config, 0), None)
        assert message.state == "✗ DIVERGED" and "too large for float32" in message.sentence
        assert [r.action for r in message.remedies] == [Action.PRECISION]


def test_where_float32_stands_still_float64_is_offered() -> None:
    message = message_of(shown_after(preset("checker", 0.05), 1000), "checker")
    assert message.kind is Kind.OK
    assert "Float32 gets no nearer: b = " in message.sentence
    assert [r.action for r in message.remedies] == [Action.PRECISION]


def test_by_hand_both_losses_are_told() -> None:
    shown = shown_after(preset("checker", 0.05), 1)
    surface = loss_surface(shown.config.problem, ((-1.0, 3.0), (-3.0, 3.0)))
    message = message_of(replace(shown, hand=(1.0, 0.0), surface=surface), "checker")
    assert message.sentence.startswith("By hand: w = 1, b = 0, loss 1; at step 1 it is ")
    assert [r.action for r in message.remedies] == [Action.START_HERE, Action.BACK_TO_STEP]
