"""What a wheel carries."""

import json
import re
import zipfile

import pytest

from tools.release import licenses, wheels
from tools.release.licenses import Crate

MIT = "Copyright (c) 2020 Somebody\n\nPermission is hereby granted, free of charge, to any person"
CRATES = [Crate("bare", "1.0.0", "MIT", [], "", {"LICENSE": MIT})]
INFO = "ferrodyn-0.1.0.dist-info"


def make(path, expression="MIT", library=b"", **more):
    files = {
        "ferrodyn/_core.abi3.so": b"\x7fELF\0" + library,
        f"{INFO}/METADATA": f"Metadata-Version: 2.4\nName: ferrodyn\nVersion: 0.1.0\n"
        f"License-Expression: {expression}\nLicense-File: LICENSE-MIT\n\nText\n",
        f"{INFO}/sboms/ferrodyn-python.cyclonedx.json": "{}",
        f"{INFO}/RECORD": "",
    }
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in {**files, **more}.items():
            archive.writestr(name, content)
    return path


@pytest.fixture
def linked(monkeypatch):
    monkeypatch.setattr(wheels, "crates", lambda names: CRATES)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ferrodyn-0.1.0-cp310-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64.whl"


def test_texts_and_the_list_of_crates_are_put_in(path, linked):
    wheels.Wheel(make(path)).finish()
    assert wheels.Wheel(path).problems() == []
    # twice is once
    wheels.Wheel(path).finish()
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        assert archive.testzip() is None and len(names) == len(set(names)) == 5
        assert MIT in archive.read(f"{INFO}/{wheels.TEXTS}").decode()
        (part,) = json.loads(archive.read(f"{INFO}/{wheels.BOM}"))["components"]
        assert part["purl"] == "pkg:cargo/bare@1.0.0"
        head = archive.read(f"{INFO}/METADATA").decode()
        assert head.count("License-File: THIRD-PARTY-LICENSES.txt\n") == 1 and head.endswith("\n\nText\n")
        table = archive.read(f"{INFO}/RECORD").decode()
        assert names[-1] == f"{INFO}/RECORD" and {line.split(",")[0] for line in table.splitlines()} == set(names)


def test_what_is_missing_is_named(path, linked):
    problems = wheels.Wheel(make(path, expression="Apache-2.0")).problems()
    assert [problem.split(":")[0] for problem in problems] == [
        wheels.TEXTS, "lists of what is linked", "License-Expression does not cover MIT",
    ]  # fmt: skip


@pytest.mark.parametrize("home", ["/home/runner", "/root", "/Users/runner", "C:\\Users\\runneradmin"])
def test_paths_of_the_machine_are_found(path, linked, home):
    slash = "\\" if "\\" in home else "/"
    where = slash.join([home, ".cargo", "registry", "src", "index-1949", "winit-0.30.13", "src", "lib.rs"])
    wheels.Wheel(make(path, library=b"\0" + where.encode() + b"\0")).finish()
    (problem,) = wheels.Wheel(path).problems()
    assert where in problem
    # those that the compiler was told to write otherwise, and names of folders that programs look into
    fine = b"\0/cargo/registry/src/index-1949/winit-0.30.13/src/lib.rs\0/home/\0/rustc/5980/library/core/src/a.rs\0"
    wheels.Wheel(make(path, library=fine)).finish()
    assert wheels.Wheel(path).problems() == []


def test_every_system_that_wheels_are_made_for_has_its_licenses_checked():
    assert {target for _, found in wheels.TARGETS for target in found} == set(licenses.TARGETS)
    # the platforms of the workflow, by the words that it has for them
    text = (licenses.ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^ +- \{ os: ([\w.-]+), target: ([\w-]+)", text)
    assert len(rows) == 7
    known = {
        "ubuntu-latest x86_64": "x86_64-unknown-linux-gnu", "ubuntu-24.04-arm aarch64": "aarch64-unknown-linux-gnu",
        "windows-latest x64": "x86_64-pc-windows-msvc", "windows-11-arm aarch64": "aarch64-pc-windows-msvc",
        "macos-latest universal2-apple-darwin": "aarch64-apple-darwin",
    }  # fmt: skip
    for system, target in rows:
        assert known.get(f"{system} {target}", target) in licenses.TARGETS, (system, target)


def test_a_name_says_for_which_system_a_wheel_is(tmp_path):
    for tag, expected in [
        ("linux_x86_64", ["x86_64-unknown-linux-gnu"]),
        ("macosx_10_12_x86_64.macosx_11_0_arm64.macosx_10_12_universal2", ["aarch64-apple-darwin", "x86_64-apple-darwin"]),
        ("musllinux_1_2_x86_64", ["x86_64-unknown-linux-musl"]),
        ("musllinux_1_2_aarch64", ["aarch64-unknown-linux-musl"]),
        ("manylinux_2_17_aarch64.manylinux2014_aarch64", ["aarch64-unknown-linux-gnu"]),
        ("win_amd64", ["x86_64-pc-windows-msvc"]),
        ("win_arm64", ["aarch64-pc-windows-msvc"]),
    ]:
        assert wheels.targets(tmp_path / f"ferrodyn-0.1.0-cp310-abi3-{tag}.whl") == expected
    with pytest.raises(SystemExit, match="for which system"):
        wheels.targets(tmp_path / "ferrodyn-0.1.0-py3-none-any.whl")
