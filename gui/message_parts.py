"""What a message consists of, and the remedies that its buttons offer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from core.diagnosis import Diagnosis
from core.rounding import half_limit, rounded_down
from gui.number_format import short
from gui.shown import Shown

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
    CENTRE = "centre"
    STANDARDISE = "standardise"
    START_HERE = "start_here"
    BACK_TO_STEP = "back_to_step"
    LOOK_AT_LOSS = "look_at_loss"
    CANCEL_READING = "cancel_reading"
    BUG_OFF = "bug_off"
    GATE_OFF = "gate_off"
    RECOVER = "recover"
    DISCARD = "discard"


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


Notify = Callable[[Callable[[], Message]], None]
"""Says something in the message bar. Words, not a message: the language may change meanwhile."""


def shown_limit(limit: float) -> str:
    """Return a limit as text, rounded down."""
    return short(rounded_down(limit, 3))


def joined(sentences: list[str]) -> str:
    """Put sentences in a row: after a Chinese full stop no space follows."""
    return "".join(s if s.endswith("。") else f"{s} " for s in sentences).strip()


def above_limit(shown: Shown) -> bool:
    """Whether the learning rate is above a limit that holds everywhere on the surface."""
    limit = shown.learning_rate_limit
    # The limit is that of descent along the right gradient, all of it, at a fixed rate.
    honest = shown.config.bug is None and shown.config.plain
    known = limit is not None and not shown.limit_is_local
    return honest and known and shown.config.optimizer.learning_rate > (limit or 0.0)


def use_half(shown: Shown, again: bool) -> Remedy:
    """Offer half the limit: the fastest rate would zigzag."""
    rate = half_limit(shown.learning_rate_limit or 0.0)
    return use_rate(rate, again)


def use_rate(rate: float, again: bool) -> Remedy:
    """Offer a learning rate, in a new run where this one is over."""
    if again:
        text = translate("Message", "Use {rate}, run again").format(rate=short(rate))
        return Remedy(Action.RUN_AGAIN, text, rate)
    text = translate("Message", "Use {rate}").format(rate=short(rate))
    return Remedy(Action.USE_RATE, text, rate)


def run_more() -> Remedy:
    """Offer more steps."""
    return Remedy(Action.RUN_MORE, translate("Message", "Run 20 more"))


def bug_off() -> Remedy:
    """Offer to turn the deliberate mistake off."""
    return Remedy(Action.BUG_OFF, translate("Message", "Turn the mistake off"))


def precision(dtype: str) -> Remedy:
    """Offer the other precision."""
    other = "float64" if dtype == "float32" else "float32"
    return Remedy(Action.PRECISION, translate("Message", "Use {dtype}").format(dtype=other))


def scale(found: Diagnosis) -> Remedy:
    """Offer what makes the valley of an ill-conditioned loss round."""
    if found.values["remedy"] == "centre":
        return Remedy(Action.CENTRE, translate("Message", "Centre x"))
    return Remedy(Action.STANDARDISE, translate("Message", "Standardise x"))
