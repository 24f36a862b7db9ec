"""Items of a Rust crate are counted by the module that users find them in, and their declarations compared."""

from pathlib import Path

from tools.docs import rust_items

PAGE = """<h3 id="structs">Structs</h3><ul class="all-items"><li><a href="struct.Data.html">Data</a></li>
<li><a href="ray/struct.Ray.html">ray::Ray</a></li></ul><h3 id="functions">Functions</h3><ul class="all-items">
<li><a href="ray/fn.ray.html">ray::ray</a></li><li><a href="mj/deep/fn.mj_ray.html">mj::deep::mj_ray</a></li></ul>"""


def folder(place: Path, page: str = PAGE) -> Path:
    """Documentation with pages that declare nothing."""
    for name in ("struct.Data", "ray/struct.Ray", "ray/fn.ray", "mj/deep/fn.mj_ray"):
        (place / f"{name}.html").parent.mkdir(parents=True, exist_ok=True)
        (place / f"{name}.html").write_text("", encoding="utf-8")
    (place / "all.html").write_text(page, encoding="utf-8")
    return place


def test_every_item_counts_once_in_its_module(tmp_path: Path) -> None:
    found = rust_items.items(folder(tmp_path / "doc"))
    assert set(found) == {"struct Data", "struct ray::Ray", "fn ray::ray", "fn mj::deep::mj_ray"}
    lines = rust_items.table(None, found).splitlines()
    assert [line.split()[-1] for line in lines[1:]] == ["1", "1", "2", "4"]
    assert rust_items.kinds(found) == "2 struct, 2 fn"


def test_before_and_after_stand_beside_each_other(tmp_path: Path) -> None:
    before = rust_items.items(folder(tmp_path / "before"))
    less = PAGE.replace('<li><a href="ray/fn.ray.html">ray::ray</a></li>', "")
    after = rust_items.items(folder(tmp_path / "after", less))
    rows = {line.split()[0]: line.split()[-2:] for line in rust_items.table(before, after).splitlines()}
    assert rows["ray"] == ["2", "1"]
    assert rows["all"] == ["4", "3"]


def test_declarations_that_changed_are_found_whatever_their_layout(tmp_path: Path) -> None:
    before, after = folder(tmp_path / "before"), folder(tmp_path / "after")
    text = '<pre class="rust item-decl"><code>pub fn ray(<br>    m: &amp;<a href="x">Model</a>) -&gt; {}</code></pre>'
    (before / "ray/fn.ray.html").write_text(text.format("Hit"), encoding="utf-8")
    (after / "ray/fn.ray.html").write_text(text.format("Option&lt;Hit&gt;"), encoding="utf-8")
    method = '<h4 class="code-header">pub fn <a>new</a>() -&gt; Self</h4>'
    (before / "struct.Data.html").write_text(method, encoding="utf-8")
    (after / "struct.Data.html").write_text(method.replace("fn <a>", "fn\n <a>"), encoding="utf-8")
    assert rust_items.gone(before, after) == ["fn ray::ray: pub fn ray( m: &Model) -> Hit"]
