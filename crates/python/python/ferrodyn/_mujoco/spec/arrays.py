"""Arrays and lists that write what is assigned to their items back into a spec."""

import numpy as np


class SpecArray(np.ndarray):
    """Numbers of an element; assigning to items changes the element."""

    def __new__(cls, owner, name, values):
        """The attribute `name` of `owner`, which currently has these values."""
        array = np.ndarray.__new__(cls, values.shape, values.dtype)
        np.copyto(array, values)
        array._of = (owner, name)
        return array

    def __array_finalize__(self, source):
        """Views and results of arithmetic do not belong to an element of their own."""
        self._of = None

    def _root(self):
        """The array of an element that this is, or is a view of; none for others."""
        root = self
        while root is not None and getattr(root, "_of", None) is None:
            root = root.base
        return root

    def __setitem__(self, key, value):
        """Sets items, also those of the element that the array or the base of a view belongs to."""
        root = self._root()
        if root is not None:
            # others may have changed the element since the array was made; the value may be a view
            value = np.array(value) if isinstance(value, np.ndarray) else value
            owner, name = root._of
            np.copyto(root.view(np.ndarray), owner._get(name))
        np.ndarray.__setitem__(self, key, value)
        self._write()

    def _write(self):
        """Tells the element what the array holds."""
        root = self._root()
        if root is not None:
            owner, name = root._of
            owner._put(name, root.view(np.ndarray))

    def fill(self, value):
        """Sets all items."""
        self[...] = value

    def __array_wrap__(self, array, context=None, return_scalar=False):
        """Results are plain arrays."""
        if return_scalar:
            return array[()]
        return np.asarray(array) if array is not self else self

    def __reduce__(self):
        """Pickles as a plain array."""
        return self.view(np.ndarray).copy().__reduce__()


def _in_place(operator):
    """An operator that changes the array, and the element with it."""
    plain = getattr(np.ndarray, operator)

    def change(self, other):
        result = plain(self, other)
        self._write()
        return result

    change.__name__ = operator
    return change


for _operator in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
    setattr(SpecArray, f"__i{_operator}__", _in_place(f"__i{_operator}__"))


class _SpecList:
    """Values of an element in a list; assigning to items changes the element."""

    __slots__ = ("_name", "_owner")

    def __init__(self, owner, name):
        self._owner, self._name = owner, name

    def _values(self):
        return self._owner._get(self._name)

    def __len__(self):
        return len(self._values())

    def __iter__(self):
        values = self._values()
        return iter(values.tolist() if isinstance(values, np.ndarray) else values)

    def __getitem__(self, index):
        index, values = index.__index__(), self._values()
        if not 0 <= index < len(values):
            raise IndexError("Index out of range.")
        value = values[index]
        return value.item() if isinstance(value, np.generic) else value

    def __setitem__(self, index, value):
        index, values = index.__index__(), list(self)
        if not 0 <= index < len(values):
            raise IndexError("Index out of range.")
        values[index] = value
        self._owner._put(self._name, values)

    def __array__(self, dtype=None, copy=None):
        return np.array(self._values(), dtype=dtype)

    def __eq__(self, other):
        if isinstance(other, (_SpecList, list, tuple)):
            return list(self) == list(other)
        return NotImplemented

    __hash__ = None

    def __repr__(self):
        return repr(list(self))


class MjDoubleVec(_SpecList):
    """A list of double precision numbers."""

    __slots__ = ()


class MjFloatVec(_SpecList):
    """A list of single precision numbers."""

    __slots__ = ()


class MjIntVec(_SpecList):
    """A list of integers."""

    __slots__ = ()


class MjByteVec(_SpecList):
    """A list of bytes."""

    __slots__ = ()


class MjStringVec(_SpecList):
    """A list of strings."""

    __slots__ = ()


class MjCharVec(_SpecList):
    """A list of characters."""

    __slots__ = ()


LISTS = {
    "float64[": MjDoubleVec,
    "float32[": MjFloatVec,
    "int32[": MjIntVec,
    "str[": MjStringVec,
    "char[": MjCharVec,
}
