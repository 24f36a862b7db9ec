"""Settings of a spec: compiler, options, statistics and visual settings."""

from ferrodyn._mujoco.spec.handle import SETTING_TABLES, add_attributes


class _Settings:
    """A group of settings; assigning to attributes changes the spec."""

    __slots__ = ("_scope", "_spec")
    _group = ""

    def __init__(self, spec, scope=0):
        self._spec, self._scope = spec, scope

    def _get(self, name):
        return self._spec._cell.get_setting(self._group, self._scope, name)

    def _put(self, name, value):
        self._spec._cell.set_setting(self._group, self._scope, name, value)

    def _assign(self, other):
        """Takes all values of another object with the same attributes."""
        for name, _ in SETTING_TABLES[self._group]:
            setattr(self, name, getattr(other, name))

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return (self._spec, self._scope) == (other._spec, other._scope)

    def __hash__(self):
        return hash((self._spec, self._group, self._scope))

    def __repr__(self):
        values = (f"  {name}: {getattr(self, name)!r}" for name, _ in SETTING_TABLES[self._group])
        return "\n".join([f"<{type(self).__name__}", *values, ">"])


def _settings(name, group, doc):
    members = {"__slots__": (), "_group": group, "__doc__": doc, "__module__": "ferrodyn"}
    return add_attributes(type(name, (_Settings,), members), SETTING_TABLES[group])


def _part(cls, doc):
    """A property that is a group of settings."""

    def get(self):
        return cls(self._spec, self._scope)

    def put(self, value):
        get(self)._assign(value)

    return property(get, put, doc=doc)


MjLROpt = _settings("MjLROpt", "lengthrange", "How actuator length ranges are estimated.")
MjsCompiler = _settings("MjsCompiler", "compiler", "Settings of the compiler.")
MjsCompiler.LRopt = _part(MjLROpt, "How actuator length ranges are estimated.")
SpecOption = _settings("MjOption", "option", "Physics options of a spec.")
SpecStatistic = _settings("MjStatistic", "stat", "Statistics given by the user; NaN to compute.")

_VISUAL = {
    "global": "Camera, window and global switches.",
    "quality": "Rendering quality.",
    "headlight": "The light at the camera.",
    "map": "Mapping of quantities to what is drawn.",
    "scale": "Sizes of decorations.",
    "rgba": "Colors of decorations.",
}


class SpecVisual(_Settings):
    """Visual settings of a spec, in groups."""

    __slots__ = ()
    _group = "visual"

    def _assign(self, other):
        for group in _VISUAL:
            setattr(self, group, getattr(other, group, None) or getattr(other, group + "_"))


SpecVisual.__name__ = SpecVisual.__qualname__ = "MjVisual"
for _name, _doc in _VISUAL.items():
    _class = _settings(f"MjVisual{_name.capitalize()}", _name, _doc)
    setattr(SpecVisual, _name, _part(_class, _doc))
SpecVisual.global_ = vars(SpecVisual)["global"]
