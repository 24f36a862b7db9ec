"""What the mujoco that is found makes of models, kept in a file for each, to be compared with another release.

    python -m tools.follow.dump [--seconds 10] [--minutes 9] FOLDER [MODEL_OR_FOLDER ...]

Of a model: whether it loads, every number of the compiled model, every number of the data after `mj_forward` with a
converged solver, accelerations with the model's own solver, `mj_inverse`, and the state after 1 and 20 steps: from the
initial state or the first keyframe, and from a random state. A model that is there already is not made again, so a
run that ends goes on where it was. Each model has a process of its own and so many seconds of processor; one that
crashes or takes longer is a row that says so.
"""

import argparse
import hashlib
import os
import pathlib
import pickle
import resource
import sys
import time
import traceback

import mujoco
import numpy as np

from conformance import values
from conformance.states import use_converged_solver
from tools.corpus import add_arguments, model_paths
from tools.follow.compare import file_of

SEED, STEPS = 20261120, 20
LARGE, SAMPLE = 5_000, 1_000
"""Entries from which on an array is kept as its hash and so many of its entries."""
DENSE = 2_000_000
"""Entries from which on a constraint Jacobian is left out."""


def kept(value):
    """A number, an array or a text as it is kept."""
    if isinstance(value, (bytes, str)):
        return value
    array = np.asarray(value)
    if array.size <= LARGE:
        return array.copy()
    digest = hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()
    return {"shape": array.shape, "hash": digest, "sample": array.ravel()[:: array.size // SAMPLE].copy()}


def numbers(holder, names):
    """Fields of a model or of data."""
    return {name: kept(values.read(holder, name)) for name in names}


def begin(model, data, state):
    """Puts data into the initial state, that of the first keyframe, or a random one near it."""
    if model.nkey:
        mujoco.mj_resetDataKeyframe(model, data, 0)
    else:
        mujoco.mj_resetData(model, data)
    if state == "random":
        random = np.random.default_rng(SEED)
        mujoco.mj_integratePos(model, data.qpos, random.normal(size=model.nv) * (0.01 if model.nflex else 0.1), 1.0)
        data.qvel[:] = random.normal(size=model.nv) * 0.3
        low, high = np.full((2, model.nu), [[-1.0], [1.0]])
        # since 3.11 an actuator may have several controls, and ranges are those of actuators
        if len(model.actuator_ctrlrange) == model.nu:
            low, high = np.where(np.array(model.actuator_ctrllimited, bool)[:, None], model.actuator_ctrlrange, [-1, 1]).T
        data.ctrl[:] = random.uniform(low, high)
        data.qfrc_applied[:] = random.normal(size=model.nv) * 0.01


def state_of(data):
    """What steps move."""
    return np.concatenate([data.qpos, data.qvel, data.act])


def judge(path):
    """Everything that is kept of a model."""
    try:
        model = mujoco.MjModel.from_xml_path(path)
    except ValueError as error:
        return {"refused": str(error)}
    kept_of = {"model": numbers(model, values.model_names(model)), "forward": {}, "inverse": {}, "authored": {}, "steps": {}}
    states = ("authored", "random")
    for state in states:
        data = mujoco.MjData(model)
        begin(model, data, state)
        mujoco.mj_forward(model, data)
        kept_of["authored"][state] = {"qacc": data.qacc.copy()}
        moved = {}
        for step in range(1, STEPS + 1):
            mujoco.mj_step(model, data)
            if step in (1, STEPS):
                moved[f"after {step}"] = state_of(data)
        kept_of["steps"][state] = moved
    use_converged_solver(model)
    for state in states:
        data = mujoco.MjData(model)
        begin(model, data, state)
        mujoco.mj_forward(model, data)
        kept_of["forward"][state] = data_numbers(model, data)
        data.qacc[:] = np.random.default_rng(SEED).normal(size=model.nv)
        mujoco.mj_inverse(model, data)
        kept_of["inverse"][state] = {"qfrc_inverse": data.qfrc_inverse.copy()}
    return kept_of


def data_numbers(model, data):
    """Fields of data that MuJoCo has written, the constraint Jacobian as a dense matrix."""
    unset = values.unset_fields(mujoco, model, data) | {"efc_J"}
    found = numbers(data, [name for name in values.data_names(data) if name not in unset])
    if data.nefc * model.nv < DENSE:
        found["efc_J"] = kept(values.dense_jacobian(mujoco, model, data))
    return found


def write(file, content):
    """Writes a file whole or not at all."""
    part = file.with_suffix(f".{os.getpid()}")
    part.write_bytes(pickle.dumps(content, pickle.HIGHEST_PROTOCOL))
    part.replace(file)


def begin_child(path, file, seconds):
    """Makes the file of a model in a process of its own, whose id is returned."""
    child = os.fork()
    if child:
        return child
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        found = judge(path)
    except BaseException:
        found = {"failed": traceback.format_exc(limit=2)[-300:]}
    write(file, {"path": path, "release": mujoco.__version__, **found})
    os._exit(0)


def end_child(running, seconds):
    """Waits for one of the processes; one that was ended leaves a file that says so."""
    child, status = os.wait()
    path, file = running.pop(child)
    if status:
        signal = os.WTERMSIG(status)
        why = f"took more than {seconds} s" if signal in (9, 24) else f"ended by signal {signal}"
        write(file, {"path": path, "release": mujoco.__version__, "failed": why})


def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("folder", type=pathlib.Path)
    ap.add_argument("--seconds", type=int, default=10, help="of processor for a model")
    ap.add_argument("--minutes", type=float, default=1e9, help="ends after these with status 3; run again to go on")
    add_arguments(ap)
    a = ap.parse_args(argv)
    a.folder.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + 60 * a.minutes
    missing = [(path, file) for path in model_paths(a) if not (file := file_of(a.folder, path)).exists()]
    running, left = {}, len(missing)
    for path, file in missing:
        if time.monotonic() > end:
            break
        if len(running) == a.jobs:
            end_child(running, a.seconds)
        running[begin_child(path, file, a.seconds)] = (path, file)
        left -= 1
    while running:
        end_child(running, a.seconds)
    if left:
        print(f"mujoco {mujoco.__version__}: {left} models are left", file=sys.stderr)
    return 3 if left else 0


if __name__ == "__main__":
    raise SystemExit(main())
