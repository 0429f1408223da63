"""The OpenGL view of the loss surface; imported only where there is an OpenGL context."""

from __future__ import annotations

from math import radians, tan

import numpy as np
import pyqtgraph.opengl as gl
from PySide6.QtCore import QMarginsF, QSizeF, Qt
from PySide6.QtGui import QFocusEvent, QFont, QMatrix4x4, QResizeEvent, QVector3D, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.camera import HOME, RADIUS, Camera
from gui.gl_axes import BoxAxes
from gui.gl_items import Floats, RaisedLines
from gui.gl_marks import Marks
from gui.plotting import surface_colours
from gui.surface_relief import Relief
from gui.theme import Colours

_CASING, _CORE = 6.0, 3.0
"""Widths of the path with its casing, and without."""

_CONTOUR, _VALLEY = (1.0, 1.0, 1.0, 0.55), (1.0, 1.0, 1.0, 1.0)
_ZOOM = 0.999


class SurfaceView(gl.GLViewWidget):
    """Surface, path and marks in a box with axes, seen by a camera that the mouse moves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # Of its own to the system: otherwise each of its pictures redraws the whole window.
        self.setAttribute(Qt.WidgetAttribute.WA_NativeWindow)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(80, 60)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._camera = HOME
        self._mesh: gl.GLSurfacePlotItem | None = None
        self.axes, self.marks = BoxAxes(), Marks()
        self.contours, self.valley = RaisedLines(0.01), RaisedLines(0.03)
        self.casing, self.path = RaisedLines(0.04), RaisedLines(0.04)
        for order, lines in enumerate((self.contours, self.valley, self.casing, self.path)):
            lines.setDepthValue(1 + order)
        self.contours.setData(color=_CONTOUR, width=1.0, antialias=False)
        self.valley.setData(color=_VALLEY, width=_CORE)
        self.casing.setData(color="#000000", width=_CASING)
        for item in (self.axes, self.contours, self.valley, self.casing, self.path, self.marks):
            self.addItem(item)
        self.look_from(HOME)

    @property
    def camera(self) -> Camera:
        """Where the surface is seen from now."""
        centre, opts = self.opts["center"], self.opts
        place = (centre.x(), centre.y(), centre.z())
        return Camera(
            opts["distance"], opts["elevation"], opts["azimuth"], place, self._camera.upright
        )

    def look_from(self, camera: Camera) -> None:
        """Move the camera."""
        self._camera = camera
        self.setCameraPosition(
            pos=QVector3D(*camera.centre), distance=camera.distance,
            elevation=camera.elevation, azimuth=camera.azimuth,
        )  # fmt: skip
        self._fit_lens()

    def set_relief(self, relief: Relief, names: tuple[str, str, str]) -> None:
        """Build the surface anew."""
        if self._mesh is not None:
            self.removeItem(self._mesh)
        lookup = surface_colours(alpha=True) / 255.0
        colours = lookup[np.round(relief.colour_levels * 255).astype(int)]
        x, y = relief.corners
        self._mesh = gl.GLSurfacePlotItem(
            x=x, y=y, z=relief.heights.T,
            colors=colours.transpose(1, 0, 2).reshape(-1, 4), computeNormals=False,
        )  # fmt: skip
        self.addItem(self._mesh)
        self.contours.setData(pos=relief.contours())
        self.valley.setData(pos=relief.valley())
        self.axes.set_box(relief, names)

    def set_path(self, pieces: Floats) -> None:
        """Draw the path."""
        for lines in (self.casing, self.path):
            lines.setData(pos=pieces)

    def set_seen(self, seen: bool) -> None:
        """Show all, or nothing while there is no surface."""
        for item in self.items:
            item.setVisible(seen)

    def restyle(self, colours: Colours, font: QFont) -> None:
        """Take over colours and font."""
        self.setBackgroundColor(colours.plot_background)
        self.path.setData(color=colours.path, width=_CORE)
        self.axes.restyle(colours, font)
        self.marks.restyle(font)
        self._fit_lens()

    def shut(self) -> None:
        """Let go of OpenGL; the view is not used any more."""
        self._release_keys()
        self.clear()
        self.hide()
        self.deleteLater()

    def projectionMatrix(
        self, region: tuple[float, ...], viewport: tuple[float, ...]
    ) -> QMatrix4x4:
        """Return the projection: the box in the room that the texts leave, and tight in depth.

        pyqtgraph's own reaches from a thousandth of the distance to its thousandfold, in which a
        line could not be told from the surface under it.
        """
        distance, margins = self.opts["distance"], self._margins()
        reach = RADIUS + (self.opts["center"] - QVector3D(*HOME.centre)).length()
        near, far = max(distance - reach, 0.05 * distance), distance + reach
        right = near * tan(0.5 * radians(self.opts["fov"]))
        top = right * self.height() / self.width()
        aside = right * (margins.left() - margins.right()) / self.width()
        up = right * (margins.bottom() - margins.top()) / self.width()
        matrix = QMatrix4x4()
        matrix.frustum(-right - aside, right - aside, -top - up, top - up, near, far)
        return matrix

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the whole box in the new size."""
        super().resizeEvent(event)
        self._fit_lens()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom."""
        angle = event.angleDelta().x() or event.angleDelta().y()
        distance = self.opts["distance"] * _ZOOM**angle
        self.opts["distance"] = self._camera.within_reach(distance)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Stop turning: the key that turns is let go elsewhere."""
        self._release_keys()
        super().focusOutEvent(event)

    def _release_keys(self) -> None:
        self.keysPressed.clear()
        self.keyTimer.stop()

    def _fit_lens(self) -> None:
        self.opts["fov"] = self._camera.first.lens(QSizeF(self.size()), self._margins())
        self.update()

    def _margins(self) -> QMarginsF:
        """Return the room for ticks and names around the box."""
        line = self.fontMetrics().height()
        if self._camera.upright:
            return QMarginsF(4.5 * line, 0.8 * line, 2.0 * line, 2.8 * line)
        return QMarginsF(3.0 * line, 0.8 * line, 1.5 * line, 1.6 * line)
