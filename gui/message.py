"""Which sentence the message bar says, and what it offers to do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from core.rounding import half_limit, rounded_down
from core.run import RunState, RunView
from core.stability import growth_per_step
from core.verdict import Verdict
from gui.bug_wording import bug_title
from gui.diagnosis_wording import diagnosis_words
from gui.number_format import short
from gui.shown import Shown
from gui.wording import error_words, reason_words, state_words

translate = QCoreApplication.translate


class Kind(StrEnum):
    """The colour of a message."""

    INFO = "info"
    OK = "ok"
    WARNING = "warning"
    DANGER = "danger"


class Action(StrEnum):
    """What a button of the message bar does."""

    USE_RATE = "use_rate"
    RUN_AGAIN = "run_again"
    RUN_MORE = "run_more"
    PRECISION = "precision"
    LOOK_AT_LOSS = "look_at_loss"
    CANCEL_READING = "cancel_reading"
    BUG_OFF = "bug_off"
    GATE_OFF = "gate_off"


@dataclass(frozen=True)
class Remedy:
    """A button that does what the sentence advises; the value is a learning rate."""

    action: Action
    text: str
    value: float | None = None


@dataclass(frozen=True)
class Message:
    """What the bar says: colour, state in a word, one sentence, at most two buttons."""

    kind: Kind
    state: str
    sentence: str
    remedies: tuple[Remedy, ...] = ()


def message_of(shown: Shown, preset: str | None) -> Message:
    """Return the message for what is shown.

    Parameters
    ----------
    shown : Shown
        What is shown.
    preset : str or None
        The preset that the data come from; None for a table.
    """
    if shown.snapshot.failure is not None:
        return _failed(shown.snapshot.failure.error)
    run = shown.run
    if run is None:
        return _loading(shown)
    if _rises(shown, run):
        return _rising(shown, run)
    if run.state is RunState.READY:
        return _ready(shown, run, preset)
    if run.state is RunState.DIVERGED:
        return _diverged(shown, run, preset)
    if run.state is RunState.REFUSED:
        return _refused(shown, run)
    sentence, kind, remedies = _plain(shown, run)
    return Message(kind, state_words(run.state), sentence, remedies)


def reading(path: str) -> Message:
    """Return the message while a table is read."""
    text = translate("Message", "Reading {file} …").format(file=path)
    remedy = Remedy(Action.CANCEL_READING, translate("Message", "Cancel"))
    return Message(Kind.INFO, state_words(RunState.LOADING), text, (remedy,))


def not_loaded(error: Exception) -> Message:
    """Return the message after a table could not be read."""
    return Message(Kind.DANGER, translate("Message", "✗ NOT LOADED"), error_words(error))


def unexpected(text: str) -> Message:
    """Return the message for a fault in the window itself."""
    sentence = translate("Message", "The window made an error: {text}").format(text=text)
    return Message(Kind.DANGER, state_words(RunState.FAILED), sentence)


def plain_graph() -> Message:
    """Return the message where XLA cannot compile the loop."""
    text = translate(
        "Message", "XLA is missing here: training runs in the plain graph, which is slower."
    )
    return Message(Kind.WARNING, translate("Message", "SLOWER"), text)


def shown_limit(limit: float) -> str:
    """Return a limit as text, rounded down."""
    return short(rounded_down(limit, 3))


def _failed(error: Exception) -> Message:
    return Message(Kind.DANGER, state_words(RunState.FAILED), error_words(error))


def _loading(shown: Shown) -> Message:
    if shown.snapshot.version == 0 or shown.snapshot.progress == "importing":
        text = translate(
            "Message",
            "TensorFlow is being loaded. Data, surface and limit are already there: look around.",
        )
    else:
        text = translate("Message", "TensorFlow compiles the training loop …")
    return Message(Kind.INFO, state_words(RunState.LOADING), text)


def _above_limit(shown: Shown) -> bool:
    limit = shown.learning_rate_limit
    # The limit is that of descent along the right gradient.
    honest = shown.config.bug is None
    return honest and limit is not None and shown.config.optimizer.learning_rate > limit


def _rises(shown: Shown, run: RunView) -> bool:
    going = run.state in (RunState.RUNNING, RunState.PAUSED, RunState.STOPPED)
    explained = _above_limit(shown) or run.config.bug is not None
    return going and run.first_rise is not None and explained


def _rising(shown: Shown, run: RunView) -> Message:
    history, first = run.history, run.first_rise or 1
    at = history.index_of(first)
    rows = range(max(at - 1, 0), min(at + 2, len(history)))
    losses = " → ".join(short(history.row(i).loss, 3) for i in rows)
    text = translate("Message", "Loss rises: {losses} …: {cause}.").format(
        losses=losses, cause=_cause(shown)
    )
    stopped = run.state is RunState.STOPPED
    word = translate("Message", "▲ LOSS RISES")
    if run.config.bug is not None:
        return Message(Kind.DANGER, word, text, (_bug_off(),))
    remedies = (_use_half(shown, again=stopped),) + ((_run_more(),) if stopped else ())
    return Message(Kind.DANGER, word, text, remedies)


def _cause(shown: Shown) -> str:
    if shown.config.bug is not None:
        text = translate("Message", "it is broken on purpose ({bug})")
        return text.format(bug=bug_title(shown.config.bug))
    return translate("Message", "learning rate {rate} is above the limit {limit}").format(
        rate=short(shown.config.optimizer.learning_rate),
        limit=shown_limit(shown.learning_rate_limit or 0.0),
    )


def _use_half(shown: Shown, again: bool) -> Remedy:
    rate = half_limit(shown.learning_rate_limit or 0.0)
    return _use(rate, again)


def _use(rate: float, again: bool) -> Remedy:
    if again:
        text = translate("Message", "Use {rate}, run again").format(rate=short(rate))
        return Remedy(Action.RUN_AGAIN, text, rate)
    text = translate("Message", "Use {rate}").format(rate=short(rate))
    return Remedy(Action.USE_RATE, text, rate)


def _run_more() -> Remedy:
    return Remedy(Action.RUN_MORE, translate("Message", "Run 20 more"))


def _ready(shown: Shown, run: RunView, preset: str | None) -> Message:
    word = state_words(RunState.READY)
    if _wrong(run):
        if run.config.gate:
            return _refused(shown, run)
        goes_on = translate("Message", "Training goes on all the same.")
        text = _joined([_what_is_wrong(run), goes_on])
        return Message(Kind.DANGER, word, text)
    # The checker experiment is to be found out by running it.
    if preset != "checker" and _above_limit(shown):
        return _too_large(shown)
    if run.start_check.verdict is Verdict.INCONCLUSIVE:
        text = translate(
            "Message",
            "The check at the start is not conclusive: {reason}. Training goes on all the same.",
        ).format(reason=reason_words(run.start_check.code))
        return Message(Kind.WARNING, word, text)
    return Message(Kind.INFO, word, _first_advice(shown, preset))


def _first_advice(shown: Shown, preset: str | None) -> str:
    if shown.ghost is not None:
        return translate(
            "Message", "The run before stays in grey until the next reset. Press Run and compare."
        )
    if preset == "checker":
        return translate(
            "Message",
            "The gradient was checked first, and it agrees. Press Run and watch the loss.",
        )
    return translate(
        "Message",
        "Press Step and watch the line and the point move together. "
        "Then try a larger learning rate.",
    )


def _too_large(shown: Shown) -> Message:
    rate, limit = shown.config.optimizer.learning_rate, shown.learning_rate_limit or 0.0
    factor = float(f"{rate / limit:.2g}")
    if factor > 1.0:
        text = translate(
            "Message", "Learning rate {rate} is {factor} × the limit for these data, {limit}."
        )
    else:
        text = translate(
            "Message", "Learning rate {rate} is just above the limit for these data, {limit}."
        )
    text = text.format(rate=short(rate), factor=short(factor), limit=shown_limit(limit))
    half = half_limit(limit)
    remedy = Remedy(
        Action.USE_RATE,
        translate("Message", "Use half the limit, {rate}").format(rate=short(half)),
        half,
    )
    return Message(Kind.WARNING, state_words(RunState.READY), text, (remedy,))


def _diverged(shown: Shown, run: RunView, preset: str | None) -> Message:
    parts = [_what_happened(shown, run)]
    rate = shown.config.optimizer.learning_rate
    if shown.config.bug is not None:
        cause = _what_is_wrong(run)
        return Message(Kind.DANGER, state_words(RunState.DIVERGED), _joined([*parts, cause]),
                       (_bug_off(),))  # fmt: skip
    if _above_limit(shown):
        parts.append(_why_diverged(shown))
        remedy = _use_half(shown, again=True)
    else:
        parts.append(translate("Message", "Try a smaller learning rate."))
        remedy = _use(float(f"{rate / 10:.3g}"), again=True)
    if preset == "checker" and run.config.dtype == "float32":
        parts.append(
            translate("Message", "The tutorial's own program would print w = nan b = nan.")
        )
    sentence = _joined(parts)
    return Message(Kind.DANGER, state_words(RunState.DIVERGED), sentence, (remedy,))


def _joined(sentences: list[str]) -> str:
    """Put sentences in a row: after a Chinese full stop no space follows."""
    return "".join(s if s.endswith("。") else f"{s} " for s in sentences).strip()


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
    growth = short(growth_per_step(exact, optimizer) or 1.0, 3)
    return text.format(rate=rate, limit=limit, growth=growth)


def _wrong(run: RunView) -> bool:
    """Whether gradient or update are known to be wrong at the start."""
    full = run.start_full
    whole = full is not None and full.summary.verdict is Verdict.DISAGREE
    return whole or run.start_check.verdict is Verdict.DISAGREE


def _what_is_wrong(run: RunView) -> str:
    """Return one sentence, with the likeliest cause where one is known."""
    cause = _likeliest(run)
    if not cause:
        return translate("Message", "The gradient is wrong.")
    if run.start_check.verdict is Verdict.DISAGREE:
        return translate("Message", "The gradient is wrong: {cause}.").format(cause=cause)
    return translate("Message", "The update is wrong: {cause}.").format(cause=cause)


def _likeliest(run: RunView) -> str:
    """Return the likeliest cause in words; empty where none is known."""
    found = () if run.start_full is None else run.start_full.diagnoses
    return diagnosis_words(found[0]) if found and found[0].code != "unknown" else ""


def _bug_off() -> Remedy:
    return Remedy(Action.BUG_OFF, translate("Message", "Turn the mistake off"))


def _refused(shown: Shown, run: RunView) -> Message:
    word = state_words(RunState.REFUSED)
    if shown.config.bug is not None:
        remedies = (
            _bug_off(),
            Remedy(Action.GATE_OFF, translate("Message", "Train all the same")),
        )
        return Message(Kind.DANGER, word, _what_is_wrong(run), remedies)
    text = _what_is_wrong(run)
    if not _likeliest(run):
        text = translate(
            "Message", "The gradient is wrong: look at model and loss, or change the precision."
        )
    other = "float64" if shown.config.dtype == "float32" else "float32"
    remedies = (
        Remedy(Action.LOOK_AT_LOSS, translate("Message", "Look at model and loss")),
        Remedy(Action.PRECISION, translate("Message", "Use {dtype}").format(dtype=other)),
    )
    return Message(Kind.DANGER, word, text, remedies)


def _plain(shown: Shown, run: RunView) -> tuple[str, Kind, tuple[Remedy, ...]]:
    """Return the sentence of a run that goes on or has ended well."""
    last = run.history.row(run.history.index_of(run.last_finite))
    loss = short(last.loss)
    if run.state is RunState.RUNNING:
        speed = short(float(f"{shown.snapshot.steps_per_second or 0.0:.2g}"))
        text = translate("Message", "Training up to step {limit}, {speed} steps per second.")
        return text.format(limit=run.limit, speed=speed), Kind.INFO, ()
    if run.state is RunState.CONVERGED:
        text = translate("Message", "Step {step}: the gradient is about 0, the loss {loss}.")
        return text.format(step=last.step, loss=loss), Kind.OK, ()
    if run.state is RunState.STOPPED and last.step > run.config.stop.steps:
        text = translate("Message", "Step {step}: the loss is {loss}.")
        return text.format(step=last.step, loss=loss), Kind.INFO, (_run_more(),)
    if run.state is RunState.STOPPED:
        text = translate("Message", "Step {step}, as set by “stop after”: the loss is {loss}.")
        return text.format(step=last.step, loss=loss), Kind.INFO, (_run_more(),)
    return _last_change(shown), Kind.INFO, ()


def _last_change(shown: Shown) -> str:
    row = shown.row
    if row is None or shown.run is None or shown.index == 0:
        return translate("Message", "This is the start.")
    before = shown.run.history.row(shown.index - 1).loss
    if row.loss > before:
        text = translate("Message", "Step {step}: the loss rose from {before} to {after}.")
    elif row.loss < before:
        text = translate("Message", "Step {step}: the loss fell from {before} to {after}.")
    else:
        text = translate("Message", "Step {step}: the loss stays at {after}.")
    return text.format(step=row.step, before=short(before), after=short(row.loss))
