"""Nonlinear least squares: the same iterations, to the last bit, as the reference package."""

import io
import itertools

import numpy as np
import pytest
from ferrodyn import minimize


def rosenbrock(x):
    return np.stack([1 - x[0, :], 10 * (x[1, :] - x[0, :] ** 2)])


def chain(x):
    """The same in as many dimensions as there are variables."""
    n = len(x) - 1
    return np.concatenate([1 - x[:n], 10 * (x[:n] - x[1:] ** 2)])


class SoftL1(minimize.Norm):
    def value(self, r):
        return np.sum(np.sqrt(r**2 + 1) - 1)

    def grad_hess(self, r, proj):
        s = np.sqrt(r**2 + 1)
        return proj.T @ (r / s), proj.T @ ((1 - (r / s) ** 2) / s * proj)


def lines(text):
    """What was printed, without times."""
    return [line for line in text.getvalue().split("\n") if not line.startswith("total time")]


@pytest.mark.parametrize("verbose", range(4))
@pytest.mark.parametrize("bounds", [None, (-2.0, 0.5), (-2.0, 2.0), (-0.3, 0.0)])
@pytest.mark.parametrize(("residual", "n"), [(rosenbrock, 2), (chain, 7), (chain, 20)])
def test_iterations_are_those_of_the_reference(residual, n, bounds, verbose):
    reference = pytest.importorskip("mujoco.minimize")
    box = None if bounds is None else [np.full(n, bound) for bound in bounds]
    results = []
    for module in (minimize, reference):
        text = io.StringIO()
        x, trace = module.least_squares(
            np.full(n, -0.1), residual, bounds=box, verbose=verbose, output=text
        )
        results.append((x, trace, lines(text)))
    (x, trace, text), (expected_x, expected_trace, expected_text) = results
    np.testing.assert_array_equal(x, expected_x)
    assert text == expected_text
    assert len(trace) == len(expected_trace)
    for log, expected in zip(trace, expected_trace, strict=True):
        for name in ("candidate", "objective", "reduction", "regularizer", "residual", "jacobian"):
            np.testing.assert_array_equal(getattr(log, name), getattr(expected, name), name)


def test_a_norm_of_the_user_is_used_and_checked():
    text = io.StringIO()
    x, trace = minimize.least_squares(
        np.zeros(2), rosenbrock, norm=SoftL1(), output=text, check_derivatives=True
    )
    np.testing.assert_allclose(x, [1, 1], atol=1e-5)
    assert trace[-1].objective < 1e-10
    assert "User-provided norm gradient matches" in text.getvalue()
    assert "User-provided norm Hessian matches" in text.getvalue()


def test_a_wrong_jacobian_is_found():
    def wrong(x, r):
        return np.array([[-1.0, 0.0], [-20 * x[0, 0], 15.0]])

    with pytest.raises(ValueError, match="Jacobian does not match"):
        minimize.least_squares(
            np.zeros(2), rosenbrock, jacobian=wrong, check_derivatives=True, verbose=0
        )


def test_each_log_keeps_the_step_of_its_iteration():
    _, trace = minimize.least_squares(
        np.zeros(2), rosenbrock, verbose=minimize.Verbosity.FULLITER, output=io.StringIO()
    )
    for log, following in itertools.pairwise(trace[:-1]):
        np.testing.assert_array_equal(log.candidate + log.step, following.candidate)


def test_finite_differences_are_one_call_of_the_residual():
    calls = []

    def residual(x):
        calls.append(x.shape)
        return rosenbrock(x)

    x = np.array([[0.5], [2.0]])
    jac, evaluations = minimize.jacobian_fd(residual, x, rosenbrock(x), 1e-7, 3)
    assert (calls, evaluations) == ([(2, 2)], 5)
    np.testing.assert_allclose(jac, [[-1, 0], [-10, 10]], atol=1e-5)


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        ([np.zeros(2)], "2 elements"),
        ([np.zeros(3), np.ones(3)], "same size as x0"),
        ([np.zeros(2), np.array([1, np.inf])], "finite"),
        ([np.ones(2), np.ones(2)], "smaller than"),
    ],
)
def test_bounds_that_are_none_are_refused(bounds, message):
    with pytest.raises(ValueError, match=message):
        minimize.least_squares(np.zeros(2), rosenbrock, bounds=bounds, verbose=0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"x0": np.array([np.nan, 0.0])}, "x0 must be finite"),
        ({"mu_factor": 1.0}, "mu_factor"),
        ({"residual": lambda x: x.astype(np.float32)}, "float64"),
        ({"verbose": 7}, "not a valid Verbosity"),
    ],
)
def test_arguments_are_checked(arguments, message):
    arguments = {"x0": np.zeros(2), "residual": rosenbrock, "verbose": 0} | arguments
    with pytest.raises(ValueError, match=message):
        minimize.least_squares(**arguments)


def test_variables_that_the_residual_does_not_react_to_are_named():
    def said(residual, n):
        text = io.StringIO()
        x, _ = minimize.least_squares(np.full(n, 0.3), residual, output=text)
        return x, text.getvalue()

    # a model is written with numbers cut to a few digits, and does not notice small steps
    x, text = said(lambda x: np.round(x, 3) + 24.6, 2)
    np.testing.assert_array_equal(x, [0.3, 0.3])
    assert "The residual does not change with x.\n" in text
    assert "exact minimum" not in text

    x, text = said(lambda x: np.stack([x[0] - 1, 2 * x[0] - x[2]]), 4)
    np.testing.assert_allclose(x, [1, 0.3, 2, 0.3], atol=1e-6)
    assert text.count("The residual does not change with x[1], x[3].") == 1
    _, text = said(rosenbrock, 2)
    assert "does not change" not in text
