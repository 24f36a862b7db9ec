"""The pages of the site from the Markdown files of the repository, which stay readable on GitHub.

`docs/README.md` becomes the front page, and its lists of links the navigation: a heading is a
caption, the pages linked below it are the entries. Links to other files of the repository lead to
GitHub.
"""

import pathlib
import posixpath
import re
import shutil

from tools import ROOT
from tools.docs import links, split

FRONT = "docs/README.md"
# files outside of docs/ that are pages of the site
PAGES = {
    FRONT: "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "crates/python/python/ferrodyn/__init__.pyi": "python/index.md",
}


def pages(root=ROOT):
    """Every page with a file of its own: its path in the repository, its path on the site."""
    found = {path: page for path, page in PAGES.items() if path.endswith(".md")}
    for file in sorted((root / "docs").rglob("*.md")):
        path = file.relative_to(root).as_posix()
        found.setdefault(path, path.removeprefix("docs/"))
    return found


def write(out, root=ROOT):
    """Writes all pages into a directory, with the pictures they show."""
    shutil.rmtree(out, ignore_errors=True)
    for path, page in pages(root).items():
        text = (root / path).read_text(encoding="utf-8")
        if path == FRONT:
            text += navigation(text, root)
        for part, body in split.pages(path, page, text).items():
            _write_page(out, path, part, body, root)


def navigation(text, root=ROOT):
    """Hidden tables of contents, from the headings and links of the front page."""
    out = []
    for part in re.split(r"(?m)^## ", text)[1:]:
        caption, _, body = part.partition("\n")
        lists = "\n".join(re.findall(r"(?m)^- .*$", body))
        entries = []
        for title, target in re.findall(r"\[([^\]]+)\]\(([^)\s]+)\)", lists):
            page = links.is_relative(target) and on_site(*links.resolve(FRONT, target), root)
            if page and "#" not in page:
                entries.append(f"{title} <{page.removesuffix('.md')}>")
        if entries:
            lines = "\n".join(entries)
            out.append(f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{lines}\n```\n")
    return "".join(out)


def on_site(path, anchor, root=ROOT):
    """The page of the site, with anchor, for a place in the repository; None if it has none."""
    page = PAGES.get(path) or pages(root).get(path)
    page = page and split.page_of(path, page, anchor, root)
    return page and page + (f"#{anchor}" if anchor else "")


def _write_page(out, path, page, text, root):
    def change(target, is_image):
        place, anchor = links.resolve(path, target)
        if target.startswith("#") and path not in split.FILES:
            return target
        if is_image:
            copy = out / "pictures" / pathlib.Path(place).name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / place, copy)
            if (root / dark_twin(place)).is_file():
                shutil.copyfile(root / dark_twin(place), copy.with_name(pathlib.Path(dark_twin(place)).name))
            return _relative(f"pictures/{copy.name}", page)
        there = on_site(place, anchor, root)
        return _relative(there, page) if there else links.in_repository(place, anchor, root)

    file = out / page
    if file.exists():
        raise SystemExit(f"{path} and another file would both be the page {page}")
    file.parent.mkdir(parents=True, exist_ok=True)
    text = links.rewrite(with_titles(text, path, root), change)
    file.write_text(in_both_themes(for_reading(text), file.parent), encoding="utf-8")


def with_titles(text, path, root=ROOT):
    """Links that show the name of a page show its title instead: `[docs/ik.md](docs/ik.md)`."""

    def link(match):
        place, anchor = links.resolve(path, match[2])
        if not on_site(place, anchor, root):
            return match[0]
        title = re.search(r"(?m)^# (.+)$", (root / place).read_text(encoding="utf-8"))
        return f"[{title[1]}]({match[2]})" if title else match[0]

    change = lambda part: re.sub(r"\[([\w./-]+\.md)\]\(([^()\s]+)\)", link, part)
    return links.outside_code(text, change)


def dark_twin(picture):
    """The file of a picture for dark pages, if the picture is one for light pages that has one."""
    return re.sub(r"-light\.svg$", "-dark.svg", picture)


def in_both_themes(text, folder):
    """Pictures that there are for light and for dark pages, each shown on its own: `steps-light.svg` beside `steps-dark.svg`."""

    def both(match):
        alt, light = match.groups()
        if not (folder / dark_twin(light)).is_file():
            return match[0]
        return "\n\n".join(f"```{{image}} {picture}\n:alt: {alt}\n:class: only-{theme}\n```"
                           for theme, picture in (("light", light), ("dark", dark_twin(light))))  # fmt: skip

    change = lambda part: re.sub(r"(?m)^!\[([^\]]*)\]\((\S+-light\.svg)\)$", both, part)
    return links.outside_code(text, change)


def for_reading(text):
    """Code without marks that only tests need: hidden lines of Rust, words for the compiler of tests, names of lists."""

    def block(match):
        lines = [line for line in match[2].splitlines(keepends=True) if not re.match(r"#( |$)", line)]
        return "```rust\n" + "".join(lines).rstrip("\n") + "\n```"

    text = re.sub(r"(?m)^```crates$", "```text", text)
    text = re.sub(r"(?ms)^```rust(,[a-z_,]+)?\n(.*?)^```$", block, text)
    return re.sub(r"(?m)^```python\n(?=>>> )", "```pycon\n", text)


def _relative(place, page):
    path, mark, anchor = place.partition("#")
    return posixpath.relpath(path, posixpath.dirname(page) or ".") + mark + anchor
