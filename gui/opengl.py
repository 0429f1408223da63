"""The OpenGL context that must exist before TensorFlow is imported.

On Linux, TensorFlow and Mesa's software OpenGL both carry LLVM, and the process dies if their
symbols meet: the first OpenGL context has to be made current before TensorFlow is imported
(which `core.tensorflow_import` then does under ``RTLD_DEEPBIND``), never after.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication, QOffscreenSurface, QOpenGLContext

_NAME = "descent-lab OpenGL"


def share_contexts() -> None:
    """Let floated windows keep their pictures; must come before the application is made."""
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)


def prepare_opengl(app: QGuiApplication) -> bool:
    """Make an OpenGL context current once, and return whether there is one.

    Parameters
    ----------
    app : QGuiApplication
        It keeps the context.

    Returns
    -------
    bool
        False where the platform has no OpenGL, or TensorFlow came first: no view may then use it.
    """
    if app.findChild(QOpenGLContext, _NAME) is not None:
        return True
    if "tensorflow" in sys.modules or app.platformName() in ("offscreen", "minimal"):
        return False
    context = QOpenGLContext(app)
    if not context.create():
        context.deleteLater()
        return False
    surface = QOffscreenSurface(None, context)
    surface.setFormat(context.format())
    surface.create()
    if not context.makeCurrent(surface):
        context.deleteLater()
        return False
    context.doneCurrent()
    context.setObjectName(_NAME)
    return True


def opengl_ready() -> bool:
    """Return whether `prepare_opengl` made a context for the running application.

    Only then may a view use OpenGL: the context has its name once it was current, never before.
    """
    app = QCoreApplication.instance()
    return app is not None and app.findChild(QOpenGLContext, _NAME) is not None
