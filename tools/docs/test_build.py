"""The pages of the site: links, navigation, the Python API."""

import ast
import json
import re

import pytest

from tools import ROOT
from tools.docs import api, build, html_links, links, markup, search, split, stage

SOME = """# A page
See [one](one.md#part), [code](../src/lib.rs), [here](#a-page) and [far](https://example.org/x.md).
![picture](p.png)
```text
[no](link.md)
```
and `[no](code.md)`.
"""


@pytest.fixture
def repository(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "lib.rs").write_text("")
    (tmp_path / "docs" / "some.md").write_text(SOME)
    (tmp_path / "docs" / "one.md").write_text("# One\n\n## Part\n")
    (tmp_path / "docs" / "p.png").write_bytes(b"")
    (tmp_path / "docs" / "README.md").write_text("# T\n\n## Guides\n\n- [First](one.md): what\n- [Then](some.md)\n")
    for name in ("ARCHITECTURE", "CHANGELOG", "CONTRIBUTING", "SECURITY"):
        (tmp_path / f"{name}.md").write_text(f"# {name}\n")
    return tmp_path


def test_all_links_of_the_pages_lead_somewhere_on_github():
    assert [str(problem) for problem in build.check_sources()] == []


def test_links_are_found_outside_of_code_only():
    found = ["one.md#part", "../src/lib.rs", "#a-page", "https://example.org/x.md", "p.png"]
    assert links.targets(SOME) == found


def test_a_link_without_file_or_heading_is_a_problem(repository):
    text = "[a](gone.md) [b](one.md#gone) [c](one.md#part) [d](../../outside.md)"
    problems = links.check("docs/some.md", text, repository)
    assert [problem.target for problem in problems] == ["gone.md", "one.md#gone", "../../outside.md"]


def test_anchors_are_those_of_github():
    text = "# A b, c!\n## `x` and [y](z.md)\n## Same\n## Same\n```\n# no\n```\n"
    assert links.anchors(text) == {"a-b-c", "x-and-y", "same", "same-1"}


def test_pages_link_to_pages_and_other_files_to_the_repository(repository, tmp_path):
    out = tmp_path / "out"
    stage.write(out, repository)
    page = (out / "some.md").read_text()
    assert "(one.md#part)" in page and "(#a-page)" in page and "(https://example.org/x.md)" in page
    assert f"({links.REPOSITORY}/blob/main/src/lib.rs)" in page
    assert "(pictures/p.png)" in page and (out / "pictures" / "p.png").exists()
    assert "[no](link.md)" in page


def test_every_page_of_docs_is_on_the_site_with_its_own_text(tmp_path):
    stage.write(tmp_path)
    for path, page in stage.pages().items():
        headings = []
        text = (ROOT / path).read_text(encoding="utf-8")
        links.outside_code(text, lambda part: headings.extend(re.findall(r"(?m)^#+ .*$", part)) or part)
        there = (tmp_path / page).read_text(encoding="utf-8")
        there += "".join(part.read_text(encoding="utf-8") for part in (tmp_path / page).with_suffix("").rglob("*.md"))
        assert all(heading.lstrip("#").partition("](")[0] in there for heading in headings), path


def test_two_files_cannot_be_the_same_page(repository, tmp_path, monkeypatch):
    monkeypatch.setitem(stage.PAGES, "docs/some.md", "one.md")
    with pytest.raises(SystemExit, match=r"would both be the page one.md"):
        stage.write(tmp_path / "out", repository)


def test_sections_of_a_long_reference_are_pages_and_links_find_them(repository, tmp_path, monkeypatch):
    monkeypatch.setattr(split, "FILES", {"docs/one.md"})
    (repository / "docs" / "one.md").write_text("# One\n\nAll.\n\n## A b\n\n### Part\n\n[x](some.md)\n\n## C\n\ntext\n")
    out = tmp_path / "out"
    stage.write(out, repository)
    assert "- [A b](one/a-b.md#a-b)\n- [C](one/c.md#c)\n" in (out / "one.md").read_text()
    assert (out / "one" / "a-b.md").read_text() == "# A b\n\n## Part\n\n[x](../some.md)\n\n"
    assert "(one/a-b.md#part)" in (out / "some.md").read_text()


def test_lists_of_the_front_page_are_the_navigation(repository, tmp_path):
    stage.write(tmp_path / "out", repository)
    front = (tmp_path / "out" / "index.md").read_text()
    assert ":caption: Guides\n\nFirst <one>\nThen <some>\n" in front


def test_every_page_is_in_the_navigation():
    front = (ROOT / stage.FRONT).read_text(encoding="utf-8")
    listed = set(re.findall(r"<(\S+)>$", stage.navigation(front), re.M))
    pages = {page.removesuffix(".md") for page in stage.pages().values()} - {"index"}
    assert pages <= listed, "link these pages in docs/README.md"


def test_pictures_for_light_and_dark_pages_are_each_shown_on_theirs(repository, tmp_path):
    for name in ("a-light.svg", "a-dark.svg", "b-light.svg"):
        (repository / "docs" / name).write_bytes(b"")
    (repository / "docs" / "one.md").write_text("# One\n\n## Part\n\n![A](a-light.svg)\n\n![B](b-light.svg)\n")
    out = tmp_path / "out"
    stage.write(out, repository)
    page = (out / "one.md").read_text()
    for theme in ("light", "dark"):
        assert f"```{{image}} pictures/a-{theme}.svg\n:alt: A\n:class: only-{theme}\n```" in page
        assert (out / "pictures" / f"a-{theme}.svg").exists()
    assert "![B](pictures/b-light.svg)" in page


def test_names_of_pages_become_their_titles(repository):
    text = "[one.md](one.md), [one.md](one.md#part), [lib.md](../src/lib.rs) and [this](one.md)"
    shown = stage.with_titles(text, "docs/some.md", repository)
    assert shown == "[One](one.md), [One](one.md#part), [lib.md](../src/lib.rs) and [this](one.md)"


def test_hidden_lines_of_rust_are_for_tests_only():
    text = "```rust,no_run\nlet x = 1;\n# Ok(())\n```\n"
    assert stage.for_reading(text) == "```rust\nlet x = 1;\n```\n"


def test_lists_that_tests_find_by_a_name_are_plain_text_on_the_site():
    assert stage.for_reading("```crates\nengine\n```\n") == "```text\nengine\n```\n"


def test_docstrings_become_markdown():
    doc = "Takes ``x``::\n\n    a = 1\n\n    b = 2\n\nThen more."
    assert markup.markdown(doc) == "Takes `x`:\n\n```python\na = 1\n\nb = 2\n```\n\nThen more."


def test_every_public_name_of_the_stubs_is_on_one_page():
    everything = "".join(api.pages().values())
    entries = re.findall(r"(?m)^:+\{py:(class|function)\} ferrodyn\.(\w+)(?![\w.])", everything)
    kinds = {True: "class", False: "function"}
    stubs = api.definitions(api.STUBS).items()
    assert sorted(entries) == sorted((kinds[isinstance(nodes[0], ast.ClassDef)], name) for name, nodes in stubs)


def test_public_names_of_modules_are_on_their_pages():
    pages = api.pages()
    assert "ferrodyn.batch.Batch(" in pages["batch"] and "{py:method} bind(" in pages["batch"]
    assert "ferrodyn.gym.make_vec(" in pages["gym"] and "ferrodyn.gym.BatchEnv(" in pages["gym"]
    assert "ferrodyn.ik.Chain(" in pages["ik"]


def test_functions_stand_under_no_heading_of_a_class():
    for name, text in api.pages().items():
        assert "{py:function}" not in text.partition("\n## ")[2], name


def test_fields_have_shapes_and_sentences():
    row = next(line for line in api.pages()["data"].splitlines() if line.startswith("| `qpos` |"))
    assert re.fullmatch(r"\| `qpos` \| float64.* \| .{20,} \|", row)


def test_a_stub_without_a_page_is_an_error(monkeypatch):
    monkeypatch.delitem(api.PAGES, "enums")
    with pytest.raises(SystemExit, match="no page of the Python API for mjtDisableBit"):
        api.pages()


def test_signatures_have_short_types():
    node = ast.parse("def f(self, a: npt.NDArray[np.float64], *, b: int = 3) -> os.PathLike: ...").body[0]
    assert api.signature(node, True) == "(a: NDArray[float64], *, b: int=3) -> PathLike"


def test_links_between_finished_pages_are_checked(tmp_path):
    (tmp_path / "a.html").write_text('<p id="x"><a href="b.html#y">1</a><a href="b.html#z">2</a><a href="c.html">3</a>')
    (tmp_path / "b.html").write_text('<p id="y"><a href="#top">1</a><a href="https://example.org">2</a>')
    assert {problem.target for problem in html_links.check(tmp_path)} == {"b.html#z", "c.html"}


def test_words_that_readers_look_for_are_found_by_their_stems(tmp_path, monkeypatch):
    pytest.importorskip("snowballstemmer")
    index = {"docnames": ["install", "limits"], "terms": {"instal": [0, 1], "njmax": 1}, "titleterms": {"limit": 1}}
    (tmp_path / "searchindex.js").write_text(f"Search.setIndex({json.dumps(index)})")
    assert search.find(index, "Installed") == {"install", "limits"} and search.find(index, "njmax") == {"limits"}
    monkeypatch.setattr(search, "WANTED", {"limits": {"limits"}, "install": {"why", "install"}})
    assert search.check(tmp_path) == []
    monkeypatch.setattr(search, "WANTED", {"limits": {"install"}, "drift": {"limits"}})
    assert [problem.partition(" finds")[0] for problem in search.check(tmp_path)] == ["the search for 'limits'", "the search for 'drift'"]
