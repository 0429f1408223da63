"""The words of the gradient check, shared by its table and the views beside it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from core.verdict import CheckCode, Verdict
from gui.number_format import short
from gui.theme import Colours

translate = QCoreApplication.translate


def verdict_words(code: CheckCode) -> str:
    """Return the verdict in one or two words, after its sign."""
    if code is CheckCode.VANISHING:
        return "✓ " + translate("Check", "gradient ≈ 0")
    return {
        Verdict.AGREE: translate("Check", "✓ agrees"),
        Verdict.DISAGREE: translate("Check", "✗ disagrees"),
        Verdict.INCONCLUSIVE: translate("Check", "? not conclusive"),
    }[code.verdict]


def verdict_colour(code: CheckCode, colours: Colours) -> str:
    """Return the colour of a verdict as text."""
    if code in (CheckCode.AGREE, CheckCode.VANISHING):
        return colours.ok_text
    return colours.danger_text if code is CheckCode.DISAGREE else colours.warning_text


def point_words(names: Sequence[str], point: Sequence[float], digits: int = 6) -> str:
    """Return "w = 1, b = 2"."""
    pairs = zip(names, point, strict=True)
    return ", ".join(f"{name} = {short(float(value), digits)}" for name, value in pairs)


def partial(name: str) -> str:
    """Return "∂loss/∂w"."""
    return f"∂loss/∂{name}"


def waiting_words() -> str:
    """Return what stands where the examination of the shown step has not come yet."""
    return translate("Check", "Comes when the run pauses.")
