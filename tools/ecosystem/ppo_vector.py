"""Return against time of PPO on vector environments: `ferrodyn.gym` beside Gymnasium on MuJoCo.

    python -m tools.ecosystem.ppo_vector [--env HalfCheetah-v5] [--num-envs 64] [--steps 1000000] [--seeds 5]
                        [--contestants ferrodyn sync async] [--nthread 0] [--json FILE] [--svg FILE]

The networks and the objective of tools/ecosystem/ppo.py, with experience of all environments at once: 64
steps of each, then four epochs of minibatches of 512. "sync" and "async" are Gymnasium's on the
`mujoco` package. Runs take turns, each in a process of its own; the time of starting it does not
count. A point of a curve is the mean return of the episodes that ended in a round, at the time it
was over. The picture has the median of all seeds and a band from the least to the largest.

Needs gymnasium, imageio and mujoco==3.8.0.
"""

from tools.ecosystem import ppo  # first, since it bounds the threads of the linear algebra

# isort: split
import argparse
import json
import multiprocessing
import pathlib
import sys
import time

import numpy as np

from tools.docs import measured, sections
from tools.ecosystem import learning_curves

CONTESTANTS = ("ferrodyn", "sync", "async")
HORIZON, EPOCHS, BATCH = 64, 4, 512


class Running:
    """Running mean and variance of samples that come many at a time."""

    def __init__(self, shape=()):
        self.mean, self.var, self.count = np.zeros(shape), np.ones(shape), 1e-4

    def add(self, samples):
        count, mean = len(samples), samples.mean(axis=0)
        total, delta = self.count + count, mean - self.mean
        between = delta**2 * self.count * count / total
        self.var = (self.var * self.count + samples.var(axis=0) * count + between) / total
        self.mean = self.mean + delta * count / total
        self.count = total


class Worlds:
    """Vector environments with normalized observations and rewards, and returns of episodes."""

    def __init__(self, envs, seed):
        self.envs, count = envs, envs.num_envs
        self.low, self.high = envs.single_action_space.low, envs.single_action_space.high
        self.observed = Running(envs.single_observation_space.shape)
        self.discounted, self.scale = np.zeros(count), Running()
        self.total, self.returns, self.spent = np.zeros(count), [], 0.0
        self.seen = self.normal(envs.reset(seed=seed)[0])

    def normal(self, seen, learn=True):
        """Observations with mean 0 and variance 1."""
        if learn:
            self.observed.add(seen)
        scaled = (seen - self.observed.mean) / np.sqrt(self.observed.var + 1e-8)
        return np.clip(scaled, -10, 10)

    def step(self, action):
        """Rewards, which episodes ended, which of these by time, and what those saw last."""
        begin = time.perf_counter()
        clipped = np.clip(action, self.low, self.high).astype(np.float32)
        seen, reward, terminated, truncated, infos = self.envs.step(clipped)
        self.spent += time.perf_counter() - begin

        ended, cut = terminated | truncated, truncated & ~terminated
        last = self.normal(np.stack(infos["final_obs"][cut]), False) if cut.any() else None
        self.total += reward
        self.discounted = self.discounted * ppo.GAMMA + reward
        self.scale.add(self.discounted)
        reward = np.clip(reward / np.sqrt(self.scale.var + 1e-8), -10, 10)
        self.returns += self.total[ended].tolist()
        self.total[ended] = self.discounted[ended] = 0.0
        self.seen = self.normal(seen)
        return reward, ended, cut, last


def collect(worlds, actor, critic, log_std, random):
    """A horizon of experience: observations, actions, log probabilities, advantages, returns."""
    shape = (HORIZON, len(worlds.total))
    seen, acted = np.zeros((*shape, worlds.seen.shape[1])), np.zeros((*shape, len(log_std)))
    logp, reward, after = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    ended = np.zeros(shape, bool)
    for t in range(HORIZON):
        seen[t] = worlds.seen
        noise = random.standard_normal(acted[t].shape)
        acted[t] = actor.forward(seen[t]) + np.exp(log_std) * noise
        logp[t] = -0.5 * (noise**2).sum(axis=1) - log_std.sum()
        reward[t], ended[t], cut, last = worlds.step(acted[t])
        if last is not None:
            after[t, cut] = critic.forward(last)[:, 0]

    rows = np.concatenate([seen, worlds.seen[None]]).reshape(-1, seen.shape[2])
    value = critic.forward(rows)[:, 0].reshape(HORIZON + 1, -1)
    advantage = advantages(reward, ended, after, value)
    flat = (x.reshape(-1, *x.shape[2:]) for x in (seen, acted, logp, advantage))
    return *flat, (advantage + value[:-1]).reshape(-1)


def advantages(reward, ended, after, value):
    """Generalized advantages, from the end: a row per step, a column per environment.

    After an episode that time cut off its value goes on with `after`.
    """
    following = np.where(ended, after, value[1:])
    delta = reward + ppo.GAMMA * following - value[:-1]
    advantage, running = np.zeros_like(reward), np.zeros(reward.shape[1])
    for t in reversed(range(len(reward))):
        running = delta[t] + ppo.GAMMA * ppo.LAMBDA * running * ~ended[t]
        advantage[t] = running
    return advantage


def train(envs, steps, seed):
    """Trains a policy; the points (seconds, return) of its curve, and seconds in environments."""
    random = np.random.default_rng(seed)
    worlds = Worlds(envs, seed)
    size, controls = worlds.seen.shape[1], len(worlds.low)
    actor, critic = ppo.Net(random, size, controls, 0.01), ppo.Net(random, size, 1, 1.0)
    log_std = np.zeros(controls)
    optimizer = ppo.Adam([*actor.params, *critic.params, log_std])

    begin, points = time.perf_counter(), []
    rounds = max(1, steps // (HORIZON * envs.num_envs))
    for i in range(rounds):
        data = collect(worlds, actor, critic, log_std, random)
        rate = ppo.RATE * (1 - i / rounds)
        for _ in range(EPOCHS):
            order = random.permutation(len(data[0]))
            for at in range(0, len(order), BATCH):
                batch = [x[order[at : at + BATCH]] for x in data]
                ppo.improve(actor, critic, log_std, optimizer, batch, rate)
        if worlds.returns:
            points.append((time.perf_counter() - begin, float(np.mean(worlds.returns))))
            worlds.returns = []
    return points, time.perf_counter() - begin, worlds.spent


# --- runs in processes of their own ----------------------------------------------------------


def made(contestant, name, num_envs, nthread):
    """The vector environment; episodes start again in the step in which they end."""
    if contestant == "ferrodyn":
        from ferrodyn import gym

        return gym.make_vec(name, num_envs, autoreset_mode="SameStep", nthread=nthread)
    import gymnasium
    import mujoco

    assert mujoco.MjModel.__module__.startswith("mujoco"), mujoco
    mode = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}
    return gymnasium.make_vec(name, num_envs, vectorization_mode=contestant, vector_kwargs=mode)


def run(pipe, contestant, seed, options):
    """Trains in this process and sends what came out."""
    envs = made(contestant, options.env, options.num_envs, options.nthread)
    pipe.send(train(envs, options.steps, seed))
    envs.close()


def start(contestant, seed, options):
    """Trains in a new process; what came out."""
    context = multiprocessing.get_context("spawn")
    pipe, other = context.Pipe(duplex=False)
    process = context.Process(target=run, args=(other, contestant, seed, options))
    process.start()
    other.close()
    try:
        return pipe.recv()
    finally:
        process.join()


# --- the command -----------------------------------------------------------------------------


def table(runs):
    """A row for each contestant: its seeds, the median of returns and of seconds, with the least and the largest."""
    rows = ["| contestant | seeds | return | seconds | of these in environments |", "|---|---|---|---|---|"]
    for contestant in dict.fromkeys(run["contestant"] for run in runs):
        mine = [run for run in runs if run["contestant"] == contestant]
        cells = []
        for key in ("return", "seconds", "inside"):
            values = [run[key] for run in mine]
            cells.append(f"{np.median(values):.0f} ({min(values):.0f} to {max(values):.0f})")
        rows.append(f"| {learning_curves.label(contestant)} | {len(mine)} | {' | '.join(cells)} |")
    return "\n".join(rows)


def measure(options):
    """Trains for all seeds and contestants in turn; the figures that are kept."""
    print(f"{options.env}, {options.num_envs} environments, {options.steps} steps")
    print(f"{'contestant':10} {'seed':>4} {'return':>8} {'seconds':>8} {'in env':>8}", flush=True)
    runs = []
    for seed in range(1, options.seeds + 1):
        # who comes first takes turns
        for contestant in options.contestants[:: 1 if seed % 2 else -1]:
            points, seconds, inside = start(contestant, seed, options)
            if not points:
                sys.exit("no episode ended: take more steps")
            last = points[-1][1]
            runs.append({"contestant": contestant, "seed": seed, "return": last, "seconds": seconds, "inside": inside,
                         "points": [[round(time, 3), round(value, 2)] for time, value in points]})  # fmt: skip
            print(f"{contestant:10} {seed:4d} {last:8.1f} {seconds:8.1f} {inside:8.1f}", flush=True)
    order = [run for name in options.contestants for run in runs if run["contestant"] == name]
    return {"title": f"{options.env}, {options.num_envs} environments", "measured": measured.line(options.note), "runs": order}


def main(arguments=None):
    """Prints a line per run, and writes figures, the table and the curves where it is told to."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--env", default="HalfCheetah-v5")
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--steps", type=int, default=1_000_000, help="of all environments together")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--contestants", nargs="+", default=CONTESTANTS, choices=CONTESTANTS)
    parser.add_argument("--nthread", type=int, default=0, help="of ferrodyn; 0 is all processors")
    parser.add_argument("--from", dest="source", type=pathlib.Path, help="train nothing, take the figures of a file")
    parser.add_argument("--json", type=pathlib.Path, help="also write the figures")
    parser.add_argument("--svg", type=pathlib.Path, help="also draw the curves: NAME-light.svg and NAME-dark.svg")
    sections.add_argument(parser)
    measured.add_argument(parser)
    options = parser.parse_args(arguments)

    found = json.loads(options.source.read_text(encoding="utf-8")) if options.source else measure(options)
    text = table(found["runs"])
    print(f"\n{text}")
    if options.json:
        options.json.write_text(json.dumps(found) + "\n", encoding="utf-8")
    if options.svg:
        learning_curves.write(options.svg, found["runs"], found["title"])
    sections.write(options.page, "ppo", f"{text}\n\n{found['measured']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
