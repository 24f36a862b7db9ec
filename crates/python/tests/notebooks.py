"""Runs the notebooks of examples/notebooks, and writes what their cells print into them.

    python crates/python/tests/notebooks.py examples/notebooks/*.ipynb

Cells with the tag `install` are for readers and are not run; what cells with the tag `varies` print depends on the machine, and
those with the tag `draws` need something that draws.
"""

import contextlib
import io
import json
import pathlib
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "examples" / "notebooks"


def printed_by(source, name, names):
    """What a cell prints. The value of its last line is not shown: pictures are not kept in notebooks."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(source, name, "exec"), names)
    return out.getvalue()


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def cells(book, can_draw):
    """The cells of code that are run: source, tags, what the notebook says they print, the cell."""
    for cell in book["cells"]:
        tags = cell["metadata"].get("tags", [])
        if cell["cell_type"] == "code" and "install" not in tags and ("draws" not in tags or can_draw):
            stored = "".join(text for output in cell["outputs"] for text in output.get("text", []))
            yield "".join(cell["source"]), tags, stored, cell


def run(path, book, can_draw):
    """Runs a notebook: tags of each cell, what it says that it prints, what it prints, the cell."""
    names = {"__name__": "__main__"}
    for number, (source, tags, stored, cell) in enumerate(cells(book, can_draw)):
        yield tags, stored, printed_by(source, f"{path.name}, cell {number}", names), cell


def write(path, can_draw):
    """Writes what the cells print into the notebook."""
    book = read(path)
    for _, _, printed, cell in run(path, book, can_draw):
        lines = printed.splitlines(keepends=True)
        cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": lines}] if lines else []
    path.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for given in map(pathlib.Path, sys.argv[1:]):
        place = given.resolve()
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            write(place, can_draw=False)
