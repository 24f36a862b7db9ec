"""Models and data as pytrees of JAX."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from ferrodyn._batch import arrays
from ferrodyn.jax._host import Host

# parts of a state that a step changes, and those that it reads only
CHANGED = ("time", "qpos", "qvel", "act", "history", "qacc_warmstart", "plugin_state")
GIVEN = (
    "ctrl", "qfrc_applied", "xfrc_applied", "eq_active", "mocap_pos", "mocap_quat", "userdata",
)  # fmt: skip

OUTPUTS = (
    "qacc", "act_dot", "sensordata", "xpos", "xquat", "xmat", "xipos", "ximat", "xanchor", "xaxis",
    "geom_xpos", "geom_xmat", "site_xpos", "site_xmat", "cam_xpos", "cam_xmat", "subtree_com", "cvel",
    "ten_length", "ten_velocity", "actuator_length", "actuator_velocity", "actuator_force", "qfrc_bias",
    "qfrc_passive", "qfrc_actuator", "qfrc_constraint",
)  # fmt: skip
"""Fields that calls compute unless `put_model` is told others."""


class Impl(enum.Enum):
    """What computes: there is one."""

    FERRODYN = "ferrodyn"


class Model:
    """A model whose parameters can be replaced, by arrays that JAX traces and maps.

    Attributes are those of ``MjModel``. ``replace(body_mass=...)`` and ``tree_replace({"opt.gravity": ...})`` give
    another model. What follows from masses and inertias (``body_invweight0``) is not computed anew, as in
    ``mujoco.mjx``: replace it too where it matters.
    """

    __slots__ = ("_host", "_values")
    _host: Host
    _values: dict[str, Any]
    impl = Impl.FERRODYN

    def __init__(self, host: Host, values: dict[str, Any]) -> None:
        object.__setattr__(self, "_host", host)
        object.__setattr__(self, "_values", values)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return _parameter(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a model does not change: replace({name}=...) gives another one")

    def __repr__(self) -> str:
        given = f" with its own {', '.join(self._values)}" if self._values else ""
        return f"<ferrodyn.jax.Model, nq {self.nq}, nv {self.nv}, nu {self.nu}{given}>"

    @property
    def opt(self) -> Group:
        """Options, of which numbers can be replaced."""
        return Group(self, "opt.")

    @property
    def stat(self) -> Group:
        """Statistics."""
        return Group(self, "stat.")

    def replace(self, **values: Any) -> Model:
        """A model with other values of some parameters; ``opt=m.opt.replace(...)`` for options."""
        given = {}
        for name, value in values.items():
            if isinstance(value, Group):
                given.update(value.changed())
            else:
                given[name] = value
        return self.tree_replace(given)

    def tree_replace(self, values: Mapping[str, Any]) -> Model:
        """A model with other values of parameters, named as in ``"opt.gravity"``."""
        for name in values:
            if name not in arrays.MODEL_FIELDS:
                raise arrays.not_expandable(name)
        return Model(self._host, {**self._values, **values})


class Group:
    """Options or statistics of a model."""

    __slots__ = ("_model", "_prefix")
    _model: Model
    _prefix: str

    def __init__(self, model: Model, prefix: str) -> None:
        object.__setattr__(self, "_model", model)
        object.__setattr__(self, "_prefix", prefix)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return _parameter(self._model, self._prefix + name)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"options do not change: replace({name}=...) gives others")

    def replace(self, **values: Any) -> Group:
        """Others with these values."""
        names = {self._prefix + name: value for name, value in values.items()}
        return Group(self._model.tree_replace(names), self._prefix)

    def changed(self) -> dict[str, Any]:
        """What differs from those of the model that was put, by name."""
        return {k: v for k, v in self._model._values.items() if k.startswith(self._prefix)}


def _parameter(model: Model, name: str) -> Any:
    """A field of a model: an array of JAX if it can be replaced, otherwise what ``MjModel`` has."""
    if name in model._values:
        return model._values[name]
    owner: Any = model._host.model
    for part in name.split("."):
        owner = getattr(owner, part)
    return jnp.asarray(owner) if name in arrays.MODEL_FIELDS else owner


class Data:
    """Where a simulation is, and what was computed of it: arrays of JAX by the names of ``MjData``.

    Matrices are 3 x 3. There are the fields of the state, and those that `put_model` was asked for.
    """

    __slots__ = ("_fields",)
    _fields: dict[str, Any]

    def __init__(self, fields: dict[str, Any]) -> None:
        object.__setattr__(self, "_fields", fields)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._fields[name]
        except KeyError:
            raise AttributeError(_no_field(name, self._fields)) from None

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"data does not change: replace({name}=...) gives another one")

    def __dir__(self) -> list[str]:
        return sorted([*self._fields, "replace", "tree_replace"])

    def __repr__(self) -> str:
        return f"<ferrodyn.jax.Data of {', '.join(self._fields)}>"

    def replace(self, **values: Any) -> Data:
        """Data with other values of some fields."""
        return self.tree_replace(values)

    def tree_replace(self, values: Mapping[str, Any]) -> Data:
        """Data with other values of some fields."""
        for name in values:
            if name not in self._fields:
                raise AttributeError(_no_field(name, self._fields))
        return Data({**self._fields, **values})


def _no_field(name: str, fields: Iterable[str]) -> str:
    if name in arrays.DATA_FIELDS:
        return f"{name} is not computed: ask for it by put_model(m, outputs=[*OUTPUTS, {name!r}])"
    return f"data has no field {name}{arrays.hint(name, fields)}"


def _flatten_model(m: Model) -> tuple[list[Any], tuple[Host, tuple[str, ...]]]:
    names = tuple(sorted(m._values))
    return [m._values[name] for name in names], (m._host, names)


def _unflatten_model(aux: tuple[Host, tuple[str, ...]], values: Iterable[Any]) -> Model:
    host, names = aux
    return Model(host, dict(zip(names, values, strict=True)))


def _flatten_data(d: Data) -> tuple[list[Any], tuple[str, ...]]:
    return list(d._fields.values()), tuple(d._fields)


def _unflatten_data(names: tuple[str, ...], values: Iterable[Any]) -> Data:
    return Data(dict(zip(names, values, strict=True)))


jax.tree_util.register_pytree_node(Model, _flatten_model, _unflatten_model)
jax.tree_util.register_pytree_node(Data, _flatten_data, _unflatten_data)


def shape_of(name: str, shape: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of a field of data here: matrices have rows and columns."""
    return (*shape[:-1], 3, 3) if name.endswith("mat") and shape[-1:] == (9,) else shape


def dtype_of(name: str) -> Any:
    """The type of its numbers."""
    return jnp.bool_ if name == "eq_active" else jax.dtypes.canonicalize_dtype(np.float64)
