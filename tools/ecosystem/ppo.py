"""Trains the same policy with PPO on MuJoCo and on ferrodyn: final returns and time.

    python -m tools.ecosystem.ppo [--env Hopper-v5] [--steps 200000] [--seeds 3] [--jobs 1]

A small PPO in NumPy, with the choices of CleanRL's for continuous actions: two hidden layers of 64
tanh units each for policy and value, observations and rewards normalized by running statistics,
generalized advantages, clipped objective, Adam with decaying rate. Runs take turns, one engine
after the other for each seed, each in a process of its own; ferrodyn answers through
`ferrodyn.compat`. The final return is the mean of the last 20 episodes. Times of the processor say
more than those of the clock where other programs run too.

Needs gymnasium and mujoco==3.8.0.
"""

import os

# matrices here are small: threads of the linear algebra only get in each other's way
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import argparse
import multiprocessing
import sys
import time
from concurrent import futures

import numpy as np

ENGINES = ("mujoco", "ferrodyn")
HORIZON, EPOCHS, BATCH = 2048, 10, 64
RATE, GAMMA, LAMBDA, CLIP, MAX_NORM = 3e-4, 0.99, 0.95, 0.2, 0.5


class Net:
    """Two hidden tanh layers, trained by Adam."""

    def __init__(self, random, inputs, outputs, last_gain):
        sizes = [inputs, 64, 64, outputs]
        gains = [2**0.5, 2**0.5, last_gain]
        self.params = []
        for n, m, gain in zip(sizes, sizes[1:], gains, strict=False):
            u, _, v = np.linalg.svd(random.standard_normal((n, m)), full_matrices=False)
            self.params += [gain * (u @ v), np.zeros(m)]

    def forward(self, x):
        """The outputs; activations are kept for `gradient`."""
        w1, b1, w2, b2, w3, b3 = self.params
        h1 = np.tanh(x @ w1 + b1)
        h2 = np.tanh(h1 @ w2 + b2)
        self.kept = x, h1, h2
        return h2 @ w3 + b3

    def gradient(self, dy):
        """Gradients of the parameters, from those of the outputs."""
        _, _, w2, _, w3, _ = self.params
        x, h1, h2 = self.kept
        d2 = (dy @ w3.T) * (1 - h2**2)
        d1 = (d2 @ w2.T) * (1 - h1**2)
        return [x.T @ d1, d1.sum(0), h1.T @ d2, d2.sum(0), h2.T @ dy, dy.sum(0)]


class Adam:
    """Adam over a list of arrays, with the norm of the gradient bounded."""

    def __init__(self, params):
        self.params, self.count = params, 0
        self.mean = [np.zeros_like(p) for p in params]
        self.square = [np.zeros_like(p) for p in params]

    def step(self, gradients, rate):
        self.count += 1
        norm = np.sqrt(sum(float((g * g).sum()) for g in gradients))
        scale = min(1.0, MAX_NORM / (norm + 1e-6))
        size = rate * np.sqrt(1 - 0.999**self.count) / (1 - 0.9**self.count)
        for p, g, m, v in zip(self.params, gradients, self.mean, self.square, strict=True):
            m += 0.1 * (scale * g - m)
            v += 0.001 * ((scale * g) ** 2 - v)
            p -= size * m / (np.sqrt(v) + 1e-5)


class Running:
    """Running mean and variance."""

    def __init__(self, shape=()):
        self.mean, self.var, self.count = np.zeros(shape), np.ones(shape), 1e-4

    def add(self, x):
        total = self.count + 1
        delta = x - self.mean
        self.mean = self.mean + delta / total
        self.var = (self.var * self.count + delta**2 * self.count / total) / total
        self.count = total


class World:
    """An environment with normalized observations and rewards, and the returns of its episodes."""

    def __init__(self, name, seed):
        import gymnasium

        self.env = gymnasium.make(name)
        self.env.action_space.seed(seed)
        self.low, self.high = self.env.action_space.low, self.env.action_space.high
        self.observed = Running(self.env.observation_space.shape)
        self.discounted, self.scale = 0.0, Running()
        self.total, self.returns, self.spent = 0.0, [], 0.0
        self.seen = self.normal(self.env.reset(seed=seed)[0])

    def normal(self, x):
        self.observed.add(x)
        return np.clip((x - self.observed.mean) / np.sqrt(self.observed.var + 1e-8), -10, 10)

    def step(self, action):
        """Reward, whether the episode ended, what was seen last if it was cut off by time."""
        begin = time.process_time()
        seen, reward, terminated, truncated, _ = self.env.step(np.clip(action, self.low, self.high))
        self.spent += time.process_time() - begin
        self.total += reward
        self.discounted = self.discounted * GAMMA + reward
        self.scale.add(self.discounted)
        reward = np.clip(reward / np.sqrt(self.scale.var + 1e-8), -10, 10)
        self.seen = self.normal(seen)
        cut = self.seen if truncated and not terminated else None
        if terminated or truncated:
            self.returns.append(self.total)
            self.total = self.discounted = 0.0
            self.seen = self.normal(self.env.reset()[0])
        return reward, terminated or truncated, cut


def collect(world, actor, critic, log_std, random):
    """A horizon of experience: observations, actions, log probabilities, advantages, returns."""
    n, k = len(world.seen), len(log_std)
    seen, acted, logp = np.zeros((HORIZON, n)), np.zeros((HORIZON, k)), np.zeros(HORIZON)
    reward, ended, after = np.zeros(HORIZON), np.zeros(HORIZON, bool), np.zeros(HORIZON)
    for t in range(HORIZON):
        seen[t] = world.seen
        noise = random.standard_normal(k)
        acted[t] = actor.forward(seen[t : t + 1])[0] + np.exp(log_std) * noise
        logp[t] = -0.5 * (noise**2).sum() - log_std.sum()
        reward[t], ended[t], cut = world.step(acted[t])
        if cut is not None:
            after[t] = critic.forward(cut[None])[0, 0]

    # generalized advantages, from the end; after an episode cut off by time its value goes on
    value = critic.forward(np.vstack([seen, world.seen]))[:, 0]
    following = np.where(ended, after, value[1:])
    delta = reward + GAMMA * following - value[:-1]
    advantage, running = np.zeros(HORIZON), 0.0
    for t in reversed(range(HORIZON)):
        running = delta[t] + GAMMA * LAMBDA * running * (not ended[t])
        advantage[t] = running
    return seen, acted, logp, advantage, advantage + value[:-1]


def improve(actor, critic, log_std, optimizer, batch, rate):
    """One step of the clipped objective on a minibatch."""
    seen, acted, old, advantage, target = batch
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    std, size = np.exp(log_std), len(seen)
    z = (acted - actor.forward(seen)) / std
    ratio = np.exp(-0.5 * (z**2).sum(1) - log_std.sum() - old)
    clipped = np.clip(ratio, 1 - CLIP, 1 + CLIP)

    # the objective has a slope only where the clipped form is not the smaller one
    active = ratio * advantage <= clipped * advantage
    slope = (-(active * ratio * advantage) / size)[:, None]
    gradients = actor.gradient(slope * z / std)
    residual = critic.forward(seen)[:, 0] - target
    gradients += critic.gradient(0.5 * residual[:, None] / size)
    gradients.append((slope * (z**2 - 1)).sum(0))
    optimizer.step(gradients, rate)


def train(name, steps, seed):
    """Trains a policy; final return, seconds, seconds of processor, of these in the environment."""
    random = np.random.default_rng(seed)
    world, begin, used = World(name, seed), time.perf_counter(), time.process_time()
    actor = Net(random, len(world.seen), len(world.low), 0.01)
    critic = Net(random, len(world.seen), 1, 1.0)
    log_std = np.zeros(len(world.low))
    optimizer = Adam([*actor.params, *critic.params, log_std])

    rounds = max(1, steps // HORIZON)
    for i in range(rounds):
        data = collect(world, actor, critic, log_std, random)
        for _ in range(EPOCHS):
            order = random.permutation(HORIZON)
            for at in range(0, HORIZON, BATCH):
                batch = [x[order[at : at + BATCH]] for x in data]
                improve(actor, critic, log_std, optimizer, batch, RATE * (1 - i / rounds))
    last = world.returns[-20:] or [world.total]
    times = time.perf_counter() - begin, time.process_time() - used, world.spent
    return float(np.mean(last)), *times


def run(engine, pipe, *arguments):
    """Trains in this process, on that engine."""
    if engine == "ferrodyn":
        import ferrodyn.compat

        ferrodyn.compat.install()
    import mujoco

    assert mujoco.MjModel.__module__.startswith(engine), mujoco
    pipe.send(train(*arguments))


def start(context, engine, *arguments):
    """Trains in a new process, on that engine; what came out."""
    pipe, other = context.Pipe(duplex=False)
    process = context.Process(target=run, args=(engine, other, *arguments))
    process.start()
    other.close()
    result = pipe.recv()
    process.join()
    return result


def main():
    """Prints a line per run and a summary per engine."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--env", default="Hopper-v5")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time")
    options = parser.parse_args()

    # who comes first takes turns
    runs = [
        (engine, seed)
        for seed in range(1, options.seeds + 1)
        for engine in (ENGINES if seed % 2 else ENGINES[::-1])
    ]
    context = multiprocessing.get_context("spawn")
    results = {engine: [] for engine in ENGINES}
    print(f"{options.env}, {options.steps} steps, {options.seeds} seeds")
    print(
        f"{'engine':10} {'seed':>4} {'return':>9} {'seconds':>8} {'cpu':>8} {'in env':>8}",
        flush=True,
    )
    with futures.ThreadPoolExecutor(options.jobs) as pool:
        pending = {
            pool.submit(start, context, engine, options.env, options.steps, seed): (engine, seed)
            for engine, seed in runs
        }
        for done in futures.as_completed(pending):
            engine, seed = pending[done]
            last, *times = result = done.result()
            results[engine].append(result)
            print(f"{engine:10} {seed:4d} {last:9.1f}", *(f"{t:8.1f}" for t in times), flush=True)
    for engine in ENGINES:
        returns, seconds, cpu, inside = map(np.array, zip(*results[engine], strict=True))
        print(
            f"{engine:10} return {returns.mean():.0f} +- {returns.std():.0f} "
            f"(from {returns.min():.0f} to {returns.max():.0f}), "
            f"{seconds.mean():.0f} s each, {cpu.mean():.0f} s of processor, "
            f"{inside.mean():.0f} s of these in the environment"
        )


if __name__ == "__main__":
    sys.exit(main())
