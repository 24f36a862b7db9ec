"""How many quadrupeds are thrown into the air by a line search that stops too early, here and in MuJoCo.

    python -m tools.compare.thrown [--robots 256] [--mujoco 64] [--page docs/solvers.md]

Go1 of MuJoCo Menagerie with the cone that its file asks for or pyramids, and few or many iterations of the line search; targets
of its joints are random within 0.4 rad of the keyframe and new every 50 ms, for 3 s. Thrown is whose trunk was above 0.8 m;
a robot stands at 0.3 m.
"""

import argparse
import sys

import numpy as np

from tools.corpus import MISSING, find_model
from tools.docs import measured, sections

ROBOT = "menagerie/unitree_go1/scene.xml"
HIGH, SECONDS, HOLD, SPREAD = 0.8, 3.0, 0.05, 0.4
CASES = (("elliptic", 10), ("elliptic", 50), ("pyramidal", 10))


def model(engine, path, cone, iterations):
    m = engine.MjModel.from_xml_path(path)
    m.opt.cone = getattr(engine.mjtCone, f"mjCONE_{cone.upper()}")
    m.opt.ls_iterations = iterations
    return m


def targets(m, robot, stretch):
    """What the joints of a robot are asked for in a stretch: the same in both engines."""
    return np.array(m.key_ctrl[0]) + np.random.default_rng([robot, stretch]).uniform(-SPREAD, SPREAD, m.nu)


def ours(path, cone, iterations, robots):
    """How many of a batch are thrown, and how many were reset."""
    import ferrodyn
    from ferrodyn.batch import Batch

    m = model(ferrodyn, path, cone, iterations)
    batch = Batch(m, nsim=robots, nthread=0)
    batch.reset(keyframe=0)
    qpos, ctrl = batch.bind("qpos"), batch.bind("ctrl")
    highest, failed = np.zeros(robots), np.zeros(robots, bool)
    hold = round(HOLD / m.opt.timestep)
    for stretch in range(round(SECONDS / HOLD)):
        ctrl[:] = [targets(m, robot, stretch) for robot in range(robots)]
        for _ in range(hold):
            batch.step()
            highest = np.maximum(highest, qpos[:, 2])
            failed |= np.asarray(batch.status) != 0
    return int((highest > HIGH).sum()), int(failed.sum())


def theirs(path, cone, iterations, robots):
    """How many are thrown in MuJoCo, one after the other."""
    import mujoco

    m, thrown = model(mujoco, path, cone, iterations), 0
    hold = round(HOLD / m.opt.timestep)
    for robot in range(robots):
        d = mujoco.MjData(m)
        mujoco.mj_resetDataKeyframe(m, d, 0)
        highest = 0.0
        for stretch in range(round(SECONDS / HOLD)):
            d.ctrl[:] = targets(m, robot, stretch)
            for _ in range(hold):
                mujoco.mj_step(m, d)
                highest = max(highest, d.qpos[2])
        thrown += highest > HIGH
    return thrown


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--robots", type=int, default=256)
    parser.add_argument("--mujoco", type=int, default=64, help="robots in MuJoCo")
    measured.add_argument(parser)
    sections.add_argument(parser)
    arguments = parser.parse_args()
    path = find_model(ROBOT)
    if path is None:
        sys.exit(f"SKIPPED: {ROBOT} is not there: {MISSING}")
    lines = ["| cone | `ls_iterations` | thrown above 0.8 m | in MuJoCo |", "|---|---|---|---|"]
    for cone, iterations in CASES:
        thrown, failed = ours(str(path), cone, iterations, arguments.robots)
        other = theirs(str(path), cone, iterations, arguments.mujoco)
        resets = f", {failed} of them reset" if failed else ""
        lines.append(f"| {cone} | {iterations} | {thrown} of {arguments.robots}{resets} | {other} of {arguments.mujoco} |")
        print(lines[-1], flush=True)
    sections.write(arguments.page, "thrown", "\n".join([*lines, "", measured.line(arguments.note)]))


if __name__ == "__main__":
    main()
