"""The functions of the mujoco_warp package, computed here. Needs mujoco_warp and the mujoco that it brings."""

import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco")
mujoco_warp = pytest.importorskip("mujoco_warp", reason="mujoco_warp is not installed: pip install mujoco-warp")

import warp as wp  # noqa: E402
from ferrodyn import warp  # noqa: E402

XML = """<mujoco><worldbody><geom type="plane" size="5 5 .1"/>
<body name="ball" pos="0 0 .3"><freejoint/><geom size=".1"/></body>
<body pos="1 0 1"><joint name="j" axis="0 1 0" damping=".1"/><geom size=".1" pos=".2 0 0"/></body></worldbody>
<actuator><motor joint="j"/></actuator><sensor><jointpos joint="j"/></sensor></mujoco>"""


@pytest.fixture
def installed():
    with wp.ScopedDevice("cpu"):
        warp.install()
        yield
        warp.uninstall()


@pytest.fixture
def pair(installed):
    m = mujoco.MjModel.from_xml_string(XML)
    d = mujoco.MjData(m)
    d.qpos[7] = 0.3
    mujoco.mj_forward(m, d)
    return mujoco_warp.put_model(m), mujoco_warp.put_data(m, d, nworld=4)


def test_the_switch_goes_on_and_off():
    before = mujoco_warp.step
    warp.install()
    assert mujoco_warp.step is warp.step and warp.is_installed()
    warp.uninstall()
    assert mujoco_warp.step is before and not warp.is_installed()


def test_worlds_start_from_the_data_and_step(pair):
    m, d = pair
    assert isinstance(d.qpos, wp.array) and d.qpos.numpy()[:, 7].tolist() == [np.float32(0.3)] * 4
    d.ctrl.numpy()[2] = 1
    for _ in range(10):
        mujoco_warp.step(m, d)
    assert np.allclose(d.time.numpy(), 0.02) and d.qvel.numpy()[2, 6] != d.qvel.numpy()[0, 6]
    assert np.array_equal(d.batch.bind("qpos").astype(np.float32), d.qpos.numpy())
    assert d.xmat.numpy().shape == (4, 3, 3, 3)


def test_results_are_there_when_they_are_first_read(pair):
    m, d = pair
    d.ctrl.numpy()[2] = 1
    mujoco_warp.step(m, d)
    late = d.qacc.numpy().copy()
    qacc = d.batch.bind("qacc")
    assert "qacc" in vars(d) and "xpos" not in vars(d) and late[2, 6] != late[0, 6] != 0
    mujoco_warp.forward(m, d)
    assert np.array_equal(d.qacc.numpy(), qacc.astype(np.float32)) and not np.array_equal(d.qacc.numpy(), late)


def test_arrays_that_do_not_fit_are_refused(pair):
    m, d = pair
    d.qvel = wp.zeros((3, 7), dtype=float)
    with pytest.raises(ValueError, match=r"Data\.qvel should have 7 numbers for each of 4 worlds"):
        mujoco_warp.step(m, d)
    d.qvel = wp.array(np.full((4, 7), 0.5), dtype=float)
    m.body_mass = wp.zeros((2, 3), dtype=float)
    with pytest.raises(ValueError, match="body_mass"):
        mujoco_warp.step(m, d)


def test_installed_lasts_as_long_as_its_block():
    before = mujoco_warp.step
    with pytest.raises(KeyError), warp.installed():
        assert warp.is_installed()
        raise KeyError
    assert mujoco_warp.step is before


def test_a_step_is_that_of_mujoco(pair):
    m, d = pair
    reference = mujoco.MjModel.from_xml_string(XML)
    host = mujoco.MjData(reference)
    host.qpos[7] = 0.3
    for _ in range(20):
        mujoco_warp.step(m, d)
        mujoco.mj_step(reference, host)
    assert np.allclose(d.qpos.numpy()[1], host.qpos, atol=1e-6)
    assert np.allclose(d.sensordata.numpy()[1], host.sensordata, atol=1e-6)


def test_masks_reset_and_rows_of_a_model_are_taken(pair):
    m, d = pair
    mujoco_warp.step(m, d)
    mask = wp.array([True, False, False, True], dtype=bool)
    mujoco_warp.reset_data(m, d, reset=mask)
    assert d.time.numpy().tolist() == [0, np.float32(0.002), np.float32(0.002), 0]
    m.dof_damping = wp.array(np.repeat(m.dof_damping.numpy(), 4, axis=0), dtype=float)
    m.dof_damping.numpy()[1, 6] = 5
    mujoco_warp.forward(m, d)
    mujoco_warp.set_const(m, d)
    assert d.batch.expanded("dof_damping")[1, 6] == 5 and d.batch.expanded("dof_damping")[0, 6] == 0.1


def test_what_is_not_computed_cannot_be_read(pair):
    with pytest.raises(AttributeError, match=r"ferrodyn.warp does not compute Data\.contact"):
        pair[1].contact  # noqa: B018
    with pytest.raises(AttributeError, match="has no attribute 'qposs'"):
        pair[1].qposs  # noqa: B018


def test_data_from_before_is_refused(installed):
    warp.uninstall()
    m = mujoco.MjModel.from_xml_string(XML)
    d = mujoco_warp.put_data(m, mujoco.MjData(m))
    with pytest.raises(TypeError, match=r"made before ferrodyn\.warp\.install"):
        warp.step(mujoco_warp.put_model(m), d)
