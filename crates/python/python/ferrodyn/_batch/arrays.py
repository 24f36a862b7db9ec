"""Arguments of a batch's calls, and the arrays it works on."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy import typing as npt

from ferrodyn import MjData, MjModel, _core, mj_stateSize, mjtState, mjtWarning

NWARNING = int(mjtWarning.mjNWARNING)

Ids = npt.ArrayLike | None
Array = npt.NDArray[Any]

# fields of data that are parts of a state
STATE_FIELDS = {
    "time": mjtState.mjSTATE_TIME.value,
    "qpos": mjtState.mjSTATE_QPOS.value,
    "qvel": mjtState.mjSTATE_QVEL.value,
    "act": mjtState.mjSTATE_ACT.value,
    "history": mjtState.mjSTATE_HISTORY.value,
    "qacc_warmstart": mjtState.mjSTATE_WARMSTART.value,
    "ctrl": mjtState.mjSTATE_CTRL.value,
    "qfrc_applied": mjtState.mjSTATE_QFRC_APPLIED.value,
    "xfrc_applied": mjtState.mjSTATE_XFRC_APPLIED.value,
    "eq_active": mjtState.mjSTATE_EQ_ACTIVE.value,
    "mocap_pos": mjtState.mjSTATE_MOCAP_POS.value,
    "mocap_quat": mjtState.mjSTATE_MOCAP_QUAT.value,
    "userdata": mjtState.mjSTATE_USERDATA.value,
    "plugin_state": mjtState.mjSTATE_PLUGIN.value,
}


class SimulationError(RuntimeError):
    """Some simulations of a call could not be computed; ``ids`` are their numbers.

    What diverges raises nothing: see `Batch.status` and `Batch.failure`.
    """

    def __init__(self, ids: npt.NDArray[np.int_], message: str) -> None:
        """Says which ones, and what is wrong with the first."""
        self.ids = ids
        super().__init__(f"{len(ids)} simulations failed, the first is {ids[0]}: {message}")


def _model_fields() -> frozenset[str]:
    """Names of parameters: what is not structure, nor text."""
    model = MjModel.from_xml_string("<mujoco/>")
    probe = _core._Batch(model, 1, 1, False)
    groups = {"": model, "opt.": model.opt, "stat.": model.stat}
    names = {
        prefix + name
        for prefix, group in groups.items()
        for name in dir(group)
        if not name.startswith("_")
    }

    def is_parameter(name: str) -> bool:
        try:
            probe.parameter(name)
        except ValueError:
            return False
        return True

    return frozenset(name for name in names if is_parameter(name))


DATA_FIELDS = frozenset(STATE_FIELDS) | frozenset(_core._Batch.bindable())
MODEL_FIELDS = _model_fields()


class Template:
    """Types and shapes of a model's arrays."""

    def __init__(self, model: MjModel) -> None:
        """Makes nothing before it is asked for."""
        self._model = model
        self._data: MjData | None = None

    def _field(self, name: str) -> Array:
        if name not in DATA_FIELDS:
            raise _not_bindable(name)
        if self._data is None:
            self._data = MjData(self._model)
        value = getattr(self._data, name)
        return value if isinstance(value, np.ndarray) else np.asarray(value, _scalar_type(value))

    def data_shape(self, name: str) -> tuple[int, ...]:
        """The shape of a field of one simulation."""
        return self._field(name).shape

    def dtype(self, name: str) -> np.dtype[Any]:
        """The type of its numbers."""
        return self._field(name).dtype

    def record(self, item: str | int, shape: tuple[int, int], given: Array | None) -> Array:
        """Where a field, or parts of a state, are recorded: the array that is given, or a new one."""
        if isinstance(item, str):
            shape, dtype = (*shape, *self.data_shape(item)), self.dtype(item)
        else:
            size = mj_stateSize(self._model, int(item))
            shape, dtype = (*shape, size), np.dtype(np.float64)
        if given is None:
            return np.empty(shape, dtype)
        fits = isinstance(given, np.ndarray) and (given.shape, given.dtype) == (shape, dtype)
        if not (fits and given.flags.c_contiguous and given.flags.writeable):
            raise ValueError(
                f"out[{item!r}] must be a writable C-contiguous {dtype} array of shape {shape}"
            )
        return given


def _scalar_type(value: Any) -> type:
    return np.float64 if isinstance(value, float) else np.int32


def as_bytes(array: Array) -> npt.NDArray[np.uint8]:
    """The memory of an array, a row for each simulation."""
    rows = array.shape[0]
    width = array.nbytes // rows if rows else 0
    if array.nbytes == 0:
        return np.empty((rows, width), np.uint8)
    return array.reshape(rows, -1).view(np.uint8).reshape(rows, width)


def ids_of(ids: Ids, nsim: int) -> npt.NDArray[np.int32] | None:
    """Sorted numbers of simulations, or a mask, as numbers; ``None`` for all."""
    if ids is None:
        return None
    ids = np.asarray(ids)
    if ids.dtype == bool:
        if ids.shape != (nsim,):
            raise ValueError(f"a mask must have the shape ({nsim},), got {ids.shape}")
        return np.flatnonzero(ids).astype(np.int32)
    if ids.ndim != 1:
        raise ValueError(f"ids must have one dimension, got {ids.ndim}")
    if ids.size == 0:
        return np.zeros(0, np.int32)
    if not np.issubdtype(ids.dtype, np.integer):
        raise ValueError(f"ids must be integers, got {ids.dtype}")
    outside = (ids < 0) | (ids >= nsim)
    if outside.any():
        raise ValueError(f"ids must be in [0, {nsim}), got {ids[outside][0]}")
    return np.ascontiguousarray(ids, np.int32)


def one_id(sim: int, nsim: int) -> int:
    """The number of a simulation."""
    if not 0 <= sim < nsim:
        raise ValueError(f"there is no simulation {sim}, the batch has {nsim}")
    return int(sim)


def integers(
    x: npt.ArrayLike, shape: tuple[int, ...], low: int, end: int, name: str
) -> npt.NDArray[np.int32]:
    """Integers from ``low`` to below ``end``, repeated to a shape."""
    x = np.asarray(x)
    if not np.issubdtype(x.dtype, np.integer):
        raise ValueError(f"{name} must be integers, got {x.dtype}")
    outside = (x < low) | (x >= max(end, low + 1))
    if outside.any():
        raise ValueError(f"{name} must be in [{low}, {end}), got {np.atleast_1d(x)[np.atleast_1d(outside)][0]}")
    return np.ascontiguousarray(np.broadcast_to(x, shape), np.int32)


def count_of(value: int, name: str) -> int:
    """A number that is not negative."""
    if not isinstance(value, (int, np.integer)) or value < 0:
        raise ValueError(f"{name} must be an integer that is not negative, got {value!r}")
    return int(value)


def hint(name: str, names: Iterable[str]) -> str:
    """What else could be meant."""
    if name in MODEL_FIELDS:
        return f"; {name} is a field of the model: use expand({name!r})"
    if f"opt.{name}" in MODEL_FIELDS:
        return f"; {name} is an option: use expand('opt.{name}')"
    close = difflib.get_close_matches(name, sorted(names), n=3)
    return f" (did you mean {', '.join(map(repr, close))}?)" if close else ""


def _not_bindable(name: str) -> ValueError:
    if hasattr(MjData, name):
        return ValueError(f"{name} has another size after every step and cannot be bound")
    return ValueError(f"{name} is not a field of MjData{hint(name, DATA_FIELDS)}")


def not_expandable(name: str) -> ValueError:
    """For a name that is no parameter of a model."""
    if name in DATA_FIELDS:
        return ValueError(f"{name} is a field of MjData: use bind({name!r})")
    if hasattr(MjModel, name):
        return ValueError(f"{name} is structure, which all simulations share")
    return ValueError(f"{name} is not a parameter of a model{hint(name, MODEL_FIELDS)}")


def output_error(name: str) -> ValueError:
    """For a write to what every call computes."""
    return ValueError(f"{name} is computed by every call: write fields of the state, or expand the model's")
