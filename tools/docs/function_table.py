"""Write docs/functions.md: which of MuJoCo's functions there are, and their names in Rust.

    python -m tools.docs.function_table            writes the table
    python -m tools.docs.function_table --check    fails if the table is not current

Python functions are found in crates/python. Rust names are what `ferrodyn::mj` gives MuJoCo's names
to: the path of a re-export, or the first item that the documentation of a function links to. The
names of MuJoCo's functions come from functions.csv of the reference if it is there
(`--reference FILE`), else from the table itself.
"""

import argparse
import csv
import pathlib
import re
import sys

from tools import ROOT
from tools.docs.function_lists import DRAWING, MACROS, METHODS, NOT_APPLICABLE, PLACEHOLDERS

TABLE = ROOT / "docs" / "functions.md"
REFERENCE = ROOT.parent / "shared" / "reference" / "functions.csv"

HEAD = """\
# MuJoCo's functions

Written by `tools/docs/function_table.py` from the sources. In Python, a function has MuJoCo's name, or is
the method or attribute named (one of several, where each kind of element has its own). In Rust, it is
what the last column names; `ferrodyn::mj` has each of those under MuJoCo's name, with MuJoCo's order of
arguments; `mj::` in that column says that it is nowhere else. **no**: it is not there, neither in Python nor in Rust; *drawing*
are panels, figures and buffers of MuJoCo's own window. MuJoCo's macros of mathematics, from `mju_sqrt` to
`mju_ceil`, come last: they give the same bits on every platform, and NumPy has its own. What is *not applicable* has no place here:

- memory: Rust and Python free what is no longer used.
- exceptions: problems are results in Rust and exceptions in Python.
- threads: batches bring their own.
- values: fields are plain values of the language, which are assigned.
- assets: files in memory, and sources of files, are given to the loader: [extending.md](extending.md#add-a-source-of-files).
- plugins: C libraries are not loaded; in Rust, plugins are traits (`ferrodyn::hooks::plugin`).

"""

COLUMNS = """\
| function | there | Python | Rust |
|---|---|---|---|
"""


def names(reference):
    """MuJoCo's functions, in its order, and its macros of mathematics."""
    if reference.is_file():
        with reference.open(newline="") as file:
            functions = [row["function"] for row in csv.DictReader(file)]
    else:
        functions = re.findall(r"^\| `(mj\w+)` \|", TABLE.read_text(), re.M)
    return [name for name in functions if name not in MACROS] + MACROS


def python_functions():
    """The functions of the Python module."""
    found = set()
    for path in (ROOT / "crates" / "python" / "src").rglob("*.rs"):
        text = path.read_text()
        found.update(re.findall(r"#\[pyfunction\](?:\s*#\[.*?\])*\s*(?:pub\(\w+\) )?fn (mj\w+)", text))
        found.update(re.findall(r"^ +(mj\w+) = [\w:]+;", text, re.M))
    for path in (ROOT / "crates" / "python" / "python" / "ferrodyn").rglob("*.py"):
        found.update(re.findall(r"^def (mj\w+)\(", path.read_text(), re.M))
    return found - PLACEHOLDERS


def exported(text):
    """Names of re-exports, and what they export: `pub use crate::a::{b as mj_b, c as mj_c};`"""
    for crate, statement in re.findall(r"^pub use (crate|ferrodyn_engine)::([^;]*);", text, re.M):
        path, brace, items = statement.partition("{")
        if not brace:
            path, _, items = statement.rpartition("::")
            path += "::" if path else ""
        for item, name in re.findall(r"(\w+) as (mj\w+)", items):
            # what is not public under a name of its own
            yield name, path + item if crate == "crate" else f"mj::{name}"


def wrapped(text):
    """Names of functions, and the first item that their documentation links to; without one, they stand for themselves."""
    for docs, name in re.findall(r"((?:^///.*\n)+)pub fn (mj\w+)", text, re.M):
        link = re.search(r"\[`([^`]+)`\]", docs)
        yield name, link[1] if link and not link[1].startswith("mju_") else f"mj::{name}"


def rust_functions():
    """MuJoCo's names in `ferrodyn::mj`, and the Rust items that they stand for."""
    found = {}
    for path in sorted((ROOT / "crates" / "ferrodyn" / "src" / "mj").glob("*.rs")):
        text = path.read_text()
        found.update(exported(text))
        found.update(wrapped(text))
        # rows of macros
        found.update(re.findall(r"^    fn (mj\w+) = ([\w:<>]+);", text, re.M))
    return found


def aliased():
    """MuJoCo's names that the documentation of public functions is found by."""
    item = re.compile(
        r'((?:\s*#\[doc\(alias = "\w+"\)\])+)(?:\s*(?:#\[.*?\]|///[^\n]*))*\s*pub (?:const )?fn ',
        re.S,
    )
    found = set()
    for crate in ("engine", "mjcf", "ferrodyn"):
        for path in (ROOT / "crates" / crate / "src").rglob("*.rs"):
            for match in item.finditer(path.read_text()):
                found.update(re.findall(r'"(\w+)"', match[1]))
    return found


def row(name, reasons, in_python, in_rust):
    """The row of a function."""
    python = f"`{name}`" if name in in_python else f"`{METHODS[name]}`" if name in METHODS else ""
    rust = f"`{in_rust[name]}`" if name in in_rust else ""
    if python or rust:
        there = "**yes**" if python and rust else "Python only" if python else "Rust only"
    elif name in reasons:
        there = f"not applicable: {reasons[name]}"
    else:
        there = "**no**: drawing" if name.startswith(DRAWING) else "**no**"
    return f"| `{name}` | {there} | {python} | {rust} |\n"


def table(reference):
    reasons = {name: why for why, all_names in NOT_APPLICABLE.items() for name in all_names.split()}
    in_python, in_rust = python_functions(), rust_functions()
    rows = [row(name, reasons, in_python, in_rust) for name in names(reference)]
    return HEAD + COLUMNS + "".join(rows)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--reference", type=pathlib.Path, default=REFERENCE)
    options = parser.parse_args(arguments)
    text = table(options.reference)
    if options.check:
        if TABLE.is_file() and TABLE.read_text() == text:
            return 0
        print("docs/functions.md is not current: python -m tools.docs.function_table", file=sys.stderr)
        return 1
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
