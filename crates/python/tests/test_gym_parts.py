"""Parts of environments: delay, noise, timers, pushes, randomized parameters, senses, terrain."""

import pickle

import ferrodyn
import numpy as np
import page_examples
import pytest

gymnasium = pytest.importorskip(
    "gymnasium", reason="vector environments need Gymnasium: pip install gymnasium imageio"
)

from ferrodyn import gym  # noqa: E402
from ferrodyn.gym import parts  # noqa: E402

BOX = """
<mujoco>
  <option timestep=".01"/>
  <worldbody>
    <geom name="floor" type="plane" size="50 50 .1"/>
    <body name="box" pos="0 0 .1"><freejoint/><geom name="side" group="1" type="box" size=".1 .1 .1" mass="2"/>
      <body name="arm"><joint name="bend" axis="0 1 0"/><geom group="1" type="sphere" size=".03" pos="0 0 .2" mass=".1"/></body>
    </body>
  </worldbody>
  <actuator><motor joint="bend"/></actuator>
</mujoco>
"""
N = 5
MODES = ["NextStep", "SameStep"]


class Box(gym.BatchEnv):
    """Boxes on a floor; what else they have is made by a function."""

    def __init__(self, num_envs=N, add=None, model=BOX, **arguments):
        model = ferrodyn.MjModel.from_xml_string(model)
        super().__init__(model, num_envs, observation_space=2, frame_skip=5, **arguments)
        self.given = add(self) if add else None

    def observe(self):
        return np.stack([self.elapsed, np.arange(self.num_envs)], axis=1).astype(float)

    def reward(self, action):
        return np.zeros(self.num_envs)


def still(envs):
    return envs.step(np.zeros((envs.num_envs, 1)))


# --- what all have in common -----------------------------------------------------------------


def kit(env):
    """One of each."""
    made = {
        "delay": parts.Delay(env, 2, 0, 3),
        "noise": parts.Noise(env, 0.1, bias=0.2),
        "timer": parts.Timer(env, 0.1, 0.3),
        "command": parts.Command(env, [0, -1], [1, 1], every=(0.1, 0.4)),
        "pushes": parts.Pushes(env, "box", force=(5, 20), every=(0.1, 0.4), seconds=0.1),
        "contacts": parts.Contacts(env, ["box", "arm"]),
        "levels": parts.Curriculum(env, np.zeros((3, 2, 3))),
    }
    parts.Randomized(env, "body_mass", 0.5, 1.5)
    parts.Randomized(env, "geom_friction", 0.5, 1.5, where=np.s_[:, 0], together=True)
    return made


class Kit(Box):
    """All of them."""

    def __init__(self, num_envs=N, **arguments):
        super().__init__(num_envs, kit, max_episode_steps=8, **arguments)

    def observe(self):
        return self.given["noise"](self.given["delay"](super().observe()))

    def reward(self, action):
        return self.given["contacts"].air.sum(axis=1) + self.given["command"].value[:, 0] + self.qpos[:, 0]

    def terminated(self):
        return self.given["timer"].due & (self.elapsed > 5)

    def before_reset(self, ids):
        up = self.given["timer"].due[ids]
        self.given["levels"].judge(ids, up, ~up)


def course(envs, steps):
    out = []
    for _ in range(steps):
        seen, rewards, terminated, *_ = still(envs)
        out.append((seen, rewards, terminated, envs.given["levels"].level.copy(), envs.qpos.copy()))
    return [np.array(each) for each in zip(*out, strict=True)]


@pytest.mark.parametrize("mode", MODES)
def test_environments_do_not_depend_on_how_many_there_are(mode):
    few, many = Kit(3, autoreset_mode=mode, nthread=1), Kit(6, autoreset_mode=mode)
    few.reset(seed=7), many.reset(seed=7)
    assert (few.given["levels"].kind == [0, 1, 0]).all()
    for a, b in zip(course(few, 40), course(many, 40), strict=True):
        # the second number of an observation is the row, which is the same in both
        np.testing.assert_array_equal(a, b[:, :3])


@pytest.mark.parametrize("way", ["file", "pickle"])
@pytest.mark.parametrize("mode", MODES)
def test_parts_are_kept(mode, way, tmp_path):
    envs = Kit(autoreset_mode=mode)
    envs.reset(seed=1)
    course(envs, 13)
    if way == "pickle":
        again = pickle.loads(pickle.dumps(envs))
    else:
        envs.save(tmp_path / "envs")
        again = Kit(autoreset_mode=mode)
        again.load(tmp_path / "envs")
    for a, b in zip(course(envs, 30), course(again, 30), strict=True):
        np.testing.assert_array_equal(a, b)
    if way == "file":
        other = type("Kit", (Box,), {})
        with pytest.raises(ValueError, match="another parts"):
            other(add=lambda env: parts.Timer(env, 1, 2), max_episode_steps=8, autoreset_mode=mode).load(tmp_path / "envs")


def test_a_part_needs_environments_that_are_made():
    class Early(gym.BatchEnv):
        def __init__(self):
            parts.Timer(self, 1, 2)

    with pytest.raises(TypeError, match=r"Timer needs environments .* after super\(\).__init__\(\), got Early"):
        Early()
    with pytest.raises(TypeError, match="Timer needs environments as its first argument"):
        parts.Timer(3, 1, 2)
    with pytest.raises(TypeError, match="Pushes needs environments as its first argument"):
        parts.Pushes(None, "box", force=(1, 2), every=(1, 2))
    envs = Box()
    envs.reset()
    with pytest.raises(ValueError, match=r"has to be made before the first reset\(\)"):
        parts.Timer(envs, 1, 2)


def test_a_part_of_a_user_goes_along():
    class Count(parts.Part):
        def __init__(self, env):
            super().__init__(env)
            self.steps, self.starts = np.zeros((2, env.num_envs), int)

        def start(self, ids, rngs):
            assert len(ids) == len(rngs)
            self.starts[ids] += 1

        def after_step(self, running):
            self.steps[running] += 1

    envs = Box(add=Count, max_episode_steps=4)
    envs.reset()
    for _ in range(10):
        still(envs)
    assert envs.given.starts.tolist() == [3] * N and envs.given.steps.tolist() == [8] * N


# --- signals ---------------------------------------------------------------------------------


def test_a_delay_gives_what_it_was_given_before():
    envs = Box(add=lambda env: parts.Delay(env, 1, 0, 3), max_episode_steps=9)
    late = envs.given
    envs.reset(seed=0)
    drawn = set()
    for _ in range(60):
        now = envs.elapsed.copy()
        got = late(now[:, None])
        # asking again changes nothing
        np.testing.assert_array_equal(late(now[:, None]), got)
        np.testing.assert_array_equal(got[:, 0], np.maximum(now - late.steps, 0))
        drawn |= set(late.steps.tolist())
        still(envs)
    assert drawn == {0, 1, 2, 3}


def test_no_delay_is_none():
    envs = Box(add=lambda env: parts.Delay(env, 2, 0))
    envs.reset()
    for k in range(4):
        assert (envs.given(np.full((N, 2), k)) == k).all()
        still(envs)


@pytest.mark.parametrize("kind", ["normal", "uniform"])
def test_noise_has_the_moments_that_it_should_have(kind):
    envs = Box(500, add=lambda env: parts.Noise(env, [0.5, 2], kind=kind))
    envs.reset(seed=0)
    drawn = []
    for _ in range(40):
        drawn.append(envs.given(np.ones((500, 2))) - 1)
        np.testing.assert_array_equal(envs.given(np.ones((500, 2))) - 1, drawn[-1])
        still(envs)
    drawn = np.array(drawn) / [0.5, 2]
    deviation = 1 if kind == "normal" else 3**-0.5
    flat = drawn.reshape(-1)
    # 40,000 numbers: five standard errors
    assert abs(flat.mean()) < 5 * deviation / 200 and abs(flat.std() / deviation - 1) < 0.02
    for a, b in ((drawn[1:], drawn[:-1]), (drawn[..., 0], drawn[..., 1]), (drawn[:, 1:], drawn[:, :-1])):
        assert abs(np.corrcoef(a.ravel(), b.ravel())[0, 1]) < 0.04
    if kind == "uniform":
        assert 0.999 < np.abs(flat).max() <= 1


def test_a_bias_stays_for_an_episode():
    envs = Box(add=lambda env: parts.Noise(env, 0, bias=1, kind="uniform"), max_episode_steps=5, autoreset_mode="SameStep")
    envs.reset(seed=0)
    seen = []
    for _ in range(10):
        seen.append(envs.given(np.zeros((N, 3))))
        still(envs)
    seen = np.array(seen)
    assert (seen[:5] == seen[0]).all() and (seen[5:] == seen[5]).all() and (seen[0] != seen[5]).all()


@pytest.mark.parametrize(
    ("make", "kind", "text"),
    [
        (lambda e: parts.Delay(e, 2, -1), ValueError, "shortest of a Delay should be an integer from 0 on, got -1"),
        (lambda e: parts.Delay(e, 2, 0.5), ValueError, "shortest of a Delay"),
        (lambda e: parts.Delay(e, 2, 3, 1), ValueError, "longest of a Delay, 1, is below shortest, 3"),
        (lambda e: parts.Delay(e, True, 3), ValueError, "size of a Delay"),
        (lambda e: parts.Delay(e, 2, 1)(np.zeros(2)), ValueError, r"what goes into a Delay should be numbers with a row"),
        (lambda e: parts.Noise(e, -1), ValueError, "scale of a Noise should be"),
        (lambda e: parts.Noise(e, 1, np.nan), ValueError, "bias of a Noise should be"),
        (lambda e: parts.Noise(e, "much"), TypeError, "scale of a Noise should be numbers"),
        (lambda e: parts.Noise(e, 1, kind="pink"), ValueError, "'normal' or 'uniform', got 'pink'"),
        (lambda e: parts.Noise(e, [1, 2])(np.zeros((5, 3))), ValueError, r"scale of a Noise has shape \(2,\), which does not fit rows of shape \(3,\)"),
        (lambda e: parts.Noise(e, 1)(np.zeros(3)), ValueError, "a row for each of 5 environments, got float64"),
        (lambda e: parts.Noise(e, 1)({"a": 1}), ValueError, "what goes into a Noise"),
        (lambda e: parts.Timer(e, 2, 1), ValueError, "the lower first"),
        (lambda e: parts.Timer(e, -1, 1), ValueError, "not below 0"),
        (lambda e: parts.Timer(e, 1, np.inf), ValueError, "two finite numbers"),
        (lambda e: parts.Timer(e, "soon", 1), TypeError, "seconds of a Timer should be two numbers"),
        (lambda e: parts.Command(e, [0, 1], [1], every=(1, 2)), ValueError, "as many numbers"),
        (lambda e: parts.Command(e, [2], [1], every=(1, 2)), ValueError, "low and high of a Command"),
        (lambda e: parts.Command(e, [0], [1], every=3), TypeError, r"every of a Command should be two numbers, such as \(1, 2\), got 3"),
        (lambda e: parts.Pushes(e, "bx", force=(1, 2), every=(1, 2)), KeyError, "bx"),
        (lambda e: parts.Pushes(e, 9, force=(1, 2), every=(1, 2)), ValueError, "there is no body 9, the model has 3"),
        (lambda e: parts.Pushes(e, 1.5, force=(1, 2), every=(1, 2)), TypeError, "its name or number, got 1.5"),
        (lambda e: parts.Pushes(e, 1, force=3, every=(1, 2)), TypeError, "force of Pushes should be two numbers"),
        (lambda e: parts.Randomized(e, "body_mas", 1, 2), ValueError, "did you mean 'body_mass'"),
        (lambda e: parts.Randomized(e, "body_mass", 1, 2, how="by"), ValueError, "'scale', 'add' or 'set'"),
        (lambda e: parts.Randomized(e, "body_mass", 1, np.nan), ValueError, "low and high of 'body_mass'"),
        (lambda e: parts.Randomized(e, "body_mass", 1, 2, where=7), IndexError, r"where=7 does not fit body_mass of shape \(3,\)"),
        (lambda e: parts.Randomized(e, "geom_contype", 1, 2), ValueError, "geom_contype has integers"),
        (lambda e: parts.HeightScan(e, "box", [[1, 2, 3]]), ValueError, r"of shape \(count, 2\), got \(1, 3\)"),
        (lambda e: parts.HeightScan(e, "box", [[1, np.inf]]), ValueError, "should be finite"),
        (lambda e: parts.HeightScan(e, "box", [[1, 2]], groups=(6,)), ValueError, "numbers from 0 to 5, got 6"),
        (lambda e: parts.Contacts(e, "box"), TypeError, "a list of names or numbers, got 'box'"),
        (lambda e: parts.Contacts(e, ["box"], least=-1), ValueError, "least of Contacts"),
        (lambda e: parts.Curriculum(e, np.zeros((2, 3))), ValueError, r"shape \(levels, kinds, 3\), got \(2, 3\)"),
        (lambda e: parts.Curriculum(e, np.zeros((0, 2, 3))), ValueError, "should have shape"),
        (lambda e: parts.Curriculum(e, np.zeros((2, 2, 3)), first=2), ValueError, "a level from 0 to 1, got 2"),
        (lambda e: parts.Curriculum(e, np.zeros((2, 2, 3))).judge([0, 1], [True], [True]), ValueError, r"up of judge\(\) should be an array of bool of shape \(2,\)"),
        (lambda e: parts.grid(1, 1, 0), ValueError, "spacing should be above 0"),
        (lambda e: parts.grid(1e9, 1, 0.1), ValueError, "too large"),
        (lambda e: parts.grid(-1, 1, 0.1), ValueError, "length should be"),
    ],
)  # fmt: skip
def test_wrong_parts_are_told(make, kind, text):
    with pytest.raises(kind, match=text):
        make(Box())


# --- events ----------------------------------------------------------------------------------


def test_a_timer_goes_off_within_its_interval():
    # an action lasts 0.05 s
    envs = Box(40, add=lambda env: parts.Timer(env, 0.2, 0.4), max_episode_steps=200)
    envs.reset(seed=0)
    last, between = np.zeros(40, int), []
    for step in range(150):
        still(envs)
        for i in np.flatnonzero(envs.given.due):
            between.append(step - last[i])
            last[i] = step
    assert set(between) == {4, 5, 6, 7, 8} and (last > 140).all()


def test_a_command_holds_until_its_time_is_over():
    envs = Box(30, add=lambda env: parts.Command(env, [-1, 2], [1, 3], every=(0.5, 0.5)))
    envs.reset(seed=0)
    values = []
    for _ in range(25):
        values.append(envs.given.value.copy())
        still(envs)
    values = np.array(values)
    assert (values >= [-1, 2]).all() and (values <= [1, 3]).all()
    changes = (values[1:] != values[:-1]).all(axis=(1, 2))
    assert np.flatnonzero(changes).tolist() == [10, 20]


def test_pushes_push_for_a_while():
    envs = Box(20, add=lambda env: parts.Pushes(env, "box", force=(30, 40), every=(0.5, 0.5), seconds=0.1))
    envs.reset(seed=0)
    applied, moved = [], []
    for _ in range(40):
        still(envs)
        applied.append(np.linalg.norm(envs.batch.xfrc_applied[:, 1], axis=1))
        moved.append(np.linalg.norm(envs.qvel[:, :2], axis=1))
    applied = np.array(applied)
    on = (applied > 0).all(axis=1)
    assert (on == (applied > 0).any(axis=1)).all()
    assert np.flatnonzero(on).tolist() == [10, 11, 20, 21, 30, 31]
    assert applied[on].min() >= 30 - 1e-9 and applied[on].max() <= 40 + 1e-9
    assert not np.array(moved)[:10].max() > 1e-6 and np.array(moved)[11].min() > 0.1
    directions = envs.given.force
    assert directions.shape == (20, 2)


# --- parameters ------------------------------------------------------------------------------


def test_each_episode_draws_parameters():
    def add(env):
        parts.Randomized(env, "body_mass", 0.5, 1.5, where=1)
        parts.Randomized(env, "geom_friction", 0.1, 0.2, where=np.s_[:, 0], how="set", together=True)
        parts.Randomized(env, "opt.gravity", -1, 1, where=2, how="add")

    envs = Box(add=add, max_episode_steps=3, autoreset_mode="SameStep")
    first = envs.reset(seed=0) and {name: envs.batch.expand(name).copy() for name in ("body_mass", "geom_friction", "opt.gravity")}
    assert len(set(first["body_mass"][:, 1])) == N and (first["body_mass"][:, 2] == 0.1).all()
    assert ((first["body_mass"][:, 1] >= 1) & (first["body_mass"][:, 1] <= 3)).all()
    friction = first["geom_friction"]
    assert (friction[..., 0] == friction[:, :1, 0]).all() and ((friction[..., 0] >= 0.1) & (friction[..., 0] <= 0.2)).all()
    assert (friction[..., 1:] == envs.model.geom_friction[:, 1:]).all()
    assert (np.abs(first["opt.gravity"][:, 2] + 9.81) <= 1).all() and (first["opt.gravity"][:, :2] == 0).all()
    # what follows from masses is computed
    subtree = envs.batch.expanded("body_subtreemass")
    np.testing.assert_allclose(subtree[:, 0], first["body_mass"].sum(axis=1))
    for _ in range(3):
        still(envs)
    assert (envs.batch.expand("body_mass")[:, 1] != first["body_mass"][:, 1]).all()


def test_friction_alone_needs_no_constants():
    envs = Box(add=lambda env: parts.Randomized(env, "geom_friction", 0.5, 1))
    envs.reset()
    assert envs.batch.expanded("body_subtreemass") is None


# --- senses ----------------------------------------------------------------------------------


HILL = BOX.replace("<body name=\"box\"", '<geom type="box" pos="2 0 .2" size=".5 5 .2"/><body name="box"')


def test_heights_are_those_below_the_points():
    envs = Box(3, add=lambda env: parts.HeightScan(env, "box", [[0, 0], [1.8, 0], [0, 1.8]]), model=HILL)
    envs.reset()
    # looking ahead, to the left, and upside down; high above the ground
    envs.qpos[:, :3] = [0, 0, 1]
    envs.qpos[1, 3:7] = [np.sqrt(0.5), 0, 0, -np.sqrt(0.5)]
    envs.qpos[2, :3] = [0, 0, 50]
    np.testing.assert_allclose(envs.given(), [[1, 0.6, 1], [1, 1, 0.6], [5, 5, 5]], atol=1e-12)
    # a tilted body sees what a level one sees
    envs.qpos[0, 3:7] = [np.cos(0.3), 0, np.sin(0.3), 0]
    np.testing.assert_allclose(envs.given()[0], [1, 0.6, 1], atol=1e-12)


def test_a_scan_sees_the_groups_of_the_ground_only():
    envs = Box(1, add=lambda env: [parts.HeightScan(env, 1, [[0, 0]], groups=g, above=0.5) for g in ((0,), (0, 1), (), (5,))])
    envs.reset()
    ground, robot, nothing, none = (scan() for scan in envs.given)
    assert ground[0, 0] == pytest.approx(0.1) and robot[0, 0] < 0
    assert (nothing[0, 0], none[0, 0]) == (5, 5)
    assert parts.HeightScan(Box(2), "box", np.zeros((0, 2)))().shape == (2, 0)


def test_a_scan_of_a_body_that_is_not_free_follows_it():
    envs = Box(1, add=lambda env: parts.HeightScan(env, "arm", [[0, 0]]))
    envs.reset()
    assert envs.given()[0, 0] == pytest.approx(0.1)


def test_a_grid_is_a_rectangle_around_the_middle():
    points = parts.grid(1, 0.5, 0.25)
    assert points.shape == (15, 2) and points.min(axis=0).tolist() == [-0.5, -0.25]
    np.testing.assert_allclose(points.mean(axis=0), 0, atol=1e-15)


def test_contacts_are_felt_while_they_last():
    envs = Box(2, add=lambda env: parts.Contacts(env, ["box", "arm"]))
    touch = envs.given
    envs.reset()
    # the first falls, the second stands
    envs.qpos[0, 2] = 0.5
    landed, air = [], []
    for _ in range(40):
        still(envs)
        landed.append(touch.landed[:, 0].copy())
        air.append(touch.air[:, 0].copy())
    landed, air = np.array(landed), np.array(air)
    first = int(np.flatnonzero(landed[:, 0])[0])
    # a fall of 0.4 m takes 0.29 s, seen in steps of 0.05 s
    assert 4 <= first <= 6
    assert air[first, 0] == pytest.approx(0.05 * first) and air[first + 1, 0] <= 0.05
    assert landed[0, 1] and not landed[1:, 1].any()
    assert touch.touching[1].tolist() == [True, False]
    np.testing.assert_allclose(touch.force()[1, 0], [0, 0, 2.1 * 9.81], atol=0.05)
    # what is applied is no contact
    envs.batch.xfrc_applied[:, 2, 0] = 3
    still(envs)
    assert not touch.touching[:, 1].any()


# --- terrain ---------------------------------------------------------------------------------


def test_patches_become_more_difficult_and_are_flat_in_the_middle():
    ground = parts.Terrain(levels=3, kinds=("rough", "slope", "stairs", "waves"), height=0.1, patch=5, cell=0.1)
    assert ground.heights.shape == (4 * 50 + 1, 3 * 50 + 1) and ground.origins.shape == (3, 4, 3)
    rises = np.zeros((3, 4))
    for level in range(3):
        for kind in range(4):
            patch = ground.heights[kind * 50 : kind * 50 + 51, level * 50 : level * 50 + 51]
            rises[level, kind] = np.ptp(patch)
            assert not patch[0].any() and not patch[:, 0].any()
            assert np.ptp(patch[22:29, 22:29]) == 0 and patch[25, 25] == ground.origins[level, kind, 2]
    assert not rises[0].any() and (rises[1] > 0).all() and (rises[2] > rises[1]).all()
    np.testing.assert_allclose(rises[2, [1, 3]], [0.4, 0.1], atol=0.01)
    assert rises[2, 0] <= 0.1
    np.testing.assert_array_equal(ground.heights, parts.Terrain(3, ("rough", "slope", "stairs", "waves"), height=0.1, patch=5, cell=0.1).heights)


def test_the_ground_of_a_model_has_the_heights_of_the_terrain():
    ground = parts.Terrain(levels=2, kinds=("stairs", "rough"), patch=4, cell=0.1, height=0.2)
    spec = ferrodyn.MjSpec.from_string(BOX.replace('<geom name="floor" type="plane" size="50 50 .1"/>', ""))
    geom = ground.add_to(spec, group=0, friction=[0.7, 0.005, 0.0001])
    model = spec.compile()
    assert geom.name == "terrain" and model.geom("terrain").friction[0] == 0.7
    batch = ferrodyn.batch.Batch(model, 1)
    rows, columns = ground.heights.shape
    rng = np.random.default_rng(0)
    for y, x in rng.integers(2, [rows - 2, columns - 2], (60, 2)):
        place = [x * 0.1 - ground._half()[0] + 1e-9, y * 0.1 - ground._half()[1] + 1e-9, 3]
        distance, _ = batch.ray(place, [0, 0, -1], geomgroup=[1, 0, 0, 0, 0, 0])
        assert 3 - distance[0, 0] == pytest.approx(ground.heights[y, x], abs=1e-5)
    for origin in ground.origins.reshape(-1, 3):
        distance, _ = batch.ray(origin + [0, 0, 1], [0, 0, -1], geomgroup=[1, 0, 0, 0, 0, 0])
        assert distance[0, 0] == pytest.approx(1, abs=1e-5)


def test_flat_ground_is_a_terrain_too():
    spec = ferrodyn.MjSpec()
    parts.Terrain(1, ["slope"]).add_to(spec)
    assert spec.compile().nhfield == 1


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"levels": 0}, "levels of a Terrain should be an integer from 1 on, got 0"),
        ({"levels": 2.5}, "levels of a Terrain"),
        ({"kinds": "rough"}, "a list of rough, waves, slope, stairs, got 'rough'"),
        ({"kinds": []}, "kinds of a Terrain"),
        ({"kinds": ["ice"]}, "kinds of a Terrain"),
        ({"height": np.nan}, "height of a Terrain"),
        ({"patch": -1}, "patch of a Terrain"),
        ({"cell": 0}, "cell of a Terrain should be at most an eighth of patch"),
        ({"cell": 2}, "cell of a Terrain"),
        ({"cell": np.nan}, "cell of a Terrain"),
        ({"patch": 1e6}, "too large"),
        ({"patch": 1e300, "cell": 1e-300}, "cell of a Terrain|too large"),
    ],
)
def test_terrains_that_cannot_be_are_told(arguments, text):
    with pytest.raises(ValueError, match=text):
        parts.Terrain(**arguments)


def test_a_curriculum_goes_up_and_down():
    envs = Box(6, add=lambda env: parts.Curriculum(env, np.arange(18).reshape(3, 2, 3), first=1))
    levels = envs.given
    assert levels.level.tolist() == [0, 0, 1, 1, 0, 0] and levels.kind.tolist() == [0, 1] * 3
    assert levels.origin(np.array([2, 3])).tolist() == [[6, 7, 8], [9, 10, 11]]
    envs.reset(seed=0)
    yes, no = np.ones(3, bool), np.zeros(3, bool)
    levels.judge(np.array([0, 1, 2]), yes, no)
    assert levels.level.tolist() == [1, 1, 2, 1, 0, 0]
    levels.judge(np.array([3, 4, 5]), no, yes)
    assert levels.level.tolist() == [1, 1, 2, 0, 0, 0]
    # who was good at the last level gets any
    drawn = set()
    for _ in range(60):
        levels.level[2] = 2
        levels.judge(np.array([2]), yes[:1], no[:1])
        drawn.add(int(levels.level[2]))
    assert drawn == {0, 1, 2}


def test_episodes_are_judged_once_before_their_state_is_gone():
    seen = []

    class Judged(Box):
        def before_reset(self, ids):
            seen.append((ids.tolist(), self.elapsed[ids].tolist(), self.failed[ids].tolist(), self.qpos[ids, 0].tolist()))

    envs = Judged(3, max_episode_steps=4, autoreset_mode="SameStep")
    envs.reset()
    envs.qpos[:, 0] = [1, 2, 3]
    assert seen == []
    still(envs)
    envs.qvel[1] = np.nan
    still(envs)
    assert seen[0][:3] == ([1], [2], [True])
    still(envs)
    still(envs)
    assert seen[1][:3] == ([0, 2], [4, 4], [False, False])
    np.testing.assert_allclose(seen[1][3], [1, 3], atol=1e-6)
    envs.reset()
    assert seen[2][:2] == ([1], [2])
    assert len(seen) == 3


# --- the worked example ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def rough_ground():
    """The class on the page, and its lines."""
    page = page_examples.ROOT / "docs" / "rough-ground.md"
    code = page_examples.BLOCK.search(page.read_text(encoding="utf-8"))["code"]
    names = {"__name__": "rough_ground"}
    exec(code, names)
    return names["RoughGround"], code


def test_the_example_has_less_than_a_hundred_lines(rough_ground):
    assert 50 < len(rough_ground[1].splitlines()) < 100


def test_the_example_resumes_and_does_not_depend_on_the_number_of_environments(rough_ground, tmp_path):
    made, _ = rough_ground

    def run(envs, steps):
        out = []
        for k in range(steps):
            action = np.sin(0.3 * k + np.arange(12)) * np.ones((envs.num_envs, 1))
            seen, rewards, *_ = envs.step(action)
            out.append(np.concatenate([seen["body"], seen["ground"], rewards[:, None]], axis=1))
        return np.array(out)

    few, many = (made(count, max_episode_steps=12, autoreset_mode="SameStep") for count in (6, 12))
    few.reset(seed=3), many.reset(seed=3)
    few.save(tmp_path / "few")
    first = run(few, 30)
    assert np.isfinite(first).all() and first.std(axis=0).min() >= 0
    # patches are dealt by the number of the environment: the first level, then the second
    np.testing.assert_array_equal(first, run(many, 30)[:, :6])
    few.load(tmp_path / "few")
    np.testing.assert_array_equal(run(few, 30), first)
