"""The window's words for the presets are those of the command line."""

from __future__ import annotations

import pytest

from core.presets import PRESETS, PresetGroup
from gui.preset_wording import preset_help, preset_title


@pytest.mark.parametrize("name", list(PRESETS))
def test_each_preset_has_a_short_title_and_its_summary(name: str) -> None:
    preset = PRESETS[name]
    assert len(preset_title(name)) <= 10
    first = preset_help(name).splitlines()[0]
    assert first.replace("−", "-").replace("²", "^2") == preset.summary


@pytest.mark.parametrize("name", [n for n, p in PRESETS.items() if p.group is PresetGroup.TABLE])
def test_a_classic_table_names_its_source_and_licence(name: str) -> None:
    _, source, licence = preset_help(name).splitlines()
    assert source == PRESETS[name].source and "public domain" in licence


def test_titles_differ() -> None:
    assert len({preset_title(name) for name in PRESETS}) == len(PRESETS)
