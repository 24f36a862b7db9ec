"""MuJoCo's enums as integer enums, made from the engine's table."""

import enum

from ferrodyn import _core


class MjEnum(enum.IntEnum):
    """An integer constant that prints as MuJoCo's Python enums do."""

    __str__ = enum.Enum.__str__
    __format__ = enum.Enum.__format__


for _name, _doc, _constants in _core._enums():
    _enum = MjEnum(_name, _constants, module="ferrodyn", qualname=_name)
    _enum.__doc__ = _doc
    globals()[_name] = _enum

__all__ = [_name for _name, _, _ in _core._enums()]
