"""The folded section on curvature: how narrow the valley is, and what that means for the rate."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QLabel, QWidget

from core.optimizer import OPTIMIZERS
from core.stability import best_momentum, factor_per_step, momentum_of
from gui.diagnosis_wording import diagnosis_words, sentence
from gui.number_format import short
from gui.shown import Shown
from gui.widgets.folded_section import FoldedSection

translate = QCoreApplication.translate

LEAST_MOMENTUM = 1e-3
"""A best momentum below it is none: the valley is round."""


class CurvatureSection(FoldedSection):
    """Curvatures, condition number, rates, and what hinders the run, in words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._shown: Shown | None = None
        self._label = QLabel()
        self._label.setObjectName("curvatureText")
        self._label.setWordWrap(True)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        super().__init__(self._label, parent)
        self.toggled.connect(self._write_text)

    def draw(self, shown: Shown) -> None:
        """Write heading and text for the shown step."""
        self._shown = shown
        heading = _heading(shown)
        if heading != self.heading():
            self.set_heading(heading)
        self._write_text()

    def _write_text(self) -> None:
        # Folded away it costs nothing: in a run this is called for every picture.
        shown = self._shown
        if shown is None or not self.is_open():
            return
        lines = [*_curvatures(shown), *_rates(shown)]
        lines += [sentence(diagnosis_words(found)) for found in shown.diagnoses]
        text = "<br>".join(lines)
        if text != self._label.text():
            self._label.setText(text)


def curvature_note(shown: Shown) -> str:
    """Return what has to be said of a limit that is missing, or holds near a step only."""
    curved, optimizer = shown.curved, shown.config.optimizer
    if curved is None:
        return ""
    steepest = curved.eigenvalues[-1]
    if momentum_of(optimizer) is None:
        text = translate("Curvature", "{optimizer} has no fixed limit. Steepest curvature: {value}")
        return text.format(optimizer=OPTIMIZERS[optimizer.name], value=short(steepest, 4))
    if not steepest > 0.0:
        return translate("Curvature", "No limit is known: the loss is not curved here.")
    if shown.limit_is_local:
        return translate("Curvature", "This limit holds near the shown step only.")
    return ""


def _heading(shown: Shown) -> str:
    curved = shown.curved
    if curved is None:
        return translate("Curvature", "Curvature: …")
    if not curved.eigenvalues[-1] > 0.0:
        return translate("Curvature", "Curvature: none here")
    if not curved.eigenvalues[0] > 0.0:
        return translate("Curvature", "Curvature: flat in one direction")
    text = translate("Curvature", "Condition number: {number}")
    return text.format(number=short(curved.condition_number, 3))


def _curvatures(shown: Shown) -> Iterator[str]:
    curved = shown.curved
    if curved is None:
        return
    if shown.limit_is_local:
        yield translate("Curvature", "At the shown step; elsewhere it differs:")
    for text, value in (
        (translate("Curvature", "steepest curvature λmax = {value}"), curved.eigenvalues[-1]),
        (translate("Curvature", "flattest curvature λmin = {value}"), curved.eigenvalues[0]),
    ):
        yield text.format(value=short(value, 6))
    if curved.eigenvalues[0] > 0.0:
        number = short(curved.condition_number, 4)
        yield translate("Curvature", "condition number λmax/λmin = {value}").format(value=number)


def _rates(shown: Shown) -> Iterator[str]:
    """Say what the curvature means for the learning rate."""
    curved, optimizer, limit = shown.curved, shown.config.optimizer, shown.learning_rate_limit
    if curved is None:
        return
    if limit is None:
        note = curvature_note(shown)
        if note:
            yield note
        return
    if shown.limit_is_local:
        return
    steep = factor_per_step(curved.eigenvalues[-1], optimizer)
    flat = factor_per_step(curved.eigenvalues[0], optimizer)
    if steep is not None and flat is not None:
        text = translate(
            "Curvature",
            "Each step multiplies the error by {steep} along the steepest direction and by {flat} "
            "along the flattest.",
        )
        yield text.format(steep=short(steep, 4), flat=short(flat, 4))
    pair = None if shown.quadratic is None else best_momentum(shown.quadratic)
    if pair is not None and pair[1] >= LEAST_MOMENTUM:
        text = translate(
            "Curvature", "Fastest with momentum: learning rate {rate}, momentum {beta}."
        )
        yield text.format(rate=short(pair[0], 3), beta=short(pair[1], 3))
