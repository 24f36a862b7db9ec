"""Functions by the name of the module that has them in the ``mujoco`` package."""

from ferrodyn._core import *  # noqa: F403
from ferrodyn._core import _realloc_con_efc  # noqa: F401
from ferrodyn._mujoco.camera import *  # noqa: F403
from ferrodyn._mujoco.interact import *  # noqa: F403
from ferrodyn._mujoco.io import *  # noqa: F403
from ferrodyn._mujoco.plugin import *  # noqa: F403
from ferrodyn._mujoco.print import *  # noqa: F403
from ferrodyn._mujoco.scene import *  # noqa: F403
