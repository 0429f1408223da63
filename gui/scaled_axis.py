"""Scaled x: its name, and a second axis in the original units."""

from __future__ import annotations

from collections.abc import Iterable

from core.scaling import Scaling, ScalingKind
from gui.number_format import axis_tick, short
from gui.plotting import NumberAxis
from gui.ticks import linear_ticks


def scaled_name(name: str, scaling: Scaling) -> str:
    """Return the formula of the chosen coordinates, such as (x − 3) / 1.414."""
    if scaling.kind is ScalingKind.NONE:
        return name
    sign = "−" if scaling.offset >= 0.0 else "+"
    shifted = f"{name} {sign} {short(abs(scaling.offset), 6)}"
    if scaling.kind is ScalingKind.CENTRE:
        return shifted
    return f"({shifted}) / {short(scaling.factor, 4)}"


class OriginalAxis(NumberAxis):
    """The axis at the top of a plot in scaled coordinates: its numbers are the original ones."""

    def __init__(self) -> None:
        super().__init__("top")
        self._scaling = Scaling()

    def set_scaling(self, scaling: Scaling) -> None:
        """Take over what was done to the coordinates."""
        self._scaling = scaling
        self.picture = None
        self.update()

    def tickValues(
        self, minVal: float, maxVal: float, size: float
    ) -> list[tuple[float, list[float]]]:
        """Return where round original numbers lie."""
        offset, factor = self._scaling.offset, self._scaling.factor
        low, high = minVal * factor + offset, maxVal * factor + offset
        spacing, ticks = linear_ticks(low, high, self._room(size))
        return [(spacing / factor, [(tick - offset) / factor for tick in ticks])]

    def tickStrings(self, values: Iterable[float], scale: float, spacing: float) -> list[str]:
        """Write the original numbers."""
        offset, factor = self._scaling.offset, self._scaling.factor
        return [axis_tick(value * factor + offset, spacing * factor) for value in values]
