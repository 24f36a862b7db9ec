"""`MjSpec`: a description of a model that can be edited, compiled and written as XML."""

import os
import weakref
import zipfile
from collections.abc import Mapping

from ferrodyn import _core
from ferrodyn._core import _spec as edit
from ferrodyn._limits import resolve_limits
from ferrodyn._mujoco.enums import mjtObj
from ferrodyn._mujoco.spec.archive import read_archive
from ferrodyn._mujoco.spec.assets import merge_assets
from ferrodyn._mujoco.spec.element import CLASSES, MjsElement, add
from ferrodyn._mujoco.spec.handle import SETTING_TABLES, MjsOrientation, add_attributes
from ferrodyn._mujoco.spec.settings import MjsCompiler, SpecOption, SpecStatistic, SpecVisual
from ferrodyn._mujoco.spec.tree import TREE

# what a spec holds outside the tree: singular, plural, kind, whether it has a default class
LISTS = tuple(
    (word, plural, mjtObj(number), has_class)
    for number, word, plural, in_tree, has_class in _core._spec_kinds()
    if not in_tree and word
)


class MjSpec:
    """A description of a model that can be edited, compiled and written as XML."""

    __slots__ = (
        "__weakref__", "_assets", "_cell", "_deepcopy", "_elements", "_flexes", "_home",
        "_orientations", "_override", "_parent", "_settings",
    )  # fmt: skip

    def __init__(self):
        """An empty description."""
        self._start(_core._SpecCell(), {})

    def _start(self, cell, assets):
        self._cell = cell
        self._assets = dict(assets or {})
        self._elements = weakref.WeakValueDictionary()
        self._orientations = {}
        self._settings = {}
        # what flexes of default classes start from
        self._flexes = {}
        self._parent = None
        # the spec that holds the elements of this one since it was attached
        self._home = None
        self._deepcopy = False
        self.override_assets = True
        return self

    # reading and writing

    @staticmethod
    def from_file(filename, include=None, assets=None, *, limits=None, roots=None):
        """Reads a description from an XML file. `include` are files in memory that it includes,
        `assets` files in memory that it names, both by name, or a function that is called with the
        path of either and returns its bytes, or None for the disk. `limits` ("untrusted", a Limits
        or a dict) and `roots` (directories) bound what it may ask for and read, also when
        compiled."""
        assets, source = _split(assets)
        include = _included(include, assets)
        cell = _core._SpecCell.from_file(filename, include, source, limits, roots)
        return MjSpec.__new__(MjSpec)._start(cell, assets)

    @staticmethod
    def from_string(xml, include=None, assets=None, *, limits=None, roots=None):
        """Reads a description from XML text. `include` are files in memory that it includes,
        `assets` files in memory that it names, both by name, or a function that is called with the
        path of either and returns its bytes, or None for the disk. `limits` ("untrusted", a Limits
        or a dict) and `roots` (directories) bound what it may ask for and read, also when
        compiled."""
        text = xml.decode() if isinstance(xml, bytes) else xml
        assets, source = _split(assets)
        include = _included(include, assets)
        cell = _core._SpecCell.from_string(text, include, source, limits, roots)
        return MjSpec.__new__(MjSpec)._start(cell, assets)

    @staticmethod
    def from_zip(file, *, limits=None, roots=None):
        """Reads a description and its assets from a zip file, given by path or as a file object.
        `limits` and `roots` are those of `from_string`; the former also bound the archive."""
        xml, folder, assets = None, "", {}
        for name, content in read_archive(file, resolve_limits(limits)).items():
            if name.endswith(".xml"):
                xml, folder = content, os.path.dirname(name)
            else:
                assets[name] = content
        if not xml:
            raise ValueError("No XML file found in zip file.")
        assets = {os.path.relpath(name, folder or "."): data for name, data in assets.items()}
        return MjSpec.from_string(xml, assets=assets, limits=limits, roots=roots)

    def to_xml(self):
        """The description as MJCF text. It must be one that compiles."""
        self._compiled()
        return self._cell.to_xml()

    def to_file(self, file):
        """Writes the description, which must be one that compiles, to an XML file."""
        text = self.to_xml()
        with open(file, "w", encoding="utf-8") as out:
            out.write(text)

    def to_zip(self, file):
        """Writes the description and its assets to a zip file: a path or a file object."""
        if isinstance(file, (str, os.PathLike)) and os.path.dirname(file):
            os.makedirs(os.path.dirname(file), exist_ok=True)
        files = {**self._assets, f"{self.modelname}.xml": self.to_xml()}
        with zipfile.ZipFile(file, "w") as archive:
            for name, content in files.items():
                archive.writestr(zipfile.ZipInfo(name), content)

    # compiling

    def _compiled(self):
        if self._home is not None:
            raise ValueError(
                "Error: cannot compile child spec if attached by reference to a parent spec"
            )
        return self._cell.compile(self._assets)

    def compile(self):
        """Compiles the description into a model."""
        return self._compiled()

    def recompile(self, m, d):
        """Compiles again; returns the new model and new data with the state of the old one."""
        return self._cell.recompile(self._assets, m, d)

    def _signature(self):
        return self._cell.signature()

    # copying

    def copy(self):
        """Another description with the same content."""
        new = MjSpec.__new__(MjSpec)._start(self._cell.copy(), self._assets)
        new._orientations = {key: dict(kept) for key, kept in self._orientations.items()}
        new._flexes = {id: flex._spec.copy().flexes[0] for id, flex in self._flexes.items()}
        new._parent, new.override_assets = self._parent, self.override_assets
        return new

    __copy__ = copy

    def __deepcopy__(self, memo):
        """Another description with the same content."""
        return self.copy()

    # elements

    def _element(self, id):
        """The handle of an element, none for none; the same one as long as somebody has it."""
        if id is None:
            return None
        if self._home is not None and self._home._has(id):
            return self._home._element(id)
        handle = self._elements.get(id)
        if handle is None:
            kind = self._cell.kind(id)
            if kind is None:
                raise ReferenceError("the element was deleted, or is not in this MjSpec")
            cls = CLASSES[mjtObj(kind)]
            handle = cls.__new__(cls)
            handle._spec, handle._id = self, id
            self._elements[id] = handle
        return handle

    def _has(self, id):
        """Whether an element is in this spec, or in the one it was attached to."""
        attached = self._home is not None and self._home._has(id)
        return attached or self._cell.kind(id) is not None

    def _list(self, kind):
        return [self._element(id) for id in edit.list(self._cell, kind)]

    def _find(self, kind, name):
        if self._home is not None:
            return next((e for e in self._list(kind) if e.name == name), None)
        return self._element(edit.find(self._cell, kind, name))

    @property
    def worldbody(self):
        """The world."""
        return self._element(edit.world(self._cell))

    @property
    def default(self):
        """The default class that all others are derived from."""
        return self._element(edit.find_class(self._cell, ""))

    def find_default(self, classname):
        """The default class of that name, none if there is none."""
        return self._element(edit.find_class(self._cell, classname)) if classname else None

    def add_default(self, classname, parent):
        """Adds a default class derived from another one; returns none if the name is taken."""
        if parent is not None and not isinstance(parent, CLASSES[mjtObj.mjOBJ_DEFAULT]):
            raise TypeError(f"parent should be an MjsDefault, not {type(parent).__name__}")
        parent = None if parent is None else parent._id
        return self._element(edit.add_class(self._cell, classname, parent))

    def delete(self, element):
        """Removes an element; with a body also what is in it and what refers to that."""
        if not isinstance(element, MjsElement):
            raise TypeError(f"expected an element of a spec, not {type(element).__name__}")
        if self._home is not None:
            raise ValueError("Error: Cannot delete element from an attached mjSpec.")
        if element._spec is not self:
            raise ValueError("Error: the element is not in this MjSpec.")
        edit.delete(self._cell, element._id)

    # attaching

    @property
    def parent(self):
        """The spec that this one was attached to."""
        return self._parent

    def _set_deepcopy(self, value):
        self._deepcopy = bool(value)

    def _get_deepcopy(self):
        raise ValueError("copy_during_attach can only be set.")

    copy_during_attach = property(
        _get_deepcopy,
        _set_deepcopy,
        doc="Whether attaching copies the other spec; can only be set.",
    )

    def attach(self, child, prefix=None, suffix=None, site=None, frame=None):
        """Attaches another spec to a site or a frame, given as elements or by name, and returns
        the frame that holds what was attached. Names get a prefix and a suffix."""
        if frame is None and site is None:
            raise ValueError("One of frame or site must be specified.")
        if frame is not None and site is not None:
            raise ValueError("Only one of frame or site can be specified.")
        what, kind, target = (
            ("Frame", mjtObj.mjOBJ_FRAME, frame) if site is None else
            ("Site", mjtObj.mjOBJ_SITE, site)
        )  # fmt: skip
        if isinstance(target, str):
            target = self._find(kind, target)
        if target is None:
            raise ValueError(f"{what} not found.")
        if not isinstance(target, CLASSES[kind]):
            raise TypeError(f"{what.lower()} should be an {CLASSES[kind].__name__} or a name")
        if target._spec is not self:
            raise ValueError(f"{what} spec does not match parent spec.")
        prefix = "/" if prefix is None else prefix
        suffix = suffix or ""
        attached = self._attach(target, child, prefix, suffix)
        merge_assets(self, child, prefix, suffix)
        child._parent = self
        return attached

    def _attach(self, target, child, prefix, suffix):
        """Attaches a spec, or a body or frame of one, to an element of this spec."""
        spec, part = (child, None) if isinstance(child, MjSpec) else (child._spec, child._id)
        if not isinstance(spec, MjSpec):
            raise TypeError(f"child should be an MjSpec, not {type(spec).__name__}")
        if spec is self:
            if part is None:
                raise ValueError("Error: cannot attach a spec to itself")
            return self._element(edit.attach_copy(self._cell, target._id, part, prefix, suffix))
        attached = edit.attach(self._cell, target._id, spec._cell, part, prefix, suffix)
        if not self._deepcopy and spec._home in (None, self):
            self._take_over(spec)
        return self._element(attached)

    def _take_over(self, child):
        """Handles of elements that are in this spec now belong to it."""
        for id, handle in list(child._elements.items()):
            if self._cell.kind(id) is not None:
                handle._spec = self
                self._elements[id] = handle
        for key, kept in child._orientations.items():
            self._orientations.setdefault(key, kept)
        child._home = self

    # settings

    def _get(self, name):
        return self._cell.get_setting("spec", 0, name)

    def _put(self, name, value):
        self._cell.set_setting("spec", 0, name, value)

    def _part(self, cls, scope=0):
        return self._settings.setdefault((cls, scope), cls(self, scope))

    def _compiler(self, scope):
        return self._part(MjsCompiler, scope)

    @property
    def assets(self):
        """Files in memory by name; assigning a dictionary adds to it."""
        return self._assets

    @assets.setter
    def assets(self, value):
        self._assets.update(value)

    @property
    def override_assets(self):
        """Whether assets of an attached spec replace those of the same name."""
        return self._override

    @override_assets.setter
    def override_assets(self, value):
        self._override = bool(value)

    @property
    def _address(self):
        return id(self._cell)

    def activate_plugin(self, name):
        """Lets elements use the plugin of this name."""
        if not isinstance(name, str):
            raise TypeError(f"name should be a string, not {type(name).__name__}")
        edit.activate_plugin(self._cell, name)

    @staticmethod
    def resolve_orientation(degree, sequence=None, orientation=None):
        """The quaternion of an orientation in another form, with angles in degrees or radians and
        Euler angles in that sequence."""
        if not isinstance(orientation, MjsOrientation):
            kind = type(orientation).__name__
            raise TypeError(f"orientation should be an MjsOrientation, not {kind}")
        form, numbers = orientation._owner._get(orientation._field)
        sequence = "xyz" if sequence is None else "".join(sequence)
        return edit.resolve_orientation(bool(degree), sequence, (form, numbers))


def _split(assets):
    """Files in memory by name, and the function that gives files; one of them is none."""
    by_name = isinstance(assets, Mapping) or not callable(assets)
    return (assets, None) if by_name else (None, assets)


def _included(include, assets):
    """Files in memory that may be included: those meant for it, and XML files among the assets."""
    xml = {name: text for name, text in (assets or {}).items() if name.endswith(".xml")}
    return {**xml, **(include or {})}


def _settings_property(cls, doc):
    def get(self):
        return self._part(cls)

    def put(self, value):
        get(self)._assign(value)

    return property(get, put, doc=doc)


def _list_property(plural, kind):
    def get(self):
        return self._list(kind)

    return property(get, doc=f"All {plural}.")


def _finder(word, kind):
    def find(self, name):
        return self._find(kind, name)

    find.__name__, find.__doc__ = word, f"The {word} of that name, none if there is none."
    return find


def _adder(word, kind, has_class):
    def add_element(self, default=None, **kwargs):
        return add(self, kind, None, None, default, kwargs)

    def add_plain(self, **kwargs):
        return add(self, kind, None, None, None, kwargs)

    adder = add_element if has_class else add_plain
    adder.__name__ = f"add_{word}"
    adder.__doc__ = f"Adds a {word}; keyword arguments give its attributes values."
    return adder


add_attributes(MjSpec, SETTING_TABLES["spec"])
MjSpec.__module__ = "ferrodyn"
MjSpec.compiler = _settings_property(MjsCompiler, "Settings of the compiler.")
MjSpec.option = _settings_property(SpecOption, "Physics options.")
MjSpec.stat = _settings_property(SpecStatistic, "Statistics given by the user; NaN to compute.")
MjSpec.visual = _settings_property(SpecVisual, "Visual settings.")
for _word, _plural, _kind in TREE:
    setattr(MjSpec, _plural, _list_property(_plural, _kind))
    setattr(MjSpec, _word, _finder(_word, _kind))
for _word, _plural, _kind, _has_class in LISTS:
    setattr(MjSpec, _plural, _list_property(_plural, _kind))
    setattr(MjSpec, _word, _finder(_word, _kind))
    setattr(MjSpec, f"add_{_word}", _adder(_word, _kind, _has_class))
