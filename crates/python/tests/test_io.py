"""Defaults, files, text output, caches: what surrounds a simulation."""

import re

import ferrodyn
import numpy as np
import pytest

MUSCLE = """
<mujoco>
  <worldbody>
    <site name="a" pos="0 0 1"/>
    <body><joint name="j" axis="0 1 0" range="-60 60" damping=".5"/><geom size=".1" pos=".3 0 0"/>
      <site name="b" pos=".3 0 .1"/></body>
  </worldbody>
  <tendon><spatial name="t"><site site="a"/><site site="b"/></spatial></tendon>
  <actuator><muscle tendon="t" lengthrange="1 2"/></actuator>
</mujoco>
"""

THINGS = """
<mujoco model="things">
  <option timestep="0.003"/>
  <custom>
    <numeric name="n" data="1 2 3"/><text name="t" data="hello"/>
    <tuple name="p"><element objtype="body" objname="a" prm="2"/></tuple>
  </custom>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="a" pos="0 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/>
      <site name="s"/></body>
    <body name="b" pos="1 0 1"><joint name="j" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/>
      <site name="e"/></body>
    <body mocap="true" pos="0 5 0"><geom size=".1"/></body>
  </worldbody>
  <tendon><spatial name="t"><site site="s"/><site site="e"/></spatial></tendon>
  <actuator><motor joint="j"/></actuator>
  <sensor><jointpos joint="j"/></sensor>
  <keyframe><key name="k" time="2" ctrl="1"/><key qvel="1 0 0 0 0 0 0"/></keyframe>
</mujoco>
"""


def test_defaults_are_those_of_the_reference(mujoco):
    for package in (ferrodyn, mujoco):
        model = package.MjModel.from_xml_string(
            "<mujoco><option timestep='1' gravity='1 2 3'/><visual><map znear='3'/></visual></mujoco>"
        )
        package.mj_defaultOption(model.opt)
        package.mj_defaultVisual(model.vis)
        assert model.opt == package.MjOption()
        assert model.vis.map.znear == np.float32(0.01)
    ours, theirs = ferrodyn.MjLROpt(), mujoco.MjLROpt()
    ferrodyn.mj_defaultLROpt(ours)
    mujoco.mj_defaultLROpt(theirs)
    assert repr(ours) == repr(theirs)
    solref, solimp = np.zeros(2), np.zeros(5)
    ferrodyn.mj_defaultSolRefImp(solref, solimp)
    assert solref.tolist() == [0.02, 1]
    assert solimp.tolist() == [0.9, 0.95, 0.001, 0.5, 2]


def test_length_ranges_are_found_as_by_the_reference(mujoco):
    ranges = []
    for package in (ferrodyn, mujoco):
        model = package.MjModel.from_xml_string(MUSCLE)
        opt = package.MjLROpt()
        package.mj_defaultLROpt(opt)
        opt.useexisting = 0
        package.mj_setLengthRange(model, package.MjData(model), 0, opt)
        ranges.append(model.actuator_lengthrange[0].copy())
        opt.inttotal, opt.interval = 0.02, 0.01
        opt.tolrange = 1e-12
        with pytest.raises(package.FatalError):
            package.mj_setLengthRange(model, package.MjData(model), 0, opt)
    np.testing.assert_allclose(*ranges, rtol=1e-6)
    model = ferrodyn.MjModel.from_xml_string(MUSCLE)
    data = ferrodyn.MjData(model)
    with pytest.raises(ferrodyn.FatalError):
        ferrodyn.mj_setLengthRange(model, data, 3, ferrodyn.MjLROpt())


def test_models_are_saved_to_files_and_buffers(tmp_path):
    model = ferrodyn.MjModel.from_xml_string(THINGS)
    size, path = ferrodyn.mj_sizeModel(model), tmp_path / "model.bin"
    ferrodyn.mj_saveModel(model, str(path))
    buffer = np.zeros(size + 3, np.uint8)
    ferrodyn.mj_saveModel(model, None, buffer)
    assert path.read_bytes() == buffer[:size].tobytes()
    assets = {"given.bin": path.read_bytes()}
    for loaded in (ferrodyn.MjModel.from_binary_path(str(path)),
                   ferrodyn.MjModel.from_binary_path("given.bin", assets)):  # fmt: skip
        assert loaded._to_bytes() == model._to_bytes()
    for arguments in ((None, np.zeros(size - 1, np.uint8)), (), (str(tmp_path / "no" / "dir"),)):
        with pytest.raises(ferrodyn.FatalError):
            ferrodyn.mj_saveModel(model, *arguments)
    with pytest.raises(TypeError):
        ferrodyn.mj_saveModel(model, None, np.zeros(size))


@pytest.mark.parametrize("html", [0, 1])
@pytest.mark.parametrize("pad", [0, 1])
def test_the_schema_is_printed_as_by_the_reference(mujoco, html, pad):
    assert ferrodyn.mj_printSchema(html, pad) == mujoco.mj_printSchema(html, pad)


def test_files_that_a_model_names_are_found(mujoco, tmp_path):
    main = """<mujoco><compiler assetdir='a' meshdir='m'/><include file='sub/more.xml'/>
        <asset><mesh file='x.obj'/><texture fileup='t.png'/><hfield file='/abs/h.png'/>
        <skin file='s.skn'/></asset></mujoco>"""
    (tmp_path / "sub").mkdir()
    (tmp_path / "main.xml").write_text(main)
    (tmp_path / "sub" / "more.xml").write_text(
        "<mujoco><asset><mesh file='y.stl'/></asset></mujoco>"
    )
    path = str(tmp_path / "main.xml")
    ours, theirs = (p.mju_getXMLDependencies(path) for p in (ferrodyn, mujoco))
    assert sorted(ours) == sorted(theirs)
    with pytest.raises(ferrodyn.FatalError, match=r"none\.xml"):
        ferrodyn.mju_getXMLDependencies(str(tmp_path / "none.xml"))


def lines(path):
    """The lines of a printed file, without what depends on memory or on the last digits."""
    text = path.read_text()
    text = re.sub(r"\n(MEMORY|TIMER)\n.*?\n(?=\n)", "\n", "\n" + text, flags=re.S)
    text = re.sub(r"SIGNATURE\n.*?\n", "", text)
    skipped = ("nbuffer", "maxuse_stack", "maxuse_arena", "solver_nnz", "nactive", "threadpool")
    kept = (line for line in text.splitlines() if not line.strip().startswith(skipped))
    return [re.sub(r"-?\d\S*e-(1[0-9]|[2-9]\d)\s*|-0 ", "0 ", line).split() for line in kept]


def test_models_are_printed_as_by_the_reference(mujoco, tmp_path):
    for package in (ferrodyn, mujoco):
        model = package.MjModel.from_xml_string(THINGS)
        package.mj_printModel(model, str(tmp_path / package.__name__))
        package.mj_printFormattedModel(model, str(tmp_path / f"{package.__name__}2"), "%.5f")
    for end in ("", "2"):
        assert lines(tmp_path / f"ferrodyn{end}") == lines(tmp_path / f"mujoco{end}")


def test_data_is_printed_as_by_the_reference(mujoco, tmp_path):
    # the reference crashes on tendons without constraints
    xml = re.sub("<tendon>.*</tendon>", "", THINGS)
    for package in (ferrodyn, mujoco):
        model = package.MjModel.from_xml_string(xml)
        data = package.MjData(model)
        model.opt.disableflags = package.mjtDisableBit.mjDSBL_CONSTRAINT
        data.qvel[6] = 0.5
        package.mj_forward(model, data)
        package.mj_printData(model, data, str(tmp_path / package.__name__))
    assert lines(tmp_path / "ferrodyn") == lines(tmp_path / "mujoco")


def test_data_with_contacts_is_printed(mujoco, tmp_path):
    titles = []
    for package in (ferrodyn, mujoco):
        model = package.MjModel.from_xml_string(THINGS)
        data = package.MjData(model)
        package.mj_step(model, data)
        path = tmp_path / package.__name__
        package.mj_printFormattedData(model, data, str(path), "not a format")
        titles.append(re.findall(r"^[A-Z][A-Z_0-9]+", path.read_text(), re.M))
    # the reference also prints what its solver keeps for islands
    assert set(titles[1]) - set(titles[0]) <= {"IEFC_J"}


def test_the_cache_of_assets(mujoco):
    for package in (ferrodyn, mujoco):
        cache = package.mj_getCache()
        assert package.mj_getCacheCapacity(cache) == 500 << 20
        assert package.mj_setCacheCapacity(cache, 1000) == 1000
        assert package.mj_getCacheCapacity(cache) == 1000
        assert package.mj_setCacheCapacity(cache, 500 << 20) == 500 << 20
        package.mj_clearCache(cache)
        assert package.mj_getCacheSize(cache) == 0
        with pytest.raises(TypeError):
            package.mj_getCacheSize(3)


@pytest.mark.parametrize("margin", [-1, 0, 1])
def test_bounds_of_contacts(mujoco, margin):
    kinds = ["plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"]
    geoms = "".join(
        f"<body><geom name='{k}{i}' type='{k}' size='.1 .1 .1' {extra} margin='{0.1 * i}'/></body>"
        for i in range(2)
        for k, extra in [
            (k, {"hfield": "hfield='h'", "mesh": "mesh='m'"}.get(k, "")) for k in kinds
        ]
        if k not in ("sdf", "plane", "hfield")
    )
    xml = f"""<mujoco><asset><hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/>
        <mesh name="m" vertex="0 0 0  1 0 0  0 1 0  0 0 1"/></asset>
        <worldbody><geom type="plane" size="1 1 1"/><geom type="hfield" hfield="h"/>{geoms}
        </worldbody></mujoco>"""
    models = [package.MjModel.from_xml_string(xml) for package in (ferrodyn, mujoco)]
    for disabled in (0, 1 << 17, 1 << 19):
        for model in models:
            model.opt.disableflags = disabled
        for a in range(models[0].ngeom):
            for b in range(models[0].ngeom):
                ours = ferrodyn.mj_maxContact(models[0], a, b, margin)
                assert ours == mujoco.mj_maxContact(models[1], a, b, margin), (a, b, disabled)
    with pytest.raises(ferrodyn.FatalError):
        ferrodyn.mj_maxContact(models[0], 0, 999, margin)


def test_lines_are_appended_to_a_log(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        ferrodyn.mju_writeLog("NOTE", "hello")
    assert (tmp_path / "MUJOCO_LOG.TXT").read_text().count("NOTE: hello\n") == 2


def test_field_lists(mujoco):
    for name in ("_all_fields", "_int_fields", "_float_fields", "_floatarray_fields"):
        assert getattr(ferrodyn.MjOption, name) == getattr(mujoco.MjOption, name)
    models = [p.MjModel.from_xml_string(THINGS) for p in (ferrodyn, mujoco)]
    assert set(models[1]._size_fields) == set(models[0]._size_fields)
    assert len(models[0]._sizes) == len(models[1]._sizes)
