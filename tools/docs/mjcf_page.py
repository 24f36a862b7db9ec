"""Writes docs/mjcf.md, the reference of MJCF, from the schema of the reader.

    python -m tools.docs.mjcf_page            writes the page
    python -m tools.docs.mjcf_page --check    fails if it is not current

What elements are, and attributes that set no field of their own, is said in docs/site/mjcf_words.txt.
"""

import re
import sys

from tools import ROOT
from tools.docs.mjcf_grammar import Grammar

PAGE = ROOT / "docs" / "mjcf.md"
WORDS = ROOT / "docs" / "site" / "mjcf_words.txt"

HEAD = """\
# MJCF

Every element and attribute that is read, and what holds where it is absent. Written by `tools/docs/mjcf_page.py` from the
grammar and the declarations that reader, writer and messages use.

*Holds* says `real` or `int` with how many numbers, the words of which one is taken, or text; the name of another element
is text. Where the rest has defaults, fewer numbers may be given. A value of a default class comes before the default
here. `<include file="..."/>` may stand anywhere and is replaced by what is inside the root of that file. `<frame>` and
`<replicate>` may stand wherever a body may, and hold what a body holds.
"""


class Words:
    """Sentences by place: `body/geom`, `body/geom@size`, with a star for any part of a path."""

    def __init__(self, text):
        lines = (line.partition(": ") for line in text.splitlines() if line and not line.startswith("#"))
        self.sentences = {pattern: sentence for pattern, _, sentence in lines}
        self.unused = set(self.sentences)

    def of(self, place):
        """What is said of a place; of several lines that fit, the longest. None if nothing is said."""
        fitting = [pattern for pattern in self.sentences if _fits(pattern, place)]
        if not fitting:
            return None
        best = max(fitting, key=len)
        self.unused.discard(best)
        return self.sentences[best]


def _fits(pattern, place):
    return re.fullmatch(re.escape(pattern).replace(r"\*", "[^@]*"), place) is not None


def page():
    """The page, and what is wrong with the words: places without, and lines for no place."""
    grammar, words = Grammar(), Words(WORDS.read_text(encoding="utf-8"))
    out, missing = [HEAD], []

    def sentence(place):
        said = words.of(place)
        if said is None:
            missing.append(place)
        return said or ""

    def element(rule, path, level):
        out.append(f"\n{'#' * level} {path}\n\n{sentence(path)} Stands {rule.often}.\n")
        if path.startswith("default/"):
            # the same attributes as elsewhere
            out.append("\nAttributes: " + ", ".join(f"`{a.name}`" for a in rule.attributes) + ".\n")
        elif rule.attributes:
            out.append("\n| attribute | holds | default | what it is |\n|---|---|---|---|\n")
            out.extend(row(a, a.doc or sentence(f"{path}@{a.name}")) for a in rule.attributes)
        for child in rule.children:
            element(child, f"{path}/{child.name}", 3)

    element(grammar.root.__class__("mujoco", "once", grammar.root.attributes, []), "mujoco", 2)
    for rule in grammar.root.children:
        if rule.name == "body":
            out.append(f"\n## worldbody\n\n{sentence('worldbody')}\n")
            element(grammar.frame, "worldbody/frame", 3)
            element(grammar.replicate, "worldbody/replicate", 3)
        element(rule, rule.name, 2)
    problems = [f"{WORDS.name}: nothing is said of {place}" for place in missing]
    problems += [f"{WORDS.name}: no place for {pattern}" for pattern in sorted(words.unused)]
    return "".join(out), problems


def row(attribute, doc):
    """A row of the table of an element."""
    default = f"`{attribute.default}`" if attribute.default else ""
    return f"| `{attribute.name}` | {attribute.holds} | {default} | {doc} |\n"


def check():
    """What is wrong with the page as it is."""
    text, problems = page()
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        problems.append("docs/mjcf.md is not current: python -m tools.docs.mjcf_page")
    return problems


def main():
    """Writes or checks the page."""
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(page()[0], encoding="utf-8")
    problems = check()
    print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
