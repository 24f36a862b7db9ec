"""How the constraint solver did, and what follows where it did not converge."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ferrodyn import _core

if TYPE_CHECKING:
    from ferrodyn import MjData, MjModel


class SolverSummary(NamedTuple):
    """How well the constraint solver did in the last step or ``mj_forward``."""

    iterations: int
    """Iterations, of all islands together and with those of the no-slip solver."""
    improvement: float
    """By how much the last iteration reduced the cost, in the units of ``opt.tolerance``."""
    residual: float
    """Norm of the gradient of the cost at ``qacc``, which is zero at the optimum; in the same units."""
    converged: bool
    """Whether the solver stopped because it was done and not because of ``opt.iterations``."""
    unconverged: int
    """How many solves since the data was reset did not converge."""
    fallbacks: int
    """After how many of the solves since then PGS went on, see ``set_solver_fallback``."""


def solver_summary(m: MjModel, d: MjData) -> SolverSummary:
    """How the constraint solver did; computes the residual on a copy of the data.

    No warning says that a solver has stopped at ``opt.iterations``, in MuJoCo neither: `converged` and
    `unconverged` do.
    """
    return SolverSummary(*_core._solver_summary(m, d))


def set_solver_fallback(d: MjData, on: bool) -> None:
    """Lets PGS go on where the solver CG has not converged within ``opt.iterations``; off by default.

    The answer that costs less is taken. The first time since a reset is told as a warning. Copies of the
    data have the setting too; data from a file has not.
    """
    _core._set_solver_fallback(d, bool(on))


SolverSummary.__module__ = solver_summary.__module__ = set_solver_fallback.__module__ = "ferrodyn"
__all__ = ["SolverSummary", "set_solver_fallback", "solver_summary"]
