"""Turns ferrodyn's switch on in processes where ``FERRODYN_COMPAT`` is set.

``ferrodyn-switch.pth`` imports this when Python starts. ferrodyn, and NumPy with it, are imported
no sooner than the program asks for ``mujoco``.
"""

import sys

# with dm_control and robosuite come contexts of OpenGL, which the switch makes itself
_AWAITED = ("mujoco", "dm_control", "robosuite")


class Switch:
    """Waits on ``sys.meta_path`` for the first who wants ``mujoco``, and turns the switch on."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        """How ``mujoco`` is made; nothing for what the switch is not about."""
        if name not in _AWAITED:
            return None
        return _finder().find_spec(name, path, target)

    @staticmethod
    def find_distributions(context=None):
        """What ``importlib.metadata`` is told of the distribution ``mujoco``."""
        return _finder().find_distributions(context) if context and context.name == "mujoco" else []


def _finder():
    if Switch in sys.meta_path:
        sys.meta_path.remove(Switch)
    from ferrodyn import compat

    compat.install()
    return compat._finder


sys.meta_path.insert(0, Switch)
