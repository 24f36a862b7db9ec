"""The parts of the training on vector environments: statistics, advantages, the picture."""

import json
from xml.etree import ElementTree

import numpy as np

from tools.ecosystem import learning_curves, ppo, ppo_vector


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
    np.testing.assert_allclose(learning_curves.ticks(0, 176), [0, 50, 100, 150])
    np.testing.assert_allclose(learning_curves.ticks(-320, 286), [-200, 0, 200])
    np.testing.assert_allclose(learning_curves.ticks(0, 0.4), [0, 0.1, 0.2, 0.3, 0.4])


def runs():
    """Two seeds of one contestant, one of another, which takes twice as long."""
    curve = lambda end, slope: [[end * (i + 1) / 20, slope * (i + 1)] for i in range(20)]
    return [
        {"contestant": "ferrodyn", "seed": 1, "return": 20.0, "seconds": 2.0, "inside": 1.0, "points": curve(2, 1)},
        {"contestant": "ferrodyn", "seed": 2, "return": 60.0, "seconds": 2.0, "inside": 1.5, "points": curve(2, 3)},
        {"contestant": "sync", "seed": 1, "return": 40.0, "seconds": 4.0, "inside": 3.0, "points": curve(4, 2)},
    ]


def test_a_band_goes_from_the_least_to_the_largest_around_the_median():
    times, least, median, most = learning_curves.band([run["points"] for run in runs()[:2]])
    assert (times[0], times[-1]) == (0.1, 2.0)
    inner = slice(20, -20)
    np.testing.assert_allclose(least[inner], 10 * times[inner], rtol=1e-12)
    np.testing.assert_allclose(most[inner], 30 * times[inner], rtol=1e-12)
    np.testing.assert_allclose(median, (least + most) / 2)


def test_the_picture_has_a_line_and_a_band_for_every_contestant():
    for theme in learning_curves.THEMES:
        root = ElementTree.fromstring(learning_curves.draw(runs(), "a title", theme))
        lines, bands = root.findall("{*}polyline"), root.findall("{*}polygon")
        assert (len(lines), len(bands)) == (2, 2)
        words = [text.text for text in root.findall("{*}text")]
        assert {"return, a title", "ferrodyn", "MuJoCo, sync", "20", "0", "4"} <= set(words)
        # the last point of the first curve is half way along the axis of time
        x = [float(point.split(",")[0]) for point in lines[0].get("points").split()]
        ends = learning_curves.LEFT, learning_curves.WIDTH - learning_curves.RIGHT
        assert abs(x[-1] - sum(ends) / 2) < 0.1


def test_figures_that_were_kept_give_table_page_and_pictures(tmp_path, capsys):
    page, kept = tmp_path / "page.md", tmp_path / "ppo.json"
    page.write_text("<!-- ppo -->\nold\n<!-- end -->\n")
    kept.write_text(json.dumps({"title": "X-v5", "measured": "*Measured 2026-01-31.*", "runs": runs()}))
    assert ppo_vector.main(["--from", str(kept), "--svg", str(tmp_path / "ppo.svg"), "--page", str(page)]) == 0
    row = "| ferrodyn | 2 | 40 (20 to 60) | 2 (2 to 2) | 1 (1 to 2) |"
    assert row in capsys.readouterr().out and row in page.read_text() and "*Measured 2026-01-31.*" in page.read_text()
    assert all((tmp_path / f"ppo-{theme}.svg").exists() for theme in learning_curves.THEMES)
