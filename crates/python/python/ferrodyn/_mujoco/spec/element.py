"""What all elements of a spec have in common, and how they are added."""

import contextlib

from ferrodyn._core import _spec as edit
from ferrodyn._mujoco.enums import mjtObj
from ferrodyn._mujoco.spec.handle import ELEMENT_TABLES, MjsOrientation, add_attributes

# classes of elements by their kind
CLASSES = {}


class MjsElement:
    """An element of a spec: a handle that stays valid until the element is deleted."""

    __slots__ = ("__weakref__", "_id", "_spec")
    _kind = mjtObj.mjOBJ_UNKNOWN

    def __init__(self, *args, **kwargs):
        raise TypeError(f"ferrodyn.{type(self).__name__}: No constructor defined!")

    def __init_subclass__(cls, kind=None, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.__module__ = "ferrodyn"
        if kind is not None:
            cls._kind = kind
            CLASSES[kind] = cls
            add_attributes(cls, ELEMENT_TABLES.get(kind, ()))

    @property
    def _cell(self):
        return self._spec._cell

    def _get(self, name):
        return self._cell.get(self._id, name)

    def _put(self, name, value):
        self._cell.set(self._id, name, value)

    def _kept(self, field):
        """Numbers of an orientation in the forms that do not hold."""
        return self._spec._orientations.setdefault((self._id, field), {})

    @property
    def name(self):
        """The name; no other element of the kind has it."""
        return edit.name(self._cell, self._id)

    @name.setter
    def name(self, value):
        edit.set_name(self._cell, self._id, value)

    @property
    def id(self):
        """The index in the compiled model, -1 before."""
        return self._cell.object_id(self._id)

    @property
    def signature(self):
        """A number that changes with the structure of the spec; models have that of their spec."""
        return self._spec._signature()

    @property
    def compiler(self):
        """The compiler settings that hold for the element."""
        return self._spec._compiler(edit.scope(self._cell, self._id))


def related(function, doc):
    """A property that is another element, or none."""

    def get(self):
        return self._spec._element(function(self._cell, self._id))

    return property(get, doc=doc)


def _set_class(self, value):
    if not isinstance(value, CLASSES[mjtObj.mjOBJ_DEFAULT]):
        raise TypeError("classname should be an MjsDefault")
    edit.set_class(self._cell, self._id, value._id)


class Classed(MjsElement):
    """An element with a default class."""

    __slots__ = ()
    classname = related(edit.class_of, "The default class.").setter(_set_class)


class InTree(MjsElement):
    """An element in a body."""

    __slots__ = ()
    parent = related(edit.parent, "The body that the element is in.")
    frame = related(edit.frame, "The frame that the element sits in, none if directly in the body.")

    def set_frame(self, frame):
        """Puts the element into a frame of its body."""
        if not isinstance(frame, CLASSES[mjtObj.mjOBJ_FRAME]):
            raise TypeError("frame should be an MjsFrame")
        edit.set_frame(self._cell, self._id, frame._id)


# attributes that may be given in part when adding an element; the rest is zero
_PADDED = {"size", "stiffness", "damping"}


def _padded(name, value, count):
    if isinstance(value, (int, float)):
        value = [value]
    elif isinstance(value, str) or not hasattr(value, "__iter__"):
        raise TypeError(f"{name} should be a numeric scalar or list.")
    value = list(value)
    if not 1 <= len(value) <= count:
        raise ValueError(f"{name} should be a list/array of size 1 to {count}.")
    return value + [0] * (count - len(value))


def _take_orientation(element, field, prefix, values):
    """Sets an orientation from the one form of it that is among the values."""
    forms = MjsOrientation._FORMS[1:]
    given = [form for form in forms if values.get(prefix + form) is not None]
    if len(given) > 1:
        *first, last = (prefix + form for form in forms)
        raise ValueError(f"Only one of: {', '.join(first)}, or {last} can be set.")
    for form in forms:
        value = values.pop(prefix + form, None)
        if value is not None:
            number = MjsOrientation._FORMS.index(form)
            size = MjsOrientation._SIZES[number]
            if isinstance(value, str) or not hasattr(value, "__len__"):
                raise TypeError(f"{prefix + form} should be a list/array of size {size}.")
            if len(value) != size:
                raise ValueError(f"{prefix + form} should be a list/array of size {size}.")
            element._put(field, (number, value))


def assign(element, values):
    """Gives a new element the values of keyword arguments."""
    table = dict(ELEMENT_TABLES[element._kind])
    for field, prefix in (("alt", ""), ("ialt", "i")):
        if field in table:
            _take_orientation(element, field, prefix, values)
    for name, value in values.items():
        if value is None:
            continue
        kind = table.get(name)
        if name in _PADDED and kind == "float64[3]":
            value = _padded(name, value, 3)
        elif kind is not None and kind.startswith("char["):
            count = int(kind[5:-1])
            if len(value) != count and all(len(c) == 1 for c in value):
                raise ValueError(f"{name} should have length {count}, got {len(value)}.")
        elif kind is None and name not in ("name", "info", "plugin"):
            raise TypeError(f"there is no keyword argument '{name}': {sorted(table)}")
        setattr(element, name, value)


def add(spec, kind, parent=None, frame=None, default=None, values=None):
    """Adds an element and gives it values; if that fails, the spec stays as it was."""
    if default is not None and not isinstance(default, CLASSES[mjtObj.mjOBJ_DEFAULT]):
        raise TypeError(f"default should be an MjsDefault, not {type(default).__name__}")
    ids = (None if e is None else e._id for e in (parent, frame, default))
    element = spec._element(edit.add(spec._cell, kind, *ids))
    try:
        assign(element, values or {})
    except BaseException:
        discard(element)
        raise
    return element


def discard(element):
    """Removes an element that could not be completed."""
    # a keyframe that does not fit the model yet keeps bodies from being removed
    with contextlib.suppress(ValueError):
        edit.delete(element._cell, element._id)
