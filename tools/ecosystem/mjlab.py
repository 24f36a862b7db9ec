"""Tasks of mjlab on ferrodyn.warp, beside Warp's own device for processors and a loop over C MuJoCo.

    python -m tools.ecosystem.mjlab [--tasks Mjlab-Velocity-Flat-Unitree-Go1 ...] [--envs 32] [--steps 20]
        [--engines ferrodyn c warp]

Needs mjlab 1.6.0, unmodified, which brings mujoco 3.11 and mujoco_warp 3.11. Each task and engine runs in a
process of its own under the same random actions. Prints the time from the start of the process to the end of
the first step, the median time of a step of the environments, and the mean reward. `tools.compare.warp_step`
compares steps.
"""

import argparse
import contextlib
import io
import itertools
import json
import os
import statistics
import subprocess
import sys
import time

# all of mjlab's that need no file of another place, but for variants of pictures
TASKS = (
    "Mjlab-Cartpole-Balance",
    "Mjlab-Cartpole-Swingup",
    "Mjlab-Lift-Cube-Yam",
    "Mjlab-Lift-Cube-Yam-Depth",
    "Mjlab-Velocity-Flat-Unitree-Go1",
    "Mjlab-Velocity-Flat-Unitree-G1",
    "Mjlab-Velocity-Rough-Unitree-Go1",
    "Mjlab-Velocity-Rough-Unitree-G1",
)
ENGINES = ("ferrodyn", "c", "warp")


def make(task, engine, envs):
    """Environments of a task, reset, on an engine."""
    os.environ |= {"MUJOCO_GL": "disable", "WANDB_MODE": "disabled"}
    if engine == "ferrodyn":
        import ferrodyn.warp

        ferrodyn.warp.install()
    elif engine == "c":
        from tools.ecosystem import c_worlds

        c_worlds.install()
    import mjlab.tasks  # noqa: F401
    import warp
    from mjlab.envs import ManagerBasedRlEnv
    from mjlab.tasks.registry import load_env_cfg

    warp.config.quiet = True
    cfg = load_env_cfg(task)
    cfg.scene.num_envs, cfg.seed = envs, 1
    with contextlib.redirect_stdout(io.StringIO()):
        env = ManagerBasedRlEnv(cfg, device="cpu")
        env.reset()
    return env


def one(task, engine, envs, steps):
    """Figures of a task, in this process."""
    env = make(task, engine, envs)
    import torch

    random = torch.Generator().manual_seed(0)
    times, reward, size = [], 0.0, env.action_manager.total_action_dim
    env.step(torch.zeros((envs, size)))
    # the clock of the process, which has waited for its imports, too
    first = time.time() - _started()
    for _ in range(steps):
        action = 0.2 * torch.randn((envs, size), generator=random)
        before = time.perf_counter()
        reward += float(env.step(action)[1].mean())
        times.append(time.perf_counter() - before)
    found = {"first": first, "step": statistics.median(times), "least": min(times), "reward": reward / steps}
    if engine == "ferrodyn":
        found["read"] = sorted(env.sim.wp_data._worlds._results)
    return found


def _started():
    """When this process was started."""
    return float(os.environ["STARTED"])


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--tasks", nargs="+", default=TASKS)
    ap.add_argument("--envs", type=int, default=32)
    ap.add_argument("--steps", type=int, default=20)
    ap.add_argument("--engines", nargs="+", choices=ENGINES, default=ENGINES)
    ap.add_argument("--here", action="store_true", help="one task and engine, in this process")
    a = ap.parse_args()
    if a.here:
        print(json.dumps(one(a.tasks[0], a.engines[0], a.envs, a.steps)))
        return
    for task, engine in itertools.product(a.tasks, a.engines):
        command = [sys.executable, "-m", "tools.ecosystem.mjlab", "--here", "--tasks", task]
        command += ["--envs", str(a.envs), "--steps", str(a.steps), "--engines", engine]
        run = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"STARTED": str(time.time())})
        if run.returncode:
            print(f"{task}, {engine}: {(run.stderr.strip().splitlines() or ['no word'])[-1]}", flush=True)
            continue
        found = json.loads(run.stdout.strip().splitlines()[-1])
        speed = " (at best ".join(f"{a.envs / found[time]:.0f}" for time in ("step", "least"))
        print(
            f"{task}, {a.envs} environments, {engine}: first step after {found['first']:.0f} s, "
            f"{speed}) environment steps/s, mean reward {found['reward']:.4f}",
            flush=True,
        )
        if "read" in found:
            print(f"  reads of what is computed: {', '.join(found['read'])}", flush=True)


if __name__ == "__main__":
    main()
