"""A million steps with random controls, beside MuJoCo: bad states and memory.

    python -m tools.attack.soak [--steps 1000000] [--jobs 2] [MODEL ...]

Both engines get the same controls. Prints, for each model, in how many stretches of 50 steps the
state went bad (and was reset) in each, and how much the memory of the process grew between the first
tenth and the end.
Fails if ferrodyn goes bad more often than MuJoCo, or grows.
"""
import argparse
import pathlib
import resource
import sys

import numpy as np

from tools.corpus import MISSING, find_model, for_each

MODELS = """mujoco/model/humanoid/humanoid.xml mujoco/model/car/car.xml mujoco/model/slider_crank/slider_crank.xml
    menagerie/google_robot/scene.xml mujoco/model/tendon_arm/arm26.xml mujoco/model/replicate/newton_cradle.xml
    menagerie/universal_robots_ur5e/scene.xml menagerie/franka_emika_panda/scene.xml menagerie/kuka_iiwa_14/scene.xml
    menagerie/agility_cassie/scene.xml menagerie/anybotics_anymal_c/scene.xml menagerie/unitree_go1/scene.xml
    menagerie/unitree_h1/scene.xml menagerie/wonik_allegro/scene_right.xml menagerie/robotiq_2f85/scene.xml
    menagerie/skydio_x2/scene.xml menagerie/google_barkour_vb/scene.xml menagerie/shadow_hand/scene_right.xml
    menagerie/trossen_wx250s/scene.xml menagerie_extra/unitree_a1/scene.xml""".split()
CHUNK = 50


def resident():
    """Memory of this process, in kilobytes."""
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() // 1024


def run(engine, path, steps):
    """Stretches with bad states, and the growth of memory in kilobytes after the first tenth."""
    m = engine.MjModel.from_xml_path(path)
    d = engine.MjData(m)
    if m.nkey:
        engine.mj_resetDataKeyframe(m, d, 0)
    limited = np.array(m.actuator_ctrllimited, bool)[:, None]
    low, high = np.where(limited, m.actuator_ctrlrange, [-1.0, 1.0]).reshape(-1, 2).T
    rng = np.random.default_rng(7)
    bad, start = 0, 0
    for done in range(0, steps, CHUNK):
        d.ctrl[:] = rng.uniform(low, high)
        before = d.time
        engine.mj_step(m, d, CHUNK)
        # a reset sets the clock to zero and clears the counters of warnings
        bad += d.time < before + (CHUNK - 0.5) * m.opt.timestep
        if done == steps // 10 // CHUNK * CHUNK:
            start = resident()
    return bad, resident() - start


def compare(path, steps):
    import ferrodyn
    import mujoco

    return run(ferrodyn, path, steps), run(mujoco, path, steps)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("models", nargs="*", help="20 models of the corpus by default")
    ap.add_argument("--steps", type=int, default=1_000_000)
    ap.add_argument("--jobs", type=int, default=2)
    a = ap.parse_args()
    paths = a.models or [str(file) for file in map(find_model, MODELS) if file]
    if not paths:
        sys.exit(f"no models: {MISSING}")
    failed = False
    print(f"{'model':44} {'bad states':>10} {'MuJoCo':>8} {'growth, kB':>11}")
    for path, ((bad, growth), (theirs, _)) in for_each(compare, paths, a.jobs, a.steps):
        wrong = bad > theirs or growth > 2048
        failed |= wrong
        print(f"\r{'/'.join(path.split('/')[-2:]):44} {bad:10} {theirs:8} {growth:11}{'  FAILS' if wrong else ''}", flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
