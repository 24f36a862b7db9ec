"""`ferrodyn.jax.install`: the functions of mujoco.mjx, and an environment of MuJoCo Playground, on this engine."""

import numpy as np
import pytest

jax = pytest.importorskip("jax", reason="jax is not installed")
mjx = pytest.importorskip("mujoco.mjx", reason="mujoco-mjx is not installed")
mujoco = pytest.importorskip("mujoco", reason="mujoco is not installed")
fj = pytest.importorskip("ferrodyn.jax", reason="jax is too old")
jnp = jax.numpy

PENDULUM = """<mujoco><worldbody><body><joint name="j" axis="0 1 0"/>
<geom type="capsule" fromto="0 0 0 0 0 -.3" size=".03"/></body></worldbody><actuator><motor joint="j"/></actuator></mujoco>"""


@pytest.fixture
def installed():
    fj.install()
    yield
    fj.uninstall()


def test_functions_of_mjx_are_replaced_and_given_back():
    names = ("put_model", "make_data", "put_data", "step", "forward")
    before = [getattr(mjx, name) for name in names]
    fj.install()
    fj.install()
    assert all(getattr(mjx, name) is not theirs for name, theirs in zip(names, before, strict=True))
    fj.uninstall()
    assert [getattr(mjx, name) for name in names] == before
    fj.uninstall()


def test_models_of_both_step_side_by_side():
    model = mujoco.MjModel.from_xml_string(PENDULUM)
    theirs = mjx.put_model(model, impl="jax")
    their_data = mjx.make_data(model, impl="jax").replace(ctrl=jnp.ones(1))
    fj.install()
    try:
        ours = mjx.put_model(model, impl="warp")
        data = mjx.make_data(model, impl=ours.impl.value, naconmax=3, njmax=5).replace(ctrl=jnp.ones(1))
        stepped = jax.jit(lambda d: mjx.step(ours, d))(data)
        other = jax.jit(lambda d: mjx.step(theirs, d))(their_data)
    finally:
        fj.uninstall()
    assert isinstance(stepped, fj.Data) and isinstance(other, mjx.Data)
    reference = mujoco.MjData(model)
    reference.ctrl[:] = 1
    mujoco.mj_step(model, reference)
    np.testing.assert_array_equal(stepped.qvel, reference.qvel.astype(np.float32))
    np.testing.assert_allclose(other.qvel, reference.qvel, rtol=1e-4)


def test_data_of_mujoco_is_put(installed):
    model = mujoco.MjModel.from_xml_string(PENDULUM)
    data = mujoco.MjData(model)
    data.ctrl[:] = 0.5
    mujoco.mj_step(model, data, 7)
    m = mjx.put_model(model)
    d = mjx.forward(m, mjx.put_data(model, data))
    mujoco.mj_forward(model, data)
    np.testing.assert_allclose(d.qacc, data.qacc, rtol=1e-4)


def test_an_environment_of_playground(installed):
    playground = pytest.importorskip("mujoco_playground", reason="playground is not installed")
    env = playground.registry.load("CartpoleBalance")
    assert isinstance(env.mjx_model, fj.Model)
    state = jax.jit(jax.vmap(env.reset))(jax.random.split(jax.random.PRNGKey(0), 5))
    step = jax.jit(jax.vmap(env.step))
    for _ in range(20):
        state = step(state, jnp.zeros((5, 1)))
    assert state.obs.shape == (5, 5)
    np.testing.assert_allclose(state.data.time, 0.2, rtol=1e-5)
    # the pole of each goes where it goes alone
    data = mujoco.MjData(env.mj_model)
    start = jax.jit(env.reset)(jax.random.split(jax.random.PRNGKey(0), 5)[3])
    data.qpos[:], data.qvel[:] = start.data.qpos, start.data.qvel
    mujoco.mj_step(env.mj_model, data, 20)
    np.testing.assert_allclose(state.data.qpos[3], data.qpos, atol=1e-5)
