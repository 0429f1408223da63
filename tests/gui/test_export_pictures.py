"""Pictures and films of ``descent-lab export``, with the window's package drawing them."""

import json
import re
import shutil
import signal
import subprocess

import av
import pytest
from PIL import Image
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer

from core.cli import main
from core.pictures import PANELS
from core.session_file import session_of, write_session
from core.snapshot import Snapshot
from gui import sheet
from gui.pictures import Pictures
from tests.gui.panels.canned import preset, trained


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    path = tmp_path_factory.mktemp("sessions") / "tape.descent.json"
    view = trained(preset("tape"), 20)
    write_session(path, session_of(Snapshot(runs={1: view}, active=1)))
    return str(path)


@pytest.fixture
def export(session, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    # The application is there; it must not become another platform's for later ones.
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")

    def run(*options):
        status = main(["export", session, *options], Pictures())
        return status, *capsys.readouterr()

    return run


def test_all_panels_and_one_of_them(export, tmp_path):
    assert export("--figure", "a.png") == (0, "a.png: picture of all panels, 1280 x 800 px\n", "")
    picture = QImage("a.png")
    assert (picture.width(), picture.height()) == (1280, 800)
    seen = {picture.pixelColor(x, y).name() for x in range(0, 1280, 4) for y in range(0, 800, 4)}
    assert {"#0072b2", "#d55e00"} <= seen and len(seen) > 200
    assert export("--figure", "b.png", "--panel", "loss", "--size", "85x60mm", "--dpi", "300") == (
        0, "b.png: picture of panel loss, 85 x 60 mm\n", ""
    )  # fmt: skip
    small = QImage("b.png")
    assert (small.width(), small.height()) == (1004, 709)
    assert round(small.dotsPerMeterX() * 0.0254) == 300


def test_vector_pictures_have_the_size(export, tmp_path):
    assert export("--figure", "a.svg", "--panel", "fit", "--size", "640x400")[0] == 0
    assert QSvgRenderer("a.svg").viewBox().size().toTuple() == (640, 400)
    assert export("--figure", "a.pdf", "--panel", "surface", "--size", "180x120mm")[0] == 0
    data = (tmp_path / "a.pdf").read_bytes()
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    size = [float(side) / 72 * 25.4 for side in box.groups()]
    assert size == pytest.approx([180, 120], abs=0.2)


def test_the_gradient_check_of_a_picture_is_that_of_the_last_step(export, tmp_path):
    assert export("--figure", "a.svg", "--panel", "check")[0] == 0
    text = " ".join((tmp_path / "a.svg").read_text("utf-8").split())
    assert "step size h" in text and "Comes when the run pauses" not in text


def test_films_have_their_frames_and_size(export, tmp_path):
    status, out, err = export("--animation", "a.gif", "--frames", "6", "--size", "320x200",
                              "--panel", "fit", "--json")  # fmt: skip
    assert (status, err) == (0, "")
    (entry,) = json.loads(out)["written"]
    assert (entry["frames"], entry["steps"], entry["size"]) == (6, 21, [320, 200])
    with Image.open("a.gif") as picture:
        assert (picture.n_frames, picture.size) == (6, (320, 200))
    answer = export("--animation", "a.mp4", "--frames", "4", "--fps", "10", "--size", "321x201")
    assert answer[1] == "a.mp4: film of 4 of 21 steps, 320 x 200 px, 10 frames per second\n"
    assert _frames("a.mp4") == (4, 320, 200)


def _frames(path):
    """How many frames another program finds in a film, and their size."""
    if shutil.which("ffprobe") is None:
        with av.open(path) as film:
            frames = list(film.decode(video=0))
            return len(frames), frames[0].width, frames[0].height
    found = subprocess.run(
        ["ffprobe", "-v", "error", "-count_frames", "-of", "json", "-show_streams", path],
        capture_output=True, check=True,
    )  # fmt: skip
    stream = json.loads(found.stdout)["streams"][0]
    return int(stream["nb_read_frames"]), stream["width"], stream["height"]


def test_several_at_once(export, tmp_path):
    status, out, _ = export("--script", "a.py", "--history", "a.parquet", "--figure", "a.png",
                            "--animation", "a.gif", "--frames", "2", "--size", "200x150",
                            "--panel", "loss")  # fmt: skip
    assert status == 0
    names = ["a.py", "a.parquet", "a.png", "a.gif"]
    assert [line.split(":")[0] for line in out.splitlines()] == names
    assert {file.name for file in tmp_path.iterdir()} == set(names)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--figure", "a.bmp"), "Name it *.png, *.svg or *.pdf"),
        (("--animation", "a.avi"), "Name it *.gif or *.mp4"),
        (("--figure", "a.png", "--size", "5x5"), "no picture can have it"),
        (("--figure", "a.png", "--size", "2000x2000mm", "--dpi", "600"), "no picture can have it"),
        (("--animation", "a.gif", "--size", "100000x100"), "no picture can have it"),
        (("--animation", "a.gif", "--fps", "100"), "frames per second"),
        (("--animation", "a.gif", "--frames", "0"), "0 frames"),
    ],
)
def test_what_cannot_be_drawn_is_said_before_any_work(export, tmp_path, options, words):
    status, out, err = export(*options, "--history", "a.csv")
    assert (status, out) == (2, "") and words in err and err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("option", [("--figure", "a.png"), ("--animation", "a.gif")])
def test_control_c_amid_the_drawing(export, tmp_path, monkeypatch, option):
    (tmp_path / option[1]).write_bytes(b"old")
    # Ignored by what runs in the background, as tests may.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    draw = sheet.Sheet.draw

    def interrupted(self, shown):
        signal.raise_signal(signal.SIGINT)
        draw(self, shown)

    monkeypatch.setattr(sheet.Sheet, "draw", interrupted)
    status, out, _ = export(*option, "--panel", "loss", "--size", "200x150")
    assert (status, out) == (130, "")
    # A picture is finished first; a film is given up.
    data = (tmp_path / option[1]).read_bytes()
    assert data == b"old" or (option[0] == "--figure" and not QImage(option[1]).isNull())
    assert [file.name for file in tmp_path.iterdir()] == [option[1]]
    assert signal.signal(signal.SIGINT, before) is signal.default_int_handler


def test_the_names_of_the_panels_are_those_of_the_window():
    assert tuple(sheet.PANELS) == PANELS
