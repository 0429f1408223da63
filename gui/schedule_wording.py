"""The words of the window for the learning-rate schedules."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.schedule import Schedule
from gui.number_format import short

translate = QCoreApplication.translate

FORMULAS: dict[str, str] = {
    "constant": "η",
    "exponential": "η · r^(t/T)",
    "inverse_time": "η / (1 + r·t/T)",
    "polynomial": "(η − end)(1 − t/T)^power + end",
    "cosine": "η ((1 − α)(1 + cos(πt/T))/2 + α)",
    "piecewise": "η · factor",
}
"""The rate at step t; T is decay_steps, r is decay_rate."""

SYMBOLS = {"decay_steps": "T", "decay_rate": "r", "alpha": "α"}


def kind_words(kind: str) -> str:
    """Return a schedule in one or two words."""
    return {
        "constant": translate("Schedule", "constant"),
        "exponential": translate("Schedule", "exponential"),
        "inverse_time": translate("Schedule", "inverse time"),
        "polynomial": translate("Schedule", "polynomial"),
        "cosine": translate("Schedule", "cosine"),
        "piecewise": translate("Schedule", "in pieces"),
    }[kind]


def kind_sentence(kind: str) -> str:
    """Return what a schedule does."""
    return {
        "constant": translate("Schedule", "The learning rate stays as it is."),
        "exponential": translate(
            "Schedule", "Every T steps the learning rate is multiplied by decay_rate."
        ),
        "inverse_time": translate(
            "Schedule", "The learning rate falls fast at first and ever more slowly then."
        ),
        "polynomial": translate(
            "Schedule", "The learning rate falls to end_learning_rate within T steps."
        ),
        "cosine": translate(
            "Schedule",
            "After the warm-up the learning rate falls along half a cosine wave within T steps.",
        ),
        "piecewise": translate(
            "Schedule", "After each boundary the learning rate is multiplied by another factor."
        ),
    }[kind]


def setting_words(name: str) -> str:
    """Return what a setting of a schedule does."""
    return {
        "decay_steps": translate("Schedule", "T: how many steps the fall takes."),
        "decay_rate": translate("Schedule", "r: how far the learning rate falls within T steps."),
        "staircase": translate("Schedule", "Fall in one jump every T steps, not a bit every step."),
        "end_learning_rate": translate("Schedule", "The learning rate after T steps."),
        "power": translate("Schedule", "1 is a straight line; above it the fall is fast at first."),
        "cycle": translate("Schedule", "After every T steps rise again, less each time."),
        "alpha": translate(
            "Schedule", "α: the share of the learning rate that is left after T steps."
        ),
        "warmup_steps": translate(
            "Schedule",
            "For so many steps the learning rate rises in a line from 0; 0 is no warm-up.",
        ),
        "boundaries": translate(
            "Schedule", "The steps after which the next factor holds, with commas between."
        ),
        "factors": translate(
            "Schedule",
            "What the learning rate is multiplied by: one factor more than there are boundaries.",
        ),
    }[name]


def heading_words(schedule: Schedule) -> str:
    """Return the schedule in a few words: "Schedule: cosine, 100 steps"."""
    kind, values = kind_words(schedule.kind), schedule.values
    if "decay_steps" in values:
        text = translate("Schedule", "Schedule: {kind}, {steps} steps")
        return text.format(kind=kind, steps=values["decay_steps"])
    if "boundaries" in values:
        text = translate("Schedule", "Schedule: {kind}, at {steps}")
        return text.format(kind=kind, steps=", ".join(map(short, values["boundaries"])))
    return translate("Schedule", "Schedule: {kind}").format(kind=kind)


def list_words(name: str) -> str:
    """Return that a text is no list of the kind that is wanted."""
    if name == "boundaries":
        return translate("Schedule", "boundaries: type rising whole numbers such as 50, 100.")
    return translate("Schedule", "factors: type numbers from 0 up such as 1, 0.5, 0.1.")


def uneven_words(factors: int, boundaries: int) -> str:
    """Return that the numbers of factors and boundaries do not suit each other."""
    text = translate(
        "Schedule",
        "{factors} factors for {boundaries} boundaries: type one factor more than boundaries.",
    )
    return text.format(factors=factors, boundaries=boundaries)
