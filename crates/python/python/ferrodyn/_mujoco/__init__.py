"""The mirror of the ``mujoco`` package: what bears MuJoCo's names and is not compiled.

Names, shapes and errors are MuJoCo's here, and much is made while the package is imported: enums, constants
and classes from the engine's tables, and modules that gather by star imports what MuJoCo has in one place.
The stubs, which ``tools/stubs`` writes, have the types of all of it. What is ferrodyn's own, such as batches,
environments and inverse kinematics, is beside this folder: typed where it is written, with the sections of
Google's style in docstrings, and without classes that are made at run time.
"""

import sys
import types


def keep_names() -> None:
    """Keeps the names by which modules and functions were and are found, once the package is filled.

    Every module here is ``ferrodyn._<name>``, too: seven of these names are MuJoCo's (``mujoco._structs``),
    others are in pickles. Functions say that they are of ``ferrodyn``, as classes do.
    """
    # they gather what the others have made
    from ferrodyn._mujoco import callbacks, constants, errors, functions, structs  # noqa: F401

    package, inside = sys.modules["ferrodyn"], f"{__name__}."
    for name, module in list(sys.modules.items()):
        if name.startswith(inside):
            own = "_" + name.removeprefix(inside)
            sys.modules[f"ferrodyn.{own}"] = module
            if "." not in own:
                setattr(package, own, module)
    for name in package.__all__:
        value = getattr(package, name)
        if isinstance(value, types.FunctionType):
            value.__module__ = "ferrodyn"
