"""Arguments of a batch's calls, and the arrays it works on."""

from __future__ import annotations

import difflib
import operator
import sys
from collections.abc import Container, Iterable, Sequence
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
        self.message = message
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

    def records(
        self, items: Sequence[str | int], shape: tuple[int, int], out: dict[str | int, Array] | None
    ) -> dict[str | int, Array]:
        """Where everything is recorded that is asked for."""
        if isinstance(items, (str, int)) or not isinstance(items, Iterable):
            raise ValueError(f"record should be a list, such as ['qpos'], got {said(items)}")
        items = [item if isinstance(item, str) else index_of(item, "record") for item in items]
        out = {} if out is None else out
        for item in out:
            if item not in items:
                raise ValueError(f"out[{item!r}] is not recorded: record has {list(items)}")
        return {item: self.record(item, shape, out.get(item)) for item in items}

    def record(self, item: str | int, shape: tuple[int, int], given: Array | None) -> Array:
        """Where a field, or parts of a state, are recorded: the array that is given, or a new one."""
        if isinstance(item, str):
            whole, dtype = (*shape, *self.data_shape(item)), self.dtype(item)
        else:
            size = mj_stateSize(self._model, int(item))
            whole, dtype = (*shape, size), np.dtype(np.float64)
        if given is None:
            return np.empty(whole, dtype)
        fits = isinstance(given, np.ndarray) and (given.shape, given.dtype) == (whole, dtype)
        if not (fits and given.flags.c_contiguous and given.flags.writeable):
            raise ValueError(
                f"out[{item!r}] must be a writable C-contiguous {dtype} array of shape {whole}"
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
    ids = _array(ids, "ids")
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
    sim = index_of(sim, "sim")
    if not 0 <= sim < nsim:
        raise ValueError(f"there is no simulation {sim}, the batch has {nsim}")
    return sim


def integers(
    x: npt.ArrayLike, shape: tuple[int, ...], low: int, end: int, name: str
) -> npt.NDArray[np.int32]:
    """Integers from ``low`` to below ``end``, repeated to a shape."""
    x = _array(x, name)
    if not np.issubdtype(x.dtype, np.integer):
        raise ValueError(f"{name} must be integers, got {x.dtype}")
    outside = (x < low) | (x >= max(end, low + 1))
    if outside.any():
        raise ValueError(f"{name} must be in [{low}, {end}), got {np.atleast_1d(x)[np.atleast_1d(outside)][0]}")
    if not repeats_to(x.shape, shape):
        raise ValueError(f"{name} should have shape {shape}, got {x.shape}")
    return np.ascontiguousarray(np.broadcast_to(x, shape), np.int32)


def numbers(x: npt.ArrayLike, name: str) -> Array:
    """Real numbers."""
    x = _array(x, name)
    if x.dtype.kind not in "biuf":
        raise ValueError(f"{name} should be numbers, got {x.dtype}")
    return x


def vectors(x: npt.ArrayLike, shape: tuple[int, ...], name: str) -> npt.NDArray[np.float64]:
    """Vectors, repeated to a shape, one after the other."""
    x = numbers(x, name)
    if x.shape[-1:] != shape[-1:] or not repeats_to(x.shape, shape):
        raise ValueError(f"{name} should have shape {shape}, got {x.shape}")
    return np.ascontiguousarray(np.broadcast_to(x, shape), np.float64).reshape(-1)


def groups(x: npt.ArrayLike) -> list[int]:
    """Which of the six groups of geoms count."""
    x = numbers(x, "geomgroup")
    if x.shape != (6,):
        raise ValueError(f"geomgroup should have shape (6,), got {x.shape}")
    return [int(each) for each in x != 0]


def fitting(rows: Array, value: npt.ArrayLike, name: str) -> Array:
    """A value for all rows: one number, the numbers of a row, or those of every row."""
    given, row = numbers(value, name), rows.shape[1:]
    if given.shape not in ((), row, (1, *row), rows.shape):
        raise ValueError(f"{name} should have shape {rows.shape}, got {given.shape}")
    _check_type(given, rows.dtype, name)
    return given


def replace(rows: Array, value: npt.ArrayLike, name: str) -> None:
    """Writes every row."""
    given = numbers(value, name)
    if given.shape != rows.shape:
        raise ValueError(f"{name} should have shape {rows.shape}, got {given.shape}")
    _check_type(given, rows.dtype, name)
    rows[...] = given


def _check_type(given: Array, dtype: np.dtype[Any], name: str) -> None:
    fits = np.can_cast(given.dtype, dtype, "same_kind")
    if not fits or (dtype.kind in "iu" and (given.astype(dtype) != given).any()):
        raise ValueError(f"{name} should be {dtype}, got {given.dtype}")


def check_apart(written: dict[str, Array], others: dict[str, Array]) -> None:
    """``ValueError`` if something that is written shares memory with what else a call uses."""
    seen = dict(others)
    for name, array in written.items():
        for other, taken in seen.items():
            if np.may_share_memory(array, taken):
                raise ValueError(f"{name} shares memory with {other} of the batch or of the call")
        seen[name] = array


def repeats_to(given: tuple[int, ...], shape: tuple[int, ...]) -> bool:
    """Whether NumPy repeats an array of one shape to the other."""
    try:
        return np.broadcast_shapes(given, shape) == shape
    except ValueError:
        return False


def _array(x: Any, name: str) -> Array:
    try:
        return np.asarray(x)
    except (ValueError, TypeError, OverflowError) as error:
        raise ValueError(f"{name} is no array: {error}") from error


def said(value: Any) -> str:
    """A wrong value in words, however long it is."""
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    text = repr(value)
    return text if len(text) < 60 else f"{text[:50]} ..."


def index_of(value: Any, name: str) -> int:
    """An integer of 32 bits, or that of an enumeration."""
    try:
        number = operator.index(getattr(value, "value", value))
    except TypeError:
        raise ValueError(f"{name} should be an integer, got {said(value)}") from None
    if not -(2**31) <= number < 2**31:
        raise ValueError(f"{name} should be an integer of 32 bits, got {said(number)}")
    return number


def models(given: Any, nsim: int) -> list[MjModel]:
    """A model for each simulation."""
    if not isinstance(given, Iterable):
        raise TypeError(f"models should be a model, or one for each simulation, got {said(given)}")
    given = list(given)
    for i, model in enumerate(given):
        if not isinstance(model, MjModel):
            raise TypeError(f"models[{i}] should be a model, got {said(model)}")
    if len(given) != nsim:
        raise ValueError(f"models should be {nsim}, got {len(given)}")
    return given


def check_name(name: Any) -> None:
    """``TypeError`` unless it can be a name."""
    if not isinstance(name, str):
        raise TypeError(f"a field is asked for by its name, got {said(name)}")


def check_declared(cls: type, name: str) -> None:
    """``AttributeError`` unless a class has an attribute that can be assigned."""
    declared = any(name in _annotations(each) for each in cls.__mro__)
    found = getattr(cls, name, None)
    if callable(found) or (found is None and not declared and not hasattr(cls, name)):
        also = "" if callable(found) else hint(name, {*STATE_FIELDS, "state", "warning"})
        raise AttributeError(f"{name!r} of a {cls.__name__} cannot be assigned{also}")


def _annotations(cls: type) -> Container[str]:
    """Names that the body of a class declares; what they are need not exist yet."""
    if sys.version_info >= (3, 14):
        import annotationlib

        return annotationlib.get_annotations(cls, format=annotationlib.Format.FORWARDREF)
    return vars(cls).get("__annotations__", {})


def count_of(value: int, name: str) -> int:
    """A number that is not negative."""
    if not isinstance(value, (int, np.integer)) or value < 0:
        raise ValueError(f"{name} must be an integer that is not negative, got {said(value)}")
    if value >= 2**63:
        raise ValueError(f"{name} is too large: {said(value)}")
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
