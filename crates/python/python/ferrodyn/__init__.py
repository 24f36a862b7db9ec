"""MuJoCo-compatible physics in pure Rust.

Names, shapes and numbers are those of the ``mujoco`` package: ``import ferrodyn as mujoco``.
Arrays of a model or data are live NumPy views: writing to them changes the simulation.
"""

import os as _os

from ferrodyn import _core
from ferrodyn._core import *  # noqa: F403

# after the compiled part, which has functions of the same names as modules
from ferrodyn import _mujoco  # isort: skip
from ferrodyn._doctor import *  # noqa: F403
from ferrodyn._limits import *  # noqa: F403
from ferrodyn._memory import *  # noqa: F403
from ferrodyn._mujoco import exchange as _exchange
from ferrodyn._mujoco import missing as _missing
from ferrodyn._mujoco import named as _named
from ferrodyn._mujoco.camera import *  # noqa: F403
from ferrodyn._mujoco.enums import *  # noqa: F403
from ferrodyn._mujoco.interact import *  # noqa: F403
from ferrodyn._mujoco.io import *  # noqa: F403
from ferrodyn._mujoco.io import add_field_lists as _add_field_lists
from ferrodyn._mujoco.plugin import *  # noqa: F403
from ferrodyn._mujoco.print import *  # noqa: F403
from ferrodyn._mujoco.render import *  # noqa: F403
from ferrodyn._mujoco.render_text import *  # noqa: F403
from ferrodyn._mujoco.scene import *  # noqa: F403
from ferrodyn._mujoco.spec import *  # noqa: F403
from ferrodyn._mujoco.strings import *  # noqa: F403
from ferrodyn._mujoco.visual_types import *  # noqa: F403
from ferrodyn._solver import *  # noqa: F403
from ferrodyn.gl_context import GLContext  # noqa: F401
from ferrodyn.renderer import Renderer  # noqa: F401

__version__ = _core.__version__

if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_core._after_fork)
_named.add_views()
_missing.add_hints()
_add_field_lists()
_exchange.add_to_models()
_PREFIXES = ("mj", "Mj", "Fatal", "Unexpected", "set_mj", "get_mj", "GLContext", "Renderer", "Limits")
_OTHERS = ["Plugin", "SolverSummary", "register_plugin", "renew_plugins", "set_solver_fallback"]
_OTHERS += ["doctor", "memory_limit", "set_memory_limit", "solver_summary", "__version__"]
__all__ = [n for n in dir() if n.startswith(_PREFIXES)] + _OTHERS

_mujoco.keep_names()


def __getattr__(name):
    raise _missing.missing_name(__name__, name, tuple(__all__))
