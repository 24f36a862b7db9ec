"""The notebooks run, and their cells print what they say."""

import ferrodyn
import notebooks
import pytest

NEEDS = {"from_mujoco": "mujoco", "train": "gymnasium"}


@pytest.fixture(autouse=True)
def _without_callbacks():
    yield
    ferrodyn.mj_resetCallbacks()


@pytest.mark.parametrize("path", sorted(notebooks.FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_the_cells_of_a_notebook_print_what_it_says(path, tmp_path, monkeypatch, request):
    if path.stem in NEEDS:
        pytest.importorskip(NEEDS[path.stem])
    if '"draws"' in path.read_text(encoding="utf-8"):
        request.getfixturevalue("device")
    monkeypatch.chdir(tmp_path)
    count = 0
    for tags, stored, printed, _ in notebooks.run(path, notebooks.read(path), can_draw=True):
        count += 1
        if "varies" not in tags:
            assert printed == stored
        else:
            assert printed and len(printed.splitlines()) == len(stored.splitlines())
    assert count >= 3


def test_every_notebook_says_how_to_install():
    found = sorted(notebooks.FOLDER.glob("*.ipynb"))
    assert len(found) == 3
    for path in found:
        assert "%pip install" in path.read_text(encoding="utf-8"), path.name
