"""What every panel has in common."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from gui.shown import Shown
from gui.theme import LIGHT, Colours
from gui.widgets.card import Card


class Panel(Card):
    """A card that draws one step of one run; it knows no other panel."""

    def __init__(self, body: QWidget, name: str, parent: QWidget | None = None) -> None:
        super().__init__(body, parent)
        self.setObjectName(name)
        self.colours = LIGHT
        self.last: Shown | None = None

    @property
    def seen(self) -> bool:
        """Whether it is on the screen: what is not seen may lag behind a run."""
        return self.isVisible()

    def draw(self, shown: Shown) -> None:
        """Draw everything for that state."""
        self.last = shown
        self.redraw(shown)

    def redraw(self, shown: Shown) -> None:
        """Draw everything; the part that each panel writes."""
        raise NotImplementedError

    def restyle(self, colours: Colours) -> None:
        """Take over the colours and the font of the application."""
        self.colours = colours
        self.redraw_last()

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self.redraw_last()

    def redraw_last(self) -> None:
        """Draw again what was drawn last, if anything was."""
        if self.last is not None:
            self.redraw(self.last)
