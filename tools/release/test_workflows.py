"""What the workflows may run: actions of one commit, and nothing that is installed where something is published."""

import re

import pytest

from tools import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def jobs(text):
    """The jobs of a workflow: name to text."""
    body = text.partition("\njobs:\n")[2]
    parts = re.split(r"(?m)^  (?=[\w-]+:\n)", body)
    return {part.partition(":")[0]: part for part in parts if re.match(r"[\w-]+:\n", part)}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_those_of_one_commit_and_their_version_is_said(path):
    lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if "uses:" in line]
    assert lines
    assert [line for line in lines if not re.fullmatch(r"-? ?uses: [\w./-]+@[0-9a-f]{40} # v?[\d.]+", line)] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_checkout_leaves_no_token_in_the_folder(path):
    text = path.read_text(encoding="utf-8")
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_jobs_with_an_identity_install_no_packages(path):
    for name, text in jobs(path.read_text(encoding="utf-8")).items():
        if "id-token: write" in text:
            assert not re.search(r"pip3? install|npm|cargo install|curl", text), name


def test_the_citation_has_the_version():
    version = re.search(r'(?m)^version = "(.+)"$', (ROOT / "Cargo.toml").read_text(encoding="utf-8"))[1]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_wheels_are_built_for_every_platform_that_support_promises():
    text = jobs((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))["wheels"]
    for platform in ("x86_64,", "aarch64,", "universal2-apple-darwin", "x64 ", "windows-11-arm", "x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl"):
        assert platform in text, platform
