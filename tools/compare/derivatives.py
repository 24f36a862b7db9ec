"""Exact derivatives of steps beside differences: errors, time, and what is refused, over public models.

    python -m tools.compare.derivatives [MODEL ...] [--states 20]

Each model falls from random poses with random controls. At some of the states on the way, with the solver at its optimum, the
matrices are compared with central differences of two step sizes, extrapolated; states where these two disagree have a
corner within reach and are counted apart. The time is that at the model's own settings, beside a step and beside MuJoCo's
differences.
"""

import argparse
import collections
import importlib.util
import pathlib
import time

import numpy as np

from tools import ROOT
from tools.corpus import find_model, tell
from tools.docs import measured

MODELS = (
    "mujoco/model/humanoid/humanoid.xml",
    "menagerie/unitree_go1/scene.xml",
    "menagerie/unitree_h1/scene.xml",
    "menagerie/anybotics_anymal_c/scene.xml",
    "menagerie/franka_emika_panda/scene.xml",
    "menagerie/universal_robots_ur5e/scene.xml",
    "menagerie/shadow_hand/scene_right.xml",
    "menagerie/agility_cassie/scene.xml",
    "gymnasium/ant.xml",
    "gymnasium/half_cheetah.xml",
    "gymnasium/hopper.xml",
    "gymnasium/walker2d_v5.xml",
    "gymnasium/humanoid.xml",
)
# differences of step sizes that disagree by more than this share straddle a corner
CORNER = 1e-4


def place_of(name):
    """The file of a model: of the public ones, of the installed Gymnasium, or of the repository."""
    folder, _, rest = name.partition("/")
    spec = importlib.util.find_spec("gymnasium") if folder == "gymnasium" else None
    if spec and spec.origin:
        return pathlib.Path(spec.origin).parent / "envs" / "mujoco" / "assets" / rest
    return find_model(name) or ROOT / name


def loaded(fd, path):
    """The model, with the solver at its optimum for comparison, and as it is."""
    model, tight = (fd.MjModel.from_xml_path(str(path)) for _ in range(2))
    tight.opt.tolerance, tight.opt.ls_tolerance = 0, 1e-12
    tight.opt.iterations = tight.opt.ls_iterations = 100
    tight.opt.disableflags |= fd.mjtDisableBit.mjDSBL_WARMSTART
    return model, tight


def states(fd, model, count, seed=0):
    """Data on random ways."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        data = fd.MjData(model)
        if model.nkey:
            fd.mj_resetDataKeyframe(model, data, 0)
        velocity = rng.normal(0, 0.5, model.nv)
        fd.mj_integratePos(model, data.qpos, velocity, 0.3)
        data.qvel[:] = velocity
        low, high = model.actuator_ctrlrange.T if model.nu else (0, 0)
        for i in range(rng.integers(50, 250)):
            if model.nu and i % 10 == 0:
                data.ctrl[:] = np.where(low < high, rng.uniform(low, np.maximum(low, high)), rng.uniform(-1, 1, model.nu))
            fd.mj_step(model, data)
        yield data


def differences(fd, model, data):
    """The matrix by extrapolated differences, and whether a corner is within reach."""
    nx = 2 * model.nv + model.na
    found = []
    for eps in (4e-6, 2e-6):
        A = np.zeros((nx, nx))
        fd.mjd_transitionFD(model, data, eps, True, A, None, None, None)
        found.append(A)
    coarse, fine = found
    size = max(1.0, abs(fine).max())
    return (4 * fine - coarse) / 3, abs(fine - coarse).max() > CORNER * size


def seconds(call, rounds=15):
    """The least time of a call."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def judge(fd, path, count):
    """A row of the table, and what was refused."""
    model, tight = loaded(fd, path)
    errors, corners, contacts, refused = [], 0, 0, collections.Counter()
    last = None
    for data in states(fd, tight, count):
        try:
            A, _ = fd.derive.transition(tight, data)
        except (NotImplementedError, ValueError) as error:
            refused[str(error).split(";")[0].removeprefix("there is no exact derivative of ")] += 1
            continue
        last = data
        contacts += data.ncon
        expected, corner = differences(fd, tight, data)
        if corner:
            corners += 1
        else:
            errors.append(abs(A - expected).max() / max(1.0, abs(expected).max()))
    if last is None:
        return None, refused
    # at the model's own settings
    own = fd.MjData(model)
    own.qpos[:], own.qvel[:], own.act[:], own.ctrl[:] = last.qpos, last.qvel, last.act, last.ctrl
    nx = 2 * model.nv + model.na
    A, B = np.zeros((nx, nx)), np.zeros((nx, model.nu))
    fd.mj_forward(model, own)
    step = seconds(lambda: fd.mj_forward(model, own))
    exact = seconds(lambda: fd.derive.transition(model, own))
    by_differences = seconds(lambda: fd.mjd_transitionFD(model, own, 1e-6, False, A, B, None, None), 3)
    return (model.nv, len(errors) + corners, contacts, corners, errors, step, exact, by_differences), refused


def table(rows):
    """The rows as Markdown."""
    head = ("| model | dofs | states | contacts | corners | error, median | worst | forward, us | matrices, us | differences, us |\n"
            "|---|---|---|---|---|---|---|---|---|---|\n")  # fmt: skip
    lines = []
    for name, (nv, count, contacts, corners, errors, step, exact, by_differences) in rows:
        median, worst = (f"{x:.0e}" for x in (np.median(errors), max(errors))) if errors else ("", "")
        times = " | ".join(f"{x * 1e6:.0f}" for x in (step, exact, by_differences))
        lines.append(f"| {name} | {nv} | {count} | {contacts / count:.1f} | {corners} | {median} | {worst} | {times} |")
    return head + "\n".join(lines) + "\n"


def main():
    """Prints the table, what was refused, and how it was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", default=MODELS)
    parser.add_argument("--states", type=int, default=20)
    measured.add_argument(parser)
    arguments = parser.parse_args()
    import ferrodyn as fd
    import ferrodyn.derive

    rows, all_refused = [], []
    for name in arguments.models:
        path = place_of(name)
        if not path.exists():
            tell(f"not there: {name}")
            continue
        row, refused = judge(fd, path, arguments.states)
        short = "/".join(name.split("/")[1:]) or name
        tell(f"{short}: {sum(refused.values())} of {arguments.states} states refused")
        if row:
            rows.append((short, row))
        all_refused += [(short, what, count) for what, count in refused.most_common(3)]
    text = table(rows)
    if all_refused:
        text += "\nRefused:\n\n" + "".join(f"- {name}: {what} ({count} states)\n" for name, what, count in all_refused)
    print(text + measured.line(arguments.note, mujoco=[]))


if __name__ == "__main__":
    main()
