"""Says so when a program has two engines: what is made by one cannot be given to the other."""

import importlib.abc
import sys
import types
import warnings
from importlib.machinery import PathFinder

import ferrodyn


def warn_of_earlier(mujoco: types.ModuleType, stacklevel: int) -> None:
    """Warns that ``mujoco`` was imported before the switch went on."""
    version = getattr(mujoco, "__version__", "of unknown version")
    _warn(
        f"mujoco {version} was imported before ferrodyn.compat.install(){_with(_holders(mujoco))}",
        f"ferrodyn {ferrodyn.__version__} answers from now on",
        stacklevel + 1,
    )


def warn_of_later(ours: types.ModuleType | None) -> None:
    """Warns when ``mujoco`` itself is imported after the switch went off, while modules still have
    ferrodyn under its name."""
    if ours is not None and PathFinder.find_spec("mujoco") is not None:
        sys.meta_path.insert(0, _Watch(ours))


def forget() -> None:
    """Warns no longer of imports to come."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, _Watch)]


class _Watch(importlib.abc.MetaPathFinder):
    """Sees the import of ``mujoco`` and leaves it to others."""

    def __init__(self, ours):
        self.ours = ours

    def find_spec(self, fullname, path=None, target=None):
        if fullname != "mujoco":
            return None
        forget()
        if holders := _holders(self.ours):
            _warn(
                f"ferrodyn {ferrodyn.__version__} was imported as mujoco{_with(holders)}",
                "the switch is off, and mujoco itself is imported now",
                stacklevel=2,
            )
        return None


def _warn(first, second, stacklevel):
    text = f"two engines in one program: {first}; {second}. Do not mix their objects"
    warnings.warn(text, RuntimeWarning, stacklevel=stacklevel + 1)


def _with(holders):
    if not holders:
        return ""
    more = f" and {len(holders) - 3} more" if len(holders) > 3 else ""
    return f" and stays with {', '.join(holders[:3])}{more}"


def _holders(module):
    """Names of the modules that have a module, or what is in it, among their globals."""
    name, found = module.__name__, []
    for key, other in sorted(sys.modules.items(), key=lambda pair: str(pair[0])):
        own = key.partition(".")[0] in (name, "ferrodyn")
        values = vars(other).values() if isinstance(other, types.ModuleType) and not own else ()
        if any(value is module for value in list(values)):
            found.append(key)
    return found
