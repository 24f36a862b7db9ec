"""Records what MuJoCo 3.8.0 computes for the models of this repository, for `cargo test`.

    python -m tools.compare.record [MODEL ...]        # by default, the fixtures whose motion says something

Writes a text file for each model below crates/ferrodyn/tests/records. Its lines are

    state NAME                    a state of the simulation begins
    set FIELD NUMBERS             what the state consists of, exact
    forward FIELD NUMBERS         arrays after mj_forward; contact.* are members of the contacts, and
                                  efc_J is dense
    authored qacc NUMBERS         the same with the model's own solver settings
    inverse qfrc_inverse NUMBERS  after mj_inverse, with the accelerations that `set qacc` says
    step FIELD NUMBERS            after mj_step from this state

`N*X` stands for N times the number X. All but `authored` runs Newton's method to convergence: the
optimum does not depend on the way to it.

The file flags/flags.txt has a trajectory for each flag of the options, of the models in models/flags:

    flag NAME                     the trajectory with this flag set
    after N FIELD NUMBERS         arrays after N steps
"""
import argparse
import itertools
import pathlib
import re

import mujoco
import numpy as np

from tools import ROOT

MODELS = ROOT / "models"
RECORDS = ROOT / "crates" / "ferrodyn" / "tests" / "records"
# steps from the start to the last state
LATER = 100
# what these show is in the model, not in its motion
STATIC = {
    "attach_child", "compiler_discardvisual", "compiler_fitaabb", "compiler_inertia", "compiler_noinertia",
    "compiler_radian", "compiler_settotalmass", "custom", "sizes_user", "skins",
}
# a contact presses with 1e17 N where no joint gives way: rounding errors decide what moves
UNDECIDED = {"frames_replicate"}

STATE = ("time", "qpos", "qvel", "act", "ctrl", "qfrc_applied", "xfrc_applied", "mocap_pos", "mocap_quat", "history")
NEXT = ("time", "qpos", "qvel", "act", "sensordata", "history")
FORWARD = (
    "xpos xquat xipos geom_xpos site_xpos site_xmat cam_xpos cam_xmat light_xpos light_xdir xanchor xaxis subtree_com "
    "cdof cinert ten_length M qLD actuator_length actuator_moment ne nf nl nefc ncon efc_type efc_id efc_pos "
    "efc_margin efc_frictionloss efc_D efc_diagApprox cvel ten_velocity actuator_velocity qfrc_spring "
    "qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_passive qfrc_bias efc_vel efc_aref act_dot actuator_force "
    "qfrc_actuator qfrc_smooth qacc_smooth efc_b efc_force efc_state qfrc_constraint qacc sensordata cacc cfrc_int "
    "cfrc_ext energy"
).split()
ISLANDS = "nisland tree_island dof_island efc_island".split()
CONTACT = "dist pos frame geom dim includemargin friction solref solreffriction solimp mu".split()


def converge(m):
    """Newton's method, until nothing changes."""
    m.opt.solver = mujoco.mjtSolver.mjSOL_NEWTON
    m.opt.tolerance = 0
    m.opt.ls_tolerance = min(m.opt.ls_tolerance, 1e-6)
    m.opt.iterations = max(200, m.opt.iterations)
    m.opt.ls_iterations = max(100, m.opt.ls_iterations)


def numbers(values, exact):
    """Numbers as text; as many digits as the test can tell apart, unless exact."""
    values = np.asarray(values)
    if values.dtype.kind == "f":
        text = [repr(float(x)) if exact else f"{x:.12g}" for x in values.flat]
    else:
        text = [str(int(x)) for x in values.flat]
    text = [re.sub(r"\.0$|^-(?=0$)", "", x) for x in text]
    runs = ((x, len(list(group))) for x, group in itertools.groupby(text))
    return " ".join(x if n == 1 else f"{n}*{x}" for x, n in runs)


def dense_jacobian(m, d):
    """efc_J as nefc rows of nv columns, whichever way it is stored."""
    if not mujoco.mj_isSparse(m):
        return d.efc_J[: d.nefc * m.nv]
    dense = np.zeros((d.nefc, m.nv))
    for i in range(d.nefc):
        row = slice(d.efc_J_rowadr[i], d.efc_J_rowadr[i] + d.efc_J_rownnz[i])
        dense[i, d.efc_J_colind[row]] = d.efc_J[row]
    return dense


def forward_fields(m, d):
    """Names and values of what mj_forward computes, where MuJoCo defines it."""
    sleep = bool(m.opt.enableflags & mujoco.mjtEnableBit.mjENBL_SLEEP)
    for name in FORWARD:
        # MuJoCo leaves rows of what sleeps unset
        if sleep and name in ("efc_state", "efc_force", "efc_b", "efc_vel", "efc_aref"):
            continue
        yield name, getattr(d, name)
    if d.nisland:
        yield from ((name, getattr(d, name)) for name in ISLANDS)
    if d.nefc:
        yield "efc_J", dense_jacobian(m, d)
    if d.ncon:
        yield from ((f"contact.{name}", getattr(d.contact, name)) for name in CONTACT)


def states(m):
    """Data at the start, near it, away from it, and some steps later."""
    rng = np.random.default_rng(20261114)
    start = mujoco.MjData(m)
    if m.nkey:
        mujoco.mj_resetDataKeyframe(m, start, 0)
    yield "start", start
    low, high = np.where(m.actuator_ctrllimited[:, None].astype(bool), m.actuator_ctrlrange, [-1.0, 1.0]).T
    for name, scale in (("near", 0.005), ("away", 0.1)):
        d = mujoco.MjData(m)
        if m.nkey:
            mujoco.mj_resetDataKeyframe(m, d, 0)
        mujoco.mj_integratePos(m, d.qpos, rng.normal(size=m.nv) * scale, 1.0)
        d.qvel[:] = rng.normal(size=m.nv) * 0.3
        d.act[:] = rng.uniform(0, 0.5, m.na)
        d.ctrl[:] = rng.uniform(low, high)
        d.qfrc_applied[:] = rng.normal(size=m.nv) * 0.01
        yield name, d
    d = mujoco.MjData(m)
    if m.nkey:
        mujoco.mj_resetDataKeyframe(m, d, 0)
    first = np.array(d.ctrl)
    for _ in range(LATER):
        d.ctrl[:] = first + 0.01 * (high - low) * rng.normal(size=m.nu)
        mujoco.mj_step(m, d)
    if not any(w.number for w in d.warning):
        yield "later", d


def put_state(d, state):
    for name in STATE:
        if name == "time":
            d.time = state.time
        else:
            getattr(d, name)[:] = getattr(state, name)


def record(path):
    """The lines of a model's record; None if nothing moves."""
    m, authored = (mujoco.MjModel.from_xml_path(str(path)) for _ in range(2))
    if not m.nv:
        return None
    for model in (m, authored):
        model.opt.enableflags |= mujoco.mjtEnableBit.mjENBL_ENERGY
    converge(m)
    lines = [f"# what MuJoCo {mujoco.__version__} computes; made by tools/compare/record.py"]
    for name, state in states(m):
        lines.append(f"state {name}")
        blank = mujoco.MjData(m)
        acceleration = np.random.default_rng(11).normal(size=m.nv)
        for field in STATE:
            if not np.array_equal(getattr(state, field), getattr(blank, field)):
                lines.append(f"set {field} {numbers(getattr(state, field), True)}")
        lines.append(f"set qacc {numbers(acceleration, True)}")

        d = mujoco.MjData(m)
        put_state(d, state)
        mujoco.mj_forward(m, d)
        for field, values in forward_fields(m, d):
            if np.size(values):
                lines.append(f"forward {field} {numbers(values, False)}")
        d.qacc[:] = acceleration
        mujoco.mj_inverse(m, d)
        lines.append(f"inverse qfrc_inverse {numbers(d.qfrc_inverse, False)}")

        d = mujoco.MjData(authored)
        put_state(d, state)
        mujoco.mj_forward(authored, d)
        lines.append(f"authored qacc {numbers(d.qacc, False)}")

        d = mujoco.MjData(m)
        put_state(d, state)
        mujoco.mj_step(m, d)
        for field in NEXT:
            if np.size(getattr(d, field)):
                lines.append(f"step {field} {numbers(getattr(d, field), False)}")
    return lines


# what flags change, and after how many steps it is looked at
FLAG_FIELDS = "qpos qvel sensordata energy qfrc_inverse nisland tree_asleep ncon nefc".split()
FLAG_STEPS = (10, 60, 150)


def flags():
    """The names of all flags, their bits, and whether they are set to disable something."""
    for kind, prefix, disables in (
        (mujoco.mjtDisableBit, "mjDSBL_", True),
        (mujoco.mjtEnableBit, "mjENBL_", False),
    ):
        for name, bit in kind.__members__.items():
            if name.startswith(prefix):
                yield name.removeprefix(prefix), int(bit), disables


def record_flags():
    """The lines of the trajectories with each flag."""
    lines = [f"# what MuJoCo {mujoco.__version__} computes; made by tools/compare/record.py"]
    for flag, bit, disables in flags():
        scene = "meshes.xml" if flag == "MULTICCD" else "scene.xml"
        m = mujoco.MjModel.from_xml_path(str(MODELS / "flags" / scene))
        if disables:
            m.opt.disableflags |= bit
        else:
            m.opt.enableflags |= bit
        d = mujoco.MjData(m)
        steps = FLAG_STEPS
        if flag == "AUTORESET":
            # what is bad stays bad: there is nothing to see later
            d.qvel[0] = 1e11
            steps = (1, 2, 3)
        lines.append(f"flag {flag}")
        for i in range(steps[-1]):
            d.ctrl[:] = 0.3 * np.sin(0.05 * i)
            mujoco.mj_step(m, d)
            if flag == "INVDISCRETE":
                mujoco.mj_inverse(m, d)
            if i + 1 in steps:
                for field in FLAG_FIELDS:
                    lines.append(f"after {i + 1} {field} {numbers(getattr(d, field), False)}".rstrip())
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    assert mujoco.__version__ == "3.8.0", f"the reference is MuJoCo 3.8.0, this is {mujoco.__version__}"
    total = 0
    every = sorted([*MODELS.glob("*.xml"), *MODELS.glob("physics/*.xml")])
    for path in arguments.models or [path for path in every if path.stem not in STATIC | UNDECIDED]:
        lines = record(path)
        if lines is None:
            print(f"{path.name}: nothing moves")
            continue
        out = RECORDS / path.resolve().relative_to(MODELS).with_suffix(".txt")
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text("\n".join(lines) + "\n")
        total += out.stat().st_size
        print(f"{path.name}: {out.stat().st_size} bytes")
    if not arguments.models:
        out = RECORDS / "flags" / "flags.txt"
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text("\n".join(record_flags()) + "\n")
        total += out.stat().st_size
        print(f"flags: {out.stat().st_size} bytes")
    print(f"{total} bytes in all")


if __name__ == "__main__":
    main()
