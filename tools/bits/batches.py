"""Steps batches of corpus models and the same simulations alone: are they the same, bit for bit?

    python -m tools.bits.batches [--steps 40] [--only SUBSTRING] [--hashes FILE]

The models are one of each kind in the corpus (solver, cone, integrator, height field, tendons, activations,
meshes, equalities, flexes, plugins), and those with sleep and delays. Simulations start from states of their own, with
controls that change in every step. Batches of 1, 7, 64 and 1,000 simulations run on 1, 2 and 4 threads; after half of
the steps the batch is saved and another one goes on from the file. Rollouts of 7 and 64 run on as many threads, from
there to the first warning. Sensors are compared too. With --hashes, the hashes of the final states go to a file, to be
compared with those of another machine or set of instructions. Models with flexes or plugins run 64 simulations at most.
"""

import argparse
import csv
import hashlib
import pathlib
import sys
import tempfile
import time

import ferrodyn
import numpy as np
from ferrodyn import rollout
from ferrodyn.batch import Batch

from tools import ROOT
from tools.corpus import CORPUS, find_model

SIZES = ((1, 1), (7, 2), (64, 4), (1000, 2))
MOST_DOFS = 120
States = ferrodyn.mjtState
STATE, PHYSICS = States.mjSTATE_INTEGRATION, States.mjSTATE_FULLPHYSICS.value
BESIDES = ("mujoco/model/sleep/dominos.xml", "mujoco/test/engine/testdata/sleep/equality.xml",
           "mujoco/test/testdata/delay.xml")  # fmt: skip


def chosen():
    """The first model of each kind, and those of kinds that the list does not tell."""
    passing = set((ROOT / "conformance" / "passing.txt").read_text().split())
    kinds = {}
    for name in ("manifest.csv", "manifest_inline.csv"):
        for row in csv.DictReader((CORPUS / name).open()):
            moves = row["nv"] and 0 < int(row["nv"]) <= MOST_DOFS
            if moves and row["path"] in passing:
                counts = ("nhfield", "ntendon", "na", "nmesh", "neq", "nflex", "nplugin")
                kind = *(row[k] for k in ("solver", "cone", "integrator")), *(row[k] != "0" for k in counts)
                kinds.setdefault(kind, row["path"])
    return [*kinds.values(), *BESIDES]


def start(m, count):
    """States of simulations: positions, velocities and activations around those of the model."""
    rng, d = np.random.default_rng(5), ferrodyn.MjData(m)
    states = np.empty((count, ferrodyn.mj_stateSize(m, STATE)))
    for state in states:
        ferrodyn.mj_resetData(m, d) if m.nkey == 0 else ferrodyn.mj_resetDataKeyframe(m, d, 0)
        ferrodyn.mj_integratePos(m, d.qpos, 0.05 * rng.normal(size=m.nv), 1.0)
        d.qvel[:] = 0.2 * rng.normal(size=m.nv)
        d.act[:] = 0.1 * rng.random(m.na)
        ferrodyn.mj_getState(m, d, state, STATE)
    return states


def controls(m, count, steps):
    """A control for every simulation and step."""
    return 0.3 * np.random.default_rng(6).normal(size=(count, steps, m.nu))


def alone(m, states, control):
    """Final states and sensors of simulations by themselves, and which of them warned."""
    ends, sensors = states.copy(), np.zeros((len(states), m.nsensordata))
    warned = np.zeros(len(states), bool)
    for i, state in enumerate(states):
        d = ferrodyn.MjData(m)
        ferrodyn.mj_setState(m, d, state, STATE)
        for u in control[i]:
            d.ctrl[:] = u
            ferrodyn.mj_step(m, d)
        ferrodyn.mj_getState(m, d, ends[i], STATE)
        sensors[i] = d.sensordata
        warned[i] = d.warning.number.any()
    return ends, sensors, warned


def extracted(m, states, parts):
    """Parts of states."""
    out = np.empty((len(states), ferrodyn.mj_stateSize(m, parts)))
    for row, state in zip(out, states, strict=True):
        ferrodyn.mj_extractState(m, state, STATE, row, parts)
    return out


def rolled(m, states, control, threads):
    """The same by `ferrodyn.rollout`: physics and sensors at the end."""
    driven = States.mjSTATE_MOCAP_POS.value | States.mjSTATE_MOCAP_QUAT.value
    mocap = np.repeat(extracted(m, states, driven)[:, None], control.shape[1], axis=1)
    state, sensordata = rollout.rollout(
        m, [ferrodyn.MjData(m) for _ in range(threads)], extracted(m, states, PHYSICS),
        np.concatenate([control, mocap], axis=2), control_spec=States.mjSTATE_CTRL.value | driven,
    )  # fmt: skip
    return state[:, -1], sensordata[:, -1]


def together(m, states, control, threads):
    """The same in a batch, that goes through a file."""
    batch = Batch(m, len(states), threads)
    batch.state[:] = states
    half = control.shape[1] // 2
    for t in range(half):
        batch.ctrl[:] = control[:, t]
        batch.step()
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "batch.npz"
        batch.save(file)
        batch = Batch(m, len(states), threads)
        batch.load(file)
    sensordata = batch.bind("sensordata")
    for t in range(half, control.shape[1]):
        batch.ctrl[:] = control[:, t]
        batch.step()
    return batch.state, sensordata


def check(m, steps):
    """How many simulations of how many differ, and the hash of where they end."""
    count = 64 if m.nflex or m.nplugin else max(n for n, _ in SIZES)
    states, control = start(m, count), controls(m, count, steps)
    ends, sensors, warned = alone(m, states, control)
    different = total = 0
    for n, threads in ((n, threads) for n, threads in SIZES if n <= count):
        found = together(m, states[:n], control[:n], threads)
        same = (bits(found[0]) == bits(ends[:n])).all(1) & (bits(found[1]) == bits(sensors[:n])).all(1)
        different, total = different + int((~same).sum()), total + n
        if 1 < n < 1000:
            found = rolled(m, states[:n], control[:n], threads)
            physics = extracted(m, ends[:n], PHYSICS)
            same = (bits(found[0]) == bits(physics)).all(1) & (bits(found[1]) == bits(sensors[:n])).all(1)
            different, total = different + int((~same & ~warned[:n]).sum()), total + n
    return different, total, hashlib.sha256(ends.tobytes()).hexdigest()[:16]


def bits(values):
    """The numbers as integers, so that signs of zeros and NaN count."""
    return np.ascontiguousarray(values).view(np.uint64)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--only", default="")
    parser.add_argument("--hashes", type=pathlib.Path)
    arguments = parser.parse_args()
    if not CORPUS.exists():
        sys.exit(f"no corpus at {CORPUS}; set FERRODYN_CORPUS")
    wrong, hashes = 0, {}
    names = [name for name in chosen() if arguments.only in name]
    for name in names:
        begun, m = time.time(), ferrodyn.MjModel.from_xml_path(str(find_model(name)))
        different, total, hashes[name] = check(m, arguments.steps)
        wrong += different > 0
        verdict = f"{different} of {total} differ" if different else "the same"
        print(f"{name:70} {total} simulations: {verdict} ({time.time() - begun:.1f} s)", flush=True)
    print(f"{len(names) - wrong} of {len(names)} models: every simulation has the bits it has alone")
    if arguments.hashes:
        arguments.hashes.write_text("".join(f"{h} {name}\n" for name, h in sorted(hashes.items())))
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
