"""Plugins: instances, and the part of an element that names one."""

from ferrodyn._mujoco.enums import mjtObj
from ferrodyn._mujoco.spec.element import CLASSES, MjsElement
from ferrodyn._mujoco.spec.handle import ELEMENT_TABLES

# places of the values of an element's plugin
_ROW = ("name", "plugin_name", "active", "info", "config", "_instance")


class MjsPlugin(MjsElement, kind=mjtObj.mjOBJ_PLUGIN):
    """An instance of a plugin, or what an element says about the plugin it uses."""

    __slots__ = ()


class _PluginOf(MjsPlugin):
    """What an element says about the plugin it uses."""

    __slots__ = ("_owner",)

    def _get(self, name):
        row = self._owner._get("plugin")
        if name == "config":
            instance = self._used(row)
            return row[4] if instance is None else instance.config
        return row[_ROW.index(name)]

    def _used(self, row):
        """The instance of the spec that the element uses, if it is one."""
        for plugin in self._spec.plugins:
            if (row[0] and plugin.name == row[0]) or (not row[0] and plugin._id == row[5]):
                return plugin
        return None

    def _put(self, name, value):
        row = list(self._owner._get("plugin"))
        if name == "config" and (instance := self._used(row)) is not None:
            instance.config = value
            return
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
        if isinstance(value, _PluginOf):
            self._put("plugin", value._owner._get("plugin"))
            return
        # an instance with a name is found by that, another one by its identity
        fields = (value._get(field) for field in _ROW[1:4])
        self._put("plugin", (value.name, *fields, {}, value._id))

    return property(get, put, doc="The plugin that the element uses.")
