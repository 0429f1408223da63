"""Colours, fonts and the style sheet of the whole application, light and dark."""

from __future__ import annotations

from dataclasses import dataclass
from string import Template

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication, QWidget

DEFAULT_FONT_PX = 13
FONT_FAMILIES = (
    "Noto Sans",
    "DejaVu Sans",
    "Noto Sans CJK SC",
    "Microsoft YaHei",
    "PingFang SC",
    "WenQuanYi Micro Hei",
)
CODE_FAMILIES = ("DejaVu Sans Mono", "Consolas", "Menlo", "Noto Sans Mono", *FONT_FAMILIES[2:])


@dataclass(frozen=True)
class Colours:
    """Every colour of one theme, as "#rrggbb"."""

    # marks on the plots
    data: str
    line: str
    line_text: str
    path: str
    optimum: str
    start: str
    loss: str
    ghost: str
    # plots
    plot_background: str
    plot_text: str
    grid: str
    equation_background: str
    # window
    window: str
    card: str
    border: str
    field_border: str
    text: str
    muted: str
    button: str
    button_hover: str
    button_pressed: str
    accent: str
    accent_hover: str
    accent_text: str
    link: str
    # message bar, and verdicts written in the same colours
    info_background: str
    info_text: str
    ok_background: str
    ok_text: str
    warning_background: str
    warning_text: str
    danger_background: str
    danger_text: str
    # learning rate
    zone_fine: str
    zone_near: str
    zone_beyond: str
    zone_unknown: str


LIGHT = Colours(
    data="#0072b2",
    line="#d55e00",
    line_text="#a84300",
    path="#e69f00",
    optimum="#009e73",
    start="#cc79a7",
    loss="#0072b2",
    ghost="#80868c",
    plot_background="#ffffff",
    plot_text="#1b1f23",
    grid="#e1e4e8",
    equation_background="#fffde0",
    window="#f5f6f8",
    card="#ffffff",
    border="#d5d9de",
    field_border="#7f868d",
    text="#1b1f23",
    muted="#5a6168",
    button="#fbfbfc",
    button_hover="#eef3f8",
    button_pressed="#dbe5ee",
    accent="#0072b2",
    accent_hover="#005f95",
    accent_text="#ffffff",
    link="#003e73",
    info_background="#e6f0f8",
    info_text="#003e73",
    ok_background="#e3f3ea",
    ok_text="#0b5a35",
    warning_background="#fff2d1",
    warning_text="#6b4300",
    danger_background="#fde7d9",
    danger_text="#8f2a00",
    zone_fine="#7fc8a9",
    zone_near="#f2c14e",
    zone_beyond="#d9603b",
    zone_unknown="#c3c9d0",
)

DARK = Colours(
    data="#4aa3df",
    line="#e8743b",
    line_text="#ffa06b",
    path="#e69f00",
    optimum="#2bbf95",
    start="#de94bd",
    loss="#4aa3df",
    ghost="#8b929a",
    plot_background="#16191d",
    plot_text="#e6e8eb",
    grid="#2e343a",
    equation_background="#3a3620",
    window="#1f2327",
    card="#16191d",
    border="#3d444c",
    field_border="#7d858e",
    text="#e6e8eb",
    muted="#a7aeb6",
    button="#2d3238",
    button_hover="#39404a",
    button_pressed="#222a33",
    accent="#0072b2",
    accent_hover="#0a84c8",
    accent_text="#ffffff",
    link="#8cc8f2",
    info_background="#17324a",
    info_text="#c4e1f7",
    ok_background="#143a28",
    ok_text="#a5e5c4",
    warning_background="#443310",
    warning_text="#ffdc94",
    danger_background="#4d2413",
    danger_text="#ffc6a8",
    zone_fine="#3f8f6e",
    zone_near="#b98a1e",
    zone_beyond="#b5482a",
    zone_unknown="#565e67",
)

_FIELDS = ("QLineEdit", "QAbstractSpinBox", "QComboBox", "QCheckBox", "QRadioButton", "QSlider")

_STYLE_SHEET = Template(
    """
QFrame[class="card"] {
    background: $card; border: 1px solid $border; border-radius: 4px;
}
QLabel#cardTitle { font-weight: bold; }
QToolBar, QFrame#toolbar { background: $window; border: none; spacing: ${small}px; }
QPushButton, QToolButton {
    background: $button; color: $text; border: 1px solid $border; border-radius: 3px;
    padding: ${tiny}px ${medium}px;
}
QPushButton:hover, QToolButton:hover { background: $button_hover; }
QPushButton:pressed, QToolButton:pressed { background: $button_pressed; }
QPushButton:checked, QToolButton:checked {
    background: $info_background; color: $info_text; border-color: $accent;
}
QPushButton:focus, QToolButton:focus { border: 1px solid $link; }
QPushButton:disabled, QToolButton:disabled { color: $muted; background: $window; }
QToolBar QPushButton, QToolBar QToolButton, QFrame#toolbar QPushButton, QFrame#toolbar QToolButton {
    padding: ${small}px ${medium}px;
}
QPushButton[small="true"], QToolButton[small="true"] { padding: 1px ${medium}px; }
QPushButton[primary="true"] {
    background: $accent; color: $accent_text; border-color: $accent; font-weight: bold;
    padding: ${small}px ${large}px;
}
QPushButton[primary="true"]:hover { background: $accent_hover; }
QPushButton[primary="true"]:focus { border: 2px solid $text; }
QPushButton[primary="true"]:disabled {
    background: $window; color: $muted; border-color: $border;
}
QPushButton[link="true"] {
    background: transparent; border: none; color: $link; text-decoration: underline;
    padding: ${tiny}px 1px; font-size: ${small_font}px;
}
QPushButton[link="true"]:focus { border: 1px solid $link; padding: ${tiny}px 0; }
QPushButton#foldedHeading {
    background: transparent; border: 1px solid transparent; text-align: left;
    padding: 0 ${small}px; color: $text;
}
QPushButton#foldedHeading:hover { background: $button_hover; }
QPushButton#foldedHeading:focus { border-color: $link; }
QFrame#messageBar { border: none; background: $info_background; }
QFrame#messageBar > QLabel { color: $info_text; }
QFrame#messageBar[kind="ok"] { background: $ok_background; }
QFrame#messageBar[kind="ok"] > QLabel { color: $ok_text; }
QFrame#messageBar[kind="warning"] { background: $warning_background; }
QFrame#messageBar[kind="warning"] > QLabel { color: $warning_text; }
QFrame#messageBar[kind="danger"] { background: $danger_background; }
QFrame#messageBar[kind="danger"] > QLabel { color: $danger_text; }
QFrame#bugBanner { border: none; }
QFrame#bugBanner > QLabel { color: $danger_text; background: transparent; }
NumberEdit {
    background: $card; color: $text; border: 1px solid $field_border; border-radius: 2px;
    padding: ${tiny}px;
}
NumberEdit:focus { border-color: $accent; }
NumberEdit:disabled { background: $window; color: $muted; }
NumberEdit[invalid="true"] {
    background: $danger_background; color: $danger_text; border-color: $danger_text;
}
QLabel[note="hint"] { color: $muted; }
QLabel[note="danger"] { color: $danger_text; }
QLabel[note="warning"] { color: $warning_text; background: $warning_background; }
QLabel[asked="true"] { color: $warning_text; background: $warning_background; }
QLabel[large="true"] { font-size: ${large_font}px; font-weight: bold; }
"""
)


def colours_of(palette: QPalette) -> Colours:
    """Return the colours that belong to a palette, so that a widget need not be told the theme."""
    return DARK if palette.color(QPalette.ColorRole.Window).lightness() < 128 else LIGHT


def apply_theme(app: QApplication, dark: bool, font_px: int = DEFAULT_FONT_PX) -> Colours:
    """Give the application its palette, font and style sheet, and return the theme's colours.

    The first call comes before the first widget: Qt does not tell those about a first style sheet.
    """
    colours = DARK if dark else LIGHT
    if app.style().name() != "fusion":
        app.setStyle("fusion")
    # For what the system draws itself, such as the title bar.
    app.styleHints().setColorScheme(Qt.ColorScheme.Dark if dark else Qt.ColorScheme.Light)
    app.setPalette(_palette(colours))
    for name in _FIELDS:
        # PySide6's stub asks for bytes, PySide6 itself for str.
        app.setPalette(_field_palette(colours), name)  # type: ignore[arg-type]
    app.setFont(_font(font_px))
    # Last: it makes the widgets that there are already take over the new font and palette.
    app.setStyleSheet(_style_sheet(colours, font_px))
    return colours


def dress(widget: QWidget, colours: Colours) -> None:
    """Give a widget and all within it a theme apart from the application's, in the usual size.

    Where the application has a style sheet, Qt hands neither palette nor font from a widget down to
    its children: each is given its own.
    """
    widget.setStyleSheet(_style_sheet(colours, DEFAULT_FONT_PX) + _flat_heads(colours))
    palette, field_palette, font = _palette(colours), _field_palette(colours), _font()
    for one in (widget, *widget.findChildren(QWidget)):
        field = any(one.inherits(name) for name in _FIELDS)
        one.setPalette(field_palette if field else palette)
        one.setFont(font)


def code_font() -> QFont:
    """Return a fixed-width font, a little smaller than the application's."""
    font = QFont()
    font.setFamilies(_installed(CODE_FAMILIES))
    font.setFixedPitch(True)
    font.setPixelSize(round(QApplication.font().pixelSize() * 12.5 / DEFAULT_FONT_PX))
    return font


def _font(pixels: int = DEFAULT_FONT_PX) -> QFont:
    font = QFont()
    font.setFamilies(_installed(FONT_FAMILIES))
    font.setPixelSize(pixels)
    return font


def _installed(families: tuple[str, ...]) -> list[str]:
    """Return the families there are: Qt warns and searches for long about a missing one."""
    present = [family for family in families if QFontDatabase.hasFamily(family)]
    fallback = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).families()
    return present or fallback


def _style_sheet(colours: Colours, font_px: int) -> str:
    scale = font_px / DEFAULT_FONT_PX
    sizes = {"tiny": 2, "small": 6, "medium": 8, "large": 12, "small_font": 11, "large_font": 15}
    pixels = {name: str(round(size * scale)) for name, size in sizes.items()}
    return _STYLE_SHEET.substitute(vars(colours), **pixels)


def _flat_heads(colours: Colours) -> str:
    """Return a style for the heads of tables that needs no gradient: in a PDF Qt cannot draw it."""
    return (
        "QHeaderView, QTableCornerButton::section { background: transparent; border: none; }"
        "QHeaderView::section:horizontal { background: transparent; border: none;"
        f" border-bottom: 1px solid {colours.border}; }}"
    )


def _palette(colours: Colours) -> QPalette:
    palette = QPalette(QColor(colours.button), QColor(colours.window))
    role = QPalette.ColorRole
    for roles, name in (
        ((role.Window,), colours.window),
        ((role.Base, role.ToolTipBase), colours.card),
        ((role.AlternateBase,), colours.window),
        ((role.Button,), colours.button),
        ((role.WindowText, role.Text, role.ButtonText, role.ToolTipText), colours.text),
        ((role.Highlight, role.Accent), colours.accent),
        ((role.HighlightedText,), colours.accent_text),
        ((role.Link, role.LinkVisited), colours.link),
        ((role.PlaceholderText,), colours.muted),
    ):
        for one in roles:
            palette.setColor(one, QColor(name))
    for one in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, one, QColor(colours.muted))
    return palette


def _field_palette(colours: Colours) -> QPalette:
    """Return the palette of widgets whose outline must be seen.

    Fusion has no colour for outlines: it takes Window, which these widgets do not paint, and makes
    it darker by 1.4. The result is too faint on white and invisible in the dark theme.
    """
    palette = _palette(colours)
    outline = QColor(colours.field_border)
    parts = (outline.red(), outline.green(), outline.blue())
    lighter = QColor(*(min(255, round(1.4 * part)) for part in parts))
    palette.setColor(QPalette.ColorRole.Window, lighter)
    return palette
