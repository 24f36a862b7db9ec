"""Callbacks by the name of the module that has them in the ``mujoco`` package."""

from ferrodyn import _core

__all__ = [n for n in dir(_core) if n.startswith(("set_mj", "get_mj"))]
globals().update({name: getattr(_core, name) for name in __all__})
