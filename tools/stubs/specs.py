"""Type stubs of specs and their elements, from the classes and the tables behind them."""

import inspect

import ferrodyn
from ferrodyn._mujoco import spec, visual_types
from ferrodyn._mujoco.spec.element import CLASSES
from ferrodyn._mujoco.spec.handle import ELEMENT_TABLES, SETTING_TABLES, MjsOrientation
from ferrodyn._mujoco.spec.settings import SpecOption, SpecStatistic, SpecVisual
from ferrodyn._mujoco.spec.spec import LISTS as SPEC_LISTS
from ferrodyn._mujoco.spec.tree import TREE

QUOTES = '"""'
LISTS = {"float64": "MjDoubleVec", "float32": "MjFloatVec", "int32": "MjIntVec",
         "str": "MjStringVec", "char": "MjCharVec"}  # fmt: skip
# what properties that no table lists return
RETURNS = {
    "parent": "MjsBody", "frame": "MjsFrame | None", "classname": "MjsDefault", "name": "str",
    "id": "int", "signature": "int", "compiler": "MjsCompiler", "path": "MjsTendonPath",
    "target": "MjsSite | MjsGeom | MjsJoint | None", "sidesite": "MjsSite | None",
    "divisor": "float | None", "coef": "float | None", "info": "str", "worldbody": "MjsBody",
    "default": "MjsDefault", "assets": "dict[str, bytes | str]", "LRopt": "MjLROpt",
    "option": "_SpecOption", "stat": "_SpecStatistic", "visual": "_SpecVisual",
    "config": "dict[str, str]", "plugin": "MjsPlugin", "override_assets": "bool",
    "copy_during_attach": "bool",
}  # fmt: skip
# what methods return; those whose names end in the word for an element are found by it
METHODS = {
    "attach": "MjsFrame", "attach_body": "MjsBody", "attach_frame": "MjsFrame",
    "compile": "MjModel",
    "copy": "MjSpec", "default": "MjsDefault", "find_all": "list[Any]",
    "find_child": "MjsBody | None", "find_default": "MjsDefault | None", "from_file": "MjSpec",
    "from_string": "MjSpec", "from_zip": "MjSpec", "get_data_size": "int",
    "recompile": "builtins.tuple[MjModel, MjData]", "resolve_orientation": "list[float]",
    "to_frame": "MjsFrame", "to_xml": "str", "add_freejoint": "MjsJoint",
}  # fmt: skip
WORDS = {cls.__name__[3:].lower(): cls.__name__ for cls in CLASSES.values()}
PLURALS = {plural: WORDS[word] for word, plural, *_ in (*TREE, *SPEC_LISTS)}


def returned(name):
    """The type that a method returns."""
    verb, _, word = name.rpartition("_")
    if name in METHODS:
        return METHODS[name]
    if verb == "add" and word in WORDS:
        return WORDS[word]
    if verb in ("", "first", "next") and word in WORDS:
        return f"{WORDS[word]} | None"
    return "MjsWrap" if verb == "wrap" else "None"


# kinds of attributes that are no types of Python
NAMED = {"orientation": "MjsOrientation", "plugin": "MjsPlugin", "dict": "dict[str, str]"}
RENAMED = {SpecOption: "_SpecOption", SpecStatistic: "_SpecStatistic", SpecVisual: "_SpecVisual"}


def python_type(kind):
    """The types that an attribute of that kind gives and takes."""
    base, bracket, rest = kind.partition("[")
    if kind in NAMED:
        return NAMED[kind], NAMED[kind]
    if rest.endswith("[]"):
        number = "int" if base.startswith("int") else "float"
        return f"list[list[{number}]]", f"Sequence[Sequence[{number}]]"
    if bracket and base.startswith(("float", "int")) and rest != "]":
        return f"npt.NDArray[np.{base}]", "npt.ArrayLike"
    if bracket:
        words = base in ("str", "char")
        return LISTS[base], "Sequence[str]" if words else "npt.ArrayLike"
    return (kind, f"{kind} | int") if kind.startswith("mjt") else (kind, kind)


def kinds_of(cls):
    table = ELEMENT_TABLES.get(getattr(cls, "_kind", None)) or ()
    table = table or SETTING_TABLES.get(getattr(cls, "_group", None), ())
    if cls is ferrodyn.MjSpec:
        table = SETTING_TABLES["spec"]
    if cls is MjsOrientation:
        sizes = zip(cls._FORMS[1:], cls._SIZES[1:], strict=True)
        table = [(form, f"float64[{size}]") for form, size in sizes] + [("type", "mjtOrientation")]
    return dict(table)


def member(cls, name, kinds):
    found = inspect.getattr_static(cls, name)
    if isinstance(found, property):
        doc = inspect.getdoc(found) or ""
        gives, takes = (
            python_type(kinds[name]) if name in kinds else (RETURNS.get(name, "Any"),) * 2
        )
        if name in PLURALS and name not in kinds:
            gives = f"list[{PLURALS[name]}]"
        elif name in WORDS and name not in kinds and name not in RETURNS:
            gives = WORDS[name]
        lines = [
            "    @property",
            f"    def {name}(self) -> {gives}:",
            f"        {QUOTES}{doc}{QUOTES}",
        ]
        if found.fset is not None:
            lines += [f"    @{name}.setter", f"    def {name}(self, value: {takes}) -> None: ..."]
        return lines
    static = isinstance(found, staticmethod)
    function = found.__func__ if static else found
    if not inspect.isfunction(function):
        return []
    arguments = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in arguments:
            arguments.append("*")
        if parameter.name == "self":
            arguments.append("self")
        elif parameter.kind is parameter.VAR_KEYWORD:
            arguments.append(f"**{parameter.name}: Any")
        else:
            optional = "" if parameter.default is parameter.empty else " = ..."
            arguments.append(f"{parameter.name}: Any{optional}")
    doc = " ".join((inspect.getdoc(function) or "").split())
    head = ["    @staticmethod"] if static else []
    return [
        *head,
        f"    def {name}({', '.join(arguments)}) -> {returned(name)}:",
        f"        {QUOTES}{doc}{QUOTES}",
    ]


def stub(cls):
    out = ["", f"class {RENAMED.get(cls, cls.__name__)}:", f"    {QUOTES}{cls.__doc__}{QUOTES}", ""]
    kinds = kinds_of(cls)
    specials = [n for n in ("__len__", "__getitem__", "__setitem__", "__iter__") if hasattr(cls, n)]
    if cls is ferrodyn.MjSpec:
        out += ["    def __init__(self) -> None: ..."]
    for name in specials:
        known = {
            "__len__": "(self) -> int", "__getitem__": "(self, index: int) -> Any",
            "__setitem__": "(self, index: int, value: Any) -> None",
            "__iter__": "(self) -> Iterator[Any]",
        }  # fmt: skip
        out += [f"    def {name}{known[name]}: ..."]
    for name in sorted(n for n in dir(cls) if not n.startswith("_")):
        # a name that is no identifier can only be reached with getattr
        if name != "global":
            out += member(cls, name, kinds)
    return out


def spec_classes():
    """Stubs of all classes of specs."""
    out = []
    # MjStruct is another name, and the public MjLROpt is plain data with a stub of its own
    names = set(spec.__all__) - {"MjStruct"} - set(visual_types.__all__)
    classes = {getattr(ferrodyn, name) for name in names}
    for cls in sorted(classes | set(RENAMED), key=lambda c: RENAMED.get(c, c.__name__)):
        out += stub(cls)
    return [*out, "", "MjStruct: TypeAlias = MjsElement"]
