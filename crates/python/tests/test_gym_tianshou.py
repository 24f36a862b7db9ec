"""Environments in the interface of Tianshou's vector environments; Tianshou itself is not needed."""

import ferrodyn
import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from ferrodyn import gym  # noqa: E402
from ferrodyn.gym.tianshou import TianshouEnvs  # noqa: E402

N = 4


def action(count, value=0.3):
    return np.full((count, 3), value, np.float32)


def test_steps_are_those_of_the_environments():
    envs, own = TianshouEnvs("Hopper-v5", N), gym.make_vec("Hopper-v5", N, autoreset_mode="Disabled")
    envs.seed(3)
    seen, infos = envs.reset()
    np.testing.assert_array_equal(seen, own.reset(seed=3)[0])
    assert len(envs) == envs.env_num == len(infos) == N and infos[2]["env_id"] == 2
    assert envs.action_space[1] == own.single_action_space and not envs.is_async
    for _ in range(5):
        got, wanted = envs.step(action(N)), own.step(action(N))
        for a, b in zip(got[:4], wanted[:4], strict=True):
            np.testing.assert_array_equal(a, b)
    assert got[4][1]["x_position"] == wanted[4]["x_position"][1]


def test_a_collector_steps_some_and_resets_those_that_ended():
    envs = TianshouEnvs("Hopper-v5", N, max_episode_steps=3)
    envs.reset(seed=0)
    for _ in range(3):
        seen, rewards, _, truncated, infos = envs.step(action(N))
    assert truncated.all()
    with pytest.raises(ValueError, match=r"episodes of environments \[0, 1, 2, 3\] have ended: reset them first"):
        envs.step(action(N))
    first, infos = envs.reset(env_id=[1, 3])
    assert first.shape == (2, 11) and [each["env_id"] for each in infos] == [1, 3]
    # the others are left out from here on
    for _ in range(3):
        seen, rewards, _, truncated, infos = envs.step(action(2), [1, 3])
        assert seen.shape == (2, 11) and rewards.shape == (2,) and [each["env_id"] for each in infos] == [1, 3]
    assert truncated.all()
    assert envs.reset()[0].shape == (N, 11)


def test_dictionaries_are_one_for_each():
    class Parts(gym.BatchEnv):
        def __init__(self, num_envs, **arguments):
            model = ferrodyn.MjModel.from_xml_string("<mujoco/>")
            super().__init__(model, num_envs, observation_space={"a": 1, "b": 2}, **arguments)

        def observe(self):
            rows = np.arange(self.num_envs, dtype=float)[:, None]
            return {"a": rows, "b": np.hstack([rows, rows + 10])}

        def reward(self, action):
            return np.zeros(self.num_envs)

    envs = TianshouEnvs(Parts, 3)
    seen, _ = envs.reset()
    assert [each["a"].tolist() for each in seen] == [[0], [1], [2]]
    seen, *_ = envs.step(np.zeros((2, 0)), [0, 2])
    assert [each["b"].tolist() for each in seen] == [[0, 10], [2, 12]]


def test_wrong_uses_are_told():
    with pytest.raises(ValueError, match='autoreset_mode="Disabled"'):
        TianshouEnvs(gym.make_vec("Hopper-v5", 2))
    envs = TianshouEnvs("Hopper-v5", N)
    envs.reset()
    with pytest.raises(ValueError, match=r"an action for each of 2 environments, got shape \(4, 3\)"):
        envs.step(action(N), [0, 1])
    with pytest.raises(IndexError):
        envs.reset([9])
    envs.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        envs.reset()
