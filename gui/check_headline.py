"""What the gradient check says of a run in one sentence, and what else may be the cause."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from core.columns import Row
from core.diagnosis import Diagnosis
from core.full_check import FullCheck
from core.run_view import RunView
from core.verdict import CheckCode, Verdict
from gui.check_words import point_words
from gui.diagnosis_wording import diagnosis_words
from gui.wording import reason_words

translate = QCoreApplication.translate


class Headline(NamedTuple):
    """A sentence after its sign, and a second one; `code` tells its colour, `long` its weight."""

    text: str
    also: str
    code: CheckCode
    long: bool = False


def headline(run: RunView, row: Row, full: FullCheck | None) -> Headline:
    """Return what to say of the run, with the causes once the shown step was examined."""
    if full is None:
        return _of_run(run, row)
    update, gradient = update_causes(full), gradient_causes(full)
    if any(point.code is CheckCode.DISAGREE for point in full.points):
        return _wrong_gradient(run, full, gradient, update)
    if any(each.code is CheckCode.DISAGREE for each in full.updates):
        text = translate("Check", "✗ The step taken is not the step meant: {cause}.")
        plain = translate("Check", "✗ The step taken is not the step meant.")
        return _with_causes(text, plain, update)
    found = _of_run(run, row)
    if full.updates and all(each.code is CheckCode.AGREE for each in full.updates):
        meant = translate("Check", "✓ The step taken is the step meant.")
        return found._replace(text=f"{found.text} {meant}")
    return found


def update_causes(full: FullCheck) -> list[Diagnosis]:
    """Return what may be wrong with the update."""
    return [cause for cause in full.diagnoses if any(cause in u.diagnoses for u in full.updates)]


def gradient_causes(full: FullCheck) -> list[Diagnosis]:
    """Return what may be wrong with the gradient."""
    of_update = update_causes(full)
    return [cause for cause in full.diagnoses if cause not in of_update]


def _wrong_gradient(
    run: RunView, full: FullCheck, causes: list[Diagnosis], of_update: list[Diagnosis]
) -> Headline:
    if run.check.verdict is Verdict.DISAGREE:
        plain = translate("Check", "✗ The gradient is wrong, first at step {step}.").format(
            step=run.check.step
        )
    else:
        bad = next(point for point in full.points if point.code is CheckCode.DISAGREE)
        plain = translate("Check", "✗ The gradient is wrong at {point}.").format(
            point=point_words(run.config.problem.names, bad.point, 4)
        )
    return _with_causes(
        translate("Check", "✗ The gradient is wrong: {cause}."), plain, [*causes, *of_update]
    )


def _with_causes(text: str, plain: str, causes: list[Diagnosis]) -> Headline:
    """Return the first cause in the sentence, and all others in the second one."""
    if not causes:
        return Headline(plain, "", CheckCode.DISAGREE)
    first, *others = map(diagnosis_words, causes)
    also = ""
    if others:
        separator = translate("Check", "; ")
        also = translate("Check", "Also possible: {cause}.").format(cause=separator.join(others))
    return Headline(text.format(cause=first), also, CheckCode.DISAGREE, long=True)


def _of_run(run: RunView, row: Row) -> Headline:
    start = run.start_check
    if run.check.verdict is Verdict.DISAGREE:
        text = translate("Check", "✗ The gradient is wrong, first at step {step}.")
        return Headline(text.format(step=run.check.step), "", CheckCode.DISAGREE)
    if bool((row.verdicts == CheckCode.VANISHING).all()):
        text = translate("Check", "✓ gradient ≈ 0, nothing left to check")
        return Headline(text, "", CheckCode.VANISHING)
    if start.verdict is Verdict.AGREE:
        text = translate("Check", "✓ The gradient is right at the start ({point}).")
        point = point_words(run.config.problem.names, run.config.problem.start)
        return Headline(text.format(point=point), "", CheckCode.AGREE)
    if run.check.verdict is Verdict.AGREE:
        text = translate("Check", "✓ The gradient is right at step {step}.")
        return Headline(text.format(step=run.check.step), "", CheckCode.AGREE)
    text = translate("Check", "? Not conclusive at the start: {reason}.")
    return Headline(text.format(reason=reason_words(start.code)), "", start.code)
