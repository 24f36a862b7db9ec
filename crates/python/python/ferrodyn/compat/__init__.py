"""Runs code written for the ``mujoco`` package, unchanged, on ferrodyn.

From the command line, for a whole program::

    python -m ferrodyn.compat train.py --env HalfCheetah-v5

Inside a program, before anything imports ``mujoco``::

    import ferrodyn.compat
    ferrodyn.compat.install()

From outside, for every Python process that is started in this environment::

    FERRODYN_COMPAT=1 python train.py

While the switch is on, ``import mujoco`` and its submodules answer with ferrodyn, in this process
and in those it starts. The ``mujoco`` package need not be installed;
where it is, its data files and the parts of it that are plain Python can still be reached.
Objects are ferrodyn's own, so what is pickled here is unpickled without the switch.
"""

import contextlib
import sys

from ferrodyn.compat import _engines, _processes
from ferrodyn.compat._finder import Finder
from ferrodyn.compat._missing import MissingPart
from ferrodyn.compat._versions import MUJOCO_VERSION

__all__ = ["MUJOCO_VERSION", "MissingPart", "active", "install", "is_installed", "uninstall"]

_finder: Finder | None = None
_set_aside: dict = {}


def install() -> None:
    """Makes ``import mujoco`` mean ferrodyn, until :func:`uninstall`.

    Call it before other packages import ``mujoco``: what they hold already, they keep.
    """
    global _finder
    if _finder is not None:
        return
    _engines.forget()
    _set_aside.update(_take_modules())
    if "mujoco" in _set_aside:
        _engines.warn_of_earlier(_set_aside["mujoco"], stacklevel=2)
    _finder = Finder()
    sys.meta_path.insert(0, _finder)
    _processes.install()


def uninstall() -> None:
    """Makes ``import mujoco`` mean the ``mujoco`` package again, if there is one."""
    global _finder
    if _finder is None:
        return
    _processes.uninstall()
    sys.meta_path.remove(_finder)
    _finder = None
    ours = _take_modules().get("mujoco")
    # with the variable set, the switch goes on again at the next import
    if not _set_aside and not _processes.is_asked_for():
        _engines.warn_of_later(ours)
    sys.modules.update(_set_aside)
    _set_aside.clear()


def is_installed() -> bool:
    """Whether ``import mujoco`` means ferrodyn now."""
    return _finder is not None


@contextlib.contextmanager
def active():
    """The switch on inside a ``with`` block, and as it was before after it.

    >>> import ferrodyn.compat
    >>> with ferrodyn.compat.active():
    ...     import mujoco
    >>> mujoco.__version__
    '3.8.0'
    """
    was_installed = is_installed()
    install()
    try:
        yield
    finally:
        if not was_installed:
            uninstall()


def _take_modules() -> dict:
    """Takes ``mujoco`` and its submodules out of the imported modules."""
    names = [n for n in sys.modules if n == "mujoco" or n.startswith("mujoco.")]
    return {name: sys.modules.pop(name) for name in names}
