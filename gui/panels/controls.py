"""The left column: optimizer, loss, start, data and the gate."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSignalBlocker, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from core.config import RunConfig
from core.dataset import Dataset
from core.gradient_bugs import BUGS
from core.loss import LOSSES
from core.optimizer import OPTIMIZERS
from core.presets import FEWEST_POINTS, MOST_POINTS, PRESETS
from core.scaling import ScalingKind
from gui.batch_section import BatchSection
from gui.bug_wording import bug_sentence, bug_title
from gui.controller import Controller
from gui.curvature_section import CurvatureSection
from gui.data_name import data_name
from gui.learning_rate import LearningRateControl
from gui.optimizer_section import OptimizerSection
from gui.preset_wording import preset_help
from gui.scaled_axis import scaled_name
from gui.schedule_section import ScheduleSection
from gui.shown import Shown
from gui.stop_section import StopSection
from gui.widgets.folded_section import FoldedSection
from gui.widgets.naming import named
from gui.widgets.number_edit import NumberEdit
from gui.wording import loss_words

DTYPES = ("float32", "float64")
LARGEST = 1e30
"""Start values and noise beyond it overflow at once, also in the pictures."""

LARGEST_SEED = 2**31 - 1

LARGE_TEXT = 20
"""Height of a line in pixels above which the text is large."""

FRAME = 24
"""Pixels beside the digits of the number of points."""

LOOSE, TIGHT = 5, 1
"""Pixels between the rows."""


class ControlsPanel(QScrollArea):
    """The settings of the run, the learning rate first; it scrolls only where it must."""

    def __init__(self, controller: Controller, rate: LearningRateControl) -> None:
        super().__init__()
        self._controller = controller
        self._config: RunConfig | None = None
        self._make_widgets()
        self._lay_out(rate)
        self._connect()
        self.retranslate()

    def _make_widgets(self) -> None:
        self._optimizer_label, self._loss_label = QLabel(), QLabel()
        self._optimizer = named(QComboBox(), "optimizerBox")
        for key, name in OPTIMIZERS.items():
            self._optimizer.addItem(name, key)
        self.loss_box = named(QComboBox(), "lossBox")
        for key in LOSSES:
            self.loss_box.addItem("", key)
        self._start_label, self._points_label, self._data = QLabel(), QLabel(), QLabel()
        self._names = (QLabel("w"), QLabel("b"))
        self._start = tuple(
            named(NumberEdit(lowest=-LARGEST, highest=LARGEST), f"{name}StartBox")
            for name in ("w", "b")
        )
        self._data.setWordWrap(True)
        self._points = named(QSpinBox(), "pointsBox")
        self._points.setRange(FEWEST_POINTS, MOST_POINTS)
        self._points.setKeyboardTracking(False)
        # Without arrows there is room for the formula beside it; keys and wheel change it too.
        self._points.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        self._points.setStepType(QSpinBox.StepType.AdaptiveDecimalStepType)
        self._noise_label, self._seed_label = QLabel(), QLabel()
        self._noise = named(NumberEdit(lowest=0.0, highest=LARGEST), "noiseBox")
        self._seed = named(QSpinBox(), "seedBox")
        self._seed.setRange(0, LARGEST_SEED)
        self._seed.setKeyboardTracking(False)
        self._scaling_label, self._scaled = QLabel(), QLabel()
        self._scaling = named(QComboBox(), "scalingBox")
        for kind in ScalingKind:
            self._scaling.addItem("", kind.value)
        self._scaled.setWordWrap(True)
        self._gate = named(QCheckBox(), "gateBox")
        self._bug = named(QComboBox(), "bugBox")
        self._bug.addItem("", "")
        for bug in BUGS:
            self._bug.addItem("", bug)
        self._settings = OptimizerSection(self._controller)
        self._schedule = ScheduleSection(self._controller)
        self._batch = BatchSection(self._controller)
        self._stop = StopSection(self._controller)
        self._broken = FoldedSection(self._bug)
        self._curvature = CurvatureSection()
        self._dtype = named(QComboBox(), "precisionBox")
        for dtype in DTYPES:
            self._dtype.addItem(dtype, dtype)
        self._precision = FoldedSection(self._dtype)

    def _lay_out(self, rate: LearningRateControl) -> None:
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(7, 4, 1, 2)
        self.take_rate(rate)
        self._column.addLayout(_row(self._optimizer_label, self._optimizer))
        self._column.addLayout(_close(self._settings, self._schedule))
        self._column.addLayout(_row(self._loss_label, self.loss_box))
        pairs = (w for pair in zip(self._names, self._start, strict=True) for w in pair)
        self._column.addLayout(_row(self._start_label, *pairs))
        data = _row(self._points_label, self._points)
        data.addWidget(self._data, stretch=1)
        data.setStretchFactor(self._points, 0)
        data.setSpacing(4)
        self._column.addLayout(data)
        self._noise_row = QWidget()
        noise = _row(self._noise_label, self._noise, self._seed_label, self._seed)
        noise.setContentsMargins(0, 0, 0, 0)
        self._noise_row.setLayout(noise)
        self._column.addWidget(self._noise_row)
        self._column.addLayout(_row(self._scaling_label, self._scaling))
        self._column.addWidget(self._scaled)
        self._column.addWidget(self._gate)
        self._column.addLayout(
            _close(self._batch, self._stop, self._curvature, self._broken, self._precision)
        )
        self._column.addStretch(1)
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for box in (self._optimizer, self.loss_box, self._scaling, self._noise, self._seed,
                    self._bug, *self._start):  # fmt: skip
            # The longest value must not widen the column.
            box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def _connect(self) -> None:
        controller = self._controller
        self._optimizer.activated.connect(
            lambda index: controller.set_optimizer(self._optimizer.itemData(index))
        )
        self.loss_box.activated.connect(
            lambda index: controller.set_loss(self.loss_box.itemData(index))
        )
        self._dtype.activated.connect(
            lambda index: controller.set_dtype(self._dtype.itemData(index))
        )
        self._scaling.activated.connect(
            lambda index: controller.set_scaling(ScalingKind(self._scaling.itemData(index)))
        )
        self._bug.activated.connect(
            lambda index: controller.set_bug(self._bug.itemData(index) or None)
        )
        for box in self._start:
            box.valueEntered.connect(self._choose_start)
        self._noise.valueEntered.connect(self._choose_noise)
        for whole in (self._seed, self._points):
            whole.valueChanged.connect(self._choose_noise)
        self._gate.toggled.connect(controller.set_gate)

    def take_rate(self, rate: LearningRateControl) -> None:
        """Put the learning rate at the top."""
        rate.set_wide(False)
        self._column.insertWidget(0, rate)

    def open_all(self) -> None:
        """Open the folded sections."""
        for section in (self._settings, self._schedule, self._batch, self._stop, self._curvature,
                        self._broken, self._precision):  # fmt: skip
            section.set_open(True)

    def draw(self, shown: Shown) -> None:
        """Show the settings."""
        config = shown.config
        self._curvature.draw(shown)
        self._settings.draw(shown)
        if config is self._config:
            return
        self._config = config
        _choose(self._optimizer, config.optimizer.name)
        fit = config.problem.fit
        _choose(self.loss_box, None if fit is None else fit.loss.name)
        for section in (self._schedule, self._batch, self._stop):
            section.draw(shown)
        _choose(self._dtype, config.dtype)
        for box, value in zip(self._start, config.problem.start, strict=False):
            box.set_value(value)
        with QSignalBlocker(self._gate):
            self._gate.setChecked(config.gate)
        self._show_data(config.problem.dataset)
        self._precision.set_heading(self.tr("Precision: {dtype}").format(dtype=config.dtype))
        _choose(self._bug, config.bug or "")
        self._broken.set_heading(
            self.tr("Break it on purpose: {bug}").format(bug=self._bug.currentText())
        )

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        for label, text in (
            (self._optimizer_label, self.tr("Optimizer")),
            (self._loss_label, self.tr("Loss")),
            (self._start_label, self.tr("Start")),
            (self._points_label, self.tr("Points")),
            (self._scaling_label, self.tr("Scaling")),
        ):
            label.setText(f"<b>{text}</b>")
        for box in (self._seed, self._points):
            box.setMinimumHeight(self._noise.sizeHint().height())
        self._noise_label.setText(self.tr("noise"))
        self._seed_label.setText(self.tr("seed"))
        self._gate.setText(self.tr("Train only if the gradient is right"))
        for index in range(self.loss_box.count()):
            self.loss_box.setItemText(index, loss_words(self.loss_box.itemData(index)))
        for index, text in enumerate(
            (self.tr("x as it is"), self.tr("centre x"), self.tr("standardise x"))
        ):
            self._scaling.setItemText(index, text)
        self._name_bugs()
        self._name_widgets()
        config, self._config = self._config, None
        if config is not None:
            self.draw(Shown(config))

    def _name_bugs(self) -> None:
        self._bug.setItemText(0, self.tr("off"))
        for index in range(1, self._bug.count()):
            name = self._bug.itemData(index)
            self._bug.setItemText(index, bug_title(name))
            self._bug.setItemData(index, bug_sentence(name), Qt.ItemDataRole.ToolTipRole)

    def _name_widgets(self) -> None:
        for widget, name, tooltip in (
            (self._optimizer, self.tr("Optimizer"),
             self.tr("Which Keras optimizer makes the updates")),
            (self.loss_box, self.tr("Loss function"), self.tr("What is made small")),
            (self._seed, self.tr("Seed of the noise"),
             self.tr("The seed of the noise, as in np.random.seed")),
            (self._points, self.tr("Number of points"),
             self.tr("How many points are made, from 2 to 100,000")),
            (self._scaling, self.tr("Scaling of x"),
             self.tr("Subtract the mean of x, and divide by its standard deviation: a long narrow "
                     "valley becomes round. Nothing is scaled unless it is chosen here")),
            (self._gate, self._gate.text(),
             self.tr("Check the gradient at the start first, and refuse to train if it is wrong")),
            (self._bug, self.tr("Break it on purpose"),
             self.tr("Train with a wrong gradient or a wrong update, and see it found and named")),
            (self._dtype, self.tr("Precision"),
             self.tr("In which precision TensorFlow trains")),
        ):  # fmt: skip
            widget.setAccessibleName(name)
            widget.setToolTip(tooltip)
        for box, name in zip(self._start, ("w", "b"), strict=True):
            box.setAccessibleName(self.tr("Start value of {name}").format(name=name))
            box.set_help(self.tr("Where {name} starts; or click on the surface").format(name=name))
        self._noise.setAccessibleName(self.tr("Noise"))
        self._noise.set_help(self.tr("Standard deviation of the noise on y"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move the rows closer where the text is large: 680 pixels must do for all of them."""
        super().resizeEvent(event)
        digits = self.fontMetrics().horizontalAdvance(str(MOST_POINTS))
        self._points.setFixedWidth(digits + FRAME)
        large = self.fontMetrics().height() > LARGE_TEXT
        self._column.setSpacing(TIGHT if large else LOOSE)

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _show_data(self, data: Dataset | None) -> None:
        key = self._controller.preset
        preset = None if key is None else PRESETS[key]
        sized = preset is not None and preset.size is not None
        self._noise_row.setVisible(preset is not None and preset.noise is not None)
        for widget in (self._points_label, self._points):
            widget.setVisible(sized)
        if data is None:
            return
        self._show_scaling(data)
        source = self._source_of(data)
        text = self.tr("{count} points, {source}").format(count=len(data), source=source)
        help_text = text if key is None else f"{text}\n{preset_help(key)}"
        self._data.setToolTip(data.path or help_text)
        heading = self.tr("Data")
        self._data.setText(source if sized else f"<b>{heading}</b> {text}")
        self._noise.set_value(data.noise)
        for box, value in ((self._seed, data.seed), (self._points, len(data))):
            with QSignalBlocker(box):
                box.setValue(value)

    def _source_of(self, data: Dataset) -> str:
        if data.formula is not None:
            return data.formula
        columns = f"{data.x_name} → {data.y_name}"
        return columns if self._controller.preset else f"{data_name(data)}: {columns}"

    def _show_scaling(self, data: Dataset) -> None:
        done = data.scaling
        _choose(self._scaling, done.kind.value)
        self._scaled.setVisible(done.kind is not ScalingKind.NONE)
        text = self.tr("w and b belong to x′ = {formula}").format(formula=scaled_name("x", done))
        self._scaled.setText(text)

    def _choose_start(self) -> None:
        self._controller.set_start(*(box.value() for box in self._start))

    def _choose_noise(self) -> None:
        self._controller.make_data(self._noise.value(), self._seed.value(), self._points.value())


def _row(*widgets: QWidget) -> QHBoxLayout:
    """Return widgets side by side; those that take input share the room."""
    row = QHBoxLayout()
    row.setSpacing(6)
    for widget in widgets:
        row.addWidget(widget, stretch=0 if isinstance(widget, QLabel) else 1)
    return row


def _close(*sections: FoldedSection) -> QVBoxLayout:
    """Return sections below each other without a gap: folded they read as a list."""
    column = QVBoxLayout()
    column.setSpacing(0)
    for section in sections:
        column.addWidget(section)
    return column


def _choose(box: QComboBox, key: str | None) -> None:
    index = box.findData(key)
    if index != box.currentIndex():
        box.setCurrentIndex(index)
