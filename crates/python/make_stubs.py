"""Writes the type stubs of the package from the engine's tables.

python make_stubs.py            writes python/ferrodyn/__init__.pyi
python make_stubs.py --check    fails if the file is not current
"""

import pathlib
import sys

import ferrodyn
from ferrodyn import _core, _named

TARGET = pathlib.Path(__file__).parent / "python" / "ferrodyn" / "__init__.pyi"

HEAD = '''\
"""MuJoCo-compatible physics in pure Rust. Written by make_stubs.py from the engine's tables."""

import enum
import os
from collections.abc import Mapping
from typing import Any, Final, overload

import numpy as np
import numpy.typing as npt

__version__: Final[str]
'''

FUNCTIONS = '''
def mj_name2id(m: MjModel, type: int, name: str) -> int:
    """The id of the object of that type and name, -1 if there is none."""

def mj_id2name(m: MjModel, type: int, id: int) -> str | None:
    """The name of the object of that type and id, None if it has none."""

def mj_saveLastXML(filename: str | os.PathLike[str], m: MjModel) -> None:
    """Writes the description that the model was compiled from as an XML file."""

def mj_version() -> int:
    """The MuJoCo release whose behavior is reproduced, as a number."""

def mj_versionString() -> str:
    """The MuJoCo release whose behavior is reproduced."""
'''

SPEC = '''
class MjSpec:
    """A description of a model."""

    def __init__(self) -> None: ...
    @staticmethod
    def from_file(
        filename: str | os.PathLike[str], assets: Mapping[str, bytes] | None = None
    ) -> MjSpec:
        """Reads a description from an XML file."""
    @staticmethod
    def from_string(xml: str, assets: Mapping[str, bytes] | None = None) -> MjSpec:
        """Reads a description from XML text."""
    def compile(self) -> MjModel:
        """Compiles the description into a model."""
    def to_xml(self) -> str:
        """The description as MJCF text."""
'''

MODEL = '''
class MjModel:
    """A compiled model: everything that stays constant while simulating."""

    @staticmethod
    def from_xml_path(
        filename: str | os.PathLike[str], assets: Mapping[str, bytes] | None = None
    ) -> MjModel:
        """Loads a model from an XML file."""
    @staticmethod
    def from_xml_string(xml: str, assets: Mapping[str, bytes] | None = None) -> MjModel:
        """Loads a model from XML text."""
    @staticmethod
    def from_binary_path(filename: str | os.PathLike[str]) -> MjModel:
        """Loads a model from a binary file of this package."""
    def __copy__(self) -> MjModel: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> MjModel: ...
    @property
    def opt(self) -> MjOption: ...
    @property
    def stat(self) -> MjStatistic: ...
    @property
    def vis(self) -> MjVisual: ...
'''

DATA = '''
class MjData:
    """The state of one simulation and everything computed from it."""

    def __init__(self, model: MjModel) -> None: ...
    def __copy__(self) -> MjData: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> MjData: ...
    @property
    def model(self) -> MjModel: ...
    @property
    def contact(self) -> _MjContactList: ...
    @property
    def warning(self) -> _MjWarningStatList: ...
    @property
    def timer(self) -> _MjTimerStatList: ...
    @property
    def solver(self) -> _MjSolverStatList: ...
'''

SCALARS = {"float64": "float", "float32": "float"}


def array(dtype):
    return f"npt.NDArray[np.{dtype}]"


def attribute(name, kind, doc, settable=True):
    lines = ["    @property", f"    def {name}(self) -> {kind}:", f'        """{doc}"""']
    if settable:
        value = "npt.ArrayLike" if kind.startswith("npt.") else kind
        lines += [f"    @{name}.setter", f"    def {name}(self, value: {value}) -> None: ..."]
    return lines


def field(name, dtype, text):
    """A field of a table: text is `name: float64 array of shape (nbody, 3)`."""
    doc = text.partition(": ")[2]
    if dtype == "bytes":
        return attribute(name, "bytes", doc.replace("bytes array", "characters"), settable=False)
    if "array of shape" in text:
        return attribute(name, array(dtype), doc)
    settable = name != "signature"
    return attribute(name, SCALARS.get(dtype, "int"), doc, settable)


def indent(lines):
    return ["    " + line if line else "" for line in lines]


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
        for member, dtype, scalar in members:
            kind = SCALARS.get(dtype, "int") if scalar else array(dtype)
            out += attribute(member, kind, "scalar" if scalar else "array")
        out += ["", f"class _{name}List:", f'    """All `{mj}` of the data."""', ""]
        out += ["    def __len__(self) -> int: ...", "    @overload"]
        out += [f"    def __getitem__(self, index: int) -> {name}: ...", "    @overload"]
        out += [f"    def __getitem__(self, index: slice) -> list[{name}]: ..."]
        for member, dtype, _ in members:
            out += attribute(member, array(dtype), "over all records")
    return out


def views(tables):
    """Classes of named views, and the methods that return them."""
    dtypes = {t: {name: dtype for name, dtype, _ in tables[t]} for t in ("MjModel", "MjData")}
    counted = _named._counted_fields()
    classes, methods = [], {"MjModel": [], "MjData": []}
    for kind, (names, _, _, data_prefix) in _named._KINDS.items():
        for table in ("MjModel", "MjData") if data_prefix else ("MjModel",):
            view = _named._view_class(kind, table, counted)
            fields = _named.fields_of(kind, table, counted)
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


def stubs():
    tables = dict(_core._tables())
    view_classes, methods = views(tables)
    out = [HEAD.rstrip(), *enums(), *constants(), FUNCTIONS.rstrip(), SPEC.rstrip(), MODEL.rstrip()]
    for name in _core._sizes():
        out += attribute(name, "int", "size", settable=False)
    for row in tables["MjModel"]:
        out += field(*row)
    out += [*methods["MjModel"], DATA.rstrip()]
    for row in tables["MjData"]:
        if not row[1].startswith("mj"):
            out += field(*row)
    out += methods["MjData"]
    out += group("MjOption", tables["MjOption"], "Physics options.")
    out += group("MjStatistic", tables["MjStatistic"], "Statistics of a model.")
    out += [*visual(tables), *records(), *view_classes]
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    text = stubs()
    if "--check" in sys.argv:
        sys.exit(
            0 if TARGET.read_text() == text else "the stubs are not current: run make_stubs.py"
        )
    TARGET.write_text(text)
