"""Count which elements and attributes of MJCF a set of models uses.

    python -m tools.compare.schema_coverage [--corpus DIR] [--missing] [MODEL_OR_FOLDER ...]

Without models, those of `models/` are read. `--corpus` (or the environment variable
FERRODYN_CORPUS) adds a folder of public models; if it has manifests, only files that MuJoCo loads
count. The list of items, an element or an attribute each, is that of the installed package.

Composites and plugins are listed apart: the exit status is 1 if
an item outside of them is used by no model given.
"""
import argparse
import csv
import pathlib
import re
import sys
import xml.etree.ElementTree as ET

import ferrodyn

from tools import ROOT
from tools.corpus import CORPUS

# elements that stand for a body in the grammar, or that are transparent
TRANSPARENT = {"frame", "replicate"}
COMPOSITES = {"composite"}


class Rule:
    """An element of the grammar: attributes, children, whether it may contain itself."""

    def __init__(self, name, recursive):
        self.name, self.recursive = name, recursive
        self.attrs, self.children = [], {}


def read_schema(listing):
    """The rule of the root, from a listing as `mj_printSchema` gives it."""
    open_rules = []
    for line in listing.splitlines():
        head = re.match(r"( *)(\(world\)body|\w+) \(([!?*R])\)(.*)", line)
        if not head:
            open_rules[-1].attrs += line.split()
            continue
        indent, name, count, attrs = head.groups()
        rule = Rule(name.removeprefix("(world)"), count == "R")
        rule.attrs = attrs.split()
        del open_rules[len(indent) // 3 :]
        if open_rules:
            open_rules[-1].children[rule.name] = rule
        open_rules.append(rule)
    return open_rules[0]


def items_of(rule, path=""):
    """All items below a rule: `body/geom` for an element, `body/geom@size` for an attribute."""
    path = f"{path}/{rule.name}" if path else rule.name
    yield path
    yield from (f"{path}@{name}" for name in rule.attrs)
    for child in rule.children.values():
        yield from items_of(child, path)


def is_excluded(item):
    """Whether an item belongs to composites or plugins."""
    parts = item.split("@")[0].split("/")
    return any(part in COMPOSITES or part in ("plugin", "extension") for part in parts)


def expand(node, top_dir, this_dir, depth=0):
    """Replaces includes by the children of the file's root."""
    children = []
    for child in node:
        if child.tag == "include" and depth < 50:
            name = child.get("file", "")
            place = next((d / name for d in (top_dir, this_dir) if (d / name).is_file()), None)
            if place is None:
                raise OSError(f"cannot find {name}")
            inner = ET.parse(place).getroot()
            expand(inner, top_dir, place.parent, depth + 1)
            children += list(inner)
        else:
            expand(child, top_dir, this_dir, depth)
            children.append(child)
    node[:] = children


def collect(node, rule, path, found):
    """Adds the items an element uses. Unknown names are somebody else's business."""
    found.add(path)
    found.update(f"{path}@{name}" for name in rule.attrs if name in node.attrib)
    for child in node:
        if not isinstance(child.tag, str):
            continue
        if child.tag in TRANSPARENT:
            collect_inside(child, rule, path, found)
        else:
            collect_child(child, rule, path, found)


def collect_inside(node, rule, path, found):
    """Children of a frame or replicate belong to the body around it."""
    for child in node:
        if child.tag in TRANSPARENT:
            collect_inside(child, rule, path, found)
        elif isinstance(child.tag, str):
            collect_child(child, rule, path, found)


def collect_child(child, rule, path, found):
    name = "body" if child.tag == "worldbody" else child.tag
    if rule.recursive and name == rule.name:
        collect(child, rule, path, found)
    elif name in rule.children:
        collect(child, rule.children[name], f"{path}/{name}", found)


def used_by(path, schema):
    """Items used by a model file; nothing for files that are not models."""
    root = ET.parse(path).getroot()
    if root.tag != "mujoco":
        return set()
    expand(root, path.parent, path.parent)
    found = set()
    collect(root, schema, "mujoco", found)
    return found


def used_by_all(paths, schema):
    found, unread = set(), []
    for path in paths:
        try:
            found |= used_by(path, schema)
        except (ET.ParseError, OSError, UnicodeDecodeError, ValueError) as error:
            unread.append(f"{path}: {error}")
    return found, unread


def model_files(places):
    for place in places:
        if place.is_file():
            yield place
        else:
            yield from sorted(place.rglob("*.xml"))


def corpus_files(corpus):
    """Files of the corpus that MuJoCo loads, where the manifests say so; else all."""
    refused = set()
    for manifest in corpus.glob("manifest*.csv"):
        with manifest.open(newline="") as rows:
            refused |= {r["path"] for r in csv.DictReader(rows) if r.get("loads_3_8_0") == "no"}
    for path in model_files([corpus]):
        if path.relative_to(corpus).as_posix() not in refused:
            yield path


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("models", nargs="*", type=pathlib.Path)
    parser.add_argument("--corpus", type=pathlib.Path, default=CORPUS)
    parser.add_argument("--missing", action="store_true", help="list excluded items too")
    args = parser.parse_args()

    schema = read_schema(ferrodyn.mj_printSchema(0, 0))
    items = list(items_of(schema))
    fixtures, unread = used_by_all(model_files(args.models or [ROOT / "models"]), schema)
    corpus = set()
    if args.corpus.is_dir():
        corpus, skipped = used_by_all(corpus_files(args.corpus), schema)
        print(f"corpus: {len(skipped)} files are not plain XML and were left out")

    covered = fixtures | corpus
    wanted = [item for item in items if not is_excluded(item)]
    excluded = [item for item in items if is_excluded(item)]
    missing = [item for item in wanted if item not in covered]
    print(f"schema items covered {len(covered)} of {len(items)}")
    print(f"  outside composites and plugins: {len(wanted) - len(missing)} of {len(wanted)}")
    print(f"    by fixtures {sum(i in fixtures for i in wanted)}", end="")
    print(f", by the corpus {sum(i in corpus for i in wanted)}" if corpus else "")
    print(f"  composites and plugins: {sum(i in covered for i in excluded)} of {len(excluded)}")
    if args.missing:
        missing += [item for item in excluded if item not in covered]
    for item in missing:
        print(f"missing {item}")
    for line in unread:
        print(f"unreadable {line}")
    return 1 if unread or any(not is_excluded(item) for item in missing) else 0


if __name__ == "__main__":
    sys.exit(main())
