"""Every field has the reference's name, type, shape and, where it was copied, value."""

import gc
import pydoc

import ferrodyn
import numpy as np
import pytest
from conftest import EMPTY_COLORS

# what the reference package exposes beyond the fields, and we do not
THEIR_OWN = {"bind", "bind_scalar"}
# what only we have
OUR_OWN = {"from_mujoco", "to_mujoco"}
# counts bytes of memory or holds the model's signature
MEMORY = {"nbuffer", "narena", "signature"}


def public(thing):
    return {name for name in dir(thing) if not name.startswith("_")}


def assert_same(ref, got, name):
    assert type(got) is type(ref), name
    if isinstance(ref, np.ndarray):
        assert got.dtype == ref.dtype, name
        assert got.shape == ref.shape, name
        assert got.flags.writeable == ref.flags.writeable, name
        assert got.flags.c_contiguous == ref.flags.c_contiguous, name
        assert np.array_equal(got, ref, equal_nan=got.dtype.kind == "f"), name
    elif name not in MEMORY:
        assert got == ref, name


@pytest.mark.parametrize("cls", ["MjModel", "MjData"])
def test_every_public_name_of_the_reference_exists(mujoco, cls):
    missing = public(getattr(mujoco, cls)) - public(getattr(ferrodyn, cls)) - THEIR_OWN
    assert not missing
    assert not public(getattr(ferrodyn, cls)) - public(getattr(mujoco, cls)) - OUR_OWN


def compare(ref, got):
    for name in public(ref) - THEIR_OWN:
        value = getattr(ref, name)
        if isinstance(value, np.ndarray) and name in EMPTY_COLORS:
            assert getattr(got, name).shape == (4,)
        elif isinstance(value, (int, float, bytes, np.ndarray)):
            assert_same(value, getattr(got, name), name)


def test_model_fields_equal_the_reference(theirs, ours):
    compare(theirs, ours)


def test_settings_equal_the_reference(theirs, ours):
    compare(theirs.opt, ours.opt)
    compare(theirs.stat, ours.stat)
    for group in ("global_", "quality", "headlight", "map", "scale", "rgba"):
        compare(getattr(theirs.vis, group), getattr(ours.vis, group))


def test_default_settings_equal_the_reference(mujoco):
    compare(mujoco.MjOption(), ferrodyn.MjOption())
    compare(mujoco.MjStatistic(), ferrodyn.MjStatistic())
    ref = mujoco.MjModel.from_xml_string("<mujoco/>")
    got = ferrodyn.MjModel.from_xml_string("<mujoco/>")
    for group in ("global_", "quality", "headlight", "map", "scale", "rgba"):
        compare(getattr(ref.vis, group), getattr(got.vis, group))


def test_new_data_equals_the_reference(mujoco, theirs, ours):
    ref, got = mujoco.MjData(theirs), ferrodyn.MjData(ours)
    # arrays that the reference has not yet given memory hold whatever was there
    unset = {"tendon_efcadr", "tree_island", "map_itree2tree", "dof_island", "map_dof2idof",
             "map_idof2dof", "iM_colind", "iM", "iLD"}  # fmt: skip
    for name in public(ref) - THEIR_OWN - unset - {"pstack", "pbase", "parena"}:
        value = getattr(ref, name)
        if isinstance(value, (int, float, bytes, np.ndarray)):
            assert_same(value, getattr(got, name), name)
    for name in unset:
        ref_value, got_value = getattr(ref, name), getattr(got, name)
        assert (got_value.shape, got_value.dtype) == (ref_value.shape, ref_value.dtype), name


def test_writing_an_array_changes_the_model(ours):
    before = ours.body_mass
    ours.body_mass[1] = 42
    assert ours.body_mass[1] == 42
    assert ours.body_mass is before
    ours.opt.gravity[:] = [1, 2, 3]
    assert ours.opt.gravity.tolist() == [1, 2, 3]
    ours.vis.map.znear = 0.5
    assert ours.vis.map.znear == 0.5


def test_an_array_outlives_its_owner(ours):
    data = ferrodyn.MjData(ours)
    qpos, gravity = data.qpos, ours.opt.gravity
    want = qpos.tolist(), gravity.tolist()
    del data, ours
    gc.collect()
    filler = [np.zeros(1000) for _ in range(100)]
    assert (qpos.tolist(), gravity.tolist()) == want
    assert filler


def test_assigning_broadcasts_into_the_array(ours):
    data = ferrodyn.MjData(ours)
    view = data.qvel
    data.qvel = 3
    assert (view == 3).all()
    data.qvel = np.arange(ours.nv)
    assert view.tolist() == list(range(ours.nv))
    with pytest.raises(ValueError, match="broadcast"):
        data.qvel = [1, 2]


def test_scalars_are_set_and_checked(ours):
    data = ferrodyn.MjData(ours)
    data.time = 2
    assert data.time == 2.0
    assert isinstance(data.time, float)
    data.ncon = 0
    with pytest.raises(TypeError):
        data.time = "late"
    with pytest.raises(AttributeError):
        data.tiem = 1.0
    with pytest.raises(AttributeError, match="no setter"):
        ours.nq = 3
    with pytest.raises(AttributeError, match="no setter"):
        ours.names = b""


def test_records_are_lists_with_arrays_over_all(mujoco, theirs, ours):
    ref, got = mujoco.MjData(theirs), ferrodyn.MjData(ours)
    for name in ("contact", "warning", "timer", "solver"):
        a, b = getattr(ref, name), getattr(got, name)
        assert len(a) == len(b)
        assert public(a) == public(b)
        for field in public(a):
            assert_same(getattr(a, field), getattr(b, field), field)
    assert public(ref.warning[0]) == public(got.warning[0])
    got.warning.number[2] = 7
    assert got.warning[2].number == 7
    got.timer[0].duration = 0.5
    assert got.timer.duration[0] == 0.5
    with pytest.raises(IndexError):
        got.warning[100]
    with pytest.raises(IndexError):
        got.contact[0]
    assert len(got.warning[1:3]) == 2


def test_a_contact_of_its_own_has_the_reference_members(mujoco):
    ref, got = mujoco.MjContact(), ferrodyn.MjContact()
    assert public(ref) == public(got)
    got.pos = [1, 2, 3]
    got.dim = 4
    assert got.pos.tolist() == [1, 2, 3]
    assert got.dim == 4
    for name in public(ref):
        assert type(getattr(ref, name)) is type(getattr(got, name)), name
        if isinstance(getattr(ref, name), np.ndarray):
            assert getattr(ref, name).shape == getattr(got, name).shape, name


def test_help_says_what_a_field_is_its_unit_frame_and_stage():
    text = pydoc.render_doc(ferrodyn.MjData.xpos, renderer=pydoc.plaintext)
    assert "Positions of body frames; m, world frame." in text
    assert "xpos: float64 array of shape (nbody, 3), written by Kinematics" in text
    assert "Mass; kg." in ferrodyn.MjModel.body_mass.__doc__
    assert "Gravity; m/s^2, world axes." in ferrodyn.MjOption.gravity.__doc__
    assert "Number of degrees of freedom." in ferrodyn.MjModel.nv.__doc__
    assert "negative when they penetrate; m." in ferrodyn.MjContact.dist.__doc__


@pytest.mark.parametrize(
    "cls", ["MjModel", "MjData", "MjOption", "MjStatistic", "MjContact", "MjSolverStat"]
)
def test_every_field_explains_itself(cls):
    kind = getattr(ferrodyn, cls)
    described = [name for name in public(kind) if "Attribute" in type(vars(kind)[name]).__name__]
    assert described
    for name in described:
        sentence = getattr(kind, name).__doc__.rpartition("\n\n")[2]
        assert sentence.endswith("."), name
        assert sentence[0].isupper() or sentence[0] == "`", name
