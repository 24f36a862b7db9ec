"""Counts what the documentation of a Rust crate shows, by module, and finds the declarations that went or changed.

    cargo doc --no-deps -p ferrodyn
    python -m tools.docs.rust_items target/doc/ferrodyn [--before OTHER/doc/ferrodyn] [--names] [--declarations]

What users can name is what versions promise. Items that the crate shows of other crates count, which `cargo semver-checks`
does not see. A declaration is the text of an item, or of a method, without its documentation.
"""

import argparse
import html
import re
from collections import Counter
from pathlib import Path

ITEM = re.compile(r'<li><a href="([^"]+)">([^<]+)</a></li>')
KIND = re.compile(r"(?:^|/)(\w+)\.[^/]+\.html$")
DECLARATION = re.compile(r'<pre class="rust item-decl"><code>(.*?)</code></pre>|<h4 class="code-header">(.*?)</h4>', re.S)


def items(folder: Path) -> dict[str, str]:
    """The page of every item by its kind and path, from the page of all items."""
    page = (folder / "all.html").read_text(encoding="utf-8")
    found = {}
    for address, name in ITEM.findall(page):
        kind = KIND.search(address)
        if kind:
            found[f"{kind[1]} {name}"] = address
    return found


def declarations(page: str) -> list[str]:
    """The declarations on a page: of the item, its fields, its methods."""
    found = []
    for item, method in DECLARATION.findall(page):
        text = html.unescape(re.sub(r"<[^>]*>", "", re.sub(r"<(br|/?div)[^>]*>", " ", item or method)))
        found.append(" ".join(text.split()))
    return found


def module(name: str) -> str:
    """The module below the crate that an item is in."""
    path = name.split(" ")[1].split("::")
    return path[0] if len(path) > 1 else "(the crate itself)"


def table(before: dict[str, str] | None, after: dict[str, str]) -> str:
    """Items by module, before if that is given, and after."""
    counts = [Counter(map(module, side)) for side in ([after] if before is None else [before, after])]
    rows = [["module", *(["items"] if before is None else ["before", "after"])]]
    for name in sorted(set().union(*counts)):
        rows.append([name, *(str(count[name]) for count in counts)])
    rows.append(["all", *(str(count.total()) for count in counts)])
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines = []
    for row in rows:
        numbers = (text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True))
        lines.append("  ".join([row[0].ljust(widths[0]), *numbers]))
    return "\n".join(lines)


def kinds(found: dict[str, str]) -> str:
    """How many items there are of each kind."""
    counts = Counter(name.split(" ")[0] for name in found)
    return ", ".join(f"{count} {kind}" for kind, count in counts.most_common())


def gone(before: Path, after: Path) -> list[str]:
    """Declarations of items that are in both, which only the first has, each with its item."""
    old, new = items(before), items(after)
    found: list[str] = []
    for name in sorted(old.keys() & new.keys(), key=lambda name: name.split(" ")[1]):
        pages = [(folder / page).read_text(encoding="utf-8") for folder, page in ((before, old[name]), (after, new[name]))]
        left = set(declarations(pages[1]))
        found.extend(f"{name}: {text}" for text in declarations(pages[0]) if text not in left)
    return found


def main() -> None:
    """Prints the table and, if asked for, the names that came and went, and declarations that went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="documentation of the crate")
    parser.add_argument("--before", type=Path, help="documentation of an older version of it")
    parser.add_argument("--names", action="store_true", help="list what came and what went")
    parser.add_argument("--declarations", action="store_true", help="list declarations that went or changed")
    args = parser.parse_args()
    if (args.names or args.declarations) and not args.before:
        parser.error("nothing to compare with: give --before")
    after = items(args.folder)
    before = items(args.before) if args.before else None
    print(table(before, after))
    if before is not None:
        print(f"before: {kinds(before)}")
    print(f"{'after' if before is not None else 'items'}: {kinds(after)}")
    if args.names and before is not None:
        for sign, names in (("-", before.keys() - after.keys()), ("+", after.keys() - before.keys())):
            for name in sorted(names, key=lambda name: name.split(" ")[::-1]):
                print(sign, name)
    if args.declarations:
        print("\n".join(gone(args.before, args.folder)))


if __name__ == "__main__":
    main()
