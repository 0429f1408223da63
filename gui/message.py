"""Which sentence the message bar says, and what it offers to do."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.presets import PRESETS, PresetGroup
from core.rounding import half_limit
from core.run_view import RunState, RunView
from core.table.choices import Account
from core.verdict import Verdict
from gui.bug_wording import bug_title
from gui.message_end import diverged, is_wrong, likeliest, plain, what_is_wrong
from gui.message_parts import (
    Action,
    Kind,
    Message,
    Remedy,
    above_limit,
    bug_off,
    joined,
    precision,
    run_more,
    scale,
    shown_limit,
    use_half,
)
from gui.number_format import short
from gui.shown import Shown
from gui.table_words import account_words
from gui.wording import error_words, reason_words, state_words

translate = QCoreApplication.translate


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
    if shown.hand is not None:
        return _by_hand(shown, shown.hand)
    if _rises(shown, run):
        return _rising(shown, run)
    if run.state is RunState.READY:
        return _ready(shown, run, preset)
    if run.state is RunState.DIVERGED:
        return diverged(shown, run, preset)
    if run.state is RunState.REFUSED:
        return _refused(shown, run)
    return plain(shown, run)


def reading(name: str, progress: float) -> Message:
    """Return the message while a table is read."""
    text = translate("Message", "Reading {file} … {percent} %")
    return _reading(text.format(file=name, percent=round(100 * progress)))


def reading_session(name: str) -> Message:
    """Return the message while a session is read."""
    return _reading(translate("Message", "Reading {file} …").format(file=name))


def _reading(text: str) -> Message:
    remedy = Remedy(Action.CANCEL_READING, translate("Message", "Cancel"))
    return Message(Kind.INFO, state_words(RunState.LOADING), text, (remedy,))


def not_loaded(error: Exception) -> Message:
    """Return the message after a table could not be read."""
    return Message(Kind.DANGER, translate("Message", "✗ NOT LOADED"), error_words(error))


def nothing_to_paste() -> Message:
    """Return the message where the clipboard holds no table."""
    return Message(Kind.WARNING, translate("Message", "NOTHING TO PASTE"), translate(
        "Message", "The clipboard holds no text: copy two columns of cells in a spreadsheet first."
    ))  # fmt: skip


def rows_left_out(account: Account) -> Message:
    """Return the message after a table of which some rows could not be read."""
    return Message(Kind.WARNING, translate("Message", "LEFT OUT"), account_words(account))


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


def _by_hand(shown: Shown, point: tuple[float, ...]) -> Message:
    """Return the message while the person tries parameters."""
    pairs = zip(shown.config.problem.names, point, strict=True)
    values = ", ".join(f"{name} = {short(value, 4)}" for name, value in pairs)
    loss, row = shown.loss, shown.row
    step = 0 if row is None else row.step
    text = translate("Message", "By hand: {values}, loss {loss}; at step {step} it is {other}.")
    text = text.format(
        values=values,
        loss="?" if loss is None else short(loss, 4),
        step=step,
        other=short(row.loss, 4) if row is not None else "?",
    )
    back = translate("Message", "Back to step {step}").format(step=step)
    remedies = (
        Remedy(Action.START_HERE, translate("Message", "Start here")),
        Remedy(Action.BACK_TO_STEP, back),
    )
    return Message(Kind.INFO, translate("Message", "BY HAND"), text, remedies)


def _rises(shown: Shown, run: RunView) -> bool:
    going = run.state in (RunState.RUNNING, RunState.PAUSED, RunState.STOPPED)
    explained = above_limit(shown) or run.config.bug is not None
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
        return Message(Kind.DANGER, word, text, (bug_off(),))
    remedies = (use_half(shown, again=stopped),) + ((run_more(),) if stopped else ())
    return Message(Kind.DANGER, word, text, remedies)


def _cause(shown: Shown) -> str:
    if shown.config.bug is not None:
        text = translate("Message", "it is broken on purpose ({bug})")
        return text.format(bug=bug_title(shown.config.bug))
    return translate("Message", "learning rate {rate} is above the limit {limit}").format(
        rate=short(shown.config.optimizer.learning_rate),
        limit=shown_limit(shown.learning_rate_limit or 0.0),
    )


def _ready(shown: Shown, run: RunView, preset: str | None) -> Message:
    word = state_words(RunState.READY)
    if is_wrong(run):
        if run.config.gate:
            return _refused(shown, run)
        goes_on = translate("Message", "Training goes on all the same.")
        text = joined([what_is_wrong(run), goes_on])
        return Message(Kind.DANGER, word, text)
    # The checker experiment is to be found out by running it.
    if preset != "checker" and above_limit(shown):
        return _too_large(shown)
    if run.start_check.verdict is Verdict.INCONCLUSIVE:
        text = translate(
            "Message",
            "The check at the start is not conclusive: {reason}. Training goes on all the same.",
        ).format(reason=reason_words(run.start_check.code))
        return Message(Kind.WARNING, word, text)
    narrow = shown.diagnosis("ill_conditioned")
    if _from_table(preset) and narrow is not None and shown.ghost is None:
        text = translate(
            "Message",
            "The valley of these data is long and narrow, condition number {condition}: with x as "
            "it is, descent will crawl along it.",
        ).format(condition=short(narrow.values["condition"], 3))
        return Message(Kind.WARNING, word, text, (scale(narrow),))
    return Message(Kind.INFO, word, _first_advice(shown, preset))


def _from_table(preset: str | None) -> bool:
    return preset is None or PRESETS[preset].group is PresetGroup.TABLE


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
    narrow = shown.diagnosis("ill_conditioned")
    remedies = (remedy,) if narrow is None else (remedy, scale(narrow))
    return Message(Kind.WARNING, state_words(RunState.READY), text, remedies)


def _refused(shown: Shown, run: RunView) -> Message:
    word = state_words(RunState.REFUSED)
    if shown.config.bug is not None:
        remedies = (
            bug_off(),
            Remedy(Action.GATE_OFF, translate("Message", "Train all the same")),
        )
        return Message(Kind.DANGER, word, what_is_wrong(run), remedies)
    text = what_is_wrong(run)
    if not likeliest(run):
        text = translate(
            "Message", "The gradient is wrong: look at model and loss, or change the precision."
        )
    remedies = (
        Remedy(Action.LOOK_AT_LOSS, translate("Message", "Look at model and loss")),
        precision(shown.config.dtype),
    )
    return Message(Kind.DANGER, word, text, remedies)
