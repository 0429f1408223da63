"""What the message bar says about sessions."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication

from core.run_view import RunState
from gui.message_parts import Action, Kind, Message, Remedy
from gui.wording import error_words, state_words

translate = QCoreApplication.translate


def saving(file: str) -> Message:
    """Return the message while a session is written."""
    text = translate("Message", "Saving {file} …").format(file=file)
    return Message(Kind.INFO, translate("Message", "SAVING"), text)


def opening() -> Message:
    """Return the message while the programs of a session's runs are compiled."""
    text = translate("Message", "The session has been read. Its runs are being prepared …")
    return Message(Kind.INFO, state_words(RunState.LOADING), text)


def saved(file: str) -> Message:
    """Return the message after a session was written."""
    text = translate("Message", "Saved as {file}.").format(file=file)
    return Message(Kind.OK, translate("Message", "✓ SAVED"), text)


def opened(file: str, runs: int, step: int) -> Message:
    """Return the message after a session was opened."""
    if runs == 1:
        text = translate("Message", "Opened {file}: 1 run, step {step}.")
    else:
        text = translate("Message", "Opened {file}: {runs} runs, step {step}.")
    text = text.format(file=file, runs=runs, step=step)
    return Message(Kind.OK, translate("Message", "✓ OPENED"), text)


def recovered(runs: int, step: int) -> Message:
    """Return the message after the session of a window that had crashed was opened."""
    if runs == 1:
        text = translate("Message", "1 run is back, at step {step}. Save it to keep it.")
    else:
        text = translate("Message", "{runs} runs are back, at step {step}. Save them to keep them.")
    return Message(Kind.OK, translate("Message", "✓ RECOVERED"), text.format(runs=runs, step=step))


def not_saved(error: Exception) -> Message:
    """Return the message after a session could not be written."""
    return Message(Kind.DANGER, translate("Message", "✗ NOT SAVED"), error_words(error))


def not_kept(error: Exception) -> Message:
    """Return the message where the session cannot be saved now and then by itself."""
    text = translate("Message", "After a crash your runs would be lost: {why}")
    text = text.format(why=error_words(error))
    return Message(Kind.WARNING, translate("Message", "NO AUTOSAVE"), text)


def recovery(written: datetime, now: datetime) -> Message:
    """Return the offer to open what a crash has left."""
    form = "%H:%M" if written.date() == now.date() else "%Y-%m-%d %H:%M"
    text = translate(
        "Message",
        "Descent Lab ended without a word last time. Its runs of {time} can be had again.",
    ).format(time=written.strftime(form))
    remedies = (
        Remedy(Action.RECOVER, translate("Message", "Recover")),
        Remedy(Action.DISCARD, translate("Message", "Discard")),
    )
    return Message(Kind.WARNING, translate("Message", "RECOVERY"), text, remedies)
