"""Environments of a batch in the interface of Stable-Baselines3."""

import numpy as np
import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed: pip install stable-baselines3")

from ferrodyn import gym
from ferrodyn.gym.baselines import BaselinesEnv
from stable_baselines3 import PPO
from stable_baselines3.common.vec_env import VecMonitor


def test_a_step_is_that_of_the_batch():
    envs, own = BaselinesEnv("Hopper-v5", 3), gym.make_vec("Hopper-v5", 3, autoreset_mode="SameStep")
    envs.seed(4)
    assert np.array_equal(envs.reset(), own.reset(seed=[4, 5, 6])[0])
    action, ended = np.full((3, 3), 0.9, np.float32), 0
    for _ in range(60):
        seen, rewards, done, infos = envs.step(action)
        wanted = own.step(action)
        assert np.array_equal(seen, wanted[0]) and np.array_equal(rewards, wanted[1])
        for i in np.flatnonzero(done):
            assert np.array_equal(infos[i]["terminal_observation"], wanted[4]["final_obs"][i])
            assert infos[i]["TimeLimit.truncated"] is False
            ended += 1
    assert ended > 0


def test_attributes_are_those_of_each_environment():
    envs = BaselinesEnv("Swimmer-v5", 3)
    envs.reset()
    assert envs.get_attr("frame_skip") == [4, 4, 4] and len(envs.get_attr("qpos", 1)[0]) == 5
    envs.set_attr("qpos", 0.5, indices=2)
    assert envs.envs.qpos[2].tolist() == [0.5] * 5 and envs.envs.qpos[1, 2] != 0.5
    with pytest.raises(ValueError, match="frame_skip is the same in all"):
        envs.set_attr("frame_skip", 2, indices=[1])
    assert envs.env_method("arguments") == [envs.envs.arguments()] * 3


def test_environments_that_start_again_later_are_refused():
    with pytest.raises(ValueError, match="SameStep"):
        BaselinesEnv(gym.make_vec("Swimmer-v5", 2))


def test_an_agent_learns():
    envs = VecMonitor(BaselinesEnv("InvertedPendulum-v5", 8, nthread=1))
    agent = PPO("MlpPolicy", envs, n_steps=64, batch_size=128, n_epochs=4, device="cpu", seed=1, learning_rate=2e-3)
    agent.learn(8 * 64 * 16)
    lengths = [info["l"] for info in agent.ep_info_buffer]
    assert np.mean(lengths) > 15
