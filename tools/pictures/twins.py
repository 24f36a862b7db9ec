"""Two engines side by side: ferrodyn, MuJoCo, and four times the difference of their pictures, as a clip or a picture.

    python -m tools.pictures.twins docs/clips/twins.webp                     three models for two seconds
    python -m tools.pictures.twins docs/twins.png --seconds 0 --time 1       as they are after a second

Each engine simulates its own copy from the same start, with the same noise in its controls, and draws it itself. Prints the
largest distance of positions over the clip, and the mean difference of colors. MuJoCo draws by EGL, in software where there is
no graphics card.

Needs mujoco==3.8.0, and ffmpeg for anything but .png.
"""

import argparse
import pathlib

import numpy as np

from tools import corpus
from tools.pictures import agreement, scenes
from tools.pictures.sheet import difference

MODELS = ("mujoco/model/humanoid/humanoid.xml", "menagerie/anybotics_anymal_c/scene.xml", "mujoco/model/flex/poncho.xml")
GAP = 4
# steps that a random control is held, and its spread as a part of the range
HOLD, SPREAD = 10, 0.05


class Side:
    """One engine with its simulation and what draws it."""

    def __init__(self, engine, path, width):
        self.engine, self.m = engine, engine.MjModel.from_xml_path(str(path))
        self.d = engine.MjData(self.m)
        if self.m.nkey:
            engine.mj_resetDataKeyframe(self.m, self.d, 0)
        engine.mj_forward(self.m, self.d)
        self.rest, self.random, self.count = self.d.ctrl.copy(), np.random.default_rng(0), 0
        self.renderer = engine.Renderer(self.m, 3 * width // 4, width)

    def run_until(self, time):
        """Steps up to a time, with noise in the controls."""
        while self.d.time + 0.5 * self.m.opt.timestep < time:
            if self.count % HOLD == 0 and self.m.nu:
                low, high = self.m.actuator_ctrlrange.T
                noise = SPREAD * 0.5 * (high - low) * self.random.standard_normal(self.m.nu)
                limited = self.m.actuator_ctrllimited.astype(bool)
                self.d.ctrl[:] = np.where(limited, np.clip(self.rest + noise, low, high), self.rest)
            self.engine.mj_step(self.m, self.d)
            self.count += 1

    def draw(self):
        self.renderer.update_scene(self.d)
        return self.renderer.render()


def row(ours, theirs):
    """Both pictures and their difference, beside each other."""
    pictures = [ours, theirs, difference(ours, theirs)]
    gap = np.full((ours.shape[0], GAP, 3), 255, np.uint8)
    return np.hstack([pictures[0], gap, pictures[1], gap, pictures[2]])


def stacked(rows):
    """Rows below each other."""
    gap = np.full((GAP, rows[0].shape[1], 3), 255, np.uint8)
    return np.vstack([part for one in rows for part in (one, gap)][:-1])


def clip(engines, paths, times, width):
    """Frames of all models, and for each the largest distance and the largest mean difference of colors."""
    frames, found = [[] for _ in times], {}
    for path in paths:
        sides = [Side(engine, path, width) for engine in engines]
        distance = colors = 0.0
        for frame, time in zip(frames, times, strict=True):
            for side in sides:
                side.run_until(time)
            pictures = [side.draw() for side in sides]
            distance = max(distance, float(np.abs(sides[0].d.qpos - sides[1].d.qpos).max()))
            colors = max(colors, agreement.color_difference(*pictures))
            frame.append(row(*pictures))
        found[scenes.short_name(path)] = distance, colors
        for side in sides:
            side.renderer.close()
    return [stacked(rows) for rows in frames], found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--models", nargs="+", default=MODELS, help="files of the corpus")
    parser.add_argument("--time", type=float, default=0.0, help="seconds before the first picture")
    parser.add_argument("--seconds", type=float, default=2.0, help="of the clip; 0 is one picture")
    parser.add_argument("--fps", type=float, default=15.0)
    parser.add_argument("--width", type=int, default=240, help="of one of the pictures, in pixels")
    options = parser.parse_args()
    paths = [path for path in map(corpus.find_model, options.models) if path]
    if len(paths) < len(options.models):
        print(f"SKIPPED: {len(options.models) - len(paths)} models are not there: {corpus.MISSING}")
        return
    engines = [scenes.load("ferrodyn"), scenes.load("mujoco")]
    for engine in engines:
        if why := scenes.why_not(engine):
            print(f"SKIPPED: {engine.__name__} cannot draw here: {why}")
            return
    from ferrodyn.media import Clip

    count = max(1, round(options.seconds * options.fps))
    times = [options.time + i / options.fps for i in range(count)]
    frames, found = clip(engines, paths, times, options.width)
    for name, (distance, colors) in found.items():
        print(f"{name:24} positions differ by {distance:.1e} at most, colors by {colors:.2f} of 255 on average")
    Clip(frames, options.fps).save(options.file)
    print(f"{options.file}: {options.file.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
