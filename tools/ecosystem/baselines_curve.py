"""Learning curves of Stable-Baselines3: `BaselinesEnv` beside its own vector of Gymnasium's environments on MuJoCo.

    python -m tools.ecosystem.baselines_curve [--env HalfCheetah-v5] [--num-envs 16] [--steps 200000] [--seeds 2]
                        [--svg FILE]

The program is the one of its documentation: `PPO("MlpPolicy", envs).learn(steps)`, on one thread of torch. Runs take
turns, each in a process of its own. A point of a curve is the mean return of the last 100 episodes, at the end
of a round of experience.

Needs stable-baselines3, gymnasium, imageio and mujoco.
"""

import argparse
import multiprocessing
import pathlib
import sys
import time

import numpy as np

from tools.ecosystem import ppo_vector

CONTESTANTS = ("ferrodyn", "sync")


def made(contestant, name, num_envs, seed):
    """Environments in the interface of Stable-Baselines3, which count returns."""
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.vec_env import VecMonitor

    if contestant != "ferrodyn":
        return make_vec_env(name, n_envs=num_envs, seed=seed)
    from ferrodyn.gym.baselines import BaselinesEnv

    envs = VecMonitor(BaselinesEnv(name, num_envs))
    envs.seed(seed)
    return envs


def train(contestant, name, num_envs, steps, seed):
    """Points (seconds, return) of a training, and its seconds."""
    import torch
    from stable_baselines3 import PPO
    from stable_baselines3.common.callbacks import BaseCallback

    torch.set_num_threads(1)
    points = []

    class Watch(BaseCallback):
        def _on_step(self):
            return True

        def _on_rollout_end(self):
            returns = [episode["r"] for episode in self.model.ep_info_buffer]
            if returns:
                points.append((time.perf_counter() - begin, float(np.mean(returns))))

    envs = made(contestant, name, num_envs, seed)
    model = PPO("MlpPolicy", envs, n_steps=2048 // num_envs, seed=seed, device="cpu")
    begin = time.perf_counter()
    model.learn(total_timesteps=steps, callback=Watch())
    seconds = time.perf_counter() - begin
    envs.close()
    return points, seconds


def run(pipe, *arguments):
    """Trains in this process and sends what came out."""
    pipe.send(train(*arguments))


def start(*arguments):
    """Trains in a new process; what came out."""
    context = multiprocessing.get_context("spawn")
    pipe, other = context.Pipe(duplex=False)
    process = context.Process(target=run, args=(other, *arguments))
    process.start()
    other.close()
    try:
        return pipe.recv()
    finally:
        process.join()


def main(arguments=None):
    """Prints a line per run and draws the curves."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--env", default="HalfCheetah-v5")
    parser.add_argument("--num-envs", type=int, default=16)
    parser.add_argument("--steps", type=int, default=200_000, help="of all environments together")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--svg", type=pathlib.Path, help="where to draw the curves")
    options = parser.parse_args(arguments)

    print(f"{options.env}, {options.num_envs} environments, {options.steps} steps")
    print(f"{'contestant':10} {'seed':>4} {'return':>8} {'seconds':>8}", flush=True)
    curves = {contestant: [] for contestant in CONTESTANTS}
    for seed in range(1, options.seeds + 1):
        # who comes first takes turns
        for contestant in CONTESTANTS[:: 1 if seed % 2 else -1]:
            points, seconds = start(contestant, options.env, options.num_envs, options.steps, seed)
            if not points:
                sys.exit("no episode ended: take more steps")
            curves[contestant].append(points)
            print(f"{contestant:10} {seed:4d} {points[-1][1]:8.1f} {seconds:8.1f}", flush=True)
    if options.svg:
        options.svg.write_text(ppo_vector.picture(curves, options.env), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
