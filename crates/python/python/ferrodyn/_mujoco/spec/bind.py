"""`model.bind(element)`: the views of compiled objects for elements of a spec."""

from collections.abc import Sequence

from ferrodyn import _core
from ferrodyn._mujoco.named import KINDS
from ferrodyn._mujoco.spec.element import MjsElement


def _bind_scalar(self, element):
    """The view of the object that was compiled from an element."""
    if not isinstance(element, MjsElement):
        raise TypeError(f"expected an element of a spec, not {type(element).__name__}")
    model = self if isinstance(self, _core.MjModel) else self.model
    if model.signature != element.signature:
        raise ValueError("The mjSpec does not match mjModel. Please recompile the mjSpec.")
    names = KINDS[element._kind][0] if element._kind in KINDS else ("",)
    method = getattr(self, names[0], None)
    if method is None:
        name, owner = type(element).__name__, type(self).__name__
        raise TypeError(f"{owner} has no view for an {name}")
    return method(element.id)


class _BoundModel:
    """Several objects of a model: an attribute is the list of their values."""

    def __init__(self, views):
        object.__setattr__(self, "elements", views)

    def __getattr__(self, key):
        values = []
        for view in self.elements:
            values.extend(getattr(view, key))
        return values

    def __setattr__(self, key, value):
        raise AttributeError(f"Cannot set {key} on MjModel.")


class _BoundData(_BoundModel):
    """Several objects of data: an attribute is the list of their values, and can be assigned."""

    def __setattr__(self, key, value):
        values = iter(value)
        for view in self.elements:
            setattr(view, key, next(values))


def _binder(many):
    def bind(self, specs):
        """The view of the object that was compiled from an element, or those of several."""
        if isinstance(specs, Sequence):
            return many([self.bind_scalar(element) for element in specs])
        return self.bind_scalar(specs)

    return bind


def add_binding():
    """Gives models and data the methods that bind elements."""
    for cls, many in ((_core.MjModel, _BoundModel), (_core.MjData, _BoundData)):
        cls.bind_scalar = _bind_scalar
        cls.bind = _binder(many)
