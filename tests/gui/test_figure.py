import gc
import os
import re
import subprocess
import sys
import zlib

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QLabel

from core.errors import InputError
from gui.figure import write_figure
from gui.theme import apply_theme
from tests.gui.panels.canned import not_begun, preset, shown_of, trained

PLOTS = ("fit", "surface", "loss")


@pytest.fixture(scope="module")
def shown():
    return shown_of(trained(preset("tape"), 20))


def drawn(path, width, height):
    """The picture that an SVG is."""
    renderer = QSvgRenderer(str(path))
    picture = QImage(width, height, QImage.Format.Format_RGB32)
    picture.fill(0xFFFFFFFF)
    painter = QPainter(picture)
    renderer.render(painter)
    painter.end()
    return picture


def colours(picture, step=1):
    columns, rows = range(0, picture.width(), step), range(0, picture.height(), step)
    return [picture.pixelColor(x, y).name() for y in rows for x in columns]


def pixels(picture):
    """Red, green and blue of a picture, shape (height, width, 3)."""
    plain = picture.convertToFormat(QImage.Format.Format_RGBX8888)
    values = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.width(), 4)
    return values[:, :, :3].astype(int)


def page(path):
    """The size of the page of a PDF in points, and what is drawn on it."""
    data = path.read_bytes()
    assert data.startswith(b"%PDF-") and data.count(b"/Type /Page\n") == 1
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    streams = [found.end() for found in re.finditer(rb"stream\r?\n", data)]
    parts = [zlib.decompressobj().decompress(data[at:]) for at in streams if data[at] == 0x78]
    text = b"".join(part for part in parts if b" re\n" in part and b"BT" in part)
    return (float(box[1]), float(box[2])), text.decode("latin-1")


def test_a_picture_of_the_panels(tmp_path):
    path = tmp_path / "figure.png"
    write_figure(str(path), shown_of(trained(preset("tape"), 20)), (900, 600))
    picture = QImage(str(path))
    assert (picture.width(), picture.height()) == (900, 600)
    seen = {picture.pixelColor(x, y).name() for x in range(0, 900, 3) for y in range(0, 600, 3)}
    # The data, the fitted line, and much of the surface's colours.
    assert {"#0072b2", "#d55e00"} <= seen
    assert len(seen) > 200
    assert [file.name for file in tmp_path.iterdir()] == ["figure.png"]


def test_without_a_run_there_is_a_picture_too(tmp_path):
    write_figure(str(tmp_path / "figure.png"), not_begun(preset("checker")), (640, 480))
    assert (tmp_path / "figure.png").stat().st_size > 1000


@pytest.mark.parametrize(
    ("name", "code"), [("missing/figure.png", "cannot_write"), ("figure.nonsense", "wrong_suffix")]
)
def test_what_cannot_be_written_is_said_and_leaves_nothing(tmp_path, name, code):
    with pytest.raises(InputError) as caught:
        write_figure(str(tmp_path / name), not_begun(preset("checker")), (640, 480))
    assert caught.value.code == code
    assert not list(tmp_path.iterdir())


def test_without_an_application_and_a_display_it_makes_its_own(tmp_path):
    path = tmp_path / "figure.png"
    script = (
        "import sys\n"
        "from core.presets import preset_named\n"
        "from gui.figure import write_figure\n"
        "from gui.shown import Shown\n"
        "write_figure(sys.argv[1], Shown(preset_named('tape').config()), (640, 480))\n"
    )
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {k: v for k, v in os.environ.items() if k not in hidden}
    subprocess.run([sys.executable, "-c", script, str(path)], env=environment, check=True)
    assert QImage(str(path)).width() == 640


def test_a_vector_picture_is_lines_and_text(tmp_path, shown):
    path = tmp_path / "figure.svg"
    write_figure(path, shown, (900, 600))
    text = path.read_text("utf-8")
    assert 'viewBox="0 0 900 600"' in text
    words = re.findall(r"<text[^>]*>([^<]*)<", text.replace("\n", " "))
    words = {word.strip() for word in words}
    assert {"x", "y", "w", "b", "step", "loss", "Data and line", "Loss surface", "optimum"} <= words
    # The surface and its colour bar are all that is made of pixels.
    assert text.count("<image") == 2
    # On a printer lines have a width, too.
    assert "non-scaling-stroke" not in text
    seen = set(colours(drawn(path, 900, 600), 3))
    assert {"#0072b2", "#d55e00"} <= seen and len(seen) > 200


def test_an_svg_looks_like_the_png(tmp_path, shown):
    for name in ("figure.svg", "figure.png"):
        write_figure(tmp_path / name, shown, (800, 500))
    one, other = drawn(tmp_path / "figure.svg", 800, 500), QImage(str(tmp_path / "figure.png"))
    assert other.size() == one.size()
    small = [pixels(picture.smoothScaled(40, 25)) for picture in (one, other)]
    assert np.abs(small[0] - small[1]).mean() < 3.0


def test_a_path_that_leaves_the_view_ends_at_the_axes(tmp_path):
    path = tmp_path / "figure.svg"
    write_figure(path, shown_of(trained(preset("tape", 1.1), 20)), (600, 400), "surface")
    picture = drawn(path, 600, 400)
    for y in (1, 398):
        assert {picture.pixelColor(x, y).name() for x in range(600)} == {"#ffffff"}


def test_a_pdf_has_the_size_that_was_chosen_and_text(tmp_path, shown):
    path = tmp_path / "figure.pdf"
    write_figure(path, shown, (170, 100), unit="mm")
    (width, height), content = page(path)
    assert (width, height) == pytest.approx((170 / 25.4 * 72, 100 / 25.4 * 72), abs=0.5)
    assert content.count("BT") > 40 and content.count(" l\n") > 500
    assert path.read_bytes().count(b"/FontFile2") + path.read_bytes().count(b"/FontFile3") >= 1


@pytest.mark.parametrize("panel", [*PLOTS, "check"])
def test_one_panel_alone(tmp_path, shown, panel):
    path = tmp_path / f"{panel}.svg"
    write_figure(path, shown, (85, 60), panel, unit="mm")
    text = path.read_text("utf-8")
    assert 'width="85.000mm" height="60.000mm"' in text
    titles = {"fit": "Data and line", "surface": "Loss surface", "loss": "Loss curve",
              "check": "tape.gradient"}  # fmt: skip
    assert {key for key, title in titles.items() if title in text} == {panel}


def test_more_pixels_per_inch_leave_the_picture_as_it_is(tmp_path, shown):
    write_figure(tmp_path / "a.png", shown, (120, 80), "fit", unit="mm")
    write_figure(tmp_path / "b.png", shown, (120, 80), "fit", unit="mm", dpi=288)
    coarse, fine = (QImage(str(tmp_path / name)) for name in ("a.png", "b.png"))
    assert (coarse.width(), coarse.height()) == (454, 302)
    assert (fine.width(), fine.height()) == (1361, 907)
    assert fine.dotsPerMeterX() == pytest.approx(288 / 0.0254, rel=1e-3)
    # The lines cover as much of it.
    shares = []
    for picture in (coarse, fine):
        values = pixels(picture)
        shares.append((values[:, :, 0] - values[:, :, 2] > 80).mean())
    assert 0.75 < shares[1] / shares[0] < 1.33


@pytest.mark.parametrize("name", ["figure.png", "figure.svg", "figure.pdf"])
def test_a_dark_window_with_large_text_is_not_touched(tmp_path, shown, qapp, qtbot, name):
    apply_theme(qapp, dark=False)
    write_figure(tmp_path / f"light {name}", shown, (500, 320))
    apply_theme(qapp, dark=True, font_px=20)
    label = QLabel("text")
    qtbot.addWidget(label)
    label.show()
    before = looks(label)
    gc.collect()
    widgets = set(QApplication.allWidgets())
    write_figure(tmp_path / name, shown, (500, 320))
    assert looks(label) == before
    gc.collect()
    assert set(QApplication.allWidgets()) == widgets
    apply_theme(qapp, dark=False)
    assert content(tmp_path / name) == content(tmp_path / f"light {name}")


def content(path):
    """What a picture shows, without the fonts that an SVG names where nothing is written."""
    if path.suffix == ".pdf":
        return page(path)
    lines = path.read_bytes().splitlines()
    return [line for line in lines if not line.startswith(b"font-family")]


def looks(label):
    app = QApplication.instance()
    return (app.palette(), app.font().toString(), app.styleSheet(), app.style().objectName(),
            app.palette("QLineEdit"), app.styleHints().colorScheme(),
            label.palette(), label.font().toString(), label.styleSheet(),
            colours(label.grab().toImage()))  # fmt: skip


@pytest.mark.parametrize(
    ("size", "unit", "dpi"),
    [((0, 100), "px", 96), ((100, 1e9), "px", 96), ((5, 100), "mm", 96), ((4000, 4000), "mm", 600)],
)
def test_a_size_that_no_picture_has_is_refused(tmp_path, shown, size, unit, dpi):
    with pytest.raises(InputError) as caught:
        write_figure(tmp_path / "figure.png", shown, size, unit=unit, dpi=dpi)
    assert caught.value.code == "bad_picture_size"
    assert not list(tmp_path.iterdir())


def test_there_is_no_other_panel_or_unit(tmp_path, shown):
    for changes in ({"panel": "nonsense"}, {"unit": "furlong"}):
        with pytest.raises(ValueError, match="no such"):
            write_figure(tmp_path / "figure.png", shown, **changes)
