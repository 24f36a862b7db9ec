"""What a call from Python costs: nanoseconds per call, ferrodyn beside the mujoco package.

Both run the same statement in turns, many short rounds of each; a row is the best round. Reads
that return a cached object and functions of a few numbers show nothing but the cost of crossing
from Python to native code.

    python -m tools.speed.overhead [--rounds 200] [--rows step,qpos]
"""

import argparse
import sys
import timeit

import ferrodyn
import mujoco
import numpy as np

ONE_JOINT = """
<mujoco>
  <worldbody>
    <body name="x">
      <joint name="hinge" axis="0 1 0"/>
      <geom size="0.1" pos="0.3 0 0" mass="1"/>
    </body>
  </worldbody>
</mujoco>
"""

RESTING_BOX = """
<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 0.1"/>
    <body pos="0 0 0.0999"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>
  </worldbody>
</mujoco>
"""

# name: statement; `mj` is the package, `m` and `d` the one-joint model and its data, `mc` and `dc`
# a box on a plane, `BODY` a constant
ROWS = {
    "mj_step": "mj.mj_step(m, d)",
    "mj_step nstep=10": "mj.mj_step(m, d, nstep=10)",
    "mj_forward": "mj.mj_forward(m, d)",
    "mj_kinematics": "mj.mj_kinematics(m, d)",
    "data.qpos": "d.qpos",
    "data.qpos[0]": "d.qpos[0]",
    "data.qpos[0] = 0.1": "d.qpos[0] = 0.1",
    "data.qpos[:] = 0.1": "d.qpos[:] = 0.1",
    "data.xpos": "d.xpos",
    "data.time": "d.time",
    "data.time = 0": "d.time = 0.0",
    "data.ncon": "d.ncon",
    "data.ctrl": "d.ctrl",
    "data.efc_force": "dc.efc_force",
    "data.contact": "dc.contact",
    "data.contact[0]": "dc.contact[0]",
    "data.contact[0].dist": "dc.contact[0].dist",
    "data.contact.geom": "dc.contact.geom",
    "data.body('x').xpos": "d.body('x').xpos",
    "data.body(1).xpos": "d.body(1).xpos",
    "data.joint('hinge').qpos": "d.joint('hinge').qpos",
    "model.nq": "m.nq",
    "model.body_mass": "m.body_mass",
    "model.opt": "m.opt",
    "model.opt.timestep": "m.opt.timestep",
    "model.opt.gravity": "m.opt.gravity",
    "model.body('x').mass": "m.body('x').mass",
    "mj_name2id": "mj.mj_name2id(m, BODY, 'x')",
    "mj_id2name": "mj.mj_id2name(m, BODY, 1)",
    "mj_stateSize": "mj.mj_stateSize(m, 7)",
    "mj_getState": "mj.mj_getState(m, d, state, 7)",
    "mj_setState": "mj.mj_setState(m, d, state, 7)",
    "mj_resetData": "mj.mj_resetData(m, d)",
    "mj_jacBody": "mj.mj_jacBody(m, d, jacp, jacr, 1)",
    "mj_jacBody None": "mj.mj_jacBody(m, d, jacp, None, 1)",
    "mj_fullM": "mj.mj_fullM(m, M, d.qM)",
    "mju_norm3": "mj.mju_norm3(v)",
    "mju_norm3 list": "mj.mju_norm3([1, 2, 3])",
    "mju_add3": "mj.mju_add3(w, v, v)",
    "mju_mulQuat": "mj.mju_mulQuat(q, q, q)",
    "mju_min": "mj.mju_min(1.0, 2.0)",
}


def names(mj):
    """What the statements may use."""
    m = mj.MjModel.from_xml_string(ONE_JOINT)
    mc = mj.MjModel.from_xml_string(RESTING_BOX)
    d, dc = mj.MjData(m), mj.MjData(mc)
    mj.mj_forward(m, d)
    mj.mj_forward(mc, dc)
    return {
        "mj": mj, "m": m, "d": d, "mc": mc, "dc": dc, "BODY": mj.mjtObj.mjOBJ_BODY,
        "state": np.zeros(mj.mj_stateSize(m, 7)), "jacp": np.zeros((3, 1)),
        "jacr": np.zeros((3, 1)), "M": np.zeros((1, 1)), "v": np.array([1.0, 2.0, 3.0]),
        "w": np.zeros(3), "q": np.array([1.0, 0.0, 0.0, 0.0]),
    }  # fmt: skip


def measure(statement, rounds):
    """Nanoseconds per call of both packages, and of the loop alone."""
    timers = [timeit.Timer(statement, globals=names(mj)) for mj in (ferrodyn, mujoco)]
    timers.append(timeit.Timer("pass"))
    # rounds of about 200 microseconds: short enough that most are not interrupted
    number = max(1, int(2e-4 / max(t.timeit(100) / 100 for t in timers)))
    best = [float("inf")] * 3
    for _ in range(rounds):
        for i, timer in enumerate(timers):
            best[i] = min(best[i], timer.timeit(number) / number)
    ours, theirs, empty = (1e9 * x for x in best)
    return ours - empty, theirs - empty


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=200, help="rounds of each package per row")
    parser.add_argument("--rows", default="", help="only rows whose name has one of these parts")
    args = parser.parse_args()
    parts = [p for p in args.rows.split(",") if p]
    print(f"{'ns per call':28} {'ferrodyn':>9} {'mujoco':>9} {'ratio':>6}")
    slower = []
    for name, statement in ROWS.items():
        if parts and not any(p in name for p in parts):
            continue
        ours, theirs = measure(statement, args.rounds)
        print(f"{name:28} {ours:9.0f} {theirs:9.0f} {ours / theirs:6.2f}", flush=True)
        if ours > theirs:
            slower.append(name)
    print(f"slower than mujoco: {', '.join(slower) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
