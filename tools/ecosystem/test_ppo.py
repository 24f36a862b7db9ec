"""The parts of the training: gradients, running statistics, and that it learns."""

import numpy as np

from tools.ecosystem import ppo


def test_gradients_are_those_of_finite_differences():
    random = np.random.default_rng(0)
    net = ppo.Net(random, 3, 2, 1.0)
    x, weights = random.standard_normal((5, 3)), random.standard_normal((5, 2))
    net.forward(x)
    gradients = net.gradient(weights)
    for p, g in zip(net.params, gradients, strict=True):
        index = tuple(int(i) for i in random.integers(p.shape))
        p[index] += 1e-6
        above = (net.forward(x) * weights).sum()
        p[index] -= 2e-6
        below = (net.forward(x) * weights).sum()
        p[index] += 1e-6
        assert abs((above - below) / 2e-6 - g[index]) < 1e-7


def test_running_statistics_are_those_of_all_samples():
    samples = np.random.default_rng(0).normal(3.0, 2.0, (500, 2))
    running = ppo.Running(2)
    for x in samples:
        running.add(x)
    np.testing.assert_allclose(running.mean, samples.mean(0), atol=1e-4)
    np.testing.assert_allclose(running.var, samples.var(0), rtol=1e-4)


class Target:
    """Rewards actions near a half; episodes of ten steps."""

    def __init__(self):
        self.seen, self.count, self.rewards = np.ones(1), 0, []

    def step(self, action):
        self.count += 1
        self.rewards.append(-float((action[0] - 0.5) ** 2))
        return self.rewards[-1], self.count % 10 == 0, None


def test_a_policy_learns_what_is_rewarded(monkeypatch):
    monkeypatch.setattr(ppo, "HORIZON", 256)
    random = np.random.default_rng(0)
    world, actor, critic = Target(), ppo.Net(random, 1, 1, 0.01), ppo.Net(random, 1, 1, 1.0)
    log_std = np.zeros(1)
    optimizer = ppo.Adam([*actor.params, *critic.params, log_std])
    for _ in range(12):
        data = ppo.collect(world, actor, critic, log_std, random)
        for at in range(0, 2560, 64):
            chosen = np.arange(at, at + 64) % 256
            ppo.improve(actor, critic, log_std, optimizer, [x[chosen] for x in data], 3e-3)
    assert abs(actor.forward(world.seen[None])[0, 0] - 0.5) < 0.1
    assert np.mean(world.rewards[-256:]) > 0.25 * np.mean(world.rewards[:256])
