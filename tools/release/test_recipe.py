"""The recipe for conda says what the package says."""

import re

import pytest

from tools import ROOT

RECIPE = ROOT / "conda" / "recipe.yaml"
PROJECT = (ROOT / "crates" / "python" / "pyproject.toml").read_text(encoding="utf-8")


def one(pattern, text):
    (found,) = re.findall(pattern, text)
    return found


def test_version_license_and_requirements_are_those_of_the_package():
    yaml = pytest.importorskip("yaml")
    recipe = yaml.safe_load(RECIPE.read_text(encoding="utf-8"))
    assert recipe["context"]["version"] == one(r'(?m)^version = "(.+)"$', (ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    assert recipe["about"]["license"] == one(r'(?m)^license = "(.+)"$', PROJECT)
    run = {name.replace(" ", "") for name in recipe["requirements"]["run"]}
    assert run == {f'python{one(r"""(?m)^requires-python = "(.+)"$""", PROJECT)}', *re.findall(r'"([^"]+)"', one(r"(?m)^dependencies = \[(.*)\]$", PROJECT))}
    assert one(r'requires = \["(maturin[^"]*)"\]', PROJECT).replace("maturin", "maturin ") in recipe["requirements"]["host"]
    # those that are in the repository; the other one is written while it is built
    for file in recipe["about"]["license_file"]:
        assert (ROOT / file).exists() or f"--out {file}" in " ".join(recipe["build"]["script"])


def test_the_recipe_renders():
    rattler_build = pytest.importorskip("rattler_build")
    variants = rattler_build.VariantConfig.from_yaml("rust_compiler: [rust]\nc_compiler: [gcc]\nc_stdlib: [sysroot]\nc_stdlib_version: ['2.17']\n")
    (rendered,) = rattler_build.Stage0Recipe.from_file(str(RECIPE)).render(variants)
    assert str(rendered.recipe.package.name) == "ferrodyn"
    assert any(str(word).startswith("rust_") for word in rendered.recipe.requirements.build)
