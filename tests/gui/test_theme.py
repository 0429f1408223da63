from dataclasses import fields

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton

from gui.theme import DARK, LIGHT, Colours, apply_theme, code_font, colours_of

BOTH = pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])


@pytest.fixture
def app(qapp):
    font, palette, sheet = qapp.font(), qapp.palette(), qapp.styleSheet()
    yield qapp
    qapp.setStyleSheet(sheet)
    qapp.setPalette(palette)
    qapp.setFont(font)


def luminance(colour: str) -> float:
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in QColor(colour).getRgbF()[:3]
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@BOTH
def test_every_colour_is_one(colours: Colours):
    assert all(QColor(getattr(colours, field.name)).isValid() for field in fields(colours))


@BOTH
@pytest.mark.parametrize(
    ("text", "backgrounds"),
    [
        ("text", "window card button button_hover button_pressed"),
        ("muted", "window card"),
        ("link", "window card"),
        ("plot_text", "plot_background"),
        ("line_text", "plot_background equation_background"),
        ("accent_text", "accent"),
        ("info_text", "info_background"),
        ("ok_text", "ok_background card"),
        ("warning_text", "warning_background card"),
        ("danger_text", "danger_background card"),
    ],
)
def test_text_can_be_read(colours: Colours, text: str, backgrounds: str):
    for name in backgrounds.split():
        assert contrast(getattr(colours, text), getattr(colours, name)) >= 4.5, name


@BOTH
@pytest.mark.parametrize(
    "mark", ["data", "line", "optimum", "start", "loss", "ghost", "field_border"]
)
def test_marks_can_be_seen(colours: Colours, mark: str):
    assert contrast(getattr(colours, mark), colours.plot_background) >= 3


def test_apply_theme_reaches_widgets_old_and_new(app: QApplication, qtbot):
    apply_theme(app, False, 13)
    old = QLabel("text")
    qtbot.addWidget(old)
    old.ensurePolished()
    for dark, px in ((True, 18), (False, 13)):
        colours = apply_theme(app, dark, px)
        app.processEvents()
        new = QLabel("text")
        qtbot.addWidget(new)
        new.ensurePolished()
        for label in (old, new):
            assert colours_of(label.palette()) is (DARK if dark else LIGHT) is colours
            assert label.palette().color(QPalette.ColorRole.Window).name() == colours.window
            assert label.font().pixelSize() == px


def test_outlines_of_fields_can_be_seen(app: QApplication, qtbot):
    colours = apply_theme(app, True, 13)
    edit = QLineEdit()
    qtbot.addWidget(edit)
    edit.resize(100, 30)
    picture = edit.grab().toImage()
    assert contrast(picture.pixelColor(50, 0).name(), colours.card) >= 3


def test_buttons_grow_with_the_font(app: QApplication, qtbot):
    sizes = []
    for px in (13, 18):
        apply_theme(app, False, px)
        button = QPushButton("Run")
        button.setProperty("primary", True)
        qtbot.addWidget(button)
        sizes.append(button.sizeHint())
    assert sizes[0].height() < sizes[1].height() and sizes[0].width() < sizes[1].width()


def test_code_font_is_fixed_and_follows(app: QApplication):
    apply_theme(app, False, 26)
    assert code_font().pixelSize() == 25
