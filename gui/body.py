"""Between the bars: the left column and the panels, and which of them are seen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QTabWidget, QVBoxLayout, QWidget

from core.run_view import RunState
from gui.controller import Controller
from gui.learning_rate import LearningRateControl
from gui.panel import Panel
from gui.panels.check import CheckPanel
from gui.panels.controls import ControlsPanel
from gui.panels.fit import FitPanel
from gui.panels.learning_rate_map import LearningRateMapPanel
from gui.panels.loss import LossPanel
from gui.panels.runs import RunsPanel
from gui.panels.steps import StepsPanel
from gui.panels.surface import SurfacePanel
from gui.panels.surface_3d import Surface3dPanel
from gui.panels.worked_step import WorkedStepPanel
from gui.point_history import PointHistory
from gui.race_dialog import RaceDialog
from gui.shown import Shown
from gui.theme import Colours

LEFT_WIDTH = 256
"""Width of the left column at the usual text size, in pixels."""


class Body(QWidget):
    """Left column, line over loss curve, surface over tabs; one panel alone; or for a class."""

    arranged = Signal()
    """Other panels are seen than before."""

    def __init__(self, controller: Controller) -> None:
        super().__init__()
        self._controller = controller
        self._enlarged: Panel | None = None
        self._turn = 0
        self.present = self._left_hidden = self._tabs_hidden = False
        self.rate = LearningRateControl(controller)
        self.controls = ControlsPanel(controller, self.rate)
        self._fit, self._surface, self._loss = FitPanel(), SurfacePanel(), LossPanel()
        self._check, self._worked, self._steps = CheckPanel(), WorkedStepPanel(), StepsPanel()
        self._relief, self.map, self.runs = Surface3dPanel(), LearningRateMapPanel(), RunsPanel()
        self.panels: tuple[Panel, ...] = (
            self._fit, self._surface, self._loss, self._check, self._worked, self._steps,
            self._relief, self.map, self.runs,
        )  # fmt: skip
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for panel in self.panels[3:]:
            self.tabs.addTab(panel, "")
        self._lay_out()
        self._surface.start_picked.connect(controller.set_start)
        self._surface.point_dragged.connect(controller.show_by_hand)
        self._surface.view_wanted.connect(controller.choose_view)
        self._loss.step_picked.connect(controller.go_to)
        self._steps.step_picked.connect(controller.go_to)
        self._check.own_numbers_entered.connect(controller.compare_own)
        self._worked.choices_changed.connect(controller.set_tape_choices)
        self._worked.calls_wanted.connect(controller.make_calls)
        self.map.sweep_wanted.connect(controller.sweeps.want)
        self.map.rate_picked.connect(controller.set_learning_rate)
        self.map.momentum_picked.connect(controller.set_rate_and_momentum)
        self._connect_runs()
        self._connect_points()
        self.tabs.currentChanged.connect(self.arranged)
        self.retranslate()

    def _connect_runs(self) -> None:
        controller, panel = self._controller, self.runs
        panel.keep_wanted.connect(controller.keep_run)
        panel.race_wanted.connect(self._ask_for_race)
        panel.shown_wanted.connect(controller.activate)
        panel.removed.connect(controller.runs.remove)
        panel.recoloured.connect(controller.runs.recolour)
        panel.model.shown.connect(controller.runs.show)
        panel.model.renamed.connect(controller.runs.rename)

    def _connect_points(self) -> None:
        self.points = points = PointHistory(self._controller)
        tool, bar = self._fit.tool, self._fit.bar
        tool.added.connect(points.add)
        tool.removed.connect(points.remove)
        tool.grabbed.connect(points.grab)
        tool.moved.connect(points.move)
        tool.released.connect(points.release)
        bar.undo_wanted.connect(points.undo)
        bar.redo_wanted.connect(points.redo)
        points.changed.connect(lambda: bar.show_history(points.can_undo, points.can_redo))

    def _ask_for_race(self) -> None:
        shown = self._controller.shown
        dialog = RaceDialog(shown.config, shown.learning_rate_limit, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self._controller.race)
        dialog.open()

    def _lay_out(self) -> None:
        self._middle = _split(Qt.Orientation.Vertical, self._fit, self._loss, 56)
        self._right = _split(Qt.Orientation.Vertical, self._surface, self.tabs, 57)
        columns = QHBoxLayout()
        columns.setContentsMargins(0, 4, 6, 0)
        columns.setSpacing(6)
        columns.addWidget(self.controls)
        columns.addWidget(_split(Qt.Orientation.Horizontal, self._middle, self._right, 43), 1)
        self._strip = QWidget()
        self._strip_layout = QHBoxLayout(self._strip)
        self._strip_layout.setContentsMargins(12, 4, 12, 4)
        self._strip.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(columns, stretch=1)
        layout.addWidget(self._strip)

    def draw(self, shown: Shown) -> None:
        """Draw the settings and the panels."""
        self.rate.draw(shown)
        self.controls.draw(shown)
        running = shown.state is RunState.RUNNING
        for panel in self._turn_of(running):
            # What is hidden may lag behind a run, but no longer than that.
            if panel.seen or not running:
                panel.draw(shown)

    def _turn_of(self, running: bool) -> tuple[Panel, ...]:
        """Return the panels to draw now: of a run flat out half of them, so that no frame is long.

        The other half follows with the next frame; all of them once the run is over.
        """
        if not running or self._controller.pace is not None:
            return self.panels
        self._turn = 1 - self._turn
        return self.panels[self._turn :: 2]

    def enlarge(self, number: int) -> None:
        """Let one panel, counted from 1, fill the window; the same again goes back."""
        panel = self.panels[number - 1]
        self._enlarged = None if self._enlarged is panel else panel
        if self.tabs.indexOf(panel) >= 0:
            self.tabs.setCurrentWidget(panel)
        self._arrange()

    def set_present(self, on: bool) -> None:
        """Show line, surface and learning rate only."""
        self.present, self._enlarged = on, None
        if on:
            self.rate.set_wide(True)
            self._strip_layout.addWidget(self.rate)
        else:
            self.controls.take_rate(self.rate)
        self._arrange()

    def toggle_left(self) -> None:
        """Hide the left column, or show it again."""
        self._left_hidden = not self._left_hidden
        self._arrange()

    def toggle_tabs(self) -> None:
        """Hide the tabs, or show them again."""
        self._tabs_hidden = not self._tabs_hidden
        self._arrange()

    def shrink(self) -> bool:
        """Go back from an enlarged panel; False if there was none."""
        if self._enlarged is None:
            return False
        self._enlarged = None
        self._arrange()
        return True

    def restyle(self, colours: Colours, scale: float) -> None:
        """Take over colours and text size, the latter relative to the usual one."""
        self.controls.setFixedWidth(round(LEFT_WIDTH * scale))
        for panel in self.panels:
            panel.restyle(colours)

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        tabs: tuple[tuple[Panel, str, str], ...] = (
            (self._check, self.tr("Gradient check"), self.tr("Is the gradient right?")),
            (self._worked, self.tr("One step"), self.tr("Inside one step")),
            (self._steps, self.tr("Steps"), self.tr("Step table")),
            (self._relief, self.tr("3-D"), self.tr("Loss surface in 3-D")),
            (self.map, self.tr("Rates"), self.tr("Learning-rate map")),
            (self.runs, self.tr("Runs"), self.tr("Compare runs, and race")),
        )
        for panel, text, tip in tabs:
            self.tabs.setTabText(self.tabs.indexOf(panel), text)
            self.tabs.setTabToolTip(self.tabs.indexOf(panel), tip)
        for panel in self.panels:
            panel.retranslate()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _arrange(self) -> None:
        wanted: set[QWidget] = {self._fit, self._surface}
        if not self.present:
            wanted |= {self._loss} | (set() if self._tabs_hidden else {self.tabs})
        panel = self._enlarged
        if panel is not None:
            wanted = {self.tabs if self.tabs.indexOf(panel) >= 0 else panel}
        columns = (
            (self._middle, (self._fit, self._loss)),
            (self._right, (self._surface, self.tabs)),
        )
        for splitter, parts in columns:
            for part in parts:
                part.setVisible(part in wanted)
            splitter.setVisible(bool(wanted & set(parts)))
        whole = panel is None and not self.present
        self.controls.setVisible(whole and not self._left_hidden)
        self._strip.setVisible(self.present)
        self.arranged.emit()


def _split(orientation: Qt.Orientation, first: QWidget, second: QWidget, percent: int) -> QSplitter:
    splitter = QSplitter(orientation)
    splitter.setChildrenCollapsible(False)
    splitter.addWidget(first)
    splitter.addWidget(second)
    splitter.setSizes([percent * 100, (100 - percent) * 100])
    splitter.setStretchFactor(0, percent)
    splitter.setStretchFactor(1, 100 - percent)
    return splitter
