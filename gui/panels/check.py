"""The gradient check of the shown step."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from gui.check_headline import headline
from gui.check_table import CheckTable
from gui.check_views import CheckViews
from gui.check_words import verdict_colour
from gui.error_chart import ErrorChart
from gui.error_history import ErrorHistory
from gui.other_points import OtherPoints
from gui.own_numbers import OwnNumbers
from gui.panel import Panel
from gui.shown import Shown
from gui.theme import Colours
from gui.widgets.elided_label import ElidedLabel


class CheckPanel(Panel):
    """A sentence about the run, a table of both gradients at the shown step, and views beside."""

    own_numbers_entered = Signal(object)
    """A person's own gradient as a tuple of float, to be compared; None to forget it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        body = QWidget()
        super().__init__(body, "checkPanel", parent)
        self.hide_title()
        self._headline, self._also = QLabel(), ElidedLabel()
        self._headline.setObjectName("checkHeadline")
        self._headline.setWordWrap(True)
        self._headline.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._headline.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self._also.setObjectName("checkAlso")
        self._also.hide()
        self._table = CheckTable()
        self._views: CheckViews | None = None
        self._on_paper = False
        self._top, self._column = QHBoxLayout(), QVBoxLayout(body)
        self._top.setSpacing(6)
        self._top.addWidget(self._headline, stretch=1)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._column.addLayout(self._top)
        self._column.addWidget(self._also)
        self._column.addWidget(self._table, stretch=1)
        self._table.hide()
        self.retranslate()

    def _built(self) -> CheckViews:
        """Return table and views; they are built once there is something to show in them.

        Before TensorFlow is there that would only hold up the first picture of the window.
        """
        if self._views is None:
            own = OwnNumbers()
            own.entered.connect(self.own_numbers_entered)
            self._views = CheckViews(
                self._table, (ErrorChart(), ErrorHistory(), OtherPoints(), own)
            )
            self._views.changed.connect(self.redraw_last)
            self._top.addWidget(self._views.box, alignment=Qt.AlignmentFlag.AlignTop)
            self._column.addWidget(self._views, stretch=1)
            for view in self._views.views:
                view.restyle(self.colours)
                view.retranslate()
            self._views.retranslate()
            self._views.arrange()
        return self._views

    def restyle(self, colours: Colours) -> None:
        """Take over the colours and the font of the application."""
        self._table.restyle(colours)
        if self._views is not None:
            for view in self._views.views:
                view.restyle(colours)
            self._views.arrange()
        super().restyle(colours)

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self.set_title(self.tr("Gradient check"))
        self._table.retranslate()
        if self._views is not None:
            for view in self._views.views:
                view.retranslate()
            self._views.retranslate()
        if self.last is None:
            self._wait()
        super().retranslate()
        if self._views is not None:
            self._views.arrange()

    def redraw(self, shown: Shown) -> None:
        """Write the sentence and the table, and draw the views that are seen."""
        run, row = shown.run, shown.row
        if run is None or row is None:
            self._wait()
            return
        views = self._built()
        views.show()
        views.show_box(not self._on_paper)
        found = headline(run, row, shown.full)
        self._say(found.text, verdict_colour(found.code, self.colours), bold=not found.long)
        self._also.set_text(found.also)
        self._also.setVisible(bool(found.also))
        if self._table.draw(shown):
            views.arrange()
        for view in views.seen():
            view.redraw(shown)

    def hide_header_buttons(self) -> None:
        """Show no buttons, and no box to choose a view."""
        super().hide_header_buttons()
        self._on_paper = True

    def copy(self) -> None:
        """Put the table on the clipboard, tab-separated, with whole numbers."""
        self._table.copy()

    def _wait(self) -> None:
        """Show a sentence alone, before TensorFlow is there."""
        if self._views is not None:
            self._views.hide()
            self._views.show_box(False)
        text = self.tr("The gradient is checked once the training loop is compiled.")
        self._say(text, self.colours.text, bold=False)
        self._also.hide()

    def _say(self, text: str, colour: str, *, bold: bool) -> None:
        if self._headline.text() != text:
            self._headline.setText(text)
        style = f"font-weight: {'bold' if bold else 'normal'}; color: {colour};"
        # A style sheet is parsed at every call.
        if self._headline.styleSheet() != style:
            self._headline.setStyleSheet(style)
