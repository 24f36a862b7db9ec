"""Lists of records: slices, equality, arrays over all records, and room made for them."""

import copy

import ferrodyn
import numpy as np
import pytest

BOX = """
<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body pos="0 0 .099"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  </worldbody>
</mujoco>
"""


@pytest.fixture
def data():
    model = ferrodyn.MjModel.from_xml_string(BOX)
    data = ferrodyn.MjData(model)
    ferrodyn.mj_forward(model, data)
    assert data.ncon == 4
    return data


@pytest.mark.parametrize("part", [slice(1, 3), slice(None, None, 2), slice(None, None, -1),
                                  slice(2, 9), slice(3, 1)])  # fmt: skip
def test_a_slice_is_a_list_over_the_same_records(data, part):
    some, all_pos = data.contact[part], data.contact.pos
    assert type(some) is type(data.contact)
    assert len(some) == len(all_pos[part])
    assert np.array_equal(some.pos, all_pos[part])
    assert [c.pos.tolist() for c in some] == all_pos[part].tolist()
    some.dist = 7
    assert np.all(data.contact.dist[part] == 7)


def test_slices_of_slices(data):
    inner = data.contact[::-1][1:3]
    assert np.array_equal(inner.pos, data.contact.pos[::-1][1:3])
    assert len(data.contact[::-1][3:1]) == 0
    assert data.contact[::-1][3:1].pos.shape == (0, 3)


def test_lists_with_equal_records_are_equal(data):
    other = copy.deepcopy(data)
    assert other.contact == data.contact
    assert other.warning == data.warning
    assert data.contact[:2] != data.contact
    assert data.contact != data.warning
    other.contact[0].H[3] = 1
    assert other.contact != data.contact
    assert other.contact[1:] == data.contact[1:]
    with pytest.raises(TypeError):
        hash(data.contact)


def test_places_outside_are_index_errors(data):
    for i in (4, -5):
        with pytest.raises(IndexError):
            data.contact[i]
    with pytest.raises(TypeError):
        data.contact["first"]


def test_subclasses_print_with_their_own_name(mujoco):
    texts = []
    for package in (ferrodyn, mujoco):

        class Mine(package.MjWarningStat):
            @property
            def ptr(self):
                return self

        texts.append(repr(Mine()))
    assert texts[0] == texts[1]


def test_records_print_as_in_the_reference(mujoco):
    for name in ("MjContact", "MjSolverStat", "MjTimerStat", "MjOption", "MjStatistic"):
        assert repr(getattr(ferrodyn, name)()) == repr(getattr(mujoco, name)())


def test_empty_arrays_own_their_memory_and_others_do_not(data):
    assert not data.efc_force.flags["OWNDATA"]
    ferrodyn.mj_resetData(data.model, data)
    assert data.efc_force.size == 0
    assert data.efc_force.flags["OWNDATA"]


def test_room_is_made_for_contacts_and_rows(mujoco):
    realloc = ferrodyn._functions._realloc_con_efc
    for package, make in ((ferrodyn, realloc), (mujoco, mujoco._functions._realloc_con_efc)):
        data = package.MjData(package.MjModel.from_xml_string(BOX))
        make(data, ncon=13, nefc=17, nJ=21)
        assert len(data.contact) == 13
        assert data.efc_J.shape == (21,)
        assert data.efc_id.shape == (17,)
        assert data.efc_KBIP.shape == (17, 4)
        with pytest.raises(package.FatalError, match=r'allocated memory="[0-9]+[A-Z]?"'):
            make(data, 100000000, 100000000)
        assert len(data.contact) == 0
        assert data.efc_id.size == 0
