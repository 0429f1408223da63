"""The order of start-up: OpenGL context, then TensorFlow under DEEPBIND, then a painted view."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from gui.opengl import opengl_ready, prepare_opengl

ROOT = Path(__file__).resolve().parents[2]

SCRIPT = """
import faulthandler, sys, threading
faulthandler.enable()
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtOpenGL import QOpenGLShader, QOpenGLShaderProgram
from PySide6.QtOpenGLWidgets import QOpenGLWidget
from core.tensorflow_import import load_tensorflow
from gui.application import make_application
from gui.opengl import prepare_opengl

class View(QOpenGLWidget):
    painted = 0
    def initializeGL(self):
        # Shaders are what LLVM compiles: clearing alone would prove nothing.
        self.program = QOpenGLShaderProgram(self)
        vertex = "attribute vec2 p; void main() { gl_Position = vec4(p, 0.0, 1.0); }"
        fragment = "void main() { gl_FragColor = vec4(1.0, sqrt(0.25), 0.0, 1.0); }"
        self.program.addShaderFromSourceCode(QOpenGLShader.ShaderTypeBit.Vertex, vertex)
        self.program.addShaderFromSourceCode(QOpenGLShader.ShaderTypeBit.Fragment, fragment)
        assert self.program.link()
    def paintGL(self):
        import numpy as np
        gl = self.context().functions()
        self.program.bind()
        corners = np.array([-1, -1, 3, -1, -1, 3], np.float32)
        self.program.enableAttributeArray(0)
        self.program.setAttributeArray(0, corners, 2)
        gl.glDrawArrays(0x0004, 0, 3)
        self.painted += 1

def wait(done):
    loop, timer = QEventLoop(), QTimer(interval=10)
    timer.timeout.connect(lambda: done() and loop.quit())
    timer.start()
    loop.exec()

app = make_application([])
assert prepare_opengl(app) and prepare_opengl(app)
assert "tensorflow" not in sys.modules
thread = threading.Thread(target=load_tensorflow)
thread.start()
wait(lambda: not thread.is_alive())
import tensorflow as tf
f = tf.function(lambda x: x * 2.0, jit_compile=True)
assert float(f(tf.constant(3.0))) == 6.0
view = View()
view.resize(200, 100)
view.show()
wait(lambda: view.painted)
colour = view.grabFramebuffer().pixelColor(100, 50)
print("colour", colour.red(), colour.green(), colour.blue())
assert float(f(tf.constant(4.0))) == 8.0
view.close()
"""

LATE = """
import sys, types
sys.modules["tensorflow"] = types.ModuleType("tensorflow")
from gui.application import make_application
from gui.opengl import prepare_opengl
print(prepare_opengl(make_application([])))
"""

WEAK = """
import gui.opengl
from gui.application import make_application
class Weak(gui.opengl.QOpenGLContext):
    def makeCurrent(self, surface):
        return False
gui.opengl.QOpenGLContext = Weak
app = make_application([])
print(gui.opengl.prepare_opengl(app), gui.opengl.opengl_ready())
"""


def run(script: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.strip()


@pytest.fixture
def screen(qapp: QGuiApplication) -> None:
    if qapp.platformName() in ("offscreen", "minimal"):
        pytest.skip("needs a display with OpenGL: run make test, which starts Xvfb")


@pytest.mark.usefixtures("screen")
def test_a_view_is_painted_after_tensorflow_was_imported() -> None:
    assert run(SCRIPT) == "colour 255 128 0"


@pytest.mark.usefixtures("screen")
def test_no_context_is_made_once_tensorflow_is_there() -> None:
    assert run(LATE) == "False"


@pytest.mark.usefixtures("screen")
def test_a_context_that_cannot_be_made_current_is_none() -> None:
    assert run(WEAK) == "False False"


def test_views_may_use_opengl_once_there_is_a_context(qapp: QGuiApplication) -> None:
    assert opengl_ready() is prepare_opengl(qapp)
