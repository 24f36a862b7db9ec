"""Who holds what in memory: arrays, views, models and data."""

import gc
import sys
import weakref

import ferrodyn
import numpy as np
import pytest

MODEL = """
<mujoco>
  <worldbody>
    <body name="a"><joint name="j"/><geom name="g" size=".1"/></body>
    <body name="b"><freejoint name="f"/><geom size=".2"/></body>
  </worldbody>
  <actuator><motor name="m" joint="j"/></actuator>
</mujoco>
"""


@pytest.fixture
def model():
    return ferrodyn.MjModel.from_xml_string(MODEL)


def test_all_arrays_of_a_model_share_what_keeps_them_alive():
    model = ferrodyn.MjModel.from_xml_string(MODEL)
    qpos0, spring = model.qpos0, model.qpos_spring
    keep = qpos0.base
    assert spring.base is keep
    del model
    # what the local name and the call count for, which depends on the version of Python
    other = []
    alone = sys.getrefcount(other)
    assert sys.getrefcount(keep) == alone + 2
    del qpos0
    assert sys.getrefcount(keep) == alone + 1
    del spring
    assert sys.getrefcount(keep) == alone


def test_views_are_the_same_each_time(model):
    data = ferrodyn.MjData(model)
    for owner in (model, data):
        assert owner.geom("g") is owner.geom(0) is owner.geom(np.int64(0))
        assert owner.geom("g") is not owner.geom(1)
        assert owner.joint("j") is owner.joint(0) is owner.jnt(name="j")
    assert model.geom(0).size is model.geom("g").size
    assert data.joint("f").qpos is data.joint(1).qpos
    data.joint("f").qpos = np.arange(7)
    assert data.qpos[1:].tolist() == list(range(7))


def test_views_outlive_their_model():
    view = ferrodyn.MjModel.from_xml_string(MODEL).body("b")
    assert view.name == "b"
    assert view.pos.shape == (3,)
    view.pos = 3
    assert view.pos.tolist() == [3, 3, 3]


def test_a_model_with_views_is_freed_without_the_garbage_collector():
    gc.disable()
    try:
        model = ferrodyn.MjModel.from_xml_string(MODEL)
        data = ferrodyn.MjData(model)
        view = data.body("a")
        assert len(view.xpos) == len(model.body("a").pos)
        gone = [weakref.ref(data), weakref.ref(model)]
        del data, model
        assert [ref() for ref in gone] == [None, None]
    finally:
        gc.enable()


def test_addresses_tell_models_and_data_apart(model):
    other = ferrodyn.MjModel.from_xml_string(MODEL)
    both = [model, other, ferrodyn.MjData(model), ferrodyn.MjData(other)]
    assert len({one._address for one in both}) == 4
    assert all(one._address > 0 for one in both)


def test_copied_data_keeps_its_arrays(model):
    source, target = ferrodyn.MjData(model), ferrodyn.MjData(model)
    source.qpos[:] = np.arange(len(source.qpos))
    ferrodyn.mj_forward(model, source)
    qpos = target.qpos
    ferrodyn.mj_copyData(target, model, source)
    assert target.qpos is qpos
    assert np.array_equal(qpos, source.qpos)
    assert target._to_bytes() == source._to_bytes()
    other = ferrodyn.MjModel.from_xml_string("<mujoco/>")
    with pytest.raises(ferrodyn.FatalError):
        ferrodyn.mj_copyData(ferrodyn.MjData(other), other, source)


def test_classes_can_be_extended(model):
    class Data(ferrodyn.MjData):
        def double(self):
            return 2 * self.time

    class Option(ferrodyn.MjOption):
        pass

    data = Data(model)
    ferrodyn.mj_step(model, data)
    assert data.double() == 2 * model.opt.timestep
    assert Option().timestep == 0.002
