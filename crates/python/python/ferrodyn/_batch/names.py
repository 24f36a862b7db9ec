"""Fields of one object in all simulations of a batch: ``batch.joint("hinge").qpos``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy import typing as npt

from ferrodyn._batch import arrays
from ferrodyn._mujoco import named

if TYPE_CHECKING:
    from ferrodyn.batch import Batch

Array = npt.NDArray[Any]

_COUNTED = named._counted_fields()
# kinds of MuJoCo's batch
_KINDS = (
    "actuator", "body", "camera", "equality", "geom", "joint", "keyframe", "light", "material",
    "numeric", "pair", "sensor", "site", "tendon",
)  # fmt: skip


class Named:
    """An object of the model in all simulations.

    Attributes are those of the views of `MjData` and `MjModel`, with the simulations as first dimension.
    Those of data bind their field, those of the model have each simulation's value; assignment expands the
    field. What the model is made of is the same in all simulations and cannot be assigned.
    """

    _batch: Batch
    _kind: Any
    id: int
    name: str

    def __init__(self, batch: Batch, kind: Any, method: str, key: int | str) -> None:
        """Finds the object by its name or number."""
        view = getattr(batch.model, method)(key)
        object.__setattr__(self, "_batch", batch)
        object.__setattr__(self, "_kind", kind)
        object.__setattr__(self, "id", view.id)
        object.__setattr__(self, "name", view.name)

    def __getattr__(self, name: str) -> Array:
        table, field, size = self._find(name)
        if table == "MjData":
            return self._part(self._batch.bind(field), size)
        values = self._batch.expanded(field) if field in arrays.MODEL_FIELDS else None
        if values is None:
            values = self._shared(field)
        return self._part(values, size)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in ("id", "name") or name.startswith("_"):
            raise AttributeError(f"{name} cannot be assigned")
        table, field, size = self._find(name)
        if table == "MjData":
            if field not in arrays.STATE_FIELDS:
                raise arrays.output_error(field)
            rows = self._part(self._batch.bind(field), size)
            rows[...] = arrays.fitting(rows, value, name)
        else:
            if field in arrays.MODEL_FIELDS:
                # what does not fit expands nothing
                value = arrays.fitting(getattr(self, name), value, name)
            self._part(self._batch.expand(field), size)[...] = value

    def __dir__(self) -> list[str]:
        return sorted({"id", "name", *self._fields("MjData"), *self._fields("MjModel")})

    def _fields(self, table: str) -> dict[str, tuple[str, str]]:
        if table == "MjData" and named.KINDS[self._kind][3] is None:
            return {}
        fields: dict[str, tuple[str, str]] = named.fields_of(self._kind, table, _COUNTED)
        known = arrays.DATA_FIELDS if table == "MjData" else None
        return {k: v for k, v in fields.items() if known is None or v[0] in known}

    def _find(self, name: str) -> tuple[str, str, str]:
        for table in ("MjData", "MjModel"):
            found = self._fields(table).get(name)
            if found is not None:
                return table, *found
        hint = arrays.hint(name, dir(self))
        raise AttributeError(f"{name} is no field of this kind of object{hint}")

    def _shared(self, field: str) -> Array:
        """The values of the models, if they are the same in all simulations or the caller's."""
        batch = self._batch
        if isinstance(batch.models, tuple):
            out = np.stack([getattr(m, field) for m in batch.models])
            out.flags.writeable = False
            return out
        values = getattr(batch.models or batch.model, field)
        return np.broadcast_to(values, (batch.nsim, *values.shape))

    def _part(self, rows: Array, size: str) -> Array:
        """The entries of the object in all rows of a field that is counted by ``size``."""
        if size == named.KINDS[self._kind][1]:
            return rows[:, self.id] if rows.ndim > 2 else rows[:, self.id : self.id + 1]
        places = named._entry(size)(np.arange(rows.shape[1]), self._batch.model, self.id)
        if places.size == 0:
            return rows[:, :0]
        part = rows[:, places.flat[0] : places.flat[-1] + 1]
        return part.reshape(len(rows), *places.shape, *rows.shape[2:])


def add_views(batch: type, view: type) -> None:
    """Gives the batch a method for each kind of object."""
    for kind, (methods, *_) in named.KINDS.items():
        for method in methods:
            if method in _KINDS:
                setattr(batch, method, _method(view, kind, method))


def _method(view: type, kind: Any, method: str) -> Callable[..., Any]:
    def find(self: Any, key: int | str) -> Any:
        return view(self, kind, method, key)

    find.__name__ = method
    find.__doc__ = f"The {method} of that name or number, in all simulations."
    return find
