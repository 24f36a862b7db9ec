"""What is said about the licenses of what is linked."""

import shutil

import pytest

from tools.release import licenses
from tools.release.licenses import Crate
from tools.viewer import web_page

MIT = "Copyright (c) 2020 Somebody\n\nPermission is hereby granted, free of charge, to any person"


def crate(name: str, license: str, **texts: str) -> Crate:
    return Crate(name, "1.0.0", license, ["Somebody <a@b>"], "https://example.org", texts)


def test_expressions_are_read():
    assert licenses.parse("MIT/Apache-2.0") == ("OR", ("IS", "MIT"), ("IS", "Apache-2.0"))
    tree = licenses.parse("(MIT OR Apache-2.0 WITH LLVM-exception) AND OFL-1.1")
    assert tree == ("AND", ("OR", ("IS", "MIT"), ("IS", "Apache-2.0 WITH LLVM-exception")), ("IS", "OFL-1.1"))
    for wrong in ["", "MIT)", "MIT Apache-2.0"]:
        with pytest.raises(ValueError, match="no license expression"):
            licenses.parse(wrong)


def test_one_of_the_licenses_that_are_offered_is_kept():
    assert licenses.kept(crate("a", "MIT OR Apache-2.0", LICENSE=MIT)) == {"Apache-2.0"}
    assert licenses.kept(crate("a", "Unlicense OR MIT", LICENSE=MIT)) == {"MIT"}
    fonts = crate("a", "(MIT OR Apache-2.0) AND OFL-1.1", **{"fonts/OFL.txt": "SIL OPEN FONT LICENSE Version 1.1"})
    assert licenses.kept(fonts) == {"Apache-2.0", "OFL-1.1"}


@pytest.mark.parametrize("license", ["MIT", "ISC", "", "MIT AND OFL-1.1", "Apache-2.0 AND MIT", "GPL-3.0-only"])
def test_a_crate_without_the_text_of_its_license_is_named(license):
    (problem,) = licenses.problems([crate("bare", license, NOTICE="made by somebody")])
    assert problem.startswith(f"bare 1.0.0 ({license or 'no license'}): ")


def test_a_package_that_forgot_the_text_gets_it_with_the_name_of_its_maker():
    forgot = crate("objc2", "MIT")
    forgot.repository = next(iter(licenses.NOTICES))
    licenses.supplement(forgot)
    assert licenses.problems([forgot]) == []
    (text,) = forgot.texts.values()
    assert text.startswith("Copyright Mads Marquart") and "THE SOFTWARE IS PROVIDED" in text
    # others are not covered by it
    other = crate("other", "MIT")
    licenses.supplement(other)
    assert licenses.problems([other])


def test_each_text_is_there_once_with_all_who_bring_it():
    crates = [crate("a", "MIT", LICENSE=MIT), crate("b", "MIT", COPYING=MIT + "\n"), crate("c", "MIT OR Apache-2.0")]
    text = licenses.document("wheel", ["x86_64-unknown-linux-gnu"], crates)
    assert text.count("Permission is hereby granted, free of charge, to any person") >= 1
    assert text.count("Copyright (c) 2020 Somebody") == 1
    assert "a 1.0.0 (LICENSE)\nb 1.0.0 (COPYING)\n\nCopyright" in text
    assert "c 1.0.0, MIT OR Apache-2.0, by Somebody <a@b>" in text
    assert "TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION" in text


@pytest.mark.skipif(shutil.which("cargo") is None, reason="there is no cargo")
@pytest.mark.parametrize("build", ["wheel", "command"])
def test_everything_that_is_linked_has_its_texts(build):
    found = licenses.linked(build, [licenses.host()])
    assert licenses.problems(found) == []
    names = {crate.name for crate in found}
    # what draws is linked, what only builds or tests is not
    assert {"wgpu", "epaint_default_fonts"} <= names and not {"insta", "pyo3-build-config", "syn"} & names
    text = licenses.document(build, [licenses.host()], found)
    assert "SIL OPEN FONT LICENSE" in text and "UBUNTU FONT LICENCE" in text


@pytest.mark.skipif(shutil.which("cargo") is None, reason="there is no cargo")
def test_the_page_of_the_web_comes_with_the_licenses_of_its_module(tmp_path):
    module = tmp_path / "module.wasm"
    module.write_bytes(b"")
    web_page.stage(tmp_path / "web", module)
    text = (tmp_path / "web/licenses.txt").read_text(encoding="utf-8")
    assert text.startswith("What is linked into the page of ferrodyn for wasm32-wasip1, and its licenses.")
    for crate in licenses.linked("page", [licenses.WEB]):
        assert f"{crate.label}: {crate.license}" in text
    for name in ("LICENSE-APACHE", "LICENSE-MIT"):
        assert (tmp_path / "web" / name).read_bytes() == (licenses.ROOT / name).read_bytes()
        assert (licenses.ROOT / "crates/web" / name).exists()
