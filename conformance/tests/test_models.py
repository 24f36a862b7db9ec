"""Where models come from: folders, archives, pinned repositories, strings in C++ sources."""

import io
import tarfile

import pytest

from conformance import fetch, inline_models
from conformance.git_tree import FILE, LINK, PROGRAM, blob_id, tree_id
from conformance.models import find_models
from conformance.sources import SOURCES, Folder, Source

# `git write-tree` gave the id
FILES = {"a/x": (b"hello\n", FILE), "a.b/y": (b"hi\n", FILE), "a-c/z": (b"z\n", FILE), "a.txt": (b"top\n", FILE),
         "run": (b"#!/bin/sh\n", PROGRAM), "link": (b"a/x", LINK)}
TREE = "66d84dbb4c4bcbace6da182eab74438f562b5dd3"
MODEL = b"<mujoco/>\n"


def archive(path, files):
    """Writes an archive like those of a hosting service: everything below one folder."""
    with tarfile.open(path, "w:gz") as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(f"repository-1234/{name}")
            member.size, member.mode = len(content), 0o664
            tar.addfile(member, io.BytesIO(content))


@pytest.fixture
def source():
    """A repository with one model that counts and a file that does not."""
    pinned = tree_id({"deep/model.xml": (FILE, blob_id(MODEL))})
    return Source("small", "1", "https://nowhere.invalid/small", "1234", (Folder("model", "small/model", pinned),))


def test_the_id_of_a_folder_is_that_of_git():
    assert tree_id({path: (mode, blob_id(content)) for path, (content, mode) in FILES.items()}) == TREE


def test_a_pinned_archive_is_unpacked_once(source, tmp_path):
    archive(tmp_path / source.archive, {"model/deep/model.xml": MODEL, "README": b"text"})
    place = fetch.fetch(source, tmp_path / "cache", str(tmp_path))
    assert [model.name for model in find_models([place], tmp_path)] == ["small/model/deep/model.xml"]
    assert not (place / "README").exists()
    (tmp_path / source.archive).unlink()
    assert fetch.fetch(source, tmp_path / "cache", str(tmp_path)) == place


@pytest.mark.parametrize("files", [
    {"model/deep/model.xml": b"<mujoco> </mujoco>\n"},
    {"model/deep/model.xml": MODEL, "model/more.xml": MODEL},
    {"README": b"text"},
])
def test_an_archive_with_other_contents_is_refused_and_leaves_nothing(source, tmp_path, files):
    archive(tmp_path / source.archive, files)
    with pytest.raises(fetch.FetchError, match="not the pinned files"):
        fetch.fetch(source, tmp_path / "cache", str(tmp_path))
    assert list((tmp_path / "cache").iterdir()) == []


def test_a_broken_archive_and_one_that_leaves_its_folder_are_refused(source, tmp_path):
    (tmp_path / source.archive).write_bytes(b"\x1f\x8b nonsense")
    with pytest.raises(fetch.FetchError, match="broken"):
        fetch.fetch(source, tmp_path / "cache", str(tmp_path))
    archive(tmp_path / source.archive, {"model/../../../../escaped.xml": MODEL})
    with pytest.raises(fetch.FetchError, match="outside"):
        fetch.fetch(source, tmp_path / "cache", str(tmp_path))
    assert not list(tmp_path.rglob("escaped.xml"))


def test_without_network_the_message_says_what_to_do(source, tmp_path):
    with pytest.raises(fetch.FetchError, match="--models"):
        fetch.fetch(source, tmp_path / "cache", "http://127.0.0.1:9", tell=lambda text: None)
    with pytest.raises(fetch.FetchError, match="the mirror has no"):
        fetch.fetch(source, tmp_path / "cache", str(tmp_path / "absent"))


def test_every_source_is_pinned_to_whole_ids():
    for source in SOURCES:
        assert len(source.commit) == 40 and all(len(folder.tree) == 40 for folder in source.folders)


def test_models_are_found_in_folders_and_archives_but_fragments_are_not(tmp_path):
    (tmp_path / "set").mkdir()
    (tmp_path / "set/a.xml").write_text('<?xml version="1.0"?><!-- <robot/> --> <mujoco/>')
    (tmp_path / "set/b.urdf").write_text("<robot name='b'/>")
    (tmp_path / "set/fragment.xml").write_text("<mujocoinclude/>")
    (tmp_path / "set/other.xml").write_text("<html><mujoco/></html>")
    archive(tmp_path / "set/more.tar.xz", {"c.xml": MODEL})
    names = [model.name for model in find_models([tmp_path / "set"], tmp_path / "cache")]
    assert names == ["a.xml", "b.urdf", "repository-1234/c.xml"]


def test_models_in_strings_of_tests_are_named_after_line_and_test():
    source = '''static const char kArm[] = R"(
  <mujoco model="arm"/>)";
TEST_F(Suite, Falls) {
  const char* text = R"(no model)";
  const char* xml = R"xml(
    <!-- a comment --> <robot name="r"/>
  )xml";
}
'''
    assert inline_models.inline_models(source) == [
        ("L00001_kArm.xml", '<mujoco model="arm"/>\n'),
        ("L00005_Falls.urdf", '<!-- a comment --> <robot name="r"/>\n')]
