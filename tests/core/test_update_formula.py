"""The updates in plain text: computed as they are written they are Keras' own steps."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest

from core.hyperparameters import hyperparameters
from core.optimizer import OPTIMIZERS, OptimizerConfig, hyperparameter_defaults
from core.update_formula import update_formula
from tests.core.helpers import tf

RATE, STEPS = 0.15, 12
START = (3.0, 0.5)

VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    **{name: (name, {}) for name in OPTIMIZERS},
    "momentum": ("sgd", {"momentum": 0.9}),
    "nesterov": ("sgd", {"momentum": 0.9, "nesterov": True}),
    "decay": ("sgd", {"weight_decay": 0.1}),
    "centered": ("rmsprop", {"centered": True}),
    "rmsprop with momentum": ("rmsprop", {"centered": True, "momentum": 0.5}),
    "amsgrad": ("adam", {"amsgrad": True, "beta_2": 0.5}),
    "regularised": ("ftrl", {"l1_regularization_strength": 0.2, "l2_regularization_strength": 0.3,
                             "l2_shrinkage_regularization_strength": 0.1, "beta": 0.4,
                             "learning_rate_power": -0.3}),
    "threshold": ("adafactor", {"clip_threshold": 0.5, "epsilon_2": 1.0, "epsilon_1": 0.1}),
    "ratio": ("muon", {"adam_lr_ratio": 0.5, "adam_weight_decay": 0.2}),
    "warm-up": ("schedulefreeadamw", {"warmup_steps": 5}),
}  # fmt: skip

FUNCTIONS = {
    "sqrt": math.sqrt, "min": min, "max": max, "abs": abs,
    "sign": lambda x: float(np.sign(x)), "clip": lambda x, a, b: min(max(x, a), b),
}  # fmt: skip
SIGNS = {"−": "-", "·": "*", "⁻ᵖ": "**(-p)", "²": "**2", "ᵗ": "**t", "ᵈ": "**d"}
NAME = r"[a-zα-ωΔT](?:[₀-₉]|ₜ(?:₊₁)?|′)*"
TOKEN = re.compile(rf"{'|'.join(FUNCTIONS)}|{NAME}|[\d.]+|\*\*|\S")


@pytest.mark.parametrize("variant", VARIANTS)
def test_computed_as_written_it_is_what_keras_does(variant: str) -> None:
    name, settings = VARIANTS[variant]
    config = OptimizerConfig(name, RATE, tuple(sorted(settings.items())))
    optimizer, lines = config.build(), update_formula(config)
    variables = [tf.Variable(value, dtype=tf.float64) for value in START]
    # An optimizer's own letters stand before those that all have; Lamb's beta_2 is not offered.
    symbols = {"β₂": hyperparameter_defaults(name).get("beta_2")}
    for entry in reversed(hyperparameters(name)):
        symbols[entry.symbol] = settings.get(entry.name, entry.default)
    known = [_at_first(symbols, lines, value) for value in START]
    for t in range(1, STEPS + 1):
        gradients = [10.0 * (v - 1.0) + 0.3 for v in variables]
        for values, gradient in zip(known, gradients, strict=True):
            values.update({"g": float(gradient), "t": t, "η": RATE})
            for line in lines:
                _compute(line, values)
        optimizer.apply_gradients(zip(gradients, variables, strict=True))
        # Keras holds learning rate and some factors in float32.
        wanted = [float(v) for v in variables]
        assert [values["θ"] for values in known] == pytest.approx(wanted, rel=1e-4, abs=1e-5)


def _at_first(symbols: dict[str, Any], lines: tuple[str, ...], start: float) -> dict[str, Any]:
    """Return what the letters stand for before the first update."""
    slots: dict[str, Any] = dict.fromkeys(("m", "v", "u", "a", "d", "z", "n", "v′"), 0.0)
    slots |= {letter: symbols[f"{letter}₀"] for letter in "an" if f"{letter}₀" in symbols}
    if "z(0) = θ(0)" in " ".join(lines):
        slots["z"] = start
    return {**slots, **symbols, "θ": start}


def _compute(line: str, values: dict[str, Any]) -> None:
    """Carry out one line: set what stands on its left."""
    if "⋯" in line:
        _nadam_products(values)
    elif "[θ = 0]" not in line:
        text = re.sub(r",\s+\w+\(0\) = .*|\[.*\]", "", line)
        # Some lines hold two equations.
        for part in re.split(r",\s{2}", text):
            left, right = re.split("[←=]", part, maxsplit=1)
            values[left.strip()] = eval(_python(right, values), {**FUNCTIONS, "values": values})


def _python(text: str, values: dict[str, Any]) -> str:
    """Return an expression of the formulas in Python."""
    for sign, python in SIGNS.items():
        text = text.replace(sign, python)
    text = re.sub(r"\|([^|]+)\|", r"abs(\1)", text)
    text = re.sub(rf"√({NAME})", r"sqrt(\1)", text).replace("√", "sqrt")
    tokens: list[str] = []
    for token in TOKEN.findall(text):
        ends = bool(tokens) and (tokens[-1] == ")" or tokens[-1][-1] in "]0123456789")
        begins = re.match(rf"{NAME}|\(|\d", token) is not None
        if ends and begins:
            tokens.append("*")
        is_name = token not in FUNCTIONS and re.fullmatch(NAME, token)
        tokens.append(f"values[{token!r}]" if is_name else token)
    return " ".join(tokens)


def _nadam_products(values: dict[str, Any]) -> None:
    factors = [values["β₁"] * (1.0 - 0.5 * 0.96**k) for k in range(1, values["t"] + 2)]
    values.update({"μₜ₊₁": factors[-1], "πₜ": math.prod(factors[:-1]), "πₜ₊₁": math.prod(factors)})
