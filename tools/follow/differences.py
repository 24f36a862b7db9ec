"""What two releases declare differently, row by row, each with the release that brought it.

    python -m tools.follow.differences OLD_FOLDER NEW_FOLDER [--between FOLDER ...]

The folders hold lists of `tools.follow.lists`. Those between are other releases, the oldest first; without them the
new one brought everything.
"""

import argparse
import csv
import dataclasses
import pathlib

TITLES = {
    "functions": "Functions", "enums": "Constants of enums", "model_fields": "Fields of the model",
    "data_fields": "Fields of the data", "option_fields": "Options", "statistic_fields": "Statistics",
    "contact_fields": "Fields of contacts", "mjcf_schema": "Elements and attributes of MJCF",
    "defaults": "Settings of an empty model", "constants": "Numbers of the module and of headers",
    "python": "Names of Python",
}
"""Lists that are compared, with their titles."""
KEYS = {"enums": 2, "mjcf_schema": 2}
"""Lists whose rows are told apart by more than their first column."""
LONGEST = 160


@dataclasses.dataclass
class Change:
    """A row that differs: what it was and is, None where it is not there, and since which release it is so."""

    name: str
    old: tuple | None
    new: tuple | None
    since: str


def read_list(folder, name):
    """A list by name of its rows."""
    keys = KEYS.get(name, 1)
    with open(pathlib.Path(folder, f"{name}.csv"), newline="", encoding="utf-8") as file:
        rows = iter(csv.reader(file))
        next(rows)
        return {".".join(filter(None, row[:keys])): tuple(row[keys:]) for row in rows}


def changes(name, folders):
    """What differs in a list between the first and the last folder; the names of folders are releases."""
    releases = [(folder.name, read_list(folder, name)) for folder in folders]
    (_, old), (_, new) = releases[0], releases[-1]
    for key in [*new, *(key for key in old if key not in new)]:
        if old.get(key) != new.get(key):
            yield Change(key, old.get(key), new.get(key), since(key, releases))


def since(key, releases):
    """The first release from which on a row is as it is in the last one."""
    found, last = releases[-1][0], releases[-1][1].get(key)
    for release, rows in reversed(releases):
        if rows.get(key) != last:
            break
        found = release
    return found


def words(row):
    """What a row says, for a cell of a table."""
    text = "" if row is None else " ".join(filter(None, row)).replace("|", "\\|")
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def page(folders):
    """All differences as Markdown: lines, and how many there are."""
    lines, count = [], 0
    for name, title in TITLES.items():
        found = list(changes(name, folders))
        count += len(found)
        kinds = [
            ("new", [c for c in found if c.old is None]),
            ("gone", [c for c in found if c.new is None]),
            ("other", [c for c in found if c.old is not None and c.new is not None]),
        ]
        lines += [f"## {title}: " + (", ".join(f"{len(rows)} {kind}" for kind, rows in kinds if rows) or "the same"), ""]
        for kind, rows in kinds:
            if rows:
                lines += [f"| {kind} | was | is | since |", "|---|---|---|---|"]
                lines += [f"| `{c.name}` | {words(c.old)} | {words(c.new)} | {c.since} |" for c in rows] + [""]
    return lines, count


def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("old", type=pathlib.Path)
    ap.add_argument("new", type=pathlib.Path)
    ap.add_argument("--between", type=pathlib.Path, nargs="*", default=[])
    a = ap.parse_args(argv)
    lines, count = page([a.old, *a.between, a.new])
    print("\n".join([f"# {a.old.name} to {a.new.name}: {count} differences", "", *lines]))


if __name__ == "__main__":
    main()
