"""Exceptions by the name of the module that has them in the ``mujoco`` package."""

from ferrodyn._core import FatalError
from ferrodyn._mujoco.io import UnexpectedError

__all__ = ["FatalError", "UnexpectedError"]
