"""The compiled training loop: a real tape and a real Keras optimizer, many steps a call.

A program depends on objective, dtype and optimizer, never on data, start, learning rate or
number of steps: those are arguments. It holds no state between calls, so that trainers share it,
and one program gives the same bits whatever the chunk lengths.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.columns import Layout, Row
from core.compiled import Compiled
from core.config import RunConfig
from core.gradient import GradientFunction, UpdateFunction, connected
from core.optimizer import OptimizerConfig, state_variables
from core.problem import Objective
from core.state import TrainerState
from core.step_check import step_check
from core.tensorflow_import import load_tensorflow

if TYPE_CHECKING:
    import tensorflow as tf

ROWS = 16384
"""Most steps of one call."""

CheckFunction = Callable[..., list["tf.Tensor"]]
"""Like `core.step_check.step_check`."""


class Program:
    """One compiled function for one objective, dtype and optimizer.

    Parameters
    ----------
    objective : Objective
        The loss.
    dtype : str
        'float32' or 'float64'.
    optimizer : OptimizerConfig
        Its learning rate plays no part.
    gradient, update : callable
        The two halves of a step.
    check : callable
        The gradient check of every step.
    batched : bool
        Whether each update sees some rows of the data only.
    jit_compile : bool
        Compile with XLA; where that fails the plain graph loop takes over, see `compiled`.
    """

    def __init__(
        self,
        objective: Objective,
        dtype: str,
        optimizer: OptimizerConfig,
        gradient: GradientFunction,
        update: UpdateFunction,
        check: CheckFunction = step_check,
        batched: bool = False,
        jit_compile: bool = True,
    ) -> None:
        load_tensorflow()
        self._objective = objective
        self._dtype = dtype
        self._config = optimizer
        self._gradient = gradient
        self._update = update
        self._check = check
        self._batched = batched
        start = (1.0,) * len(objective.names)
        self._parameters, self._optimizer = _built(optimizer, objective.names, dtype, start)
        self._variables = state_variables(self._optimizer)
        self._slots = self._variables[2:]
        slots = tuple(_slot_names(self._slots, objective.names))
        scheduled = not optimizer.schedule.constant
        self.layout = Layout(objective.names, slots, batched, scheduled)
        # Batches and data may have any number of rows.
        self._compiled_loop = Compiled(self._loop, free=2, jit_compile=jit_compile)

    @property
    def compiled(self) -> bool:
        """Whether XLA compiled the loop; False once it fell back to the plain graph."""
        return self._compiled_loop.by_xla

    def initial_state(self, start: Sequence[float], learning_rate: float) -> TrainerState:
        """Return the state of a fresh Keras optimizer at those start values.

        Never made by zeroing: Nadam's slots start at 1, Adagrad's at 0.1, and ScheduleFreeAdamW
        copies the start.
        """
        config = replace(self._config, learning_rate=learning_rate)
        parameters, optimizer = _built(config, self._objective.names, self._dtype, start)
        return TrainerState(
            0,
            tuple(p.numpy() for p in parameters),
            tuple(np.asarray(v.numpy()) for v in state_variables(optimizer)),
        )

    def state_of(self, row: Row, begun: int = 0) -> TrainerState:
        """Return the state that a row was recorded at, exact to the last bit.

        The record's float64 hold every float32, and every integer up to 2^53, as it is.

        Parameters
        ----------
        row : Row
            The row, in this program's layout.
        begun : int
            The step at which the optimizer was new.
        """
        import tensorflow as tf

        ends = np.cumsum([int(np.prod(slot.shape)) for slot in self._slots])
        iteration = (row.step - begun) * self._counted
        values = [iteration, row.base_rate, *np.split(row.slots, ends)[:-1]]
        return TrainerState(
            row.step,
            tuple(np.asarray(value, self._dtype) for value in row.parameters),
            tuple(
                np.asarray(value, tf.as_dtype(variable.dtype).as_numpy_dtype).reshape(
                    variable.shape
                )
                for variable, value in zip(self._variables, values, strict=True)
            ),
        )

    @cached_property
    def _counted(self) -> int:
        """By how much one update raises the optimizer's counter: 1, unless `update` is wrong."""
        import tensorflow as tf

        parameters, optimizer = _built(
            self._config, self._objective.names, self._dtype, [1.0] * len(self._parameters)
        )
        zeros = [tf.zeros_like(parameter) for parameter in parameters]
        self._update(optimizer, zeros, parameters, lambda: zeros)
        return int(optimizer.iterations.numpy())

    def run(
        self,
        state: TrainerState,
        count: int,
        data: Sequence[tf.Tensor],
        batches: Sequence[tf.Tensor] = (),
    ) -> tuple[NDArray[np.float64], TrainerState]:
        """Evaluate at a state, then make up to `count` (at most `ROWS`) updates.

        Parameters
        ----------
        state : TrainerState
            Where to begin.
        count : int
            How many updates.
        data : sequence of tf.Tensor
            The arrays of the problem, in the dtype of training.
        batches : sequence of tf.Tensor
            With mini-batches, two: the rows of the batches of some steps, shape (k, size), int32,
            and the index of that of the state's step among them; `count` + 1 are needed.

        Returns
        -------
        rows : ndarray of float64, shape (k, columns)
            The row at the state, then one row for each update, k <= count + 1. The last row may
            be non-finite: it ends the loop before its gradient is applied.
        state : TrainerState
            The state of the last row.
        """
        import tensorflow as tf

        arguments = (
            tf.constant(count, tf.int32),
            tf.constant(state.step, tf.int64),
            [tf.constant(p) for p in state.parameters],
            [tf.constant(v) for v in state.optimizer_variables],
            list(batches),
            list(data),
        )
        written, columns, parameters, variables = self._compiled_loop(*arguments)
        filled = int(written)
        new = TrainerState(
            state.step + filled - 1,
            tuple(p.numpy() for p in parameters),
            tuple(np.asarray(v.numpy()) for v in variables),
        )
        return columns.numpy()[:, :filled].T, new

    def _loop(
        self,
        count: tf.Tensor,
        step: tf.Tensor,
        parameters: list[tf.Tensor],
        variables: list[tf.Tensor],
        batches: list[tf.Tensor],
        data: list[tf.Tensor],
    ) -> tuple[tf.Tensor, tf.Tensor, list[tf.Tensor], list[tf.Tensor]]:
        import tensorflow as tf

        held = [*self._parameters, *self._variables]
        for variable, value in zip(held, [*parameters, *variables], strict=True):
            variable.assign(value)
        exact = tuple(tf.cast(array, tf.float64) for array in data)

        def body(
            i: tf.Tensor, finite: tf.Tensor, gradient: tf.Tensor, rows: tf.TensorArray
        ) -> tuple[tf.Tensor, ...]:
            before = [tf.convert_to_tensor(v) for v in held]
            last = _batch(data, batches, tf.maximum(i - 1, 0))
            self._update(
                self._optimizer,
                tf.unstack(gradient),
                self._parameters,
                lambda: self._evaluated(self._parameters, last)[1],
            )
            for variable, old in zip(held, before, strict=True):
                # The first round only evaluates. Undoing its update rather than leaving it out
                # keeps one loop body for all rows, hence the same bits for every chunk length.
                variable.assign(tf.where(i == 0, old, tf.convert_to_tensor(variable)))
            seen = _batch(data, batches, i), _batch(exact, batches, i)
            row, finite, gradient = self._row(step + tf.cast(i, tf.int64), tuple(data), *seen)
            return i + 1, finite, gradient, rows.write(i, row)

        written, _, _, rows = tf.while_loop(
            lambda i, finite, gradient, rows: (i <= count) & finite,
            body,
            (
                tf.constant(0),
                tf.constant(True),
                tf.zeros([len(self._parameters)], self._dtype),
                tf.TensorArray(tf.float64, size=ROWS + 1, element_shape=[len(self.layout)]),
            ),
        )
        values = [tf.convert_to_tensor(v) for v in held]
        split = len(self._parameters)
        # Column by column in memory: all that is done with rows later is done by column.
        return written, tf.transpose(rows.stack()), values[:split], values[split:]

    def _row(
        self,
        step: tf.Tensor,
        data: tuple[tf.Tensor, ...],
        seen: tuple[tf.Tensor, ...],
        exact: tuple[tf.Tensor, ...],
    ) -> tuple[tf.Tensor, tf.Tensor, tf.Tensor]:
        """Return the row at the present parameters, whether it is finite, and the gradient.

        `seen` are the rows of the data that the next update sees, `exact` the same in float64.
        """
        import tensorflow as tf

        loss, gradients = self._evaluated(self._parameters, seen)
        gradient = tf.stack(gradients)
        point = tf.cast(tf.stack(self._parameters), tf.float64)
        losses, of_batch = [tf.cast(loss, tf.float64)[None]], tf.cast(gradient, tf.float64)
        recorded = [point, *losses, of_batch]
        if self._batched:
            whole, full = self._evaluated(self._parameters, data)
            recorded = [point, tf.cast(whole, tf.float64)[None], *losses]
            recorded += [tf.cast(tf.stack(full), tf.float64), of_batch]
        finite = tf.reduce_all(tf.math.is_finite(tf.concat(recorded, 0)))
        exact_loss, exact_gradient = loss, gradient
        if self._dtype != "float64":
            exact_loss, gradients = self._evaluated(tf.unstack(point), exact)
            exact_gradient = tf.stack(gradients)
        check = self._check(self._objective, point, exact_gradient, exact_loss, exact)
        held = [self._optimizer.learning_rate, *self._variables[2 - self.layout.scheduled :]]
        others = [tf.cast(tf.reshape(v, [-1]), tf.float64) for v in held]
        row = tf.concat([tf.cast(step, tf.float64)[None], *recorded, *check, *others], 0)
        return row, finite, gradient

    def _evaluated(
        self, parameters: Sequence[Any], data: tuple[tf.Tensor, ...]
    ) -> tuple[tf.Tensor, list[tf.Tensor]]:
        """Return loss and gradients, zero for a parameter that the loss does not depend on."""
        loss, gradients = self._gradient(self._objective, parameters, data)
        return loss, connected(gradients, parameters)


def _batch(
    data: Sequence[tf.Tensor], batches: Sequence[tf.Tensor], index: tf.Tensor
) -> tuple[tf.Tensor, ...]:
    """Return the rows of the data that a batch holds: all of them without mini-batches."""
    import tensorflow as tf

    if not batches:
        return tuple(data)
    rows, first = batches
    chosen = tf.gather(rows, first + index)
    return tuple(tf.gather(array, chosen) for array in data)


def _built(
    config: OptimizerConfig, names: Sequence[str], dtype: str, start: Sequence[float]
) -> tuple[list[tf.Variable], Any]:
    import tensorflow as tf

    parameters = [
        tf.Variable(value, dtype=dtype, name=name) for name, value in zip(names, start, strict=True)
    ]
    optimizer = config.build()
    optimizer.build(parameters)
    return parameters, optimizer


def _slot_names(slots: Sequence[Any], parameters: Sequence[str]) -> list[str]:
    """Return one name per scalar of the slots: Keras' ``w_0_velocity`` becomes ``velocity_w``."""
    names: list[str] = []
    for slot in slots:
        name = _slot_name(slot.path.split("/")[-1].replace(":0", "_0"), parameters)
        names += [name] * int(np.prod(slot.shape))
    # Adafactor gives its row and column factor the same name.
    return [n if names.count(n) == 1 else f"{n}_{names[:i].count(n)}" for i, n in enumerate(names)]


def _slot_name(own: str, parameters: Sequence[str]) -> str:
    for parameter in parameters:
        if own.startswith(f"{parameter}_0"):
            return f"{own[len(parameter) + 2 :].strip('_') or 'factor'}_{parameter}"
    # Nadam's product of momentums has no name of its own: Keras calls it variable_7, the number
    # being how many such variables there were before.
    return "product" if own.startswith("variable") else own


@cache
def _program(
    objective: Objective,
    dtype: str,
    optimizer: OptimizerConfig,
    gradient: GradientFunction,
    update: UpdateFunction,
    batched: bool,
) -> Program:
    # A program cannot be freed (TensorFlow keeps about 8 MB of each), so each is made once.
    return Program(objective, dtype, optimizer, gradient, update, batched=batched)


def program_for(config: RunConfig) -> Program:
    """Return the program of those settings, compiled at its first use and kept."""
    return _program(
        config.problem.objective,
        config.dtype,
        replace(config.optimizer, learning_rate=1.0),
        config.gradient,
        config.update,
        config.batched,
    )
