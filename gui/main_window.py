"""The window: panels, bars and views put together, and what their buttons do."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QPaintEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QVBoxLayout, QWidget

from core.config import RunConfig
from core.run_view import RunState
from core.scaling import ScalingKind
from gui import message
from gui.body import Body
from gui.bug_wording import bug_sentence, bug_title
from gui.controller import Controller
from gui.exports import Exports
from gui.file_menu import FileMenu
from gui.garbage import GarbageCollector
from gui.help import HelpDialog
from gui.keys import Bindings, Keys
from gui.message_parts import Action, Kind, Message
from gui.opengl import prepare_opengl
from gui.readout import draw_readout
from gui.recent_menu import RecentMenu
from gui.session_files import SessionFiles
from gui.settings import LARGEST_FONT_PX, LEAST_FONT_PX, Settings
from gui.shown import Shown
from gui.table_files import TableFiles
from gui.theme import DEFAULT_FONT_PX, apply_theme
from gui.toolbar import Toolbar
from gui.translation import other_language, set_language
from gui.widgets.banner import Banner
from gui.widgets.message_bar import MessageBar
from gui.widgets.timeline import Timeline

TOOLBAR, MESSAGE_BAR, BOTTOM_BAR = 46, 42, 40
"""Heights at the usual text size, in pixels."""

NOTICE_MS = 8000
"""How long a brief notice stays."""

PRESENT_SCALE = 19 / 13
"""How much larger the text is for a class."""


class MainWindow(QMainWindow):
    """Everything on the screen.

    Parameters
    ----------
    app : QApplication
        The application, whose theme and language the window sets.
    controller : Controller
        What the window steers; closed with it.
    settings : Settings
        What is remembered.
    dark : bool
        The theme to begin with.
    language : str
        The language to begin with.
    file : str or None
        A table or session to open at first.
    is_session : bool
        Whether that is a session, whatever it looks like.
    """

    def __init__(
        self,
        app: QApplication,
        controller: Controller,
        settings: Settings,
        dark: bool,
        language: str,
        file: str | None = None,
        is_session: bool = False,
    ) -> None:
        super().__init__()
        self._app, self.controller, self._settings = app, controller, settings
        self._garbage = GarbageCollector(self)
        self._dark, self._language, self._font_px = dark, language, settings.font_px
        self._file, self._is_session = file, is_session
        self._begun = self._closed = self._told_slower = False
        self._told_bug: str | None = ""
        self._message = Message(Kind.INFO, "", "")
        self._notice: tuple[Callable[[], Message], RunConfig, int | None] | None = None
        self._brief: Callable[[], Message] | None = None
        self._notice_timer = QTimer(self, singleShot=True, interval=NOTICE_MS)
        self._notice_timer.timeout.connect(self._end_notice)
        self._colours = apply_theme(app, dark, self._font_px)
        self._lay_out()
        self._fill_menu()
        self._connect()
        self._scale_parts(self._font_px)
        self.setAcceptDrops(True)
        self.setWindowTitle("Descent Lab")
        self.retranslate()

    def _lay_out(self) -> None:
        self.toolbar = Toolbar(self.controller)
        self.message_bar = MessageBar()
        self.banner = Banner()
        self.body = Body(self.controller)
        self.timeline = Timeline()
        central = QWidget()
        layout = QVBoxLayout(central)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.toolbar)
        layout.addWidget(self.message_bar)
        layout.addWidget(self.banner)
        layout.addWidget(self.body, stretch=1)
        layout.addWidget(self.timeline)
        # A click beside everything takes the focus from a field, and the keys work again.
        central.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setCentralWidget(central)

    def _fill_menu(self) -> None:
        self.menu = FileMenu(self)
        self.tables = TableFiles(self, self.controller, self.menu, self.show_notice)
        recent = self.menu.add_menu("recentMenu", lambda: self.tr("Open recent"))
        self.recent = RecentMenu(recent, self._settings)
        self.tables.remember.connect(self._settings.remember)
        self.sessions = SessionFiles(
            self, self.controller, self.menu, self._settings, self.body.tabs
        )
        self.exports = Exports(self, self.controller, self.menu, self.show_brief_notice)
        self.toolbar.file_button.setMenu(self.menu)

    def _connect(self) -> None:
        controller = self.controller
        controller.shown_changed.connect(self.draw)
        self.tables.session_chosen.connect(self.sessions.open)
        self.recent.chosen.connect(self.tables.open_again)
        self.sessions.said.connect(self.show_notice)
        self.sessions.changed.connect(lambda: self._draw_message(controller.shown))
        self.timeline.step_chosen.connect(controller.go_to)
        self.timeline.play_button.clicked.connect(controller.toggle_play)
        self.timeline.go_on_button.clicked.connect(controller.go_on_from_here)
        self.message_bar.chosen.connect(self._act)
        self.banner.ended.connect(lambda: controller.set_bug(None))
        self.body.arranged.connect(lambda: self.draw(controller.shown))
        toolbar = self.toolbar
        toolbar.open_button.clicked.connect(self.tables.ask)
        toolbar.present_button.clicked.connect(self.set_present)
        toolbar.language_button.clicked.connect(self.switch_language)
        toolbar.theme_button.clicked.connect(self.switch_theme)
        toolbar.help_button.clicked.connect(self.show_help)
        self.body.rate.box.returnPressed.connect(toolbar.run_button.setFocus)
        self._keys = Keys(self, self._always(), self._plain(), toolbar.run_button)

    def _always(self) -> Bindings:
        return {
            "Ctrl+L": self.body.rate.focus_box,
            "Ctrl+Z": self.body.points.undo,
            "Ctrl+Shift+Z": self.body.points.redo,
            "Ctrl+Y": self.body.points.redo,
            "Ctrl++": lambda: self.scale_text(1),
            "Ctrl+=": lambda: self.scale_text(1),
            "Ctrl+-": lambda: self.scale_text(-1),
            "Ctrl+0": lambda: self.set_font_px(DEFAULT_FONT_PX),
            "F1": self.show_help,
            "F9": self.body.toggle_left,
            "F10": self.body.toggle_tabs,
            "Esc": self.leave_view,
        }

    def _plain(self) -> Bindings:
        controller = self.controller
        enlarge = {
            str(number): lambda number=number: self.body.enlarge(number)
            for number in range(1, len(self.body.panels) + 1)
        }
        return {
            "Space": controller.toggle_run,
            "Right": controller.step,
            "Left": controller.back,
            "Shift+Right": lambda: controller.step(10),
            "Shift+Left": lambda: controller.back(10),
            "Home": controller.home,
            "End": controller.end,
            "PgUp": lambda: controller.back() if self.body.present else None,
            "PgDown": lambda: controller.step() if self.body.present else None,
            "R": controller.reset,
            "P": controller.toggle_play,
            "B": controller.go_on_from_here,
            **enlarge,
        }

    # Drawing.

    def draw(self, shown: Shown) -> None:
        """Draw all that can be seen."""
        self.toolbar.draw(shown)
        self.body.draw(shown)
        draw_readout(self.timeline, shown, self.controller.playing, self._colours)
        self._draw_message(shown)
        self._draw_banner(shown)

    def _draw_banner(self, shown: Shown) -> None:
        bug = shown.config.bug
        if bug == self._told_bug:
            return
        self._told_bug = bug
        text = tooltip = ""
        if bug is not None:
            text = self.tr("Broken on purpose: {bug}").format(bug=bug_title(bug))
            tooltip = bug_sentence(bug)
        self.banner.say(text, self.tr("Turn it off"), tooltip)

    def _draw_message(self, shown: Shown) -> None:
        if shown.snapshot.plain_graph and not self._told_slower:
            self._told_slower = True
            self.show_notice(message.plain_graph)
        found = self._message_for(shown)
        self._message = found
        texts = tuple(remedy.text for remedy in found.remedies)
        self.message_bar.show_message(found.kind, found.state, found.sentence, texts)

    def _message_for(self, shown: Shown) -> Message:
        reading = self.controller.reading
        if reading is not None:
            return reading
        if self.sessions.message is not None:
            return self.sessions.message
        if self._notice is not None:
            words, config, rows = self._notice
            begun = rows is not None and _rows(shown) > rows
            found = words()
            # That something was saved during a run must not hide how it ended.
            ended = rows is None and shown.state.over and found.kind is Kind.OK
            if config is shown.config and not (begun or ended):
                return found
            self._notice = None
        return self.sessions.offer or message.message_of(shown, self.controller.preset)

    def show_notice(self, words: Callable[[], Message]) -> None:
        """Say something that stays until the person changes the settings or makes a step.

        Words, not a message: the language may change while it is read.
        """
        shown = self.controller.shown
        running = shown.state is RunState.RUNNING
        self._notice = (words, shown.config, None if running else _rows(shown))
        self._draw_message(shown)

    def show_brief_notice(self, words: Callable[[], Message]) -> None:
        """Say something for a few seconds, over what the run has to say."""
        self.show_notice(words)
        self._brief = words
        self._notice_timer.start()

    def _end_notice(self) -> None:
        if self._notice is not None and self._notice[0] is self._brief:
            self._notice = None
            self._draw_message(self.controller.shown)

    def _act(self, index: int) -> None:
        """Do what a button of the message bar says."""
        remedy = self._message.remedies[index]
        value = remedy.value
        controller = self.controller
        if self.sessions.act(remedy.action):
            return
        if remedy.action is Action.USE_RATE and value is not None:
            controller.set_learning_rate(value)
        elif remedy.action is Action.RUN_AGAIN:
            controller.run_again(value)
        elif remedy.action is Action.RUN_MORE:
            controller.run_more()
        elif remedy.action is Action.PRECISION:
            other = "float64" if controller.config.dtype == "float32" else "float32"
            controller.set_dtype(other)
        elif remedy.action is Action.LOOK_AT_LOSS:
            self.body.controls.loss_box.setFocus()
            self.body.controls.loss_box.showPopup()
        elif remedy.action is Action.CANCEL_READING:
            controller.cancel_reading()
        elif remedy.action is Action.BUG_OFF:
            controller.set_bug(None)
        elif remedy.action is Action.GATE_OFF:
            controller.set_gate(False)
        elif remedy.action in (Action.CENTRE, Action.STANDARDISE):
            controller.set_scaling(ScalingKind(remedy.action.value))
        elif remedy.action is Action.START_HERE:
            controller.set_start(*controller.shown.point)
        elif remedy.action is Action.BACK_TO_STEP:
            controller.leave_hand()

    # Look and language.

    def set_present(self, on: bool) -> None:
        """Show line, surface and learning rate only, in large text."""
        self.toolbar.set_present(on)
        self.body.set_present(on)
        self._apply_look()

    def leave_view(self) -> None:
        """Go back from an enlarged panel, or from the view for a class."""
        if not self.body.shrink() and self.body.present:
            self.set_present(False)

    def scale_text(self, change: int) -> None:
        """Make the text larger or smaller by a pixel."""
        self.set_font_px(self._font_px + change)

    def set_font_px(self, size: int) -> None:
        """Set the size of the text; everything scales with it."""
        self._font_px = min(max(size, LEAST_FONT_PX), LARGEST_FONT_PX)
        self._settings.font_px = self._font_px
        self._apply_look()

    def switch_theme(self) -> None:
        """Switch between light and dark."""
        self._dark = not self._dark
        self._settings.dark = self._dark
        self._apply_look()

    def switch_language(self) -> None:
        """Switch to the other language."""
        self._language = other_language(self._language)
        self._settings.language = self._language
        set_language(self._app, self._language)

    def _apply_look(self) -> None:
        size = round(self._font_px * (PRESENT_SCALE if self.body.present else 1.0))
        self._colours = apply_theme(self._app, self._dark, size)
        self._scale_parts(size)
        self.retranslate()

    def _scale_parts(self, size: int) -> None:
        scale = size / DEFAULT_FONT_PX
        self.toolbar.setFixedHeight(round(TOOLBAR * scale))
        self.message_bar.setMinimumHeight(round(MESSAGE_BAR * scale))
        self.timeline.setFixedHeight(round(BOTTOM_BAR * scale))
        self.body.restyle(self._colours, scale)

    def retranslate(self) -> None:
        """Write all texts anew in the current language."""
        self.toolbar.retranslate()
        self.menu.retranslate()
        self.body.retranslate()
        self._told_bug = ""
        self.draw(self.controller.shown)
        self.timeline.forget_widths()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    # Files and help.

    def show_help(self) -> None:
        """Show keys and panels."""
        HelpDialog(self).open()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the first file."""
        if self.tables.open_first(event.mimeData()):
            event.acceptProposedAction()

    # Life.

    def paintEvent(self, event: QPaintEvent) -> None:
        """Begin once the window is on the screen."""
        super().paintEvent(event)
        if not self._begun:
            self._begun = True
            QTimer.singleShot(0, self._begin)

    def _begin(self) -> None:
        """Make the OpenGL context, then let the runner import TensorFlow: never the reverse."""
        if self._closed:
            return
        prepare_opengl(self._app)
        self.controller.start()
        self.sessions.begin()
        if self._file is not None:
            (self.sessions.open if self._is_session else self.tables.open_again)(self._file)

    def closeEvent(self, event: QCloseEvent) -> None:
        """End the threads; the window is gone at once, even while TensorFlow is imported."""
        self._closed = True
        self.hide()
        self.exports.close()
        self._notice_timer.stop()
        self.sessions.close()
        self.controller.close()
        self._garbage.close()
        super().closeEvent(event)


def _rows(shown: Shown) -> int:
    """Return the number of recorded rows; a start that is only being compiled has one as well."""
    return 1 if shown.run is None else len(shown.run.history)
