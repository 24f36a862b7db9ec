"""Sections of pages that tools write: what stands between `<!-- name -->` and the next `<!-- end -->`."""

import pathlib
import sys


def add_argument(parser):
    """The argument that names a page."""
    parser.add_argument("--page", type=pathlib.Path, help="also write the table into a page, as docs/benchmarks.md")


def replace(text, name, section):
    """The text of a page with another section; None if it has none of that name."""
    before, begin, rest = text.partition(f"<!-- {name} -->\n")
    _, end, after = rest.partition("<!-- end -->")
    return f"{before}{begin}{section.strip()}\n{end}{after}" if begin and end else None


def write(page, name, section):
    """Writes a section of a page, if one is given."""
    if page is None:
        return
    text = replace(page.read_text(encoding="utf-8"), name, section)
    if text is None:
        sys.exit(f"{page} has no section between <!-- {name} --> and <!-- end -->")
    page.write_text(text, encoding="utf-8")
