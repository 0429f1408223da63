"""The learning rate: exact entry, slider, and the rates that are worth a click."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from core.rounding import half_limit, rounded_down
from gui.controller import Controller
from gui.curvature_section import curvature_note
from gui.number_format import short
from gui.shown import Shown
from gui.widgets.learning_rate_slider import LearningRateSlider
from gui.widgets.naming import named, unfocused_button
from gui.widgets.number_edit import NumberEdit

LARGEST_RATE = 1e30
"""Keras holds the rate in float32."""

SMALL = 1e-3
"""Rates below it are written as 3.04e-4."""

TINY = 1e-9
"""Rates below it are written with a digit less: their exponent has two."""


class LearningRateControl(QWidget):
    """Sets the learning rate; stacked for the left column, or in one row for a class."""

    def __init__(self, controller: Controller, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._label = QLabel()
        self.box = named(NumberEdit(0.1, positive=True, highest=LARGEST_RATE), "learningRateBox")
        self.slider = named(LearningRateSlider(), "learningRateSlider")
        self._limit, self._fastest, self._half = (
            _link(name) for name in ("limitLink", "fastestLink", "halfLink")
        )
        self._note = QLabel()
        self._note.setObjectName("limitNote")
        self._note.setWordWrap(True)
        self._note.hide()
        self._rates: dict[QPushButton, float] = {}
        self._lay_out()
        for link in (self._limit, self._fastest, self._half):
            link.clicked.connect(lambda _=False, link=link: self._use(self._rates[link]))
        self.box.valueEntered.connect(controller.set_learning_rate)
        self.slider.valueChanged.connect(controller.set_learning_rate)
        self.retranslate()

    def _lay_out(self) -> None:
        entry = QHBoxLayout()
        entry.addWidget(self._label)
        entry.addWidget(self.box, stretch=1)
        self._links = QWidget()
        links = QHBoxLayout(self._links)
        links.setContentsMargins(0, 0, 0, 0)
        links.setSpacing(2)
        for link in (self._limit, self._fastest, self._half):
            links.addWidget(link, stretch=1)
        self._layout = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self._layout.addLayout(entry)
        self._layout.addWidget(self.slider, stretch=1)
        self._layout.addWidget(self._links)
        self._layout.addWidget(self._note)
        self.box.setMinimumWidth(70)

    def set_wide(self, wide: bool) -> None:
        """Put all in one row, or stack it."""
        direction = QBoxLayout.Direction
        self._layout.setDirection(direction.LeftToRight if wide else direction.TopToBottom)
        self._layout.setStretch(0, 0)
        policy = QSizePolicy.Policy
        self.box.setSizePolicy(policy.Preferred if wide else policy.Expanding, policy.Fixed)
        self.box.setMaximumWidth(150 if wide else 16_777_215)

    def draw(self, shown: Shown) -> None:
        """Show the rate, and the limit where it is known."""
        rate, limit = shown.config.optimizer.learning_rate, shown.learning_rate_limit
        self.box.set_value(rate)
        if limit != self.slider.limit():
            self.slider.set_limit(limit, shown.limit_is_local)
        note = curvature_note(shown)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self.slider.set_value(rate)
        rates: dict[QPushButton, float] = {}
        if limit is not None:
            rates[self._limit] = rounded_down(limit, _digits(limit))
            rates[self._half] = half_limit(limit)
        best = shown.best_learning_rate
        if best is not None:
            # Rounded down as well: rounded up it could lie above the limit.
            rates[self._fastest] = rounded_down(best, _digits(best))
        if rates != self._rates:
            self._rates = rates
            self._name_links()

    def focus_box(self) -> None:
        """Let an exact rate be typed."""
        self.box.setFocus()
        self.box.selectAll()

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        label = self.tr("Learning rate")
        self._label.setText(f"<b>{label}</b>")
        self.box.setAccessibleName(self.tr("Learning rate, exact"))
        self.box.set_help(self.tr("Type 0.001 or 1e-3; it acts on the next step (Ctrl+L)"))
        self._name_links()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _name_links(self) -> None:
        for link, text, tooltip in (
            (self._limit, self.tr("limit {rate}"),
             self.tr("Use the limit: above it, plain descent flies apart")),
            (self._fastest, self.tr("fastest {rate}"),
             self.tr("Use the rate that is fastest in the long run; it zigzags at first")),
            (self._half, self.tr("half {rate}"),
             self.tr("Use half the limit: safe, and no zigzag")),
        ):  # fmt: skip
            rate = self._rates.get(link)
            link.setVisible(rate is not None)
            if rate is not None:
                link.setText(text.format(rate=_narrow(rate)))
                link.setAccessibleName(link.text())
                link.setToolTip(tooltip)

    def _use(self, rate: float) -> None:
        self._controller.set_learning_rate(rate)


def _link(name: str) -> QPushButton:
    link = unfocused_button(name)
    link.setProperty("link", True)
    return link


def _digits(rate: float) -> int:
    if rate >= SMALL:
        return 4
    return 3 if rate >= TINY else 2


def _narrow(rate: float) -> str:
    """Write a rate in at most eight characters: three links must fit side by side."""
    if rate >= SMALL:
        return short(rate)
    mantissa, exponent = f"{rate:.{_digits(rate) - 1}e}".split("e")
    return f"{mantissa}e{int(exponent)}"
