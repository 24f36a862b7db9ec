"""Nonlinear least squares with bounds on the variables.

`least_squares` finds the ``x`` within its bounds at which ``norm(residual(x))`` is smallest, by the
Gauss-Newton method. Each step solves a quadratic problem with bounds (``mju_boxQP``) whose matrix
is made larger on the diagonal until the objective falls enough (Levenberg-Marquardt).

A residual is a function of several points at once: it takes an array of shape (n, k), whose columns
are the points, and returns their residuals as columns. All points of a finite difference are then
one call, which can run in parallel, say with `ferrodyn.rollout`.
"""

from __future__ import annotations

import abc
import dataclasses
import enum
import time
from collections.abc import Callable, Sequence
from typing import TextIO

import numpy as np
from numpy import typing as npt

from ferrodyn import mju_boxQP

__all__ = [
    "IterLog",
    "Norm",
    "Quadratic",
    "Status",
    "Verbosity",
    "check_jacobian",
    "check_norm",
    "jacobian_fd",
    "least_squares",
]

Floats = npt.NDArray[np.float64]
Residual = Callable[[Floats], Floats]

# the objective has to fall by at least this part of what the gradient promises
_SUFFICIENT = 1e-2
# derivatives agree if they differ by less than this part of their sum
_AGREEMENT = 1e-5


class Verbosity(enum.Enum):
    """How much is printed, and kept in the trace."""

    SILENT = 0
    FINAL = 1
    ITER = 2
    FULLITER = 3


class Status(enum.Enum):
    """Why the search ended."""

    FACTORIZATION_FAILED = enum.auto()
    NO_IMPROVEMENT = enum.auto()
    MAX_ITER = enum.auto()
    DX_TOL = enum.auto()
    G_TOL = enum.auto()


_REASON = {
    Status.FACTORIZATION_FAILED: "factorization failed.",
    Status.NO_IMPROVEMENT: "insufficient reduction.",
    Status.MAX_ITER: "maximum iterations reached.",
    Status.DX_TOL: "norm(dx) < tol.",
    Status.G_TOL: "norm(gradient) < tol.",
}


@dataclasses.dataclass(frozen=True)
class IterLog:
    """What one iteration did; the last entry of a trace is the result.

    Attributes:
        candidate: The point at the start of the iteration.
        objective: The objective at that point.
        reduction: How much the iteration lowers it.
        regularizer: What was added to the diagonal.
        residual: The residual at the point; this and what follows with ``Verbosity.FULLITER`` only.
        jacobian: Its Jacobian.
        grad: The gradient of the objective.
        step: The change of the point.
    """

    candidate: Floats
    objective: float
    reduction: float
    regularizer: float
    residual: Floats | None = None
    jacobian: Floats | None = None
    grad: Floats | None = None
    step: Floats | None = None


class Norm(abc.ABC):
    """A smooth convex function of a residual."""

    @abc.abstractmethod
    def value(self, r: Floats) -> float:
        """The norm of a residual, a column of shape (nr, 1)."""

    @abc.abstractmethod
    def grad_hess(self, r: Floats, proj: Floats) -> tuple[Floats, Floats]:
        """Gradient and Hessian at ``r`` along the columns of ``proj``, shape (nr, nx).

        With gradient g and Hessian H of the norm, these are ``proj.T @ g`` and
        ``proj.T @ H @ proj``. H may be large while the product is small, so a norm computes it as
        suits its structure.
        """


class Quadratic(Norm):
    """Half of the sum of squares."""

    def value(self, r: Floats) -> float:
        """Half of the sum of squares of ``r``."""
        return 0.5 * (r.T @ r).item()

    def grad_hess(self, r: Floats, proj: Floats) -> tuple[Floats, Floats]:
        """``proj.T @ r`` and ``proj.T @ proj``: the Hessian is the identity."""
        return proj.T @ r, proj.T @ proj


def least_squares(
    x0: Floats,
    residual: Residual,
    bounds: Sequence[Floats] | None = None,
    jacobian: Callable[[Floats, Floats], Floats] | None = None,
    norm: Norm = Quadratic(),  # noqa: B008
    eps: float = np.finfo(np.float64).eps ** 0.5,
    mu_min: float = 1e-6,
    mu_max: float = 1e8,
    mu_factor: float = 10.0**0.1,
    xtol: float = 1e-8,
    gtol: float = 1e-8,
    max_iter: int = 100,
    verbose: Verbosity | int = Verbosity.ITER,
    output: TextIO | None = None,
    iter_callback: Callable[[list[IterLog]], None] | None = None,
    check_derivatives: bool = False,
) -> tuple[Floats, list[IterLog]]:
    """Finds where the norm of a residual is smallest.

    Args:
        x0: Where to start.
        residual: Residuals of one or more points: (n, k) to (nr, k).
        bounds: Lower and upper bounds of the variables, if any.
        jacobian: The Jacobian (nr, n) at a point, given the residual there; finite differences of
            ``residual`` by default.
        norm: What to minimize of the residual; half of the sum of squares by default.
        eps: Step of finite differences, relative to variables larger than 1.
        mu_min: The smallest regularizer that is not 0.
        mu_max: The largest regularizer.
        mu_factor: By how much the regularizer grows and shrinks.
        xtol: Ends when a step is shorter, relative to the point.
        gtol: Ends when the gradient is shorter.
        max_iter: Ends after so many iterations.
        verbose: How much to print, and to keep in the trace.
        output: Where to print; standard output by default.
        iter_callback: Called with the trace after each iteration.
        check_derivatives: Whether to compare Jacobian and norm with finite differences first.

    Returns:
        The best point, in the shape of ``x0``, and the trace of all iterations.
    """
    if mu_factor <= 1:
        raise ValueError("mu_factor must be > 1.")
    x = np.array(x0, dtype=np.float64).reshape(-1, 1)
    limits = _checked_bounds(bounds, x.size)
    if limits is not None:
        np.clip(x, *limits, out=x)
    if not np.all(np.isfinite(x)):
        raise ValueError("x0 must be finite.")

    search = _Search(residual, jacobian, norm, limits, np.float64(eps), output)
    search.verbose = Verbosity(verbose).value
    search.damping = _Damping(mu_min, mu_max, mu_factor)
    search.callback = iter_callback
    search.start(x)
    search.run(max_iter, xtol, gtol, check_derivatives)
    search.finish()
    return search.x.reshape(x0.shape), search.trace


def _checked_bounds(bounds: Sequence[Floats] | None, n: int) -> list[Floats] | None:
    """The bounds as columns; `ValueError` if they are none."""
    if bounds is None:
        return None
    if len(bounds) != 2:
        raise ValueError("bounds must have 2 elements.")
    lower, upper = bounds
    if lower.size != n or upper.size != n:
        raise ValueError("bounds must have the same size as x0.")
    if not (np.all(np.isfinite(lower)) and np.all(np.isfinite(upper))):
        raise ValueError("bounds must be finite.")
    if not np.all(lower < upper):
        raise ValueError("bounds[0] must be smaller than bounds[1].")
    return [lower.reshape(n, 1), upper.reshape(n, 1)]


class _Damping:
    """The regularizer: grows by a factor, shrinks the faster the longer it does."""

    def __init__(self, smallest: float, largest: float, factor: float) -> None:
        self.smallest, self.largest, self.factor = smallest, largest, factor
        self.mu: float = np.float64(0.0)
        self._shrunk = 0

    def grow(self) -> bool:
        """Makes it larger; false if it is at its largest."""
        if self.mu >= self.largest:
            return False
        self.enlarge()
        return True

    def enlarge(self) -> None:
        """Makes it larger."""
        self.mu = max(self.smallest, self.factor * self.mu)
        self._shrunk = 0

    def shrink(self) -> None:
        """Makes it smaller, each time in a row by the square of the factor before."""
        smaller = self.mu * (1 / self.factor) ** (2**self._shrunk)
        self.mu = 0.0 if smaller < self.smallest else smaller
        self._shrunk += 1


class _Clock:
    """Counts calls and the time they take."""

    def __init__(self) -> None:
        self.calls, self.seconds = 0, 0.0

    def __call__(self, function: Callable[..., Floats], *arguments: Floats) -> Floats:
        start = time.time()
        result = function(*arguments)
        self.seconds += time.time() - start
        return result


class _Search:
    """The state of a search."""

    verbose: int
    damping: _Damping
    callback: Callable[[list[IterLog]], None] | None

    def __init__(
        self,
        residual: Residual,
        jacobian: Callable[[Floats, Floats], Floats] | None,
        norm: Norm,
        bounds: list[Floats] | None,
        eps: np.float64,
        output: TextIO | None,
    ) -> None:
        self._residual, self._jacobian, self._norm = residual, jacobian, norm
        self._bounds, self._eps, self._output = bounds, eps, output
        self._residuals, self._jacobians = _Clock(), _Clock()
        self._start = time.time()
        self._status, self._iterations = Status.MAX_ITER, 0
        self._idle: list[int] = []
        self.trace: list[IterLog] = []

    def start(self, x: Floats) -> None:
        """Sets the first point."""
        self.x, self._r = x, self._residual_at(x)
        if self._r.dtype != np.float64:
            raise ValueError("residual function must return float64 arrays.")
        n = x.size
        self._dx, self._memory = np.zeros((n, 1)), np.zeros((n, n + 7))

    def run(self, max_iter: int, xtol: float, gtol: float, check_derivatives: bool) -> None:
        """Iterates until there is a reason to end."""
        for self._iterations in range(max_iter):
            if self._status != Status.MAX_ITER:
                return
            y = self._norm.value(self._r)
            jac = self._jacobian_here()
            if check_derivatives and self._iterations == 0:
                self._check_derivatives(jac)
            grad, hess = self._norm.grad_hess(self._r, jac)
            if self._iterations == 0:
                self._name_idle(jac)
            if self._is_flat(grad, gtol):
                self._status = Status.G_TOL
                return
            found = self._lower_point(y, grad, hess)
            if found is None:
                return

            x_new, r_new, reduction = found
            dx = self._dx
            expected = -(grad.T @ dx + 0.5 * dx.T @ hess @ dx).item()
            ratio = self._ratio(reduction, expected)
            length = float(np.linalg.norm(dx))
            self._report(y, reduction, ratio, length)
            self._log(y, reduction, jac, grad, dx.copy())
            if length < xtol * (xtol + np.linalg.norm(self.x)):
                self._status = Status.DX_TOL
                return

            # trust the model more where it foretells the objective, less where it does not
            if ratio > 0.75:
                self.damping.shrink()
            elif ratio < 0.25:
                self.damping.enlarge()
            self.x, self._r = x_new, r_new

    def finish(self) -> None:
        """Logs and prints the result."""
        y = self._norm.value(self._r)
        jac = grad = None
        if self.verbose >= Verbosity.FULLITER.value:
            jac = self._jacobian_here()
            grad, _ = self._norm.grad_hess(self._r, jac)
        self._log(y, np.float64(0.0), jac, grad, None)
        if self.verbose > Verbosity.SILENT.value:
            self._summary(y)

    def _residual_at(self, x: Floats) -> Floats:
        self._residuals.calls += 1
        return self._residuals(self._residual, x)

    def _jacobian_here(self) -> Floats:
        if self._jacobian is not None:
            self._jacobians.calls += 1
            return self._jacobians(self._jacobian, self.x, self._r)

        def differences(x: Floats, r: Floats) -> Floats:
            calls = self._residuals.calls
            jac, calls = jacobian_fd(self._residual, x, r, self._eps, calls, self._bounds)
            self._residuals.calls = calls
            return jac

        return self._residuals(differences, self.x, self._r)

    def _name_idle(self, jac: Floats) -> None:
        """Says which variables the residual does not react to: a search cannot find them."""
        self._idle = np.flatnonzero(~jac.any(axis=0)).tolist()
        if not self._idle or self.verbose == Verbosity.SILENT.value:
            return
        if len(self._idle) == self.x.size:
            self._print("The residual does not change with x.")
        else:
            names = ", ".join(f"x[{i}]" for i in self._idle)
            self._print(f"The residual does not change with {names}.")

    def _check_derivatives(self, jac: Floats) -> None:
        if self._jacobian is not None:
            calls = self._residuals.calls
            self._residuals.calls = check_jacobian(
                self._residual, self.x, self._r, jac, self._eps, calls, self._bounds, self._output
            )
        if not isinstance(self._norm, Quadratic):
            check_norm(self._r, self._norm, self._eps, self._output)

    def _is_flat(self, grad: Floats, gtol: float) -> bool:
        """Whether the gradient vanishes along the directions that the bounds leave."""
        if self._bounds is not None:
            lower, upper = self._bounds
            held = ((self.x == lower) & (grad > 0)) | ((self.x == upper) & (grad < 0))
            grad = grad[~held]
        length = np.linalg.norm(grad)
        if length == 0 and not self._idle:
            self._print("Zero gradient norm: exact minimum found?")
        return bool(length <= gtol)

    def _lower_point(
        self, y: float, grad: Floats, hess: Floats
    ) -> tuple[Floats, Floats, float] | None:
        """A point where the objective is lower by enough, its residual, and by how much.

        The regularizer grows until there is one; `None` if it cannot grow further.
        """
        while True:
            if not self._solve(grad, hess):
                self._status = Status.FACTORIZATION_FAILED
                return None
            x = self.x + self._dx
            r = self._residual_at(x)
            reduction = y - self._norm.value(r)
            if reduction + _SUFFICIENT * (grad.T @ self._dx).item() >= 0:
                return x, r, reduction
            if not self.damping.grow():
                self._status = Status.NO_IMPROVEMENT
                return None

    def _solve(self, grad: Floats, hess: Floats) -> bool:
        """Finds the step of the regularized problem; false if no regularizer makes it solvable."""
        lower = upper = None
        if self._bounds is not None:
            lower, upper = (bound - self.x for bound in self._bounds)
        identity = np.eye(self.x.size)
        while True:
            matrix = hess + self.damping.mu * identity
            if mju_boxQP(self._dx, self._memory, None, matrix, grad, lower, upper) >= 0:
                return True
            if not self.damping.grow():
                return False

    def _ratio(self, reduction: float, expected: float) -> float:
        """Reduction of the objective relative to that of its quadratic model."""
        if expected > 0:
            return reduction / expected
        if self.verbose > Verbosity.SILENT.value:
            if expected == 0:
                self._print("Zero expected reduction: exact minimum found?")
            elif expected < 0:
                self._print("Negative expected reduction: should not occur.")
        return 0.0

    def _log(
        self,
        y: float,
        reduction: float,
        jac: Floats | None,
        grad: Floats | None,
        step: Floats | None,
    ) -> None:
        log = IterLog(self.x, y, reduction, self.damping.mu)
        if self.verbose >= Verbosity.FULLITER.value:
            log = dataclasses.replace(log, residual=self._r, jacobian=jac, grad=grad, step=step)
        self.trace.append(log)
        if self.callback is not None:
            self.callback(self.trace)

    def _report(self, y: float, reduction: float, ratio: float, length: float) -> None:
        if self.verbose < Verbosity.ITER.value:
            return
        mu = self.damping.mu
        columns = [
            f"iter: {self._iterations:<3d}",
            f"y: {y:<9.4g}",
            f"log10mu: {np.log10(mu) if mu > 0 else -np.inf:>4.1f}",
            f"ratio: {ratio:<7.2g}",
            f"dx: {length:<7.2g}",
            f"reduction: {reduction:<7.2g}",
        ]
        self._print("  ".join(columns))

    def _summary(self, y: float) -> None:
        counts = [f"y: {y:<.4g}", f"Residual evals: {self._residuals.calls:d}"]
        if self._jacobians.calls > 0:
            counts.append(f"Jacobian evals: {self._jacobians.calls:d}")
        reason = _REASON[self._status]
        self._print(f"Terminated after {self._iterations} iterations: {reason} {', '.join(counts)}")

        total = time.time() - self._start
        if total > 0:
            duration = f"{total:<.1f}s" if total > 1 else f"{1000 * total:<.1f}ms"
            shares = f"residual {100 * self._residuals.seconds / total:<.1f}%"
            if self._jacobians.seconds > 0:
                shares += f" Jacobian {100 * self._jacobians.seconds / total:<.1f}%"
            self._print(f"total time {duration} of which {shares}")

    def _print(self, text: str) -> None:
        print(text, file=self._output)


def jacobian_fd(
    residual: Residual,
    x: Floats,
    r: Floats,
    eps: np.float64,
    n_res: int,
    bounds: Sequence[Floats] | None = None,
) -> tuple[Floats, int]:
    """The Jacobian of a residual by finite differences, within the bounds.

    Args:
        residual: Residuals of several points.
        x: The point, a column.
        r: The residual there.
        eps: Step, relative to variables larger than 1.
        n_res: How often the residual was evaluated before.
        bounds: Lower and upper bounds, if any.

    Returns:
        The Jacobian, and how often the residual was evaluated after.
    """
    if bounds is None:
        steps = np.full((x.size, 1), eps)
    else:
        # away from the nearer bound
        middle = 0.5 * (bounds[1] - bounds[0])
        steps = np.where(x > middle, -eps, eps)
    steps = steps * np.maximum(1.0, np.abs(x))
    # the steps that the points really take
    steps = (steps + x) - x
    moved = residual(x + np.diag(steps.ravel()))
    return (moved - r) / steps.T, n_res + x.size


def check_jacobian(
    residual: Residual,
    x: Floats,
    r: Floats,
    jac: Floats,
    eps: np.float64,
    n_res: int,
    bounds: Sequence[Floats] | None = None,
    output: TextIO | None = None,
    name: str | None = "Jacobian",
) -> int:
    """Compares a Jacobian with finite differences.

    Arguments are those of `jacobian_fd`, the Jacobian, where to print and what to call it.

    Returns:
        How often the residual was evaluated.

    Raises:
        ValueError: if they differ.
    """
    differences, n_res = jacobian_fd(residual, x, r, eps, n_res, bounds)
    size = np.abs(jac).sum() + np.abs(differences).sum() + 1e-8
    if np.any(np.abs(jac - differences) / size > _AGREEMENT):
        raise ValueError(
            f"User-provided {name} does not match finite-differences "
            f"to a relative tolerance of {_AGREEMENT:.0e}."
        )
    print(f"User-provided {name} matches finite-differences.", file=output)
    return n_res


def check_norm(r: Floats, norm: Norm, eps: np.float64, output: TextIO | None = None) -> None:
    """Compares gradient and Hessian of a norm at a residual with finite differences.

    Raises:
        ValueError: if they differ, or the Hessian is not symmetric and positive definite.
    """
    identity = np.eye(r.size)
    grad, hess = norm.grad_hess(r, identity)
    if not np.allclose(hess, hess.T):
        raise ValueError("User-provided norm Hessian is not symmetric.")
    smallest = np.min(np.linalg.eigvals(hess))
    if smallest < 0:
        raise ValueError(
            "User-provided norm Hessian is not positive definite. "
            f"Minimum eigenvalue is {smallest:<.4g}"
        )

    def columns(points: Floats) -> list[Floats]:
        return [points[:, i : i + 1] for i in range(points.shape[1])]

    def values(points: Floats) -> Floats:
        return np.hstack([np.atleast_2d(norm.value(p)) for p in columns(points)])

    def gradients(points: Floats) -> Floats:
        return np.hstack([norm.grad_hess(p, identity)[0] for p in columns(points)])

    value = np.atleast_2d(norm.value(r))
    check_jacobian(values, r, value, grad.T, eps, 0, None, output, "norm gradient")
    check_jacobian(gradients, r, grad, hess, eps, 0, None, output, "norm Hessian")
