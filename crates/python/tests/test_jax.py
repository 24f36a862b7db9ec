"""Steps in programs of JAX: the bits of a batch, under jit, vmap and scan; errors where there is nothing to compute."""

import subprocess
import sys
import textwrap

import ferrodyn as fd
import numpy as np
import pytest
from ferrodyn.batch import Batch

jax = pytest.importorskip("jax", reason="jax is not installed")
jnp = jax.numpy
fj = pytest.importorskip("ferrodyn.jax", reason="jax is too old")

ARM = """<mujoco><option timestep="0.005"/><worldbody><geom name="floor" type="plane" size="5 5 .1"/>
<body name="upper" pos="0 0 .6"><joint name="a" axis="0 1 0" damping=".1"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".04"/>
<body name="lower" pos=".3 0 0"><joint name="b" axis="0 1 0" damping=".1"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".04"/>
<site name="tip" pos=".3 0 0"/></body></body>
<body name="ball" pos="1 0 .3"><freejoint/><geom name="ball" size=".1"/></body>
<body name="hand" mocap="true" pos="0 1 1"/></worldbody>
<equality><weld body1="hand" body2="ball" active="false"/></equality>
<actuator><motor joint="a" ctrlrange="-2 2"/><position joint="b" kp="5" ctrlrange="-2 2"/></actuator>
<sensor><framepos objtype="site" objname="tip"/><jointvel joint="b"/></sensor></mujoco>"""


@pytest.fixture
def model():
    return fd.MjModel.from_xml_string(ARM)


@pytest.fixture(params=[False, True], ids=["float32", "float64"])
def x64(request):
    jax.config.update("jax_enable_x64", request.param)
    yield request.param
    jax.config.update("jax_enable_x64", False)


@pytest.fixture
def float64():
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", False)


def scattered(model, n, dtype=np.float64):
    rng = np.random.default_rng(3)
    qpos = np.tile(model.qpos0, (n, 1))
    qpos[:, :2] = rng.uniform(-1, 1, (n, 2))
    return qpos.astype(dtype), rng.uniform(-1, 1, (n, model.nu)).astype(dtype)


def batch_of(model, qpos, ctrl):
    batch = Batch(model, len(qpos))
    batch.qpos, batch.ctrl = qpos, ctrl
    return batch


def test_one_simulation_takes_the_steps_of_mj_step(model, float64):
    m = fj.put_model(model)
    d = fj.make_data(m)
    data = fd.MjData(model)
    np.testing.assert_array_equal(d.qpos, data.qpos)
    step = jax.jit(fj.step)
    for k in range(30):
        d = d.replace(ctrl=jnp.array([0.1 * k, -0.2]))
        data.ctrl = [0.1 * k, -0.2]
        d = step(m, d)
        fd.mj_step(model, data)
    for name in ("time", "qpos", "qvel", "qacc", "xpos", "sensordata", "actuator_force", "qacc_warmstart"):
        np.testing.assert_array_equal(np.ravel(getattr(d, name)), np.ravel(getattr(data, name)), name)
    np.testing.assert_array_equal(d.xmat.reshape(-1, 9), data.xmat)
    assert d.xmat.shape == (model.nbody, 3, 3)


def test_a_mapped_step_is_that_of_a_batch(model, x64):
    dtype = np.float64 if x64 else np.float32
    qpos, ctrl = scattered(model, 33, dtype)
    batch = batch_of(model, qpos, ctrl)
    bound = {name: batch.bind(name) for name in ("xpos", "sensordata", "qacc")}
    m = fj.put_model(model)
    start = jax.vmap(lambda q, u: fj.make_data(m).replace(qpos=q, ctrl=u))(qpos, ctrl)
    d = jax.jit(jax.vmap(lambda d: fj.step(m, d, 5)))(start)
    batch.step(nstep=5)
    assert d.qpos.dtype == dtype
    np.testing.assert_array_equal(d.qpos, batch.qpos.astype(dtype))
    np.testing.assert_array_equal(d.time, batch.time.astype(dtype))
    for name, rows in bound.items():
        np.testing.assert_array_equal(getattr(d, name), rows.astype(dtype), name)


def test_scan_maps_of_maps_and_arguments_that_are_not_mapped(model, float64):
    m = fj.put_model(model)
    qpos, ctrl = scattered(model, 12)
    batch = batch_of(model, qpos, ctrl[0])
    batch.step(nstep=20)

    def rollout(q):
        # the control is the same in all
        d = fj.make_data(m).replace(qpos=q, ctrl=jnp.asarray(ctrl[0]))
        return jax.lax.scan(lambda d, _: (fj.step(m, d), d.time), d, None, length=20)

    d, time = jax.jit(jax.vmap(jax.vmap(rollout)))(qpos.reshape(3, 4, -1))
    assert d.qpos.shape == (3, 4, model.nq)
    np.testing.assert_array_equal(d.qpos.reshape(12, -1), batch.qpos)
    np.testing.assert_allclose(time[2, 3], 0.005 * np.arange(20))
    inner = jax.vmap(lambda q: fj.step(m, fj.make_data(m).replace(qpos=q)), in_axes=1)(qpos.T)
    one = batch_of(model, qpos, 0 * ctrl)
    one.step()
    np.testing.assert_array_equal(inner.qpos, one.qpos)


def test_numbers_near_zero_are_those_of_a_batch(float64):
    # XLA's threads flush numbers below 1e-308 to zero; the engine's do not
    model = fd.MjModel.from_xml_string(
        "<mujoco><option gravity='0 0 0' integrator='Euler'/><worldbody><body><joint type='slide' damping='1'/>"
        "<geom size='.1' mass='1'/></body></worldbody></mujoco>"
    )
    m, n = fj.put_model(model), 64
    start = np.linspace(1e-308, 3e-310, n)[:, None]
    batch = Batch(model, n)
    batch.qvel = start
    batch.step(nstep=3)
    assert (0 < batch.qvel).all() and (batch.qvel < 2e-308).all()
    for count in (n, 1):
        d = jax.vmap(lambda v: fj.make_data(m).replace(qvel=v))(start[:count])
        # a program of its own thread, and one on the thread that asks
        for run in (jax.jit(jax.vmap(lambda d: fj.step(m, d, 3))), jax.vmap(lambda d: fj.step(m, d, 3))):
            np.testing.assert_array_equal(np.asarray(run(d).qvel), batch.qvel[:count])


def test_parameters_are_replaced_and_mapped(model, float64):
    m = fj.put_model(model)
    n = 7
    mass = np.tile(model.body_mass, (n, 1)) * np.linspace(0.5, 2, n)[:, None]
    batch = Batch(model, n)
    batch.expand("body_mass")[:] = mass
    batch.expand("opt.gravity")[:] = [0, 0, -5]
    batch.step(nstep=50)
    m = m.tree_replace({"opt.gravity": jnp.array([0.0, 0, -5])})
    axes = jax.tree_util.tree_map(lambda _: None, m).tree_replace({"body_mass": 0})
    many = m.tree_replace({"body_mass": jnp.asarray(mass)})
    d = jax.jit(jax.vmap(lambda m: fj.step(m, fj.make_data(m), 50), in_axes=[axes]))(many)
    np.testing.assert_array_equal(d.qpos, batch.qpos)
    same = m.replace(opt=m.opt.replace(gravity=jnp.array([0.0, 0, -5]), timestep=0.01))
    assert fj.step(same, fj.make_data(same)).time == 0.01
    assert m.nq == model.nq and m.body_mass.at[1].set(3.0)[1] == 3
    assert m.geom("ball").id == 3 and m.jnt_qposadr.tolist() == [0, 1, 2]


def test_forward_computes_what_follows(model, float64):
    m = fj.put_model(model)
    qpos, ctrl = scattered(model, 5)
    batch = batch_of(model, qpos, ctrl)
    xpos = batch.bind("xpos")
    batch.forward()
    d = jax.vmap(lambda q, u: fj.forward(m, fj.make_data(m).replace(qpos=q, ctrl=u)))(qpos, ctrl)
    np.testing.assert_array_equal(d.xpos, xpos)
    assert (d.time == 0).all()


def test_switches_and_mocap_bodies_are_inputs(model, float64):
    m = fj.put_model(model)
    held = fj.make_data(m).replace(eq_active=jnp.array([True]), mocap_pos=jnp.array([[1.0, 0, 1]]))
    free = fj.make_data(m)
    data = fd.MjData(model)
    data.eq_active, data.mocap_pos = [1], [[1, 0, 1]]
    fd.mj_step(model, data, 100)
    np.testing.assert_array_equal(fj.step(m, held, 100).qpos, data.qpos)
    assert fj.step(m, free, 100).qpos[4] < data.qpos[4]
    assert held.eq_active.dtype == bool


def test_put_data_takes_an_mj_data(model, float64):
    data = fd.MjData(model)
    data.ctrl = [1, 0.5]
    fd.mj_step(model, data, 20)
    m = fj.put_model(model)
    d = fj.put_data(m, data)
    fd.mj_step(model, data, 3)
    d = fj.step(m, d, 3)
    np.testing.assert_array_equal(d.qpos, data.qpos)
    with pytest.raises(ValueError, match="numbers, the model"):
        fj.put_data(m, fd.MjData(fd.MjModel.from_xml_string("<mujoco/>")))


def test_a_simulation_that_diverges_has_no_numbers_and_the_others_have_theirs(model, float64):
    m = fj.put_model(model)
    qpos, ctrl = scattered(model, 9)
    batch = batch_of(model, qpos, ctrl)
    batch.step(nstep=4)
    d = jax.vmap(lambda q, u: fj.make_data(m).replace(qpos=q, ctrl=u))(qpos, ctrl)
    d = d.replace(qvel=d.qvel.at[4, 0].set(jnp.nan))
    d = jax.jit(jax.vmap(lambda d: fj.step(m, d, 4)))(d)
    assert np.isnan(d.qpos[4]).all() and np.isnan(d.qvel[4]).all()
    others = np.arange(9) != 4
    np.testing.assert_array_equal(d.qpos[others], batch.qpos[others])


def test_models_put_twice_are_one_and_others_are_not(model):
    m = fj.put_model(model)
    again = fj.put_model(fd.MjModel.from_xml_string(ARM))
    traces = []

    @jax.jit
    def run(m, d):
        traces.append(1)
        return fj.step(m, d)

    d = fj.make_data(m)
    assert run(m, d).time == run(again, d).time
    model.opt.timestep = 0.01
    slow = fj.put_model(model)
    assert run(slow, d).time == pytest.approx(0.01)
    assert run(m, d).time == pytest.approx(0.005)
    assert len(traces) == 2


def test_outputs_are_those_that_were_asked_for(model):
    m = fj.put_model(model, outputs=("cfrc_ext", "xpos", "qpos"))
    d = fj.step(m, fj.make_data(m))
    assert d.cfrc_ext.shape == (model.nbody, 6)
    with pytest.raises(AttributeError, match=r"sensordata is not computed: ask for it by put_model"):
        _ = d.sensordata
    with pytest.raises(AttributeError, match="did you mean 'qpos'"):
        _ = d.qpo
    with pytest.raises(AttributeError, match="no field qpo"):
        d.replace(qpo=1)
    with pytest.raises(ValueError, match="not a field of MjData"):
        fj.put_model(model, outputs=["nothing"])
    with pytest.raises(TypeError, match="list of names"):
        fj.put_model(model, outputs="xpos")


def test_derivatives_are_refused_by_name(model):
    m, d = fj.put_model(model), fj.make_data(fj.put_model(model))

    def height(u):
        return fj.step(m, d.replace(ctrl=u)).qpos.sum()

    u = jnp.zeros(2)
    for transform in (jax.grad, jax.jacfwd, jax.jacrev):
        with pytest.raises(NotImplementedError, match=r"ferrodyn\.jax has no derivatives yet"):
            transform(height)(u)

    def stopped(u):
        return (u * fj.step(m, d.replace(ctrl=jax.lax.stop_gradient(u))).time).sum()

    assert jax.grad(stopped)(u).shape == (2,)


def test_wrong_arguments_are_errors(model):
    m = fj.put_model(model)
    d = fj.make_data(m)
    with pytest.raises(ValueError, match=r"ctrl should have shape \(2,\), got \(5, 2\): map over batches"):
        fj.step(m, d.replace(ctrl=jnp.zeros((5, 2))))
    with pytest.raises(ValueError, match="body_mass of the model should have shape"):
        fj.step(m.replace(body_mass=jnp.ones(2)), d)
    with pytest.raises(ValueError, match="nstep"):
        fj.step(m, d, -1)
    assert fj.step(m, d, 0) is d
    with pytest.raises(ValueError, match="structure"):
        m.replace(jnt_type=jnp.zeros(3))
    with pytest.raises(ValueError, match="did you mean 'body_mass'"):
        m.replace(body_mas=1)
    with pytest.raises(AttributeError, match="does not change"):
        m.body_mass = 1
    with pytest.raises(AttributeError, match="does not change"):
        d.qpos = 1
    for wrong in (None, "arm.xml", m, 3):
        with pytest.raises(TypeError, match=r"put_model|put already"):
            fj.put_model(wrong)
    for pair in ((model, d), (m, fd.MjData(model))):
        with pytest.raises(TypeError, match="model of put_model and data of make_data"):
            fj.step(*pair)


def test_models_that_keep_more_than_a_state_are_refused():
    sleep = ARM.replace('timestep="0.005"/>', 'timestep="0.005"><flag sleep="enable"/></option>')
    with pytest.raises(NotImplementedError, match="keep more than their state"):
        fj.put_model(fd.MjModel.from_xml_string(sleep))
    delay = ARM.replace('<motor joint="a"', '<motor joint="a" delay=".02" nsample="5"')
    with pytest.raises(NotImplementedError, match="delays"):
        fj.put_model(fd.MjModel.from_xml_string(delay))


def test_delays_step_with_float64(float64):
    delay = ARM.replace('<motor joint="a"', '<motor joint="a" delay=".02" nsample="5"')
    model = fd.MjModel.from_xml_string(delay)
    m = fj.put_model(model)
    d, data = fj.make_data(m), fd.MjData(model)
    for k in range(12):
        data.ctrl = [k / 10, 0]
        fd.mj_step(model, data)
        d = fj.step(m, d.replace(ctrl=jnp.array([k / 10, 0])))
    np.testing.assert_array_equal(d.qpos, data.qpos)


def test_empty_models_and_empty_batches():
    m = fj.put_model(fd.MjModel.from_xml_string("<mujoco/>"))
    assert fj.step(m, fj.make_data(m), 3).time == pytest.approx(0.006)
    arm = fj.put_model(fd.MjModel.from_xml_string(ARM))
    none = jax.vmap(lambda q: fj.step(arm, fj.make_data(arm).replace(qpos=q)))(jnp.zeros((0, 9)))
    assert none.qpos.shape == (0, 9)


def test_many_sizes_and_threads(model):
    import threading

    m = fj.put_model(model)
    wrong = []

    def work(seed):
        for n in (1, 3, 17, 40, 8, 5):
            qpos, ctrl = scattered(model, n, np.float32)
            run = jax.jit(jax.vmap(lambda q, u: fj.step(m, fj.make_data(m).replace(qpos=q, ctrl=u), 3)))
            found = run(qpos, ctrl).qpos
            batch = batch_of(model, qpos, ctrl)
            batch.step(nstep=3)
            if not np.array_equal(found, batch.qpos.astype(np.float32)):
                wrong.append((seed, n))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive()
    assert wrong == []


def test_errors_of_a_call_come_out_of_the_program(model):
    from ferrodyn.jax import _host

    m = fj.put_model(model)
    run = jax.jit(lambda d: fj.step(m, d))
    d = fj.make_data(m)
    run(d)
    known = dict(_host._HOSTS)
    _host._HOSTS.clear()
    try:
        with pytest.raises(Exception, match="compiled with a model that is not here"):
            jax.block_until_ready(run(d))
    finally:
        _host._HOSTS.update(known)
    assert run(d).time > 0


def test_importing_the_package_does_not_import_jax():
    code = "import sys, ferrodyn, ferrodyn.batch; print('jax' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_without_jax_the_module_says_what_it_needs():
    code = textwrap.dedent("""
        import sys
        sys.modules["jax"] = None
        try:
            import ferrodyn.jax
        except ImportError as error:
            print(error)
    """)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "ferrodyn.jax needs JAX: pip install jax"
