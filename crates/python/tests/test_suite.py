"""Tasks of dm_control's suite on a batch, beside dm_control's own on MuJoCo."""

import os

import numpy as np
import pytest

os.environ.setdefault("MUJOCO_GL", "disable")

suite = pytest.importorskip("dm_control.suite", reason="pip install dm_control==1.0.40")
gym = pytest.importorskip("ferrodyn.gym", reason="pip install gymnasium")

TOLERANCE = 1e-9
STATE = ("time", "qpos", "qvel", "act", "qacc_warmstart")


def names(task):
    """Domain and task of dm_control."""
    return task.removeprefix("dm_control/").removesuffix("-v0").split("-")


def theirs_of(task):
    """dm_control's environment."""
    env = suite.load(*names(task), task_kwargs={"random": 1})
    env.reset()
    return env


def flat(observation):
    """An observation as one array."""
    return np.concatenate([np.ravel(part) for part in observation.values()])


def follow(ours, theirs, i):
    """Puts one of our environments where dm_control's is."""
    data, model = theirs.physics.data, theirs.physics.model
    for name in STATE:
        ours.batch.bind(name)[i] = getattr(data, name)
    for name in ("geom_pos", "geom_size"):
        if ours.batch.expanded(name) is not None:
            ours.batch.expand(name)[i] = getattr(model, name)


@pytest.mark.parametrize("task", list(gym.TASKS))
def test_steps_are_those_of_dm_control(task):
    theirs = theirs_of(task)
    ours = gym.make_vec(task, 2)
    assert ours.frame_skip == theirs._n_sub_steps
    assert ours.single_action_space.shape == theirs.action_spec().shape
    ours.reset(seed=0)
    random = np.random.default_rng(3)
    spec = theirs.action_spec()
    for step in range(60):
        # every tenth step from another first state, which the suite draws
        if step % 10 == 0:
            theirs.reset()
        follow(ours, theirs, 1)
        action = random.uniform(spec.minimum, spec.maximum)
        found = theirs.step(action)
        seen, reward, terminated, _, infos = ours.step(
            np.stack([action, action]).astype(np.float64)
        )
        expected = flat(found.observation)
        assert seen[1].shape == expected.shape
        error = np.abs(seen[1] - expected) / np.maximum(1, np.abs(expected))
        assert error.max() < TOLERANCE, (step, error.max(), int(error.argmax()))
        assert abs(reward[1] - found.reward) < TOLERANCE, step
        assert not terminated.any()
        assert infos == {}


@pytest.mark.parametrize("task", list(gym.TASKS))
def test_episodes_are_as_long_as_those_of_dm_control(task):
    theirs = theirs_of(task)
    steps = int(np.ceil(theirs._step_limit))
    ours = gym.make_vec(task, 1)
    assert ours._longest == steps
    short = gym.make_vec(task, 1, max_episode_steps=2)
    short.reset(seed=1)
    action = np.zeros(short.action_space.shape)
    assert [bool(short.step(action)[3][0]) for _ in range(3)] == [False, True, False]


@pytest.mark.parametrize("task", list(gym.TASKS))
def test_first_states_are_distributed_as_those_of_dm_control(task):
    theirs = theirs_of(task)
    count = 300
    ours = gym.make_vec(task, count)
    seen, _ = ours.reset(seed=5)
    samples = np.array([flat(theirs.reset().observation) for _ in range(count)])
    # means of two samples differ by less than five standard errors
    spread = np.sqrt((seen.var(axis=0) + samples.var(axis=0)) / count)
    assert (np.abs(seen.mean(axis=0) - samples.mean(axis=0)) <= 5 * spread + 1e-6).all()
    ratio = (seen.std(axis=0) + 1e-6) / (samples.std(axis=0) + 1e-6)
    assert ((0.6 < ratio) & (ratio < 1.6)).all(), ratio


def test_environments_do_not_depend_on_how_many_others_there_are():
    few, many = (gym.make_vec("dm_control/reacher-easy-v0", count) for count in (2, 5))
    assert (few.reset(seed=3)[0] == many.reset(seed=3)[0][:2]).all()
    action = np.full((5, 2), 0.3)
    for _ in range(20):
        a, b = few.step(action[:2]), many.step(action)
        np.testing.assert_array_equal(a[0], b[0][:2])
        np.testing.assert_array_equal(a[1], b[1][:2])


def test_a_task_that_is_not_there_is_refused_by_name():
    from gymnasium import error

    with pytest.raises(error.NameNotFound, match="did you mean 'dm_control/walker-walk-v0'"):
        gym.make_vec("dm_control/walker-wlak-v0", 1)
    with pytest.raises(TypeError, match="has no argument 'frame_skip'"):
        gym.make_vec("dm_control/walker-walk-v0", 1, frame_skip=3)


def test_without_dm_control_its_models_are_asked_for(monkeypatch):
    import importlib.util

    from gymnasium import error

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(error.DependencyNotInstalled, match="pip install dm_control"):
        gym.make_vec("dm_control/walker-walk-v0", 1)
