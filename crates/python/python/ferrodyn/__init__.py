"""MuJoCo-compatible physics in pure Rust.

Names, shapes and numbers are those of the ``mujoco`` package: ``import ferrodyn as mujoco``.
Arrays of a model or data are live NumPy views: writing to them changes the simulation.
"""

from ferrodyn import _core, _named
from ferrodyn._core import *  # noqa: F403
from ferrodyn._enums import *  # noqa: F403
from ferrodyn._strings import *  # noqa: F403

__version__ = _core.__version__

_named.add_views()
__all__ = [n for n in dir() if n.startswith(("mj", "Mj", "Fatal"))] + ["__version__"]
