import tracemalloc

import av
import numpy as np
import pytest
from PIL import Image

from core.errors import InputError
from core.film import film, film_size

SIZE = (64, 48)
BLUE, ORANGE, WHITE = (0, 114, 178), (213, 94, 0), (255, 255, 255)


def frame(colour, place=0):
    """White with a square of a colour."""
    pixels = np.full((SIZE[1], SIZE[0], 3), 255, np.uint8)
    pixels[16:32, place : place + 16] = colour
    return pixels


FRAMES = [frame(BLUE), frame(BLUE, 20), frame(BLUE, 20), frame(ORANGE, 40)]


def written(path, frames=FRAMES, fps=20.0, hold=0.0):
    with film(path, SIZE, fps, [frames[0], frames[-1]]) as reel:
        for pixels in frames[:-1]:
            reel.add(pixels)
        reel.add(frames[-1], hold)
    return path


def test_a_gif_shows_every_frame_as_it_was_also_equal_ones(tmp_path):
    with Image.open(written(tmp_path / "a.gif", hold=1.0)) as picture:
        assert (picture.size, picture.n_frames, picture.info["loop"]) == (SIZE, 4, 0)
        durations = []
        for i, expected in enumerate(FRAMES):
            picture.seek(i)
            durations.append(picture.info["duration"])
            assert np.array_equal(np.asarray(picture.convert("RGB")), expected)
    assert durations == [50, 50, 50, 1050]


def test_the_frames_of_a_gif_take_the_right_time_together(tmp_path):
    # 100/30 hundredths of a second are no whole number.
    with Image.open(written(tmp_path / "a.gif", FRAMES * 6, fps=30.0)) as picture:
        total = 0
        for i in range(picture.n_frames):
            picture.seek(i)
            total += picture.info["duration"]
    assert total == 800


def test_an_mp4_has_all_frames_in_the_right_colours_and_time(tmp_path):
    with av.open(str(written(tmp_path / "a.mp4", fps=12.5))) as container:
        stream = container.streams.video[0]
        assert (stream.codec_context.name, stream.codec_context.pix_fmt) == ("h264", "yuv420p")
        assert (stream.width, stream.height, float(stream.average_rate)) == (*SIZE, 12.5)
        decoded = list(container.decode(video=0))
    assert len(decoded) == 4
    for place, colour, seen in ((8, BLUE, decoded[0]), (48, ORANGE, decoded[3])):
        pixels = seen.reformat(format="rgb24", src_colorspace="ITU709").to_ndarray()
        assert np.abs(pixels[24, place].astype(int) - colour).max() <= 10
        assert pixels[4, 4].min() >= 250


def test_without_x264_it_is_mpeg4(tmp_path, monkeypatch):
    monkeypatch.setattr(av, "codecs_available", av.codecs_available - {"libx264"})
    with av.open(str(written(tmp_path / "a.mp4"))) as container:
        assert container.streams.video[0].codec_context.name == "mpeg4"
        assert len(list(container.decode(video=0))) == 4


def test_what_the_encoder_refuses_is_said(tmp_path):
    # An odd size has no half.
    with (
        pytest.raises(InputError) as caught,
        film(tmp_path / "a.mp4", (63, 47), 20.0) as reel,
    ):
        reel.add(FRAMES[0][:47, :63])
    assert caught.value.code == "cannot_write"


@pytest.mark.parametrize(
    ("name", "size", "expected"),
    [("a.mp4", (641, 481), (640, 480)), ("a.MP4", (1, 3), (2, 2)), ("a.gif", (641, 1), (641, 1))],
)
def test_the_size_of_an_mp4_is_even(name, size, expected):
    assert film_size(name, size) == expected


def test_a_gif_keeps_no_frames(tmp_path):
    noise = np.random.default_rng(0).integers(0, 256, (48, 64, 3), np.uint8)
    tracemalloc.start()
    written(tmp_path / "a.gif", [np.roll(noise, i, axis=1) for i in range(4)])
    few = tracemalloc.get_traced_memory()[1]
    tracemalloc.reset_peak()
    with film(tmp_path / "b.gif", SIZE, 20.0, [noise]) as reel:
        for i in range(200):
            reel.add(np.roll(noise, i, axis=1))
    many = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert many < few + 100 * noise.nbytes
