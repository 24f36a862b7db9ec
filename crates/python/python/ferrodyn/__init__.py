"""MuJoCo-compatible physics in pure Rust.

Names, shapes and numbers are those of the ``mujoco`` package: ``import ferrodyn as mujoco``.
Arrays of a model or data are live NumPy views: writing to them changes the simulation.
"""

import os as _os

from ferrodyn import _core
from ferrodyn._core import *  # noqa: F403

# after the compiled part, which has functions of the same names as modules
from ferrodyn import _missing, _named  # isort: skip
from ferrodyn._camera import *  # noqa: F403
from ferrodyn._enums import *  # noqa: F403
from ferrodyn._interact import *  # noqa: F403
from ferrodyn._io import *  # noqa: F403
from ferrodyn._io import add_field_lists as _add_field_lists
from ferrodyn._limits import *  # noqa: F403
from ferrodyn._plugin import *  # noqa: F403
from ferrodyn._print import *  # noqa: F403
from ferrodyn._render import *  # noqa: F403
from ferrodyn._render_text import *  # noqa: F403
from ferrodyn._scene import *  # noqa: F403
from ferrodyn._solver import *  # noqa: F403
from ferrodyn._spec import *  # noqa: F403
from ferrodyn._strings import *  # noqa: F403
from ferrodyn._visual_types import *  # noqa: F403
from ferrodyn.gl_context import GLContext  # noqa: F401
from ferrodyn.renderer import Renderer  # noqa: F401

__version__ = _core.__version__

if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_core._after_fork)
_named.add_views()
_missing.add_hints()
_add_field_lists()
_PREFIXES = ("mj", "Mj", "Fatal", "Unexpected", "set_mj", "get_mj", "GLContext", "Renderer", "Limits")
_OTHERS = ["Plugin", "SolverSummary", "register_plugin", "renew_plugins", "set_solver_fallback"]
_OTHERS += ["solver_summary", "__version__"]
__all__ = [n for n in dir() if n.startswith(_PREFIXES)] + _OTHERS

from ferrodyn import _callbacks, _constants, _errors, _functions, _structs  # noqa: E402, F401


def __getattr__(name):
    raise _missing.missing_name(__name__, name, tuple(__all__))
