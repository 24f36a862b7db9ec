"""Many simulations of one model, stepped together: several in each vector register, on all cores.

A simulation is its state, a row of ``mjSTATE_INTEGRATION``. Each goes where it would go alone, bit for
bit, whatever the number of threads::

    batch = Batch(model, nsim=4096)
    qpos, ctrl = batch.bind("qpos"), batch.bind("ctrl")
    for _ in range(1000):
        ctrl[:] = policy(qpos)
        batch.step()

The interface is that of ``mujoco.batch`` in MuJoCo 4.0, with these differences. `Batch.model` is the copy
that simulations run on, to be read only, and what does not fit is refused instead of spread. What a step does not
compute by itself but a binding asks for is computed: forces and accelerations of bodies (``cacc``,
``cfrc_int``, ``cfrc_ext``) and momenta of subtrees, as ``mj_rnePostConstraint`` and ``mj_subtreeVel``
give them after the call. A simulation that diverges starts anew, as with ``mj_step``, and says why in
`Batch.failure`. Models with sleep keep their data by themselves. `Batch.save` and `Batch.load` keep a
whole batch in a file.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Sequence
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

    With ``persistent`` each simulation keeps the data it was computed in. ``beside`` is another batch whose threads
    this one uses; `ferrodyn.mixed` steps such batches together.

    Fields of data are attributes, too: ``batch.xpos`` binds, ``batch.ctrl = u`` writes, and so does
    ``batch.state = x``. A derived class declares attributes of its own in its body.
    """

    def __init__(
        self,
        model: MjModel,
        nsim: int,
        nthread: int = 0,
        persistent: bool = False,
        *,
        beside: Batch | None = None,
    ) -> None:
        """Puts all simulations into the default state of the model."""
        nsim, nthread = arrays.count_of(nsim, "nsim"), arrays.count_of(nthread, "nthread")
        threads_of: Any = None if beside is None else beside._core
        self._core: Any = _core._Batch(model, nsim, nthread, persistent, threads_of)
        self._model = self._core.model(model, None)
        self._template = arrays.Template(self._model)
        self._models: MjModel | list[MjModel] | None = None
        self._bound: dict[str, Array] = {}
        self._views: dict[str, Array] = {}
        # parameters of each simulation, given or computed by `set_const`
        self._values: dict[str, Array] = {}
        self._state: npt.NDArray[np.float64] = np.tile(self._core.start(), (nsim, 1))
        self._warning: npt.NDArray[np.int32] = np.zeros((nsim, arrays.NWARNING), np.int32)
        self._update()

    # --- what there is ---------------------------------------------------------------------------

    @property
    def model(self) -> MjModel:
        """The model of the batch: the copy it was made with, to be read only."""
        return self._model

    @property
    def state(self) -> npt.NDArray[np.float64]:
        """Where every simulation is: ``(nsim, nstate)``, to be read and written."""
        return self._state

    @state.setter
    def state(self, value: npt.ArrayLike) -> None:
        arrays.replace(self._state, value, "state")

    @property
    def warning(self) -> npt.NDArray[np.int32]:
        """How often each simulation has raised each warning: ``(nsim, mjNWARNING)``."""
        return self._warning

    @warning.setter
    def warning(self, value: npt.ArrayLike) -> None:
        arrays.replace(self._warning, value, "warning")

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

    @property
    def unconverged(self) -> npt.NDArray[np.int32]:
        """How many solves of its last call stopped at ``opt.iterations``, for each simulation.

        That is no failure: the step goes on with what the solver has. Raise ``opt.iterations`` or
        ``opt.ls_iterations`` where it happens often.
        """
        solves = np.zeros(self.nsim, np.int32)
        for sim, count in self._core.unconverged():
            solves[sim] = count
        solves.flags.writeable = False
        return solves

    def failure(self, sim: int) -> str:
        """Why a simulation failed in its last call, with the joint or contact to blame; or ``""``."""
        return self._core.failure(arrays.one_id(sim, self.nsim))

    error = failure

    def __getattr__(self, name: str) -> Array:
        if not name.startswith("_") and name in DATA_FIELDS:
            return self.bind(name)
        hint = "" if name.startswith("_") else arrays.hint(name, DATA_FIELDS)
        raise AttributeError(f"'Batch' object has no attribute {name!r}{hint}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name in arrays.STATE_FIELDS:
            rows = self.bind(name)
            rows[...] = arrays.fitting(rows, value, name)
        elif name in DATA_FIELDS:
            raise arrays.output_error(name)
        else:
            if not name.startswith("_"):
                arrays.check_declared(type(self), name)
            object.__setattr__(self, name, value)

    def __reduce__(self) -> Any:
        raise TypeError("a batch cannot be copied: `save` and `load` bring it to another one")

    # --- fields ----------------------------------------------------------------------------------

    def bind(self, name: str) -> Array:
        """A live array of a field of data, ``(nsim, ...)``; the same one each time.

        Fields of the state are views: what is written to them is where a simulation is at its next
        call. Others are written by every call, as they are after it, and cannot be written to.
        """
        if name in arrays.STATE_FIELDS:
            first, size = self._core.component(arrays.STATE_FIELDS[name])
            view = self._state[:, first : first + size]
            if name == "time":
                return view[:, 0]
            return view.reshape(self.nsim, *self._template.data_shape(name))
        if name not in self._bound:
            arrays.check_name(name)
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
        arrays.check_name(name)
        if name not in self._values:
            if self._models is not None:
                raise ValueError("fields cannot be expanded while simulations have models of their own")
            self._values[name] = self._rows_of(name)
            self._update()
        return self._values[name]

    def expanded(self, name: str) -> Array | None:
        """The values of `expand` or `set_const`, not to be written; ``None`` if all have the model's."""
        arrays.check_name(name)
        if name not in MODEL_FIELDS:
            raise arrays.not_expandable(name)
        values = self._values.get(name)
        if values is None:
            return None
        view = values.view()
        view.flags.writeable = False
        return view

    def _rows_of(self, name: str) -> Array:
        """The values of a field of the model, repeated for every simulation."""
        values, dtype, shape = self._parameter(name)
        return np.repeat(np.frombuffer(values, dtype).reshape(1, *shape), self.nsim, axis=0)

    def _parameter(self, name: str) -> tuple[bytes, str, list[int]]:
        """The values of a field of the model, their type and shape."""
        if name not in MODEL_FIELDS:
            raise arrays.not_expandable(name)
        return self._core.parameter(name)

    def _update(self) -> None:
        """Takes new bindings and values to the arguments of calls."""
        bound = [(name, arrays.as_bytes(a)) for name, a in self._bound.items()]
        varied = [(name, arrays.as_bytes(a)) for name, a in self._values.items()]
        self._arrays = (self._state, self._warning, bound, varied)

    # --- calls -----------------------------------------------------------------------------------

    def step(
        self,
        ids: arrays.Ids = None,
        nstep: int = 1,
        stage: int = _NONE,
        control: Callable[[Batch], object] | None = None,
    ) -> None:
        """Takes ``nstep`` steps, then computes what follows from the new state up to ``stage``.

        ``ids`` are the simulations, sorted, or a mask; ``None`` for all. Without a stage, what is bound
        is what the last step computed, before it moved on. ``control(batch)`` is called before each step,
        to write inputs of all simulations.
        """
        ids = arrays.ids_of(ids, self.nsim)
        nstep, stage = arrays.count_of(nstep, "nstep"), arrays.index_of(stage, "stage")
        if control is None or nstep == 0:
            self._core.step(ids, self._arrays, nstep, stage)
            return
        for left in reversed(range(nstep)):
            control(self)
            self._core.step(ids, self._arrays, 1, _NONE if left else stage, left < nstep - 1)

    def forward(self, ids: arrays.Ids = None, stage: int = _ACC) -> None:
        """Computes what follows from the state up to ``stage``; all of it if not said otherwise."""
        ids, stage = arrays.ids_of(ids, self.nsim), arrays.index_of(stage, "stage")
        self._core.forward(ids, self._arrays, stage)

    def reset(
        self, ids: arrays.Ids = None, keyframe: npt.ArrayLike = -1, stage: int = _ACC
    ) -> None:
        """Resets to the default pose, or to keyframes (one for all, or one each), and computes."""
        ids = arrays.ids_of(ids, self.nsim)
        keys = None
        if type(keyframe) is not int or keyframe != -1:
            count = self.nsim if ids is None else len(ids)
            models = self._models if isinstance(self._models, list) else [self._model_of(0)]
            most = max((m.nkey for m in models), default=0)
            keys = arrays.integers(keyframe, (count,), -1, most, "keyframe")
        self._core.reset(ids, self._arrays, keys, arrays.index_of(stage, "stage"))

    def set_const(self, ids: arrays.Ids = None) -> None:
        """Computes the constants of each simulation's model that follow from its parameters.

        Raises:
            SimulationError: where parameters have none; the other simulations have theirs.
        """
        if self._models is not None:
            raise ValueError("models of the caller have their own constants: call mj_setConst on them")
        for name in _core._Batch.derived():
            if name not in self._values:
                self._values[name] = self._rows_of(name)
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

        ``control`` has ``(n, nstep, size)`` numbers of the parts of a state in ``control_spec``, or
        ``(nstep, size)`` for all simulations, or ``(size,)`` for all steps, too. What is recorded are
        fields of data by name, and parts of a state by their ``mjtState``. A simulation that raises a
        warning stops there; its last records fill the rest. ``out`` has arrays to record into; where it
        has none, they are made.
        """
        ids = arrays.ids_of(ids, self.nsim)
        n, nstep = self.nsim if ids is None else len(ids), arrays.count_of(nstep, "nstep")
        if control is not None:
            control = self._controls(control, n, nstep, control_spec)
        results = self._template.records(record, (n, nstep), out)
        taken: dict[str, Array] = {"the state": self._state, "the warnings": self._warning, **self._bound, **self._values}
        arrays.check_apart({f"out[{item!r}]": a for item, a in results.items()}, taken)
        records = [
            (item, 0, arrays.as_bytes(a))
            if isinstance(item, str)
            else (None, int(item), arrays.as_bytes(a))
            for item, a in results.items()
        ]
        if nstep > 0:
            spec = arrays.index_of(control_spec, "control_spec")
            self._core.rollout(ids, self._arrays, nstep, control, spec, records)
        return results

    def _controls(
        self, control: npt.ArrayLike, n: int, nstep: int, spec: int
    ) -> npt.NDArray[np.float64]:
        """Controls of all simulations and steps, one after the other."""
        spec = arrays.index_of(spec, "control_spec")
        if spec & ~mjtState.mjSTATE_USER.value:
            raise ValueError("control_spec can only contain bits in mjSTATE_USER")
        given = arrays.numbers(control, "control")
        shape = n, nstep, mj_stateSize(self.model, spec)
        if given.shape[-1:] != shape[-1:] or not arrays.repeats_to(given.shape, shape):
            raise ValueError(f"control should have shape {shape}, got {given.shape}")
        return np.ascontiguousarray(np.broadcast_to(given, shape), np.float64).reshape(-1)

    def jac(
        self, body: npt.ArrayLike, point: npt.ArrayLike, ids: arrays.Ids = None
    ) -> tuple[Array, Array]:
        """Jacobians of a point on a body of each simulation, ``(n, 3, nv)``: of moving and turning."""
        ids = arrays.ids_of(ids, self.nsim)
        n = self.nsim if ids is None else len(ids)
        bodies = arrays.integers(body, (n,), 0, self.model.nbody, "body")
        points = arrays.vectors(point, (n, 3), "point")
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
        pnt, vec = arrays.numbers(pnt, "pnt"), arrays.numbers(vec, "vec")
        nray = max((a.shape[-2] for a in (pnt, vec) if a.ndim > 1 and a.shape[-2] != 1), default=1)
        lines = [arrays.vectors(a, (n, nray, 3), name) for a, name in ((pnt, "pnt"), (vec, "vec"))]
        exclude = arrays.integers(bodyexclude, (n, nray), -1, self.model.nbody, "bodyexclude")
        groups = None if geomgroup is None else arrays.groups(geomgroup)
        dist, geom = np.zeros((n, nray)), np.zeros((n, nray), np.int32)
        normals = np.zeros((n, nray, 3))
        parts = [arrays.as_bytes(a) for a in (dist, geom, normals)]
        self._core.ray(
            ids, self._unbound(), *lines, groups, bool(flg_static), exclude.reshape(-1), parts
        )
        return (dist, geom, normals) if normal else (dist, geom)

    def _unbound(self) -> tuple[Any, ...]:
        """The arguments of calls that leave what is bound as it is."""
        return (self._state, self._warning, [], self._arrays[3])

    # --- models and data of single simulations ---------------------------------------------------

    @property
    def models(self) -> MjModel | tuple[MjModel, ...] | None:
        """The batch's copies of what `set_models` has set, to be read only."""
        return tuple(self._models) if isinstance(self._models, list) else self._models

    def set_models(self, models: MjModel | Sequence[MjModel] | None) -> None:
        """Lets simulation ``i`` run on ``models[i]``, all on one model, or (``None``) on the batch's.

        They have to have the sizes of the batch's model, and are copied: set them again after changes.
        """
        if models is not None and self._values:
            raise ValueError("simulations cannot have models of their own while fields are expanded")
        if models is not None and not isinstance(models, MjModel):
            models = arrays.models(models, self.nsim)
        each = [models] * self.nsim if isinstance(models, MjModel) else models
        self._core.set_models(each or [])
        # simulations run on copies, and so does what Python knows of them
        copies: dict[int, MjModel] = {}
        for sim, model in enumerate(each or []):
            if id(model) not in copies:
                copies[id(model)] = self._core.model(model, sim)
        if isinstance(models, MjModel):
            self._models = copies.get(id(models))
        else:
            self._models = None if models is None else [copies[id(model)] for model in models]

    def _model_of(self, sim: int) -> MjModel:
        return self._models[sim] if isinstance(self._models, list) else self._models or self._model

    def get_model(self, sim: int, model: MjModel | None = None) -> MjModel:
        """The model of a simulation with its own values, written to ``model`` or a copy.

        Of models of `set_models` there are copies only.
        """
        sim = arrays.one_id(sim, self.nsim)
        if self._models is not None:
            if model is not None:
                raise ValueError("simulations have models of their own: get_model(sim) gives a copy")
            return copy.copy(self._model_of(sim))
        if model is None:
            model = copy.copy(self._model_of(sim))
        self._core.get_model(sim, model, self._arrays[3])
        return model

    def get_data(self, sim: int, data: MjData | None = None) -> MjData:
        """Data in the state of a simulation; of a persistent batch all that it has computed."""
        sim = arrays.one_id(sim, self.nsim)
        if data is None:
            data = MjData(self._model_of(sim))
        self._core.get_data(sim, self._state[sim], data)
        return data

    # --- files -----------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes states, warnings and values of simulations to a file, whole or not at all.

        The file names what the further course depends on besides: models and version.
        """
        snapshot.save(self, path)

    def load(self, path: str | os.PathLike[str]) -> None:
        """Returns to what `save` has written, and goes on from there with the same bits.

        Results (`bind`), `status` and `failure` stay those of the last call, until the next one.

        Raises:
            ValueError: if it was written with other models, another number of simulations or another
                version, or was altered. Then the batch is as it was.
        """
        snapshot.load(self, path)


_add_views(Batch, Named)
