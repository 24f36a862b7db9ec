"""The comparison of environments: what counts as an error, and what is set aside."""

import numpy as np
import pytest

from tools.ecosystem import environments


def step(value, reward=0.0, ends=(False, False)):
    return {"seen": np.array([1.0, value])}, reward, ends, None


def test_errors_are_relative_above_one_and_absolute_below():
    assert environments.error([100.0], [101.0]) == 0.01
    assert environments.error([0.001], [0.002]) == 0.001


@pytest.mark.parametrize("ours", [[1.0], [1.0, np.nan], [1.0, np.inf]])
def test_other_shapes_and_what_is_not_a_number_are_infinite_errors(ours):
    assert environments.error([1.0, 2.0], ours) == np.inf


def test_what_is_not_a_number_on_both_sides_is_no_error():
    assert environments.error([1.0, np.nan, np.inf], [1.0, np.nan, np.inf]) == 0.0


def test_the_largest_error_fails_and_is_named():
    errors = environments.Errors()
    errors.add(step(0.0), step(1e-9))
    assert errors.passed()
    errors.add(step(0.0), step(1e-5))
    assert not errors.passed()
    assert (errors.observation, errors.where) == (1e-5, "seen")


@pytest.mark.parametrize("ours", [step(0.0, reward=0.1), step(0.0, ends=(True, False))])
def test_reward_and_the_end_of_an_episode_are_compared(ours):
    errors = environments.Errors()
    errors.add(step(0.0), ours)
    assert not errors.passed()


def test_only_an_unsteady_step_is_set_aside():
    errors = environments.Errors()
    errors.add(step(0.0), step(0.1), rounding=lambda: 0.02)
    assert errors.passed()
    assert (errors.unsteady, errors.set_aside) == (1, 0.1)
    errors.add(step(0.0), step(0.1), rounding=lambda: 0.002)
    assert not errors.passed()


def test_a_small_error_is_not_asked_about():
    def ask():
        raise AssertionError

    environments.Errors().add(step(0.0), step(1e-9), rounding=ask)
