"""Dictionaries of observations, single precision, attributes one by one, pickling, closed environments."""

import copy
import pickle

import ferrodyn
import numpy as np
import pytest

gymnasium = pytest.importorskip(
    "gymnasium", reason="vector environments need Gymnasium: pip install gymnasium imageio"
)

from ferrodyn import gym  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

POLE = """
<mujoco>
  <worldbody>
    <body name="pole"><joint name="hinge" axis="0 1 0" damping=".05"/>
      <geom type="capsule" fromto="0 0 0 0 0 1" size=".05"/></body>
  </worldbody>
  <actuator><motor joint="hinge" ctrlrange="-1 1" ctrllimited="true"/></actuator>
</mujoco>
"""
N = 3
MODES = ["NextStep", "SameStep", "Disabled"]


class Pole(gym.BatchEnv):
    """A pole whose parts are seen apart, or beside each other."""

    def __init__(self, num_envs=N, parts=True, space=None, **arguments):
        model = ferrodyn.MjModel.from_xml_string(POLE)
        self.in_parts = parts
        if space is None:
            space = {"angle": spaces.Box(-10, 10, (1,), np.float32), "speed": 1} if parts else 2
        super().__init__(model, num_envs, observation_space=space, frame_skip=2, **arguments)
        self.target = np.zeros(num_envs)

    def reset_state(self, ids, rngs):
        self.qpos[ids] = [rng.uniform(-0.2, 0.2, 1) for rng in rngs]
        self.target[ids] = [rng.uniform() for rng in rngs]

    def observe(self):
        if self.in_parts:
            return {"angle": self.qpos, "speed": self.qvel}
        return np.concatenate([self.qpos, self.qvel], axis=1)

    def reward(self, action):
        return self.target - np.abs(self.qpos[:, 0])

    def terminated(self):
        return np.abs(self.qpos[:, 0]) > 0.5

    def remembered(self):
        return {"target": self.target}

    def shifted(self, by):
        return self.target + by


def action(value=0.9):
    return np.full((N, 1), value, np.float32)


def beside(observation):
    return np.concatenate([observation["angle"], observation["speed"]], axis=-1)


# --- dictionaries ----------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_a_dictionary_has_the_parts_of_the_array(mode):
    apart = Pole(max_episode_steps=9, autoreset_mode=mode)
    whole = Pole(max_episode_steps=9, autoreset_mode=mode, parts=False)
    assert apart.single_observation_space == spaces.Dict(
        {"angle": spaces.Box(-10, 10, (1,), np.float32), "speed": spaces.Box(-np.inf, np.inf, (1,), np.float64)}
    )
    assert apart.observation_space == batch_space(apart.single_observation_space, N)
    seen, wanted = apart.reset(seed=4)[0], whole.reset(seed=4)[0]
    ends = 0
    for k in range(120):
        assert apart.observation_space.contains(seen)
        assert (seen["angle"].dtype, seen["speed"].dtype) == (np.float32, np.float64)
        np.testing.assert_allclose(beside(seen), wanted, rtol=1e-6)
        if mode == "Disabled" and k and (ended := got[2] | got[3]).any():  # noqa: F821
            seen = apart.reset(options={"reset_mask": ended})[0]
            wanted = whole.reset(options={"reset_mask": ended})[0]
        got, other = apart.step(action()), whole.step(action())
        seen, wanted = got[0], other[0]
        for a, b in zip(got[1:4], other[1:4], strict=True):
            np.testing.assert_array_equal(a, b)
        ended = got[2] | got[3]
        ends += int(ended.sum())
        for i in np.flatnonzero(ended) if mode == "SameStep" else ():
            np.testing.assert_allclose(beside(got[4]["final_obs"][i]), other[4]["final_obs"][i], rtol=1e-6)
    assert ends > 5


def test_what_was_given_stays_as_it_is():
    envs = Pole()
    first, _ = envs.reset(seed=0)
    kept = copy.deepcopy(first)
    envs.step(action())
    for name, part in kept.items():
        np.testing.assert_array_equal(first[name], part)


def test_wrappers_of_gymnasium_take_dictionaries():
    envs = gymnasium.wrappers.vector.FlattenObservation(Pole())
    whole = Pole(parts=False)
    np.testing.assert_allclose(envs.reset(seed=1)[0], whole.reset(seed=1)[0], rtol=1e-6)
    assert envs.single_observation_space.shape == (2,)


def test_an_environment_that_fails_shows_what_it_saw_before():
    envs = Pole()
    envs.reset(seed=0)
    before, *_ = envs.step(action())
    envs.qvel[1] = np.nan
    seen, _, terminated, *_ = envs.step(action())
    assert terminated.tolist() == [False, True, False]
    assert beside(seen)[1].tolist() == beside(before)[1].tolist()
    assert (beside(seen)[0] != beside(before)[0]).any()


@pytest.mark.parametrize(
    ("gives", "text"),
    [
        (lambda self: {"angle": self.qpos}, r"observe\(\) should give a dictionary with the parts \['angle', 'speed'\], got \['angle'\]"),
        (lambda self: self.qpos, "got ndarray"),
        (lambda self: None, "got NoneType"),
        (lambda self: {"angle": self.qpos, "speed": self.qvel[:, 0]}, r"observe\(\)\['speed'\] should give an array of shape \(3, 1\), got \(3,\)"),
        (lambda self: {"angle": self.qpos, "speed": None}, r"observe\(\)\['speed'\] should give numbers"),
        (lambda self: {"angle": self.qpos * 1j, "speed": self.qvel}, r"observe\(\)\['angle'\] should give numbers"),
    ],
)  # fmt: skip
def test_parts_that_do_not_fit_are_refused(gives, text):
    with pytest.raises(ValueError, match=text):
        type("Wrong", (Pole,), {"observe": gives})().reset()


@pytest.mark.parametrize(
    ("space", "kind", "text"),
    [
        (spaces.Dict({}), ValueError, "has no parts"),
        ({"a": {"b": 2}}, TypeError, r"observation_space\['a'\] should be a Box"),
        ({"a": spaces.Dict({"b": spaces.Box(-1, 1)})}, TypeError, r"observation_space\['a'\] should be a Box"),
        ({"a": spaces.Discrete(3)}, TypeError, "should be a Box"),
        ({"a": -1}, TypeError, "should be a Box"),
        ({"a": True}, TypeError, "should be a Box"),
        ({3: 1}, TypeError, "named by texts, got 3"),
    ],
)
def test_dictionaries_that_are_no_spaces_are_refused(space, kind, text):
    with pytest.raises(kind, match=text):
        Pole(space=space)


def test_parts_may_be_empty():
    class Less(Pole):
        def observe(self):
            return {"angle": self.qpos, "nothing": np.zeros((self.num_envs, 0))}

    envs = Less(space={"angle": 1, "nothing": 0}, autoreset_mode="SameStep", max_episode_steps=3)
    envs.reset(seed=0)
    for _ in range(4):
        seen, *_ = envs.step(action())
    assert seen["nothing"].shape == (N, 0)
    again = pickle.loads(pickle.dumps(Pole(space={"angle": 1, "speed": 1})))
    assert again.single_observation_space["angle"].dtype == np.float64


def test_environments_without_actuators_take_no_numbers():
    class Free(gym.BatchEnv):
        def __init__(self):
            model = ferrodyn.MjModel.from_xml_string(POLE.replace('<motor joint="hinge" ctrlrange="-1 1" ctrllimited="true"/>', ""))
            super().__init__(model, 2, observation_space=0)

        def observe(self):
            return np.zeros((2, 0))

        def reward(self, action):
            return np.zeros(2)

    envs = Free()
    envs.reset()
    assert envs.step(np.zeros((2, 0), np.float32))[0].shape == (2, 0)
    with pytest.raises(ValueError, match=r"actions should have shape \(2, 0\), got \(2, 1\)"):
        envs.step(np.zeros((2, 1)))


# --- single precision ------------------------------------------------------------------------


def test_observations_of_single_precision_are_the_rounded_ones():
    single = gym.make_vec("Hopper-v5", 2, observation_dtype=np.float32)
    double = gym.make_vec("Hopper-v5", 2)
    assert single.single_observation_space.dtype == np.float32
    seen, wanted = single.reset(seed=0)[0], double.reset(seed=0)[0]
    for _ in range(5):
        assert seen.dtype == np.float32
        np.testing.assert_array_equal(seen, wanted.astype(np.float32))
        seen, wanted = (e.step(np.full((2, 3), 0.1, np.float32))[0] for e in (single, double))


def test_every_way_to_make_environments_takes_the_type():
    parts = gym.make_vec(Pole, N, observation_dtype="float32")
    assert {box.dtype for box in parts.single_observation_space.values()} == {np.dtype(np.float32)}
    byid = gymnasium.make_vec("ferrodyn/Ant-v5", 2, observation_dtype=np.float32)
    assert byid.reset()[0].dtype == np.float32
    bounded = Pole(space={"angle": spaces.Box(-10, 10, (1,)), "speed": spaces.Box(0, 9, (1,), np.int32)}, observation_dtype=np.float64)
    assert bounded.single_observation_space["angle"].dtype == np.float64
    assert bounded.single_observation_space["speed"].dtype == np.int32
    for wrong in (np.int32, "float128", "no type", np.float16):
        with pytest.raises(TypeError, match="observation_dtype should be float32 or float64"):
            Pole(observation_dtype=wrong)


# --- attributes ------------------------------------------------------------------------------


def test_attributes_are_those_of_each_environment():
    envs = Pole()
    envs.reset(seed=0)
    assert envs.get_attr("frame_skip") == (2, 2, 2)
    assert [row.tolist() for row in envs.get_attr("qpos")] == envs.qpos.tolist()
    assert len(envs.get_attr("np_random")) == N and envs.get_attr("np_random")[1] is envs.np_random[1]
    assert envs.call("shifted", 1.0) == tuple(envs.target + 1)
    assert envs.call("observe")[2]["angle"].tolist() == envs.qpos[2].tolist()
    assert envs.call("dt") == (envs.dt,) * N
    envs.set_attr("target", [1.0, 2.0, 3.0])
    assert envs.target.tolist() == [1, 2, 3]
    envs.set_attr("target", 7)
    assert envs.target.tolist() == [7, 7, 7]
    envs.set_attr("qpos", np.zeros((N, 1)))
    assert not envs.qpos.any()
    envs.set_attr("in_parts", False)
    assert envs.in_parts is False


@pytest.mark.parametrize(
    ("name", "values", "kind", "text"),
    [
        ("targt", 1.0, AttributeError, "has no attribute 'targt' .did you mean 'target'"),
        ("num_envs", 4, AttributeError, "num_envs of a Pole cannot be set: make new environments"),
        ("observation_space", 4, AttributeError, "cannot be set"),
        ("_seen", 4, AttributeError, "cannot be set"),
        ("reset", 4, AttributeError, "cannot be set"),
        ("target", [1.0, 2.0], ValueError, "a value for each of 3 environments, got 2"),
        ("target", [[1.0], [2.0], [3.0]], ValueError, r"target should have shape \(3,\), got \(3, 1\)"),
        ("target", "high", ValueError, "target should be numbers"),
        ("target", 1j, ValueError, "target should be numbers"),
        ("elapsed", 0.5, ValueError, "elapsed should be int64"),
        ("frame_skip", [1, 2, 3], ValueError, "frame_skip is the same in all environments: give one value"),
        (3, 1.0, TypeError, "asked for by its name, got 3"),
    ],
)
def test_attributes_that_cannot_be_set_are_told(name, values, kind, text):
    with pytest.raises(kind, match=text):
        Pole().set_attr(name, values)


def test_calls_that_go_nowhere_are_told():
    envs = Pole()
    with pytest.raises(AttributeError, match="did you mean 'shifted'"):
        envs.call("shiftd")
    with pytest.raises(TypeError, match="target of a Pole is no method"):
        envs.call("target", 3)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        envs.get_attr("nothing")


# --- pickling --------------------------------------------------------------------------------


@pytest.mark.parametrize("copied", [lambda e: pickle.loads(pickle.dumps(e)), copy.deepcopy, copy.copy])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("made", [Pole, lambda **kw: gym.make_vec("Hopper-v5", N, **kw)], ids=["own", "hopper"])
def test_a_copy_goes_on_with_the_same_bits(copied, mode, made):
    envs = made(autoreset_mode=mode, max_episode_steps=9)
    envs.reset(seed=0)
    taken = np.full(envs.action_space.shape, 0.4, np.float32)
    for _ in range(13):
        envs.step(taken)
    again = copied(envs)
    assert type(again) is type(envs) and again.batch is not envs.batch
    assert (again.spec is None) == (envs.spec is None)
    for _ in range(20):
        got, wanted = again.step(taken), envs.step(taken)
        for a, b in zip(got[:4], wanted[:4], strict=True):
            for name in b if isinstance(b, dict) else [...]:
                np.testing.assert_array_equal(a[name], b[name])
    assert again.np_random[0].random() == envs.np_random[0].random()


def test_environments_of_no_episode_are_pickled_as_such():
    again = pickle.loads(pickle.dumps(Pole()))
    with pytest.raises(gymnasium.error.ResetNeeded):
        again.step(action())
    assert again.reset(seed=0)[0]["angle"].shape == (N, 1)


def test_what_draws_is_not_pickled():
    envs = gym.make_vec("Hopper-v5", 1, render_mode="rgb_array", width=32, height=16)
    envs.pictures._renderer = object()
    again = pickle.loads(pickle.dumps(envs))
    assert again.pictures._renderer is None and again.render_mode == "rgb_array"
    envs.pictures._renderer = None


def test_half_made_environments_cannot_be_pickled():
    class Half(Pole):
        def __init__(self):
            pickle.dumps(self)

    with pytest.raises(TypeError, match="Half is not made to the end"):
        Half()
    with pytest.raises(TypeError, match="is not made to the end"):
        copy.copy(Pole.__new__(Pole))


def test_a_pickle_that_was_altered_is_refused():
    envs = Pole()
    envs.reset(seed=0)
    make, (cls, args, kwargs, spec, content) = envs.__reduce__()
    for wrong in (content[:-300], b"", content.replace(b"env/elapsed", b"env/relapse"), bytes(len(content))):
        with pytest.raises(ValueError, match="what was pickled"):
            make(cls, args, kwargs, spec, wrong)
    with pytest.raises(ValueError, match="num_envs"):
        make(cls, (N + 1,), kwargs, spec, content)


def test_pickling_tells_what_it_forgets():
    envs = Pole()
    envs.pushes = np.zeros(N)
    with pytest.warns(UserWarning, match=r"pushes is not in remembered\(\)"):
        pickle.dumps(envs)


# --- after the end ---------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["reset", "step", "render", "pickle", "load"])
def test_closed_environments_say_so(what, tmp_path):
    envs = Pole()
    envs.reset()
    envs.save(tmp_path / "envs")
    envs.close()
    envs.close()
    calls = {
        "reset": envs.reset,
        "step": lambda: envs.step(action()),
        "render": envs.render,
        "pickle": lambda: pickle.dumps(envs),
        "load": lambda: envs.load(tmp_path / "envs"),
    }
    with pytest.raises(gymnasium.error.ClosedEnvironmentError, match="this Pole was closed: make a new one"):
        calls[what]()


def test_files_keep_dictionaries(tmp_path):
    envs = Pole(autoreset_mode="SameStep", max_episode_steps=7)
    envs.reset(seed=3)
    for _ in range(5):
        last, *_ = envs.step(action())
    envs.save(tmp_path / "envs")
    again = Pole(autoreset_mode="SameStep", max_episode_steps=7)
    seen = again.load(tmp_path / "envs")
    for name, part in last.items():
        np.testing.assert_array_equal(seen[name], part)
    with pytest.raises(ValueError, match="another observations"):
        Pole(parts=False, autoreset_mode="SameStep", max_episode_steps=7).load(tmp_path / "envs")
