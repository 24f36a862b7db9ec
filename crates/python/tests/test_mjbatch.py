"""The names of the package mjbatch: what it does, this does, held against single simulations."""

import os
import sys

import ferrodyn as fd
import numpy as np
import pytest
from ferrodyn.mjbatch import Batch

CART = """<mujoco><worldbody><geom type="plane" size="2 2 .1"/>
<body name="cart" pos="0 0 .1"><joint name="slide" type="slide" axis="1 0 0"/><geom type="box" size=".1 .1 .05" mass="1"/>
<body name="pole" pos="0 0 .05"><joint name="hinge" axis="0 1 0"/>
<geom name="pole" type="capsule" fromto="0 0 0 0 0 .5" size=".02" mass=".1"/><site name="tip" pos="0 0 .5"/></body></body>
<body name="ball" pos="0 1 .5"><freejoint/><geom name="ball" size=".05" mass=".2"/></body>
<body name="hand" mocap="true" pos="0 1 .5"/></worldbody>
<equality><weld body1="hand" body2="ball"/></equality>
<actuator><motor name="push" joint="slide" gear="5"/>
<general joint="hinge" dyntype="filter" dynprm=".02" gainprm="5" biastype="affine" biasprm="0 -5 0"/></actuator>
<sensor><jointpos name="angle" joint="hinge"/><accelerometer site="tip"/></sensor>
<keyframe><key qpos=".3 .5 0 1 .5 1 0 0 0" ctrl=".1 .2" act=".2" mpos="0 1 .5"/></keyframe></mujoco>"""
N = 8


@pytest.fixture
def model():
    return fd.MjModel.from_xml_string(CART)


def alone(model, ctrl, nstep):
    datas = [fd.MjData(model) for _ in ctrl]
    for data, u in zip(datas, ctrl, strict=True):
        data.ctrl = u
        fd.mj_step(model, data, nstep)
    return datas


@pytest.mark.parametrize(("nstep", "threads"), [(1, 1), (3, 3), (3, 7)])
def test_simulations_go_with_single_ones_through_writes_and_resets(model, nstep, threads):
    batch = Batch(model, N, num_threads=threads)
    datas = [fd.MjData(model) for _ in range(N)]
    fields = ("qpos", "qvel", "act", "time", "sensordata", "site_xpos")
    bound = {name: batch.bind(name) for name in fields}
    written = [[] for _ in range(N)]
    rng = np.random.default_rng(0)

    def write(field, ids, value):
        for sim, each in zip(ids, value, strict=True):
            batch.bind(field)[sim] = each
            written[sim].append((field, each))

    def apply(sim):
        for field, value in written[sim]:
            setattr(datas[sim], field, value)
        written[sim].clear()

    for call in range(40):
        write("ctrl", range(N), rng.uniform(-1, 1, (N, 2)))
        if call == 10:
            write("mocap_pos", range(N), rng.uniform(-0.2, 0.2, (N, 1, 3)) + [0, 1, 0.5])
        if call == 15:
            write("xfrc_applied", [2, 3], rng.uniform(-1, 1, (2, model.nbody, 6)))
        if call == 30:
            write("eq_active", [0, 2, 4], np.zeros((3, 1), np.uint8))
        ids = [0, 2, 3, 7] if call % 4 == 3 else list(range(N))
        if call == 25:
            ids = [1, 5]
            # what was written since the call before stays written
            batch.reset(np.array(ids), keyframe=0)
            for sim in ids:
                fd.mj_resetDataKeyframe(model, datas[sim], 0)
                apply(sim)
                fd.mj_forward(model, datas[sim])
        else:
            batch.step(None if len(ids) == N else np.array(ids), nstep=nstep)
            for sim in ids:
                apply(sim)
                fd.mj_step(model, datas[sim], nstep)
        for name, rows in bound.items():
            np.testing.assert_array_equal(rows, [getattr(d, name) for d in datas], f"{name}, call {call}")


def test_float32_goes_in_where_it_was_written_only(model):
    batch = Batch(model, N, num_threads=2)
    ctrl, qpos = batch.bind("ctrl", np.float32), batch.bind("qpos", np.float32)
    ctrl[:, 0] = 0.3
    for _ in range(200):
        batch.step()
    [data] = alone(model, [[np.float32(0.3), 0]], 200)
    np.testing.assert_array_equal(qpos[0], data.qpos.astype(np.float32))
    qpos[1, 1] = 0.7
    batch.forward()
    assert batch._batch.qpos[1, 1] == np.float32(0.7)
    # the others were not rounded
    np.testing.assert_array_equal(batch._batch.qpos[0], data.qpos)
    assert batch.bind("xpos", np.float32).dtype == np.float32


def test_each_field_has_one_type(model):
    batch = Batch(model, N)
    assert batch.bind("eq_active").dtype == np.uint8
    batch.bind("qpos", np.float32)
    with pytest.raises(ValueError, match="qpos is bound as float32 already"):
        batch.bind("qpos")
    for name, dtype in (("eq_active", np.float32), ("ctrl", np.float16), ("state", np.float32)):
        with pytest.raises(ValueError, match="can be bound as"):
            batch.bind(name, dtype)
    for wrong, hint in (("nope", "not a field"), ("geom_friction", "expand"), ("contact", "cannot be bound")):
        with pytest.raises(ValueError, match=hint):
            batch.bind(wrong)
    with pytest.raises(ValueError, match="bind"):
        batch.expand("qpos")


def test_parameters_and_options(model):
    batch = Batch(model, N, num_threads=3)
    gravity = batch.expand("gravity")
    gravity[:, 2] = np.linspace(-9.81, -1, N)
    friction = batch.expand("geom_friction", np.float32)
    friction[:, :, 0] = 0.5
    batch.expand("body_mass")[:, 1] *= 2
    batch.set_const()
    assert batch.expand("timestep").shape == (N,)
    batch.step(nstep=50)
    for sim in range(N):
        m = fd.MjModel.from_xml_string(CART)
        m.opt.gravity[2] = gravity[sim, 2]
        m.geom_friction[:, 0] = 0.5
        m.body_mass[1] *= 2
        fd.mj_setConst(m, fd.MjData(m))
        data = fd.MjData(m)
        fd.mj_step(m, data, 50)
        np.testing.assert_array_equal(batch.bind("qpos")[sim], data.qpos)


def test_history_has_the_state_after_each_step(model):
    batch, other = Batch(model, N), Batch(model, N)
    for each in (batch, other):
        each.bind("ctrl")[:, 0] = np.linspace(-1, 1, N)
    history = np.empty((N, 7, batch.nstate))
    batch.step(nstep=7, history=history)
    np.testing.assert_array_equal(history[:, -1], batch.bind("state"))
    for k in range(7):
        other.step()
        np.testing.assert_array_equal(history[:, k], other.bind("state"))
    some = np.empty((2, 3, batch.nstate))
    batch.step(np.array([1, 4]), nstep=3, history=some)
    np.testing.assert_array_equal(some[:, -1], batch.bind("state")[[1, 4]])
    for bad in (np.empty((N, 3)), np.empty((N - 1, 3, batch.nstate)), np.empty((N, 3, batch.nstate), np.float32)):
        with pytest.raises(ValueError, match="history"):
            batch.step(nstep=3, history=bad)


def test_a_callback_before_each_substep(model):
    batch, other = Batch(model, N), Batch(model, N)
    seen = []

    def control(k, state, ctrl):
        seen.append((k, state[0, 0]))
        ctrl[:, 0] = 0.1 * k
        with pytest.raises(RuntimeError, match="callback"):
            batch.step()

    batch.step(nstep=4, callback=control)
    for k in range(4):
        other.bind("ctrl")[:, 0] = 0.1 * k
        other.step()
    np.testing.assert_array_equal(batch.bind("state"), other.bind("state"))
    np.testing.assert_allclose(seen, [(k, 0.002 * k) for k in range(4)])

    def stop(k, state, ctrl):
        if k == 2:
            raise KeyError("enough")

    with pytest.raises(KeyError):
        batch.step(nstep=4, callback=stop)
    np.testing.assert_allclose(batch.bind("time"), 6 * 0.002)
    batch.step()
    with pytest.raises(NotImplementedError, match="substep_sensor_copyout"):
        batch.step(substep_sensor_copyout=(0, 1))


def test_forward_after_each_step(model):
    for forward in (False, True):
        batch = Batch(model, N, forward=forward)
        ctrl, xpos = batch.bind("ctrl"), batch.bind("xpos")
        ctrl[:, 0] = 1
        batch.step(nstep=10)
        behind = xpos.copy()
        batch.forward()
        assert np.array_equal(behind, xpos) == forward


def test_rays_and_jacobians(model):
    batch = Batch(model, N)
    batch.bind("qpos")[:, 0] = np.linspace(-0.5, 0.5, N)
    pnt = np.tile([[0.0, 1, 3], [50, 0, 1]], (N, 1, 1)).astype(np.float32)
    vec = np.tile([0.0, 0, -1], (N, 2, 1))
    dist, geomid, normal = np.full((N, 2), 7.0), np.zeros((N, 2), np.int32), np.ones((N, 2, 3))
    batch.rays(pnt, vec, dist, geomid, normal, ids=np.array([1, 2]))
    assert dist[0, 0] == 7
    np.testing.assert_allclose(dist[1], [2.45, -1])
    assert geomid[2].tolist() == [model.geom("ball").id, -1]
    np.testing.assert_allclose(normal[1], [[0, 0, 1], [0, 0, 0]], atol=1e-12)
    jacp = np.zeros((N, 3, model.nv))
    batch.jac(jacp, None, np.zeros((N, 3)), np.full(N, model.body("cart").id, np.int32))
    np.testing.assert_allclose(jacp[:, 0, 0], 1)
    with pytest.raises(ValueError, match="pnt and vec"):
        batch.rays(pnt[:2], vec, dist)
    with pytest.raises(ValueError, match="dist"):
        batch.rays(pnt, vec, dist[:, :1])
    with pytest.raises(ValueError, match="jacp"):
        batch.jac(jacp[:2], None, np.zeros((N, 3)), np.zeros(N, int))


def test_objects_by_name(model):
    batch = Batch(model, N)
    batch.joint("hinge").qpos[:, 0] = np.linspace(0, 1, N)
    batch.actuator("push").ctrl[:] = 1
    angle, force = batch.sensor("angle"), batch.actuator("push").force
    batch.forward()
    np.testing.assert_allclose(angle[:, 0], np.linspace(0, 1, N))
    assert batch.joint("hinge").qvel.shape == (N, 1)
    assert batch.body("ball").xpos.shape == (N, 3)
    assert batch.site("tip").xmat.shape == (N, 9)
    np.testing.assert_allclose(force, 1)


def test_sizes_threads_and_wrong_arguments(model):
    batch = Batch(model, 3, num_threads=50)
    assert (batch.num_sims, batch.num_threads) == (3, 3)
    assert batch.nstate == batch.bind("state").shape[1]
    for wrong in (0, -1, 1.5):
        with pytest.raises(ValueError, match="num_sims"):
            Batch(model, wrong)
    sleep = fd.MjModel.from_xml_string(CART.replace("<worldbody>", "<option><flag sleep='enable'/></option><worldbody>", 1))
    with pytest.raises(ValueError, match="sleep"):
        Batch(sleep, N)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="threads are pinned on Linux only")
def test_threads_are_pinned(model):
    cpus = sorted(os.sched_getaffinity(0))
    usual = os.sched_getaffinity(0)
    pins = [cpus[0], cpus[-1], cpus[0]]
    before = set(os.listdir("/proc/self/task"))
    batch = Batch(model, N, cpu_ids=pins)
    assert batch.num_threads == 3
    new = set(os.listdir("/proc/self/task")) - before
    assert sorted(min(os.sched_getaffinity(int(t))) for t in new) == sorted(pins)
    assert all(len(os.sched_getaffinity(int(t))) == 1 for t in new)
    batch.step(nstep=3)
    assert os.sched_getaffinity(0) == usual
    one = Batch(model, N, num_threads=1, cpu_ids=[cpus[-1]])
    one.step(callback=lambda *_: np.testing.assert_equal(os.sched_getaffinity(0), {cpus[-1]}))
    assert os.sched_getaffinity(0) == usual
    for wrong in ([], [10**6], [-1], ["a"], [0.5]):
        with pytest.raises(ValueError, match=r"cpu_ids|processor"):
            Batch(model, N, cpu_ids=wrong)
    with pytest.raises(ValueError, match="cpu_ids should be 2"):
        Batch(model, N, num_threads=2, cpu_ids=[cpus[0]])
