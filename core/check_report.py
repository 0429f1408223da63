"""What ``check`` says: JSON and text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from core.diagnosis import Diagnosis
from core.full_check import FullCheck, OwnCheck, Witness
from core.gradient_bugs import BUGS
from core.gradient_check import ElementCheck, GradientCheck
from core.report import finite_or_none, named, of_summary
from core.update_check import UpdateCheck
from core.verdict import CheckSummary


def of_check(full: FullCheck) -> dict[str, Any]:
    """Return the JSON object of ``check``: one disagreement at any point wins."""
    return {
        **of_summary(full.summary),
        "loss": finite_or_none(full.at.loss),
        "parameters": named([e.name for e in full.at.elements], full.at.point),
        "elements": [_element(element) for element in full.at.elements],
        "probes": [_point(check) for check in full.probes],
        "updates": [_update(update) for update in full.updates],
        "witness": None if full.witness is None else _witness(full.at, full.witness),
        "diagnoses": _diagnoses(full.diagnoses),
    }


def of_own(own: OwnCheck, full: FullCheck) -> dict[str, Any]:
    """Return the JSON object of ``check --mine``: the person's numbers in the tape's place."""
    check = own.check
    return {
        **of_summary(CheckSummary(check.code, 0, check.max_relative_error)),
        "loss": finite_or_none(check.loss),
        "parameters": named([e.name for e in check.elements], check.point),
        "elements": [_element(element) for element in check.elements],
        "probes": [],
        "updates": [],
        "witness": None if full.witness is None else _witness(full.at, full.witness),
        "diagnoses": _diagnoses(own.diagnoses),
    }


def of_bugs() -> list[dict[str, str]]:
    """Return the bugs that can be injected."""
    return [{"name": b.name, "kind": str(b.kind), "summary": b.summary} for b in BUGS.values()]


def bug_lines() -> list[str]:
    """Return the bugs that can be injected as text."""
    return [f"{bug.name:24}{bug.kind:10}{bug.summary}" for bug in BUGS.values()]


def check_lines(found: dict[str, Any], tested: str = "tape.gradient") -> list[str]:
    """Return the text report of a JSON object of ``check``."""
    lines = [f"{'':8}{tested:>18}{'numerical':>18}{'difference':>14}{'allowed':>14}"]
    for e in found["elements"]:
        numbers = f"{_text(e['analytical'], 18)}{_text(e['numerical'], 18)}"
        errors = f"{_text(e['difference'], 14, 3)}{_text(e['tolerance'], 14, 3)}"
        lines.append(f"d/d{e['name']:5}{numbers}{errors}  {_words(e)}")
    for probe in found["probes"]:
        lines.append(f"also at {_place(probe['parameters'])}: {_words(probe)}")
    lines += [_update_line(update) for update in found["updates"]]
    if found["witness"] is not None:
        lines.append(_witness_line(found["witness"]))
    lines.append(f"verdict: {_words(found)}")
    return [*lines, *(f"maybe: {d['message']}" for d in found["diagnoses"])]


def _point(check: GradientCheck) -> dict[str, Any]:
    return {
        "parameters": named([e.name for e in check.elements], check.point),
        **of_summary(CheckSummary(check.code, 0, check.max_relative_error)),
        "elements": [_element(element) for element in check.elements],
    }


def _element(element: ElementCheck) -> dict[str, Any]:
    return {
        "name": element.name,
        "analytical": finite_or_none(element.trained),
        "numerical": finite_or_none(element.numerical),
        "numerical_error": finite_or_none(element.tolerance),
        "difference": finite_or_none(element.difference),
        "rounding": finite_or_none(element.rounding),
        "tolerance": finite_or_none(element.tolerance),
        "step": finite_or_none(element.step),
        "left": finite_or_none(element.left),
        "right": finite_or_none(element.right),
        "verdict": element.verdict.value,
        "reason": element.reason,
    }


def _update(update: UpdateCheck) -> dict[str, Any]:
    return {
        "before": named(update.names, update.before),
        "after": named(update.names, update.after),
        "meant": named(update.names, update.meant),
        "verdict": update.code.verdict.value,
        "reason": update.code.reason,
    }


def _witness(check: GradientCheck, witness: Witness) -> dict[str, Any]:
    names = [element.name for element in check.elements]
    return {
        "name": "tf.test.compute_gradient",
        "dtype": witness.dtype,
        "step": witness.step,
        "numerical": named(names, np.asarray(witness.numerical)),
        "why": dict(zip(names, map(str, witness.codes), strict=True)),
    }


def _diagnoses(found: Sequence[Diagnosis]) -> list[dict[str, str]]:
    return [{"code": d.code, "message": d.message} for d in found]


def _update_line(update: dict[str, Any]) -> str:
    taken, meant = _place(update["after"]), _place(update["meant"])
    return f"step from {_place(update['before'])} to {taken}, meant {meant}: {_words(update)}"


def _witness_line(witness: dict[str, Any]) -> str:
    numbers = _place(witness["numerical"])
    why = ", ".join(f"{name} {code}" for name, code in witness["why"].items() if code != "same")
    told = f" ({why})" if why else ""
    return (
        f"tf.test.compute_gradient in {witness['dtype']}, step {witness['step']:g}: {numbers}{told}"
    )


def _place(values: dict[str, float | None]) -> str:
    return ", ".join(f"{name} = {_text(value)}" for name, value in values.items())


def _words(found: dict[str, Any]) -> str:
    return f"{found['verdict']} ({found['reason']})" if found["reason"] else str(found["verdict"])


def _text(value: float | None, width: int = 0, digits: int = 9) -> str:
    return f"{'not finite' if value is None else format(value, f'.{digits}g'):>{width}}"
