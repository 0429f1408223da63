"""Deliberate mistakes by name: what a gradient check and a look at the update must find."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from core import wrong_gradients, wrong_updates
from core.config import RunConfig
from core.errors import InputError
from core.gradient import GradientFunction, UpdateFunction, keras_update, tape_gradient


class BugKind(StrEnum):
    """Which half of the step a mistake is in."""

    GRADIENT = "gradient"
    UPDATE = "update"


@dataclass(frozen=True)
class Bug:
    """A deliberate mistake.

    Attributes
    ----------
    name : str
        Key on the command line and in the window.
    kind : BugKind
        Which half of the step it replaces.
    summary : str
        One English sentence.
    gradient : GradientFunction or None
        The wrong gradient, where that is the mistake.
    update : UpdateFunction or None
        The wrong update, where that is the mistake.
    """

    name: str
    kind: BugKind
    summary: str
    gradient: GradientFunction | None = None
    update: UpdateFunction | None = None


_GRADIENTS = {
    "sign": "The gradient has the wrong sign, so that every step climbs.",
    "factor_two": "The gradient is twice too large.",
    "half": "The 2 of the derivative of e² is dropped, so that the gradient is half the right one.",
    "factor_n": "The division by n is forgotten.",
    "one_over_n": "The gradient is divided by n once too often.",
    "n_minus_one": "The gradient is divided by n − 1 in place of n.",
    "missing_x": "The factor x is forgotten in ∂loss/∂w.",
    "mean_product": "∂loss/∂w is taken as ∂loss/∂b times mean(x): a product of means.",
    "shuffled_x": "Each residual is multiplied with the x of another row.",
    "off_by_one": "The sum misses the last row.",
    "forgets_b": "The gradient is computed with the prediction w·x, without b.",
    "swapped": "∂loss/∂w and ∂loss/∂b are exchanged.",
    "same_for_both": "∂loss/∂w is used for b too.",
    "only_w": "∂loss/∂b is left at 0.",
    "only_b": "∂loss/∂w is left at 0.",
    "zero": "The whole gradient is 0.",
    "none": "The loss is computed outside the tape, which then answers None.",
    "stop_gradient": "tf.stop_gradient hides w from the tape, which answers None for it.",
    "other_loss": "The gradient belongs to another loss than the one that is shown.",
    "ignores_upstream": "A tf.custom_gradient forgets to multiply with the upstream gradient.",
    "stale": "The gradient stays the one at w = 0 and b = 0, whatever they become.",
    "clipped": "Each derivative is clipped to the range from −1 to 1.",
    "floor_division": "A whole-number division, //, rounds each derivative down.",
}
"""Name, as in `core.wrong_gradients`, -> summary; the likeliest first."""

_UPDATES = {
    "wrong_sign": "The step is added in place of subtracted, so that it climbs.",
    "without_learning_rate": "The whole gradient is subtracted, without the learning rate.",
    "not_simultaneous": "b is updated first, and w then with the gradient at the new b.",
    "parameter_for_gradient": "The parameters are applied in place of their gradients.",
    "swapped_pairs": "The gradients are paired with the parameters in the wrong order.",
    "assigned": "The parameters are set to the step in place of moved by it.",
    "step_twice": "The same gradients are applied twice.",
    "bias_twice": "b is updated twice with the same gradient.",
    "skips_b": "b is left out of the update.",
}
"""Name, as in `core.wrong_updates`, -> summary."""

BUGS: dict[str, Bug] = {
    bug.name: bug
    for bug in (
        *(
            Bug(name, BugKind.GRADIENT, text, gradient=getattr(wrong_gradients, name))
            for name, text in _GRADIENTS.items()
        ),
        *(
            Bug(name, BugKind.UPDATE, text, update=getattr(wrong_updates, name))
            for name, text in _UPDATES.items()
        ),
    )
}


def bug_named(name: str) -> Bug:
    """Return the bug of that name.

    Raises
    ------
    InputError
        If there is none of that name.
    """
    if name not in BUGS:
        raise InputError("unknown_name", kind="bug", name=name, choices=", ".join(BUGS))
    return BUGS[name]


def with_bug(config: RunConfig, name: str | None) -> RunConfig:
    """Return the same settings with that mistake and no other; None: without any."""
    bug = None if name is None else bug_named(name)
    return replace(
        config,
        gradient=(bug and bug.gradient) or tape_gradient,
        update=(bug and bug.update) or keras_update,
        bug=name,
    )
