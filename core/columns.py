"""The columns of the record: what is kept of every step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray


class Role(StrEnum):
    """What a column holds. All are float64; row k is the state after k updates.

    ``ERROR`` is the tape's gradient (evaluated in float64) minus the numerical one; ``TOLERANCE``
    is the largest absolute error that rounding and truncation explain; ``VERDICT`` is a
    `core.verdict.CheckCode`.
    """

    STEP = "step"
    PARAMETER = "parameter"
    LOSS = "loss"
    GRADIENT = "gradient"
    NUMERICAL = "numerical"
    ERROR = "error"
    TOLERANCE = "tolerance"
    VERDICT = "verdict"
    LEARNING_RATE = "learning_rate"
    SLOT = "slot"


_OF_EACH_PARAMETER = (
    Role.PARAMETER, Role.GRADIENT, Role.NUMERICAL, Role.ERROR, Role.TOLERANCE, Role.VERDICT
)  # fmt: skip
_SINGLE = (Role.STEP, Role.LOSS, Role.LEARNING_RATE)


@dataclass(frozen=True)
class Column:
    """One column: its role, and which parameter or slot it belongs to."""

    role: Role
    element: str = ""

    @property
    def name(self) -> str:
        """Name in files: ``w``, ``loss``, ``gradient_w``, ``slot_momentum_w``."""
        if self.role is Role.PARAMETER:
            return self.element
        return f"{self.role}_{self.element}" if self.element else str(self.role)


@dataclass(frozen=True)
class Layout:
    """Which columns a record has, in which order."""

    parameters: tuple[str, ...]
    slots: tuple[str, ...] = ()

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """All columns: step, parameters, loss, gradients, check, learning rate, slots."""
        columns: list[Column] = []
        for role in Role:
            if role in _SINGLE:
                columns.append(Column(role))
            else:
                elements = self.parameters if role in _OF_EACH_PARAMETER else self.slots
                columns += [Column(role, element) for element in elements]
        return tuple(columns)

    def __len__(self) -> int:
        """Return the number of columns."""
        return len(self.columns)

    @cached_property
    def slices(self) -> dict[Role, slice]:
        """Where each role's columns lie."""
        found = {}
        for role in Role:
            at = [i for i, column in enumerate(self.columns) if column.role is role]
            found[role] = slice(at[0], at[-1] + 1) if at else slice(0, 0)
        return found


@dataclass(frozen=True, eq=False)
class Row:
    """The record of one step.

    Attributes
    ----------
    layout : Layout
        The columns.
    values : ndarray of float64, shape (columns,)
        Their values.
    """

    layout: Layout
    values: NDArray[np.float64]

    def _of(self, role: Role) -> NDArray[np.float64]:
        return self.values[self.layout.slices[role]]

    @property
    def step(self) -> int:
        """The step number k: how many updates came before."""
        return int(self._of(Role.STEP)[0])

    @property
    def loss(self) -> float:
        """The loss at the parameters."""
        return float(self._of(Role.LOSS)[0])

    @property
    def learning_rate(self) -> float:
        """The learning rate the optimizer holds."""
        return float(self._of(Role.LEARNING_RATE)[0])

    @property
    def parameters(self) -> NDArray[np.float64]:
        """Shape (P,)."""
        return self._of(Role.PARAMETER)

    @property
    def gradient(self) -> NDArray[np.float64]:
        """The tape's gradient in the dtype of training, shape (P,)."""
        return self._of(Role.GRADIENT)

    @property
    def numerical(self) -> NDArray[np.float64]:
        """The central difference in float64, shape (P,)."""
        return self._of(Role.NUMERICAL)

    @property
    def error(self) -> NDArray[np.float64]:
        """The tape's gradient in float64 minus the central difference, shape (P,)."""
        return self._of(Role.ERROR)

    @property
    def tolerance(self) -> NDArray[np.float64]:
        """The error allowed, shape (P,)."""
        return self._of(Role.TOLERANCE)

    @property
    def verdicts(self) -> NDArray[np.int64]:
        """A `core.verdict.CheckCode` each, shape (P,)."""
        return self._of(Role.VERDICT).astype(np.int64)

    @property
    def slots(self) -> NDArray[np.float64]:
        """The optimizer's slots."""
        return self._of(Role.SLOT)

    @property
    def finite(self) -> bool:
        """Whether parameters, loss and gradient are all finite."""
        roles = (Role.PARAMETER, Role.LOSS, Role.GRADIENT)
        return all(bool(np.isfinite(self._of(role)).all()) for role in roles)


def finite_rows(layout: Layout, rows: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which rows, shape (k, columns), are finite: parameters, loss and gradient."""
    roles: Sequence[Role] = (Role.PARAMETER, Role.LOSS, Role.GRADIENT)
    parts = [rows[:, layout.slices[role]] for role in roles]
    return np.asarray(np.isfinite(np.concatenate(parts, axis=1)).all(axis=1))
