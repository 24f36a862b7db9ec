"""Spoils some simulations of a batch and looks whether the others notice.

    python -m tools.attack.poison [MODEL] [--nsim 4096] [--steps 1000] [--threads 2]

A batch runs undisturbed, then three more times, in which 1, 16 and 256 of its simulations are set to NaN,
infinity or 1e300 in a position, a velocity or a control, at random times. All others have to end where they
ended undisturbed, bit for bit; every spoiled one has to be reported in the step in which it was spoiled, with
its cause, and to be healthy after a reset. Infinite and huge controls are no failures where the model limits them:
they are brought into their range, as in MuJoCo. By default the humanoid of the corpus.
"""

import argparse
import sys
import time

import ferrodyn
import numpy as np
from ferrodyn.batch import Batch

from tools.corpus import find_model

POISONS = (np.nan, np.inf, -np.inf, 1e300)
FIELDS = ("qpos", "qvel", "ctrl")


def made(m, arguments):
    """A batch with controls of its own for every simulation."""
    batch = Batch(m, arguments.nsim, arguments.threads)
    batch.ctrl[:] = 0.2 * np.random.default_rng(1).normal(size=batch.ctrl.shape)
    return batch


def run(m, arguments, plan):
    """Steps a batch and spoils it as planned; the batch, and what was not reported as it should be."""
    batch, missed = made(m, arguments), []
    controls = batch.ctrl.copy()
    for step in range(arguments.steps):
        spoiled = plan.get(step, {})
        for sim, (field, at, value) in spoiled.items():
            getattr(batch, field)[sim, at] = value
        batch.step()
        failed = set(np.flatnonzero(batch.status).tolist())
        missed += [f"step {step}: {sim} failed undisturbed" for sim in failed - spoiled.keys()]
        for sim, (field, at, value) in spoiled.items():
            word = {"qpos": "position", "qvel": "velocity", "ctrl": "control"}[field]
            limited = field == "ctrl" and m.actuator_ctrllimited[at] and not np.isnan(value)
            if (word in batch.failure(sim)) == limited:
                missed.append(f"step {step}: {sim}, {field}: {batch.failure(sim)!r}")
        if spoiled:
            ids = sorted(spoiled)
            batch.reset(ids)
            batch.ctrl[ids] = controls[ids]
    return batch, missed


def plan_for(m, count, arguments):
    """When each of ``count`` simulations is spoiled, where and with what."""
    rng, plan = np.random.default_rng(count), {}
    for sim in rng.choice(arguments.nsim, count, replace=False).tolist():
        field = FIELDS[rng.integers(3 if m.nu else 2)]
        width = {"qpos": m.nq, "qvel": m.nv, "ctrl": m.nu}[field]
        what = field, int(rng.integers(width)), POISONS[rng.integers(len(POISONS))]
        plan.setdefault(int(rng.integers(arguments.steps)), {})[sim] = what
    return plan


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", nargs="?")
    parser.add_argument("--nsim", type=int, default=4096)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=0)
    arguments = parser.parse_args()
    m = ferrodyn.MjModel.from_xml_path(str(arguments.model or find_model("mujoco/model/humanoid/humanoid.xml")))
    undisturbed, missed = run(m, arguments, {})
    wrong = len(missed)
    for count in (1, 16, 256):
        begun, plan = time.time(), plan_for(m, count, arguments)
        batch, missed = run(m, arguments, plan)
        others = np.setdiff1d(np.arange(arguments.nsim), [sim for sims in plan.values() for sim in sims])
        noticed = (batch.state[others].view(np.uint64) != undisturbed.state[others].view(np.uint64)).any(1).sum()
        healthy = np.isfinite(batch.state).all() and not batch.status.any()
        wrong += len(missed) + int(noticed) + (not healthy)
        print(f"{count} spoiled: {noticed} of {len(others)} others noticed, {len(missed)} reported wrongly, "
              f"{'all' if healthy else 'not all'} healthy at the end ({time.time() - begun:.0f} s)", flush=True)  # fmt: skip
        for text in missed[:5]:
            print(f"  {text}")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
