"""What a step from JAX takes beside the same step of the batch alone, and beside MJX where it is installed.

    python -m tools.speed.jax_steps [--model FILE] [--nsim 256] [--rounds 15] [--page docs/jax.md]

A row is a program that steps all simulations a hundred times, each time after a control that follows from the state. Rows take
turns in every round; a figure is the median of rounds, as wall time of one step of all simulations.
"""

import argparse
import pathlib
import statistics
import time

import ferrodyn
import ferrodyn.jax as fj
import jax
import jax.numpy as jnp
import numpy as np
from ferrodyn.batch import Batch

from tools.docs import measured, sections

STEPS = 100
CART = """
<mujoco>
  <option timestep="0.01"/>
  <worldbody>
    <body name="cart"><joint name="slide" type="slide" axis="1 0 0"/><geom type="box" size=".2 .1 .1"/>
      <body name="pole" pos="0 0 .1"><joint name="hinge" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 1" size=".04" contype="0" conaffinity="0"/></body>
    </body>
  </worldbody>
  <actuator><motor joint="slide" gear="20" ctrlrange="-1 1"/></actuator>
</mujoco>
"""


def batch_row(model, starts):
    """The loop in Python, over what a program of JAX computes as well."""
    batch = Batch(model, len(starts))
    qpos, qvel, ctrl = batch.bind("qpos"), batch.bind("qvel"), batch.bind("ctrl")
    for name in fj.OUTPUTS:
        batch.bind(name)

    def row():
        batch.reset()
        qpos[:] = starts
        for _ in range(STEPS):
            ctrl[:] = np.tanh(qpos[:, -1:] + qvel[:, -1:])
            batch.step()
        return np.asarray(qpos)

    return row


def jax_row(put, make, step, starts):
    """A program with the functions of this package, or of MJX."""
    def rollout(q):
        def one(d, _):
            d = d.replace(ctrl=jnp.tanh(d.qpos[-1:] + d.qvel[-1:]) * jnp.ones_like(d.ctrl))
            return step(put, d), None

        return jax.lax.scan(one, make().replace(qpos=q), None, length=STEPS)[0].qpos

    run = jax.jit(jax.vmap(rollout))
    return lambda: np.asarray(jax.block_until_ready(run(starts)))


def rows_of(path, nsim):
    """The programs by name."""
    model = ferrodyn.MjModel.from_xml_path(path) if path else ferrodyn.MjModel.from_xml_string(CART)
    starts = np.tile(model.qpos0, (nsim, 1))
    starts[:, -1] += np.linspace(-0.1, 0.1, nsim)
    m = fj.put_model(model)
    state = fj.put_model(model, outputs=())
    rows = {
        "`Batch.step` in a loop, all fields bound": batch_row(model, starts),
        "`ferrodyn.jax`, all fields": jax_row(m, lambda: fj.make_data(m), fj.step, starts),
        "`ferrodyn.jax`, the state alone": jax_row(state, lambda: fj.make_data(state), fj.step, starts),
    }
    try:
        import mujoco
        from mujoco import mjx
    except ImportError:
        print("SKIPPED MJX: mujoco-mjx is not installed")
        return rows
    theirs = mujoco.MjModel.from_xml_path(path) if path else mujoco.MjModel.from_xml_string(CART)
    put = mjx.put_model(theirs)
    rows[f"MJX {measured.installed('mujoco-mjx')[0]}"] = jax_row(put, lambda: mjx.make_data(theirs), mjx.step, starts)
    return rows


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--model", help="a file; a cart with a pole if not given")
    arguments.add_argument("--nsim", type=int, default=256)
    arguments.add_argument("--rounds", type=int, default=15)
    arguments.add_argument("--page", type=pathlib.Path, help="writes the table there")
    measured.add_argument(arguments)
    given = arguments.parse_args()

    rows = rows_of(given.model, given.nsim)
    took = {name: [] for name in rows}
    for name, row in rows.items():
        began = time.perf_counter()
        row()
        print(f"{name}: first call {time.perf_counter() - began:.1f} s")
    for _ in range(given.rounds):
        for name, row in rows.items():
            began = time.perf_counter()
            row()
            took[name].append((time.perf_counter() - began) / STEPS)
    lines = [f"| {given.nsim:,} simulations | ms of a step | steps per second |", "|---|---|---|"]
    for name, each in took.items():
        middle = statistics.median(each)
        lines.append(f"| {name} | {1e3 * middle:.2f} | {given.nsim / middle:,.0f} |")
    print("\n".join(lines))
    if given.page:
        versions = [f"{name} {found}" for name in ("jax", "mujoco-mjx") for found in measured.installed(name)]
        line = measured.line(", ".join([*versions, given.note] if given.note else versions))
        sections.write(given.page, "jax steps", "\n".join([*lines, "", line]))


if __name__ == "__main__":
    main()
