"""What is wrong with a gradient or an update, as codes with values and an English sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

_ENGLISH: dict[str, str] = {}


@dataclass(frozen=True)
class Diagnosis:
    """One candidate cause.

    Attributes
    ----------
    code : str
        Which cause; the window words it in the person's language by this code.
    values : dict
        What the sentence names.
    """

    code: str
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """One English sentence."""
        return _ENGLISH[self.code].format(**self.values)
