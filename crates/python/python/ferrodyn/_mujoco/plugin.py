"""Plugins: those that come with MuJoCo are built in, users write others as Python classes."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from ferrodyn import _core
from ferrodyn._core import MjModel
from ferrodyn._mujoco.enums import mjtPluginCapabilityBit, mjtStage

__all__ = [
    "Plugin",
    "mj_loadAllPluginLibraries",
    "mj_loadPluginLibrary",
    "register_plugin",
    "renew_plugins",
]

# libraries that MuJoCo ships, without prefix and suffix
_BUILT_IN = {"actuator", "elasticity", "sensor", "sdf", "sdf_plugin", "obj_decoder", "stl_decoder"}


class Plugin:
    """A kind of plugin, to be derived from; ``register_plugin`` makes it known.

    A model makes an object of the class for every instance that it names. Which of the methods
    ``passive``, ``actuator`` and ``sensor`` a class defines decides what can use it. Simulations
    and threads share the objects: what changes from step to step belongs into ``d.plugin_state``.
    """

    name: ClassVar[str] = ""
    """The name by which models ask for it."""
    attributes: ClassVar[tuple[str, ...]] = ()
    """The keys that a configuration may have."""
    stage: ClassVar[Any] = mjtStage.mjSTAGE_ACC
    """When sensors are measured."""
    state_len: ClassVar[Any] = 0
    """How many numbers of state an instance has, or a static method that says so of a configuration."""
    sensor_len: ClassVar[Any] = 0
    """How many numbers a sensor has, or a static method that says so of a configuration."""

    def __init__(self, instance: int, config: Mapping[str, str]) -> None:
        """Made for an instance of a model, by its id, with its configuration."""
        self.instance = instance
        self.config = dict(config)

    def reset(self, state: np.ndarray) -> None:
        """Writes the state to start from; it is zero before."""

    def advance(self, m, d) -> None:
        """Advances the state by a time step."""

    def act_dot(self, m, d) -> None:
        """Writes rates of activations of its actuators, in ``d.act_dot``."""


Plugin.__module__ = "ferrodyn"


def register_plugin(cls: type) -> type:
    """Lets models use a class derived from ``Plugin``; returns it, so that it can decorate one."""
    if not (isinstance(cls, type) and issubclass(cls, Plugin)):
        raise TypeError(f"{cls!r} is not a class derived from ferrodyn.Plugin")
    if not isinstance(cls.name, str) or not cls.name:
        raise ValueError(f"{cls.__name__}.name should be the name of the plugin")
    attributes = tuple(cls.attributes)
    if not all(isinstance(name, str) for name in attributes):
        raise TypeError(f"{cls.__name__}.attributes should be strings")
    bits = {
        "actuator": mjtPluginCapabilityBit.mjPLUGIN_ACTUATOR,
        "sensor": mjtPluginCapabilityBit.mjPLUGIN_SENSOR,
        "passive": mjtPluginCapabilityBit.mjPLUGIN_PASSIVE,
    }
    able = sum(int(bit) for method, bit in bits.items() if callable(getattr(cls, method, None)))
    if not able:
        raise ValueError(f"{cls.__name__} defines none of the methods {', '.join(bits)}")
    _core._register_plugin(cls.name, list(attributes), able, int(cls.stage), cls)
    return cls


def renew_plugins(m: MjModel) -> None:
    """Makes the plugins of a model anew, after a change of attributes or of what they read of the
    model when they were made."""
    _core._renew_plugins(m)


def mj_loadPluginLibrary(path: str) -> None:
    """Does nothing for the libraries that come with MuJoCo, whose plugins are built in, and says so.

    Other libraries are refused: they are made for MuJoCo's memory layout, which is not ferrodyn's.
    """
    stem = os.path.basename(os.fspath(path)).split(".")[0].removeprefix("lib")
    if stem in _BUILT_IN:
        warnings.warn(f"the plugins of '{path}' are part of ferrodyn: not loaded", stacklevel=2)
        return
    raise NotImplementedError(
        f"cannot load '{path}': plugins in C libraries work on MuJoCo's own memory; derive a class "
        "from ferrodyn.Plugin and register it, or implement the traits of the Rust crate"
    )


def mj_loadAllPluginLibraries(directory: str) -> None:
    """Goes through the libraries of a directory: see mj_loadPluginLibrary."""
    suffix = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
    found = os.listdir(directory) if os.path.isdir(directory) else []
    for name in sorted(found):
        if name.endswith(suffix):
            mj_loadPluginLibrary(os.path.join(directory, name))
