"""One step taken apart: a real tape, a real Keras optimizer, and the same update by hand.

It runs eagerly, as the tutorial's program does, from a recorded state; the run is not touched.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from core.columns import Row
from core.config import RunConfig
from core.gradient import connected, tape_gradient
from core.model import LinearModel
from core.optimizer import OPTIMIZERS, state_variables
from core.problem import Data, Problem
from core.program import program_for
from core.state import TrainerState
from core.tensorflow_import import load_tensorflow

if TYPE_CHECKING:
    import keras
    import tensorflow as tf


@dataclass(frozen=True)
class TapeChoices:
    """How the tape is asked for its gradient.

    Attributes
    ----------
    output_gradients : float or None
        Factor on the gradient, ``output_gradients`` of ``tape.gradient``.
    unconnected_zero : bool
        ``unconnected_gradients``: zeros rather than None for a source the loss does not use.
    unused_source : bool
        Add such a source.
    """

    output_gradients: float | None = None
    unconnected_zero: bool = False
    unused_source: bool = False


EQUAL = {"float32": 1e-6, "float64": 1e-12}
"""How far two ways to the same number may be apart, relative to max(1, abs(value))."""

PLAIN = TapeChoices()
"""The tape asked as a run asks it."""


@dataclass(frozen=True)
class SlotChange:
    """One number the optimizer remembers, before and after the update."""

    name: str
    before: float
    after: float


@dataclass(frozen=True)
class WorkedStep:
    """The update from one step to the next.

    Attributes
    ----------
    step : int
        The step that is left.
    names : tuple of str
        The parameters.
    dtype : str
        'float32' or 'float64'.
    optimizer : str
        Name of the Keras class.
    learning_rate : float
        As Keras holds it: rounded to float32.
    choices : TapeChoices
        How the tape was asked.
    loss : float
        The target.
    before, after : tuple of float
        The parameters; `after` is what the optimizer made of them.
    sources : tuple of str
        The parameters, and the source that the loss does not use if one was added.
    gradients : tuple of float or None
        What ``tape.gradient`` returned, one per source. Only those of parameters are applied.
    slots : tuple of SlotChange
        What the optimizer remembers, by the names of the record.
    iteration_before, iteration_after : int
        ``optimizer.iterations``; the latter is what ``apply_gradients`` returns.
    apply_error : str or None
        What Keras said where it refused the gradients or left some of them out.
    by_hand : tuple of float or None
        ``w.assign_sub(learning_rate * gradient)``; None where there is no gradient.
    """

    step: int
    names: tuple[str, ...]
    dtype: str
    optimizer: str
    learning_rate: float
    choices: TapeChoices
    loss: float
    before: tuple[float, ...]
    sources: tuple[str, ...]
    gradients: tuple[float | None, ...]
    after: tuple[float, ...]
    slots: tuple[SlotChange, ...]
    iteration_before: int
    iteration_after: int
    apply_error: str | None
    by_hand: tuple[float | None, ...]

    @property
    def plain_step(self) -> tuple[float | None, ...]:
        """Minus learning rate times gradient, one per parameter."""
        return tuple(
            None if g is None else -self.learning_rate * g
            for g, _ in zip(self.gradients, self.names, strict=False)
        )

    @property
    def step_taken(self) -> tuple[float, ...]:
        """By how much the optimizer moved each parameter."""
        return tuple(new - old for new, old in zip(self.after, self.before, strict=True))

    @property
    def difference(self) -> tuple[float | None, ...]:
        """What the optimizer made of each parameter, minus what the hand made of it."""
        pairs = zip(self.after, self.by_hand, strict=True)
        return tuple(None if hand is None else new - hand for new, hand in pairs)

    @property
    def equals_hand(self) -> bool:
        """Whether the optimizer did what the hand did, but for rounding."""
        pairs = zip(self.difference, self.after, strict=True)
        allowed = EQUAL[self.dtype]
        return all(d is None or abs(d) <= allowed * max(1.0, abs(new)) for d, new in pairs)


def state_at(config: RunConfig, row: Row) -> TrainerState:
    """Return the exact state that a row of a run with those settings was recorded at."""
    return program_for(config).state_of(row)


def worked_step(config: RunConfig, state: TrainerState, choices: TapeChoices = PLAIN) -> WorkedStep:
    """Make the update that leaves a state, and keep what each of its calls returned.

    Where the loss does not depend on a parameter Keras is given None, as the tutorial would; a
    run gives it zeros.
    """
    load_tensorflow()
    import tensorflow as tf

    parameters, optimizer = _restored(config, state)
    data = tuple(tf.constant(array) for array in config.problem.arrays(config.dtype))
    taped = partial(_taped, config, parameters, data, choices)
    loss, gradients = taped()
    own = gradients[: len(parameters)]
    by_hand = _by_hand(state, own, optimizer)
    slots, iteration = _slots(optimizer), int(optimizer.iterations.numpy())
    # Before the update: a schedule goes on with it.
    rate = float(tf.convert_to_tensor(optimizer.learning_rate))
    error = _complaint_of(
        lambda: config.update(
            optimizer,
            own,
            parameters,
            lambda: connected(taped()[1][: len(parameters)], parameters),
        ),
        incomplete=None in own,
    )
    names = config.problem.names
    return WorkedStep(
        step=state.step,
        names=names,
        dtype=config.dtype,
        optimizer=OPTIMIZERS[config.optimizer.name],
        learning_rate=rate,
        choices=choices,
        loss=float(loss),
        before=tuple(map(float, state.parameters)),
        sources=(*names, unused_name(names)) if choices.unused_source else names,
        gradients=tuple(None if g is None else float(g) for g in gradients),
        after=tuple(float(p.numpy()) for p in parameters),
        slots=tuple(map(SlotChange, program_for(config).layout.slots, slots, _slots(optimizer))),
        iteration_before=iteration,
        iteration_after=int(optimizer.iterations.numpy()),
        apply_error=error,
        by_hand=by_hand,
    )


def loss_code(problem: Problem) -> str:
    """Return the loss as code, as the tutorials write it."""
    if problem.fit is not None and isinstance(problem.fit.model, LinearModel):
        return "loss_fn(y, w * x + b)"
    return f"f({', '.join(problem.names)})"


def step_code(worked: WorkedStep, problem: Problem) -> tuple[str, ...]:
    """Return the five lines of code: tape, gradient, pairs, update, and the update by hand."""
    names, choices, rate = worked.names, worked.choices, f"{worked.learning_rate:.6g}"
    arguments = ["loss", f"[{', '.join(worked.sources)}]"]
    if choices.output_gradients is not None:
        # A plain 2 is refused in float32: TensorFlow takes it for a float64.
        factor = float(f"{choices.output_gradients:.6g}")
        arguments.append(f"output_gradients=tf.constant({factor!r}, loss.dtype)")
    if choices.unused_source or choices.unconnected_zero:
        kind = "zero" if choices.unconnected_zero else "none"
        arguments.append(f'unconnected_gradients="{kind}"')
    return (
        f"with tf.GradientTape() as tape: loss = {loss_code(problem)}",
        f"gradients = tape.gradient({', '.join(arguments)})",
        f"pairs = list(zip(gradients, [{', '.join(names)}]))",
        "optimizer.apply_gradients(pairs)",
        "; ".join(f"{name}.assign_sub({rate} * gradient_{name})" for name in names),
    )


def unused_name(names: Sequence[str]) -> str:
    """Return a name for a source that the loss does not use: c, where that is free."""
    return next(name for name in ("c", "unused", "unused_source") if name not in names)


def _restored(
    config: RunConfig, state: TrainerState
) -> tuple[list[tf.Variable], keras.optimizers.Optimizer]:
    """Return variables and a fresh Keras optimizer that hold the state, dtype exact."""
    import tensorflow as tf

    parameters = [
        tf.Variable(value, name=name)
        for name, value in zip(config.problem.names, state.parameters, strict=True)
    ]
    optimizer = config.optimizer.build()
    optimizer.build(parameters)
    for variable, value in zip(state_variables(optimizer), state.optimizer_variables, strict=True):
        variable.assign(value)
    return parameters, optimizer


def _taped(
    config: RunConfig, parameters: Sequence[tf.Variable], data: Data, choices: TapeChoices
) -> tuple[tf.Tensor, list[tf.Tensor | None]]:
    """Return the loss and one gradient per source."""
    import tensorflow as tf

    objective = config.problem.objective
    unused = [tf.Variable(1.0, dtype=config.dtype)] if choices.unused_source else []
    if config.gradient is not tape_gradient:
        loss, found = config.gradient(objective, parameters, data)
        sources = [*parameters, *unused]
        return loss, _chosen([*found, *(None for _ in unused)], sources, choices)
    with tf.GradientTape() as tape:
        loss = objective(parameters, data)
    factor, kind = choices.output_gradients, tf.UnconnectedGradients
    gradients = tape.gradient(
        loss,
        [*parameters, *unused],
        output_gradients=None if factor is None else tf.constant(factor, loss.dtype),
        unconnected_gradients=kind.ZERO if choices.unconnected_zero else kind.NONE,
    )
    return loss, gradients


def _chosen(
    gradients: Sequence[tf.Tensor | None], sources: Sequence[tf.Variable], choices: TapeChoices
) -> list[tf.Tensor | None]:
    """Do to a gradient that does not come from a tape of ours what the tape would have done."""
    factor = choices.output_gradients
    if factor is not None:
        gradients = [None if g is None else factor * g for g in gradients]
    return [*connected(gradients, sources)] if choices.unconnected_zero else list(gradients)


def _by_hand(
    state: TrainerState,
    gradients: Sequence[tf.Tensor | None],
    optimizer: keras.optimizers.Optimizer,
) -> tuple[float | None, ...]:
    """Return what the tutorial's ``w.assign_sub(learning_rate * gradient)`` makes of the state."""
    import tensorflow as tf

    rate = tf.convert_to_tensor(optimizer.learning_rate)
    found: list[float | None] = []
    for value, gradient in zip(state.parameters, gradients, strict=True):
        if gradient is None:
            found.append(None)
            continue
        variable = tf.Variable(value)
        variable.assign_sub(tf.cast(rate, variable.dtype) * gradient)
        found.append(float(variable.numpy()))
    return tuple(found)


def _slots(optimizer: keras.optimizers.Optimizer) -> list[float]:
    """Return every number the optimizer remembers, in the order of the record."""
    return [float(v) for slot in state_variables(optimizer)[2:] for v in np.ravel(slot.numpy())]


def _complaint_of(apply: Callable[[], None], incomplete: bool) -> str | None:
    """Apply gradients; return in one line what Keras said against them."""
    if not incomplete:
        apply()
        return None
    # Catching warnings changes the whole process, so only where Keras is known to warn.
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            apply()
        except (ValueError, TypeError) as error:
            return " ".join(str(error).split())
    return " ".join(str(caught[0].message).split()) if caught else None
