"""The worlds of a ``mujoco_warp.Data``: a batch of simulations, and Warp's float32 arrays beside it.

The batch computes with float64. Its numbers go out to Warp's arrays rounded; of these arrays only what
somebody has written since comes in, so that nothing is rounded twice.
"""

from __future__ import annotations

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
# what worlds have in common for good: shapes and pictures of assets
_ASSETS = ("mesh_", "hfield_", "flex", "skin_", "tex_", "mat_", "key_", "bvh_", "oct_", "plugin")


class Mirror:
    """An array of Warp's, and what it held when it was last looked at."""

    def __init__(self, array: Any, known: Array | None = None) -> None:
        """Takes what the array holds, or held at first, for known."""
        self.array = array
        self.view: Array = array.numpy()
        held = self.view if known is None else known
        self.known: Array = np.array(np.broadcast_to(held, self.view.shape), order="C")

    def changed(self) -> Array | None:
        """Which numbers were written since; ``None`` if none was."""
        if self.view.flags.c_contiguous and _same_bytes(self.view, self.known):
            return None
        # bits, so that NaN equals itself
        one, other = (a.view(f"u{a.itemsize}") for a in (self.view, self.known))
        changed: Array = one != other
        return changed if changed.any() else None

    def write(self, values: Array, rows: Array | None = None) -> None:
        """Writes numbers, rounded, that are then known."""
        values = values.reshape(self.view.shape)
        if rows is None:
            np.copyto(self.view, values, casting="unsafe")
            np.copyto(self.known, self.view)
        else:
            self.view[rows] = values[rows]
            self.known[rows] = self.view[rows]


def _same_bytes(one: Array, other: Array) -> bool:
    """Whether two arrays that are not empty have the same bits; stops at the first that differs."""
    return one.data.cast("B") == other.data.cast("B")


def parameters(m: Any) -> dict[str, Any]:
    """The arrays of a ``mujoco_warp.Model`` that worlds may have different numbers in."""
    found = {}
    for name in MODEL_FIELDS:
        group, _, field = name.rpartition(".")
        owner: Any = getattr(m, group, None) if group else m
        array: Any = None if name.startswith(_ASSETS) else getattr(owner, field, None)
        if hasattr(array, "numpy") and array.size:
            found[name] = array
    return found


def snapshot(m: Any) -> dict[str, Array]:
    """What the arrays of a model hold."""
    return {name: array.numpy().copy() for name, array in parameters(m).items()}


class Worlds:
    """A batch of simulations and the arrays of data that show it."""

    def __init__(self, model: MjModel, host: Any, nworld: int, data: Any) -> None:
        """Starts all worlds from the state of ``host``, a data of the mujoco package."""
        self.batch = Batch(model, nworld)
        self.nworld = nworld
        self._pool: ThreadPoolExecutor | None = None
        self._options: dict[str, int] = {}
        self._parameters: dict[str, Mirror] = {}
        self._inputs: list[tuple[Array, Mirror]] = []
        self._outputs: list[tuple[str, Array, Array]] = []
        for name in INPUTS:
            rows = self.batch.bind(name)
            if rows.size:
                rows[...] = np.reshape(getattr(host, name), rows.shape[1:])
                self._inputs.append((rows, Mirror(getattr(data, name))))
        for name in OUTPUTS:
            rows = self.batch.bind(name)
            if rows.size:
                self._outputs.append((name, rows, getattr(data, name).numpy()))

    # --- from Warp's arrays ----------------------------------------------------------------------

    def take_in(self, m: Any) -> None:
        """Brings to the batch what was written to the arrays of data and model."""
        for rows, mirror in self._inputs:
            changed = mirror.changed()
            if changed is not None:
                given = mirror.view.reshape(rows.shape)
                np.copyto(rows, given, where=changed.reshape(rows.shape), casting="unsafe")
                np.copyto(mirror.known, mirror.view)
        self._take_parameters(m)
        self._check_fixed(m)

    def _take_parameters(self, m: Any) -> None:
        first = getattr(m, "_ferrodyn_snapshot", {})
        for name, array in parameters(m).items():
            mirror = self._parameters.get(name)
            if mirror is None or mirror.array is not array:
                known = first.get(name) if mirror is None else mirror.known
                mirror = self._parameters[name] = Mirror(array, known)
            changed = mirror.changed()
            if changed is None:
                continue
            values = self.batch.expand(name)
            shape = self._rows(name, mirror, values)
            where = np.broadcast_to(changed.reshape(shape), values.shape)
            np.copyto(values, mirror.view.reshape(shape), where=where, casting="unsafe")
            np.copyto(mirror.known, mirror.view)

    def _rows(self, name: str, mirror: Mirror, values: Array) -> tuple[int, ...]:
        """The shape of a model's array, with a row for each world or one for all."""
        rows, rest = divmod(mirror.view.size, int(np.prod(values.shape[1:])))
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
        """Shows where all worlds are, and what was computed of it, on the threads that the batch has."""
        bounds = [self.nworld * k // self.batch.nthread for k in range(self.batch.nthread + 1)]
        parts = [slice(*pair) for pair in pairwise(bounds)]
        if self.nworld < _FEW or len(parts) == 1:
            self._give_out_of(slice(None))
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(len(parts))
        list(self._pool.map(self._give_out_of, parts))

    def _give_out_of(self, part: slice) -> None:
        for rows, mirror in self._inputs:
            view = mirror.view[part]
            np.copyto(view, rows[part].reshape(view.shape), casting="unsafe")
            np.copyto(mirror.known[part], view)
        for _, rows, view in self._outputs:
            np.copyto(view[part], rows[part].reshape(view[part].shape), casting="unsafe")

    # --- calls -----------------------------------------------------------------------------------

    def step(self, m: Any) -> None:
        """A step of every world."""
        self.take_in(m)
        self.batch.step()
        self.give_out()

    def forward(self, m: Any) -> None:
        """What follows from the state of every world."""
        self.take_in(m)
        self.batch.forward()
        self.give_out()

    def reset(self, m: Any, reset: Any) -> None:
        """Puts the worlds of a mask into the default state; what follows from it stays to be computed."""
        self.take_in(m)
        rows = np.arange(self.nworld) if reset is None else np.flatnonzero(reset.numpy())
        self.batch.reset(rows, stage=int(mjtStage.mjSTAGE_NONE))
        for values, mirror in self._inputs:
            mirror.write(values, rows)
        for name, _, view in self._outputs:
            if name in _ZERO_AFTER_RESET:
                view[rows] = 0

    def set_const(self, m: Any) -> None:
        """Computes what follows from masses, inertias and poses, and writes it to the model's arrays."""
        self.take_in(m)
        self.batch.set_const()
        for name in _core._Batch.derived():
            mirror, values = self._parameters.get(name), self.batch.expanded(name)
            if mirror is not None and values is not None:
                mirror.write(values[: self._rows(name, mirror, values)[0]])

    def jac(self, m: Any, jacp: Any, jacr: Any, point: Any, body: Any) -> None:
        """Jacobians of a point on a body of each world."""
        self.take_in(m)
        for out, values in zip((jacp, jacr), self.batch.jac(body.numpy(), point.numpy()), strict=True):
            if out is not None:
                np.copyto(out.numpy(), values, casting="unsafe")
