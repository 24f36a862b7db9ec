"""A hash of every model's trajectory, to see whether two builds compute the same bits.

    python -m tools.bits.trajectories > before.txt        # with one build installed
    python -m tools.bits.trajectories > after.txt         # with the other
    diff before.txt after.txt

By default the models of tools/speed/steps.py; controls are seeded noise.
"""

import argparse
import hashlib
import pathlib
import sys

import ferrodyn
import numpy as np

from tools.corpus import MISSING, find_model
from tools.speed.steps import MODELS

ARRAYS = ("qpos", "qvel", "act", "qacc", "sensordata", "efc_force")


def trajectory_hash(path, steps):
    """A hash of state, accelerations, sensors and constraint forces along the way."""
    m = ferrodyn.MjModel.from_xml_path(str(path))
    d = ferrodyn.MjData(m)
    if m.nkey:
        ferrodyn.mj_resetDataKeyframe(m, d, 0)
    rng = np.random.default_rng(1)
    start = np.array(d.ctrl)
    out = hashlib.sha256()
    for _ in range(steps):
        d.ctrl[:] = start + 0.1 * rng.normal(size=m.nu)
        ferrodyn.mj_step(m, d)
        for name in ARRAYS:
            out.update(getattr(d, name).tobytes())
    return out.hexdigest()[:16]


def default_models():
    """The public models whose speed is measured."""
    found = [file for file in map(find_model, MODELS) if file]
    return found or sys.exit(f"no models: name some, or {MISSING}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("models", nargs="*", type=pathlib.Path)
    parser.add_argument("--steps", type=int, default=1000)
    arguments = parser.parse_args()
    for path in arguments.models or default_models():
        digest = trajectory_hash(path, arguments.steps)
        print(f"{digest}  {path.parent.name}/{path.name}", flush=True)


if __name__ == "__main__":
    main()
