"""The tool behind releases."""

import shutil

import pytest

from tools.release import version as release

CHANGELOG = """# Changes

## Unreleased

### Added

- something new

## 0.2.0 - 2026-01-31

### Fixed

- a bug

## [0.1.0]

- the first
"""


def crate(name: str, *needs: str, **more: object) -> dict:
    dependencies = [{"name": need, "req": "^0.2.0", "path": "here"} for need in needs]
    fields = dict.fromkeys(release.WANTED, "x")
    return {"name": name, "version": "0.2.0", "dependencies": dependencies, **fields, **more}


def test_crates_come_after_what_they_depend_on():
    found = [crate("all", "reader", "core"), crate("reader", "core"), crate("core")]
    assert release.order(found) == ["core", "reader", "all"]
    with pytest.raises(SystemExit, match="in a circle: a, b"):
        release.order([crate("a", "b"), crate("b", "a")])


def test_notes_are_the_section_of_the_version():
    assert release.notes(CHANGELOG, "0.2.0") == "### Fixed\n\n- a bug"
    assert release.notes(CHANGELOG, "0.1.0") == "- the first"
    assert release.notes(CHANGELOG, "0.2") == ""
    assert release.notes(CHANGELOG, "0.3.0") == ""


def test_what_is_missing_is_named():
    assert release.problems([crate("a"), crate("b", "a")], "0.2.0", CHANGELOG) == []
    found = [crate("a", readme=None, version="0.1.0")]
    expected = ["a has version 0.1.0, not 0.2.0", "a has no readme"]
    assert release.problems(found, "0.2.0", CHANGELOG) == expected
    expected = ["b has version 0.2.0, not 0.3.0", "b asks for a ^0.2.0, not ^0.3.0"]
    expected += ["CHANGELOG.md has no section 0.3.0"]
    assert release.problems([crate("b", "a")], "0.3.0", CHANGELOG) == expected
    for kind, asks in ("dev", []), (None, ["b asks for a *, not ^0.2.0"]):
        unpublished = {"name": "a", "req": "*", "path": "here", "kind": kind}
        assert release.problems([crate("b", dependencies=[unpublished])], "0.2.0", CHANGELOG) == asks


@pytest.mark.skipif(shutil.which("cargo") is None, reason="there is no cargo")
def test_every_crate_that_is_published_has_what_its_page_shows():
    found = release.packages()
    names = release.order(found)
    assert names[0] == "ferrodyn-engine"
    assert names.index("ferrodyn") < names.index("ferrodyn-cli")
    version = found[0]["version"]
    assert release.problems(found, version, f"## {version}\n\n- everything") == []
