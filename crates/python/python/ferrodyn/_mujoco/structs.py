"""Types by the name of the module that has them in the ``mujoco`` package."""

from ferrodyn._core import *  # noqa: F403
from ferrodyn._core import (  # noqa: F401
    _MjContactList,
    _MjSolverStatList,
    _MjTimerStatList,
    _MjWarningStatList,
)
from ferrodyn._mujoco import named
from ferrodyn._mujoco.visual_types import *  # noqa: F403

globals().update(named.VIEWS)
