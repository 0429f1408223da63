"""The hyperparameters of Keras' optimizers: what each takes, where it stands in the formula.

What is offered acts on scalar parameters. Defaults are read from Keras.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from core.optimizer import hyperparameter_defaults

LARGEST = 1e30
"""Keras computes in float32: numbers beyond it overflow at once."""

LARGEST_COUNT = 1_000_000

CLIPS = ("clipnorm", "clipvalue", "global_clipnorm")
"""Keras takes one of them at most."""


class Kind(StrEnum):
    """What a hyperparameter is: float, int or bool."""

    NUMBER = "number"
    WHOLE = "whole"
    SWITCH = "switch"


@dataclass(frozen=True)
class Hyperparameter:
    """One hyperparameter of one optimizer.

    Attributes
    ----------
    name : str
        Keras' keyword.
    term : str
        Where it stands in the update, in plain text: theta is the parameter, g its gradient,
        eta the learning rate, t the number of the update.
    symbol : str
        Its letter in the term; empty where it has none.
    meaning : str
        The code of the sentence that says what it does; the name where it is empty.
    kind : Kind
        What it is.
    lowest, highest : float
        The range.
    above, below : bool
        Whether `lowest` or `highest` itself is left out.
    optional : bool
        Whether None turns it off.
    needs : tuple of str
        Others without which it does nothing.
    default : object
        Keras' default.
    """

    name: str
    term: str
    symbol: str = ""
    meaning: str = ""
    kind: Kind = Kind.NUMBER
    lowest: float = 0.0
    highest: float = LARGEST
    above: bool = False
    below: bool = False
    optional: bool = False
    needs: tuple[str, ...] = ()
    default: Any = None

    @property
    def code(self) -> str:
        """The code of the sentence that says what it does."""
        return self.meaning or self.name

    def fits(self, value: Any) -> bool:
        """Return whether a value is of the right kind and in the range."""
        if value is None:
            return self.optional
        if self.kind is Kind.SWITCH or isinstance(value, bool):
            return self.kind is Kind.SWITCH and isinstance(value, bool)
        if self.kind is Kind.WHOLE and not isinstance(value, int):
            return False
        over = value > self.lowest if self.above else value >= self.lowest
        under = value < self.highest if self.below else value <= self.highest
        return bool(over and under)


def hyperparameters(optimizer: str) -> tuple[Hyperparameter, ...]:
    """Return the hyperparameters that are offered of an optimizer: its own first."""
    defaults = hyperparameter_defaults(optimizer)
    return tuple(replace(entry, default=defaults[entry.name]) for entry in offered(optimizer))


def offered(optimizer: str) -> tuple[Hyperparameter, ...]:
    """Return the same without the defaults, which only Keras can say."""
    own = _OWN[optimizer]
    known = {entry.name for entry in own} | set(withheld(optimizer))
    return (*own, *(entry for entry in _SHARED if entry.name not in known))


def withheld(optimizer: str) -> dict[str, str]:
    """Return the hyperparameters that are not offered, each with the code of the reason.

    ``unscaled_loss``: Keras divides the gradients by it and leaves multiplying the loss to us.
    ``matrices_only``: scalars are updated by AdamW, and this is for matrices.
    ``limited_anyway``: Keras applies the limit 1/sqrt(t) whether it is on or not.
    ``sign_only``: a step as long as abs(theta) keeps only the sign of the momentum.
    ``cancels``: Keras with TensorFlow reads z after it has moved it, so that beta_1 cancels out.
    """
    return {"loss_scale_factor": "unscaled_loss", **_WITHHELD.get(optimizer, {})}


def settings_of(optimizer: str, values: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Return the values that differ from Keras' defaults, as `OptimizerConfig` has them."""
    defaults = hyperparameter_defaults(optimizer)
    differs = {name: value for name, value in values.items() if value != defaults[name]}
    return tuple(sorted(differs.items()))


def clips_together(values: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the clippings that are set if they are several, which Keras refuses."""
    chosen = tuple(name for name in CLIPS if values.get(name) is not None)
    return chosen if len(chosen) > 1 else ()


def idle(
    entries: Iterable[Hyperparameter], values: Mapping[str, Any]
) -> dict[str, tuple[str, ...]]:
    """Return what was changed and yet does nothing, each with what it needs.

    Parameters
    ----------
    entries : iterable of Hyperparameter
        Those of the optimizer.
    values : mapping of str to object
        All values, or those that differ from the defaults.
    """
    entries = tuple(entries)
    whole = {entry.name: values.get(entry.name, entry.default) for entry in entries}
    missing = {
        entry.name: tuple(name for name in entry.needs if not whole[name])
        for entry in entries
        if whole[entry.name] != entry.default
    }
    return {name: needs for name, needs in missing.items() if needs}


_FIRST = "m ← β₁m + (1 − β₁)g"
_SECOND = "v ← β₂v + (1 − β₂)g²"


def _beta_1(**changes: Any) -> Hyperparameter:
    found = Hyperparameter("beta_1", _FIRST, "β₁", highest=1.0, below=True)
    return replace(found, **changes)


def _beta_2(**changes: Any) -> Hyperparameter:
    found = Hyperparameter("beta_2", _SECOND, "β₂", highest=1.0, below=True)
    return replace(found, **changes)


def _epsilon(term: str, **changes: Any) -> Hyperparameter:
    return replace(Hyperparameter("epsilon", term, "ε"), **changes)


def _weight_decay(name: str = "weight_decay", optional: bool = True) -> Hyperparameter:
    return Hyperparameter(
        name, "θ ← θ − ηλθ", "λ", meaning="weight_decay", optional=optional
    )  # fmt: skip


def _adam() -> tuple[Hyperparameter, ...]:
    amsgrad = Hyperparameter("amsgrad", "v′ ← max(v′, v)", kind=Kind.SWITCH)
    return (_beta_1(), _beta_2(), _epsilon("ηₜ m / (√v + ε)"), amsgrad)


def _start(term: str, symbol: str) -> Hyperparameter:
    return Hyperparameter("initial_accumulator_value", term, symbol)


_SHARED: tuple[Hyperparameter, ...] = (
    _weight_decay(),
    Hyperparameter("clipnorm", "g ← g · min(1, c / |g|)", "c", above=True, optional=True),
    Hyperparameter("clipvalue", "g ← min(max(g, −c), c)", "c", above=True, optional=True),
    Hyperparameter("global_clipnorm", "g ← g · min(1, c / ‖g‖)", "c", above=True, optional=True),
    Hyperparameter("use_ema", "a ← δa + (1 − δ)θ", kind=Kind.SWITCH,
                   needs=("ema_overwrite_frequency",)),
    Hyperparameter("ema_momentum", "a ← δa + (1 − δ)θ", "δ", highest=1.0,
                   needs=("use_ema", "ema_overwrite_frequency")),
    Hyperparameter("ema_overwrite_frequency", "θ ← a (t = k, 2k, 3k, …)", "k", kind=Kind.WHOLE,
                   lowest=1, highest=LARGEST_COUNT, optional=True, needs=("use_ema",)),
    Hyperparameter("gradient_accumulation_steps", "g ← (g₁ + … + gₖ) / k", "k", kind=Kind.WHOLE,
                   lowest=2, highest=LARGEST_COUNT, optional=True),
)  # fmt: skip
"""What every optimizer has, unless its own entry stands before it."""

_OWN: dict[str, tuple[Hyperparameter, ...]] = {
    "sgd": (
        Hyperparameter("momentum", "v ← μv − ηg", "μ", highest=1.0),
        Hyperparameter("nesterov", "θ ← θ + μv − ηg", kind=Kind.SWITCH, needs=("momentum",)),
    ),
    "rmsprop": (
        Hyperparameter("rho", "v ← ρv + (1 − ρ)g²", "ρ", highest=1.0, below=True),
        Hyperparameter("momentum", "m ← μm + ηg / √(v + ε)", "μ", highest=1.0),
        _epsilon("ηg / √(v + ε)"),
        Hyperparameter("centered", "ηg / √(v − a² + ε)", kind=Kind.SWITCH),
    ),
    "adam": _adam(),
    "adamw": (_weight_decay(optional=False), *_adam()),
    "adamax": (
        _beta_1(),
        _beta_2(term="u ← max(β₂u, |g|)", meaning="beta_2_largest"),
        _epsilon("ηₜ m / (u + ε)"),
    ),
    "nadam": (_beta_1(), _beta_2(), _epsilon("η m′ / (√v′ + ε)")),
    "adagrad": (_start("a = a₀ + Σ g²", "a₀"), _epsilon("ηg / √(a + ε)")),
    "adadelta": (
        Hyperparameter("rho", "a ← ρa + (1 − ρ)g²", "ρ", highest=1.0, below=True),
        _epsilon("Δ = −g √(d + ε) / √(a + ε)", meaning="epsilon_adadelta"),
    ),
    "adafactor": (
        Hyperparameter("beta_2_decay", "β₂ = 1 − tᵈ", "d", lowest=-10.0, highest=0.0),
        Hyperparameter("epsilon_1", "v ← β₂v + (1 − β₂)(g² + ε₁)", "ε₁"),
        Hyperparameter("epsilon_2", "max(ε₂, |θ|)", "ε₂"),
        Hyperparameter("clip_threshold", "u / max(1, |u| / c)", "c", above=True),
    ),
    "ftrl": (
        Hyperparameter("learning_rate_power", "n⁻ᵖ / η", "p", lowest=-10.0, highest=0.0),
        _start("n = n₀ + Σ g²", "n₀"),
        Hyperparameter("l1_regularization_strength", "clip(z, −l₁, l₁) − z", "l₁"),
        Hyperparameter("l2_regularization_strength", "n⁻ᵖ / η + 2 l₂", "l₂"),
        Hyperparameter("l2_shrinkage_regularization_strength", "z ← z + g + 2sθ − …", "s"),
        Hyperparameter("beta", "n⁻ᵖ / η + β / η", "β"),
    ),
    "lion": (
        _beta_1(term="sign(β₁m + (1 − β₁)g)", meaning="beta_1_lion", above=True, below=False),
        _beta_2(term="m ← β₂m + (1 − β₂)g", meaning="beta_1"),
    ),
    "lamb": (_beta_1(), _epsilon("u = m′ / (√v′ + ε)", meaning="epsilon_lamb")),
    "muon": (
        _beta_1(name="adam_beta_1", meaning="beta_1"),
        _beta_2(name="adam_beta_2", meaning="beta_2"),
        _epsilon("ηₜ m / (√v + ε)"),
        Hyperparameter("adam_lr_ratio", "η ← rη", "r"),
        _weight_decay("adam_weight_decay"),
    ),
    "schedulefreeadamw": (
        _beta_2(),
        _epsilon("ηg / (√v′ + ε)"),
        Hyperparameter("warmup_steps", "η ← η · min(1, t / T)", "T", kind=Kind.WHOLE,
                       highest=LARGEST_COUNT),
    ),
}  # fmt: skip

_WITHHELD: dict[str, dict[str, str]] = {
    "adafactor": {"relative_step": "limited_anyway"},
    "lamb": {"beta_2": "sign_only"},
    "schedulefreeadamw": {"beta_1": "cancels"},
    "muon": dict.fromkeys(
        ("weight_decay", "exclude_layers", "exclude_embeddings", "muon_a", "muon_b", "muon_c",
         "momentum", "ns_steps", "nesterov", "rms_rate"),
        "matrices_only",
    ),
}  # fmt: skip
