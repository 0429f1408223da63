"""The words of the window for the presets."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.presets import PRESETS, PresetGroup

translate = QCoreApplication.translate


def preset_title(name: str) -> str:
    """Return a preset in one or two words; the reference experiments have no other than their key.

    The box that lists them is narrow.
    """
    return _titles().get(name, name)


def preset_help(name: str) -> str:
    """Return what a preset shows, and of a classic table its source and licence."""
    preset = PRESETS[name]
    sentence = _sentences().get(name, preset.summary)
    if preset.group is not PresetGroup.TABLE:
        return sentence
    licence = translate("Preset", "Measurements are facts: these are in the public domain.")
    return "\n".join((sentence, preset.source, licence))


def _titles() -> dict[str, str]:
    return {
        "line": translate("Preset", "line"),
        "outliers": translate("Preset", "outliers"),
        "clusters": translate("Preset", "clusters"),
        "curved": translate("Preset", "curve"),
        "spread": translate("Preset", "fan"),
        "constant_x": translate("Preset", "constant x"),
        "anscombe1": translate("Preset", "Anscombe 1"),
        "anscombe2": translate("Preset", "Anscombe 2"),
        "anscombe3": translate("Preset", "Anscombe 3"),
        "anscombe4": translate("Preset", "Anscombe 4"),
        "hubble": translate("Preset", "Hubble"),
        "forbes": translate("Preset", "Forbes"),
        "cars": translate("Preset", "cars"),
        "norris": translate("Preset", "Norris"),
    }


def _sentences() -> dict[str, str]:
    return {
        "tape": translate(
            "Preset",
            "100 noisy points of y = 2x + 10: tape, optimizer and update, 20 steps at 0.1.",
        ),
        "checker": translate(
            "Preset",
            "5 points of y = x − 1: the gradient is checked first, then 1000 steps at 0.1.",
        ),
        "line": translate("Preset", "Noisy points of y = 2x + 1."),
        "outliers": translate(
            "Preset", "y = 2x + 1, with one point of ten 5 too high: they pull the line up."
        ),
        "clusters": translate(
            "Preset", "Two clusters: the line joins them, and within each x says nothing of y."
        ),
        "curved": translate("Preset", "Noisy points of y = 2x² + x: no line follows it."),
        "spread": translate("Preset", "y = 2x + 1 with noise that grows with x."),
        "constant_x": translate(
            "Preset", "All points at x = 1: many lines fit equally well, and the start decides."
        ),
        "anscombe1": translate(
            "Preset", "Anscombe's quartet, 1 of 4, an honest line: all four have the same line."
        ),
        "anscombe2": translate(
            "Preset", "Anscombe's quartet, 2 of 4, a curve: all four have the same line."
        ),
        "anscombe3": translate(
            "Preset",
            "Anscombe's quartet, 3 of 4, a line and an outlier: all four have the same line.",
        ),
        "anscombe4": translate(
            "Preset",
            "Anscombe's quartet, 4 of 4, one point that sets the slope: all four have the same "
            "line.",
        ),
        "hubble": translate(
            "Preset", "24 nebulae, distance and velocity: the farther, the faster they recede."
        ),
        "forbes": translate(
            "Preset", "17 boiling points of water and air pressures in the Alps and Scotland."
        ),
        "cars": translate("Preset", "50 cars of the 1920s, speed and stopping distance."),
        "norris": translate(
            "Preset",
            "36 readings of an ozone monitor against the reference: NIST certifies slope and "
            "intercept.",
        ),
    }
