"""The folded section with the rules by which a run ends before its step limit."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.hyperparameters import LARGEST
from core.stop_rules import StopRules
from gui.controller import Controller
from gui.number_format import short
from gui.shown import Shown
from gui.widgets.folded_section import FoldedSection
from gui.widgets.naming import named
from gui.widgets.setting_fields import NumberField
from gui.widgets.setting_grid import SettingGrid


class StopSection(FoldedSection):
    """Gradient norm, change of the loss and loss at which a run has converged."""

    def __init__(self, controller: Controller, parent: QWidget | None = None) -> None:
        self._controller = controller
        self._rules = StopRules()
        self._tolerance, self._change = (
            named(NumberField(optional=True, positive=True, highest=LARGEST), name)
            for name in ("stop_tolerance", "stop_loss_change")
        )
        self._target = named(
            NumberField(optional=True, lowest=-LARGEST, highest=LARGEST), "stop_target_loss"
        )
        self._fields = (self._tolerance, self._change, self._target)
        grid = SettingGrid()
        self._labels = [grid.add(field) for field in self._fields]
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(6, 0, 0, 4)
        column.addWidget(grid)
        super().__init__(content, parent)
        for field in self._fields:
            field.entered.connect(self._take)
        self.retranslate()

    def draw(self, shown: Shown) -> None:
        """Show the rules."""
        if shown.config.stop != self._rules:
            self._rules = shown.config.stop
            self._fill()

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        texts = (
            (self.tr("gradient norm below"),
             self.tr("End as converged once the gradient is shorter than this; empty: never")),
            (self.tr("loss change below"),
             self.tr("End as converged once a step changes the loss by less; empty: never")),
            (self.tr("loss at most"),
             self.tr("End as converged once the loss is this small; empty: never")),
        )  # fmt: skip
        for label, field, (text, tooltip) in zip(self._labels, self._fields, texts, strict=True):
            if label is not None:
                label.setText(text)
                label.setToolTip(tooltip)
            field.setAccessibleName(text)
            field.explain(tooltip)
        self._fill()

    def _fill(self) -> None:
        rules = self._rules
        values = (rules.tolerance, rules.loss_change, rules.target_loss)
        for field, value in zip(self._fields, values, strict=True):
            field.show_setting(value)
        self.set_heading(", ".join(self._parts()))

    def _parts(self) -> list[str]:
        """Return the rules that are on, the step limit first."""
        rules = self._rules
        parts = [self.tr("Stop: after {steps} steps").format(steps=rules.steps)]
        for text, value in (
            (self.tr("gradient norm < {value}"), rules.tolerance),
            (self.tr("loss change < {value}"), rules.loss_change),
            (self.tr("loss ≤ {value}"), rules.target_loss),
        ):
            if value is not None:
                parts.append(text.format(value=short(value)))
        return parts

    def _take(self) -> None:
        tolerance, change, target = (field.setting() for field in self._fields)
        rules = replace(self._rules, tolerance=tolerance, loss_change=change, target_loss=target)
        self._controller.set_stop(rules)
