"""A function as a graph that XLA compiles; the plain graph where XLA cannot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Compiled:
    """Traces a function at its first call, once for all later ones.

    Parameters
    ----------
    function : callable
        Of tensors and lists of tensors.
    free : int
        So many of its last arguments may come in any shape of the same rank; the others keep
        their first one.
    jit_compile : bool
        Compile with XLA; where that fails the plain graph takes over.

    Attributes
    ----------
    by_xla : bool
        Whether XLA compiles it; False once it fell back to the plain graph.
    """

    def __init__(self, function: Callable[..., Any], free: int, jit_compile: bool = True) -> None:
        self._function, self._free = function, free
        self.by_xla = jit_compile
        self._graph: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        """Return what the function returns."""
        import tensorflow as tf

        if self._graph is None:
            self._graph = self._traced(arguments)
        try:
            return self._graph(*arguments)
        except (
            tf.errors.InvalidArgumentError,
            tf.errors.NotFoundError,
            tf.errors.UnimplementedError,
            tf.errors.InternalError,
        ):
            if not self.by_xla:
                raise
            # Some builds of TensorFlow come without XLA, and some operations do not compile.
            self.by_xla = False
            self._graph = self._traced(arguments)
            return self._graph(*arguments)

    def _traced(self, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        import tensorflow as tf

        def of_any_shape(tensor: tf.Tensor) -> tf.TensorSpec:
            return tf.TensorSpec([None] * tensor.shape.rank, tensor.dtype)

        split = len(arguments) - self._free
        signature = [
            *tf.nest.map_structure(tf.TensorSpec.from_tensor, list(arguments[:split])),
            *tf.nest.map_structure(of_any_shape, list(arguments[split:])),
        ]
        return tf.function(  # type: ignore[no-any-return]
            self._function, input_signature=signature, jit_compile=self.by_xla, autograph=False
        )
