import threading
from dataclasses import replace

import av
import numpy as np
import pytest
from PIL import Image

from core.errors import InputError
from gui.animation import Account, Animation, account_words, chosen_steps, write_animation
from tests.gui.panels.canned import (
    fit_config,
    not_begun,
    preset,
    shown_of,
    trained,
    with_losses,
    with_path,
)

SIZE = (480, 320)


@pytest.fixture(scope="module")
def shown():
    return shown_of(trained(preset("tape"), 20))


def test_a_gif_shows_the_path_from_the_first_step_to_the_last(tmp_path, shown):
    path = tmp_path / "path.gif"
    account = write_animation(path, shown, SIZE, fps=10, frames=6)
    assert account == Account(6, 21, SIZE)
    with Image.open(path) as picture:
        assert (picture.size, picture.n_frames) == (SIZE, 6)
        pictures = []
        for i in range(6):
            picture.seek(i)
            pictures.append(np.asarray(picture.convert("RGB")).astype(int))
    assert [file.name for file in tmp_path.iterdir()] == ["path.gif"]
    # The line moves, frame by frame; the frame around the panels does not.
    for before, after in zip(pictures, pictures[1:], strict=False):
        assert (before != after).any()
        assert (before[:3] == after[:3]).all()


def test_an_mp4_has_the_frames_and_an_even_size(tmp_path, shown):
    path = tmp_path / "path.mp4"
    account = write_animation(path, shown, (481, 321), fps=25, frames=5)
    assert account == Account(5, 21, (480, 320))
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        assert (stream.width, stream.height, float(stream.average_rate)) == (480, 320, 25.0)
        frames = [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]
    assert len(frames) == 5
    assert np.abs(frames[0].astype(int) - frames[4]).max() > 100


def test_it_is_made_in_parts_with_progress(tmp_path, shown):
    animation = Animation(tmp_path / "path.gif", shown, SIZE, frames=4, panel="fit")
    assert not list(tmp_path.iterdir())
    seen = [animation.progress]
    while animation.advance():
        seen.append(animation.progress)
        assert not (tmp_path / "path.gif").exists()
    assert seen == sorted(seen) and seen[0] == 0.0 and len(set(seen)) >= 4
    assert animation.progress == 1.0 and (tmp_path / "path.gif").exists()
    assert not animation.advance()


@pytest.mark.parametrize("name", ["path.gif", "path.mp4"])
@pytest.mark.parametrize("parts", [0, 1, 5])
def test_cancelled_it_leaves_nothing_new(tmp_path, shown, name, parts):
    (tmp_path / name).write_bytes(b"old")
    animation = Animation(tmp_path / name, shown, SIZE, panel="loss")
    for _ in range(parts):
        assert animation.advance()
    animation.cancel()
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [(name, b"old")]
    assert not [thread.name for thread in threading.enumerate() if "film" in thread.name]
    assert not animation.advance()


def test_what_cannot_be_written_is_said_and_leaves_nothing(tmp_path, shown):
    with pytest.raises(InputError) as caught:
        write_animation(tmp_path / "missing" / "path.gif", shown, SIZE)
    assert caught.value.code == "cannot_write"
    assert not list(tmp_path.iterdir())


def test_an_error_of_the_encoder_ends_it(tmp_path, shown, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("core.film._Gif.add", full)
    with pytest.raises(InputError, match="No space left"):
        write_animation(tmp_path / "path.gif", shown, SIZE, frames=3, panel="loss")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"path": "path.avi"}, "wrong_suffix"),
        ({"size": (8, 8)}, "bad_picture_size"),
        ({"fps": 51}, "bad_frame_rate"),
        ({"fps": 0}, "bad_frame_rate"),
        ({"frames": 0}, "bad_frame_count"),
    ],
)
def test_settings_out_of_range_are_refused_at_once(shown, changes, code):
    with pytest.raises(InputError) as caught:
        Animation(**{"path": "path.gif", "shown": shown, **changes})
    assert caught.value.code == code


def test_steps_are_taken_evenly_with_first_and_last():
    view = trained(fit_config([0, 1], [0, 1]), 1)
    view = with_path(view, np.arange(1001.0), np.zeros(1001))
    shown = shown_of(view, surface=False)
    assert chosen_steps(shown, 5) == (0, 250, 500, 750, None)
    assert chosen_steps(shown, 1) == (None,)
    every = chosen_steps(shown, 2000)
    assert every == (*range(1000), None)


def test_steps_that_are_not_recorded_any_more_are_not_shown():
    view = trained(fit_config([0, 1], [0, 1]), 1)
    rows = with_path(view, np.arange(6.0), np.zeros(6)).history
    for i, step in enumerate((0, 64, 128, 192, 199, 200)):
        rows.chunks[0][0, i] = step
    shown = shown_of(replace(view, history=rows, last_finite=200), surface=False)
    assert chosen_steps(shown, 100) == (0, 64, 128, 192, 199, None)
    assert chosen_steps(shown, 3) == (0, 64, None)


def test_a_run_that_diverged_ends_with_its_last_finite_step():
    view = with_losses(trained(fit_config([0, 1], [0, 1]), 1), [1.0, 2.0, 3.0, np.inf])
    assert chosen_steps(shown_of(view, surface=False), 10) == (0, 1, None)


def test_without_a_run_there_is_one_frame(tmp_path):
    path = tmp_path / "path.gif"
    assert write_animation(path, not_begun(preset("tape")), SIZE).frames == 1
    with Image.open(path) as picture:
        assert picture.n_frames == 1


def test_how_many_steps_are_shown_is_said():
    assert account_words(Account(21, 21, SIZE)) == "All 21 steps are shown, each in a frame."
    assert account_words(Account(60, 1001, SIZE)).startswith("60 of 1001 steps")
