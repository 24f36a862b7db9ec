"""Builds the documentation site from the Markdown pages of the repository.

    pip install -r docs/site/requirements.txt
    python -m tools.docs.build                 the site, in target/site/html
    python -m tools.docs.build --play web      with the page of tools/viewer/web_page.py, as play/
    python -m tools.docs.build --check         only the links of the pages, without Sphinx

Pages of the Python API are made from the type stubs, and docs/mjcf.md has to be what tools/docs/mjcf_page.py
makes of the schema; nothing has to be compiled or installed for that. A warning of Sphinx is
an error, as is a link that leads nowhere, on GitHub or on the site, a page of more than 400 kB, and a word that readers
look for and the search does not find.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time

from tools import ROOT
from tools.docs import api, html_links, links, mjcf_page, search
from tools.docs import stage as docs_stage

# of a page of the site
MOST_BYTES = 400_000
# files whose links are checked besides the pages of the site
OTHERS = ["README.md", "CODE_OF_CONDUCT.md", "crates/python/README.md"]


def default_out():
    """Beside what cargo builds, which git ignores."""
    return pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "site"


def check_sources(root=ROOT):
    """Links of Markdown files that lead nowhere on GitHub."""
    files = [*docs_stage.pages(root), *(name for name in OTHERS if (root / name).exists())]
    return [p for f in files for p in links.check(f, (root / f).read_text(encoding="utf-8"), root)]


def stage(source):
    """Writes everything that Sphinx reads."""
    docs_stage.write(source)
    for name, text in api.pages().items():
        page = source / "python" / f"{name}.md"
        page.parent.mkdir(exist_ok=True)
        page.write_text(text, encoding="utf-8")


def sphinx(source, html):
    """Runs Sphinx; its status."""
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going", "-j", "auto"]
    command += ["-c", str(ROOT / "docs" / "site"), str(source), str(html)]
    return subprocess.run(command, check=False, env=os.environ | {"FERRODYN_ROOT": str(ROOT)}).returncode


def too_large(html):
    """Pages that take a phone long to show; tools/docs/split.py makes many of one."""
    sizes = {path: path.stat().st_size for path in html.rglob("*.html")}
    return [f"{path.relative_to(html)}: {size} bytes, more than {MOST_BYTES}" for path, size in sizes.items() if size > MOST_BYTES]


def main():
    """Builds, and says where the site is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, default=default_out(), help="where to build")
    parser.add_argument("--play", type=pathlib.Path, help="the page of tools/viewer/web_page.py")
    parser.add_argument("--check", action="store_true", help="only check the links of the pages")
    args = parser.parse_args()

    began = time.monotonic()
    problems = check_sources() + mjcf_page.check()
    if not args.check and not problems:
        source, html = args.out / "source", args.out / "html"
        stage(source)
        if sphinx(source, html):
            return 1
        problems = html_links.check(html) + too_large(html) + search.check(html)
        if args.play:
            shutil.copytree(args.play, html / "play", dirs_exist_ok=True)
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems and not args.check:
        count = sum(1 for _ in html.rglob("*.html"))
        largest = max(html.rglob("*.html"), key=lambda path: path.stat().st_size)
        print(f"{count} pages in {time.monotonic() - began:.1f} s, the largest {largest.relative_to(html)} "
              f"with {largest.stat().st_size / 1e3:.0f} kB: {html / 'index.html'}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
