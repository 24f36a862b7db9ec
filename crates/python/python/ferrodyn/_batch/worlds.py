"""The worlds of a ``mujoco_warp.Data``: a batch of simulations that shows itself in Warp's float32 arrays.

The batch computes with float64. Its numbers go out to Warp's arrays rounded; of the arrays of the state only
what somebody has written since comes in, so that nothing is rounded twice.

What is computed besides is written for those who read it only: an array of `OUTPUTS` is filled when data is
first asked for it, by the last step once more, and is written by every call from then on.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy import typing as npt

from ferrodyn import MjModel, _core, mjtStage
from ferrodyn.batch import MODEL_FIELDS, Batch

Array = npt.NDArray[Any]

# fields of data that programs write and that decide where a world goes
INPUTS = (
    "time", "qpos", "qvel", "act", "ctrl", "qfrc_applied", "xfrc_applied", "eq_active", "mocap_pos",
    "mocap_quat", "qacc_warmstart", "userdata",
)  # fmt: skip
# what every call computes of them
OUTPUTS = (
    "qacc", "act_dot", "sensordata", "xpos", "xquat", "xmat", "xipos", "ximat", "xanchor", "xaxis",
    "geom_xpos", "geom_xmat", "site_xpos", "site_xmat", "cam_xpos", "cam_xmat", "light_xpos", "light_xdir",
    "subtree_com", "cvel", "ten_length", "ten_velocity", "actuator_length", "actuator_velocity",
    "actuator_force", "qfrc_bias", "qfrc_passive", "qfrc_actuator", "qfrc_constraint",
)  # fmt: skip

# after a reset these are zero until they are computed
_ZERO_AFTER_RESET = ("qacc", "act_dot", "sensordata")
# options that are numbers of the whole model
_FIXED = ("iterations", "ls_iterations", "cone", "solver", "integrator", "disableflags", "enableflags")
# worlds that one thread shows sooner than several
_FEW = 256
# bytes of a small array
_SMALL = 1024
# what worlds have in common for good: shapes and pictures of assets
_ASSETS = ("mesh_", "hfield_", "flex", "skin_", "tex_", "mat_", "key_", "bvh_", "oct_", "plugin")


class Shown:
    """Data of which worlds show what is asked for."""

    def __getattr__(self, name: str) -> Any:
        worlds = vars(self).get("_worlds")
        if worlds is not None and name in worlds.waiting:
            return worlds.show(self, name)
        raise AttributeError(f"'Data' object has no attribute {name!r}")


class Known:
    """An array of Warp's, and what it held when it was last looked at."""

    def __init__(self, array: Any, known: Array | None = None) -> None:
        """Takes what the array holds, or held at first, for known."""
        self.array = array
        self.view: Array = array.numpy()
        held = self.view if known is None else known
        self.known: Array = np.array(np.broadcast_to(held, self.view.shape), order="C")
        # bits, so that NaN equals itself
        self.bits = tuple(a.view(f"u{a.itemsize}") for a in (self.view, self.known))
        # few bytes are compared sooner without NumPy
        is_small = self.view.flags.c_contiguous and self.view.nbytes <= _SMALL
        self._bytes = tuple(a.data.cast("B") for a in (self.view, self.known)) if is_small else None

    def is_changed(self) -> bool:
        """Whether a number was written since."""
        if self._bytes:
            return self._bytes[0] != self._bytes[1]
        return not np.array_equal(self.bits[0], self.bits[1])

    def take(self, to: Array, shape: tuple[int, ...]) -> None:
        """Writes the numbers that have changed to an array, and knows them."""
        changed: Array = self.bits[0] != self.bits[1]
        where = np.broadcast_to(changed.reshape(shape), to.shape)
        np.copyto(to, self.view.reshape(shape), where=where, casting="unsafe")
        np.copyto(self.known, self.view)

    def write(self, values: Array, rows: Array | slice = slice(None)) -> None:
        """Writes numbers, rounded, that are then known."""
        self.view[rows] = values.reshape(self.view.shape)[rows]
        self.known[rows] = self.view[rows]


def parameters(m: Any) -> dict[str, Any]:
    """The arrays of a ``mujoco_warp.Model`` that worlds may have different numbers in."""
    found = {}
    for name in MODEL_FIELDS:
        array: Any = None if name.startswith(_ASSETS) else _of_model(m, name)
        if hasattr(array, "numpy") and array.size:
            found[name] = array
    return found


def _of_model(m: Any, name: str) -> Any:
    group, _, field = name.rpartition(".")
    return getattr(getattr(m, group, None) if group else m, field, None)


def snapshot(m: Any) -> dict[str, Array]:
    """What the arrays of a model hold."""
    return {name: array.numpy().copy() for name, array in parameters(m).items()}


class Worlds:
    """A batch of simulations and the arrays of data that show it."""

    def __init__(self, model: MjModel, host: Any, nworld: int, data: Any) -> None:
        """Starts all worlds from the state of ``host``, a data of the mujoco package."""
        self.batch = Batch(model, nworld)
        self.nworld = nworld
        # arrays of data that nobody has read yet
        self.waiting: dict[str, Any] = {}
        # those that calls write
        self._shown: dict[str, Any] = {}
        # those of the state, and those of results with the rows of the batch
        self._states: dict[str, Known] = {}
        self._results: dict[str, tuple[Array, Array]] = {}
        self._pool: ThreadPoolExecutor | None = None
        self._options: dict[str, int] = {}
        self._parameters: dict[str, Known] = {}
        # the group and the name of each in a model
        self._places: dict[str, tuple[str, ...]] = {}
        self._past = Past(self.batch)
        for name in INPUTS:
            rows = self.batch.bind(name)
            if rows.size:
                rows[...] = np.reshape(getattr(host, name), rows.shape[1:])
                self._hold(name, getattr(data, name))
        for name in OUTPUTS:
            if int(np.prod(self.batch._template.data_shape(name))):
                self.waiting[name] = vars(data).pop(name)
        if self.batch.persistent:
            # then a step cannot be taken twice
            for name in tuple(self.waiting):
                self.show(data, name)

    def show(self, data: Any, name: str) -> Any:
        """Fills an array that nobody has read yet, lets calls write it from now on, and returns it."""
        self._past.fill({name: self._view(name, array) for name, array in self.waiting.items()})
        array = self.waiting.pop(name)
        self._hold(name, array)
        setattr(data, name, array)
        return array

    def _hold(self, name: str, array: Any) -> None:
        """Shows a field in an array of data from now on."""
        view = self._view(name, array)
        if name in INPUTS:
            self._states[name] = Known(array, self._states[name].known if name in self._states else None)
        else:
            self._results[name] = self.batch.bind(name), view
        self._shown[name] = array

    def _view(self, name: str, array: Any) -> Array:
        """The memory of an array of data."""
        view: Array = array.numpy()
        width = int(np.prod(self.batch._template.data_shape(name)))
        if view.shape[:1] != (self.nworld,) or view.size != self.nworld * width:
            raise ValueError(f"Data.{name} should have {width} numbers for each of {self.nworld} worlds")
        return view

    # --- from Warp's arrays ----------------------------------------------------------------------

    def take_in(self, m: Any, d: Any) -> None:
        """Brings to the batch what was written to the arrays of data and model."""
        self._take_arrays(d)
        for name, held in self._states.items():
            if held.is_changed():
                rows = self.batch.bind(name)
                held.take(rows, rows.shape)
        self._take_parameters(m)
        self._check_fixed(m)

    def _take_arrays(self, d: Any) -> None:
        """Takes other arrays that data was given in the place of its own."""
        there = vars(d)
        for name, array in self._shown.items():
            if there[name] is not array:
                self._hold(name, there[name])
        for name in self.waiting.keys() & there.keys():
            del self.waiting[name]
            self._hold(name, there[name])

    def _take_parameters(self, m: Any) -> None:
        first = getattr(m, "_ferrodyn_snapshot", {})
        if not self._parameters:
            for name, array in parameters(m).items():
                self._parameters[name] = Known(array, first.get(name))
                self._places[name] = name.rpartition(".")[::2]
        groups = {"": m, "opt": m.opt, "stat": getattr(m, "stat", None)}
        for name, (group, field) in self._places.items():
            array = getattr(groups[group], field)
            if array is not self._parameters[name].array:
                self._parameters[name] = Known(array, self._parameters[name].known)
        for name, held in self._parameters.items():
            if held.is_changed():
                self._past.keep(name)
                values = self.batch.expand(name)
                held.take(values, self._row_shape(name, held, values))

    def _row_shape(self, name: str, held: Known, values: Array) -> tuple[int, ...]:
        """The shape of a model's array, with a row for each world or one for all."""
        rows, rest = divmod(held.view.size, int(np.prod(values.shape[1:])))
        if rest or rows not in (1, self.nworld):
            raise ValueError(f"{name} of the model should have a row for each world, or one for all")
        return rows, *values.shape[1:]

    def _check_fixed(self, m: Any) -> None:
        """Raises for changes that are those of a whole model."""
        for name in _FIXED:
            value = getattr(m.opt, name, None)
            if value is not None and self._options.setdefault(name, int(value)) != int(value):
                raise ValueError(f"opt.{name} was changed after put_data, which ferrodyn.warp does not take")
        shapes = getattr(m, "geom_dataid", None)
        if shapes is not None and len(shapes) > 1 and np.any(shapes.numpy() != shapes.numpy()[:1]):
            raise ValueError("worlds have different meshes (geom_dataid), which ferrodyn.warp does not take")

    # --- to Warp's arrays ------------------------------------------------------------------------

    def give_out(self) -> None:
        """Shows where all worlds are, and what was computed of it, on as many threads as the batch has."""
        bounds = [self.nworld * k // self.batch.nthread for k in range(self.batch.nthread + 1)]
        parts = [slice(*pair) for pair in pairwise(bounds)]
        if self.nworld < _FEW or len(parts) == 1:
            self._give_out_of(slice(None))
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(len(parts))
        list(self._pool.map(self._give_out_of, parts))

    def _give_out_of(self, part: slice) -> None:
        for name, held in self._states.items():
            view, rows = held.view[part], self.batch.bind(name)[part]
            np.copyto(view, rows.reshape(view.shape), casting="unsafe")
            np.copyto(held.known[part], view)
        for rows, view in self._results.values():
            np.copyto(view[part], rows[part].reshape(view[part].shape), casting="unsafe")

    # --- calls -----------------------------------------------------------------------------------

    def step(self, m: Any, d: Any) -> None:
        """A step of every world."""
        self._compute(m, d, self.batch.step)

    def forward(self, m: Any, d: Any) -> None:
        """What follows from the state of every world."""
        self._compute(m, d, self.batch.forward)

    def _compute(self, m: Any, d: Any, call: Callable[[], None]) -> None:
        self.take_in(m, d)
        self._past.begin(call.__name__, bool(self.waiting))
        call()
        self.give_out()

    def reset(self, m: Any, d: Any, reset: Any) -> None:
        """Puts the worlds of a mask into the default state; what follows from it stays to be computed."""
        self.take_in(m, d)
        rows = np.arange(self.nworld) if reset is None else np.flatnonzero(reset.numpy())
        self.batch.reset(rows, stage=int(mjtStage.mjSTAGE_NONE))
        for name, held in self._states.items():
            held.write(self.batch.bind(name), rows)
        for name in _ZERO_AFTER_RESET:
            array = self._shown.get(name, self.waiting.get(name))
            if array is not None:
                array.numpy()[rows] = 0
        self._past.zero[rows] = True

    def set_const(self, m: Any, d: Any) -> None:
        """Computes what follows from masses, inertias and poses, and writes it to the model's arrays."""
        self.take_in(m, d)
        for name in _core._Batch.derived():
            self._past.keep(name)
        self.batch.set_const()
        for name in _core._Batch.derived():
            held, values = self._parameters.get(name), self.batch.expanded(name)
            if held is not None and values is not None:
                held.write(values[: self._row_shape(name, held, values)[0]])

    def jac(self, m: Any, d: Any, jacp: Any, jacr: Any, point: Any, body: Any) -> None:
        """Jacobians of a point on a body of each world."""
        self.take_in(m, d)
        for out, values in zip((jacp, jacr), self.batch.jac(body.numpy(), point.numpy()), strict=True):
            if out is not None:
                np.copyto(out.numpy(), values, casting="unsafe")


class Past:
    """The last call of a batch, so that it can be computed once more for fields that it did not write."""

    def __init__(self, batch: Batch) -> None:
        """Before the first call there is nothing to compute."""
        self._batch = batch
        self._call: str | None = None
        # where it began
        self._state: Array | None = None
        # parameters as they were at that call, where they have changed since; none for the model's own
        self._values: dict[str, Array | None] = {}
        # worlds that were reset since
        self.zero = np.zeros(batch.nsim, bool)

    def begin(self, call: str, is_asked: bool) -> None:
        """Before a call; ``is_asked`` says whether there are fields that it does not write."""
        self._values.clear()
        self.zero[:] = False
        self._call = call if is_asked else None
        if not is_asked:
            self._state = None
        elif self._state is None:
            self._state = self._batch.state.copy()
        else:
            np.copyto(self._state, self._batch.state)

    def keep(self, name: str) -> None:
        """Before a parameter changes."""
        if self._call is not None and name not in self._values:
            values = self._batch.expanded(name)
            self._values[name] = None if values is None else values.copy()

    def fill(self, fields: dict[str, Array]) -> None:
        """Writes what the call would have written to some fields."""
        if self._call is None or self._state is None:
            return
        again = Batch(self._batch.model, self._batch.nsim, self._batch.nthread)
        for name in self._batch._values:
            values = self._values.get(name, self._batch.expanded(name))
            if values is not None:
                again.expand(name)[...] = values
        again.state[...] = self._state
        rows = {name: again.bind(name) for name in fields}
        getattr(again, self._call)()
        for name, array in fields.items():
            np.copyto(array, rows[name].reshape(array.shape), casting="unsafe")
        for name in fields.keys() & set(_ZERO_AFTER_RESET):
            fields[name][self.zero] = 0
        self._call = None
