"""Many trainings of one problem at once, unrecorded: a column for each learning rate.

Each parameter is a vector with one entry per column, and the real Keras optimizer is given a
vector of learning rates. An optimizer that works entry by entry then makes every training as if
it were alone; one that takes a norm over a variable, or holds a number that depends on the rate,
has to train one column after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.compiled import Compiled
from core.gradient import connected, keras_update, tape_gradient
from core.optimizer import OptimizerConfig, state_variables
from core.problem import FitObjective, Objective
from core.tensorflow_import import load_tensorflow

if TYPE_CHECKING:
    import tensorflow as tf

COLUMNS = 256
"""Columns of one call, where they are trained at once."""

BLOCK_ROWS = 5
"""Rows of data at a time: their sums for all columns stay in the cache."""

DTYPE = "float64"

Array = NDArray[np.float64]

JOINED = frozenset({"adafactor", "lamb", "schedulefreeadamw"})
"""Optimizers that take a norm over a variable, or hold a number that depends on the rate."""

JOINED_SETTINGS = frozenset({"clipnorm", "global_clipnorm"})
"""Hyperparameters that do so."""


def works_by_entry(optimizer: OptimizerConfig) -> bool:
    """Whether an optimizer treats every entry of a variable as if it were alone."""
    named = {name for name, value in optimizer.hyperparameters if value is not None}
    return optimizer.name not in JOINED and not named & JOINED_SETTINGS


@dataclass(frozen=True, eq=False)
class Columns:
    """Trainings under way.

    Attributes
    ----------
    parameters : tuple of ndarray, each of shape (k,) or ()
        The parameters.
    variables : tuple of ndarray
        The optimizer's variables; its learning rate of shape (k,) or ().
    momentum : ndarray of shape (k,), or None
        The momentum of each column, where they differ.
    finite : ndarray of bool, shape (k,) or ()
        Whether loss, gradient and parameters have been finite so far.
    """

    parameters: tuple[Array, ...]
    variables: tuple[NDArray[Any], ...]
    momentum: Array | None
    finite: NDArray[np.bool_]


class SweepProgram:
    """One compiled function for one objective and optimizer.

    Parameters
    ----------
    objective : Objective
        The loss.
    optimizer : OptimizerConfig
        Its learning rate plays no part.
    at_once : bool
        Train `COLUMNS` columns at once, else one.
    own_momentum : bool
        Whether each column has a momentum of its own.
    jit_compile : bool
        Compile with XLA; where that fails the plain graph takes over.
    """

    def __init__(
        self,
        objective: Objective,
        optimizer: OptimizerConfig,
        at_once: bool,
        own_momentum: bool,
        jit_compile: bool = True,
    ) -> None:
        load_tensorflow()
        self._objective, self._config = objective, optimizer
        self.shape: tuple[int, ...] = (COLUMNS,) if at_once else ()
        self._own_momentum = own_momentum
        self._parameters, self._optimizer, self._momentum = self._built(self._all(1.0))
        # Of most optimizers a fresh state is the same wherever they start, and building one takes
        # longer than training.
        self._fresh, self._fresh_at = _values(self._optimizer), self._all(1.0)
        others = _values(self._built(self._all(2.0))[1])
        self._copies_start = not all(map(np.array_equal, self._fresh, others))
        self._compiled_loop = Compiled(self._loop, free=1, jit_compile=jit_compile)

    def begin(self, starts: Sequence[Array], rates: Array, momentum: Array | None) -> Columns:
        """Return columns at their start, with the state of a fresh Keras optimizer.

        Parameters
        ----------
        starts : sequence of ndarray, one per parameter, each of shape (k,) or ()
            Start values.
        rates : ndarray, shape (k,) or ()
            Learning rates; Keras holds them in float32.
        momentum : ndarray, shape (k,), or None
            Momentum of each column.
        """
        values = [np.asarray(start, np.float64) for start in starts]
        if self._copies_start and not all(map(np.array_equal, values, self._fresh_at)):
            self._fresh, self._fresh_at = _values(self._built(values)[1]), values
        iteration, _, *slots = self._fresh
        variables = (iteration, rates.astype(np.float32), *slots)
        return Columns(tuple(values), variables, momentum, np.ones(self.shape, bool))

    def run(self, columns: Columns, count: int, data: Sequence[tf.Tensor]) -> tuple[Columns, Array]:
        """Make `count` updates of each column, and return the losses after them.

        Returns
        -------
        columns : Columns
            The columns after them.
        loss : ndarray of float64, shape (k,) or ()
            Their losses.
        """
        import tensorflow as tf

        momentum = [] if columns.momentum is None else [tf.constant(columns.momentum)]
        arguments = (
            tf.constant(count, tf.int32),
            [tf.constant(p) for p in columns.parameters],
            [tf.constant(v) for v in columns.variables],
            momentum,
            tf.constant(columns.finite),
            list(data),
        )
        parameters, variables, finite, loss = self._compiled_loop(*arguments)
        done = Columns(
            tuple(p.numpy() for p in parameters),
            tuple(np.asarray(v.numpy()) for v in variables),
            columns.momentum,
            finite.numpy(),
        )
        return done, loss.numpy()

    def _all(self, value: float) -> list[Array]:
        return [np.full(self.shape, value) for _ in self._objective.names]

    def _built(self, starts: Sequence[Array]) -> Any:
        """Return parameters, a fresh Keras optimizer, and the momentum of each column."""
        import tensorflow as tf

        names = self._objective.names
        parameters = [
            tf.Variable(value, dtype=DTYPE, name=name)
            for name, value in zip(names, starts, strict=True)
        ]
        optimizer = self._config.build(tf.Variable(tf.ones(self.shape), name="rates"))
        optimizer.build(parameters)
        momentum = None
        if self._own_momentum:
            momentum = _OfEachColumn(tf.Variable(tf.zeros(self.shape, DTYPE)))
            optimizer.momentum = momentum
        return parameters, optimizer, momentum

    def _loop(
        self,
        count: tf.Tensor,
        parameters: list[tf.Tensor],
        variables: list[tf.Tensor],
        momentum: list[tf.Tensor],
        finite: tf.Tensor,
        data: list[tf.Tensor],
    ) -> tuple[list[tf.Tensor], list[tf.Tensor], tf.Tensor, tf.Tensor]:
        import tensorflow as tf

        held = [*self._parameters, *state_variables(self._optimizer)]
        for variable, value in zip(held, [*parameters, *variables], strict=True):
            variable.assign(value)
        for value in momentum:
            self._momentum.variable.assign(value)

        def body(i: tf.Tensor, finite: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
            loss, gradients = self._evaluated(data)
            keras_update(self._optimizer, gradients, self._parameters, lambda: gradients)
            return i + 1, finite & _finite([loss, *gradients])

        _, finite = tf.while_loop(lambda i, _: i < count, body, (tf.constant(0), finite))
        loss, gradients = self._evaluated(data)
        values = [tf.convert_to_tensor(v) for v in held]
        split = len(self._parameters)
        finite &= _finite([loss, *gradients, *values[:split]])
        return values[:split], values[split:], finite, loss

    def _evaluated(self, data: list[tf.Tensor]) -> tuple[tf.Tensor, list[tf.Tensor]]:
        """Return the loss of each column, and the gradients of their sum: each one's own."""
        import tensorflow as tf

        values = [tf.convert_to_tensor(parameter) for parameter in self._parameters]
        if self.shape and isinstance(self._objective, FitObjective):
            return _block_by_block(self._objective, values, data)
        loss, gradients = tape_gradient(self._objective, values, tuple(data))
        return loss, connected(gradients, values)


class _OfEachColumn:
    """A momentum that differs from column to column, where Keras expects a single number."""

    def __init__(self, variable: tf.Variable) -> None:
        self.variable = variable

    def __ne__(self, other: object) -> bool:
        # Keras asks whether there is a momentum at all.
        return True

    def __tf_tensor__(self, dtype: Any = None, name: Any = None) -> tf.Tensor:
        import tensorflow as tf

        return tf.convert_to_tensor(self.variable)


def _values(optimizer: Any) -> list[NDArray[Any]]:
    return [np.asarray(variable.numpy()) for variable in state_variables(optimizer)]


def _finite(values: Sequence[tf.Tensor]) -> tf.Tensor:
    import tensorflow as tf

    return tf.reduce_all(tf.stack([tf.math.is_finite(value) for value in values]), axis=0)


def _block_by_block(
    objective: FitObjective, parameters: list[tf.Tensor], data: list[tf.Tensor]
) -> tuple[tf.Tensor, list[tf.Tensor]]:
    """Return losses and gradients, by a tape for each few rows of the data.

    Measured four times as fast as one tape around the reduction over all rows.
    """
    import tensorflow as tf

    x, y = data
    count, model, loss = tf.shape(x)[0], objective.model, objective.loss

    def add(begin: tf.Tensor, *sums: tf.Tensor, rows: int) -> tuple[tf.Tensor, ...]:
        some_x, some_y = tf.slice(x, [begin], [rows]), tf.slice(y, [begin], [rows])
        with tf.GradientTape() as tape:
            tape.watch(parameters)
            part = loss.term_sum(
                [model.predict(parameters, some_x[i]) - some_y[i] for i in range(rows)]
            )
        parts = [part, *connected(tape.gradient(part, parameters), parameters)]
        return begin + rows, *(total + part for total, part in zip(sums, parts, strict=True))

    state = (tf.constant(0), *(tf.zeros_like(parameters[0]) for _ in range(len(parameters) + 1)))
    for rows in (BLOCK_ROWS, 1):
        state = tf.while_loop(
            lambda begin, *_, rows=rows: begin + rows <= count,
            lambda *sums, rows=rows: add(*sums, rows=rows),
            state,
        )
    factor = loss.scale / (tf.cast(count, x.dtype) if loss.mean else 1.0)
    whole, *gradients = (factor * total for total in state[1:])
    return whole, gradients


@cache
def _program(
    objective: Objective, optimizer: OptimizerConfig, at_once: bool, own_momentum: bool
) -> SweepProgram:
    # A program cannot be freed, so each is made once.
    return SweepProgram(objective, optimizer, at_once, own_momentum)


def sweep_program(
    objective: Objective, optimizer: OptimizerConfig, own_momentum: bool = False
) -> SweepProgram:
    """Return the program of those settings, compiled at its first use and kept."""
    rateless = replace(optimizer, learning_rate=1.0)
    return _program(objective, rateless, works_by_entry(optimizer), own_momentum)
