"""Worlds behind Warp's arrays: what goes in and out. The arrays are NumPy's here; Warp need not be installed."""

import subprocess
import sys
import types

import ferrodyn as fd
import numpy as np
import pytest
from ferrodyn import batch
from ferrodyn._batch import worlds

XML = """<mujoco><option timestep=".004"/><worldbody><geom type="plane" size="5 5 .1"/>
<body name="ball" pos="0 0 .3"><freejoint/><geom size=".1"/><site name="top" pos="0 0 .1"/></body>
<body name="arm" pos="1 0 1"><joint name="j" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body></worldbody>
<actuator><motor joint="j"/></actuator><sensor><jointpos joint="j"/><framepos objtype="site" objname="top"/></sensor></mujoco>"""
NWORLD = 5


class FloatArray:
    """What of a `warp.array` in memory of the processor is used."""

    def __init__(self, values):
        values = np.asarray(values)
        self.values = values.astype(np.float32 if values.dtype.kind == "f" else values.dtype)
        self.size = self.values.size

    def numpy(self):
        return self.values


def warp_model(m):
    names = ("body_mass", "geom_friction", "dof_damping", "body_invweight0", "body_subtreemass")
    out = types.SimpleNamespace(**{name: FloatArray(getattr(m, name)[None]) for name in names})
    out.opt = types.SimpleNamespace(timestep=FloatArray([m.opt.timestep]), iterations=m.opt.iterations)
    return out


@pytest.fixture
def world():
    return make_world()


def make_world():
    m = fd.MjModel.from_xml_string(XML)
    host, shape = fd.MjData(m), (3, 3)
    fd.mj_forward(m, host)
    data = worlds.Shown()
    for name in (*worlds.INPUTS, *worlds.OUTPUTS):
        value = np.repeat(np.asarray(getattr(host, name))[None], NWORLD, axis=0)
        setattr(data, name, FloatArray(value.reshape(*value.shape[:-1], *shape) if "xmat" in name else value))
    made = data._worlds = worlds.Worlds(m, host, NWORLD, data)
    wm = warp_model(m)
    wm._ferrodyn_snapshot = worlds.snapshot(wm)
    return types.SimpleNamespace(m=m, wm=wm, d=data, worlds=made)


def test_states_are_not_rounded_between_steps(world):
    alone = batch.Batch(world.m, NWORLD)
    for k in range(100):
        world.d.ctrl.values[:] = np.float32(np.sin(k))
        alone.bind("ctrl")[:] = np.float32(np.sin(k))
        world.worlds.step(world.wm, world.d)
        alone.step()
    assert np.array_equal(world.worlds.batch.state, alone.state)
    assert np.array_equal(world.d.qpos.values, alone.bind("qpos").astype(np.float32))


def test_only_what_was_written_comes_in(world):
    world.worlds.step(world.wm, world.d)
    before = world.worlds.batch.bind("qpos").copy()
    world.d.qpos.values[2, 2] = 0.75
    world.worlds.forward(world.wm, world.d)
    after = world.worlds.batch.bind("qpos")
    assert after[2, 2] == 0.75
    after[2, 2] = before[2, 2]
    assert np.array_equal(after, before)


def test_results_go_out_in_the_shapes_of_warp(world):
    xmat = world.worlds.batch.bind("xmat")
    world.worlds.forward(world.wm, world.d)
    assert world.d.xmat.values.shape == (NWORLD, 3, 3, 3)
    assert np.array_equal(world.d.xmat.values.reshape(xmat.shape), xmat.astype(np.float32))


READ = ("xpos", "qacc", "sensordata", "subtree_com", "geom_xmat")


def read(world):
    return {name: getattr(world.d, name).values.copy() for name in READ}


def wm_for_each(world, name):
    own = FloatArray(np.repeat(getattr(world.wm, name).values, NWORLD, axis=0))
    setattr(world.wm, name, own)
    return own.values


@pytest.fixture
def late():
    return make_world()


@pytest.fixture
def early():
    made = make_world()
    read(made)
    return made


@pytest.mark.parametrize("call", ["step", "forward"])
def test_what_is_read_late_is_what_the_last_call_has_computed(early, late, call):
    for world in (early, late):
        world.worlds.step(world.wm, world.d)
        world.d.ctrl.values[:] = np.linspace(0, 2, NWORLD)[:, None]
        world.d.qvel.values[3] = np.nan
        getattr(world.worlds, call)(world.wm, world.d)
        # comes in with the next call only
        world.d.qpos.values[1] += 0.5
    for name, values in read(late).items():
        assert values.any(), name
        assert np.array_equal(values, read(early)[name], equal_nan=True), name
    for world in (early, late):
        world.worlds.step(world.wm, world.d)
    for name, values in read(late).items():
        assert np.array_equal(values, read(early)[name], equal_nan=True), name


def test_what_is_read_late_knows_the_masses_of_its_call(early, late):
    for world in (early, late):
        mass = wm_for_each(world, "body_mass")
        mass[1] *= 3
        world.worlds.step(world.wm, world.d)
        mass[2] *= 5
        wm_for_each(world, "dof_damping")[4] = 7
        world.worlds.set_const(world.wm, world.d)
        world.worlds.reset(world.wm, world.d, FloatArray(np.array([True, False, False, False, False])))
    for name, values in read(late).items():
        assert np.array_equal(values, read(early)[name]), name
    assert not late.d.qacc.values[0].any() and late.d.qacc.values[1].any()
    for world in (early, late):
        world.worlds.step(world.wm, world.d)
    assert np.array_equal(late.worlds.batch.state, early.worlds.batch.state)
    assert np.array_equal(late.d.qacc.values, early.d.qacc.values)


def test_arrays_that_are_exchanged_are_those_of_the_data(world):
    world.worlds.step(world.wm, world.d)
    qvel = FloatArray(world.d.qvel.values.copy())
    qvel.values[2, 0] = 3
    world.d.qvel, world.d.xpos = qvel, FloatArray(np.zeros((NWORLD, 3, 3)))
    world.worlds.step(world.wm, world.d)
    assert qvel.values[2, 0] == pytest.approx(3, abs=0.1) and world.d.xpos.values.any()
    world.d.qvel = FloatArray(np.zeros((NWORLD, 3)))
    with pytest.raises(ValueError, match=r"Data\.qvel should have 7 numbers for each"):
        world.worlds.step(world.wm, world.d)


def test_only_what_is_asked_for_is_written(world):
    world.worlds.step(world.wm, world.d)
    assert "xpos" in world.worlds.waiting 
    world.d.xpos  # noqa: B018
    assert "xpos" not in world.worlds.waiting and set(world.worlds.batch._bound) == {"xpos"}
    with pytest.raises(AttributeError, match="no attribute 'xposs'"):
        world.d.xposs  # noqa: B018


def test_a_mask_resets_its_worlds_and_leaves_the_others(world):
    world.d.ctrl.values[:] = 1
    for _ in range(10):
        world.worlds.step(world.wm, world.d)
    before = world.worlds.batch.state.copy()
    world.worlds.reset(world.wm, world.d, FloatArray(np.array([False, True, False, False, True])))
    state = world.worlds.batch.state
    assert np.array_equal(state[[0, 2, 3]], before[[0, 2, 3]])
    assert np.array_equal(world.d.qpos.values[1], world.m.qpos0.astype(np.float32))
    assert world.d.ctrl.values[:, 0].tolist() == [1, 0, 1, 1, 0]
    assert world.d.time.values[4] == 0 and not world.d.qacc.values[1].any()
    world.worlds.reset(world.wm, world.d, None)
    assert not world.d.time.values.any()


def test_parameters_of_each_world_are_taken_where_they_change(world):
    world.worlds.step(world.wm, world.d)
    own = FloatArray(np.repeat(world.wm.geom_friction.values, NWORLD, axis=0))
    world.wm.geom_friction = own
    world.worlds.step(world.wm, world.d)
    assert world.worlds.batch.expanded("geom_friction") is None
    own.values[3, 1, 0] = 0.25
    world.worlds.step(world.wm, world.d)
    taken = world.worlds.batch.expanded("geom_friction")
    assert taken[3, 1, 0] == 0.25 and taken[2, 1, 0] == 1
    assert taken[3, 1, 2] == world.m.geom_friction[1, 2]


def test_one_row_is_that_of_all_worlds(world):
    world.wm.opt.timestep.values[0] = 0.125
    world.worlds.step(world.wm, world.d)
    assert world.d.time.values.tolist() == [0.125] * NWORLD


def test_constants_are_computed_and_written_back(world):
    world.wm.body_mass = FloatArray(np.repeat(world.wm.body_mass.values, NWORLD, axis=0))
    world.wm.body_subtreemass = FloatArray(np.repeat(world.wm.body_subtreemass.values, NWORLD, axis=0))
    world.wm.body_mass.values[1, 1] *= 2
    world.worlds.set_const(world.wm, world.d)
    mass = world.wm.body_subtreemass.values[:, 1]
    assert mass[1] == pytest.approx(2 * mass[0]) and mass[2] == mass[0]


def test_jacobians_are_those_of_the_batch(world):
    jacp, jacr = FloatArray(np.zeros((NWORLD, 3, 7))), FloatArray(np.zeros((NWORLD, 3, 7)))
    body, point = FloatArray(np.full(NWORLD, 2)), FloatArray(np.tile([1.2, 0, 1.0], (NWORLD, 1)))
    world.worlds.jac(world.wm, world.d, jacp, jacr, point, body)
    assert jacp.values[0, :, 6] == pytest.approx([0, 0, -0.2]) and jacr.values[0, :, 6].tolist() == [0, 1, 0]
    world.worlds.jac(world.wm, world.d, None, jacr, point, body)


def test_changes_that_are_not_taken_are_refused(world):
    world.worlds.step(world.wm, world.d)
    world.wm.opt.iterations = 3
    with pytest.raises(ValueError, match=r"opt\.iterations was changed after put_data"):
        world.worlds.step(world.wm, world.d)


def test_a_world_with_nan_starts_anew_alone(world):
    world.worlds.step(world.wm, world.d)
    world.d.qvel.values[1] = np.nan
    world.worlds.step(world.wm, world.d)
    assert world.worlds.batch.status.tolist() == [0, 1, 0, 0, 0]
    assert np.isfinite(world.d.qpos.values).all()


def test_without_the_package_the_import_says_what_to_install():
    code = "import sys; sys.modules['mujoco_warp'] = None\nimport ferrodyn.warp"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "ImportError: ferrodyn.warp needs mujoco_warp: pip install mujoco-warp" in out.stderr
