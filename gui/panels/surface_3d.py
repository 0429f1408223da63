"""The loss surface in 3-D with the path of the descent on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QToolButton, QVBoxLayout, QWidget

from gui.camera import ABOVE, HOME, Camera
from gui.floating_window import FloatingWindow
from gui.opengl import opengl_ready
from gui.panel import Panel
from gui.shown import Shown
from gui.surface_geometry import path_points
from gui.surface_picture import SurfacePicture
from gui.surface_relief import Relief
from gui.theme import Colours

if TYPE_CHECKING:
    from gui.gl_marks import Mark
    from gui.surface_view import SurfaceView

PAUSE_MS = 67
"""Between two pictures while training: 15 a second."""


class Surface3dPanel(Panel):
    """The surface as a relief that the mouse turns; without OpenGL a flat picture.

    An OpenGL view slows the whole window down, so there is one only while it is seen: in the
    panel, or in a window of its own.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        body = QWidget()
        self._note = QLabel()
        self._note.setWordWrap(True)
        self._note.hide()
        self._place = QVBoxLayout(body)
        self._place.setContentsMargins(0, 0, 0, 0)
        self._place.setSpacing(2)
        self._place.addWidget(self._note)
        super().__init__(body, "surface3dPanel", parent)
        self._view: SurfaceView | None = None
        self._picture: SurfacePicture | None = None
        self._window: FloatingWindow | None = None
        self._camera: Camera = HOME
        self._relief: Relief | None = None
        self._drawn: tuple[object, ...] = ()
        self._behind = False
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._catch_up)
        self._make_actions()
        self.retranslate()

    def _make_actions(self) -> None:
        self._above, self._reset = QAction(self), QAction(self)
        self._log, self._float = QAction(self), QAction(self)
        self._log.setCheckable(True)
        self._log.setChecked(True)
        self._above.triggered.connect(lambda: self._look_from(ABOVE))
        self._reset.triggered.connect(lambda: self._look_from(HOME))
        self._log.toggled.connect(self.redraw_last)
        self._float.triggered.connect(self._float_or_dock)
        self._tools = self._make_buttons()
        for button in self._tools:
            self.add_header_button(button)

    def _make_buttons(self) -> list[QToolButton]:
        """Return a button for each action; the floating window has its own."""
        buttons = []
        for name, action in (("above", self._above), ("reset", self._reset),
                             ("logHeight", self._log), ("float", self._float)):  # fmt: skip
            button = QToolButton()
            button.setObjectName(name)
            button.setDefaultAction(action)
            button.setAccessibleName(action.text())
            # A click does not focus it: Space then stays the key of Run.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setProperty("small", True)
            buttons.append(button)
        return buttons

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self.set_title(self.tr("Loss surface in 3-D"))
        floats = self._window is not None
        for action, text, tip in (
            (self._above, self.tr("from above"),
             self.tr("Look straight down, the way the flat picture does")),
            (self._reset, self.tr("reset"), self.tr("Look from where the first picture was seen")),
            (self._log, self.tr("log height"),
             self.tr("Height is the logarithm of the loss; otherwise the loss itself")),
            (self._float, self.tr("dock") if floats else self.tr("float"),
             self.tr("Put the surface back into its tab") if floats
             else self.tr("Show the surface in a window of its own")),
        ):  # fmt: skip
            action.setText(text)
            action.setToolTip(tip)
        for button in (*self._tools, *(self._window.buttons if self._window else ())):
            button.setAccessibleName(button.text())
        if self._window is not None:
            self._window.setWindowTitle(self.tr("Loss surface in 3-D"))
        self._name_view()
        self._drawn, self._relief = (), None
        super().retranslate()

    def _name_view(self) -> None:
        if self._view is not None:
            self._view.setAccessibleName(self.tr("Loss surface in 3-D"))
            self._view.setToolTip(
                self.tr("Drag to turn, wheel to zoom, Ctrl and drag to move; arrow keys turn too")
            )

    def restyle(self, colours: Colours) -> None:
        """Take over the colours and the font of the application."""
        self._drawn = ()
        if self._view is not None:
            self._view.restyle(colours, self.font())
        if self._picture is not None:
            self._picture.restyle(colours)
        super().restyle(colours)

    def redraw(self, shown: Shown) -> None:
        """Draw surface, path and marks, unless that was done just now."""
        self._open(shown)
        self._say(shown)
        if self._picture is not None:
            self._picture.draw(shown)
        if self._view is None:
            return
        run = shown.run
        state = (shown.surface, self._log.isChecked(), shown.config.problem, shown.index,
                 run and (run.id, len(run.history)))  # fmt: skip
        if self._pause.isActive():
            self._behind = True
        elif state != self._drawn:
            self._drawn = state
            self._draw_relief(shown, self._view)

    def _catch_up(self) -> None:
        if self._behind:
            self._behind = False
            self.redraw_last()

    def _draw_relief(self, shown: Shown, view: SurfaceView) -> None:
        self._pause.start()
        view.set_seen(shown.surface is not None)
        if shown.surface is None:
            return
        exact, log = shown.quadratic, self._log.isChecked()
        relief = self._relief
        if relief is None or not relief.shows(shown.surface, exact, log):
            relief = self._relief = Relief(shown.surface, exact, log)
            names = shown.config.problem.names
            view.set_relief(relief, (names[0], names[1], self.tr("loss")))
        steps = np.empty((0, 2)) if shown.run is None else path_points(shown.run, shown.index)
        view.set_path(relief.path(steps))
        view.marks.set_marks(self._marks(shown, relief), relief)

    def _marks(self, shown: Shown, relief: Relief) -> list[Mark]:
        """Return the marks that are in the box, the most important last."""
        from gui.gl_marks import Mark

        exact, row, colours = shown.quadratic, shown.row, self.colours
        step = 0 if row is None else row.step
        wanted: tuple[tuple[Sequence[float] | None, str, str, float, str], ...] = (
            (None if exact is None else exact.optimum, self.tr("optimum"), "star", 20.0,
             colours.optimum),
            (shown.config.problem.start[:2], self.tr("start"), "s", 12.0, colours.start),
            (shown.point[:2] if step > 0 else None, self.tr("step {step}").format(step=step), "o",
             12.0, colours.path),
        )  # fmt: skip
        return [
            Mark(relief.lift(point)[0], name, symbol, size, colour)
            for point, name, symbol, size, colour in wanted
            if point is not None and relief.holds(point)
        ]

    def _say(self, shown: Shown) -> None:
        """Say in a sentence what cannot be seen."""
        text = ""
        if self._window is not None:
            text = self.tr("The surface is in a window of its own; close that to have it here.")
        elif shown.surface is None:
            text = self.tr("The surface of this loss is computed by TensorFlow …")
        elif self._picture is not None:
            text = self.tr("There is no OpenGL on this display: the surface is drawn flat.")
        elif shown.quadratic is not None and not shown.quadratic.unique:
            text = self.tr("not unique: x does not vary, every point of the dashed line is best")
        self._note.setText(text)
        self._note.setVisible(bool(text))

    def _look_from(self, camera: Camera) -> None:
        if self._view is not None:
            self._view.look_from(camera)

    def showEvent(self, event: QShowEvent) -> None:
        """Make what shows the surface."""
        super().showEvent(event)
        self.redraw_last()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let go of OpenGL, unless the surface is in a window of its own."""
        super().hideEvent(event)
        if self._window is None:
            self._close_view()

    def _open(self, shown: Shown) -> None:
        """Make what shows the surface, where it is missing."""
        if self._view is not None or shown.surface is None or not self.isVisible():
            return
        view = _make_view()
        for action in (self._above, self._reset, self._log, self._float):
            action.setEnabled(view is not None)
        if view is not None:
            if self._picture is not None:
                self._picture.deleteLater()
                self._picture = None
            self._take(view)
            self._place.addWidget(view, stretch=1)
        elif self._picture is None:
            self._picture = SurfacePicture()
            self._picture.restyle(self.colours)
            self._place.addWidget(self._picture, stretch=1)

    def _take(self, view: SurfaceView) -> None:
        """Give a new view the colours, the texts and the camera of the last one."""
        self._view = view
        view.restyle(self.colours, self.font())
        view.look_from(self._camera)
        self._name_view()

    def _close_view(self) -> None:
        """Let go of OpenGL; the camera is kept."""
        self._pause.stop()
        self._behind, self._drawn, self._relief = False, (), None
        view, self._view = self._view, None
        if view is not None:
            self._camera = view.camera
            view.shut()

    def _float_or_dock(self) -> None:
        if self._window is not None:
            self._window.close()
            return
        self._close_view()
        view = _make_view()
        if view is None:
            return
        self._window = FloatingWindow(self._make_buttons(), self)
        self._window.closed.connect(self._dock)
        self.window().installEventFilter(self)
        self._take(view)
        self._window.hold(view)
        self.retranslate()
        self._window.show()

    def _dock(self) -> None:
        """Bring the surface back into the panel, if that is seen."""
        window, self._window = self._window, None
        if window is None:
            return
        self.window().removeEventFilter(self)
        self._close_view()
        window.deleteLater()
        self.retranslate()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close the floating window together with the main one."""
        if event.type() == QEvent.Type.Close and self._window is not None:
            self._window.close()
        return False


def _make_view() -> SurfaceView | None:
    """Return an OpenGL view, or None without OpenGL."""
    if not opengl_ready():
        return None
    try:
        # Only now: it takes long, and nothing else needs it.
        from gui.surface_view import SurfaceView
    except ImportError:  # a display with OpenGL, but no library of the system's to call it
        return None
    return SurfaceView()
