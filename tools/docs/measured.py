"""The line below every table of figures that a clock or a comparison gave: when, on what, with which versions, by which command.

    python -m tools.docs.measured        names the tables of README.md and docs/ that have no such line; the status is 1 then

A line begins with `*Measured`, and tools write it; who writes a figure by hand writes the line by hand. A table needs one
if most of its cells begin with numbers, and it or the sentence above it names a unit of time, speed or memory, or a count
of a whole. The line may stand anywhere between the table and the next heading, and counts for all tables above it under
that heading.
"""

import datetime
import importlib.metadata
import os
import pathlib
import platform
import re
import sys

from tools import ROOT

UNIT = re.compile(r"(?i)\b(?:µs|us|ns|ms|seconds|KiB|MiB|bytes|ratio|times|per second|\d+ of [\d,]+)\b|, s$|\|\s*s\s*\|")
NUMBER = re.compile(r"\d")
LINE = re.compile(r"^\*Measured (?P<date>\d{4}-\d\d-\d\d)(?P<rest>.*)\*$", re.S)
# tables of numbers that nobody measured: limits, sizes of formats
NOT_MEASURED = {("docs/untrusted.md", "What `untrusted` means")}


def add_argument(parser):
    """What to say of the machine beyond what it says of itself."""
    parser.add_argument("--note", default="", help="said in the line of the machine, as 'seven other programs at work'")


def command():
    """How this tool was run, without files that only it writes and without folders of this machine."""
    words, skipped = [], False
    for word in sys.argv[1:]:
        if skipped or word in ("--page", "--json", "--svg", "--note", "--from"):
            skipped = not skipped
            continue
        words.append(word if word.startswith("-") else pathlib.PurePath(word).name)
    return " ".join(["python -m", sys.modules["__main__"].__spec__.name, *words])


def processor():
    """The name that the processor gives itself."""
    if os.path.exists("/proc/cpuinfo"):
        text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
        if name := re.search(r"(?m)^model name\s*: (.*)$", text):
            # with the widest vectors, which the name may not tell
            flags = re.search(r"(?m)^flags\s*: (.*)$", text)
            widest = next((words for flag, words in (("avx512f", "AVX-512"), ("avx2", "AVX2")) if flags and flag in flags[1].split()), "")
            return " ".join(f"{name[1]} {f'({widest})' if widest else ''}".split())
    return platform.processor() or platform.machine()


def installed(package):
    """The version of an installed package, as a list of one; of none, where it is not."""
    try:
        return [importlib.metadata.version(package)]
    except importlib.metadata.PackageNotFoundError:
        return []


def line(note="", mujoco=None):
    """The line below a table: date, processor, cores, system, load, versions and the command.

    The versions of MuJoCo are those given, or that of the installed package.
    """
    ours = re.search(r'(?m)^version = "(.+)"$', (ROOT / "Cargo.toml").read_text(encoding="utf-8"))[1]
    known = {"ferrodyn": [ours], "MuJoCo": installed("mujoco") if mujoco is None else mujoco}
    named = ", ".join(f"{name} {' and '.join(found)}" for name, found in known.items() if found)
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    words = f", {note}" if note else ""
    where = f"{processor()}, {os.cpu_count()} cores, {platform.system()}{load}{words}"
    return f"*Measured {datetime.date.today().isoformat()} on {where}; {named}: `{command()}`.*"


def figures(block, above=""):
    """Whether a table, with the sentence above it, holds figures that something measured."""
    head, *body = [row for row in block.splitlines() if not re.fullmatch(r"[|\s:-]+", row)]
    cells = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in body]
    values = [cell for row in cells for cell in row[1:] if cell]
    numbers = [cell for cell in values if NUMBER.match(cell.lstrip("*~-+<"))]
    labels = [above, head, *(row[0] for row in cells if row), *values]
    return any(UNIT.search(label) for label in labels) and len(numbers) * 2 > len(values)


def missing(text, page):
    """The headings under which a table of figures has no line."""
    fences = re.sub(r"(?ms)^(`{3,}).*?^\1`*[ ]*$", lambda m: "\n" * m[0].count("\n"), text)
    found, heading, open_table, above = [], "", False, ""
    for block in re.split(r"\n\s*\n", fences):
        for part in re.split(r"(?m)^(?=#{1,6} )", block):
            if title := re.match(r"#{1,6} +(.+)", part):
                if open_table:
                    found.append(heading)
                heading, open_table = title[1], False
        lines = [row for row in block.splitlines() if row.startswith("|")]
        if lines and (page, heading) not in NOT_MEASURED and figures("\n".join(lines), above):
            open_table = True
        if any(LINE.match(row) for row in measured_lines(block)):
            open_table = False
        above = block
    return found + ([heading] if open_table else [])


def measured_lines(block):
    """The paragraphs of a block that begin as the line does, on one row each."""
    for paragraph in re.findall(r"(?ms)^\*Measured .*?\*$", block):
        yield " ".join(paragraph.split())


def pages(root=ROOT):
    return [root / "README.md", *sorted((root / "docs").rglob("*.md"))]


def main():
    bad = 0
    for path in pages():
        name = path.relative_to(ROOT).as_posix()
        for heading in missing(path.read_text(encoding="utf-8"), name):
            bad += 1
            print(f"{name}: the figures under {heading!r} have no line that begins with `*Measured`")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
