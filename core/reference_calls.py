"""The calls of the two tutorials, made today: what each returns, or the error it raises.

Every call is really made, on fresh variables at a recorded state; the run is not touched. Where
the tutorial's spelling fails, today's is run in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from core.config import RunConfig
from core.state import TrainerState
from core.tensorflow_import import load_tensorflow
from core.worked_step import loss_code, unused_name

if TYPE_CHECKING:
    import keras
    import tensorflow as tf

LONGEST = 160
"""Characters of an error that are kept."""


@dataclass(frozen=True)
class ReferenceCall:
    """One call, then and now.

    Attributes
    ----------
    code : str
        The call as the tutorial writes it.
    today : str
        How it is written today; the same where it still works.
    result : str
        What the call returned; today's call, where the tutorial's fails.
    gone : bool
        Whether TensorFlow no longer has what the tutorial calls.
    error : str or None
        What the tutorial's spelling raises today, in one line.
    note : str
        '' or what is to be said of it: 'placement' (changes placement, not numbers), 'slip' (the
        tutorial's mistake: the parameter in place of its gradient).
    """

    code: str
    today: str
    result: str
    gone: bool
    error: str | None
    note: str = ""


def reference_calls(config: RunConfig, state: TrainerState) -> tuple[ReferenceCall, ...]:
    """Make every call of the two tutorials at a state, with plain gradient descent."""
    load_tensorflow()
    here = _Here(config, state)
    groups = (_tape, _optimizers, _compute_gradients, _updates, _checker)
    return tuple(call for group in groups for call in group(here))


class _Here:
    """Fresh variables at the state, and the loss as the tutorials write it."""

    def __init__(self, config: RunConfig, state: TrainerState) -> None:
        import tensorflow as tf

        self._config, self._state = config, state
        self._data = tuple(tf.constant(array) for array in config.problem.arrays(config.dtype))
        self.names = config.problem.names
        self.variables: list[tf.Variable] = []
        self.loss_code = loss_code(config.problem)
        self.renew()

    def renew(self) -> None:
        """Make fresh variables, so that no call sees what another one did."""
        import tensorflow as tf

        values = zip(self.names, self._state.parameters, strict=True)
        self.variables = [tf.Variable(value, name=name) for name, value in values]

    @property
    def sources(self) -> str:
        """The variables as code: ``[w, b]``."""
        return f"[{', '.join(self.names)}]"

    @property
    def zipped(self) -> str:
        """The pairs as code."""
        return f"zip(gradients, {self.sources})"

    @cached_property
    def rate(self) -> float:
        """The learning rate at the state."""
        return float(self._state.optimizer_variables[1])

    @property
    def rate_code(self) -> str:
        """The learning rate as code: 0.1, not the float32 that Keras makes of it."""
        return f"{self.rate:.6g}"

    def number(self, value: float) -> tf.Tensor:
        """Return a constant in the dtype of training."""
        import tensorflow as tf

        return tf.constant(value, self._config.dtype)

    def loss(self, *parameters: Any) -> tf.Tensor:
        """Return the loss at the variables, or at other parameters."""
        return self._config.problem.objective(list(parameters) or self.variables, self._data)

    def gradient(self, unused: bool = False, **keywords: Any) -> list[tf.Tensor | None]:
        """Return what the tape returns, with a source that the loss does not use if wanted."""
        import tensorflow as tf

        extra = [tf.Variable(1.0, dtype=self._config.dtype)] if unused else []
        with tf.GradientTape() as tape:
            loss = self.loss()
        found: list[tf.Tensor | None] = tape.gradient(loss, [*self.variables, *extra], **keywords)
        return found

    def pairs(self) -> list[tuple[Any, tf.Variable]]:
        """Return what compute_gradients returned."""
        return list(zip(self.gradient(), self.variables, strict=True))

    def sgd(self) -> keras.optimizers.Optimizer:
        """Return plain gradient descent by Keras."""
        import keras

        return keras.optimizers.SGD(self.rate)

    def v1(self) -> Any:
        """Return the tutorial's optimizer from where TensorFlow still keeps it."""
        import tensorflow as tf

        return tf.compat.v1.train.GradientDescentOptimizer(self.rate)

    def after(self, returned: Any = None) -> str:
        """Write what the variables hold now: ``w = -0.8, b = 1.4``, and what a call returned."""
        pairs = zip(self.names, self.variables, strict=True)
        held = ", ".join(f"{name} = {_number(variable)}" for name, variable in pairs)
        return held if returned is None else f"iterations = {int(returned)}, {held}"

    def written(self, pairs: Iterable[tuple[Any, tf.Variable]]) -> str:
        """Write pairs: ``[(18.0, w), (6.0, b)]``."""
        found = zip(pairs, self.names, strict=True)
        return f"[{', '.join(f'({_number(g)}, {name})' for (g, _), name in found)}]"

    def call(
        self,
        code: str,
        old: Callable[[], str],
        today: str = "",
        new: Callable[[], str] | None = None,
        note: str = "",
    ) -> ReferenceCall:
        """Make a call as the tutorial does, and where that fails as it is made today."""
        self.renew()
        result, error = _tried(old)
        if error is None:
            return ReferenceCall(code, (note and today) or code, result, False, None, note)
        gone = isinstance(error, AttributeError)
        if new is not None:
            self.renew()
            result, _ = _tried(new)
        return ReferenceCall(code, today or code, result, gone, _line(error), note)


def _tape(here: _Here) -> list[ReferenceCall]:
    import tensorflow as tf

    ask, unused = f"tape.gradient(loss, {here.sources}", unused_name(here.names)
    with_unused = f"tape.gradient(loss, [{', '.join((*here.names, unused))}]"
    kind = "unconnected_gradients=tf.UnconnectedGradients"
    kinds = tf.UnconnectedGradients
    return [
        here.call(
            f"with tf.GradientTape() as tape: loss = {here.loss_code}",
            lambda: f"loss = {_number(here.loss())}",
        ),
        here.call(f"{ask})", lambda: _list(here.gradient())),
        here.call(
            f"{ask}, output_gradients=2)",
            lambda: _list(here.gradient(output_gradients=2)),
            f"{ask}, output_gradients=tf.constant(2.0))",
            lambda: _list(here.gradient(output_gradients=here.number(2.0))),
        ),
        here.call(
            f"{with_unused}, {kind}.NONE)",
            lambda: _list(here.gradient(True, unconnected_gradients=kinds.NONE)),
        ),
        here.call(
            f"{with_unused}, {kind}.ZERO)",
            lambda: _list(here.gradient(True, unconnected_gradients=kinds.ZERO)),
        ),
        here.call(
            f"tf.gradients(loss, {here.sources})",
            lambda: _list(tf.gradients(here.loss(), here.variables)),
            f"{ask})",
            lambda: _list(here.gradient()),
        ),
    ]


def _optimizers(here: _Here) -> list[ReferenceCall]:
    import tensorflow as tf

    sgd = f"tf.keras.optimizers.SGD({here.rate_code})"
    return [
        here.call(
            f"tf.train.GradientDescentOptimizer({here.rate_code})",
            lambda: _kind(tf.train.GradientDescentOptimizer(here.rate)),
            sgd,
            lambda: f"{_kind(here.sgd())}, learning_rate = {here.rate_code}",
        ),
        here.call(
            f"{sgd}.compute_gradients(loss, {here.sources})",
            lambda: here.written(here.sgd().compute_gradients(here.loss, here.variables)),
            f"list({here.zipped})",
            lambda: here.written(here.pairs()),
        ),
        here.call(
            f"{sgd}.minimize(loss, {here.sources})",
            lambda: here.after(here.sgd().minimize(here.loss, here.variables)),
            f"{sgd}.apply_gradients({here.zipped})",
            lambda: here.after(here.sgd().apply_gradients(here.pairs())),
        ),
    ]


def _compute_gradients(here: _Here) -> list[ReferenceCall]:
    """Make the calls of ``compute_gradients`` with each of its arguments."""
    import tensorflow as tf

    v1 = f"tf.compat.v1.train.GradientDescentOptimizer({here.rate_code})"
    start = f"compute_gradients(lambda: {here.loss_code}, {here.sources}"

    def asked(**keywords: Any) -> str:
        return here.written(here.v1().compute_gradients(here.loss, here.variables, **keywords))

    def with_loss() -> str:
        return here.written(here.v1().compute_gradients(here.loss(), here.variables))

    def call(argument: str, note: str = "", **keywords: Any) -> ReferenceCall:
        code, made = f"optimizer.{start}, {argument})", lambda: asked(**keywords)
        return here.call(code, made, note=note)

    return [
        here.call(
            f"optimizer.compute_gradients(loss, {here.sources})", with_loss, f"{v1}.{start})", asked
        ),
        here.call(
            f"optimizer.{start}, grad_loss=2)",
            lambda: asked(grad_loss=2),
            f"optimizer.{start}, grad_loss=tf.constant(2.0))",
            lambda: asked(grad_loss=here.number(2.0)),
        ),
        call(
            "gate_gradients=optimizer.GATE_GRAPH", "placement", gate_gradients=here.v1().GATE_GRAPH
        ),
        call(
            "aggregation_method=tf.AggregationMethod.ADD_N",
            "placement",
            aggregation_method=tf.AggregationMethod.ADD_N,
        ),
        call("colocate_gradients_with_ops=True", "placement", colocate_gradients_with_ops=True),
    ]


def _updates(here: _Here) -> list[ReferenceCall]:
    apply, name = f"optimizer.apply_gradients({here.zipped}", here.names[0]

    def with_global_step() -> str:
        return here.after(here.sgd().apply_gradients(here.pairs(), global_step=here.number(0.0)))

    def counted() -> str:
        optimizer = here.sgd()
        optimizer.apply_gradients(here.pairs())
        return str(int(optimizer.iterations.numpy()))

    def by_hand(subtracted: Callable[[], Any]) -> Callable[[], str]:
        def made() -> str:
            here.variables[0].assign_sub(here.number(here.rate) * subtracted())
            return f"{name} = {_number(here.variables[0])}"

        return made

    hand = f"{name}.assign_sub({here.rate_code} * gradient_{name})"
    slip = f"{name}.assign_sub({here.rate_code} * {name})"
    return [
        here.call(f"{apply})", lambda: here.after(here.sgd().apply_gradients(here.pairs()))),
        here.call(f"{apply}, global_step=step)", with_global_step, "optimizer.iterations", counted),
        here.call(hand, by_hand(lambda: here.gradient()[0])),
        here.call(slip, by_hand(lambda: here.variables[0]), hand, note="slip"),
    ]


def _checker(here: _Here) -> list[ReferenceCall]:
    import tensorflow as tf

    ask = f"tf.test.compute_gradient(f, {here.sources})"

    def asked() -> str:
        theoretical, numerical = tf.test.compute_gradient(here.loss, here.variables)
        return f"({_list(theoretical)}, {_list(numerical)})"

    return [
        here.call(
            "tf.Session().run(loss)",
            lambda: _number(tf.Session().run(here.loss())),
            "loss.numpy()",
            lambda: _number(here.loss()),
        ),
        here.call("tf.test.GradientChecker", lambda: str(tf.test.GradientChecker), ask, asked),
        here.call(ask, asked),
    ]


def _tried(make: Callable[[], str]) -> tuple[str, Exception | None]:
    """Return what a call gives, or what it raises: of any kind, since that is the finding."""
    try:
        return make(), None
    except Exception as error:
        return "", error


def _kind(thing: object) -> str:
    return type(thing).__name__


def _line(error: Exception) -> str:
    """Write an error in one line of limited length."""
    # TensorFlow ends its messages with the name of the operation, which is empty in eager mode.
    said = " ".join(str(error).split()).removesuffix(" name:")
    text = f"{type(error).__name__}: {said}"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _number(value: Any) -> str:
    """Write a number as Python does, with few digits: 18.0, 3.5e-07; or None."""
    if value is None:
        return "None"
    number = float(np.ravel(value)[0])
    text = f"{number:.6g}"
    return f"{text}.0" if text.lstrip("-").isdigit() else text


def _list(values: Sequence[Any]) -> str:
    return f"[{', '.join(map(_number, values))}]"
