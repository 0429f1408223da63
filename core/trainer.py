"""A training under way: settings, data and state, advanced by a shared compiled program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.batch import Batch
from core.columns import Layout, Row, finite_rows
from core.config import RunConfig
from core.program import ROWS, Program, program_for
from core.state import TrainerState
from core.tensorflow_import import load_tensorflow

if TYPE_CHECKING:
    import tensorflow as tf

WINDOW_ROWS = 2**18
"""About so many rows of batches are handed over at once."""


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
        arrays = config.problem.arrays(config.dtype)
        self._data = [tf.constant(array) for array in arrays]
        self._windows = None
        if config.batch is not None and arrays:
            self._windows = _Windows(config.batch, len(arrays[0]))
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
        return self._block(self._run(self._state, 0)[0])

    def evaluate_at(self, point: Sequence[float]) -> StepBlock:
        """Return the row at other parameters; the training goes on as if it had not been asked."""
        return self._block(self._run(self._program.initial_state(point, 1.0), 0)[0])

    def advance(self, count: int) -> StepBlock:
        """Make up to `count` updates and return their rows.

        The block is shorter where a row is not finite; that row is its last, and a further call
        returns no rows. Chunk lengths do not change a bit of the result.
        """
        blocks = [np.empty((0, len(self.layout)))] if count <= 0 else []
        while count > 0:
            part = min(count, ROWS)
            if self._windows is not None:
                part = min(part, self._windows.left(self._state.step))
            rows, self._state = self._run(self._state, part)
            blocks.append(rows[1:])
            count -= part
            if len(rows) <= part:
                break
        return self._block(blocks[0] if len(blocks) == 1 else np.concatenate(blocks))

    def _run(self, state: TrainerState, count: int) -> tuple[NDArray[np.float64], TrainerState]:
        batches = () if self._windows is None else self._windows.at(state.step)
        return self._program.run(state, count, self._data, batches)

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


class _Windows:
    """The batches of many steps at once, kept for the next call."""

    def __init__(self, batch: Batch, rows: int) -> None:
        self._batch, self._rows = batch, rows
        self._steps = max(1, min(ROWS, WINDOW_ROWS // batch.size))
        self._number = -1
        self._tensor: tf.Tensor | None = None

    def left(self, step: int) -> int:
        """Return how many updates can be made from a step with its window."""
        return self._steps - step % self._steps

    def at(self, step: int) -> tuple[tf.Tensor, tf.Tensor]:
        """Return the rows of the batches in the window of a step, and its place there."""
        import tensorflow as tf

        number, place = divmod(step, self._steps)
        if number != self._number:
            # One more than there are updates: the last row is only evaluated.
            first, count = number * self._steps, self._steps + 1
            self._tensor = tf.constant(self._batch.rows(first, count, self._rows))
            self._number = number
        return self._tensor, tf.constant(place, tf.int32)
