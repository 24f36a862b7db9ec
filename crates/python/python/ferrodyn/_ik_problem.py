"""Inverse kinematics of whole models: several tasks at once, by weight or by strict priority."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy import typing as npt

from ferrodyn import MjModel, _core

Floats = npt.NDArray[np.float64]


class Limit(NamedTuple):
    """One end of the range of a joint."""

    joint: int
    side: Literal["lower", "upper"]


@dataclass(frozen=True)
class Position:
    """The origin of a body or site is at a point."""

    frame: str
    target: npt.ArrayLike

    def _parts(self) -> tuple:
        return "position", [self.frame], _row(3, target=self.target)


@dataclass(frozen=True)
class Orientation:
    """A body or site has an orientation."""

    frame: str
    #: A quaternion.
    target: npt.ArrayLike

    def _parts(self) -> tuple:
        return "orientation", [self.frame], _row(4, target=self.target)


@dataclass(frozen=True)
class Pose:
    """A body or site is at a pose."""

    frame: str
    pos: npt.ArrayLike
    quat: npt.ArrayLike = (1.0, 0.0, 0.0, 0.0)

    def _parts(self) -> tuple:
        return "pose", [self.frame], [*_row(3, pos=self.pos), *_row(4, quat=self.quat)]


@dataclass(frozen=True)
class Relative:
    """A body or site is at a pose of another one."""

    frame: str
    base: str
    pos: npt.ArrayLike
    quat: npt.ArrayLike = (1.0, 0.0, 0.0, 0.0)

    def _parts(self) -> tuple:
        numbers = [*_row(3, pos=self.pos), *_row(4, quat=self.quat)]
        return "relative", [self.frame, self.base], numbers


@dataclass(frozen=True)
class Posture:
    """All joints but free ones are as in a ``qpos``."""

    target: npt.ArrayLike

    def _parts(self) -> tuple:
        return "posture", [], np.asarray(self.target, dtype=np.float64)


@dataclass(frozen=True)
class CenterOfMass:
    """The center of mass of a body and all below it, or of everything, is at a point."""

    target: npt.ArrayLike
    #: Which coordinates count: ``"xy"`` keeps it over a place.
    axes: str = "xyz"
    body: str = ""

    def _parts(self) -> tuple:
        if not self.axes or set(self.axes) - set("xyz"):
            raise ValueError('axes should be some of "xyz"')
        axes = [float(axis in self.axes) for axis in "xyz"]
        return "center of mass", [self.body] * bool(self.body), [*_row(3, target=self.target), *axes]


@dataclass(frozen=True)
class LookAt:
    """An axis of a body or site points at a point."""

    frame: str
    target: npt.ArrayLike
    axis: npt.ArrayLike = (1.0, 0.0, 0.0)

    def _parts(self) -> tuple:
        return "look at", [self.frame], [*_row(3, target=self.target), *_row(3, axis=self.axis)]


@dataclass(frozen=True)
class Coupling:
    """A weighted sum of hinges and slides has a value."""

    #: Factors by name of joint.
    terms: Mapping[str, float]
    value: float = 0.0

    def _parts(self) -> tuple:
        return "coupling", list(self.terms), [*map(float, self.terms.values()), float(self.value)]


Task = Position | Orientation | Pose | Relative | Posture | CenterOfMass | LookAt | Coupling


@dataclass(frozen=True)
class WholeSolution:
    """Where a search for a whole model ended."""

    #: Hinges and slides are within their limits, whatever the status.
    qpos: Floats
    status: Literal["converged", "unreachable", "limit-bound"]
    #: The limit in the way, if the status is ``"limit-bound"``.
    limit: Limit | None
    #: Largest error of a task of the first priority: meters, radians or the unit of a coupling.
    task_error: float
    #: Largest error of the model's equality constraints.
    equality_error: float
    iterations: int

    @property
    def converged(self) -> bool:
        """Whether all tasks of the first priority are fulfilled."""
        return self.status == "converged"


class Problem:
    """Tasks for a whole model.

    ::

        problem = ik.Problem(model)
        hand = problem.add(ik.Position("hand", [0.4, 0.1, 0.9]))
        problem.add(ik.CenterOfMass([0, 0, 0], axes="xy"))
        problem.add(ik.Posture(model.qpos0), weight=1e-3, priority=1)
        solution = problem.solve(data.qpos)

    Limits of joints and speeds, distances that are kept and the model's equality constraints come
    before all tasks.
    """

    def __init__(
        self,
        model: MjModel,
        *,
        tolerance: float = 1e-4,
        iterations: int = 200,
        restarts: int = 8,
        damping: float = 1e-6,
    ) -> None:
        """``tolerance`` is the largest error of the tasks of the first priority, ``restarts`` how
        often the search begins again elsewhere; more ``damping`` makes steps shorter where
        directions are nearly lost."""
        self.model = model
        self._native = _core._IkProblem(model, tolerance, iterations, restarts, damping)

    def add(self, task: Task, weight: float = 1.0, priority: int = 0) -> int:
        """Adds a task and returns its index.

        Lower priority numbers come first, strictly; weights decide among tasks of the same one.
        """
        return self._native.set(self.model, *task._parts(), weight, priority)

    def set(self, index: int, task: Task) -> None:
        """Replaces a task, for example by one with another target; weight and priority stay."""
        self._native.set(self.model, *task._parts(), 1.0, 0, index)

    def limit_speed(self, speed: npt.ArrayLike) -> None:
        """Largest speed of each degree of freedom, for ``velocity``; one number is for all."""
        self._native.limit_speed(np.broadcast_to(np.asarray(speed, np.float64), (self.model.nv,)))

    def keep_apart(self, geom1: str, geom2: str, distance: float) -> None:
        """Keeps two geoms a distance apart."""
        self._native.keep_apart(self.model, [geom1, geom2], distance)

    def solve(self, qpos: npt.ArrayLike) -> WholeSolution:
        """Moves ``qpos`` until the tasks are fulfilled, or nothing brings them nearer."""
        found, (status, limit, *errors) = self._native.solve(self.model, qpos)
        limit = None if limit is None else Limit(*limit)
        return WholeSolution(np.array(found), status, limit, *errors)

    def velocity(self, qpos: npt.ArrayLike, dt: float) -> Floats:
        """The velocities that bring the tasks nearest to their targets within ``dt``, for control
        loops: ``mj_integratePos`` with them stays within limits of joints and speeds."""
        return np.array(self._native.velocity(self.model, qpos, dt))


def _row(length: int, **argument: npt.ArrayLike) -> Floats:
    """The numbers of an argument, if they are as many."""
    ((name, given),) = argument.items()
    row = np.asarray(given, dtype=np.float64)
    if row.shape != (length,):
        raise TypeError(f"{name} should have shape ({length},), got {row.shape}")
    return row
