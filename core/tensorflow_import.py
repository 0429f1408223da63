"""The one place where TensorFlow is imported for the first time.

Three things must be settled before: the Keras backend, the noise that the C++ side writes to
file descriptor 2, and, on Linux, the symbol clash with Mesa's software OpenGL (both carry LLVM):
the import runs under ``RTLD_DEEPBIND``, after the window has made its OpenGL context.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# XLA then compiles the whole training loop into one kernel instead of some thirty calls per
# step: measured 3 to 8 times as fast on 100 rows. An unknown option is ignored by XLA.
_XLA_FLAGS = "--xla_backend_extra_options=xla_cpu_small_while_loop_byte_threshold=100000"


_lock = threading.Lock()


def load_tensorflow() -> None:
    """Import TensorFlow and Keras, quietly, with settings that make results reproducible.

    Raises
    ------
    ImportError
        If the import fails; the message carries what the C++ side wrote meanwhile.
    """
    # A half imported module is in sys.modules already, so a second thread has to wait.
    with _lock:
        if "tensorflow" not in sys.modules:
            _import_and_set_up()


def _import_and_set_up() -> None:
    _set_environment()
    with _deepbind(), _diverted_stderr() as written:
        try:
            import keras
            import tensorflow as tf
        except Exception as error:
            raise ImportError(f"{error}\n{written()}".strip()) from error
    # These tiny loops run slower on a GPU, and TensorFlow would take all of its memory.
    tf.config.set_visible_devices([], "GPU")
    # One program per optimizer is meant; TensorFlow takes it for needless retracing and warns.
    tf.get_logger().setLevel("ERROR")
    # A keras.json in the user's home may name another float type for Keras' own variables.
    keras.config.set_floatx("float32")


def _set_environment() -> None:
    os.environ["KERAS_BACKEND"] = "tensorflow"
    os.environ.pop("TF_USE_LEGACY_KERAS", None)
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    flags = os.environ.get("XLA_FLAGS", "")
    if "xla_backend_extra_options" not in flags:
        os.environ["XLA_FLAGS"] = f"{flags} {_XLA_FLAGS}".strip()


@contextmanager
def _deepbind() -> Iterator[None]:
    if not hasattr(os, "RTLD_DEEPBIND"):
        yield
        return
    flags = sys.getdlopenflags()
    sys.setdlopenflags(flags | os.RTLD_DEEPBIND)
    try:
        yield
    finally:
        sys.setdlopenflags(flags)


@contextmanager
def _diverted_stderr() -> Iterator[Callable[[], str]]:
    """Divert file descriptor 2 to a file; yield a function that reads what was written."""
    saved = os.dup(2)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 2)

        def written() -> str:
            file.seek(0)
            return file.read().decode(errors="replace")

        try:
            yield written
        finally:
            os.dup2(saved, 2)
            os.close(saved)
