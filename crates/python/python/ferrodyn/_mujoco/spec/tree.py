"""Bodies, frames and what is in them."""

from ferrodyn._core import _spec as edit
from ferrodyn._core import _spec_kinds
from ferrodyn._mujoco.enums import mjtObj
from ferrodyn._mujoco.spec.element import CLASSES, Classed, InTree, add, discard

# what a body holds: singular, plural, kind
TREE = tuple(
    (word, plural, mjtObj(number))
    for number, word, plural, in_tree, _ in _spec_kinds()
    if in_tree
)
_KINDS = {word: kind for word, _, kind in TREE}


def _attach(self, other, kind, prefix, suffix):
    if not isinstance(other, CLASSES[kind]):
        raise TypeError(f"expected an {CLASSES[kind].__name__}, not {type(other).__name__}")
    return self._spec._attach(self, other, prefix or "", suffix or "")


class MjsBody(InTree, Classed, kind=mjtObj.mjOBJ_BODY):
    """A body: a frame that moves relative to its parent as its joints allow."""

    __slots__ = ()

    @property
    def parent(self):
        """The body that this one is in; the world is in itself."""
        return InTree.parent.fget(self) or self

    @property
    def childclass(self):
        """The name of the default class of what is inside."""
        return self._get("childclass") or self.classname.name

    @childclass.setter
    def childclass(self, value):
        self._put("childclass", value)

    def add_freejoint(self, **kwargs):
        """Adds a free joint. Takes align, group and name."""
        for key in kwargs:
            if key not in ("align", "group", "name"):
                raise TypeError(
                    f"Invalid {key} keyword argument. Valid options are: align, group, name."
                )
        joint = self._spec._element(edit.add_freejoint(self._cell, self._id))
        try:
            for key, value in kwargs.items():
                setattr(joint, key, value)
        except BaseException:
            discard(joint)
            raise
        return joint

    def find_all(self, type):
        """All elements of a type in the body and below: a word such as 'geom', or an mjtObj."""
        kind = _KINDS.get(type) if isinstance(type, str) else mjtObj(type)
        if kind not in _KINDS.values():
            raise ValueError(
                "body.find_all supports the types: body, frame, geom, site, joint, light, camera."
            )
        return self._list(kind, True)

    def find_child(self, name):
        """The body of that name among this one and its children."""
        return self._spec._element(edit.find_child(self._cell, self._id, name))

    def attach_frame(self, frame, prefix=None, suffix=None):
        """Attaches a frame of another spec, with everything in it, to this body."""
        return _attach(self, frame, mjtObj.mjOBJ_FRAME, prefix, suffix)

    def to_frame(self):
        """Makes the body a frame of its parent and returns that frame."""
        return self._spec._element(edit.to_frame(self._cell, self._id))

    def _list(self, kind, recursive):
        ids = edit.list_in(self._cell, self._id, kind, recursive)
        return [self._spec._element(id) for id in ids]


class MjsFrame(InTree, kind=mjtObj.mjOBJ_FRAME):
    """A coordinate frame inside a body; what sits in it is moved along."""

    __slots__ = ()

    def attach_body(self, body, prefix=None, suffix=None):
        """Attaches a body of another spec, with everything in it, to this frame."""
        return _attach(self, body, mjtObj.mjOBJ_BODY, prefix, suffix)


class MjsJoint(InTree, Classed, kind=mjtObj.mjOBJ_JOINT):
    """A joint: one to six degrees of freedom between a body and its parent."""

    __slots__ = ()


class MjsGeom(InTree, Classed, kind=mjtObj.mjOBJ_GEOM):
    """A geom: a shape that collides, has mass and is seen."""

    __slots__ = ()


class MjsSite(InTree, Classed, kind=mjtObj.mjOBJ_SITE):
    """A site: a point with orientation that tendons, sensors and actuators attach to."""

    __slots__ = ()

    def attach_body(self, body, prefix=None, suffix=None):
        """Attaches a body of another spec, with everything in it, to this site."""
        return _attach(self, body, mjtObj.mjOBJ_BODY, prefix, suffix)


class MjsCamera(InTree, Classed, kind=mjtObj.mjOBJ_CAMERA):
    """A camera."""

    __slots__ = ()


class MjsLight(InTree, Classed, kind=mjtObj.mjOBJ_LIGHT):
    """A light."""

    __slots__ = ()


def _methods(word, plural, kind):
    """Methods of bodies and frames for one kind of element."""

    def first(self):
        return next(iter(self._list(kind, False)), None)

    def following(self, child):
        ids = edit.list_in(self._cell, self._id, kind, False)
        after = ids.index(child._id) + 1 if child._id in ids else len(ids)
        return self._spec._element(ids[after]) if after < len(ids) else None

    def everything(self):
        return self._list(kind, False)

    def add_to_body(self, default=None, **kwargs):
        return add(self._spec, kind, self, None, default, kwargs)

    def add_frame_to_body(self, parentframe=None, **kwargs):
        if parentframe is not None and not isinstance(parentframe, MjsFrame):
            raise TypeError(f"parentframe should be an MjsFrame, not {type(parentframe).__name__}")
        return add(self._spec, kind, self, parentframe, None, kwargs)

    def add_to_frame(self, default=None, **kwargs):
        return add(self._spec, kind, self.parent, self, default, kwargs)

    first.__doc__ = f"The first {word} directly in the body, none if there is no {word}."
    following.__doc__ = f"The {word} of the body after the given one, none after the last."
    adder = add_frame_to_body if word == "frame" else add_to_body
    for function in (adder, add_to_frame):
        function.__name__ = f"add_{word}"
        function.__doc__ = f"Adds a {word}; keyword arguments give its attributes values."
    first.__name__, following.__name__ = f"first_{word}", f"next_{word}"
    setattr(MjsBody, f"first_{word}", first)
    setattr(MjsBody, f"next_{word}", following)
    setattr(MjsBody, plural, property(everything, doc=f"The {plural} directly in the body."))
    setattr(MjsBody, f"add_{word}", adder)
    setattr(MjsFrame, f"add_{word}", add_to_frame)


for _row in TREE:
    _methods(*_row)
