"""How the solver did: what is counted where it stopped at its limit, and what can follow."""

import copy

import ferrodyn as fd
import numpy as np
import pytest
from ferrodyn.batch import Batch

BOXES = """
<mujoco>
  <option iterations="%d" solver="%s"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .19"><freejoint/><geom type="box" size=".2 .2 .2"/></body>
    <body pos=".1 0 .58"><freejoint/><geom type="box" size=".2 .2 .2"/></body>
    <body pos="-.1 .1 .96"><freejoint/><geom type="box" size=".2 .2 .2"/></body>
  </worldbody>
</mujoco>
"""


def boxes(iterations, solver="Newton"):
    m = fd.MjModel.from_xml_string(BOXES % (iterations, solver))
    return m, fd.MjData(m)


@pytest.fixture
def told():
    texts = []
    fd.set_mju_user_warning(texts.append)
    yield texts
    fd.set_mju_user_warning(None)


@pytest.mark.parametrize("solver", ["PGS", "CG", "Newton"])
def test_solves_that_stop_at_the_limit_are_counted(solver, told):
    for iterations, solves in ((1, 3), (5000, 0)):
        m, d = boxes(iterations, solver)
        for _ in range(3):
            fd.mj_forward(m, d)
            d.qacc_warmstart[:] = 0
        found = fd.solver_summary(m, d)
        assert (found.unconverged, found.fallbacks) == (solves, 0)
        assert found.converged == (solves == 0)
        assert found.iterations == d.solver_niter.sum() and np.isfinite(found.residual)
        assert fd.solver_summary(m, copy.copy(d)) == found
        fd.mj_resetData(m, d)
        assert fd.solver_summary(m, d).unconverged == 0
    assert told == []
    assert not any(w.number for w in d.warning)


def test_the_residual_says_how_far_the_optimum_is():
    residuals = []
    for iterations in (1, 3, 100):
        m, d = boxes(iterations, "CG")
        fd.mj_forward(m, d)
        residuals.append(fd.solver_summary(m, d).residual)
    assert residuals[0] > residuals[1] > 10 * residuals[2]


def test_sweeps_go_on_where_conjugate_gradients_stop_and_that_is_told_once(told, capsys, monkeypatch):
    m, d = boxes(2, "CG")
    plain = copy.copy(d)
    fd.set_solver_fallback(d, True)
    for one in (plain, d, copy.copy(d)):
        fd.mj_step(m, one, 3)
    assert fd.solver_summary(m, plain).fallbacks == 0
    assert fd.solver_summary(m, d).fallbacks == 3
    assert told == ["CG has not converged in 2 iterations. Time = 0.0000."] * 2
    fd.set_mju_user_warning(None)
    monkeypatch.delenv("FERRODYN_QUIET", raising=False)
    fd.mj_resetData(m, d)
    fd.mj_step(m, d, 2)
    words = "WARNING: CG has not converged in 2 iterations. Time = 0.0000. PGS went on from there.\n"
    assert capsys.readouterr().err == words
    fd.set_solver_fallback(d, False)
    fd.mj_resetData(m, d)
    fd.mj_step(m, d, 2)
    assert fd.solver_summary(m, d)[4:] == (2, 0)
    with pytest.raises(TypeError):
        fd.set_solver_fallback(m, True)


@pytest.mark.parametrize("persistent", [False, True])
def test_batches_count_for_each_simulation(persistent):
    m, _ = boxes(1)
    batch = Batch(m, 6, nthread=2, persistent=persistent)
    # in one they fly, far from each other
    batch.qpos[3, 2::7] += [5, 10, 15]
    data = [fd.MjData(m) for _ in range(6)]
    for i, d in enumerate(data):
        d.qpos[:] = batch.qpos[i]
    batch.step(nstep=4)
    for d in data:
        fd.mj_step(m, d, 4)
    expected = [fd.solver_summary(m, d).unconverged for d in data]
    assert batch.unconverged.tolist() == expected
    assert expected[3] == 0 and max(expected) > 0
    assert not batch.status.any(), "that is no failure"
    # of the last call of each
    batch.qpos[0, 2::7] += [5, 10, 15]
    batch.step([0, 1])
    assert batch.unconverged[0] == 0 and batch.unconverged[2:].tolist() == expected[2:]


def test_forces_of_contacts_are_those_of_the_reference_for_any_id(mujoco):
    m, d = boxes(50)
    fd.mj_forward(m, d)
    theirs = mujoco.MjModel.from_xml_string(BOXES % (50, "Newton"))
    data = mujoco.MjData(theirs)
    mujoco.mj_forward(theirs, data)
    for i in (-5, -1, 0, 3, 99, 2**31 - 1):
        got, want = np.full(6, 7.0), np.full(6, 7.0)
        fd.mj_contactForce(m, d, i, got)
        mujoco.mj_contactForce(theirs, data, i, want)
        np.testing.assert_allclose(got, want, rtol=1e-9, atol=1e-9, err_msg=str(i))
    # up on the second geom, the box, and the first number is along the normal
    force = np.zeros(6)
    fd.mj_contactForce(m, d, 0, force)
    assert d.contact.geom[0].tolist() == [0, 1] and force[0] > 0
    assert d.contact.frame[0][2] == 1
