"""``mujoco.mjx`` on this engine: what MuJoCo Playground and programs like it call."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from ferrodyn.jax import _step
from ferrodyn.jax._types import Data, Model

# what was replaced: a module, a name, what it was
_replaced: list[tuple[Any, str, Any]] = []


def install() -> None:
    """Lets the functions of ``mujoco.mjx`` put, make, step and forward models of this engine.

    Models are taken over as they are when they are put, whatever implementation is asked for. Models that were put before
    step as they did. Environments of MuJoCo Playground take the steps of a control in one call. `uninstall` undoes it.
    """
    if _replaced:
        return
    mjx = importlib.import_module("mujoco.mjx")
    _replace(mjx, "put_model", _put_model)
    _replace(mjx, "make_data", _make_data)
    _replace(mjx, "put_data", _put_data)
    _replace(mjx, "step", _or_theirs(_step.step, mjx.step))
    _replace(mjx, "forward", _or_theirs(_step.forward, mjx.forward))
    if importlib.util.find_spec("mujoco_playground"):
        environments = importlib.import_module("mujoco_playground._src.mjx_env")
        _replace(environments, "step", _or_theirs(_step_with, environments.step))


def uninstall() -> None:
    """Gives ``mujoco.mjx`` its own functions back."""
    while _replaced:
        module, name, theirs = _replaced.pop()
        setattr(module, name, theirs)


def _replace(module: Any, name: str, ours: Any) -> None:
    _replaced.append((module, name, getattr(module, name)))
    setattr(module, name, ours)


def _or_theirs(ours: Any, theirs: Any) -> Any:
    """A function that calls the one of the package for its own models."""

    def call(m: Any, *args: Any, **kwargs: Any) -> Any:
        return (ours if isinstance(m, Model) else theirs)(m, *args, **kwargs)

    call.__name__, call.__doc__ = ours.__name__, ours.__doc__
    return call


def _put_model(m: Any, device: Any = None, impl: Any = None, **_: Any) -> Model:
    """See `ferrodyn.jax.put_model`; device and implementation are this engine's."""
    return _step.put_model(m)


def _make_data(m: Any, device: Any = None, impl: Any = None, **_: Any) -> Data:
    """See `ferrodyn.jax.make_data`; sizes of contacts are not needed."""
    return _step.make_data(m)


def _put_data(m: Any, d: Any, device: Any = None, impl: Any = None, **_: Any) -> Data:
    """See `ferrodyn.jax.put_data`."""
    return _step.put_data(m, d)


def _step_with(m: Model, d: Data, action: Any, n_substeps: int = 1) -> Data:
    """Steps of one control, in one call."""
    return _step.step(m, d.replace(ctrl=action), n_substeps)
