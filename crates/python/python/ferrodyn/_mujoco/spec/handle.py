"""Attributes of the objects of a spec, made from the tables of the compiled part."""

import importlib

from ferrodyn._core import _spec_tables
from ferrodyn._mujoco.enums import mjtObj, mjtOrientation
from ferrodyn._mujoco.spec.arrays import LISTS, SpecArray

# the compiled part has a function of the same name
_enums = importlib.import_module("ferrodyn._mujoco.enums")
_elements, _settings = _spec_tables()
# names and kinds of the attributes, by kind of element and by name of a group of settings
ELEMENT_TABLES = {mjtObj(kind): table for kind, table in _elements}
SETTING_TABLES = dict(_settings)


class MjsOrientation:
    """An orientation in one of several forms; `type` says which one holds."""

    __slots__ = ("_field", "_owner")

    _FORMS = ("quat", "axisangle", "xyaxes", "zaxis", "euler")
    _SIZES = (0, 4, 6, 3, 3)

    def __init__(self, owner, field):
        self._owner, self._field = owner, field

    def _kept(self):
        """Numbers of the forms that do not hold at present."""
        return self._owner._kept(self._field)

    def _get(self, name):
        import numpy as np

        form, numbers = self._owner._get(self._field)
        if self._FORMS[form] == name:
            return np.array(numbers, dtype=np.float64)
        return self._kept().get(name, np.zeros(self._SIZES[self._FORMS.index(name)]))

    def _put(self, name, value):
        form, _ = self._owner._get(self._field)
        if self._FORMS[form] == name:
            self._owner._put(self._field, (form, value))
        else:
            import numpy as np

            size = self._SIZES[self._FORMS.index(name)]
            value = np.array(value, dtype=np.float64)
            if value.shape not in ((size,), (size, 1)):
                raise ValueError(f"{name} should be a list/array of size {size}.")
            self._kept()[name] = value.ravel()

    @property
    def type(self):
        """The form that holds; with `mjORIENTATION_QUAT` it is the quaternion of the element."""
        return mjtOrientation(self._owner._get(self._field)[0])

    @type.setter
    def type(self, value):
        form, numbers = self._owner._get(self._field)
        value = int(mjtOrientation(value))
        if form:
            self._kept()[self._FORMS[form]] = numbers
        numbers = self._get(self._FORMS[value]) if value else []
        self._owner._put(self._field, (value, numbers))

    def __eq__(self, other):
        if not isinstance(other, MjsOrientation):
            return NotImplemented
        return (self._owner, self._field) == (other._owner, other._field)

    def __hash__(self):
        return hash((self._owner, self._field))


def attribute(name, kind):
    """A property for an attribute of that kind, as the tables name kinds."""
    base, bracket, rest = kind.partition("[")
    numeric = base.startswith(("float", "int")) and bracket

    if kind == "orientation":
        doc = "An orientation in another form than the quaternion."

        def get(self):
            return MjsOrientation(self, name)

        def put(self, value):
            form = int(value.type)
            numbers = value._get(value._FORMS[form]) if form else []
            self._put(name, (form, numbers))

        return property(get, put, doc=doc)
    if rest.endswith("[]"):
        doc = f"Lists of {base} numbers."

        def get(self):
            return self._get(name)
    elif numeric and rest != "]":
        doc = f"Array of {rest[:-1]} {base} numbers."

        def get(self):
            return SpecArray(self, name, self._get(name))
    elif bracket:
        cls = LISTS[base + bracket]
        doc = cls.__doc__

        def get(self):
            return cls(self, name)
    elif kind.startswith("mjt"):
        enum = getattr(_enums, kind)
        doc = f"One of `{kind}`."

        def get(self):
            return enum(self._get(name))
    else:
        doc = {"float": "A number.", "int": "An integer.", "str": "A text."}.get(kind, f"{kind}.")

        def get(self):
            return self._get(name)

    def put(self, value):
        self._put(name, value)

    return property(get, put, doc=doc)


def add_attributes(cls, table):
    """Gives a class the attributes of a table."""
    for name, kind in table:
        # plugins are elements themselves, and get their attribute when there are some
        if name not in vars(cls) and kind != "plugin":
            setattr(cls, name, attribute(name, kind))
    return cls


for _form, _size in zip(MjsOrientation._FORMS, MjsOrientation._SIZES, strict=True):
    if _size:
        setattr(MjsOrientation, _form, attribute(_form, f"float64[{_size}]"))
