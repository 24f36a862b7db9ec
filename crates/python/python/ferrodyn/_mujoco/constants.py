"""Constants by the name of the module that has them in the ``mujoco`` package."""

from ferrodyn import _core
from ferrodyn._mujoco.strings import *  # noqa: F403

globals().update(
    {n: v for n, v in vars(_core).items() if n.startswith("mj") and isinstance(v, (int, float))}
)
