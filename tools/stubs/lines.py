"""Lines of stubs: attributes, docstrings, heads of functions."""

import inspect
import textwrap

SCALARS = {"float64": "float", "float32": "float"}


def array(dtype):
    return f"npt.NDArray[np.{dtype}]"


def docstring(doc):
    """A description as the lines of a docstring: one, or wrapped with what follows below."""
    first, _, rest = doc.partition("\n\n")
    if not rest and len(first) <= 86:
        return [f'        """{first}"""']
    lines = [*textwrap.wrap(first, 86), *(["", *textwrap.wrap(rest, 86)] if rest else [])]
    return indent(indent(['"""' + lines[0], *lines[1:], '"""']))


def attribute(name, kind, doc, settable=True):
    lines = ["    @property", f"    def {name}(self) -> {kind}:", *docstring(doc)]
    if settable:
        value = "npt.ArrayLike" if kind.startswith("npt.") else kind
        lines += [f"    @{name}.setter", f"    def {name}(self, value: {value}) -> None: ..."]
    return lines


def field(name, dtype, text):
    """A field of a table: text is `name: float64 array of shape (nbody, 3)` and what it is."""
    shape, _, doc = text.partition(": ")[2].partition("\n\n")
    if dtype == "bytes":
        shape = shape.replace("bytes array", "characters")
        return attribute(name, "bytes", f"{doc}\n\n{shape}", settable=False)
    doc = f"{doc}\n\n{shape}"
    if "array of shape" in shape:
        return attribute(name, array(dtype), doc)
    settable = name != "signature"
    return attribute(name, SCALARS.get(dtype, "int"), doc, settable)


def indent(lines):
    return ["    " + line if line else "" for line in lines]


def wrapped(name, parameters, returns):
    line = f"def {name}({', '.join(parameters)}) -> {returns}:"
    if len(line) <= 100:
        return [line]
    return [f"def {name}(", *(f"    {p}," for p in parameters), f") -> {returns}:"]


def quoted(thing):
    """A docstring, as lines."""
    first, *more = inspect.cleandoc(thing.__doc__).split("\n")
    quotes = '"""'
    return [quotes + first, *more, quotes] if more else [quotes + first + quotes]


def default(parameter):
    return "" if parameter.default is parameter.empty else f" = {parameter.default}"
