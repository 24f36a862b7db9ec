"""Copies and pickles have the same content and memory of their own."""

import copy
import pickle

import ferrodyn
import pytest


def same(a, b):
    return a._to_bytes() == b._to_bytes()


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))])
def test_a_copied_model_is_equal_and_apart(ours, how):
    other = how(ours)
    assert same(other, ours)
    other.body_mass[0] = 11
    assert ours.body_mass[0] != 11


def test_copied_data_shares_or_copies_the_model(ours):
    data = ferrodyn.MjData(ours)
    data.qpos[0] = 0.25
    shallow, deep = copy.copy(data), copy.deepcopy(data)
    assert shallow.model is ours
    assert deep.model is not ours
    loaded = pickle.loads(pickle.dumps(data))
    for other in (shallow, deep, loaded):
        assert same(other, data)
        other.qpos[0] = 4
        assert data.qpos[0] == 0.25


def test_pickled_together_they_stay_together(ours):
    model, data = pickle.loads(pickle.dumps((ours, ferrodyn.MjData(ours))))
    assert data.model is model


def test_altered_bytes_raise(ours):
    bad = bytearray(ours._to_bytes())
    bad[len(bad) // 2] ^= 1
    with pytest.raises(ValueError, match="altered"):
        ferrodyn.MjModel._from_bytes(bytes(bad))
    data = ferrodyn.MjData(ours)._to_bytes()
    ours.body_mass[1] = 3
    with pytest.raises(ValueError, match="other content"):
        ferrodyn.MjData._from_bytes(ours, data)


def test_a_model_is_read_from_a_binary_file(ours, tmp_path):
    path = tmp_path / "model.bin"
    path.write_bytes(ours._to_bytes())
    assert same(ferrodyn.MjModel.from_binary_path(path), ours)
    with pytest.raises(ValueError, match="cannot read"):
        ferrodyn.MjModel.from_binary_path(tmp_path / "none.bin")
