"""The packages of tools: where they are listed, how they are run, what they import."""

import ast
import re

import pytest

from tools import ROOT

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts): path
    for path in sorted((ROOT / "tools").rglob("*.py"))
    if path.name != "__init__.py"
}
# run with a path: by maturin from its own folder, by interpreters that have nothing of this repository
NOT_LISTED = {"tools.release.train", "tools.speed.one_engine"}


def is_program(path):
    """Whether a module does something when it is run."""
    body = ast.parse(path.read_text("utf-8")).body
    return any(isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'" for node in body)


PROGRAMS = {name for name, path in MODULES.items() if is_program(path)}


def test_contributing_lists_every_tool_that_a_person_runs():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = text.partition("\n## Tools\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"^python -m (tools[.\w]+)", section, re.M)) == PROGRAMS - NOT_LISTED


def test_tools_are_grouped_by_package():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = text.partition("\n## Tools\n")[2].partition("\n## ")[0]
    order = [name.split(".")[1] for name in re.findall(r"^python -m (tools[.\w]+)", section, re.M)]
    changes = [name for name, before in zip(order, [None, *order]) if name != before]
    assert len(changes) == len(set(changes))


@pytest.mark.parametrize("name", sorted(PROGRAMS - NOT_LISTED))
def test_a_tool_says_how_it_is_run(name):
    assert f"python -m {name}" in ast.get_docstring(ast.parse(MODULES[name].read_text("utf-8")))


@pytest.mark.parametrize("name", MODULES)
def test_imports_of_tools_name_modules_that_exist(name):
    places = set(MODULES) | {f"tools.{path.name}" for path in (ROOT / "tools").iterdir()} | {"tools"}
    for node in ast.walk(ast.parse(MODULES[name].read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0 and not (node.module or "").startswith("test_")
            if (node.module or "").partition(".")[0] == "tools":
                assert node.module in places


def test_commands_on_pages_and_in_scripts_name_tools_that_exist():
    files = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob(".ci/*"), *ROOT.glob(".github/**/*.yml"),
             *ROOT.glob("conformance/*.t*"), *ROOT.glob("crates/*/*.toml"), *ROOT.glob("trials/*.py"), *MODULES.values()]
    wrong = []
    for file in files:
        text = file.read_text("utf-8")
        wrong += [f"{file.relative_to(ROOT)}: {name}" for name in re.findall(r"-m (tools(?:\.\w+)+)", text)
                  if name not in PROGRAMS]
        wrong += [f"{file.relative_to(ROOT)}: {name}" for name in re.findall(r"\btools/[\w/]+\.py\b", text)
                  if not (ROOT / name).exists()]
    assert wrong == []
