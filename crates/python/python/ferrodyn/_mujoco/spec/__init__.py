"""Specs: descriptions of models that can be edited, and handles of their elements."""

import typing

from ferrodyn._mujoco.spec.arrays import (
    MjByteVec,
    MjCharVec,
    MjDoubleVec,
    MjFloatVec,
    MjIntVec,
    MjStringVec,
)
from ferrodyn._mujoco.spec.bind import add_binding
from ferrodyn._mujoco.spec.element import CLASSES, MjsElement
from ferrodyn._mujoco.spec.handle import MjsOrientation
from ferrodyn._mujoco.spec.objects import *  # noqa: F403
from ferrodyn._mujoco.spec.objects import MjsTendonPath, MjsWrap
from ferrodyn._mujoco.spec.plugin import add_plugin_attributes
from ferrodyn._mujoco.spec.settings import MjLROpt, MjsCompiler  # noqa: F401
from ferrodyn._mujoco.spec.spec import MjSpec  # noqa: F401
from ferrodyn._mujoco.spec.tree import *  # noqa: F403

for _class in (MjByteVec, MjCharVec, MjDoubleVec, MjFloatVec, MjIntVec, MjStringVec, MjsElement,
               MjsOrientation, MjsTendonPath, MjsWrap):  # fmt: skip
    _class.__module__ = "ferrodyn"
globals().update({_class.__name__: _class for _class in CLASSES.values()})

# everything that a spec consists of, for annotations
_elements = tuple(c for c in CLASSES.values() if c.__name__ != "MjsDefault")
MjStruct: typing.TypeAlias = typing.Union[_elements]  # noqa: UP007

__all__ = [n for n in dir() if n.startswith("Mj")]
add_plugin_attributes()
add_binding()
