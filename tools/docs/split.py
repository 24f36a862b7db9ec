"""Long references as many pages of the site: a page for each section of the file, and one that lists them."""

import functools
import re

from tools import ROOT
from tools.docs import links

# files whose sections are pages: one page of them would be half a megabyte
FILES = {"docs/mjcf.md", "docs/fields.md"}


def parts(text):
    """What stands before the first section, and the sections: title to text, headings one level up."""
    head, *sections = re.split(r"(?m)^(?=## )", text)
    found = {}
    for section in sections:
        title = section.partition("\n")[0].removeprefix("## ").strip()
        found[title] = links.outside_code(section, lambda part: re.sub(r"(?m)^##", "#", part))
    return head, found


def name(title):
    """The name of the page of a section."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def folder(page):
    return page.removesuffix(".md")


def pages(path, page, text):
    """The pages that a file becomes: the list of its sections first."""
    if path not in FILES:
        return {page: text}
    head, sections = parts(text)
    inside = folder(page)
    file = path.rpartition("/")[2]
    anchors = {title: next(iter(links.anchors(f"# {title}"))) for title in sections}
    listed = "\n".join(f"- [{title}]({file}#{anchor})" for title, anchor in anchors.items())
    entries = "\n".join(f"{title} </{inside}/{name(title)}>" for title in sections)
    toctree = f"```{{toctree}}\n:hidden:\n\n{entries}\n```\n"
    return {page: f"{head}{listed}\n\n{toctree}"} | {f"{inside}/{name(t)}.md": body for t, body in sections.items()}


@functools.cache
def _places(path, root):
    """The page of every anchor of a file whose sections are pages, without its folder."""
    _, sections = parts((root / path).read_text(encoding="utf-8"))
    return {anchor: name(title) for title, body in sections.items() for anchor in links.anchors(body)}


def page_of(path, page, anchor, root=ROOT):
    """The page of the site that has an anchor of a file."""
    if path not in FILES or not anchor:
        return page
    part = _places(path, root).get(anchor)
    return f"{folder(page)}/{part}.md" if part else page
