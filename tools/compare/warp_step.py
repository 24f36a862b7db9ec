"""How far a step of ferrodyn.warp is from one of MuJoCo Warp in float32, and of C MuJoCo in float64, in tasks of mjlab.

    python -m tools.compare.warp_step [--tasks Mjlab-Velocity-Flat-Unitree-Go1 ...] [--envs 32] [--steps 10]
        [--converged] [--without-warp]

Needs mjlab 1.6.0. A task runs on ferrodyn under random actions, with the parameters of each world that it draws at random.
Then one step is taken from the same states, inputs and parameters by all three. C gets the batch's own numbers, of float64;
Warp gets them rounded. For each field are printed the median of worlds of what differs most, the most of all worlds, and the
largest number. With --converged solvers go on until nothing changes, in the place of the few iterations that tasks allow.
"""

import argparse
import contextlib
import io
import subprocess
import sys

import numpy as np

from tools.ecosystem.mjlab import TASKS, make

FIELDS = ("qpos", "qvel", "qacc", "sensordata", "xpos", "cvel", "actuator_force")
STATE = ("qpos", "qvel", "act", "ctrl", "qfrc_applied", "xfrc_applied", "mocap_pos", "mocap_quat", "qacc_warmstart")


def parameters_of(batch, world, m):
    """Gives a model of C the parameters of a world."""
    for name, values in batch._values.items():
        group, _, field = name.rpartition(".")
        owner = getattr(m, group) if group else m
        value = values[world]
        if np.ndim(value):
            getattr(owner, field)[...] = value.reshape(getattr(owner, field).shape)
        else:
            setattr(owner, field, value.item())


def steps_of_c(m, batch):
    """A step of every world with C, from where the batch is; iterations of its solvers, too."""
    import mujoco

    d, found, iterations = mujoco.MjData(m), {name: [] for name in FIELDS}, []
    for world in range(batch.nsim):
        parameters_of(batch, world, m)
        mujoco.mj_resetData(m, d)
        for name in STATE:
            getattr(d, name)[...] = batch.bind(name)[world].reshape(getattr(d, name).shape)
        d.eq_active[:] = batch.bind("eq_active")[world]
        d.time = batch.bind("time")[world]
        mujoco.mj_step(m, d)
        for name in FIELDS:
            found[name].append(np.array(getattr(d, name)))
        iterations.append(max(d.solver_niter[: max(d.nisland, 1)]))
    return {name: np.array(rows) for name, rows in found.items()}, np.array(iterations)


def worlds_of_warp(sim, ours):
    """Data of Warp alone, where ours is."""
    import ferrodyn.warp

    theirs = ferrodyn.warp._own["put_data"](
        sim.mj_model, sim.mj_data, nworld=sim.num_envs, nconmax=sim.cfg.nconmax, njmax=sim.cfg.njmax
    )
    for name in ferrodyn.warp.INPUTS:
        array = getattr(theirs, name, None)
        if array is not None and array.size:
            array.numpy()[...] = getattr(ours, name).numpy()
    return theirs


def steps_of_warp(sim, theirs):
    """A step of every world with Warp, which compiles for minutes the first time."""
    import ferrodyn.warp

    ferrodyn.warp._own["step"](sim.wp_model, theirs)
    return {name: getattr(theirs, name).numpy().reshape(sim.num_envs, -1) for name in FIELDS}


def put_words(what, one, other):
    print(f"  {what}:")
    for name in FIELDS:
        a, b = (np.asarray(x[name], float).reshape(len(one[name]), -1) for x in (one, other))
        if not a.size:
            continue
        difference = np.abs(a - b).max(axis=1)
        print(
            f"    {name:15} median {np.median(difference):.1e}, most {difference.max():.1e} "
            f"(world {difference.argmax()}), of {np.abs(a).max():.1e}"
        )


def compare(task, envs, steps, is_converged, with_warp):
    """Prints what a step of a task differs by."""
    env = make(task, "ferrodyn", envs)
    import ferrodyn.warp
    import torch

    random = torch.Generator().manual_seed(0)
    for _ in range(steps):
        env.step(0.2 * torch.randn((envs, env.action_manager.total_action_dim), generator=random))
    sim, d = env.sim, env.sim.wp_data
    batch, m = d.batch, env.sim.mj_model
    if is_converged:
        for name, value in (("opt.iterations", 200), ("opt.ls_iterations", 100), ("opt.tolerance", 0.0)):
            batch.expand(name)[...] = value
            setattr(m.opt, name.removeprefix("opt."), value)
    # what was written since the last call comes in now
    ferrodyn.warp.forward(sim.wp_model, d)
    print(f"{task}, {envs} worlds: {', '.join(sorted(sim.expanded_fields)) or 'nothing'} of each world, solver of "
          f"{m.opt.iterations} iterations, cone {m.opt.cone}, integrator {m.opt.integrator}")
    c, iterations = steps_of_c(m, batch)
    theirs = worlds_of_warp(sim, d) if with_warp and not is_converged else None
    ours = {name: batch.bind(name) for name in FIELDS}
    ferrodyn.warp.step(sim.wp_model, d)
    put_words("C in float64", ours, c)
    print(f"  iterations of the solver of C: median {np.median(iterations):.0f}, most {iterations.max()}; "
          f"worlds of ours that stopped at their limit: {int((batch.unconverged > 0).sum())}", flush=True)
    if theirs:
        ours = {name: rows.copy() for name, rows in ours.items()}
        with contextlib.redirect_stdout(io.StringIO()):
            found = steps_of_warp(sim, theirs)
        put_words("Warp in float32", ours, found)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--tasks", nargs="+", default=TASKS)
    ap.add_argument("--envs", type=int, default=32)
    ap.add_argument("--steps", type=int, default=10)
    ap.add_argument("--converged", action="store_true")
    ap.add_argument("--without-warp", action="store_true", help="C alone: Warp compiles for minutes the first time")
    ap.add_argument("--here", action="store_true", help="in this process")
    a = ap.parse_args()
    if a.here:
        compare(a.tasks[0], a.envs, a.steps, a.converged, not a.without_warp)
        return
    for task in a.tasks:
        command = [sys.executable, "-m", "tools.compare.warp_step", "--here", "--tasks", task]
        command += ["--envs", str(a.envs), "--steps", str(a.steps), *["--converged"] * a.converged]
        command += ["--without-warp"] * a.without_warp
        run = subprocess.run(command, capture_output=True, text=True)
        print(run.stdout if run.returncode == 0 else f"{task}: {run.stderr.strip().splitlines()[-1]}", flush=True)


if __name__ == "__main__":
    main()
