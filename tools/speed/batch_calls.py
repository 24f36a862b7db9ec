"""What calls of a `Batch` cost beside its steps: functions between steps, and resets of one simulation.

    python -m tools.speed.batch_calls [--rounds 15] [--nsim 1000] [--model FILE]

All rows of a kind take turns in every round; a row is the best of its rounds, in processor time of one thread.

    control   a hundred steps of carts with poles: in one call, with a function that does nothing, with `balance` of
              docs/batch.md, and the loop that does the same
    reset     one simulation of 64: a step, and resets up to each stage; of plain simulations, of those with parameters of
              their own, and of those that keep their data
"""

import argparse
import time

import ferrodyn
import numpy as np
from ferrodyn import mjtStage
from ferrodyn.batch import Batch

CART = """
<mujoco>
  <worldbody>
    <body name="cart"><joint name="slide" type="slide" axis="1 0 0"/><geom type="box" size=".2 .1 .1"/>
      <body name="pole" pos="0 0 .1"><joint name="hinge" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 1" size=".04"/></body>
    </body>
  </worldbody>
  <actuator><motor joint="slide" gear="20" ctrlrange="-1 1"/></actuator>
</mujoco>
"""
STEPS = 100
STAGES = {"nothing": mjtStage.mjSTAGE_NONE, "positions": mjtStage.mjSTAGE_POS, "all": mjtStage.mjSTAGE_ACC}


def best(rows, rounds, calls=1):
    """The least processor time of a call of each, in us."""
    least = dict.fromkeys(rows, np.inf)
    for _ in range(rounds):
        for name, row in rows.items():
            began = time.process_time()
            for _ in range(calls):
                row()
            least[name] = min(least[name], 1e6 * (time.process_time() - began) / calls)
    return least


def control(nsim, rounds):
    batch = Batch(ferrodyn.MjModel.from_xml_string(CART), nsim, 1)
    qpos, qvel, ctrl = batch.bind("qpos"), batch.bind("qvel"), batch.bind("ctrl")

    def balance(_):
        ctrl[:, 0] = 8 * qpos[:, 1] + 2 * qvel[:, 1]

    def loop():
        for _ in range(STEPS):
            balance(batch)
            batch.step()

    def of(call):
        def row():
            batch.reset()
            qpos[:, 1] = np.linspace(-0.1, 0.1, nsim)
            call()

        return row

    rows = {
        "one call": of(lambda: batch.step(nstep=STEPS)),
        "a function that does nothing": of(lambda: batch.step(nstep=STEPS, control=lambda _: None)),
        "balance": of(lambda: batch.step(nstep=STEPS, control=balance)),
        "a loop with balance": of(loop),
    }
    least = best(rows, rounds)
    one = least["one call"]
    for name, took in least.items():
        print(f"{nsim} carts, {name:28} {took / STEPS:8.1f} us a step, {took / one - 1:+6.1%}")


def reset(model, rounds):
    ids = np.array([5])
    for kind in ("plain", "own parameters", "persistent"):
        batch = Batch(model, 64, 1, persistent=kind == "persistent")
        if kind == "own parameters":
            batch.expand("body_mass")[:] *= 1.01
            batch.set_const()
        rows = {f"reset, then {name}": lambda b=batch, s=stage: b.reset(ids, stage=s) for name, stage in STAGES.items()}
        least = best({"step": lambda b=batch: b.step(ids), **rows}, rounds, 200)
        for name, took in least.items():
            print(f"one {kind:14} {name:22} {took:6.1f} us, {took / least['step']:.2f} steps")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--nsim", type=int, default=1000)
    parser.add_argument("--model", help="of the resets, instead of the cart")
    options = parser.parse_args()
    control(options.nsim, options.rounds)
    path = options.model
    reset(ferrodyn.MjModel.from_xml_path(path) if path else ferrodyn.MjModel.from_xml_string(CART), options.rounds)


if __name__ == "__main__":
    main()
