"""Clips: files and what notebooks show."""

from __future__ import annotations

import io
import shutil
import struct
import sys
import types

import ferrodyn
import numpy as np
import pytest
from ferrodyn import media

FALLING = '<mujoco><worldbody><body pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>'


def frames(count):
    rng = np.random.default_rng(1)
    return [rng.integers(0, 256, (6, 8, 3), dtype=np.uint8) for _ in range(count)]


@pytest.mark.parametrize("count", [1, 3])
def test_pictures_come_back_from_a_png(count):
    imageio = pytest.importorskip("imageio.v3")
    pictures = frames(count)
    content = media.Clip(pictures, fps=20).png()
    read = imageio.imread(io.BytesIO(content), extension=".png")
    np.testing.assert_array_equal(read.reshape(-1, 6, 8, 3)[0], pictures[0])
    assert content.count(b"fcTL") == (count if count > 1 else 0)


def test_a_notebook_shows_a_clip():
    clip = media.Clip(frames(2))
    assert clip._repr_html_().startswith('<img src="data:image/png;base64,iVBOR')
    assert repr(clip) == "<Clip of 2 pictures, 8 x 6, 30 per second>"


def test_a_clip_is_saved_by_the_name_of_its_file(tmp_path, monkeypatch):
    clip = media.Clip(frames(3))
    clip.save(tmp_path / "clip.png")
    assert (tmp_path / "clip.png").read_bytes() == clip.png()
    if shutil.which("ffmpeg"):
        clip.save(tmp_path / "clip.mp4")
        assert (tmp_path / "clip.mp4").stat().st_size > 100
        clip.save(tmp_path / "clip.webp")
        content = (tmp_path / "clip.webp").read_bytes()
        # the chunk of an animation: color of the background, then how often it is shown, 0 for ever
        assert content[content.index(b"ANIM") + 12 :][:2] == b"\0\0"
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(RuntimeError, match=r"\.mp4 needs ffmpeg"):
        clip.save(tmp_path / "clip.mp4")


def test_what_is_no_clip_is_refused():
    for pictures, message in [
        ([], "at least one"),
        ([np.zeros((2, 2))], "arrays of bytes"),
        ([np.zeros((2, 2, 3), np.uint8), np.zeros((3, 2, 3), np.uint8)], "differ in size"),
    ]:
        with pytest.raises(ValueError, match=message):
            media.Clip(pictures)
    with pytest.raises(ValueError, match="fps must be positive"):
        media.Clip(frames(1), fps=0)


@pytest.mark.parametrize("fps", [1e9, 60000, 0, -1, float("nan"), float("inf"), 1e-9])
def test_an_impossible_speed_is_refused_before_anything_is_drawn(fps, monkeypatch):
    monkeypatch.setattr(media, "Renderer", None)
    monkeypatch.setattr(media, "mj_step", None)
    model = ferrodyn.MjModel.from_xml_string(FALLING)
    with pytest.raises(ValueError, match="fps must be positive"):
        media.record(model, duration=0.1, fps=fps)

    def pictures():
        raise AssertionError("a picture is drawn")
        yield

    with pytest.raises(ValueError, match="fps must be positive"):
        media.Clip(pictures(), fps=fps)


@pytest.mark.parametrize("duration", [float("nan"), float("inf"), -1])
def test_an_impossible_duration_is_refused_before_anything_is_drawn(duration, monkeypatch):
    monkeypatch.setattr(media, "Renderer", None)
    model = ferrodyn.MjModel.from_xml_string(FALLING)
    with pytest.raises(ValueError, match="duration"):
        media.record(model, duration=duration)


@pytest.mark.parametrize("fps", [2e-5, 0.01, 0.1, 1, 24, 30, 999, 1500, 30000])
def test_pictures_of_a_png_stay_as_long_as_they_should(fps):
    content = media.Clip(frames(2), fps=fps).png()
    at = content.index(b"fcTL") + 4
    seconds, parts = struct.unpack(">HH", content[at + 20 : at + 24])
    assert seconds / parts == pytest.approx(1 / fps, rel=0.02)


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a script for a shell")
def test_the_program_of_a_package_makes_films_where_none_is_on_the_path(tmp_path, monkeypatch):
    program = tmp_path / "film"
    program.write_text('#!/bin/sh\ncat > "$(dirname "$0")/pixels"\nfor last; do :; done\necho film > "$last"\n')
    program.chmod(0o755)
    package = types.SimpleNamespace(get_ffmpeg_exe=lambda: str(program))
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", package)
    monkeypatch.setattr(media.shutil, "which", lambda name: None)
    clip = media.Clip(frames(3))
    clip.save(tmp_path / "clip.mp4")
    assert (tmp_path / "clip.mp4").read_text() == "film\n"
    assert (tmp_path / "pixels").read_bytes() == b"".join(frame.tobytes() for frame in clip.frames)


def test_a_recording_shows_what_happens(device):
    model = ferrodyn.MjModel.from_xml_string(FALLING)
    data, calls = ferrodyn.MjData(model), []
    clip = media.record(model, data, 0.4, fps=10, width=40, height=30, control=lambda *x: calls.append(x))
    assert len(clip) == 4
    assert data.time == pytest.approx(0.3)
    assert len(calls) == 150
    assert (clip.frames[0] != clip.frames[-1]).any()
