"""The random states of Python, NumPy and TensorFlow, kept as they are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np


@contextmanager
def random_state_kept() -> Iterator[None]:
    """Put the random states back that a loss with noise in it moves on."""
    import random

    import tensorflow as tf

    generator = tf.random.get_global_generator()
    before = (np.random.get_state(), random.getstate(), generator.state.numpy())
    try:
        yield
    finally:
        np.random.set_state(before[0])
        random.setstate(before[1])
        generator.state.assign(before[2])
