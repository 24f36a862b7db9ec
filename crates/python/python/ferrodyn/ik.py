"""Kinematic chains, Jacobians and inverse kinematics.

A chain is the path between a body and a body or site of a model; it has coordinates of its own, one
after the other in the order of its joints::

    chain = ik.Chain(model, "attachment_site")
    solver = ik.Solver(chain)
    solution = solver.solve([0.3, 0.2, 0.5], [0, 1, 0, 0])
    if solution.converged:
        chain.scatter(solution.q, data.qpos)

A problem has tasks for several frames of a model at once, by weight or by strict priority::

    problem = ik.Problem(model)
    problem.add(ik.Position("left_hand", [0.3, 0.2, 0.9]))
    problem.add(ik.CenterOfMass([0, 0, 0], axes="xy"))
    problem.solve(data.qpos).qpos

The loops run in native code. Results depend on the arguments alone; those of a batch are, bit for
bit, those of single calls.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy import typing as npt

from ferrodyn import MjModel, _core
from ferrodyn._ik_problem import (
    CenterOfMass,
    Coupling,
    Limit,
    LookAt,
    Orientation,
    Pose,
    Position,
    Posture,
    Problem,
    Relative,
    Task,
    WholeSolution,
)

__all__ = [
    "SINGULAR",
    "CenterOfMass",
    "Chain",
    "Coupling",
    "Joint",
    "Limit",
    "LookAt",
    "Orientation",
    "Pose",
    "Position",
    "Posture",
    "Problem",
    "Relative",
    "Solution",
    "Solver",
    "Task",
    "WholeSolution",
    "convert_jacobian",
]

Floats = npt.NDArray[np.float64]
JacobianType = Literal["analytic", "geometric"]
Aim = Literal["pose", "position", "orientation"]

#: Targets of a batch between two looks at signals.
_BATCH = 4096

#: The smallest singular value below which a configuration usually counts as singular.
SINGULAR = 1e-6


class Joint(NamedTuple):
    """A joint of a chain."""

    name: str
    id: int
    #: First coordinate in the model's ``qpos``.
    qpos_address: int
    #: Number of coordinates.
    size: int
    #: Limits of a hinge or slide; of a ball, zero and the largest angle.
    range: tuple[float, float] | None


@dataclass(frozen=True)
class Solution:
    """Where a search ended."""

    #: Coordinates of the chain, within limits whatever the status.
    q: Floats
    status: Literal["converged", "unreachable", "limit-bound"]
    #: The limit in the way, if the status is ``"limit-bound"``.
    limit: Limit | None
    #: Distance to the target, in meters.
    position_error: float
    #: Angle to the target, in radians.
    rotation_error: float
    iterations: int
    restarts: int

    @property
    def converged(self) -> bool:
        """Whether the target is reached."""
        return self.status == "converged"


class Chain:
    """The joints between a body and a body or site, and nothing else of a model.

    Change the model and make the chain again: it is a copy of the model's constants.
    """

    def __init__(
        self, model: MjModel, end: str, base: str = "", *, unfused: MjModel | None = None
    ) -> None:
        """From body ``base`` (the world if empty) to the body or site ``end``.

        ``unfused`` is the same robot compiled with ``fusestatic="false"``: there the compiler has
        kept links such as ``tool0`` that it fused in ``model``, and ``end`` may be one of them.

        Raises ``ValueError`` if there is no such name, or no joint in between.
        """
        if not isinstance(model, MjModel):
            raise TypeError(f"model should be an MjModel, not {type(model).__name__}")
        self._native = _core._IkChain(model, end, base, unfused)

    @property
    def nq(self) -> int:
        """Number of coordinates."""
        return self._native.nq

    @property
    def nv(self) -> int:
        """Number of degrees of freedom: columns of the Jacobian."""
        return self._native.nv

    @property
    def joints(self) -> list[Joint]:
        """The joints in the order of coordinates."""
        rows: list[Any] = self._native.joints()
        return [Joint(row[0], row[1], row[2], row[3], None if row[4] is None else tuple(row[4])) for row in rows]

    @property
    def dof_addresses(self) -> npt.NDArray[np.intp]:
        """For each degree of freedom of the chain, that of the model."""
        return np.array(self._native.dof_addresses(), dtype=np.intp)

    @property
    def q0(self) -> Floats:
        """The coordinates where the model has its reference position."""
        return np.array(self._native.q0())

    @property
    def middle(self) -> Floats:
        """The coordinates in the middle of their ranges."""
        return np.array(self._native.middle())

    def within_limits(self, q: npt.ArrayLike) -> bool:
        """Whether all coordinates are within their limits."""
        return self._native.within_limits(q)

    def gather(self, qpos: npt.ArrayLike) -> Floats:
        """The coordinates of the chain in a ``qpos`` of the model."""
        return np.array(self._native.gather(qpos))

    def scatter(self, q: npt.ArrayLike, qpos: Floats) -> None:
        """Writes the coordinates of the chain into a ``qpos`` of the model; others stay."""
        values = np.asarray(q, dtype=np.float64)
        if values.shape != (self.nq,):
            raise TypeError(f"q should have shape ({self.nq},)")
        start = 0
        for joint in self.joints:
            to = slice(joint.qpos_address, joint.qpos_address + joint.size)
            qpos[to] = values[start : start + joint.size]
            start += joint.size

    def pose(self, q: npt.ArrayLike) -> tuple[Floats, Floats]:
        """Position and quaternion of the end, in the base."""
        pos, quat = self._native.pose(q)
        return np.array(pos), np.array(quat)

    def joint_frames(self, q: npt.ArrayLike) -> tuple[Floats, Floats]:
        """Axis and anchor of each degree of freedom, both nv x 3, in the base.

        From the world these are the model's ``xaxis`` and ``xanchor``, of a slide the place where its
        coordinate is 0. A ball has three axes, those of its body. Joints that the chain passes from
        child to parent have the opposite axis.
        """
        axes, anchors = self._native.joint_frames(q)
        return np.array(axes).reshape(self.nv, 3), np.array(anchors).reshape(self.nv, 3)

    def jacobian(self, q: npt.ArrayLike, kind: JacobianType = "analytic") -> Floats:
        """The Jacobian of the end, 6 x nv: linear velocity above angular velocity.

        ``"analytic"`` has both in the axes of the base, ``"geometric"`` in those of the end.
        """
        columns = self._native.jacobian(q, _is_geometric(kind))
        return np.array(columns).reshape(self.nv, 6).T

    def is_singular(self, q: npt.ArrayLike, threshold: float = SINGULAR) -> bool:
        """Whether the smallest singular value of the Jacobian lies below a threshold."""
        return self._native.is_singular(q, threshold)

    def manipulability(self, q: npt.ArrayLike) -> float:
        """The product of the singular values of the Jacobian."""
        return self._native.manipulability(q)

    def condition_number(self, q: npt.ArrayLike) -> float:
        """The largest singular value of the Jacobian over the smallest."""
        return self._native.condition_number(q)


class Solver:
    """Finds coordinates of a chain for poses of its end."""

    def __init__(
        self,
        chain: Chain,
        *,
        aim: Aim = "pose",
        position_tolerance: float = 1e-5,
        rotation_tolerance: float = 1e-5,
        restarts: int = 100,
        iterations: int = 60,
    ) -> None:
        """Tolerances are in meters and radians, ``iterations`` those of one attempt."""
        if not isinstance(chain, Chain):
            kind = type(chain).__name__
            raise TypeError(f"chain should be an ik.Chain, not {kind}: ik.Chain(model, end)")
        self.chain = chain
        self._native = _core._IkSolver(
            chain._native, aim, position_tolerance, rotation_tolerance, restarts, iterations
        )

    def solve(
        self,
        pos: npt.ArrayLike,
        quat: npt.ArrayLike = (1.0, 0.0, 0.0, 0.0),
        start: npt.ArrayLike | None = None,
    ) -> Solution:
        """Coordinates that bring the end to a pose, from ``start`` or the middle of all ranges."""
        q, outcome = self._native.solve(pos, quat, self.chain.middle if start is None else start)
        return _solution(np.array(q), outcome)

    def solve_batch(
        self, targets: npt.ArrayLike, starts: npt.ArrayLike | None = None
    ) -> list[Solution]:
        """Solutions for the rows of ``targets``, each ``x y z qw qx qy qz``, on all cores.

        ``starts`` has a row for each target, or is one start for all.
        """
        rows = np.asarray(targets, dtype=np.float64)
        if rows.ndim != 2 or rows.shape[1] != 7:
            raise TypeError("targets should have shape (n, 7)")
        start = np.asarray(self.chain.middle if starts is None else starts, dtype=np.float64)
        start = np.broadcast_to(start, (len(rows), self.chain.nq))
        solutions: list[Solution] = []
        # in parts, between which Ctrl-C is seen
        for part in range(0, len(rows), _BATCH):
            at = slice(part, part + _BATCH)
            q, outcomes = self._native.solve_batch(rows[at], np.ascontiguousarray(start[at]))
            found = np.array(q).reshape(-1, self.chain.nq)
            solutions += map(_solution, found, outcomes)
        return solutions


def convert_jacobian(
    jacobian: npt.ArrayLike, quat: npt.ArrayLike, source: JacobianType, target: JacobianType
) -> Floats:
    """A Jacobian in other axes, given the orientation of the end.

    Both kinds take the velocity at the end's origin, so that both halves are turned alike.
    """
    matrix = np.array(jacobian, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != 6:
        raise TypeError("jacobian should have 6 rows")
    if _is_geometric(source) == _is_geometric(target):
        return matrix
    rotation = np.zeros(9)
    unit = np.array(quat, dtype=np.float64)
    unit /= np.linalg.norm(unit)
    _core.mju_quat2Mat(rotation, unit)
    axes = rotation.reshape(3, 3)
    turn = axes.T if _is_geometric(target) else axes
    return np.vstack([turn @ matrix[:3], turn @ matrix[3:]])


def _is_geometric(kind: JacobianType) -> bool:
    if kind not in ("analytic", "geometric"):
        raise ValueError("kind should be 'analytic' or 'geometric'")
    return kind == "geometric"


def _solution(q: Floats, outcome: tuple[Any, ...]) -> Solution:
    status, limit, position, rotation, iterations, restarts = outcome
    limit = None if limit is None else Limit(*limit)
    return Solution(q, status, limit, position, rotation, iterations, restarts)
