"""Plain data types with MuJoCo's attribute names, declared as tables.

A type is a list of rows ``(name, kind, default)``: ``kind`` is NumPy's name of the scalar
(``"f8"``, ``"i4"``, ``"S100"`` for text), and the shape is that of the default. Single numbers and
texts read as such, everything else as live arrays.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np


def text_of(name: str, values: dict[str, Any]) -> str:
    """``<Name`` and a line per attribute, as the mujoco package prints its structs."""
    lines = [f"<{name}"]
    for attribute in sorted(values):
        lines.append(f"  {attribute}: {values[attribute]!r}")
    return "\n".join([*lines, ">"])


def integer(value: Any) -> int:
    """An integer, or a number other than a Python float that converts to one."""
    if isinstance(value, (float, str, bytes)) or value is None:
        raise TypeError(f"expected an integer, not {type(value).__name__}")
    return operator.index(value) if hasattr(value, "__index__") else int(value)


def number(value: Any) -> float:
    """A real number."""
    if isinstance(value, (str, bytes)) or value is None:
        raise TypeError(f"expected a number, not {type(value).__name__}")
    return float(value)


class Struct:
    """A record of numbers and texts."""

    __slots__ = ("_record",)
    __hash__ = None
    _default: np.ndarray
    _record: np.ndarray

    def __init__(self) -> None:
        self._record = self._default.copy()

    @classmethod
    def _of(cls, record: np.ndarray) -> Struct:
        """The object for a record that others may share: an array with one entry."""
        made = cls.__new__(cls)
        made._record = record
        return made

    def __copy__(self) -> Struct:
        return self._of(self._record.copy())

    def __deepcopy__(self, memo: dict) -> Struct:
        return self.__copy__()

    def __reduce__(self) -> tuple:
        return _read, (type(self), self._record.tobytes())

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        names = self._default.dtype.names
        return all(np.array_equal(self._record[n], other._record[n]) for n in names)

    def __repr__(self) -> str:
        values = {name: getattr(self, name) for name in self._default.dtype.names}
        return text_of(type(self).__name__, values)


def _read(cls: type[Struct], content: bytes) -> Struct:
    return cls._of(np.frombuffer(content, cls._default.dtype).copy())


def _scalar(name: str, kind: str, doc: str) -> property:
    convert = number if kind.startswith("f") else integer

    def get(self: Struct) -> float | int:
        return self._record[name][0].item()

    def put(self: Struct, value: Any) -> None:
        try:
            self._record[name][0] = convert(value)
        except OverflowError as error:
            raise TypeError(str(error)) from None

    return property(get, put, doc=doc)


def _text(name: str, length: int, doc: str) -> property:
    def get(self: Struct) -> str:
        return self._record[name][0].decode("utf-8", "replace")

    def put(self: Struct, value: str | bytes) -> None:
        content = value.encode() if isinstance(value, str) else bytes(value)
        if len(content) >= length:
            raise ValueError(f"len({name}) cannot exceed {length - 1}: got length {len(content)}")
        self._record[name][0] = content

    return property(get, put, doc=doc)


def _array(name: str, doc: str) -> property:
    def get(self: Struct) -> np.ndarray:
        return self._record[name][0]

    def put(self: Struct, value: Any) -> None:
        get(self)[...] = value

    return property(get, put, doc=doc)


def struct(name: str, doc: str, rows: list[tuple[str, str, Any]]) -> type[Struct]:
    """The class for a table of rows."""
    dtype = [(field, kind, np.shape(default)) for field, kind, default in rows]
    record = np.zeros(1, np.dtype(dtype, align=True))
    members: dict[str, Any] = {"__slots__": (), "__doc__": doc, "__module__": "ferrodyn"}
    for field, kind, default in rows:
        record[field] = default
        shape = np.shape(default)
        if shape:
            members[field] = _array(field, f"{np.dtype(kind)} array of shape {shape}")
        elif kind.startswith("S"):
            members[field] = _text(field, int(kind[1:]), f"text of less than {kind[1:]} bytes")
        else:
            members[field] = _scalar(field, kind, str(np.dtype(kind)))
    return type(name, (Struct,), members | {"_default": record})


def reset(target: Struct, source: Struct | None = None) -> None:
    """Gives a struct the values of another, or those of a new one."""
    target._record[...] = target._default if source is None else source._record


def load(target: Struct, content: bytes) -> None:
    """Gives a struct the values of a record in bytes."""
    target._record[...] = np.frombuffer(content, target._default.dtype)
