"""A training under way: settings, data and state, advanced by a shared compiled program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.columns import Layout, Row, finite_rows
from core.config import RunConfig
from core.program import ROWS, Program, program_for
from core.state import TrainerState
from core.tensorflow_import import load_tensorflow


@dataclass(frozen=True, eq=False)
class StepBlock:
    """Rows of the record.

    Attributes
    ----------
    layout : Layout
        The columns.
    rows : ndarray of float64, shape (k, columns)
        One row per step, row k being the state after k updates.
    finite : bool
        False if the last row is not finite: the training ends there.
    """

    layout: Layout
    rows: NDArray[np.float64]
    finite: bool

    def row(self, index: int) -> Row:
        """Return one row."""
        return Row(self.layout, self.rows[index])


class Trainer:
    """Trains one problem.

    Parameters
    ----------
    config : RunConfig
        The settings.
    program : Program, optional
        The compiled loop; by default the shared one of the settings.
    """

    def __init__(self, config: RunConfig, program: Program | None = None) -> None:
        load_tensorflow()
        import tensorflow as tf

        self._program = program or program_for(config)
        self._data = [tf.constant(array) for array in config.problem.arrays(config.dtype)]
        self._state = self._program.initial_state(
            config.problem.start, config.optimizer.learning_rate
        )

    @property
    def layout(self) -> Layout:
        """The columns of the rows."""
        return self._program.layout

    @property
    def compiled(self) -> bool:
        """Whether XLA compiled the loop; False once it fell back to the plain graph."""
        return self._program.compiled

    def evaluate(self) -> StepBlock:
        """Return the row of the present state, without an update."""
        rows, _ = self._program.run(self._state, 0, self._data)
        return self._block(rows)

    def evaluate_at(self, point: Sequence[float]) -> StepBlock:
        """Return the row at other parameters; the training goes on as if it had not been asked."""
        rows, _ = self._program.run(self._program.initial_state(point, 1.0), 0, self._data)
        return self._block(rows)

    def advance(self, count: int) -> StepBlock:
        """Make up to `count` updates and return their rows.

        The block is shorter where a row is not finite; that row is its last, and a further call
        returns no rows. Chunk lengths do not change a bit of the result.
        """
        blocks = [np.empty((0, len(self.layout)))] if count <= 0 else []
        while count > 0:
            part = min(count, ROWS)
            rows, self._state = self._program.run(self._state, part, self._data)
            blocks.append(rows[1:])
            count -= part
            if len(rows) <= part:
                break
        return self._block(blocks[0] if len(blocks) == 1 else np.concatenate(blocks))

    def _block(self, rows: NDArray[np.float64]) -> StepBlock:
        finite = len(rows) > 0 and bool(finite_rows(self.layout, rows[-1:])[0])
        return StepBlock(self.layout, rows, finite)

    def state(self) -> TrainerState:
        """Return the present state."""
        return self._state

    def restore(self, state: TrainerState) -> None:
        """Go on from a state."""
        self._state = state

    def set_learning_rate(self, rate: float) -> None:
        """Use another learning rate from the next update on."""
        self._state = self._state.with_learning_rate(rate)
