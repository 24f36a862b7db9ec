"""The memory that a step may take: what is left out beyond it, and how more is allowed."""

import copy

import ferrodyn as fd
import pytest

HEAP = '<mujoco><worldbody><replicate count="30"><body><freejoint/><geom size=".1"/></body></replicate></worldbody></mujoco>'
ALL = 30 * 29 // 2


@pytest.fixture
def told():
    texts = []
    fd.set_mju_user_warning(texts.append)
    yield texts
    fd.set_mju_user_warning(None)


def test_contacts_beyond_the_limit_are_left_out_with_a_warning_that_names_it(capfd):
    m = fd.MjModel.from_xml_string(HEAP)
    d = fd.MjData(m)
    assert fd.memory_limit(d) == 512 << 20
    fd.set_memory_limit(d, 1 << 18)
    fd.mj_forward(m, d)
    assert d.ncon < ALL and d.warning[fd.mjtWarning.mjWARN_CONTACTFULL].number == 1
    assert "A step may take 256K of memory" in capfd.readouterr().err
    fd.mj_resetData(m, d)
    fd.set_memory_limit(d, 2 << 30)
    fd.mj_forward(m, d)
    assert d.ncon == ALL and not any(w.number for w in d.warning)


def test_the_limit_does_not_follow_from_the_model(told):
    m = fd.MjModel.from_xml_string(HEAP.replace("<worldbody>", '<size memory="1M"/><worldbody>', 1))
    d = fd.MjData(m)
    fd.mj_forward(m, d)
    assert (d.ncon, fd.memory_limit(d)) == (ALL, 512 << 20) and told == []


def test_copies_have_the_limit_and_a_reset_keeps_it():
    m = fd.MjModel.from_xml_string(HEAP)
    d = fd.MjData(m)
    fd.set_memory_limit(d, 12_345_678)
    fd.mj_resetData(m, d)
    assert fd.memory_limit(d) == fd.memory_limit(copy.copy(d)) == 12_345_678


@pytest.mark.parametrize("wrong", [-1, 1.5, "much", None, 1 << 70])
def test_what_is_no_number_of_bytes_is_refused(wrong):
    d = fd.MjData(fd.MjModel.from_xml_string(HEAP))
    with pytest.raises(TypeError, match="expected an integer in range"):
        fd.set_memory_limit(d, wrong)
    assert fd.memory_limit(d) == 512 << 20
