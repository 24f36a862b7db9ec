"""Tasks of mjlab on ferrodyn.warp, beside Warp's own device for processors.

    python -m tools.ecosystem.mjlab [--tasks Mjlab-Velocity-Flat-Unitree-Go1 ...] [--envs 32] [--steps 20]

Needs mjlab 1.6.0, unmodified, which brings mujoco 3.11 and mujoco_warp 3.11. Each task runs in a process
of its own under random actions. Prints the time from the start of the process to the end of the first
step, the time of a step of the environments, and how far a step of Warp in float32 leads away from that
of ferrodyn, from the same states with the same random parameters. With --engine warp the same times of
mujoco_warp as it is.
"""

import argparse
import contextlib
import io
import json
import os
import subprocess
import sys
import time

TASKS = (
    "Mjlab-Velocity-Flat-Unitree-Go1",
    "Mjlab-Velocity-Rough-Unitree-Go1",
    "Mjlab-Velocity-Flat-Unitree-G1",
)
COMPARED = ("qvel", "qpos", "sensordata")


def one(task, engine, envs, steps):
    """Figures of a task, in this process."""
    start = time.perf_counter()
    os.environ |= {"MUJOCO_GL": "disable", "WANDB_MODE": "disabled"}
    if engine == "ferrodyn":
        import ferrodyn.warp

        ferrodyn.warp.install()
    import mjlab.tasks  # noqa: F401
    import torch
    import warp
    from mjlab.envs import ManagerBasedRlEnv
    from mjlab.tasks.registry import load_env_cfg

    warp.config.quiet = True
    cfg = load_env_cfg(task)
    cfg.scene.num_envs, cfg.seed = envs, 1
    with contextlib.redirect_stdout(io.StringIO()):
        env = ManagerBasedRlEnv(cfg, device="cpu")
        env.reset()
    random = torch.Generator().manual_seed(0)
    times, reward, size = [], 0.0, env.action_manager.total_action_dim
    env.step(torch.zeros((envs, size)))
    first = time.perf_counter() - start
    for _ in range(steps):
        action = 0.2 * torch.randn((envs, size), generator=random)
        before = time.perf_counter()
        reward += float(env.step(action)[1].mean())
        times.append(time.perf_counter() - before)
    found = {"first_s": first, "step_ms": 1e3 * sorted(times)[steps // 2], "reward": reward / steps}
    if engine == "ferrodyn":
        found |= apart(env.sim)
    return found


def apart(sim):
    """How far a step of Warp leads away from one of ferrodyn, for some fields: the most, and of how much."""
    import ferrodyn.warp
    import numpy as np

    ours, theirs = sim.wp_data, ferrodyn.warp._own["put_data"](
        sim.mj_model, sim.mj_data, nworld=sim.num_envs, nconmax=sim.cfg.nconmax, njmax=sim.cfg.njmax
    )
    for name in ferrodyn.warp.INPUTS:
        array = getattr(theirs, name, None)
        if array is not None and array.size:
            array.numpy()[...] = getattr(ours, name).numpy()
    ferrodyn.warp._own["step"](sim.wp_model, theirs)
    ferrodyn.warp.step(sim.wp_model, ours)
    found = {}
    for name in COMPARED:
        one, other = getattr(ours, name).numpy(), getattr(theirs, name).numpy()
        difference = np.abs(one - other).reshape(len(one), -1)
        found[name] = {
            "median of worlds": float(np.median(difference.max(axis=1))),
            "most": float(difference.max()),
            "of": float(np.abs(one).max()),
        }
    return found


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--tasks", nargs="+", default=TASKS)
    ap.add_argument("--envs", type=int, default=32)
    ap.add_argument("--steps", type=int, default=20)
    ap.add_argument("--engine", choices=("ferrodyn", "warp"), default="ferrodyn")
    ap.add_argument("--here", action="store_true", help="one task, in this process")
    a = ap.parse_args()
    if a.here:
        print(json.dumps(one(a.tasks[0], a.engine, a.envs, a.steps)))
        return
    for task in a.tasks:
        command = [sys.executable, "-m", "tools.ecosystem.mjlab", "--here", "--tasks", task]
        command += ["--envs", str(a.envs), "--steps", str(a.steps), "--engine", a.engine]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            print(f"{task}: {run.stderr.strip().splitlines()[-1]}")
            continue
        found = json.loads(run.stdout.strip().splitlines()[-1])
        first, step, reward = (found.pop(name) for name in ("first_s", "step_ms", "reward"))
        print(f"{task}, {a.envs} environments, {a.engine}: first step after {first:.0f} s, then")
        print(f"  {step:.1f} ms a step, {1e3 * a.envs / step:.0f} environment steps/s, mean reward {reward:.4f}")
        for name, far in found.items():
            words = ", ".join(f"{what} {value:.1e}" for what, value in far.items())
            print(f"  {name} of a step of Warp in float32 from ferrodyn's: {words}")


if __name__ == "__main__":
    main()
