"""What a stranger sees first: the README is short, says how to install at once, and works on registries."""

import re

import pytest

from tools import ROOT
from tools.docs import links

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def words(text):
    """The words that a reader reads: no addresses, no tags."""
    text = re.sub(r"\]\([^)]*\)", "]", re.sub(r"<[^>]*>", "", text))
    return re.findall(r"[\w'./-]+", text)


def test_the_readme_fits_on_120_lines_and_says_how_to_install_within_150_words():
    assert len(README.splitlines()) <= 120
    assert len(words(README[: README.index("pip install")])) <= 150


@pytest.mark.parametrize("page", ["README.md", "crates/python/README.md"])
def test_pages_of_registries_have_no_relative_links(page):
    found = links.targets((ROOT / page).read_text(encoding="utf-8"))
    assert [target for target in found if links.is_relative(target)] == []


def test_the_readme_leads_to_the_four_doors_and_tells_limits():
    for page in ("start/learning.md", "start/rust.md", "start/command.md", "cluster.md", "limits.md", "why.md", "migration.md"):
        assert f"/docs/{page}" in README, page


def test_how_to_install_is_said_on_one_page():
    """Other pages refer to it, so that there are not four ways to install."""
    allowed = {"README.md", "docs/install.md"}
    commands = re.compile(r"(?m)^(?:maturin develop|cargo install --path|pip install (?:\"?ferrodyn|\./crates|maturin)).*$")
    wrong = {path.relative_to(ROOT).as_posix(): commands.findall(path.read_text(encoding="utf-8")) for path in PAGES}
    assert {page: found for page, found in wrong.items() if found and page not in allowed} == {}


def test_every_variable_of_the_environment_is_on_its_page():
    page = (ROOT / "docs" / "environment.md").read_text(encoding="utf-8")
    kinds = ("crates/**/*.rs", "crates/**/*.py", "conformance/**/*.py", "tools/**/*.py", ".ci/*", ".github/**/*.yml", "docs/site/*.py")
    text = "".join(path.read_text(encoding="utf-8", errors="replace") for kind in kinds for path in ROOT.glob(kind) if path.is_file())
    used = set(re.findall(r"\bFERRODYN_[A-Z]+(?:_[A-Z]+)*\b", text))
    assert used and used <= set(re.findall(r"FERRODYN_[A-Z_]+", page)), sorted(used - set(re.findall(r"FERRODYN_[A-Z_]+", page)))


def test_counts_of_models_are_those_of_the_list_of_differences():
    """Everything that is not listed must pass in `python -m conformance`, which fails otherwise."""
    rows = (ROOT / "conformance" / "differences.txt").read_text(encoding="utf-8").splitlines()
    listed = [row.split(" | ") for row in rows if " | " in row and not row.startswith("#")]
    passing = {stage: 1043 - sum(stage in stages.split(",") for _, stages, _ in listed)
               for stage in ("model", "forward", "steps", "inverse", "authored")}
    page = (ROOT / "docs" / "same-numbers.md").read_text(encoding="utf-8")
    for what, stage in {"every field of the model": "model", "every field of the data": "forward", "the next state": "steps",
                        "inverse dynamics": "inverse", "`qacc` with": "authored"}.items():
        assert re.search(rf"(?m)^\| {re.escape(what)}.*\| {passing[stage]} of 1043 \|$", page), (what, passing[stage])
    assert f"{1275 - len(listed)} of 1275 files pass" in page and f"the {len(listed)} others" in page
    for readme in ("README.md", "crates/python/README.md"):
        assert f"1e-7 on {passing['steps']} of 1043" in (ROOT / readme).read_text(encoding="utf-8")


FALSE = ["Nothing is accepted and then ignored", "nothing is dropped", "counted only", "allow more with `<size memory>`", "judge/speed.py",
         "no C compiler", "C toolchain", "needs a C compiler", "241 of 243"]


@pytest.mark.parametrize("words_of_a_false_statement", FALSE)
def test_statements_that_were_false_are_nowhere(words_of_a_false_statement):
    found = [path.relative_to(ROOT).as_posix() for path in PAGES if words_of_a_false_statement in path.read_text(encoding="utf-8")]
    assert found == []


def test_settings_without_effect_are_listed_among_the_limits():
    limits = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
    for setting in ("nativeccd", "vmax", "nemax", "needsdf", "hasImplicitPluginElem", "<size memory>", "MUJOCO_GL"):
        assert f"`{setting}`" in limits, setting


@pytest.mark.parametrize("path", sorted((ROOT / "docs").glob("*.svg")), ids=lambda path: path.name)
def test_pictures_have_a_background_so_that_they_can_be_read_on_dark_pages(path):
    text = path.read_text(encoding="utf-8")
    width, height = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', text).groups()
    assert re.search(rf'<rect (?:class="page" )?width="(?:{width}|100%)" height="(?:{height}|100%)"', text)
