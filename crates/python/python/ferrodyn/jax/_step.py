"""Models, data and steps for programs of JAX."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from ferrodyn import MjModel
from ferrodyn._batch import arrays
from ferrodyn.jax import _ffi
from ferrodyn.jax._host import Call, Host, host_of
from ferrodyn.jax._types import CHANGED, GIVEN, OUTPUTS, Data, Model, dtype_of, shape_of


def put_model(m: Any, outputs: Sequence[str] = OUTPUTS) -> Model:
    """A model for programs of JAX: of an ``MjModel`` of this package, or of the mujoco package.

    ``outputs`` are fields of data that calls compute beside the state. The model is copied; change it before.
    """
    if isinstance(outputs, str):
        raise TypeError("outputs are a list of names")
    asked = [name for name in outputs if name not in arrays.STATE_FIELDS]
    host = host_of(_ours(m), tuple(dict.fromkeys(asked)))
    if host.start["history"].size and dtype_of("history") != np.float64:
        raise NotImplementedError(
            "the model has delays, whose times need float64: jax.config.update('jax_enable_x64', True)"
        )
    return Model(host, {})


def _ours(m: Any) -> MjModel:
    if isinstance(m, MjModel):
        return m
    if isinstance(m, Model):
        raise TypeError("the model was put already")
    if type(m).__module__.split(".")[0] != "mujoco":
        raise TypeError(f"put_model takes an MjModel, got {arrays.said(m)}")
    return MjModel.from_mujoco(m)


def make_data(m: Any) -> Data:
    """Data in the default state; what is computed of it is zero until the first call."""
    host = (m if isinstance(m, Model) else put_model(m))._host
    return _data(host, host.start)


def put_data(m: Any, d: Any) -> Data:
    """The state and the results that an ``MjData`` has, of this package or of the mujoco package."""
    host = (m if isinstance(m, Model) else put_model(m))._host
    values = {}
    for name, start in host.start.items():
        value = np.asarray(getattr(d, name, start))
        if value.size != start.size:
            raise ValueError(f"{name} of the data has {value.size} numbers, the model {start.size}")
        values[name] = value
    return _data(host, values)


def _data(host: Host, values: dict[str, Any]) -> Data:
    fields = {}
    for name in (*CHANGED, *GIVEN, *host.outputs):
        shape = shape_of(name, host.shapes[name])
        # a copy: on processors JAX may keep the memory it is given, which goes on to change
        fields[name] = jnp.array(np.array(values[name]).reshape(shape), dtype_of(name))
    return Data(fields)


def step(m: Model, d: Data, nstep: int = 1) -> Data:
    """Takes steps. What is computed of the state is that of the last one, before it moved on, as in MuJoCo.

    A simulation that diverges has NaN in ``qpos``, ``qvel`` and ``qacc``, as in ``mujoco.mjx``.
    """
    nstep = arrays.count_of(nstep, "nstep")
    return d if nstep == 0 else _call(m, d, "step", nstep)


def forward(m: Model, d: Data) -> Data:
    """Computes what follows from the state."""
    return _call(m, d, "forward", 1)


def _call(m: Model, d: Data, kind: str, nstep: int) -> Data:
    if not isinstance(m, Model) or not isinstance(d, Data):
        raise TypeError("a model of put_model and data of make_data are needed")
    host = m._host
    names = tuple(sorted(m._values))
    inputs = tuple(name for name in (*CHANGED, *GIVEN) if host.start[name].size)
    outputs = tuple(
        name for name in (*CHANGED, *host.outputs) if name in d._fields and host.start[name].size
    )
    shapes = [shape_of(name, host.shapes[name]) for name in inputs]
    operands = []
    for name in names:
        shape, dtype = host.parameter(name)
        operands.append(_operand(f"{name} of the model", m._values[name], shape, dtype))
    operands += [
        _operand(name, getattr(d, name), shape, dtype_of(name))
        for name, shape in zip(inputs, shapes, strict=True)
    ]
    results = tuple(
        jax.ShapeDtypeStruct(shape_of(name, host.shapes[name]), dtype_of(name)) for name in outputs
    )
    call = Call(f"{host.key}:{','.join(host.outputs)}", kind, nstep, names, inputs, outputs)
    found = _foreign(call.text(), results, *operands)
    return d.replace(**dict(zip(outputs, found, strict=True)))


def _operand(name: str, value: Any, shape: tuple[int, ...], dtype: Any) -> jax.Array:
    array = jnp.asarray(value, dtype)
    if array.shape != shape:
        raise ValueError(f"{name} should have shape {shape}, got {array.shape}: map over batches with jax.vmap")
    return array


def _run(text: str, results: Any, *operands: jax.Array) -> Any:
    """The call of the foreign function; one for a whole batch where the program is mapped."""
    call = jax.ffi.ffi_call(_ffi.TARGET, results, vmap_method="expand_dims")
    return tuple(call(*operands, call=text))


def _no_derivative(*_: Any) -> Any:
    raise NotImplementedError(
        "ferrodyn.jax has no derivatives yet: put jax.lax.stop_gradient around what goes into a step"
    )


_foreign: Any = jax.custom_jvp(_run, nondiff_argnums=(0, 1))
_foreign.defjvp(_no_derivative)
