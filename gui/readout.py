"""What the bottom bar says of the shown step."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication

from core.columns import Row
from core.run_view import RunView
from core.verdict import CheckCode, Verdict, row_summary
from gui.number_format import short, whole
from gui.shown import Shown
from gui.theme import Colours
from gui.widgets.timeline import Timeline

translate = QCoreApplication.translate


def draw_readout(timeline: Timeline, shown: Shown, playing: bool, colours: Colours) -> None:
    """Show step, parameters, loss and verdict of the shown row, and where it lies."""
    run, row = shown.run, shown.row
    timeline.begin(None if run is None else run.id)
    last = 0 if run is None else run.history.last_step
    older = run is not None and shown.at < run.last_finite
    timeline.show_step(shown.at, last, older, playing)
    timeline.show_text("stepValue", _step_text(shown, last), _step_tooltip(shown))
    for name, label, value in zip(shown.config.problem.names, "wb", shown.point, strict=False):
        timeline.show_text(f"{label}Value", f"{name} {_fixed(value)}", f"{name} = {whole(value)}")
    loss, word = shown.loss, translate("Readout", "loss")
    text = f"{word} …" if loss is None else f"{word} {_fixed(loss)}"
    timeline.show_text("lossValue", text, word if loss is None else f"{word} = {whole(loss)}")
    _draw_verdict(timeline, run, row, colours)


def _step_text(shown: Shown, last: int) -> str:
    """Return the shown step and the newest; with mini-batches, how often all rows were seen."""
    data, batch = shown.config.problem.dataset, shown.config.batch
    if batch is None or data is None:
        return translate("Readout", "step {step} of {last}").format(step=shown.at, last=last)
    text = translate("Readout", "step {step} of {last}, epoch {epoch}")
    epoch = short(batch.epoch(shown.at, len(data)), 3)
    return text.format(step=shown.at, last=last, epoch=epoch)


def _step_tooltip(shown: Shown) -> str:
    text = translate("Readout", "The shown step, and the newest")
    if not shown.config.batched:
        return text
    return text + "; " + translate("Readout", "an epoch has seen all rows of the data once")


def _draw_verdict(
    timeline: Timeline, run: RunView | None, row: Row | None, colours: Colours
) -> None:
    if run is None or row is None:
        text, colour = translate("Readout", "… gradient"), colours.muted
    else:
        text, colour = verdict_text(run, row), _verdict_colour(row_summary(row).code, colours)
    timeline.show_text("verdictLabel", text, translate("Readout", "Is the gradient right here?"))
    timeline.show_colour("verdictLabel", colour)


def verdict_text(run: RunView, row: Row) -> str:
    """Return the verdict on the shown step's gradient, with its sign."""
    code = row_summary(row).code
    if code is CheckCode.DISAGREE:
        return translate("Readout", "✗ gradient is wrong")
    if run.check.verdict is Verdict.DISAGREE:
        return translate("Readout", "✗ gradient is wrong at step {step}").format(
            step=run.check.step
        )
    if code is CheckCode.AGREE:
        return translate("Readout", "✓ gradient")
    if code is CheckCode.VANISHING:
        return translate("Readout", "✓ gradient ≈ 0, nothing left to check")
    return translate("Readout", "? gradient not conclusive")


def _verdict_colour(code: CheckCode, colours: Colours) -> str:
    if code is CheckCode.DISAGREE:
        return colours.danger_text
    good = code in (CheckCode.AGREE, CheckCode.VANISHING)
    return colours.ok_text if good else colours.warning_text


def _fixed(value: float) -> str:
    """Return a number with a steady number of digits: the label must not twitch."""
    if not math.isfinite(value) or (value != 0.0 and not 1e-3 <= abs(value) < 1e6):
        return short(value, 4)
    return f"{value:.4f}" if abs(value) < 100.0 else short(value, 6)
