"""The folded section with the mini-batch: which rows each update sees."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from core.batch import Batch
from gui.controller import Controller
from gui.shown import Shown
from gui.widgets.folded_section import FoldedSection
from gui.widgets.naming import named
from gui.widgets.setting_fields import CountField, SwitchField
from gui.widgets.setting_grid import SettingGrid

LARGEST_SEED = 2**31 - 1


class BatchSection(FoldedSection):
    """Rows of a mini-batch, whether they are shuffled, and the seed of that."""

    def __init__(self, controller: Controller, parent: QWidget | None = None) -> None:
        self._controller = controller
        self._drawn: tuple[Batch | None, int] = (None, 0)
        # 0 rows stand for all of them.
        self._size = named(CountField(0, 0), "batchSizeBox")
        self._shuffle = named(SwitchField(), "batchShuffleBox")
        self._shuffle.show_setting(Batch(1).shuffle)
        self._seed = named(CountField(0, LARGEST_SEED), "batchSeedBox")
        grid = SettingGrid()
        self._size_label = grid.add(self._size)
        self._seed_label = QLabel()
        row = QHBoxLayout()
        row.addWidget(self._shuffle, stretch=1)
        row.addWidget(self._seed_label)
        row.addWidget(self._seed, stretch=1)
        # The largest seed must not widen the column.
        self._seed.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(6, 0, 0, 4)
        column.setSpacing(4)
        column.addWidget(grid)
        column.addLayout(row)
        super().__init__(content, parent)
        for field in (self._size, self._shuffle, self._seed):
            field.entered.connect(self._take)
        self.retranslate()

    def draw(self, shown: Shown) -> None:
        """Show the mini-batch."""
        data = shown.config.problem.dataset
        self.setVisible(data is not None)
        drawn = (shown.config.batch, 0 if data is None else len(data))
        if drawn != self._drawn:
            self._drawn = drawn
            self._fill()

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        if self._size_label is not None:
            self._size_label.setText(self.tr("rows of each update"))
        self._size.setSpecialValueText(self.tr("all rows"))
        self._size.setAccessibleName(self.tr("Rows of a mini-batch"))
        self._size.explain(
            self.tr("How many rows of the data each update sees; the next one sees the next rows")
        )
        self._shuffle.setText(self.tr("shuffle"))
        self._shuffle.setAccessibleName(self.tr("Shuffle the rows"))
        self._shuffle.explain(self.tr("Take the rows in another order in every epoch"))
        self._seed_label.setText(self.tr("seed"))
        self._seed.setAccessibleName(self.tr("Seed of the shuffling"))
        self._seed.explain(self.tr("The same seed gives the same mini-batches"))
        self._fill()

    def _fill(self) -> None:
        batch, count = self._drawn
        self.set_heading(self._heading_text(batch, count))
        self._size.set_most(max(count - 1, 0))
        self._size.show_setting(0 if batch is None else batch.size)
        if batch is not None:
            self._shuffle.show_setting(batch.shuffle)
            self._seed.show_setting(batch.seed)
        self._shuffle.setEnabled(batch is not None)
        self._seed.setEnabled(batch is not None and batch.shuffle)

    def _heading_text(self, batch: Batch | None, count: int) -> str:
        if batch is None:
            return self.tr("Mini-batch: all rows")
        if batch.shuffle:
            text = self.tr("Mini-batch: {size} of {count}, shuffled")
        else:
            text = self.tr("Mini-batch: {size} of {count}, in order")
        return text.format(size=batch.size, count=count)

    def _take(self) -> None:
        size, seed = self._size.setting(), self._seed.setting()
        if not size:
            self._controller.set_batch(None)
        else:
            self._controller.set_batch(Batch(size, self._shuffle.setting(), seed or 0))
