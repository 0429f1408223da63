"""The size of a picture: one of a few usual ones, or width and height of one's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QGridLayout, QLabel, QSpinBox, QWidget

from gui.widgets.naming import named

OWN = "own"
"""Key of a size that is none of the usual ones."""

MM_PER_INCH = 25.4
LEAST_DPI, MOST_DPI = 36, 1200


@dataclass(frozen=True)
class Size:
    """Width and height in a unit, 'px' or 'mm', and the pixels of an inch."""

    width: float
    height: float
    unit: str = "px"
    dpi: int = 96

    def in_unit(self, unit: str) -> Size:
        """Return the same size on paper in another unit."""
        if unit == self.unit:
            return self
        factor = MM_PER_INCH / self.dpi if unit == "mm" else self.dpi / MM_PER_INCH
        return Size(self.width * factor, self.height * factor, unit, self.dpi)


class SizeChooser(QWidget):
    """A box of usual sizes over fields for the numbers; other numbers make it a size of one's own.

    Parameters
    ----------
    name : str
        What the object names of its controls begin with.
    usual : mapping of str to Size
        The usual sizes by key; the first is chosen at first.
    limits : mapping of str to tuple of float
        The shortest and the longest side in each unit; one unit alone cannot be chosen.
    with_dpi : bool
        Whether pixels per inch can be chosen.
    """

    changed = Signal()
    """Another size was chosen."""

    def __init__(
        self,
        name: str,
        usual: Mapping[str, Size],
        limits: Mapping[str, tuple[float, float]],
        with_dpi: bool = False,
    ) -> None:
        super().__init__()
        self._usual, self._limits = dict(usual), dict(limits)
        self._size = next(iter(usual.values()))
        self.box = named(QComboBox(), f"{name}SizeBox")
        for key in (*usual, OWN):
            self.box.addItem("", key)
        self._sides = [named(QDoubleSpinBox(), f"{name}{side}") for side in ("Width", "Height")]
        self._unit = named(QComboBox(), f"{name}Unit")
        for unit in limits:
            self._unit.addItem(unit, unit)
        self._dpi = named(QSpinBox(), f"{name}Dpi")
        self._dpi.setRange(LEAST_DPI, MOST_DPI)
        self._dpi_label = QLabel()
        self._fields: tuple[QWidget, ...] = (*self._sides, self._unit, self._dpi)
        self._lay_out(with_dpi)
        for side in self._sides:
            side.valueChanged.connect(self._take_numbers)
        self._dpi.valueChanged.connect(self._take_numbers)
        for field in (*self._sides, self._dpi):
            # A number half typed is no size.
            field.setKeyboardTracking(False)
        self._unit.activated.connect(self._take_unit)
        self.box.activated.connect(self._take_usual)
        self._show()
        self.retranslate()

    def size_chosen(self) -> Size:
        """Return the chosen size."""
        return self._size

    def choose(self, size: Size) -> None:
        """Choose a size."""
        self._size = size
        self._show()
        self.changed.emit()

    def set_dpi_enabled(self, on: bool) -> None:
        """Let pixels per inch be chosen, or not, where they mean nothing."""
        self._dpi.setEnabled(on)
        self._dpi_label.setEnabled(on)

    def name_sizes(self, words: Mapping[str, str]) -> None:
        """Name the usual sizes, in the present language."""
        for index in range(self.box.count()):
            key = self.box.itemData(index)
            self.box.setItemText(index, self.tr("Own size") if key == OWN else words[key])

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self._dpi_label.setText(self.tr("dpi"))
        for field, name, tip in zip(
            (self.box, *self._fields),
            (self.tr("Size"), self.tr("Width"), self.tr("Height"), self.tr("Unit"),
             self.tr("Pixels per inch")),
            (self.tr("A usual size; the fields beneath make another one"),
             self.tr("The width of the picture"), self.tr("The height of the picture"),
             self.tr("Pixels for the screen, millimetres for paper"),
             self.tr("Pixels per inch: more of them are sharper in print, not larger")),
            strict=True,
        ):  # fmt: skip
            field.setAccessibleName(name)
            field.setToolTip(tip)

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _lay_out(self, with_dpi: bool) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.addWidget(self.box, 0, 0, 1, 7)
        parts: Sequence[QWidget] = (
            self._sides[0], QLabel("×"), self._sides[1], self._unit, self._dpi, self._dpi_label,
        )  # fmt: skip
        for column, part in enumerate(parts):
            grid.addWidget(part, 1, column)
        grid.setColumnStretch(6, 1)
        self._unit.setEnabled(len(self._limits) > 1)
        for part in (self._dpi, self._dpi_label):
            part.setVisible(with_dpi)

    def _take_usual(self) -> None:
        key = self.box.currentData()
        if key in self._usual:
            self.choose(self._usual[key])

    def _take_numbers(self) -> None:
        width, height = (field.value() for field in self._sides)
        self.choose(Size(width, height, self._size.unit, self._dpi.value()))

    def _take_unit(self) -> None:
        self.choose(self._size.in_unit(self._unit.currentData()))

    def _show(self) -> None:
        size = self._size
        for field, value in zip(self._sides, (size.width, size.height), strict=True):
            with QSignalBlocker(field):
                field.setDecimals(0 if size.unit == "px" else 1)
                field.setRange(*self._limits[size.unit])
                field.setValue(value)
        with QSignalBlocker(self._dpi):
            self._dpi.setValue(size.dpi)
        self._unit.setCurrentIndex(self._unit.findData(size.unit))
        key = next((key for key, usual in self._usual.items() if usual == size), OWN)
        self.box.setCurrentIndex(self.box.findData(key))
