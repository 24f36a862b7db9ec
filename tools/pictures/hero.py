"""The clip of the README: 64 of 4,096 humanoids that step together, each pushed another way.

    python -m tools.pictures.hero envs.webp            .webp, .gif and .mp4 through ffmpeg; .png is animated and large
    python -m tools.pictures.hero envs.webp --environments 64 --frames 20 --tile 48

All environments are those of `ferrodyn.gym.make_vec`; every action is noise of its own. What is drawn are the states of the
batch, by `Renderer.render_states`.
"""

import argparse
import pathlib
import time

import ferrodyn
import numpy as np
from ferrodyn.gym import make_vec
from ferrodyn.media import Clip

# actions between two pictures
STEPS = 5


def tiled(pictures, columns):
    """Pictures beside and below each other."""
    n, height, width, channels = pictures.shape
    rows = pictures.reshape(n // columns, columns, height, width, channels)
    return rows.swapaxes(1, 2).reshape(n // columns * height, columns * width, channels)


def camera(lookat=(0.0, 0.0, 0.8), distance=2.5, azimuth=135.0, elevation=-12.0):
    cam = ferrodyn.MjvCamera()
    cam.lookat[:], cam.distance, cam.azimuth, cam.elevation = lookat, distance, azimuth, elevation
    return cam


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--environments", type=int, default=4096)
    parser.add_argument("--frames", type=int, default=36)
    parser.add_argument("--tile", type=int, default=80, help="width and height of one of 64 pictures, in pixels")
    parser.add_argument("--columns", type=int, default=16)
    arguments = parser.parse_args()
    envs = make_vec("Humanoid-v5", arguments.environments, terminate_when_unhealthy=False)
    envs.reset(seed=0)
    random, frames = np.random.default_rng(0), []
    shape = envs.action_space.shape
    actions, begun = np.zeros(shape), time.perf_counter()
    with ferrodyn.Renderer(envs.model, arguments.tile, arguments.tile) as renderer:
        for _ in range(arguments.frames):
            actions = 0.8 * actions + 0.2 * random.uniform(-1, 1, shape)
            for _ in range(STEPS):
                envs.step(actions)
            pictures = renderer.render_states(envs.batch.state[:64], camera=camera())
            frames.append(tiled(pictures, arguments.columns))
    steps = arguments.environments * arguments.frames * STEPS
    print(f"{steps:,} environment steps and {64 * arguments.frames:,} pictures in {time.perf_counter() - begun:.0f} s")
    Clip(frames, fps=1 / (STEPS * envs.dt)).save(str(arguments.file))
    print(f"{arguments.file}: {arguments.file.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
