"""Environments of users: what their methods give is checked, failures end episodes, files resume trainings."""

import json
import pathlib

import ferrodyn
import numpy as np
import pytest

gymnasium = pytest.importorskip(
    "gymnasium", reason="vector environments need Gymnasium: pip install gymnasium imageio"
)

from ferrodyn import gym  # noqa: E402
from ferrodyn._batch import archive  # noqa: E402

POLE = """
<mujoco>
  <worldbody>
    <body name="pole"><joint name="hinge" axis="0 1 0" damping=".05"/>
      <geom type="capsule" fromto="0 0 0 0 0 1" size=".05"/><site name="tip" pos="0 0 1"/></body>
  </worldbody>
  <actuator><motor joint="hinge" ctrlrange="-1 1" ctrllimited="{limited}"/></actuator>
</mujoco>
"""
N = 4


class Swing(gym.BatchEnv):
    """Poles that start hanging and should stand up; upright is the model's pose, and the best reward."""

    def __init__(self, num_envs=N, limited="true", **arguments):
        model = ferrodyn.MjModel.from_xml_string(POLE.format(limited=limited))
        super().__init__(model, num_envs, observation_space=2, frame_skip=2, **arguments)
        self.tip = self.batch.bind("site_xpos")[:, 0]
        self.pushes = np.zeros(num_envs)

    def reset_state(self, ids, rngs):
        self.qpos[ids] = [np.pi + rng.uniform(-0.2, 0.2, 1) for rng in rngs]
        self.pushes[ids] = 0

    def observe(self):
        return np.concatenate([self.qpos, self.qvel], axis=1)

    def reward(self, action):
        return 0.5 * (1 + np.cos(self.qpos[:, 0])) + 0.01 * self.tip[:, 2]

    def terminated(self):
        return self.pushes > 40

    def before_step(self):
        self.pushes += 1

    def step_infos(self):
        return {"tip": self.tip}

    def remembered(self):
        return {"pushes": self.pushes}


def action(value=0.1):
    return np.full((N, 1), value, np.float32)


# --- shapes ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "gives", "text"),
    [
        ("reward", lambda n: np.ones((n, 1)), r"reward\(\) should give an array of shape \(4,\), got \(4, 1\)"),
        ("reward", lambda n: None, r"reward\(\) should give numbers of shape \(4,\), got None"),
        ("reward", lambda n: 1.0, r"reward\(\) should give an array of shape \(4,\), got \(\)"),
        ("reward", lambda n: ["a"] * n, r"reward\(\) should give numbers"),
        ("reward", lambda n: [[1], [1, 2]], r"reward\(\) gives no array"),
        ("terminated", lambda n: np.zeros((n, 1), bool), r"terminated\(\) .* bool of shape \(4,\), got bool of shape \(4, 1\)"),
        ("terminated", lambda n: np.zeros(n), r"terminated\(\) .* bool of shape \(4,\), got float64"),
        ("terminated", lambda n: False, r"terminated\(\) .* got one bool"),
        ("observe", lambda n: np.zeros((n, 1)), r"observe\(\) should give an array of shape \(4, 2\), got \(4, 1\)"),
        ("observe", lambda n: np.zeros(2), r"observe\(\) .* got \(2,\)"),
        ("observe", lambda n: {"x": 1}, r"observe\(\) should give numbers"),
        ("observe", lambda n: np.zeros((n, 2), complex), r"observe\(\) should give numbers"),
        ("step_infos", lambda n: {"x": np.zeros(1)}, r"step_infos\(\)\['x'\] .* each of 4 environments, got float64 of shape \(1,\)"),
        ("step_infos", lambda n: {"x": 1.0}, r"step_infos\(\)\['x'\] .* got one float"),
        ("step_infos", lambda n: None, r"step_infos\(\) should give a dictionary .* got NoneType"),
        ("reset_infos", lambda n: {"x": np.zeros((n + 1, 2))}, r"reset_infos\(\)\['x'\]"),
        ("control", lambda n: np.zeros(n), r"control\(\) should give an array of shape \(4, 1\), got \(4,\)"),
        ("control", lambda n: None, r"control\(\) should give numbers"),
    ],
)  # fmt: skip
def test_what_a_method_gives_is_refused_if_it_does_not_fit(method, gives, text):
    made = type("Wrong", (Swing,), {method: lambda self, *_: gives(self.num_envs)})
    envs = made()
    with pytest.raises(ValueError, match=text):
        envs.reset(seed=0)
        envs.step(action())


def test_whole_numbers_and_single_precision_fit():
    class Whole(Swing):
        def observe(self):
            return np.zeros((self.num_envs, 2), np.float32)

        def reward(self, action):
            return [1, 2, 3, 4]

    envs = Whole()
    envs.reset()
    seen, rewards, terminated, truncated, _ = envs.step(action())
    assert rewards.tolist() == [1, 2, 3, 4]
    assert (seen.dtype, terminated.dtype, truncated.dtype) == (np.float64, bool, bool)


@pytest.mark.parametrize(
    ("space", "text"),
    [
        (gymnasium.spaces.Tuple([gymnasium.spaces.Box(-1, 1)]), r"flatten_space\(space\)"),
        ((5,), "a Box or how many numbers"),
        (-1, "a Box or how many numbers"),
        ("5", "a Box or how many numbers"),
        (gymnasium.spaces.Discrete(3), "a Box or how many numbers"),
    ],
)
def test_spaces_that_are_no_arrays_are_refused(space, text):
    model = ferrodyn.MjModel.from_xml_string(POLE.format(limited="true"))
    with pytest.raises(TypeError, match=text):
        gym.BatchEnv(model, 2, observation_space=space)
    with pytest.raises(TypeError, match="action_space should be a Box"):
        gym.BatchEnv(model, 2, observation_space=1, action_space=gymnasium.spaces.Dict({}))


def test_dt_is_that_of_the_simulations():
    model = ferrodyn.MjModel.from_xml_string(POLE.format(limited="true"))
    envs = gym.BatchEnv(model, 2, observation_space=1, frame_skip=5)
    model.opt.timestep = 0.1
    assert envs.dt == 0.01
    with pytest.raises(ValueError, match="the model of a batch is read-only"):
        envs.model.opt.timestep = 0.1
    model.opt.timestep = 0
    with pytest.raises(ValueError, match="timestep of the model"):
        gym.BatchEnv(model, 2, observation_space=1)


# --- failures --------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e12])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_a_simulation_that_fails_ends_its_episode(mode, bad):
    envs, healthy = Swing(autoreset_mode=mode), Swing(autoreset_mode=mode)
    for each in (envs, healthy):
        each.reset(seed=0)
        for _ in range(3):
            before, *_ = each.step(action())
    envs.qvel[1] = bad
    seen, rewards, terminated, truncated, infos = envs.step(action())
    others, theirs, *_ = healthy.step(action())
    ended = [False, True, False, False]
    assert terminated.tolist() == ended
    assert not truncated.any()
    assert infos["_failure"].tolist() == ended
    assert "NaN, infinity or a huge value in the velocity, dof 0, body 1" in infos["failure"][1]
    assert infos["failure"][0] is None
    # upright, where the simulation started anew, would be 1
    assert -0.01 < rewards[1] <= 0
    # an observation that is a number: the last one, or the first of the next episode
    last = infos["final_obs"][1] if mode == "SameStep" else seen[1]
    np.testing.assert_array_equal(last, before[1])
    if mode == "SameStep":
        assert infos["final_info"]["failure"][1] == infos["failure"][1]
        assert "tip" not in infos["final_info"]
    assert infos["_tip"].tolist() == [True, False, True, True]
    rest = np.flatnonzero(~terminated)
    np.testing.assert_array_equal(seen[rest], others[rest])
    np.testing.assert_array_equal(rewards[rest], theirs[rest])

    # the next episode begins as any other
    if mode == "NextStep":
        seen, rewards, terminated, _, infos = envs.step(action())
        assert (rewards[1], terminated[1]) == (0, False)
        assert "failure" not in infos
    elif mode == "Disabled":
        with pytest.raises(gymnasium.error.ResetNeeded):
            envs.step(action())
        seen, _ = envs.reset(options={"reset_mask": terminated})
    assert abs(seen[1, 0] - np.pi) <= 0.2
    assert envs.elapsed[1] == 0
    *_, terminated, _, infos = envs.step(action())
    assert not terminated.any()
    assert "failure" not in infos


def test_failing_does_not_pay():
    class Costly(Swing):
        def reward(self, action):
            return -1 - self.elapsed / 10

    envs = Costly()
    envs.reset(seed=0)
    for _ in range(3):
        *_, _ = envs.step(action())
    envs.qvel[2] = np.nan
    _, rewards, *_ = envs.step(action())
    # the least of the episode so far
    assert rewards[2] == pytest.approx(-1.3)
    Costly.failure_reward = -50.0
    envs.qvel[3] = np.nan
    _, rewards, *_ = envs.step(action())
    assert rewards[3] == -50


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e11])
def test_actions_that_are_no_numbers_are_refused_before_anything_moves(mode, bad):
    envs, twin = Swing(autoreset_mode=mode), Swing(autoreset_mode=mode)
    envs.reset(seed=0)
    twin.reset(seed=0)
    envs.step(action())
    twin.step(action())
    wrong = action().astype(float)
    wrong[2] = bad
    with pytest.raises(ValueError, match=r"NaN, infinity or a huge number in rows \[2\] of actions"):
        envs.step(wrong)
    for each in (envs, twin):
        result = each.step(action(0.3))
    np.testing.assert_array_equal(envs.batch.state, twin.batch.state)

    class Divides(Swing):
        def control(self, action):
            return action / np.array([[1], [0], [1], [1]])

    envs = Divides(autoreset_mode=mode)
    envs.reset()
    with np.errstate(divide="ignore"), pytest.raises(ValueError, match=r"NaN.* rows \[1\] of control\(\)"):
        envs.step(action())
    for array in ([["a"]] * N, [[None]] * N, [[1], [2], [3], [4j]]):
        with pytest.raises(ValueError, match="actions should be numbers"):
            envs.step(array)
    assert np.isfinite(result[1]).all()


def test_an_action_that_is_not_taken_may_be_anything():
    envs = Swing(max_episode_steps=1)
    envs.reset(seed=0)
    *_, truncated, _ = envs.step(action())
    assert truncated.all()
    seen, *_ = envs.step(action(np.nan))
    assert np.isfinite(seen).all()


def test_first_states_that_are_no_numbers_are_refused():
    class Bad(Swing):
        def reset_state(self, ids, rngs):
            self.qvel[ids[ids == 3]] = np.nan

    with pytest.raises(ValueError, match=r"reset_state\(\) wrote NaN or infinity to qvel of environments \[3\]"):
        Bad().reset()


# --- files -----------------------------------------------------------------------------------


class Sleepers(Swing):
    """With data of their own."""

    def __init__(self, num_envs=N, **arguments):
        model = ferrodyn.MjModel.from_xml_string(
            POLE.format(limited="true").replace("<worldbody>", "<option><flag sleep='enable'/></option><worldbody>", 1)
        )
        gym.BatchEnv.__init__(self, model, num_envs, observation_space=2, frame_skip=2, **arguments)
        self.tip = self.batch.bind("site_xpos")[:, 0]
        self.pushes = np.zeros(num_envs)


def run(envs, steps, seed):
    """Everything that some steps give, as text."""
    random = np.random.default_rng(seed)
    out = []
    for _ in range(steps):
        result = envs.step(random.uniform(-1, 1, envs.action_space.shape).astype(np.float32))
        out.append(repr([np.asarray(part).tolist() for part in result[:4]]) + repr(sorted(result[4].items())))
        if envs.autoreset_mode is gym.AutoresetMode.DISABLED and envs._ended.any():
            envs.reset(options={"reset_mask": envs._ended.copy()})
    return out


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.parametrize("made", [Swing, Sleepers, "Hopper-v5", "Humanoid-v5", "dm_control/reacher-easy-v0"])
def test_a_training_resumes_bit_for_bit(made, mode, tmp_path):
    if isinstance(made, str) and made.startswith("dm_control"):
        pytest.importorskip("dm_control", reason="tasks of the suite have the models of dm_control")

    def make():
        return gym.make_vec(made, N, autoreset_mode=mode, max_episode_steps=23)

    envs = make()
    envs.reset(seed=3)
    run(envs, 35, 0)
    seen = envs._seen.now()
    envs.save(tmp_path / "envs")
    expected = run(envs, 60, 1)
    # a new process begins with new environments, a retry with those that there are
    for other in (make(), envs):
        np.testing.assert_array_equal(other.load(tmp_path / "envs"), seen)
        assert run(other, 60, 1) == expected
    assert envs.np_random_seed == other.np_random_seed


def test_files_of_other_environments_are_refused(tmp_path):
    path = tmp_path / "envs"
    envs = Swing(max_episode_steps=9)
    envs.save(path)
    with pytest.raises(ValueError, match="another max_episode_steps: 9, this is 8"):
        Swing(max_episode_steps=8).load(path)
    with pytest.raises(ValueError, match="another autoreset_mode: 'NextStep', this is 'SameStep'"):
        Swing(max_episode_steps=9, autoreset_mode="SameStep").load(path)
    with pytest.raises(ValueError, match="another num_envs"):
        Swing(3, max_episode_steps=9).load(path)
    with pytest.raises(ValueError, match="another class: 'Swing', this is 'Sleepers'"):
        Sleepers(max_episode_steps=9).load(path)
    with pytest.raises(ValueError, match="another model"):
        Swing(max_episode_steps=9, limited="false", action_space=envs.single_action_space).load(path)
    binding = Swing(max_episode_steps=9)
    binding.batch.bind("xpos")
    with pytest.raises(ValueError, match="has no xpos, which is bound here"):
        binding.load(path)
    envs.batch.save(path)
    with pytest.raises(ValueError, match="not a file of environments"):
        envs.load(path)
    hopper = gym.make_vec("Hopper-v5", 2)
    hopper.save(path)
    with pytest.raises(ValueError, match="another arguments"):
        gym.make_vec("Hopper-v5", 2, healthy_reward=2.0).load(path)


def test_a_refused_file_leaves_environments_as_they_were(tmp_path):
    path = tmp_path / "envs"
    envs = Swing()
    envs.reset(seed=0)
    run(envs, 5, 0)
    envs.save(path)
    with np.load(path) as archived:
        content = {name: archived[name] for name in archived.files}
    victim, twin = Swing(), Swing()
    victim.reset(seed=1)
    twin.reset(seed=1)
    state = json.loads(content["env/random"].item())
    wrong = {
        "env/elapsed": [np.zeros(N), np.zeros(N - 1, np.int64), None],
        "env/ended": [np.zeros(N), None],
        "env/seen": [np.zeros((N, 3)), None],
        "env/least": [np.zeros(N, np.float32), None],
        "env/reset": [np.zeros(1, bool), None],
        "env/remembered/pushes": [np.zeros(N, int), np.zeros(N + 1), None],
        "env/remembered/other": [np.zeros(N)],
        "env/results/site_xpos": [np.zeros(N), None],
        "env/results/nothing": [np.zeros(N)],
        "env/results/qpos": [np.zeros((N, 1))],
        "env/about": [np.array(t) for t in ("{}", "[1]", "{", "[" * 100_000, "3")] + [None],
        "env/random": [
            np.array(json.dumps(t))
            for t in ([], [None], [1] * N, [[1, 2]] * N, [[state[0][0], "x"]] * N,
                      [[{**state[0][0], "bit_generator": "MT19937"}, 1]] * N,
                      [[{**state[0][0], "state": {"state": -1, "inc": 2**200}}, 1]] * N)
        ] + [np.zeros(3), None],
        "state": [content["state"][:2], None],
    }  # fmt: skip
    for name, others in wrong.items():
        for other in others:
            changed = {**content, name: other}
            changed = {k: v for k, v in changed.items() if v is not None and k != "digest"}
            np.savez(path.with_suffix(".npz"), **changed, digest=np.array(archive.digest(changed)))
            with pytest.raises(ValueError, match=r"envs\.npz|generator"):
                victim.load(path.with_suffix(".npz"))
                pytest.fail(name)
            assert run(victim, 3, 2) == run(twin, 3, 2), name


def test_what_a_file_forgets_is_told(tmp_path, recwarn):
    class Forgetful(Swing):
        def remembered(self):
            return {}

    for envs in (Swing(), gym.make_vec("Hopper-v5", 6), gym.make_vec("Humanoid-v5", 2)):
        envs.reset()
        envs.step(np.zeros(envs.action_space.shape, np.float32))
        envs.save(tmp_path / "envs")
    assert not [each for each in recwarn if each.category is UserWarning]
    with pytest.warns(UserWarning, match=r"pushes is not in remembered\(\)"):
        Forgetful().save(tmp_path / "envs")


@pytest.mark.parametrize("wrong", [None, [1], {"x": 1.0}, {"x": np.array(["a"])}, {"x": np.array([None])}])
def test_what_is_remembered_has_to_be_arrays(wrong, tmp_path):
    envs, victim = Swing(), Swing()
    envs.reset(seed=0)
    envs.save(tmp_path / "envs")
    victim.remembered = lambda: wrong
    before = victim.batch.state.copy()
    for call in (victim.save, victim.load):
        with pytest.raises(ValueError, match=r"remembered\(\)(\['x'\])? should"):
            call(tmp_path / "envs")
    np.testing.assert_array_equal(victim.batch.state, before)


# --- how they are made -----------------------------------------------------------------------


def test_environments_are_made_of_classes():
    envs = gym.make_vec(Swing, 3, max_episode_steps=5, autoreset_mode="SameStep", limited="false")
    assert (type(envs), envs.num_envs, envs._longest) == (Swing, 3, 5)
    assert not envs.action_space.is_bounded()
    assert type(gym.make_vec(gym.ENVIRONMENTS["Hopper-v5"], 2)) is gym.ENVIRONMENTS["Hopper-v5"]
    for wrong in (dict, 3, Swing(), None):
        with pytest.raises(TypeError, match="a name or a class derived from BatchEnv"):
            gym.make_vec(wrong, 2)


def test_gymnasium_makes_environments_that_are_registered():
    gymnasium.register("Swing-v0", vector_entry_point=Swing, max_episode_steps=7)
    try:
        envs = gymnasium.make_vec("Swing-v0", 3, vectorization_mode="vector_entry_point")
        envs.reset(seed=0)
        steps = [envs.step(np.zeros((3, 1), np.float32))[3].all() for _ in range(7)]
        assert steps == [False] * 6 + [True]
    finally:
        del gymnasium.registry["Swing-v0"]


def test_pictures_are_asked_for_by_render_mode(device):
    envs = Swing(2, render_mode="rgb_array", width=40, height=30)
    assert envs.render_mode == "rgb_array"
    envs.reset(seed=0)
    assert [picture.shape for picture in envs.render()] == [(30, 40, 3)] * 2
    envs.close()
    with pytest.raises(ValueError, match="cannot both be given"):
        Swing(2, render_mode="rgb_array", pictures=gym.Pictures("rgb_array"))
    with pytest.raises(ValueError, match="has rgb_array and depth_array"):
        Swing(2, render_mode="human")


def test_the_recipe_for_stable_baselines3_trains():
    pytest.importorskip("stable_baselines3", reason="needs Stable-Baselines3: pip install stable-baselines3")
    page = (pathlib.Path(__file__).parents[3] / "docs" / "gym.md").read_text()
    code = page.partition("## Stable-Baselines3")[2].partition("```py\n")[2].partition("```")[0]
    names = {"make_vec": gym.make_vec}
    exec(code.replace("8192", "2048").replace("16, auto", "4, max_episode_steps=100, auto"), names)
    envs, agent = names["envs"], names["agent"]
    lengths = [each["l"] for each in agent.ep_info_buffer]
    assert len(lengths) >= 16
    assert set(lengths) == {100}
    assert envs.reset().shape == (4, 17)
    envs.seed(5)
    first = envs.reset()
    envs.seed(5)
    np.testing.assert_array_equal(envs.reset(), first)
    # the last observation of an episode, from which its rest is estimated
    for _ in range(100):
        seen, _, done, infos = envs.step(np.zeros((4, 6), np.float32))
    assert done.all()
    assert all(each["TimeLimit.truncated"] for each in infos)
    assert (infos[0]["terminal_observation"] != seen[0]).any()
