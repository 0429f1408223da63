"""What every test needs: a screen or none, the order of start-up, settings of its own."""

from __future__ import annotations

import gc
import itertools
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from gui.settings import ENVIRONMENT

# Before any test can open a window: nothing of the person's own is read or written.
os.environ[ENVIRONMENT] = str(Path(tempfile.mkdtemp(prefix="descent-lab-")) / "settings.ini")
SCREEN = not sys.platform.startswith("linux") or bool(os.environ.get("DISPLAY"))
if not SCREEN:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def pytest_configure() -> None:
    """Start up as the window does: application, OpenGL context, then TensorFlow."""
    from core.tensorflow_import import load_tensorflow
    from gui.application import make_application
    from gui.opengl import prepare_opengl

    # pytest-qt finds this application; it must outlive all tests.
    pytest.descent_lab_application = app = make_application([])
    prepare_opengl(app)
    load_tensorflow()
    # Not in a runner's thread, which would delete Qt's objects: after each test, in this one.
    gc.collect()
    gc.freeze()
    gc.disable()


_tests = itertools.count(1)


@pytest.fixture(autouse=True)
def _garbage_is_collected_here() -> Iterator[None]:
    yield
    gc.collect(2 if next(_tests) % 20 == 0 else 1)


@pytest.fixture(autouse=True)
def _settings_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "settings.ini"))


@pytest.fixture(autouse=True)
def _no_thread_left() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    left = [thread.name for thread in threading.enumerate() if thread not in before]
    assert not left, f"threads left running: {left}"
