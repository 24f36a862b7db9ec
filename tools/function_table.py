#!/usr/bin/env python3
"""Write docs/functions.md: which of MuJoCo's functions there are, and their names in Rust.

    tools/function_table.py            writes the table
    tools/function_table.py --check    fails if the table is not current

Python functions are found in crates/python, Rust counterparts by their doc aliases. The names of
MuJoCo's functions come from functions.csv of the reference if it is there (`--reference FILE`),
else from the table itself.
"""

import argparse
import csv
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs" / "functions.md"
REFERENCE = ROOT.parent / "shared" / "reference" / "functions.csv"

# functions that make no sense here, by reason
NOT_APPLICABLE = {
    "memory": """mj_deleteData mj_deleteModel mj_deleteSpec mj_freeLastXML mj_freeStack mj_markStack
        mj_stackAllocByte mj_stackAllocInt mj_stackAllocNum mju_boxQPmalloc mju_free mju_malloc""",
    "exceptions": """mju_clearHandlers mju_error mju_error_i mju_error_s mju_warning mju_warning_i
        mju_warning_s mj_warning""",
    "plugins": "mj_getPluginConfig mj_loadPluginLibrary mj_loadAllPluginLibraries",
    "threads": """mju_bindThreadPool mju_defaultTask mju_taskJoin mju_threadPoolCreate
        mju_threadPoolDestroy mju_threadPoolEnqueue""",
    "strings": "mju_strncpy",
    "assets": """mj_addBufferVFS mj_addFileVFS mj_containsBufferVFS mj_containsFileVFS mj_defaultVFS
        mj_deleteFileVFS mj_deleteVFS mj_mountVFS mj_unmountVFS mju_closeResource
        mju_decodeResource mju_getResourceDir mju_isModifiedResource mju_openResource
        mju_readResource""",
}

# functions that are methods of classes in Python
METHODS = {
    "mj_compile": "MjSpec.compile",
    "mj_copyModel": "MjModel.__copy__",
    "mj_copySpec": "MjSpec.copy",
    "mj_loadModel": "MjModel.from_binary_path",
    "mj_loadModelBuffer": "MjModel.from_binary_path",
    "mj_loadXML": "MjModel.from_xml_path",
    "mj_makeData": "MjData",
    "mj_makeSpec": "MjSpec",
    "mj_parseXML": "MjSpec.from_file",
    "mj_parseXMLString": "MjSpec.from_string",
    "mj_recompile": "MjSpec.recompile",
    "mj_saveXML": "MjSpec.to_file",
    "mj_saveXMLString": "MjSpec.to_xml",
}

# functions that exist in Python to say that something is not supported
PLACEHOLDERS = {"mj_flex", "mj_loadPluginLibrary", "mj_loadAllPluginLibraries"}

HEAD = """\
# MuJoCo's functions

Written by `tools/function_table.py` from the sources. A function is there (**yes**) in Python under
MuJoCo's name (or as the method named), in Rust under the name in the last column, which
`ferrodyn::mj` also spells as MuJoCo does. *Planned* functions come later. The rest has no place here:

- memory: Rust and Python free what is no longer used.
- exceptions: problems are results in Rust and exceptions in Python.
- threads: batches bring their own.
- strings: those of the language serve.
- assets: files in memory are given to the loader.
- plugins: C libraries are not loaded.

| function | there | Python | Rust |
|---|---|---|---|
"""


def names(reference):
    """MuJoCo's functions, in its order."""
    if reference.is_file():
        with reference.open(newline="") as file:
            found = [row["function"] for row in csv.DictReader(file)]
    else:
        found = re.findall(r"^\| `(mj\w+)` \|", TABLE.read_text(), re.M)
    return [name for name in found if re.match(r"mj[ud]?_", name)]


def python_functions():
    """The functions of the Python module."""
    found = set()
    for path in (ROOT / "crates" / "python" / "src").rglob("*.rs"):
        text = path.read_text()
        found.update(re.findall(r"#\[pyfunction\](?:\s*#\[.*?\])*\s*(?:pub\(\w+\) )?fn (mj\w+)", text))
        found.update(re.findall(r"^ +(mj\w+) = [\w:]+;", text, re.M))
    for path in (ROOT / "crates" / "python" / "python" / "ferrodyn").glob("*.py"):
        found.update(re.findall(r"^def (mj\w+)\(", path.read_text(), re.M))
    return found - PLACEHOLDERS


def module_path(path):
    """The public path of a source file's module: private modules are left out."""
    parts = list(path.relative_to(ROOT / "crates").parts)
    crate, parts = parts[0], [p.removesuffix(".rs") for p in parts[2:]]
    parts = [p for p in parts if p not in ("mod", "lib")]
    folder, public = ROOT / "crates" / crate / "src", []
    parent = folder / "lib.rs"
    for part in parts:
        if re.search(rf"^pub mod {part};", parent.read_text(), re.M):
            public.append(part)
        inside, beside = folder / part / "mod.rs", folder / f"{part}.rs"
        parent, folder = inside if inside.is_file() else beside, folder / part
    return [*([crate] if crate == "mjcf" else []), *public]


def item_path(path, text, match):
    """The path of a Rust item: through its type if it is a method, else through its module."""
    line = text.rfind("\n", 0, match.start(2)) + 1
    if text[line] == " ":
        owners = re.findall(r"^impl(?:<[^{]*?>)? (?:.* for )?(\w+)", text[:line], re.M)
        owner = owners[-1].removesuffix("Of") if owners else ""
        return f"{owner}::{match[2]}"
    return "::".join([*module_path(path), match[2]])


def rust_functions():
    """Doc aliases of MuJoCo's functions, and the Rust items that have them."""
    item = re.compile(
        r'((?:\s*#\[doc\(alias = "\w+"\)\])+)(?:\s*(?:#\[.*?\]|///[^\n]*))*'
        r"\s*pub (?:const )?(?:fn|trait|struct|enum) (\w+)",
        re.S,
    )
    found = {}
    for crate in ("engine", "mjcf", "ferrodyn"):
        for path in sorted((ROOT / "crates" / crate / "src").rglob("*.rs")):
            text = path.read_text()
            for match in item.finditer(text):
                name = item_path(path, text, match)
                for alias in re.findall(r'"(\w+)"', match[1]):
                    # the shortest path is the one to show
                    known = found.setdefault(alias, name)
                    found[alias] = min(known, name, key=lambda n: (n.count("::"), len(n), n))
    return found


def table(reference):
    reasons = {name: why for why, all_names in NOT_APPLICABLE.items() for name in all_names.split()}
    in_python, in_rust = python_functions(), rust_functions()
    lines = []
    for name in names(reference):
        python = f"`{name}`" if name in in_python else f"`{METHODS[name]}`" if name in METHODS else ""
        rust = f"`{in_rust[name]}`" if name in in_rust else ""
        if python or rust:
            there = "**yes**"
        elif name in reasons:
            there = f"not applicable: {reasons[name]}"
        else:
            there = "planned"
        lines.append(f"| `{name}` | {there} | {python} | {rust} |\n")
    return HEAD + "".join(lines)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--reference", type=pathlib.Path, default=REFERENCE)
    options = parser.parse_args(arguments)
    text = table(options.reference)
    if options.check:
        if TABLE.is_file() and TABLE.read_text() == text:
            return 0
        print("docs/functions.md is not current: run tools/function_table.py", file=sys.stderr)
        return 1
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
