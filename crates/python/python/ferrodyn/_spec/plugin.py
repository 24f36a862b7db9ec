"""Plugins: instances, and the part of an element that names one."""

from ferrodyn._enums import mjtObj
from ferrodyn._spec.element import CLASSES, MjsElement
from ferrodyn._spec.handle import ELEMENT_TABLES

# places of the values of an element's plugin
_ROW = ("name", "plugin_name", "active", "info")


class MjsPlugin(MjsElement, kind=mjtObj.mjOBJ_PLUGIN):
    """An instance of a plugin, or what an element says about the plugin it uses."""

    __slots__ = ()


class _PluginOf(MjsPlugin):
    """What an element says about the plugin it uses."""

    __slots__ = ("_owner",)

    def _get(self, name):
        if name == "config":
            return {}
        return self._owner._get("plugin")[_ROW.index(name)]

    def _put(self, name, value):
        if name not in _ROW:
            raise AttributeError("only an instance has a configuration: see add_plugin")
        row = list(self._owner._get("plugin"))
        row[_ROW.index(name)] = value
        self._owner._put("plugin", tuple(row))

    @property
    def name(self):
        """The name of the instance."""
        return self._get("name")

    @name.setter
    def name(self, value):
        self._put("name", value)

    @property
    def id(self):
        """-1: it is not in the list of instances."""
        return -1

    def __eq__(self, other):
        return isinstance(other, _PluginOf) and self._owner == other._owner

    def __hash__(self):
        return hash(self._owner)


def add_plugin_attributes():
    """Gives all classes whose elements can use a plugin the attribute for it."""
    for kind, table in ELEMENT_TABLES.items():
        if ("plugin", "plugin") in table:
            CLASSES[kind].plugin = _plugin_attribute()


def _plugin_attribute():
    """A property for the plugin of an element."""

    def get(self):
        plugin = _PluginOf.__new__(_PluginOf)
        plugin._spec, plugin._id, plugin._owner = self._spec, self._id, self
        return plugin

    def put(self, value):
        if not isinstance(value, MjsPlugin):
            raise TypeError(f"plugin should be an MjsPlugin, not {type(value).__name__}")
        self._put("plugin", (value.name, *(value._get(field) for field in _ROW[1:])))

    return property(get, put, doc="The plugin that the element uses.")
