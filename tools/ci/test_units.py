"""What the release builds of a run compile once: the crates that the Python package and the command share."""

import shutil
import subprocess

import pytest

from tools import ROOT

SHARED = ["engine", "derivatives", "plugins", "mjcf", "ik", "scene", "serve"]


def closures(*packages):
    """Each shared crate with its features and those of all that is below it, as a build of these packages selects them."""
    chosen = [word for package in packages for word in ("--package", package)]
    command = ["cargo", "tree", "--locked", *chosen, "--edges", "no-dev", "--no-dedupe", "--prefix", "depth",
               "--format", "|{p}|{f}"]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    # an empty line is between the trees of two packages
    lines = [line.split("|", 1) for line in done.stdout.splitlines() if line]
    found = {}
    for name in SHARED:
        first = next(i for i, (_, crate) in enumerate(lines) if crate.startswith(f"ferrodyn-{name} "))
        end = first + 1
        while end < len(lines) and int(lines[end][0]) > int(lines[first][0]):
            end += 1
        found[name] = {crate for _, crate in lines[first:end]}
    return found


@pytest.mark.skipif(shutil.which("cargo") is None, reason="needs cargo")
def test_the_wheel_and_the_command_share_their_crates():
    wheel, command = closures("ferrodyn-python"), closures("ferrodyn-cli")
    differing = {name: sorted(wheel[name] ^ command[name]) for name in SHARED if wheel[name] != command[name]}
    assert differing == {}, "name these features in crates/cli/Cargo.toml"


@pytest.mark.skipif(shutil.which("cargo") is None, reason="needs cargo")
def test_the_program_that_measures_claims_adds_nothing_to_the_command():
    assert closures("ferrodyn-cli", "ferrodyn-bench") == closures("ferrodyn-cli")
