"""The names of the package ``mjbatch`` over `ferrodyn.batch.Batch`.

    from ferrodyn.mjbatch import Batch  # was: from mjbatch import Batch

    batch = Batch(model, num_sims=4096)
    qpos, ctrl = batch.bind("qpos"), batch.bind("ctrl", np.float32)
    for _ in range(1000):
        ctrl[:] = policy(qpos)
        batch.step()

Models are those of this package or of the mujoco package. Also there is what UniSim's edition adds: ``cpu_ids``, and a
callback before each substep. Not there are its variant packs, its groups of models (see `ferrodyn.mixed`), height fields (see
`ferrodyn.batch.Batch.ray`) and split substeps.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy import typing as npt

from ferrodyn import MjModel, mjtStage
from ferrodyn import batch as own
from ferrodyn._batch import arrays

__all__ = ["Batch"]

_NONE, _ACC = mjtStage.mjSTAGE_NONE.value, mjtStage.mjSTAGE_ACC.value
_TASKS = Path("/proc/self/task")
# how long threads that were just started may take to have names; s
_PATIENCE = 5.0

Array = npt.NDArray[Any]


class _Copy(NamedTuple):
    """An array of another type than the batch has, what it held last, and the rows of the batch."""

    shown: Array
    known: Array
    rows: Array

    def take_in(self) -> None:
        """Brings to the batch what was written since."""
        changed = self.shown.view(f"u{self.shown.itemsize}") != self.known.view(f"u{self.known.itemsize}")
        if changed.any():
            np.copyto(self.rows, self.shown, where=changed, casting="unsafe")

    def give_out(self) -> None:
        """Shows what the batch has."""
        np.copyto(self.shown, self.rows, casting="unsafe")
        np.copyto(self.known, self.shown)


class Joint(NamedTuple):
    """Coordinates and velocities of a joint in all simulations."""

    qpos: Array
    qvel: Array


class Actuator(NamedTuple):
    """Control and force of an actuator in all simulations."""

    ctrl: Array
    force: Array


class Body(NamedTuple):
    """Pose and velocity of a body in all simulations."""

    xpos: Array
    xquat: Array
    cvel: Array


class Site(NamedTuple):
    """Pose of a site in all simulations."""

    xpos: Array
    xmat: Array


class Batch:
    """``num_sims`` simulations of a copy of ``model``, on ``num_threads`` threads; 0 for one on each core.

    With ``forward`` every step ends by computing what follows from the new state. ``cpu_ids`` (Linux) pins thread ``i`` to
    the processor ``cpu_ids[i]``.
    """

    def __init__(
        self,
        model: Any,
        num_sims: int,
        num_threads: int = 0,
        forward: bool = False,
        cpu_ids: Sequence[int] | None = None,
    ) -> None:
        """Puts all simulations into the default state of the model."""
        num_sims = arrays.count_of(num_sims, "num_sims")
        num_threads = arrays.count_of(num_threads, "num_threads")
        if num_sims == 0:
            raise ValueError("num_sims must be at least 1")
        pins = None if cpu_ids is None else _pins(cpu_ids, num_threads)
        # more threads than simulations have nothing to do, but those that are pinned are as many as their processors
        threads = len(pins) if pins else min(num_threads or os.cpu_count() or 1, num_sims)
        self.model = model
        ours = model if isinstance(model, MjModel) else MjModel.from_mujoco(model)
        before = _threads()
        self._batch = own.Batch(ours, num_sims, threads)
        if self._batch.persistent:
            raise ValueError("the model has sleep, or what else lies outside of its state: use ferrodyn.batch")
        # a batch of one thread runs on that of its caller
        self._pin = {pins[0]} if pins and threads == 1 else None
        if pins and threads > 1:
            for thread, processor in zip(_started(before, threads), pins, strict=True):
                os.sched_setaffinity(thread, {processor})
        self._stage = _ACC if forward else _NONE
        self._copies: dict[str, _Copy] = {}
        self._expanded: dict[str, _Copy] = {}
        self._types: dict[str, np.dtype[Any]] = {}
        self._known = self._batch.state.copy()
        self._calling = False

    @property
    def num_sims(self) -> int:
        """Number of simulations."""
        return self._batch.nsim

    @property
    def num_threads(self) -> int:
        """Number of threads."""
        return self._batch.nthread

    @property
    def nstate(self) -> int:
        """Numbers in the state of a simulation."""
        return self._batch.nstate

    # --- fields ----------------------------------------------------------------------------------

    def bind(self, name: str, dtype: npt.DTypeLike | None = None) -> Array:
        """The live array of a field of data, ``(num_sims, ...)``, of its own type or float32.

        ``"state"`` has the whole states. What is written to float32 arrays, and to ``eq_active``, goes into the
        simulations at the next call, where it differs from what the call before has shown.
        """
        if name in ("state", "warning"):
            self._settle(name, dtype, np.dtype(np.float64 if name == "state" else np.int32), False)
            return self._batch.state if name == "state" else self._batch.warning
        rows = self._batch.bind(name)
        shown = self._settle(name, dtype, np.dtype(np.uint8) if name == "eq_active" else rows.dtype)
        if shown == rows.dtype:
            return rows if name in arrays.STATE_FIELDS else self._batch._bound[name]
        if name not in self._copies:
            copy = rows.astype(shown)
            self._copies[name] = _Copy(copy, copy.copy(), rows)
        return self._copies[name].shown

    def expand(self, name: str, dtype: npt.DTypeLike | None = None) -> Array:
        """Values of a model's field, or of an option, for each simulation: ``(num_sims, ...)``."""
        field = name if name in own.MODEL_FIELDS or f"opt.{name}" not in own.MODEL_FIELDS else f"opt.{name}"
        rows = self._batch.expand(field)
        shown = self._settle(f"the model's {name}", dtype, rows.dtype)
        if shown == rows.dtype:
            return rows
        if name not in self._expanded:
            copy = rows.astype(shown)
            self._expanded[name] = _Copy(copy, copy.copy(), rows)
        return self._expanded[name].shown

    def _settle(self, name: str, dtype: Any, usual: np.dtype[Any], other: bool = True) -> np.dtype[Any]:
        """The type that a field is shown with, the same each time."""
        asked = usual if dtype is None else np.dtype(dtype)
        if asked != usual and (not other or usual != np.float64 or asked != np.float32):
            also = " or float32" if other and usual == np.float64 else ""
            raise ValueError(f"{name} can be bound as {usual}{also}, not as {asked}")
        settled = self._types.setdefault(name, asked)
        if settled != asked:
            raise ValueError(f"{name} is bound as {settled} already")
        return asked

    def sensor(self, name: str, dtype: npt.DTypeLike | None = None) -> Array:
        """What a sensor measures in all simulations."""
        sensor = self._batch.model.sensor(name)
        start, size = int(sensor.adr[0]), int(sensor.dim[0])
        return self.bind("sensordata", dtype)[:, start : start + size]

    def joint(self, name: str, dtype: npt.DTypeLike | None = None) -> Joint:
        """Coordinates and velocities of a joint."""
        m = self._batch.model
        joint = m.joint(name).id
        ends = [*m.jnt_qposadr.tolist(), m.nq], [*m.jnt_dofadr.tolist(), m.nv]
        parts = [slice(of[joint], of[joint + 1]) for of in ends]
        return Joint(self.bind("qpos", dtype)[:, parts[0]], self.bind("qvel", dtype)[:, parts[1]])

    def actuator(self, name: str, dtype: npt.DTypeLike | None = None) -> Actuator:
        """Control and force of an actuator."""
        at = self._batch.model.actuator(name).id
        return Actuator(self.bind("ctrl", dtype)[:, at], self.bind("actuator_force", dtype)[:, at])

    def body(self, name: str, dtype: npt.DTypeLike | None = None) -> Body:
        """Pose and velocity of a body."""
        at = self._batch.model.body(name).id
        return Body(*(self.bind(field, dtype)[:, at] for field in Body._fields))

    def site(self, name: str, dtype: npt.DTypeLike | None = None) -> Site:
        """Pose of a site."""
        at = self._batch.model.site(name).id
        return Site(*(self.bind(f"site_{field}", dtype)[:, at] for field in Site._fields))

    # --- calls -----------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _call(self, shows: bool = True) -> Iterator[None]:
        """A call: brings in what was written, and shows what came of it."""
        if self._calling:
            raise RuntimeError("a callback of this batch cannot call it")
        self._take_in()
        self._calling = True
        usual = os.sched_getaffinity(0) if self._pin else None
        try:
            if self._pin:
                os.sched_setaffinity(0, self._pin)
            yield
        finally:
            if usual:
                os.sched_setaffinity(0, usual)
            self._calling = False
            if shows:
                self._give_out()

    def _take_in(self) -> None:
        for copy in (*self._copies.values(), *self._expanded.values()):
            if copy.rows.flags.writeable:
                copy.take_in()

    def _give_out(self) -> None:
        np.copyto(self._known, self._batch.state)
        for copy in self._copies.values():
            copy.give_out()

    def step(
        self,
        ids: arrays.Ids = None,
        nstep: int = 1,
        history: Array | None = None,
        *,
        callback: Callable[[int, Array, Array], object] | None = None,
        substep_sensor_copyout: Sequence[int] | None = None,
    ) -> None:
        """Takes ``nstep`` steps.

        ``history``, ``(n, nstep, nstate)``, is filled with the states after each. ``callback(k, state, ctrl)`` is called
        before step ``k``, to read and write states and controls of all simulations.
        """
        if substep_sensor_copyout is not None:
            raise NotImplementedError("substep_sensor_copyout: steps are not split in halves")
        ids, nstep = arrays.ids_of(ids, self.num_sims), arrays.count_of(nstep, "nstep")
        rows = slice(None) if ids is None else ids
        if history is not None:
            count = self.num_sims if ids is None else len(ids)
            _check_history(history, (count, nstep, self.nstate))
        with self._call():
            if callback is None and history is None:
                self._batch.step(ids, nstep, self._stage)
                return
            for k in range(nstep):
                if callback is not None:
                    callback(k, self._batch.state, self._batch.bind("ctrl"))
                    self._take_in()
                self._batch.step(ids, 1, self._stage if k == nstep - 1 else _NONE)
                if history is not None:
                    history[:, k] = self._batch.state[rows]

    def forward(self, ids: arrays.Ids = None) -> None:
        """Computes what follows from the state."""
        with self._call():
            self._batch.forward(ids)

    def reset(self, ids: arrays.Ids = None, keyframe: int = -1) -> None:
        """Resets to the default pose or a keyframe, and computes; what was written since the last call stays written."""
        ids = arrays.ids_of(ids, self.num_sims)
        rows = slice(None) if ids is None else ids
        with self._call():
            state = self._batch.state
            written = state[rows].copy()
            changed = written.view(np.uint64) != self._known[rows].view(np.uint64)
            self._batch.reset(ids, keyframe, _NONE)
            state[rows] = np.where(changed, written, state[rows])
            self._batch.forward(ids)

    def set_const(self, ids: arrays.Ids = None) -> None:
        """Computes the constants of each simulation's model that follow from its parameters."""
        with self._call(shows=False):
            self._batch.set_const(ids)
            for copy in self._expanded.values():
                copy.give_out()

    def rays(
        self,
        pnt: Array,
        vec: Array,
        dist: Array,
        geomid: Array | None = None,
        normal: Array | None = None,
        geomgroup: npt.ArrayLike | None = None,
        flg_static: bool = True,
        bodyexclude: npt.ArrayLike | None = None,
        ids: arrays.Ids = None,
    ) -> None:
        """Writes the first geoms that rays meet: distances, and if wanted ids and normals.

        Arrays have a row for each simulation and ray; those of ``ids`` are written.
        """
        ids = arrays.ids_of(ids, self.num_sims)
        rows = slice(None) if ids is None else ids
        shape = np.shape(pnt)
        if len(shape) != 3 or shape[0] != self.num_sims or shape[2] != 3 or np.shape(vec) != shape:
            raise ValueError(f"pnt and vec should have shape ({self.num_sims}, nray, 3), got {shape} and {np.shape(vec)}")
        results = {"dist": (dist, shape[:2]), "geomid": (geomid, shape[:2]), "normal": (normal, shape)}
        for name, (array, expected) in results.items():
            _check_result(name, array, expected)
        exclude = -1 if bodyexclude is None else bodyexclude
        with self._call(shows=False):
            found = self._batch.ray(
                pnt[rows], vec[rows], geomgroup, flg_static, exclude, ids, normal=True
            )
        for (array, _), values in zip(results.values(), found, strict=True):
            if array is not None:
                array[rows] = values
        if normal is not None:
            normal[rows] = np.where((found[1] < 0)[..., None], 0, found[2])

    def jac(
        self,
        jacp: Array | None,
        jacr: Array | None,
        point: npt.ArrayLike,
        body: npt.ArrayLike,
        ids: arrays.Ids = None,
    ) -> None:
        """Writes Jacobians of a point of a body of each simulation, ``(num_sims, 3, nv)``."""
        ids = arrays.ids_of(ids, self.num_sims)
        rows = slice(None) if ids is None else ids
        points, bodies = np.asarray(point), np.asarray(body)
        if points.shape != (self.num_sims, 3) or bodies.shape != (self.num_sims,):
            raise ValueError(
                f"point should have shape ({self.num_sims}, 3), body ({self.num_sims},), "
                f"got {points.shape} and {bodies.shape}"
            )
        for name, array in (("jacp", jacp), ("jacr", jacr)):
            _check_result(name, array, (self.num_sims, 3, self._batch.model.nv))
        with self._call(shows=False):
            found = self._batch.jac(bodies[rows], points[rows], ids)
        for array, values in zip((jacp, jacr), found, strict=True):
            if array is not None:
                array[rows] = values


def _check_history(history: Any, shape: tuple[int, ...]) -> None:
    fits = isinstance(history, np.ndarray) and (history.shape, history.dtype) == (shape, np.float64)
    if not (fits and history.flags.writeable):
        raise ValueError(f"history should be a writable float64 array of shape {shape}")


def _check_result(name: str, array: Any, shape: tuple[int, ...]) -> None:
    if array is None:
        return
    if not isinstance(array, np.ndarray) or array.shape != shape or not array.flags.writeable:
        raise ValueError(f"{name} should be a writable array of shape {shape}")


def _pins(cpu_ids: Sequence[int], num_threads: int) -> list[int]:
    """The processors of threads, checked."""
    if not sys.platform.startswith("linux"):
        raise ValueError("cpu_ids are for Linux only")
    pins = [arrays.index_of(cpu, "cpu_ids") for cpu in cpu_ids]
    if not pins or (num_threads and len(pins) != num_threads):
        raise ValueError(f"cpu_ids should be {num_threads or 'at least one'}, got {len(pins)}")
    allowed = os.sched_getaffinity(0)
    for cpu in pins:
        if cpu not in allowed:
            raise ValueError(f"this process may not use processor {cpu}")
    return pins


def _started(before: set[int], count: int) -> list[int]:
    """Threads that were not there before, in the order in which they were started, once they have names."""
    end = time.monotonic() + _PATIENCE
    while len(started := _threads() - before) < count:
        if time.monotonic() > end:
            raise RuntimeError(f"cpu_ids: {len(started)} of {count} threads of the batch were found")
        time.sleep(0.001)
    return sorted(started)[:count]


def _threads() -> set[int]:
    """Threads of batches and rollouts that there are, where the system tells."""
    found = set()
    for task in _TASKS.glob("*") if _TASKS.is_dir() else ():
        with contextlib.suppress(OSError):
            if (task / "comm").read_text().startswith("ferrodyn"):
                found.add(int(task.name))
    return found
