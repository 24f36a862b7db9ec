"""Many simulations of one model, stepped together: several in each vector register, on all cores.

A simulation is its state, a row of ``mjSTATE_INTEGRATION``. Each goes where it would go alone, bit for
bit, whatever the number of threads::

    batch = Batch(model, nsim=4096)
    qpos, ctrl = batch.bind("qpos"), batch.bind("ctrl")
    for _ in range(1000):
        ctrl[:] = policy(qpos)
        batch.step()

The interface is that of ``mujoco.batch`` in MuJoCo 4.0, with these differences. What a step does not
compute by itself but a binding asks for is computed: forces and accelerations of bodies (``cacc``,
``cfrc_int``, ``cfrc_ext``) and momenta of subtrees, as ``mj_rnePostConstraint`` and ``mj_subtreeVel``
give them after the call. A simulation that diverges starts anew, as with ``mj_step``, and says why in
`Batch.failure`. Models with sleep keep their data by themselves. `Batch.save` and `Batch.load` keep a
whole batch in a file.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy import typing as npt

from ferrodyn import MjData, MjModel, _core, mj_stateSize, mjtStage, mjtState
from ferrodyn._batch import arrays, snapshot
from ferrodyn._batch.names import Named
from ferrodyn._batch.names import add_views as _add_views

__all__ = ["DATA_FIELDS", "MODEL_FIELDS", "Batch", "SimulationError"]

DATA_FIELDS = arrays.DATA_FIELDS
MODEL_FIELDS = arrays.MODEL_FIELDS
SimulationError = arrays.SimulationError

_NONE, _ACC = mjtStage.mjSTAGE_NONE.value, mjtStage.mjSTAGE_ACC.value
_CTRL = mjtState.mjSTATE_CTRL.value

Array = npt.NDArray[Any]


class Batch:
    """``nsim`` simulations of a copy of ``model``, on ``nthread`` threads; 0 for one on each core.

    With ``persistent`` each simulation keeps the data it was computed in.

    Fields of data are attributes, too: ``batch.xpos`` binds, ``batch.ctrl = u`` writes.
    """

    def __init__(
        self, model: MjModel, nsim: int, nthread: int = 0, persistent: bool = False
    ) -> None:
        """Puts all simulations into the default state of the model."""
        nsim = arrays.count_of(nsim, "nsim")
        self._core = _core._Batch(model, nsim, arrays.count_of(nthread, "nthread"), persistent)
        self.model = model
        self._template = arrays.Template(model)
        self._models: MjModel | list[MjModel] | None = None
        self._bound: dict[str, Array] = {}
        self._views: dict[str, Array] = {}
        self._expanded: dict[str, Array] = {}
        self._derived: dict[str, Array] = {}
        self.state: npt.NDArray[np.float64] = np.tile(self._core.start(), (nsim, 1))
        self.warning: npt.NDArray[np.int32] = np.zeros((nsim, arrays.NWARNING), np.int32)
        self._arrays = (self.state, self.warning, [], [])

    # --- what there is ---------------------------------------------------------------------------

    @property
    def nsim(self) -> int:
        """Number of simulations."""
        return self._core.nsim

    @property
    def nthread(self) -> int:
        """Number of threads."""
        return self._core.nthread

    @property
    def nstate(self) -> int:
        """Numbers in the state of a simulation."""
        return self._core.nstate

    @property
    def persistent(self) -> bool:
        """Whether each simulation keeps the data it was computed in."""
        return self._core.persistent

    @property
    def status(self) -> npt.NDArray[np.int32]:
        """For each simulation whether its last call failed: 1 if it did."""
        status = np.zeros(self.nsim, np.int32)
        status[self._core.failed()] = 1
        status.flags.writeable = False
        return status

    def failure(self, sim: int) -> str:
        """Why a simulation failed in its last call, with the joint or contact to blame; or ``""``."""
        return self._core.failure(sim)

    error = failure

    def __getattr__(self, name: str) -> Array:
        if not name.startswith("_") and name in DATA_FIELDS:
            return self.bind(name)
        hint = "" if name.startswith("_") else arrays.hint(name, DATA_FIELDS)
        raise AttributeError(f"'Batch' object has no attribute {name!r}{hint}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in DATA_FIELDS:
            object.__setattr__(self, name, value)
        elif name in arrays.STATE_FIELDS:
            self.bind(name)[...] = value
        else:
            raise arrays.output_error(name)

    # --- fields ----------------------------------------------------------------------------------

    def bind(self, name: str) -> Array:
        """A live array of a field of data, ``(nsim, ...)``; the same one each time.

        Fields of the state are views: what is written to them is where a simulation is at its next
        call. Others are written by every call, as they are after it, and cannot be written to.
        """
        if name in arrays.STATE_FIELDS:
            first, size = self._core.component(arrays.STATE_FIELDS[name])
            view = self.state[:, first : first + size]
            if name == "time":
                return view[:, 0]
            return view.reshape(self.nsim, *self._template.data_shape(name))
        if name not in self._bound:
            out = np.zeros((self.nsim, *self._template.data_shape(name)), self._template.dtype(name))
            self._bound[name] = out
            self._update()
            self._views[name] = out.view()
            self._views[name].flags.writeable = False
        return self._views[name]

    def expand(self, name: str) -> Array:
        """Values of a model's field for each simulation, to be written: ``(nsim, ...)``.

        Names are those of arrays (``body_mass``), of options (``opt.gravity``) and of statistics
        (``stat.meaninertia``). After changing masses, inertias, positions or gains call `set_const`.
        """
        if name not in self._expanded:
            if self._models is not None:
                raise ValueError("fields cannot be expanded while simulations have models of their own")
            values = self._derived.pop(name, None)
            self._expanded[name] = self._rows_of(name) if values is None else values
            self._update()
        return self._expanded[name]

    def expanded(self, name: str) -> Array | None:
        """The values of `expand` or `set_const`, not to be written; ``None`` if all have the model's."""
        if name not in MODEL_FIELDS:
            raise arrays.not_expandable(name)
        values = self._expanded.get(name, self._derived.get(name))
        if values is None:
            return None
        view = values.view()
        view.flags.writeable = False
        return view

    def _rows_of(self, name: str) -> Array:
        """The values of a field of the model, repeated for every simulation."""
        if name not in MODEL_FIELDS:
            raise arrays.not_expandable(name)
        values, dtype, shape = self._core.parameter(name)
        row = np.frombuffer(values, dtype).reshape(shape)
        return np.tile(row, (self.nsim, *(1 for _ in shape)))

    def _update(self) -> None:
        """Takes new bindings and values to the arguments of calls."""
        bound = [(name, arrays.as_bytes(a)) for name, a in self._bound.items()]
        varied = [(name, arrays.as_bytes(a)) for name, a in self._varied().items()]
        self._arrays = (self.state, self.warning, bound, varied)

    def _varied(self) -> dict[str, Array]:
        return self._expanded | self._derived

    # --- calls -----------------------------------------------------------------------------------

    def step(self, ids: arrays.Ids = None, nstep: int = 1, stage: int = _NONE) -> None:
        """Takes ``nstep`` steps, then computes what follows from the new state up to ``stage``.

        ``ids`` are the simulations, sorted, or a mask; ``None`` for all. Without a stage, what is bound
        is what the last step computed, before it moved on.
        """
        ids = arrays.ids_of(ids, self.nsim)
        self._core.step(ids, self._arrays, arrays.count_of(nstep, "nstep"), int(stage))

    def forward(self, ids: arrays.Ids = None, stage: int = _ACC) -> None:
        """Computes what follows from the state up to ``stage``; all of it if not said otherwise."""
        self._core.forward(arrays.ids_of(ids, self.nsim), self._arrays, int(stage))

    def reset(
        self, ids: arrays.Ids = None, keyframe: npt.ArrayLike = -1, stage: int = _ACC
    ) -> None:
        """Resets to the default pose, or to keyframes (one for all, or one each), and computes."""
        ids = arrays.ids_of(ids, self.nsim)
        count = self.nsim if ids is None else len(ids)
        models = [self.model] if self._models is None else np.atleast_1d(self._models)
        most = max((m.nkey for m in models), default=0)
        keys = arrays.integers(keyframe, (count,), -1, most, "keyframe")
        self._core.reset(ids, self._arrays, keys, int(stage))

    def set_const(self, ids: arrays.Ids = None) -> None:
        """Computes the constants of each simulation's model that follow from its parameters.

        Raises:
            SimulationError: where parameters have none; the other simulations have theirs.
        """
        if self._models is not None:
            raise ValueError("models of the caller have their own constants: call mj_setConst on them")
        for name in _core._Batch.derived():
            if name not in self._expanded and name not in self._derived:
                self._derived[name] = self._rows_of(name)
        self._update()
        failed = self._core.set_const(arrays.ids_of(ids, self.nsim), self._arrays[3])
        if failed:
            raise SimulationError(np.array([sim for sim, _ in failed]), failed[0][1])

    def rollout(
        self,
        nstep: int,
        control: npt.ArrayLike | None = None,
        control_spec: int = _CTRL,
        record: Sequence[str | int] = ("qpos",),
        ids: arrays.Ids = None,
        out: dict[str | int, Array] | None = None,
    ) -> dict[str | int, Array]:
        """Steps with a control for each step, and records after each: ``(n, nstep, ...)``.

        ``control`` has ``(n, nstep, size)`` numbers of the parts of a state in ``control_spec``. What is
        recorded are fields of data by name, and parts of a state by their ``mjtState``. A simulation
        that raises a warning stops there; its last records fill the rest. ``out`` has arrays to record
        into; where it has none, they are made.
        """
        ids = arrays.ids_of(ids, self.nsim)
        n, nstep = self.nsim if ids is None else len(ids), arrays.count_of(nstep, "nstep")
        if control is not None:
            size = mj_stateSize(self.model, int(control_spec))
            control = np.ascontiguousarray(np.broadcast_to(control, (n, nstep, size)), np.float64)
            control = control.reshape(-1)
        results = {
            item: self._template.record(item, (n, nstep), (out or {}).get(item)) for item in record
        }
        records = [
            (item if isinstance(item, str) else None, 0 if isinstance(item, str) else int(item),
             arrays.as_bytes(a))
            for item, a in results.items()
        ]  # fmt: skip
        if nstep > 0:
            self._core.rollout(ids, self._arrays, nstep, control, int(control_spec), records)
        return results

    def jac(
        self, body: npt.ArrayLike, point: npt.ArrayLike, ids: arrays.Ids = None
    ) -> tuple[Array, Array]:
        """Jacobians of a point on a body of each simulation, ``(n, 3, nv)``: of moving and turning."""
        ids = arrays.ids_of(ids, self.nsim)
        n = self.nsim if ids is None else len(ids)
        bodies = arrays.integers(body, (n,), 0, self.model.nbody, "body")
        points = np.ascontiguousarray(np.broadcast_to(point, (n, 3)), np.float64).reshape(-1)
        jacp, jacr = np.zeros((2, n, 3, self.model.nv))
        parts = [arrays.as_bytes(jacp), arrays.as_bytes(jacr)]
        self._core.jac(ids, self._unbound(), bodies, points, parts)
        return jacp, jacr

    def ray(
        self,
        pnt: npt.ArrayLike,
        vec: npt.ArrayLike,
        geomgroup: npt.ArrayLike | None = None,
        flg_static: bool = True,
        bodyexclude: npt.ArrayLike = -1,
        ids: arrays.Ids = None,
        normal: bool = False,
    ) -> tuple[Array, ...]:
        """The first geoms that rays meet: distances and ids ``(n, nray)``, -1 where there is none.

        Origins and directions are ``(3,)``, ``(nray, 3)`` or ``(n, nray, 3)``. With ``normal`` also the
        normals of the surfaces, ``(n, nray, 3)``.
        """
        ids = arrays.ids_of(ids, self.nsim)
        n = self.nsim if ids is None else len(ids)
        pnt, vec = np.atleast_2d(np.asarray(pnt, np.float64), np.asarray(vec, np.float64))
        nray = np.broadcast_shapes(pnt.shape[:-1], vec.shape[:-1])[-1]
        lines = [np.ascontiguousarray(np.broadcast_to(a, (n, nray, 3))).ravel() for a in (pnt, vec)]
        exclude = arrays.integers(bodyexclude, (n, nray), -1, self.model.nbody, "bodyexclude")
        groups = None if geomgroup is None else [int(g) for g in np.asarray(geomgroup, np.uint8)]
        dist, geom = np.zeros((n, nray)), np.zeros((n, nray), np.int32)
        normals = np.zeros((n, nray, 3))
        parts = [arrays.as_bytes(a) for a in (dist, geom, normals)]
        self._core.ray(
            ids, self._unbound(), *lines, groups, bool(flg_static), exclude.reshape(-1), parts
        )
        return (dist, geom, normals) if normal else (dist, geom)

    def _unbound(self) -> tuple[Any, ...]:
        """The arguments of calls that leave what is bound as it is."""
        return (self.state, self.warning, [], self._arrays[3])

    # --- models and data of single simulations ---------------------------------------------------

    @property
    def models(self) -> MjModel | tuple[MjModel, ...] | None:
        """What `set_models` has set."""
        return tuple(self._models) if isinstance(self._models, list) else self._models

    def set_models(self, models: MjModel | Sequence[MjModel] | None) -> None:
        """Lets simulation ``i`` run on ``models[i]``, all on one model, or (``None``) on the batch's.

        They have to have the sizes of the batch's model, and are copied: set them again after changes.
        """
        if models is not None and self._varied():
            raise ValueError("simulations cannot have models of their own while fields are expanded")
        if models is not None and not isinstance(models, MjModel):
            models = list(models)
        each = [models] * self.nsim if isinstance(models, MjModel) else models
        self._core.set_models(each or [])
        self._models = models

    def _model_of(self, sim: int) -> MjModel:
        return self._models[sim] if isinstance(self._models, list) else self._models or self.model

    def get_model(self, sim: int, model: MjModel | None = None) -> MjModel:
        """The model of a simulation with its own values, written to ``model`` or a copy."""
        sim = arrays.one_id(sim, self.nsim)
        if model is None:
            model = copy.copy(self._model_of(sim))
        self._core.get_model(sim, model, self._arrays[3])
        return model

    def get_data(self, sim: int, data: MjData | None = None) -> MjData:
        """Data in the state of a simulation; of a persistent batch all that it has computed."""
        sim = arrays.one_id(sim, self.nsim)
        if data is None:
            data = MjData(self._model_of(sim))
        self._core.get_data(sim, self.state[sim], data)
        return data

    # --- files -----------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes states, warnings and values of simulations to a file, whole or not at all."""
        snapshot.save(self, path)

    def load(self, path: str | os.PathLike[str]) -> None:
        """Returns to what `save` has written. Another model, or number of simulations, is refused."""
        snapshot.load(self, path)


_add_views(Batch, Named)
