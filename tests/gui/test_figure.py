import os
import subprocess
import sys

import pytest
from PySide6.QtGui import QImage

from core.errors import InputError
from gui.figure import write_figure
from tests.gui.panels.canned import not_begun, preset, shown_of, trained


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


@pytest.mark.parametrize("name", ["missing/figure.png", "figure.nonsense"])
def test_what_cannot_be_written_is_said_and_leaves_nothing(tmp_path, name):
    with pytest.raises(InputError) as caught:
        write_figure(str(tmp_path / name), not_begun(preset("checker")), (640, 480))
    assert caught.value.code == "cannot_write"
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
