"""Runs the Python code of Markdown pages, and writes what it prints into them.

    python crates/python/tests/page_examples.py docs/errors/loading.md ...

A block of text that follows a block of code is what the code prints. Blocks of a page share their
names, as in a notebook.
"""

import contextlib
import io
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
BLOCK = re.compile(r"(?ms)^```python\n(?P<code>.*?)^```\n(?:\n+```text\n(?P<printed>.*?)^```\n)?")


def pages():
    """Pages with Python code: README.md and those in docs/."""
    candidates = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [page for page in candidates if BLOCK.search(page.read_text(encoding="utf-8"))]


def printed_by(code, name, names):
    """What a block of code prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, str(name), "exec"), names)
    return out.getvalue()


def run(page, names):
    """Runs all blocks of a page in order: code, what the page says it prints, what it prints."""
    for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
        # errors name the line of the page
        lines = block.string[: block.start("code")].count("\n")
        yield block, printed_by("\n" * lines + block["code"], page.relative_to(ROOT), names)


def write(page, names):
    """Writes what the code of a page prints into it."""
    text, parts, end = page.read_text(encoding="utf-8"), [], 0
    for block, printed in run(page, names):
        if block["printed"] is not None:
            parts += [text[end : block.start("printed")], printed]
            end = block.end("printed")
    page.write_text("".join(parts) + text[end:], encoding="utf-8")


if __name__ == "__main__":
    import page_files

    for given in sys.argv[1:]:
        place = pathlib.Path(given).resolve()
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            write(place, page_files.prepare(place.relative_to(ROOT).as_posix()))
