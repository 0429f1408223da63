"""The toolbar: what a person does, in the order of time."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSlider,
    QSpinBox,
    QWidget,
)

from core.presets import PRESETS, PresetGroup
from core.run_view import RunState, can_go_on
from gui.controller import Controller
from gui.data_name import data_name
from gui.preset_wording import preset_help, preset_title
from gui.shown import Shown
from gui.widgets.naming import named, unfocused_button
from gui.widgets.speed_box import LADDER, SpeedBox

MOST_STEPS = 9_999_999
NAME_LENGTH = 14
"""About how many letters of a file's name are shown."""

TABLE = "table"
"""Key of the experiment that is a table of the person's own."""


class Toolbar(QFrame):
    """Experiment, reset, back, run, step, speed and step limit; view, language and help."""

    def __init__(self, controller: Controller, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        self._controller = controller
        self._present = False
        self._ready = False
        self._state = RunState.LOADING
        self._make_widgets()
        self._lay_out()
        self._connect()
        self.retranslate()

    def _make_widgets(self) -> None:
        self._experiment = QLabel()
        self._presets = named(QComboBox(), "presetBox")
        for group in PresetGroup:
            if self._presets.count():
                self._presets.insertSeparator(self._presets.count())
            for preset in PRESETS.values():
                if preset.group is group:
                    self._presets.addItem("", preset.name)
        self.file_button = unfocused_button("fileButton")
        self.open_button = unfocused_button("openButton")
        self._reset = unfocused_button("resetButton")
        self._back = unfocused_button("stepBackButton")
        self.run_button = unfocused_button("runButton")
        self._step = unfocused_button("stepButton")
        self.run_button.setProperty("primary", True)
        self._speed_label, self._stop_label = QLabel(), QLabel()
        self._speed = named(QSlider(Qt.Orientation.Horizontal), "speedSlider")
        self._speed.setRange(0, len(LADDER) - 1)
        self._speed.setPageStep(1)
        self._speed.setMinimumWidth(60)
        self._pace = named(SpeedBox(), "stepsPerSecondBox")
        self._pace.set_pace(self._controller.pace)
        self._speed.setValue(self._pace.place())
        self._limit = named(QSpinBox(), "stepBudgetBox")
        self._limit.setRange(1, MOST_STEPS)
        self._limit.setKeyboardTracking(False)
        self.present_button = unfocused_button("presentButton", checkable=True)
        self.language_button = unfocused_button("languageButton")
        self.theme_button = unfocused_button("themeButton")
        self.help_button = unfocused_button("helpButton")

    def _lay_out(self) -> None:
        layout = self._row = QHBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 4)
        groups: tuple[tuple[QWidget, ...], ...] = (
            (self.file_button, self._experiment, self._presets, self.open_button),
            (self._reset, self._back, self.run_button, self._step),
            (self._speed_label, self._speed, self._pace),
            (self._stop_label, self._limit),
        )
        for group in groups:
            for widget in group:
                layout.addWidget(widget)
            layout.addSpacing(8)
        layout.addStretch(1)
        right = (
            self.present_button,
            self.theme_button,
            self.language_button,
            self.help_button,
        )
        for button in right:
            layout.addWidget(button)
        # What gives way, one after the other, where the window is too narrow for all.
        self._dispensable: tuple[tuple[QWidget, ...], ...] = (
            (self._experiment,),
            (self._speed_label, self._speed),
            (self._stop_label,),
            (self.theme_button,),
            # The file menu has it, too.
            (self.open_button,),
        )

    def _connect(self) -> None:
        controller = self._controller
        self._presets.activated.connect(self._choose_experiment)
        self._reset.clicked.connect(controller.reset)
        self._back.clicked.connect(lambda: controller.back())
        self.run_button.clicked.connect(controller.toggle_run)
        self._step.clicked.connect(lambda: controller.step())
        self._speed.valueChanged.connect(self._choose_speed)
        self._pace.valueChanged.connect(self._pace_changed)
        self._limit.valueChanged.connect(controller.set_limit)
        for box in (self._pace, self._limit):
            box.lineEdit().returnPressed.connect(self.run_button.setFocus)

    def draw(self, shown: Shown) -> None:
        """Show which experiment is open, what Run does now, and which buttons work."""
        first = not self._ready and shown.run is not None
        self._ready = self._ready or first
        self._state = shown.state
        self._show_experiment(shown)
        with QSignalBlocker(self._limit):
            self._limit.setValue(shown.config.stop.steps)
        if self._pace.pace() != self._controller.pace:
            # That of a session; not always, for a person may be typing another.
            self._pace.set_pace(self._controller.pace)
        ended = (
            shown.step is None
            and shown.racers != ()
            and not any(can_go_on(run.state, run.stop) for run in shown.racers)
        )
        self.run_button.setEnabled(self._ready)
        self._reset.setEnabled(self._ready)
        self._step.setEnabled(self._ready and not ended)
        self._back.setEnabled(shown.at > 0)
        self._name_run()
        if first:
            self.run_button.setFocus()

    def set_present(self, on: bool) -> None:
        """Show only what a class needs."""
        self._present = on
        with QSignalBlocker(self.present_button):
            self.present_button.setChecked(on)
        self._fit()

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self._experiment.setText(self.tr("Experiment"))
        self._speed_label.setText(self.tr("Speed"))
        self._stop_label.setText(self.tr("Stop after"))
        self._name_presets()
        self._presets.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for widget, text, name, tooltip in self._texts():
            if isinstance(widget, QPushButton):
                widget.setText(text)
            widget.setAccessibleName(name)
            widget.setToolTip(tooltip)
        for box in (self._pace, self._limit):
            # A spin box is lower by nature than a combo box, and Chinese letters are higher.
            box.setMinimumHeight(self._presets.sizeHint().height() + 4)
        self._name_run()
        self._fit()

    def _name_presets(self) -> None:
        for name in PRESETS:
            index = self._presets.findData(name)
            self._presets.setItemText(index, preset_title(name))
            self._presets.setItemData(index, preset_help(name), Qt.ItemDataRole.ToolTipRole)

    def _texts(self) -> tuple[tuple[QWidget, str, str, str], ...]:
        """Return widget, text, accessible name and tooltip."""
        return (
            (self._presets, "", self.tr("Experiment"),
             self.tr("Choose an experiment; it begins anew")),
            (self.file_button, self.tr("File"), self.tr("File"),
             self.tr("Open, save, export, copy")),
            (self.open_button, self.tr("Open…"), self.tr("Open a table"),
             self.tr("Open a table of your own, as CSV (Ctrl+O)")),
            (self._reset, "⟲ " + self.tr("Reset"), self.tr("Reset"),
             self.tr("Go back to the start; the last run stays in grey (R)")),
            (self._back, "◂ " + self.tr("Back"), self.tr("Back"),
             self.tr("Show the step before (←)")),
            (self._step, "▸ " + self.tr("Step"), self.tr("Step"),
             self.tr("Show the next step; after the newest one, make one update (→)")),
            (self._speed, "", self.tr("Speed"), self.tr("How fast Run goes")),
            (self._pace, "", self.tr("Steps per second"),
             self.tr("Steps per second; the top is as fast as it goes")),
            (self._limit, "", self.tr("Stop after"),
             self.tr("The run stops after so many steps")),
            (self.present_button, self.tr("Present"), self.tr("Present"),
             self.tr("Large text for a class: line, surface and learning rate only (Esc ends it)")),
            (self.theme_button, "◐", self.tr("Dark or light"),
             self.tr("Switch between dark and light")),
            (self.language_button, "中/EN", self.tr("Language"),
             self.tr("Switch between English and Chinese")),
            (self.help_button, "?", self.tr("Help"), self.tr("Keys, and what is shown (F1)")),
        )  # fmt: skip

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let captions give way where there is no room for all."""
        super().resizeEvent(event)
        self._fit()

    def _name_run(self) -> None:
        if self._state is RunState.RUNNING:
            text, sign = self.tr("Pause"), "❚❚ "
        elif self._state is RunState.STOPPED:
            text, sign = self.tr("Run 20 more"), "▶ "
        elif self._state.over:
            text, sign = self.tr("Run again"), "▶ "
        else:
            text, sign = self.tr("Run"), "▶ "
        if self.run_button.text() != sign + text:
            self.run_button.setText(sign + text)
            self.run_button.setAccessibleName(text)
            self._fit()
        self.run_button.setToolTip(self.tr("Run or pause (Space)"))

    def _fit(self) -> None:
        """Hide what may give way until the rest has room."""
        own = ((self.file_button, self._pace, self._limit), *self._dispensable)
        for group in own:
            for widget in group:
                widget.setVisible(not self._present)
        for group in () if self._present else self._dispensable:
            if self._needed() <= self.width():
                return
            for widget in group:
                widget.hide()

    def minimumSizeHint(self) -> QSize:
        """Return the size without all that may give way."""
        spare = 0
        for widget in (w for group in self._dispensable for w in group if not w.isHidden()):
            spare += max(widget.minimumSizeHint().width(), widget.minimumWidth())
            spare += self._row.spacing()
        least = self._row.minimumSize()
        return QSize(least.width() - spare, least.height())

    def _needed(self) -> int:
        self._row.invalidate()
        return self._row.minimumSize().width()

    def _show_experiment(self, shown: Shown) -> None:
        data = shown.config.problem.dataset
        at = self._presets.findData(TABLE)
        if self._controller.preset is not None or data is None:
            if at >= 0:
                self._presets.removeItem(at)
                self._presets.removeItem(at - 1)
            # A separator has no key either.
            key = self._controller.preset
            self._presets.setCurrentIndex(-1 if key is None else self._presets.findData(key))
            return
        if at < 0:
            self._presets.insertSeparator(self._presets.count())
            self._presets.addItem("", TABLE)
            at = self._presets.count() - 1
        name = data_name(data)
        metrics = self._presets.fontMetrics()
        width = metrics.horizontalAdvance("x" * NAME_LENGTH)
        self._presets.setItemText(at, metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, width))
        self._presets.setCurrentIndex(at)

    def _choose_experiment(self, index: int) -> None:
        key = self._presets.itemData(index)
        if key != TABLE:
            self._controller.load_preset(key)
        self.run_button.setFocus()

    def _choose_speed(self, place: int) -> None:
        self._pace.setValue(LADDER[place])

    def _pace_changed(self) -> None:
        with QSignalBlocker(self._speed):
            self._speed.setValue(self._pace.place())
        self._controller.set_speed(self._pace.pace())
