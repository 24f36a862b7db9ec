"""Enums, constants and classes that the engine's tables describe."""

import ferrodyn
from ferrodyn import _core
from ferrodyn._mujoco import named, visual_types

from tools.stubs.lines import SCALARS, array, attribute, field, indent


def enums():
    out = []
    for name, doc, constants in _core._enums():
        out += ["", f"class {name}(enum.IntEnum):", f'    """{doc}"""', ""]
        out += [f"    {constant} = {value}" for constant, value in constants]
    return out


def constants():
    out = [""]
    for name in sorted(vars(ferrodyn)):
        value = getattr(ferrodyn, name)
        if name.startswith("mj") and isinstance(value, (int, float)):
            out.append(f"{name}: Final[{type(value).__name__}]")
        elif name.startswith("mj") and isinstance(value, tuple):
            inner = "tuple[str, ...]" if isinstance(value[0], tuple) else "str"
            out.append(f"{name}: Final[tuple[{inner}, ...]]")
    return out


def group(name, fields, doc):
    out = ["", f"class {name}:", f'    """{doc}"""', "", "    def __init__(self) -> None: ..."]
    for row in fields:
        out += field(*row)
    return out


def visual(tables):
    out = ["", "class MjVisual:", '    """Visualization options in groups."""', ""]
    for table, fields in tables.items():
        if table.startswith("MjVisual."):
            name = table.partition(".")[2]
            out += indent(group(name, fields, f"The part `{name.lower()}`.")[1:])
            attr = "global_" if name == "Global" else name.lower()
            out += ["", "    @property", f"    def {attr}(self) -> MjVisual.{name}: ..."]
    return out


def records():
    out = []
    for mj, members in _core._records():
        name = "Mj" + mj[2:]
        out += ["", f"class {name}:", f'    """One `{mj}`."""', ""]
        out += ["    def __init__(self) -> None: ..."]
        for member, dtype, scalar, doc in members:
            kind = SCALARS.get(dtype, "int") if scalar else array(dtype)
            out += attribute(member, kind, doc)
        out += ["", f"class _{name}List:", f'    """All `{mj}` of the data."""', ""]
        out += ["    def __len__(self) -> int: ...", "    @overload"]
        out += [f"    def __getitem__(self, index: int) -> {name}: ...", "    @overload"]
        out += [f"    def __getitem__(self, index: slice) -> _{name}List: ..."]
        for member, dtype, _, doc in members:
            out += attribute(member, array(dtype), doc + "\n\none entry per record")
    return out


def views(tables):
    """Classes of named views, and the methods that return them."""
    dtypes = {t: {name: dtype for name, dtype, _ in tables[t]} for t in ("MjModel", "MjData")}
    counted = named._counted_fields()
    classes, methods = [], {"MjModel": [], "MjData": []}
    for kind, (names, _, _, data_prefix) in named.KINDS.items():
        for table in ("MjModel", "MjData") if data_prefix else ("MjModel",):
            view = named._view_class(kind, table, counted)
            fields = named.fields_of(kind, table, counted)
            classes += ["", f"class {view.__name__}:", f'    """One {names[-1]}."""', ""]
            classes += ["    id: Final[int]", "    name: Final[str]"]
            for name in view._attributes:
                dtype = dtypes[table].get(fields[name][0]) if name in fields else "float64"
                settable = getattr(view, name).fset is not None
                doc = getattr(view, name).__doc__
                classes += attribute(name, array(dtype), doc, settable)
            for name in names:
                if not (table == "MjModel" and name == "ten"):
                    arguments = "self, name_or_id: str | int"
                    methods[table].append(f"    def {name}({arguments}) -> {view.__name__}: ...")
    return classes, methods


def structs():
    """Plain data types."""
    arguments = {
        "MjrRect": "self, left: int, bottom: int, width: int, height: int",
        "MjvScene": "self, model: MjModel | None = None, maxgeom: int | None = None",
    }
    parts = {"geoms": "MjvGeom", "lights": "MjvLight", "camera": "MjvGLCamera"}
    out = []
    for name in visual_types.__all__:
        cls = getattr(visual_types, name)
        out += ["", f"class {name}:", f'    """{cls.__doc__}"""', ""]
        out += [f"    def __init__({arguments.get(name, 'self')}) -> None: ..."]
        for member in cls._default.dtype.names:
            dtype, doc = cls._default.dtype[member], getattr(cls, member).__doc__
            kind = array(dtype.base) if dtype.shape else SCALARS.get(str(dtype), "int")
            if dtype.base.kind == "S":
                kind = "npt.NDArray[np.bytes_]" if dtype.shape else "str"
            out += attribute(member, kind, doc)
        if name == "MjvScene":
            for member, item in parts.items():
                out += attribute(member, f"tuple[{item}, ...]", "all there is room for", False)
            for member, values in cls()._more.items():
                out += attribute(member, array(values.dtype), "array")
    return out
