"""The package as a whole: stubs, import, errors."""

import ast
import pathlib
import subprocess
import sys

import ferrodyn
import pytest

ROOT = pathlib.Path(__file__).parent.parent


def test_stubs_are_current():
    command = [sys.executable, "-m", "tools.stubs.package", "--check"]
    result = subprocess.run(command, check=False, cwd=ROOT.parents[1])
    assert result.returncode == 0


def test_stubs_name_everything_public():
    tree = ast.parse((ROOT / "python" / "ferrodyn" / "__init__.pyi").read_text())
    stubbed = set()
    members = {}
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            stubbed.add(node.name)
            members[node.name] = {n.name for n in ast.walk(node) if hasattr(n, "name")}
        elif isinstance(node, ast.AnnAssign):
            stubbed.add(node.target.id)
    assert set(ferrodyn.__all__) <= stubbed
    for name in ("MjModel", "MjData", "MjOption", "MjStatistic", "MjVisual", "MjSpec"):
        public = {n for n in dir(getattr(ferrodyn, name)) if not n.startswith("_")}
        assert public <= members[name], name


def test_stubs_define_each_name_once():
    tree = ast.parse((ROOT / "python" / "ferrodyn" / "__init__.pyi").read_text())
    names = [node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))]
    assert sorted(set(names)) == sorted(names)


def test_import_needs_numpy_alone_and_little_time():
    code = (
        "import sys, time, numpy; before = set(sys.modules); start = time.process_time()\n"
        "import ferrodyn; spent = time.process_time() - start\n"
        "new = {m.partition('.')[0] for m in set(sys.modules) - before}\n"
        "assert new - set(sys.stdlib_module_names) == {'ferrodyn'}, new\n"
        "assert spent < 0.2, spent"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_model_is_loaded_from_text_and_assets(mujoco):
    ball = "<mujoco><worldbody><include file='b.xml'/></worldbody></mujoco>"
    assets = {"b.xml": b"<mujoco><body name='ball'><freejoint/><geom size='.1'/></body></mujoco>"}
    ref = mujoco.MjModel.from_xml_string(ball, assets)
    for got in (
        ferrodyn.MjModel.from_xml_string(ball, assets),
        ferrodyn.MjSpec.from_string(ball, assets=assets).compile(),
    ):
        assert (got.nq, got.nv, got.nbody) == (ref.nq, ref.nv, ref.nbody)
        assert got.body("ball").mass == ref.body("ball").mass


def test_everything_wrong_is_told_at_once():
    with pytest.raises(ValueError, match="sizes") as error:
        ferrodyn.MjModel.from_xml_string(
            "<mujoco><worldbody><geom sizes='1'/>\n<geom size='a'/></worldbody></mujoco>"
        )
    text = str(error.value)
    assert 'did you mean "size"?' in text
    assert ":1:" in text
    assert ":2:" in text


def test_a_file_that_is_not_there_raises_value_error(tmp_path):
    with pytest.raises(ValueError, match=r"none\.xml"):
        ferrodyn.MjModel.from_xml_path(tmp_path / "none.xml")


def test_wrong_arguments_raise_type_error():
    with pytest.raises(TypeError):
        ferrodyn.MjModel.from_xml_string(3)
    with pytest.raises(TypeError):
        ferrodyn.MjData("model")
    with pytest.raises(TypeError):
        ferrodyn.MjModel()
    with pytest.raises(TypeError, match="assets"):
        ferrodyn.MjModel.from_xml_string("<mujoco/>", {"a": 3})


def test_text_may_be_bytes(mujoco):
    xml = b"<mujoco><worldbody><body name='ball'><geom size='.1'/></body></worldbody></mujoco>"
    for package in (mujoco, ferrodyn):
        model = package.MjModel.from_xml_string(xml)
        assert package.mj_name2id(model, package.mjtObj.mjOBJ_BODY, b"ball") == 1
