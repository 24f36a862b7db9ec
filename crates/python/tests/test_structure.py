"""Ids, addresses and types of a model: written in Python, checked and used at the next call."""

import copy
import pickle

import ferrodyn as fd
import numpy as np
import pytest
from ferrodyn import rollout

XML = """<mujoco><worldbody>
<body name="a"><joint name="ja"/><geom name="ga" size=".1"/><site name="s"/></body>
<body name="b" pos="1 0 0"><joint name="jb" axis="0 1 0"/><geom name="gb" size=".1"/></body>
<camera name="eye" mode="targetbody" target="a" pos="0 0 5"/></worldbody>
<equality><joint name="e" joint1="ja" joint2="jb" active="false"/></equality>
<actuator><motor name="u" joint="ja"/></actuator>
<sensor><jointpos joint="ja"/></sensor></mujoco>"""


@pytest.fixture
def model():
    return fd.MjModel.from_xml_string(XML)


def test_free_bodies_with_a_wrong_id_raise_and_leave_views_alone():
    bodies = "<body><freejoint/><geom size='.1'/></body>" * 40
    m = fd.MjModel.from_xml_string(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>")
    d = fd.MjData(m)
    view = d.qfrc_bias
    m.dof_bodyid[0] = 10**6
    with pytest.raises(ValueError, match=r"dof_bodyid\[0\] is 1000000"):
        fd.mj_fwdVelocity(m, d)
    view[:] = 7
    assert d.qfrc_bias is view
    m.dof_bodyid[0] = 1
    fd.mj_forward(m, d)
    assert not np.any(view == 7)


def test_arrays_stay_the_same_objects(model):
    assert model.jnt_dofadr is model.jnt_dofadr
    assert model.joint("jb").dofadr[0] == 1
    assert np.shares_memory(model.joint("jb").dofadr, model.jnt_dofadr)


def test_a_valid_change_is_used_by_the_next_call(model):
    d = fd.MjData(model)
    d.qpos[:] = [0.3, 0.5]
    fd.mj_forward(model, d)
    assert d.actuator_length[0] == 0.3
    model.actuator_trnid[0, 0] = 1
    fd.mj_forward(model, d)
    assert d.actuator_length[0] == 0.5
    model.sensor_objid = [1]
    fd.mj_forward(model, d)
    assert d.sensordata[0] == 0.5


def test_named_views_change_the_model(model):
    d = fd.MjData(model)
    d.qpos[:] = [0.3, 0.5]
    model.actuator("u").trnid[0] = 1
    fd.mj_forward(model, d)
    assert d.actuator_length[0] == 0.5


@pytest.mark.parametrize(
    "call",
    [
        lambda m: fd.MjData(m),
        lambda m: copy.copy(m),
        lambda m: pickle.dumps(m),
        lambda m: fd.mj_sizeModel(m),
        lambda m: fd.mj_setTotalmass(m, 3),
        lambda m: fd.mj_name2id(m, fd.mjtObj.mjOBJ_BODY, "a"),
        lambda m: rollout.rollout(m, fd.MjData(m), np.zeros((1, 5)), nstep=1),
    ],
)
def test_every_function_refuses_wrong_ids(model, call):
    model.jnt_bodyid[1] = -5
    with pytest.raises(ValueError, match=r"jnt_bodyid\[1\] is -5"):
        call(model)
    model.jnt_bodyid[1] = 2
    call(model)


def test_copies_and_pickles_have_the_change(model):
    model.cam_targetbodyid[0] = 2
    for other in (copy.copy(model), copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        assert other.cam_targetbodyid[0] == 2
        other.cam_targetbodyid[0] = 1
        assert model.cam_targetbodyid[0] == 2


def test_a_failed_change_leaves_the_model_as_it_was(model):
    d = fd.MjData(model)
    fd.mj_step(model, d)
    model.dof_parentid[1] = 1
    with pytest.raises(ValueError, match="dof_parentid"):
        fd.mj_step(model, d)
    assert d.time == model.opt.timestep
    model.dof_parentid[1] = -1
    fd.mj_step(model, d)
    assert d.time == 2 * model.opt.timestep


def test_data_made_before_a_change_works_after_it(model):
    d = fd.MjData(model)
    model.eq_obj1id[0], model.eq_obj2id[0] = 1, 0
    d.eq_active[0] = 1
    fd.mj_step(model, d)
    assert d.nefc == 1
