"""docs/claims.md: every claim of the README has a row, and what a row names exists."""

import re
import shlex
import subprocess
import sys

import pytest

from tools import ROOT
from tools.docs import links

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
ROWS = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| the README says")]
SHOWN = " ".join(row[1] for row in ROWS)
COMMANDS = sorted(set(re.findall(r"`(python -m [^`]+)`", SHOWN)))


def plain(text):
    """Text as it is read: links without their targets, no bold, single spaces."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"<[^>]*>", "", text))
    return " ".join(re.sub(r"\*\*", "", text).split())


def quoted(row):
    """The words of the README that a row is about."""
    return re.findall(r'"((?:[^"`]|`[^`]*`)+)"', row[0])


def prose():
    """The README without code, pictures and lines that say how something was measured."""
    text = re.sub(r"(?ms)^```.*?^```$", "", README)
    text = re.sub(r"(?ms)^\*Measured .*?\*$|^Drawn by `[^`]*`", "", text)
    return plain(re.sub(r"(?m)^!\[[^\]]*\]\([^)]*\)$", "", text))


def test_rows_quote_the_readme():
    readme = plain(README)
    missing = [words for row in ROWS for words in quoted(row) if plain(words).strip("`") not in readme and plain(words) not in readme]
    assert len(ROWS) >= 25 and missing == []


def test_every_number_of_the_readme_is_in_a_row():
    numbers = r"(?<![\w.])\d[\d,.]*(?:e-?\d+)?(?![\w])"
    claimed = {number.rstrip(".,") for row in ROWS for words in quoted(row) for number in re.findall(numbers, plain(words))}
    told = {number.rstrip(".,") for number in re.findall(numbers, prose())}
    assert told - claimed == set()


def test_every_part_of_the_readme_has_rows():
    headings = re.findall(r"(?m)^## (.+)$", README)
    # the last part is links
    for heading in headings[:-1]:
        part = plain(README.partition(f"## {heading}\n")[2].partition("\n## ")[0])
        words = [words for row in ROWS for words in quoted(row)]
        assert any(plain(w) in part or plain(w).strip("`") in part or w == heading for w in words), heading


def test_tests_that_are_named_exist():
    named = re.findall(r"`([\w./]+)::(\w+)`", SHOWN)
    assert len(named) >= 8
    for path, name in named:
        assert re.search(rf"(?m)^\s*(?:def|fn) {name}\(", (ROOT / path).read_text(encoding="utf-8")), f"{path}::{name}"


def test_every_row_names_a_command_a_test_or_a_page():
    for row in ROWS:
        assert len(row) == 2 and re.search(r"`(?:python -m|cargo) |::\w+`|\]\([^)]+\)", row[1]), row


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_take_their_options(command):
    """Each is asked for its help, which must know every option that it is given here."""
    words = shlex.split(command)
    tool = [sys.executable, *words[1:3]]
    text = subprocess.run([*tool, "--help"], cwd=ROOT, capture_output=True, text=True, check=False)
    if text.returncode and re.search(r"No module named '(?!tools|conformance)(\w+)", text.stderr):
        pytest.skip(f"{command} needs a package: {text.stderr.strip().splitlines()[-1]}")
    assert text.returncode == 0, text.stderr
    for option in (word for word in words[3:] if word.startswith("--")):
        assert re.search(rf"{option}\b", text.stdout), option


def test_the_number_of_examples_is_that_of_the_folder():
    count = len(list((ROOT / "crates" / "ferrodyn" / "examples").glob("*.rs")))
    assert f"[{count} examples]" in README and f'"{count} examples"' in PAGE


def test_readers_find_the_page():
    assert "docs/claims.md" in README
    assert "claims.md" in links.targets((ROOT / "docs" / "README.md").read_text(encoding="utf-8"))
