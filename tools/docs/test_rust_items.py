"""Items of a Rust crate are counted by the module that users find them in."""

from pathlib import Path

from tools.docs import rust_items

PAGE = """<h3 id="structs">Structs</h3><ul class="all-items"><li><a href="struct.Data.html">Data</a></li>
<li><a href="ray/struct.Ray.html">ray::Ray</a></li></ul><h3 id="functions">Functions</h3><ul class="all-items">
<li><a href="ray/fn.ray.html">ray::ray</a></li><li><a href="mj/deep/fn.mj_ray.html">mj::deep::mj_ray</a></li></ul>"""


def items(folder: Path, page: str) -> dict[str, str]:
    folder.mkdir()
    (folder / "all.html").write_text(page, encoding="utf-8")
    return rust_items.items(folder)


def test_every_item_counts_once_in_its_module(tmp_path: Path) -> None:
    found = items(tmp_path / "doc", PAGE)
    assert found == {
        "struct Data": "struct",
        "struct ray::Ray": "struct",
        "fn ray::ray": "fn",
        "fn mj::deep::mj_ray": "fn",
    }
    lines = rust_items.table(None, found).splitlines()
    assert [line.split()[-1] for line in lines[1:]] == ["1", "1", "2", "4"]
    assert rust_items.kinds(found) == "2 struct, 2 fn"


def test_before_and_after_stand_beside_each_other(tmp_path: Path) -> None:
    before = items(tmp_path / "before", PAGE)
    after = items(tmp_path / "after", PAGE.replace('<li><a href="ray/fn.ray.html">ray::ray</a></li>', ""))
    rows = {line.split()[0]: line.split()[-2:] for line in rust_items.table(before, after).splitlines()}
    assert rows["ray"] == ["2", "1"]
    assert rows["all"] == ["4", "3"]
