"""The modules that stand for ``mujoco`` and its submodules, filled with ferrodyn's names."""

import importlib
import pathlib
import sys
import types

import ferrodyn
from ferrodyn._mujoco import missing as _missing_names
from ferrodyn.compat import _versions
from ferrodyn.compat._versions import MUJOCO_VERSION

# submodules that ferrodyn has under the same name; `batch` is of a later release than the one that
# ferrodyn answers as, and has its interface
SAME = (
    "_callbacks", "_constants", "_enums", "_errors", "_functions", "_render", "_structs",
    "batch", "gl_context", "minimize", "renderer", "rollout", "viewer",
)  # fmt: skip

# submodules that ferrodyn has under another name: no window system is needed
OTHERWISE = {
    "cgl": "gl_context",
    "egl": "gl_context",
    "glfw": "gl_context",
    "osmesa": "gl_context",
    "rendering.classic.gl_context": "gl_context",
    "rendering.classic.renderer": "renderer",
}

# submodules that only hold others
FOLDERS = ("rendering", "rendering.classic")

# the submodule of what edits models, whose names ferrodyn has in the package itself
SPECS = "_specs"


class _Package(types.ModuleType):
    """The module ``mujoco``: what it does not hold is looked up in ferrodyn."""

    def __getattr__(self, name):
        # the compiled parts are attributes of the package without an import of their own
        if (name in SAME and name.startswith("_")) or name == SPECS:
            return importlib.import_module(f"mujoco.{name}")
        value = None if name.startswith("__") else getattr(ferrodyn, name, None)
        # ferrodyn's own submodules are not names of mujoco
        if value is None or isinstance(value, types.ModuleType):
            why = "" if name.startswith("__") else _versions.warn_of_newer(stacklevel=3)
            text = f"module 'mujoco' (ferrodyn) has no attribute {name!r}"
            if why:
                raise AttributeError(f"{text}: {why}")
            names = tuple(ferrodyn.__all__)
            hint = "" if name.startswith("_") else _missing_names.hint("ferrodyn", name, names)
            raise AttributeError(text + hint)
        return value


class _Same(types.ModuleType):
    """A module of ferrodyn under its name in ``mujoco``.

    What is private or changes stays in ferrodyn's module and is looked up there.
    """

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return getattr(_counterpart(self.__name__), name)


def create(fullname: str) -> types.ModuleType:
    """An empty module for that name."""
    if fullname == "mujoco":
        return _Package(fullname)
    return _Same(fullname) if is_same(_short(fullname)) else types.ModuleType(fullname)


def is_same(name: str) -> bool:
    """Whether a submodule is one of ferrodyn."""
    return name in SAME or name in OTHERWISE


def fill(module: types.ModuleType) -> None:
    """Gives a created module its names."""
    name = _short(module.__name__)
    if name == "mujoco":
        _fill_package(module)
    elif name in FOLDERS:
        module.__doc__ = "Pictures."
    elif name == SPECS:
        _copy(module, sys.modules["mujoco"], lambda key, _: key.startswith(("MjSpec", "Mjs")))
    else:
        target = _counterpart(module.__name__)
        module.__doc__ = target.__doc__
        _copy(module, target, lambda _, value: callable(value) or isinstance(value, _FIXED))


# values that stay what they are
_FIXED = (int, float, str, tuple)


def _fill_package(module):
    _copy(module, ferrodyn, lambda _, value: not isinstance(value, types.ModuleType))
    module.__doc__ = ferrodyn.__doc__
    module.__version__ = MUJOCO_VERSION
    folder = pathlib.Path(module.__file__).parent
    module.HEADERS_DIR = str(folder / "include" / "mujoco")
    module.PLUGINS_DIR = str(folder / "plugin")
    module.PLUGIN_HANDLES = []


def _copy(module, source, wanted):
    """Copies the names that are wanted; private ones stay behind."""
    for key, value in vars(source).items():
        if not key.startswith("_") and wanted(key, value):
            setattr(module, key, value)


def _short(fullname):
    return fullname.removeprefix("mujoco.")


def _counterpart(fullname):
    name = _short(fullname)
    return importlib.import_module(f"ferrodyn.{OTHERWISE.get(name, name)}")
