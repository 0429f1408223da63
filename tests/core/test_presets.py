"""The two reference experiments, as the tutorials write them, and that each preset is sound."""

from __future__ import annotations

import numpy as np
import pytest

from core.errors import InputError
from core.gradient import keras_update, tape_gradient
from core.optimizer import OptimizerConfig
from core.presets import PRESETS, PresetGroup, preset_named
from core.stability import exact_limit
from core.stop_rules import StopRules


def test_the_groups_follow_each_other_and_each_preset_says_what_it_is() -> None:
    groups = {
        group: [p.name for p in PRESETS.values() if p.group is group] for group in PresetGroup
    }
    assert [name for names in groups.values() for name in names] == list(PRESETS)
    assert groups[PresetGroup.EXPERIMENT] == ["tape", "checker"]
    assert groups[PresetGroup.GENERATOR] == [
        "line", "outliers", "clusters", "curved", "spread", "constant_x",
    ]  # fmt: skip
    assert groups[PresetGroup.TABLE] == [
        "anscombe1", "anscombe2", "anscombe3", "anscombe4", "hubble", "forbes", "cars", "norris",
    ]  # fmt: skip
    assert all(preset.name == name for name, preset in PRESETS.items())
    assert all(preset.summary.endswith(".") for preset in PRESETS.values())


def test_tape_data_are_those_of_the_tutorial_in_a_terminal() -> None:
    data = preset_named("tape").config().problem.dataset
    np.random.seed(0)
    x = np.linspace(-1, 1, 100)
    y = 2 * x + 10 + np.random.randn(100) * 0.33
    assert data is not None
    assert data.x.tolist() == x.tolist()
    assert data.y == pytest.approx(y, rel=1e-15)
    assert (data.noise, data.seed, data.formula) == (0.33, 0, "y = 2x + 10")


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1])
@pytest.mark.parametrize("noise", [0.0, 0.5, 3.0])
@pytest.mark.parametrize(("name", "w", "b"), [("tape", 2.0, 10.0), ("checker", 1.0, -1.0)])
def test_noise_and_seed_shape_the_data(
    name: str, w: float, b: float, noise: float, seed: int
) -> None:
    data = preset_named(name).config(noise, seed).problem.dataset
    assert data is not None and (data.noise, data.seed) == (noise, seed)
    wanted = w * data.x + b + noise * np.random.RandomState(seed).randn(len(data))
    assert data.y == pytest.approx(wanted, rel=1e-14, abs=1e-14)


def test_another_seed_is_other_noise() -> None:
    first, second = (preset_named("tape").make(0.33, seed) for seed in (0, 1))
    assert not np.array_equal(first.y, second.y)


def test_checker_data_have_no_noise_unless_asked() -> None:
    data = preset_named("checker").config().problem.dataset
    assert data is not None
    assert data.x.tolist() == [1.0, 2.0, 3.0, 4.0, 5.0]
    assert data.y.tolist() == [0.0, 1.0, 2.0, 3.0, 4.0]


@pytest.mark.parametrize(
    ("name", "start", "steps", "gate"),
    [("tape", (1.0, 1.0), 20, False), ("checker", (1.0, 2.0), 1000, True)],
)
def test_settings(name: str, start: tuple[float, float], steps: int, gate: bool) -> None:
    config = preset_named(name).config()
    assert config.problem.start == start and config.problem.names == ("w", "b")
    assert config.problem.fit is not None and config.problem.fit.loss.name == "mse"
    assert config.optimizer == OptimizerConfig("sgd", 0.1)
    assert config.stop == StopRules(steps, None) and config.gate is gate
    assert config.dtype == "float32"
    assert (config.gradient, config.update) == (tape_gradient, keras_update)


def test_unknown_preset_is_refused_with_the_choices() -> None:
    with pytest.raises(InputError) as caught:
        preset_named("tapes")
    assert caught.value.code == "unknown_name"
    assert "preset: there is no 'tapes'. Choose one of: tape, checker, line," in str(caught.value)


@pytest.mark.parametrize("name", [name for name in PRESETS if name != "checker"])
def test_every_preset_but_checker_begins_below_the_limit_of_its_data(name: str) -> None:
    config = PRESETS[name].config()
    limit = exact_limit(config.problem, config.optimizer)
    assert limit is not None and config.optimizer.learning_rate < limit


@pytest.mark.parametrize("name", [n for n, p in PRESETS.items() if p.size is not None])
def test_the_number_of_points_can_be_chosen(name: str) -> None:
    preset = PRESETS[name]
    for size in (2, 3, 17, 1000):
        assert len(preset.make(size=size)) == size
    own = preset.config().problem.dataset
    assert own is not None and len(own) == preset.size


def test_tape_with_other_points_has_the_same_line() -> None:
    data = PRESETS["tape"].make(0.0, 0, 5)
    assert data.x.tolist() == [-1.0, -0.5, 0.0, 0.5, 1.0]
    assert data.y.tolist() == [8.0, 9.0, 10.0, 11.0, 12.0]


@pytest.mark.parametrize("size", [0, 1, 100_001])
def test_too_few_and_too_many_points_are_refused(size: int) -> None:
    with pytest.raises(InputError) as caught:
        PRESETS["tape"].make(size=size)
    assert caught.value.code == "bad_points"
    assert f"--points {size}" in str(caught.value) and "2 to 100000" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "changes", "option"),
    [
        ("checker", {"size": 5}, "--points"),
        ("hubble", {"size": 24}, "--points"),
        ("hubble", {"noise": 0.0}, "--noise"),
    ],
)
def test_what_a_preset_has_not_is_refused(
    name: str, changes: dict[str, float], option: str
) -> None:
    with pytest.raises(InputError) as caught:
        PRESETS[name].make(**changes)
    assert caught.value.code == "misplaced_option"
    assert str(caught.value).startswith(f"{option} needs one of the presets tape")
