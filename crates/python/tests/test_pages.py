"""The Python code of every page runs, and prints what the page says."""

import re

import ferrodyn
import ferrodyn.viewer
import page_examples
import page_files
import pytest

PAGES = page_examples.pages()
DRAWING = {"docs/pictures.md", "docs/errors/drawing.md"}
NEEDS = {
    "docs/from-gymnasium.md": "gymnasium",
    "docs/gym.md": "gymnasium",
    "docs/rough-ground.md": "gymnasium",
    "docs/start/learning.md": "gymnasium",
    "docs/errors/batches.md": "gymnasium",
    "docs/start/mujoco.md": "mujoco",
}


@pytest.fixture(autouse=True)
def _without_callbacks():
    yield
    ferrodyn.mj_resetCallbacks()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(page_examples.ROOT).as_posix())
def test_the_code_of_a_page_prints_what_the_page_says(page, tmp_path, monkeypatch, request):
    name = page.relative_to(page_examples.ROOT).as_posix()
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    if name in DRAWING:
        request.getfixturevalue("device")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("ferrodyn.viewer.launch_passive", page_files.Glance)
    names = page_files.prepare(name)
    for block, printed in page_examples.run(page, names):
        if block["printed"] is not None:
            assert printed == block["printed"]


def test_the_first_code_of_the_readme_prints_what_its_comment_says():
    readme = page_examples.ROOT / "README.md"
    block, printed = next(page_examples.run(readme, {}))
    comment = re.search(r"(?m)^print\(.*\) +# (.*)$", block["code"])
    assert printed == comment[1] + "\n"


def test_pages_with_code_are_found():
    names = {page.relative_to(page_examples.ROOT).as_posix() for page in PAGES}
    assert {"README.md", "docs/batch.md", "docs/gym.md", "docs/plugins.md", "docs/untrusted.md"} <= names
    assert len(names) >= 15
