"""Errors of single fields."""

import numpy as np
import pytest

from conformance import tolerances
from conformance.compare import Comparison, largest_error, same_numbers
from conformance.sensitivity import own_error
from conformance.states import get_state


def compared(reference, got, tolerance=tolerances.SMOOTH):
    comparison = Comparison()
    comparison.field("field", reference, got, tolerance)
    return comparison


def test_an_error_is_relative_to_the_largest_entry():
    reference = np.array([[0.0, 1000.0], [1.0, 0.0]])
    got = reference.copy()
    got[1, 0] += 1e-7
    error, place = largest_error(reference, got, 1.0)
    assert error == pytest.approx(1e-10) and place == 2


def test_entries_that_are_not_finite_must_be_the_same():
    finite, nan, inf = 1.0, float("nan"), float("inf")
    for a in (finite, nan, inf, -inf):
        for b in (finite, nan, inf, -inf):
            same = a == b or (a != a and b != b)
            assert (compared(np.array([a]), np.array([b])).first is None) == same, (a, b)


def test_an_infinite_entry_does_not_hide_the_others():
    assert compared(np.array([float("inf"), 1.0]), np.array([float("inf"), 1.1])).first.index == (1,)


def test_whole_numbers_must_be_equal_whatever_the_tolerance():
    reference = np.array([10**6, 2])
    assert compared(reference, np.array([10**6, 3]), tolerances.AUTHORED).first is not None
    assert compared(reference, reference.copy()).first is None


def test_shapes_texts_and_absent_fields_are_named():
    assert "shape (2,)" in str(compared(np.zeros(2), np.zeros(3)).first)
    first = compared(b"world\0arm\0", b"world\0leg\0").first
    assert first.index == (6,) and "arm" in first.reference and "leg" in first.got
    assert "not there" in str(compared(np.zeros(2), None).first)


def test_the_first_difference_is_kept_and_the_largest_error():
    comparison = Comparison()
    for name, off in (("early", 1e-6), ("late", 1.0), ("early", 1e-3)):
        comparison.field(name, np.ones(1), np.full(1, 1 + off), tolerances.SMOOTH, "here")
    assert comparison.first.field == "early" and comparison.first.error == pytest.approx(1e-6)
    assert comparison.errors == {"early": pytest.approx(1e-3), "late": pytest.approx(1.0)}


def test_no_tolerance_is_laxer_than_the_one_before_it():
    limits = [kind.limit for kind in tolerances.ALL]
    assert limits == sorted(limits) and limits[-1] <= 1e-5
    assert all(kind.floor <= 1.0 for kind in tolerances.ALL)


def test_equal_arrays_are_equal_in_every_piece():
    for size in (0, 1, 9, 10, 11):
        whole = np.arange(size)
        assert same_numbers(whole, whole.copy(), piece=5)
        for place in range(size):
            other = whole.copy()
            other[place] += 1
            assert not same_numbers(whole, other, piece=5)


@pytest.mark.parametrize(("amplify", "expected"), [(1.0, 1e-15), (1e16, 1.0)])
def test_how_far_mujoco_is_from_itself_tells_rounding_from_mistakes(arm, amplify, expected):
    mujoco = pytest.importorskip("mujoco")
    model = mujoco.MjModel.from_xml_path(arm().path)
    data = mujoco.MjData(model)
    state = get_state(mujoco, model, data)

    def advance(engine, model, data):
        data.qacc[0] = np.sin(amplify * data.qpos[0])

    advance(mujoco, model, data)
    assert expected / 20 < own_error(mujoco, model, state, advance, "qacc", data) < 20 * expected
