"""Types by the name of the module that has them in the ``mujoco`` package."""

from ferrodyn._core import *  # noqa: F403
from ferrodyn._visual_types import *  # noqa: F403
