"""Pictures and clips, shown in notebooks and saved to files.

>>> import ferrodyn.media
>>> ferrodyn.media.record(model, data, duration=2)                        # plays in a notebook
>>> ferrodyn.media.record(model, data, duration=2).save("fall.mp4")
>>> ferrodyn.media.Clip([renderer.render()]).save("still.png")

Clips are animated PNG, which browsers play; ``.webp``, a tenth as large, ``.mp4`` and their like are made by ``ffmpeg``.
"""

from __future__ import annotations

import base64
import os
import pathlib
import shutil
import struct
import subprocess
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ferrodyn._core import MjData, MjModel, mj_forward, mj_step
from ferrodyn.renderer import Renderer

if TYPE_CHECKING:
    from ferrodyn import MjvCamera, MjvOption

__all__ = ["Clip", "record"]


class Clip:
    """Pictures, arrays of bytes (height, width, 3), that follow each other."""

    def __init__(self, frames: Iterable[np.ndarray], fps: float = 30) -> None:
        """Takes pictures of one size, and how many of them are shown in a second."""
        _check_fps(fps)
        self.frames = [np.ascontiguousarray(frame) for frame in frames]
        self.fps = float(fps)
        if not self.frames:
            raise ValueError("a clip has at least one picture")
        shape = self.frames[0].shape
        for frame in self.frames:
            if frame.dtype != np.uint8 or frame.ndim != 3 or frame.shape[2] != 3 or not frame.size:
                raise ValueError("pictures are arrays of bytes (height, width, 3)")
            if frame.shape != shape:
                raise ValueError(f"pictures differ in size: {shape[:2]} and {frame.shape[:2]}")

    def __len__(self) -> int:
        return len(self.frames)

    def __repr__(self) -> str:
        height, width, _ = self.frames[0].shape
        return f"<Clip of {len(self)} pictures, {width} x {height}, {self.fps:g} per second>"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        content = base64.b64encode(self.png()).decode()
        return f'<img src="data:image/png;base64,{content}"/>'

    def png(self) -> bytes:
        """The clip as a PNG, animated if there are several pictures."""
        return b"".join(_png(self.frames, self.fps))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file: ``.png``, or whatever ``ffmpeg`` makes of the name."""
        path = pathlib.Path(path)
        if path.suffix.lower() in (".png", ".apng"):
            path.write_bytes(self.png())
        else:
            self._save_by_ffmpeg(path)

    def _save_by_ffmpeg(self, path: pathlib.Path) -> None:
        program = _ffmpeg()
        if program is None:
            raise RuntimeError(
                f"{path.suffix} needs ffmpeg, which is not installed: install it, or the package "
                "imageio-ffmpeg; .png does not need it"
            )
        height, width, _ = self.frames[0].shape
        command = [
            program, "-y", "-loglevel", "error", "-f", "rawvideo", "-pixel_format", "rgb24",
            "-video_size", f"{width}x{height}", "-framerate", f"{self.fps:g}", "-i", "-",
        ]  # fmt: skip
        if path.suffix.lower() != ".gif":
            # players want even sides
            command += ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"]
        if path.suffix.lower() == ".webp":
            # a picture that moves begins again, a video ends
            command += ["-loop", "0"]
        pixels = b"".join(frame.tobytes() for frame in self.frames)
        done = subprocess.run([*command, str(path)], input=pixels, capture_output=True, check=False)
        if done.returncode:
            raise RuntimeError(f"ffmpeg: {done.stderr.decode(errors='replace').strip()}")


def _ffmpeg() -> str | None:
    """The program on the path, else that of the package imageio-ffmpeg."""
    program = shutil.which("ffmpeg")
    if program is None:
        try:
            import imageio_ffmpeg

            program = imageio_ffmpeg.get_ffmpeg_exe()
        except (ImportError, RuntimeError):
            return None
    return program


def _check_fps(fps: float) -> None:
    if not 1 / 65535 <= float(fps) < 60000:
        raise ValueError(f"fps must be positive, from 1/65535 to below 60000, not {fps}")


def record(
    model: MjModel,
    data: MjData | None = None,
    duration: float = 1,
    *,
    fps: float = 30,
    width: int = 320,
    height: int = 240,
    camera: int | str | MjvCamera = -1,
    scene_option: MjvOption | None = None,
    control: Callable[[MjModel, MjData], Any] | None = None,
) -> Clip:
    """Simulates for some seconds and draws; ``control`` is called before each step."""
    _check_fps(fps)
    if not 0 <= duration < np.inf:
        raise ValueError(f"duration must be a number of seconds from 0 on, not {duration}")
    data = MjData(model) if data is None else data
    mj_forward(model, data)
    start, frames = data.time, []
    with Renderer(model, height, width) as renderer:
        for i in range(max(1, round(duration * fps))):
            _run_until(model, data, start + i / fps, control)
            renderer.update_scene(data, camera, scene_option)
            frames.append(renderer.render())
    return Clip(frames, fps)


def _run_until(model: MjModel, data: MjData, time: float, control: Any) -> None:
    while data.time + 0.5 * model.opt.timestep < time:
        before = data.time
        if control is not None:
            control(model, data)
        mj_step(model, data)
        if data.time <= before:
            # it was unstable and began again
            return


def _png(frames: list[np.ndarray], fps: float) -> Iterator[bytes]:
    """Chunks of a PNG."""
    height, width, _ = frames[0].shape
    yield b"\x89PNG\r\n\x1a\n"
    yield _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    if len(frames) > 1:
        yield _chunk(b"acTL", struct.pack(">II", len(frames), 0))
    number = 0
    for i, frame in enumerate(frames):
        if len(frames) > 1:
            control = struct.pack(">IIIIIHHBB", number, width, height, 0, 0, *_delay(fps), 0, 0)
            yield _chunk(b"fcTL", control)
            number += 1
        # each row begins with its filter, which is none
        rows = np.pad(frame.reshape(height, -1), ((0, 0), (1, 0)))
        pixels = zlib.compress(rows.tobytes(), 6)
        if i == 0:
            yield _chunk(b"IDAT", pixels)
        else:
            yield _chunk(b"fdAT", struct.pack(">I", number) + pixels)
            number += 1
    yield _chunk(b"IEND", b"")


def _delay(fps: float) -> tuple[int, int]:
    """Seconds between two pictures as a fraction of numbers of 16 bits."""
    if fps > 1000:
        count = max(1, int(65535 / fps))
        return count, round(count * fps)
    # whole pictures may take longer than a minute
    parts = 1000 if round(1000 / fps) < 65536 else max(1, int(65535 * fps))
    return round(parts / fps), parts


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)
