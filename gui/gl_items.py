"""What OpenGL views draw besides pyqtgraph's own items: paintings on the screen, raised lines."""

from __future__ import annotations

import numpy as np
import pyqtgraph.opengl as gl
from numpy.typing import NDArray
from OpenGL import GL
from pyqtgraph.opengl.GLGraphicsItem import GLGraphicsItem
from PySide6.QtGui import QImage, QMatrix4x4, QPainter

Floats = NDArray[np.float64]

_SMOOTH = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing
_BEHIND = 1e-3
_FAR = 1e4  # no pixel of a screen is so far from its corner


class PaintedItem(GLGraphicsItem):
    """An item drawn by one QPainter, in pixels: text and marks keep their size at any distance."""

    def paint(self) -> None:
        """Draw; as pyqtgraph calls it."""
        painter = QPainter(self.view())
        painter.setRenderHints(_SMOOTH)
        try:
            self.draw(painter)
        finally:
            painter.end()

    def draw(self, painter: QPainter) -> None:
        """Draw; the part that each item writes."""
        raise NotImplementedError

    def on_screen(self, points: Floats) -> Floats:
        """Return where points of the box, shape (..., 3), are in the view, in pixels.

        NaN stands for what is behind the camera, or wildly far outside.
        """
        view = self.view()
        return projected(points, self.mvpMatrix(), view.width(), view.height())


class StillItem(PaintedItem):
    """A painted item that stays the same while the camera does: it is kept as an image.

    Under software OpenGL, painting one image is many times as fast as painting texts and lines.
    """

    def __init__(self) -> None:
        super().__init__()
        self._image = QImage()
        self._seen: tuple[object, ...] = ()
        self._changed = True

    def renew(self) -> None:
        """Draw anew: something besides the camera has changed."""
        self._changed = True
        self.update()

    def draw(self, painter: QPainter) -> None:
        """Draw the image, made anew if the camera has moved."""
        view = self.view()
        seen = (view.size(), view.devicePixelRatioF(), tuple(self.mvpMatrix().data()))
        if self._changed or seen != self._seen:
            self._changed, self._seen = False, seen
            self._image = self._painted()
        painter.drawImage(0, 0, self._image)

    def _painted(self) -> QImage:
        view = self.view()
        ratio = view.devicePixelRatioF()
        image = QImage(view.size() * ratio, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(ratio)
        image.fill(0)
        painter = QPainter(image)
        painter.setRenderHints(_SMOOTH)
        self.draw_still(painter)
        painter.end()
        return image

    def draw_still(self, painter: QPainter) -> None:
        """Draw what the image is to show; the part that each item writes."""
        raise NotImplementedError


class RaisedLines(gl.GLLinePlotItem):
    """Separate lines that lie in a surface and are yet not hidden by it.

    Parameters
    ----------
    raised : float
        How much nearer to the eye they are taken, as part of the depth of the view. A wide line
        needs more: along its lower side the surface is nearer than under its middle.
    """

    def __init__(self, raised: float) -> None:
        super().__init__(mode="lines", glOptions="translucent", antialias=True)
        self._raised = raised

    def paint(self) -> None:
        """Draw over the lines drawn before, also where those are a little nearer."""
        GL.glDepthMask(False)
        try:
            super().paint()
        finally:
            GL.glDepthMask(True)

    def mvpMatrix(self) -> QMatrix4x4:
        """Return the projection, a little nearer to the eye."""
        nearer = QMatrix4x4()
        nearer.translate(0.0, 0.0, -self._raised)
        nearer *= super().mvpMatrix()
        return nearer


def projected(points: Floats, matrix: QMatrix4x4, width: float, height: float) -> Floats:
    """Return where points, shape (..., 3), are on a screen, in pixels from its top left."""
    rows = np.array(matrix.data(), dtype=np.float64).reshape(4, 4).T
    clip = np.concatenate([points, np.ones((*points.shape[:-1], 1))], axis=-1) @ rows.T
    depth = np.where(clip[..., 3] > _BEHIND, clip[..., 3], np.nan)[..., None]
    unit = clip[..., :2] / depth
    pixels = (unit * [1.0, -1.0] + 1.0) / 2.0 * [width, height]
    return np.where(np.abs(pixels) < _FAR, pixels, np.nan)
