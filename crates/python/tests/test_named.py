"""Named access gives the reference's numbers under the reference's names."""

import ferrodyn
import numpy as np
import pytest

MODEL = ["actuator", "body", "cam", "camera", "eq", "equality", "exclude", "geom", "hfield", "jnt",
         "joint", "key", "keyframe", "light", "mat", "material", "mesh", "numeric", "pair",
         "sensor", "site", "skin", "tendon", "tex", "texture", "tuple"]  # fmt: skip
DATA = ["actuator", "body", "cam", "camera", "geom", "jnt", "joint", "light", "sensor", "site",
        "ten", "tendon"]  # fmt: skip
# rows of sparse matrices: the reference reads them as if they were dense
SPARSE = {"moment", "J_colind"}
# several numbers per degree of freedom
WIDE = {"cdof", "cdof_dot", "dampingpoly"}
SIZES = {"actuator": "nu", "cam": "ncam", "camera": "ncam", "eq": "neq", "equality": "neq",
         "jnt": "njnt", "joint": "njnt", "key": "nkey", "keyframe": "nkey", "mat": "nmat",
         "material": "nmat", "tex": "ntex", "texture": "ntex", "ten": "ntendon"}  # fmt: skip


def attributes(view):
    return {n for n in dir(view) if not n.startswith("__") and "pybind" not in n}


def compare(ref, got):
    assert got.id == ref.id
    assert got.name == ref.name
    for name in attributes(ref) - SPARSE - {"id", "name"}:
        a, b = getattr(ref, name), getattr(got, name)
        if name == "_lengthspring":
            continue  # the reference shows one of the two numbers, and of another tendon
        if name == "adr" and a.dtype != b.dtype:
            b = b.astype(a.dtype)  # the reference reads 64-bit addresses as 32-bit
            if ref.id:
                continue
        assert a.dtype == b.dtype, name
        assert a.shape == b.shape, name
        if name in WIDE and ref.id:
            continue  # the reference starts at the wrong place for all but the first joint
        assert np.array_equal(a, b), name


@pytest.mark.parametrize("kind", MODEL)
def test_views_of_the_model_equal_the_reference(theirs, ours, kind):
    count = getattr(theirs, SIZES.get(kind, "n" + kind))
    for i in range(count):
        ref = getattr(theirs, kind)(i)
        compare(ref, getattr(ours, kind)(i))
        if ref.name:
            compare(ref, getattr(ours, kind)(ref.name))


@pytest.mark.parametrize("kind", DATA)
def test_views_of_the_data_equal_the_reference(mujoco, theirs, ours, kind):
    ref, got = mujoco.MjData(theirs), ferrodyn.MjData(ours)
    mujoco.mj_forward(theirs, ref)
    for name in dir(got):
        value = getattr(got, name)
        if isinstance(value, np.ndarray) and value.shape == getattr(ref, name).shape:
            value[...] = getattr(ref, name)
    for i in range(getattr(theirs, SIZES.get(kind, "n" + kind))):
        compare(getattr(ref, kind)(i), getattr(got, kind)(i))


def test_a_row_of_the_moments_is_dense(mujoco, theirs, ours):
    ref, got = mujoco.MjData(theirs), ferrodyn.MjData(ours)
    mujoco.mj_forward(theirs, ref)
    for name in ("moment_rownnz", "moment_rowadr", "moment_colind", "actuator_moment"):
        getattr(got, name)[...] = getattr(ref, name)
    dense = np.zeros((theirs.nu, theirs.nv))
    mujoco.mju_sparse2dense(dense, ref.actuator_moment, ref.moment_rownnz, ref.moment_rowadr,
                            ref.moment_colind)  # fmt: skip
    assert np.array_equal(dense, [got.actuator(i).moment for i in range(theirs.nu)])


def test_every_joint_sees_the_axes_of_its_own_dofs(ours):
    data = ferrodyn.MjData(ours)
    data.cdof[...] = np.arange(ours.nv)[:, None]
    for i in range(ours.njnt):
        start = ours.jnt_dofadr[i]
        rows = data.joint(i).cdof[:, 0]
        assert rows.tolist() == list(range(start, start + len(rows)))


def test_views_write_through(ours):
    ours.body("arm").mass = 5
    assert ours.body_mass[ours.body("arm").id] == 5
    ours.body("arm").pos[2] = 9
    assert ours.body("arm").pos[2] == 9
    data = ferrodyn.MjData(ours)
    data.joint("root").qpos[:3] = [7, 8, 9]
    assert data.qpos[:3].tolist() == [7, 8, 9]
    with pytest.raises(AttributeError):
        ours.body("arm").weight = 1


def test_unknown_objects_are_explained_as_in_the_reference(theirs, ours):
    for model in (theirs, ours):
        with pytest.raises(KeyError) as error:
            model.site("nowhere")
        assert error.value.args == ("Invalid name 'nowhere'. Valid names: ['end', 'top']",)
        with pytest.raises(IndexError, match=r"Invalid index 99\. Valid indices from 0 to 1"):
            model.site(99)
        with pytest.raises(TypeError):
            model.site(1.5)


def test_names_and_ids_are_found_as_in_the_reference(mujoco, theirs, ours):
    assert np.array_equal(theirs.names_map, ours.names_map)
    for kind in mujoco.mjtObj.__members__.values():
        for i in range(-1, 8):
            name = mujoco.mj_id2name(theirs, kind, i)
            assert ferrodyn.mj_id2name(ours, int(kind), i) == name
            if name:
                assert ferrodyn.mj_name2id(ours, int(kind), name) == i
        assert ferrodyn.mj_name2id(ours, int(kind), "no such name") == -1
    assert ferrodyn.mj_name2id(ours, ferrodyn.mjtObj.mjOBJ_BODY, "arm") == 3
