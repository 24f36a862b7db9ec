"""Inverse kinematics of whole models: several tasks at once, by weight or by strict priority."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy import typing as npt

from ferrodyn import MjModel, _core, mj_id2name, mj_name2id, mjtObj
from ferrodyn._mujoco.named import _View

Floats = npt.NDArray[np.float64]

#: Names of geoms or bodies, ids of geoms, views of either, or lists of these.
Geoms: TypeAlias = "str | int | Any | Sequence[Geoms]"


class Limit(NamedTuple):
    """One end of the range of a joint."""

    joint: int
    side: Literal["lower", "upper"]


@dataclass(frozen=True)
class Position:
    """The origin of a body or site is at a point."""

    frame: str
    target: npt.ArrayLike

    def _parts(self) -> tuple[Any, ...]:
        return "position", [self.frame], _row(3, target=self.target)


@dataclass(frozen=True)
class Orientation:
    """A body or site has an orientation."""

    frame: str
    #: A quaternion.
    target: npt.ArrayLike

    def _parts(self) -> tuple[Any, ...]:
        return "orientation", [self.frame], _row(4, target=self.target)


@dataclass(frozen=True)
class Pose:
    """A body or site is at a pose."""

    frame: str
    pos: npt.ArrayLike
    quat: npt.ArrayLike = (1.0, 0.0, 0.0, 0.0)

    def _parts(self) -> tuple[Any, ...]:
        return "pose", [self.frame], [*_row(3, pos=self.pos), *_row(4, quat=self.quat)]


@dataclass(frozen=True)
class Relative:
    """A body or site is at a pose of another one."""

    frame: str
    base: str
    pos: npt.ArrayLike
    quat: npt.ArrayLike = (1.0, 0.0, 0.0, 0.0)

    def _parts(self) -> tuple[Any, ...]:
        numbers = [*_row(3, pos=self.pos), *_row(4, quat=self.quat)]
        return "relative", [self.frame, self.base], numbers


@dataclass(frozen=True)
class Posture:
    """All joints but free ones are as in a ``qpos``."""

    target: npt.ArrayLike

    def _parts(self) -> tuple[Any, ...]:
        return "posture", [], np.asarray(self.target, dtype=np.float64)


@dataclass(frozen=True)
class CenterOfMass:
    """The center of mass of a body and all below it, or of everything, is at a point."""

    target: npt.ArrayLike
    #: Which coordinates count: ``"xy"`` keeps it over a place.
    axes: str = "xyz"
    body: str = ""

    def _parts(self) -> tuple[Any, ...]:
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

    def _parts(self) -> tuple[Any, ...]:
        return "look at", [self.frame], [*_row(3, target=self.target), *_row(3, axis=self.axis)]


@dataclass(frozen=True)
class Coupling:
    """A weighted sum of hinges and slides has a value."""

    #: Factors by name of joint.
    terms: Mapping[str, float]
    value: float = 0.0

    def _parts(self) -> tuple[Any, ...]:
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
        if not isinstance(model, MjModel):
            raise TypeError(f"model should be an MjModel, not {type(model).__name__}")
        self._native = _core._IkProblem(model, tolerance, iterations, restarts, damping)
        self._accelerates = False

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
        self._native.limit_speed(self._of_dofs(speed=speed))

    def limit_acceleration(self, acceleration: npt.ArrayLike) -> None:
        """Largest acceleration of each degree of freedom, for ``velocity``; one number is for all.

        ``velocity`` then needs the velocities before. They change by no more than this times ``dt``,
        and are such that joints can stop at their limits and the tasks at their targets.
        """
        self._native.limit_acceleration(self._of_dofs(acceleration=acceleration))
        self._accelerates = True

    def _of_dofs(self, **argument: npt.ArrayLike) -> Floats:
        """A number for each degree of freedom, from one for all or one for each."""
        ((name, given),) = argument.items()
        numbers = np.asarray(given, dtype=np.float64)
        if numbers.shape not in ((), (1,), (self.model.nv,)):
            raise TypeError(
                f"{name} should be one number or have shape ({self.model.nv},), one for each degree "
                f"of freedom; got {numbers.shape}"
            )
        return np.ascontiguousarray(np.broadcast_to(numbers, (self.model.nv,)))

    def keep_apart(self, geom1: Geoms, geom2: Geoms, distance: float) -> int:
        """Keeps geoms a distance apart; returns how many pairs these are.

        Each side is the name of a geom, or else of a body, which stands for its geoms that collide;
        the id of a geom; a view, ``model.geom(3)`` or ``model.body("hand")``; or a list of these. All
        pairs are kept apart but those on one body, which no joint moves.
        """
        first, second = self._geoms(geom1), self._geoms(geom2)
        bodies = self.model.geom_bodyid
        pairs = sorted({(a, b) for a in first for b in second if bodies[a] != bodies[b]})
        if not pairs:
            raise ValueError("both sides are on one body: no joint moves them apart")
        self._native.keep_apart(self.model, [list(pair) for pair in pairs], distance)
        return len(pairs)

    def _geoms(self, given: Geoms) -> list[int]:
        """The ids of the geoms that something stands for."""
        model = self.model
        if isinstance(given, str):
            geom = mj_name2id(model, mjtObj.mjOBJ_GEOM, given)
            if geom >= 0:
                return [geom]
            body = mj_name2id(model, mjtObj.mjOBJ_BODY, given)
            if body >= 0:
                return self._colliding(body)
            raise ValueError(f'the model has no geom named "{given}", nor a body')
        if isinstance(given, _View):
            if given._kind == mjtObj.mjOBJ_BODY:
                return self._colliding(given.id)
            if given._kind != mjtObj.mjOBJ_GEOM:
                raise TypeError(f"a geom or a body can be kept apart, not {type(given).__name__}")
            given = given.id
        try:
            number: Any = given
            geom = operator.index(number)
        except TypeError:
            return self._geoms_of_list(given)
        if not 0 <= geom < model.ngeom:
            raise ValueError(f"there is no geom {geom}: the model has {model.ngeom}")
        return [geom]

    def _geoms_of_list(self, given: Any) -> list[int]:
        if not isinstance(given, (Sequence, np.ndarray)):
            raise TypeError(
                "geoms should be names of geoms or bodies, ids of geoms, or lists of these, "
                f"not {type(given).__name__}"
            )
        return [geom for item in given for geom in self._geoms(item)]

    def _colliding(self, body: int) -> list[int]:
        """The geoms of a body that collide."""
        model = self.model
        start = int(model.body_geomadr[body])
        geoms = range(start, start + int(model.body_geomnum[body]))
        found = [g for g in geoms if model.geom_contype[g] or model.geom_conaffinity[g]]
        if not found:
            name = mj_id2name(model, mjtObj.mjOBJ_BODY, body) or body
            raise ValueError(f"body {name} has no geom that collides: name geoms")
        return found

    def solve(self, qpos: npt.ArrayLike) -> WholeSolution:
        """Moves ``qpos`` until the tasks are fulfilled, or nothing brings them nearer."""
        found, (status, limit, *errors) = self._native.solve(self.model, qpos)
        limit = None if limit is None else Limit(*limit)
        return WholeSolution(np.array(found), status, limit, *errors)

    def velocity(
        self, qpos: npt.ArrayLike, dt: float, qvel: npt.ArrayLike | None = None
    ) -> Floats:
        """The velocities that bring the tasks nearest to their targets within ``dt``, for control
        loops: ``mj_integratePos`` with them stays within limits of joints and speeds.

        ``qvel`` are the velocities before, which matter where accelerations are limited: zeros at
        rest, and then what the last call returned.
        """
        if self._accelerates and qvel is None:
            raise TypeError(
                "accelerations are limited: velocity() needs qvel, the velocities before, which are "
                "zeros at rest and then what the last call returned"
            )
        return np.array(self._native.velocity(self.model, qpos, dt, qvel))


def _row(length: int, **argument: npt.ArrayLike) -> Floats:
    """The numbers of an argument, if they are as many."""
    ((name, given),) = argument.items()
    row = np.asarray(given, dtype=np.float64)
    if row.shape != (length,):
        raise TypeError(f"{name} should have shape ({length},), got {row.shape}")
    return row
