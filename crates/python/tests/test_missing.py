"""Attributes that are not there: the message says which was meant, or which release of MuJoCo has it."""

import copy
import pickle
import traceback

import ferrodyn as fd
import pytest
from ferrodyn._mujoco import missing


@pytest.fixture(scope="module")
def pair():
    m = fd.MjModel.from_xml_string("<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>")
    return m, fd.MjData(m)


def words(owner, name):
    with pytest.raises(AttributeError) as raised:
        getattr(owner, name)
    assert raised.value.name == name
    # Python adds nothing of its own
    last = traceback.format_exception_only(raised.value)[-1].strip()
    assert last == f"AttributeError: {raised.value}"
    return str(raised.value)


def test_what_was_meant_is_in_the_message(pair):
    m, d = pair
    assert words(m, "body_masss") == (
        "'ferrodyn.MjModel' object has no attribute 'body_masss'. Did you mean: 'body_mass'?"
    )
    assert words(d, "qposs").startswith("'ferrodyn.MjData' object has no attribute 'qposs'. Did you mean: 'qpos'")
    assert "Did you mean: 'mj_step'" in words(fd, "mj_stepp")
    assert words(m, "zzzzzz") == "'ferrodyn.MjModel' object has no attribute 'zzzzzz'"
    assert words(m, "__array__") == "'ferrodyn.MjModel' object has no attribute '__array__'"


def test_a_name_of_a_later_release_says_which(pair):
    m, d = pair
    later = ". MuJoCo has it since {}; ferrodyn is MuJoCo 3.8.0"
    assert words(m, "actuator_ctrladr").endswith("'actuator_ctrladr'" + later.format("3.11.0"))
    assert words(d, "xiquat").endswith("'xiquat'" + later.format("4.0.0"))
    assert words(fd, "mj_resetCtrl").endswith("'mj_resetCtrl'" + later.format("3.11.0"))


def test_no_name_of_the_table_is_here(pair, mujoco):
    m, d = pair
    assert mujoco.__version__ == "3.8.0"
    reference = {"MjModel": mujoco.MjModel, "MjData": mujoco.MjData, "ferrodyn": mujoco}
    for owner, by_release in missing.LATER.items():
        here = {"MjModel": m, "MjData": d, "ferrodyn": fd}[owner]
        for name in " ".join(by_release.values()).split():
            assert not hasattr(here, name) and not hasattr(reference[owner], name), name


def test_whoever_asks_without_need_is_answered(pair):
    m, d = pair
    assert getattr(m, "threadlock", 3) == 3 and not hasattr(d, "efc_diagA")
    assert copy.copy(m).nq == copy.deepcopy(d).model.nq == 1
    assert pickle.loads(pickle.dumps(d)).qpos.shape == (1,)

    class Mine(fd.MjData):
        pass

    assert "'ferrodyn.MjData' object has no attribute 'qposs'" in words(Mine(m), "qposs")


def test_submodules_are_imported_as_before():
    from ferrodyn import batch, rollout

    assert batch.Batch and rollout.rollout
    with pytest.raises(ImportError):
        from ferrodyn import no_such_thing  # noqa: F401
