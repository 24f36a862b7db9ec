"""Enums and constants have the reference's names, values and order."""

import pickle

import ferrodyn
import pytest


def test_enums_equal_the_reference(mujoco):
    names = [n for n in dir(mujoco) if n.startswith("mjt")]
    assert [n for n in dir(ferrodyn) if n.startswith("mjt")] == names
    for name in names:
        ref, got = getattr(mujoco, name), getattr(ferrodyn, name)
        assert [(k, int(v)) for k, v in got.__members__.items()] == [
            (k, int(v)) for k, v in ref.__members__.items()
        ], name


def test_constants_behave_like_the_reference(mujoco):
    for module in (mujoco, ferrodyn):
        hinge = module.mjtJoint.mjJNT_HINGE
        assert hinge == 3
        assert int(hinge) == 3
        assert str(hinge) == "mjtJoint.mjJNT_HINGE"
        assert repr(hinge) == "<mjtJoint.mjJNT_HINGE: 3>"
        assert (hinge.name, hinge.value) == ("mjJNT_HINGE", 3)
        assert module.mjtJoint(3) == hinge
        assert [10, 11, 12, 13][hinge] == 13
        assert module.mjtState.mjSTATE_QPOS | module.mjtState.mjSTATE_QVEL == 6
        assert hinge in {3: "a"}
        assert pickle.loads(pickle.dumps(hinge)) == hinge
        with pytest.raises(ValueError, match="99"):
            module.mjtJoint(99)


def test_numbers_and_labels_equal_the_reference(mujoco):
    for name in dir(mujoco):
        value = getattr(mujoco, name)
        if name.startswith("mj") and isinstance(value, (int, float, tuple)):
            assert getattr(ferrodyn, name) == value, name
            assert type(getattr(ferrodyn, name)) is type(value), name
    assert ferrodyn.mj_versionString() == mujoco.mj_versionString()
    assert ferrodyn.mj_version() == mujoco.mj_version()
