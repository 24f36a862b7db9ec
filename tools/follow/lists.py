"""Lists of what the mujoco that is found declares: functions, fields, enums, the schema, defaults, names of Python.

    python -m tools.follow.lists FOLDER

Functions, fields and enums are those of `mujoco.introspect`, the schema is what `mj_printSchema` prints. Every list
is a table whose first columns say what is declared, so that two releases can be compared row by row.
"""

import argparse
import csv
import ctypes
import inspect
import io
import pathlib
import re

import mujoco
from mujoco.introspect import ast_nodes, enums, functions, structs

STRUCTS = {"model": "mjModel", "data": "mjData", "option": "mjOption", "statistic": "mjStatistic", "contact": "mjContact"}
"""Files of fields, and the structures that they list."""
SCHEMA_BYTES = 1 << 20


def type_text(kind):
    """A type as C declares it."""
    if isinstance(kind, ast_nodes.ArrayType):
        return f"{type_text(kind.inner_type)} [{']['.join(map(str, kind.extents))}]"
    if isinstance(kind, ast_nodes.PointerType):
        return f"{type_text(kind.inner_type)} *{' const' if kind.is_const else ''}"
    return str(kind)


def parameter_text(parameter):
    """A parameter as C declares it: extents of an array stand behind its name."""
    kind = parameter.type
    if isinstance(kind, ast_nodes.ArrayType):
        return f"{type_text(kind.inner_type)} {parameter.name}{''.join(f'[{n}]' for n in kind.extents)}"
    return f"{type_text(kind)} {parameter.name}"


def function_rows():
    """Every function with what it returns and takes."""
    for name, function in functions.FUNCTIONS.items():
        yield name, type_text(function.return_type), "; ".join(map(parameter_text, function.parameters))


def enum_rows():
    """Every constant of every enum."""
    for enum, declared in enums.ENUMS.items():
        for name, value in declared.values.items():
            yield enum, name, value


def field_rows(declarations):
    """Every field of a structure; those of a union inside stand in its place."""
    inside = (ast_nodes.AnonymousUnionDecl, ast_nodes.AnonymousStructDecl)
    for field in declarations:
        if isinstance(field, inside):
            yield from field_rows(field.fields)
        elif isinstance(field.type, inside):
            yield field.name, "struct", ""
        else:
            yield field.name, type_text(field.type), " x ".join(map(str, field.array_extent or ()))


def schema_text():
    """The elements and attributes that the reader takes, as MuJoCo prints them."""
    package = pathlib.Path(mujoco.__file__).parent
    names = ("libmujoco.so.*", "libmujoco.*.dylib", "mujoco.dll")
    (library,) = (found for name in names for found in package.glob(name))
    buffer = ctypes.create_string_buffer(SCHEMA_BYTES)
    ctypes.CDLL(str(library)).mj_printSchema(None, buffer, ctypes.c_int(SCHEMA_BYTES), ctypes.c_int(0), ctypes.c_int(0))
    return buffer.value.decode()


def schema_rows(text):
    """The schema as rows: the path of an element with how often it may be, then one for each attribute."""
    path = []
    for line in text.splitlines():
        element = re.match(r"( *)(\S+) \((.)\)(.*)", line)
        if element:
            depth = len(element[1]) // 3
            path = [*path[:depth], element[2]]
            yield "/".join(path), "", element[3]
            line = element[4]
        for attribute in line.split():
            yield "/".join(path), attribute, ""


def plain_values(name, value, depth=3):
    """The numbers and arrays of a structure, and of those inside of it, as text."""
    for key in dir(value):
        inner = None if key.startswith("_") else getattr(value, key)
        if inner is None or callable(inner):
            continue
        if type(inner).__module__.startswith("mujoco") and depth:
            yield from plain_values(f"{name}.{key}", inner, depth - 1)
        else:
            yield f"{name}.{key}", " ".join(str(inner).split())


def default_rows():
    """The settings of an empty model."""
    model = mujoco.MjModel.from_xml_string("<mujoco/>")
    for name in ("opt", "stat", "vis"):
        yield from plain_values(name, getattr(model, name))


def constant_rows():
    """Numbers of the module, and those that headers define."""
    for name in sorted(dir(mujoco)):
        value = getattr(mujoco, name)
        if name.startswith("mj") and isinstance(value, (int, float, str)) and not hasattr(value, "__members__"):
            yield name, value
    define = re.compile(r"^#define\s+(mj[A-Z]\w*)\s+([^\n/\\]+?)\s*(?://.*)?$", re.MULTILINE)
    for header in sorted((pathlib.Path(mujoco.__file__).parent / "include" / "mujoco").glob("*.h")):
        for name, value in define.findall(header.read_text(encoding="utf-8")):
            yield f"{header.name}:{name}", value


def python_rows():
    """Names of the module and of its classes, with what they are."""
    for name in sorted(dir(mujoco)):
        if name.startswith("_"):
            continue
        value = getattr(mujoco, name)
        yield f"mujoco.{name}", kind_of(value)
        if inspect.isclass(value) and not issubclass(value, (int, float, str)):
            for member in sorted(dir(value)):
                if not member.startswith("_"):
                    yield f"mujoco.{name}.{member}", kind_of(inspect.getattr_static(value, member))


def kind_of(value):
    """What a name of Python stands for, in a word."""
    if inspect.ismodule(value):
        return "module"
    if inspect.isclass(value):
        return "class"
    return "function" if callable(value) else type(value).__name__


def tables():
    """Every list: its columns and its rows."""
    yield "functions", ("function", "returns", "parameters"), function_rows()
    yield "enums", ("enum", "name", "value"), enum_rows()
    for name, struct in STRUCTS.items():
        yield f"{name}_fields", ("field", "type", "shape"), field_rows(structs.STRUCTS[struct].fields)
    yield "mjcf_schema", ("element", "attribute", "occurrence"), schema_rows(schema_text())
    yield "defaults", ("field", "value"), default_rows()
    yield "constants", ("constant", "value"), constant_rows()
    yield "python", ("name", "kind"), python_rows()


def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("folder", type=pathlib.Path)
    folder = ap.parse_args(argv).folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, columns, rows in tables():
        text = io.StringIO()
        csv.writer(text).writerows([columns, *rows])
        (folder / f"{name}.csv").write_bytes(text.getvalue().encode())
    (folder / "mjcf_schema.txt").write_bytes(schema_text().encode())


if __name__ == "__main__":
    main()
