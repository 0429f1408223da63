"""The table of hyperparameters: all that Keras has, and nothing that does nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any
from unicodedata import normalize

import numpy as np
import pytest
from numpy.typing import NDArray

from core.errors import InputError
from core.hyperparameters import (
    CLIPS,
    Hyperparameter,
    Kind,
    clips_together,
    hyperparameters,
    idle,
    settings_of,
    withheld,
)
from core.optimizer import OPTIMIZERS, WHOLE, OptimizerConfig, hyperparameter_defaults
from core.update_formula import update_formula
from tests.core.helpers import tf

STEPS = 30
OTHERS = {"exclude_layers": ["a"], "exclude_embeddings": False, "nesterov": False,
          "relative_step": False, "ns_steps": 2}  # fmt: skip
"""Values of what is not offered that differ from the defaults; for all else 0.5."""

EVERY = [(name, entry) for name in OPTIMIZERS for entry in hyperparameters(name)]


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_the_table_has_exactly_what_keras_has(name: str) -> None:
    offered = [entry.name for entry in hyperparameters(name)]
    listed, keras = {*offered, *withheld(name)}, set(hyperparameter_defaults(name))
    assert keras - listed == set(), "new in Keras: add to core.hyperparameters, or withhold it"
    assert listed - keras == set(), "gone from Keras: remove it from core.hyperparameters"
    assert len(set(offered)) == len(offered)
    assert not set(offered) & set(withheld(name))


@pytest.mark.parametrize(("name", "entry"), EVERY)
def test_defaults_are_in_the_range_and_keras_takes_its_ends(
    name: str, entry: Hyperparameter
) -> None:
    assert entry.fits(entry.default), entry
    assert entry.default is not None or entry.optional
    assert (entry.kind is Kind.SWITCH) == isinstance(entry.default, bool)
    if entry.kind is not Kind.SWITCH:
        assert not entry.fits(True) and not entry.fits(entry.lowest - 1)
        ends = int if entry.kind is Kind.WHOLE else float
        assert entry.fits(ends(entry.lowest)) != entry.above
        assert entry.kind is Kind.WHOLE or entry.fits(entry.highest) != entry.below
    for value in (entry.lowest, entry.highest, None):
        number = int(value) if value is not None and entry.kind is Kind.WHOLE else value
        if entry.fits(number):
            on = tuple((key, True) for key in entry.needs if key == "use_ema")
            OptimizerConfig(name, 0.1, (*on, (entry.name, number))).build()
    if entry.name in WHOLE:
        assert entry.kind is Kind.WHOLE and not entry.fits(2.5)


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_none_of_them_does_nothing(name: str) -> None:
    """At another value the scalar training takes another way within 30 steps."""
    entries = {entry.name: entry for entry in hyperparameters(name)}
    for entry in entries.values():
        partners = {key: _another(entries[key]) for key in entry.needs}
        values = {**partners, entry.name: _another(entry)}
        assert _differ(name, partners, values), f"{entry.name} does nothing"


def test_what_needs_another_does_nothing_alone() -> None:
    entries = hyperparameters("sgd")
    for entry in entries:
        values = {entry.name: _another(entry)}
        missing = idle(entries, values)
        assert missing == ({entry.name: entry.needs} if entry.needs else {})
        assert _differ("sgd", {}, values) == (not entry.needs), entry.name
    assert idle(entries, {"nesterov": True, "momentum": 0.5}) == {}
    assert idle(entries, {"use_ema": True, "ema_momentum": 0.5}) == {
        "use_ema": ("ema_overwrite_frequency",), "ema_momentum": ("ema_overwrite_frequency",)
    }  # fmt: skip


@pytest.mark.parametrize("name", [name for name in OPTIMIZERS if len(withheld(name)) > 1])
def test_what_is_withheld_as_idle_does_nothing_to_scalars(name: str) -> None:
    """If this fails, Keras has changed: what does something is to be offered."""
    idle_ones = set(withheld(name)) - {"loss_scale_factor"}
    # Lamb's first step from 0 differs by what float32 rounds off 1 - beta_2.
    assert not _differ(name, {}, {key: OTHERS.get(key, 0.5) for key in idle_ones}, 1e-4)


def test_the_loss_scale_shrinks_the_updates() -> None:
    plain, scaled = (list(_path("sgd", values))[1] for values in ({}, {"loss_scale_factor": 4.0}))
    assert scaled - START == pytest.approx((plain - START) / 4.0)


@pytest.mark.parametrize("clips", [c for k in range(4) for c in combinations(CLIPS, k)])
def test_keras_refuses_what_is_called_a_conflict(clips: tuple[str, ...]) -> None:
    settings = tuple(sorted((name, 1.0) for name in clips))
    assert clips_together(dict(settings)) == (clips if len(clips) > 1 else ())
    if len(clips) > 1:
        with pytest.raises(InputError, match="Only one of") as caught:
            OptimizerConfig("adam", 0.1, settings).build()
        assert caught.value.code == "hyperparameter_refused"
    else:
        OptimizerConfig("adam", 0.1, settings).build()


def test_settings_are_what_differs_from_the_defaults() -> None:
    values = {"nesterov": True, "momentum": 0.0, "clipnorm": None, "weight_decay": 0.1}
    assert settings_of("sgd", values) == (("nesterov", True), ("weight_decay", 0.1))


def test_formulas_follow_the_settings() -> None:
    def of(name: str, **values: Any) -> tuple[str, ...]:
        return update_formula(OptimizerConfig(name, 0.1, tuple(sorted(values.items()))))

    assert of("sgd") == ("θ ← θ − ηg",)
    assert of("sgd", momentum=0.9) == ("v ← μv − ηg", "θ ← θ + v")
    assert of("sgd", momentum=0.9, nesterov=True)[-1] == "θ ← θ + μv − ηg"
    assert of("sgd", nesterov=True) == of("sgd")
    assert of("sgd", weight_decay=0.1) == ("θ ← θ − ηλθ", "θ ← θ − ηg")
    assert of("adamw") == ("θ ← θ − ηλθ", *of("adam"))
    assert of("adamw", weight_decay=0.0) == of("adam") == of("muon", adam_weight_decay=None)[1:]
    assert "v′ ← max(v′, v)" in of("adam", amsgrad=True)
    assert of("rmsprop", centered=True)[-1] == "θ ← θ − ηg / √(v − a² + ε)"
    assert of("rmsprop", momentum=0.5)[-1] == "θ ← θ − m"


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_every_letter_of_the_settings_stands_in_the_formula(name: str) -> None:
    switched = ("momentum", "warmup_steps")
    on = tuple((e.name, 1) for e in hyperparameters(name) if e.name in switched)
    formula = normalize("NFKC", " ".join(update_formula(OptimizerConfig(name, 0.1, on))))
    own = [e for e in hyperparameters(name) if e.name not in SHARED]
    assert all(normalize("NFKC", entry.symbol) in formula for entry in own), formula


SHARED = {"weight_decay", *CLIPS, "use_ema", "ema_momentum", "ema_overwrite_frequency",
          "gradient_accumulation_steps"}  # fmt: skip
START = np.array([3.0, 0.0])


def _another(entry: Hyperparameter) -> Any:
    """Return a value in the range that is not the default."""
    if entry.kind is Kind.SWITCH:
        return not entry.default
    choices = (2, 3) if entry.kind is Kind.WHOLE else (0.5, -0.3)
    return next(value for value in choices if value != entry.default and entry.fits(value))


def _differ(
    name: str, before: dict[str, Any], after: dict[str, Any], tolerance: float = 1e-6
) -> bool:
    """Return whether two trainings part; they are made no further than that."""
    pairs = zip(_path(name, before), _path(name, after), strict=True)
    return any(np.abs(b - a).max() > tolerance * (1.0 + np.abs(b).max()) for b, a in pairs)


def _path(name: str, values: dict[str, Any]) -> Iterator[NDArray[np.float64]]:
    """Yield two scalars, one of which starts at 0, step by step as Keras moves them."""
    config = OptimizerConfig(name, 0.15, tuple(sorted(values.items())))
    optimizer = config.build()
    a, b = variables = [tf.Variable(value, dtype=tf.float64) for value in START]
    for _ in range(STEPS + 1):
        yield np.array([float(a), float(b)])
        gradients = [10.0 * (a - 1.0) + b, a + 4.0 * b + 8.0]
        optimizer.apply_gradients(zip(gradients, variables, strict=True))
