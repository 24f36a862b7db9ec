"""Vector environments: what Gymnasium's own do on MuJoCo, for every environment and mode."""

import dataclasses
import importlib
import inspect
import pathlib
import re
import subprocess
import sys
import textwrap

import ferrodyn
import numpy as np
import pytest
from gym_pairs import Pair, difference

gymnasium = pytest.importorskip(
    "gymnasium", reason="vector environments need Gymnasium: pip install gymnasium imageio"
)

from ferrodyn import gym  # noqa: E402
from gymnasium.wrappers import vector as wrappers  # noqa: E402

NAMES = sorted(gym.ENVIRONMENTS)
ASSETS = pathlib.Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets"

# arguments that change what is seen, what is gained, when episodes end and how they start
CHANGED = {
    "Ant-v5": {
        "include_cfrc_ext_in_observation": False,
        "contact_cost_weight": 0.1,
        "contact_force_range": (-0.1, 0.2),
        "healthy_z_range": (0.5, 0.8),
        "main_body": "front_left_leg",
    },
    "HalfCheetah-v5": {"forward_reward_weight": 3.0, "ctrl_cost_weight": 0.7, "frame_skip": 2},
    "Hopper-v5": {"healthy_reward": 3.0, "healthy_state_range": (-2.0, 2.0), "frame_skip": 3},
    "Humanoid-v5": {
        "include_cinert_in_observation": False,
        "include_qfrc_actuator_in_observation": False,
        "contact_cost_weight": 1e-3,
        "contact_cost_range": (0.01, 0.02),
        "healthy_z_range": (1.3, 1.41),
    },
    "HumanoidStandup-v5": {
        "include_cvel_in_observation": False,
        "include_cfrc_ext_in_observation": False,
        "impact_cost_weight": 1e-3,
        "impact_cost_range": (0.01, 0.02),
    },
    "InvertedDoublePendulum-v5": {"healthy_reward": 3.0, "frame_skip": 2},
    "InvertedPendulum-v5": {"frame_skip": 5},
    "Pusher-v5": {"reward_near_weight": 3.0, "reward_dist_weight": 2.0, "frame_skip": 2},
    "Reacher-v5": {"reward_dist_weight": 3.0, "reward_control_weight": 2.0, "frame_skip": 4},
    "Swimmer-v5": {"forward_reward_weight": 3.0, "ctrl_cost_weight": 0.7, "frame_skip": 2},
    "Walker2d-v5": {"healthy_z_range": (1.2, 1.3), "healthy_angle_range": (-0.1, 0.1)},
}


def test_all_environments_of_version_5_are_there():
    registered = {
        name
        for name, spec in gymnasium.registry.items()
        if name.endswith("-v5") and "envs.mujoco" in str(spec.entry_point)
    }
    assert set(gym.ENVIRONMENTS) == registered
    assert len(registered) == 11


@pytest.mark.parametrize("name", NAMES)
def test_steps_are_those_of_gymnasium(mujoco, name):
    pair = Pair(name, max_episode_steps=200)
    pair.reset(seed=3)
    ended = sum(np.logical_or(*pair.step()[2:4]).sum() for _ in range(1000))
    assert ended >= 4
    assert pair.unsteady <= 10


def test_only_what_rounding_decides_is_an_unsteady_step(mujoco):
    pair = Pair("Pusher-v5")
    pair.reset(seed=0)
    states = pair.synchronize()
    action = np.zeros(pair.ours.action_space.shape, np.float32)
    ours, theirs = pair.ours.step(action), pair.theirs.step(action)
    assert not pair.is_unsteady(states, action, ours, theirs)
    ours[0][1, 2] += 1e-8
    assert pair.spread({name: rows[1] for name, rows in states.items()}, action[1]) < 1e-9
    assert not pair.is_unsteady(states, action, ours, theirs)
    pair.spread = lambda *_: 2e-9
    assert pair.is_unsteady(states, action, ours, theirs)


@pytest.mark.parametrize("name", NAMES)
def test_arguments_mean_what_they_mean_in_gymnasium(mujoco, name):
    arguments = dict(CHANGED[name])
    options = {field.name for field in dataclasses.fields(gym.ENVIRONMENTS[name].Options)}
    hidden = "exclude_current_positions_from_observation"
    arguments |= {hidden: False} if hidden in options else {}
    arguments |= {"reset_noise_scale": 0.05} if "reset_noise_scale" in options else {}
    pair = Pair(name, **arguments)
    assert pair.ours.single_observation_space == pair.theirs.single_observation_space
    pair.reset(seed=1)
    for _ in range(40):
        pair.step()


@pytest.mark.parametrize("name", NAMES)
def test_arguments_and_defaults_are_those_of_gymnasium(mujoco, name):
    module, _, attribute = gymnasium.spec(name).entry_point.partition(":")
    theirs = inspect.signature(getattr(importlib.import_module(module), attribute)).parameters
    expected = {key: each.default for key, each in theirs.items() if key != "kwargs"}
    del expected["default_camera_config"]
    fields = dataclasses.fields(gym.ENVIRONMENTS[name].Options)
    assert {field.name: field.default for field in fields} == expected


@pytest.mark.parametrize("name", NAMES)
def test_spaces_and_lengths_are_those_of_gymnasium(mujoco, name):
    pair = Pair(name, 3)
    for space in ("observation_space", "action_space"):
        for which in (space, f"single_{space}"):
            assert getattr(pair.ours, which) == getattr(pair.theirs, which)
    assert pair.ours.num_envs == 3
    assert pair.ours.spec.max_episode_steps == gymnasium.spec(name).max_episode_steps
    assert pair.ours.metadata["render_fps"] == pair.theirs.metadata["render_fps"]


@pytest.mark.parametrize("name", NAMES)
def test_seeds_start_from_the_same_states_to_the_bit(mujoco, name):
    pair = Pair(name, 5)
    # generators go on where there is no seed, and all but one here
    for seed in (0, None, 12345, [7, None, 9, 10, 2**31], None):
        pair.reset(seed=seed)
        for i, env in enumerate(pair.theirs.envs):
            assert (pair.ours.qpos[i] == env.unwrapped.data.qpos).all()
            assert (pair.ours.qvel[i] == env.unwrapped.data.qvel).all()
    assert pair.ours.np_random_seed == pair.theirs.np_random_seed


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.parametrize("name", ["Ant-v5", "Hopper-v5", "InvertedPendulum-v5", "Reacher-v5"])
def test_episodes_start_again_as_in_gymnasium(mujoco, name, mode):
    pair = Pair(name, 6, mode, max_episode_steps=30)
    pair.reset(seed=11)
    # some of them are some steps ahead
    for _ in range(3):
        pair.step()
    pair.reset(seed=5, options={"reset_mask": np.arange(6) % 2 == 0})
    episodes, alone = 0, 0
    for _ in range(100):
        *_, terminated, truncated, infos = pair.step()
        ended = terminated | truncated
        episodes += ended.sum()
        alone += 0 < ended.sum() < 6
        assert ("final_obs" in infos) == (mode == "SameStep" and ended.any())
        if mode == "Disabled" and ended.any():
            pair.reset(options={"reset_mask": ended})
    assert episodes >= 12
    assert alone > 1
    assert pair.ours.metadata["autoreset_mode"] is gym.AutoresetMode(mode)


def test_episodes_are_as_long_as_registered_or_asked_for():
    for asked, length in ((None, 50), (7, 7), (-1, None)):
        envs = gym.make_vec("Reacher-v5", 2, max_episode_steps=asked)
        envs.reset(seed=0)
        action = np.zeros(envs.action_space.shape)
        truncated = [envs.step(action)[3].all() for _ in range(60)]
        assert (truncated.index(True) + 1 if length else None) == length
        assert any(truncated) == (length is not None)


@pytest.mark.parametrize("sensor", ["", '<sensor><accelerometer site="s"/></sensor>'])
def test_contact_forces_after_a_reset_are_those_of_gymnasium(mujoco, tmp_path, sensor):
    # an ant that starts in contact with the floor
    text = (ASSETS / "ant.xml").read_text().replace('pos="0 0 0.75"', 'pos="0 0 0.3"')
    text = re.sub(r'(<joint [^>]*name="root"[^>]*/>)', r'\1<site name="s"/>', text)
    path = tmp_path / "ant.xml"
    path.write_text(text.replace("</mujoco>", sensor + "</mujoco>"))
    pair = Pair("Ant-v5", 3, "SameStep", xml_file=str(path), max_episode_steps=3)
    seen, _ = pair.reset(seed=0)
    assert (np.abs(pair.ours.batch.bind("cfrc_ext")[:, 1:]) > 0.1).any()
    assert seen[:, 27:].any() == bool(sensor)
    for _ in range(8):
        pair.step()


def test_results_stay_as_they_are():
    envs = gym.make_vec("Hopper-v5", 2)
    first, infos = envs.reset(seed=0)
    results = [(first, infos), envs.step(np.ones((2, 3))), envs.step(-np.ones((2, 3)))]
    kept = [[np.copy(result[0]), dict(result[-1])] for result in results]
    kept = [[seen, {k: np.copy(v) for k, v in infos.items()}] for seen, infos in kept]
    for _ in range(5):
        envs.step(np.ones((2, 3)))
    for result, (seen, infos) in zip(results, kept, strict=True):
        assert difference(result[0], seen) == 0
        assert difference(result[-1], infos) == 0
    # what is done to results does not come back
    first[:] = np.nan
    again, _ = envs.reset(options={"reset_mask": np.array([True, False])})
    assert np.isfinite(again).all()


def test_an_environment_depends_neither_on_the_others_nor_on_threads():
    def run(num_envs, nthread):
        envs = gym.make_vec("Walker2d-v5", num_envs, nthread=nthread)
        envs.reset(seed=0)
        random = np.random.default_rng(0)
        actions = random.uniform(-1, 1, (60, 5, 6)).astype(np.float32)
        return [envs.step(action[:num_envs])[0][:2] for action in actions]

    expected = run(5, 1)
    np.testing.assert_array_equal(run(2, 1), expected)
    np.testing.assert_array_equal(run(5, 2), expected)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_wrappers_of_gymnasium_see_what_they_see_in_gymnasium(mujoco, mode):
    pair = Pair("InvertedPendulum-v5", 3, mode, max_episode_steps=20)
    wrapped = [
        wrappers.RecordEpisodeStatistics(wrappers.NormalizeReward(envs))
        for envs in (pair.ours, pair.theirs)
    ]
    if mode == "NextStep":  # it refuses the other mode
        wrapped = [wrappers.NormalizeObservation(envs) for envs in wrapped]
    wrapped[1].action_space.seed(0)
    pair.compare(*(envs.reset(seed=0) for envs in wrapped))
    episodes = 0
    for _ in range(60):
        action = wrapped[1].action_space.sample()
        results = [envs.step(action) for envs in wrapped]
        for result in results:
            # how long it took is nobody else's
            episodes += "episode" in result[-1]
            result[-1].get("episode", {}).pop("t", None)
        pair.compare(*results)
    assert episodes >= 4


# --- environments of users -------------------------------------------------------------------


def test_the_example_of_the_base_class_runs():
    _, _, code = gym.BatchEnv.__doc__.partition("::\n")
    code = textwrap.dedent(code.partition("\n    Bind fields")[0])
    made = {}
    exec(code, made)
    envs, seen, rewards = made["envs"], made["observations"], made["rewards"]
    assert seen.shape == (16, 3)
    np.testing.assert_allclose(np.hypot(seen[:, 0], seen[:, 1]), 1)
    assert (rewards < 0).all()
    for _ in range(199):
        *_, terminated, truncated, _ = envs.step(np.full((16, 1), 0.1))
    assert truncated.all()
    assert not terminated.any()


BALL = """
<mujoco>
  <worldbody>
    <body><joint name="up" type="slide" axis="0 0 1"/><geom size=".1" mass="2"/></body>
  </worldbody>
  <actuator><motor joint="up"/></actuator>
</mujoco>
"""


class Balls(gym.BatchEnv):
    """Balls that fall from some height, see it as one small number, and say where they are."""

    def __init__(self, num_envs, **arguments):
        box = gymnasium.spaces.Box(-9, 9, (1,), np.float32)
        model = ferrodyn.MjModel.from_xml_string(BALL)
        super().__init__(model, num_envs, observation_space=box, frame_skip=10, **arguments)

    def reset_state(self, ids, rngs):
        assert (self.time[ids] == 0).all()
        self.qpos[ids] = [rng.uniform(0, 1, 1) for rng in rngs]

    def observe(self):
        return self.qpos

    def reward(self, action):
        return self.qpos[:, 0]

    def terminated(self):
        return self.qpos[:, 0] < -0.5

    def control(self, action):
        return 100 * action

    def step_infos(self):
        return {"height": self.qpos}

    def reset_infos(self):
        return {"start": self.qpos[:, 0]}


def test_an_environment_of_a_user_works():
    envs = Balls(8, autoreset_mode="SameStep")
    assert not envs.action_space.is_bounded()
    seen, infos = envs.reset(seed=4)
    starts = [gymnasium.utils.seeding.np_random(4 + i)[0].uniform(0, 1) for i in range(8)]
    np.testing.assert_array_equal(infos["start"], starts)
    np.testing.assert_array_equal(seen[:, 0], np.float32(starts))
    assert envs.dt == 0.02

    ended = np.zeros(8, bool)
    for step in range(1, 60):
        seen, rewards, terminated, _, infos = envs.step(np.zeros((8, 1)))
        if not ended.any() and not terminated.any():
            fall = 9.81 * 0.002**2 * (10 * step) * (10 * step + 1) / 2
            np.testing.assert_allclose(rewards, np.array(starts) - fall, atol=1e-12)
        ended |= terminated
        np.testing.assert_array_equal(infos.get("_height", ~terminated), ~terminated)
        if terminated.any():
            last = infos["final_info"]["height"][terminated, 0]
            np.testing.assert_array_equal(last, rewards[terminated])
            assert (last < -0.5).all()
            assert (infos["start"][terminated] == envs.qpos[terminated, 0]).all()
            assert (seen[terminated] >= 0).all()
    assert ended.all()
    envs.reset()
    envs.step(np.ones((8, 1)))
    np.testing.assert_allclose(envs.qvel, (100 / 2 - 9.81) * envs.dt)


def test_a_reset_of_some_leaves_what_the_others_saw():
    class Noisy(Balls):
        def observe(self):
            return self.random.uniform(size=(self.num_envs, 1))

    envs = Noisy(4)
    envs.random = np.random.default_rng(0)
    envs.reset()
    before, *_ = envs.step(np.zeros((4, 1)))
    mask = np.array([False, True, False, True])
    after, infos = envs.reset(options={"reset_mask": mask})
    np.testing.assert_array_equal((after == before)[:, 0], ~mask)
    np.testing.assert_array_equal(infos["_start"], mask)
    np.testing.assert_array_equal(infos["start"] != 0, mask)


def test_what_a_user_forgot_is_told():
    class Nothing(gym.BatchEnv):
        pass

    envs = Nothing(ferrodyn.MjModel.from_xml_string(BALL), 1, observation_space=1)
    with pytest.raises(NotImplementedError, match="Nothing has to have a method `observe`"):
        envs.reset()


# --- errors ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "arguments", "error", "message"),
    [
        ("HalfChetah-v5", {}, gymnasium.error.NameNotFound, "did you mean 'HalfCheetah-v5'"),
        ("Ant-v4", {}, gymnasium.error.NameNotFound, "did you mean 'Ant-v5'"),
        ("Ant-v5", {"reset_noise": 0.1}, TypeError, "did you mean 'reset_noise_scale'"),
        ("Ant-v5", {"healthy_state_range": 0}, TypeError, "Ant-v5 has no argument"),
        ("Ant-v5", {"render_mode": "human"}, ValueError, "has rgb_array and depth_array"),
        ("Ant-v5", {"max_geom": 3}, ValueError, "draws without it"),
        ("Ant-v5", {"xml_file": "ent.xml"}, FileNotFoundError, "ent.xml"),
        ("Ant-v5", {"num_envs": 0}, ValueError, "num_envs should be 1 or more"),
        ("Ant-v5", {"num_envs": 1.5}, TypeError, "num_envs should be an integer"),
        ("Ant-v5", {"frame_skip": 0}, ValueError, "frame_skip should be 1 or more"),
        ("Ant-v5", {"max_episode_steps": 0}, ValueError, "max_episode_steps should be 1 or"),
        ("Ant-v5", {"autoreset_mode": "Never"}, ValueError, "'NextStep', 'SameStep', 'Disabled'"),
    ],
)
def test_wrong_arguments_are_told(name, arguments, error, message):
    with pytest.raises(error, match=message):
        gym.make_vec(name, **arguments)


def test_no_render_mode_is_no_error():
    envs = gym.make_vec("Ant-v5", render_mode=None)
    assert envs.render_mode is None
    assert envs.render() is None


@pytest.mark.parametrize(
    ("mode", "shape", "kind"),
    [("rgb_array", (24, 32, 3), np.uint8), ("depth_array", (24, 32), np.float32)],
)
def test_all_environments_are_drawn_at_once(device, mode, shape, kind):
    envs = gym.make_vec("Hopper-v5", 3, render_mode=mode, width=32, height=24)
    envs.reset(seed=1)
    for _ in range(20):
        envs.step(envs.action_space.sample())
    pictures = envs.render()
    assert [(p.shape, p.dtype) for p in pictures] == [(shape, kind)] * 3
    assert (pictures[0] != pictures[1]).any()
    envs.close()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"seed": [1, 2]}, ValueError, "there are 3 environments, but 2 seeds"),
        ({"seed": -1}, gymnasium.error.Error, "greater or equal to zero"),
        ({"seed": 1.5}, TypeError, "integer"),
        ({"options": {"mask": 1}}, ValueError, "no option 'mask'"),
        ({"options": {"reset_mask": [True] * 3}}, TypeError, "array of bool"),
        ({"options": {"reset_mask": np.ones(3)}}, TypeError, "array of bool"),
        ({"options": {"reset_mask": np.ones(2, bool)}}, ValueError, r"shape \(3,\), got \(2,\)"),
        ({"options": {"reset_mask": np.zeros(3, bool)}}, ValueError, "an environment to reset"),
    ],
)
def test_wrong_resets_are_told(arguments, error, message):
    envs = gym.make_vec("InvertedPendulum-v5", 3)
    envs.reset()
    with pytest.raises(error, match=message):
        envs.reset(**arguments)


def test_wrong_steps_are_told():
    envs = gym.make_vec("InvertedPendulum-v5", 3, autoreset_mode="Disabled", max_episode_steps=1)
    with pytest.raises(gymnasium.error.ResetNeeded, match="before step"):
        envs.step(np.zeros((3, 1)))
    with pytest.raises(gymnasium.error.ResetNeeded, match="of all environments"):
        envs.reset(options={"reset_mask": np.array([True, False, False])})
    envs.reset()
    with pytest.raises(ValueError, match=r"shape \(3, 1\), got \(1, 3\)"):
        envs.step(np.zeros((1, 3)))
    envs.step(np.zeros((3, 1)))
    envs.reset(options={"reset_mask": np.array([False, True, False])})
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"environments \[0, 2\] have ended"):
        envs.step(np.zeros((3, 1)))


def test_without_gymnasium_the_error_says_what_to_install():
    code = "import sys; sys.modules['gymnasium'] = None; import ferrodyn.gym"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert 'pip install "ferrodyn[gym]"' in run.stderr
