"""Stand-ins for the submodules of the ``mujoco`` package that ferrodyn does not have.

What is in them can be imported, named in annotations and subclassed; using it raises
:class:`MissingPart`.
"""

import types

# submodules, and what they are for
MODULES = {
    "mujoco._simulate": "MuJoCo's window; mujoco.viewer works",
}


class MissingPart(NotImplementedError):
    """A part of the ``mujoco`` package was used that ferrodyn does not have."""


MissingPart.__module__ = "ferrodyn.compat"


class _MissingClass(type):
    """The type of stand-ins for classes: attributes and instances are refused alike."""

    def __call__(cls, *args, **kwargs):
        raise MissingPart(cls._message)

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise MissingPart(cls._message)


def stand_in(module: str, name: str, part: str):
    """A class or function of that name which raises :class:`MissingPart` when it is used."""
    message = f"{module}.{name} is not available: ferrodyn does not have {part}"
    if name[0].isupper():
        members = {"__module__": module, "__doc__": message, "_message": message}
        return _MissingClass(name, (), members)

    def missing(*args, **kwargs):
        raise MissingPart(message)

    missing.__name__ = missing.__qualname__ = name
    missing.__module__, missing.__doc__ = module, message
    return missing


class MissingModule(types.ModuleType):
    """A submodule that can be imported, and refuses the use of anything in it."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        value = stand_in(self.__name__, name, MODULES.get(self.__name__, "this module"))
        setattr(self, name, value)
        return value
