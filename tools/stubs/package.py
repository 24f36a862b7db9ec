"""Writes the type stubs of the package.

    python -m tools.stubs.package            writes crates/python/python/ferrodyn/__init__.pyi
    python -m tools.stubs.package --check    fails if the file is not current
"""

import sys

import ferrodyn
from ferrodyn import _core

from tools import ROOT
from tools.stubs.functions import functions
from tools.stubs.lines import attribute, field
from tools.stubs.modules import written_in_python
from tools.stubs.specs import spec_classes
from tools.stubs.tables import constants, enums, group, records, structs, views, visual
from tools.stubs.texts import DATA, FUNCTIONS, HEAD, LIMITS, MODEL

TARGET = ROOT / "crates/python/python/ferrodyn/__init__.pyi"


def stubs():
    tables = dict(_core._tables())
    view_classes, methods = views(tables)
    out = [HEAD.rstrip(), *enums(), *constants(), FUNCTIONS.rstrip(), *functions()]
    out += [*spec_classes(), LIMITS.rstrip(), MODEL.rstrip()]
    for name in _core._sizes():
        doc = getattr(ferrodyn.MjModel, name).__doc__.partition("\n\n")[2]
        out += attribute(name, "int", doc, settable=False)
    for row in tables["MjModel"]:
        out += field(*row)
    out += [*methods["MjModel"], DATA.rstrip()]
    for row in tables["MjData"]:
        if not row[1].startswith("mj"):
            out += field(*row)
    out += methods["MjData"]
    out += group("MjOption", tables["MjOption"], "Physics options.")
    out += group("MjStatistic", tables["MjStatistic"], "Statistics of a model.")
    out += [*visual(tables), *records(), *view_classes, *structs(), *written_in_python()]
    return "\n".join(out) + "\n"


def main():
    text = stubs()
    if "--check" not in sys.argv:
        TARGET.write_text(text, encoding="utf-8")
    elif TARGET.read_text(encoding="utf-8") != text:
        sys.exit("the stubs are not current: python -m tools.stubs.package")


if __name__ == "__main__":
    main()
