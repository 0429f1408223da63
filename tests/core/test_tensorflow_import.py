"""The one import of TensorFlow: quiet and with the right settings, whatever the environment."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from typing import Any

import pytest

from core.tensorflow_import import load_tensorflow

ROOT = Path(__file__).resolve().parents[2]

TRAINING = """
import json, os, sys, threading
from dataclasses import replace
from core.presets import preset_named
from core.tensorflow_import import load_tensorflow
from core.trainer import Trainer

sys.setswitchinterval(1e-5)
flags, found = sys.getdlopenflags(), {"threads": []}

def load():
    load_tensorflow()
    keras, logger = sys.modules["keras"], sys.modules["tensorflow"].get_logger()
    found["threads"].append([keras.config.floatx(), logger.level])

threads = [threading.Thread(target=load) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
sys.setswitchinterval(0.005)
for dtype in ("float32", "float64"):
    trainer = Trainer(replace(preset_named("tape").config(noise=0.0), dtype=dtype))
    row = trainer.advance(20).row(-1)
    state = trainer.state()
    found[dtype] = [
        *row.parameters, trainer.compiled, *{str(p.dtype) for p in state.parameters},
        *(str(v.dtype) for v in state.optimizer_variables),
    ]
import keras, tensorflow as tf
found["backend"] = keras.config.backend()
found["keras"] = tf.keras.__version__
found["gpus"] = len(tf.config.get_visible_devices("GPU"))
found["flags"] = os.environ["XLA_FLAGS"]
found["dlopen"] = sys.getdlopenflags() == flags
print(json.dumps(found))
os.write(2, b"standard error is back\\n")
"""

XLA_OPTION = "--xla_backend_extra_options=xla_cpu_small_while_loop_byte_threshold=100000"

HOSTILE: dict[str, dict[str, str]] = {
    "another backend": {"KERAS_BACKEND": "jax"},
    "legacy Keras": {"TF_USE_LEGACY_KERAS": "1"},
    "XLA flags of the person's own": {"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false"},
    "XLA options of the person's own": {
        "XLA_FLAGS": "--xla_backend_extra_options=xla_cpu_small_while_loop_byte_threshold=1",
        "CUDA_VISIBLE_DEVICES": "0",
    },
    "keras.json with float16": {"KERAS_HOME": "keras"},
}


def _python(
    code: str, folder: Path, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    ours = ("KERAS_BACKEND", "TF_USE_LEGACY_KERAS", "XLA_FLAGS", "KERAS_HOME")
    clean = {k: v for k, v in os.environ.items() if k not in (*ours, "TF_CPP_MIN_LOG_LEVEL")}
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        cwd=folder,
        env={**clean, "PYTHONPATH": str(ROOT), "HOME": str(folder), **(environment or {})},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize("name", HOSTILE)
def test_training_has_the_right_numbers_and_says_nothing(name: str, tmp_path: Path) -> None:
    """Also where four threads ask for TensorFlow at once, and each goes on as soon as it can."""
    environment = dict(HOSTILE[name])
    if "KERAS_HOME" in environment:
        environment["KERAS_HOME"] = str(_keras_home(tmp_path))
    done = _python(TRAINING, tmp_path, environment)
    assert (done.returncode, done.stderr) == (0, "standard error is back\n")
    found = json.loads(done.stdout)
    assert found["threads"] == [["float32", logging.ERROR]] * 4
    for dtype in ("float32", "float64"):
        assert found[dtype][:2] == pytest.approx([1.7555485, 9.8962371], abs=1e-6)
        # Compiled; parameters as asked; iteration and learning rate as Keras has them.
        assert found[dtype][2:] == [True, dtype, "int64", "float32"]
    assert found["backend"] == "tensorflow"
    assert found["keras"].startswith("3.")
    assert found["gpus"] == 0
    assert found["dlopen"]
    _assert_own_flags_are_kept(environment.get("XLA_FLAGS", ""), found["flags"])


def _keras_home(folder: Path) -> Path:
    home = folder / "keras"
    home.mkdir()
    settings: dict[str, Any] = {"floatx": "float16", "epsilon": 0.5, "backend": "jax"}
    (home / "keras.json").write_text(json.dumps(settings))
    return home


def _assert_own_flags_are_kept(own: str, flags: str) -> None:
    assert flags.startswith(own)
    assert flags.count("xla_backend_extra_options") == 1
    if "xla_backend_extra_options" not in own:
        assert flags.endswith(XLA_OPTION)


STUBS = """
import os, sys, types

class Stub:
    def find_spec(self, name, path=None, target=None):
        if name == "keras":
            os.write(2, b"the C++ side says why\\n")
            raise {error}

sys.meta_path.insert(0, Stub())
from core.tensorflow_import import load_tensorflow
flags = sys.getdlopenflags()
try:
    load_tensorflow()
except ImportError as error:
    print(error)
assert sys.getdlopenflags() == flags
os.write(2, b"standard error is back\\n")
"""


@pytest.mark.parametrize("error", ["ImportError('no such symbol')", "RuntimeError('bad flag')"])
def test_a_failing_import_tells_what_was_written_meanwhile(error: str, tmp_path: Path) -> None:
    done = _python(STUBS.replace("{error}", error), tmp_path)
    assert done.returncode == 0, done.stderr
    why = error.split("'")[1]
    assert done.stdout == f"{why}\nthe C++ side says why\n"
    assert done.stderr == "standard error is back\n"


def test_settings_do_not_depend_on_tensorflow_being_asked_for_twice() -> None:
    load_tensorflow()
    before = sys.modules["tensorflow"]
    threads = [threading.Thread(target=load_tensorflow) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sys.modules["tensorflow"] is before
    assert os.environ["KERAS_BACKEND"] == "tensorflow"


def test_importing_the_core_does_not_import_tensorflow(tmp_path: Path) -> None:
    modules = sorted(path.stem for path in (ROOT / "core").glob("[a-z]*.py"))
    assert {"cli", "program", "runner", "trainer"} <= set(modules)
    code = f"""
    import sys
    import {", ".join(f"core.{module}" for module in modules)}
    assert not {{"tensorflow", "keras", "pandas", "scipy", "PySide6"}} & set(sys.modules)
    """
    done = _python(code, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
