"""Answers ``import mujoco`` and its submodules, and questions about the installed package.

| name | answered with |
|---|---|
| ``mujoco`` | the public names of ferrodyn, with MuJoCo's version |
| ``mujoco.rollout``, ``mujoco._structs``, ... | the module of that name in ferrodyn |
| ``mujoco.egl``, ``mujoco.glfw``, ... | what needs no window system |
| ``mujoco._simulate`` | a module that refuses to be used |
| ``dm_control._render.glfw_renderer``, ... | contexts that need no window system either |
| ``mujoco.mjx``, ``mujoco.introspect``, ... | the plain Python of an installed ``mujoco`` |
"""

import email.message
import importlib.abc
import importlib.metadata
import importlib.readers
import pathlib
from importlib.machinery import ExtensionFileLoader, ModuleSpec, PathFinder

import ferrodyn
from ferrodyn.compat import _contexts, _missing, _modules, _versions


class Finder(importlib.abc.MetaPathFinder):
    """Finds ``mujoco`` in ferrodyn; stands first on ``sys.meta_path`` while the switch is on."""

    def find_spec(self, fullname, path=None, target=None):
        """How the module is made, or nothing if its name is not of ``mujoco``."""
        if fullname == "mujoco":
            _versions.warn_of_newer()
            return _package_spec()
        if fullname in _contexts.MODULES:
            return ModuleSpec(fullname, _Loader())
        if not fullname.startswith("mujoco."):
            return None
        name = fullname.removeprefix("mujoco.")
        if _modules.is_same(name) or name == _modules.SPECS:
            return ModuleSpec(fullname, _Loader())
        if name in _modules.FOLDERS:
            return ModuleSpec(fullname, _Loader(), is_package=True)
        if fullname in _missing.MODULES:
            return ModuleSpec(fullname, _Loader(), is_package=True)
        return _installed_python(fullname, path)

    def invalidate_caches(self):
        """Nothing is kept between imports."""

    def find_distributions(self, context=None):
        """What ``importlib.metadata`` tells of the distribution ``mujoco``."""
        name = getattr(context, "name", None)
        return [_Distribution()] if name is None or name.lower() == "mujoco" else []


class _Loader(importlib.abc.Loader):
    """Makes the modules that ferrodyn answers itself."""

    def __init__(self, path=None):
        self.path = path

    def create_module(self, spec):
        if spec.name in _missing.MODULES:
            return _missing.MissingModule(spec.name)
        return _modules.create(spec.name)

    def exec_module(self, module):
        if module.__name__ in _contexts.MODULES:
            _contexts.fill(module)
        elif module.__name__ not in _missing.MODULES:
            _modules.fill(module)

    def get_resource_reader(self, fullname):
        """Reads the data files of an installed ``mujoco``."""
        return importlib.readers.FileReader(self) if self.path else None


class _Distribution(importlib.metadata.Distribution):
    """The distribution ``mujoco``, in the version that ferrodyn follows."""

    @property
    def metadata(self):
        """Name and version."""
        message = email.message.Message()
        message["Metadata-Version"] = "2.1"
        message["Name"] = "mujoco"
        message["Version"] = _modules.MUJOCO_VERSION
        return message

    def read_text(self, filename):
        """There are no files of metadata."""

    def locate_file(self, path):
        """Where a file of the distribution would be."""
        folder = pathlib.Path(_package_spec().origin).parent
        return folder.parent / path


def _package_spec():
    """The package ``mujoco``, with the folder of an installed one, which is not imported."""
    installed = PathFinder.find_spec("mujoco")
    # scripts look for files beside `mujoco.__file__`
    origin = getattr(installed, "origin", None) or ferrodyn.__file__
    spec = ModuleSpec("mujoco", _Loader(origin), origin=origin, is_package=True)
    spec.has_location = True
    if installed is not None:
        spec.submodule_search_locations = list(installed.submodule_search_locations or [])
    return spec


def _installed_python(fullname, path):
    """A submodule of an installed ``mujoco`` that is plain Python; nothing compiled is loaded, and
    nothing that came with a later release than the one that ferrodyn answers as."""
    name = fullname.removeprefix("mujoco.")
    spec, why = PathFinder.find_spec(fullname, path), _versions.refusal(name)
    if spec is None or why or isinstance(spec.loader, ExtensionFileLoader):
        why = why or _versions.warn_of_newer() or (
            "ferrodyn does not have it, and no installed mujoco has it in plain Python"
        )
        raise ModuleNotFoundError(f"No module named {fullname!r}: {why}", name=fullname)
    _versions.warn_of_other(name, stacklevel=3)
    return spec
