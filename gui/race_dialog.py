"""Which optimizers or learning rates race."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QLabel,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from core.config import RunConfig
from core.learning_rate_sweep import rates_between
from core.optimizer import OPTIMIZERS, default_learning_rate
from gui.number_format import short
from gui.run_list import MOST_RACERS, racers_of
from gui.widgets.naming import named
from gui.widgets.number_edit import NumberEdit

FIRST = ("sgd", "adam", "rmsprop", "adagrad")
"""Optimizers that are chosen at first, beside the present one."""

COLUMNS = 4


class RaceDialog(QDialog):
    """Up to eight runs from the same start on the same data.

    Parameters
    ----------
    config : RunConfig
        What they have in common.
    limit : float or None
        The learning-rate limit, around which rates are suggested.
    parent : QWidget
        The window.
    """

    chosen = Signal(object)
    """The settings of the racers: a list of RunConfig."""

    def __init__(self, config: RunConfig, limit: float | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("raceDialog")
        self.setWindowTitle(self.tr("Race"))
        self._config = config
        self._make_widgets(limit or 2.0 * config.optimizer.learning_rate)
        self._lay_out()
        self._connect()
        self._look()

    def _make_widgets(self, limit: float) -> None:
        present = self._config.optimizer
        self.by_optimizer = named(QRadioButton(self.tr("Optimizers")), "raceByOptimizer")
        self.by_rate = named(
            QRadioButton(self.tr("Learning rates of {optimizer}").format(
                optimizer=OPTIMIZERS[present.name])), "raceByRate")  # fmt: skip
        self.by_optimizer.setChecked(True)
        self.boxes = {
            name: named(QCheckBox(title), f"race_{name}") for name, title in OPTIMIZERS.items()
        }
        for name in {*FIRST, present.name}:
            self.boxes[name].setChecked(True)
        same = self.tr("all at learning rate {rate}").format(rate=short(present.learning_rate))
        self.same_rate = named(QRadioButton(same), "raceSameRate")
        self.own_rates = named(QRadioButton(self.tr("each at Keras' default rate")), "raceOwnRates")
        self.same_rate.setChecked(True)
        self._groups = (QButtonGroup(self), QButtonGroup(self))
        for group, buttons in zip(self._groups, ((self.by_optimizer, self.by_rate),
                                                 (self.same_rate, self.own_rates)),
                                  strict=True):  # fmt: skip
            for button in buttons:
                group.addButton(button)
        self.low = named(NumberEdit(float(f"{limit / 100:.2g}"), positive=True), "raceLowest")
        self.high = named(NumberEdit(float(f"{limit:.2g}"), positive=True), "raceHighest")
        self.count = named(QSpinBox(), "raceCount")
        self.count.setRange(2, MOST_RACERS)
        self.count.setValue(5)
        self.why_not = QLabel()
        self.why_not.setWordWrap(True)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        for kind, text in (
            (QDialogButtonBox.StandardButton.Ok, self.tr("Race")),
            (QDialogButtonBox.StandardButton.Cancel, self.tr("Cancel")),
        ):
            self.buttons.button(kind).setText(text)

    def _lay_out(self) -> None:
        self._optimizers, self._rates = QWidget(), QWidget()
        grid = QGridLayout(self._optimizers)
        for i, box in enumerate(self.boxes.values()):
            grid.addWidget(box, i // COLUMNS, i % COLUMNS)
        last = grid.rowCount()
        grid.addWidget(self.same_rate, last, 0, 1, COLUMNS)
        grid.addWidget(self.own_rates, last + 1, 0, 1, COLUMNS)
        form = QFormLayout(self._rates)
        for text, field in (
            (self.tr("from"), self.low),
            (self.tr("to"), self.high),
            (self.tr("how many"), self.count),
        ):
            field.setAccessibleName(text)
            form.addRow(text, field)
        layout = QVBoxLayout(self)
        text = self.tr("They start at the same point on the same data and advance together.")
        layout.addWidget(QLabel(text))
        for widget in (
            self.by_optimizer, self._optimizers, self.by_rate, self._rates, self.why_not,
            self.buttons,
        ):  # fmt: skip
            layout.addWidget(widget)

    def _connect(self) -> None:
        for box in self.boxes.values():
            box.toggled.connect(self._look)
        self.by_optimizer.toggled.connect(self._look)
        self.low.valueEntered.connect(self._look)
        self.high.valueEntered.connect(self._look)
        self.buttons.accepted.connect(self._begin)
        self.buttons.rejected.connect(self.reject)

    def _look(self) -> None:
        """Enable what can be used, and say why the race cannot begin."""
        optimizers = self.by_optimizer.isChecked()
        self._optimizers.setEnabled(optimizers)
        self._rates.setEnabled(not optimizers)
        why = self._why_not()
        self.why_not.setText(why)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not why)

    def _why_not(self) -> str:
        if not self.by_optimizer.isChecked():
            wrong = not self.low.value() < self.high.value()
            return self.tr("The first rate has to be lower than the last.") if wrong else ""
        count = len(self._names())
        if count < 2:
            return self.tr("Choose at least two optimizers.")
        if count > MOST_RACERS:
            text = self.tr("Choose at most {most} optimizers: {count} are chosen.")
            return text.format(most=MOST_RACERS, count=count)
        return ""

    def _names(self) -> list[str]:
        return [name for name, box in self.boxes.items() if box.isChecked()]

    def _begin(self) -> None:
        config = self._config
        if not self.by_optimizer.isChecked():
            rates = rates_between(self.low.value(), self.high.value(), self.count.value())
            digits = [float(f"{rate:.3g}") for rate in rates]
            self.chosen.emit(racers_of(config, [], digits))
        elif self.same_rate.isChecked():
            self.chosen.emit(racers_of(config, self._names(), [config.optimizer.learning_rate]))
        else:
            names = self._names()
            self.chosen.emit(racers_of(config, names, [default_learning_rate(n) for n in names]))
        self.accept()
