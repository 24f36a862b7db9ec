"""The parts of the training on vector environments: statistics, advantages, the picture."""

from xml.etree import ElementTree

import numpy as np

from tools.ecosystem import ppo, ppo_vector


def test_running_statistics_are_those_of_all_samples():
    samples = np.random.default_rng(0).normal(3.0, 2.0, (40, 13, 2))
    running = ppo_vector.Running(2)
    for some in samples:
        running.add(some)
    every = samples.reshape(-1, 2)
    np.testing.assert_allclose(running.mean, every.mean(0), atol=1e-5)
    np.testing.assert_allclose(running.var, every.var(0), rtol=1e-4)


def test_advantages_are_sums_of_what_follows_in_the_episode():
    random = np.random.default_rng(0)
    reward, after, value = (random.normal(size=(n, 3)) for n in (9, 9, 10))
    ended = random.uniform(size=(9, 3)) < 0.3
    assert 0 < ended.sum() < 27
    found = ppo_vector.advantages(reward, ended, after, value)
    for t in range(9):
        for i in range(3):
            total, weight = 0.0, 1.0
            for k in range(t, 9):
                following = after[k, i] if ended[k, i] else value[k + 1, i]
                total += weight * (reward[k, i] + ppo.GAMMA * following - value[k, i])
                weight *= ppo.GAMMA * ppo.LAMBDA
                if ended[k, i]:
                    break
            np.testing.assert_allclose(found[t, i], total)


class Box:
    """The space of one number, from -1 to 1."""

    low, high, shape = -np.ones(1), np.ones(1), (1,)


class Targets:
    """Rewards actions near a half; episodes of ten steps, which time cuts off."""

    num_envs = 8
    single_action_space = single_observation_space = Box

    def reset(self, seed):
        self.count = 0
        return np.ones((8, 1)), {}

    def step(self, action):
        self.count += 1
        cut = np.full(8, self.count % 10 == 0)
        last = np.empty(8, object)
        last[:] = list(np.ones((8, 1)))
        reward = -np.square(action[:, 0] - 0.5)
        return np.ones((8, 1)), reward, np.zeros(8, bool), cut, {"final_obs": last}


def test_a_policy_learns_and_its_curve_rises():
    points, seconds, inside = ppo_vector.train(Targets(), 40_000, seed=0)
    times, returns = np.transpose(points)
    assert returns[-1] > 0.4 * returns[0]
    assert (np.diff(times) > 0).all()
    assert 0 < inside < times[-1] <= seconds


def test_ticks_are_round_numbers_in_the_range():
    np.testing.assert_allclose(ppo_vector.ticks(0, 176), [0, 50, 100, 150])
    np.testing.assert_allclose(ppo_vector.ticks(-320, 286), [-200, 0, 200])
    np.testing.assert_allclose(ppo_vector.ticks(0, 0.4), [0, 0.1, 0.2, 0.3, 0.4])


def test_the_picture_has_a_line_for_every_run():
    curves = {"ferrodyn": [[(1, -5), (2, 7)], [(1, 0), (2, 9)]], "sync": [[(2, 0), (4, 8)]]}
    root = ElementTree.fromstring(ppo_vector.picture(curves, "a title"))
    lines = root.findall("{*}polyline")
    assert len(lines) == 3
    words = [text.text for text in root.findall("{*}text")]
    assert {"return, a title", "ferrodyn", "MuJoCo, sync", "-5", "0", "5", "4"} <= set(words)
    # the last point of the first curve is half way along the axis of time
    x = [float(point.split(",")[0]) for point in lines[0].get("points").split()]
    ends = ppo_vector.log_plot.LEFT, ppo_vector.log_plot.WIDTH - ppo_vector.log_plot.RIGHT
    assert abs(x[-1] - sum(ends) / 2) < 0.1
