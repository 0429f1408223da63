"""The loss after some steps against the learning rate, and against the momentum as well."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QPushButton, QSpinBox, QWidget

from core.learning_rate_sweep import Sweep, SweepRequest, default_rates
from core.stability import momentum_of
from core.sweep_program import COLUMNS
from gui.momentum_map import MomentumMap
from gui.number_format import short
from gui.overlay import Overlay
from gui.panel import Panel
from gui.plotting import make_plot, pressed_place, set_axis_labels, set_logarithmic, style_plot
from gui.rate_map import RateMap
from gui.shown import Shown
from gui.sweep_source import belongs
from gui.theme import Colours
from gui.widgets.naming import named

MOST_STEPS = 100_000
USUAL_STEPS = 1000
"""So many steps at most where the person has chosen no number: then it is that of the run."""

MOST_ROWS = 2000
"""Of larger data so many rows are taken, evenly."""

PLANE = (64, 48)
"""Learning rates and momenta of the two-dimensional map."""

HIGHEST_MOMENTUM = 0.99


class LearningRateMapPanel(Panel):
    """Where the rate is too small, good, and too large; a click takes a rate."""

    sweep_wanted = Signal(object)
    """A `SweepRequest`; the result is awaited in what is drawn."""

    rate_picked = Signal(float)
    """The person clicked on a rate."""

    momentum_picked = Signal(float, float)
    """The person clicked on a rate and a momentum."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._plot = make_plot(log_x=True, log_y=True)
        super().__init__(self._plot, "mapPanel", parent)
        self._overlay = Overlay(self._plot)
        self._line, self._plane = RateMap(self._plot), MomentumMap(self._plot)
        self._steps = named(QSpinBox(), "mapStepsBox")
        self._steps.setRange(1, MOST_STEPS)
        self._steps.setKeyboardTracking(False)
        self._chosen: int | None = None
        self._two = QPushButton()
        self._two.setObjectName("mapMomentumButton")
        self._two.setCheckable(True)
        self._two.toggled.connect(self._switched)
        self._steps.valueChanged.connect(self._choose_steps)
        self.add_header_widget(self._steps)
        self.add_header_button(self._two)
        self._request: SweepRequest | None = None
        self._drawn: tuple[object, ...] = ()
        self._plot.setMouseEnabled(x=False, y=False)
        self._plot.viewport().installEventFilter(self)
        self.restyle(self.colours)
        self.retranslate()

    def restyle(self, colours: Colours) -> None:
        """Take over the colours and the font of the application."""
        style_plot(self._plot, colours)
        self._overlay.restyle(colours)
        self._line.restyle(colours)
        self._plane.restyle(colours)
        self._drawn = ()
        super().restyle(colours)

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self.set_title(self.tr("Learning-rate map"))
        self._two.setText(self.tr("momentum"))
        self._two.setAccessibleName(self.tr("momentum"))
        self._two.setToolTip(self.tr("Show learning rate and momentum as a map (for SGD)"))
        before, behind = self.tr("after {n} steps").split("{n}")
        self._steps.setPrefix(before)
        self._steps.setSuffix(behind)
        self._steps.setAccessibleName(self.tr("Steps at each learning rate"))
        self._steps.setToolTip(self.tr("After how many steps the loss is looked at"))
        self._plot.setToolTip(self.tr("Click to use a learning rate"))
        self._drawn = ()
        super().retranslate()

    def redraw(self, shown: Shown) -> None:
        """Ask for what is wanted, and draw what there is."""
        descent = momentum_of(shown.config.optimizer) is not None
        self._two.setEnabled(descent)
        if not descent and self._two.isChecked():
            self._two.setChecked(False)
        self._show_steps(shown)
        if self.seen:
            self._ask(shown)
        found = shown.snapshot.sweep
        if found is None or not belongs(found, self._request):
            return
        marks = self._marks(shown)
        if (found, marks) == self._drawn:
            return
        self._drawn = (found, marks)
        self._draw(shown, found)

    def _draw(self, shown: Shown, found: Sweep) -> None:
        plane = found.request.momenta is not None
        set_logarithmic(self._plot, "left", not plane)
        self._line.show(not plane)
        self._plane.show(plane)
        if plane:
            set_axis_labels(self._plot, self.tr("learning rate"), self.tr("momentum"))
            self._plane.draw(shown, found)
        else:
            text = self.tr("loss after {n} steps").format(n=found.request.steps)
            set_axis_labels(self._plot, self.tr("learning rate"), text)
            self._line.draw(shown, found)
        self._overlay.set_texts("", self._note(shown, found))

    def _marks(self, shown: Shown) -> tuple[object, ...]:
        optimizer = shown.config.optimizer
        return optimizer.learning_rate, optimizer.hyperparameters, shown.learning_rate_limit

    def _show_steps(self, shown: Shown) -> None:
        if self._chosen is None:
            self._steps.blockSignals(True)
            self._steps.setValue(min(shown.config.stop.steps, USUAL_STEPS))
            self._steps.blockSignals(False)

    def _ask(self, shown: Shown) -> None:
        """Ask for a sweep where problem, optimizer or number of steps have changed."""
        if shown.run is None:
            # TensorFlow is not there yet.
            return
        problem = shown.config.problem
        optimizer = replace(shown.config.optimizer, learning_rate=1.0)
        steps, plane = self._steps.value(), self._two.isChecked()
        if plane:
            # It holds every momentum: a click on another one must not move the picture.
            others = tuple(pair for pair in optimizer.hyperparameters if pair[0] != "momentum")
            optimizer = replace(optimizer, hyperparameters=others)
        old = self._request
        if (
            old is not None
            and old.problem is problem
            and (old.optimizer, old.steps) == (optimizer, steps)
            and (old.momenta is not None) == plane
        ):
            return
        rates = default_rates(problem, optimizer, PLANE[0] if plane else COLUMNS)
        momenta = None
        if plane:
            betas = np.linspace(0.0, HIGHEST_MOMENTUM, PLANE[1])
            momenta, rates = np.repeat(betas, len(rates)), np.tile(rates, len(betas))
        self._request = SweepRequest(problem, optimizer, rates, steps, momenta, MOST_ROWS)
        self.sweep_wanted.emit(self._request)

    def _note(self, shown: Shown, found: Sweep) -> str:
        notes = []
        if found.one_by_one:
            text = self.tr("{optimizer} is trained at one rate after the other")
            notes.append(text.format(optimizer=self._line.optimizer_name(found)))
        if found.rows is not None:
            notes.append(self.tr("from {rows} rows taken evenly").format(rows=found.rows))
        if shown.config.batched:
            notes.append(self.tr("all rows in each step, no mini-batches"))
        if shown.config.bug is not None:
            notes.append(self.tr("with the right gradient, without the deliberate mistake"))
        if found.diverged.all():
            notes.append(self.tr("all rates diverge"))
        elif found.best_rate is not None:
            text = self.tr("smallest loss at {rate}")
            notes.append(text.format(rate=short(found.best_rate, 3)))
        if found.sensitive.any():
            notes.append(self.tr("○ rounding decides where it ends"))
        return "<br>".join(notes)

    def _choose_steps(self, steps: int) -> None:
        self._chosen = steps
        self.redraw_last()

    def _switched(self) -> None:
        self._drawn = ()
        self.redraw_last()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the rate that is clicked on."""
        place = pressed_place(self._plot, event)
        if place is None or not self._drawn:
            return False
        rate = float(f"{10.0 ** place.x():.3g}")
        if self._two.isChecked():
            momentum = round(min(max(place.y(), 0.0), HIGHEST_MOMENTUM), 2)
            self.momentum_picked.emit(rate, momentum)
        else:
            self.rate_picked.emit(rate)
        return True
