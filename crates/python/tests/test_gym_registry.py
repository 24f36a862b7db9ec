"""The environments of ferrodyn.gym in Gymnasium's registry."""

import subprocess
import sys

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from ferrodyn import gym  # noqa: E402


def test_every_environment_is_registered_as_a_vector_environment():
    assert gym.REGISTERED["ferrodyn/Ant-v5"] == "Ant-v5"
    assert gym.REGISTERED["ferrodyn/walker-walk-v0"] == "dm_control/walker-walk-v0"
    assert sorted(gym.REGISTERED.values()) == sorted([*gym.ENVIRONMENTS, *gym.TASKS])
    for id in gym.REGISTERED:
        assert gymnasium.spec(id).vector_entry_point == "ferrodyn.gym:make_vec", id


@pytest.mark.parametrize("id", ["ferrodyn/Hopper-v5", "ferrodyn/cartpole-swingup-v0"])
def test_the_registry_makes_what_make_vec_makes(id):
    envs = gymnasium.make_vec(id, num_envs=3, max_episode_steps=4, nthread=1)
    own = gym.make_vec(gym.REGISTERED[id], 3, max_episode_steps=4)
    assert isinstance(envs, gym.BatchEnv) and envs.spec.id == id
    assert np.array_equal(envs.reset(seed=5)[0], own.reset(seed=5)[0])
    action = np.full(envs.action_space.shape, 0.25, envs.action_space.dtype)
    for _ in range(4):
        got, wanted = envs.step(action), own.step(action)
        assert all(np.array_equal(a, b) for a, b in zip(got[:4], wanted[:4], strict=True))
    assert got[3].all()


def test_arguments_go_to_the_environment():
    envs = gymnasium.make_vec("ferrodyn/Ant-v5", num_envs=2, healthy_reward=7.0, autoreset_mode="SameStep")
    envs.reset(seed=0)
    infos = envs.step(np.zeros((2, 8), np.float32))[4]
    assert infos["reward_survive"].tolist() == [7, 7]
    assert envs.metadata["autoreset_mode"] is gym.AutoresetMode.SAME_STEP
    with pytest.raises(TypeError, match="has no argument 'helthy_reward'"):
        gymnasium.make_vec("ferrodyn/Ant-v5", num_envs=2, helthy_reward=7.0)


def test_a_module_before_the_id_needs_no_import():
    code = (
        "import sys, gymnasium; assert 'ferrodyn' not in sys.modules\n"
        "envs = gymnasium.make_vec('ferrodyn.gym:ferrodyn/Swimmer-v5', num_envs=2)\n"
        "print(type(envs).__name__, envs.num_envs)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout == "Swimmer 2\n"


def test_ferrodyn_alone_imports_no_gymnasium():
    code = "import sys, ferrodyn, ferrodyn.batch; print('gymnasium' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout == "False\n"


@pytest.mark.parametrize("id", sorted(gym.REGISTERED))
@pytest.mark.parametrize("mode", [None, "vector_entry_point"])
def test_every_id_makes_environments_that_step(id, mode):
    if gym.REGISTERED[id] in gym.TASKS:
        pytest.importorskip("dm_control", reason="tasks of the suite have the models of dm_control: pip install dm_control")
    envs = gymnasium.make_vec(f"ferrodyn.gym:{id}", num_envs=2, vectorization_mode=mode)
    assert envs.spec.id == id
    seen, _ = envs.reset(seed=0)
    for _ in range(2):
        assert envs.observation_space.contains(seen)
        envs.action_space.seed(0)
        seen, rewards, *_ = envs.step(envs.action_space.sample())
    assert np.isfinite(seen).all() and np.isfinite(rewards).all()
    envs.close()


def test_ids_without_vectors_are_refused_by_gymnasium():
    with pytest.raises(gymnasium.error.Error):
        gymnasium.make("ferrodyn/Ant-v5")
    with pytest.raises(gymnasium.error.Error):
        gymnasium.make_vec("ferrodyn/Ant-v5", num_envs=2, vectorization_mode="sync")
