"""Exact derivatives beside differences."""

import ferrodyn
import numpy as np
import pytest
from ferrodyn import derive

CRAWLER = """
<mujoco>
  <option timestep=".003" tolerance="0" iterations="100" ls_tolerance="1e-12" ls_iterations="100"/>
  <worldbody>
    <geom type="plane" size="2 2 1"/>
    <body pos="0 0 .15"><freejoint/><geom type="capsule" fromto="-.2 0 0 .2 0 0" size=".08"/>
      <body pos=".2 0 0"><joint name="front" axis="0 1 0" damping=".1" range="-40 40" limited="true"/>
        <geom type="capsule" fromto="0 0 0 .15 0 -.1" size=".05"/></body>
      <body pos="-.2 0 0"><joint name="back" axis="1 0 0" damping=".1"/><geom size=".1" pos="0 0 -.03"/></body></body>
  </worldbody>
  <actuator><position joint="front" kp="5"/><general joint="back" dyntype="filter" dynprm=".1"/></actuator>
</mujoco>
"""


def crawler(steps=60):
    model = ferrodyn.MjModel.from_xml_string(CRAWLER)
    data = ferrodyn.MjData(model)
    data.ctrl[:] = 0.4, -0.3
    ferrodyn.mj_step(model, data, nstep=steps)
    return model, data


def by_differences(model, data, eps):
    nx = 2 * model.nv + model.na
    A, B = np.zeros((nx, nx)), np.zeros((nx, model.nu))
    ferrodyn.mjd_transitionFD(model, data, eps, True, A, B, None, None)
    return A, B


def test_matrices_of_a_step_are_those_of_differences():
    model, data = crawler()
    state = data.qpos.copy(), data.qvel.copy(), data.act.copy()
    found = derive.transition(model, data)
    assert data.ncon > 1
    assert all((now == before).all() for now, before in zip((data.qpos, data.qvel, data.act), state, strict=True))
    coarse, fine = (by_differences(model, data, eps) for eps in (4e-6, 2e-6))
    for exact, one, two in zip(found, coarse, fine, strict=True):
        expected = (4 * two - one) / 3
        assert np.abs(exact - expected).max() < 3e-8 * np.abs(expected).max()


def test_matrices_of_inverse_dynamics_are_those_of_differences():
    model, data = crawler()
    ferrodyn.mj_forward(model, data)
    found = derive.inverse(model, data)
    expected = [np.zeros((model.nv, model.nv)) for _ in range(3)]
    sides = []
    for eps in (1e-6, -1e-6):
        ferrodyn.mjd_inverseFD(model, data, eps, False, *expected, None, None, None, None)
        sides.append([x.copy() for x in expected])
    for exact, plus, minus in zip(found, *sides, strict=True):
        mean = (plus + minus).T / 2
        assert np.abs(exact - mean).max() < 1e-5 * np.abs(mean).max()


def test_a_step_to_a_changed_control_is_predicted():
    model, data = crawler()
    A, B = derive.transition(model, data)
    assert A.shape == (17, 17) and B.shape == (17, 2)
    twins = [ferrodyn.MjData(model) for _ in range(2)]
    for twin, change in zip(twins, (0.0, 1e-5), strict=True):
        twin.qpos[:], twin.qvel[:], twin.act[:] = data.qpos, data.qvel, data.act
        twin.ctrl[:] = data.ctrl + change
        ferrodyn.mj_step(model, twin)
    difference = twins[1].qvel - twins[0].qvel
    np.testing.assert_allclose(B[model.nv : 2 * model.nv].sum(axis=1) * 1e-5, difference, rtol=0, atol=1e-11)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda m: setattr(m.opt, "integrator", ferrodyn.mjtIntegrator.mjINT_IMPLICIT), "implicit"),
        (lambda m: setattr(m.opt, "density", 1.0), "medium"),
        (lambda m: setattr(m.opt, "noslip_iterations", 2), "no-slip"),
    ],
)
def test_what_is_not_there_is_named(change, named):
    model, data = crawler(1)
    change(model)
    with pytest.raises(NotImplementedError, match=named):
        derive.transition(model, data)


def test_callbacks_are_refused():
    model, data = crawler(1)
    ferrodyn.set_mjcb_passive(lambda m, d: None)
    try:
        with pytest.raises(NotImplementedError, match="callbacks"):
            derive.transition(model, data)
    finally:
        ferrodyn.set_mjcb_passive(None)


def test_bad_states_and_foreign_data_are_refused():
    model, data = crawler(1)
    data.qvel[0] = np.nan
    with pytest.raises(ValueError, match="not a number"):
        derive.transition(model, data)
    other = ferrodyn.MjModel.from_xml_string("<mujoco><worldbody><geom size='.1'/></worldbody></mujoco>")
    with pytest.raises(Exception, match=r"model"):
        derive.transition(other, data)
    empty = derive.transition(other, ferrodyn.MjData(other))
    assert empty.A.shape == (0, 0) and empty.B.shape == (0, 0)
