"""Functions by the name of the module that has them in the ``mujoco`` package."""

from ferrodyn._camera import *  # noqa: F403
from ferrodyn._core import *  # noqa: F403
from ferrodyn._core import _realloc_con_efc  # noqa: F401
from ferrodyn._interact import *  # noqa: F403
from ferrodyn._io import *  # noqa: F403
from ferrodyn._plugin import *  # noqa: F403
from ferrodyn._print import *  # noqa: F403
from ferrodyn._scene import *  # noqa: F403
