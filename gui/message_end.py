"""What the message bar says of a run that goes on or is over."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.rounding import times_larger
from core.run_view import RunState, RunView
from core.stability import growth_per_step
from core.verdict import Verdict
from gui.diagnosis_wording import diagnosis_words, sentence
from gui.message_parts import (
    Kind,
    Message,
    above_limit,
    bug_off,
    joined,
    precision,
    run_more,
    scale,
    shown_limit,
    use_half,
    use_rate,
)
from gui.number_format import short
from gui.shown import Shown
from gui.wording import state_words

translate = QCoreApplication.translate


def diverged(shown: Shown, run: RunView, preset: str | None) -> Message:
    """Return the message of a run that left the finite numbers, or rises without an end."""
    at_start = shown.diagnosis("nonfinite_data", "overflow_at_start")
    if at_start is not None:
        other = (precision("float32"),) if run.config.dtype == "float32" else ()
        words = sentence(diagnosis_words(at_start))
        return Message(Kind.DANGER, state_words(RunState.DIVERGED), words, other)
    parts = [_what_happened(shown, run)]
    rate = shown.config.optimizer.learning_rate
    if shown.config.bug is not None:
        cause = what_is_wrong(run)
        return Message(Kind.DANGER, state_words(RunState.DIVERGED), joined([*parts, cause]),
                       (bug_off(),))  # fmt: skip
    if above_limit(shown):
        parts.append(_why_diverged(shown))
        remedy = use_half(shown, again=True)
    else:
        parts.append(translate("Message", "Try a smaller learning rate."))
        remedy = use_rate(float(f"{rate / 10:.3g}"), again=True)
    if preset == "checker" and run.config.dtype == "float32":
        parts.append(
            translate("Message", "The tutorial's own program would print w = nan b = nan.")
        )
    narrow = shown.diagnosis("ill_conditioned")
    remedies = (remedy,) if narrow is None else (remedy, scale(narrow))
    return Message(Kind.DANGER, state_words(RunState.DIVERGED), joined(parts), remedies)


def _what_happened(shown: Shown, run: RunView) -> str:
    stop = run.stop
    if stop is None:
        return ""
    if stop.code == "growth":
        text = translate(
            "Message", "Step {step}: the loss is {factor} × that at the start and still rises."
        )
        return text.format(step=stop.step, factor=short(stop.values["factor"], 2))
    text = {
        "loss": translate("Message", "Step {step}: the loss is too large for {dtype}."),
        "gradient": translate("Message", "Step {step}: the gradient is too large for {dtype}."),
    }.get(
        stop.values["what"],
        translate("Message", "Step {step}: a parameter is too large for {dtype}."),
    )
    return text.format(step=stop.step, dtype=run.config.dtype)


def _why_diverged(shown: Shown) -> str:
    exact, optimizer = shown.quadratic, shown.config.optimizer
    rate, limit = short(optimizer.learning_rate), shown_limit(shown.learning_rate_limit or 0.0)
    if exact is None or optimizer.hyperparameters:
        text = translate("Message", "Learning rate {rate} is above the limit {limit}.")
        return text.format(rate=rate, limit=limit)
    text = translate(
        "Message",
        "Learning rate {rate} is above the limit {limit}: "
        "each step makes the error {growth} times larger.",
    )
    growth = short(times_larger(growth_per_step(exact, optimizer) or 1.0), 10)
    return text.format(rate=rate, limit=limit, growth=growth)


def plain(shown: Shown, run: RunView) -> Message:
    """Return the message of a run that goes on or has ended well."""
    last = run.history.row(run.history.index_of(run.last_finite))
    if run.state is RunState.RUNNING:
        speed = short(float(f"{shown.snapshot.steps_per_second or 0.0:.2g}"))
        text = translate("Message", "Training up to step {limit}, {speed} steps per second.")
        text = text.format(limit=run.limit, speed=speed)
        return Message(Kind.INFO, state_words(run.state), text)
    if run.state is RunState.PAUSED:
        return _hinted(shown, Message(Kind.INFO, state_words(run.state), _last_change(shown)))
    if run.state is RunState.CONVERGED:
        kind, more = Kind.OK, False
        text = _why_converged(run)
    else:
        kind, more = Kind.INFO, True
        text = translate("Message", "Step {step}, as set by “stop after”: the loss is {loss}.")
        if last.step > run.config.stop.steps:
            text = translate("Message", "Step {step}: the loss is {loss}.")
    text = text.format(step=last.step, loss=short(last.loss))
    remedies = (run_more(),) if more else ()
    return _hinted(shown, Message(kind, state_words(run.state), text, remedies))


def _why_converged(run: RunView) -> str:
    """Return the sentence of a run that ended well, with the rule that ended it."""
    stop = run.stop
    code, values = ("flat", {}) if stop is None else (stop.code, stop.values)
    text = {
        "tolerance": translate(
            "Message",
            "Step {step}: the gradient norm {value} is below {bound}, as set; the loss is {loss}.",
        ),
        "loss_change": translate(
            "Message",
            "Step {step}: the loss changed by {value}, less than {bound} as set; it is {loss}.",
        ),
        "target_loss": translate(
            "Message", "Step {step}: the loss {value} has reached {bound}, as set."
        ),
    }.get(code)
    if text is None:
        return translate("Message", "Step {step}: the gradient is about 0, the loss {loss}.")
    value = next((v for name, v in values.items() if name != code), 0.0)
    # The step and the loss are filled in by the caller.
    return text.replace("{value}", short(value)).replace("{bound}", short(values[code]))


def _hinted(shown: Shown, plain: Message) -> Message:
    """Add what hinders the run, and what helps."""
    found = shown.diagnosis("at_limit", "float32_floor", "slow_direction")
    if found is None:
        return plain
    remedies = plain.remedies
    narrow = shown.diagnosis("ill_conditioned")
    if found.code == "at_limit":
        remedies = (use_half(shown, again=shown.state is not RunState.PAUSED),)
    elif found.code == "float32_floor":
        remedies = (precision("float32"),)
    elif narrow is not None:
        remedies = (scale(narrow), *plain.remedies)
    # Standing still at the bottom is no fault.
    kind = plain.kind if found.code == "float32_floor" else Kind.WARNING
    text = joined([plain.sentence, sentence(diagnosis_words(found))])
    return Message(kind, plain.state, text, remedies)


def _last_change(shown: Shown) -> str:
    row = shown.row
    if row is None or shown.run is None or shown.index == 0:
        return translate("Message", "This is the start.")
    parent = shown.run.parent
    if parent is not None and row.step == parent[1] == shown.run.history.last_step:
        text = translate("Message", "A new branch from step {step}; the old run stays in grey.")
        return text.format(step=row.step)
    earlier = shown.run.history.row(shown.index - 1)
    if row.step != earlier.step + 1:
        text = translate("Message", "Step {step}: the loss is {loss}.")
        return text.format(step=row.step, loss=short(row.loss))
    before = earlier.loss
    if row.loss > before:
        text = translate("Message", "Step {step}: the loss rose from {before} to {after}.")
    elif row.loss < before:
        text = translate("Message", "Step {step}: the loss fell from {before} to {after}.")
    else:
        text = translate("Message", "Step {step}: the loss stays at {after}.")
    return text.format(step=row.step, before=short(before), after=short(row.loss))


def is_wrong(run: RunView) -> bool:
    """Whether gradient or update are known to be wrong at the start."""
    full = run.start_full
    whole = full is not None and full.summary.verdict is Verdict.DISAGREE
    return whole or run.start_check.verdict is Verdict.DISAGREE


def what_is_wrong(run: RunView) -> str:
    """Return one sentence, with the likeliest cause where one is known."""
    cause = likeliest(run)
    if not cause:
        return translate("Message", "The gradient is wrong.")
    if run.start_check.verdict is Verdict.DISAGREE:
        return translate("Message", "The gradient is wrong: {cause}.").format(cause=cause)
    return translate("Message", "The update is wrong: {cause}.").format(cause=cause)


def likeliest(run: RunView) -> str:
    """Return the likeliest cause in words; empty where none is known."""
    found = () if run.start_full is None else run.start_full.diagnoses
    return diagnosis_words(found[0]) if found and found[0].code != "unknown" else ""
