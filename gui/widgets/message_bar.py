"""A coloured bar with a state, one sentence, and buttons that do what the sentence advises."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from gui.widgets.look import set_look
from gui.widgets.naming import unfocused_button

MOST_BUTTONS = 2


class MessageBar(QFrame):
    """Says one sentence. It can be covered, so that a teacher may ask before it answers."""

    chosen = Signal(int)
    """The index of the button that was pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageBar")
        self._state, self._sentence = QLabel(), QLabel()
        self._state.setObjectName("stateLabel")
        self._sentence.setObjectName("statusLabel")
        self._sentence.setWordWrap(True)
        self._sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._buttons = [self._button(index) for index in range(MOST_BUTTONS)]
        self._cover = unfocused_button("coverButton", checkable=True)
        self._cover.setProperty("link", True)
        self._cover.toggled.connect(self._show_parts)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 2, 10, 2)
        layout.addWidget(self._state)
        layout.addWidget(self._sentence, stretch=1)
        for button in self._buttons:
            layout.addWidget(button)
        layout.addWidget(self._cover)
        self._texts: tuple[str, ...] = ()
        self.retranslate()
        self._show_parts()

    def show_message(self, kind: str, state: str, sentence: str, buttons: tuple[str, ...]) -> None:
        """Show a sentence in the colours of "info", "ok", "warning" or "danger"."""
        set_look(self, "kind", kind, self._state, self._sentence)
        self._state.setText(f"<b>{state}</b>")
        self._sentence.setText(sentence)
        self._sentence.setToolTip(sentence)
        self._sentence.setAccessibleName(sentence)
        if buttons != self._texts:
            self._texts = buttons
            self._show_parts()

    def is_covered(self) -> bool:
        """Return whether the sentence is hidden."""
        return self._cover.isChecked()

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self.setAccessibleName(self.tr("Message"))
        if self.is_covered():
            self._cover.setText(self.tr("show the message"))
        else:
            self._cover.setText(self.tr("hide"))
        self._cover.setAccessibleName(self.tr("Hide or show the message"))
        self._cover.setToolTip(
            self.tr("Hide the message, to ask the class first; press again to show it")
        )

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _button(self, index: int) -> QPushButton:
        button = unfocused_button(f"remedyButton{index + 1}")
        button.clicked.connect(lambda: self.chosen.emit(index))
        return button

    def _show_parts(self) -> None:
        covered = self.is_covered()
        for widget in (self._state, self._sentence):
            policy = widget.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            widget.setSizePolicy(policy)
            widget.setVisible(not covered)
        for index, button in enumerate(self._buttons):
            text = self._texts[index] if index < len(self._texts) else ""
            button.setText(text)
            button.setToolTip(text)
            button.setAccessibleName(text)
            button.setVisible(bool(text) and not covered)
        self.retranslate()
