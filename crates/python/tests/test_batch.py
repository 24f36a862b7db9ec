"""Batches: every simulation goes where it would go alone; fields, values and errors are its own."""

import copy
import subprocess
import sys
from pathlib import Path

import ferrodyn as fd
import numpy as np
import pytest
from ferrodyn.batch import DATA_FIELDS, MODEL_FIELDS, Batch, SimulationError

MODELS = Path(__file__).parents[3] / "models"
INTEGRATION = fd.mjtState.mjSTATE_INTEGRATION

CART = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1" pos="0 0 -2"/>
    <body name="cart"><joint name="slide" type="slide" axis="1 0 0"/>
      <geom type="box" size=".2 .1 .1"/>
      <body name="pole" pos="0 0 .1"><joint name="hinge" axis="0 1 0" damping=".01"/>
        <geom type="capsule" fromto="0 0 0 0 0 1" size=".04"/><site name="tip" pos="0 0 1"/></body>
    </body>
    <body name="ball" pos="2 0 0"><freejoint name="free"/><geom name="ball" size=".1"/></body>
  </worldbody>
  <actuator><motor name="push" joint="slide" gear="20"/></actuator>
  <sensor><accelerometer name="acc" site="tip"/><jointpos joint="hinge"/></sensor>
  <keyframe><key qpos="0 1 0 0 0 1 0 0 0"/><key qpos="1 0 0 0 0 1 0 0 0"/></keyframe>
</mujoco>
"""


def cart(nsim=7, **options):
    """A batch of carts with velocities and controls of their own."""
    m = fd.MjModel.from_xml_string(CART)
    batch = Batch(m, nsim, **options)
    rng = np.random.default_rng(3)
    batch.qvel[:] = rng.normal(size=(nsim, m.nv))
    batch.ctrl[:] = rng.normal(size=(nsim, m.nu))
    return batch


def singles(batch):
    """Data of each simulation."""
    out = []
    for i in range(batch.nsim):
        d = fd.MjData(batch.model)
        fd.mj_setState(batch.model, d, batch.state[i], INTEGRATION)
        out.append(d)
    return out


def state_of(m, d):
    state = np.empty(fd.mj_stateSize(m, INTEGRATION))
    fd.mj_getState(m, d, state, INTEGRATION)
    return state


def assert_same(batch, data):
    for i, d in enumerate(data):
        np.testing.assert_array_equal(batch.state[i], state_of(batch.model, d), err_msg=f"{i}")


@pytest.mark.parametrize("nthread", [1, 2, 3])
@pytest.mark.parametrize("name", ["sensors_body", "tendons", "physics/pile_elliptic", "hfields",
                                  "actuators_muscle", "physics/runge_kutta", "physics/sleeping"])  # fmt: skip
def test_simulations_go_where_they_would_go_alone(name, nthread):
    m = fd.MjModel.from_xml_path(str(MODELS / f"{name}.xml"))
    batch = Batch(m, 11, nthread)
    rng = np.random.default_rng(0)
    batch.qvel[:] = 0.1 * rng.normal(size=(11, m.nv))
    batch.ctrl[:] = rng.normal(size=(11, m.nu))
    sensordata, xpos = batch.bind("sensordata"), batch.bind("xpos")
    data = singles(batch)
    for _ in range(5):
        batch.step(nstep=3)
        for d in data:
            fd.mj_step(m, d, 3)
        assert_same(batch, data)
        np.testing.assert_array_equal(sensordata, [d.sensordata for d in data])
        np.testing.assert_array_equal(xpos, [d.xpos for d in data])


# computed after the step, or about the memory of a data
AFTER_A_STEP = {"cacc", "cfrc_int", "cfrc_ext", "subtree_linvel", "subtree_angmom"}
MEMORY = {name for name in DATA_FIELDS if name.startswith(("maxuse", "flg_"))}


@pytest.mark.parametrize("name", ["sensors_body", "tendons", "actuators_general", "physics/swimmer_implicit"])
def test_every_field_that_can_be_bound_is_that_of_a_single_simulation(name):
    m = fd.MjModel.from_xml_path(str(MODELS / f"{name}.xml"))
    start = 0.1 * np.random.default_rng(0).normal(size=(5, m.nv))
    data = [fd.MjData(m) for _ in range(5)]
    for d, qvel in zip(data, start, strict=True):
        d.qvel[:] = qvel
        fd.mj_step(m, d, 3)
    fields = sorted(DATA_FIELDS - AFTER_A_STEP - MEMORY)
    # each by itself, and all together: what is bound decides what goes through lanes
    for names in ([field] for field in fields), [fields]:
        for bound in names:
            batch = Batch(m, 5, nthread=1)
            batch.qvel[:] = start
            arrays = {field: batch.bind(field) for field in bound}
            batch.step(nstep=3)
            for field, values in arrays.items():
                alone = np.array([getattr(d, field) for d in data]).reshape(values.shape)
                np.testing.assert_array_equal(values, alone, err_msg=field)


def test_forces_and_momenta_of_bodies_are_computed_where_they_are_bound():
    batch = cart()
    bound = {n: batch.bind(n) for n in ("cacc", "cfrc_int", "cfrc_ext", "subtree_linvel", "subtree_angmom")}
    data = singles(batch)
    batch.step(nstep=2)
    for i, d in enumerate(data):
        fd.mj_step(batch.model, d, 2)
        fd.mj_rnePostConstraint(batch.model, d)
        fd.mj_subtreeVel(batch.model, d)
        for name, values in bound.items():
            assert np.any(values[i] != 0) or name == "cfrc_ext"
            np.testing.assert_array_equal(values[i], getattr(d, name), err_msg=name)


def test_only_simulations_of_a_call_change():
    batch = cart()
    xpos = batch.bind("xpos")
    batch.forward()
    before, poses = batch.state.copy(), xpos.copy()
    batch.step([1, 4], nstep=3)
    mask = np.zeros(7, bool)
    mask[[1, 4]] = True
    assert np.all((batch.state != before).any(1) == mask)
    assert np.all((xpos != poses).any((1, 2)) == mask)
    again = cart()
    again.step(mask, nstep=3)
    np.testing.assert_array_equal(again.state, batch.state)


def test_a_stage_brings_fields_up_to_the_new_state():
    batch = cart()
    xpos, cvel, qacc = batch.bind("xpos"), batch.bind("cvel"), batch.bind("qacc")
    batch.step(nstep=2, stage=fd.mjtStage.mjSTAGE_ACC)
    for i, d in enumerate(singles(batch)):
        fd.mj_forward(batch.model, d)
        for name, values in (("xpos", xpos), ("cvel", cvel), ("qacc", qacc)):
            np.testing.assert_array_equal(values[i], getattr(d, name), err_msg=name)


@pytest.mark.parametrize("names", [(), ("xpos", "qacc")])
def test_what_a_stage_leaves_is_that_of_the_last_step(names):
    batch = cart()
    bound = {name: batch.bind(name) for name in ("sensordata", *names)}
    data = singles(batch)
    batch.step(nstep=2, stage=fd.mjtStage.mjSTAGE_POS)
    for i, d in enumerate(data):
        fd.mj_step(batch.model, d, 2)
        # positions are those of the new state, the accelerometer and accelerations are not
        fd.mj_fwdPosition(batch.model, d)
        fd.mj_sensorPos(batch.model, d)
        for name, values in bound.items():
            np.testing.assert_array_equal(values[i], getattr(d, name), err_msg=name)


def test_a_reset_goes_to_the_default_pose_or_to_keyframes():
    batch = cart(4)
    start = Batch(batch.model, 1).state[0]
    batch.step()
    batch.reset([0])
    np.testing.assert_array_equal(batch.state[0], start)
    batch.reset([1, 2], keyframe=[1, 0])
    assert batch.qpos[1, 0] == 1
    assert batch.qpos[2, 1] == 1
    assert np.any(batch.state[3] != start)
    with pytest.raises(ValueError, match="keyframe must be in"):
        batch.reset(keyframe=2)


@pytest.mark.parametrize("keyframe", [-1, 0, 1])
@pytest.mark.parametrize("stage", [fd.mjtStage.mjSTAGE_NONE, fd.mjtStage.mjSTAGE_ACC])
def test_a_reset_of_one_has_the_bits_of_a_reset_of_all(stage, keyframe):
    expected = cart()
    expected.bind("xpos"), expected.bind("qacc"), expected.step()
    expected.reset(keyframe=keyframe, stage=stage)
    for few in ([4], [1, 4], [1, 2, 4]):
        for options in ({}, {"persistent": True}):
            batch = cart(**options)
            batch.bind("xpos"), batch.bind("qacc")
            batch.warning[4] = 7
            batch.step(nstep=3)
            batch.reset(few, keyframe, stage)
            assert batch.state[4].tobytes() == expected.state[4].tobytes()
            assert batch.xpos[4].tobytes() == expected.xpos[4].tobytes()
            assert batch.qacc[4].tobytes() == expected.qacc[4].tobytes()
            # counts are the caller's to clear
            assert (batch.warning[4] == 7).all()


def test_values_of_their_own_are_those_of_models_of_their_own():
    batch = cart()
    rng = np.random.default_rng(1)
    batch.expand("body_mass")[:] *= rng.uniform(0.5, 2, (7, batch.model.nbody))
    batch.expand("opt.gravity")[:, 2] = rng.uniform(-12, -8, 7)
    batch.expand("geom_friction")[:, :, 0] = rng.uniform(0.1, 1, (7, batch.model.ngeom))
    batch.set_const()
    data = singles(batch)
    models = [copy.copy(batch.model) for _ in range(7)]
    batch.step(nstep=20)
    for i, (m, d) in enumerate(zip(models, data, strict=True)):
        m.body_mass[:] = batch.expanded("body_mass")[i]
        m.opt.gravity[:] = batch.expanded("opt.gravity")[i]
        m.geom_friction[:] = batch.expanded("geom_friction")[i]
        fd.mj_setConst(m, fd.MjData(m))
        for name in ("body_subtreemass", "dof_invweight0", "actuator_acc0"):
            np.testing.assert_array_equal(batch.expanded(name)[i], getattr(m, name))
            np.testing.assert_array_equal(getattr(batch.get_model(i), name), getattr(m, name))
        fd.mj_step(m, d, 20)
        np.testing.assert_array_equal(batch.state[i], state_of(m, d))
    given = cart()
    given.set_models(models)
    given.step(nstep=20)
    np.testing.assert_array_equal(given.state, batch.state)


@pytest.mark.parametrize("nthread", [1, 2])
def test_constants_that_do_not_exist_are_named_and_the_others_are_there(nthread):
    xml = "<mujoco><worldbody><body><joint type='slide'/><geom size='.1'/></body></worldbody></mujoco>"
    batch = Batch(fd.MjModel.from_xml_string(xml), 7, nthread)
    mass = batch.expand("body_mass")
    mass[:, 1] = [1, 2, 0, 4, 5, 0, 8]
    with pytest.raises(SimulationError, match="2 simulations failed, the first is 2: .* no mass") as raised:
        batch.set_const()
    assert raised.value.ids.tolist() == [2, 5]
    others = [0, 1, 3, 4, 6]
    np.testing.assert_array_equal(batch.expanded("dof_invweight0")[others, 0], 1 / mass[others, 1])


def test_models_of_other_sizes_are_refused():
    other = fd.MjModel.from_xml_string("<mujoco><worldbody><body/></worldbody></mujoco>")
    batch = cart(2)
    with pytest.raises(ValueError, match=r"models\[0\] has other sizes"):
        batch.set_models([other, other])
    with pytest.raises(ValueError, match="models should be 2, got 1"):
        batch.set_models([batch.model])
    batch.expand("body_mass")
    with pytest.raises(ValueError, match="expanded"):
        batch.set_models(batch.model)


def test_rollouts_record_every_step_and_end_at_a_warning():
    batch, again = cart(6), cart(6)
    control = np.random.default_rng(2).normal(size=(6, 8, 1))
    control[2, 3] = np.nan
    physics = fd.mjtState.mjSTATE_PHYSICS
    out = batch.rollout(8, control, record=["qpos", "sensordata", physics])
    assert out["qpos"].shape == (6, 8, batch.model.nq)
    for i, d in enumerate(singles(again)):
        for t in range(8):
            if d.warning.number.sum() == 0:
                d.ctrl[:] = control[i, t]
                fd.mj_step(again.model, d)
            np.testing.assert_array_equal(out["qpos"][i, t], d.qpos, err_msg=f"{i} {t}")
            np.testing.assert_array_equal(out["sensordata"][i, t], d.sensordata)
            np.testing.assert_array_equal(out[physics][i, t], np.concatenate([d.qpos, d.qvel, d.act]))
    assert batch.warning.sum(1).tolist() == [0, 0, 1, 0, 0, 0]
    given = {"qpos": np.empty((6, 2, batch.model.nq))}
    assert batch.rollout(2, out=given)["qpos"] is given["qpos"]
    with pytest.raises(ValueError, match=r"out\['qpos'\] must be"):
        batch.rollout(3, out=given)
    with pytest.raises(ValueError, match="mjSTATE_USER"):
        batch.rollout(1, np.zeros(9), control_spec=fd.mjtState.mjSTATE_QPOS)


def test_jacobians_and_rays_are_those_of_single_simulations():
    batch = cart()
    point, body = np.array([0.1, 0.2, 0.3]), 2
    jacp, jacr = batch.jac(body, point)
    vec = np.array([[0.1, 0, -1], [0, 0, 1], [-1, 0.0, 0.1]])
    dist, geom, normal = batch.ray([0, 0, 3], vec, normal=True, ids=[1, 3])
    assert dist.shape == (2, 3)
    for i, d in enumerate(singles(batch)):
        fd.mj_kinematics(batch.model, d)
        fd.mj_comPos(batch.model, d)
        p, r = np.zeros((2, 3, batch.model.nv))
        fd.mj_jac(batch.model, d, p, r, point, body)
        np.testing.assert_array_equal(jacp[i], p)
        np.testing.assert_array_equal(jacr[i], r)
        for k in range(3) if i in (1, 3) else ():
            hit, towards = np.zeros(1, np.int32), np.zeros(3)
            far = fd.mj_ray(batch.model, d, [0, 0, 3], vec[k], None, 1, -1, hit, towards)
            row = [1, 3].index(i)
            assert (far, hit[0]) == (dist[row, k], geom[row, k])
            np.testing.assert_array_equal(normal[row, k], towards)


def test_objects_have_their_part_of_every_field():
    batch = cart()
    batch.step()
    m = batch.model
    assert batch.joint("hinge").qpos.shape == (7, 1)
    np.testing.assert_array_equal(batch.joint("free").qvel, batch.qvel[:, 2:])
    np.testing.assert_array_equal(batch.sensor("acc").data, batch.sensordata[:, :3])
    np.testing.assert_array_equal(batch.body("pole").xpos, batch.xpos[:, 2])
    assert batch.body("pole").mass.shape == (7, 1)
    assert batch.expanded("body_mass") is None
    batch.body("pole").mass = np.arange(7)[:, None]
    np.testing.assert_array_equal(batch.expanded("body_mass")[:, 2], np.arange(7))
    batch.joint("slide").qpos = 0.25
    assert np.all(batch.qpos[:, 0] == 0.25)
    assert batch.geom(0).name == "floor"
    assert (batch.geom("ball").id, batch.geom("ball").size.shape) == (m.geom("ball").id, (7, 3))
    with pytest.raises(ValueError, match="computed by every call"):
        batch.body("pole").xpos = 0
    with pytest.raises(AttributeError, match="did you mean 'mass'"):
        _ = batch.body("pole").mas
    with pytest.raises(ValueError, match="structure"):
        batch.body("pole").parentid = 0


@pytest.mark.parametrize("poison", [np.nan, np.inf, 1e300])
def test_what_fails_is_named_and_leaves_the_others_alone(poison):
    batch, healthy = cart(64), cart(64)
    batch.qvel[5, 1] = poison
    batch.qpos[17, 0] = poison
    batch.step()
    healthy.step()
    assert np.flatnonzero(batch.status).tolist() == [5, 17]
    assert "velocity, dof 1, body 2" in batch.failure(5)
    assert "position, dof 0, body 1" in batch.failure(17)
    assert batch.failure(6) == ""
    others = np.delete(np.arange(64), [5, 17])
    np.testing.assert_array_equal(batch.state[others], healthy.state[others])
    batch.reset([5, 17])
    batch.step(nstep=10)
    assert not batch.status.any()
    assert np.isfinite(batch.state).all()


def test_a_file_brings_a_batch_back(tmp_path):
    for persistent in (False, True):
        batch = cart(nthread=1, persistent=persistent)
        batch.expand("body_mass")[:] *= np.linspace(0.5, 2, 7)[:, None]
        batch.set_const()
        batch.step(nstep=5)
        batch.save(tmp_path / "batch.npz")
        batch.step(nstep=5)
        back = Batch(batch.model, 7, persistent=persistent)
        back.load(tmp_path / "batch.npz")
        back.step(nstep=5)
        np.testing.assert_array_equal(back.state, batch.state)
        np.testing.assert_array_equal(back.expanded("dof_invweight0"), batch.expanded("dof_invweight0"))
    assert [p.name for p in tmp_path.iterdir()] == ["batch.npz"]


def test_a_sleeping_batch_comes_back_asleep(tmp_path):
    m = fd.MjModel.from_xml_path(str(MODELS / "physics/sleeping.xml"))
    batch = Batch(m, 3)
    assert batch.persistent
    asleep = batch.bind("tree_asleep")
    batch.step(nstep=600)
    assert np.any(asleep >= 0)
    batch.save(tmp_path / "asleep.npz")
    back = Batch(m, 3)
    back.load(tmp_path / "asleep.npz")
    for b in (batch, back):
        b.qvel[1] += 0.3
        b.step(nstep=50)
    np.testing.assert_array_equal(back.state, batch.state)


def test_files_of_others_are_refused(tmp_path):
    file = tmp_path / "batch.npz"
    cart().save(file)
    whole = file.read_bytes()
    with pytest.raises(ValueError, match="another model"):
        Batch(fd.MjModel.from_xml_string(CART.replace("20", "21")), 7).load(file)
    with pytest.raises(ValueError, match="7 simulations, the batch 6"):
        cart(6).load(file)
    with pytest.raises(ValueError, match="persistent"):
        cart(persistent=True).load(file)
    batch = cart()
    before = batch.state.copy()
    for size in range(0, len(whole), 499):
        file.write_bytes(whole[:size])
        with pytest.raises(ValueError, match="not a file of a batch"):
            batch.load(file)
    np.testing.assert_array_equal(batch.state, before)


def test_data_and_models_of_single_simulations():
    batch = cart()
    batch.step(nstep=2)
    d = batch.get_data(3)
    np.testing.assert_array_equal(d.qpos, batch.qpos[3])
    kept = cart(persistent=True)
    kept.step(nstep=2)
    assert kept.get_data(3).xpos[2, 0] != 0
    np.testing.assert_array_equal(kept.state, batch.state)
    with pytest.raises(ValueError, match="no simulation 7"):
        batch.get_data(7)
    with pytest.raises(ValueError, match="other sizes"):
        batch.get_data(0, fd.MjData(fd.MjModel.from_xml_string("<mujoco/>")))


def test_errors_say_what_to_do():
    batch = cart()
    for name, text in [("xpso", "did you mean"), ("body_mass", "expand"), ("efc_J", "another size")]:
        with pytest.raises(ValueError, match=text):
            batch.bind(name)
    for name, text in [("body_maas", "did you mean"), ("xpos", "bind"), ("body_parentid", "structure"),
                       ("gravity", "opt.gravity")]:  # fmt: skip
        with pytest.raises(ValueError, match=text):
            batch.expand(name)
    with pytest.raises(AttributeError, match="qpos"):
        _ = batch.qposs
    with pytest.raises(ValueError, match="computed by every call"):
        batch.xpos = 0
    with pytest.raises(ValueError, match="read-only"):
        batch.xpos[:] = 0
    for ids, text in [([2, 1], "sorted"), ([1, 1], "unique"), ([7], r"\[0, 7\)"), ([-1], r"\[0, 7\)"),
                      ([1.5], "integers"), ([[1]], "one dimension"), ([True], "mask")]:  # fmt: skip
        with pytest.raises(ValueError, match=text):
            batch.step(ids)
    for nstep in (-1, 1.5, "a"):
        with pytest.raises(ValueError, match="nstep"):
            batch.step(nstep=nstep)
    with pytest.raises(ValueError, match="stage"):
        batch.forward(stage=9)
    with pytest.raises(MemoryError, match="do not fit"):
        Batch(batch.model, 10**12)
    with pytest.raises(MemoryError, match="do not fit"):
        Batch(batch.model, 10**8, persistent=True)
    with pytest.raises(ValueError, match="nsim"):
        Batch(batch.model, -1)
    with pytest.raises(ValueError, match="other sizes"):
        batch.get_model(0, fd.MjModel.from_xml_string("<mujoco/>"))
    fd.set_mjcb_control(lambda m, d: None)
    try:
        with pytest.raises(ValueError, match="callbacks"):
            batch.step()
    finally:
        fd.set_mjcb_control(None)


def test_a_batch_of_none_steps():
    batch = Batch(fd.MjModel.from_xml_string(CART), 0)
    batch.bind("xpos")
    batch.step()
    batch.reset()
    assert batch.rollout(3)["qpos"].shape == (0, 3, 9)


def test_arrays_go_to_other_packages_without_a_copy():
    batch = cart()
    qpos = batch.bind("qpos")
    shared = np.from_dlpack(qpos)
    assert np.shares_memory(shared, batch.state)
    shared_ctrl = np.from_dlpack(batch.bind("ctrl"))
    qpos[:] = 0.5
    assert np.all(shared == 0.5)
    assert np.shares_memory(shared_ctrl, batch.state)


def test_the_names_of_mujocos_batch_are_there():
    public = """actuator bind body camera equality error expand expanded forward geom get_data get_model jac
        joint keyframe light material models nsim nstate nthread numeric pair persistent ray reset rollout
        sensor set_const set_models site state status step tendon warning""".split()
    batch = cart()
    assert [name for name in public if not hasattr(batch, name)] == []
    assert {"qpos", "xpos", "sensordata", "ncon", "energy"} <= DATA_FIELDS
    assert {"body_mass", "geom_size", "opt.timestep", "actuator_gainprm"} <= MODEL_FIELDS


def test_ctrl_c_ends_a_long_call():
    script = f"""
import os, signal, threading, time
import ferrodyn as fd
from ferrodyn.batch import Batch
signal.signal(signal.SIGINT, signal.default_int_handler)
for nthread in (1, 2):
    batch = Batch(fd.MjModel.from_xml_string('''{CART}'''), 40, nthread)
    threading.Timer(.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    start = time.time()
    try:
        batch.step(nstep=10**9)
    except KeyboardInterrupt:
        print(time.time() - start < 5)
"""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert result.stdout.split() == ["True", "True"], result.stderr
