"""The columns of the record: what is kept of every step."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray


class Role(StrEnum):
    """What a column holds. All are float64; row k is the state after k updates.

    With mini-batches ``LOSS`` and ``FULL_GRADIENT`` are those of all rows, ``BATCH_LOSS`` and
    ``GRADIENT``, with its check, those of the batch that the next update sees.
    ``LEARNING_RATE`` is that of the next update, ``BASE_RATE`` what its schedule starts from.
    ``ERROR`` is the tape's gradient (evaluated in float64) minus the numerical one; ``TOLERANCE``
    is the largest absolute error that rounding and truncation explain; ``VERDICT`` is a
    `core.verdict.CheckCode`.
    """

    STEP = "step"
    PARAMETER = "parameter"
    LOSS = "loss"
    BATCH_LOSS = "batch_loss"
    FULL_GRADIENT = "full_gradient"
    GRADIENT = "gradient"
    NUMERICAL = "numerical"
    ERROR = "error"
    TOLERANCE = "tolerance"
    VERDICT = "verdict"
    LEARNING_RATE = "learning_rate"
    BASE_RATE = "base_learning_rate"
    SLOT = "slot"


_OF_EACH_PARAMETER = (
    Role.PARAMETER, Role.FULL_GRADIENT, Role.GRADIENT, Role.NUMERICAL, Role.ERROR,
    Role.TOLERANCE, Role.VERDICT,
)  # fmt: skip
_SINGLE = (Role.STEP, Role.LOSS, Role.BATCH_LOSS, Role.LEARNING_RATE, Role.BASE_RATE)
_BATCHED = (Role.BATCH_LOSS, Role.FULL_GRADIENT)
_FINITE = (Role.PARAMETER, Role.LOSS, *_BATCHED, Role.GRADIENT)


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
    """Which columns a record has, in which order.

    Attributes
    ----------
    parameters : tuple of str
        Names of the parameters.
    slots : tuple of str
        Names of what the optimizer remembers.
    batched : bool
        Whether the updates see mini-batches.
    scheduled : bool
        Whether the learning rate follows a schedule.
    """

    parameters: tuple[str, ...]
    slots: tuple[str, ...] = ()
    batched: bool = False
    scheduled: bool = False

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """All columns: step, parameters, loss, gradients, check, learning rate, slots."""
        columns: list[Column] = []
        for role in Role:
            if role in _BATCHED and not self.batched:
                continue
            if role is Role.BASE_RATE and not self.scheduled:
                continue
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
        """The loss at the parameters, over all rows of the data."""
        return float(self._of(Role.LOSS)[0])

    @property
    def batch_loss(self) -> float:
        """The loss over the rows that the next update sees."""
        return float(self._of(Role.BATCH_LOSS)[0]) if self.layout.batched else self.loss

    @property
    def full_gradient(self) -> NDArray[np.float64]:
        """The gradient over all rows of the data, shape (P,)."""
        return self._of(Role.FULL_GRADIENT) if self.layout.batched else self.gradient

    @property
    def learning_rate(self) -> float:
        """The learning rate of the next update."""
        return float(self._of(Role.LEARNING_RATE)[0])

    @property
    def base_rate(self) -> float:
        """The learning rate that the schedule starts from."""
        return float(self._of(Role.BASE_RATE)[0]) if self.layout.scheduled else self.learning_rate

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
        return all(bool(np.isfinite(self._of(role)).all()) for role in _FINITE)


def finite_rows(layout: Layout, rows: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which rows, shape (k, columns), are finite: parameters, loss and gradient."""
    parts = [rows[:, layout.slices[role]] for role in _FINITE]
    return np.asarray(np.isfinite(np.concatenate(parts, axis=1)).all(axis=1))
