"""Features of the crate: all are described, crates are counted once, the table has their figures."""

import shutil
import subprocess

import pytest

from tools.speed import features

TREE = """ferrodyn v0.1.0 (/a/crates/ferrodyn)
ferrodyn-engine v0.1.0 (/a/crates/engine)
bytemuck v1.25.0
ferrodyn-ik v0.1.0 (/a/crates/ik)
ferrodyn-engine v0.1.0 (/a/crates/engine) (*)
miniz_oxide v0.8.0
miniz_oxide v0.9.0
ferrodynamics v1.0.0
"""


def test_every_feature_of_the_crate_is_described():
    names, defaults = features.declared()
    assert {"", *names} == features.ADDS.keys()
    assert defaults == ["parallel"]


def test_a_version_of_a_crate_is_counted_once():
    assert features.count(TREE) == (7, 3)


def test_the_table_says_what_is_on_by_default():
    row = {"crates": (39, 6), "wall": 100.4, "processors": 61.6}
    text = features.table({"parallel": row, "": row, "mint": row}, ["parallel"])
    assert "| `parallel` | yes | batches" in text
    assert "| `mint` | no | " in text
    assert text.splitlines()[2].startswith("|  |  | engine, ")
    assert "| 39 | 6 | 62 | 100 |" in text
    counted = features.table({"mint": {"crates": (40, 6)}}, ["parallel"])
    assert counted.splitlines()[0] == "| feature | default | adds | crates in all | own crates |"
    assert counted.endswith("| 40 | 6 |")


@pytest.mark.skipif(not shutil.which("cargo"), reason="there is no cargo")
def test_a_crate_is_built_from_an_empty_folder(tmp_path, monkeypatch):
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "lib.rs").write_text("")
    (tmp_path / "Cargo.toml").write_text('[package]\nname = "ferrodyn"\nversion = "0.1.0"\n[features]\nmint = []\n[workspace]\n')
    (tmp_path / "Cargo.lock").write_text("version = 4\n")
    monkeypatch.setattr(features, "ROOT", tmp_path)
    monkeypatch.setattr(features, "CRATE", tmp_path)
    took = features.build("mint", False)
    assert 0 < took["processors"] and 0 < took["wall"]
    with pytest.raises(subprocess.CalledProcessError):
        features.build("mind", False)


def test_the_manifest_asks_for_one_feature_or_none():
    assert 'features = ["mint"] }' in features.manifest("mint")
    assert "default-features = false, features = [] }" in features.manifest("")
