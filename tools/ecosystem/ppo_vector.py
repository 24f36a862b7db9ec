"""Return against time of PPO on vector environments: `ferrodyn.gym` beside Gymnasium on MuJoCo.

    python -m tools.ecosystem.ppo_vector [--env HalfCheetah-v5] [--num-envs 64] [--steps 1000000] [--seeds 3]
                        [--contestants ferrodyn sync async] [--nthread 0] [--svg FILE]

The networks and the objective of tools/ecosystem/ppo.py, with experience of all environments at once: 64
steps of each, then four epochs of minibatches of 512. "sync" and "async" are Gymnasium's on the
`mujoco` package. Runs take turns, each in a process of its own; the time of starting it does not
count. A point of a curve is the mean return of the episodes that ended in a round, at the time it
was over.

Needs gymnasium, imageio and mujoco==3.8.0.
"""

from tools.ecosystem import ppo  # first, since it bounds the threads of the linear algebra

# isort: split
import argparse
import multiprocessing
import pathlib
import sys
import time

import numpy as np

from tools.speed import log_plot

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


# --- the picture -----------------------------------------------------------------------------


def ticks(low, high):
    """Round numbers from low to high, about five."""
    power = 10 ** np.floor(np.log10((high - low) / 4))
    step = next(s * power for s in (1, 2, 5, 10) if s * power >= (high - low) / 5)
    return step * np.arange(np.ceil(low / step) + 0.0, np.floor(high / step) + 1)


def picture(curves, title):
    """An SVG of curves by contestant: return against seconds, a line per seed."""
    points = [point for each in curves.values() for curve in each for point in curve]
    times, returns = zip(*points, strict=True)
    end, low, high = max(times), min(0.0, *returns), max(1.0, *returns)
    width = log_plot.WIDTH - log_plot.LEFT - log_plot.RIGHT
    height = log_plot.HEIGHT - log_plot.TOP - log_plot.BOTTOM
    left, bottom = log_plot.LEFT, log_plot.HEIGHT - log_plot.BOTTOM

    def place(seconds, value):
        return left + seconds / end * width, bottom - (value - low) / (high - low) * height

    box = f"0 0 {log_plot.WIDTH} {log_plot.HEIGHT}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">',
        log_plot.STYLE,
        '<rect class="page" width="100%" height="100%"/>',
        log_plot.line("axis", left, bottom, left + width, bottom),
        log_plot.line("axis", left, bottom, left, log_plot.TOP),
        log_plot.text(left + width / 2, log_plot.HEIGHT - 8, "seconds", 'text-anchor="middle"'),
        log_plot.text(left, log_plot.TOP - 6, f"return, {title}"),
    ]
    for value in ticks(low, high):
        x, y = place(0, value)
        parts.append(log_plot.line("grid", x, y, x + width, y))
        parts.append(log_plot.text(x - 6, y + 4, f"{value:g}", 'text-anchor="end"'))
    for seconds in ticks(0, end):
        x, _ = place(seconds, low)
        parts.append(log_plot.text(x, bottom + 18, f"{seconds:g}", 'text-anchor="middle"'))
    for i, (contestant, each) in enumerate(curves.items()):
        color = log_plot.COLORS[i]
        for curve in each:
            line = " ".join("{:.1f},{:.1f}".format(*place(*point)) for point in curve)
            parts.append(f'<polyline points="{line}" fill="none" stroke="{color}"/>')
        label = contestant if contestant == "ferrodyn" else f"MuJoCo, {contestant}"
        y = log_plot.TOP + 16 + 20 * i
        parts.append(log_plot.text(left + width + 16, y, label, f'style="fill: {color}"'))
    return "\n".join([*parts, "</svg>", ""])


def main(arguments=None):
    """Prints a line per run and draws the curves."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--env", default="HalfCheetah-v5")
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--steps", type=int, default=1_000_000, help="of all environments together")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--contestants", nargs="+", default=CONTESTANTS, choices=CONTESTANTS)
    parser.add_argument("--nthread", type=int, default=0, help="of ferrodyn; 0 is all processors")
    parser.add_argument("--svg", type=pathlib.Path, help="where to draw the curves")
    options = parser.parse_args(arguments)

    print(f"{options.env}, {options.num_envs} environments, {options.steps} steps")
    print(f"{'contestant':10} {'seed':>4} {'return':>8} {'seconds':>8} {'in env':>8}", flush=True)
    curves = {contestant: [] for contestant in options.contestants}
    for seed in range(1, options.seeds + 1):
        # who comes first takes turns
        for contestant in options.contestants[:: 1 if seed % 2 else -1]:
            points, seconds, inside = start(contestant, seed, options)
            if not points:
                sys.exit("no episode ended: take more steps")
            curves[contestant].append(points)
            last = points[-1][1]
            print(f"{contestant:10} {seed:4d} {last:8.1f} {seconds:8.1f} {inside:8.1f}", flush=True)
    if options.svg:
        options.svg.write_text(picture(curves, options.env), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
