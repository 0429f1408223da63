"""The update of each optimizer in plain text, as Keras computes it for scalar parameters.

theta is the parameter, g its gradient, eta the learning rate, t = 1, 2, ... the number of the
update; the slots m, v, ... start at 0 unless a line says otherwise. No words: the window shows it
in every language.
"""

from __future__ import annotations

from core.optimizer import OptimizerConfig

_FIRST = "m ← β₁m + (1 − β₁)g"
_SECOND = "v ← β₂v + (1 − β₂)g²"
_ADAM_RATE = "ηₜ = η √(1 − β₂ᵗ) / (1 − β₁ᵗ)"
_ADAM = (_FIRST, _SECOND, _ADAM_RATE, "θ ← θ − ηₜ m / (√v + ε)")
_AMSGRAD = (_FIRST, _SECOND, "v′ ← max(v′, v)", _ADAM_RATE, "θ ← θ − ηₜ m / (√v′ + ε)")
_DECAY = "θ ← θ − ηλθ"

_UPDATES: dict[str, tuple[str, ...]] = {
    "adamax": (_FIRST, "u ← max(β₂u, |g|)", "ηₜ = η / (1 − β₁ᵗ)", "θ ← θ − ηₜ m / (u + ε)"),
    "nadam": (
        _FIRST,
        _SECOND,
        "μₜ = β₁(1 − 0.96ᵗ / 2)",
        "πₜ = μ₁ μ₂ ⋯ μₜ",
        "m′ = μₜ₊₁m/(1 − πₜ₊₁) + (1 − μₜ)g/(1 − πₜ)",
        "v′ = v / (1 − β₂ᵗ)",
        "θ ← θ − η m′ / (√v′ + ε)",
    ),
    "adagrad": ("a ← a + g²,  a(0) = a₀", "θ ← θ − ηg / √(a + ε)"),
    "adadelta": (
        "a ← ρa + (1 − ρ)g²",
        "Δ = −g √(d + ε) / √(a + ε)",
        "d ← ρd + (1 − ρ)Δ²",
        "θ ← θ + ηΔ",
    ),
    "adafactor": (
        "β₂ = 1 − tᵈ",
        "v ← β₂v + (1 − β₂)(g² + ε₁)",
        "u = g / √v",
        "α = max(ε₂, |θ|) · min(η, 1 / √t)",
        "θ ← θ − α u / max(1, |u| / c)",
    ),
    "ftrl": (
        "n′ = n + g²,  n(0) = n₀",
        "z ← z + g + 2sθ − (n′⁻ᵖ − n⁻ᵖ)θ/η",
        "q = n′⁻ᵖ / η + β / η + 2 l₂",
        "θ ← (clip(z, −l₁, l₁) − z) / q",
        "n ← n′",
    ),
    "lion": ("θ ← θ − η sign(β₁m + (1 − β₁)g)", "m ← β₂m + (1 − β₂)g"),
    "lamb": (
        _FIRST,
        _SECOND,
        "m′ = m / (1 − β₁ᵗ),  v′ = v / (1 − β₂ᵗ)",
        "u = m′ / (√v′ + ε)",
        "θ ← θ − η u |θ| / |u|  [θ ≠ 0]",
        "θ ← θ − η u  [θ = 0]",
    ),
    "muon": ("η ← rη", *_ADAM),
    "schedulefreeadamw": (
        _SECOND,
        "v′ = v / (1 − β₂ᵗ)",
        "z ← z − ηg / (√v′ + ε),  z(0) = θ(0)",
        # Keras means theta to lie between z and the average; see core.hyperparameters.
        "θ ← (1 − 1/t) θ + z / t",
    ),
}


def update_formula(config: OptimizerConfig) -> tuple[str, ...]:
    """Return the lines of an optimizer's update, in the order in which Keras computes them."""
    values = dict(config.hyperparameters)
    lines = _lines(config.name, values)
    return (_DECAY, *lines) if _decays(config.name, values) else lines


def _lines(name: str, values: dict[str, object]) -> tuple[str, ...]:
    if name == "sgd":
        return _sgd(bool(values.get("momentum")), bool(values.get("nesterov")))
    if name == "rmsprop":
        return _rmsprop(bool(values.get("momentum")), bool(values.get("centered")))
    if name == "schedulefreeadamw" and values.get("warmup_steps"):
        return ("η ← η min(1, t / T)", *_UPDATES[name])
    if name in ("adam", "adamw"):
        return _AMSGRAD if values.get("amsgrad") else _ADAM
    return _UPDATES[name]


def _decays(name: str, values: dict[str, object]) -> bool:
    """Return whether a weight decay is set; AdamW and Muon have one of their own."""
    key = "adam_weight_decay" if name == "muon" else "weight_decay"
    return bool(values.get(key, name in ("adamw", "muon")))


def _sgd(momentum: bool, nesterov: bool) -> tuple[str, ...]:
    if not momentum:
        return ("θ ← θ − ηg",)
    return ("v ← μv − ηg", "θ ← θ + μv − ηg" if nesterov else "θ ← θ + v")


def _rmsprop(momentum: bool, centered: bool) -> tuple[str, ...]:
    root = "√(v − a² + ε)" if centered else "√(v + ε)"
    average = ("a ← ρa + (1 − ρ)g",) if centered else ()
    moved = (f"m ← μm + ηg / {root}", "θ ← θ − m") if momentum else (f"θ ← θ − ηg / {root}",)
    return ("v ← ρv + (1 − ρ)g²", *average, *moved)
