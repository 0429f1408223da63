"""Finding and working the window's widgets as a person would, by their object names."""

from __future__ import annotations

from PySide6.QtCore import QDeadlineTimer, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from core.columns import Role
from core.run_view import RunState, RunView
from gui.main_window import MainWindow
from tests.gui.cut_text import cut_widgets

TIMEOUT_MS = 20_000
NO_MODIFIER = Qt.KeyboardModifier.NoModifier


class Driver:
    """Hands on one window."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window, self._qtbot = window, qtbot

    def find(self, name: str, kind: type[QWidget] = QWidget) -> QWidget:
        """Return the one widget of that name."""
        found = [w for w in self.window.findChildren(kind, name) if w.isVisibleTo(self.window)]
        assert len(found) == 1, f"{name}: {found}"
        return found[0]

    def text(self, name: str) -> str:
        """Return what a label says."""
        return self.find(name, QLabel).text()

    def text_of(self, name: str) -> str:
        """Return what a button says."""
        return self.find(name, QAbstractButton).text()

    def click(self, name: str) -> None:
        """Press a button and let the window draw."""
        button = self.find(name, QAbstractButton)
        assert button.isEnabled(), f"{name} does not work"
        self._qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    def choose(self, name: str, key: str) -> None:
        """Choose an item of a combo box by its key."""
        box = self.find(name, QComboBox)
        index = box.findData(key)
        assert index >= 0, f"{name} has no {key}"
        box.setCurrentIndex(index)
        box.activated.emit(index)

    def type(self, name: str, text: str) -> None:
        """Type into a field and press Enter."""
        field = self.find(name, QLineEdit)
        field.setFocus()
        field.selectAll()
        self._qtbot.keyClicks(field, text)
        self._qtbot.keyClick(field, Qt.Key.Key_Return)

    def full_speed(self) -> None:
        """Let runs go as fast as they can."""
        box = self.find("stepsPerSecondBox")
        box.setValue(box.maximum())

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = NO_MODIFIER) -> None:
        """Press a key with the focus where it is."""
        self._qtbot.keyClick(self.window.focusWidget() or self.window, key, modifier)

    def until(self, condition: object, timeout: int = TIMEOUT_MS) -> None:
        """Wait for a condition."""
        self._qtbot.waitUntil(condition, timeout=timeout)

    def until_state(self, *states: RunState) -> None:
        """Wait until the run and the window are in one of the states."""
        self.until(lambda: self.window.controller.shown.state in states)
        self.settle()

    def until_step(self, step: int) -> None:
        """Wait until the window shows a step."""
        self.until(lambda: self.step == step)

    def settle(self) -> None:
        """Wait until the window has drawn all there is."""
        controller = self.window.controller
        self.until(lambda: controller.is_drawn)

    def until_nothing_is_cut(self) -> None:
        """Wait until the layout has settled, and fail with what is cut off if something is."""
        deadline = QDeadlineTimer(3000)
        while cut_widgets(self.window) and not deadline.hasExpired():
            self._qtbot.wait(20)
        cut = cut_widgets(self.window)
        assert not cut, "\n".join(cut)

    @property
    def run(self) -> RunView:
        """The run on show."""
        run = self.window.controller.shown.run
        assert run is not None
        return run

    @property
    def step(self) -> int:
        """The step that the bottom bar names."""
        digits = "".join(c if c.isdigit() else " " for c in self.text("stepValue")).split()
        return int(digits[0])

    def losses(self) -> list[float]:
        """Return the loss of every recorded step."""
        return list(self.run.history.values(Role.LOSS))

    def picture(self, name: str) -> QImage:
        """Return what a widget looks like."""
        return self.find(name).grab().toImage()
